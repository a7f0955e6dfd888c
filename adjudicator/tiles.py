"""Tile tables: how many tiles a game has of each letter, and what each is worth.

In: the ``tiles`` table of a ruleset file, or a caller's own. Out: `TileTable`.
Never: racks, bags, premiums.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from lexicon.alphabet import Alphabet
from lexicon.errors import DataFileError

_KEYS = {"letters", "blanks", "points_source", "points_citation", "counts_source", "counts_citation"}

#: No game has more of one tile, or a dearer one; larger numbers in a caller's table are mistakes.
LARGEST_NUMBER = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class TileTable:
    """The tiles of a game. ``points`` and ``counts`` have exactly the letters of its alphabet.

    Where nobody knows how many tiles there are, they are not ``counted``: every count is 0.

    ``points_source`` and ``counts_source`` are one of text, other, reconstructed, configurable. Counts that
    are "configurable" are an example: nobody knows them, and a group that plays puts its own in force.
    """

    id: str
    points: Mapping[str, int]
    counts: Mapping[str, int]
    blank_count: int
    points_source: str
    points_citation: str
    counts_source: str
    counts_citation: str

    @property
    def counted(self) -> bool:
        """Whether the number of tiles is known; otherwise no tile is ever lacking."""
        return self.total > 0

    @property
    def total(self) -> int:
        """How many tiles the game has, blanks included."""
        return sum(self.counts.values()) + self.blank_count


def read_tile_table(path: Path, table_id: str, table: Mapping[str, object], total: int) -> TileTable:
    """Read one drawn table of the ruleset file ``path``.

    ``letters`` is three rows of text: the letters, how many of each, the points of each. ``total`` is the
    number of tiles the rule text states, blanks included; 0 when tiles are not counted, and then there is no
    row of counts. Raises `DataFileError`.
    """
    where = f"tiles, {table_id}"
    if set(table) != _KEYS:
        raise DataFileError(path, where=where, found=", ".join(sorted(table)), expected=", ".join(sorted(_KEYS)))
    rows = [line.split() for line in str(table["letters"]).splitlines() if line.strip()]
    names = ["letter", "count", "points"] if total else ["letter", "points"]
    if len(rows) != len(names) or len({len(row) for row in rows}) != 1:
        expected = f"{len(names)} rows of one length: {', '.join(names)}"
        raise DataFileError(path, where=where, found=f"{len(rows)} rows", expected=expected)
    letters = rows[0][1:]
    if [row[0] for row in rows] != names or len(set(letters)) != len(letters):
        expected = f"rows {', '.join(names)}; each letter once"
        raise DataFileError(path, where=where, found=str(rows[0]), expected=expected)
    blanks = table["blanks"]
    try:
        *counted, points = [[int(cell) for cell in row[1:]] for row in rows[1:]]
    except ValueError as error:
        raise DataFileError(path, where=where, found=str(error), expected="whole numbers") from error
    counts = counted[0] if counted else [0] * len(letters)
    if type(blanks) is not int or sum(counts) + blanks != total:
        found = f"{sum(counts)} letters and {blanks} blanks"
        raise DataFileError(path, where=where, found=found, expected=f"{total} tiles in all")
    return TileTable(
        id=table_id,
        counts=MappingProxyType(dict(zip(letters, counts, strict=True))),
        points=MappingProxyType(dict(zip(letters, points, strict=True))),
        blank_count=blanks,
        points_source=str(table["points_source"]),
        points_citation=str(table["points_citation"]),
        counts_source=str(table["counts_source"]),
        counts_citation=str(table["counts_citation"]),
    )


def custom_tile_table(given: object, alphabet: Alphabet) -> TileTable | str:
    """Read a caller's table, or say in words what it should be.

    Form: ``{"letters": {"А": {"count": 10, "points": 1}, …}, "blanks": 2}`` with every letter of the
    alphabet.
    """
    form = (
        f'{{"letters": {{letter: {{"count": n, "points": n}}}}, "blanks": n}} with the '
        f"{len(alphabet.letters)} letters of the alphabet {alphabet.id} and whole numbers from 0 to {LARGEST_NUMBER}"
    )
    if not isinstance(given, Mapping) or set(given) != {"letters", "blanks"} or not _is_number(given["blanks"]):
        return form
    letters = given["letters"]
    if not isinstance(letters, Mapping) or set(letters) != set(alphabet.letters):
        return form
    for entry in letters.values():
        whole = isinstance(entry, Mapping) and set(entry) == {"count", "points"}
        if not whole or not all(_is_number(number) for number in entry.values()):
            return form
    own = "given by the caller"
    return TileTable(
        id="custom",
        counts=MappingProxyType({letter: int(entry["count"]) for letter, entry in letters.items()}),
        points=MappingProxyType({letter: int(entry["points"]) for letter, entry in letters.items()}),
        blank_count=int(given["blanks"]),
        points_source="configurable",
        points_citation=own,
        counts_source="configurable",
        counts_citation=own,
    )


def _is_number(value: object) -> bool:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    # Compared first: a huge whole number is no float.
    return 0 <= value <= LARGEST_NUMBER and float(value).is_integer()
