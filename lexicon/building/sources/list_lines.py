"""The lines of somebody's word list, with or without columns for lemma and tags, and what is odd about them.

In: a text file, plain or packed, and its `Layout`. Out: `Row`s, `RefusedLine`s, counts of `Oddity`.
Never: an alphabet (whether a form is a word is asked later), what tags mean, more than one line in memory.
"""

from __future__ import annotations

import enum
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from lexicon.building.sources.description import SourceDescription
from lexicon.building.sources.hunspell_text import Encoding
from lexicon.building.sources.packed import LONGEST_LINE, lines
from lexicon.errors import DataFileError

#: Names that columns may have. A column without a name is passed over.
FORM, LEMMA, TAGS, GLOSS, NAMELESS = "form", "lemma", "tags", "gloss", "-"

#: More of a line is not told of it.
LONGEST_TOLD = 60

_MARK = b"\xef\xbb\xbf"
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Oddity(enum.StrEnum):
    """What a line may have without being refused."""

    BYTE_ORDER_MARK = "byte-order-mark"
    WINDOWS_LINE_END = "windows-line-end"
    NO_LINE_END = "no-line-end-at-the-end"
    BLANK_LINE = "blank-line"
    COMMENT = "comment"
    HEADING = "heading"
    OUTER_SPACE = "space-around-the-form"
    DECOMPOSED_LETTER = "decomposed-letter"
    DROPPED_CHARACTER = "dropped-character"
    TEXT_AFTER_TAB = "text-after-a-tab"


class LineFault(enum.StrEnum):
    """Why a line cannot be read at all."""

    TOO_LONG = "line-too-long"
    WRONG_ENCODING = "wrong-encoding"
    NO_FORM = "no-form"


class Row(NamedTuple):
    """One line: number, form in composed letters, lemma and tags as they are written ("" where there are none).

    ``gloss`` is for people: what the word is.
    """

    number: int
    form: str
    lemma: str
    tags: str
    gloss: str = ""


