"""Word checks and explanations over the wire: answers are OK responses, refusals carry their reason."""

from __future__ import annotations

import unicodedata
from enum import StrEnum

import grpc
import pytest
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from lexicon.comparison import Cause, ChangeKind
from lexicon.explanation import LayerKind, Outcome, WordStatus
from lexicon.search import TileUse
from tests.server.refused import refused

pytestmark = pytest.mark.dictionary


@pytest.fixture
def stub(channel: grpc.Channel) -> LexiconServiceStub:
    return LexiconServiceStub(channel)


def _check(stub: LexiconServiceStub, *words: str) -> wire.CheckWordsResponse:
    answer: wire.CheckWordsResponse = stub.CheckWords(wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=words))
    return answer


@pytest.mark.parametrize(
    ("word", "status", "reason"),
    [
        pytest.param("ворота", "VALID", "plural-only", id="a plural-only noun is in"),
        pytest.param("столы", "NOT_IN_LEXICON", "plain-plural", id="a plain plural is out"),
        pytest.param("москва", "NOT_IN_LEXICON", "proper-name", id="a geographical name is out"),
        pytest.param("щшц", "NOT_IN_LEXICON", "not-attested", id="what no dictionary knows is out"),
        pytest.param("cтол", "MALFORMED", "foreign-character", id="a Latin c is named, not folded away"),
        pytest.param("", "MALFORMED", "empty", id="an empty word is malformed"),
        pytest.param("а" * 1_000_000, "MALFORMED", "too-long", id="a megabyte is malformed"),
    ],
)
def test_every_word_is_answered_with_its_reason(stub: LexiconServiceStub, word: str, status: str, reason: str) -> None:
    (verdict,) = _check(stub, word).verdicts
    assert (wire.WordStatus.Name(verdict.status), verdict.reason) == (f"WORD_STATUS_{status}", reason)


def test_one_bad_word_never_fails_its_batch_and_order_is_kept(stub: LexiconServiceStub) -> None:
    words = ["ворота", "", "c", "столы", "штаны"]
    answer = _check(stub, *words)
    assert [verdict.query for verdict in answer.verdicts] == words
    assert [verdict.status for verdict in answer.verdicts] == [1, 3, 3, 2, 1]


def test_decomposed_letters_are_the_same_word(stub: LexiconServiceStub) -> None:
    decomposed = unicodedata.normalize("NFD", "ёжик")
    composed_verdict, decomposed_verdict = _check(stub, "ёжик", decomposed).verdicts
    assert composed_verdict.word == decomposed_verdict.word == "ЕЖИК"
    assert composed_verdict.status == decomposed_verdict.status == wire.WORD_STATUS_VALID


