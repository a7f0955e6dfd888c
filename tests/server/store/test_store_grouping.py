"""Changes of one file that come together are written together; what becomes of one is nobody else's affair."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest

from server.store import (
    Answered,
    GameId,
    Store,
    StoreDamagedError,
    StoreUnavailableError,
    UnknownGameError,
    VersionConflictError,
    open_store,
)
from server.store.connections import NoneFreeError
from server.store.grouping import MOST_AT_ONCE, Change, Grouped
from server.store.sqlite import SqliteStore
from server.store.sqlite_file import SqliteFile
from tests.server.store.making import NEW, a_game, a_store_with, an_event, answered, contents
from tests.server.store.test_store_disks import FailingDisk, failing_disk

__all__ = ["failing_disk"]

CALLERS = 8


@contextmanager
def held(path: Path) -> Iterator[None]:
    """Another process writes, and everybody waits for it."""
    with contextlib.closing(apsw.Connection(str(path))) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


def all_at_once(path: Path, calls: Sequence[Callable[[], Any]], *, before_they_go_on: Callable[[], None]) -> list[Any]:
    """Let all calls wait for a file; return what became of each: its answer or its error."""
    with ThreadPoolExecutor(len(calls)) as pool:
        with held(path):
            waiting: list[Future[Any]] = []
            for call in calls:
                waiting.append(pool.submit(call))
                time.sleep(0.02)  # in this order
            before_they_go_on()
        return [one.exception() or one.result() for one in waiting]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.sqlite"


def a_game_each(path: Path) -> tuple[Store, list[Callable[[], Answered]]]:
    """A store with a game for each caller, and what each wants to append to his."""
    store = open_store(str(path))
    for number in range(CALLERS):
        store.create(a_game(f"{number}"))
    events = [an_event(f"{number}", at=0, game=f"{number}") for number in range(CALLERS)]
    return store, [partial(store.append, event) for event in events]


def test_changes_that_wait_together_cost_two_flushes(path: Path, failing_disk: FailingDisk) -> None:
    """The first writes for itself; when it is done one of the others writes for all of them."""
    store, calls = a_game_each(path)
    came = all_at_once(path, calls, before_they_go_on=lambda: setattr(failing_disk, "syncs", 0))
    assert came == [answered(f"answer {number} at 0", again=NEW) for number in range(CALLERS)]
    assert failing_disk.syncs == 2
    store.close()


def test_one_that_is_refused_disturbs_none_of_the_others(path: Path) -> None:
    store = open_store(str(path))
    a_store_with(store, 1)
    came = all_at_once(
        path,
        [
            lambda: store.append(an_event("first", at=1)),
            lambda: store.append(an_event("stale", at=1)),
            lambda: store.append(an_event("second", at=2)),
            lambda: store.append(an_event("nowhere", at=0, game="unknown")),
            lambda: store.append(an_event("third", at=3)),
            lambda: store.append(an_event("third", at=3)),
            lambda: store.create(a_game("another")),
        ],
        before_they_go_on=lambda: None,
    )
    assert [type(one) for one in came] == [
        Answered,
        VersionConflictError,
        Answered,
        UnknownGameError,
        Answered,
        Answered,
        Answered,
    ]
    assert came[1].actual == 2, "it saw the one before it"
    assert [came[4].again, came[5].again] == [False, True]
    assert contents(store) == [b"event game 1", b"event first", b"event second", b"event third"]
    assert [verified.fault for verified in store.verify()] == [None] * 2
    store.close()


def test_a_disk_that_fails_fails_all_who_wrote_together_and_stores_nothing_of_them(
    path: Path, failing_disk: FailingDisk
) -> None:
    store, calls = a_game_each(path)
    came = all_at_once(path, calls, before_they_go_on=lambda: setattr(failing_disk, "left", 0))
    assert {type(one) for one in came} == {StoreUnavailableError}
    failing_disk.left = None
    assert [store.game(GameId(f"{number}")).version for number in range(CALLERS)] == [0] * CALLERS
    assert [call().again for call in calls] == [NEW] * CALLERS, "the same keys are new"
    assert [verified.fault for verified in store.verify()] == [None] * CALLERS
    store.close()


def test_a_row_that_is_damaged_is_told_to_who_needs_it(path: Path) -> None:
    store = open_store(str(path))
    a_store_with(store, 1, name="sound")
    a_store_with(store, 1, name="damaged")
    with contextlib.closing(apsw.Connection(str(path))) as other:
        other.execute("DROP TRIGGER events_stay")
        other.execute("PRAGMA ignore_check_constraints = ON")
        other.execute("UPDATE events SET body_digest = CAST(x'ff' || zeroblob(63) AS TEXT) WHERE key = 'damaged 1'")
    came = all_at_once(
        path,
        [
            lambda: store.append(an_event("one", at=1, game="sound")),
            lambda: store.append(an_event("damaged 1", at=0, game="damaged")),
            lambda: store.append(an_event("two", at=2, game="sound")),
        ],
        before_they_go_on=lambda: None,
    )
    assert [type(one) for one in came] == [Answered, StoreDamagedError, Answered]
    store.close()


def test_who_has_waited_too_long_goes_and_is_not_written(path: Path) -> None:
    store = SqliteStore(SqliteFile(path, patience=0.3))
    a_store_with(store, 1)
    calls = [lambda number=number: store.append(an_event(f"{number}", at=1)) for number in range(3)]
    came = all_at_once(path, calls, before_they_go_on=lambda: time.sleep(1))
    assert {type(one) for one in came} == {StoreUnavailableError}
    assert contents(store) == [b"event game 1"]
    assert store.append(an_event("0", at=1)) == answered("answer 0 at 1", again=NEW)
    store.close()


def test_a_file_that_stays_locked_is_waited_for_once_and_not_once_a_caller(path: Path) -> None:
    store = SqliteStore(SqliteFile(path, patience=1))
    a_store_with(store, 1)
    with held(path):
        with pytest.raises(StoreUnavailableError, match="locked"):
            store.append(an_event("first", at=1))
        for number in range(5):
            began = time.monotonic()
            with pytest.raises(StoreUnavailableError):
                store.append(an_event(f"{number}", at=1))
            assert time.monotonic() - began < 0.7
        assert contents(store) == [b"event game 1"], "who reads waits for nobody"
    assert store.append(an_event("first", at=1)) == answered("answer first at 1", again=NEW)
    store.close()


class HangingFile(apsw.VFSFile):
    """A file whose flushes wait, one for each time they are let go on."""

    def __init__(self, disk: HangingDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(disk.base, name, flags)

    def xSync(self, flags: int) -> None:  # noqa: N802
        if self._disk.hangs:
            assert self._disk.goes_on.acquire(timeout=60)
        super().xSync(flags)


class HangingDisk(apsw.VFS):
    """A disk that takes writes, and does not say when it has them."""

    def __init__(self) -> None:
        self.base = apsw.vfs_names()[0]
        self.hangs, self.goes_on = False, threading.Semaphore(0)
        super().__init__("hanging", self.base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> HangingFile:  # noqa: N802
        return HangingFile(self, name, flags)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Hang for a while; who hangs in the end goes on."""
        self.hangs = True
        try:
            yield
        finally:
            self.hangs = False
            self.goes_on.release(1000)


