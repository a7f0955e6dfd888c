"""Recipes, policies, overrides, sources, alphabets: what breaks their form is named with file and line."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from lexicon.alphabet import load_alphabet
from lexicon.building import sources
from lexicon.building.build import build
from lexicon.building.overrides import load_overrides
from lexicon.building.policy import load_policy
from lexicon.building.recipe import load_recipe, recipe_ids
from lexicon.catalogue import Catalogue
from lexicon.datafile import Table, ids_in
from lexicon.errors import DataFileError, UnknownIdError
from lexicon.grammar import Grammar
from lexicon.phrasebook import load_phrasebooks
from lexicon.toml_places import line_places
from tests.support import DATA, LANGUAGES, russian, small_data

#: What each kind of file is read with.
READERS: dict[str, Callable[[Path], object]] = {
    "alphabets/russian.toml": lambda data: load_alphabet(data, "russian"),
    "grammemes.toml": Grammar.load,
    "lexicons/sample.toml": lambda data: load_recipe(data, "sample"),
    "overrides/sample.tsv": lambda data: load_overrides(data, ["sample"], russian(), shortest=2),
    "policies/sample.toml": lambda data: load_policy(data, "sample", Grammar.load(data), LANGUAGES),
    "sources/sample.toml": sources.describe_all,
    "telling/en.toml": lambda data: load_phrasebooks(data, Grammar.load(data)),
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return small_data(tmp_path / "data")


def refused(data: Path, file: str, text: str, replacement: str) -> tuple[DataFileError, int]:
    """What is said of a file in which ``text`` was replaced; and the line of the replacement."""
    path = data / file
    whole = path.read_text(encoding="utf-8")
    assert text in whole
    place = whole.index(text)
    path.write_text(whole[:place] + replacement + whole[place + len(text) :], encoding="utf-8")
    with pytest.raises(DataFileError) as caught:
        READERS[file](data)
    assert caught.value.path == path
    assert str(path) in str(caught.value)
    return caught.value, whole[: place + len(text)].count("\n") + 1


RECIPE, POLICY = "lexicons/sample.toml", "policies/sample.toml"
SOURCE, OVERRIDES = "sources/sample.toml", "overrides/sample.tsv"
ALPHABET, GRAMMEMES, TELLING = "alphabets/russian.toml", "grammemes.toml", "telling/en.toml"


@pytest.mark.parametrize(
    ("file", "text", "replacement", "found"),
    [
        pytest.param(RECIPE, "title =", "titel =", "an unknown key", id="recipe: a key misspelt"),
        pytest.param(RECIPE, "shortest = 2", 'shortest = "2"', "'2'", id="recipe: a text where a number belongs"),
        pytest.param(RECIPE, "shortest = 2", "shortest = true", "True", id="recipe: true is no number"),
        pytest.param(RECIPE, "shortest = 2", "shortest = 0", "0 to 15", id="recipe: words of no letters"),
        pytest.param(RECIPE, "shortest = 2", "shortest = 16", "16 to 15", id="recipe: shortest above longest"),
        pytest.param(RECIPE, 'sources = ["sample"]', "sources = []", "none", id="recipe: no source"),
        pytest.param(RECIPE, 'sources = ["sample"]', 'sources = "sample"', "'sample'", id="recipe: no list"),
        pytest.param(RECIPE, 'sources = ["sample"]', "sources = [1]", "1", id="recipe: a list of numbers"),
        pytest.param(RECIPE, 'sources = ["sample"]', 'sources = ["other"]', "'other'", id="recipe: an unknown source"),
        pytest.param(RECIPE, 'policy = "sample"', 'policy = "../x"', "'../x'", id="recipe: a policy elsewhere"),
        pytest.param(RECIPE, '"russian"', '"klingon"', "'klingon'", id="recipe: an unknown alphabet"),
        pytest.param(RECIPE, 'overrides = ["sample"]', 'overrides = ["no"]', "'no'", id="recipe: unknown overrides"),
        pytest.param(
            RECIPE, '"CC0-1.0"', '"MIT"', "MIT, which sample does not allow", id="recipe: a licence a source forbids"
        ),
        pytest.param(RECIPE, 'id = "sample"', 'id = "other"', "other", id="recipe: another id than the file's name"),
        pytest.param(RECIPE, "fewest = 2", "fewest = 10", "10 to 9", id="gate: no number fits"),
        pytest.param(RECIPE, "fewest = 2", "fewest = 2.5", "2.5", id="gate: half a word"),
        pytest.param(RECIPE, 'in = ["стол", "дом"]', "in = {}", "{}", id="gate: canaries in a table"),
        pytest.param(RECIPE, '"столы", "москва"', '"столы", "стол"', "'стол' twice", id="gate: a canary in and out"),
        pytest.param(RECIPE, '"стол", "дом"', '"стол", "стол"', "'стол' twice", id="gate: a canary twice"),
        pytest.param(RECIPE, "most = 9", "least = 9\nmost = 9", "an unknown key", id="gate: an unknown key"),
        pytest.param(POLICY, 'has = ["noun"]', 'has = ["nuon"]', "unknown grammeme 'nuon'", id="policy: no such mark"),
        pytest.param(POLICY, '"genitive", "plural"', '"plural", 1', "1", id="policy: a mark that is a number"),
        pytest.param(POLICY, 'has = ["noun"]', 'hass = ["noun"]', "an unknown key", id="policy: a key misspelt"),
        pytest.param(POLICY, "title =", "titel =", "an unknown key", id="policy: a key of the file misspelt"),
        pytest.param(OVERRIDES, "word\tdecision", "word\tverdict", "verdict", id="overrides: a column misspelt"),
        pytest.param(POLICY, "admit = true", 'admit = "yes"', "'yes'", id="policy: yes is not true"),
        pytest.param(POLICY, 'id = "noun"', 'id = "place"', "two clauses 'place'", id="policy: two clauses of one id"),
        pytest.param(POLICY, 'pl = "noun in pl"', "pl = 3", "3", id="policy: a sentence that is a number"),
        pytest.param(POLICY, 'en = "rest in en"', 'ee = "rest"', "an unknown key", id="policy: a language nobody has"),
        pytest.param(POLICY, 'id = "rest"', 'id = "rest"\nhas = ["noun"]', "no clause for the rest", id="policy: gaps"),
        pytest.param(OVERRIDES, "word\tdecision", "word decision", "word decision", id="overrides: spaces for tabs"),
        pytest.param(OVERRIDES, "деньги\tin", "деньги\tIN", "'IN'", id="overrides: neither in nor out"),
        pytest.param(OVERRIDES, "деньги\tin", "деньгu\tin", "U+0075", id="overrides: a Latin letter in a word"),
        pytest.param(OVERRIDES, "дом\tin\ta house", "дом\tin", "3 cells", id="overrides: a cell missing"),
        pytest.param(OVERRIDES, "дом\tin\ta house", "дом\tin\t", "4 cells", id="overrides: an empty cell"),
        pytest.param(OVERRIDES, "дом\tin", "я\tin", "Я in, of 1 letters", id="overrides: a word too short"),
        pytest.param(OVERRIDES, "дом\tin", "ДЕНЬГИ\tin", "ДЕНЬГИ again", id="overrides: a word twice"),
        pytest.param(OVERRIDES, "дом\tin", "деньги\tout", "ДЕНЬГИ again", id="overrides: a word in and out"),
        pytest.param(SOURCE, '"hunspell"', '"parchment"', "parchment", id="source: a format nobody reads"),
        pytest.param(SOURCE, '= "adverb"', '= "advreb"', "unknown grammeme 'advreb'", id="source: no such grammeme"),
        pytest.param(SOURCE, '= "adverb"', "= 1", "1", id="source: a grammeme that is a number"),
        pytest.param(SOURCE, '"sample.aff"', '"../sample.aff"', "'../sample.aff'", id="source: a file elsewhere"),
        pytest.param(SOURCE, "licence =", "license =", "an unknown key", id="source: a key misspelt"),
        pytest.param(ALPHABET, '"А Б', '"А А Б', "А twice", id="alphabet: a letter twice"),
        pytest.param(ALPHABET, '"А Б', '"а Б', "'а'", id="alphabet: a small letter"),
        pytest.param(ALPHABET, '"А Б', '"АБ', "'АБ'", id="alphabet: two letters as one"),
        pytest.param(ALPHABET, '"Ё" = "Е"', '"Ё" = "E"', "Ё = E", id="alphabet: folded onto a Latin letter"),
        pytest.param(GRAMMEMES, 'told = "form"', 'told = "loudly"', "loudly", id="grammemes: told in no known way"),
        pytest.param(GRAMMEMES, '"count-form"', '"dative"', "dative a second time", id="grammemes: one twice"),
        pytest.param(TELLING, "default = true", "default = 1", "1", id="telling: neither true nor false"),
        pytest.param(TELLING, "{count}", "{number}", "{number}", id="telling: a place that nobody fills"),
        pytest.param(TELLING, "{count}", "{count", "expected '}'", id="telling: a place left open"),
    ],
)
def test_a_fault_is_named_with_its_line(data: Path, file: str, text: str, replacement: str, found: str) -> None:
    error, line = refused(data, file, text, replacement)
    named = error.where.split(",")[0].removeprefix("line ")
    # A list over several lines is named by the line of its key.
    assert int(named) in ({line} if file != GRAMMEMES else range(line - 2, line + 1)), error
    assert found in error.found
    assert error.expected


def test_keys_that_there_are_and_columns_that_a_line_wants_are_told(data: Path) -> None:
    error, _ = refused(data, RECIPE, "title =", "titel =")
    known = error.expected.removeprefix("one of ").split(", ")
    assert "title" in known
    assert len(known) == len(set(known))
    error, _ = refused(data, OVERRIDES, "дом\tin\ta house", "дом\tin")
    assert error.expected == "4 filled cells, divided by tabs: word, decision, reason, source"


@pytest.mark.parametrize(
    ("text", "replacement", "where", "found"),
    [
        pytest.param('has = ["noun"]', 'has = ["noun"]\nlacks = ["noun"]', "line 29, clause[2].lacks",
                     "grammemes that it asks for as well: it can never apply", id="it asks for what it refuses"),
        pytest.param('has = ["noun"]', 'any = ["noun"]\nlacks = ["noun"]', "line 29, clause[2].lacks",
                     "grammemes that it asks for as well: it can never apply", id="it refuses all that it asks for"),
        pytest.param('has = ["noun"]', 'has = ["noun", "plural"]', "line 26, clause[2].id",
                     "'noun', which can never apply: 'inflected' before it", id="an earlier clause takes it all"),
        pytest.param('has = ["geographical-name"]', "", "line 16, clause[1].id",
                     "'inflected', which can never apply: 'place' before it", id="an earlier clause takes everything"),
    ],
)  # fmt: skip
def test_a_clause_that_can_never_apply(data: Path, text: str, replacement: str, where: str, found: str) -> None:
    error, _ = refused(data, POLICY, text, replacement)
    assert error.where == where
    assert found in error.found


@pytest.mark.parametrize(
    ("file", "text", "where"),
    [
        pytest.param(RECIPE, 'title = "Sample"\n', "line 1, title", id="a key of the file, at its beginning"),
        pytest.param(RECIPE, "fewest = 2\n", "line 13, gate.fewest", id="a key of a table, where that begins"),
        pytest.param(POLICY, 'id = "noun"\n', "line 25, clause[2].id", id="a key of the third clause, where it begins"),
        pytest.param(POLICY, 'bg = "inflected in bg"\n', "line 19, clause[1].text.bg", id="a language of the second"),
    ],
)
def test_a_key_that_is_missing_is_named_where_it_belongs(data: Path, file: str, text: str, where: str) -> None:
    error, _ = refused(data, file, text, "")
    assert error.where == where
    assert error.found == "no such key"


@pytest.mark.parametrize("file", [RECIPE, POLICY, SOURCE, ALPHABET, GRAMMEMES, TELLING])
def test_a_line_that_is_no_toml_is_named(data: Path, file: str) -> None:
    error, line = refused(data, file, '= "', '=== "')
    assert error.where == f"line {line}"
    assert error.expected == "TOML"


@pytest.mark.parametrize("file", READERS)
def test_a_byte_that_is_no_utf8_is_named_with_its_line(data: Path, file: str) -> None:
    path = data / file
    lines = path.read_bytes().split(b"\n")
    lines[3] += " дом".encode("cp1251")
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DataFileError, match="line 4: found byte 0xE4; expected UTF-8"):
        READERS[file](data)


@pytest.mark.parametrize("file", READERS)
def test_a_byte_order_mark_and_crlf_change_nothing(data: Path, file: str) -> None:
    before = READERS[file](data)
    path = data / file
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert READERS[file](data) == before


@pytest.mark.parametrize("file", READERS)
@pytest.mark.parametrize("content", [b"", b"\n", b"\0", b"[", b"\xff" * 100, b"id", b"a" * 1000], ids=repr)
def test_any_other_content_is_refused(data: Path, file: str, content: bytes) -> None:
    (data / file).write_bytes(content[:100])
    with pytest.raises(DataFileError, match=file):
        READERS[file](data)


def test_two_default_languages_are_refused(data: Path) -> None:
    path = data / "telling" / "ru.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("default = false", "default = true"), encoding="utf-8")
    with pytest.raises(DataFileError, match="found en, ru; expected one default language"):
        load_phrasebooks(data, Grammar.load(data))


@pytest.mark.parametrize("name", ["../sample", "a/b", "", "sample.toml", "x" * 1000, "SAMPLE", "sa\0mple", "."])
def test_an_id_is_compared_with_what_is_there_and_never_joined_to_a_path(data: Path, name: str) -> None:
    with pytest.raises(UnknownIdError, match=r"no lexicon .* here \(known: sample\)"):
        load_recipe(data, name)
    with pytest.raises(UnknownIdError, match="no policy"):
        load_policy(data, name, Grammar.load(data), LANGUAGES)
    with pytest.raises(UnknownIdError, match="no alphabet"):
        load_alphabet(data, name)
    with pytest.raises(UnknownIdError, match="no overrides file"):
        load_overrides(data, [name], russian())
    with pytest.raises(UnknownIdError, match="no lexicon"):
        build(data, name, catalogue=Catalogue(folder=data / "catalogue"))


def test_every_shipped_file_loads() -> None:
    grammar = Grammar.load(DATA)
    for identifier in ids_in(DATA / "alphabets"):
        load_alphabet(DATA, identifier)
    for identifier in ids_in(DATA / "policies"):
        load_policy(DATA, identifier, grammar, LANGUAGES)
    assert {source.id for source in sources.describe_all(DATA)} == set(ids_in(DATA / "sources"))
    for identifier in recipe_ids(DATA):
        recipe = load_recipe(DATA, identifier)
        load_overrides(DATA, recipe.overrides, load_alphabet(DATA, recipe.alphabet, folds=recipe.folds))
    used = {override for identifier in recipe_ids(DATA) for override in load_recipe(DATA, identifier).overrides}
    assert {path.stem for path in (DATA / "overrides").glob("*.tsv")} == used


def test_every_key_of_every_shipped_file_has_its_line() -> None:
    for path in DATA.rglob("*.toml"):
        table = Table.load(path)
        lines = table.text.split("\n")
        for place, number in line_places(table.text).items():
            key = place.split(".")[-1].split("[")[0]
            assert key in lines[number - 1], f"{path}: {place} is not on line {number}"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        pytest.param("a = 1\n\nb = 2\n", {"a": 1, "b": 3}, id="keys"),
        pytest.param("# a = 1\nb = 2 # c = 3\n", {"b": 2}, id="a comment sets nothing"),
        pytest.param('a = """\nb = 1\n"""\nc = 1\n', {"a": 1, "c": 4}, id="a text over several lines sets nothing"),
        pytest.param("a = '''\n\"\"\"\n'''\nb = 1\n", {"a": 1, "b": 4}, id="quotation marks inside a text"),
        pytest.param('a = [\n  "b = 1",\n  "]",\n]\nc = 1\n', {"a": 1, "c": 5}, id="a list over several lines"),
        pytest.param("[a]\nb = 1\n[a.c]\nd = 2\n", {"a": 1, "a.b": 2, "a.c": 3, "a.c.d": 4}, id="tables"),
        pytest.param(
            "[[a]]\nb = 1\n[a.c]\nd = 1\n[[a]]\nb = 2\n[a.c]\nd = 2\n",
            {
                "a[0]": 1,
                "a[0].b": 2,
                "a[0].c": 3,
                "a[0].c.d": 4,
                "a[1]": 5,
                "a[1].b": 6,
                "a[1].c": 7,
                "a[1].c.d": 8,
            },
            id="tables of an array are numbered",
        ),
        pytest.param('"a b" = 1\n[ "c" . d ]\n', {"a b": 1, "c.d": 2}, id="keys in quotation marks"),
        pytest.param("a.b = 1\na.c = 2\n", {"a": 1, "a.b": 1, "a.c": 2}, id="dotted keys"),
        pytest.param('a = {b = "}"}\nc = 1\n', {"a": 1, "c": 2}, id="an inline table has its key's line"),
    ],
)
def test_the_line_of_a_key(text: str, places: dict[str, int]) -> None:
    found = line_places(text)
    assert {place: found.get(place) for place in places} == places
    assert set(found) <= {*places, *(place.rsplit(".", 1)[0] for place in places)}, json.dumps(found)
