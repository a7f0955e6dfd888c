"""Two servers over one store, as behind a balancer: races between them, and retries that reach the other. On both."""

from __future__ import annotations

import threading
import uuid
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import grpc
import pytest
from google.protobuf import json_format
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub

from lexicon.catalogue import Catalogue
from server.store import open_store
from tests.server.conftest import started
from tests.server.test_game_service import Table, create, creation, laid
from tests.support import small_edition

RACES = 10
PLAYERS = [{"name": name} for name in ("Аня", "Борис", "Вера", "Глеб")]
WORDS = {"lexicon": {"id": "sample"}}

Channels = tuple[grpc.Channel, grpc.Channel]


@pytest.fixture
def channels(tmp_path: Path, store_url: str) -> Iterator[Channels]:
    small_edition(tmp_path)
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    with (
        started(catalogue, store_url) as one,
        started(catalogue, store_url) as two,
        grpc.insecure_channel(one.address) as first,
        grpc.insecure_channel(two.address) as second,
    ):
        yield first, second


def at(channel: grpc.Channel, table: Table) -> Table:
    return Table(channel=channel, id=table.id, tokens=table.tokens)


def together(*calls: Callable[[], object]) -> list[str]:
    """Make all calls at one moment; return what each returned, or the code it failed with."""
    ready = threading.Barrier(len(calls))

    def one(call: Callable[[], object]) -> str:
        ready.wait()
        try:
            return str(call())
        except grpc.RpcError as error:
            code: str = error.code().name
            return code

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(one, calls))


def test_of_challenges_that_race_on_two_servers_one_is_heard(channels: Channels, store_url: str) -> None:
    tables = []
    for _ in range(RACES):
        table = create(channels[0], players=PLAYERS, words=WORDS)
        table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
        tables.append(table)
        came = together(
            *(
                lambda seat=seat, channel=channel: (
                    at(channel, table)  # noqa: B023
                    .append(seat, 1, {"seat": seat, "challenge": {"all": True}})
                    .accepted
                )
                for seat in (2, 3, 4)
                for channel in channels
            )
        )
        assert Counter(came) == {"True": 1, "ABORTED": 5}
        assert [at(channel, table).get(0).version for channel in channels] == [2, 2]
    store = open_store(store_url)
    assert [verified.fault for verified in store.verify()] == [None] * RACES
    store.close()


def test_a_retry_that_reaches_the_other_server_is_answered_alike(channels: Channels) -> None:
    for _ in range(RACES):
        table, key = create(channels[0], words=WORDS), str(uuid.uuid4())

        def lay(channel: grpc.Channel) -> bytes:
            answer = at(channel, table).append(1, 0, {"seat": 1, "move": laid("СТОЛ")}, key)  # noqa: B023
            return answer.SerializeToString(deterministic=True)

        answers = together(*(lambda channel=channel: lay(channel) for channel in channels * 3))
        assert len(set(answers)) == 1, answers
        assert answers[0].startswith("b'")


def test_a_game_created_on_both_at_once_is_one_game(channels: Channels) -> None:
    for _ in range(RACES):
        request = json_format.ParseDict(creation(words=WORDS), wire.CreateGameRequest())
        came = together(
            *(lambda channel=channel: GameServiceStub(channel).CreateGame(request) for channel in channels * 3)  # noqa: B023
        )
        assert len(set(came)) == 1


def test_events_that_race_for_a_version_are_one_event(channels: Channels) -> None:
    table = create(channels[0], words=WORDS)
    for version in range(RACES):
        came = together(
            *(
                lambda channel=channel: (
                    at(channel, table)
                    .append(0, version, {"seat": 1, "penalty": {"points": 1}})  # noqa: B023
                    .accepted
                )
                for channel in channels * 2
            )
        )
        assert Counter(came) == {"True": 1, "ABORTED": 3}, (version, came)
    assert [at(channel, table).get(2).seats[0].score for channel in channels] == [-RACES, -RACES]
