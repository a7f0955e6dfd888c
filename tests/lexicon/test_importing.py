"""Import of anyone's dictionary: every format becomes a recipe that builds; what is refused is told line by line."""

from __future__ import annotations

import errno
import gzip
import json
import os
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from lexicon.alphabet import Malformed, load_alphabet
from lexicon.building.build import build
from lexicon.building.import_request import ImportRefusedError, ImportRequest
from lexicon.building.importing import ImportReport, import_dictionary
from lexicon.building.recipe import load_recipe
from lexicon.building.sources import READERS, describe_all
from lexicon.building.sources.description import load_description
from lexicon.building.sources.list_lines import Oddity
from lexicon.building.spelling_faults import SpellingFault, spelling_fault
from lexicon.catalogue import Catalogue
from lexicon.errors import DataFileError, UnknownIdError
from lexicon.explanation import WordStatus
from lexicon.shipped import shipped_folder
from server.command_line.app import run

GOLDEN = Path("tests", "golden")
REQUEST = ImportRequest(id="club", files=(), alphabet="russian", licence="CC0-1.0")


def imported(folder: Path, content: str | bytes, name: str = "words.txt", **asked: Any) -> ImportReport:
    file = folder / name
    file.write_bytes(content if isinstance(content, bytes) else content.encode())
    return import_dictionary(replace(REQUEST, files=(file,), **asked), folder / "data")


def words(folder: Path, lexicon_id: str = "club") -> list[str]:
    catalogue = Catalogue(folder=folder / "catalogue")
    build(folder / "data", lexicon_id, catalogue=catalogue)
    return list(catalogue.open(lexicon_id).words())


# Every format builds.

AFFIXES = "SET UTF-8\nSFX A Y 1\nSFX A 0 у .\n"
TABLE = "кот\tкот\tnoun nominative singular\nкоту\tкот\tnoun dative singular\n"
EXPORT = (
    '<dictionary version="0.92" revision="5"><lemmata><lemma id="1" rev="1"><l t="кот"><g v="NOUN"/></l>'
    '<f t="кот"><g v="sing"/><g v="nomn"/></f><f t="коту"><g v="sing"/><g v="datv"/></f></lemma></lemmata></dictionary>'
)


@pytest.mark.parametrize(
    ("name", "content", "unit"),
    [
        pytest.param("words.txt", "кот\nкоту\n", "lines", id="a plain list"),
        pytest.param("words", gzip.compress("кот\nкоту\n".encode()), "lines", id="a packed list"),
        pytest.param("words.tsv", TABLE, "lines", id="a table with tags"),
        pytest.param("words.tab", TABLE.replace(" ", ":"), "lines", id="a table as PoliMorf has it"),
        pytest.param("words.xml", EXPORT, "forms", id="an export of OpenCorpora"),
    ],
)
def test_a_dictionary_becomes_a_recipe_that_builds(tmp_path: Path, name: str, content: str | bytes, unit: str) -> None:
    report = imported(tmp_path, content, name)
    assert (report.survey.unit, report.survey.read, report.survey.taken) == (unit, 2, 2)
    assert words(tmp_path) == ["КОТ", "КОТУ"]


@pytest.mark.parametrize(
    "given", [("words.aff",), ("words.dic",), ("words.aff", "words.dic"), ("words.dic", "words.aff")]
)
def test_a_hunspell_pair_is_found_by_either_file(tmp_path: Path, given: tuple[str, ...]) -> None:
    (tmp_path / "words.aff").write_text(AFFIXES, encoding="utf-8")
    (tmp_path / "words.dic").write_text("1\nкот/A po:noun st:кот\n", encoding="utf-8")
    report = import_dictionary(replace(REQUEST, files=tuple(tmp_path / name for name in given)), tmp_path / "data")
    assert report.unknown_marks == {"po:": 1, "st:": 1}
    assert words(tmp_path) == ["КОТ", "КОТУ"]


def test_the_first_word_of_a_packed_export_decides_no_format(tmp_path: Path) -> None:
    imported(tmp_path, gzip.compress(EXPORT.encode()), "dict", format="opencorpora")
    assert words(tmp_path) == ["КОТ", "КОТУ"]


def test_marks_of_a_known_format_are_known_and_a_policy_can_use_them(tmp_path: Path) -> None:
    report = imported(tmp_path, EXPORT, "words.xml", policy="russian-common-nouns")
    assert report.unknown_marks == {}
    assert words(tmp_path) == ["КОТ"]


