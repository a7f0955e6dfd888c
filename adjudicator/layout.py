"""The board as printed: its size, its premium squares and the square of the first move, read from a drawing.

In: ``layouts/<id>.toml`` of the data folder. Out: `Layout`.
Never: tiles, points.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypeGuard

from adjudicator.board import Square
from adjudicator.file_shape import LAYOUT, check_shape
from lexicon.datafile import read_text
from lexicon.errors import DataFileError, UnknownIdError

_KEYS = {"id", "source", "citation", "legend", "squares"}
_NUMBER_KEYS = {"row_numbers", "column_numbers"}
_LEGEND_KEYS = {"letter", "word", "start"}

#: How many rows and columns a caller's own board may have.
SMALLEST_SIDE = 2
LARGEST_SIDE = 64

#: No border number is larger; larger ones are mistakes.
LARGEST_NUMBER = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Premium:
    """What a square multiplies: the ``letter`` on it, the ``word`` through it. 1 is nothing."""

    letter: int = 1
    word: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """A printed board: ``premiums`` are the squares that multiply something, ``start`` is to be covered first.

    ``row_numbers`` and ``column_numbers`` are printed on the border, one a row and one a column; a board
    without border numbers has none. ``source`` is one of text, other, reconstructed, configurable; ``citation``
    says where it comes from.
    """

    id: str
    source: str
    citation: str
    row_count: int
    column_count: int
    start: Square
    premiums: Mapping[Square, Premium]
    row_numbers: tuple[int, ...] = ()
    column_numbers: tuple[int, ...] = ()

    def with_start_premium(self, premium: Premium | None) -> Layout:
        """The same board with another premium on the start square, or none."""
        others = {square: kept for square, kept in self.premiums.items() if square != self.start}
        return replace(self, premiums=others | {self.start: premium} if premium else others)


def layout_ids(data: Path) -> tuple[str, ...]:
    """The layouts of the data folder."""
    return tuple(sorted(file.stem for file in (data / "layouts").glob("*.toml")))


def load_layout(data: Path, layout_id: str) -> Layout:
    """Read ``layouts/<layout_id>.toml``.

    Raises `UnknownIdError` when there is none, `DataFileError` when the file breaks its form.
    """
    known = layout_ids(data)
    folder = data / "layouts"
    if layout_id not in known:
        raise UnknownIdError("layout", layout_id, known=known, mend=f"layouts are files of {folder}")
    path = folder / f"{layout_id}.toml"
    return parse_layout(path, layout_id, read_text(path))


def parse_layout(path: Path, layout_id: str, text: str) -> Layout:
    """Read a layout from TOML text; ``path`` is for error messages."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(path, where="TOML", found=str(error), expected="a TOML file") from error
    check_shape(path, table, LAYOUT)
    if set(table) not in (_KEYS, _KEYS | _NUMBER_KEYS):
        expected = f"{', '.join(sorted(_KEYS))}; with or without {' and '.join(sorted(_NUMBER_KEYS))}"
        raise DataFileError(path, where="keys", found=", ".join(sorted(table)), expected=expected)
    if table["id"] != layout_id:
        raise DataFileError(path, where="id", found=repr(table["id"]), expected=repr(layout_id))
    legend = {symbol: _premium(path, symbol, entry) for symbol, entry in table["legend"].items()}
    rows = table["squares"].split()
    drawn = _drawn_squares(path, rows, legend)
    starts = [square for square, symbol in drawn.items() if table["legend"][symbol].get("start")]
    if len(starts) != 1:
        raise DataFileError(path, where="squares", found=f"{len(starts)} start squares", expected="one")
    return Layout(
        id=layout_id,
        source=table["source"],
        citation=table["citation"],
        row_count=len(rows),
        column_count=len(rows[0]),
        start=starts[0],
        premiums={square: legend[symbol] for square, symbol in drawn.items() if legend[symbol] != Premium()},
        row_numbers=_border_numbers(path, table, "row_numbers", len(rows)),
        column_numbers=_border_numbers(path, table, "column_numbers", len(rows[0])),
    )


def custom_layout(given: object) -> Layout | str:
    """Read a caller's own board without premiums, or say in words what it should be.

    Form: ``{"row_numbers": [2, 4, …], "column_numbers": [1, 3, …]}``; the board has a row and a column for each
    number, and starts in the middle.
    """
    form = (
        f'{{"row_numbers": [n, …], "column_numbers": [n, …]}} with {SMALLEST_SIDE} to {LARGEST_SIDE} whole numbers '
        f"each, from 0 to {LARGEST_NUMBER}"
    )
    if not isinstance(given, Mapping) or set(given) != _NUMBER_KEYS:
        return form
    rows, columns = given["row_numbers"], given["column_numbers"]
    if not _are_border_numbers(rows) or not _are_border_numbers(columns):
        return form
    return Layout(
        id="custom",
        source="configurable",
        citation="given by the caller",
        row_count=len(rows),
        column_count=len(columns),
        start=Square(len(rows) // 2, len(columns) // 2),
        premiums={},
        row_numbers=tuple([int(number) for number in rows]),
        column_numbers=tuple([int(number) for number in columns]),
    )


def _border_numbers(path: Path, table: Mapping[str, object], key: str, count: int) -> tuple[int, ...]:
    """The numbers of one border, one for each of ``count`` lines; none when the file has none."""
    numbers = table.get(key, [])
    if key in table and (not _are_border_numbers(numbers) or len(numbers) != count):
        expected = f"{count} whole numbers from 0 to {LARGEST_NUMBER}"
        raise DataFileError(path, where=key, found=str(numbers), expected=expected)
    return tuple([int(number) for number in numbers]) if isinstance(numbers, list) else ()


def _are_border_numbers(given: object) -> TypeGuard[list[int]]:
    """Whether ``given`` is a list of so many such numbers. JSON on the wire has one kind of number: 2 may be 2.0."""
    return (
        isinstance(given, list | tuple)
        and SMALLEST_SIDE <= len(given) <= LARGEST_SIDE
        and all(
            isinstance(number, int | float)
            and not isinstance(number, bool)
            and 0 <= number <= LARGEST_NUMBER
            and int(number) == number
            for number in given
        )
    )


def _premium(path: Path, symbol: str, entry: Mapping[str, object]) -> Premium:
    """One entry of the legend."""
    if not set(entry) <= _LEGEND_KEYS:
        expected = ", ".join(sorted(_LEGEND_KEYS))
        raise DataFileError(path, where=f"legend, {symbol!r}", found=", ".join(sorted(entry)), expected=expected)
    letter, word = entry.get("letter", 1), entry.get("word", 1)
    if type(letter) is not int or type(word) is not int or letter < 1 or word < 1:
        raise DataFileError(path, where=f"legend, {symbol!r}", found=str(entry), expected="factors of 1 or more")
    return Premium(letter=letter, word=word)


def _drawn_squares(path: Path, rows: list[str], legend: Mapping[str, Premium]) -> dict[Square, str]:
    """Every square of the drawing with its symbol."""
    if not rows or any(len(row) != len(rows[0]) for row in rows):
        raise DataFileError(path, where="squares", found="rows of unequal length", expected="a rectangle")
    drawn = {Square(row, column): symbol for row, text in enumerate(rows) for column, symbol in enumerate(text)}
    for square, symbol in drawn.items():
        if symbol not in legend:
            raise DataFileError(
                path,
                where=f"squares, {square}",
                found=repr(symbol),
                expected=f"a symbol of {''.join(legend)}",
            )
    return drawn
