"""Judging stored games again: what would be answered today, or by another edition, otherwise than it was.

In: a store, a game, who judges the words. Out: each answer that would be another.
Never: a change to the store. What players were told stays told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from google.protobuf import json_format
from slovosud.adjudication.v1 import game_service_pb2 as wire

from adjudicator.event_refusals import Refused
from adjudicator.game import Game
from adjudicator.record import GameRecord
from adjudicator.record_reading import read_record
from adjudicator.referee import apply, opening
from adjudicator.request import OpenWords
from server.game_messages import outcome_message
from server.store.model import BEFORE_CREATION, GameId, Store, StoredEvent, Version

#: Fields of an answer that are an opinion on the event; the others describe the game.
_OPINIONS = ("accepted", "refusals", "ruling", "verdict", "score", "scored_seat")


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """An edition of a lexicon; an empty name is the newest."""

    lexicon_id: str
    edition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One opinion that would be another: the field of `AppendEventResponse`, what it held, what it would hold."""

    game_id: GameId
    version: Version
    field: str
    told: Any
    now: Any


def changes(
    store: Store, game_id: GameId, *, data: Path, open_words: OpenWords, by: Edition | None = None
) -> Iterator[Change]:
    """Judge every event of a game in the state in which it happened, and yield what would be answered otherwise.

    By the edition that the game pinned; or, where that is of the same lexicon, ``by`` another, for each event as if
    all before it had gone as they went. Ends at an event that the rules of today do not let happen.
    Raises what reading the game raises: `UnknownGameError`, `ChainBrokenError`, `UnknownIdError`, `RequestError`.
    """
    creation, *events = store.events(game_id, BEFORE_CREATION)
    record = _record(creation, events, data=data, open_words=open_words)
    judging = _judged_by(record, by, open_words)
    state = opening(record.game, first_seat=record.first_seat)
    for stored, recorded in zip(events, record.events, strict=True):
        told = wire.AppendEventResponse.FromString(stored.answer)
        went = apply(record.game, state, recorded.event)
        now = went if isinstance(went, Refused) else apply(judging, state, recorded.event)
        yield from _changed(stored, told, outcome_message(now, wire.Game()))
        if isinstance(went, Refused):
            return
        state = went.state


def _record(creation: StoredEvent, events: list[StoredEvent], *, data: Path, open_words: OpenWords) -> GameRecord:
    """Return the record of a game, as its stored events tell it."""
    description = json.loads(creation.event)
    whole = {**description["record"], "events": [json.loads(event.event) for event in events]}
    record = read_record(json.dumps(whole).encode(), data=data, open_words=open_words)
    return replace(record, first_seat=None) if description["start_drawn"] else record


def _judged_by(record: GameRecord, by: Edition | None, open_words: OpenWords) -> Game:
    named = record.word_source.get("lexicon")
    if by is None or not isinstance(named, dict) or named.get("id") != by.lexicon_id:
        return record.game
    return replace(record.game, words=open_words(by.lexicon_id, by.edition))


def _changed(stored: StoredEvent, told: wire.AppendEventResponse, now: wire.AppendEventResponse) -> Iterator[Change]:
    before, after = _values(told), _values(now)
    for field in _OPINIONS:
        if before.get(field) != after.get(field):
            yield Change(
                game_id=stored.game_id,
                version=stored.version,
                field=field,
                told=before.get(field),
                now=after.get(field),
            )


def _values(answer: wire.AppendEventResponse) -> dict[str, Any]:
    values = json_format.MessageToDict(
        answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )
    return {name: value for name, value in values.items() if name in _OPINIONS}
