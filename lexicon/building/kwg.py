"""KWG: a word graph that several programs of the field read; written and read here.

In: compiled words, or the bytes of a KWG with its alphabet. Out: bytes, or words.
Never: trust in the bytes: a KWG has no header, alphabet or digest, so everything in it is checked.

A KWG is a run of little-endian 32-bit nodes. Node 0 points to the first node of the words; with rotations (GADDAG)
node 1 points to theirs, and the words begin at node 2. Two widths are in use:

    KWG      tile:8 | accepts:1 | last:1 | child:22      at most 4,194,304 nodes
    KBWG     child:24 | accepts:1 | last:1 | tile:6      at most 16,777,216 nodes

A tile is the row of a letter in the alphabet, from 1; tile 0 is the mark inside a rotated word.
"""

from __future__ import annotations

import array
import enum
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from lexicon.alphabet import LONGEST_TEXT, Alphabet, Word
from lexicon.automaton import ACCEPT, CHILD, LAST, MOST_WORDS, TILE_SHIFT, Automaton
from lexicon.building.compiling import CompiledWords
from lexicon.errors import LexiconError


class Width(enum.StrEnum):
    """How wide the reference to the next state is."""

    KWG = "KWG"
    KBWG = "KBWG"


#: So many nodes can be numbered.
MOST_NODES = {Width.KWG: 1 << 22, Width.KBWG: 1 << 24}


class KwgTooLargeError(LexiconError):
    """The words need more nodes than the format can number."""

    def __init__(self, width: Width, node_count: int, *, with_rotations: bool) -> None:
        self.width, self.node_count, self.with_rotations = width, node_count, with_rotations
        ways = [*(["without rotations"] if with_rotations else []), *(["as KBWG"] if width is Width.KWG else [])]
        super().__init__(
            f"{width}: found {node_count:,} nodes; expected at most {MOST_NODES[width]:,}; "
            f"export {' or '.join(ways) or 'a shorter list'}"
        )


class KwgFormatError(LexiconError):
    """The bytes are no KWG of this alphabet. ``node`` is the node at fault, ``offset`` its place in bytes."""

    def __init__(self, node: int, *, found: str, expected: str) -> None:
        self.node, self.offset, self.found, self.expected = node, 4 * node, found, expected
        super().__init__(f"node {node} at byte {4 * node}: found {found}; expected {expected}")


def write_kwg(compiled: CompiledWords, *, width: Width = Width.KWG) -> bytes:
    """Return ``compiled`` as a KWG, with rotations when it has them. Raises `KwgTooLargeError`."""
    parts = [_edges(compiled.words)]
    if compiled.rotations:
        parts.append(_edges(compiled.rotations))
    node_count = sum(len(part) for part in parts)
    if node_count > MOST_NODES[width]:
        raise KwgTooLargeError(width, node_count, with_rotations=bool(compiled.rotations))
    # Our edges are numbered from 1; every part has its pointer in front.
    shift = len(parts) - 1
    roots = [LAST | part[0] for part in parts]
    nodes = array.array("I")
    for edges in (roots, *(part[1:] for part in parts)):
        nodes.extend(_node(edge, shift, width) for edge in edges)
    if sys.byteorder == "big":
        nodes.byteswap()
    return nodes.tobytes()


def _edges(content: bytes) -> array.array[int]:
    edges = array.array("I", content)
    if sys.byteorder == "big":
        edges.byteswap()
    return edges


def _node(edge: int, shift: int, width: Width) -> int:
    """Put an edge the way a node has it."""
    child = (edge & CHILD) + shift if edge & CHILD else 0
    tile, accept, last = edge >> TILE_SHIFT, bool(edge & ACCEPT), bool(edge & LAST)
    if width is Width.KWG:
        return tile << 24 | accept << 23 | last << 22 | child
    return child << 8 | accept << 7 | last << 6 | tile


def _edge(node: int, width: Width) -> int:
    """Put a node the way an edge has it; a tile past 63 is lost (see `read_kwg`)."""
    if width is Width.KWG:
        tile, accept, last, child = node >> 24, node >> 23 & 1, node >> 22 & 1, node & MOST_NODES[width] - 1
    else:
        tile, accept, last, child = node & 63, node >> 7 & 1, node >> 6 & 1, node >> 8
    return tile << TILE_SHIFT | accept * ACCEPT | last * LAST | child