@pytest.fixture
def hanging_disk() -> Iterator[HangingDisk]:
    disk = HangingDisk()
    yield disk
    disk.unregister()


def test_nobody_is_told_before_what_was_written_together_is_on_the_disk(path: Path, hanging_disk: HangingDisk) -> None:
    store, calls = a_game_each(path)
    with ThreadPoolExecutor(CALLERS) as pool, hanging_disk.hanging():
        first, *others = [pool.submit(call) for call in calls]
        time.sleep(0.3)
        hanging_disk.goes_on.release()
        time.sleep(0.3)
        assert [one.done() for one in (first, *others)].count(True) == 1, "the one who wrote first, for itself"
        hanging_disk.goes_on.release()
        assert [one.result(10).again for one in (first, *others)] == [NEW] * CALLERS
    store.close()


def test_a_disk_that_hangs_is_waited_for_once_and_not_once_a_caller(path: Path, hanging_disk: HangingDisk) -> None:
    store = SqliteStore(SqliteFile(path, patience=1))
    a_store_with(store, 1)
    with ThreadPoolExecutor(3) as pool, hanging_disk.hanging():
        hanging = pool.submit(store.append, an_event("hanging", at=1))
        time.sleep(0.1)
        waited = [pool.submit(store.append, an_event(f"waiting {number}", at=2)) for number in range(2)]
        assert {type(one.exception(10)) for one in waited} == {StoreUnavailableError}
        for number in range(5):
            began = time.monotonic()
            with pytest.raises(StoreUnavailableError):
                store.append(an_event(f"{number}", at=2))
            assert time.monotonic() - began < 0.7
        assert contents(store) == [b"event game 1"], "what is not on the disk is told to nobody"
        hanging_disk.goes_on.release()
        assert hanging.result(10) == answered("answer hanging at 1", again=NEW)
    assert store.append(an_event("after", at=2)) == answered("answer after at 2", again=NEW)
    store.close()


