"""A stop as callers see it: calls that run are answered, everybody else is told UNAVAILABLE, nobody CANCELLED."""

from __future__ import annotations

import json
import logging
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from slovosud.adjudication.v1 import game_service_pb2 as games_wire
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from server.games.keeper import Keeper
from server.games.kept import KeptGame
from server.serving import LAME_DUCK_SECONDS, RunningServer
from server.store import GameId, open_store
from tests.server.conftest import started
from tests.server.refused import refused
from tests.server.test_game_service import Table, create
from tests.server.test_transport import Authority, serving
from tests.server.test_web_process import free_port
from tests.server.web_calls import GAMES, Web
from tests.support import small_edition

#: Tells the figures: pytest --log-cli-level=INFO.
log = logging.getLogger(__name__)

CLIENTS = 8
ASKED = wire.CheckWordsRequest(lexicon_id="sample", words=["дом"] * 50)
#: A stop with nothing to wait for takes no longer than this, far less than the grace.
PROMPT_SECONDS = 6.0


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    small_edition(tmp_path)
    return Catalogue(folder=tmp_path / "catalogue")


def a_table(channel: grpc.Channel) -> Table:
    return create(channel, words={"lexicon": {"id": "sample"}})


def watched(channel: grpc.Channel, table: Table) -> Any:
    """A stream that waits for the first event of a game."""
    request = games_wire.WatchGameRequest(game_id=table.id)
    return GameServiceStub(channel).WatchGame(request, metadata=table.metadata(1))


#: Otherwise all clients of a process share one connection.
OF_ITS_OWN = [("grpc.use_local_subchannel_pool", 1)]


def stopped_under_load(folder: Path, *options: str, root: Path | None = None) -> Counter[str]:
    """Stop a server while clients call without a pause; return the codes they saw until it was gone."""
    seen: Counter[str] = Counter()
    with serving(folder, *options) as (server, address):

        def opened() -> grpc.Channel:
            if root is None:
                return grpc.insecure_channel(address, options=OF_ITS_OWN)
            return grpc.secure_channel(address, grpc.ssl_channel_credentials(root.read_bytes()), options=OF_ITS_OWN)

        def call() -> None:
            with opened() as channel:
                stub = LexiconServiceStub(channel)
                while server.poll() is None:
                    try:
                        stub.CheckWords(ASKED, timeout=10)
                        seen["OK"] += 1
                    except grpc.RpcError as error:
                        seen[error.code().name] += 1
                        time.sleep(0.001)

        threads = [threading.Thread(target=call) for _ in range(CLIENTS)]
        for thread in threads:
            thread.start()
        time.sleep(0.3)
        server.send_signal(signal.SIGTERM)
        server.wait(timeout=30)
        for thread in threads:
            thread.join()
    return seen


@pytest.mark.timeout(600)
@pytest.mark.parametrize("stops", [3, pytest.param(30, marks=pytest.mark.soak)])
@pytest.mark.parametrize("way", ["alone", "two workers", "TLS"])
def test_a_call_at_the_moment_of_a_stop_is_told_to_come_again(tmp_path: Path, stops: int, way: str) -> None:
    authority = Authority(tmp_path, "authority")
    certificate, key = authority.certify("server")
    options = {
        "alone": (),
        "two workers": ("--workers", "2"),
        "TLS": ("--tls-certificate", str(certificate), "--tls-key", str(key)),
    }[way]
    seen: Counter[str] = Counter()
    for number in range(stops):
        (folder := tmp_path / str(number)).mkdir()
        seen += stopped_under_load(folder, *options, root=authority.root if way == "TLS" else None)
    log.info("%s stops, %s: %s", stops, way, dict(seen))
    assert set(seen) == {"OK", "UNAVAILABLE"}, seen


@pytest.mark.timeout(600)
@pytest.mark.parametrize("stops", [2, pytest.param(30, marks=pytest.mark.soak)])
def test_no_event_is_stored_at_a_stop_and_not_answered(tmp_path: Path, stops: int) -> None:
    told: Counter[str] = Counter()
    stored: Counter[str] = Counter()
    for number in range(stops):
        (folder := tmp_path / str(number)).mkdir()
        with serving(folder) as (server, address), ThreadPoolExecutor(CLIENTS) as pool:
            with grpc.insecure_channel(address) as channel:
                tables = [a_table(channel) for _ in range(CLIENTS)]
            counts = [pool.submit(appended_until_it_stops, address, table) for table in tables]
            time.sleep(0.5)
            server.send_signal(signal.SIGTERM)
            told += Counter({table.id: count.result() for table, count in zip(tables, counts, strict=True)})
            server.wait(timeout=30)
        store = open_store(str(folder / "games.sqlite"))
        stored += Counter({table.id: store.game(GameId(table.id)).version for table in tables})
        store.close()
    log.info("%s stops: %s events told", stops, told.total())
    assert stored == told
    assert told.total() > stops * CLIENTS


def appended_until_it_stops(address: str, table: Table) -> int:
    """Append events one after another; return how many were answered."""
    with grpc.insecure_channel(address, options=OF_ITS_OWN) as channel:
        own, answered = Table(channel=channel, id=table.id, tokens=table.tokens), 0
        while True:
            try:
                own.append(0, answered, {"seat": 1, "penalty": {"points": 1}})
            except grpc.RpcError:
                return answered
            answered += 1


