"""What happens in a game, one value an event: the alphabet of game records.

In: nothing; these are the values. Out: `Event`, a union to `match` on. Seats are counted from 1; tiles off the
board are letters, a blank is `adjudicator.moves.BLANK`.
Never: whether an event may happen (see `referee`).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.moves import Move, Swap
from lexicon.alphabet import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class StartDraw:
    """A player draws the tile that decides who begins (text 003, Rozpoczęcie gry); it goes back."""

    seat: int
    tile: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Draw:
    """Tiles drawn from the bag become known: their ``letters``, or only how many.

    Racks are filled up by themselves after each move; this event tells with what.
    """

    seat: int
    count: int
    letters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RackShown:
    """What stands on a rack becomes known, wholly or in part."""

    seat: int
    letters: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveMade:
    """A player makes a move.

    ``rack`` is what is known of his rack before it, or None. ``turned`` is the letter of a tile turned over, where
    somebody saw it.
    """

    seat: int
    move: Move
    rack: tuple[str, ...] | None = None
    turned: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BlanksRecovered:
    """Own tiles put in the place of lying blanks, before a move and apart from it (text 000, Варианты)."""

    seat: int
    swaps: tuple[Swap, ...]
    rack: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreWritten:
    """The score of the last play is written down for ``seat``, the player who laid it."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayChallenged:
    """``seat`` questions words of the last play, or all of them (``words`` is None).

    ``play_stands`` is what was found at the table; None leaves it to the judge of words.
    """

    seat: int
    words: tuple[Word, ...] | None = None
    play_stands: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayRefused:
    """``seat`` and the others do not accept the last play (text 001: ПОЛКАН)."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayWithdrawn:
    """``seat`` takes his last play back himself, before anybody has proved it wrong."""

    seat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndRack:
    """The tiles left on the rack of ``seat`` when the game has ended.

    They are counted off his score, or, with ``credited_to``, for that player (two lines of one score sheet).
    """

    seat: int
    letters: tuple[str, ...]
    credited_to: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Points that an arbiter takes off, for time or conduct. No rule text has one; it is taken as it stands."""

    seat: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The end is recorded: after it the last play cannot be questioned."""


Event = (
    StartDraw
    | Draw
    | RackShown
    | MoveMade
    | BlanksRecovered
    | ScoreWritten
    | PlayChallenged
    | PlayRefused
    | PlayWithdrawn
    | EndRack
    | Penalty
    | GameEnded
)