def read_kwg(content: bytes, *, letters: str, width: Width = Width.KWG) -> Iterator[Word]:
    """Yield the words of a KWG in alphabet order; ``letters`` are its rows from 1 on, upper case.

    Checked first: size, pointer, tiles, their order, every reference, loops, lengths. Raises `KwgFormatError`.
    """
    if len(content) % 4 or not content:
        raise KwgFormatError(len(content) // 4, found=f"{len(content)} bytes", expected="a multiple of 4, at least 4")
    nodes = _edges(content)
    if width is Width.KWG:
        for number, node in enumerate(nodes):
            if node >> 24 > len(letters):
                raise KwgFormatError(number, found=f"tile {node >> 24}", expected=f"at most {len(letters)}")
    edges = array.array("I", [_edge(node, width) for node in nodes])
    if edges[0] & ~CHILD != LAST:
        raise KwgFormatError(0, found=f"{nodes[0]:#010x}", expected="a pointer to the words: no tile, last")
    _Checked(edges=edges, tile_count=len(letters)).check()
    return _spelled(Automaton(edges=edges, tile_count=len(letters)), ("", *letters))


def _spelled(automaton: Automaton, letters: Sequence[str]) -> Iterator[Word]:
    for tiles in automaton.words(longest=LONGEST_TEXT):
        yield Word("".join([letters[tile] for tile in tiles]))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Checked:
    """Edges in any order, as a stranger laid them: every state that the words can reach is looked at once."""

    edges: Sequence[int]
    tile_count: int

    def check(self) -> None:
        """Raise `KwgFormatError` at the first node that breaks the form."""
        # By state: how long the longest way behind it is and how many words it has; None while it is open.
        known: dict[int, tuple[int, int] | None] = {0: (0, 0)}
        path = [self._inside(0, self.edges[0] & CHILD)]
        while path:
            state = path[-1]
            if known.get(state) is not None:
                path.pop()
                continue
            siblings = list(self._siblings(state))
            unknown = [self._inside(state, edge & CHILD) for edge in siblings if edge & CHILD not in known]
            if state not in known or unknown:
                known[state] = None
                self._no_loop(state, siblings, known, unknown)
                path += unknown
                continue
            known[state] = self._measure(state, siblings, known)
            path.pop()

    def _inside(self, node: int, child: int) -> int:
        if child >= len(self.edges):
            raise KwgFormatError(node, found=f"a reference to node {child}", expected=f"at most {len(self.edges) - 1}")
        return child

    def _no_loop(
        self, state: int, siblings: list[int], known: dict[int, tuple[int, int] | None], unknown: list[int]
    ) -> None:
        for edge in siblings:
            child = edge & CHILD
            if child == state or (child not in unknown and known[child] is None):
                raise KwgFormatError(state, found=f"a loop through node {child}", expected="no way back")

    def _measure(self, state: int, siblings: list[int], known: dict[int, tuple[int, int] | None]) -> tuple[int, int]:
        longest = count = 0
        for edge in siblings:
            behind = known[edge & CHILD]
            if behind is None:
                raise KwgFormatError(state, found=f"a loop through node {edge & CHILD}", expected="no way back")
            longest = max(longest, 1 + behind[0])
            count += behind[1] + bool(edge & ACCEPT)
        if longest > LONGEST_TEXT:
            raise KwgFormatError(state, found=f"a word of {longest} letters", expected=f"at most {LONGEST_TEXT}")
        if count > MOST_WORDS:
            raise KwgFormatError(state, found=f"{count:,} words", expected=f"at most {MOST_WORDS:,}")
        return longest, count

    def _siblings(self, state: int) -> Iterator[int]:
        """Yield the edges of a state, each a tile of the alphabet, rising up to the last."""
        before = 0
        for index in range(state, state + self.tile_count + 1):
            if index >= len(self.edges):
                raise KwgFormatError(index - 1, found="no last sibling", expected="one before the file ends")
            edge = self.edges[index]
            tile = edge >> TILE_SHIFT
            if not before < tile <= self.tile_count:
                raise KwgFormatError(index, found=f"tile {tile}", expected=f"{before + 1} to {self.tile_count}")
            yield edge
            if edge & LAST:
                return
            before = tile


def differences(first: Iterable[Word], second: Iterable[Word], *, alphabet: Alphabet) -> Iterator[tuple[Word, bool]]:
    """Yield the words that only one of two lists in alphabet order has, and whether it is ``first`` that has them."""
    left, right = iter(first), iter(second)
    ours, theirs = next(left, None), next(right, None)
    while ours is not None or theirs is not None:
        if ours == theirs:
            ours, theirs = next(left, None), next(right, None)
        elif ours is not None and (theirs is None or alphabet.order(ours) < alphabet.order(theirs)):
            yield ours, True
            ours = next(left, None)
        elif theirs is not None:
            yield theirs, False
            theirs = next(right, None)
