"""A sorted list and its minimal automaton: both compilers make the same bytes, and refuse the same lists."""

from __future__ import annotations

import array
import itertools
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.alphabet import Word
from lexicon.automaton import CHILD, TILE_SHIFT, Automaton
from lexicon.building.compiling import CompiledWords, WordListError, compile_list, compile_text
from lexicon.building.minimal import compile_rotations, compile_words
from tests.lexicon.engine.sample import ALPHABET, LETTERS, NATIVE_IS_THERE

WORDS = st.text(alphabet=LETTERS, min_size=1, max_size=9) | st.text(alphabet="АБЕ", min_size=1, max_size=64)
LISTS = st.frozensets(WORDS, max_size=60).map(lambda words: ALPHABET.sorted(Word(word) for word in words))


@pytest.fixture
def compiler(engine_kind: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """Compile with each compiler in turn."""
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine_kind)
    return engine_kind


def edges_of(content: bytes) -> array.array[int]:
    return array.array("I", content)


@pytest.mark.usefixtures("compiler")
def test_three_words_share_their_beginnings_and_ends() -> None:
    edges = edges_of(compile_list(["КОТ", "ТОК", "ТОТ"], letters=LETTERS).words)
    tiles = [LETTERS[(edge >> TILE_SHIFT) - 1] for edge in edges[1:]]
    #        Т and К·Т behind О share their end; К leads to the first state, Т to the second, the root has both.
    assert tiles == ["К", "Т", "О", "О", "К", "Т"]
    assert [edge & CHILD for edge in edges] == [5, 0, 0, 2, 1, 3, 4]


@pytest.mark.usefixtures("compiler")
def test_no_words_are_a_root_without_edges() -> None:
    assert compile_list([], letters=LETTERS) == CompiledWords(words=b"\0\0\0\0", rotations=b"", word_count=0)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(
    ("text", "line", "character"),
    [
        pytest.param("КОТ\nБОТ\n", 2, "", id="out of order"),
        pytest.param("КОТ\nКОТ\n", 2, "", id="twice"),
        pytest.param("КОТИК\nКОТ\n", 2, "", id="a longer word before its beginning"),
        pytest.param("БОТ\n\nКОТ\n", 2, "", id="an empty line"),
        pytest.param("БОТ\nКОT\n", 2, "T", id="a look-alike"),
        pytest.param("бот\n", 1, "б", id="lower case"),
        pytest.param("БОТ\r\n", 1, "\r", id="another system's line ends"),
        pytest.param("\ufeffБОТ\n", 1, "\ufeff", id="a byte order mark"),
        pytest.param("БОТ\n" + "К" * 65 + "\n", 2, "", id="too long"),
        pytest.param("БОТ\n" + "К" * 500, 2, "", id="far too long"),
        pytest.param("КОТ\nЖ", 2, "Ж", id="in the last line, which has no end"),
    ],
)
def test_a_list_that_breaks_its_form_is_refused_with_the_line(text: str, line: int, character: str) -> None:
    for size in (1, 3, 1000):
        with pytest.raises(WordListError) as refused:
            compile_text(in_pieces(text.encode(), size), letters=LETTERS)
        assert (refused.value.line, refused.value.character) == (line, character)


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("damage", [b"\xd0", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xf5\x80\x80\x80"])
def test_bytes_that_are_no_utf8_are_refused_with_the_line(damage: bytes) -> None:
    with pytest.raises(WordListError, match="UTF-8") as refused:
        compile_text(["БОТ\nКО".encode() + damage], letters=LETTERS)
    assert refused.value.line == 2


@pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native compiler")
@settings(deadline=None)
@given(words=LISTS, size=st.integers(1, 40))
def test_both_compilers_make_the_same_bytes(words: list[Word], size: int) -> None:
    text = "".join(f"{word}\n" for word in words).encode()
    tiles = [bytes(LETTERS.index(letter) + 1 for letter in word) for word in words]
    native = compile_text(in_pieces(text, size), letters=LETTERS, rotations=True)
    plain, turned = compile_rotations(tiles)
    assert edges_of(native.words) == plain == compile_words(tiles)
    assert edges_of(native.rotations) == turned
    assert native.word_count == len(words)
    assert compile_list(words, letters=LETTERS).words == native.words


@settings(deadline=None)
@given(words=LISTS)
def test_what_goes_in_comes_out_in_order(words: list[Word]) -> None:
    automaton = Automaton(edges=edges_of(compile_list(words, letters=LETTERS).words), tile_count=len(LETTERS))
    assert ["".join(LETTERS[tile - 1] for tile in tiles) for tiles in automaton.words(longest=64)] == words
    longest = max(map(len, words), default=0)
    assert automaton.fault(word_count=len(words), longest=longest) is None


@settings(deadline=None)
@given(words=LISTS)
def test_the_automaton_is_minimal(words: list[Word]) -> None:
    automaton = Automaton(edges=edges_of(compile_list(words, letters=LETTERS).words), tile_count=len(LETTERS))
    behind: dict[frozenset[str], int] = {}
    for state in {edge & CHILD for edge in automaton.edges} - {0}:
        assert behind.setdefault(frozenset(ends_behind(automaton, state)), state) == state


@settings(deadline=None)
@given(words=st.frozensets(st.text(alphabet="АБЕК", min_size=1, max_size=6), min_size=1, max_size=25))
def test_rotations_are_every_beginning_read_backwards_then_the_rest(words: frozenset[str]) -> None:
    compiled = compile_list(ALPHABET.sorted(Word(word) for word in words), letters=LETTERS, rotations=True)
    edges = edges_of(compiled.words)
    turned = edges_of(compiled.rotations)
    both = array.array("I", [turned[0], *edges[1:], *turned[1:]])
    automaton = Automaton(edges=both, tile_count=len(LETTERS) + 1)
    expected = {word[::-1] for word in words}
    expected |= {word[cut - 1 :: -1] + "·" + word[cut:] for word in words for cut in range(1, len(word))}
    assert set(ends_behind(automaton, automaton.root)) == expected


def in_pieces(text: bytes, size: int) -> Iterator[bytes]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def ends_behind(automaton: Automaton, state: int) -> Iterator[str]:
    """Yield every way from a state to the end of a word; the mark is ·."""
    for index in itertools.count(state):
        edge = automaton.edges[index]
        letter = ("·" + LETTERS)[edge >> TILE_SHIFT]
        if edge >> 25 & 1:
            yield letter
        if edge & CHILD:
            yield from (letter + end for end in ends_behind(automaton, edge & CHILD))
        if edge >> 24 & 1:
            return
