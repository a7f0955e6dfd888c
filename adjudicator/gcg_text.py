"""The text of a GCG file: its character encoding, its lines, and the pieces of a line with their columns.

In: bytes. Out: lines of composed text; or `RecordError` with line and column.
Never: what a line means (see `gcg_reading`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from adjudicator.record import LONGEST_RECORD
from adjudicator.record_errors import RecordError, RecordFault

ENCODING_PRAGMA = "#character-encoding"

#: Without the pragma a file is in Latin-1.
DEFAULT_ENCODING = "iso-8859-1"

#: The encodings that files come in, as the pragma names them and as Python does.
ENCODINGS: Mapping[str, str] = {
    "utf-8": "utf-8",
    "utf8": "utf-8",
    "iso-8859-1": "iso-8859-1",
    "latin-1": "iso-8859-1",
    "latin1": "iso-8859-1",
    "iso-8859-2": "iso-8859-2",
    "iso-8859-5": "iso-8859-5",
    "windows-1250": "cp1250",
    "windows-1251": "cp1251",
    "koi8-r": "koi8-r",
}

_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_MARKS_OF_UTF_16 = (b"\xff\xfe", b"\xfe\xff")
_ENCODING_LINE = re.compile(rb"(?:\A|(?<=[\r\n]))#character-encoding(?P<name>[^\r\n]*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A part of a line without spaces; ``column`` is counted from 1."""

    text: str
    column: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line; ``number`` is counted from 1."""

    number: int
    text: str

    def pieces(self, start: int = 0) -> tuple[Piece, ...]:
        """The parts of the line from index ``start`` on, between spaces."""
        found = re.compile(r"\S+").finditer(self.text, start)
        return tuple(Piece(text=match.group(), column=match.start() + 1) for match in found)


def gcg_lines(content: bytes) -> Iterator[Line]:
    """The lines of a file that are not empty, in composed letters (NFC), whatever ends them.

    Raises `RecordError` for an encoding that is not known, for bytes that are not of it, and for too many.
    """
    if len(content) > LONGEST_RECORD:
        found, expected = f"{len(content)} bytes", f"{LONGEST_RECORD} bytes or fewer"
        raise RecordError(RecordFault(found=found, expected=expected, mend="send one game a file"))
    text = unicodedata.normalize("NFC", _decoded(content))
    # Not splitlines(): it breaks lines at characters that are letters' neighbours in Latin-1, such as U+0085.
    for number, line in enumerate(re.split(r"\r\n|\n|\r", text), start=1):
        if line.strip():
            yield Line(number=number, text=line)


def looks_like_unnamed_utf_8(content: bytes) -> bool:
    """Whether a file names no encoding, so that it is read as Latin-1, and yet its bytes are those of UTF-8."""
    if content.isascii() or content.startswith(_BYTE_ORDER_MARK) or _ENCODING_LINE.search(content):
        return False
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _decoded(content: bytes) -> str:
    if content.startswith(_MARKS_OF_UTF_16):
        encodings = "UTF-8 or an encoding of one byte a letter"
        raise RecordError(RecordFault(line=1, column=1, found="UTF-16", expected=encodings, mend="save it as UTF-8"))
    marked = content.startswith(_BYTE_ORDER_MARK)
    content = content.removeprefix(_BYTE_ORDER_MARK)
    encoding = _named_encoding(content, marked=marked)
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, errors="replace")
        lines = re.split(r"\r\n|\n|\r", before)
        fault = RecordFault(
            line=len(lines),
            column=len(lines[-1]) + 1,
            found=f"byte {content[error.start]:#04x}",
            expected=f"text in {encoding}",
            mend=f"name the right encoding in the first line ({ENCODING_PRAGMA}), or save the file in this one",
        )
        raise RecordError(fault) from error


def _named_encoding(content: bytes, *, marked: bool) -> str:
    """The encoding that the first line names; ``marked``: a byte order mark says UTF-8.

    Raises `RecordError` for a name that is not known or that the mark belies, and for one that comes after other
    lines with letters beyond ASCII: nobody knows how those are to be read.
    """
    unnamed = "utf-8" if marked else DEFAULT_ENCODING
    found = _ENCODING_LINE.search(content)
    if found is None:
        return unnamed
    before = content[: found.start()]
    line = len(re.split(rb"\r\n|\n|\r", before))
    named = found["name"].decode("iso-8859-1").strip()
    known = ENCODINGS.get(named.casefold())
    column = len(ENCODING_PRAGMA) + 2
    if known is None:
        expected, mend = f"one of {', '.join(ENCODINGS)}", "save the file in one of them"
    elif marked and known != "utf-8":
        expected, mend = "UTF-8, as the byte order mark says", "name UTF-8, or drop the line"
    elif before.strip() and not content.isascii():
        expected, mend = f"{ENCODING_PRAGMA} in the first line", "move the line to the top"
        named, column = f"{ENCODING_PRAGMA} in line {line}", 1
    else:
        return known
    raise RecordError(RecordFault(line=line, column=column, found=repr(named[:40]), expected=expected, mend=mend))
