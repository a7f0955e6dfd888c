"""Rows of the tables, the same in every kind of database.

In: events. Out: rows; and back.
Never: SQL.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from server.store.model import Digest, GameId, Key, StoredEvent, StoredGame, Version

#: Columns of an event, in the order of its rows.
EVENT_COLUMNS = "game_id, version, caller, key, body_digest, event, answer, ends, stored_at, previous, digest"

Row = tuple[str, int, str, str, str, bytes, bytes, bool, str, str, str]


def row_of(event: StoredEvent) -> Row:
    """Return the row of an event."""
    return (
        event.game_id,
        event.version,
        event.key.caller,
        event.key.text,
        event.body_digest,
        event.event,
        event.answer,
        event.ends,
        event.stored_at,
        event.previous,
        event.digest,
    )


def event_of(row: Sequence[Any]) -> StoredEvent:
    """Return the event of a row."""
    game_id, version, caller, key, body_digest, event, answer, ends, stored_at, previous, digest = row
    return StoredEvent(
        game_id=GameId(game_id),
        version=Version(version),
        key=Key(caller=caller, text=key),
        body_digest=Digest(body_digest),
        event=event,
        answer=answer,
        ends=bool(ends),
        stored_at=stored_at,
        previous=Digest(previous),
        digest=Digest(digest),
    )


def game_of(row: Sequence[Any]) -> StoredGame:
    """Return the game of a row: id, number, description, version, ended, digest."""
    game_id, number, description, version, ended, digest = row
    return StoredGame(
        id=GameId(game_id),
        number=number,
        description=description,
        version=Version(version),
        ended=bool(ended),
        digest=Digest(digest),
    )
