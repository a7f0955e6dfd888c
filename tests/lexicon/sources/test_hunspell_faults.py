"""Damaged, hostile and half-installed Hunspell dictionaries: refused with file and line, soon and in little memory."""

from __future__ import annotations

import tracemalloc
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_expansion import lexemes
from lexicon.building.sources.hunspell_text import LONGEST_LINE
from lexicon.errors import DataFileError
from tests.lexicon.sources.hunspell_program import all_forms, written

MEGABYTE = 1 << 20


def refusal(folder: Path, affixes: str | bytes, words: str | bytes) -> DataFileError:
    with pytest.raises(DataFileError) as refused:
        all_forms(*written(folder, affixes, words))
    return refused.value


@pytest.mark.parametrize(
    ("affixes", "where", "found", "expected"),
    [
        pytest.param("SET UTF-9\n", "line 1", "SET UTF-9", "UTF-8", id="a character set nobody knows"),
        pytest.param("SET base64\n", "line 1", "SET base64", "KOI8-R", id="a codec that is no character set"),
        pytest.param("SET UTF-16\n", "line 1", "SET UTF-16", "UTF-8", id="a character set that does not keep ASCII"),
        pytest.param("\nFLAG short\n", "line 2", "FLAG short", "char, long, num, UTF-8", id="an unknown kind of flags"),
        pytest.param("NEEDAFFIX\n", "line 1", "NEEDAFFIX", "a flag", id="a property without its flag"),
        pytest.param("IGNORE\n", "line 1", "IGNORE alone", "characters", id="nothing to ignore"),
        pytest.param("SFX A Y\n", "line 1", "SFX A Y", "number of its rules", id="a class without count"),
        pytest.param("SFX A Y many\n", "line 1", "SFX A Y many", "number", id="a count in words"),
        pytest.param("SFX A Y 99999999999\n", "line 1", "SFX A Y 99999999999", "number", id="a count beyond reason"),
        pytest.param("SFX A Y 2\nSFX A 0 y .\n", "line 1", "1 lines, then the file ends", "2", id="a file cut short"),
        pytest.param(
            "SFX A Y 2\nSFX A 0 y .\nPFX B Y 1\nPFX B 0 x .\n",
            "line 1",
            "line 3 is another",
            "2 lines",
            id="rules missing",
        ),
        pytest.param("SFX A Y 1\nSFX A 0 y .\nSFX A 0 i .\n", "line 3", "SFX A 0 i .", "number", id="a rule too many"),
        pytest.param("SFX A Y 1\nSFX B 0 y .\n", "line 2", "SFX B 0 y .", "flag A", id="a rule of another class"),
        pytest.param("SFX A Y 1\nSFX A 0\n", "line 2", "SFX A 0", "what to append", id="a rule cut short"),
        pytest.param("SFX A Y 1\nSFX A 0 y [ab\n", "line 2", "condition [ab", "closing", id="a class left open"),
        pytest.param("AF 2\nAF A\n", "line 1", "then the file ends", "2 lines of AF", id="flag aliases missing"),
        pytest.param("AF 1\nAF\n", "line 2", "AF alone", "flags", id="an empty flag alias"),
        pytest.param("AM 3\nAM po:x\n", "line 1", "then the file ends", "3 lines of AM", id="field aliases missing"),
        pytest.param(
            "AF 1\nAF A\nSFX A Y 1\nSFX A 0 y/2 .\n", "line 4", "2", "from 1 to 1", id="an alias that is not there"
        ),
    ],
)
def test_an_affix_file_that_breaks_its_form(
    tmp_path: Path, affixes: str, where: str, found: str, expected: str
) -> None:
    error = refusal(tmp_path, affixes, "1\nkot/A\n")
    assert error.path == tmp_path / "sample.aff"
    assert error.where == where
    assert found in error.found
    assert expected in error.expected


@pytest.mark.parametrize(
    ("affixes", "words", "where", "found"),
    [
        pytest.param("SET UTF-8\n", b"2\nkot\nma\xff\n", "line 3, byte 3", "byte 0xFF", id="a byte that is no UTF-8"),
        pytest.param("SET cp1251\n", b"1\nab\x98/A\n", "line 2, byte 3", "byte 0x98", id="a byte that is no cp1251"),
        pytest.param("AF 1\nAF A\n", b"2\nkot/1\npies/2\n", "line 3", "2", id="flags by an alias that is not there"),
        pytest.param("AF 1\nAF A\n", b"1\nkot/A\n", "line 2", "A", id="flags written out where aliases are used"),
        pytest.param("AM 1\nAM po:x\n", b"1\nkot\t7\n", "line 2", "7", id="fields by an alias that is not there"),
    ],
)
def test_a_word_file_that_breaks_its_form(tmp_path: Path, affixes: str, words: bytes, where: str, found: str) -> None:
    error = refusal(tmp_path, affixes, words)
    assert error.path == tmp_path / "sample.dic"
    assert (error.where, error.found) == (where, found)


