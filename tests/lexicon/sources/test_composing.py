"""A dictionary may spell letters in two parts: its forms are found, and told of, as those of any other."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest

from lexicon.building.build import build
from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.composing import composed
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.engine import ENGINE_VARIABLE
from tests.support import AFFIXES, WORDS, small_data

BREVE, DIAERESIS = "\u0306", "\u0308"


def lexeme(stem: str, *affixes: tuple[str, str]) -> Lexeme:
    slots = (Slot(prefix=prefix, suffix=suffix, grammemes=frozenset({suffix or "lemma"})) for prefix, suffix in affixes)
    return Lexeme(stem=stem, paradigm=Paradigm(slots=tuple(slots)))


@pytest.mark.parametrize(
    ("spelled", "forms"),
    [
        pytest.param(lexeme("и" + BREVE + "од", ("", ""), ("", "а")), ["йод", "йода"], id="in the stem"),
        pytest.param(lexeme("сто", ("", "и" + BREVE), ("", "ять")), ["стой", "стоять"], id="in an ending"),
        pytest.param(lexeme("стои", ("", BREVE), ("", "т")), ["стой", "стоит"], id="between stem and ending"),
        pytest.param(lexeme(BREVE + "од", ("и", ""), ("и", "а")), ["йод", "йода"], id="between beginning and stem"),
        pytest.param(lexeme("", ("и", BREVE), ("и", "")), ["й", "и"], id="no stem"),
        pytest.param(lexeme("е" + DIAERESIS + BREVE, ("", "")), ["ё" + BREVE], id="a mark that no letter takes"),
    ],
)
def test_forms_come_composed_with_their_grammemes(spelled: Lexeme, forms: list[str]) -> None:
    (whole,) = composed([spelled])
    assert [(whole.form(slot), slot.grammemes) for slot in whole.paradigm.slots] == [
        (form, slot.grammemes) for form, slot in zip(forms, spelled.paradigm.slots, strict=True)
    ]


def test_what_is_composed_stays_what_it_is() -> None:
    usual = [lexeme("йод", ("", ""), ("по", "а")), lexeme("cat", ("", "")), lexeme("", ("", "й"))]
    assert all(one is other for one, other in zip(composed(usual), usual, strict=True))


def test_stems_that_inflect_alike_share_their_paradigm() -> None:
    paradigm = lexeme("", ("", ""), ("", "а")).paradigm
    one, other = composed(Lexeme(stem=stem + "од", paradigm=paradigm) for stem in ("и" + BREVE, "е" + DIAERESIS))
    assert one.paradigm is other.paradigm


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_dictionary_in_parts_makes_the_same_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str
) -> None:
    monkeypatch.setenv(ENGINE_VARIABLE, engine)
    affixes = AFFIXES.replace("SFX S Y 3", f"SFX S Y 4\nSFX S 0 {BREVE} и").replace("0 ы .", "0 ы [^и]")
    words = WORDS.replace("5\n", "6\n") + "змеи/S po:noun\n"
    lists = []
    for name in ("NFD", "NFC"):
        data = small_data(tmp_path / name)
        spelled = words.replace("быстро po:adverb\n", "быстро po:adverb\nлеи" + BREVE + " po:noun\n").replace(
            "6\n", "7\n"
        )
        (data / "dictionaries/sample/sample.dic").write_text(unicodedata.normalize(name, spelled), encoding="utf-8")
        (data / "dictionaries/sample/sample.aff").write_text(affixes, encoding="utf-8")
        edition = build(data, "sample", catalogue=Catalogue(folder=tmp_path / name / "catalogue"))
        lexicon = Lexicon.open(edition.path)
        lexicon.verify()
        lists.append(list(lexicon.words()))
        for text in ("ёж", "змей", "лей", "змеи", "стол", "столы", "быстро", "ёжик"):
            told = lexicon.explain(text)
            assert told.verdict.reason == lexicon.standing(lexicon.alphabet.read(text)).reason  # type: ignore[arg-type]
            assert bool(lexicon.readings(lexicon.alphabet.key(text))) is (text != "ёжик")
            assert told.deciding.readings or text == "ёжик"
    assert lists[0] == lists[1]
    assert {"ЕЖ", "ЛЕЙ", "ЗМЕИ", "ЗМЕЙ"} <= set(lists[0])
