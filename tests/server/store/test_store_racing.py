"""Many who change one game at once: threads of one process, and processes."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from server.store import Answered, GameId, Store, VersionConflictError, open_store
from tests.server.store.making import a_game, a_store_with, an_event, contents, whole
from tests.support import ROOT

THREADS = 12
#: Races, each of `THREADS` who start together.
RACES = 15


def together(calls: list[Callable[[], Answered]]) -> list[Answered | Exception]:
    """Make every call in a thread of its own, all at the same time; return what each came to."""
    start = threading.Barrier(len(calls))

    def one(call: Callable[[], Answered]) -> Answered | Exception:
        start.wait()
        try:
            return call()
        except Exception as error:
            return error

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_of_events_that_race_for_one_version_exactly_one_wins(store: Store) -> None:
    store.create(a_game())
    for version in range(RACES):
        events = [an_event(f"{version} {racer}", at=version) for racer in range(THREADS)]
        came = together([lambda event=event: store.append(event) for event in events])  # type: ignore[misc]
        won = [answer for answer in came if isinstance(answer, Answered)]
        lost = [error for error in came if isinstance(error, VersionConflictError)]
        assert (len(won), len(lost)) == (1, THREADS - 1), came
        assert {error.actual for error in lost} == {version + 1}
        assert store.game(GameId("game")).version == version + 1
    assert [verified.fault for verified in store.verify()] == [None]


def test_the_same_event_sent_many_times_at_once_is_stored_once_and_answered_alike(store: Store) -> None:
    store.create(a_game())
    for version in range(RACES):
        event = an_event(f"move {version}", at=version)
        came = together([lambda: store.append(event)] * THREADS)  # noqa: B023  called before the loop goes on
        answers = [answer for answer in came if isinstance(answer, Answered)]
        assert len(answers) == THREADS, came
        assert {answer.answer for answer in answers} == {f"answer move {version} at {version}".encode()}
        assert [answer.again for answer in answers].count(False) <= 1
    assert len(contents(store)) == RACES


def test_a_game_created_many_times_at_once_is_one_game(store: Store) -> None:
    for race in range(RACES):
        games = [a_game(f"{race} {racer}", key=f"create {race}") for racer in range(THREADS)]
        came = together([lambda game=game: store.create(game) for game in games])  # type: ignore[misc]
        answers = {answer.answer for answer in came if isinstance(answer, Answered)}
        assert len(answers) == 1, came
    assert len(store.games(before_number=None, limit=1000)) == RACES


def test_a_key_used_for_two_games_at_once_goes_to_one(store: Store) -> None:
    """The constraint that chooses is that of the key, not that of the version."""
    for race in range(RACES):
        for racer in range(THREADS):
            store.create(a_game(f"{race} {racer}"))
        events = [an_event(f"key {race}", at=0, game=f"{race} {racer}", body=b"one") for racer in range(THREADS)]
        came = together([lambda event=event: store.append(event) for event in events])  # type: ignore[misc]
        assert all(isinstance(answer, Answered) for answer in came), came
        assert sum(len(contents(store, f"{race} {racer}")) for racer in range(THREADS)) == 1


def test_a_secret_asked_for_by_many_at_once_is_one(store: Store) -> None:
    with ThreadPoolExecutor(THREADS) as pool:
        assert len(set(pool.map(store.secret, ["tokens"] * THREADS))) == 1


def test_many_open_a_new_store_at_once(store_url: str) -> None:
    """Each makes the tables when there are none; one does."""
    start = threading.Barrier(THREADS)

    def one(_: int) -> Store:
        start.wait()
        return open_store(store_url)

    with ThreadPoolExecutor(THREADS) as pool:
        stores = list(pool.map(one, range(THREADS)))
    try:
        a_store_with(stores[0], 1)
        assert all(contents(store) == [b"event game 1"] for store in stores)
    finally:
        for store in stores:
            store.close()


def test_readers_and_writers_do_not_wait_for_each_other_for_ever(store: Store) -> None:
    """While events are appended, every reader sees a whole chain."""
    a_store_with(store, 1)
    done = threading.Event()

    def read(_: int) -> int:
        seen = 0
        while not done.is_set():
            now = len(whole(store))
            assert now >= seen
            seen = now
        return seen

    with ThreadPoolExecutor(4) as pool:
        readers = pool.map(read, range(4))
        try:
            for version in range(1, 60):
                store.append(an_event(f"more {version}", at=version))
        finally:
            done.set()
        assert all(seen > 0 for seen in readers)


@pytest.mark.parametrize("processes", [3])
def test_processes_that_race_lose_no_event_and_store_none_twice(store: Store, store_url: str, processes: int) -> None:
    store.create(a_game("game 0"))
    command = [sys.executable, "-m", "tests.server.store.writer", store_url, "--games", "1", "--events", "40"]
    writers = [
        subprocess.Popen([*command, f"writer {number}"], stdout=subprocess.PIPE, cwd=ROOT, text=True)
        for number in range(processes)
    ]
    acknowledged = [line for writer in writers for line in writer.communicate(timeout=120)[0].splitlines()]
    assert [writer.returncode for writer in writers] == [0] * processes
    assert len(acknowledged) == len(set(acknowledged)) == processes * 40
    stored = [event.answer.decode() for event in store.events(GameId("game 0"))]
    assert sorted(stored) == sorted(acknowledged)