def test_the_compact_answer_says_what_the_full_one_says(stub: LexiconServiceStub, served_catalogue: Catalogue) -> None:
    words = ["ворота", "столы", "ёж", "", "c", "шофёр", "акб", "вуз", "дети", "люди"] * 100
    full = _check(stub, *words)
    compact = stub.CheckWords(wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=words, compact=True))
    bits = [bool(compact.valid_bitmap[i // 8] & 1 << i % 8) for i in range(len(words))]
    assert bits == [verdict.status == wire.WORD_STATUS_VALID for verdict in full.verdicts]
    assert not compact.verdicts
    assert compact.lexicon == full.lexicon
    assert compact.lexicon.digest == served_catalogue.open("ru-crosslet").digest


def test_an_explanation_tells_its_layers_in_the_language_asked_for(stub: LexiconServiceStub) -> None:
    request = wire.ExplainWordRequest(lexicon_id="ru-crosslet", word="столами", language="ru")
    answer = stub.ExplainWord(request)
    kinds = [wire.LayerKind.Name(layer.kind).removeprefix("LAYER_KIND_") for layer in answer.layers]
    assert kinds == ["SPELLING", "ATTESTED", "GRAMMAR", "POLICY", "EDITIONS"]
    (policy,) = (layer for layer in answer.layers if layer.decides)
    assert policy.kind == wire.LAYER_KIND_POLICY
    assert policy.outcome == wire.OUTCOME_AGAINST
    assert "именительный падеж" in policy.text
    (reading,) = policy.readings
    assert (reading.lemma, reading.clause, reading.admitted) == ("стол", "not-nominative", False)
    assert list(reading.grammemes) == ["instrumental", "plural", "masculine", "inanimate", "noun"]


def test_lexicons_are_listed_and_described(stub: LexiconServiceStub) -> None:
    (listing,) = stub.ListLexicons(wire.ListLexiconsRequest()).lexicons
    assert listing.id == "ru-crosslet"
    lexicon = stub.GetLexicon(wire.GetLexiconRequest(lexicon_id=listing.id, edition=listing.editions[0])).lexicon
    assert lexicon.word_count == sum(lexicon.counts_by_length.values())
    assert lexicon.license == "CC-BY-SA-3.0"
    assert [source.id for source in lexicon.sources][:1] == ["opencorpora"]
    assert list(lexicon.languages) == ["en", "bg", "pl", "ru"]


@pytest.mark.parametrize(
    ("request_", "code", "reason", "fields"),
    [
        pytest.param(
            wire.CheckWordsRequest(words=["ёж"]), "INVALID_ARGUMENT", "INVALID_FIELDS", ["lexicon_id"],
            id="no lexicon is assumed",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="../etc"), "NOT_FOUND", "UNKNOWN_LEXICON", [],
            id="an id is never a path",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="ru-crosslet", edition="nope"), "NOT_FOUND", "UNKNOWN_EDITION", [],
            id="an unknown edition",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="x" * 100_000), "NOT_FOUND", "UNKNOWN_LEXICON", [],
            id="an id too long for the headers of a refusal",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="ru-crosslet", edition="я" * 100_000), "NOT_FOUND", "UNKNOWN_EDITION", [],
            id="an edition too long for the headers of a refusal",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["ёж"] * 1001),
            "RESOURCE_EXHAUSTED", "TOO_MANY_WORDS", [],
            id="more than 1,000 words with full answers",
        ),
        pytest.param(
            wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["ёж"] * 10_001, compact=True),
            "RESOURCE_EXHAUSTED", "TOO_MANY_WORDS", [],
            id="more than 10,000 words with the compact answer",
        ),
    ],
)  # fmt: skip
def test_a_bad_request_is_refused_with_its_reason(
    stub: LexiconServiceStub, request_: wire.CheckWordsRequest, code: str, reason: str, fields: list[str]
) -> None:
    refusal = refused(stub.CheckWords, request_)
    assert (refusal.code.name, refusal.reason, refusal.fields) == (code, reason, fields)


def test_an_unknown_language_is_a_field_at_fault(stub: LexiconServiceStub) -> None:
    request = wire.ExplainWordRequest(lexicon_id="ru-crosslet", word="ёж", language="xx")
    assert refused(stub.ExplainWord, request).fields == ["language"]


def test_all_fields_at_fault_are_listed_at_once(stub: LexiconServiceStub) -> None:
    refusal = refused(stub.ListLexicons, wire.ListLexiconsRequest(page_size=-1, page_token="?"))  # noqa: S106  a place in a list
    assert refusal.fields == ["page_size", "page_token"]


@pytest.mark.parametrize(
    ("domain", "enum"),
    [
        (WordStatus, "WordStatus"),
        (LayerKind, "LayerKind"),
        (Outcome, "Outcome"),
        (Cause, "ChangeCause"),
        (ChangeKind, "ChangeKind"),
        (TileUse, "TileUse"),
    ],
)
def test_every_domain_value_has_its_twin_on_the_wire(domain: type[StrEnum], enum: str) -> None:
    wire_enum = getattr(wire, enum)
    prefix = wire_enum.Name(0).removesuffix("UNSPECIFIED")
    assert {f"{prefix}{value}" for value in domain} | {f"{prefix}UNSPECIFIED"} == set(wire_enum.keys())
