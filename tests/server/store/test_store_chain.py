"""The chain of digests: its form, and that no change behind the store's back goes unnoticed."""

from __future__ import annotations

import contextlib
import hashlib
from dataclasses import fields, replace
from pathlib import Path

import apsw
import psycopg
import pytest

from server.store import ChainBrokenError, GameId, Store, StoreDamagedError, StoredEvent, VerifiedGame, open_store
from server.store.chain import digest_of_event
from tests.server.store.making import a_store_with, whole
from tests.server.store.postgresql_server import PostgresqlServer


def spelled(event: StoredEvent) -> bytes:
    """The form of the documentation, written out once more."""
    parts = [
        "slovosud event 1",
        event.previous,
        event.game_id,
        str(event.version),
        event.key.caller,
        event.key.text,
        event.body_digest,
        hashlib.sha256(event.event).hexdigest(),
        hashlib.sha256(event.answer).hexdigest(),
        "1" if event.ends else "0",
        event.stored_at,
    ]
    return b"".join(len(part.encode()).to_bytes(8, "big") + part.encode() for part in parts)


def test_a_digest_is_that_of_the_documented_form(store: Store) -> None:
    a_store_with(store, 3)
    events = whole(store)
    assert [event.digest for event in events] == [hashlib.sha256(spelled(event)).hexdigest() for event in events]


def test_each_event_names_the_digest_of_the_one_before(store: Store) -> None:
    a_store_with(store, 3)
    events = whole(store)
    assert [event.previous for event in events] == ["0" * 64, *(event.digest for event in events[:-1])]


def test_the_digest_of_a_game_is_that_of_its_last_event(store: Store) -> None:
    a_store_with(store, 2)
    assert store.game(GameId("game")).digest == whole(store)[-1].digest


def test_every_field_of_an_event_is_in_its_digest(store: Store) -> None:
    a_store_with(store, 1)
    event = whole(store)[-1]
    digest = digest_of_event(event)
    for field in fields(StoredEvent):
        value = getattr(event, field.name)
        match field.name:
            case "digest":
                continue
            case "key":
                changed = [replace(value, caller="other"), replace(value, text="other")]
            case "ends":
                changed = [not value]
            case "version":
                changed = [value + 1]
            case "event" | "answer":
                changed = [value + b"\0"]
            case _:
                changed = [value + "x"]
        for other in changed:
            assert digest_of_event(replace(event, **{field.name: other})) != digest, field.name


def test_a_byte_that_moves_from_one_field_to_the_next_changes_the_digest(store: Store) -> None:
    a_store_with(store, 1)
    event = whole(store)[-1]
    moved = replace(event, event=event.event + event.answer[:1], answer=event.answer[1:])
    assert digest_of_event(moved) != digest_of_event(event)


class Intruder:
    """Somebody with the rights of the database's owner."""

    def __init__(self, url: str, postgresql: PostgresqlServer | None) -> None:
        self.url, self._postgresql = url, postgresql

    def ask(self, statement: str) -> None:
        if self._postgresql:
            self._postgresql.ask(f"SET search_path = slovosud; {statement}")
        else:
            with contextlib.closing(apsw.Connection(self.url.removeprefix("sqlite:///"))) as connection:
                connection.execute(statement)

    def change(self, statement: str) -> None:
        """Take the guards away first."""
        if self._postgresql:
            self.ask(f"SET session_replication_role = replica; {statement}")
        else:
            for trigger in ("games_remain", "events_stay", "events_remain"):
                self.ask(f"DROP TRIGGER IF EXISTS {trigger}")
            self.ask(statement)


@pytest.fixture
def intruder(store_url: str, request: pytest.FixtureRequest) -> Intruder:
    server = request.getfixturevalue("postgresql") if store_url.startswith("postgresql") else None
    return Intruder(store_url, server)


def faults(store: Store) -> dict[str, VerifiedGame]:
    return {verified.game_id: verified for verified in store.verify() if verified.fault}


BLOB = "X'00'"


