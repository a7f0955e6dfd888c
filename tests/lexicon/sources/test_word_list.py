"""Anyone's word list: what a line may look like, what columns say, and lists that are none."""

from __future__ import annotations

import bz2
import tracemalloc
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.building import sources
from lexicon.building.lexeme import Lexeme
from lexicon.building.sources import word_list
from lexicon.building.sources.cutting import SharedParadigms, shared_part
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.building.sources.grouping import grouped
from lexicon.building.sources.list_lines import LineFault, ListReading, Oddity, RefusedLine, Row
from lexicon.building.sources.packed import LONGEST_LINE
from lexicon.errors import DataFileError

GRAMMEMES = {mark: mark for mark in ("noun", "verb", "nominative", "genitive", "accusative", "singular", "plural")}
POLISH = {
    "subst": "noun",
    "sg": "singular",
    "pl": "plural",
    "nom": "nominative",
    "gen": "genitive",
    "acc": "accusative",
}


def found(
    folder: Path,
    content: str | bytes,
    reader: str = "word-list",
    *,
    grammemes: dict[str, str] | None = None,
    ignored: frozenset[str] = frozenset(),
    encoding: str = "",
    columns: tuple[str, ...] = (),
    dropped: str = "",
) -> InstalledSource:
    (folder / "list.txt").write_bytes(content if isinstance(content, bytes) else content.encode())
    installed = word_list.find(
        SourceDescription(
            id="sample",
            name="Sample",
            title="A list of the tests",
            reader=reader,
            homepage="",
            licence="CC0-1.0",
            attribution="",
            allows=("CC0-1.0",),
            distribution="",
            install="",
            grammemes=GRAMMEMES if grammemes is None else grammemes,
            ignored=ignored,
            files={"list": "list.txt"},
            own_folder=folder,
            encoding=encoding,
            columns=columns,
            dropped=dropped,
        )
    )
    assert installed is not None
    return installed


def reading(source: InstalledSource) -> tuple[list[Row | RefusedLine], Counter[Oddity]]:
    read = ListReading(source.location, word_list.layout(source.description))
    return list(read.rows()), read.oddities


def told(lexemes: Iterator[Lexeme]) -> list[str]:
    entries = [entry for lexeme in lexemes for entry in lexeme.entries()]
    return [f"{entry.form} < {entry.lemma}: {' '.join(sorted(entry.grammemes))}".rstrip(": ") for entry in entries]


# Lines of a plain list.


@pytest.mark.parametrize(
    ("content", "forms", "oddities"),
    [
        pytest.param("кот\nкит\n", ["кот", "кит"], {}, id="one word a line"),
        pytest.param("кот\r\nкит\r\n", ["кот", "кит"], {Oddity.WINDOWS_LINE_END: 2}, id="line ends of Windows"),
        pytest.param("\ufeffкот\n", ["кот"], {Oddity.BYTE_ORDER_MARK: 1}, id="a byte order mark"),
        pytest.param("кот\nкит", ["кот", "кит"], {Oddity.NO_LINE_END: 1}, id="no line end behind the last word"),
        pytest.param("\n \nкот\n\n", ["кот"], {Oddity.BLANK_LINE: 3}, id="blank lines"),
        pytest.param("# коты\nкот\n", ["кот"], {Oddity.COMMENT: 1}, id="a comment"),
        pytest.param(" кот \n", ["кот"], {Oddity.OUTER_SPACE: 1}, id="blanks around a word"),
        pytest.param("ки\u0306\n", ["кй"], {Oddity.DECOMPOSED_LETTER: 1}, id="a letter in two parts"),
        pytest.param("кот\tдомашнее животное\n", ["кот"], {Oddity.TEXT_AFTER_TAB: 1}, id="a definition after a tab"),
        pytest.param("ко\u0301т\n", ["ко\u0301т"], {}, id="a stress mark stays, unless it is to go"),
        pytest.param("КОТ\nКот\n", ["КОТ", "Кот"], {}, id="capitals stay"),
        pytest.param("белый кот\n", ["белый кот"], {}, id="a blank inside stays"),
        pytest.param("", [], {}, id="an empty list"),
    ],
)
def test_a_line_of_a_plain_list(tmp_path: Path, content: str, forms: list[str], oddities: dict[Oddity, int]) -> None:
    rows, counts = reading(found(tmp_path, content))
    assert [row.form for row in rows if isinstance(row, Row)] == forms
    assert len(rows) == len(forms)
    assert counts == oddities


