"""A word is in or it is not: one, many, from outside, whatever the engine."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.alphabet import Malformed
from lexicon.engine import open_engine
from tests.lexicon.engine.sample import (
    ALPHABET,
    KOT,
    LETTERS,
    NATIVE_IS_THERE,
    compiled,
    engine_of,
    sample_lexicon,
    sound_engine,
)

WORDS = st.text(alphabet=LETTERS, min_size=1, max_size=8)
LISTS = st.frozensets(WORDS, max_size=40)
TEXTS = st.text(alphabet=f"{LETTERS}абеийкотżẅЁё\u0306\u0308AK- 1é\U0001f600", max_size=12)


@pytest.mark.parametrize(
    ("word", "there"),
    [
        pytest.param("КОТ", True, id="a word"),
        pytest.param("КОТИ", False, id="the beginning of a word is no word"),
        pytest.param("КОТИКИ", True, id="a word that goes on from another"),
        pytest.param("КОТИКИК", False, id="a word that goes on too far"),
        pytest.param("", False, id="nothing"),
        pytest.param("КО", False, id="two letters"),
        pytest.param("ŻẄ", True, id="two letters of other scripts"),
        pytest.param("кот", False, id="no comparison form"),
        pytest.param("К\u0000Т", False, id="a character that is no letter"),
        pytest.param("А" * 65, False, id="longer than any word"),
    ],
)
def test_a_word_is_in(engine_kind: str, word: str, *, there: bool) -> None:
    assert (word in sound_engine(engine_kind, KOT)) is there


@pytest.mark.parametrize(
    ("text", "valid"),
    [
        pytest.param("кот", True, id="lower case"),
        pytest.param("Кот", True, id="mixed case"),
        pytest.param("кОТё", True, id="a folded letter"),
        pytest.param("и\u0306от", True, id="a letter that must be composed"),
        pytest.param("й\u0306от", False, id="a mark too many"),
        pytest.param("ТОK", False, id="a look-alike is not folded away"),
        pytest.param(" кот", False, id="a space"),
        pytest.param("", False, id="nothing"),
        pytest.param("кот" * 50, False, id="too long"),
        pytest.param("\ud800", False, id="half a character"),
    ],
)
def test_text_from_outside_is_read_as_check_reads_it(
    engine_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, *, valid: bool
) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine_kind)
    lexicon = sample_lexicon(tmp_path)
    assert lexicon.check_batch([text]) == [valid]
    assert lexicon.valid_bitmap([text]) == (b"\x01" if valid else b"\x00")
    assert (lexicon.check(text).status == "VALID") is valid


def test_a_bitmap_has_bit_i_for_text_i(engine_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine_kind)
    texts = ["кот", "x", "кит", "", "х", "", "", "", "", "ток"]
    assert sample_lexicon(tmp_path).valid_bitmap(texts) == bytes([0b0000_0101, 0b10])
    assert sample_lexicon(tmp_path).valid_bitmap([]) == b""


@settings(deadline=None)
@given(words=LISTS, texts=st.lists(TEXTS | WORDS, max_size=80))
def test_both_engines_and_a_set_agree(words: frozenset[str], texts: list[str]) -> None:
    content = compiled(tuple(words))
    engines = [engine_of(kind, content) for kind in ("native", "python")]
    read = [ALPHABET.read(text) for text in texts]
    expected = [not isinstance(word, Malformed) and word in words for word in read]
    marks = [engine.marks(texts) for engine in engines]
    assert marks[0] == marks[1]
    for text, word, mark, there in zip(texts, read, marks[0], expected, strict=True):
        assert mark == there or (mark == 2 and isinstance(word, Malformed)) or mark == 2, text
    for engine in engines:
        assert [text in engine for text in texts] == [text in words for text in texts]


@pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native engine")
def test_a_long_list_is_marked_like_many_short_ones() -> None:
    engine = sound_engine("native", KOT)
    texts = [*KOT, "нет", "кот", "и\u0306от", "А" * 70] * 500
    assert engine.marks(texts) == b"".join(engine.marks(texts[at : at + 16]) for at in range(0, len(texts), 16))


def test_marks_refuse_what_is_no_text() -> None:
    engine = open_engine(compiled(KOT), alphabet=ALPHABET, longest=15)
    with pytest.raises(TypeError):
        engine.marks(["кот", 7])  # type: ignore[list-item]
