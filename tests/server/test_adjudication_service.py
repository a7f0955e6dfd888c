"""Rulings and challenge verdicts over the wire."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from slovosud.adjudication.v1 import adjudication_service_pb2 as wire
from slovosud.adjudication.v1.adjudication_service_pb2_grpc import AdjudicationServiceStub

from adjudicator.challenge import Moment, Refusal
from adjudicator.ruleset import ruleset_ids
from adjudicator.ruling import ViolationCode
from adjudicator.words import WordStanding
from lexicon.catalogue import Catalogue
from tests.server.conftest import DATA
from tests.server.refused import refused

pytestmark = pytest.mark.dictionary

EMPTY = ["." * 15] * 15
#: The position of the rule text's worked move: text 000, the example of one move.
BEFORE = [
    *EMPTY[:3],
    "DANGEROUS......",
    "I.......O......",
    "V.......L......",
    "........A......",
    "....OUTER......",
    *EMPTY[:7],
]
LAID = [(7, 3, "T"), (5, 3, "C"), (6, 3, "U"), (5, 4, "E"), (5, 5, "L"), (6, 0, "E"), (7, 0, "S")]


@pytest.fixture
def stub(channel: grpc.Channel) -> AdjudicationServiceStub:
    return AdjudicationServiceStub(channel)


def _move(**changes: Any) -> dict[str, Any]:
    tiles = [{"row": row, "column": column, "letter": letter} for row, column, letter in LAID]
    return {
        "ruleset_id": "crosslet-en",
        "settings": {"layout": "erudit"},
        "words": {"unchecked": True},
        "position": {"rows": BEFORE},
        "move": {"tiles": tiles},
    } | changes


def _request(values: dict[str, Any]) -> wire.AdjudicateMoveRequest:
    return json_format.ParseDict(values, wire.AdjudicateMoveRequest())


def test_the_worked_move_of_the_rule_text_scores_61(stub: AdjudicationServiceStub) -> None:
    answer = stub.AdjudicateMove(_request(_move()))
    assert answer.ruling.legal
    assert {word.word: word.score for word in answer.ruling.words} == {"CUT": 6, "TOUTER": 8, "DIVES": 27, "CEL": 5}
    assert (answer.ruling.bonus, answer.ruling.total) == (15, 61)
    assert answer.ruling.board_after[5] == "V..CEL..L......"
    assert not answer.HasField("lexicon")


def test_an_illegal_move_is_an_answer_with_every_violation(stub: AdjudicationServiceStub) -> None:
    move = {"tiles": [{"row": 0, "column": 0, "letter": "Ж"}, {"row": 15, "column": 0, "letter": "А"}]}
    ruling = stub.AdjudicateMove(_request(_move(position={"rows": EMPTY}, move=move))).ruling
    assert not ruling.legal
    codes = {wire.ViolationCode.Name(violation.code) for violation in ruling.violations}
    assert {"VIOLATION_CODE_UNKNOWN_LETTER", "VIOLATION_CODE_OFF_BOARD"} <= codes
    assert all(violation.message for violation in ruling.violations)


def test_the_lexicon_judges_and_signs(stub: AdjudicationServiceStub, served_catalogue: Catalogue) -> None:
    rows = [*EMPTY[:7], "......СТОЛ.....", *EMPTY[:7]]
    move = {"tiles": [{"row": 7, "column": 10, "letter": "Ы"}]}
    words = {"lexicon": {"id": "ru-crosslet"}}
    values = _move(ruleset_id="crosslet", words=words, position={"rows": rows}, move=move)
    answer = stub.AdjudicateMove(_request(values))
    (violation,) = answer.ruling.violations
    assert (violation.code, list(violation.words)) == (wire.VIOLATION_CODE_NOT_ELIGIBLE, ["СТОЛЫ"])
    assert answer.lexicon.digest == served_catalogue.open("ru-crosslet").digest


def test_row_and_column_zero_are_not_lost(stub: AdjudicationServiceStub) -> None:
    ruling = stub.AdjudicateMove(
        _request(_move(position={"rows": EMPTY}, move={"tiles": [{"row": 0, "column": 0, "letter": "A"}]}))
    ).ruling
    squares = [(square.row, square.column) for violation in ruling.violations for square in violation.squares]
    assert (0, 0) in squares


def test_a_challenge_is_judged_with_the_real_list(stub: AdjudicationServiceStub) -> None:
    path = Path(__file__).parents[2] / "docs" / "examples" / "challenge.json"
    values = json.loads(path.read_text(encoding="utf-8"))
    values["moment"] = f"MOMENT_{values['moment']}"
    answer = stub.AdjudicateChallenge(json_format.ParseDict(values, wire.AdjudicateChallengeRequest()))
    verdict = answer.verdict
    assert not verdict.play_stands
    assert [(word.word, word.status) for word in verdict.words] == [("СТОЛЫ", wire.WORD_STANDING_NOT_ELIGIBLE)]
    assert list(verdict.effect.tiles_returned) == ["Ы"]
    assert (verdict.score, verdict.next_player) == (0, 2)
    assert answer.lexicon.id == "ru-crosslet"


def test_rulesets_are_listed_page_by_page(stub: AdjudicationServiceStub) -> None:
    seen: list[str] = []
    token = ""
    while True:
        page = stub.ListRulesets(wire.ListRulesetsRequest(page_size=2, page_token=token))
        seen += [listing.id for listing in page.rulesets]
        token = page.next_page_token
        if not token:
            break
    assert tuple(seen) == ruleset_ids(DATA)


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_every_ruleset_is_described_whole(stub: AdjudicationServiceStub, ruleset_id: str) -> None:
    ruleset = stub.GetRuleset(wire.GetRulesetRequest(ruleset_id=ruleset_id)).ruleset
    assert ruleset.id == ruleset_id
    assert ruleset.layout.row_count > 0
    assert all(switch.source != wire.VALUE_SOURCE_UNSPECIFIED and switch.citation for switch in ruleset.switches)


@pytest.mark.parametrize(
    ("changes", "code", "reason", "field"),
    [
        pytest.param({"ruleset_id": "nope"}, "NOT_FOUND", "UNKNOWN_RULESET", None, id="an unknown ruleset"),
        pytest.param(
            {"words": {"lexicon": {"id": "nope"}}}, "NOT_FOUND", "UNKNOWN_LEXICON", None, id="an unknown lexicon"
        ),
        pytest.param({"settings": {"nope": 1}}, "INVALID_ARGUMENT", "INVALID_FIELDS", "settings.nope", id="a switch"),
        pytest.param({"position": {"rows": ["."]}}, "INVALID_ARGUMENT", "INVALID_FIELDS", None, id="a tiny board"),
        pytest.param({"words": {}}, "INVALID_ARGUMENT", "INVALID_FIELDS", "words", id="nobody judges words"),
        pytest.param(
            {"move": {"tiles": [{"column": 1, "letter": "A"}]}},
            "INVALID_ARGUMENT", "INVALID_FIELDS", "move.tiles[0].row", id="a tile without a row",
        ),
    ],
)  # fmt: skip
def test_a_bad_request_names_its_fields(
    stub: AdjudicationServiceStub, changes: dict[str, Any], code: str, reason: str, field: str | None
) -> None:
    refusal = refused(stub.AdjudicateMove, _request(_move(**changes)))
    assert (refusal.code.name, refusal.reason) == (code, reason)
    assert field is None or field in refusal.fields


def test_a_thousand_faults_are_counted_and_listed_as_far_as_headers_hold(stub: AdjudicationServiceStub) -> None:
    tiles = [{"column": column, "letter": "😀" * 65} for column in range(1000)]
    refusal = refused(stub.AdjudicateMove, _request(_move(move={"tiles": tiles})))
    assert (refusal.reason, refusal.metadata["count"]) == ("INVALID_FIELDS", "1001"), "the last says how many more"
    assert refusal.fields[:2] == ["move.tiles[0].row", "move.tiles[0].letter"]


@pytest.mark.parametrize("number", [float("inf"), float("-inf"), float("nan")])
def test_a_setting_that_is_no_number_is_a_field_at_fault(stub: AdjudicationServiceStub, number: float) -> None:
    request = _request(_move())
    request.settings["bonus.points"].number_value = number
    assert refused(stub.AdjudicateMove, request).fields == ["settings"]


def test_a_whole_number_is_a_setting_though_the_wire_has_fractions_only(stub: AdjudicationServiceStub) -> None:
    assert stub.AdjudicateMove(_request(_move(settings={"layout": "erudit", "bonus.points": 20}))).ruling.bonus == 20


def test_an_empty_request_lists_everything_it_lacks(stub: AdjudicationServiceStub) -> None:
    fields = refused(stub.AdjudicateMove, wire.AdjudicateMoveRequest()).fields
    assert {"ruleset_id", "words", "position", "move"} <= set(fields)


@pytest.mark.parametrize(
    ("domain", "enum"),
    [
        (ViolationCode, "ViolationCode"),
        (WordStanding, "WordStanding"),
        (Moment, "Moment"),
        (Refusal, "Refusal"),
    ],
)
def test_every_domain_value_has_its_twin_on_the_wire(domain: type[StrEnum], enum: str) -> None:
    wire_enum = getattr(wire, enum)
    prefix = wire_enum.Name(0).removesuffix("UNSPECIFIED")
    assert {f"{prefix}{value}" for value in domain} | {f"{prefix}UNSPECIFIED"} == set(wire_enum.keys())