@pytest.mark.parametrize("missing", ["sample.aff", "sample.dic"])
def test_a_file_that_is_not_there(tmp_path: Path, missing: str) -> None:
    paths = written(tmp_path, "SET UTF-8\n", "1\nkot\n")
    (tmp_path / missing).unlink()
    with pytest.raises(DataFileError) as refused:
        all_forms(*paths)
    assert refused.value.path == tmp_path / missing


@pytest.mark.parametrize("damaged", ["sample.aff", "sample.dic"])
def test_a_line_of_four_gigabytes_is_not_read(tmp_path: Path, damaged: str) -> None:
    paths = written(tmp_path, "SET UTF-8\n", "1\nkot\n")
    with (tmp_path / damaged).open("r+b") as file:
        file.truncate(4 << 30)  # a hole: it takes no room on the disk
    tracemalloc.start()
    try:
        with pytest.raises(DataFileError) as refused:
            all_forms(*paths)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert refused.value.path == tmp_path / damaged
    assert str(LONGEST_LINE) in refused.value.found
    assert peak < MEGABYTE


def bomb(rules: int) -> str:
    """Return classes of which each rule of the first may be followed by each of the second."""
    first = "".join(f"SFX A 0 {number:x}/B\n" for number in range(rules))
    second = "".join(f"SFX B 0 {number:x}\n" for number in range(rules))
    return f"SFX A Y {rules}\n{first}SFX B Y {rules}\n{second}"


@pytest.mark.parametrize(
    ("rules", "words", "found"),
    [
        pytest.param(300, 250, "all words have up to 22575250", id="many forms of many words"),
        pytest.param(5000, 1, "25010000 pairs of suffixes", id="many forms of one word"),
    ],
)
def test_a_bomb_is_counted_and_not_set_off(tmp_path: Path, rules: int, words: int, found: str) -> None:
    """More than twenty million forms, described in some kilobytes."""
    paths = written(tmp_path, bomb(rules), f"{words}\n" + "".join(f"w{number}/A\n" for number in range(words)))
    tracemalloc.start()
    try:
        with pytest.raises(DataFileError) as refused:
            next(lexemes(load_affixes(paths[0]), paths[1]))
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert found in refused.value.found
    assert peak < 200 * MEGABYTE


def test_prefixes_multiply_the_count(tmp_path: Path) -> None:
    affixes = "PFX P Y 3\nPFX P 0 a .\nPFX P 0 b .\nPFX P 0 c .\nSFX S Y 2\nSFX S 0 x .\nSFX S 0 y .\n"
    paths = written(tmp_path, affixes, "1\nkot/PS\n")
    assert len(next(lexemes(load_affixes(paths[0]), paths[1], most_forms=12)).paradigm.slots) == 12
    with pytest.raises(DataFileError) as refused:
        next(lexemes(load_affixes(paths[0]), paths[1], most_forms=11))
    assert "all words have up to 12" in refused.value.found


def test_the_count_of_a_dictionary_that_is_too_rich_is_that_of_all_its_words(tmp_path: Path) -> None:
    paths = written(tmp_path, "SFX S Y 2\nSFX S 0 x .\nSFX S 0 y .\n", "4\nkot/S\npies\nlis/S\nryba/S\n")
    with pytest.raises(DataFileError) as refused:
        next(lexemes(load_affixes(paths[0]), paths[1], most_forms=5))
    assert refused.value.where == "line 4"
    assert refused.value.found == "the word 'lis', with which forms become too many; all words have up to 10"


COLUMNS = (
    b"SET UTF-8 KOI8-R FLAG long num AF AM SFX PFX A B Y N 0 1 2 x/AB x/1 [^a]b [a ] . IGNORE NEEDAFFIX FORBIDDENWORD "
    b"COMPLEXPREFIXES FULLSTRIP kot/AB po:x"
).split()
words_or_bytes = st.one_of(st.sampled_from(COLUMNS), st.binary(max_size=3))
texts = st.lists(st.lists(words_or_bytes, max_size=6).map(b" ".join), max_size=8).map(b"\n".join)


@settings(max_examples=1000, deadline=None)
@given(affixes=texts, words=texts)
def test_whatever_the_bytes_it_is_read_or_refused(affixes: bytes, words: bytes) -> None:
    with TemporaryDirectory() as folder, suppress(DataFileError):
        all_forms(*written(Path(folder), affixes, words))
