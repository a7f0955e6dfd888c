"""The Bulgarian lists: tables of ours say nothing that the dictionary says, and nothing of what it does not have."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from lexicon.building import sources
from lexicon.compiled import Lexicon
from tests.support import DATA

pytestmark = pytest.mark.dictionary

DESCRIPTIONS = {source.id: source for source in sources.describe_all(DATA)}


@pytest.fixture(scope="module")
def told() -> dict[str, set[str]]:
    """The forms of the dictionary, each with the lemmata and the grammemes of all its readings."""
    found = sources.find(DESCRIPTIONS["hunspell-bulgarian"])
    if found is None:
        pytest.skip(f"NOT TESTED: {DESCRIPTIONS['hunspell-bulgarian'].install}")
    known: dict[str, set[str]] = {}
    for lexeme in sources.lexemes(found):
        for slot in lexeme.paradigm.slots:
            known.setdefault(lexeme.form(slot), set()).update({lexeme.lemma, *slot.grammemes})
    return known


def words(marking: str) -> list[str]:
    """The words of the table of a marking."""
    table = (DATA / "markings" / f"{marking}.tsv").read_text(encoding="utf-8")
    return [line for line in table.splitlines() if not line.startswith("#")]


def test_the_supplement_has_only_forms_that_the_dictionary_lacks_or_has_mistaken(told: dict[str, set[str]]) -> None:
    supplement = sources.installed(DESCRIPTIONS["bulgarian-supplement"])
    forms = {
        (lexeme.lemma, lexeme.form(slot)) for lexeme in sources.lexemes(supplement) for slot in lexeme.paradigm.slots
    }
    # A lemma that is there stands beside its forms that are not; a homonym (лайка, a breed of dogs) is another word.
    # A verb that the dictionary has in another paradigm stands whole, and so does what it takes for a verb.
    whole = words("bulgarian-mistaken-paradigms") + words("bulgarian-mistaken-verbs")
    known = [(lemma, form) for lemma, form in sorted(forms) if lemma in told.get(form, ()) and form != lemma]
    assert [form for lemma, form in known if lemma not in whole] == []
    assert {lemma for lemma, form in known} >= set(words("bulgarian-mistaken-paradigms"))
    assert len(forms) > 500


@pytest.mark.parametrize(
    "marking",
    ["bulgarian-perfective", "bulgarian-intransitive", "bulgarian-mistaken-verbs", "bulgarian-mistaken-paradigms"],
)
def test_every_verb_of_a_table_is_a_verb_of_the_dictionary(told: dict[str, set[str]], marking: str) -> None:
    assert [verb for verb in words(marking) if "verb" not in told.get(verb, set())] == []


def test_every_noun_of_the_table_of_verbal_nouns_is_a_noun_of_the_dictionary(told: dict[str, set[str]]) -> None:
    assert [noun for noun in words("bulgarian-perfective-nouns") if "noun" not in told.get(noun, set())] == []


@pytest.mark.parametrize("marking", ["bulgarian-no-such-form", "bulgarian-mistaken"])
def test_every_form_of_a_table_is_in_the_dictionary(told: dict[str, set[str]], marking: str) -> None:
    assert [form for form in words(marking) if form not in told] == []


def test_the_wider_list_has_all_words_of_the_narrower(real_lexicon: Callable[[str], Lexicon]) -> None:
    narrow, wide = real_lexicon("bg-scrabble"), real_lexicon("bg-thirteen")
    assert len(wide) > len(narrow)
    words = list(narrow.words())
    assert all(wide.check_batch(words))
