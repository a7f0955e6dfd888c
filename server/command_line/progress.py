"""How far a long count has come, on stderr and only on a terminal.

In: numbers, or only what is being done. Out: a line that is gone when the work is done.
Never: anything on stdout.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    SpinnerColumn,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from server.command_line.output import safe, stderr

#: The bar is told of every so manieth thing.
_STEP = 256


@contextmanager
def counting(*, total: int) -> Iterator[Callable[[int], None]]:
    """Show a bar over ``total`` things; what is yielded takes the number done."""
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=stderr(), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("", total=total)

        def report(done: int) -> None:
            if done % _STEP == 0:
                bar.update(task, completed=done)

        yield report


@contextmanager
def waiting(what: str) -> Iterator[None]:
    """Show that work goes on whose end nobody knows, and since when."""
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=stderr(), transient=True, disable=not sys.stderr.isatty()) as line:
        line.add_task(safe(what), total=None)
        yield