@dataclass(frozen=True, slots=True)
class RefusedLine:
    """A line that cannot be read: number, why, its beginning, and what in it is at fault."""

    number: int
    fault: LineFault
    text: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How lines are made: what each column holds, the character set, characters that are left out of forms.

    ``framed`` tells that lines from ``#<…>`` to ``#</…>`` are a frame round a text, as in dictionaries of Morfeusz.
    """

    columns: tuple[str, ...]
    encoding: Encoding
    dropped: str = ""
    framed: bool = False

    @classmethod
    def of(cls, description: SourceDescription, columns: tuple[str, ...], *, framed: bool = False) -> Layout:
        """Take the layout of a description; ``columns`` where it names none. Raises `DataFileError`."""
        chosen = description.columns or columns
        encoding = Encoding.named(description.encoding or "UTF-8")
        path = Path("sources", f"{description.id}.toml")
        if encoding is None:
            raise DataFileError(
                path, where="encoding", found=repr(description.encoding), expected="UTF-8, cp1251, KOI8-R, ISO8859-2 …"
            )
        twice = [column for column in chosen if column != NAMELESS and chosen.count(column) > 1]
        if FORM not in chosen or twice or not set(chosen) <= {FORM, LEMMA, TAGS, GLOSS, NAMELESS}:
            raise DataFileError(
                path,
                where="columns",
                found=", ".join(chosen),
                expected=f"{FORM} once, {LEMMA}, {TAGS} and {GLOSS} at most once, {NAMELESS} for others",
            )
        return cls(columns=chosen, encoding=encoding, dropped=description.dropped, framed=framed)


class ListReading:
    """One reading of one list. ``oddities`` counts what was met so far."""

    def __init__(self, path: Path, layout: Layout) -> None:
        self._path, self._layout = path, layout
        self._form_first = layout.columns == (FORM,)
        self._dropped = dict.fromkeys(map(ord, layout.dropped))
        self.oddities: Counter[Oddity] = Counter()

    def rows(self) -> Iterator[Row | RefusedLine]:
        """Yield what each line holds, in file order; blank lines and comments hold nothing.

        Raises `DataFileError` for a file that is no text of lines, or cannot be read.
        """
        in_frame = False
        for number, line, end in lines(self._path):
            content = self._unmarked(line) if number == 1 else line
            self._note_end(end)
            if len(content) > LONGEST_LINE:
                yield self._refused(number, content, LineFault.TOO_LONG, f"more than {LONGEST_LINE} bytes")
            elif content.startswith(b"#") or in_frame:
                self.oddities[Oddity.COMMENT] += 1
                if self._layout.framed and content.startswith(b"#<"):
                    in_frame = not content.startswith(b"#</")
            elif not content.strip():
                self.oddities[Oddity.BLANK_LINE] += 1
            elif (row := self._row(number, content)) is not None:
                yield row

    def _unmarked(self, line: bytes) -> bytes:
        """Return the first line without byte order mark."""
        if line.startswith(_WIDE_MARKS) or b"\0" in line:
            raise DataFileError(
                self._path,
                where="line 1",
                found="bytes of UTF-16",
                expected=f"text in {self._layout.encoding.name}; convert it: iconv -f UTF-16 -t UTF-8",
            )
        if line.startswith(_MARK):
            self.oddities[Oddity.BYTE_ORDER_MARK] += 1
        return line.removeprefix(_MARK)

    def _note_end(self, end: bytes) -> None:
        if end == b"\r\n":
            self.oddities[Oddity.WINDOWS_LINE_END] += 1
        elif not end:
            self.oddities[Oddity.NO_LINE_END] += 1

    def _row(self, number: int, content: bytes) -> Row | RefusedLine | None:
        layout = self._layout
        try:
            text = content.decode(layout.encoding.codec)
        except UnicodeDecodeError as error:
            detail = f"byte {error.start + 1} is 0x{content[error.start]:02X}, no {layout.encoding.name}"
            return self._refused(number, content, LineFault.WRONG_ENCODING, detail)
        if "\t" not in text and self._form_first:
            # By far most lines of a plain list; the rest of this function would double the time.
            form = self._form(text)
            return Row(number, form, "", "") if form else self._without_form(number, content)
        cells = text.split("\t")
        if number == 1 and tuple(map(str.lower, cells)) == layout.columns != (FORM,):
            self.oddities[Oddity.HEADING] += 1
            return None
        if len(cells) > len(layout.columns):
            self.oddities[Oddity.TEXT_AFTER_TAB] += 1
        told = dict(zip(layout.columns, cells, strict=False))
        form = self._form(told.get(FORM, ""))
        if not form:
            return self._refused(
                number, content, LineFault.NO_FORM, f"column {layout.columns.index(FORM) + 1} is empty"
            )
        tags, gloss = told.get(TAGS, "").strip(), told.get(GLOSS, "").strip()
        return Row(number, form, self._cleaned(told.get(LEMMA, "")), tags, gloss)

    def _form(self, cell: str) -> str:
        """Return a form as it is read, noting what had to be done to it."""
        stripped = cell.strip()
        if len(stripped) != len(cell):
            self.oddities[Oddity.OUTER_SPACE] += 1
        composed = stripped
        if not unicodedata.is_normalized("NFC", stripped):
            composed = unicodedata.normalize("NFC", stripped)
            self.oddities[Oddity.DECOMPOSED_LETTER] += 1
        if not self._dropped:
            return composed
        form = composed.translate(self._dropped)
        if form != composed:
            self.oddities[Oddity.DROPPED_CHARACTER] += 1
        return form

    def _cleaned(self, cell: str) -> str:
        return unicodedata.normalize("NFC", cell.strip()).translate(self._dropped)

    def _without_form(self, number: int, content: bytes) -> RefusedLine:
        column = self._layout.columns.index(FORM) + 1
        return self._refused(number, content, LineFault.NO_FORM, f"column {column} is empty")

    def _refused(self, number: int, content: bytes, fault: LineFault, detail: str) -> RefusedLine:
        told = content[: 4 * LONGEST_TOLD].decode(self._layout.encoding.codec, errors="replace")
        return RefusedLine(number, fault, told[:LONGEST_TOLD], detail)
