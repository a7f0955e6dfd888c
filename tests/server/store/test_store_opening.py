"""Opening a store: which one a URL names, what is no store of ours, what has to be waited for."""

from __future__ import annotations

import contextlib
import json
import stat
from pathlib import Path

import apsw
import pytest

from server.command_line.app import ExitCode, run
from server.store import (
    GameId,
    StoreDamagedError,
    StoreUnavailableError,
    StoreUrlError,
    default_store,
    open_store,
)
from server.store import sqlite_file as sqlite_file_module
from server.store.postgresql import PostgresqlStore
from server.store.postgresql_database import Database
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import SqliteFile, immediate, library_version, shares_safely
from tests.server.store.making import a_game, a_store_with, an_event, contents
from tests.server.store.postgresql_server import PostgresqlServer


def a_raw_connection(path: Path) -> contextlib.closing[apsw.Connection]:
    return contextlib.closing(apsw.Connection(str(path)))


# URLs


@pytest.mark.parametrize("form", ["{path}", "sqlite:///{path}"], ids=["a path", "a URL"])
def test_a_file_is_made_where_there_is_none_with_its_folder(tmp_path: Path, form: str) -> None:
    path = tmp_path / "new folder" / "партии.sqlite"
    store = open_store(form.format(path=path))
    a_store_with(store, 1)
    store.close()
    assert path.is_file()


def test_a_relative_path_is_of_the_folder_we_are_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    store = open_store("sqlite:///games.sqlite")
    monkeypatch.chdir("/")
    store.create(a_game())
    store.close()
    assert (tmp_path / "games.sqlite").is_file()


@pytest.mark.parametrize("url", ["", "sqlite:///", "mysql://host/games", "sqlite://games", "http://host", "a\0b"])
def test_a_url_of_no_store_is_refused(url: str) -> None:
    with pytest.raises(StoreUrlError):
        open_store(url)


def test_without_a_url_the_store_is_in_the_folder_of_the_user() -> None:
    assert Path(default_store()).name == "games.sqlite"
    assert Path(default_store()).is_absolute()


def test_only_its_owner_reads_a_store(tmp_path: Path) -> None:
    """It holds secrets, and the racks of games that are played now."""
    store = open_store(str(tmp_path / "games.sqlite"))
    store.create(a_game())
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    store.close()
    assert modes == {"games.sqlite": 0o600, "games.sqlite-wal": 0o600, "games.sqlite-shm": 0o600}


# Files


def test_a_commit_is_on_the_disk_before_it_is_answered(tmp_path: Path) -> None:
    with contextlib.closing(SqliteFile(tmp_path / "games.sqlite").connection()) as connection:
        assert connection.execute("PRAGMA synchronous").get == 2
        assert connection.execute("PRAGMA journal_mode").get == "wal"
        assert connection.execute("PRAGMA foreign_keys").get == 1


@pytest.mark.parametrize("trouble", [RuntimeError, KeyboardInterrupt])
def test_a_change_that_is_broken_off_leaves_nothing(tmp_path: Path, trouble: type[BaseException]) -> None:
    def break_off() -> None:
        connection.execute("INSERT INTO games (id) VALUES ('half')")
        raise trouble

    with contextlib.closing(SqliteFile(tmp_path / "games.sqlite").connection()) as connection:
        with pytest.raises(trouble), immediate(connection):
            break_off()
        assert connection.execute("SELECT count(*) FROM games").get == 0


@pytest.mark.parametrize(
    ("version", "safe"),
    [
        ("3.40.1", False),
        ("3.44.5", False),
        ("3.44.6", True),
        ("3.45.9", False),
        ("3.50.6", False),
        ("3.50.7", True),
        ("3.51.2", False),
        ("3.51.3", True),
        ("3.52.0", True),
        ("4.0.0", True),
    ],
)
def test_a_sqlite_that_can_damage_a_shared_file_is_known(version: str, safe: bool) -> None:  # noqa: FBT001
    assert shares_safely(version) is safe


def test_the_sqlite_of_the_store_is_safe() -> None:
    assert shares_safely(library_version())


def test_a_sqlite_that_can_damage_a_shared_file_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite_file_module, "library_version", lambda: "3.40.1")
    with pytest.raises(StoreUnavailableError) as refused:
        open_store(str(tmp_path / "games.sqlite"))
    assert "pip install" in refused.value.mend
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content", [b"not a database" * 500, b"SQLite format 3\0" + b"\xff" * 9000], ids=["text", "junk"]
)
def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "games.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreDamagedError):
        open_store(str(path))
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    with a_raw_connection(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url)")
    before = path.read_bytes()
    with pytest.raises(StoreDamagedError) as refused:
        open_store(str(path))
    assert "another" in refused.value.mend
    assert path.read_bytes() == before


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailableError):
        open_store(str(tmp_path))


