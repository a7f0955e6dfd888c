"""Finding a Hunspell dictionary on this machine."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from lexicon.building import sources
from lexicon.building.sources import SourceDescription, hunspell
from lexicon.errors import DataFileError, SourceMissingError
from tests.lexicon.sources.hunspell_program import written

DESCRIPTIONS = {known.id: known for known in sources.describe_all(Path("data")) if known.reader == "hunspell"}


@pytest.fixture
def description(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SourceDescription:
    """A description of a dictionary that is nowhere yet."""
    monkeypatch.delenv("SLOVOSUD_DICTIONARIES", raising=False)
    return replace(
        DESCRIPTIONS["hunspell-polish"],
        files={"affixes": "sample.aff", "words": "sample.dic"},
        own_folder=tmp_path / "own",
        folders=(tmp_path / "system",),
    )


def install(folder: Path, words: str = "1\nkot/A\n") -> Path:
    folder.mkdir()
    written(folder, "SET UTF-8\nSFX A Y 1\nSFX A 0 y .\n", words)
    return folder


@pytest.mark.parametrize("known", DESCRIPTIONS.values(), ids=lambda known: known.id)
def test_a_described_dictionary_says_how_to_get_it_and_under_which_licence(known: SourceDescription) -> None:
    assert known.install == f"sudo apt-get install {known.distribution}"
    assert known.licence
    assert known.allows


def test_it_is_found_where_it_installs(description: SourceDescription) -> None:
    folder = install(description.folders[0])
    found = sources.installed(description)
    assert found.location == folder
    assert [lexeme.lemma for lexeme in sources.lexemes(found)] == ["kot"]


def test_own_folders_stand_in_for_those_of_the_system(
    description: SourceDescription, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(description.folders[0])
    chosen = install(tmp_path / "chosen", "1\npies/A\n")
    monkeypatch.setenv("SLOVOSUD_DICTIONARIES", f"{tmp_path / 'nowhere'}:{chosen}")
    found = sources.installed(description)
    assert (found.location, found.version) == (chosen, hunspell.UNKNOWN_VERSION)
    assert [lexeme.lemma for lexeme in sources.lexemes(found)] == ["pies"]


def test_one_file_of_two_is_none(description: SourceDescription) -> None:
    folder = install(description.folders[0])
    (folder / "sample.aff").unlink()
    assert sources.find(description) is None
    with pytest.raises(SourceMissingError) as missing:
        sources.installed(description)
    assert "sudo apt-get install hunspell-pl" in missing.value.mend


def test_the_digest_tells_of_both_files(description: SourceDescription) -> None:
    folder = install(description.folders[0])
    digests = {sources.installed(description).digest}
    for name in ("sample.aff", "sample.dic"):
        (folder / name).write_bytes((folder / name).read_bytes() + b"\n")
        digests.add(sources.installed(description).digest)
    assert len(digests) == 3


@pytest.mark.parametrize("name", ["sample.aff", "sample.dic"])
def test_a_dictionary_that_changes_while_it_is_read_is_refused_at_its_end(
    description: SourceDescription, name: str
) -> None:
    folder = install(description.folders[0])
    reading = sources.lexemes(sources.installed(description))
    assert next(reading).lemma == "kot"
    with (folder / name).open("a", encoding="utf-8") as file:
        file.write("\npies")
    with pytest.raises(DataFileError, match="changed while it was read"):
        next(reading)


def test_a_stated_version_holds_where_no_package_does(description: SourceDescription) -> None:
    install(description.own_folder)
    assert sources.installed(replace(description, version="2026-05")).version == "2026-05"


def test_the_version_is_that_of_the_package(
    description: SourceDescription, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install(description.folders[0])
    program = tmp_path / "dpkg-query"
    program.write_text('#!/bin/sh\necho "installed 1:7.5.0-1 $4" | cut -d" " -f1,2 | tr -d "\\n"\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    assert sources.installed(description).version == "1:7.5.0-1"


def test_a_description_names_both_files(description: SourceDescription) -> None:
    with pytest.raises(DataFileError) as refused:
        sources.find(replace(description, files={"affixes": "sample.aff"}))
    assert refused.value.where == "files"
    assert "words" in refused.value.expected
