"""The store in PostgreSQL, for several servers that share their games.

In: changes. Out: answers, once they are committed.
Never: locks that outlive a statement: of two that race, the constraints of the tables choose.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from typing import Self

from server.store import chain
from server.store.deciding import Head, Used, answer_again, next_event
from server.store.errors import GameIdTakenError, StoreDamagedError, StoreUnavailableError, UnknownGameError
from server.store.model import (
    CREATED,
    Answered,
    Digest,
    GameId,
    Key,
    NewEvent,
    NewGame,
    StoredEvent,
    StoredGame,
    VerifiedGame,
    Version,
)
from server.store.postgresql_database import Connection, Database
from server.store.rows import EVENT_COLUMNS, event_of, game_of, row_of
from server.store.walking import read_events, walk

_USED = b"SELECT body_digest, answer FROM slovosud.events WHERE caller = %s AND key = %s"
_HEAD = b"SELECT version, digest, ends FROM slovosud.events WHERE game_id = %s ORDER BY version DESC LIMIT 1"
_VALUES = "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)"
_EVENT = f"INSERT INTO slovosud.events ({EVENT_COLUMNS}) {_VALUES}".encode()
#: One statement, so that there is no game without its creation.
_GAME = b"WITH game AS (INSERT INTO slovosud.games (id) VALUES (%s)) " + _EVENT
_EVENTS = (
    f"SELECT {EVENT_COLUMNS} FROM slovosud.events "  # noqa: S608
    "WHERE game_id = %s AND version >= %s ORDER BY version LIMIT %s"
).encode()
_GAMES = b"""
    SELECT game.id, game.number, created.event, head.version, head.ends, head.digest
    FROM slovosud.games AS game
    JOIN slovosud.events AS created ON created.game_id = game.id AND created.version = 0
    JOIN LATERAL (
        SELECT version, ends, digest FROM slovosud.events WHERE game_id = game.id ORDER BY version DESC LIMIT 1
    ) AS head ON TRUE """
_IS_GAME = b"SELECT 1 FROM slovosud.games WHERE id = %s"
_IDS = b"SELECT number, id FROM slovosud.games WHERE number < %s ORDER BY number DESC LIMIT %s"
_SECRET = b"SELECT value FROM slovosud.secrets WHERE name = %s"
_NEW_SECRET = b"INSERT INTO slovosud.secrets (name, value) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_TAKES_CHANGES = b"SELECT NOT pg_is_in_recovery() AND current_setting('transaction_read_only') = 'off'"
_ORPHANS = b"""
    SELECT DISTINCT game_id FROM slovosud.events WHERE NOT EXISTS (SELECT 1 FROM slovosud.games WHERE id = game_id)
    LIMIT 5"""
#: Greater than every number of a game.
_BEYOND = 2**63 - 1


class PostgresqlStore:
    """A `Store` in a database. Any number of processes, on any machines, may open it."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str) -> Self:
        """Open a database, and make the tables where there are none. Raises `StoreUnavailableError`."""
        return cls(Database(url))

    def create(self, game: NewGame) -> Answered:
        """Store a new game."""

        def change(connection: Connection) -> Answered:
            taken = connection.execute(_IS_GAME, (game.id,)).fetchone()
            again = answer_again(game.key, game.body, _used(connection, game.key))
            if again is not None:
                return again
            if taken:
                raise GameIdTakenError(game.id)
            connection.execute(_GAME, (game.id, *row_of(chain.first(game))))
            return Answered(answer=game.answer, again=False)

        return self._database.ask(change)

    def append(self, event: NewEvent) -> Answered:
        """Store the next event of a game.

        The head is read before the key: the same call that is stored meanwhile is then found by its key, not taken
        for a conflict. What is stored after both, the constraints of the table refuse, and the question is asked again.
        """

        def change(connection: Connection) -> Answered:
            head = _head(connection, event.game_id)
            again = answer_again(event.key, event.body, _used(connection, event.key))
            if again is not None:
                return again
            connection.execute(_EVENT, row_of(next_event(event, head)))
            return Answered(answer=event.answer, again=False)

        return self._database.ask(change)

    def answered(self, key: Key, body: bytes) -> Answered | None:
        """Return the answer a key was given, if it was used."""
        return self._database.ask(lambda connection: answer_again(key, body, _used(connection, key)))

    def game(self, game_id: GameId) -> StoredGame:
        """Return a game as it stands."""
        row = self._database.ask(
            lambda connection: connection.execute(_GAMES + b"WHERE game.id = %s", (game_id,)).fetchone()
        )
        if row is None:
            raise UnknownGameError(game_id)
        return game_of(row)

    def games(self, *, before_number: int | None, limit: int) -> tuple[StoredGame, ...]:
        """Return up to ``limit`` games, newest first."""
        below = _BEYOND if before_number is None else before_number
        ordered = _GAMES + b"WHERE game.number < %s ORDER BY game.number DESC LIMIT %s"
        rows = self._database.ask(lambda connection: connection.execute(ordered, (below, limit)).fetchall())
        return tuple(game_of(row) for row in rows)

    def events(self, game_id: GameId, after: Version = CREATED) -> Iterator[StoredEvent]:
        """Return the events after a version, in order."""
        if not self._database.ask(lambda connection: connection.execute(_IS_GAME, (game_id,)).fetchone()):
            raise UnknownGameError(game_id)
        return read_events(self._page, game_id, after=after)

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes, made when the name is first asked for."""

        def find(connection: Connection) -> bytes:
            row = connection.execute(_SECRET, (name,)).fetchone()
            if row is None:
                connection.execute(_NEW_SECRET, (name, secrets.token_bytes(32)))
                row = connection.execute(_SECRET, (name,)).fetchone()
            return bytes(row[0]) if row else b""

        return self._database.ask(find)

    def verify(self) -> Iterator[VerifiedGame]:
        """Walk the chain of every game. The database itself is looked after by its own means (``pg_amcheck``)."""
        orphans = self._database.ask(lambda connection: connection.execute(_ORPHANS).fetchall())
        if orphans:
            raise StoreDamagedError(
                where=self._database.where,
                found=f"events of games that are gone: {', '.join(row[0] for row in orphans)}",
                mend="put it back from a copy",
            )
        return walk(self._ids, self._page)

    def fault(self) -> StoreUnavailableError | None:
        """Return what keeps the store from taking a change; a full disk shows only when one is made."""
        try:
            row = self._database.ask(lambda connection: connection.execute(_TAKES_CHANGES).fetchone(), patience=1)
        except StoreUnavailableError as error:
            return error
        if row and row[0]:
            return None
        return StoreUnavailableError(
            where=self._database.where,
            found="it takes no changes",
            mend="name the server that does, for instance with target_session_attrs",
        )

    def close(self) -> None:
        """Close every connection."""
        self._database.close()

    def _page(self, game_id: GameId, from_version: int, limit: int) -> list[StoredEvent]:
        rows = self._database.ask(
            lambda connection: connection.execute(_EVENTS, (game_id, from_version, limit)).fetchall()
        )
        return [event_of(row) for row in rows]

    def _ids(self, below: int | None, limit: int) -> list[tuple[int, GameId]]:
        rows = self._database.ask(
            lambda connection: connection.execute(_IDS, (_BEYOND if below is None else below, limit)).fetchall()
        )
        return [(number, GameId(game_id)) for number, game_id in rows]


def _used(connection: Connection, key: Key) -> Used | None:
    row = connection.execute(_USED, (key.caller, key.text)).fetchone()
    return Used(body_digest=Digest(row[0]), answer=row[1]) if row else None


def _head(connection: Connection, game_id: GameId) -> Head | None:
    row = connection.execute(_HEAD, (game_id,)).fetchone()
    return Head(version=Version(row[0]), digest=Digest(row[1]), ended=row[2]) if row else None