def test_a_store_of_a_newer_release_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    open_store(str(path)).close()
    with a_raw_connection(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    with pytest.raises(StoreUnavailableError, match="newer"):
        open_store(str(path))


@pytest.mark.parametrize("fate", ["removed", "replaced", "moved"])
def test_a_file_that_goes_while_it_is_open_is_used_no_more(tmp_path: Path, fate: str) -> None:
    """What was appended to it then would be lost with it."""
    path = tmp_path / "games.sqlite"
    store = open_store(str(path))
    a_store_with(store, 1)
    if fate == "moved":
        path.rename(tmp_path / "elsewhere.sqlite")
    else:
        path.unlink()
    if fate == "replaced":
        path.write_bytes(b"")
    with pytest.raises(StoreUnavailableError, match="moved or removed"):
        store.append(an_event("move", at=1))
    with pytest.raises(StoreUnavailableError, match="moved or removed"):
        store.game(GameId("game"))
    assert store.fault() is not None
    store.close()


def test_a_place_that_cannot_be_looked_at_is_told_like_a_file_that_is_gone(tmp_path: Path) -> None:
    """A folder that has become a file, as a failing network disk, is no fault of the program."""
    folder = tmp_path / "games"
    store = open_store(str(folder / "games.sqlite"))
    a_store_with(store, 1)
    folder.rename(tmp_path / "away")
    folder.write_bytes(b"")
    with pytest.raises(StoreUnavailableError, match="Not a directory"):
        store.game(GameId("game"))
    with pytest.raises(StoreUnavailableError, match="Not a directory"):
        store.append(an_event("move", at=1))
    folder.unlink()
    (tmp_path / "away").rename(folder)
    assert store.append(an_event("move", at=1)).answer, "and goes on when it is back"
    store.close()


def test_a_lock_held_too_long_is_told_and_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite"
    store = SqliteStore(SqliteFile(path, patience=0.2))
    a_store_with(store, 1)
    with a_raw_connection(path) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreUnavailableError, match="locked"):
            store.append(an_event("move", at=1))
        # Who reads waits for nobody.
        assert contents(store) == [b"event game 1"]
        other.execute("ROLLBACK")
    assert not store.append(an_event("move", at=1)).again
    store.close()


def test_a_copy_made_while_events_are_stored_is_a_store(tmp_path: Path) -> None:
    """As `sqlite3 games.sqlite ".backup copy.sqlite"` makes it: the events up to some moment, and whole."""
    store = open_store(str(tmp_path / "games.sqlite"))
    store.create(a_game())
    with (
        a_raw_connection(tmp_path / "games.sqlite") as source,
        a_raw_connection(tmp_path / "copy.sqlite") as target,
        target.backup("main", source, "main") as backup,
    ):
        for version in range(60):
            store.append(an_event(f"{version}", at=version))
            backup.step(1)
        while not backup.done:
            backup.step(100)
    expected = contents(store)
    store.close()
    copy = open_store(str(tmp_path / "copy.sqlite"))
    assert [verified.fault for verified in copy.verify()] == [None]
    assert contents(copy) == expected
    copy.close()


# PostgreSQL


def test_no_server_is_told_without_the_password() -> None:
    with pytest.raises(StoreUnavailableError) as refused:
        Database("postgresql://judge:hush@/games?host=/nowhere", patience=0.2)
    assert "hush" not in str(refused.value)
    assert refused.value.where == "postgresql:///nowhere/games"


def test_a_url_that_libpq_cannot_read_is_told_without_its_password() -> None:
    with pytest.raises(StoreUnavailableError) as refused:
        open_store("postgresql://judge:hush@host/games?nonsense=1")
    assert "hush" not in str(refused.value)


def test_a_server_that_is_gone_is_told_and_found_when_it_is_back(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = PostgresqlStore(Database(postgresql.url, patience=0.3))
    a_store_with(store, 1)
    postgresql.kill()
    try:
        with pytest.raises(StoreUnavailableError) as refused:
            store.append(an_event("move", at=1))
        assert "start" in refused.value.mend
        assert store.fault() is not None
    finally:
        postgresql.start()
    assert store.fault() is None
    assert not store.append(an_event("move", at=1)).again
    store.close()


def test_a_server_that_loses_what_it_stores_is_not_used(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    postgresql.ask("ALTER SYSTEM SET fsync = off")
    postgresql.ask("SELECT pg_reload_conf(), pg_sleep(0.3)")
    try:
        with pytest.raises(StoreUnavailableError, match="fsync"):
            open_store(postgresql.url)
    finally:
        postgresql.ask("ALTER SYSTEM RESET fsync")
        postgresql.ask("SELECT pg_reload_conf(), pg_sleep(0.3)")


def test_a_commit_is_waited_for_whatever_the_database_says(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    database = Database(f"{postgresql.url}&options=-c%20synchronous_commit%3Doff")
    found = database.ask(lambda connection: connection.execute("SHOW synchronous_commit").fetchone())
    database.close()
    assert found == ("on",)


def test_tables_of_a_newer_release_are_left_as_they_are(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    open_store(postgresql.url).close()
    postgresql.ask("INSERT INTO slovosud.migrations VALUES (99)")
    with pytest.raises(StoreUnavailableError, match="newer"):
        open_store(postgresql.url)
    postgresql.empty()


def test_a_user_with_no_right_to_make_tables_uses_those_that_are_there(postgresql: PostgresqlServer) -> None:
    """The owner makes the tables; the server that runs every day needs only to read and to append."""
    postgresql.empty()
    owner = open_store(postgresql.url)
    a_store_with(owner, 1)
    owner.close()
    postgresql.ask("DROP ROLE IF EXISTS judge")
    postgresql.ask("CREATE ROLE judge LOGIN")
    postgresql.ask("GRANT USAGE ON SCHEMA slovosud TO judge")
    postgresql.ask("GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA slovosud TO judge")
    store = open_store(postgresql.url.replace("user=postgres", "user=judge"))
    store.append(an_event("move", at=1))
    store.create(a_game("another"))
    assert store.game(GameId("game")).version == 2
    assert len(store.secret("tokens")) == 32
    store.close()
    postgresql.empty()
    postgresql.ask("DROP ROLE judge")


def test_the_doctor_names_a_sqlite_that_can_damage_a_shared_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sqlite_file_module, "library_version", lambda: "3.40.1")
    assert run(["doctor", "--json", "--catalogue", str(tmp_path)]) == ExitCode.NO
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (sqlite,) = [finding for finding in findings if finding["subject"] == "sqlite"]
    assert (sqlite["well"], sqlite["found"]) == (False, "3.40.1")
    assert "pip install" in sqlite["mend"]
