"""Grammeme tables of Hunspell dictionaries: every row says something, every paradigm of the dictionary has its rows."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.building import sources
from lexicon.building.lexeme import Entry
from lexicon.building.sources import SourceDescription, hunspell
from lexicon.building.sources.description import load_description
from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_expansion import signatures
from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_grammemes import Signature, signature
from lexicon.building.sources.hunspell_table import LEMMA, load_table
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar
from tests.lexicon.sources.hunspell_program import written
from tests.support import DATA

GRAMMAR = Grammar.load(DATA)
HEAD = "flag\tchange\tlexeme\tform\texample\tsource\n"
NOUN = "K\t-\tnoun feminine\tsingular\tжена\tthe tests\n"
PLURAL = "\tа>и\t\tplural\tжени\t\n"
DEFINITE = "\tа>ата\t\tdefinite singular\tжената\t\n"


def test_a_row_of_the_lemma_and_one_for_each_change(tmp_path: Path) -> None:
    path = tmp_path / "sample.tsv"
    path.write_text(f"{HEAD}# A noun.\n\n{NOUN}{PLURAL}{DEFINITE}".replace("plural", "plural | count-form"), "utf-8")
    [(name, row)] = load_table(path, GRAMMAR).items()
    assert name == "K а>ата а>и"
    assert row.lemma == (frozenset({"noun", "feminine", "singular"}),)
    assert row.forms == {
        "а>и": (frozenset({"noun", "feminine", "plural"}), frozenset({"noun", "feminine", "count-form"})),
        "а>ата": (frozenset({"noun", "feminine", "definite", "singular"}),),
    }


@pytest.mark.parametrize(
    ("content", "where", "found"),
    [
        pytest.param(NOUN, "line 1", "'K", id="no heading"),
        pytest.param(HEAD + NOUN.replace("\tthe tests", ""), "line 2", "5 cells", id="a cell missing"),
        pytest.param(HEAD + NOUN.replace("the tests", ""), "line 2", "source ''", id="a paradigm without source"),
        pytest.param(HEAD + NOUN.replace("K", ""), "line 2", "flag ''", id="a lemma without flag"),
        pytest.param(HEAD + NOUN.replace("-", "а>и"), "line 2", "change 'а>и'", id="a flag without lemma"),
        pytest.param(HEAD + PLURAL, "line 2", "before any paradigm", id="a change without paradigm"),
        pytest.param(HEAD + NOUN + PLURAL.replace(">", "-"), "line 3", "change 'а-и'", id="a change that is none"),
        pytest.param(HEAD + NOUN + PLURAL + PLURAL, "line 3", "а>и twice", id="a change twice"),
        pytest.param(HEAD + NOUN + PLURAL.replace("\t\t", "\tnoun\t"), "line 3", "a lexeme", id="a lexeme in a form"),
        pytest.param(HEAD + 2 * (NOUN + PLURAL), "line 4", "'K а>и' again", id="a paradigm twice"),
        pytest.param(HEAD + NOUN.replace("noun", "nuon"), "line 2", "unknown grammeme 'nuon'", id="no such grammeme"),
        pytest.param(HEAD + NOUN + PLURAL.replace("plural", "plual"), "line 3", "'plual'", id="none in a form"),
    ],
)  # fmt: skip
def test_a_table_that_breaks_its_form(tmp_path: Path, content: str, where: str, found: str) -> None:
    path = tmp_path / "sample.tsv"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(DataFileError) as refused:
        load_table(path, GRAMMAR)
    assert (refused.value.path, refused.value.where) == (path, where)
    assert found in refused.value.found


DESCRIPTION = """id = "sample"
name = "Sample"
title = "Sample"
reader = "hunspell"
homepage = "example.org"
licence = "CC0-1.0"
attribution = "the tests"
allows = ["CC0-1.0"]
distribution = ""
install = "it is there"
ignored = []
paradigms = "sample.tsv"
[files]
affixes = "sample.aff"
words = "sample.dic"
[grammemes]
"""


def described(folder: Path, description: str = DESCRIPTION) -> SourceDescription:
    home = folder / "sources"
    home.mkdir()
    (home / "sample.toml").write_text(description, encoding="utf-8")
    (home / "sample.tsv").write_text(HEAD + NOUN + PLURAL + DEFINITE, encoding="utf-8")
    return load_description(folder, "sample", sources.READERS)


def test_a_description_names_its_table_and_the_reader_tells_by_it(tmp_path: Path) -> None:
    description = described(tmp_path)
    description.own_folder.mkdir(parents=True)
    written(description.own_folder, "SET UTF-8\nSFX K Y 2\nSFX K а и а\nSFX K а ата а\n", "2\nжена/K\nах\n")
    found = [entry for lexeme in sources.lexemes(sources.installed(description)) for entry in lexeme.entries()]
    assert found == [
        Entry(form="жена", lemma="жена", grammemes=frozenset({"noun", "feminine", "singular"})),
        Entry(form="жени", lemma="жена", grammemes=frozenset({"noun", "feminine", "plural"})),
        Entry(form="жената", lemma="жена", grammemes=frozenset({"noun", "feminine", "definite", "singular"})),
        Entry(form="ах", lemma="ах", grammemes=frozenset()),
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        pytest.param('"sample.tsv"', '"other.tsv"', "'other.tsv'", id="a table that is not there"),
        pytest.param('"sample.tsv"', '"../sample.tsv"', "'../sample.tsv'", id="a table elsewhere"),
        pytest.param("affixes", "list", "no file of affixes", id="a dictionary without affixes"),
    ],
)
def test_a_description_that_names_no_table_of_its_own(tmp_path: Path, old: str, new: str, found: str) -> None:
    with pytest.raises(DataFileError) as refused:
        described(tmp_path, DESCRIPTION.replace(old, new))
    assert refused.value.where == "line 12, paradigms"
    assert found in refused.value.found


WITH_TABLES = [source for source in sources.describe_all(DATA) if source.paradigms]


def test_there_is_a_table() -> None:
    assert {source.id: len(source.paradigms) for source in WITH_TABLES}["hunspell-bulgarian"] == 78


@pytest.mark.dictionary
@pytest.mark.parametrize("source", WITH_TABLES, ids=lambda source: source.id)
def test_a_shipped_table_tells_every_paradigm_of_its_dictionary_and_no_other(source: SourceDescription) -> None:
    found = hunspell.find(source)
    if found is None:
        pytest.skip(f"NOT TESTED: {source.install}")
    paths = [found.location / source.files[part] for part in ("affixes", "words")]
    in_use = signatures(load_affixes(paths[0]), paths[1])
    assert set(source.paradigms) == set(in_use)
    for name, row in source.paradigms.items():
        assert set(row.forms) == set(name.split()[1:])
        assert all(readings and all(readings) for readings in (row.lemma, *row.forms.values())), name
    for lemma, paradigm in examples(DATA / "sources" / source.paradigms_file):
        assert lemma in in_use[paradigm]


def examples(path: Path) -> list[tuple[str, Signature]]:
    """Return the examples of lemmata with the signatures they stand for; forms must follow from them."""
    found: list[tuple[str, list[str]]] = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        if line.startswith("#"):
            continue
        flag, change, _, _, example, _ = line.split("\t")
        if change == LEMMA:
            found.append((example, [flag]))
            continue
        gone, come = ("" if part == "0" else part for part in change.split(">"))
        lemma, changes = found[-1]
        assert lemma.endswith(gone)
        assert example == lemma[: len(lemma) - len(gone)] + come
        changes.append(change)
    return [(lemma, signature(Flag(flag), changes)) for lemma, (flag, *changes) in found]


def test_a_dictionary_that_has_a_new_paradigm_stops_the_build(tmp_path: Path) -> None:
    description = described(tmp_path)
    description.own_folder.mkdir(parents=True)
    written(description.own_folder, "SET UTF-8\nSFX K Y 1\nSFX K а о а\n", "1\nжена/K\n")
    source = sources.installed(description)
    with pytest.raises(DataFileError, match="add it there"):
        list(sources.lexemes(source))
