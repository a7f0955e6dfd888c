"""Places, tiles that lie, and the board: an immutable picture of what lies where.

In: rows of text, one character a square. Out: `Board`, and the same rows back.
Never: premiums, points, whether a tile may lie where it lies.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple, Self

#: How rows of text show a square without a letter.
EMPTY = "."
FACE_DOWN = "#"


class Axis(enum.Enum):
    """The direction a word reads in; its value is one step along it, (rows, columns)."""

    ACROSS = (0, 1)
    DOWN = (1, 0)

    @property
    def other(self) -> Axis:
        """The axis at right angles."""
        return Axis.DOWN if self is Axis.ACROSS else Axis.ACROSS


class Square(NamedTuple):
    """A place on the board; (0, 0) is the top left."""

    row: int
    column: int

    def step(self, axis: Axis, count: int = 1) -> Square:
        """The square ``count`` steps along ``axis``."""
        rows, columns = axis.value
        return Square(self.row + count * rows, self.column + count * columns)

    def neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares that share a side with this one; some may lie off the board."""
        row, column = self
        return (
            Square(row - 1, column),
            Square(row, column - 1),
            Square(row, column + 1),
            Square(row + 1, column),
        )

    def diagonal_neighbours(self) -> tuple[Square, Square, Square, Square]:
        """The four squares that share only a corner with this one; some may lie off the board."""
        row, column = self
        return (
            Square(row - 1, column - 1),
            Square(row - 1, column + 1),
            Square(row + 1, column - 1),
            Square(row + 1, column + 1),
        )

    def __str__(self) -> str:
        return f"({self.row}, {self.column})"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A tile that shows a letter. A blank shows the letter it stands for."""

    letter: str
    blank: bool = False

    @property
    def symbol(self) -> str:
        """The tile as rows of text show it: upper case, a blank in lower case."""
        return self.letter.lower() if self.blank else self.letter


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardFault:
    """One thing wrong with rows of text; ``column`` is None for a whole row, ``row`` for all of them."""

    row: int | None
    column: int | None
    found: str
    expected: str


class BoardFormatError(ValueError):
    """Rows of text are no board of this size and alphabet. ``faults`` holds everything that is wrong."""

    def __init__(self, faults: tuple[BoardFault, ...]) -> None:
        self.faults = faults
        places = "; ".join(f"row {one.row}, column {one.column}: found {one.found}" for one in faults)
        super().__init__(f"the rows are no board: {places}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """What lies on a board of ``row_count`` × ``column_count`` squares.

    ``tiles`` show a letter, squares of ``face_down`` hold a tile turned over, every other square is free.
    """

    row_count: int
    column_count: int
    tiles: Mapping[Square, Tile] = field(default_factory=dict)
    face_down: frozenset[Square] = frozenset()

    @classmethod
    def from_rows(cls, rows: Sequence[str], *, row_count: int, column_count: int, symbols: Mapping[str, Tile]) -> Self:
        """Read rows of text, row 0 (top) first.

        ``symbols`` says which tile each letter shows (see `adjudicator.ruleset.Ruleset.symbols`). Letters may
        come decomposed. Raises `BoardFormatError` with every fault.
        """
        faults: list[BoardFault] = []
        tiles: dict[Square, Tile] = {}
        face_down: set[Square] = set()
        if len(rows) != row_count:
            faults.append(BoardFault(row=None, column=None, found=f"{len(rows)} rows", expected=f"{row_count} rows"))
        for row, text in enumerate(rows[:row_count]):
            # NFC first: «й» may arrive as two code points, and a square is one.
            composed = unicodedata.normalize("NFC", text)
            if len(composed) != column_count:
                expected = f"{column_count} characters"
                faults.append(BoardFault(row=row, column=None, found=f"{len(composed)} characters", expected=expected))
                continue
            for column, character in enumerate(composed):
                if character == EMPTY:
                    continue
                tile = symbols.get(character)
                if tile:
                    tiles[Square(row, column)] = tile
                elif character == FACE_DOWN:
                    face_down.add(Square(row, column))
                else:
                    faults.append(_stranger(row, column, character))
        if faults:
            raise BoardFormatError(tuple(faults))
        return cls(row_count=row_count, column_count=column_count, tiles=tiles, face_down=frozenset(face_down))

    def rows(self) -> tuple[str, ...]:
        """The board as rows of text: the inverse of `from_rows`."""
        pictures = [[EMPTY] * self.column_count for _ in range(self.row_count)]
        for (row, column), tile in self.tiles.items():
            pictures[row][column] = tile.symbol
        for row, column in self.face_down:
            pictures[row][column] = FACE_DOWN
        return tuple(["".join(picture) for picture in pictures])

    def holds(self, square: Square) -> bool:
        """Whether the board has this square."""
        return 0 <= square.row < self.row_count and 0 <= square.column < self.column_count

    def with_tiles(self, laid: Iterable[tuple[Square, Tile]]) -> Self:
        """The board after ``laid`` was put on it; a tile that lies there already is replaced."""
        return type(self)(
            row_count=self.row_count,
            column_count=self.column_count,
            tiles={**self.tiles, **dict(laid)},
            face_down=self.face_down,
        )

    def with_face_down(self, square: Square) -> Self:
        """The board after a tile was turned over on ``square``."""
        return replace(self, face_down=self.face_down | {square})

    def is_free(self, square: Square) -> bool:
        """Whether the board has this square and nothing lies there."""
        return self.holds(square) and square not in self.tiles and square not in self.face_down

    def run(self, square: Square, axis: Axis) -> tuple[Square, ...]:
        """The longest unbroken row of letters through ``square`` along ``axis``, first square first.

        Empty when no letter lies there. A face-down tile ends a run, like a free square.
        """
        if square not in self.tiles:
            return ()
        start = square
        for before in self._walk(square, axis, backwards=True):
            start = before
        return (start, *self._walk(start, axis, backwards=False))

    def _walk(self, square: Square, axis: Axis, *, backwards: bool) -> Iterator[Square]:
        """The squares with letters beyond ``square``, one by one, until there is none."""
        rows, columns = axis.value
        if backwards:
            rows, columns = -rows, -columns
        row, column = square
        while True:
            row, column = row + rows, column + columns
            following = Square(row, column)
            if following not in self.tiles:
                return
            yield following


def _stranger(row: int, column: int, character: str) -> BoardFault:
    name = unicodedata.name(character, "UNNAMED CHARACTER")
    return BoardFault(
        row=row,
        column=column,
        found=f"U+{ord(character):04X} {name}",
        expected=f"a letter of the ruleset's alphabet or {EMPTY!r}",
    )
