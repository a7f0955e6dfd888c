"""The chain of digests that shows whether a stored event was changed afterwards.

In: what is to be stored, or was. Out: its digest, or the fault.
Never: a database.

A digest is the SHA-256 of these fields, each preceded by its length in bytes as eight bytes, big-endian:

    slovosud event 1   the name of this form
    previous           the digest of the version before; 64 zeros for version 0
    game id
    version            in decimal digits
    caller
    key
    body digest        SHA-256 of what the caller sent, in hexadecimal digits
    event digest       SHA-256 of the event; for version 0, of the description of the game
    answer digest      SHA-256 of the answer
    ends               0 or 1
    stored at          ISO 8601, UTC

Texts are UTF-8. Events and answers are in it by their digests, so that the chain can be checked by who may not see
them: answers hold tokens. A change to any stored byte, an event taken out or put in breaks the chain from there on.
That the last events were taken away, the chain alone cannot show; who has kept the digest of a later version can.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import UTC, datetime

from server.store.errors import ChainBrokenError
from server.store.model import CREATED, Digest, GameId, NewEvent, NewGame, StoredEvent, Version

FORM = b"slovosud event 1"
NO_PREVIOUS = Digest("0" * 64)


def digest_of(content: bytes) -> Digest:
    """Return the SHA-256 of some bytes."""
    return Digest(hashlib.sha256(content).hexdigest())


def digest_of_event(event: StoredEvent) -> Digest:
    """Return the digest that ``event`` must have."""
    fields = (
        FORM,
        event.previous.encode(),
        event.game_id.encode(),
        str(event.version).encode(),
        event.key.caller.encode(),
        event.key.text.encode(),
        event.body_digest.encode(),
        digest_of(event.event).encode(),
        digest_of(event.answer).encode(),
        b"1" if event.ends else b"0",
        event.stored_at.encode(),
    )
    digest = hashlib.sha256()
    for field in fields:
        digest.update(len(field).to_bytes(8, "big") + field)
    return Digest(digest.hexdigest())


def first(game: NewGame) -> StoredEvent:
    """Return the creation of a game as version 0 of its chain."""
    return _sealed(
        StoredEvent(
            game_id=game.id,
            version=CREATED,
            key=game.key,
            body_digest=digest_of(game.body),
            event=game.description,
            answer=game.answer,
            ends=False,
            stored_at=_now(),
            previous=NO_PREVIOUS,
            digest=NO_PREVIOUS,
        )
    )


def following(event: NewEvent, previous: Digest) -> StoredEvent:
    """Return an event as the next one of its chain."""
    return _sealed(
        StoredEvent(
            game_id=event.game_id,
            version=Version(event.expected_version + 1),
            key=event.key,
            body_digest=digest_of(event.body),
            event=event.event,
            answer=event.answer,
            ends=event.ends,
            stored_at=_now(),
            previous=previous,
            digest=NO_PREVIOUS,
        )
    )


def checked(events: Iterable[StoredEvent], *, after: StoredEvent | None) -> Iterator[StoredEvent]:
    """Pass the events of one game on as long as each follows the one before. Raises `ChainBrokenError`.

    ``after`` is the event before them; without one, they must start with the creation.
    """
    before = after
    for event in events:
        expected = Version(before.version + 1) if before else CREATED
        previous = before.digest if before else NO_PREVIOUS
        if event.version != expected:
            raise missing(event.game_id, version=expected, found=f"version {event.version} in its place")
        if event.previous != previous:
            raise ChainBrokenError(
                event.game_id, version=event.version, found=f"previous {event.previous}", expected=previous
            )
        digest = digest_of_event(event)
        if event.digest != digest:
            raise ChainBrokenError(
                event.game_id, version=event.version, found=f"digest {event.digest}", expected=digest
            )
        yield event
        before = event


def missing(game_id: GameId, *, version: Version, found: str = "nothing") -> ChainBrokenError:
    """Say that a version is not there."""
    return ChainBrokenError(game_id, version=version, found=found, expected=f"version {version}")


def _sealed(event: StoredEvent) -> StoredEvent:
    return replace(event, digest=digest_of_event(event))


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds")
