"""Changes that come while another is written, written together: one flush of the disk for all of them.

In: changes, from many threads; how to write several at once. Out: to each what became of its own, once it is written.
Never: a thread of its own. Who finds nobody writing writes for all who wait, and leaves the turn to one who came since.

One caller alone is served as if this were not there: nobody waits for others to come.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from server.store.connections import NoneFreeError
from server.store.errors import StoreError

C = TypeVar("C")
R = TypeVar("R")

#: Changes written at once; the others are next. Where a disk hangs, so many callers hang with it.
MOST_AT_ONCE = 32


@dataclass(slots=True, eq=False)
class Change(Generic[C]):
    """One change and what became of it: an answer, or why there is none. ``turn``: it is decided, or is to write."""

    make: Callable[[C], Any]
    turn: threading.Event = field(default_factory=threading.Event)
    answer: Any = None
    failure: BaseException | None = None

    def made(self, writing: C) -> None:
        """Make the change; what it refuses concerns nobody else."""
        try:
            self.answer = self.make(writing)
        except StoreError as refusal:
            self.failure = refusal


class Grouped(Generic[C]):
    """Lets changes wait for each other. ``write`` makes those it is given by `Change.made` and returns when they last.

    When it raises, none of them was made.
    """

    def __init__(self, write: Callable[[Sequence[Change[C]]], None]) -> None:
        self._write = write
        self._changing = threading.Lock()
        self._waiting: list[Change[C]] = []
        self._taken = False

    def change(self, make: Callable[[C], R], *, patience: float) -> R:
        """Make one change, and return its answer when it is written.

        Raises `NoneFreeError` when nobody has begun to write it after so many seconds.
        """
        change = Change[C](make)
        with self._changing:
            self._waiting.append(change)
            writes = not self._taken
            self._taken = True
        if writes or self._is_to_write(change, patience):
            self._write_for_all()
        if change.failure is not None:
            raise change.failure
        answer: R = change.answer
        return answer

    def _is_to_write(self, change: Change[C], patience: float) -> bool:
        """Wait until a change is decided, or is the one to write."""
        if not change.turn.wait(patience):
            with self._changing:
                if change in self._waiting and not change.turn.is_set():
                    self._waiting.remove(change)
                    raise NoneFreeError
            change.turn.wait()  # it is being written
        with self._changing:
            return change in self._waiting

    def _write_for_all(self) -> None:
        with self._changing:
            group, self._waiting = self._waiting[:MOST_AT_ONCE], self._waiting[MOST_AT_ONCE:]
        try:
            self._write(group)
        except BaseException as error:
            broken_off = RuntimeError("whoever wrote for several was broken off")
            for change in group:
                change.failure = error if isinstance(error, Exception) else broken_off
            raise
        finally:
            with self._changing:
                self._taken = bool(self._waiting)
                if self._waiting:
                    self._waiting[0].turn.set()
            for change in group:
                change.turn.set()
