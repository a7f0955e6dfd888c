"""Rows of a list brought together by lemma, however many there are.

In: keys with what belongs to them, in any order. Out: each key once with all that belongs to it.
Never: more than one part of the list in memory; the rest waits in temporary files.
"""

from __future__ import annotations

import heapq
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby
from typing import IO

#: Rows sorted in memory at a time: some thirty megabytes.
MOST_IN_MEMORY = 200_000

#: Divides key, place and content of a stored row. No cell of a list holds it, and it sorts before every letter.
_DIVIDER = "\t"


def grouped(
    rows: Iterable[tuple[str, str]], *, most_in_memory: int = MOST_IN_MEMORY
) -> Iterator[tuple[str, Iterator[str]]]:
    """Yield every key with its contents in the order of ``rows``; keys in code-point order.

    The contents must be taken before the next key is.

    Neither keys nor contents may hold a line feed, keys no tabulator.
    """
    with ExitStack() as stack:
        parts: list[Iterable[str]] = []
        pending: list[str] = []
        for place, (key, content) in enumerate(rows):
            # Ten digits, so that places sort as numbers; a file of four gigabytes has no more lines.
            pending.append(f"{key}{_DIVIDER}{place:010d}{_DIVIDER}{content}\n")
            if len(pending) == most_in_memory:
                parts.append(stack.enter_context(_stored(sorted(pending))))
                pending.clear()
        parts.append(sorted(pending))
        for key, stored in groupby(heapq.merge(*parts), key=_key):
            yield key, (row.rstrip("\n").split(_DIVIDER, 2)[2] for row in stored)


def _key(row: str) -> str:
    return row[: row.index(_DIVIDER)]


def _stored(rows: list[str]) -> IO[str]:
    """Return rows in a temporary file that removes itself when it is closed, ready to be read."""
    file = tempfile.TemporaryFile("w+", encoding="utf-8", newline="\n")  # noqa: SIM115  the caller's stack closes it
    file.writelines(rows)
    file.seek(0)
    return file
