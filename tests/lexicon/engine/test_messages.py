"""A serialized request is answered as if protobuf had parsed it, or left to protobuf."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf.message import DecodeError
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

from lexicon.compiled import Lexicon
from lexicon.engine import message_fields
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
    answer = lexicon.check_message(request.SerializeToString(), WORDS_FIELD)
    assert answer is not None
    assert answer.count == len(words)
    assert answer.bitmap == lexicon.valid_bitmap(words)
    assert answer.others.get(1, "") == lexicon_id
    assert answer.others.get(2, "") == edition
    assert answer.others.get(4, False) is compact
    assert message_fields(request.SerializeToString(), WORDS_FIELD) == (len(words), answer.others)


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
    answer = lexicon.check_message(message, WORDS_FIELD)
    fields = message_fields(message, WORDS_FIELD)
    if answer is None:
        return
    try:
        request = CheckWordsRequest.FromString(message)
    except DecodeError:
        pytest.fail("protobuf refuses this message")
    assert answer.bitmap == lexicon.valid_bitmap(list(request.words))
    assert answer.count == len(request.words)
    assert fields == (answer.count, answer.others)
    expected = {1: request.lexicon_id, 2: request.edition, 4: request.compact}
    for field, value in expected.items():
        told = answer.others.get(field, type(value)())
        assert told == value or type(told) is not type(value)


def test_too_many_texts_are_left_to_protobuf(lexicon: Lexicon) -> None:
    assert lexicon.check_message(b"\x1a\x00" * (1 << 16), WORDS_FIELD) is not None
    assert lexicon.check_message(b"\x1a\x00" * ((1 << 16) + 1), WORDS_FIELD) is None


def test_a_large_message_is_answered_like_small_ones(lexicon: Lexicon) -> None:
    words = [*KOT, "и\u0306от", "нет", "А" * 65, ""] * 1000
    answer = lexicon.check_message(CheckWordsRequest(words=words).SerializeToString(), WORDS_FIELD)
    assert answer is not None
    assert answer.bitmap == lexicon.valid_bitmap(words)


def test_the_python_engine_leaves_messages_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", "python")
    assert Lexicon.open(lexicon_file(tmp_path)).check_message(b"", WORDS_FIELD) is None
    assert message_fields(b"", WORDS_FIELD) is None


def mutated(message: bytes, cut: int, places: list[tuple[int, int]]) -> bytes:
    changed = bytearray(message)
    for place, byte in places:
        if changed:
            changed[place % len(changed)] = byte
    return bytes(changed[: len(changed) - cut % 3])
