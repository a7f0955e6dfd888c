"""Events as JSON-like values: what `event_reading` reads.

In: `RecordedEvent`. Out: an object of texts, numbers, flags, lists and objects only.
Never: anything the event does not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.answer import Json
from adjudicator.board import Square
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
from adjudicator.moves import Contra, Exchange, Move, Pass, Placement, Swap, WordMove
from adjudicator.record import RecordedEvent


def recorded_as_dict(recorded: RecordedEvent) -> dict[str, Json]:
    """The event with the points and the note written beside it."""
    entry = event_as_dict(recorded.event)
    for key, number in (("score", recorded.score), ("total", recorded.total)):
        if number is not None:
            entry[key] = number
    if recorded.note:
        entry["note"] = recorded.note
    return entry


def event_as_dict(event: Event) -> dict[str, Json]:
    """The event alone."""
    if isinstance(event, GameEnded):
        return {"type": "end"}
    kind, fields = _kind_and_fields(event)
    return {"type": kind, "seat": event.seat, **{key: value for key, value in fields.items() if value is not None}}


def _kind_and_fields(event: Event) -> tuple[str, dict[str, Json]]:  # noqa: PLR0911, C901 -- one line a kind of event
    """The type of an event and its fields beside the seat; None for a field that is left out."""
    match event:
        case StartDraw():
            return "start_draw", {"tile": event.tile}
        case Draw():
            return "draw", {"letters": list(event.letters)} if event.letters else {"count": event.count}
        case RackShown():
            return "rack", {"letters": list(event.letters)}
        case MoveMade():
            return "move", {"rack": _listed(event.rack), "move": move_as_dict(event.move), "turned": event.turned}
        case BlanksRecovered():
            return "recovery", {"rack": _listed(event.rack), "swaps": [_swap(swap) for swap in event.swaps]}
        case PlayChallenged():
            what: dict[str, Json] = {"all": True} if event.words is None else {"words": list(event.words)}
            return "challenge", {**what, "play_stands": event.play_stands}
        case EndRack():
            return "end_rack", {"letters": list(event.letters), "credited_to": event.credited_to}
        case Penalty():
            return "penalty", {"points": event.points}
        case ScoreWritten():
            return "score_written", {}
        case PlayRefused():
            return "refuse", {}
        case PlayWithdrawn():
            return "withdraw", {}
        case GameEnded():
            return "end", {}


def move_as_dict(move: Move) -> dict[str, Json]:
    """The move as a request holds it."""
    match move:
        case Placement():
            tiles: list[Json] = [
                {**_square(one.square), "letter": one.letter, **({"blank": True} if one.blank else {})}
                for one in move.tiles
            ]
            swaps: dict[str, Json] = {"swaps": [_swap(swap) for swap in move.swaps]} if move.swaps else {}
            return {"tiles": tiles, **swaps}
        case WordMove():
            word: dict[str, Json] = {"word": move.word, "start": _square(move.start)}
            # A shape that is neither across nor down is read from any other word.
            word["direction"] = move.axis.name if move.axis else "NEITHER"
            return word | ({"face_down": _square(move.face_down)} if move.face_down else {})
        case Contra():
            return {"contra": _square(move.square)}
        case Exchange():
            return {"exchange": {"letters": list(move.letters)} if move.letters else {"count": move.count}}
        case Pass():
            return {"pass": True}


def _listed(letters: Sequence[str] | None) -> Json:
    return None if letters is None else list(letters)


def _swap(swap: Swap) -> Json:
    return {**_square(swap.square), "letter": swap.letter}


def _square(square: Square) -> dict[str, Json]:
    return {"row": square.row, "column": square.column}
