"""Threads for calls that only compute: few, so that they do not wait for each other; more while those stand still.

In: tasks, as gRPC gives them to its pool. Out: their futures.
Never: calls that wait for something (stores, streams): they belong in a pool with a thread for each.

One interpreter runs one thread at a time. A call in a thread of its own costs up to a half more than one of two
threads that take turns, for each wakes and waits for the others. But two threads stand still when two callers begin a
call and never send its request, for gRPC waits for that in a thread. So a pool that takes no task for a while, or
leaves one waiting for long, gets more threads. These leave when the first ones no longer stand still.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from queue import Empty, SimpleQueue
from time import monotonic
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

#: Seconds without a task taken, while some wait, after which there are more threads.
PATIENCE_SECONDS = 0.05
#: Seconds a task waits at most, though others are taken, until there are more threads. When 256 calls come at once,
#: and all only compute, the last of the usual ones is taken well before that.
LONG_WAIT_SECONDS = 0.2
#: Seconds that such a thread stays, and again as long as the few do not move.
STAY_SECONDS = 1.0


class FewThreads(ThreadPoolExecutor):
    """Runs tasks on ``few`` threads, on up to ``most`` while those stand still.

    A `ThreadPoolExecutor` because gRPC takes no other; nothing of that but its name is used.
    """

    def __init__(self, *, few: int, most: int, name: str) -> None:
        super().__init__(max_workers=most, thread_name_prefix=name)
        self._few, self._most, self._name = few, most, name
        self._tasks: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._count, self._taken = itertools.count(1), 0
        self._asked, self._ended = threading.Event(), False
        self._more, self._changing = 0, threading.Lock()
        self._running = [0] * few  # the number of the task that each of the few runs, 0 for none
        for one in range(few):
            self._start(partial(self._work, one))
        self._start(self._watch)

    @property
    def more(self) -> int:
        """How many threads there are beside the few."""
        return self._more

    def submit(self, task: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a task when a thread is free."""
        if self._ended:
            raise RuntimeError("the pool has been shut down")
        future: Future[R] = Future()

        def run() -> None:
            if not future.set_running_or_notify_cancel():
                return
            try:
                future.set_result(task(*args, **kwargs))
            except BaseException as error:  # whoever waits for the future is told
                future.set_exception(error)

        self._tasks.put(run)
        if not self._asked.is_set():
            self._asked.set()
        return future

    def shutdown(self, wait: bool = False, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002  as its base
        """Let the threads end when all that was submitted is done; nothing may be submitted any more."""
        super().shutdown(wait, cancel_futures=cancel_futures)
        self._ended = True
        self._asked.set()
        for _ in range(self._most):
            self._tasks.put(None)

    def _start(self, run: Callable[[], None]) -> None:
        # Nobody waits for these threads when the process ends: the server has let its calls end by then.
        threading.Thread(target=run, name=self._name, daemon=True).start()

    def _work(self, one: int) -> None:
        while run := self._tasks.get():
            self._taken = self._running[one] = next(self._count)
            run()
            self._running[one] = 0
            del run  # or a thread that waits would hold the last call's request

    def _work_awhile(self) -> None:
        try:
            stays = True
            while stays:
                before = tuple(self._running)
                # While all of the few stand still, no call shall wait until that is noticed once more.
                stays = self._work_for(STAY_SECONDS) and all(before) and before == tuple(self._running)
        finally:
            with self._changing:
                self._more -= 1

    def _work_for(self, seconds: float) -> bool:
        """Run tasks for so many seconds; return whether there may be more of them."""
        end = monotonic() + seconds
        while (left := end - monotonic()) > 0:
            try:
                run = self._tasks.get(timeout=left)
            except Empty:
                break
            if run is None:
                return False
            self._taken = next(self._count)
            run()
            del run
        return True

    def _watch(self) -> None:
        """Add threads whenever none takes a task, or one has waited for long: each time as many as there are."""
        pause = threading.Event()
        last, since = 0, monotonic()  # once so many are taken, nothing waits that did so at that time
        while not self._ended:
            self._asked.wait()
            self._asked.clear()
            taken = self._taken
            if taken >= last:
                last, since = taken + self._tasks.qsize(), monotonic()
            pause.wait(PATIENCE_SECONDS)
            if self._tasks.empty():
                last = 0
                continue
            self._asked.set()  # what waits is watched until it is taken
            if self._taken == taken or (self._taken < last and monotonic() - since >= LONG_WAIT_SECONDS):
                self._grow()

    def _grow(self) -> None:
        with self._changing:
            new = min(self._few + self._more, self._most - self._few - self._more)
            self._more += new
        for started in range(new):
            try:
                self._start(self._work_awhile)
            except RuntimeError:  # the system has no more threads for us now; it is asked again while tasks wait
                with self._changing:
                    self._more -= new - started
                return