def test_our_own_names_of_grammemes_are_known_in_a_table(tmp_path: Path) -> None:
    report = imported(tmp_path, TABLE, "words.tsv", policy="russian-common-nouns")
    assert report.unknown_marks == {}
    assert words(tmp_path) == ["КОТ"]


def test_marks_mean_what_they_mean_in_the_source_that_is_named(tmp_path: Path) -> None:
    table = "кот\tкот\tNOUN,inan sing,nomn,XXXX\nкоту\tкот\tNOUN,inan sing,datv\n"
    report = imported(tmp_path, table, "words.tsv", tags_of="opencorpora", policy="russian-common-nouns")
    assert report.unknown_marks == {"XXXX": 1}
    description = load_description(tmp_path / "data", "club", READERS)
    assert description.grammemes["sing"] == "singular"
    assert description.ignored == {"XXXX"}
    assert words(tmp_path) == ["КОТ"]


def test_folds_lengths_and_dropped_characters_reach_the_list(tmp_path: Path) -> None:
    imported(tmp_path, "ёж\nсло\u0301во\nя\nкотёнок\n", folds=("Ё",), dropped="\u0301", shortest=2, longest=6)
    assert words(tmp_path) == ["ЕЖ", "СЛОВО"]


def test_an_explanation_names_the_imported_dictionary(tmp_path: Path) -> None:
    imported(tmp_path, "кот\n", title="Слова клуба", attribution="Клуб")
    assert words(tmp_path) == ["КОТ"]
    lexicon = Catalogue(folder=tmp_path / "catalogue").open("club")
    assert lexicon.explain("кот").verdict.status is WordStatus.VALID
    [source] = lexicon.manifest.sources
    assert (source.name, source.licence, source.attribution) == ("Слова клуба", "CC0-1.0", "Клуб")


def test_two_imports_of_one_list_make_one_edition(tmp_path: Path) -> None:
    digests = []
    for name in ("one", "two"):
        folder = tmp_path / name
        folder.mkdir()
        imported(folder, "кот\nкит\n")
        digests.append(build(folder / "data", "club", catalogue=Catalogue(folder=folder / "catalogue")).manifest.digest)
    assert digests[0] == digests[1]


# What is refused, and why.


@pytest.mark.parametrize(
    ("text", "fault", "code"),
    [
        pytest.param("ко\u0301т", SpellingFault.STRESS_MARK, "U+0301", id="a stress mark"),
        pytest.param("кoт", SpellingFault.MIXED_SCRIPTS, "U+006F", id="a Latin letter among Russian ones"),
        pytest.param("cat", SpellingFault.OTHER_SCRIPT, "U+0063", id="another script"),
        pytest.param("кїт", SpellingFault.FOREIGN_LETTER, "U+0457", id="a letter of another alphabet"),
        pytest.param("кот2", SpellingFault.DIGIT, "U+0032", id="a digit"),
        pytest.param("белый кот", SpellingFault.SPACE, "U+0020", id="a blank"),
        pytest.param("кот\u00a0мой", SpellingFault.SPACE, "U+00A0", id="a blank that does not break"),
        pytest.param("кот-кит", SpellingFault.HYPHEN, "U+002D", id="a hyphen"),
        pytest.param("о'кей", SpellingFault.APOSTROPHE, "U+0027", id="an apostrophe"),
        pytest.param("т.д", SpellingFault.PUNCTUATION, "U+002E", id="a dot"),
        pytest.param("ко\u00adт", SpellingFault.INVISIBLE, "U+00AD", id="a soft hyphen"),
        pytest.param("ко\u200bт", SpellingFault.INVISIBLE, "U+200B", id="a blank without width"),
        pytest.param("ко\x1b[2Jт", SpellingFault.INVISIBLE, "U+001B", id="a character that drives the terminal"),
        pytest.param("к" * 65, SpellingFault.TOO_LONG, "64", id="a text longer than any word"),
    ],
)
def test_a_line_that_is_no_word_is_told_with_its_code_points(
    tmp_path: Path, text: str, fault: SpellingFault, code: str
) -> None:
    report = imported(tmp_path, f"кот\n{text}\n")
    assert report.survey.refused == {fault: 1}
    [refused] = report.shown
    assert (refused.line, refused.reason) == (2, fault)
    assert code in refused.detail
    assert words(tmp_path) == ["КОТ"]


