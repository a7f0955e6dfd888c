"""Games, events and outcomes as messages of `GameService`, and back.

In: what the keeper holds, who looks. Out: messages without what that seat may not see.
Never: storing, rules.

An event of the wire and one of a record differ in form only: the wire nests what a record keeps beside ``type``.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from slovosud.adjudication.v1 import game_service_pb2 as wire

from adjudicator.event_reading import read_event
from adjudicator.event_refusals import Refused
from adjudicator.event_writing import recorded_as_dict
from adjudicator.fields import Faults
from adjudicator.game_answer import outcome_as_dict, state_as_dict
from adjudicator.record import GameRecord
from adjudicator.step import Step
from lexicon.compiled import Lexicon
from server.convert import judging_edition_of, message_of, values_of
from server.games.kept import KeptGame, Outline
from server.games.sight import Sight

#: What may stand beside any event.
_BESIDE = ("seat", "score", "total", "note")
#: Kinds of event whose letters may be none at all.
_LETTERED = ("rack", "end_rack")


def event_values(event: wire.Event) -> dict[str, Any]:
    """Return an event as a record has it (docs/game-record.md). Its kind must be filled in."""
    kind, values = str(event.WhichOneof("kind")), values_of(event)
    inner = values.pop(kind, {})
    letters: dict[str, Any] = {"letters": []} if kind in _LETTERED else {}
    return {"type": kind, **letters, **inner, **values}


def event_message(game: KeptGame, *, seat: int) -> wire.Event:
    """Return the last event of a game, as far as ``seat`` may see it."""
    sight = Sight.of(game.record.game, game.state, seat)
    values = sight.event(recorded_as_dict(game.events[-1]))
    kind = values.pop("type")
    beside = {name: values.pop(name) for name in _BESIDE if name in values}
    return message_of(wire.Event, {kind: values, **beside})


def game_message(game: KeptGame, *, lexicon: Lexicon | None, seat: int) -> wire.Game:
    """Return a game as far as ``seat`` may see it."""
    state = state_as_dict(game.state)
    message = message_of(
        wire.Game,
        {
            "id": game.id,
            "version": game.version,
            "ruleset_id": game.record.game.ruleset.id,
            "settings": dict(game.record.settings),
            "seats": _seats(game, seat),
            "board": state["rows"],
            "title": game.record.title,
            **_renamed(state),
        },
    )
    if lexicon is not None:
        message.lexicon.CopyFrom(judging_edition_of(lexicon))
    return message


def faulty_game_message(game: Outline, *, reason: str, message: str) -> wire.Game:
    """Return what is known of a game that cannot be told, and why. ``reason`` is one of `ErrorReason`, unprefixed."""
    told = wire.Game(
        id=game.id,
        version=game.version,
        ruleset_id=game.ruleset_id,
        title=game.title,
        fault=wire.GameFault(reason=f"ERROR_REASON_{reason}", message=message),
    )
    if game.lexicon.lexicon_id:
        told.lexicon.id, told.lexicon.edition = game.lexicon.lexicon_id, game.lexicon.edition
    return told


def _renamed(state: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of a state that a message has too, without those that say nothing."""
    same = ("bag_count", "on_turn", "play_open", "pending_end", "ended", "passes_in_a_row", "exchanges_in_a_row")
    told = {name: state[name] for name in same if state.get(name) is not None}
    return told | ({"final_scores": state["final"]} if "final" in state else {})


def _seats(game: KeptGame, looking: int) -> list[dict[str, Any]]:
    seating, state = game.record.game.seating, game.state
    sight = Sight.of(game.record.game, state, looking)
    return [
        {
            "player": {
                "name": player.name,
                "short_name": player.short,
                # A side of one's own needs no number.
                "side": player.side if seating.side_count < seating.seat_count else 0,
            },
            "score": state.scores[player.side - 1],
            "rack": list(state.hand(seat).known) if sight.sees_rack_of(seat) else [],
            "rack_count": state.hand(seat).count,
            "turns_to_skip": state.turns_to_skip[seat - 1],
        }
        for seat, player in zip(seating.seats, seating.players, strict=True)
    ]


def outcome_message(outcome: Step | Refused, game: wire.Game) -> wire.AppendEventResponse:
    """Return what an event came to, with the game after it."""
    values = outcome_as_dict(outcome)
    values.pop("state", None)
    answer = message_of(wire.AppendEventResponse, values)
    answer.game.CopyFrom(game)
    return answer


def seen_record(game: KeptGame, *, seat: int) -> GameRecord:
    """Return the record of a game without what ``seat`` may not see."""
    record, sight = game.whole_record(), Sight.of(game.record.game, game.state, seat)
    if sight.sees_all:
        return record
    faults = Faults()
    events = [
        read_event(
            sight.event(recorded_as_dict(recorded)),
            "event",
            ruleset=record.game.ruleset,
            seat_count=record.game.seating.seat_count,
            faults=faults,
        )
        for recorded in record.events
    ]
    return replace(record, events=tuple(faults.settled(event) for event in events))