@pytest.mark.parametrize(
    ("content", "number", "fault", "detail"),
    [
        pytest.param(b"\xd0\xba\n\xd0\xba\xff\n", 2, LineFault.WRONG_ENCODING, "byte 3 is 0xFF", id="no UTF-8"),
        pytest.param(b"a\n" + b"b" * 70_000 + b"\nc\n", 2, LineFault.TOO_LONG, "more than 65536", id="a long line"),
        pytest.param(b"\tdefinition\n", 1, LineFault.NO_FORM, "column 1 is empty", id="a definition without a word"),
    ],
)  # fmt: skip
def test_a_line_that_cannot_be_read_is_refused_and_the_others_are_not(
    tmp_path: Path, content: bytes, number: int, fault: LineFault, detail: str
) -> None:
    rows, _ = reading(found(tmp_path, content))
    [refused] = [row for row in rows if isinstance(row, RefusedLine)]
    assert (refused.number, refused.fault) == (number, fault)
    assert detail in refused.detail
    assert len(refused.text) <= 60
    assert len(rows) == content.count(b"\n")


def test_characters_that_are_to_go_are_left_out_after_letters_are_composed(tmp_path: Path) -> None:
    # Bulgarian ѝ is a letter: its grave accent is no stress mark once the letter is whole.
    source = found(tmp_path, "ко\u0301т\nи\u0300\n", dropped="\u0301\u0300")
    rows, counts = reading(source)
    assert [row.form for row in rows if isinstance(row, Row)] == ["кот", "ѝ"]
    assert counts[Oddity.DROPPED_CHARACTER] == 1


@pytest.mark.parametrize("encoding", ["cp1251", "KOI8-R", "microsoft-cp1251", "ISO8859-5"])
def test_a_list_in_another_character_set(tmp_path: Path, encoding: str) -> None:
    source = found(tmp_path, "кот\nкит\n".encode(encoding.removeprefix("microsoft-")), encoding=encoding)
    assert told(word_list.words(source)) == ["кот < кот", "кит < кит"]


def test_a_list_in_utf_16_is_told_as_such(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"line 1: found bytes of UTF-16.*iconv"):
        reading(found(tmp_path, "кот\n".encode("utf-16")))


@pytest.mark.parametrize(
    ("encoding", "columns", "where"),
    [
        pytest.param("UTF-16", (), "encoding", id="a character set that does not keep ASCII"),
        pytest.param("klingon", (), "encoding", id="a character set nobody knows"),
        pytest.param("", ("lemma",), "columns", id="no column of forms"),
        pytest.param("", ("form", "form"), "columns", id="two columns of forms"),
        pytest.param("", ("form", "meaning"), "columns", id="a column nobody knows"),
    ],
)
def test_a_description_that_cannot_be_followed(
    tmp_path: Path, encoding: str, columns: tuple[str, ...], where: str
) -> None:
    source = found(tmp_path, "кот\n", encoding=encoding, columns=columns)
    with pytest.raises(DataFileError) as refused:
        list(word_list.words(source))
    assert refused.value.where == where


def test_words_of_a_plain_list_share_one_paradigm(tmp_path: Path) -> None:
    first, second = word_list.words(found(tmp_path, "кот\nкит\n"))
    assert first.paradigm is second.paradigm


def test_a_packed_list(tmp_path: Path) -> None:
    assert told(word_list.words(found(tmp_path, bz2.compress("кот\n".encode())))) == ["кот < кот"]


