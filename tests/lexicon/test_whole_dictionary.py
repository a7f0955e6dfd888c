"""The real dictionary, whole: an edition says of every form what pymorphy3 says, no more and no less."""

from __future__ import annotations

import random
import zlib
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest

from lexicon.building.sources import describe_all
from lexicon.compiled import Lexicon
from tests.support import DATA

pytestmark = [pytest.mark.slow, pytest.mark.dictionary]

#: What OpenCorpora had on the day the dictionary was compiled.
ENTRIES = 5_140_211


@pytest.fixture(scope="module")
def pymorphy() -> Any:
    """The dictionary as pymorphy3 itself opens it."""
    morphology = pytest.importorskip("pymorphy3", reason="NOT TESTED: python -m pip install 'slovosud[build]'")
    return morphology.MorphAnalyzer().dictionary


def digest(forms: Iterable[str]) -> tuple[int, int, int]:
    """Return the number of forms and two sums that do not depend on their order."""
    count = sums = squares = 0
    for form in forms:
        code = zlib.crc32(form.encode())
        count, sums, squares = count + 1, sums + code, squares + code * code
    return count, sums, squares


def test_the_forms_are_those_of_the_dictionary(russian: Lexicon, pymorphy: Any) -> None:
    assert digest(russian.evidence[0].forms()) == digest(form for form, _ in pymorphy.words.iteritems(""))
    assert digest(russian.evidence[0].forms())[0] == ENTRIES


def test_twenty_thousand_forms_have_the_tags_and_lemmas_of_the_dictionary(russian: Lexicon, pymorphy: Any) -> None:
    description = next(source for source in describe_all(DATA) if source.id == "opencorpora")
    draw = random.Random(20)  # noqa: S311 - must be repeatable
    every = (form for form, _ in pymorphy.words.iteritems(""))
    for form in {form for form in every if draw.random() < 20_000 / ENTRIES}:
        expected: Counter[tuple[str, frozenset[str]]] = Counter()
        for paradigm, slot in pymorphy.words[form]:
            tag = str(pymorphy.build_tag_info(paradigm, slot)).replace(" ", ",").split(",")
            marks = frozenset(description.grammemes[mark] for mark in tag if mark not in description.ignored)
            expected[pymorphy.build_normal_form(paradigm, slot, form), marks] += 1
        readings = russian.readings(russian.alphabet.key(form))
        own = [reading for reading in readings if reading.source == description.id and reading.form == form]
        found = Counter((reading.lemma, frozenset(reading.grammemes)) for reading in own)
        assert found == expected, form