# The order of turns, without a database


class Written:
    """Writes by noting groups. The first waits until it may go on."""

    def __init__(self) -> None:
        self.groups: list[int] = []
        self.go_on = threading.Event()
        self.fault: BaseException | None = None

    def __call__(self, changes: Sequence[Change[list[int]]]) -> None:
        assert self.go_on.wait(10)
        self.groups.append(len(changes))
        if self.fault is not None:
            raise self.fault
        noted: list[int] = []
        for change in changes:
            change.made(noted)


def appended(number: int) -> Callable[[list[int]], int]:
    def append(noted: list[int]) -> int:
        noted.append(number)
        return number

    return append


def many(grouped: Grouped[list[int]], count: int, written: Written) -> list[int | BaseException]:
    with ThreadPoolExecutor(count) as pool:
        waiting = [pool.submit(grouped.change, appended(number), patience=10) for number in range(count)]
        time.sleep(0.2)
        written.go_on.set()
        return [one.exception() or one.result() for one in waiting]


def test_those_who_came_meanwhile_are_written_together_as_many_as_may_be() -> None:
    written = Written()
    count = MOST_AT_ONCE + 10
    assert many(Grouped(written), count, written) == list(range(count))
    assert written.groups == [1, MOST_AT_ONCE, 9]


@pytest.mark.parametrize("fault", [OSError("full"), KeyboardInterrupt()])
def test_a_fault_reaches_all_of_its_group_and_the_next_is_written(fault: BaseException) -> None:
    written = Written()
    grouped = Grouped(written)
    written.fault = fault
    came = many(grouped, 3, written)
    assert all(isinstance(one, BaseException) for one in came)
    assert sum(isinstance(one, KeyboardInterrupt) for one in came) <= 2, "only who writes is broken off"
    written.fault = None
    assert grouped.change(appended(7), patience=10) == 7


def test_nobody_waits_for_ever_and_the_turn_is_not_lost_with_who_goes() -> None:
    written = Written()
    grouped = Grouped(written)
    with ThreadPoolExecutor(2) as pool:
        first = pool.submit(grouped.change, appended(1), patience=0.2)
        time.sleep(0.05)
        second = pool.submit(grouped.change, appended(2), patience=0.2)
        with pytest.raises(NoneFreeError):
            second.result()
        written.go_on.set()
        assert first.result() == 1
    assert grouped.change(appended(3), patience=0.2) == 3
    assert written.groups == [1, 1]
