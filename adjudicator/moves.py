"""What a player may do on a turn.

In: nothing; these are the values. Out: `Move`, a union to `match` on.
Never: whether the move is legal (see `adjudicate`).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.board import Axis, Square, Tile

#: How racks and lists of exchanged tiles show a blank, which has no letter yet.
BLANK = "?"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedTile:
    """A tile laid now. ``letter`` is in comparison form; a stranger to the alphabet is a violation."""

    square: Square
    letter: str
    blank: bool = False

    @property
    def tile(self) -> Tile:
        """The tile as it lies."""
        return Tile(letter=self.letter, blank=self.blank)

    @property
    def from_rack(self) -> str:
        """The tile as the rack showed it."""
        return BLANK if self.blank else self.letter


@dataclass(frozen=True, slots=True, kw_only=True)
class Swap:
    """An own tile put in place of the blank that lies on ``square`` and stands for the same letter."""

    square: Square
    letter: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Placement:
    """Tiles laid on free squares, in any order, after the swaps: a set, never "word, start, direction"."""

    tiles: tuple[PlacedTile, ...]
    swaps: tuple[Swap, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class WordMove:
    """One word laid from ``start`` along ``axis``, and the square of the tile turned over behind it, if any.

    ``word`` is the whole word, letters that lie already included; letters are in comparison form, and a
    stranger to the alphabet is a violation. ``axis`` is None for a shape that is neither across nor down.
    """

    word: str
    start: Square
    axis: Axis | None
    face_down: Square | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Contra:
    """A tile turned over on a corner between two words, after a word: the opponent misses a turn."""

    square: Square


@dataclass(frozen=True, slots=True, kw_only=True)
class Exchange:
    """``count`` own tiles changed for tiles of the bag.

    ``letters`` names them, a blank as `BLANK`; empty when the caller tells only how many.
    """

    count: int
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pass:
    """The turn goes on, nothing else happens."""


Move = Placement | WordMove | Contra | Exchange | Pass

#: Moves that form words, and so can be challenged.
Play = Placement | WordMove
