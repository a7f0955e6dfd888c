"""Compile a sorted word list into the minimal automaton that `automaton` walks: plain, slow, the oracle.

In: words as bytes, one tile a byte, strictly rising. Out: edges of the words, and of their rotations (GADDAG).
Never: letters, files. The native twin (`native/compiling.c`) makes the same bytes; `compiling` chooses.

States are merged as soon as they are complete (Daciuk, Mihov, Watson, Watson 2000, "Incremental construction
of minimal acyclic finite-state automata", algorithm 1). Lists of siblings that end alike share their end.
"""

from __future__ import annotations

import array
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from lexicon.automaton import ACCEPT, LAST, MOST_EDGES, TILE_SHIFT

#: A state's edges: (tile, whether a word ends there, id of the next state; 0 is the state without edges).
State = tuple[tuple[int, bool, int], ...]

#: The tile of the mark in a rotated word: the beginning read backwards, the mark, the rest.
MARK = 0


#: States no higher (the longest way to an end, in letters) are laid out by their height.
LOW = 6


class UnsortedWordsError(Exception):
    """Words must rise strictly. ``number`` counts the words from 1."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"word {number} does not follow the word before it in alphabet order; sort the list")


class TooManyEdgesError(Exception):
    """The list needs more edges than 24 bits can number. ``count`` is 0 when nobody counted to the end."""

    def __init__(self, count: int = 0) -> None:
        self.count = count
        needed = str(count) if count else "more"
        super().__init__(f"the automaton needs {needed} edges; the format numbers at most {MOST_EDGES}")


def compile_words(words: Iterable[bytes]) -> array.array[int]:
    """Return the edges of the minimal automaton of ``words``.

    Raises `UnsortedWordsError`, `TooManyEdgesError`. Equal lists give equal edges.
    """
    states = _States()
    root = states.add_words(words)
    layout = _Layout(states)
    layout.place(range(1, len(states.edges)))
    return layout.written(0, root)


def compile_rotations(words: Iterable[bytes]) -> tuple[array.array[int], array.array[int]]:
    """Return the edges of ``words``, as `compile_words` does, and those of their rotations (GADDAG).

    A word ABC has the rotations CBA, BA·C and A·BC, where · is the tile `MARK`. Edges of rotations are numbered on
    from the words' edges; behind a mark they lead to states of the words. Edge 0 of each part names its root.
    """
    states = _States()
    beginnings: dict[bytes, tuple[int, bool]] = {}
    root = states.add_words(words, beginnings)
    turned_from = len(states.edges)
    turned_root = states.add_beginnings(beginnings)
    layout = _Layout(states)
    layout.place(range(1, turned_from))
    words_end = len(layout.order)
    layout.place(range(turned_from, len(states.edges)))
    ended = layout.written(0, root, words_end)
    return ended, layout.written(words_end, turned_root)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Open:
    """The states along the last word, still open: ``edges[depth]`` leave the state after ``depth`` tiles."""

    edges: list[list[tuple[int, bool, int]]] = field(default_factory=lambda: [[]])
    accepting: list[bool] = field(default_factory=lambda: [False])


class _States:
    """Distinct states in order of completion; the id of a state is its place in ``edges``, 0 has none."""

    def __init__(self) -> None:
        self.edges: list[State] = [()]
        self._ids: dict[State, int] = {(): 0}

    def _complete(self, edges: list[tuple[int, bool, int]]) -> int:
        state = tuple(edges)
        number = self._ids.setdefault(state, len(self.edges))
        if number == len(self.edges):
            self.edges.append(state)
        return number

    def add_words(self, words: Iterable[bytes], beginnings: dict[bytes, tuple[int, bool]] | None = None) -> int:
        """Add words and return the id of their root.

        ``beginnings`` gets every beginning of a word with the state behind it and whether it is a word itself.
        """
        path = _Open()
        previous = b""
        for number, word in enumerate(words, start=1):
            if word <= previous:
                raise UnsortedWordsError(number)
            self._close(path, previous, _common_length(previous, word), beginnings)
            for _ in range(len(path.edges) - 1, len(word)):
                path.edges.append([])
                path.accepting.append(False)
            path.accepting[-1] = True
            previous = word
        self._close(path, previous, 0, beginnings)
        return self._complete(path.edges[0])

    def _close(
        self, path: _Open, word: bytes, depth: int, beginnings: dict[bytes, tuple[int, bool]] | None = None
    ) -> None:
        """Complete the states along ``word`` that lie deeper than ``depth`` tiles."""
        while len(path.edges) - 1 > depth:
            state, accept = self._complete(path.edges.pop()), path.accepting.pop()
            deep = len(path.edges)
            path.edges[-1].append((word[deep - 1], accept, state))
            if beginnings is not None:
                beginnings[word[:deep]] = (state, accept)

    def add_beginnings(self, beginnings: Mapping[bytes, tuple[int, bool]]) -> int:
        """Add every beginning read backwards, then the mark and what may follow it; return the id of the root."""
        path = _Open()
        previous = b""
        for turned in sorted(beginning[::-1] for beginning in beginnings):
            state, accept = beginnings[turned[::-1]]
            self._close(path, previous, _common_length(previous, turned))
            for _ in range(len(path.edges) - 1, len(turned)):
                path.edges.append([])
                path.accepting.append(False)
            path.accepting[-1] = accept
            if state:
                path.edges[-1].append((MARK, False, state))
            previous = turned
        self._close(path, previous, 0)
        return self._complete(path.edges[0])


class _Layout:
    """Places for states: children before parents, so that no walk can loop.

    A state that is the end of one already placed lies inside it.
    """

    def __init__(self, states: _States) -> None:
        self._states = states.edges
        self._places: dict[State, int] = {(): 0}
        self._heights = [0]
        for state in states.edges[1:]:
            self._heights.append(1 + max(self._heights[child] for _, _, child in state))
        self.order: list[State] = []
        self._free = 1

    def place(self, ids: range) -> None:
        """Place the states with these ids."""
        for number in sorted(ids, key=self._rank):  # stable: as they were completed among equals
            state = self._states[number]
            if state in self._places:
                continue
            self.order.append(state)
            for start in range(len(state)):
                self._places.setdefault(state[start:], self._free + start)
            self._free += len(state)
        if self._free - 1 > MOST_EDGES:
            raise TooManyEdgesError(self._free - 1)

    def _rank(self, number: int) -> tuple[int, int]:
        """Low states find runs to share, longer ones first; a high one lies behind the states that it leads to."""
        height = self._heights[number]
        return (height, -len(self._states[number])) if height <= LOW else (LOW + 1, 0)

    def written(self, first: int, root: int, end: int | None = None) -> array.array[int]:
        """Return the edges of the placed states number ``first`` to ``end``, the root's place in front."""
        edges = array.array("I", [self._places[self._states[root]]])
        for state in self.order[first:end]:
            last = len(state) - 1
            for number, (tile, accept, child) in enumerate(state):
                edges.append(
                    tile << TILE_SHIFT
                    | (ACCEPT if accept else 0)
                    | (LAST if number == last else 0)
                    | self._places[self._states[child]]
                )
        return edges


def _common_length(one: bytes, other: bytes) -> int:
    """Return how many tiles two words share at their beginning."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length