@pytest.mark.parametrize("word", ["кот", "ёж", "КОТ", "й", "и\u0306"])
def test_a_word_has_no_fault(word: str) -> None:
    alphabet = load_alphabet(shipped_folder(), "russian")
    assert not isinstance(alphabet.read(word), Malformed)
    assert spelling_fault(word, alphabet) is None


def test_every_refused_line_is_listed_in_a_file_and_three_of_each_kind_are_shown(tmp_path: Path) -> None:
    report = imported(tmp_path, "кот\n" + "".join(f"к{number}\n" for number in range(9)) + "\xff\n")
    listed = report.listed.read_text(encoding="utf-8").splitlines()
    assert listed[0] == "line\treason\ttext\tdetail"
    assert listed[1].startswith("2\tdigit\tк0\tnot in the alphabet: character 2 is U+0030")
    assert len(listed) == 11
    assert [refused.line for refused in report.shown] == [2, 3, 4, 11]


def test_what_is_odd_but_taken_is_counted(tmp_path: Path) -> None:
    report = imported(tmp_path, "\ufeffкот\r\nКит\tживотное\r\nмои\u0306")
    assert report.survey.taken == 3
    assert report.survey.capitalised == 1
    assert report.survey.oddities == {
        Oddity.BYTE_ORDER_MARK: 1,
        Oddity.WINDOWS_LINE_END: 2,
        Oddity.TEXT_AFTER_TAB: 1,
        Oddity.DECOMPOSED_LETTER: 1,
        Oddity.NO_LINE_END: 1,
    }


@pytest.mark.parametrize(
    ("encoding", "declared"),
    [
        pytest.param("cp1251", "", id="cp1251 taken for UTF-8"),
        pytest.param("koi8-r", "", id="KOI8-R taken for UTF-8"),
        pytest.param("utf-8", "ISO8859-2", id="UTF-8 taken for ISO8859-2"),
    ],
)
def test_a_list_in_another_character_set_is_told_which(tmp_path: Path, encoding: str, declared: str) -> None:
    with pytest.raises(ImportRefusedError, match=rf"(?i)--encoding {encoding}$"):
        imported(tmp_path, "Кот\nкит\nкрот\nЁж\n".encode(encoding), encoding=declared)


def test_a_list_without_one_word_is_refused_with_the_first_lines(tmp_path: Path) -> None:
    with pytest.raises(ImportRefusedError) as refused:
        imported(tmp_path, "1\n2\n")
    assert "no word of the alphabet 'russian'" in refused.value.faults[0]
    assert refused.value.faults[1].startswith("line 1, digit: ")


# What is wrong with a request.


def test_every_fault_of_a_request_is_told_at_once(tmp_path: Path) -> None:
    request = replace(
        REQUEST, id="../club", files=(tmp_path / "absent.txt",), licence=" ", shortest=9, longest=3, format="papyrus"
    )
    with pytest.raises(ImportRefusedError) as refused:
        import_dictionary(request, shipped_folder())
    told = "\n".join(refused.value.faults)
    for fault in ("'../club'", "no licence", "lengths 9 to 3", "came with the program", "absent.txt", "'papyrus'"):
        assert fault in told
    assert len(refused.value.faults) == 6


@pytest.mark.parametrize("inside", ["", "lexicons", "mine"])
def test_the_shipped_data_is_never_written_to(tmp_path: Path, inside: str) -> None:
    (tmp_path / "words.txt").write_text("кот\n", encoding="utf-8")
    with pytest.raises(ImportRefusedError, match="came with the program"):
        import_dictionary(replace(REQUEST, files=(tmp_path / "words.txt",)), shipped_folder() / inside)


@pytest.mark.parametrize(
    ("asked", "known"),
    [
        pytest.param({"alphabet": "klingon"}, "russian", id="an alphabet"),
        pytest.param({"policy": "mercy"}, "every-form", id="a policy"),
        pytest.param({"tags_of": "memory"}, "opencorpora", id="a source of marks"),
    ],
)
def test_a_name_that_is_nowhere_is_told_with_those_that_are(tmp_path: Path, asked: dict[str, str], known: str) -> None:
    with pytest.raises(UnknownIdError) as unknown:
        imported(tmp_path, "кот\n", **asked)
    assert known in unknown.value.known


def test_half_a_hunspell_pair_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ImportRefusedError, match="affixes and words of one dictionary"):
        imported(tmp_path, "1\nкот\n", "words.dic")


