"""The minimal automaton that holds a word list: walked straight from the bytes of the file.

In: a run of little-endian 32-bit edges. Out: membership, words in alphabet order.
Never: letters (edges carry tiles: ranks in the alphabet from 1), files, building.

An edge is ``tile:6 | accept:1 | last:1 | child:24``, most significant first. Edges out of one state lie side by
side in rising tile order, the one marked *last* ends them. ``child`` is the index of the first edge of the
next state, 0 when there is none. Edge 0 is no edge: its child field names the root.
Bytes may be damaged: every index is checked, every walk is bounded.
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


class AutomatonError(Exception):
    """The edges are no automaton. ``index`` is the edge at fault."""

    def __init__(self, index: int, *, found: str, expected: str) -> None:
        self.index, self.found, self.expected = index, found, expected
        super().__init__(f"edge {index}: found {found}; expected {expected}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Automaton:
    """Edges with the number of tiles that may stand on them.

    Walking needs no other structure: a mapped file is enough.
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

    def accepts(self, tiles: Sequence[int]) -> bool:
        """Whether the word spelled by ``tiles`` is in the list."""
        edges = self.edges
        size = len(edges)
        state, accepted = self.root, 0
        for tile in tiles:
            index = state
            if not 0 < index < size:
                return False
            edge = edges[index]
            # Rising order bounds the scan by the number of tiles, whatever the bytes.
            while edge >> TILE_SHIFT < tile:
                index += 1
                if edge & LAST or index >= size:
                    return False
                edge = edges[index]
            if edge >> TILE_SHIFT != tile:
                return False
            state, accepted = edge & CHILD, edge & ACCEPT
        return bool(accepted)

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
