"""Evidence: what the dictionaries say of every form comes out of the file as it went in."""

from __future__ import annotations

import itertools
import os
from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.building.evidence import JudgedSource, TooManyCharactersError, judge_source
from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.container import Container, pack
from lexicon.evidence import BLOCK, Evidence, EvidenceError
from lexicon.explanation import Reading
from lexicon.grammar import Grammar
from tests.support import DATA, DICTIONARY, common_nouns, lexemes, russian

RUSSIAN, POLICY, GRAMMAR = russian(), common_nouns(), Grammar.load(DATA)


def judged(dictionary: Iterable[Lexeme]) -> JudgedSource:
    return judge_source("sample", dictionary, policy=POLICY, alphabet=RUSSIAN, grammar=GRAMMAR)


def opened(folder: Path, section: bytes) -> Evidence:
    """Open evidence as it is opened from a lexicon file."""
    path = folder / f"{os.urandom(4).hex()}.lexicon"
    path.write_bytes(pack({"EVID0000": section}))
    return Evidence.from_bytes(Container.open(path).section("EVID0000"))


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    return opened(tmp_path_factory.mktemp("evidence"), judged(lexemes(DICTIONARY)).evidence)


def told(readings: Iterable[Reading]) -> list[str]:
    """Readings as one line each: form, lemma, the clause, and whether it admits."""
    return sorted(f"{r.form} of {r.lemma}: {'+' if r.admitted else '-'}{r.clause}" for r in readings)


@pytest.mark.parametrize(
    ("key", "readings"),
    [
        pytest.param("СТОЛ", ["стол of стол: +nominative-singular"], id="a lemma"),
        pytest.param("СТОЛАМИ", ["столами of стол: -not-nominative"], id="a suffix"),
        pytest.param("НАИЛУЧШИЙ", ["наилучший of хороший: -not-a-noun"], id="a prefix, on another stem"),
        pytest.param("НАИБОЛЬШИЙ", ["наибольший of большой: -not-a-noun"], id="a prefix and a suffix on the same stem"),
        pytest.param("БОЛЬШОЙ", ["большой of большой: -not-a-noun"], id="the stem without the prefix"),
        pytest.param(
            "ЕЖ", ["еж of еж: +nominative-singular", "ёж of ёж: +nominative-singular"], id="Ё and Е are one key"
        ),
        pytest.param("ЕЖОМ", ["ежом of ёж: -not-nominative"], id="a form with Е of a lemma with Ё"),
        pytest.param(
            "РОЗА", ["Роза of Роза: -proper-name", "роза of роза: +nominative-singular"], id="a name and a noun"
        ),
        pytest.param("РОЗУ", ["Розу of Роза: -proper-name"], id="a form of the name alone"),
        pytest.param(
            "ВОРОТА", ["ворота of ворот: -not-nominative", "ворота of ворота: +plural-only"], id="two lexemes, one form"
        ),
        pytest.param("ВОРОТ", ["ворот of ворот: +nominative-singular", "ворот of ворота: -not-nominative"], id="back"),
        pytest.param("КАФЕ-БАР", ["кафе-бар of кафе-бар: +nominative-singular"], id="a hyphen stands for itself"),
        pytest.param("США", ["США of США: -proper-name"], id="capitals are kept"),
        pytest.param("СТ", [], id="less than a stem"),
        pytest.param("СТОЛСТОЛ", [], id="a stem twice"),
        pytest.param("СТОЛЫАМИ", [], id="two suffixes"),
        pytest.param("НАИСТОЛ", [], id="a prefix on a stem that does not take it"),
        pytest.param("НАИ", [], id="a prefix alone"),
        pytest.param("АМИ", [], id="a suffix alone"),
        pytest.param("", [], id="nothing"),
        pytest.param("ЪЭ", [], id="letters that no form has"),
        pytest.param("стол", [], id="a spelling that is no key"),
    ],
)
def test_the_readings_of_a_form(sample: Evidence, key: str, readings: list[str]) -> None:
    assert told(sample.readings(key)) == readings


def test_a_reading_has_the_grammemes_in_telling_order(sample: Evidence) -> None:
    (reading,) = sample.readings("СТОЛАМИ")
    assert reading.grammemes == ("instrumental", "plural", "masculine", "inanimate", "noun")
    assert reading.source == "sample"


