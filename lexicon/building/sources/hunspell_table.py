"""The grammeme table of a Hunspell dictionary that names none itself: what each of its paradigms says of grammar.

In: `data/sources/<id>.tsv`. Out: `Row` by `Signature`.
Never: words of the dictionary (the examples are for people).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_grammemes import Readings, Row, Signature, signature
from lexicon.datafile import read_text
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar

_COLUMNS = ("flag", "change", "lexeme", "form", "example", "source")

#: Stands in the column of changes where the lemma is told, which has none.
LEMMA = "-"

#: Divides the readings of one form.
_OTHERWISE = "|"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Line:
    """One line: its number, and its cells by column."""

    path: Path
    number: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells[column]

    def fault(self, *, found: str, expected: str) -> DataFileError:
        """Make the error for this line."""
        return DataFileError(self.path, where=f"line {self.number}", found=found, expected=expected)


def load_table(path: Path, grammar: Grammar) -> Mapping[Signature, Row]:
    """Read a grammeme table. Raises `DataFileError` with the line for anything that is not as it must be."""
    table: dict[Signature, Row] = {}
    for head, *forms in _paradigms(path):
        for line in forms:
            if line["lexeme"] or line["source"]:
                raise line.fault(found="a lexeme or a source", expected="both in the row of the lemma only")
        changes = [line["change"] for line in forms]
        twice = next((line for line in forms if changes.count(line["change"]) > 1), None)
        if twice:
            raise twice.fault(found=f"the change {twice['change']} twice", expected="each change once")
        name = signature(Flag(head["flag"]), changes)
        if name in table:
            raise head.fault(found=f"the paradigm {name[:60]!r} again", expected="each set of changes once")
        whole = _grammemes(head, head["lexeme"], grammar)
        table[name] = Row(
            lemma=_readings(head, whole, grammar),
            forms={line["change"]: _readings(line, whole, grammar) for line in forms},
        )
    return table


def _paradigms(path: Path) -> Iterator[list[_Line]]:
    """Yield the lines of each paradigm, that of its lemma first."""
    paradigm: list[_Line] = []
    for line in _lines(path):
        begins = line["change"] == LEMMA
        if begins is not bool(line["flag"]) or begins is not bool(line["source"]):
            raise line.fault(
                found=f"flag {line['flag']!r}, change {line['change']!r}, source {line['source']!r}",
                expected=f"flag and source where the change is {LEMMA}, and there only",
            )
        if begins and paradigm:
            yield paradigm
            paradigm = []
        elif not begins and not paradigm:
            raise line.fault(found="a change before any paradigm", expected=f"a row with a flag and the change {LEMMA}")
        paradigm.append(line)
    if paradigm:
        yield paradigm


def _lines(path: Path) -> Iterator[_Line]:
    """Yield the lines that hold something; # begins a comment line."""
    lines = [line.rstrip("\r") for line in read_text(path).split("\n")]
    if tuple(lines[0].split("\t")) != _COLUMNS:
        expected = f"columns {', '.join(_COLUMNS)}, divided by tabs"
        raise DataFileError(path, where="line 1", found=repr(lines[0][:60]), expected=expected)
    for number, text in enumerate(lines[1:], start=2):
        if not text or text.startswith("#"):
            continue
        cells = text.split("\t")
        line = _Line(path=path, number=number, cells=dict(zip(_COLUMNS, cells, strict=False)))
        if len(cells) != len(_COLUMNS):
            raise line.fault(found=f"{len(cells)} cells", expected=f"{len(_COLUMNS)} cells")
        if line["change"] != LEMMA and not line["change"].partition(">")[2]:
            raise line.fault(found=f"change {line['change']!r}", expected="what goes > what comes, 0 for nothing")
        yield line


def _readings(line: _Line, whole: frozenset[str], grammar: Grammar) -> Readings:
    """Return the readings of a form, each with the grammemes of the lexeme."""
    return tuple(dict.fromkeys(whole | _grammemes(line, told, grammar) for told in line["form"].split(_OTHERWISE)))


def _grammemes(line: _Line, told: str, grammar: Grammar) -> frozenset[str]:
    grammemes = frozenset(told.split())
    unknown = grammemes - set(grammar.manners)
    if unknown:
        raise line.fault(found=f"unknown grammeme {min(unknown)!r}", expected="ids of grammemes.toml")
    return grammemes
