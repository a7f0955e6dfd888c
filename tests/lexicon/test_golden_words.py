"""Words on which a list goes wrong: each is in or out for the reason written beside it."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from tests.support import GOLDEN

#: One table a lexicon, called by its id.
TABLES = sorted((GOLDEN / "words").glob("*.tsv"))

#: Lexicons whose building takes long.
SLOW = {"pl-scrabble", "pl-scrabble-sjp"}


def rows(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text(encoding="utf-8").splitlines(), delimiter="\t"))


@pytest.mark.timeout(900)  # the first word of a table may have its list built
@pytest.mark.parametrize(
    ("lexicon_id", "row"),
    [
        pytest.param(
            table.stem,
            row,
            id=f"{table.stem}: {row['word']} {row['decision']}: {row['why']}",
            marks=[pytest.mark.slow] if table.stem in SLOW else [],
        )
        for table in TABLES
        for row in rows(table)
    ],
)
def test_a_word_is_in_or_out_for_its_reason(
    real_lexicon: Callable[[str], Lexicon], lexicon_id: str, row: dict[str, str]
) -> None:
    verdict = real_lexicon(lexicon_id).check(row["word"])
    assert ("in" if verdict.status is WordStatus.VALID else "out", verdict.reason) == (row["decision"], row["reason"])


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_a_golden_table_has_each_word_once_with_all_its_columns(table: Path) -> None:
    words = [row["word"] for row in rows(table)]
    assert len(words) == len(set(words)) > 150
    assert all(set(row) == {"word", "decision", "reason", "why"} and all(row.values()) for row in rows(table))
