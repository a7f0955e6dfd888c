"""One file of SQLite, opened so that what is committed stays.

In: a path. Out: connections to it, and what their errors mean.
Never: games and events.
"""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import apsw

from server.store.errors import StoreDamagedError, StoreUnavailableError
from server.store.migrations import steps_left

#: How long to wait for another process that writes, in seconds.
PATIENCE_SECONDS = 10.0

#: "SLOV": tells our files from those of other programs.
APPLICATION_ID = 0x534C4F56

#: Releases of SQLite that cannot damage a file when one connection restarts the log while another writes
#: (sqlite.org/wal.html, "The WAL-reset bug"), by their first two numbers; from `_MENDED` on all are good.
_MENDED = (3, 51, 3)
_MENDED_BEFORE = {(3, 44): 6, (3, 50): 7}

#: The command that brings such a release: the wheels of apsw hold one, the packages of distributions may not.
SAFE_SQLITE = "python -m pip install --upgrade --force-reinstall --only-binary apsw apsw"

_SETTINGS = (
    # Each commit is on the disk before it is answered; on macOS also through the cache of the drive.
    "PRAGMA synchronous = FULL",
    "PRAGMA fullfsync = ON",
    "PRAGMA foreign_keys = ON",
    # A file made by somebody else runs no function of its own.
    "PRAGMA trusted_schema = OFF",
    "PRAGMA cell_size_check = ON",
)

_FULL = "free some space, or move the store to another disk"
_MENDS: tuple[tuple[type[apsw.Error], str, str], ...] = (
    (apsw.FullError, "the disk is full", _FULL),
    (apsw.ReadOnlyError, "it cannot be written", "let this user write the file and its folder"),
    (apsw.CantOpenError, "it cannot be opened", "let this user write the file and its folder"),
    (apsw.BusyError, "locked for too long", "end the program that holds it, or try again"),
    (apsw.LockedError, "locked for too long", "end the program that holds it, or try again"),
    (apsw.IOError, "the disk does not read or write it", "look at the disk: full, read-only or failing"),
    (apsw.PermissionsError, "no permission", "let this user write the file and its folder"),
)
_COPY = "put it back from a copy"


def shares_safely(version: str) -> bool:
    """Tell whether several connections may write one file with this release of SQLite."""
    major, minor, patch = (int(part) for part in version.split(".")[:3])
    return (major, minor, patch) >= _MENDED or patch >= _MENDED_BEFORE.get((major, minor), patch + 1)


def library_version() -> str:
    """Return the release of SQLite that the store uses; not that of Python's own module."""
    return apsw.sqlite_lib_version()


class SqliteFile:
    """A file that holds a store, made and migrated when it is first opened.

    Python's own ``sqlite3`` uses the library of the system, which on many has the bug; apsw brings a recent one.
    Raises `StoreUnavailableError`, `StoreDamagedError`.
    """

    def __init__(self, path: Path, *, patience: float = PATIENCE_SECONDS) -> None:
        self.path, self.patience = path.absolute(), patience
        if not shares_safely(library_version()):
            raise StoreUnavailableError(
                where=str(path),
                found=f"SQLite {library_version()} can damage a file that several connections write",
                mend=SAFE_SQLITE,
            )
        with self.refusals():
            self._make()
            self._inode = self._identity()
            connection = self._connect()
            try:
                self._prepare(connection)
            finally:
                connection.close()

    def connection(self) -> apsw.Connection:
        """Open a connection. Call it within `refusals`."""
        connection = self._connect()
        try:
            for setting in _SETTINGS:
                connection.execute(setting)
        except BaseException:
            connection.close()
            raise
        return connection

    def check_in_place(self) -> None:
        """Raise `StoreUnavailableError` when another file, or none, is at the path: what we commit would be lost.

        Connections that are open would go on with the old file, new ones open the other.
        """
        with self.refusals():
            here = self._identity()
        if here != self._inode:
            raise StoreUnavailableError(
                where=str(self.path),
                found="the file was moved or removed while it was open",
                mend="put it back and start again; stop the server before moving a store",
            )

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Turn what SQLite and the system say into our errors."""
        try:
            yield
        except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as error:
            raise StoreDamagedError(where=str(self.path), found=f"damaged ({error})", mend=_COPY) from error
        except apsw.Error as error:
            found, mend = next(
                ((found, mend) for kind, found, mend in _MENDS if isinstance(error, kind)),
                ("SQLite refuses", "report it with this sentence"),
            )
            raise StoreUnavailableError(where=str(self.path), found=f"{found} ({error})", mend=mend) from error
        except OSError as error:
            raise StoreUnavailableError(
                where=str(self.path),
                found=error.strerror or "cannot be used",
                mend="let this user write the file and its folder",
            ) from error

    def _make(self) -> None:
        """Make the file, readable by its owner only: it holds secrets, and racks of games that run."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.suppress(FileExistsError):
            os.close(os.open(self.path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))

    def _identity(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except FileNotFoundError:
            return None
        return found.st_dev, found.st_ino

    def _connect(self) -> apsw.Connection:
        connection = apsw.Connection(str(self.path), flags=apsw.SQLITE_OPEN_READWRITE)
        connection.set_busy_timeout(int(self.patience * 1000))
        return connection

    def _prepare(self, connection: apsw.Connection) -> None:
        """Bring the file to the newest form. Several processes may do so at once."""
        self._refuse_stranger(connection)
        _patiently(lambda: connection.execute("PRAGMA journal_mode = WAL").get, self.patience)
        with immediate(connection):
            reached = connection.execute("PRAGMA user_version").get
            for step in steps_left("sqlite", reached=reached, where=str(self.path)):
                connection.execute(step.sql)
                connection.execute(f"PRAGMA user_version = {step.number}")
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")

    def _refuse_stranger(self, connection: apsw.Connection) -> None:
        def is_ours() -> bool:
            return bool(connection.execute("PRAGMA application_id").get == APPLICATION_ID)

        # Asked again when there are tables: another process may have made them, and the mark with them, in between.
        if not is_ours() and connection.execute("SELECT count(*) FROM sqlite_schema").get and not is_ours():
            raise StoreDamagedError(
                where=str(self.path), found="a database of another program", mend="name another file"
            )


@contextmanager
def immediate(connection: apsw.Connection) -> Iterator[None]:
    """Run one transaction that writes: all of it, or nothing."""
    connection.execute("BEGIN IMMEDIATE")
    with committed(connection):
        yield


@contextmanager
def committed(connection: apsw.Connection) -> Iterator[None]:
    """Commit the transaction that has begun, or roll it back."""
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        # SQLite has rolled back by itself after some errors.
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _patiently(change: Callable[[], object], patience: float) -> None:
    """Try again while the file is busy: SQLite does not wait by itself when the journal mode changes."""
    until = time.monotonic() + patience
    while True:
        try:
            change()
        except apsw.BusyError:
            if time.monotonic() > until:
                raise
            time.sleep(0.01)
        else:
            return
