"""Few threads are enough, until they stand still; callers who begin calls and never send them hold nobody else."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from slovosud.adjudication.v1 import game_service_pb2 as games
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from server import few_threads, word_check
from server.few_threads import LONG_WAIT_SECONDS, PATIENCE_SECONDS, STAY_SECONDS, FewThreads
from server.serving import MOST_CALLS, MOST_CALLS_OF_CONNECTION
from tests.server.conftest import started
from tests.server.refused import refused

GET_GAME = "/slovosud.adjudication.v1.GameService/GetGame"
#: Seconds after which something that should happen has not.
TOO_LONG = 10.0


@contextmanager
def threads(*, few: int = 2, most: int = 20) -> Iterator[FewThreads]:
    pool = FewThreads(few=few, most=most, name="few")
    try:
        yield pool
    finally:
        pool.shutdown()


def _wait_until(true: Callable[[], bool]) -> None:
    end = time.monotonic() + TOO_LONG
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def _alive(name: str) -> int:
    return sum(thread.name == name for thread in threading.enumerate())


def test_tasks_are_run_in_turn_by_no_more_than_the_few(monkeypatch: pytest.MonkeyPatch) -> None:
    # A machine that is busy elsewhere must not look like threads that stand still.
    monkeypatch.setattr(few_threads, "PATIENCE_SECONDS", 1.0)
    monkeypatch.setattr(few_threads, "LONG_WAIT_SECONDS", TOO_LONG)
    running, most_running, lock = 0, 0, threading.Lock()

    def task(number: int) -> int:
        nonlocal running, most_running
        with lock:
            running += 1
            most_running = max(most_running, running)
        time.sleep(0.001)
        with lock:
            running -= 1
        return number

    with threads() as pool:
        done = [pool.submit(task, number) for number in range(300)]
        assert [future.result(TOO_LONG) for future in done] == list(range(300))
        assert (most_running, pool.more) == (2, 0)


def test_a_task_that_fails_tells_its_future_and_harms_no_thread() -> None:
    with threads(few=1) as pool:
        failed: Future[object] = pool.submit(lambda: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            failed.result(TOO_LONG)
        assert pool.submit(lambda: "next").result(TOO_LONG) == "next"


def test_a_task_that_nobody_wants_any_more_is_not_run() -> None:
    ran: list[str] = []
    with threads(few=1) as pool:
        go_on = threading.Event()
        pool.submit(go_on.wait)
        unwanted = pool.submit(ran.append, "unwanted")
        assert unwanted.cancel()
        go_on.set()
        pool.submit(ran.append, "wanted").result(TOO_LONG)
    assert ran == ["wanted"]


def test_when_the_few_stand_still_others_take_what_waits_and_leave_again() -> None:
    with threads() as pool:
        go_on = threading.Event()
        for _ in range(12):
            pool.submit(go_on.wait)
        assert pool.submit(lambda: "answered").result(TOO_LONG) == "answered"
        assert pool.more >= 11
        go_on.set()
        _wait_until(lambda: pool.more == 0)
        assert pool.submit(lambda: "answered").result(TOO_LONG) == "answered"


def test_there_are_never_more_threads_than_the_most() -> None:
    with threads(most=5) as pool:
        go_on = threading.Event()
        held = [pool.submit(go_on.wait) for _ in range(30)]
        _wait_until(lambda: pool.more == 3)
        time.sleep(4 * PATIENCE_SECONDS)
        assert pool.more == 3
        go_on.set()
        assert all(future.result(TOO_LONG) for future in held)


def test_a_caller_waits_no_longer_because_others_stand_still_in_turn() -> None:
    with threads(most=100) as pool:
        pool.submit(time.sleep, 0.8 * PATIENCE_SECONDS)
        for _ in range(60):  # one is taken in less than the patience each time, the last one after two seconds
            pool.submit(time.sleep, 1.6 * PATIENCE_SECONDS)
        began = time.monotonic()
        pool.submit(lambda: None).result(TOO_LONG)
        assert time.monotonic() - began < 5 * LONG_WAIT_SECONDS
        _wait_until(lambda: not pool.more)


def test_more_threads_stay_while_the_few_do_not_move() -> None:
    with threads() as pool:
        go_on = threading.Event()
        for _ in range(2):
            pool.submit(go_on.wait)
        assert pool.submit(lambda: "answered").result(TOO_LONG) == "answered"
        time.sleep(1.5 * STAY_SECONDS)
        assert pool.more
        assert pool.submit(lambda: "answered").result(TOO_LONG) == "answered"
        go_on.set()
        _wait_until(lambda: not pool.more)


def test_a_system_without_threads_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    start, asked = threading.Thread.start, 0

    def refuse_the_first(thread: threading.Thread) -> None:
        nonlocal asked
        asked += 1
        if asked <= 3:
            raise RuntimeError("can't start new thread")
        start(thread)

    with threads(most=5) as pool:
        go_on = threading.Event()
        monkeypatch.setattr(threading.Thread, "start", refuse_the_first)
        held = [pool.submit(go_on.wait) for _ in range(2)]
        assert pool.submit(lambda: "answered").result(TOO_LONG) == "answered"
        assert asked > 3
        go_on.set()
        assert all(future.result(TOO_LONG) for future in held)
        _wait_until(lambda: not pool.more)


def test_threads_end_with_the_pool_when_all_is_done() -> None:
    pool = FewThreads(few=2, most=8, name="a pool that ends")
    assert _alive("a pool that ends")
    last = [pool.submit(time.sleep, 0.01) for _ in range(20)]
    pool.shutdown()
    for future in last:
        future.result(TOO_LONG)
    _wait_until(lambda: not _alive("a pool that ends"))
    with pytest.raises(RuntimeError):
        pool.submit(print)


@pytest.mark.dictionary
def test_calls_that_are_begun_and_never_sent_hold_nobody_up(served_catalogue: Catalogue, tmp_path: Path) -> None:
    asked = wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["ёж"])
    with started(served_catalogue, tmp_path / "games.sqlite") as server:
        with _begun(server.address, MOST_CALLS - 20) as begun, grpc.insecure_channel(server.address) as channel:
            for _ in range(3):
                answer = LexiconServiceStub(channel).CheckWords(asked, timeout=TOO_LONG)
                assert answer.verdicts[0].status == wire.WORD_STATUS_VALID
                game = games.GetGameRequest(game_id="none")
                assert refused(GameServiceStub(channel).GetGame, game).reason == "UNKNOWN_TOKEN"
            assert not any(call.done() for call in begun)
            assert server.few_threads.more
        _wait_until(lambda: not server.few_threads.more)


@contextmanager
def _begun(address: str, number: int) -> Iterator[list[Any]]:
    """So many calls of two services, without their requests, each connection with as many as it may have."""
    never = threading.Event()
    own = (("grpc.use_local_subchannel_pool", 1),)

    def nothing() -> Iterator[bytes]:
        never.wait()
        yield b""

    with ExitStack() as stack:
        channels: list[Any] = [
            stack.enter_context(grpc.insecure_channel(address, options=own))
            for _ in range(number // MOST_CALLS_OF_CONNECTION + 1)
        ]
        stack.callback(never.set)
        yield [
            channels[call // MOST_CALLS_OF_CONNECTION]
            .stream_unary((word_check.METHOD, GET_GAME)[call % 2])
            .future(nothing())
            for call in range(number)
        ]
