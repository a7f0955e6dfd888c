"""Why an event cannot happen: reasons as values, with a sentence each.

In: nothing; these are the values. Out: `EventRefusal`, and short ways to make one.
Never: exceptions; an event that cannot happen is an answer.
"""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.board import Square
from adjudicator.moves import BLANK
from adjudicator.ruling import Violation, ViolationCode
from lexicon.alphabet import Word


class EventCode(enum.StrEnum):
    """Reasons beside those of `ViolationCode`. New values may be added."""

    #: The game has no such seat.
    UNKNOWN_SEAT = "UNKNOWN_SEAT"
    #: The draw for the start is not finished.
    START_NOT_SETTLED = "START_NOT_SETTLED"
    #: The draw for the start is over, or there is none.
    START_SETTLED = "START_SETTLED"
    #: More tiles on the board and the racks than the set has.
    TILE_NOT_IN_SET = "TILE_NOT_IN_SET"
    #: The rack cannot be what the event says: it holds other tiles, or fewer.
    RACK_IMPOSSIBLE = "RACK_IMPOSSIBLE"
    #: No blank is taken apart from a move here, or no exchange may follow it.
    RECOVERY_NOT_ALLOWED = "RECOVERY_NOT_ALLOWED"
    #: The word was laid before, and this game forbids that.
    WORD_REPEATED = "WORD_REPEATED"
    #: There is no play that could be questioned or taken back.
    NO_OPEN_PLAY = "NO_OPEN_PLAY"
    #: The play did not form the challenged word.
    WORD_NOT_FORMED = "WORD_NOT_FORMED"
    #: A challenge of the same words has been decided.
    ALREADY_SETTLED = "ALREADY_SETTLED"
    #: There is nobody to say what is a word.
    NOBODY_JUDGES = "NOBODY_JUDGES"
    #: The game has no challenge.
    VOID = "VOID"
    #: Nobody questions his own play, or that of his own side.
    OWN_PLAY = "OWN_PLAY"
    #: Only the player whose turn is next may challenge.
    NOT_NEXT_PLAYER = "NOT_NEXT_PLAYER"
    #: Plays are challenged in this game, not refused.
    NOT_BY_CONSENSUS = "NOT_BY_CONSENSUS"
    #: Only the player who laid the play takes it back or has its score written.
    NOT_YOUR_PLAY = "NOT_YOUR_PLAY"
    #: The rules have not ended the game.
    NOT_OVER = "NOT_OVER"
    #: No contra may be laid now: it follows an own word, so many to a word.
    CONTRA_NOT_ALLOWED = "CONTRA_NOT_ALLOWED"
    #: The ruleset has no move of this kind.
    NO_SUCH_MOVE = "NO_SUCH_MOVE"


@dataclass(frozen=True, slots=True, kw_only=True)
class EventRefusal:
    """One reason why an event cannot happen; ``message`` says what is wrong and how to mend it."""

    code: ViolationCode | EventCode
    message: str
    squares: tuple[Square, ...] = ()
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """An event that cannot happen: it changes nothing. All reasons at once."""

    refusals: tuple[EventRefusal, ...]


def refused(code: ViolationCode | EventCode, message: str) -> Refused:
    """Refuse an event for one reason."""
    return Refused(refusals=(EventRefusal(code=code, message=message),))


def refused_by_ruling(violations: Iterable[Violation]) -> Refused:
    """Refuse a move for everything its ruling finds."""
    return Refused(
        refusals=tuple(
            EventRefusal(code=one.code, message=one.message, squares=one.squares, words=one.words) for one in violations
        )
    )


def tiles_in_words(tiles: Counter[str]) -> str:
    """Tiles for a message: ``А, А, a blank``."""
    return ", ".join("a blank" if tile == BLANK else tile for tile in tiles.elements())
