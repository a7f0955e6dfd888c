"""Words that two dictionaries know: which are witnessed, by what, and what a list makes of it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from lexicon.building import sources
from lexicon.building.build import build
from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.recipe import Spelled, Witness, load_recipe
from lexicon.building.spelling_marks import mark_spelled
from lexicon.building.witnessing import attested_forms, mark_witnessed
from lexicon.catalogue import Catalogue
from lexicon.errors import DataFileError
from tests.lexicon.test_fallback_sources import POLICY, SPARE, change
from tests.support import lexemes, small_data

RULE = Witness(
    witnessed="witnessed",
    long_inflected="long-inflected",
    letters=7,
    unless=frozenset({"abbreviation"}),
    lists={"list": ("first",)},
)

FIRST = """
|кот|      noun singular nominative
|кот|а     noun singular genitive

|мгл|ый    adjective singular nominative
|мгл|ого   adjective singular genitive
|мгл|ому   adjective singular dative

|смартфон|  noun singular nominative
|смартфон|а noun singular genitive

|новинк|а  noun singular nominative
|новинк|у  noun singular accusative

|тер|      noun singular nominative

|мгла|     noun singular nominative
"""

SECOND = """
|кот|
|кот|а
|кот|же

|мглый|

|кг|       abbreviation

|биткойн|
|биткойн|ами

|тер|      abbreviation
"""


def marks(read: Iterable[Lexeme]) -> dict[str, str]:
    """What each lemma is marked with, if anything."""
    ours = {"witnessed", "long-inflected"}
    return {lexeme.lemma: " ".join(ours & lexeme.paradigm.lemma_slot.grammemes) for lexeme in read}


def marked(*, asked: Iterable[str] = ()) -> dict[str, dict[str, str]]:
    read = {"first": lexemes(FIRST), "second": lexemes(SECOND)}
    attested = attested_forms(read, {"list": asked}, RULE)
    return {source: marks(mark_witnessed(read[source], attested[source], RULE)) for source in read}


def test_a_word_is_witnessed_by_its_lemma_and_half_of_its_other_forms() -> None:
    assert marked()["first"] == {
        "кот": "witnessed",
        "мглый": "",  # the second dictionary has the lemma alone
        "смартфон": "long-inflected",
        "новинка": "long-inflected",
        "тер": "",  # an abbreviation is no witness
        "мгла": "",
    }


def test_a_word_of_the_second_is_witnessed_by_the_first() -> None:
    assert marked()["second"] == {
        "кот": "witnessed",
        "мглый": "witnessed",
        "кг": "",
        "биткойн": "long-inflected",
        "тер": "",
    }


def test_a_list_is_asked_about_the_sources_that_it_does_not_come_from() -> None:
    asked = marked(asked=["новинка", "новинку", "смартфон", "биткойн", "биткойнами"])
    assert asked["first"]["новинка"] == "witnessed"
    assert asked["first"]["смартфон"] == "long-inflected"
    assert asked["second"]["биткойн"] == "long-inflected"


def test_every_form_is_marked_and_paradigms_stay_shared() -> None:
    twice = [lexemes(FIRST)[0], Lexeme(stem="гот", paradigm=lexemes(FIRST)[0].paradigm)]
    twice[0] = Lexeme(stem="кот", paradigm=twice[1].paradigm)
    first, second = mark_witnessed(twice, {"кот", "кота", "гот", "гота"}, RULE)
    assert first.paradigm is second.paradigm
    assert all("witnessed" in slot.grammemes for slot in first.paradigm.slots)


def test_forms_are_marked_for_how_they_are_spelled() -> None:
    rule = Spelled(beginning="не", endings=("ски",), grammeme="negated-adverb")
    read = lexemes("|русск|и adverb\nне|русск|и adverb\n\n|немецки| adverb\n\n|нервически| adverb")
    told = {
        entry.form: "negated-adverb" in entry.grammemes
        for lexeme in mark_spelled(read, rule)
        for entry in lexeme.entries()
    }
    assert told == {"русски": False, "нерусски": True, "немецки": False, "нервически": True}


def test_a_paradigm_is_marked_only_where_its_form_is_so_spelled() -> None:
    paradigm = Paradigm(slots=(Slot(prefix="", suffix="и", grammemes=frozenset()),))
    rule = Spelled(beginning="не", endings=("ски",), grammeme="negated-adverb")
    read = [Lexeme(stem=stem, paradigm=paradigm) for stem in ("нерусск", "русск", "н")]
    first, second, third = mark_spelled(read, rule)
    assert first.paradigm is not paradigm
    assert second.paradigm is third.paradigm is paradigm


WITNESS = """
[witness]
witnessed = "witnessed"
long_inflected = "long-inflected"
letters = 7
unless = ["abbreviation"]