@pytest.mark.parametrize(
    ("statement", "version"),
    [
        pytest.param("UPDATE events SET answer = :blob WHERE version = 2", 2, id="an answer"),
        pytest.param("UPDATE events SET event = :blob WHERE version = 2", 2, id="an event"),
        pytest.param("UPDATE events SET event = :blob WHERE version = 0", 0, id="the description of a game"),
        pytest.param("UPDATE events SET key = 'x' WHERE version = 3", 3, id="a key"),
        pytest.param("UPDATE events SET caller = 'x' WHERE version = 1", 1, id="a caller"),
        pytest.param("UPDATE events SET stored_at = 'x' WHERE version = 1", 1, id="a time"),
        pytest.param("UPDATE events SET digest = repeat('0', 64) WHERE version = 1", 1, id="a digest"),
        pytest.param("UPDATE events SET previous = repeat('0', 64) WHERE version = 3", 3, id="a link"),
        pytest.param("UPDATE events SET ends = NOT ends WHERE version = 3", 3, id="an end"),
        pytest.param("UPDATE events SET version = 9 WHERE version = 2", 2, id="a version"),
        pytest.param("DELETE FROM events WHERE version = 2", 2, id="an event taken out"),
        pytest.param("DELETE FROM events WHERE version = 0", 0, id="the creation taken out"),
        pytest.param("DELETE FROM events", 0, id="everything taken out"),
    ],
)
def test_a_change_behind_the_store_is_found_where_it_was_made(
    store: Store, intruder: Intruder, statement: str, version: int
) -> None:
    a_store_with(store, 4)
    is_file = intruder.url.startswith("sqlite")
    spelled_out = statement.replace(":blob", BLOB if is_file else "'\\x00'")
    intruder.change(spelled_out.replace("repeat('0', 64)", f"'{'0' * 64}'"))
    found = faults(store)["game"].fault
    assert found is not None
    assert found.version == version


def test_a_game_taken_from_under_its_events_is_damage(store: Store, intruder: Intruder) -> None:
    a_store_with(store, 2)
    intruder.change("DELETE FROM games")
    with pytest.raises(StoreDamagedError, match="gone: game"):
        list(store.verify())


def test_a_changed_event_is_not_told(store: Store, intruder: Intruder) -> None:
    """Whoever reads a game gets the events before the fault, and then the fault: never a changed event."""
    a_store_with(store, 3)
    intruder.change("UPDATE events SET key = 'x' WHERE version = 2")
    reading = store.events(GameId("game"))
    assert next(reading).version == 1
    with pytest.raises(ChainBrokenError) as broken:
        next(reading)
    assert broken.value.version == 2


def test_a_fault_in_one_game_hides_none_in_another(store: Store, intruder: Intruder) -> None:
    for name in "abc":
        a_store_with(store, 2, name=name)
    intruder.change("UPDATE events SET key = 'x' || key WHERE version = 1 AND game_id <> 'b'")
    assert set(faults(store)) == {"a", "c"}


REFUSED = (apsw.ConstraintError, psycopg.errors.RaiseException)


@pytest.mark.parametrize(("table", "column"), [("games", "id"), ("events", "key"), ("secrets", "name")])
@pytest.mark.parametrize(
    "change", ["UPDATE {table} SET {column} = 'x'", "DELETE FROM {table}"], ids=["change", "removal"]
)
def test_the_database_refuses_every_change_whoever_asks(
    store: Store, intruder: Intruder, change: str, table: str, column: str
) -> None:
    a_store_with(store, 1)
    store.secret("tokens")
    with pytest.raises(REFUSED, match="never"):
        intruder.ask(change.format(table=table, column=column))
    assert len(whole(store)) == 2


def test_the_database_refuses_a_second_event_for_a_version_and_a_second_use_of_a_key(
    store: Store, intruder: Intruder
) -> None:
    """Also a program that is not ours cannot decide one version twice."""
    a_store_with(store, 1)
    copied = (
        "INSERT INTO events SELECT game_id, {version}, caller, {key}, body_digest, event, answer, ends, stored_at, "
        "previous, digest FROM events WHERE version = 1"
    )
    for version, key in (("1", "'new key'"), ("2", "key")):
        with pytest.raises((apsw.ConstraintError, psycopg.errors.UniqueViolation)):
            intruder.ask(copied.format(version=version, key=key))
    assert len(whole(store)) == 2


def test_the_tables_of_postgresql_are_not_emptied_at_once_either(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = open_store(postgresql.url)
    a_store_with(store, 1)
    store.close()
    for table in ("events", "games, slovosud.events", "secrets"):
        with pytest.raises(REFUSED, match="never"):
            postgresql.ask(f"TRUNCATE slovosud.{table}")


def test_a_damaged_file_is_told_from_a_changed_event(tmp_path: Path) -> None:
    """SQLite itself notices pages that are no pages; then no chain is walked."""
    path = tmp_path / "games.sqlite"
    store = open_store(str(path))
    a_store_with(store, 40)
    store.close()
    content = bytearray(path.read_bytes())
    for start in range(4096 * 3, len(content), 4096):
        content[start : start + 64] = b"\xee" * 64
    path.write_bytes(content)
    store = open_store(str(path))
    try:
        with pytest.raises(StoreDamagedError):
            list(store.verify())
    finally:
        store.close()
