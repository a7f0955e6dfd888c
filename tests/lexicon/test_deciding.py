"""Of several readings of one form, the one that a person is told."""

from __future__ import annotations

import pytest

from lexicon.deciding import Decisions
from lexicon.explanation import Reading

DECISIONS = Decisions(clauses=("refused", "early", "late"))


def reading(told: str) -> Reading:
    """Read ``source form/lemma clause grammemes…``; clauses but `refused` admit."""
    source, spelled, clause, *grammemes = told.split()
    form, _, lemma = spelled.partition("/")
    admitted = clause != "refused"
    return Reading(form=form, lemma=lemma, grammemes=tuple(grammemes), source=source, clause=clause, admitted=admitted)


@pytest.mark.parametrize(
    ("readings", "told"),
    [
        pytest.param(["a кот/кот refused", "b кота/кот early"], 1, id="admitted before refused"),
        pytest.param(["a кот/кот early", "b кот/кот late"], 1, id="the later clause"),
        pytest.param(["a kotek/kotka early", "a kotek/kotek early noun"], 1, id="a lemma before a form"),
        pytest.param(["a kot/kot early noun slang", "a kot/kot early noun"], 1, id="the plain lemma"),
        pytest.param(["a pić/pić early noun neuter", "a pić/pić early verb"], 1, id="an infinitive"),
        pytest.param(["a kot/kot early noun slang", "b kot/kot early"], 0, id="the first source"),
        pytest.param(["a kot/kot early noun slang", "a kot/kot refused"], 0, id="no mark makes up for a clause"),
        pytest.param(["a кота/кот early noun old", "a кота/кот early noun"], 0, id="of forms the first"),
        pytest.param(["a kot/kot early x", "a kot/kot early y"], 0, id="of equals the first"),
    ],
)  # fmt: skip
def test_one_of_several_readings_decides(readings: list[str], told: int) -> None:
    read = [reading(one) for one in readings]
    assert DECISIONS.deciding(read) is read[told]


def test_nothing_decides_where_nothing_is_read() -> None:
    assert DECISIONS.deciding(()) is None
