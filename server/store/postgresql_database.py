"""One database of PostgreSQL, asked so that a broken connection is no lost answer.

In: a URL. Out: what statements return, and what their errors mean.
Never: games and events.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, TypeVar

import psycopg
from psycopg import errors
from psycopg.abc import PQGen
from psycopg.conninfo import conninfo_to_dict

from server.store.connections import Connections, NoneFreeError
from server.store.errors import StoreUnavailableError
from server.store.migrations import steps_left
from server.store.outage import DownError, Outage

R = TypeVar("R")
Row = tuple[Any, ...]
Connection = psycopg.Connection[Row]

#: How long one call may try, in seconds: a server that was killed has recovered by then.
PATIENCE_SECONDS = 10.0
_FIRST_PAUSE_SECONDS = 0.05
_LONGEST_PAUSE_SECONDS = 0.5
#: Connections of one process; a server with a hundred takes six processes.
_MOST_CONNECTIONS = 16

#: Seconds that a server has to give a statement up by itself before its connection is given up.
_GRACE_SECONDS = 1.0
_CONNECT_SECONDS = 5
#: Unless the URL says otherwise. The server finds out that a caller has vanished.
_DEFAULTS = {
    "application_name": "slovosud",
    "connect_timeout": str(_CONNECT_SECONDS),
    "keepalives_idle": "30",
    "tcp_user_timeout": "10000",
}
_ENCODING = "SET client_encoding = 'UTF8'"
#: A commit that is answered must be on the disk; a stronger setting, with standbys, is left as it is.
_COMMITTED = "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'"
_SESSION = "SELECT pg_backend_pid()"
#: Taken while migrating, so that processes that start together take turns. "SLOV", as the files of SQLite have it.
_MIGRATION_LOCK = 0x534C4F56

#: The same statement may succeed a moment later: the connection broke, the server restarts, somebody was faster.
_AWAY = (psycopg.InterfaceError, errors.AdminShutdown, errors.CannotConnectNow, errors.CrashShutdown)
_PASSING = (
    errors.DeadlockDetected,
    errors.SerializationFailure,
    errors.TooManyConnections,
    errors.UniqueViolation,
)
#: Settings of a session, and statements it has prepared, are lost where the next transaction is in another.
_APART = "let the pool in between keep sessions apart (PgBouncer: pool_mode = session), or name the database itself"
_MENDS: tuple[tuple[type[psycopg.Error], str], ...] = (
    (errors.DiskFull, "free some space on its server"),
    (errors.ReadOnlySqlTransaction, "name the server that takes changes, for instance with target_session_attrs"),
    (errors.InsufficientPrivilege, "grant its user the rights on schema slovosud"),
    (errors.QueryCanceled, "try again; look what holds a lock in pg_stat_activity"),
    (errors.InvalidSqlStatementName, _APART),
    (errors.DuplicatePreparedStatement, _APART),
    (errors.ProtocolViolation, _APART),
)
#: So often two sessions are looked at, whether a pool in between mixes them.
_LOOKS = 10


class _Session(psycopg.Connection[Row]):
    """A connection whose server is not waited for beyond ``until``, by `time.monotonic`.

    The server's own limit on statements is no help where all of it stands still: a machine that is paused, or gone
    without a word.
    """

    until = 0.0

    def wait(self, gen: PQGen[R], *more: Any, **named: Any) -> R:  # noqa: ANN401  what the library passes on
        """Wait as the library does, and look at the clock whenever it has waited in vain."""
        return super().wait(_limited(gen, self.until), *more, **named)


def _limited(gen: PQGen[R], until: float) -> PQGen[R]:
    """Pass a generator of the library on, until the time is over."""
    try:
        wanted = next(gen)
        while True:
            ready = yield wanted
            if not ready and time.monotonic() > until:
                raise psycopg.OperationalError("the server does not answer")
            wanted = gen.send(ready)
    except StopIteration as ended:
        result: R = ended.value
        return result


class Database:
    """A database, made and migrated when it is first opened. Raises `StoreUnavailableError`."""

    def __init__(self, url: str, *, patience: float = PATIENCE_SECONDS) -> None:
        try:
            given = {name: str(value) for name, value in conninfo_to_dict(url).items()}
        except psycopg.ProgrammingError as error:
            raise StoreUnavailableError(
                where="postgresql://…", found=f"the URL cannot be read ({error})", mend="write it as libpq reads it"
            ) from error
        self.where = f"postgresql://{given.get('host', '')}/{given.get('dbname', '')}"
        self._parameters = _DEFAULTS | given
        self._patience, self._outage = patience, Outage(patience=patience)
        self._connections = Connections(open_one=self._connect, close_one=_Session.close, most=_MOST_CONNECTIONS)
        try:
            self.ask(self._refuse_mixing)
            self.ask(self._prepare)
        except BaseException:
            self.close()
            raise

    def ask(self, question: Callable[[Connection], R], *, patience: float | None = None) -> R:
        """Return what ``question`` answers over some connection, where every statement commits by itself.

        It is asked again when that may help, for ``patience`` seconds at most, and so must be harmless to ask twice:
        a change that was stored although its connection broke is found by its key. A database that has been down for
        longer than the patience of this object is asked once.
        """
        try:
            with self._outage.call(patience=self._patience if patience is None else patience) as until:
                return self._asked(question, until=until)
        except DownError as error:
            raise self._unavailable(str(error), "start it, or look at its log") from error

    def _asked(self, question: Callable[[Connection], R], *, until: float) -> R:
        pause, reconnected = _FIRST_PAUSE_SECONDS, False
        while True:
            asked = time.monotonic()
            try:
                with self._connections.one(patience=until - asked) as connection:
                    connection.until = max(until, asked) + _GRACE_SECONDS
                    answer = question(connection)
            except NoneFreeError as error:
                raise self._unavailable("every connection is busy", "try again; send fewer calls at once") from error
            except psycopg.Error as error:
                if _is_away(error):
                    self._outage.failed(asked=asked)
                if not isinstance(error, errors.UniqueViolation):
                    self._connections.drop_idle()
                if isinstance(error, errors.ReadOnlySqlTransaction) and not reconnected:
                    # A primary that has become a standby keeps its connections; new ones may find the new primary.
                    reconnected = True
                    continue
                if not _passes(error) or time.monotonic() + pause > until:
                    raise self._unavailable(_sentence(error), _mend(error)) from error
                if not isinstance(error, errors.UniqueViolation):
                    # Whoever lost their connections together must not come back together.
                    time.sleep(pause * random.uniform(0.5, 1))  # noqa: S311  no secret
                    pause = min(2 * pause, _LONGEST_PAUSE_SECONDS)
            else:
                self._outage.answered()
                return answer

    def close(self) -> None:
        """Close every connection."""
        self._connections.close()

    def _connect(self) -> _Session:
        connection = _Session.connect(autocommit=True, **self._parameters)  # type: ignore[arg-type]
        try:
            connection.until = time.monotonic() + _CONNECT_SECONDS
            connection.execute(f"SET statement_timeout = {int(self._patience * 1000)}".encode())
            connection.execute(_ENCODING)
            connection.execute(_COMMITTED)
        except BaseException:
            connection.close()
            raise
        return connection

    def _refuse_mixing(self, connection: Connection) -> None:
        """Refuse a pool that gives every transaction a session of its choice: commits would not be waited for there.

        A pool shows by the number of a session, which it makes up for its caller; that it mixes them, by a number
        that changes when somebody else takes the session.
        """
        real = _one(connection, _SESSION)
        if real == connection.info.backend_pid:
            return
        other = self._connect()
        try:
            for _ in range(_LOOKS):
                with other.transaction():
                    _one(other, _SESSION)
                    if _one(connection, _SESSION) != real:
                        raise self._unavailable("a pool in between gives each transaction another session", _APART)
        finally:
            other.close()

    def _prepare(self, connection: Connection) -> None:
        """Bring the database to the newest form. Several processes may do so at once."""
        if _one(connection, "SELECT current_setting('fsync')") != "on":
            raise self._unavailable("it runs with fsync off, and loses what it has stored", "set fsync = on")
        if not _one(connection, "SELECT to_regclass('slovosud.migrations') IS NOT NULL") or self._steps(connection):
            with connection.transaction():
                connection.execute("SELECT pg_advisory_xact_lock(%s)", (_MIGRATION_LOCK,))
                connection.execute("CREATE SCHEMA IF NOT EXISTS slovosud")
                connection.execute("CREATE TABLE IF NOT EXISTS slovosud.migrations (number INTEGER PRIMARY KEY)")
                for number, sql in self._steps(connection):
                    connection.execute(sql.encode())
                    connection.execute("INSERT INTO slovosud.migrations VALUES (%s)", (number,))

    def _steps(self, connection: Connection) -> list[tuple[int, str]]:
        reached = _one(connection, "SELECT coalesce(max(number), 0) FROM slovosud.migrations")
        return [(step.number, step.sql) for step in steps_left("postgresql", reached=reached, where=self.where)]

    def _unavailable(self, found: str, mend: str) -> StoreUnavailableError:
        return StoreUnavailableError(where=self.where, found=found, mend=mend)


def _one(connection: Connection, query: str) -> Any:  # noqa: ANN401  one value of any column
    row = connection.execute(query.encode()).fetchone()
    return row[0] if row else None


def _passes(error: psycopg.Error) -> bool:
    return isinstance(error, _PASSING) or _is_away(error)


def _is_away(error: psycopg.Error) -> bool:
    """Whether the server was not there to answer."""
    if isinstance(error, _AWAY):
        return True
    # Without a code of the server, libpq speaks: no connection, or none any more.
    return isinstance(error, psycopg.OperationalError) and (error.sqlstate is None or error.sqlstate[:2] == "08")


def _sentence(error: psycopg.Error) -> str:
    """Return the first line of what the server or libpq says."""
    return (error.diag.message_primary or str(error) or type(error).__name__).splitlines()[0]


def _mend(error: psycopg.Error) -> str:
    return next(
        (mend for kind, mend in _MENDS if isinstance(error, kind)),
        "start it, or look at its log" if _passes(error) else "look at its log",
    )
