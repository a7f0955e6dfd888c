"""Words on which a list of Russian nouns goes wrong: each is in or out for the reason written beside it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus

pytestmark = pytest.mark.dictionary

GOLDEN = Path(__file__).parents[1] / "golden" / "words" / "ru-crosslet.tsv"
ROWS = list(csv.DictReader(GOLDEN.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


@pytest.mark.parametrize("row", ROWS, ids=[f"{row['word']} {row['decision']}: {row['why']}" for row in ROWS])
def test_the_word_is_in_or_out_for_the_reason_given(russian: Lexicon, row: dict[str, str]) -> None:
    verdict = russian.check(row["word"])
    decision = "in" if verdict.status is WordStatus.VALID else "out"
    assert (decision, verdict.reason) == (row["decision"], row["reason"])
