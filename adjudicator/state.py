"""A game between two events: the board, the scores, the racks as far as known, whose turn it is.

In: nothing; these are the values. Out: `GameState` and what it holds.
Never: how one state follows another (see `referee`).
"""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, field

from adjudicator.board import Board
from adjudicator.event_refusals import EventRefusal
from adjudicator.moves import Play
from adjudicator.ruling import Ruling
from lexicon.alphabet import Word


class EndReason(enum.StrEnum):
    """Why a game is over. New values may be added."""

    #: A player has no tile left and the bag is empty.
    OUT = "OUT"
    #: Everybody passed, so many times in a row.
    ALL_PASSED = "ALL_PASSED"
    #: So many turns in a row were passed or lost.
    SCORELESS = "SCORELESS"
    #: Everybody exchanged, so many times in a row.
    ALL_EXCHANGED = "ALL_EXCHANGED"
    #: The bag is empty and everybody skipped his turn.
    NOBODY_CAN_MOVE = "NOBODY_CAN_MOVE"
    #: A score was reached, and those with a right to a turn have had it.
    TARGET_REACHED = "TARGET_REACHED"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """Why a game is over; ``out_seat`` is the player who went out, if one did."""

    reason: EndReason
    out_seat: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A rack: how many tiles it holds, and those of them that are known.

    Racks fill up by themselves after a move, so ``count`` includes tiles whose draw was not told yet.
    ``set_aside`` are exchanged tiles that the draw after them cannot bring back.
    """

    count: int
    known: tuple[str, ...] = ()
    set_aside: tuple[str, ...] = ()

    @property
    def unknown_count(self) -> int:
        """How many of the tiles are not known."""
        return self.count - len(self.known)

    @property
    def tiles(self) -> tuple[str, ...] | None:
        """The whole rack, None when a part of it is not known."""
        return self.known if len(self.known) == self.count else None

    def showing(self, letters: tuple[str, ...]) -> Hand | None:
        """The rack once ``letters`` are seen on it, None when it cannot hold them beside what is known."""
        together = Counter(self.known) | Counter(letters)
        known = tuple(together.elements())
        return None if len(known) > self.count else Hand(count=self.count, known=known, set_aside=self.set_aside)

    def drawing(self, letters: tuple[str, ...]) -> Hand | None:
        """The rack once it is told that ``letters`` were drawn, None when there is no room for them."""
        if len(letters) > self.unknown_count:
            return None
        return Hand(count=self.count, known=self.known + letters, set_aside=self.set_aside)

    def without(self, used: Counter[str], *, then_drawing: int, set_aside: tuple[str, ...] = ()) -> Hand:
        """The rack after ``used`` tiles left it and others, unknown, came; call `lacking` first."""
        kept = Counter(self.known) - used
        count = self.count - used.total() + then_drawing
        return Hand(count=count, known=tuple(kept.elements()), set_aside=set_aside)

    def lacking(self, used: Counter[str]) -> Counter[str]:
        """The tiles of ``used`` that the rack cannot hold; empty when all may be there."""
        beyond = used - Counter(self.known)
        return Counter() if beyond.total() <= self.unknown_count else beyond


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """How many turns without tiles there were in a row, by what counts as which."""

    passes: int = 0
    exchanges: int = 0
    skips: int = 0
    scoreless: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSoFar:
    """What the player on turn did in this turn already; ``recovered`` counts blanks taken from the board."""

    exchanged: bool = False
    recovered: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class ContraCount:
    """Who may make the next player miss his turn now: ``seat``, who laid the last word, None when nobody.

    ``after_word``: how often he did so since that word; ``in_row``: since anybody else made a move.
    """

    seat: int | None = None
    after_word: int = 0
    in_row: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenPlay:
    """The last play while it can still come off the board.

    ``before`` is the state it was laid on. ``faults`` are words that the judge does not admit where the players
    themselves refuse wrong words: with such faults the play must come off. ``settled`` are words that a
    challenge proved good; ``turns_lost_by`` are seats that lost a turn by it.
    """

    seat: int
    move: Play
    before: GameState
    ruling: Ruling
    faults: tuple[EventRefusal, ...] = ()
    score_written: bool = False
    settled: frozenset[Word] = frozenset()
    turns_lost_by: tuple[int, ...] = ()

    @property
    def words(self) -> tuple[Word, ...]:
        """The words it formed, each once, main word first."""
        return tuple(dict.fromkeys(formed.word for formed in self.ruling.words))


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalScores:
    """How a game came out, in points for each side.

    ``scores`` = what was played + ``gained`` − ``lost`` (tiles left on racks). ``winners`` are the sides with the
    highest score: several in a tie.
    """

    scores: tuple[int, ...]
    lost: tuple[int, ...]
    gained: tuple[int, ...]
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A game between two events.

    ``scores`` holds points for each side; a play counts from the moment it lies, and what comes off takes its
    points with it. ``hands``, ``turns_to_skip`` and ``exchange_counts`` have one entry a seat. ``on_turn`` is a
    seat, None before the draw for the start is settled and when the game is over. ``first_seat`` begins each round.
    ``start_draws`` are the seats and tiles of the draw for the start as far as this round of it has come, and
    ``start_drawing`` the seats that take part in the round.
    ``bag_count`` is None where the tiles of the game are not counted. ``turned`` are the letters of tiles turned over
    that somebody saw. ``pending_end``: the game is over unless the last play comes off. ``final`` is None while
    racks that count are not known.
    """

    board: Board
    scores: tuple[int, ...]
    hands: tuple[Hand, ...]
    bag_count: int | None
    on_turn: int | None
    first_seat: int | None
    turns_to_skip: tuple[int, ...]
    exchange_counts: tuple[int, ...]
    row: Row = field(default_factory=Row)
    turn: TurnSoFar = field(default_factory=TurnSoFar)
    start_drawing: tuple[int, ...] = ()
    start_draws: tuple[tuple[int, str], ...] = ()
    last_exchange_by: int | None = None
    contra: ContraCount = field(default_factory=ContraCount)
    turned: tuple[str, ...] = ()
    target_seat: int | None = None
    words_played: frozenset[Word] = frozenset()
    open_play: OpenPlay | None = None
    pending_end: Ending | None = None
    ended: Ending | None = None
    final: FinalScores | None = None

    def hand(self, seat: int) -> Hand:
        """The rack of ``seat``."""
        return self.hands[seat - 1]

    def with_hand(self, seat: int, hand: Hand) -> tuple[Hand, ...]:
        """All racks, with another one for ``seat``."""
        return (*self.hands[: seat - 1], hand, *self.hands[seat:])
