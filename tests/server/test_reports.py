"""Reports: words of the interface, offline pages, drawings, tiles against letters."""

from __future__ import annotations

import json
import re
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from adjudicator.ruleset import load_ruleset
from lexicon.comparison import Cause, Comparison, Making
from lexicon.compiled import Lexicon
from lexicon.errors import DataFileError
from lexicon.explanation import LayerKind, Outcome, WordStatus
from lexicon.statistics import statistics
from server.reports import comparison_page as pages
from server.reports.comparison_page import comparison_page
from server.reports.plots import Column, Series, column_plot, plot_file
from server.reports.statistics_page import Counted, statistics_drawing, statistics_page
from server.reports.tile_fit import OtherTilesError, tile_fit
from server.reports.wording import Wording, chosen, load_wordings
from tests.editions import small_lexicon, words_of
from tests.support import DATA, LANGUAGES, ROOT

WORDINGS = load_wordings(DATA)
OVERRIDES = "overrides/sample.tsv"
HOSTILE = '</script><script>alert(1)</script> "quoted" & <b>bold</b> {place} \u2028'


def parsed(drawing: str) -> Xml.Element:
    """A drawing of ours as the XML that it must be."""
    return Xml.fromstring(drawing)  # noqa: S314 - we have just made it


def english() -> Wording:
    return chosen(WORDINGS, "en")


def page_of(before: Lexicon, after: Lexicon, language: str = "en") -> str:
    comparison = Comparison(before=before, after=after)
    return comparison_page(comparison, comparison.counts(), wordings=WORDINGS, chosen=chosen(WORDINGS, language))


