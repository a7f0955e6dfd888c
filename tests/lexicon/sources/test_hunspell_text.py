"""The character sets that Hunspell's manual lets a dictionary declare, in the ways they are spelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.building.sources.hunspell_text import Encoding
from tests.lexicon.sources.hunspell_program import all_forms, written

WEST, MIDDLE, CYRILLIC = "façade", "źdźbło", "ёжик"

NAMES = [
    ("UTF-8", MIDDLE, "utf-8"),
    ("utf8", CYRILLIC, "utf-8"),
    ("ISO8859-1", WEST, "latin-1"),
    ("ISO-8859-1", WEST, "latin-1"),
    ("iso8859-1", WEST, "latin-1"),
    ("ISO8859-2", MIDDLE, "iso8859-2"),
    ("ISO8859-3", "ĉevalo", "iso8859-3"),
    ("ISO8859-4", "ķēde", "iso8859-4"),
    ("ISO8859-5", CYRILLIC, "iso8859-5"),
    ("ISO8859-6", "قلم", "iso8859-6"),
    ("ISO8859-7", "γάτα", "iso8859-7"),
    ("ISO8859-8", "חתול", "iso8859-8"),
    ("ISO8859-9", "ağaç", "iso8859-9"),
    ("ISO8859-10", "ķæd", "iso8859-10"),
    ("ISO8859-13", "šuō", "iso8859-13"),
    ("ISO8859-14", "ŵyn", "iso8859-14"),
    ("ISO8859-15", "œuf", "iso8859-15"),
    ("KOI8-R", CYRILLIC, "koi8-r"),
    ("KOI8-U", "їжак", "koi8-u"),
    ("microsoft-cp1251", CYRILLIC, "cp1251"),
    ("cp1250", MIDDLE, "cp1250"),
    ("TIS620-2533", "แมว", "tis-620"),
    ("TIS-620", "แมว", "tis-620"),
]


@pytest.mark.parametrize(("name", "word", "codec"), NAMES, ids=[name for name, _, _ in NAMES])
def test_words_and_affixes_are_read_in_the_declared_character_set(
    tmp_path: Path, name: str, word: str, codec: str
) -> None:
    affixes = f"SET {name}\nSFX A Y 1\nSFX A {word[-1]} {word[1]} [{word[0]}{word[-1]}]\n".encode(codec)
    paths = written(tmp_path, affixes, f"1\n{word}/A\n".encode(codec))
    assert all_forms(*paths) == [word, word[:-1] + word[1]]


@pytest.mark.parametrize("name", ["", "UTF-9", "utf-16", "base64", "rot13", "ISCII-DEVANAGARI", "ISO8859-12", "cp1259"])
def test_what_is_no_character_set_of_a_dictionary_is_none(name: str) -> None:
    assert Encoding.named(name) is None
