"""Bytes of a Hunspell file as numbered lines, and lines as text: the encodings that dictionaries declare.

In: a path. Out: lines without byte order mark and line end, `Encoding`.
Never: what a line means.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon.errors import DataFileError

#: In bytes. The longest line of sixty published dictionaries has 3 kB; a longer one is no dictionary, and reading
#: stops here however long it is.
LONGEST_LINE = 65_536

#: What Hunspell assumes when a dictionary does not say.
DEFAULT_ENCODING = "ISO8859-1"

_MARK = b"\xef\xbb\xbf"

#: Only encodings that keep ASCII bytes, so that lines, blanks and slashes are found before decoding.
_KNOWN = re.compile(r"utf-?8|iso-?8859-\d{1,2}|koi8-[ru]|(microsoft-)?cp125\d|tis-?620(-2533)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """A character set as the line ``SET`` names it, and Python's name for it."""

    name: str
    codec: str

    @classmethod
    def named(cls, name: str) -> Encoding | None:
        """Return the encoding a dictionary calls ``name``, or None when nothing is known by that name.

        >>> Encoding.named("microsoft-cp1251").codec
        'cp1251'
        """
        if not _KNOWN.fullmatch(name):
            return None
        codec = name.lower().removeprefix("microsoft-").removesuffix("-2533")
        try:
            codecs.lookup(codec)
        except LookupError:
            return None
        return cls(name=name, codec=codec)

    def text(self, path: Path, number: int, line: bytes) -> str:
        """Decode line ``number`` of ``path``. Raises `DataFileError` naming the byte that is no text."""
        try:
            return line.decode(self.codec)
        except UnicodeDecodeError as error:
            raise DataFileError(
                path,
                where=f"line {number}, byte {error.start + 1}",
                found=f"byte 0x{line[error.start]:02X}",
                expected=f"text in {self.name}, the character set that the affix file declares",
            ) from error


def numbered_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of ``path``, numbered from 1, without byte order mark and line end.

    Raises `DataFileError` when the file cannot be read or a line is longer than `LONGEST_LINE`.
    """
    try:
        with path.open("rb") as file:
            number = 0
            while line := file.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    raise DataFileError(
                        path,
                        where=f"line {number}",
                        found=f"a line of more than {LONGEST_LINE} bytes",
                        expected="lines of a dictionary; install the dictionary anew",
                    )
                yield number, (line.removeprefix(_MARK) if number == 1 else line).rstrip(b"\r\n")
    except OSError as error:
        raise DataFileError(
            path, where="the file", found=str(error.strerror or error), expected="a file that can be read"
        ) from error
