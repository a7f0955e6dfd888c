"""Full answers are written straight from a serialized request: byte for byte what messages would have said."""

from __future__ import annotations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from lexicon.compiled import Lexicon
from lexicon.engine import kind
from server.convert import verdict_message
from server.word_check import VERDICTS
from tests.support import small_edition

pytestmark = pytest.mark.skipif(kind().name != "native", reason="the Python engine leaves messages to protobuf")


@pytest.fixture(scope="module")
def lexicon(tmp_path_factory: pytest.TempPathFactory) -> Lexicon:
    return Lexicon.open(small_edition(tmp_path_factory.mktemp("answers"), edition="small").path)


KNOWN = ["стол", "СТОЛЫ", "столами", "ёж", "еж", "е\u0308ж", "дом", "Москва", "быстро", "нет", "о" * 15, "о" * 16]
ODD = ["", "cтол", "а" * 64, "а" * 65, "а" * 129, "и\u0306", "\U0001f600" * 300, "стол стол", "стол\n", "\x00"]
TEXTS = st.sampled_from([*KNOWN, *ODD]) | st.text(alphabet="столыёжaé\u0306\U0001f600", max_size=70)


@settings(deadline=None)
@given(words=st.lists(TEXTS, max_size=40), lexicon_id=st.text(max_size=4))
@example(words=[*KNOWN, *ODD], lexicon_id="sample")
def test_every_text_is_answered_as_its_verdict_says(lexicon: Lexicon, words: list[str], lexicon_id: str) -> None:
    request = wire.CheckWordsRequest(lexicon_id=lexicon_id, words=words).SerializeToString()
    verdicts = [verdict_message(lexicon.check(word)) for word in words]
    assert lexicon.answer_message(request, VERDICTS) == wire.CheckWordsResponse(verdicts=verdicts).SerializeToString()


def test_what_is_no_message_is_left_to_the_parser(lexicon: Lexicon) -> None:
    half_a_letter = b"\x1a\x01\xd0"
    assert lexicon.answer_message(half_a_letter, VERDICTS) is None
    assert lexicon.answer_message(b"\x1a\x05abc", VERDICTS) is None
