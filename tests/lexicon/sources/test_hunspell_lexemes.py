"""Stems, paradigms and grammemes made of a Hunspell dictionary."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.building.lexeme import Lexeme
from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_expansion import lexemes, signatures
from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_grammemes import Grammemes, Row, signature
from lexicon.errors import DataFileError
from tests.lexicon.sources.hunspell_program import written

#: A noun in -а, a noun without ending, an adjective prefix.
SAMPLE = """\
SET UTF-8
NEEDAFFIX X
SFX K Y 3
SFX K а и [^к]а
SFX K а ата а
SFX K ен на ен
SFX L Y 1
SFX L 0 ът .
PFX N Y 1
PFX N 0 не .
"""


def read(folder: Path, words: str, *, affixes: str = SAMPLE, grammemes: Grammemes | None = None) -> list[Lexeme]:
    paths = written(folder, affixes, words)
    return list(lexemes(load_affixes(paths[0]), paths[1], grammemes=grammemes or Grammemes()))


def pictures(found: list[Lexeme]) -> list[str]:
    """Draw lexemes: ``stem: prefix+suffix …``, the lemma's first."""
    return [
        f"{lexeme.stem}: {' '.join(f'{slot.prefix}+{slot.suffix}' for slot in lexeme.paradigm.slots)}"
        for lexeme in found
    ]


@pytest.mark.parametrize(
    ("words", "drawn"),
    [
        pytest.param("жена/K", ["жен: +а +и +ата"], id="the stem is what all forms share"),
        pytest.param("сметка/K", ["сметка: + +та"], id="a rule that does not fit makes no slot"),
        pytest.param("бял/L", ["бял: + +ът"], id="the lemma may end where the stem does"),
        pytest.param("важен/KN", ["важ: +ен +на не+ен не+на"], id="prefixes stand before the stem"),
        pytest.param("дъжд", ["дъжд: +"], id="a word without flags"),
        pytest.param("Варна/K", ["Варн: +а +и +ата"], id="capital letters are kept"),
        pytest.param("ножиц/XL", ["ножицът: +"], id="without a word of its own the first form is the lemma"),
        pytest.param("ножиц/X", [], id="no form, no lexeme"),
        pytest.param("бар/L\nбар/N", ["бар: + +ът", "бар: + не+"], id="homonyms are lexemes of their own"),
        pytest.param("важен/KK", ["важ: +ен +на"], id="a flag twice makes its forms once"),
    ],
)
def test_stem_and_paradigm(tmp_path: Path, words: str, drawn: list[str]) -> None:
    assert pictures(read(tmp_path, f"1\n{words}\n")) == drawn


def test_equal_paradigms_are_one_object(tmp_path: Path) -> None:
    found = read(tmp_path, "4\nжена/K\nриба/LKX\nпесен/K\nлиба/K\n")
    paradigms = {lexeme.lemma: lexeme.paradigm for lexeme in found}
    assert paradigms["жена"] is paradigms["либа"]
    assert paradigms["песен"] is not paradigms["жена"]


def test_paradigms_that_differ_only_in_what_is_stripped_are_one_object(tmp_path: Path) -> None:
    affixes = "SET UTF-8\nSFX A Y 1\nSFX A ен ена ен\nSFX B Y 1\nSFX B 0 а .\n"
    one, other = read(tmp_path, "2\nзелен/A\nград/B\n", affixes=affixes)
    assert one.paradigm is other.paradigm


def test_a_form_that_two_rules_make_has_one_slot(tmp_path: Path) -> None:
    affixes = "SET UTF-8\nSFX A Y 1\nSFX A 0 ът .\nSFX B Y 2\nSFX B л лът л\nSFX B 0 а .\n"
    assert pictures(read(tmp_path, "1\nбял/AB\n", affixes=affixes)) == ["бял: + +ът +а"]


def test_what_is_mirrored_is_turned_round(tmp_path: Path) -> None:
    affixes = "SET UTF-8\nCOMPLEXPREFIXES\nPFX P Y 1\nPFX P аб вг аб\nSFX S Y 1\nSFX S я еж я\n"
    assert pictures(read(tmp_path, "1\nабдея/PS\n", affixes=affixes)) == ["де: аб+я вг+я аб+еж вг+еж"]


FIELDS = """\
SET UTF-8
SFX A Y 2
SFX A 0 y/B . is:pl ts:nom
SFX A 0 a . is:gen # remark
SFX B Y 1
SFX B 0 m . is:dat
"""

