"""The minimal automaton that holds a word list: walked straight from the bytes of the file.

In: a run of little-endian 32-bit edges. Out: membership, words in alphabet order.
Never: letters (edges carry tiles: ranks in the alphabet from 1), files, building.

An edge is ``tile:6 | accept:1 | last:1 | child:24``, most significant first. Edges out of one state lie side by
side in rising tile order; the one marked *last* ends them and ends a *run*. A state may be the end of a longer run.
``child`` is the index of the first edge of the next state, 0 when there is none, and always lies in an earlier run:
so no walk can loop. Edge 0 is no edge: its child field names the root.
Bytes may be damaged: every index is checked, every walk is bounded, and `Automaton.fault` finds what is wrong.
"""

from __future__ import annotations

import array
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Self

TILE_SHIFT = 26
ACCEPT = 1 << 25
LAST = 1 << 24
CHILD = LAST - 1

#: Tiles are 1 to 63.
MOST_TILES = (1 << 6) - 1
#: Edges are numbered below 2^24.
MOST_EDGES = CHILD
#: More words than any list has: a damaged file may spell 63^64.
MOST_WORDS = 1 << 28

#: What is wrong with the edges: the edge at fault, a code, the number found (see `FAULTS`).
Fault = tuple[int, str, int]

#: By code: what was found and what was expected. Both engines find the same faults.
FAULTS = {
    "root": ("a root {value:#x}", "the index of an edge, no other bits"),
    "tile": ("tile {value}", "a tile of the alphabet"),
    "order": ("tile {value} out of order", "rising tiles up to the last of a state"),
    "child": ("a next state at {value}", "one in an earlier run of edges"),
    "dead": ("an edge that ends no word and leads nowhere", "a word behind every edge"),
    "last": ("the last edge of the file not marked last", "the mark"),
    "overlong": ("a way of {value} letters", "none longer than the longest word"),
    "count": ("{value} words", "the number that the manifest says"),
}


class AutomatonError(Exception):
    """The edges are no automaton. ``index`` is the edge at fault."""

    def __init__(self, index: int, *, found: str, expected: str) -> None:
        self.index, self.found, self.expected = index, found, expected
        super().__init__(f"edge {index}: found {found}; expected {expected}")

    @classmethod
    def of(cls, fault: Fault) -> Self:
        """Say a fault in words."""
        index, code, value = fault
        found, expected = FAULTS[code]
        return cls(index, found=found.format(value=value), expected=expected)


