"""A list without one of its dictionaries: made of what stands in, and never passed off as the list it is not."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from lexicon.building.build import Edition, build
from lexicon.building.recipe import load_recipe, recipe_ids
from lexicon.catalogue import Catalogue
from lexicon.errors import DataFileError, GateError, SourceMissingError
from server.command_line.app import ExitCode, run
from tests.support import DATA, SMALL_LIST, small_data

SPARE = """id = "spare"
name = "Spare dictionary"
title = "A plain list of the tests"
reader = "word-list"
homepage = "example.org"
licence = "CC0-1.0"
attribution = "the tests"
allows = ["CC0-1.0"]
distribution = "spare"
install = "apt-get install spare"
ignored = []

[files]
list = "spare.txt"

[grammemes]
"""

POLICY = """id = "anything"
title = "Anything"
source = "Made for the tests"

[[clause]]
id = "listed"
admit = true
[clause.text]
en = "listed"
ru = "есть"
pl = "jest"
bg = "има"
"""

FALLBACK = """
[[fallback]]
without = "sample"
sources = ["spare"]
policy = "anything"

[fallback.gate]
fewest = 1
most = 5
in = ["кит"]
out = ["стол"]
"""


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A recipe made of ``sample``, for which ``spare`` may stand in; both are here."""
    folder = small_data(tmp_path / "data")
    (folder / "sources" / "spare.toml").write_text(SPARE, encoding="utf-8")
    (folder / "policies" / "anything.toml").write_text(POLICY, encoding="utf-8")
    (folder / "dictionaries" / "spare").mkdir()
    (folder / "dictionaries" / "spare" / "spare.txt").write_text("кит\nкот\n", encoding="utf-8")
    with (folder / "lexicons" / "sample.toml").open("a", encoding="utf-8") as recipe:
        recipe.write(FALLBACK)
    change(folder / "sources" / "sample.toml", 'install = "it is there"', 'install = "apt-get install sample"')
    return folder


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(folder=tmp_path / "catalogue")


def remove(data: Path, source: str) -> None:
    for file in (data / "dictionaries" / source).iterdir():
        file.unlink()


def built(data: Path, catalogue: Catalogue, *, edition: str = "") -> Edition:
    return build(data, "sample", catalogue=catalogue, edition=edition)


def test_with_its_dictionary_here_a_list_is_made_of_it(data: Path, catalogue: Catalogue) -> None:
    made = built(data, catalogue)
    assert tuple(catalogue.open("sample").words()) == SMALL_LIST
    assert [(source.id, source.fallback) for source in made.manifest.sources] == [("sample", False)]
    assert made.manifest.missing_sources == ()
    assert not made.manifest.edition.endswith("fallback")
    assert not any("without" in warning for warning in made.warnings)


def test_without_it_the_list_is_made_of_what_stands_in_and_says_so(data: Path, catalogue: Catalogue) -> None:
    whole = built(data, catalogue).manifest
    remove(data, "sample")
    told: list[str] = []
    made = build(data, "sample", catalogue=catalogue, progress=lambda stage, _: told.append(stage))
    manifest = made.manifest
    assert told[0] == "without sample"
    assert tuple(catalogue.open("sample", manifest.edition).words()) == ("ДЕНЬГИ", "ДОМ", "КИТ", "КОТ")
    assert [(source.id, source.fallback) for source in manifest.sources] == [("spare", True)]
    assert (manifest.missing_sources, manifest.policy_id) == (("sample",), "anything")
    assert manifest.edition == f"{manifest.digest[:12]}-fallback"
    assert manifest.edition != whole.edition
    assert made.warnings[0] == (
        "sample was made without sample, which is not installed, from spare alone, and is called "
        f"{manifest.edition}; for the whole list install it (apt-get install sample) and build again"
    )
    catalogue.open("sample", manifest.edition).verify()


def test_a_name_that_is_given_is_changed_too(data: Path, catalogue: Catalogue) -> None:
    remove(data, "sample")
    assert built(data, catalogue, edition="spring").manifest.edition == "spring-fallback"
    assert catalogue.editions("sample") == ("spring-fallback",)


