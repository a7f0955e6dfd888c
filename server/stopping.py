"""When a server is to stop: signals of the system, and for a worker that its parent is gone.

In: SIGTERM, SIGINT. Out: two events: stop, and stop at once.
Never: stopping (see `serving`).
"""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: Seconds within which two signals are the same one.
SAME_SIGNAL_SECONDS = 0.3
#: Seconds between two looks whether a signal has come, and of a worker whether its parent is there.
LOOK_SECONDS = 0.25


def wait_for_stop(asked: threading.Event, *, parent: int | None) -> None:
    """Wait until the server is to stop, a worker also when its parent is gone: nobody else would tell it.

    Python turns a signal into a call between two of its steps. One that comes as the last step before an endless wait
    is done would be noticed only when that wait ends, so no wait is endless.
    """
    while not asked.wait(LOOK_SECONDS):
        if parent is not None and os.getppid() != parent:
            asked.set()


@contextmanager
def stop_signals() -> Iterator[tuple[threading.Event, threading.Event]]:
    """Turn the first stop signal into one event, a second into another.

    A terminal and a service manager tell every process, and the parent of workers tells them once more: what comes at
    the same time is one signal. A process that was told ends, so whatever comes later is only noted: by habit it would
    end the process as a failure.
    """
    asked, hurried = threading.Event(), threading.Event()
    first = 0.0

    def note(_number: int, _frame: FrameType | None) -> None:
        nonlocal first
        if not asked.is_set():
            first = time.monotonic()
            asked.set()
        elif time.monotonic() - first > SAME_SIGNAL_SECONDS:
            hurried.set()

    before = {number: signal.signal(number, note) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield asked, hurried
    finally:
        if not asked.is_set():
            for number, handler in before.items():
                signal.signal(number, handler)
