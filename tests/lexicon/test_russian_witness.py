"""What paradigms of the Russian spelling dictionary say of grammar is what OpenCorpora says of the same words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import pytest

from lexicon.building.lexeme import Entry, Lexeme
from lexicon.building.sources import describe_all, find, lexemes
from lexicon.compiled import Lexicon
from tests.support import DATA

#: Words looked at of each paradigm.
MOST_WORDS = 12

#: Marks that both dictionaries use for the same; participles are told as adjectives, see the table.
COMPARED = frozenset(
    {
        "noun",
        "adjective",
        "short-adjective",
        "comparative-word",
        "verb",
        "infinitive",
        "converb",
        "nominative",
        "genitive",
        "dative",
        "accusative",
        "instrumental",
        "prepositional",
        "singular",
        "plural",
        "masculine",
        "feminine",
        "neuter",
        "past",
        "imperative",
        "first-person",
        "second-person",
        "third-person",
    }
)
ALIKE = {"participle": "adjective", "short-participle": "short-adjective"}


def told(lexeme: Lexeme) -> Iterator[Entry]:
    return (entry for entry in lexeme.entries() if entry.grammemes & COMPARED)


@pytest.fixture(scope="session")
def agreement(russian: Lexicon) -> dict[int, tuple[Lexeme, int, int]]:
    """By paradigm of the spelling dictionary: a lexeme of it, readings that OpenCorpora has as well, readings asked."""
    description = next(one for one in describe_all(DATA) if one.id == "hunspell-russian")
    installed = find(description)
    assert installed
    by_paradigm: defaultdict[int, list[Lexeme]] = defaultdict(list)
    for lexeme in lexemes(installed):
        chosen = by_paradigm[id(lexeme.paradigm)]
        if len(chosen) < MOST_WORDS and lexeme.stem == lexeme.stem.lower():
            chosen.append(lexeme)
    found: dict[int, tuple[Lexeme, int, int]] = {}
    for number, chosen in by_paradigm.items():
        asked = [known_and_right(russian, entry) for lexeme in chosen for entry in told(lexeme)]
        known = [right for right in asked if right is not None]
        if known:
            found[number] = (chosen[0], sum(known), len(known))
    return found


def known_and_right(russian: Lexicon, entry: Entry) -> bool | None:
    """Whether OpenCorpora has this reading; None when it does not have the form."""
    readings = [
        {ALIKE.get(mark, mark) for mark in reading.grammemes}
        for reading in russian.readings(russian.alphabet.key(entry.form))
        if reading.source == "opencorpora"
    ]
    return any(entry.grammemes & COMPARED <= reading for reading in readings) if readings else None


def test_readings_are_those_of_the_other_dictionary(agreement: dict[int, tuple[Lexeme, int, int]]) -> None:
    right = sum(right for _, right, _ in agreement.values())
    asked = sum(asked for _, _, asked in agreement.values())
    assert asked > 20_000
    assert right / asked > 0.99, (right, asked)


def test_nouns_of_every_paradigm_are_nouns_in_the_other_dictionary(
    agreement: dict[int, tuple[Lexeme, int, int]],
) -> None:
    for lexeme, right, asked in agreement.values():
        if "noun" in lexeme.paradigm.lemma_slot.grammemes and asked >= 20:
            assert right / asked > 0.75, (lexeme.lemma, right, asked)


def test_what_the_paradigms_admit_is_admitted_of_the_other_dictionary_where_it_knows_the_word(russian: Lexicon) -> None:
    key = russian.alphabet.key
    by_source = {evidence.source: evidence for evidence in russian.evidence}
    proved = {key(form) for form, _, admitted in by_source["hunspell-russian"].entries() if admitted}
    known: set[str] = set()
    right: set[str] = set()
    for form, _, admitted in by_source["opencorpora"].entries():
        if (spelled := key(form)) in proved:
            known.add(spelled)
            if admitted:
                right.add(spelled)
    assert len(proved) > 40_000
    assert len(known) > 37_000
    assert len(right) / len(known) > 0.995
