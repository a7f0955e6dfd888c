"""The few proper names that ru-crosslet admits: a clause of their own, a table with witnesses."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lexicon.building.sources import describe_all, find
from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_words import headwords
from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from tests.support import DATA

TABLE = DATA / "names" / "admitted.tsv"

#: What stands in the column of witnesses where no dictionary does.
NOBODY = "unwitnessed"


def rows() -> Iterator[list[str]]:
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def test_each_name_is_admitted_by_the_clause_for_names_and_by_nothing_else(russian: Lexicon) -> None:
    for name, *_ in rows():
        verdict = russian.check(name)
        assert (verdict.status, verdict.reason) == (WordStatus.VALID, "admitted-proper-name"), name
        admitting = {reading.clause for reading in russian.readings(russian.alphabet.key(name)) if reading.admitted}
        assert admitting == {"admitted-proper-name"}, name


def test_the_table_is_short_and_admits_names_in_the_singular_only(russian: Lexicon) -> None:
    names = [name for name, *_ in rows()]
    assert len(names) == len(set(names)) < 50
    assert all(name[0].isupper() and name[1:].islower() for name in names)
    for other in ("Россия", "Москва", "Альпы", "Волхов", "Азии", "Венеры", "Пушкин"):
        assert russian.check(other).status is WordStatus.NOT_IN_LEXICON, other


@pytest.mark.dictionary
def test_the_witnesses_are_dictionaries_that_have_the_name() -> None:
    descriptions = {description.id: description for description in describe_all(DATA)}
    description = descriptions["hunspell-russian"]
    installed = find(description)
    if installed is None:
        pytest.skip(f"NOT TESTED, {description.id} is missing; {description.install}")
    files = {part: installed.location / name for part, name in description.files.items()}
    known = {line.word for line in headwords(files["words"], load_affixes(files["affixes"]))}
    for name, _, what, witness in rows():
        assert what
        assert witness == (description.name if name in known else NOBODY), name
