"""A serialized request is answered as if protobuf had parsed it, or left to protobuf."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.message import DecodeError
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

from lexicon.compiled import Lexicon
from lexicon.engine import fields_reader
from tests.lexicon.engine.sample import KOT, LETTERS, NATIVE_IS_THERE, lexicon_file

WORDS_FIELD = CheckWordsRequest.WORDS_FIELD_NUMBER

pytestmark = pytest.mark.skipif(not NATIVE_IS_THERE, reason="the Python engine leaves messages to protobuf")


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(lexicon_file(tmp_path_factory.mktemp("messages")))


TEXTS = st.sampled_from(KOT) | st.text(alphabet=f"{LETTERS}кот\u0306x-é\U0001f600", max_size=80)


@settings(deadline=None)
@given(
    lexicon_id=st.text(max_size=5),
    edition=st.text(max_size=5),
    words=st.lists(TEXTS, max_size=50),
    compact=st.booleans(),
)
def test_a_usual_request_is_answered(
    lexicon: Lexicon, lexicon_id: str, edition: str, words: list[str], *, compact: bool
) -> None:
    request = CheckWordsRequest(lexicon_id=lexicon_id, edition=edition, words=words, compact=compact)
    message = request.SerializeToString()
    fields = fields_reader()(message, WORDS_FIELD)
    assert fields is not None
    count, others = fields
    assert count == len(words)
    assert others.get(1, "") == lexicon_id
    assert others.get(2, "") == edition
    assert others.get(4, False) is compact
    assert lexicon.check_message(message, WORDS_FIELD, count) == lexicon.valid_bitmap(words)


MESSAGES = st.builds(
    lambda words, cut, places: mutated(CheckWordsRequest(lexicon_id="a", words=words).SerializeToString(), cut, places),
    st.lists(TEXTS, max_size=6),
    st.integers(0, 300),
    st.lists(st.tuples(st.integers(0, 300), st.integers(0, 255)), max_size=4),
)


@settings(deadline=None)
@given(message=st.binary(max_size=40) | MESSAGES)
@example(message=b"\x1a\x00")
@example(message=b"\x1a\x80\x00")  # a length in more bytes than it needs
@example(message=b"\x1a\x02\xd0")  # cut
@example(message=b"\x1a\x01\xd0")  # half a letter
@example(message=b"\x1a\x03\xed\xa0\x80")  # half a surrogate pair
@example(message=b"\x1b\x1c")  # a group
@example(message=b"\x18\x01")  # the words' field as a number
@example(message=b"\x20\x02")  # true, oddly
@example(message=b"\x00\x00")  # field 0
@example(message=b"\x0a\x01a\x0a\x01b")  # one field twice: the last counts
@example(message=b"\x1f\x00")  # no such wire type
@example(message=b"\x7a\x01\xff")  # an unknown field, not UTF-8
def test_nothing_is_read_otherwise_than_protobuf_reads_it(lexicon: Lexicon, message: bytes) -> None:
    fields = fields_reader()(message, WORDS_FIELD)
    if fields is None:
        for count in range(5):
            assert lexicon.check_message(message, WORDS_FIELD, count) is None
        return
    count, others = fields
    try:
        request = CheckWordsRequest.FromString(message)
    except DecodeError:
        assert lexicon.check_message(message, WORDS_FIELD, count) is None
        return
    assert count == len(request.words)
    assert lexicon.check_message(message, WORDS_FIELD, count) in (None, lexicon.valid_bitmap(list(request.words)))
    expected = {1: request.lexicon_id, 2: request.edition, 4: request.compact}
    for field, value in expected.items():
        told = others.get(field, type(value)())
        assert told == value or type(told) is not type(value)


def test_too_many_texts_are_left_to_protobuf(lexicon: Lexicon) -> None:
    most = 1 << 16
    assert fields_reader()(b"\x1a\x00" * most, WORDS_FIELD) == (most, {})
    assert lexicon.check_message(b"\x1a\x00" * most, WORDS_FIELD, most) is not None
    assert fields_reader()(b"\x1a\x00" * (most + 1), WORDS_FIELD) is None
    with pytest.raises(ValueError, match="65537 texts"):
        lexicon.check_message(b"\x1a\x00" * (most + 1), WORDS_FIELD, most + 1)


@pytest.mark.parametrize("count", [0, 2, 4, 1000])
def test_another_number_of_texts_is_no_usual_message(lexicon: Lexicon, count: int) -> None:
    message = CheckWordsRequest(words=KOT[:3]).SerializeToString()
    assert lexicon.check_message(message, WORDS_FIELD, 3) == b"\x07"
    assert lexicon.check_message(message, WORDS_FIELD, count) is None


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        ((b"",), TypeError),
        ((b"", 3), TypeError),
        (("", 3, 0), TypeError),
        ((b"", "3", 0), TypeError),
        ((b"", 0, 0), ValueError),
        ((b"", 16, 0), ValueError),
        ((b"", 3, -1), ValueError),
        ((b"", 3, "0"), TypeError),
        ((b"", 3, 1 << 70), OverflowError),
    ],
)
def test_what_is_no_message_at_all_is_refused(
    lexicon: Lexicon, arguments: tuple[object, ...], fault: type[Exception]
) -> None:
    with pytest.raises(fault):
        lexicon.engine.check_message(*arguments)  # type: ignore[arg-type]


def test_a_large_message_is_answered_like_small_ones(lexicon: Lexicon) -> None:
    words = [*KOT, "и\u0306от", "нет", "А" * 65, ""] * 1000
    message = CheckWordsRequest(words=words).SerializeToString()
    assert lexicon.check_message(message, WORDS_FIELD, len(words)) == lexicon.valid_bitmap(words)


def test_the_python_engine_leaves_messages_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", "python")
    assert Lexicon.open(lexicon_file(tmp_path)).check_message(b"", WORDS_FIELD, 0) is None
    assert fields_reader()(b"", WORDS_FIELD) is None


def mutated(message: bytes, cut: int, places: list[tuple[int, int]]) -> bytes:
    changed = bytearray(message)
    for place, byte in places:
        if changed:
            changed[place % len(changed)] = byte
    return bytes(changed[: len(changed) - cut % 3])
