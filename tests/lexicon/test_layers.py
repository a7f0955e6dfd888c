"""The layers of an explanation on a small list: which are told, what each says, and which one decides."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lexicon.alphabet import Malformed
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import UnknownIdError
from lexicon.explanation import Explanation, LayerKind, Outcome, WordStatus
from tests.support import LANGUAGES, small_data, small_edition

MARKS = {Outcome.FOR: "+", Outcome.AGAINST: "-", Outcome.NEUTRAL: "."}


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """The small list with a noun that an override puts out, and an older edition without it."""
    folder = tmp_path_factory.mktemp("layers")
    words = small_data(folder / "data") / "dictionaries" / "sample" / "sample.dic"
    with words.open("a", encoding="utf-8") as file:
        file.write("дом po:adverb\nпечь po:noun\nпечь po:adverb\nамур po:noun is:place\nамур po:adverb\n")
    older = small_edition(folder, edition="older").path
    os.utime(older, (1, 1))
    overrides = folder / "data" / "overrides" / "sample.tsv"
    with overrides.open("a", encoding="utf-8") as file:
        file.write("ёж\tout\ttoo prickly\tthe tests\nкот\tin\tin no dictionary\tthe tests\n")
    small_edition(folder, edition="newer")
    return Catalogue(folder=folder / "catalogue")


@pytest.fixture(scope="module")
def lexicon(catalogue: Catalogue) -> Lexicon:
    return catalogue.open("sample")


def drawn(explanation: Explanation) -> str:
    """Draw the layers: the first letter of each kind, + for the word, - against it, ! where it decides."""
    return " ".join(
        f"{layer.kind[0]}{MARKS[layer.outcome]}{'!' if layer.decides else ''}" for layer in explanation.layers
    )


@pytest.mark.parametrize(
    ("text", "status", "reason", "layers"),
    [
        pytest.param("стол", "VALID", "noun", "S+ A+ G. P+!", id="a clause admits it"),
        pytest.param("столами", "NOT_IN_LEXICON", "inflected", "S+ A+ G. P-!", id="a clause rejects it"),
        pytest.param("москва", "NOT_IN_LEXICON", "place", "S+ A+ G. P-!", id="the first clause that applies decides"),
        pytest.param("быстро", "NOT_IN_LEXICON", "rest", "S+ A+ G. P-!", id="the last clause decides the rest"),
        pytest.param("печь", "VALID", "noun", "S+ A+ G. P+!", id="one admitted reading admits the word"),
        pytest.param("амур", "NOT_IN_LEXICON", "rest", "S+ A+ G. P-!", id="of rejected readings the nearest decides"),
        pytest.param("дом", "VALID", "override", "S+ A+ G. P+ O+!", id="an override that agrees decides"),
        pytest.param("ЁЖ", "NOT_IN_LEXICON", "override", "S+ A+ G. P+ O-!", id="an override out, against the policy"),
        pytest.param("кот", "VALID", "override", "S+ A- O+!", id="an override in, of a word no dictionary has"),
        pytest.param("щука", "NOT_IN_LEXICON", "not-attested", "S+ A-!", id="no dictionary has it"),
        pytest.param("я", "NOT_IN_LEXICON", "length", "S-! A-", id="too short for the list"),
        pytest.param("ж" * 16, "NOT_IN_LEXICON", "length", "S-! A-", id="too long for the list"),
        pytest.param("cтол", "MALFORMED", "foreign-character", "S-!", id="a stranger in it"),
        pytest.param("", "MALFORMED", "empty", "S-!", id="nothing"),
        pytest.param("я" * 65, "MALFORMED", "too-long", "S-!", id="too long to be read"),
    ],
)
def test_the_layers_and_the_one_that_decides(
    lexicon: Lexicon, text: str, status: str, reason: str, layers: str
) -> None:
    explanation = lexicon.explain(text)
    assert (explanation.verdict.status, explanation.verdict.reason) == (status, reason)
    assert drawn(explanation) == layers
    assert explanation.verdict == lexicon.check(text)
    assert explanation.deciding.decides


def test_layers_stand_in_the_order_they_are_asked(catalogue: Catalogue, lexicon: Lexicon) -> None:
    kinds = [layer.kind for layer in catalogue.explain(lexicon, "ёж").layers]
    assert kinds == list(LayerKind)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_people_wrote_is_told_in_every_language(lexicon: Lexicon, language: str) -> None:
    told = {layer.kind: layer.text for layer in lexicon.explain("ёж", language=language).layers}
    assert "too prickly" in told[LayerKind.OVERRIDES]
    assert "Sample dictionary: ёж" in told[LayerKind.ATTESTED]
    assert f"noun in {language}" in told[LayerKind.POLICY]


def test_a_language_that_is_not_there_is_refused_with_those_that_are(lexicon: Lexicon) -> None:
    with pytest.raises(UnknownIdError, match=r"no language 'tlh' here \(known: en, bg, pl, ru\)"):
        lexicon.explain("стол", language="tlh")


def test_editions_that_disagree_are_told(catalogue: Catalogue, lexicon: Lexicon) -> None:
    layer = catalogue.explain(lexicon, "ёж").layers[-1]
    assert (layer.kind, layer.outcome, layer.decides) == (LayerKind.EDITIONS, Outcome.NEUTRAL, False)
    assert layer.text == "in: older; not in: newer; editions disagree"
    assert catalogue.explain(lexicon, "стол").layers[-1].text == "in: newer, older"


def test_a_reading_names_form_lemma_source_and_clause(lexicon: Lexicon) -> None:
    (reading,) = lexicon.explain("столами").deciding.readings
    assert (reading.form, reading.lemma, reading.source) == ("столами", "стол", "sample")
    assert (reading.clause, reading.admitted, reading.grammemes) == ("inflected", False, ("plural", "noun"))


def test_the_batch_and_the_list_agree_with_every_verdict(lexicon: Lexicon) -> None:
    texts = ["стол", "СТОЛ", "ёж", "еж", "кот", "cтол", "", "чаи\u0306", "дом", "я" * 100, "столы"]
    listed = set(lexicon.words())
    for text, valid in zip(texts, lexicon.check_batch(texts), strict=True):
        word = lexicon.alphabet.read(text)
        assert valid is (lexicon.check(text).status is WordStatus.VALID), text
        assert valid is (not isinstance(word, Malformed) and word in listed), text


def test_a_lexicon_opened_alone_explains_without_its_catalogue(catalogue: Catalogue, tmp_path: Path) -> None:
    alone = tmp_path / "alone.lexicon"
    alone.write_bytes(catalogue.path("sample").read_bytes())
    assert Lexicon.open(alone).explain("столами") == catalogue.open("sample").explain("столами")