KNOWN = {"po:noun": "noun", "is:pl": "plural", "is:gen": "genitive", "is:dat": "dative", "ts:nom": "nominative"}


def test_morphological_fields_become_grammemes(tmp_path: Path) -> None:
    grammemes = Grammemes(known=KNOWN, ignored=frozenset({"st:", "is:x"}))
    (kot,) = read(tmp_path, "1\nkot/A po:noun st:kocur ts:nom is:x\n", affixes=FIELDS, grammemes=grammemes)
    assert {entry.form: set(entry.grammemes) for entry in kot.entries()} == {
        "kot": {"noun", "nominative"},
        "koty": {"noun", "plural", "nominative"},
        # A terminal field ends where another suffix follows.
        "kotym": {"noun", "plural", "dative"},
        "kota": {"noun", "genitive"},
    }


@pytest.mark.parametrize(
    ("words", "file", "line", "mark"),
    [
        pytest.param("2\nkot\npies po:verb\n", "sample.dic", "line 3", "po:verb", id="of a word"),
        pytest.param("1\nkot/A\n", "sample.aff", "line 4", "is:gen", id="of a rule"),
    ],
)
def test_an_unknown_field_is_never_dropped(tmp_path: Path, words: str, file: str, line: str, mark: str) -> None:
    known = {field: grammeme for field, grammeme in KNOWN.items() if field != "is:gen"}
    with pytest.raises(DataFileError) as refused:
        read(tmp_path, words, affixes=FIELDS, grammemes=Grammemes(known=known))
    assert (refused.value.path, refused.value.where) == (tmp_path / file, line)
    assert mark in refused.value.found


def of(*readings: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(reading.split()) for reading in readings)


TABLE = {
    signature(Flag("K"), ["а>и", "а>ата"]): Row(lemma=of("noun"), forms={"а>и": of("noun plural", "verb aorist")}),
    signature(Flag("K"), ["ен>на"]): Row(lemma=of("adjective"), forms={"ен>на": of("adjective feminine")}),
    signature(Flag("L"), ["0>ът"]): Row(lemma=of("noun", "adjective"), forms={"0>ът": of("noun definite")}),
    signature(Flag("N"), ["0>не"]): Row(lemma=(), forms={"0>не": of("negative")}),
}


@pytest.mark.parametrize(
    ("word", "entries"),
    [
        pytest.param("жена/K", ["жена: noun", "жени: noun plural", "жени: aorist verb", "жената:"], id="two readings"),
        pytest.param(
            "важен/KN",
            [
                "важен: adjective",
                "важна: adjective feminine",
                "неважен: adjective negative",
                "неважна: adjective feminine negative",
            ],
            id="a prefix adds its meaning",
        ),
        pytest.param("сребърен/LK",
            ["сребърен: adjective", "сребърен: noun", "сребърна: adjective feminine", "сребъренът: definite noun"],
            id="two flags tell their readings of the lemma one after the other, each once",
        ),
        pytest.param("дъжд", ["дъжд:"], id="without a flag nothing is told"),
    ],
)  # fmt: skip
def test_a_table_tells_the_grammemes_of_a_signature(tmp_path: Path, word: str, entries: list[str]) -> None:
    (lexeme,) = read(tmp_path, f"1\n{word}\n", grammemes=Grammemes(table=TABLE))
    assert sorted(f"{entry.form}: {' '.join(sorted(entry.grammemes))}".strip() for entry in lexeme.entries()) == sorted(
        entries
    )


def test_a_signature_that_a_table_does_not_know_is_never_passed_over(tmp_path: Path) -> None:
    with pytest.raises(DataFileError) as refused:
        read(tmp_path, "3\nжена/K\nважен/KN\nсметка/K\n", grammemes=Grammemes(table=TABLE))
    assert (refused.value.path, refused.value.where) == (tmp_path / "sample.dic", "word 'сметка'")
    assert "'K а>ата'" in refused.value.found


def test_signatures_are_what_a_table_has_to_tell(tmp_path: Path) -> None:
    affixes, words = written(tmp_path, SAMPLE, "5\nжена/K\nриба/K\nсметка/K\nважен/KN\nбял/L\n")
    assert signatures(load_affixes(affixes), words) == {
        "K а>ата а>и": ["жена", "риба"],
        "K а>ата": ["сметка"],
        "K ен>на": ["важен"],
        "N 0>не": ["важен"],
        "L 0>ът": ["бял"],
    }
