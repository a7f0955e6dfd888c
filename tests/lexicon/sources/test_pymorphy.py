"""The dictionary compiled for pymorphy: read whole, soon, and only as it was published."""

from __future__ import annotations

import shutil
import time
from dataclasses import replace
from pathlib import Path

import pytest

from lexicon.building.sources import InstalledSource, pymorphy
from lexicon.errors import DataFileError
from tests.lexicon.sources.opencorpora_export import compiled

pytestmark = pytest.mark.dictionary


@pytest.fixture
def copied(tmp_path: Path) -> InstalledSource:
    """The dictionary in a folder where it can be damaged."""
    source = compiled()
    return replace(source, location=shutil.copytree(source.location, tmp_path / "data"))


def damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-1000])


@pytest.mark.parametrize("name", ["words.dawg", "paradigms.array", "suffixes.json", "gramtab-opencorpora-int.json"])
def test_a_file_that_is_cut_short_is_refused_before_its_library_reads_it(copied: InstalledSource, name: str) -> None:
    damaged(copied.location / name)
    with pytest.raises(DataFileError, match="not what was published") as refused:
        next(pymorphy.lexemes(copied))
    assert refused.value.path == copied.location / name
    assert "--force-reinstall" in refused.value.expected


def test_a_file_that_is_missing_is_named(copied: InstalledSource) -> None:
    (copied.location / "words.dawg").unlink()
    with pytest.raises(DataFileError, match="No such file") as refused:
        next(pymorphy.lexemes(copied))
    assert refused.value.path == copied.location / "words.dawg"


def test_a_dictionary_that_changes_while_it_is_read_is_refused_at_its_end(copied: InstalledSource) -> None:
    reading = pymorphy.lexemes(copied)
    next(reading)
    damaged(copied.location / "meta.json")
    with pytest.raises(DataFileError, match="changed while it was read"):
        for _ in reading:
            pass


@pytest.mark.slow
def test_the_nouns_are_read_in_less_than_four_seconds() -> None:
    source = compiled()
    started = time.process_time()
    nouns = sum("noun" in lexeme.paradigm.lemma_slot.grammemes for lexeme in pymorphy.lexemes(source))
    assert time.process_time() - started < 4
    assert nouns > 80_000