def test_streams_end_at_a_stop_and_hold_nobody(catalogue: Catalogue, tmp_path: Path) -> None:
    done = threading.Event()

    def ask_and_wait() -> Iterator[reflection_pb2.ServerReflectionRequest]:
        yield reflection_pb2.ServerReflectionRequest(list_services="")
        done.wait(30)

    with (
        started(catalogue, tmp_path / "games.sqlite") as server,
        grpc.insecure_channel(server.address) as channel,
        ExitStack() as held,
    ):
        held.callback(done.set)
        reflection: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
        health: Any = health_pb2_grpc.HealthStub(channel)
        described = reflection.ServerReflectionInfo(ask_and_wait())
        assert next(described).list_services_response.service
        balancer = health.Watch(health_pb2.HealthCheckRequest(service=""))
        assert next(balancer).status == health_pb2.HealthCheckResponse.SERVING
        stream = watched(channel, a_table(channel))
        time.sleep(0.2)
        began = time.monotonic()
        stopping = threading.Thread(target=server.stop)
        stopping.start()
        assert next(balancer).status == health_pb2.HealthCheckResponse.NOT_SERVING
        refusal = refused(lambda _: stream, None)
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "SERVER_STOPPING")
        assert refusal.metadata == {"method": "WatchGame"}
        for other in (described, balancer):
            with pytest.raises(grpc.RpcError) as ended:
                list(other)
            assert ended.value.code() is grpc.StatusCode.UNAVAILABLE
        stopping.join()
        assert LAME_DUCK_SECONDS <= time.monotonic() - began < PROMPT_SECONDS


class Slow:
    """Makes reading a game wait until it is told to go on."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.go_on = threading.Event(), threading.Event()
        read = Keeper.game

        def slow(keeper: Keeper, game_id: str) -> KeptGame:
            self.begun.set()
            assert self.go_on.wait(30)
            return read(keeper, game_id)

        monkeypatch.setattr(Keeper, "game", slow)


class HeldUp(NamedTuple):
    """A server, and the call that it is held up by."""

    server: RunningServer
    channel: grpc.Channel
    table: Table
    slow: Slow
    running: grpc.Future[games_wire.GetGameResponse]


def reading(channel: grpc.Channel, table: Table) -> grpc.Future[games_wire.GetGameResponse]:
    request = games_wire.GetGameRequest(game_id=table.id)
    running: grpc.Future[games_wire.GetGameResponse] = GameServiceStub(channel).GetGame.future(
        request, metadata=table.metadata(1)
    )
    return running


@contextmanager
def held_up(catalogue: Catalogue, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HeldUp]:
    """A server with a call that runs and cannot end before `Slow.go_on`."""
    with started(catalogue, folder / "games.sqlite") as server, grpc.insecure_channel(server.address) as channel:
        table = a_table(channel)
        slow = Slow(monkeypatch)
        running = reading(channel, table)
        assert slow.begun.wait(10)
        yield HeldUp(server=server, channel=channel, table=table, slow=slow, running=running)


def test_a_call_that_runs_is_answered_and_a_later_one_is_told_to_come_again(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_up(catalogue, tmp_path, monkeypatch) as (server, channel, table, slow, running):
        stopping = threading.Thread(target=server.stop, kwargs={"lame_duck": 0})
        stopping.start()
        time.sleep(0.2)
        codes = set()
        for _ in range(20):
            refusal = refused(LexiconServiceStub(channel).CheckWords, ASKED)
            codes.add((refusal.code, refusal.reason))
        assert codes == {(grpc.StatusCode.UNAVAILABLE, "SERVER_STOPPING")}
        assert stopping.is_alive()
        slow.go_on.set()
        assert running.result(timeout=10).game.id == table.id
        stopping.join(PROMPT_SECONDS)
        assert not stopping.is_alive()


def test_a_call_that_outstays_the_grace_is_told_to_come_again(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_up(catalogue, tmp_path, monkeypatch) as (server, _, _, slow, running):
        stopping = threading.Thread(target=server.stop, kwargs={"lame_duck": 0, "grace": 0.3})
        stopping.start()
        error = running.exception(timeout=10)
        assert isinstance(error, grpc.RpcError)
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        slow.go_on.set()
        stopping.join(10)
        assert not stopping.is_alive()


def test_a_second_signal_ends_calls_and_tells_them_to_come_again(
    catalogue: Catalogue, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with held_up(catalogue, tmp_path, monkeypatch) as (server, _, _, slow, running):
        hurrying = threading.Thread(target=server.hurry)
        hurrying.start()
        error = running.exception(timeout=10)
        assert isinstance(error, grpc.RpcError)
        assert error.code() is grpc.StatusCode.UNAVAILABLE
        slow.go_on.set()
        hurrying.join(10)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_who_watches_over_the_web_holds_no_stop_either(tmp_path: Path, workers: str) -> None:
    port = free_port()
    with serving(tmp_path, "--web", f"127.0.0.1:{port}", "--workers", workers) as (server, address):
        with grpc.insecure_channel(address) as channel:
            table = a_table(channel)
        web = Web(address=f"http://127.0.0.1:{port}")
        with ThreadPoolExecutor() as others:
            watching = others.submit(
                web.stream, GAMES + "WatchGame", {"gameId": table.id}, Authorization=f"Bearer {table.tokens[1]}"
            )
            time.sleep(0.5)
            began = time.monotonic()
            server.send_signal(signal.SIGTERM)
            server.wait(timeout=30)
            assert time.monotonic() - began < PROMPT_SECONDS
            error = json.loads(watching.result().frames[-1][1])["error"]
        assert (error["code"], error["details"][0]["debug"]["reason"]) == ("unavailable", "SERVER_STOPPING")
