"""Games whose edition is not here any more, after a restart: told as such, and in nobody's way. On both stores."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from slovosud.adjudication.v1 import error_reason_pb2 as reasons
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub
from slovosud.lexicon.v1 import lexicon_service_pb2 as words_wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from server.command_line.app import ExitCode, run
from tests.server.conftest import DATA, started
from tests.server.refused import refused
from tests.server.test_game_service import Table, create, laid
from tests.support import small_edition


@dataclass(frozen=True, kw_only=True)
class Club:
    """Two games, each by an edition of its own, and where the server keeps what it needs."""

    catalogue: Catalogue
    store: str
    old: Table
    new: Table

    @contextmanager
    def server(self) -> Iterator[grpc.Channel]:
        """A server that was just started."""
        with started(self.catalogue, self.store) as server, grpc.insecure_channel(server.address) as channel:
            yield channel

    def at(self, channel: grpc.Channel) -> tuple[Table, Table]:
        """The same tables, seen over another channel."""
        old, new = (Table(channel=channel, id=one.id, tokens=one.tokens) for one in (self.old, self.new))
        return old, new

    def lose(self, edition: str) -> None:
        for file in (self.catalogue.folder / "sample").glob(f"{edition}.*"):
            file.rename(file.with_suffix(f"{file.suffix}.away"))

    def put_back(self) -> None:
        for file in (self.catalogue.folder / "sample").glob("*.away"):
            file.rename(file.with_suffix(""))


@pytest.fixture
def club(tmp_path: Path, store_url: str) -> Club:
    for edition in ("old", "new"):
        small_edition(tmp_path, edition=edition)
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    with started(catalogue, store_url) as server, grpc.insecure_channel(server.address) as channel:
        old, new = (
            create(channel, title=edition, words={"lexicon": {"id": "sample", "edition": edition}})
            for edition in ("old", "new")
        )
        assert old.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}).accepted
    return Club(catalogue=catalogue, store=store_url, old=old, new=new)


def listed(channel: grpc.Channel, *tables: Table) -> list[wire.Game]:
    metadata = tuple(one.metadata(1)[0] for one in tables)
    return list(GameServiceStub(channel).ListGames(wire.ListGamesRequest(), metadata=metadata).games)


def test_a_list_tells_the_others_whole_and_that_one_with_its_fault(club: Club) -> None:
    club.lose("old")
    with club.server() as channel:
        old, new = club.at(channel)
        whole, faulty = listed(channel, old, new)
        assert (whole.title, whole.HasField("fault"), whole.board != []) == ("new", False, True)
        assert (faulty.id, faulty.version, faulty.title, faulty.ruleset_id) == (old.id, 1, "old", "crosslet")
        assert (faulty.lexicon.id, faulty.lexicon.edition, faulty.lexicon.digest) == ("sample", "old", "")
        assert faulty.fault.reason == reasons.ERROR_REASON_UNKNOWN_EDITION
        assert "sample@old" in faulty.fault.message
        assert "put it back" in faulty.fault.message
        assert not faulty.seats, "nothing that only opening it would tell"


def _get(table: Table) -> tuple[Callable[..., Any], Any]:
    return GameServiceStub(table.channel).GetGame, wire.GetGameRequest(game_id=table.id)


def _watch(table: Table) -> tuple[Callable[..., Any], Any]:
    return GameServiceStub(table.channel).WatchGame, wire.WatchGameRequest(game_id=table.id)


def _export(table: Table) -> tuple[Callable[..., Any], Any]:
    request = wire.ExportGameRequest(game_id=table.id, format=wire.RECORD_FORMAT_JSON)
    return GameServiceStub(table.channel).ExportGame, request


def _append(table: Table) -> tuple[Callable[..., Any], Any]:
    request = table.request(1, {"seat": 1, "score_written": {}})
    return GameServiceStub(table.channel).AppendEvent, request


@pytest.mark.parametrize("called", [_get, _watch, _export, _append])
def test_its_calls_say_which_edition_is_gone_and_what_to_do(
    club: Club, called: Callable[[Table], tuple[Callable[..., Any], Any]], capsys: pytest.CaptureFixture[str]
) -> None:
    club.lose("old")
    with club.server() as channel:
        old, _ = club.at(channel)
        call, request = called(old)
        refusal = refused(lambda one: call(one, metadata=old.metadata(0)), request)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.NOT_FOUND, "UNKNOWN_EDITION")
    assert refusal.metadata == {"id": "old", "lexicon": "sample", "known": "new", "game": old.id}
    assert refusal.message == (
        f"game {old.id} is played by edition sample@old, which is not here any more; nothing takes its place: "
        "ask who runs this server to put it back"
    )
    told = [json.loads(line) for line in capsys.readouterr().err.splitlines() if "call failed" in line]
    assert [(one["level"], one["game"]) for one in told] == [("error", old.id)], "who runs the server must look"


def test_an_answer_that_was_given_is_given_again_without_the_edition(club: Club) -> None:
    with club.server() as channel:
        old, _ = club.at(channel)
        request = old.request(1, {"seat": 2, "challenge": {"all": True}})
        answer = GameServiceStub(channel).AppendEvent(request, metadata=old.metadata(2))
    club.lose("old")
    with club.server() as channel:
        assert GameServiceStub(channel).AppendEvent(request, metadata=old.metadata(2)) == answer


def test_the_game_goes_on_when_the_edition_is_back(club: Club) -> None:
    club.lose("old")
    with club.server() as channel:
        old, _ = club.at(channel)
        assert listed(channel, old)[0].HasField("fault")
        club.put_back()
        # The catalogue is looked at again every few seconds; a server that is started anew looks at once.
    with club.server() as channel:
        old, _ = club.at(channel)
        assert old.append(2, 1, {"seat": 2, "challenge": {"all": True}}).verdict.play_stands


def test_a_lexicon_that_is_gone_with_all_its_editions_is_an_edition_that_is_gone(club: Club) -> None:
    shutil.rmtree(club.catalogue.folder / "sample")
    with club.server() as channel:
        old, new = club.at(channel)
        refusal = refused(lambda one: GameServiceStub(channel).GetGame(one, metadata=old.metadata(1)), _get(old)[1])
        assert (refusal.reason, refusal.metadata["id"]) == ("UNKNOWN_EDITION", "old")
        assert [game.fault.reason for game in listed(channel, old, new)] == [reasons.ERROR_REASON_UNKNOWN_EDITION] * 2


def test_a_damaged_edition_is_told_as_such(club: Club) -> None:
    path = club.catalogue.folder / "sample" / "old.lexicon"
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1])
    with club.server() as channel:
        old, new = club.at(channel)
        whole, faulty = listed(channel, old, new)
    assert not whole.HasField("fault")
    assert faulty.fault.reason == reasons.ERROR_REASON_LEXICON_DAMAGED
    assert str(club.catalogue.folder) not in faulty.fault.message


def test_its_seats_get_no_look_ups_in_its_lexicon_and_all_others(club: Club) -> None:
    """Nobody knows whether it is over, and the edition that is here tells nearly the same words."""
    club.lose("old")
    with club.server() as channel:
        old, _ = club.at(channel)
        stub = LexiconServiceStub(channel)
        request = words_wire.CheckWordsRequest(lexicon_id="sample", words=["дом"])
        assert refused(lambda one: stub.CheckWords(one, metadata=old.metadata(1)), request).reason == "LEXICON_SHUT"
        assert stub.CheckWords(request, metadata=old.metadata(0)).verdicts
        other = words_wire.CheckWordsRequest(lexicon_id="nope", words=["дом"])
        assert refused(lambda one: stub.CheckWords(one, metadata=old.metadata(1)), other).reason == "UNKNOWN_LEXICON"


def test_the_verbs_of_the_store_need_no_edition_but_to_judge_again(
    club: Club, capsys: pytest.CaptureFixture[str]
) -> None:
    club.lose("old")

    def told(*arguments: str) -> tuple[int, str, str]:
        code = run(["store", *arguments, "--store", club.store])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    assert told("verify")[:2] == (ExitCode.DONE, "games: 2, events: 1, sound\n")
    code, exported, _ = told("export", "--game", club.old.id)
    assert (code, [json.loads(line)["version"] for line in exported.splitlines()]) == (ExitCode.DONE, [0, 1])
    code, judged, complaint = told("rejudge", "--catalogue", str(club.catalogue.folder), "--data", str(DATA))
    assert (code, judged) == (ExitCode.NOT_FOUND, "games judged again: 1, answers that would be others: 0\n")
    assert f"game {club.old.id} is not judged" in complaint
    assert "old" in complaint