def test_a_list_that_changes_while_it_is_read(tmp_path: Path) -> None:
    source = found(tmp_path, "кот\n")
    (tmp_path / "list.txt").write_text("кит\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="changed while it was read"):
        list(word_list.words(source))


def test_a_line_of_half_a_gigabyte_is_not_kept(tmp_path: Path) -> None:
    source = found(tmp_path, "a\nb")
    with source.location.open("r+b") as file:
        file.truncate(512 << 20)
    tracemalloc.start()
    rows, _ = reading(source)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [type(row) for row in rows] == [Row, RefusedLine]
    assert peak < 20 * LONGEST_LINE


# Columns.


def test_rows_of_one_lemma_are_one_lexeme(tmp_path: Path) -> None:
    source = found(
        tmp_path,
        "коты\tкот\tnoun plural, nominative\nкиты\tкит\tnoun:plural\nкот\tкот\tnoun singular;nominative\n",
        "tab-separated",
    )
    assert told(word_list.lexemes(source)) == [
        "киты < киты: noun plural",
        "кот < кот: nominative noun singular",
        "коты < кот: nominative noun plural",
    ]


def test_a_lemma_that_no_row_spells_is_no_word(tmp_path: Path) -> None:
    source = found(tmp_path, "столами\tстол\tnoun\nстолы\tстол\tnoun\n", "tab-separated")
    assert told(word_list.lexemes(source)) == ["столами < столами: noun", "столы < столами: noun"]


def test_a_heading_names_the_columns_and_is_no_word(tmp_path: Path) -> None:
    source = found(tmp_path, "Form\tLemma\tTags\nкот\tкот\tnoun\n", "tab-separated")
    assert told(word_list.lexemes(source)) == ["кот < кот: noun"]
    assert reading(source)[1] == {Oddity.HEADING: 1}


def test_columns_stand_in_any_order_and_some_are_passed_over(tmp_path: Path) -> None:
    source = found(tmp_path, "17\tnoun\tкот\n", "tab-separated", columns=("-", "tags", "form"))
    assert told(word_list.lexemes(source)) == ["кот < кот: noun"]


def test_short_rows_have_no_lemma_and_no_tags(tmp_path: Path) -> None:
    assert told(word_list.lexemes(found(tmp_path, "кот\nкит\tкит\n", "tab-separated"))) == ["кит < кит", "кот < кот"]


def test_an_unknown_mark_is_told_with_its_line(tmp_path: Path) -> None:
    with pytest.raises(DataFileError) as refused:
        list(word_list.lexemes(found(tmp_path, "кот\tкот\tnoun\nя\tя\tpronown\n", "tab-separated")))
    assert (refused.value.where, refused.value.found) == ("line 2", "unknown mark 'pronown'")


def test_marks_are_counted_by_row_whether_known_or_not(tmp_path: Path) -> None:
    source = found(tmp_path, "кот\tкот\tnoun\nя\tя\tpronown noun\n", "tab-separated")
    assert word_list.marks_in_use(source) == {"noun": 2, "pronown": 1}


@pytest.mark.parametrize(
    ("row", "entries"),
    [
        pytest.param("kot\tkot\tsubst:sg:nom", ["kot < kot: nominative noun singular"], id="a tag by positions"),
        pytest.param(
            "psy\tpies\tsubst:pl:nom.acc",
            ["psy < psy: nominative noun plural", "psy < psy: accusative noun plural"],
            id="a position with two values is two readings",
        ),
        pytest.param(
            "psy\tpies\tsubst:pl:nom|subst:sg:gen",
            ["psy < psy: nominative noun plural", "psy < psy: genitive noun singular"],
            id="two tags are two readings",
        ),
        pytest.param("kot\tkot:Sm2\tsubst", ["kot < kot: noun"], id="a number of the lemma is no part of it"),
        pytest.param(":\t:\tsubst", [": < :: noun"], id="a colon is the lemma of itself"),
        pytest.param("kot\tkot\tsubst:m2", ["kot < kot: noun"], id="a mark that says nothing"),
        pytest.param(
            "#<COPYRIGHT>\nsome text\n#</COPYRIGHT>\nkot\tkot\tsubst", ["kot < kot: noun"], id="a frame round a text"
        ),
    ],
)
def test_a_row_of_polimorf(tmp_path: Path, row: str, entries: list[str]) -> None:
    source = found(tmp_path, f"{row}\n", "polimorf", grammemes=POLISH, ignored=frozenset({"m2"}))
    assert told(word_list.lexemes(source)) == entries


def test_homonyms_with_numbered_lemmata_stay_apart(tmp_path: Path) -> None:
    source = found(tmp_path, "bal\tbal:S1\tsubst:sg\nbale\tbal:S2\tsubst:pl\n", "polimorf", grammemes=POLISH)
    assert told(word_list.lexemes(source)) == ["bal < bal: noun singular", "bale < bale: noun plural"]


@pytest.mark.parametrize(
    ("content", "found_"),
    [
        pytest.param("a\ta\t" + ":".join(["x.y"] * 40), "a tag of more than 1000 readings", id="a tag that explodes"),
        pytest.param("".join(f"a{n}\ta\t\n" for n in range(10_002)), "more than 10000 forms of 'a'", id="one lemma"),
        pytest.param("".join(f"a\ta{n}\tb{n}\n" for n in range(100_002)), "more than 100000 different", id="no tags"),
    ],
)
def test_columns_that_are_taken_for_others(tmp_path: Path, content: str, found_: str) -> None:
    with pytest.raises(DataFileError) as refused:
        read_unknown(tmp_path, content)
    assert found_ in refused.value.found


def read_unknown(folder: Path, content: str) -> list[Lexeme]:
    """Read a list as an import does: first its marks, whatever they are, then its lexemes."""
    marks = word_list.marks_in_use(found(folder, content, "polimorf", grammemes={}))
    return list(word_list.lexemes(found(folder, content, "polimorf", grammemes={}, ignored=frozenset(marks))))


# What both kinds of dictionary stand on.


@given(st.lists(st.tuples(st.text("абв", max_size=3), st.text("абв\t", max_size=3))), st.integers(1, 5))
def test_rows_are_brought_together_in_their_order(rows: list[tuple[str, str]], in_memory: int) -> None:
    expected: dict[str, list[str]] = {}
    for key, content in rows:
        expected.setdefault(key, []).append(content)
    read = [(key, list(contents)) for key, contents in grouped(rows, most_in_memory=in_memory)]
    assert read == sorted(expected.items())


@given(st.lists(st.text("абнаиопо", min_size=1, max_size=8), min_size=1, max_size=5))
def test_cut_forms_are_the_forms(spellings: list[str]) -> None:
    lexeme = SharedParadigms().lexeme([(spelling, frozenset()) for spelling in spellings])
    assert [entry.form for entry in lexeme.entries()] == spellings
    assert lexeme.lemma == spellings[0]


@given(st.lists(st.lists(st.text("абна", min_size=1, max_size=6), min_size=1, max_size=3), min_size=1, max_size=3))
def test_joined_lexemes_have_the_forms_of_all(words: list[list[str]]) -> None:
    shared = SharedParadigms()
    parts = [shared.lexeme([(spelling, frozenset()) for spelling in word]) for word in words]
    assert [entry.form for entry in shared.joined(parts).entries()] == [spelling for word in words for spelling in word]


@pytest.mark.parametrize(
    ("spellings", "stem"),
    [
        pytest.param(["ежами", "ежи", "еж"], "еж", id="the common beginning"),
        pytest.param(["милее", "милей", "помилее"], "миле", id="a longer part behind a short prefix"),
        pytest.param(["бар", "абракадабар"], "", id="a likeness behind more than a prefix is chance"),
        pytest.param(["добрый", "лучше"], "", id="nothing in common"),
        pytest.param(["кот"], "кот", id="one form"),
    ],
)
def test_the_stem_of_forms(spellings: list[str], stem: str) -> None:
    assert shared_part(spellings) == stem


# Glosses.


def test_a_column_of_glosses_is_told_with_its_forms(tmp_path: Path) -> None:
    content = "Гумилёв\tпоэт\nГумилёв\tисторик\nКольцов\t\nСеров\tхудожник\tостаток\n"
    source = found(tmp_path, content, reader="tab-separated", columns=("form", "gloss"))
    assert list(sources.glosses(source)) == [("Гумилёв", "поэт"), ("Гумилёв", "историк"), ("Серов", "художник")]


def test_a_list_without_that_column_has_no_glosses(tmp_path: Path) -> None:
    assert list(sources.glosses(found(tmp_path, "кот\tзверь\n", reader="tab-separated", columns=("form", "-")))) == []
    assert list(sources.glosses(found(tmp_path, "кот\tзверь\n"))) == []
