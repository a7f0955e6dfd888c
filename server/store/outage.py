"""How long a database has not answered, so that not everybody waits for it anew.

In: when it answered, when it did not. Out: until when a call may wait; or that it may not.
Never: asking a database.

A restart of the database is a delay. A database that is down is told at once, or every thread of a server would stand
and wait for it, and there would be none for calls that need no database.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class DownError(Exception):
    """The database has not answered for longer than one waits, and somebody is asking it again already."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"it has not answered for {seconds:.0f} seconds")


class Outage:
    """Knows since when a database has been down. ``patience`` is how long callers wait for it, in seconds."""

    def __init__(self, *, patience: float) -> None:
        self._patience = patience
        self._since: float | None = None
        self._latest = 0.0
        self._asking = threading.Lock()

    @contextmanager
    def call(self, *, patience: float) -> Iterator[float]:
        """Yield until when, by `time.monotonic`, a call may wait that begins now. Raises `DownError`.

        While the database is down for longer than that, one call at a time asks whether it still is.
        """
        now, since = time.monotonic(), self._down_since()
        if since is None or now < since + self._patience:
            yield min(now + patience, (since or now) + self._patience)
            return
        if not self._asking.acquire(blocking=False):
            raise DownError(now - since)
        try:
            yield now
        finally:
            self._asking.release()

    def left(self) -> float:
        """Return how many seconds a call may wait that begins now."""
        since = self._down_since()
        return self._patience if since is None else max(0, since + self._patience - time.monotonic())

    def _down_since(self) -> float | None:
        """Return since when it has been down. What failed long ago, and nobody has asked since, says nothing of now."""
        return self._since if time.monotonic() < self._latest + self._patience else None

    def answered(self) -> None:
        """Note that it answers."""
        self._since = None

    def failed(self, *, asked: float) -> None:
        """Note that it did not answer who asked it then, by `time.monotonic`."""
        self._since = asked if self._down_since() is None else self._since
        self._latest = time.monotonic()
