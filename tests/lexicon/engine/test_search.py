"""Words by their letters: every search against the plain reading of its rule."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.alphabet import Word
from lexicon.compiled import Lexicon
from lexicon.search import (
    AnagramQuery,
    Hooks,
    HooksQuery,
    Lengths,
    PatternQuery,
    PrefixQuery,
    Query,
    QueryError,
    TileUse,
    WordIndex,
    blanks_in,
    hooks,
    index_of,
    random_word,
    search,
    word_at,
)
from tests.lexicon.engine.sample import ALPHABET, KOT, LETTERS, sample_lexicon, sound_engine


@pytest.fixture
def lexicon(engine_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Lexicon:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine_kind)
    return sample_lexicon(tmp_path)


@pytest.mark.parametrize(
    ("query", "found"),
    [
        pytest.param(PrefixQuery(prefix="кот"), "КОТ КОТЕ КОТИК КОТИКИ", id="a prefix, itself a word"),
        pytest.param(PrefixQuery(prefix="ко"), "КОТ КОТЕ КОТИК КОТИКИ", id="a prefix that is none"),
        pytest.param(PrefixQuery(prefix="ик"), "", id="a prefix of nothing"),
        pytest.param(PatternQuery(pattern="к?т"), "КИТ КОТ", id="? is one letter"),
        pytest.param(PatternQuery(pattern="?о?"), "БОТ ЙОТ КОТ ТОК", id="? in two places"),
        pytest.param(PatternQuery(pattern="*ик"), "БОТИК КОТИК", id="* is any letters"),
        pytest.param(PatternQuery(pattern="кот*"), "КОТ КОТЕ КОТИК КОТИКИ", id="* may be no letters"),
        pytest.param(PatternQuery(pattern="*о*и*"), "БОТИК КОТИК КОТИКИ", id="three *"),
        pytest.param(PatternQuery(pattern="**?о*"), "БОТ БОТИК ЙОТ КОТ КОТЕ КОТИК КОТИКИ ОКО ТОК", id="* beside *"),
        pytest.param(PatternQuery(pattern="[бк]от"), "БОТ КОТ", id="a set of letters"),
        pytest.param(PatternQuery(pattern="[ЁИ]*"), "", id="a set with a folded letter"),
        pytest.param(PatternQuery(pattern="кот[ё]"), "КОТЕ", id="a folded letter in a set"),
        pytest.param(PatternQuery(pattern="и\u0306от"), "ЙОТ", id="a letter to be composed"),
        pytest.param(PatternQuery(pattern="*", lengths=Lengths(shortest=5)), "БОТИК КОТИК КОТИКИ", id="shortest"),
        pytest.param(PatternQuery(pattern="ко*", lengths=Lengths(longest=4)), "КОТ КОТЕ", id="longest"),
        pytest.param(AnagramQuery(tiles=tuple("кот")), "КОТ ТОК", id="all tiles"),
        pytest.param(AnagramQuery(tiles=tuple("ко?")), "КОТ ОКО ТОК", id="a blank is any letter"),
        pytest.param(AnagramQuery(tiles=tuple("к??")), "КИТ КОТ ОКО ТОК", id="two blanks"),
        pytest.param(
            AnagramQuery(tiles=tuple("котик"), use=TileUse.ANY), "КИТ КОТ КОТИК ТОК", id="any tiles, each once"
        ),
        pytest.param(AnagramQuery(tiles=tuple("око"), use=TileUse.ANY), "ОКО", id="as many of a letter as there are"),
        pytest.param(HooksQuery(word="кот"), "КОТЕ", id="one letter more"),
        pytest.param(HooksQuery(word="ок"), "ОКО ТОК", id="in front and behind, in alphabet order"),
    ],
)
def test_a_search(lexicon: Lexicon, query: Query, found: str) -> None:
    assert list(search(lexicon, query)) == found.split()


def test_a_limit_cuts_a_search(lexicon: Lexicon) -> None:
    assert list(search(lexicon, PatternQuery(pattern="*"), limit=3)) == ["АБА", "БОТ", "БОТИК"]
    assert list(search(lexicon, HooksQuery(word="ок"), limit=1)) == ["ОКО"]


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        pytest.param(PrefixQuery(prefix=""), ["prefix"], id="an empty prefix"),
        pytest.param(PrefixQuery(prefix="кot"), ["prefix"], id="a foreign letter"),
        pytest.param(PatternQuery(pattern=""), ["pattern"], id="an empty pattern"),
        pytest.param(PatternQuery(pattern="к" * 65), ["pattern"], id="a pattern too long"),
        pytest.param(PatternQuery(pattern="*а*б*о*"), ["pattern"], id="four *"),
        pytest.param(PatternQuery(pattern="[аб"), ["pattern"], id="a set left open"),
        pytest.param(PatternQuery(pattern="[]"), ["pattern"], id="an empty set"),
        pytest.param(PatternQuery(pattern="[а?]"), ["pattern"], id="a mark in a set"),
        pytest.param(PatternQuery(pattern="]"), ["pattern"], id="the end of no set"),
        pytest.param(AnagramQuery(tiles=()), ["tiles"], id="no tiles"),
        pytest.param(AnagramQuery(tiles=tuple("а" * 16)), ["tiles"], id="too many tiles"),
        pytest.param(AnagramQuery(tiles=tuple("???")), ["tiles"], id="three blanks"),
        pytest.param(AnagramQuery(tiles=("ко", "x")), ["tiles[0]", "tiles[1]"], id="tiles that are no letters"),
        pytest.param(
            HooksQuery(word="", lengths=Lengths(shortest=-1, longest=-2)),
            ["min_length", "max_length", "word"],
            id="all faults at once",
        ),
        pytest.param(PrefixQuery(prefix="к", lengths=Lengths(shortest=5, longest=4)), ["max_length"], id="no length"),
    ],
)
def test_a_query_that_cannot_be_asked_names_every_fault(lexicon: Lexicon, query: Query, fields: list[str]) -> None:
    with pytest.raises(QueryError) as refused:
        search(lexicon, query)
    assert [field for field, _ in refused.value.faults] == fields


def test_blanks_stand_for_the_letters_no_tile_is_left_for() -> None:
    query = AnagramQuery(tiles=tuple("ок?"))
    assert blanks_in(query, Word("ОКО"), ALPHABET) == (2,)
    assert blanks_in(query, Word("ТОК"), ALPHABET) == (0,)


def test_hooks_are_letters_in_front_and_behind(lexicon: Lexicon) -> None:
    assert hooks(lexicon, "ок") == Hooks(front=("Т",), back=("О",))


def test_a_word_and_its_place_find_each_other(lexicon: Lexicon) -> None:
    listed = list(lexicon.words())
    assert [word_at(lexicon, WordIndex(place)) for place in range(len(listed))] == listed
    assert [index_of(lexicon, word) for word in listed] == list(range(len(listed)))
    assert index_of(lexicon, Word("КО")) is None
    assert index_of(lexicon, Word("КОТИКИК")) is None
    for place in (-1, len(listed)):
        with pytest.raises(IndexError):
            word_at(lexicon, WordIndex(place))


def test_every_word_is_drawn_as_often(lexicon: Lexicon) -> None:
    source = random.Random(1)  # noqa: S311 - must be repeatable
    drawn = Counter(random_word(lexicon, source) for _ in range(1200))
    assert set(drawn) == set(KOT)
    assert max(drawn.values()) < 2 * min(drawn.values())


WORDS = st.text(alphabet="АБЕЙКОТ", min_size=1, max_size=7)
LISTS = st.frozensets(WORDS, min_size=1, max_size=60).map(tuple)


@settings(deadline=None)
@given(words=LISTS, parts=st.lists(st.sampled_from(["?", "*", "А", "Б", "К", "О", "[АБ]", "[ОКТ]"]), max_size=6))
def test_a_pattern_is_a_regular_expression(words: tuple[str, ...], parts: list[str]) -> None:
    pattern = "".join(parts) or "?"
    expression = re.compile(pattern.replace("*", ".*").replace("?", "."))
    sets: list[int] = []
    any_before = 0
    for part in re.findall(r"\[\w+\]|.", pattern):
        if part == "*":
            any_before |= 1 << len(sets)
        else:
            letters = LETTERS if part == "?" else part.strip("[]")
            sets.append(sum(1 << LETTERS.index(letter) + 1 for letter in letters))
    after = bool(any_before >> len(sets) & 1)
    expected = ALPHABET.sorted(Word(word) for word in words if expression.fullmatch(word))
    for kind in ("native", "python"):
        engine = sound_engine(kind, words, longest=7)
        walk = engine.pattern(tuple(sets), any_before & ~(1 << len(sets)), after, 1, 64)
        assert _all(walk) == expected


@settings(deadline=None)
@given(
    words=LISTS,
    tiles=st.text(alphabet="АБЕЙКОТ", max_size=7),
    blanks=st.integers(0, 2),
    lengths=st.tuples(st.integers(1, 4), st.integers(3, 9)),
)
def test_an_anagram_takes_each_tile_once(
    words: tuple[str, ...], tiles: str, blanks: int, lengths: tuple[int, int]
) -> None:
    shortest, longest = lengths
    expected = ALPHABET.sorted(
        Word(word)
        for word in words
        if (Counter(word) - Counter(tiles)).total() <= blanks
        and shortest <= len(word) <= min(longest, len(tiles) + blanks)
    )
    numbers = bytes(LETTERS.index(letter) + 1 for letter in tiles)
    for kind in ("native", "python"):
        walk = sound_engine(kind, words, longest=7).anagram(numbers, blanks, shortest, longest)
        found = _all(walk)
        assert [word for word in found if len(word) <= len(tiles) + blanks] == expected
        assert found == expected


@settings(deadline=None)
@given(words=LISTS)
def test_numbers_of_words(words: tuple[str, ...]) -> None:
    listed = ALPHABET.sorted(Word(word) for word in words)
    for kind in ("native", "python"):
        engine = sound_engine(kind, words, longest=7)
        assert engine.count() == len(listed)
        assert [engine.word(place) for place in range(len(listed))] == listed
        assert [engine.index(word) for word in listed] == list(range(len(listed)))
        assert engine.counts_by_length() == dict(sorted(Counter(map(len, listed)).items()))


def test_a_search_asks_for_checked_edges(engine_kind: str) -> None:
    engine = sound_engine(engine_kind, KOT)
    assert engine.fault(len(KOT)) is None
    assert engine.fault(len(KOT) + 1) == (0, "count", len(KOT))


def _all(walk: object) -> list[str]:
    take = walk.take  # type: ignore[attr-defined]
    return list(itertools.chain.from_iterable(iter(lambda: take(3), [])))
