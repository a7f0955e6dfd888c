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


def _decoded(content: bytes) -> str:
    marked = content.startswith(_BYTE_ORDER_MARK)
    content = content.removeprefix(_BYTE_ORDER_MARK)
    encoding = "utf-8" if marked else DEFAULT_ENCODING
    first = re.split(rb"[\r\n]", content, maxsplit=1)[0].decode("iso-8859-1")
    if first.casefold().startswith(ENCODING_PRAGMA):
        name = first[len(ENCODING_PRAGMA) :].strip()
        known = ENCODINGS.get(name.casefold())
        if known is None:
            expected = f"one of {', '.join(ENCODINGS)}"
            mend = "save the file in one of them"
            column = len(ENCODING_PRAGMA) + 2
            raise RecordError(RecordFault(line=1, column=column, found=repr(name[:40]), expected=expected, mend=mend))
        encoding = known
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