[witness.lists]
spare = ["sample"]
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A recipe whose words need the plain list ``spare`` as witness."""
    folder = small_data(tmp_path / "data")
    (folder / "sources" / "spare.toml").write_text(SPARE, encoding="utf-8")
    (folder / "dictionaries" / "spare").mkdir()
    (folder / "dictionaries" / "spare" / "spare.txt").write_text("стол\nстола\nстолы\nёж\n", encoding="utf-8")
    policy = POLICY.replace('id = "listed"\nadmit = true', 'id = "alone"\nadmit = false\nlacks = ["witnessed"]')
    listed = POLICY[POLICY.index("[[clause]]") :]
    (folder / "policies" / "anything.toml").write_text(f"{policy}\n{listed}", encoding="utf-8")
    recipe = folder / "lexicons" / "sample.toml"
    change(recipe, 'policy = "sample"', 'policy = "anything"')
    change(recipe, 'overrides = ["sample"]', "overrides = []")
    change(recipe, 'in = ["стол", "дом"]\nout = ["столы", "москва"]', 'in = ["стол"]\nout = ["дом"]')
    with recipe.open("a", encoding="utf-8") as file:
        file.write(WITNESS)
    return folder


def test_only_what_the_list_knows_is_in_and_the_manifest_names_the_list(data: Path, tmp_path: Path) -> None:
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    manifest = build(data, "sample", catalogue=catalogue).manifest
    assert tuple(catalogue.open("sample").words()) == ("ЕЖ", "СТОЛ", "СТОЛА", "СТОЛАМИ", "СТОЛЫ")
    assert [source.id for source in manifest.sources] == ["sample"]
    assert [(source.id, source.licence) for source in manifest.witnesses] == [("spare", "CC0-1.0")]
    assert catalogue.open("sample").check("дом").reason == "alone"
    catalogue.open("sample").verify()


def test_without_the_list_nothing_is_made_unless_the_recipe_says_what(data: Path, tmp_path: Path) -> None:
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    (data / "dictionaries" / "spare" / "spare.txt").unlink()
    with pytest.raises(Exception, match="source 'spare' is not installed; install it: apt-get install spare"):
        build(data, "sample", catalogue=catalogue)
    with (data / "lexicons" / "sample.toml").open("a", encoding="utf-8") as recipe:
        recipe.write('\n[[fallback]]\nwithout = "spare"\nsources = []\npolicy = "sample"\n')
        recipe.write('\n[fallback.gate]\nfewest = 1\nmost = 9\nin = ["дом"]\nout = ["столы"]\n')
    manifest = build(data, "sample", catalogue=catalogue).manifest
    assert (manifest.missing_sources, manifest.witnesses) == (("spare",), ())
    assert manifest.edition.endswith("-fallback")


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param('= "witnessed"', '= "wit"', "witness.witnessed: found unknown grammeme 'wit'", id="mark"),
        pytest.param('["abbreviation"]', '["abbr"]', "witness.unless: found unknown grammeme 'abbr'", id="unless"),
        pytest.param('spare = ["sample"]', 'spare = ["nope"]', "witness.lists.spare: found 'nope'", id="asked about"),
        pytest.param('spare = ["sample"]', 'nope = ["sample"]', "witness.lists.nope: found 'nope'", id="list"),
        pytest.param("letters = 7", "leters = 7", "witness.leters: found an unknown key", id="key"),
    ],
)  # fmt: skip
def test_a_fault_is_named(data: Path, old: str, new: str, complaint: str) -> None:
    change(data / "lexicons" / "sample.toml", old, new)
    with pytest.raises(DataFileError) as caught:
        load_recipe(data, "sample")
    assert complaint in str(caught.value)


@pytest.mark.parametrize("content", [b"", b"\n", "стол\nёж".encode(), "стол\nёж\n".encode() * 20_000])
def test_the_short_way_to_the_forms_of_a_list_gives_what_its_reader_gives(data: Path, content: bytes) -> None:
    (data / "dictionaries" / "spare" / "spare.txt").write_bytes(content)
    spare = next(source for source in sources.describe_all(data) if source.id == "spare")
    found = sources.installed(spare)
    assert [form for form in sources.forms(found) if form] == [lexeme.stem for lexeme in sources.lexemes(found)]


def test_a_list_in_another_character_set_is_refused(data: Path) -> None:
    (data / "dictionaries" / "spare" / "spare.txt").write_bytes("стол".encode("cp1251"))
    spare = next(source for source in sources.describe_all(data) if source.id == "spare")
    with pytest.raises(DataFileError, match="found byte 0x"):
        list(sources.forms(sources.installed(spare)))
