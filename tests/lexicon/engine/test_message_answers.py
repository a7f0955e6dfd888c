"""What native code takes from Python is looked at before it is used: a wrong form is refused, no bytes are passed."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

from lexicon.building.compiling import compile_list
from lexicon.engine import Engine, open_engine, plain_forms
from lexicon.settled import SettledForms, Signs
from tests.lexicon.engine.sample import ALPHABET, KOT, LETTERS, NATIVE_IS_THERE, sound_engine

pytestmark = pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native engine")

SIGNS = Signs.of(["in"], letter_count=len(LETTERS))
REQUEST = CheckWordsRequest(words=["кот", "cat", "нет"]).SerializeToString()
TAILS = (b"a", b"b") * 4


@pytest.fixture
def words() -> Engine:
    return sound_engine("native", KOT)


@pytest.fixture
def settled() -> Engine:
    signed = [word + SIGNS.written()[0].decode() for word in KOT]
    content = compile_list(signed, letters=SIGNS.letters + LETTERS).words
    return open_engine(content, alphabet=ALPHABET, longest=64, before=SIGNS.letters)


def form(**changes: object) -> tuple[object, ...]:
    usual = {"field": 3, "answer": 0x12, "word": 0x0A, "query": 0x22, "base": 2, "digits": 1, "shortest": 2}
    return tuple((usual | {"longest": 15, "tails": TAILS} | changes).values())


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"field": 0}, id="no field"),
        pytest.param({"field": 16}, id="a field of two bytes"),
        pytest.param({"field": -(1 << 31)}, id="a field below all"),
        pytest.param({"answer": 0x80}, id="a key of two bytes"),
        pytest.param({"query": 0}, id="no key"),
        pytest.param({"base": 0}, id="no digits"),
        pytest.param({"base": 3}, id="more digits than there are tiles"),
        pytest.param({"digits": 0}, id="signs without digits"),
        pytest.param({"digits": 3}, id="signs of three digits"),
        pytest.param({"tails": ()}, id="no tails"),
        pytest.param({"tails": TAILS[:5]}, id="a tail without its other"),
        pytest.param({"tails": (*TAILS[:7], "b")}, id="a tail that is no bytes"),
        pytest.param({"tails": list(TAILS)}, id="tails that may change"),
    ],
)
def test_a_form_of_answers_that_cannot_be_is_refused(words: Engine, settled: Engine, wrong: dict[str, object]) -> None:
    with pytest.raises((TypeError, ValueError)):
        settled.answer_message(words, REQUEST, form(**wrong), str.encode)  # type: ignore[arg-type]


def test_a_form_that_nobody_holds_is_refused(words: Engine, settled: Engine) -> None:
    class Made:
        """A sequence whose items are made when they are asked for."""

        def __len__(self) -> int:
            return 9

        def __getitem__(self, place: int) -> object:
            return (*form()[:8], tuple(bytes([number]) * 100 for number in range(8)))[place]

    with pytest.raises(TypeError, match="must be tuple, not Made"):
        settled.answer_message(words, REQUEST, Made(), str.encode)  # type: ignore[arg-type]


def test_a_list_of_other_letters_does_not_fit(settled: Engine) -> None:
    content = compile_list(["АБ"], letters="АБ")
    other = type(settled)(content.words, "АБ", *plain_forms(ALPHABET), 64)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="expected them to fit"):
        settled.answer_message(other, REQUEST, form(), str.encode)  # type: ignore[arg-type]


def test_what_fails_in_between_fails_the_whole(words: Engine, settled: Engine) -> None:
    def raising(text: str) -> bytes:
        raise LookupError(text)

    with pytest.raises(LookupError, match="cat"):
        settled.answer_message(words, REQUEST, form(), raising)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="found str; expected bytes"):
        settled.answer_message(words, REQUEST, form(), str)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [0, 1, 127, 128, (1 << 14) - 1, 1 << 14, (1 << 21) - 3, 1 << 21, 10_000_000])
def test_answers_of_any_size_have_room(words: Engine, settled: Engine, size: int) -> None:
    tails = tuple(b"t" * size for _ in range(8))
    texts = ["кот", "cat", "о" * 64, ""] * 3
    request = CheckWordsRequest(words=texts).SerializeToString()
    answer = settled.answer_message(words, request, form(tails=tails), lambda _: b"w" * size)  # type: ignore[arg-type]
    assert answer is not None
    assert (answer.count(b"t"), answer.count(b"w")) == (6 * size, 6 * size)


def test_the_engine_may_be_asked_while_it_answers(words: Engine, settled: Engine) -> None:
    def asking(_: str) -> bytes:
        return settled.answer_message(words, REQUEST, form(), lambda _: b"inner") or b""  # type: ignore[arg-type]

    def answer() -> bytes | None:
        return settled.answer_message(words, REQUEST, form(), asking)  # type: ignore[arg-type]

    expected, told = answer(), list[bytes | None]()
    threads = [threading.Thread(target=lambda: told.append(answer())) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert told == [expected] * 8


def test_another_field_that_is_no_text_is_left_to_the_parser(words: Engine, settled: Engine) -> None:
    assert settled.answer_message(words, REQUEST + b"\x0a\x01\xff", form(), str.encode) is None  # type: ignore[arg-type]


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_number_that_nothing_has_is_nobodys(engine: str, monkeypatch: pytest.MonkeyPatch, words: Engine) -> None:
    """Two digits can write more numbers than there are codes; only damaged edges do."""
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine)
    signs = Signs.of([f"clause-{number}" for number in range(60)], letter_count=len(LETTERS))
    last, beyond = signs.letters[1] + signs.letters[7], signs.letters[-1] * 2
    assert signs.digits == 2
    content = compile_list(["БОТ" + last, "КОТ" + beyond], letters=signs.letters + LETTERS).words
    numbered = open_engine(content, alphabet=ALPHABET, longest=64, before=signs.letters)
    codes = SettledForms(engine=numbered, signs=signs).codes_of(["БОТ", "КОТ", "ТОК"])  # type: ignore[list-item]
    assert codes == [signs.codes[signs.base + 7], None, None]
    tails = tuple(b"%d" % number for number in range(2 * (len(signs.codes) + 2)))
    answer = numbered.answer_message(
        words,
        CheckWordsRequest(words=["кот"]).SerializeToString(),
        form(base=signs.base, digits=2, tails=tails),  # type: ignore[arg-type]
        str.encode,
    )
    assert answer in (None, b"\x12\x11\x0a\x06" + "КОТ".encode() + b"1\x22\x06" + "кот".encode())


# --- settling


@pytest.fixture
def forms() -> Callable[..., Any]:
    settling = pytest.importorskip("lexicon.building._settling")
    return lambda **limits: settling.Forms(
        LETTERS, *plain_forms(ALPHABET), **{"shortest": 1, "longest": 62, "admitting": 3} | limits
    )


class Number:
    """A number that runs code when it is read."""

    def __init__(self, read: Callable[[], object]) -> None:
        self._read = read

    def __index__(self) -> int:
        self._read()
        return 0


def _wrong_lexemes() -> Iterator[Any]:
    made = ("", "", 1)
    growing: list[Any] = [(made,), (made,)]
    number = Number(lambda: growing.__setitem__(1, (made,) * 10_000))
    growing[0] = (("", "", number),)
    yield pytest.param([("КОТ", 0)], growing, id="a rank that changes the paradigms")
    yield pytest.param([("КОТ", Number(lambda: None))], [(made,)], id="a paradigm that is no number")
    yield pytest.param([("КОТ", 1)], [(made,)], id="a paradigm that is not there")
    yield pytest.param([("КОТ", -1)], [(made,)], id="a paradigm below all")
    yield pytest.param([("КОТ", 1 << 70)], [(made,)], id="a paradigm beyond all")
    yield pytest.param([("КОТ",)], [(made,)], id="a stem alone")
    yield pytest.param([(b"x", 0)], [(made,)], id="a stem that is no text")
    yield pytest.param([["КОТ", 0]], [(made,)], id="a lexeme that may change")
    yield pytest.param([("КОТ", 0)], [[made]], id="a paradigm that may change")
    yield pytest.param([("КОТ", 0)], [(("", ""),)], id="a form without rank")
    yield pytest.param([("КОТ", 0)], [((None, "", 1),)], id="a prefix that is no text")
    yield pytest.param([("КОТ", 0)], [(("", "", 256),)], id="a rank of nine bits")
    yield pytest.param([("КОТ", 0)], [(("", "", -1),)], id="a rank below all")
    yield pytest.param([("КОТ", 0)], [(("", "", 1.0),)], id="a rank with a fraction")


@pytest.mark.parametrize(("lexemes", "paradigms"), list(_wrong_lexemes()))
def test_lexemes_that_cannot_be_are_refused(forms: Callable[..., Any], lexemes: Any, paradigms: Any) -> None:
    with pytest.raises((TypeError, ValueError, OverflowError)):
        forms().add(lexemes, paradigms)


@pytest.mark.parametrize(
    "limits",
    [{"shortest": 0}, {"longest": 65}, {"admitting": 0}, {"admitting": 129}],
    ids=str,
)
def test_limits_that_cannot_be_are_refused(forms: Callable[..., Any], limits: dict[str, int]) -> None:
    with pytest.raises(ValueError, match="found lengths"):
        forms(**limits)


@pytest.mark.parametrize("word", ["", "кот", "КОT", "К" * 65, "КО\u0306Т", b"x", None], ids=repr)
def test_what_is_no_word_has_no_rank(forms: Callable[..., Any], word: Any) -> None:
    some = forms()
    for ask, rank in ((some.rank, ()), (some.force, (1,)), (some.raise_to, (1,))):
        with pytest.raises((TypeError, ValueError)):
            ask(word, *rank)


def test_stems_of_any_size_are_read(forms: Callable[..., Any]) -> None:
    some = forms()
    stems = [("О" * size, 0) for size in (0, 1, 61, 62, 63, 64, 65, 127, 255, 256, 257, 1 << 16, 1_000_000)]
    assert some.add(stems, [(("", "", 3), ("А" * 64, "Б" * 64, 3), ("А" * 65, "Б" * 300, 3), ("А", "", 0))]) == []
    assert some.lengths() == {1: 1, 61: 1, 62: 1}
    assert some.left_out() == (0, 2 * len(stems) + len(stems) - 3)
