"""Decisions written into an overrides file, one at a time and whole or not at all.

In: a decision on a word. Out: the file with its line, everything else as it was: comments, order, other lines.
Never: what to decide. Two people may write at once: each change is made to the file as it is then.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.building.overrides import COLUMNS, Override, read_overrides
from lexicon.datafile import read_text
from lexicon.errors import LexiconError
from lexicon.whole_file import write_whole

#: Categories of characters that could end a cell or a line, or drive the screen of whoever reads it.
_BREAKING = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})


class CellError(LexiconError):
    """A text cannot stand in a cell of the file."""

    def __init__(self, column: str, text: str, *, expected: str) -> None:
        self.column, self.text = column, text
        super().__init__(f"{column}: found {text[:80]!r}; expected {expected}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What a reviewer decides on a word. Raises `CellError` for a text that is empty or could break the line."""

    word: Word
    admit: bool
    reason: str
    source: str
    reviewer: str

    def __post_init__(self) -> None:
        """Check every cell."""
        for column in ("reason", "source", "reviewer"):
            self.check_cell(column, getattr(self, column))

    @staticmethod
    def check_cell(column: str, text: str) -> None:
        """Refuse a text that cannot stand in a cell with `CellError`."""
        if not text.strip():
            raise CellError(column, text, expected="a text")
        if any(unicodedata.category(character) in _BREAKING for character in text):
            raise CellError(column, text, expected="one line without tabs and control characters")

    @property
    def line(self) -> str:
        """The line of the file."""
        cells = (self.word.lower(), "in" if self.admit else "out", self.reason, self.source, self.reviewer)
        return "\t".join(cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class OverrideFile:
    """One overrides file, which need not be there yet. ``alphabet`` says which lines are about one word."""

    path: Path
    alphabet: Alphabet

    def decisions(self) -> Mapping[Word, Override]:
        """Return what the file says. Raises `DataFileError` when it breaks its form."""
        read = read_overrides(self.path) if self.path.exists() else ()
        words = ((self.alphabet.read(override.spelled), override) for override in read)
        return {word: override for word, override in words if not isinstance(word, Malformed)}

    def put(self, word: Word, line: str | None) -> str | None:
        """Put ``line`` in the place of the line about ``word``, or at the end; None takes it out.

        Returns the line that was there, for undoing. A file of four columns gets the fifth. Raises `DataFileError`
        when the file breaks its form, `OSError`.
        """
        with _locked(self.path.parent):
            self.decisions()
            text = read_text(self.path) if self.path.exists() else ""
            ending = "\r\n" if "\r\n" in text else "\n"
            lines = text.splitlines() or ["\t".join(COLUMNS)]
            if line is not None and lines[0].split("\t") == list(COLUMNS[:-1]):
                lines[0] = "\t".join(COLUMNS)
            place = next((number for number, old in enumerate(lines) if number and self._is_about(old, word)), None)
            before = None if place is None else lines[place]
            kept = [line] if line is not None else []
            if place is None:
                lines += kept
            else:
                lines[place : place + 1] = kept
            write_whole(self.path, "".join(one + ending for one in lines).encode())
        return before

    def _is_about(self, line: str, word: Word) -> bool:
        return not line.startswith("#") and self.alphabet.read(line.partition("\t")[0]) == word


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Let writers into one folder take turns. The lock is gone with its process, however that ends."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
