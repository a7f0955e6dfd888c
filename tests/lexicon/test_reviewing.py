"""Doubtful words, and decisions on them: written whole, undone, passed over the next time."""

from __future__ import annotations

import multiprocessing
from pathlib import Path

import pytest

from lexicon.alphabet import Word
from lexicon.building.override_file import CellError, Decision, OverrideFile
from lexicon.building.overrides import load_overrides
from lexicon.building.reviewing import Review, Step
from lexicon.compiled import Lexicon
from lexicon.doubts import Doubt, doubtful_words, load_doubts, look_at
from lexicon.errors import DataFileError
from tests.editions import Edit, small_lexicon
from tests.support import DATA, LANGUAGES, russian

RECIPE = "lexicons/sample.toml"
OVERRIDES = "overrides/sample.tsv"
BOTH = (RECIPE, 'sources = ["sample"]', 'sources = ["sample", "second"]')


def shipped_doubts() -> tuple[Doubt, ...]:
    return load_doubts(DATA, LANGUAGES)


def told(lexicon: Lexicon) -> dict[str, list[str]]:
    """The doubts about each doubtful word, in the order of the queue."""
    return {item.word: [doubt.id for doubt in item.doubts] for item in doubtful_words(lexicon, shipped_doubts())}


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        pytest.param(
            (),
            {"ДОМ": ["unconfirmed-override"], "ДЕНЬГИ": ["unconfirmed-override"]},
            id="decisions without a reviewer; with one dictionary nobody asks for a second witness",
        ),
        pytest.param(
            (BOTH,),
            {
                "ЕЖ": ["one-witness"],
                "ДОМ": ["unconfirmed-override"],
                "КОТ": ["one-witness"],
                "СТОЛ": ["one-witness"],
                "ДЕНЬГИ": ["unconfirmed-override"],
            },
            id="of two dictionaries only one has it",
        ),
        pytest.param(
            ((OVERRIDES, "дом\tin\ta house\tthe tests\n", "ёж\tout\tprickly\tthe tests\n"),),
            {"ЕЖ": ["unconfirmed-override"], "ДЕНЬГИ": ["unconfirmed-override"]},
            id="a decision that keeps a word out",
        ),
        pytest.param(
            (
                (
                    OVERRIDES,
                    "word\tdecision\treason\tsource\n# A plural with a life of its own.\n"
                    "деньги\tin\theadword in the plural\tthe tests\nдом\tin\ta house\tthe tests\n",
                    "word\tdecision\treason\tsource\treviewer\nдом\tin\ta house\tthe tests\tA. Reader\n",
                ),
            ),
            {},
            id="a decision that a reviewer has confirmed is doubted no more",
        ),
        pytest.param(
            (
                ("dictionaries/sample/sample.dic", "ёж po:noun", "ножницы po:noun is:plural"),
                ("policies/sample.toml", 'any = ["genitive", "plural"]', 'any = ["genitive"]'),
            ),
            {"ДОМ": ["unconfirmed-override"], "ДЕНЬГИ": ["unconfirmed-override"], "НОЖНИЦЫ": ["plural-lemma"]},
            id="a lemma in the plural, but no plural of another lemma",
        ),
        pytest.param(
            (("dictionaries/sample/sample.dic", "ёж po:noun", "стол po:noun is:place"),),
            {"ДОМ": ["unconfirmed-override"], "СТОЛ": ["name-beside"], "ДЕНЬГИ": ["unconfirmed-override"]},
            id="a name of the same spelling",
        ),
    ],
)
def test_a_word_is_doubtful_for_a_reason(
    tmp_path: Path, edits: tuple[Edit, ...], expected: dict[str, list[str]]
) -> None:
    doubtful = told(small_lexicon(tmp_path, "doubted", *edits))
    assert doubtful == expected
    assert list(doubtful) == list(expected), "short words first, each length in alphabet order"