def test_forms_are_those_that_went_in(sample: Evidence) -> None:
    entered = [entry.form for lexeme in lexemes(DICTIONARY) for entry in lexeme.entries()]
    assert sorted(sample.forms()) == sorted(entered)


def test_what_was_read_is_counted() -> None:
    source = judged(lexemes(DICTIONARY))
    assert source.lexeme_count == len(lexemes(DICTIONARY))
    assert source.entry_count == sum(len(lexeme.paradigm.slots) for lexeme in lexemes(DICTIONARY))
    assert sum(source.readings_by_clause.values()) == source.entry_count


def test_stems_that_compare_alike_are_all_found_however_many(tmp_path: Path) -> None:
    # More than are read at a time, so that they lie on both sides of where reading stops and goes on.
    spellings = ["".join(letters) for letters in itertools.product("её", repeat=9)]
    ending = (Slot(prefix="", suffix="й", grammemes=frozenset({"noun"})),)
    many = [Lexeme(stem=stem, paradigm=Paradigm(slots=ending)) for stem in ["а", *spellings, "я"]]
    assert len(spellings) > BLOCK
    evidence = opened(tmp_path, judged(many).evidence)
    assert sorted(reading.form for reading in evidence.readings("Е" * 9 + "Й")) == sorted(f"{s}й" for s in spellings)
    assert [reading.form for reading in evidence.readings("ЯЙ")] == ["яй"]


def test_an_empty_dictionary_knows_nothing(tmp_path: Path) -> None:
    evidence = opened(tmp_path, judged([]).evidence)
    assert evidence.readings("СТОЛ") == ()
    assert list(evidence.forms()) == []


def test_a_dictionary_of_too_many_scripts_is_refused() -> None:
    # Uninflected words of odd characters: more kinds than one byte can number.
    slots = (Slot(prefix="", suffix="а", grammemes=frozenset()),)
    strange = [Lexeme(stem=chr(0x4E00 + number), paradigm=Paradigm(slots=slots)) for number in range(300)]
    with pytest.raises(TooManyCharactersError, match=r"source 'sample' uses 30\d different characters; .* 255"):
        judged(strange)


@pytest.mark.parametrize("cut", [0, 4, 8, 60, -1, -8], ids=lambda cut: f"cut at {cut}")
def test_evidence_that_was_cut_is_refused(tmp_path: Path, cut: int) -> None:
    with pytest.raises(EvidenceError, match="expected"):
        opened(tmp_path, judged(lexemes(DICTIONARY)).evidence[:cut])


CHARACTERS = st.text(alphabet="аеёжЖЯ-'1\ufe0f\U0001f51f", max_size=4)
GRAMMEMES = st.frozensets(st.sampled_from(["noun", "nominative", "singular", "plural", "surname"]))
SLOTS = st.builds(Slot, prefix=st.sampled_from(["", "а", "ёж"]), suffix=CHARACTERS, grammemes=GRAMMEMES)
PARADIGMS = st.builds(Paradigm, slots=st.lists(SLOTS, min_size=1, max_size=4).map(tuple))
LEXEMES = st.builds(Lexeme, stem=CHARACTERS, paradigm=PARADIGMS)


@settings(deadline=None)
@given(st.lists(LEXEMES, max_size=12).flatmap(lambda some: st.permutations([*some, *some[:3]])))
def test_any_dictionary_comes_out_as_it_went_in(tmp_path_factory: pytest.TempPathFactory, some: list[Lexeme]) -> None:
    """Every entry is found by its key with its lemma, grammemes and clause; a form that stands alone is kept once."""
    evidence = opened(tmp_path_factory.mktemp("any"), judged(some).evidence)
    entered: Counter[tuple[str, str, frozenset[str], str]] = Counter()
    for lexeme in some:
        for slot in lexeme.paradigm.slots:
            clause = POLICY.decide(slot, lexeme.paradigm)
            entered[lexeme.form(slot), lexeme.lemma, slot.grammemes, clause.id] += 1
    found: Counter[tuple[str, str, frozenset[str], str]] = Counter()
    for key in {RUSSIAN.key(form) for form, *_ in entered}:
        for reading in evidence.readings(key):
            assert RUSSIAN.key(reading.form) == key
            found[reading.form, reading.lemma, frozenset(reading.grammemes), reading.clause] += 1
    assert set(found) == set(entered)
    assert set(evidence.forms()) == {form for form, *_ in entered}
    assert found.total() == sum(1 for _ in evidence.forms())
