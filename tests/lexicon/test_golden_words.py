"""Words on which a list of Russian nouns goes wrong: each is in or out for the reason written beside it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from tests.support import GOLDEN

TABLE = GOLDEN / "words" / "ru-crosslet.tsv"


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


@pytest.mark.parametrize("row", rows(TABLE), ids=lambda row: f"{row['word']} {row['decision']}: {row['why']}")
def test_a_word_is_in_or_out_for_its_reason(russian: Lexicon, row: dict[str, str]) -> None:
    verdict = russian.check(row["word"])
    assert ("in" if verdict.status is WordStatus.VALID else "out", verdict.reason) == (row["decision"], row["reason"])


def test_the_golden_table_has_each_word_once_with_all_its_columns() -> None:
    words = [row["word"] for row in rows(TABLE)]
    assert len(words) == len(set(words))
    assert all(set(row) == {"word", "decision", "reason", "why"} and all(row.values()) for row in rows(TABLE))
