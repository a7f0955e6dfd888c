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

#: Phenomena in which known readers of this format go wrong, with the cases that hold ours to them.
PHENOMENA = {
    "flags as numbers": "flags_as_numbers",
    "flags of two characters": "flags_of_two_characters",
    "a suffix behind a suffix": "suffix_behind_suffix",
    "a word that needs an affix": "word_needs_an_affix",
    "a forbidden word": "forbidden_words",
    "a word for compounds only": "only_in_compounds",
    "affixes that do not cross": "prefix_and_suffix_that_do_not_cross",
    "a whole word is not stripped": "whole_word_not_stripped",
    "a whole word is stripped where the file says so": "whole_word_stripped",
    "an escaped slash": "slash_in_a_word",
    "morphological fields": "morphological_fields",
    "a comment among the words": "comment_lines",
    "aliases of flags": "aliases_of_flags",
    "a hyphen in a class": "hyphen_in_a_class_is_a_hyphen",
    "a refused class of letters of several bytes": "class_of_letters_of_several_bytes",
    "nothing appended, written as zero": "nothing_appended_is_zero",
    "KOI8-R": "koi8_r",
    "a byte order mark and CRLF": "byte_order_mark_and_crlf",
    "one word on two lines": "homonyms_keep_their_flags_apart",
}

PROGRAM_CASES = [case for case in CASES if case.stem not in PROGRAM_CANNOT_TELL]


def lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def test_there_are_cases() -> None:
    assert len(CASES) > 50
    assert set(PROGRAM_CANNOT_TELL) < {case.stem for case in CASES}


@pytest.mark.parametrize("phenomenon", PHENOMENA)
def test_there_is_a_case_of_every_phenomenon_that_others_get_wrong(phenomenon: str) -> None:
    (affixes,) = [case for case in CASES if case.stem == PHENOMENA[phenomenon]]
    assert lines(affixes.with_suffix(".good"))


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
