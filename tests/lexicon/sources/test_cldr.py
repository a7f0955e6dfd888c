"""Names of territories and cities from the Unicode locale data: what is read, and what is not there."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lexicon.building import sources
from lexicon.building.sources.description import SourceDescription
from lexicon.errors import DataFileError, SourceMissingError
from tests.support import DATA


@pytest.fixture
def description() -> SourceDescription:
    described = next(source for source in sources.describe_all(DATA) if source.id == "cldr-russian")
    if sources.find(described) is None:
        pytest.skip(f"NOT TESTED, the locale data is missing; {described.install}")
    return described


def names(description: SourceDescription) -> dict[str, frozenset[str]]:
    read = sources.lexemes(sources.installed(description))
    return {lexeme.lemma: lexeme.paradigm.lemma_slot.grammemes for lexeme in read}


@pytest.mark.parametrize("name", ["Франция", "Африка", "Меланезия", "Москва", "Хобарт", "Эрмосильо"])
def test_territories_and_cities_are_names_of_places(description: SourceDescription, name: str) -> None:
    assert names(description)[name] == {"geographical-name"}


def test_a_name_of_several_words_is_read_as_it_is(description: SourceDescription) -> None:
    # The alphabet refuses it later: it is no word.
    assert "Южная Америка" in names(description)


def test_a_mark_that_the_description_leaves_out_is_not_read(description: SourceDescription) -> None:
    cities = names(replace(description, grammemes={"city": "geographical-name"}))
    assert "Москва" in cities
    assert "Франция" not in cities


def test_reading_twice_gives_the_same_in_the_same_order(description: SourceDescription) -> None:
    assert list(names(description)) == list(names(description))


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({"distribution": "no_such_distribution"}, id="no distribution"),
        pytest.param({"files": {"locale": "xx"}}, id="no locale"),
        pytest.param({"files": {}}, id="no locale named"),
    ],
)
def test_what_is_not_installed_is_told_with_the_command(
    description: SourceDescription, changed: dict[str, object]
) -> None:
    missing = replace(description, **changed)  # type: ignore[arg-type]
    assert sources.find(missing) is None
    with pytest.raises(SourceMissingError, match="pip install"):
        sources.installed(missing)


def test_data_of_another_form_are_refused(description: SourceDescription, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("babel.localedata.load", lambda _: {"territories": {"FR": "Франция"}})
    with pytest.raises(DataFileError, match="found KeyError\\('time_zones'\\); expected names by code"):
        names(description)
