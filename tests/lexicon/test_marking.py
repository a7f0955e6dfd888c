"""Markings: tables and rules of ours say of words what no dictionary says, and a policy makes of it what it likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.building.lexeme import Lexeme
from lexicon.building.marking import Marker, load_markings
from lexicon.errors import DataFileError, UnknownIdError
from lexicon.grammar import Grammar
from tests.support import DATA, lexemes, russian, small_data

#: What a dictionary has: bases, words made of them, and words that only look so.
NOUNS = """
|стол|       noun masculine inanimate singular nominative
|стол|ами    noun masculine inanimate plural instrumental

|столик|     noun masculine inanimate singular nominative

|домик|      noun masculine inanimate singular nominative
|домик|ом    noun masculine inanimate singular instrumental

|дом|        noun masculine inanimate singular nominative

|рысь|       noun feminine animate singular nominative

|рысик|      noun masculine inanimate singular nominative

|ёж|         noun masculine animate singular nominative

|ёжик|       noun masculine animate singular nominative

|ежик|       noun masculine inanimate singular nominative

|тонет|      verb singular

|тонетик|    noun masculine inanimate singular nominative

|дождь|      noun masculine inanimate singular nominative

|дождик|     noun masculine inanimate singular nominative

|городик|    noun masculine inanimate geographical-name singular nominative

|город|      noun masculine inanimate singular nominative

|личико|     noun neuter inanimate singular nominative

|ик|         noun masculine inanimate singular nominative
"""

DIMINUTIVES = """id = "small"
title = "Small ones"
source = "Made for the tests"
grammeme = "diminutive"
has = ["noun"]
lacks = ["geographical-name"]
agreeing = ["masculine", "feminine", "animate", "inanimate"]

[[table]]
file = "markings/small.tsv"

[[table]]
file = "markings/not-small.tsv"
excepted = true

[[rule]]
ending = "ик"
bases = ["", "ь"]
has = ["masculine"]
"""

SUBJECT = """id = "subject"
title = "Weather and animals"
source = "Made for the tests"
grammeme = "on-subject"
forms = ["plural", "instrumental"]

