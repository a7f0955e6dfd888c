"""Compile a sorted word list into the minimal automaton that `automaton` walks.

In: words as bytes, one tile a byte, strictly rising. Out: edges.
Never: letters, files.

States are merged as soon as they are complete (Daciuk, Mihov, Watson, Watson 2000, "Incremental construction
of minimal acyclic finite-state automata", algorithm 1). Lists of siblings that end alike share their end.
"""

from __future__ import annotations

import array
from collections.abc import Iterable

from lexicon.automaton import ACCEPT, LAST, MOST_EDGES, TILE_SHIFT

#: A state's edges: (tile, whether a word ends there, id of the next state; 0 is the state without edges).
State = tuple[tuple[int, bool, int], ...]


class UnsortedWordsError(Exception):
    """Words must rise strictly. ``number`` counts the words from 1."""

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"word {number} does not follow the word before it in alphabet order; sort the list")


class TooManyEdgesError(Exception):
    """The list needs more edges than 24 bits can number."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"the automaton needs {count} edges; the format numbers at most {MOST_EDGES}")


def compile_words(words: Iterable[bytes]) -> array.array[int]:
    """Return the edges of the minimal automaton of ``words``.

    Raises `UnsortedWordsError`, `TooManyEdgesError`. Equal lists give equal edges.
    """
    states, root = _minimal_states(words)
    return _lay_out(states, root)


def _minimal_states(words: Iterable[bytes]) -> tuple[list[State], int]:
    """Return the distinct states in order of completion, and the id of the root."""
    ids: dict[State, int] = {(): 0}
    # Open edges along the last word: path[depth] collects the edges of the state after `depth` tiles.
    path: list[list[tuple[int, bool, int]]] = [[]]
    accepting = [False]
    previous = b""

    def close(depth: int) -> None:
        """Complete the states deeper than ``depth`` tiles."""
        while len(path) - 1 > depth:
            state = ids.setdefault(tuple(path.pop()), len(ids))
            path[-1].append((previous[len(path) - 1], accepting.pop(), state))

    for number, word in enumerate(words, start=1):
        if word <= previous:
            raise UnsortedWordsError(number)
        common = _common_length(previous, word)
        close(common)
        for _ in word[common:]:
            path.append([])
            accepting.append(False)
        accepting[-1] = True
        previous = word
    close(0)
    root = ids.setdefault(tuple(path.pop()), len(ids))
    return list(ids), root


def _common_length(one: bytes, other: bytes) -> int:
    """Return how many tiles two words share at their beginning."""
    length = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        length += 1
    return length


def _lay_out(states: list[State], root: int) -> array.array[int]:
    """Give every state a place; a state that is the end of a longer one lies inside it."""
    places: dict[State, int] = {}
    order: list[State] = []
    free = 1
    for state in sorted(states, key=len, reverse=True):  # stable: completion order among equals
        if state and state not in places:
            order.append(state)
            for start in range(len(state)):
                places.setdefault(state[start:], free + start)
            free += len(state)
    if free - 1 > MOST_EDGES:
        raise TooManyEdgesError(free - 1)
    edges = array.array("I", [places.get(states[root], 0)])
    for state in order:
        last = len(state) - 1
        for number, (tile, accept, child) in enumerate(state):
            edges.append(
                tile << TILE_SHIFT
                | (ACCEPT if accept else 0)
                | (LAST if number == last else 0)
                | places.get(states[child], 0)
            )
    return edges
