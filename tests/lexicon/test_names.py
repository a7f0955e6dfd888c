"""The project's tables of names: well-formed, witnessed as they say, in the list, and enough of them."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Callable

import pytest

from lexicon.building.sources import describe_all, find
from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from lexicon.statistics import statistics
from tests.lexicon.names_witness import LISTED, MARKED, MARKS, NAMES, SPELLED, rows, witness, witnesses
from tests.support import DATA, GOLDEN, russian

LEXICON = "ru-krestoslovitsa"
#: Tables whose words are in the list, and the least number of rows of each.
FEWEST = {"heroes": 200, "places": 400, "surnames": 1000, "titles": 400}
#: Fields of famous people that the rule text names or means, with the kinds of our table.
FIELDS = {
    "science": {"mathematician", "physicist", "chemist", "biologist", "physician", "astronomer", "thinker"},
    "music": {"composer", "musician"},
    "art": {"painter", "sculptor", "architect", "actor", "director", "dancer"},
    "letters": {"writer", "poet"},
    "space": {"cosmonaut"},
    "sport": {"athlete", "chess-player"},
    "state": {"ruler", "statesman", "commander"},
}
SPELLING = re.compile("[А-ЯЁ][а-яё]+")


@pytest.mark.parametrize("table", MARKS)
def test_every_row_has_a_word_of_one_part_with_kind_what_it_is_and_witness(table: str) -> None:
    for row in rows(NAMES / f"{table}.tsv"):
        word, kind, what, witnessed = row
        assert SPELLING.fullmatch(word), row
        assert all((kind, what, witnessed)), row
        assert what == what.strip(), row


@pytest.mark.parametrize("table", MARKS)
def test_a_word_stands_once_a_kind_and_kinds_are_those_of_the_source(table: str) -> None:
    alphabet = russian()
    counts = Counter((alphabet.key(word), kind) for word, kind, *_ in rows(NAMES / f"{table}.tsv"))
    assert [key for key, count in counts.items() if count > 1] == []
    described = next(source for source in describe_all(DATA) if source.id == f"russian-{table}")
    assert {kind for _, kind in counts} == set(described.grammemes)


@pytest.mark.parametrize("table", FEWEST)
def test_there_are_enough_names(table: str) -> None:
    assert len({word for word, *_ in rows(NAMES / f"{table}.tsv")}) >= FEWEST[table]


@pytest.mark.parametrize("field", FIELDS)
def test_famous_people_are_of_every_field(field: str) -> None:
    kinds = Counter(kind for _, kind, *_ in rows(NAMES / "surnames.tsv"))
    assert FIELDS[field] <= set(kinds)
    assert sum(kinds[kind] for kind in FIELDS[field]) >= 60


@pytest.mark.dictionary
def test_every_witness_is_one() -> None:
    for source in describe_all(DATA):
        if source.id in (MARKED, SPELLED, LISTED) and find(source) is None:
            pytest.skip(f"NOT TESTED, {source.id} is missing; {source.install}")
    known, alphabet = witnesses(), russian()
    wrong = [
        (table, word, stated)
        for table in MARKS
        for word, _, _, stated in rows(NAMES / f"{table}.tsv")
        if stated != witness(table, word, known, alphabet)
    ]
    assert wrong == [], "run python -m tests.lexicon.names_witness"


@pytest.mark.parametrize("table", FEWEST)
def test_every_name_is_in_the_list(real_lexicon: Callable[[str], Lexicon], table: str) -> None:
    lexicon = real_lexicon(LEXICON)
    verdicts = [lexicon.check(word) for word, *_ in rows(NAMES / f"{table}.tsv")]
    assert [(verdict.query, verdict.reason) for verdict in verdicts if verdict.status is not WordStatus.VALID] == []


def test_no_name_of_an_animal_is_in_as_such(real_lexicon: Callable[[str], Lexicon]) -> None:
    lexicon = real_lexicon(LEXICON)
    for word, *_ in rows(NAMES / "pets.tsv"):
        readings = [reading for reading in lexicon.readings(lexicon.alphabet.key(word)) if reading.admitted]
        assert not any("pet-name" in reading.grammemes for reading in readings), word


def test_the_list_holds_thousands_of_places(real_lexicon: Callable[[str], Lexicon]) -> None:
    by_clause = statistics(real_lexicon(LEXICON)).by_clause
    assert by_clause["geographical-name"] > 4000
    assert by_clause["geographical-name-in-the-plural"] > 100
    assert by_clause["listed-geographical-name"] > 150


def test_samples_are_of_300_words_not_judged_before_most_of_one_witness() -> None:
    lines = (GOLDEN / "samples" / f"{LEXICON}.tsv").read_text(encoding="utf-8").splitlines()
    sample = list(csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"))
    one = [row["sample"] for row in sample if " " not in row["witnesses"]]
    samples = ("first", "second", "third", "fourth", "fifth", "sixth")
    assert Counter(row["sample"] for row in sample) == dict.fromkeys(samples, 300)
    assert Counter(one) == dict.fromkeys(samples, 200)
    assert len({row["word"] for row in sample}) == 300 * len(samples)
    assert all(row["note"] != "-" for row in sample if row["verdict"] != "right")


@pytest.mark.parametrize(
    ("word", "gloss"),
    [
        pytest.param("менделеев", "Менделеев, surname of a famous person, spelled with a capital letter (", id="who"),
        pytest.param("вестрис", "(французский танцовщик)", id="a name that no dictionary has"),
        pytest.param("гумилёв", "(русский поэт; русский историк)", id="two people of one name"),
        pytest.param("каштанка", "(рассказ Чехова)", id="a title"),
        pytest.param("барсик", "(кличка кота)", id="what is refused, too"),
    ],
)
def test_an_explanation_says_who_or_what_it_is(real_lexicon: Callable[[str], Lexicon], word: str, gloss: str) -> None:
    explanation = real_lexicon(LEXICON).explain(word)
    assert gloss in explanation.deciding.text
