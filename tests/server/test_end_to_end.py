"""From the real dictionary to a judged challenge: the command builds, a subprocess serves, a client asks."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue

pytestmark = pytest.mark.dictionary

REPOSITORY = Path(__file__).parents[2]
COMMAND = (sys.executable, "-c", "from server.command_line import main; main()")


def _run(*arguments: str, catalogue: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*COMMAND, *arguments],
        env=os.environ | {"SLOVOSUD_CATALOGUE": str(catalogue)},
        cwd=REPOSITORY,
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@contextmanager
def _served(catalogue: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve in a subprocess on a free port, and yield its address."""
    server = subprocess.Popen(
        [*COMMAND, "serve", "--address", "127.0.0.1:0"],
        env=os.environ | {"SLOVOSUD_CATALOGUE": str(catalogue)},
        cwd=REPOSITORY,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert server.stdout is not None
        found = re.match(r"serving on (127\.0\.0\.1:\d+)", server.stdout.readline())
        assert found
        yield found[1], server
    finally:
        server.kill()
        server.communicate()


def test_from_the_dictionary_to_a_judged_challenge(tmp_path: Path) -> None:
    built = _run("build", "ru-crosslet", catalogue=tmp_path)
    assert built.returncode == 0, built.stderr
    assert "lexemes 185,239, entries 5,140,211" in built.stdout

    checked = _run("check", "ru-crosslet", "ворота", "штаны", "столы", "москва", catalogue=tmp_path)
    assert [line.split()[1] for line in checked.stdout.splitlines()] == ["yes", "yes", "no", "no"]
    assert checked.returncode == 1

    challenge = str(REPOSITORY / "docs" / "examples" / "challenge.json")
    judged = _run("judge", "--challenge", challenge, "--json", catalogue=tmp_path)
    assert judged.returncode == 1
    assert json.loads(judged.stdout)["play_stands"] is False

    with _served(tmp_path) as (address, server):
        first = subprocess.run(
            [sys.executable, "-m", "server.first_call", address, "ru-crosslet", "ворота", "столы"],
            cwd=REPOSITORY,
            capture_output=True,
            text=True,
            check=True,
            timeout=30,
        )
        assert "ВОРОТА  WORD_STATUS_VALID  plural-only" in first.stdout
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=20)
        assert server.returncode == 0
        events = [json.loads(line)["event"] for line in log.splitlines()]
        assert events == ["lexicon verified", "serving", "stopping", "stopped"]


def test_health_and_a_call_through_reflection_alone(served_catalogue: Catalogue) -> None:
    with _served(served_catalogue.folder) as (address, _), grpc.insecure_channel(address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        for name in ("", "slovosud.lexicon.v1.LexiconService", "lexicon/ru-crosslet"):
            answer = health.Check(health_pb2.HealthCheckRequest(service=name))
            assert answer.status == health_pb2.HealthCheckResponse.SERVING
        pool = descriptor_pool.DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
        service = pool.FindServiceByName("slovosud.lexicon.v1.LexiconService")
        method = service.methods_by_name["CheckWords"]
        ask = message_factory.GetMessageClass(method.input_type)
        answered = message_factory.GetMessageClass(method.output_type)
        call: Any = channel.unary_unary(
            f"/{service.full_name}/{method.name}",
            request_serializer=ask.SerializeToString,
            response_deserializer=answered.FromString,
        )
        answer = call(ask(lexicon_id="ru-crosslet", words=["ёж"]))
        assert answer.verdicts[0].word == "ЕЖ"


def test_sigterm_under_load_loses_no_answer_that_was_begun(served_catalogue: Catalogue) -> None:
    """Callers that watch health and turn away see no failed call."""
    failures: list[grpc.RpcError] = []
    answers = 0
    with _served(served_catalogue.folder) as (address, server):
        leaving = threading.Event()

        def watch() -> None:
            with grpc.insecure_channel(address) as channel:
                health: Any = health_pb2_grpc.HealthStub(channel)
                try:
                    for state in health.Watch(health_pb2.HealthCheckRequest(service="")):
                        if state.status != health_pb2.HealthCheckResponse.SERVING:
                            break
                except grpc.RpcError:
                    pass
                leaving.set()

        def ask() -> None:
            nonlocal answers
            with grpc.insecure_channel(address) as channel:
                stub = LexiconServiceStub(channel)
                request = wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["ёж"] * 50)
                while not leaving.is_set():
                    try:
                        stub.CheckWords(request)
                        answers += 1
                    except grpc.RpcError as error:
                        failures.append(error)

        threads = [threading.Thread(target=watch), *(threading.Thread(target=ask) for _ in range(3))]
        for thread in threads:
            thread.start()
        threading.Event().wait(0.7)
        server.send_signal(signal.SIGTERM)
        for thread in threads:
            thread.join(20)
        server.communicate(timeout=20)
        assert server.returncode == 0
    assert answers > 0
    assert failures == []


def test_a_damaged_lexicon_does_not_keep_the_server_from_starting(own_catalogue: Catalogue) -> None:
    path = own_catalogue.path("ru-crosslet")
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1])
    with _served(own_catalogue.folder) as (address, server):
        with grpc.insecure_channel(address) as channel:
            assert LexiconServiceStub(channel).ListLexicons(wire.ListLexiconsRequest(), timeout=10).lexicons
        server.send_signal(signal.SIGTERM)
        _, log = server.communicate(timeout=20)
    assert server.returncode == 0
    assert "lexicon refused" in log


def test_a_second_signal_ends_a_stop_at_once(served_catalogue: Catalogue) -> None:
    with _served(served_catalogue.folder) as (address, server), grpc.insecure_channel(address) as channel:
        health: Any = health_pb2_grpc.HealthStub(channel)
        next(health.Watch(health_pb2.HealthCheckRequest(service="")))
        server.send_signal(signal.SIGINT)
        threading.Event().wait(0.4)  # what comes at once is the same signal
        server.send_signal(signal.SIGINT)
        server.communicate(timeout=5)
    assert server.returncode == 0


def test_an_occupied_port_is_refused_with_the_mend(served_catalogue: Catalogue) -> None:
    with _served(served_catalogue.folder) as (address, _):
        second = _run("serve", "--address", address, catalogue=served_catalogue.folder)
    assert second.returncode == 2
    assert address in second.stderr
    assert "--address" in second.stderr
    assert "Traceback" not in second.stderr


@pytest.mark.parametrize(
    ("address", "mend"), [("0.0.0.0:0", "--insecure"), ("nonsense", "HOST:PORT"), ("127.0.0.1:99999", "HOST:PORT")]
)
def test_an_address_is_refused_with_the_mend(served_catalogue: Catalogue, address: str, mend: str) -> None:
    refused = _run("serve", "--address", address, catalogue=served_catalogue.folder)
    assert refused.returncode == 2
    assert mend in refused.stderr
