"""What the store keeps: games, their events, and the answers that were given for them.

In: ids and bytes. Out: the same, with versions and digests.
Never: what the bytes mean; a rule of any game; the wire.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NewType, Protocol

from server.store.errors import ChainBrokenError, StoreUnavailableError

#: The id of a game, chosen by who creates it; no two games share one.
GameId = NewType("GameId", str)

#: How many events a game holds. The first event makes version 1; version 0 is the game as it was created.
Version = NewType("Version", int)

#: SHA-256, 64 lower-case hexadecimal digits.
Digest = NewType("Digest", str)

CREATED = Version(0)
#: Asked for what comes after this, `Store.events` starts with the creation itself, as version 0.
BEFORE_CREATION = Version(-1)

#: Characters of a caller, of a key, and of a game id. An index of PostgreSQL takes rows of 2,700 bytes.
LONGEST_TEXT = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """An idempotency key in the scope of the caller who chose it.

    Two callers may choose the same text. Raises `ValueError` for a text that cannot be stored: check it before.
    """

    caller: str
    text: str

    def __post_init__(self) -> None:
        storable("caller", self.caller)
        storable("key", self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGame:
    """A game to create.

    ``body`` is what the caller sent, method included, in one spelling: a key that comes again with another body is
    refused. Protocol buffers with maps have one spelling only when serialized deterministically. It is not kept, only
    its digest. ``description`` is what the game is played with; ``answer`` is what every call with this key is told.
    """

    id: GameId
    key: Key
    body: bytes
    description: bytes
    answer: bytes

    def __post_init__(self) -> None:
        storable("game id", self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class NewEvent:
    """An event to append to a game that is at ``expected_version``. ``ends``: nothing may follow it."""

    game_id: GameId
    expected_version: Version
    key: Key
    body: bytes
    event: bytes
    answer: bytes
    ends: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredGame:
    """A game as it stands. ``number`` counts games in the order in which they were created, from 1, with gaps.

    ``digest`` is that of its last event: whoever keeps it can prove later that nothing before it was changed.
    """

    id: GameId
    number: int
    description: bytes
    version: Version
    ended: bool
    digest: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """One event as it is kept; as version 0, the creation of the game, whose ``event`` is the description.

    ``stored_at`` is ISO 8601 in UTC, by the clock of the process that stored it. ``digest`` covers every other
    field, ``previous`` among them: the digest of the version before (see `chain`).
    """

    game_id: GameId
    version: Version
    key: Key
    body_digest: Digest
    event: bytes
    answer: bytes
    ends: bool
    stored_at: str
    previous: Digest
    digest: Digest


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """An answer that is stored. ``again``: the key had been used before, with the same body; nothing new was stored."""

    answer: bytes
    again: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class VerifiedGame:
    """What came of walking a game's chain: its last version and digest, and the first fault when there is one."""

    game_id: GameId
    version: Version
    digest: Digest
    fault: ChainBrokenError | None = None


class Store(Protocol):
    """Keeps games for good: what is stored is never changed, and a key never expires.

    Any thread may call it; several processes may open one store, each for itself (after a fork, not before).
    Every method raises `StoreUnavailableError` when the store does not answer. A change is stored, on disk, when its
    method returns; when it raises, nothing of it is stored, or, when the store was lost at the very end, all of it:
    the same call again tells which.
    """

    def create(self, game: NewGame) -> Answered:
        """Store a new game. Raises `KeyReusedError`, `GameIdTakenError`."""

    def append(self, event: NewEvent) -> Answered:
        """Store the next event of a game.

        A key that is known is answered first, whatever has become of the game. Raises `KeyReusedError`, then
        `UnknownGameError`, then `VersionConflictError`, then `GameEndedError`.
        """

    def answered(self, key: Key, body: bytes) -> Answered | None:
        """Return the answer a key was given, if it was used. Raises `KeyReusedError`."""

    def game(self, game_id: GameId) -> StoredGame:
        """Return a game as it stands. Raises `UnknownGameError`."""

    def games(self, *, before_number: int | None, limit: int) -> tuple[StoredGame, ...]:
        """Return up to ``limit`` games, newest first, of those with a smaller number than ``before_number``."""

    def events(self, game_id: GameId, after: Version = CREATED) -> Iterator[StoredEvent]:
        """Return the events after a version, in order, as far as they are stored when they are read.

        Holds nothing open between events, so that its reader may take its time. Raises `UnknownGameError` at
        once, and `ChainBrokenError` in the place of an event that is not as it was stored.
        """

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes, made when the name is first asked for: the same in every process, for good."""

    def verify(self) -> Iterator[VerifiedGame]:
        """Walk the chain of every game, newest first. Raises `StoreDamagedError` when the database itself is."""

    def fault(self) -> StoreUnavailableError | None:
        """Return what keeps the store from taking a change right now, or nothing when it would take one."""

    def close(self) -> None:
        """Let go of the database. Nothing may be called afterwards."""


def storable(what: str, text: str) -> None:
    """Raise `ValueError` for a text that not every database keeps as it is."""
    if not 0 < len(text) <= LONGEST_TEXT:
        raise ValueError(f"{what}: found {len(text)} characters; expected 1 to {LONGEST_TEXT}")
    if "\0" in text or any("\ud800" <= character <= "\udfff" for character in text):
        raise ValueError(f"{what}: found {text!r}; expected text without U+0000 and without lone surrogates")
