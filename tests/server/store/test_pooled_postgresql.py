"""A pool between us and PostgreSQL: one that keeps sessions apart is used, one that mixes them is refused by name."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest

from server.store import StoreUnavailableError, open_store
from server.store.postgresql_database import Database
from tests.server.store.making import a_store_with, contents
from tests.server.store.postgresql_server import USER, PostgresqlServer

#: Debian puts it where only root looks.
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ.get('PATH', '')}:/usr/sbin")
PORT = 6432
SETTINGS = """[databases]
postgres = host={server} dbname=postgres user=postgres
[pgbouncer]
unix_socket_dir = {folder}
listen_addr =
listen_port = {port}
auth_type = any
auth_file = {folder}/users
pool_mode = {mode}
default_pool_size = 16
logfile = {folder}/log
"""


@contextmanager
def pooled(server: PostgresqlServer, mode: str) -> Iterator[str]:
    """The URL of a pool in front of a server."""
    if PGBOUNCER is None:
        pytest.skip("NOT TESTED, PgBouncer is missing; sudo apt-get install pgbouncer")
    folder = server.folder / mode
    folder.mkdir()
    folder.chmod(0o777)
    (folder / "users").write_text('"postgres" ""\n')
    text = SETTINGS.format(server=server.folder, folder=folder, port=PORT, mode=mode)
    (folder / "settings.ini").write_text(text)
    url = f"postgresql:///postgres?host={folder}&port={PORT}&user=postgres"
    with (
        (folder / "noise").open("wb") as noise,
        subprocess.Popen([PGBOUNCER, folder / "settings.ini"], user=USER, cwd="/", stderr=noise) as pool,
    ):
        try:
            until = time.monotonic() + 10
            while True:
                try:
                    psycopg.connect(url, connect_timeout=2).close()
                except psycopg.OperationalError:
                    if time.monotonic() > until:
                        raise AssertionError((folder / "noise").read_text()) from None
                    time.sleep(0.05)
                else:
                    break
            yield url
        finally:
            pool.terminate()
            pool.wait(timeout=10)
            shutil.rmtree(folder)


def test_a_pool_that_keeps_sessions_apart_is_used(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    with pooled(postgresql, "session") as url:
        store = open_store(url)
        a_store_with(store, 10)
        assert len(contents(store)) == 10
        store.close()


@pytest.mark.parametrize("mode", ["transaction", "statement"])
def test_a_pool_that_mixes_sessions_is_refused_when_the_store_is_opened(
    postgresql: PostgresqlServer, mode: str
) -> None:
    """A session that was not told to wait for the disk would answer before what it stores is there."""
    postgresql.empty()
    with pooled(postgresql, mode) as url, pytest.raises(StoreUnavailableError) as refused:
        Database(url, patience=1)
    assert "pool_mode = session" in refused.value.mend


@pytest.mark.parametrize("statement", ["EXECUTE gone", "PREPARE twice AS SELECT 1"])
def test_a_prepared_statement_of_another_session_names_the_pool(postgresql: PostgresqlServer, statement: str) -> None:
    """As it shows where a pool begins to mix them later."""
    database = Database(postgresql.url)

    def ask(connection: psycopg.Connection[tuple[object, ...]]) -> None:
        for _ in range(2):
            connection.execute(statement.encode())

    with pytest.raises(StoreUnavailableError) as refused:
        database.ask(ask)
    assert "pool_mode = session" in refused.value.mend
    database.close()
