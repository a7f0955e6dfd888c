"""Events of a game in a line of English each.

In: an event and what it came to. Out: a line, not made safe for a terminal yet.
Never: whether it is right.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Axis, Square
from adjudicator.event_refusals import Refused
from adjudicator.events import (
    BlanksRecovered,
    Draw,
    EndRack,
    Event,
    GameEnded,
    MoveMade,
    Penalty,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
    ScoreWritten,
    StartDraw,
)
from adjudicator.moves import Contra, Exchange, Move, Pass, Placement, WordMove
from adjudicator.seating import Seating
from adjudicator.step import Step


def event_in_words(event: Event, outcome: Step | Refused, seating: Seating) -> str:
    """Tell ``event``: who did what."""
    if isinstance(event, GameEnded):
        return "the end is recorded"
    return f"{seating.name(event.seat)} {_done(event, outcome, seating)}"


def _done(event: Event, outcome: Step | Refused, seating: Seating) -> str:
    match event:
        case MoveMade():
            return _move(event.move, outcome)
        case PlayChallenged() | PlayRefused() | PlayWithdrawn() | ScoreWritten():
            return _question(event, outcome)
        case BlanksRecovered():
            return "takes blanks from " + ", ".join(_place(swap.square) for swap in event.swaps)
        case EndRack():
            whose = f", counted for {seating.name(event.credited_to)}" if event.credited_to else ""
            return f"is left with {_tiles(event.letters)}{whose}"
        case Penalty():
            return f"is fined {event.points} points"
    return _tiles_told(event)


def _tiles_told(event: Event) -> str:
    match event:
        case StartDraw():
            return f"draws {event.tile} for the start"
        case Draw():
            return f"draws {_tiles(event.letters) if event.letters else f'{event.count} tiles'}"
        case RackShown():
            return f"holds {_tiles(event.letters)}"
    return ""


def _question(event: PlayChallenged | PlayRefused | PlayWithdrawn | ScoreWritten, outcome: Step | Refused) -> str:
    match event:
        case PlayChallenged():
            words = "every word" if event.words is None else ", ".join(event.words)
            verdict = outcome.verdict if isinstance(outcome, Step) else None
            result = "" if verdict is None else ": the play stands" if verdict.play_stands else ": the play comes off"
            return f"challenges {words}{result}"
        case PlayRefused():
            return "refuses the play, which comes off"
        case PlayWithdrawn():
            return "takes the play back"
        case ScoreWritten():
            return "has the score written down"


def _move(move: Move, outcome: Step | Refused) -> str:
    match move:
        case Placement():
            ruling = outcome.ruling if isinstance(outcome, Step) else None
            if ruling and ruling.words:
                main = ruling.words[0]
                lost = "" if ruling.legal else ", which is refused"
                return f"lays {_place(main.start, main.axis)} {', '.join(word.word for word in ruling.words)}{lost}"
            return "lays " + ", ".join(f"{placed.tile.symbol} on {_place(placed.square)}" for placed in move.tiles)
        case WordMove():
            return f"lays {_place(move.start, move.axis or Axis.ACROSS)} {move.word}"
        case Contra():
            return f"turns a tile over on {_place(move.square)}: the next player misses a turn"
        case Exchange():
            return f"exchanges {_tiles(move.letters) if move.letters else f'{move.count} tiles'}"
        case Pass():
            return "passes"


def _tiles(letters: Sequence[str]) -> str:
    return "".join(letters) or "no tile"


def _place(square: Square, axis: Axis = Axis.ACROSS) -> str:
    """A square as score sheets name it: the number first for across, the letter first for down."""
    row, column = (
        str(square.row + 1),
        chr(ord("A") + square.column) if 0 <= square.column < 26 else f"[{square.column}]",
    )
    return row + column if axis is Axis.ACROSS else column + row
