"""The automaton that evidence keeps its lists in: a set of words in order, and never a hang whatever its edges."""

from __future__ import annotations

import contextlib
import itertools
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.automaton import ACCEPT, FAULTS, LAST, MOST_TILES, TILE_SHIFT, Automaton, AutomatonError
from lexicon.building.minimal import UnsortedWordsError, compile_words

TILES = 4
WORDS = st.frozensets(st.lists(st.integers(1, TILES), min_size=1, max_size=6).map(bytes), max_size=40)


def automaton(edges: list[int], *, tiles: int = TILES) -> Automaton:
    """Open edges as they are opened from a file."""
    return Automaton.from_bytes(memoryview(struct.pack(f"<{len(edges)}I", *edges)), tile_count=tiles)


def edge(tile: int, child: int = 0, *, accept: bool = True, last: bool = True) -> int:
    return tile << TILE_SHIFT | accept * ACCEPT | last * LAST | child


@given(WORDS, st.lists(st.integers(0, TILES + 1), max_size=7).map(bytes))
def test_it_is_a_set_of_words_in_alphabet_order(words: frozenset[bytes], other: bytes) -> None:
    compiled = automaton(list(compile_words(sorted(words))))
    assert [bytes(word) for word in compiled.words(longest=6)] == sorted(words)
    assert all(compiled.accepts(word) for word in words)
    assert compiled.accepts(other) is (other in words)
    assert compiled.fault(word_count=len(words), longest=6) is None
    assert compiled.word_counts()[compiled.root] == len(words)


@given(WORDS)
def test_beginnings_and_ends_are_shared(words: frozenset[bytes]) -> None:
    edges = compile_words(sorted(words))
    prefixes = {word[:length] for word in words for length in range(1, len(word) + 1)}
    assert len(edges) - 1 <= len(prefixes)


def test_words_out_of_order_are_refused_with_their_number() -> None:
    with pytest.raises(UnsortedWordsError) as refused:
        compile_words([b"\1", b"\2", b"\1\1"])
    assert refused.value.number == 3
    with pytest.raises(UnsortedWordsError):
        compile_words([b"\1", b"\1"])


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        pytest.param([1, edge(1, 1)], "a loop or an overlong word", id="a state that leads to itself"),
        pytest.param([1, edge(1, 2), edge(1, 1)], "a loop or an overlong word", id="two states in a loop"),
        pytest.param([1, edge(2, last=False), edge(1)], "a sibling out of order", id="siblings out of order"),
        pytest.param([1, edge(1, last=False), edge(1)], "a sibling out of order", id="a tile twice"),
        pytest.param([1, edge(1, last=False)], "a sibling out of order", id="a state without an end"),
        pytest.param([1, edge(0)], "tile 0", id="no tile"),
        pytest.param([1, edge(TILES + 1)], "tile 5", id="a tile past the alphabet"),
        pytest.param([1, edge(MOST_TILES)], "tile 63", id="the last tile there can be"),
        pytest.param([1, edge(1, 9)], "an edge outside the file", id="a next state outside the file"),
        pytest.param([9, edge(1)], "an edge outside the file", id="a root outside the file"),
    ],
)
def test_a_damaged_edge_is_an_error_and_no_hang(edges: list[int], found: str) -> None:
    damaged = automaton(edges)
    with pytest.raises(AutomatonError, match="expected") as refused:
        list(damaged.words(longest=6))
    assert refused.value.found == found
    fault = damaged.fault(word_count=1, longest=6)
    assert fault is not None
    assert AutomatonError.of(fault).index == fault[0]
    assert fault[1] in FAULTS
    assert isinstance(damaged.accepts([1, 2, 3]), bool)


@given(st.lists(st.integers(0, (1 << 32) - 1), min_size=1, max_size=12), st.lists(st.integers(0, 5), max_size=4))
def test_any_edges_end_in_an_answer_or_an_error(edges: list[int], word: list[int]) -> None:
    strange = automaton(edges)
    assert isinstance(strange.accepts(word), bool)
    strange.fault(word_count=3, longest=6)
    with contextlib.suppress(AutomatonError):
        # A bad file may spell more words than there is time for; each of them comes at once.
        assert all(len(word) <= 6 for word in itertools.islice(strange.words(longest=6), 100))


@given(WORDS.filter(bool), st.data())
def test_a_file_that_keeps_its_form_says_what_its_words_are(words: frozenset[bytes], data: st.DataObject) -> None:
    """Whatever bit is flipped: either the fault is found, or the words are still a list of that many words."""
    edges = list(compile_words(sorted(words)))
    place, bit = data.draw(st.integers(0, len(edges) - 1)), data.draw(st.integers(0, 31))
    edges[place] ^= 1 << bit
    flipped = automaton(edges)
    if flipped.fault(word_count=len(words), longest=6) is None:
        found = [bytes(word) for word in flipped.words(longest=6)]
        assert found == sorted(set(found))
        assert len(found) == len(words)
        assert all(flipped.accepts(word) for word in found)


@pytest.mark.parametrize("content", [b"", b"\0\0\0", b"\0" * 5], ids=["nothing", "three bytes", "five bytes"])
def test_bytes_that_are_no_edges_are_refused(content: bytes) -> None:
    with pytest.raises(AutomatonError, match="a multiple of 4, at least 4"):
        Automaton.from_bytes(memoryview(content), tile_count=TILES)