def test_an_import_stays_until_it_is_to_be_replaced(tmp_path: Path) -> None:
    imported(tmp_path, "кот\n")
    with pytest.raises(ImportRefusedError, match="--replace"):
        imported(tmp_path, "кит\n")
    assert words(tmp_path) == ["КОТ"]
    imported(tmp_path, "кит\n", replaced=True)
    assert words(tmp_path) == ["КИТ"]
    assert sorted(file.name for file in (tmp_path / "data" / "dictionaries").iterdir()) == ["club"]


def test_the_list_keepers_own_alphabet_and_policy_are_left_as_they_are(tmp_path: Path) -> None:
    shutil.copytree(shipped_folder() / "alphabets", tmp_path / "data" / "alphabets")
    own = tmp_path / "data" / "alphabets" / "russian.toml"
    own.write_text(own.read_text(encoding="utf-8") + "# mine\n", encoding="utf-8")
    imported(tmp_path, "кот\n")
    assert own.read_text(encoding="utf-8").endswith("# mine\n")


def test_a_broken_dictionary_is_told_by_the_name_it_was_given(tmp_path: Path) -> None:
    with pytest.raises(DataFileError) as refused:
        imported(tmp_path, EXPORT[:-20], "words.xml")
    assert refused.value.path == tmp_path / "words.xml"
    assert list((tmp_path / "data" / "dictionaries").iterdir()) == []


def test_a_disk_that_fills_up_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(source: Path, target: Path) -> None:
        target.write_bytes(source.read_bytes()[:1])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(target))

    imported(tmp_path, "кот\n")
    monkeypatch.setattr(shutil, "copyfile", full)
    with pytest.raises(OSError, match="No space left"):
        imported(tmp_path, "кит\n", replaced=True)
    assert sorted(file.name for file in (tmp_path / "data" / "dictionaries").iterdir()) == ["club"]
    assert words(tmp_path) == ["КОТ"]


@pytest.mark.parametrize("title", ['Слова "клуба"', "a\\b", "two\nlines", "bell \x07 and \x7f", "]\n[gate]\nmost = 0"])
def test_what_the_owner_says_comes_back_as_it_was_said(tmp_path: Path, title: str) -> None:
    imported(tmp_path, "кот\n", title=title, attribution=title, version=title)
    assert load_recipe(tmp_path / "data", "club").title == title
    [description] = describe_all(tmp_path / "data")
    assert (description.title, description.attribution, description.version) == (title, title, title)


# The verb.


def ran(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> tuple[int, str, str]:
    code = run([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def asked(folder: Path, *more: str) -> list[str | Path]:
    said = ("--as", "club", "--alphabet", "russian", "--licence", "CC0-1.0", "--data")
    return ["import", folder / "words.txt", *said, folder / "data", *more]


def test_the_verb_tells_counts_reasons_and_the_next_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words.txt").write_text("кот\nКит\nк\x1b[2J\n", encoding="utf-8")
    code, out, err = ran(capsys, *asked(tmp_path))
    assert code == 0
    assert "club  lines 3, taken 2, refused 1" in out
    assert "line 3: к\\u001b[2J: not in the alphabet: character 2 is U+001B" in out
    assert f"next: slovosud build club --data {tmp_path / 'data'}" in out
    assert "\x1b" not in out + err
    assert "1 of 2 lines taken have a capital letter" in err


def test_the_verb_in_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "words.txt").write_text("сло\u0301во\nк2\n", encoding="utf-8")
    code, out, _ = ran(capsys, *asked(tmp_path, "--json", "--drop", "U+0301"))
    first, second = map(json.loads, out.splitlines())
    assert code == 0
    assert (first["read"], first["taken"], first["refused"]) == (2, 1, {"digit": 1})
    assert first["oddities"] == {"dropped-character": 1}
    assert (second["refused"], second["line"], second["text"]) == ("digit", 2, "к2")


@pytest.mark.parametrize(
    ("content", "more", "code", "said"),
    [
        pytest.param("1\n", [], 2, "no word of the alphabet", id="no word: usage"),
        pytest.param("кот\n", ["--drop", "abc"], 2, "", id="no character: usage"),
        pytest.param("кот\n", ["--format", "papyrus"], 2, "expected one of", id="no format: usage"),
        pytest.param("кот\n", ["--policy", "mercy"], 3, "no policy 'mercy'", id="no policy: not found"),
    ],
)
def test_the_verbs_exit_codes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: str, more: list[str], code: int, said: str
) -> None:
    (tmp_path / "words.txt").write_text(content, encoding="utf-8")
    ended, out, err = ran(capsys, *asked(tmp_path, *more))
    assert (ended, out) == (code, "")
    assert said in err