def test_where_neither_is_here_the_commands_for_both_are_named(data: Path, catalogue: Catalogue) -> None:
    remove(data, "sample")
    remove(data, "spare")
    with pytest.raises(SourceMissingError) as caught:
        built(data, catalogue)
    assert str(caught.value) == (
        "source 'sample' is not installed; install it: apt-get install sample; "
        "or, for a list of less, spare: apt-get install spare"
    )
    assert not catalogue.folder.exists()


def test_a_missing_stand_in_is_not_missed_while_it_is_not_needed(data: Path, catalogue: Catalogue) -> None:
    remove(data, "spare")
    assert built(data, catalogue).manifest.missing_sources == ()


def test_a_second_dictionary_may_be_left_out_where_the_recipe_allows_it(data: Path, catalogue: Catalogue) -> None:
    recipe = data / "lexicons" / "sample.toml"
    change(recipe, FALLBACK, '\n[[fallback]]\nwithout = "spare"\nsources = []\n')
    change(recipe, 'sources = ["sample"]', 'sources = ["sample", "spare"]')
    whole = built(data, catalogue).manifest
    remove(data, "spare")
    made = built(data, catalogue).manifest
    assert [source.id for source in whole.sources] == ["sample", "spare"]
    assert [(source.id, source.fallback) for source in made.sources] == [("sample", False)]
    assert made.missing_sources == ("spare",)
    assert made.edition.endswith("-fallback")


def test_a_stand_in_may_have_a_stand_in(data: Path, catalogue: Catalogue) -> None:
    recipe = data / "lexicons" / "sample.toml"
    last = data / "sources" / "last.toml"
    last.write_text(SPARE.replace("spare", "last"), encoding="utf-8")
    (data / "dictionaries" / "last").mkdir()
    (data / "dictionaries" / "last" / "last.txt").write_text("кит\n", encoding="utf-8")
    with recipe.open("a", encoding="utf-8") as file:
        file.write('\n[[fallback]]\nwithout = "spare"\nsources = ["last"]\n')
    remove(data, "sample")
    remove(data, "spare")
    made = built(data, catalogue).manifest
    assert made.missing_sources == ("sample", "spare")
    assert [(source.id, source.fallback) for source in made.sources] == [("last", True)]


def test_the_only_dictionary_is_never_left_out(data: Path, catalogue: Catalogue) -> None:
    change(data / "lexicons" / "sample.toml", FALLBACK, '\n[[fallback]]\nwithout = "sample"\nsources = []\n')
    remove(data, "sample")
    with pytest.raises(SourceMissingError, match=r"'sample' is not installed; install it: apt-get install sample$"):
        built(data, catalogue)


def test_a_shut_gate_says_what_the_list_was_made_without(data: Path, catalogue: Catalogue) -> None:
    change(data / "lexicons" / "sample.toml", "[fallback.gate]\nfewest = 1", "[fallback.gate]\nfewest = 5")
    remove(data, "sample")
    with pytest.raises(GateError) as caught:
        built(data, catalogue)
    assert caught.value.failures[0] == "4 words; expected 5 to 5"
    assert caught.value.failures[-1].startswith("sample was made without sample, which is not installed")