[[table]]
file = "themes/all.tsv"
kinds = ["weather", "animal"]
"""

TABLES = {
    "markings/small.toml": DIMINUTIVES,
    "markings/small.tsv": "# word\nличико\n",
    "markings/not-small.tsv": "# word\treason\nстолик\ta table in a restaurant\n",
    "markings/subject.toml": SUBJECT,
    "themes/all.tsv": "# word\tkind\nДождь\tweather\nстолами\tweather\nдом\thouse\nрысь\tanimal\n",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = small_data(tmp_path / "data")
    for name, content in TABLES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def marked(data: Path, identifier: str, *dictionaries: str) -> list[str]:
    """The lemmata that get a mark, dictionary by dictionary; every form of a marked lexeme has it."""
    (marking,) = load_markings(data, [identifier], russian(), Grammar.load(DATA))
    marker = Marker(markings=[marking], alphabet=russian())
    found = []
    for dictionary in dictionaries:
        for lexeme in marker.marked(lexemes(dictionary)):
            having = [marking.grammeme in slot.grammemes for slot in lexeme.paradigm.slots]
            assert len(set(having)) == 1, lexeme.lemma
            found += [lexeme.lemma] if having[0] else []
    return found


def test_a_rule_marks_what_is_made_of_a_known_noun_of_the_same_kind(data: Path) -> None:
    # столик is excepted; рысик and ежик are of another kind than рысь and ёж; тонет is no noun; городик is a name;
    # ик leaves no stem; личико is in the table.
    assert marked(data, "small", NOUNS) == ["домик", "ёжик", "дождик", "личико"]


def test_a_base_may_stand_in_the_dictionary_before(data: Path) -> None:
    first = "|слон| noun masculine animate singular nominative"
    second = "|слоник| noun masculine animate singular nominative"
    assert marked(data, "small", first, second) == ["слоник"]
    assert marked(data, "small", second) == []


def test_a_dictionary_may_leave_out_what_the_base_tells(data: Path) -> None:
    first = "|слон| noun masculine animate singular nominative"
    assert marked(data, "small", first, "|слоник| noun singular nominative") == ["слоник"]
    assert marked(data, "small", first, "|слоник| noun feminine singular nominative") == []


def test_what_one_dictionary_shows_holds_for_the_next(data: Path) -> None:
    first = NOUNS.replace("|ик| ", "|икс|")
    assert marked(data, "small", first, "|домик| noun feminine singular nominative")[-1] == "домик"


def test_a_table_marks_lemmata_and_chosen_forms_of_chosen_kinds(data: Path) -> None:
    # столами is a form that is looked up; дом is of another kind of row.
    assert marked(data, "subject", NOUNS) == ["стол", "рысь", "дождь"]


def test_paradigms_stay_shared(data: Path) -> None:
    shared = lexemes("|слон| noun masculine animate singular nominative")[0].paradigm
    words = [Lexeme(stem=stem, paradigm=shared) for stem in ("слон", "слоник", "кит", "китик")]
    (marking,) = load_markings(data, ["small"], russian(), Grammar.load(DATA))
    paradigms = [lexeme.paradigm for lexeme in Marker(markings=[marking], alphabet=russian()).marked(words)]
    assert paradigms[0] is paradigms[2] is shared
    assert paradigms[1] is paradigms[3] is not shared


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "found"),
    [
        pytest.param(DIMINUTIVES, '"diminutive"', '"diminitive"', "line 4, grammeme", "'diminitive'", id="no mark"),
        pytest.param(DIMINUTIVES, '"noun"', '"nuon"', "line 5, has", "'nuon'", id="has: no mark"),
        pytest.param(DIMINUTIVES, 'id = "small"', 'id = "large"', "line 1, id", "large", id="another id than the name"),
        pytest.param(DIMINUTIVES, "title", "titel", "line 2, titel", "unknown key", id="a key misspelt"),
        pytest.param(DIMINUTIVES, "bases", "basis", "line 18, rule[0].basis", "unknown key", id="rule: a key misspelt"),
        pytest.param(DIMINUTIVES, "small.tsv", "none.tsv", "line 10, table[0].file", "none.tsv", id="no such table"),
        pytest.param(
            DIMINUTIVES, "markings/small.tsv", "../x", "line 10, table[0].file", "'../x'", id="a table elsewhere"
        ),
    ],
)
def test_a_fault_of_a_marking_is_named_with_its_line(
    data: Path, file: str, old: str, new: str, where: str, found: str
) -> None:
    assert old in file
    (data / "markings" / "small.toml").write_text(file.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        load_markings(data, ["small"], russian(), Grammar.load(DATA))
    assert caught.value.where == where
    assert found in caught.value.found


@pytest.mark.parametrize(
    ("content", "where", "found"),
    [
        pytest.param("# word\nличико\nkot\n", "line 3", "not in the alphabet", id="no word"),
        pytest.param("ёж\nеж\n", "line 2", "ЕЖ again (see line 1)", id="one word twice, folded"),
        pytest.param("# nothing\n", "line 10, table[0].file", "no word in markings/small.tsv", id="empty"),
    ],
)
def test_a_fault_of_a_table_is_named_with_its_line(data: Path, content: str, where: str, found: str) -> None:
    (data / "markings" / "small.tsv").write_text(content, encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        load_markings(data, ["small"], russian(), Grammar.load(DATA))
    assert caught.value.where == where
    assert found in caught.value.found


def test_a_marking_that_is_not_there_is_named_with_those_that_are(data: Path) -> None:
    with pytest.raises(UnknownIdError, match=r"no marking '\.\./small' here \(known: small, subject\)"):
        load_markings(data, ["../small"], russian(), Grammar.load(DATA))
