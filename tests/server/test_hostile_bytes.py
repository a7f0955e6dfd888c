"""Bytes that are no request, or nearly none: refused as a caller's fault by every method, over every way alike."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, cast

import grpc
import pytest
from slovosud.adjudication.v1 import adjudication_service_pb2 as judging
from slovosud.adjudication.v1 import game_service_pb2 as games
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from lexicon.catalogue import Catalogue
from server.editions import Editions
from server.games.door import Door
from server.refusals import refusal_of
from server.request_bytes import read_message
from server.word_check import METHOD, WordCheck
from tests.server.conftest import started
from tests.server.refused import refused
from tests.support import small_edition

SERVICES = [
    wire.DESCRIPTOR.services_by_name["LexiconService"],
    judging.DESCRIPTOR.services_by_name["AdjudicationService"],
    games.DESCRIPTOR.services_by_name["GameService"],
]
METHODS = [method for service in SERVICES for method in service.methods]
#: Pieces of a request that are a message, nearly one, or none.
WORDS = ["кот", "КОТ", "сон", "", "cat", "и\u0306", "\0", "🙂", "стол", "столами", "деньги", "д" * 64, "д" * 70]
NO_TEXT = [b"\xff", b"\xd0", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xc0\x80"]
FLAGS = [b"\0", b"\1", b"\2", b"\x80\1", b"\xff" * 9 + b"\1", b"\xff" * 9 + b"\x7f", b"\x80" * 9 + b"\2", b"\x80" * 10]


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    folder = tmp_path_factory.mktemp("hostile")
    small_edition(folder, edition="first")
    return Catalogue(folder=folder / "catalogue")


@pytest.fixture(scope="module")
def channel(catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[grpc.Channel]:
    store: Path = tmp_path_factory.mktemp("store") / "games.sqlite"
    with started(catalogue, store) as server, grpc.insecure_channel(server.address) as opened:
        yield opened


@pytest.mark.parametrize("body", [b"\xff\xff", b"\x0a\x7f"], ids=["no field", "cut off"])
@pytest.mark.parametrize("method", METHODS, ids=lambda method: method.name)
def test_bytes_that_are_no_message_are_the_callers_fault(channel: grpc.Channel, method: Any, body: bytes) -> None:
    call = channel.unary_stream if method.server_streaming else channel.unary_unary
    path = f"/{method.containing_service.full_name}/{method.name}"
    refusal = refused(lambda one: _answers(call(path)(one, timeout=10)), body)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELDS")
    assert refusal.fields == ["request"]
    assert method.input_type.name in refusal.message


def _answers(answer: Any) -> Any:
    return answer if hasattr(answer, "__next__") else [answer]


def test_the_short_way_and_the_long_way_answer_and_refuse_alike(catalogue: Catalogue) -> None:
    editions = Editions(catalogue)
    editions.look()
    check = WordCheck(editions=editions, door=cast("Door", _OpenDoor()))
    context = cast("grpc.ServicerContext", _NoContext())

    def long_way(message: bytes) -> bytes:
        request = read_message(wire.CheckWordsRequest.FromString, message, method=METHOD)
        return check.check(request, context).SerializeToString()

    chance, came = random.Random(7), set[str]()  # noqa: S311  the same every time
    for _ in range(6000):
        message = _request(chance)
        found = _told(lambda: check.answer(message, context))  # noqa: B023  called at once
        assert found == _told(lambda: long_way(message)), message.hex()  # noqa: B023
        came.add(found[0])
    assert came == {"answered", "INVALID_ARGUMENT", "NOT_FOUND"}, "all of them were tried"


@pytest.mark.parametrize(
    "fault",
    [
        {"lexicon_id": "none"},
        {"lexicon_id": "sample", "edition": "none"},
        {"lexicon_id": "sample", "words": ["а"] * 10_001},
    ],
    ids=["unknown lexicon", "unknown edition", "too many words"],
)
def test_whether_it_is_a_message_is_told_before_anything_else(channel: grpc.Channel, fault: dict[str, Any]) -> None:
    message = wire.CheckWordsRequest(compact=True, **fault).SerializeToString() + _field(3, b"\xff")
    refusal = refused(lambda one: [channel.unary_unary(METHOD)(one, timeout=10)], message)
    assert (refusal.code, refusal.fields) == (grpc.StatusCode.INVALID_ARGUMENT, ["request"])


class _OpenDoor:
    def let_look_up(self, *_: object) -> None:
        pass


class _NoContext:
    def invocation_metadata(self) -> tuple[()]:
        return ()


def _told(call: Callable[[], bytes]) -> tuple[str, object]:
    try:
        return "answered", call()
    except Exception as error:  # as the interceptor does
        told = refusal_of(error, method="CheckWords")
        return told.code.name, (told.reason, told.message)


def _varint(number: int) -> bytes:
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _varint(rest) if rest else bytes([low])


def _field(number: int, content: bytes) -> bytes:
    return _varint(number << 3 | 2) + _varint(len(content)) + content


def _piece(chance: random.Random) -> bytes:
    word = chance.choice(WORDS).encode()
    pieces = [
        _field(3, word),
        _field(3, word),
        _field(3, chance.choice(NO_TEXT)),
        _field(1, chance.choice([b"sample", b"", b"none", *NO_TEXT])),
        _field(2, chance.choice([b"first", b"", b"none", *NO_TEXT])),
        _varint(4 << 3) + chance.choice(FLAGS),
        _field(chance.choice([4, 5, 16, 2047, (1 << 29) - 1, 1 << 29]), word),
        _varint(chance.randrange(40) << 3 | chance.randrange(8)) + chance.randbytes(chance.randrange(9)),
        _varint(9 << 3 | 3) + _field(3, word) + _varint(chance.choice([8, 9, 9]) << 3 | 4),
        b"\x9a\x00" + _field(3, word)[1:],
    ]
    return chance.choice(pieces)


def _request(chance: random.Random) -> bytes:
    """A request for bits or full answers, with pieces that may spoil it, in any order, or a byte changed, or cut."""
    pieces = [_field(1, b"sample"), _varint(4 << 3) + b"\1"][: chance.choice([0, 1, 1, 1, 2, 2, 2, 2])]
    pieces += [_field(3, chance.choice(WORDS).encode()) for _ in range(chance.randrange(8))]
    pieces += [_piece(chance) for _ in range(chance.choice([0, 0, 1, 1, 2, 5]))]
    if chance.random() < 0.5:
        chance.shuffle(pieces)
    message = bytearray(b"".join(pieces))
    if message and chance.random() < 0.2:
        message[chance.randrange(len(message))] = chance.randrange(256)
    if chance.random() < 0.1:
        del message[chance.randrange(len(message) + 1) :]
    return bytes(message)