def data_of(page: str) -> dict[str, Any]:
    """What the script of a page reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(found[1])
    return data


@pytest.fixture
def two(tmp_path: Path) -> tuple[Lexicon, Lexicon]:
    """The small list before and after a decision with a hostile reason, a word more and a word less."""
    before = small_lexicon(tmp_path, "before")
    after = small_lexicon(
        tmp_path,
        "after",
        (OVERRIDES, "деньги\tin\theadword in the plural", f"дома\tin\t{HOSTILE}"),
        ("dictionaries/sample/sample.dic", "ёж po:noun", "ад po:noun\nдед po:noun"),
    )
    return before, after


def test_the_interface_speaks_the_languages_of_explanations() -> None:
    assert {wording.id for wording in WORDINGS} == set(LANGUAGES)


def test_every_sentence_is_said_somewhere_and_every_sentence_said_is_there() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "server").rglob("*.py"))
    code += "".join(path.read_text(encoding="utf-8") for path in (ROOT / "server").rglob("*.js"))
    by_code = {f"cause_{cause}" for cause in Cause} | {f"making_{making}" for making in Making}
    by_code |= {f"answer_{status}" for status in WordStatus} | {f"outcome_{outcome}" for outcome in Outcome}
    by_code |= {f"layer_{kind}" for kind in LayerKind}
    sentences = set(english().sentences)
    assert {name for name in sentences - by_code if f'"{name}"' not in code and f"'{name}'" not in code} == set()
    assert set(re.findall(r'\bsay\(\s*"(\w+)"', code)) <= sentences
    assert by_code <= sentences


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        pytest.param('added = "dodano"\n', "", "sentences.added", id="a sentence is lacking"),
        pytest.param('added = "dodano"', 'added = "dodano"\nextra = "x"', "sentences.extra", id="a sentence too many"),
        pytest.param("liter najwyżej: {longest}", "liter", "sentences.short_words", id="a place is not filled"),
        pytest.param('more = "Pokaż', 'more = "Pokaż {', "sentences.more", id="a brace that closes nothing"),
        pytest.param('skip = "p"', 'skip = "t"', "keys", id="one key for two actions"),
    ],
)
def test_a_language_that_differs_from_the_default_is_refused(tmp_path: Path, old: str, new: str, where: str) -> None:
    shutil.copytree(DATA / "interface", tmp_path / "interface")
    path = tmp_path / "interface" / "pl.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataFileError, match=re.escape(where)):
        load_wordings(tmp_path)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_is_whole_and_asks_no_network(two: tuple[Lexicon, Lexicon], language: str) -> None:
    page = page_of(*two, language)
    assert f'<html lang="{language}">' in page
    assert "default-src 'none'" in page
    assert not re.search(r"\b(src|href|action|srcset)\s*=|@import|url\(|fetch\(|XMLHttpRequest|WebSocket", page)
    assert set(re.findall(r"https?://[^\"' ]+", page)) == {"http://www.w3.org/2000/svg"}


def test_foreign_text_is_never_markup(two: tuple[Lexicon, Lexicon]) -> None:
    page = page_of(*two)
    assert page.count("<script") == 2
    assert "<b>bold</b>" not in page
    assert "\u2028" not in page
    (reason,) = {
        text for texts in data_of(page)["told"] for text in texts.values() if "alert" in text and "before" in text
    }
    assert HOSTILE in reason


def test_a_page_says_everything_in_every_language(two: tuple[Lexicon, Lexicon]) -> None:
    page = page_of(*two)
    data = data_of(page)
    said = set(re.findall(r'data-say(?:-[a-z-]+)?="(\w+)"', page))
    for language in LANGUAGES:
        assert said <= set(data["words"][language])
        assert all(texts[language] for texts in data["told"])
    scripted = set(re.findall(r'\bsay\("(\w+)"', page))
    assert scripted <= set(data["words"]["en"])
    assert {f"cause_{cause['code']}" for cause in data["causes"]} <= set(data["words"]["en"])


def test_a_page_lists_short_words_first_with_hooks_and_causes(two: tuple[Lexicon, Lexicon]) -> None:
    data = data_of(page_of(*two))
    rows = [(word, went, data["causes"][cause]["code"], hooks) for word, went, cause, _, _, hooks in data["rows"]]
    assert rows == [
        ("АД", 0, "SOURCE_CHANGED", []),
        ("ЕЖ", 1, "SOURCE_CHANGED", []),
        ("ДЕД", 0, "SOURCE_CHANGED", []),
        ("ДОМА", 0, "OVERRIDE", [["ДОМ", "А", 1]]),
        ("ДЕНЬГИ", 1, "OVERRIDE", []),
    ]
    assert data["folds"] == {"Ё": "Е"}


def test_a_page_holds_no_more_than_a_browser_bears(
    two: tuple[Lexicon, Lexicon], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "LISTED", 2)
    page = page_of(*two)
    assert len(data_of(page)["rows"]) == 2
    assert "Listed here are the shortest: 2 of 5. All of them: slovosud diff sample@before sample@after" in page


def test_equal_editions_make_a_page_too(two: tuple[Lexicon, Lexicon]) -> None:
    page = page_of(two[0], two[0])
    assert english().say("same") in page
    assert 'id="changes"' not in page


def test_columns_are_as_tall_as_their_numbers() -> None:
    columns = [Column(label="А", up=10, down=5), Column(label="Б", up=5), Column(label="В", up=0, down=10)]
    drawing = column_plot("t", columns, Series(name="added"), Series(name="removed"))
    assert drawing
    root = parsed(drawing.element())
    name = "{http://www.w3.org/2000/svg}"
    tall = {rect[0].text: float(rect.get("height", "")) for rect in root.iter(f"{name}rect") if len(rect)}
    assert tall == {"А: 10": 120, "А: 5": 60, "Б: 5": 60, "В: 10": 120}
    _, _, width, height = map(float, root.get("viewBox", "").split())
    for rect in root.iter(f"{name}rect"):
        assert 0 <= float(rect.get("x", "")) <= width - float(rect.get("width", ""))
        assert 0 <= float(rect.get("y", "")) <= height - float(rect.get("height", ""))


def test_nothing_to_draw_is_no_drawing() -> None:
    assert column_plot("t", [], Series(name="added")) is None
    assert parsed(plot_file([])) is not None


def counted(lexicon: Lexicon, ruleset_id: str = "") -> Counted:
    ruleset = load_ruleset(DATA, ruleset_id) if ruleset_id else None
    taken = statistics(lexicon)
    fit = tile_fit(lexicon, taken, ruleset) if ruleset else ()
    return Counted(lexicon=lexicon, statistics=taken, ruleset=ruleset, fit=fit)


def test_the_shares_of_letters_and_tiles_are_shares(tmp_path: Path) -> None:
    fit = counted(small_lexicon(tmp_path, "x", words_of(["дед", "ад"])), "crosslet").fit
    assert sum(one.share for one in fit) == pytest.approx(1)
    assert sum(one.tile_share or 0 for one in fit) == pytest.approx(1)
    of = {one.letter: one for one in fit}
    # ДЕНЬГИ, ДОМ, АД, ДЕД have 14 letters; 5 of 126 lettered tiles are Д.
    assert of["Д"].share == pytest.approx(5 / 14)
    assert of["Д"].balance == pytest.approx((5 / 126) / (5 / 14))
    assert of["Я"].balance is None


def test_tiles_of_other_letters_are_refused(tmp_path: Path) -> None:
    with pytest.raises(OtherTilesError, match="scrabble-pl"):
        counted(small_lexicon(tmp_path, "x"), "scrabble-pl")


@pytest.mark.parametrize("ruleset", ["", "crosslet"])
def test_the_statistics_page_and_its_drawing(tmp_path: Path, ruleset: str) -> None:
    taken = counted(small_lexicon(tmp_path, "x"), ruleset)
    page = statistics_page(taken, wordings=WORDINGS, chosen=english())
    assert ("tiles for 1 in the list" in page) is bool(ruleset)
    assert "noun in en [noun]" in page
    assert {"noun in ru [noun]", "noun in pl [noun]"} <= {
        text for one in data_of(page)["told"] for text in one.values()
    }
    drawing = parsed(statistics_drawing(taken, wordings=WORDINGS, chosen=english()))
    assert len(drawing.findall("{http://www.w3.org/2000/svg}svg")) == 3


def test_where_nobody_knows_the_tiles_only_points_are_shown(tmp_path: Path) -> None:
    taken = counted(small_lexicon(tmp_path, "x"), "crosslet")
    assert taken.ruleset
    tiles = replace(taken.ruleset.tiles, counts=dict.fromkeys(taken.ruleset.tiles.counts, 0), blank_count=0)
    ruleset = replace(taken.ruleset, tiles=tiles)
    fit = tile_fit(taken.lexicon, taken.statistics, ruleset)
    assert {(one.tiles, one.tile_share, one.balance) for one in fit} == {(None, None, None)}
    page = statistics_page(replace(taken, ruleset=ruleset, fit=fit), wordings=WORDINGS, chosen=english())
    assert english().say("tiles_uncounted", ruleset=ruleset.title) in page