@dataclass(frozen=True, slots=True, kw_only=True)
class Automaton:
    """Edges with the number of tiles that may stand on them.

    Walking needs no other structure: the bytes of the file are enough.
    """

    edges: Sequence[int]
    tile_count: int

    @classmethod
    def from_bytes(cls, data: memoryview, *, tile_count: int) -> Self:
        """Take edges from file bytes, whose length must be a multiple of 4, without copying where possible."""
        if len(data) % 4 or len(data) < 4:
            raise AutomatonError(0, found=f"{len(data)} bytes", expected="a multiple of 4, at least 4")
        if sys.byteorder == "little":
            return cls(edges=data.cast("I"), tile_count=tile_count)
        edges = array.array("I", data.tobytes())
        edges.byteswap()
        return cls(edges=edges, tile_count=tile_count)

    @property
    def root(self) -> int:
        """Index of the first edge of the root state, 0 for an empty list."""
        return self.edges[0] & CHILD

    def follow(self, index: int, tile: int) -> int:
        """Return the edge with ``tile`` out of the state at ``index``, 0 when there is none; any index may be given."""
        if not index:
            return 0
        # A run is never longer than the alphabet, so the scan is bounded whatever the bytes.
        for edge in self.edges[index : index + self.tile_count]:
            if edge >> TILE_SHIFT == tile:
                return edge
            if edge & LAST:
                return 0
        return 0

    def accepts(self, tiles: Sequence[int]) -> bool:
        """Whether the word spelled by ``tiles`` is in the list."""
        edge = self.edges[0] & CHILD
        for tile in tiles:
            edge = self.follow(edge & CHILD, tile)
            if not edge:
                return False
        return bool(edge & ACCEPT) and bool(tiles)

    def words(self, *, longest: int) -> Iterator[tuple[int, ...]]:
        """Yield every word as tiles, in alphabet order.

        Raises `AutomatonError` at an edge that breaks the form: a tile out of the alphabet or out of order, a
        child outside the file, a word longer than ``longest`` (so a loop ends).
        """
        stack = [self.root]
        prefix: list[int] = []
        while stack:
            index = stack[-1]
            if index == 0:
                stack.pop()
                if prefix:
                    prefix.pop()
                continue
            edge = self._edge(index, depth=len(stack), longest=longest)
            stack[-1] = 0 if edge & LAST else index + 1
            prefix.append(edge >> TILE_SHIFT)
            if edge & ACCEPT:
                yield tuple(prefix)
            stack.append(edge & CHILD)

    def _edge(self, index: int, *, depth: int, longest: int) -> int:
        """Return edge ``index`` when it keeps the form."""
        if index >= len(self.edges):
            raise AutomatonError(index, found="an edge outside the file", expected=f"at most {len(self.edges) - 1}")
        if depth > longest:
            raise AutomatonError(index, found="a loop or an overlong word", expected=f"at most {longest} letters")
        edge = self.edges[index]
        if not 1 <= edge >> TILE_SHIFT <= self.tile_count:
            raise AutomatonError(index, found=f"tile {edge >> TILE_SHIFT}", expected=f"1 to {self.tile_count}")
        if not edge & LAST and (
            index + 1 >= len(self.edges) or self.edges[index + 1] >> TILE_SHIFT <= edge >> TILE_SHIFT
        ):
            raise AutomatonError(index, found="a sibling out of order", expected="rising tiles up to the last")
        return edge

    def fault(self, *, word_count: int, longest: int) -> Fault | None:
        """Return the first thing that breaks the form, None when it is kept.

        Checked are tiles, their order, that every child lies in an earlier run and every edge leads to a word; then
        that no word is longer than ``longest`` letters and that there are ``word_count`` words.
        """
        form = self._form_fault()
        if form:
            return form
        longest_at, words = array.array("B", bytes(len(self.edges))), self.word_counts()
        for index, run_end in self._from_ends():
            edge = self.edges[index]
            reach = max(1 + longest_at[edge & CHILD], 0 if index == run_end else longest_at[index + 1])
            if reach > longest:
                return index, "overlong", reach
            longest_at[index] = reach
        return None if words[self.root] == word_count else (0, "count", words[self.root])

    def _form_fault(self) -> Fault | None:
        """Look at every edge once."""
        if self.edges[0] & ~CHILD or self.root >= len(self.edges):
            return 0, "root", self.edges[0]
        run = 1
        before = 0
        for index, edge in enumerate(self.edges[1:], start=1):
            tile, child = edge >> TILE_SHIFT, edge & CHILD
            broken = (
                ("tile", tile, not 1 <= tile <= self.tile_count),
                ("order", tile, index > run and tile <= before),
                ("child", child, child >= run),
                ("dead", 0, not child and not edge & ACCEPT),
            )
            for code, value, holds in broken:
                if holds:
                    return index, code, value
            before = tile
            if edge & LAST:
                run = index + 1
        return None if run == len(self.edges) else (len(self.edges) - 1, "last", 0)

    def _from_ends(self) -> Iterator[tuple[int, int]]:
        """Yield (index, end of its run) run by run, each run from its end: children come before parents."""
        run = 1
        for end in range(1, len(self.edges)):
            if self.edges[end] & LAST:
                for index in range(end, run - 1, -1):
                    yield index, end
                run = end + 1

    def word_counts(self) -> array.array[int]:
        """Return for each edge how many words begin at it or at a later edge of its state; the form must be kept."""
        counts = array.array("L", bytes(array.array("L").itemsize * len(self.edges)))
        for index, run_end in self._from_ends():
            edge = self.edges[index]
            count = bool(edge & ACCEPT) + counts[edge & CHILD] + (0 if index == run_end else counts[index + 1])
            counts[index] = min(count, MOST_WORDS)
        return counts
