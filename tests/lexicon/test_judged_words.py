"""Tables of judged words: what they say of a list must be true of it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.recall import frequent_lemmata, missing, reviewed_reasons
from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from tests.support import GOLDEN

#: Why a frequent word is not in a list: see `benchmarks/recall.py`.
REASONS = {
    "abbreviation",
    "another-part-of-speech",
    "foreign-word",
    "interjection",
    "lacking",
    "misspelling",
    "name-of-an-event",
    "name-or-foreign-word",
    "name-or-form-of-one",
    "organisation-or-brand",
    "part-of-a-compound",
    "spelled-without-its-marks",
    "wrong-lemma-or-fragment",
}


def rows(path: Path) -> list[dict[str, str]]:
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return list(csv.DictReader(lines, delimiter="\t"))


SAMPLES = rows(GOLDEN / "samples" / "ru-crosslet.tsv")


def test_a_sampled_word_is_in_unless_it_was_judged_wrong(russian: Lexicon) -> None:
    words = {row["word"]: row["verdict"] != "wrong" for row in SAMPLES}
    held = {
        word: verdict.status is WordStatus.VALID
        for word, verdict in zip(words, russian.check_all(list(words)), strict=True)
    }
    assert held == words


@pytest.mark.parametrize(
    "lexicon_id",
    ["bg-scrabble", "bg-thirteen", "ru-krestoslovitsa", pytest.param("pl-scrabble", marks=pytest.mark.slow)],
)
def test_a_word_sampled_from_another_list_is_in_unless_it_was_judged_wrong(
    real_lexicon: Callable[[str], Lexicon], lexicon_id: str
) -> None:
    sample = rows(GOLDEN / "samples" / f"{lexicon_id}.tsv")
    words = {row["word"]: row["verdict"] != "wrong" for row in sample}
    assert len(words) == len(sample) >= 300
    verdicts = real_lexicon(lexicon_id).check_all(list(words))
    assert {verdict.query: verdict.status is WordStatus.VALID for verdict in verdicts} == words


def test_samples_are_large_and_larger_where_one_dictionary_speaks() -> None:
    for sample in ("first", "second", "third", "fourth", "fifth", "sixth"):
        drawn = [row["witnesses"] for row in SAMPLES if row["sample"] == sample]
        assert len(drawn) >= 300
        assert sum(" " not in witnesses for witnesses in drawn) >= 140
    assert {row["verdict"] for row in SAMPLES} == {"right", "wrong", "unsure"}
    assert all(row["note"] != "-" for row in SAMPLES if row["verdict"] == "wrong")


@pytest.mark.parametrize("table", sorted((GOLDEN / "recall").glob("*.tsv")), ids=lambda table: table.stem)
def test_a_missing_word_has_one_reason(table: Path) -> None:
    words = [row["word"] for row in rows(table)]
    assert len(words) == len(set(words)) > 300
    assert {row["reason"] for row in rows(table)} <= REASONS


def test_what_is_missing_for_a_reason_is_missing(russian: Lexicon) -> None:
    words = [row["word"] for row in rows(GOLDEN / "recall" / "ru-crosslet.tsv")]
    assert [verdict.query for verdict in russian.check_all(words) if verdict.status is WordStatus.VALID] == []


@pytest.mark.slow
def test_each_of_the_most_frequent_lemmata_is_in_or_missing_for_a_reason(russian: Lexicon) -> None:
    pytest.importorskip("wordfreq", reason="NOT TESTED, wordfreq is missing; python -m pip install wordfreq")
    reviewed = reviewed_reasons(GOLDEN / "recall" / "ru-crosslet.tsv")
    lacking = missing(russian, frequent_lemmata("ru"), count=20_000, reviewed=reviewed)
    assert [lack.word for lack in lacking if not lack.reviewed and lack.reason == "not-attested"] == []
    assert len(lacking) < 1_200