def test_a_recipe_that_extends_another_inherits_what_stands_in(data: Path) -> None:
    child = data / "lexicons" / "child.toml"
    gate = "[gate]\nfewest = 1\nmost = 9\nin = []\nout = []\n"
    child.write_text(f'id = "child"\ntitle = "C"\ndescription = "C"\nextends = "sample"\n{gate}', encoding="utf-8")
    assert load_recipe(data, "child").fallbacks == load_recipe(data, "sample").fallbacks
    with child.open("a", encoding="utf-8") as file:
        file.write('[[fallback]]\nwithout = "sample"\nsources = ["spare"]\n')
    assert load_recipe(data, "child").fallbacks["sample"].policy == ""


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        pytest.param('without = "sample"', 'without = "nope"', "20, fallback[0].without: found 'nope'", id="no source"),
        pytest.param('["spare"]', '["nope"]', "21, fallback[0].sources: found 'nope'", id="no such stand-in"),
        pytest.param('y = "anything"', 'y = "nope"', "22, fallback[0].policy: found 'nope'", id="no such policy"),
        pytest.param("policy = ", "polcy = ", "22, fallback[0].polcy: found an unknown key", id="an unknown key"),
        pytest.param("fewest = 1", "fewest = 6", "25, fallback[0].gate.fewest: found 6 to 5", id="a shut gate"),
    ],
)
def test_a_fault_is_named_with_its_line(data: Path, old: str, new: str, complaint: str) -> None:
    recipe = data / "lexicons" / "sample.toml"
    whole, _, said = recipe.read_text(encoding="utf-8").partition("[[fallback]]")
    assert old in said
    recipe.write_text(f"{whole}[[fallback]]{said.replace(old, new, 1)}", encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        load_recipe(data, "sample")
    assert complaint in str(caught.value)


def test_a_stand_in_must_allow_the_licence_of_the_list(data: Path) -> None:
    change(data / "sources" / "spare.toml", 'allows = ["CC0-1.0"]', 'allows = ["GPL-2.0-only"]')
    with pytest.raises(DataFileError, match=r"CC0-1\.0, which spare does not allow"):
        load_recipe(data, "sample")


@pytest.mark.parametrize("lexicon_id", recipe_ids(DATA))
def test_no_stand_in_asks_for_a_word_that_the_list_itself_must_not_have(lexicon_id: str) -> None:
    recipe = load_recipe(DATA, lexicon_id)
    for missing, fallback in recipe.fallbacks.items():
        if fallback.gate and not fallback.policy:
            assert not {*fallback.gate.canaries_in} & {*recipe.gate.canaries_out}, missing
            assert not {*fallback.gate.canaries_out} & {*recipe.gate.canaries_in}, missing


def test_the_verbs_say_it_on_stderr_and_in_what_they_list(
    data: Path, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    remove(data, "sample")
    place = ["--catalogue", str(catalogue.folder)]
    assert run(["build", "sample", "--data", str(data), *place]) == ExitCode.DONE
    told = capsys.readouterr()
    assert "warning: sample was made without sample, which is not installed, from spare alone" in told.err
    assert told.out.startswith("without sample")
    assert run(["list", *place]) == ExitCode.DONE
    assert "-fallback" in (listed := capsys.readouterr().out)
    assert "(without sample)" in listed
    assert run(["list", "--json", *place]) == ExitCode.DONE
    assert json.loads(capsys.readouterr().out.splitlines()[0])["missing_sources"] == ["sample"]
    assert run(["info", "sample", *place]) == ExitCode.DONE
    info = capsys.readouterr().out
    assert "(stands in for one that was missing)" in info
    assert "without    sample, which the recipe names and which was not installed" in info


def test_what_has_no_effect_is_named_only_where_no_dictionary_is_missing(data: Path, catalogue: Catalogue) -> None:
    with (data / "overrides" / "sample.tsv").open("a", encoding="utf-8") as overrides:
        overrides.write("овца\tout\ta word that the missing dictionary may have\tthe tests\n")
    assert any("has ОВЦА out already" in warning for warning in built(data, catalogue).warnings)
    remove(data, "sample")
    assert not any("already" in warning for warning in built(data, catalogue).warnings)


def test_the_doctor_misses_a_dictionary_only_where_nothing_stands_in(
    data: Path, catalogue: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    remove(data, "sample")
    built(data, catalogue)
    run(["doctor", "--json", "--data", str(data), "--catalogue", str(catalogue.folder)])
    findings = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    (sample,) = [finding for finding in findings if finding["subject"] == "source sample"]
    assert (sample["well"], sample["found"], sample["mend"]) == (True, "not installed", "apt-get install sample")
