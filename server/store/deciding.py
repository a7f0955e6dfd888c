"""What becomes of a change: answered again, refused, or the event to store.

In: the change, and what the database holds about its key and its game. Out: an answer, an event, or an error.
Never: a database; both kinds of store decide by this file.
"""

from __future__ import annotations

from dataclasses import dataclass

from server.store import chain
from server.store.errors import GameEndedError, KeyReusedError, UnknownGameError, VersionConflictError
from server.store.model import Answered, Digest, Key, NewEvent, StoredEvent, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class Used:
    """What a key was used for."""

    body_digest: Digest
    answer: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """The last event of a game."""

    version: Version
    digest: Digest
    ended: bool


def answer_again(key: Key, body: bytes, used: Used | None) -> Answered | None:
    """Return the answer of a key that was used, nothing for a new one. Raises `KeyReusedError`."""
    if used is None:
        return None
    if used.body_digest != chain.digest_of(body):
        raise KeyReusedError(key.text)
    return Answered(answer=used.answer, again=True)


def next_event(event: NewEvent, head: Head | None) -> StoredEvent:
    """Return the event to store. Raises `UnknownGameError`, `VersionConflictError`, `GameEndedError`."""
    if head is None:
        raise UnknownGameError(event.game_id)
    if head.version != event.expected_version:
        raise VersionConflictError(event.game_id, expected=event.expected_version, actual=head.version)
    if head.ended:
        raise GameEndedError(event.game_id, version=head.version)
    return chain.following(event, head.digest)
