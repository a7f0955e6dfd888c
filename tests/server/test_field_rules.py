"""Every rule that the protos declare is enforced by the service itself; none is only words."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, MethodDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from slovosud.adjudication.v1 import adjudication_service_pb2, game_service_pb2
from slovosud.lexicon.v1 import lexicon_service_pb2

from server.field_rules import breaches, is_repeated, rules_of
from tests.server.refused import refused
from tests.server.test_game_service import create

pytestmark = pytest.mark.dictionary

SERVICES = [
    lexicon_service_pb2.DESCRIPTOR.services_by_name["LexiconService"],
    adjudication_service_pb2.DESCRIPTOR.services_by_name["AdjudicationService"],
    game_service_pb2.DESCRIPTOR.services_by_name["GameService"],
]


def breaking(kind: Descriptor) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Requests that break one rule each: what is wrong, the request, the field that must be named."""
    for field in kind.fields:
        rules, repeated = rules_of(field), is_repeated(field)
        if rules is None:
            continue
        if rules.required:
            yield "missing", {}, field.name
        if rules.max_length and not repeated:
            yield "too long", {field.name: "я" * (rules.max_length + 1)}, field.name
        if rules.HasField("least"):
            yield "too small", {field.name: rules.least - 1}, field.name


CASES = [
    pytest.param(method, values, field, id=f"{method.name}: {field} {wrong}")
    for service in SERVICES
    for method in service.methods
    for wrong, values, field in breaking(method.input_type)
]


@pytest.mark.parametrize(("method", "values", "field"), CASES)
def test_a_broken_rule_is_refused_by_its_field(
    channel: grpc.Channel, method: MethodDescriptor, values: dict[str, Any], field: str
) -> None:
    request: Message = json_format.ParseDict(values, GetMessageClass(method.input_type)())
    path = f"/{method.containing_service.full_name}/{method.name}"
    kinds = {"request_serializer": lambda one: one.SerializeToString()}
    call: Any = (channel.unary_stream if method.server_streaming else channel.unary_unary)(path, **kinds)
    read = (lambda one: list(call(one))) if method.server_streaming else call
    refusal = refused(read, request)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELDS")
    assert any(one == field or one.startswith(f"{field}.") for one in refusal.fields)


def test_rules_hold_inside_messages_and_lists_too() -> None:
    request = json_format.ParseDict(
        {
            "ruleset_id": "crosslet",
            "words": {"accepted_words": {"words": ["а"] * 1001}},
            "position": {"rows": ["."]},
            "move": {"tiles": [{"row": 0, "column": 0, "letter": "А"}, {"row": 1}], "swaps": [{}]},
        },
        adjudication_service_pb2.AdjudicateMoveRequest(),
    )
    assert {violation.field for violation in breaches(request)} == {
        "words.accepted_words.words",
        "move.tiles[1].column",
        "move.tiles[1].letter",
        "move.swaps[0].row",
        "move.swaps[0].column",
        "move.swaps[0].letter",
    }


def test_a_call_that_would_change_something_is_refused_before_it_does(channel: grpc.Channel) -> None:
    table = create(channel)
    key = str(uuid.uuid4())
    note = "я" * 4001
    event = {"seat": 1, "move": {"move": {"pass": True}}, "note": note}
    refusal = table.refusal(1, 0, event, key)
    assert refusal.fields == ["event.note"]
    assert table.get(0).version == 0


def test_numberless_breaches_cost_bounded_time() -> None:
    request = adjudication_service_pb2.AdjudicateMoveRequest()
    for _ in range(50_000):
        request.move.tiles.add()
    assert len(breaches(request)) == 1000
