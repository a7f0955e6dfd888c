"""Several processes on one port: made alike, watched, stopped together.

In: how many, and what each does. Out: when all have ended.
Never: what a worker serves.

The parent opens and verifies the editions before it makes workers: their memory is shared as long as nobody writes to
it, and nobody does. gRPC begins in the workers only, for its threads do not survive a fork.
"""

from __future__ import annotations

import contextlib
import gc
import os
import signal
import sys
import time
from collections.abc import Callable
from types import FrameType

import structlog

from server.stopping import LOOK_SECONDS

#: A worker that lives no longer than these seconds is not made anew: its fault would only come again.
LEAST_SECONDS = 2.0
_ENDS_WELL = (0, -signal.SIGTERM, -signal.SIGINT)


class Workers:
    """Processes that all run the same function, which is told whether it is the first.

    Made and watched by one thread, the main one.
    """

    def __init__(self, run: Callable[[bool], None], *, count: int, log: structlog.BoundLogger) -> None:
        self._run, self._count, self._log = run, count, log
        self._born: dict[int, float] = {}
        self._stopping = False

    def serve(self) -> bool:
        """Make the workers and wait until all have ended; return whether none failed.

        SIGTERM and SIGINT are handed on. A worker that dies by itself is made anew.
        """
        gc.collect()
        gc.freeze()  # the collector writes to what it visits, and what is written to is shared no more
        before = {number: signal.signal(number, self._stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            for number in range(self._count):
                self._make(first=number == 0)
            return self._watch()
        finally:
            if not self._stopping:  # as in `stopping.stop_signals`
                for number, handler in before.items():
                    signal.signal(number, handler)
            gc.unfreeze()

    def _make(self, *, first: bool = False) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        worker = os.fork()
        if worker:
            self._born[worker] = time.monotonic()
            if self._stopping:  # told while it was made: the others know already
                self._tell(worker, signal.SIGTERM)
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        code = 1
        try:
            self._run(first)
            code = 0
        except BaseException as error:
            self._log.error("worker failed", exc_info=error)
        finally:
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)

    def _watch(self) -> bool:
        well = True
        while self._born:
            worker, status = self._next_ended()
            born = self._born.pop(worker, None)
            code = os.waitstatus_to_exitcode(status)
            # One that was told before it could listen to signals just ends.
            if born is None or (self._stopping and code in _ENDS_WELL):
                continue
            lived = time.monotonic() - born
            self._log.error("worker ended", worker=worker, code=code, seconds=round(lived, 1))
            if self._stopping:
                well = False  # the others have been told, and to be told again would cut their calls off
            elif lived < LEAST_SECONDS:
                well = False
                self._hand_on(signal.SIGTERM)
            else:
                self._make()
        return well

    @staticmethod
    def _next_ended() -> tuple[int, int]:
        """Wait for a worker to end; return it with its status. No wait is endless: see `stopping.wait_for_stop`."""
        while True:
            worker, status = os.waitpid(-1, os.WNOHANG)
            if worker:
                return worker, status
            time.sleep(LOOK_SECONDS)

    def _stop(self, number: int, _frame: FrameType | None) -> None:
        self._hand_on(number)

    def _hand_on(self, number: int) -> None:
        self._stopping = True
        for worker in list(self._born):
            self._tell(worker, number)

    @staticmethod
    def _tell(worker: int, number: int) -> None:
        with contextlib.suppress(ProcessLookupError):  # it has ended and been counted meanwhile
            os.kill(worker, number)
