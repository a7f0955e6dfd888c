"""A PostgreSQL server of the tests' own: in a temporary folder, on a socket there, run by a user who is not root."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psycopg
import pytest

#: PostgreSQL refuses to be run by root; Debian's package makes this user.
USER = "postgres" if os.geteuid() == 0 else None
MEMORY = Path("/dev/shm")  # noqa: S108  a folder of our own is made in it


def programs() -> Path | None:
    """Where the programs of the newest PostgreSQL are; Debian does not put them on the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(versions[-1]) if versions else shutil.which("initdb")
    return Path(found).parent if found else None


class PostgresqlServer:
    """One server with one database. ``kill`` ends all of its processes with SIGKILL, ``start`` brings it back."""

    def __init__(self, folder: Path, *, data: Path | None = None) -> None:
        self.folder = folder
        self.data = data or folder / "data"
        self.url = f"postgresql:///postgres?host={folder}&user=postgres"
        self._process: subprocess.Popen[bytes] | None = None

    def initialise(self) -> None:
        bin_folder = programs()
        if bin_folder is None:
            pytest.skip("NOT TESTED, PostgreSQL is missing; sudo apt-get install postgresql")
        self._bin = bin_folder
        self.folder.chmod(0o755)
        if USER:
            shutil.chown(self.folder, USER)
        options = ["-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"]
        if self.data.parent != self.folder:
            options += ["--waldir", str(self.folder / "wal")]
        subprocess.run([bin_folder / "initdb", *options], check=True, user=USER, cwd="/", capture_output=True)

    def start(self) -> None:
        options = [
            "-c",
            "listen_addresses=",
            "-c",
            f"unix_socket_directories={self.folder}",
            "-c",
            "max_connections=60",
        ]
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._bin / "postgres", "-D", self.data, *options], user=USER, cwd="/", stdout=log, stderr=log
            )
        until = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.url, connect_timeout=2).close()
            except psycopg.OperationalError:
                if time.monotonic() > until or self._process.poll() is not None:
                    raise
                time.sleep(0.02)
            else:
                return

    def kill(self) -> None:
        """Kill the server and every process of it at once; none writes anything any more."""
        if self._process is None:
            return
        # A stopped parent starts no more of them; one that is only told to stop may have started another meanwhile,
        # and what is left of a server keeps the next one from starting.
        self._process.send_signal(signal.SIGSTOP)
        while _state(self._process.pid) not in "TZ":
            time.sleep(0.001)
        doomed = [self._process.pid, *_children(self._process.pid)]
        for pid in doomed:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait()
        self._process = None
        for pid in doomed[1:]:
            while Path(f"/proc/{pid}").exists():
                time.sleep(0.005)
        # A server whose process is gone leaves it behind; its number may be taken by now.
        (self.data / "postmaster.pid").unlink(missing_ok=True)

    def stop(self) -> None:
        """Stop the server as a restart does: callers are sent away, what was committed is written out."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(timeout=60)
            self._process = None

    def signal(self, number: int) -> None:
        """Send a signal to the server and every process of it."""
        if self._process is not None:
            for pid in (self._process.pid, *_children(self._process.pid)):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, number)

    @contextlib.contextmanager
    def holding(self, statement: str) -> Iterator[None]:
        """Hold the locks that a statement takes."""
        with psycopg.connect(self.url) as connection:
            connection.execute(statement.encode())
            yield
            connection.rollback()

    def pause(self, seconds: float) -> None:
        """Restart, with a time between in which nobody answers."""
        self.kill()
        time.sleep(seconds)
        self.start()

    def ask(self, statement: str, *, writing: bool = False) -> list[tuple[object, ...]]:
        """Ask as the owner; ``writing``: also where the database says that nobody writes."""
        options = "-c default_transaction_read_only=off" if writing else None
        with psycopg.connect(self.url, autocommit=True, options=options) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    def empty(self) -> None:
        """Take our tables away."""
        self.ask("DROP SCHEMA IF EXISTS slovosud CASCADE")


@contextlib.contextmanager
def a_server(*, parent: Path | None = None, data: Path | None = None) -> Iterator[PostgresqlServer]:
    """Run a server in a folder of its own; the path of a socket must be short.

    Given a folder for its data, it keeps only its log of changes with itself.
    """
    with tempfile.TemporaryDirectory(prefix="pg-", dir=parent, ignore_cleanup_errors=True) as folder:
        server = PostgresqlServer(Path(folder), data=data)
        server.initialise()
        server.start()
        try:
            yield server
        finally:
            server.kill()


def fast_folder() -> Path | None:
    """Where writing costs nothing, for tests that ask what is stored and not how safely."""
    return MEMORY if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) else None


def _state(pid: int) -> str:
    """Return the letter that the system has for what a process does: ``T`` stopped, ``Z`` ended."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def _children(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            with contextlib.suppress(OSError):
                if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                    found.append(int(folder.name))
    return found
