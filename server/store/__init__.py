"""Games kept for good: append-only, versioned, one answer for each idempotency key.

In: ids and bytes. Out: the same, once they are on disk.
Never: a rule of any game, gRPC, protocol buffers.
"""

from server.store.errors import (
    ChainBrokenError,
    GameEndedError,
    GameIdTakenError,
    KeyReusedError,
    NoStoreError,
    StoreDamagedError,
    StoreError,
    StoreUnavailableError,
    StoreUrlError,
    UnknownGameError,
    VersionConflictError,
)
from server.store.model import (
    BEFORE_CREATION,
    CREATED,
    Answered,
    Digest,
    GameId,
    Key,
    NewEvent,
    NewGame,
    Store,
    StoredEvent,
    StoredGame,
    VerifiedGame,
    Version,
)
from server.store.opening import STORE_VARIABLE, default_store, open_store

__all__ = [
    "BEFORE_CREATION",
    "CREATED",
    "STORE_VARIABLE",
    "Answered",
    "ChainBrokenError",
    "Digest",
    "GameEndedError",
    "GameId",
    "GameIdTakenError",
    "Key",
    "KeyReusedError",
    "NewEvent",
    "NewGame",
    "NoStoreError",
    "Store",
    "StoreDamagedError",
    "StoreError",
    "StoreUnavailableError",
    "StoreUrlError",
    "StoredEvent",
    "StoredGame",
    "UnknownGameError",
    "VerifiedGame",
    "Version",
    "VersionConflictError",
    "default_store",
    "open_store",
]