def test_nobody_doubts_a_word_that_is_out_by_the_policy(tmp_path: Path) -> None:
    lexicon = small_lexicon(tmp_path, "out", BOTH)
    item = look_at(lexicon, Word("МОСКВА"), shipped_doubts())
    assert (item.listed, item.doubts) == (False, ())


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        pytest.param('about = "beside"', 'about = "elsewhere"', "about", id="about something unknown"),
        pytest.param('"slang"', '"slangy"', "any", id="an unknown grammeme"),
        pytest.param('id = "marked"', 'id = "one-witness"', "id", id="two of one id"),
        pytest.param("at_most = 1", "at_least = 1", "at_least", id="an unknown key"),
    ],
)
def test_a_wrong_kind_of_doubt_is_refused_with_its_line(tmp_path: Path, old: str, new: str, where: str) -> None:
    text = (DATA / "review.toml").read_text(encoding="utf-8")
    (tmp_path / "review.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataFileError, match=r"line \d+, doubt\[\d\]\." + where):
        load_doubts(tmp_path, LANGUAGES)


def decision(word: str, *, admit: bool = True, reason: str = "seen", reviewer: str = "A. Reader") -> Decision:
    return Decision(word=Word(word), admit=admit, reason=reason, source="a dictionary of 1999", reviewer=reviewer)


FOUR_COLUMNS = "word\tdecision\treason\tsource\n# Kept.\nёж\tin\told\tthe tests\nкот\tin\told\tthe tests\n"


@pytest.mark.parametrize(
    ("before", "word", "after"),
    [
        pytest.param(
            None,
            "ДОМ",
            "word\tdecision\treason\tsource\treviewer\nдом\tout\tseen\ta dictionary of 1999\tA. Reader\n",
            id="a file that is not there yet",
        ),
        pytest.param(
            FOUR_COLUMNS,
            "ДОМ",
            FOUR_COLUMNS.replace("source\n", "source\treviewer\n", 1)
            + "дом\tout\tseen\ta dictionary of 1999\tA. Reader\n",
            id="a new word at the end; four columns become five; comments and lines stay",
        ),
        pytest.param(
            FOUR_COLUMNS,
            "ЕЖ",
            FOUR_COLUMNS.replace("source\n", "source\treviewer\n", 1).replace(
                "ёж\tin\told\tthe tests", "еж\tout\tseen\ta dictionary of 1999\tA. Reader"
            ),
            id="a word that has a line, in the place of that line, however it is spelled there",
        ),
        pytest.param(
            FOUR_COLUMNS.replace("\n", "\r\n"),
            "ДОМ",
            (
                FOUR_COLUMNS.replace("source\n", "source\treviewer\n", 1)
                + "дом\tout\tseen\ta dictionary of 1999\tA. Reader\n"
            ).replace("\n", "\r\n"),
            id="line ends of Windows stay",
        ),
        pytest.param(
            FOUR_COLUMNS.rstrip("\n"),
            "ДОМ",
            FOUR_COLUMNS.replace("source\n", "source\treviewer\n", 1)
            + "дом\tout\tseen\ta dictionary of 1999\tA. Reader\n",
            id="no line end at the end",
        ),
    ],
)
def test_a_decision_changes_one_line_and_is_undone(tmp_path: Path, before: str | None, word: str, after: str) -> None:
    path = tmp_path / "mine.tsv"
    if before is not None:
        path.write_bytes(before.encode())
    file = OverrideFile(path=path, alphabet=russian())
    replaced = file.put(Word(word), decision(word, admit=False).line)
    assert path.read_bytes().decode() == after
    assert file.decisions()[Word(word)].reviewer == "A. Reader"
    file.put(Word(word), replaced)
    old = {} if before is None else {"ЕЖ": "old", "КОТ": "old"}
    assert {one: override.reason for one, override in file.decisions().items()} == old
    assert "# Kept." in path.read_text(encoding="utf-8") or before is None
    assert sorted(tmp_path.iterdir()) == [path], "nothing half-written is left"


def test_what_is_written_is_what_a_build_reads(tmp_path: Path) -> None:
    (tmp_path / "overrides").mkdir()
    file = OverrideFile(path=tmp_path / "overrides" / "mine.tsv", alphabet=russian())
    file.put(Word("ДОМ"), decision("ДОМ", reason="дом — слово").line)
    override = load_overrides(tmp_path, ["mine"], russian())[Word("ДОМ")]
    assert (override.admit, override.reason, override.reviewer) == (True, "дом — слово", "A. Reader")


def test_a_reviewer_is_told_in_the_explanation(tmp_path: Path) -> None:
    confirmed = (OVERRIDES, "source\n", "source\treviewer\n"), (OVERRIDES, "the tests\nдом", "the tests\tА. Чтец\nдом")
    explanation = small_lexicon(tmp_path, "confirmed", *confirmed).explain("деньги", language="en")
    assert explanation.deciding.text == "set in by an override: headword in the plural (the tests; reviewed by А. Чтец)"


@pytest.mark.parametrize(
    ("column", "text"),
    [
        pytest.param("reason", " ", id="an empty reason"),
        pytest.param("reviewer", "", id="nobody"),
        pytest.param("reviewer", "A.\tReader", id="a tab"),
        pytest.param("reason", "one\nтри\tin\tx\ty", id="a line break that would begin another decision"),
        pytest.param("reason", "\x1b[2J", id="characters that drive a terminal"),
    ],
)
def test_a_text_that_would_break_the_line_is_refused(column: str, text: str) -> None:
    cells = {"reason": "seen", "source": "a dictionary", "reviewer": "A. Reader"} | {column: text}
    with pytest.raises(CellError) as caught:
        Decision(word=Word("ДОМ"), admit=True, **cells)
    assert caught.value.column == column


def test_a_file_that_breaks_its_form_is_not_written_to(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("word\tdecision\nдом\tin\n", encoding="utf-8")
    with pytest.raises(DataFileError, match="line 1"):
        OverrideFile(path=path, alphabet=russian()).put(Word("ДОМ"), decision("ДОМ").line)
    assert path.read_text(encoding="utf-8") == "word\tdecision\nдом\tin\n"


def _put_many(path: Path, letter: str) -> None:
    file = OverrideFile(path=path, alphabet=russian())
    for number in range(20):
        word = Word("А" * (number + 1) + letter)
        file.put(word, decision(word).line)


def test_two_reviewers_at_once_lose_nothing(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    spawning = multiprocessing.get_context("spawn")
    writers = [spawning.Process(target=_put_many, args=(path, letter)) for letter in "БВ"]
    for writer in writers:
        writer.start()
    for writer in writers:
        writer.join()
    assert len(OverrideFile(path=path, alphabet=russian()).decisions()) == 40


def review(tmp_path: Path, lexicon: Lexicon, *, again: bool = False) -> Review:
    file = OverrideFile(path=tmp_path / "mine.tsv", alphabet=lexicon.alphabet)
    return Review(queue=doubtful_words(lexicon, shipped_doubts()), overrides=file, again=again)


def test_a_review_is_undone_step_by_step(tmp_path: Path) -> None:
    under_way = review(tmp_path, small_lexicon(tmp_path, "both", BOTH))
    asked = []
    for admit in (True, None, False):
        item = under_way.next()
        assert item is not None
        asked.append(item.word)
        under_way.skip("think") if admit is None else under_way.decide(decision(item.word, admit=admit))
    assert asked == ["ЕЖ", "ДОМ", "КОТ"]
    assert under_way.counts() == {Step.ACCEPTED: 1, Step.REJECTED: 1, Step.SKIPPED: 1}
    assert [under_way.undo() for _ in range(4)] == ["КОТ", "ДОМ", "ЕЖ", None]
    assert not under_way.overrides.decisions()
    assert (tmp_path / "mine.tsv.later").read_text(encoding="utf-8") == ""
    again = under_way.next()
    assert again is not None
    assert again.word == "ЕЖ"


def test_a_review_goes_on_where_it_stopped(tmp_path: Path) -> None:
    lexicon = small_lexicon(tmp_path, "both", BOTH)
    first = review(tmp_path, lexicon)
    item = first.next()
    assert item is not None
    first.decide(decision(item.word))
    assert first.next() is not None
    first.skip("ask a friend")
    assert [item.word for item in review(tmp_path, lexicon).rest()] == ["КОТ", "СТОЛ", "ДЕНЬГИ"]
    later = review(tmp_path, lexicon, again=True)
    item = later.next()
    assert item is not None
    assert (item.word, later.note(item.word)) == ("ДОМ", "ask a friend")
    later.decide(decision(item.word))
    assert later.next() is None
    assert [item.word for item in review(tmp_path, lexicon, again=True).rest()] == []


def test_undoing_brings_back_the_line_that_shipped(tmp_path: Path) -> None:
    lexicon = small_lexicon(tmp_path, "first")
    (tmp_path / "mine.tsv").write_text(
        "word\tdecision\treason\tsource\nдом\tin\ta house\tthe tests\n", encoding="utf-8"
    )
    under_way = review(tmp_path, lexicon)
    item = under_way.next()
    assert item is not None
    assert item.word == "ДОМ"
    under_way.decide(decision("ДОМ", admit=False))
    under_way.undo()
    assert (tmp_path / "mine.tsv").read_text(encoding="utf-8").endswith("\nдом\tin\ta house\tthe tests\n")
