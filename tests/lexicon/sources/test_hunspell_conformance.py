"""Hunspell's rules of inflection, one case a rule: see `tests/golden/hunspell`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.lexicon.sources.hunspell_program import all_forms, needs_program, refused

CASES = sorted(Path("tests/golden/hunspell").glob("*.aff"))

#: Where the program, or its way of cutting lines into words, cannot tell.
PROGRAM_CANNOT_TELL = {
    "count_missing": "it refuses a file without count",
    "cp1251": "it does not know this name for the encoding",
    "several_words_on_a_line": "it asks for one word at a time",
    "slash_in_a_word": "it parts words at the slash",
}

PROGRAM_CASES = [case for case in CASES if case.stem not in PROGRAM_CANNOT_TELL]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_there_are_cases() -> None:
    assert len(CASES) > 50
    assert set(PROGRAM_CANNOT_TELL) < {case.stem for case in CASES}


@pytest.mark.parametrize("affixes", CASES, ids=lambda case: case.stem)
def test_the_forms_are_those_of_the_case_and_no_others(affixes: Path) -> None:
    good, wrong = lines(affixes.with_suffix(".good")), lines(affixes.with_suffix(".wrong"))
    assert not set(good) & set(wrong)
    assert sorted(all_forms(affixes, affixes.with_suffix(".dic"))) == sorted(good)


@needs_program
@pytest.mark.parametrize("affixes", PROGRAM_CASES, ids=lambda case: case.stem)
def test_the_program_agrees(affixes: Path) -> None:
    good, wrong = lines(affixes.with_suffix(".good")), lines(affixes.with_suffix(".wrong"))
    assert refused(affixes, good + wrong) == set(wrong)
