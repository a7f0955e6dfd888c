"""Decisions on single words: in or out, with reason and source.

In: `data/overrides/<id>.tsv`. Out: `Override` by word.
Never: whole classes of words (those are clauses of a policy).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lexicon.alphabet import LONGEST_TEXT, Alphabet, Malformed, Word
from lexicon.datafile import read_text
from lexicon.errors import DataFileError, UnknownIdError

#: The last column may be left out, and so may its cell in a line.
COLUMNS = ("word", "decision", "reason", "source", "reviewer")
_DECISIONS = {"in": True, "out": False}


@dataclass(frozen=True, slots=True, kw_only=True)
class Override:
    """One word, in or out, why, what that rests on, and who has confirmed it (empty: nobody has).

    ``spelled`` is the word as its line has it; ``file`` is the id of its file, ``place`` its path and the line;
    ``overrules`` tells that a file before it decides otherwise.
    """

    spelled: str
    admit: bool
    reason: str
    source: str
    place: str
    reviewer: str = ""
    file: str = ""
    overrules: bool = False


def load_overrides(
    data: Path, ids: Iterable[str], alphabet: Alphabet, *, shortest: int = 1, longest: int = LONGEST_TEXT
) -> Mapping[Word, Override]:
    """Read override files in order; every fault names file and line.

    A word twice in one file, with or without a difference, is an error; of two files, the later decides. A word in that
    has fewer letters than ``shortest`` or more than ``longest`` is an error: no override lifts the limits of a list.
    """
    overrides: dict[Word, Override] = {}
    folder = data / "overrides"
    known = tuple(sorted(file.stem for file in folder.glob("*.tsv")))
    for identifier in ids:
        if identifier not in known:
            raise UnknownIdError("overrides file", identifier, known=known, mend=f"these are files of {folder}")
        path = folder / f"{identifier}.tsv"
        met: dict[Word, str] = {}
        for number, override in _lines(path):
            word = alphabet.read(override.spelled)
            if isinstance(word, Malformed):
                raise DataFileError(path, where=f"line {number}", found=str(word), expected="a word")
            if word in met:
                found = f"{word} again (see {met[word]})"
                raise DataFileError(path, where=f"line {number}", found=found, expected="a word once")
            if override.admit and not shortest <= len(word) <= longest:
                raise DataFileError(
                    path,
                    where=f"line {number}",
                    found=f"{word} in, of {len(word)} letters",
                    expected=f"words of {shortest} to {longest} letters",
                )
            met[word] = override.place
            before = overrides.get(word)
            overrules = before is not None and before.admit is not override.admit
            overrides[word] = replace(override, overrules=overrules)
    return overrides


def read_overrides(path: Path) -> Iterable[Override]:
    """Yield the decisions of a file as they stand there. Raises `DataFileError` naming file and line."""
    return (override for _, override in _lines(path))


def _lines(path: Path) -> Iterable[tuple[int, Override]]:
    """Yield line number and override of each line; # begins a comment line."""
    lines = read_text(path).split("\n")
    columns = tuple(lines[0].rstrip("\r").split("\t"))
    if columns not in (COLUMNS, COLUMNS[:-1]):
        expected = f"columns {', '.join(COLUMNS)}, divided by tabs; the last may be left out"
        raise DataFileError(path, where="line 1", found=repr(lines[0]), expected=expected)
    for number, line in enumerate((line.rstrip("\r") for line in lines[1:]), start=2):
        if not line or line.startswith("#"):
            continue
        cells = line.split("\t")
        if not len(COLUMNS) - 1 <= len(cells) <= len(columns) or not all(cells[: len(COLUMNS) - 1]):
            filled = f"{len(COLUMNS) - 1} filled cells, divided by tabs: {', '.join(COLUMNS[:-1])}"
            expected = f"{filled}, and a reviewer" if columns == COLUMNS else filled
            raise DataFileError(path, where=f"line {number}", found=f"{len(cells)} cells", expected=expected)
        spelled, decision, reason, source, *reviewer = cells
        if decision not in _DECISIONS:
            raise DataFileError(path, where=f"line {number}", found=repr(decision), expected="in or out")
        yield (
            number,
            Override(
                spelled=spelled,
                admit=_DECISIONS[decision],
                reason=reason,
                source=source,
                place=f"{path} line {number}",
                file=path.stem,
                reviewer="".join(reviewer),
            ),
        )
