"""A database that does not answer: waited for once, then told at once; it takes no thread from those who need none."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from server.store import StoreUnavailableError, open_store
from server.store import outage as outage_module
from server.store.outage import DownError, Outage
from server.store.postgresql import PostgresqlStore
from server.store.postgresql_database import Database
from tests.server.conftest import started
from tests.server.store.making import AGAIN, NEW, a_game, a_store_with, an_event, answered, contents
from tests.server.store.postgresql_server import PostgresqlServer
from tests.server.test_game_service import Table, create
from tests.server.test_transport import SLOVOSUD
from tests.support import small_edition


class Clock:
    """A clock that is set by hand, in seconds."""

    def __init__(self) -> None:
        self.now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    set_by_hand = Clock()
    monkeypatch.setattr(outage_module, "time", set_by_hand)
    return set_by_hand


def test_callers_wait_together_and_then_one_at_a_time_asks(clock: Clock) -> None:
    outage = Outage(patience=10)
    with outage.call(patience=5) as until:
        assert until == 1005
    outage.failed(asked=1000)
    clock.now = 1004
    with outage.call(patience=10) as until:
        assert until == 1010, "no longer than since it is down"
    outage.failed(asked=1004)
    clock.now = 1011
    with outage.call(patience=10) as until:
        assert until == 1011, "asked once"
        with pytest.raises(DownError, match="not answered for 11 seconds"), outage.call(patience=10):
            pass
    outage.answered()
    with outage.call(patience=10) as until:
        assert until == 1021, "as if nothing had been"


def test_what_failed_long_ago_says_nothing_of_now(clock: Clock) -> None:
    outage = Outage(patience=10)
    outage.failed(asked=1000)
    clock.now = 1011
    with outage.call(patience=10) as one, outage.call(patience=10) as other:
        assert (one, other) == (1021, 1021)


@contextmanager
def frozen(server: PostgresqlServer) -> Iterator[None]:
    """A machine that is paused: connections stay, and nobody answers."""
    server.signal(signal.SIGSTOP)
    try:
        yield
    finally:
        server.signal(signal.SIGCONT)


def test_a_server_that_stands_still_is_given_up_and_goes_on(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = PostgresqlStore(Database(postgresql.url, patience=0.5))
    a_store_with(store, 1)
    with frozen(postgresql):
        began = time.monotonic()
        with pytest.raises(StoreUnavailableError, match="does not answer"):
            store.append(an_event("move", at=1))
        assert time.monotonic() - began < 4
    # The statement may have reached it: the same key tells.
    assert store.append(an_event("move", at=1)).answer == b"answer move at 1"
    assert store.append(an_event("move", at=1)) == answered("answer move at 1", again=AGAIN)
    assert contents(store) == [b"event game 1", b"event move"]
    store.close()


def test_a_lock_that_somebody_holds_is_given_up_and_says_where_to_look(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = PostgresqlStore(Database(postgresql.url, patience=0.5))
    a_store_with(store, 1)
    with postgresql.holding("LOCK TABLE slovosud.events IN ACCESS EXCLUSIVE MODE"):
        began = time.monotonic()
        with pytest.raises(StoreUnavailableError, match="statement timeout") as refused:
            store.append(an_event("move", at=1))
        assert time.monotonic() - began < 4
        assert "pg_stat_activity" in refused.value.mend
    assert store.append(an_event("move", at=1)) == answered("answer move at 1", again=NEW)
    store.close()


def test_a_server_that_turns_read_only_is_left_with_all_connections_to_it(postgresql: PostgresqlServer) -> None:
    """As a primary that becomes a standby: connections that stay would be refused one by one."""
    postgresql.empty()
    store = open_store(postgresql.url)
    store.create(a_game())
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda number: store.create(a_game(f"{number}")), range(8)))
    postgresql.ask("ALTER DATABASE postgres SET default_transaction_read_only = on")
    try:
        # Sessions that are open go on as they began; new ones are read-only.
        postgresql.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'slovosud'")
        for _ in range(3):
            with pytest.raises(StoreUnavailableError) as refused:
                store.append(an_event("move", at=0))
            assert "target_session_attrs" in refused.value.mend
        assert contents(store) == [], "it is read all the same"
    finally:
        postgresql.ask("ALTER DATABASE postgres RESET default_transaction_read_only", writing=True)
    assert store.append(an_event("move", at=0)) == answered("answer move at 0", again=NEW), "the first call already"
    store.close()


@pytest.mark.timeout(120)
def test_words_are_checked_while_the_games_wait_for_their_store(postgresql: PostgresqlServer, tmp_path: Path) -> None:
    """After the first ten seconds, in which a restart would be over, nobody waits."""
    postgresql.empty()
    small_edition(tmp_path)
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    seen: Counter[str] = Counter()
    done = threading.Event()
    with started(catalogue, postgresql.url) as server, grpc.insecure_channel(server.address) as channel:
        table = create(channel, words={"lexicon": {"id": "sample"}})

        def ask(_: int) -> None:
            with grpc.insecure_channel(server.address, options=[("grpc.use_local_subchannel_pool", 1)]) as own:
                mine = Table(channel=own, id=table.id, tokens=table.tokens)
                while not done.is_set():
                    try:
                        mine.get(1)
                        seen["OK"] += 1
                    except grpc.RpcError as error:
                        seen[error.code().name] += 1
                        time.sleep(0.05)

        with ThreadPoolExecutor(100) as pool:
            asking = pool.map(ask, range(100))
            with frozen(postgresql):
                time.sleep(12)
                checks = []
                for _ in range(20):
                    began = time.monotonic()
                    LexiconServiceStub(channel).CheckWords(
                        wire.CheckWordsRequest(lexicon_id="sample", words=["дом"]), timeout=20
                    )
                    checks.append(time.monotonic() - began)
                    time.sleep(0.1)
            done.set()
            list(asking)
        assert sorted(checks)[-2] < 3, checks
        assert set(seen) <= {"OK", "UNAVAILABLE"}, seen
        assert table.get(1).version == 0


def test_who_starts_a_server_before_its_database_is_told_that_it_waits(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    command = [*SLOVOSUD, "serve", "--address", "127.0.0.1:0", "--catalogue", str(tmp_path)]
    with subprocess.Popen(
        [*command, "--store", f"postgresql://127.0.0.1:{port}/games"], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stderr is not None
            line = json.loads(process.stderr.readline())
            assert (line["event"], line["level"]) == ("the store does not answer yet; still trying", "warning")
            assert process.poll() is None
        finally:
            process.kill()
