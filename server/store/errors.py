"""What can keep the store from storing or telling something.

In: ids, versions, places. Out: exceptions whose sentence ends with the mend.
Never: passwords; what is stored.
"""

from __future__ import annotations


class StoreError(Exception):
    """Base of everything the store refuses."""


class KeyReusedError(StoreError):
    """An idempotency key comes again with another body."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(f"idempotency key {key!r} was used for another request; choose a new key for a new request")


class VersionConflictError(StoreError):
    """A game is not at the version that an event expects."""

    def __init__(self, game_id: str, *, expected: int, actual: int) -> None:
        self.game_id, self.expected, self.actual = game_id, expected, actual
        super().__init__(f"game {game_id} is at version {actual}; expected {expected}; read the game and decide again")


class UnknownGameError(StoreError):
    """No game has this id."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(f"no game {game_id!r} is stored here; give the id that creating it returned")


class GameIdTakenError(StoreError):
    """Another game has this id."""

    def __init__(self, game_id: str) -> None:
        self.game_id = game_id
        super().__init__(f"game {game_id!r} is stored already; choose a random id for each game")


class GameEndedError(StoreError):
    """An event comes after the one that ended the game."""

    def __init__(self, game_id: str, *, version: int) -> None:
        self.game_id, self.version = game_id, version
        super().__init__(f"game {game_id} ended with version {version}; nothing follows it; start a new game")


class StoreUnavailableError(StoreError):
    """The store does not answer: a full or read-only disk, a lock held too long, no connection.

    ``where`` names the database, without its password.
    """

    def __init__(self, *, where: str, found: str, mend: str) -> None:
        self.where, self.found, self.mend = where, found, mend
        super().__init__(f"the store {where}: {found}; {mend}")


class StoreDamagedError(StoreUnavailableError):
    """The database is not one of ours, or is damaged."""


class StoreUrlError(StoreError):
    """A URL names no kind of store."""

    def __init__(self, url: str) -> None:
        super().__init__(f"found store {url!r}; expected a path, sqlite:///PATH, or postgresql://HOST/DATABASE")


class NoStoreError(StoreError):
    """There is no store where one is to be read."""

    def __init__(self, where: str) -> None:
        self.where = where
        super().__init__(f"no store at {where}; name the one that `slovosud serve --store` uses")


class ChainBrokenError(StoreError):
    """An event is not as it was stored, or is missing: it was changed behind the store's back.

    ``found`` and ``expected`` are digests, or versions where one is missing.
    """

    def __init__(self, game_id: str, *, version: int, found: str, expected: str) -> None:
        self.game_id, self.version, self.found, self.expected = game_id, version, found, expected
        super().__init__(
            f"game {game_id}, version {version}: found {found}; expected {expected}; "
            "it was changed behind the store's back: put the database back from a copy"
        )
