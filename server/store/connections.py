"""Connections that threads take turns with.

In: how to open and close one. Out: a connection that nobody else uses meanwhile.
Never: what is asked over it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from server.store.errors import StoreError

C = TypeVar("C")


class NoneFreeError(Exception):
    """Every connection stayed taken for as long as one may wait."""


class Connections(Generic[C]):
    """Up to ``most`` open connections. One during whose use the database failed is closed and not used again.

    Opened when they are asked for and reused last in, first out; no thread of its own watches them, so that an idle
    store costs nothing and a database that comes back is used by the next call.
    """

    def __init__(self, *, open_one: Callable[[], C], close_one: Callable[[C], None], most: int) -> None:
        self._open_one, self._close_one = open_one, close_one
        self._turns = threading.BoundedSemaphore(most)
        self._idle: list[C] = []
        self._closed = False

    @contextmanager
    def one(self, *, patience: float) -> Iterator[C]:
        """Lend a connection. Waits up to ``patience`` seconds for a turn. Raises `NoneFreeError`."""
        if not self._turns.acquire(timeout=max(patience, 0)):
            raise NoneFreeError
        try:
            connection = self._idle_one() or self._open_one()
            try:
                yield connection
            except StoreError:
                # A refusal of ours says nothing against the connection.
                self._take_back(connection)
                raise
            except BaseException:
                self._close_one(connection)
                raise
            self._take_back(connection)
        finally:
            self._turns.release()

    def drop_idle(self) -> None:
        """Close those that nobody uses: a database that has gone took them along."""
        while (connection := self._idle_one()) is not None:
            self._close_one(connection)

    def close(self) -> None:
        """Close all: idle ones now, the others when they come back."""
        self._closed = True
        self.drop_idle()

    def _idle_one(self) -> C | None:
        # One operation of a list: no other thread can take the same.
        try:
            return self._idle.pop()
        except IndexError:
            return None

    def _take_back(self, connection: C) -> None:
        if self._closed:
            self._close_one(connection)
        else:
            self._idle.append(connection)
