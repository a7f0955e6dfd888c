"""The store in one file of SQLite: nothing to start, nothing to set up.

In: changes. Out: answers, once they are on the disk.
Never: two writers at once: changes of one process that come together are one transaction, and so are flushed together.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Self, TypeVar

import apsw

from server.store import chain
from server.store.connections import Connections, NoneFreeError
from server.store.deciding import Head, Used, answer_again, next_event
from server.store.errors import GameIdTakenError, StoreDamagedError, StoreUnavailableError, UnknownGameError
from server.store.grouping import Change, Grouped
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
from server.store.outage import DownError, Outage
from server.store.rows import EVENT_COLUMNS, event_of, game_of, row_of
from server.store.sqlite_file import SqliteFile, committed
from server.store.walking import read_events, walk

R = TypeVar("R")

#: Connections that read at once.
_MOST_READERS = 8

_USED = "SELECT body_digest, answer FROM events WHERE caller = ? AND key = ?"
_HEAD = "SELECT version, digest, ends FROM events WHERE game_id = ? ORDER BY version DESC LIMIT 1"
_EVENT = f"INSERT INTO events ({EVENT_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"  # noqa: S608  our own columns
_EVENTS = f"SELECT {EVENT_COLUMNS} FROM events WHERE game_id = ? AND version >= ? ORDER BY version LIMIT ?"  # noqa: S608
_GAMES = """
    SELECT games.id, games.number, created.event, head.version, head.ends, head.digest
    FROM games
    JOIN events AS created ON created.game_id = games.id AND created.version = 0
    JOIN events AS head ON head.game_id = games.id
        AND head.version = (SELECT max(version) FROM events WHERE game_id = games.id)"""
_IDS = "SELECT number, id FROM games WHERE number < ? ORDER BY number DESC LIMIT ?"
_ORPHANS = "SELECT DISTINCT game_id FROM events WHERE game_id NOT IN (SELECT id FROM games) LIMIT 5"
#: Greater than every number of a game.
_BEYOND = 2**63 - 1


class SqliteStore:
    """A `Store` in one file. Several processes of one machine may open it; not over a network file system."""

    def __init__(self, file: SqliteFile) -> None:
        self._file = file
        self._outage = Outage(patience=file.patience)
        self._changes = Grouped(self._write)
        self._writer = Connections(open_one=file.connection, close_one=apsw.Connection.close, most=1)
        self._readers = Connections(open_one=file.connection, close_one=apsw.Connection.close, most=_MOST_READERS)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open a file, and make it where there is none. Raises `StoreUnavailableError`."""
        return cls(SqliteFile(path))

    def create(self, game: NewGame) -> Answered:
        """Store a new game."""

        def change(connection: apsw.Connection) -> Answered:
            again = answer_again(game.key, game.body, _used(connection, game.key))
            if again is not None:
                return again
            if connection.execute("SELECT 1 FROM games WHERE id = ?", (game.id,)).get:
                raise GameIdTakenError(game.id)
            connection.execute("INSERT INTO games (id) VALUES (?)", (game.id,))
            connection.execute(_EVENT, row_of(chain.first(game)))
            return Answered(answer=game.answer, again=False)

        return self._changed(change)

    def append(self, event: NewEvent) -> Answered:
        """Store the next event of a game."""

        def change(connection: apsw.Connection) -> Answered:
            again = answer_again(event.key, event.body, _used(connection, event.key))
            if again is not None:
                return again
            connection.execute(_EVENT, row_of(next_event(event, _head(connection, event.game_id))))
            return Answered(answer=event.answer, again=False)

        return self._changed(change)

    def answered(self, key: Key, body: bytes) -> Answered | None:
        """Return the answer a key was given, if it was used."""
        with self._reading() as connection:
            return answer_again(key, body, _used(connection, key))

    def game(self, game_id: GameId) -> StoredGame:
        """Return a game as it stands."""
        with self._reading() as connection:
            for row in connection.execute(f"{_GAMES} WHERE games.id = ?", (game_id,)):
                return game_of(row)
        raise UnknownGameError(game_id)

    def games(self, *, before_number: int | None, limit: int) -> tuple[StoredGame, ...]:
        """Return up to ``limit`` games, newest first."""
        below = _BEYOND if before_number is None else before_number
        ordered = f"{_GAMES} WHERE games.number < ? ORDER BY games.number DESC LIMIT ?"
        with self._reading() as connection:
            return tuple(game_of(row) for row in connection.execute(ordered, (below, limit)))

    def events(self, game_id: GameId, after: Version = CREATED) -> Iterator[StoredEvent]:
        """Return the events after a version, in order."""
        with self._reading() as connection:
            if not connection.execute("SELECT 1 FROM games WHERE id = ?", (game_id,)).get:
                raise UnknownGameError(game_id)
        return read_events(self._page, game_id, after=after)

    def secret(self, name: str) -> bytes:
        """Return 32 random bytes, made when the name is first asked for."""
        wanted = "SELECT value FROM secrets WHERE name = ?"
        with self._reading() as connection:
            value: bytes | None = connection.execute(wanted, (name,)).get
        if value is not None:
            return value

        def change(connection: apsw.Connection) -> bytes:
            made = (name, secrets.token_bytes(32))
            connection.execute("INSERT INTO secrets (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", made)
            return bytes(connection.execute(wanted, (name,)).get or b"")

        return self._changed(change)

    def verify(self) -> Iterator[VerifiedGame]:
        """Let SQLite look at its own file, then walk the chain of every game."""
        with self._reading() as connection:
            faults = [row[0] for row in connection.execute("PRAGMA integrity_check(5)") if row[0] != "ok"]
            faults += [f"events of games that are gone: {row[0]}" for row in connection.execute(_ORPHANS)]
        if faults:
            raise StoreDamagedError(where=str(self._file.path), found="; ".join(faults), mend="put it back from a copy")
        return walk(self._ids, self._page)

    def fault(self) -> StoreUnavailableError | None:
        """Return what keeps the store from taking a change; a full disk shows only when one is made."""
        try:
            self._changed(lambda _: None)
        except StoreUnavailableError as error:
            return error
        return None

    def close(self) -> None:
        """Let go of the file; the last who does folds the log into it."""
        self._readers.close()
        self._writer.close()

    def _page(self, game_id: GameId, from_version: int, limit: int) -> list[StoredEvent]:
        with self._reading() as connection:
            return [event_of(row) for row in connection.execute(_EVENTS, (game_id, from_version, limit))]

    def _ids(self, below: int | None, limit: int) -> list[tuple[int, GameId]]:
        with self._reading() as connection:
            rows = connection.execute(_IDS, (_BEYOND if below is None else below, limit))
            return [(number, GameId(game_id)) for number, game_id in rows]

    def _changed(self, change: Callable[[apsw.Connection], R]) -> R:
        """Make a change, together with those that come at the same time, and return its answer when it is on the disk.

        ``change`` decides before it writes: what it raises of ours leaves nothing behind.
        """
        self._file.check_in_place()
        asked = time.monotonic()
        try:
            with self._outage.call(patience=self._file.patience) as until:
                return self._changes.change(change, patience=max(0, until - asked))
        except NoneFreeError as error:
            self._outage.failed(asked=asked)
            raise self._busy("busy for too long") from error
        except DownError as error:
            raise self._busy(str(error)) from error

    def _write(self, changes: Sequence[Change[apsw.Connection]]) -> None:
        """Make several changes in one transaction."""
        asked = time.monotonic()
        with self._file.refusals(), self._writer.one(patience=self._file.patience) as connection:
            connection.set_busy_timeout(int(self._outage.left() * 1000))
            try:
                connection.execute("BEGIN IMMEDIATE")
            except apsw.BusyError:
                self._outage.failed(asked=asked)
                raise
            with committed(connection):
                for change in changes:
                    self._write_one(change, connection)
                # Once more, for the file may have gone while others had their turns.
                self._file.check_in_place()
        self._outage.answered()

    def _write_one(self, change: Change[apsw.Connection], connection: apsw.Connection) -> None:
        """Make one change of several. What is wrong with it alone is told to its caller, and leaves nothing behind."""
        try:
            with self._file.refusals(), connection:
                change.made(connection)
        except StoreUnavailableError as error:
            if not isinstance(error, StoreDamagedError) or not connection.in_transaction:
                raise  # the disk does not take it, nor what the others want
            change.failure = error
        except Exception as fault:
            change.failure = fault

    @contextmanager
    def _reading(self) -> Iterator[apsw.Connection]:
        self._file.check_in_place()
        try:
            with self._file.refusals(), self._readers.one(patience=self._file.patience) as connection:
                yield connection
        except NoneFreeError as error:
            raise self._busy("busy for too long") from error

    def _busy(self, found: str) -> StoreUnavailableError:
        return StoreUnavailableError(
            where=str(self._file.path), found=found, mend="try again; end what holds it, or send fewer changes at once"
        )


def _used(connection: apsw.Connection, key: Key) -> Used | None:
    for body_digest, answer in connection.execute(_USED, (key.caller, key.text)):
        return Used(body_digest=Digest(body_digest), answer=answer)
    return None


def _head(connection: apsw.Connection, game_id: GameId) -> Head | None:
    for version, digest, ends in connection.execute(_HEAD, (game_id,)):
        return Head(version=Version(version), digest=Digest(digest), ended=bool(ends))
    return None
