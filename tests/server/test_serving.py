"""A server as those who run it see it: health, damage, streams that stay open, faults of our own."""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc
from slovosud.adjudication.v1 import error_reason_pb2 as adjudication_reasons
from slovosud.lexicon.v1 import error_reason_pb2 as lexicon_reasons
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from server.refusals import Reason
from server.serving import MOST_STREAMS, RunningServer
from tests.server.conftest import started
from tests.server.refused import refused

pytestmark = pytest.mark.dictionary

ONE_WORD = wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["ёж"])


@contextmanager
def _running(catalogue: Catalogue) -> Iterator[tuple[RunningServer, grpc.Channel]]:
    with (
        tempfile.TemporaryDirectory() as folder,
        started(catalogue, Path(folder) / "games.sqlite") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        yield server, channel


def _health(channel: grpc.Channel, name: str) -> str:
    stub: Any = health_pb2_grpc.HealthStub(channel)
    try:
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name))
    except grpc.RpcError as error:
        code: str = error.code().name
        return code
    return health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status)


def _cut(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1])


def test_a_damaged_edition_is_unavailable_and_never_an_invalid_word(own_catalogue: Catalogue) -> None:
    _cut(own_catalogue.path("ru-crosslet"))
    with _running(own_catalogue) as (_, channel):
        refusal = refused(LexiconServiceStub(channel).CheckWords, ONE_WORD)
        assert _health(channel, "lexicon/ru-crosslet") == "NOT_SERVING"
        assert _health(channel, "slovosud.lexicon.v1.LexiconService") == "SERVING"
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "LEXICON_DAMAGED")
    assert refusal.metadata["id"] == "ru-crosslet"
    assert str(own_catalogue.folder) not in refusal.message


def test_one_flipped_bit_takes_a_lexicon_and_nothing_else_down(own_catalogue: Catalogue) -> None:
    path = own_catalogue.path("ru-crosslet")
    path.chmod(0o644)
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    with _running(own_catalogue) as (_, channel):
        names = ("lexicon/ru-crosslet", "")
        assert [_health(channel, name) for name in names] == ["NOT_SERVING", "SERVING"]


def test_health_follows_the_catalogue(own_catalogue: Catalogue) -> None:
    folder, away = own_catalogue.folder / "ru-crosslet", own_catalogue.folder / "away"
    told = []
    with _running(own_catalogue) as (server, channel):
        for step in ("as it was", "taken away", "put back", "damaged"):
            match step:
                case "taken away":
                    folder.rename(away)
                case "put back":
                    away.rename(folder)
                case "damaged":
                    _cut(own_catalogue.path("ru-crosslet"))
            server.readiness.look()
            told.append(_health(channel, "lexicon/ru-crosslet"))
            assert _health(channel, "lexicon/away") in {"NOT_FOUND", "NOT_SERVING"}, "its file says another id"
    assert told == ["SERVING", "NOT_SERVING", "SERVING", "NOT_SERVING"]


def test_streams_that_stay_open_leave_threads_for_everybody_else(served_catalogue: Catalogue) -> None:
    done = threading.Event()

    def ask_and_wait() -> Iterator[reflection_pb2.ServerReflectionRequest]:
        yield reflection_pb2.ServerReflectionRequest(list_services="")
        done.wait(20)

    with _running(served_catalogue) as (_, channel), ExitStack() as held:
        held.callback(done.set)
        stub: Any = reflection_pb2_grpc.ServerReflectionStub(channel)
        for _ in range(MOST_STREAMS):
            stream = stub.ServerReflectionInfo(ask_and_wait())
            held.callback(stream.cancel)
            next(stream)
        refusal = refused(stub.ServerReflectionInfo, ask_and_wait())
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_STREAMS")
        assert LexiconServiceStub(channel).CheckWords(ONE_WORD, timeout=10).verdicts


def test_a_fault_of_ours_has_an_incident_and_its_trace_stays_in_the_log(
    served_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_lexicon: Lexicon, asked: object, *_: object) -> None:
        raise ValueError(f"cannot \x1b[2J check {asked!r}")

    with _running(served_catalogue) as (_, channel):
        for way in ("check_all", "answer_message"):
            monkeypatch.setattr(Lexicon, way, fail)
        refusal = refused(LexiconServiceStub(channel).CheckWords, ONE_WORD)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INTERNAL, "INTERNAL")
    assert "cannot" not in refusal.message
    log = capsys.readouterr().err
    assert log.isascii()
    assert "\x1b" not in log
    (event,) = (line for line in map(json.loads, log.splitlines()) if line["event"] == "call failed")
    assert event["incident"] == refusal.metadata["incident"]
    assert "ValueError: cannot" in event["exception"]


@pytest.mark.parametrize("reason", Reason)
def test_every_reason_is_documented_on_the_wire(reason: Reason) -> None:
    documented = {*lexicon_reasons.ErrorReason.keys(), *adjudication_reasons.ErrorReason.keys()}
    assert f"ERROR_REASON_{reason}" in documented
