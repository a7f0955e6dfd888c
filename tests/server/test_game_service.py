"""Games kept by the server, over the wire: from the first move to a challenge and its verdict."""

from __future__ import annotations

import itertools
import json
import threading
import uuid
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from slovosud.adjudication.v1 import adjudication_service_pb2 as judging
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1.adjudication_service_pb2_grpc import AdjudicationServiceStub
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub
from slovosud.lexicon.v1 import lexicon_service_pb2 as words_wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from adjudicator.event_refusals import EventCode
from adjudicator.record_reading import read_record
from adjudicator.replay import replay
from adjudicator.ruling import ViolationCode
from adjudicator.state import EndReason
from adjudicator.words import LexiconWords
from lexicon.catalogue import Catalogue
from server.games.tokens import Holder, Mint, UnknownTokenError
from tests.server.conftest import DATA, started
from tests.server.refused import Refused, refused

pytestmark = pytest.mark.dictionary

#: Across row 8 from the middle of the board.
SQUARES = [(7, column) for column in range(5, 13)]


def laid(word: str, squares: list[tuple[int, int]] = SQUARES) -> dict[str, Any]:
    tiles = [{"row": r, "column": c, "letter": letter} for letter, (r, c) in zip(word, squares, strict=False)]
    return {"move": {"tiles": tiles}}


@dataclass(frozen=True, kw_only=True)
class Table:
    """A game and those who sit at it: calls by seat, 0 the arbiter."""

    channel: grpc.Channel
    id: str
    tokens: tuple[str, ...]

    @classmethod
    def of(cls, channel: grpc.Channel, created: wire.CreateGameResponse) -> Table:
        return cls(channel=channel, id=created.game.id, tokens=(created.arbiter_token, *created.seat_tokens))

    def metadata(self, seat: int) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.tokens[seat]}"),)

    def request(self, version: int, event: dict[str, Any], key: str = "") -> wire.AppendEventRequest:
        return json_format.ParseDict(
            {
                "game_id": self.id,
                "expected_version": version,
                "idempotency_key": key or str(uuid.uuid4()),
                "event": event,
            },
            wire.AppendEventRequest(),
        )

    def append(self, seat: int, version: int, event: dict[str, Any], key: str = "") -> wire.AppendEventResponse:
        request = self.request(version, event, key)
        answer: wire.AppendEventResponse = GameServiceStub(self.channel).AppendEvent(
            request, metadata=self.metadata(seat)
        )
        return answer

    def refusal(self, seat: int, version: int, event: dict[str, Any], key: str = "") -> Refused:
        stub = GameServiceStub(self.channel)
        request = self.request(version, event, key)
        return refused(lambda one: stub.AppendEvent(one, metadata=self.metadata(seat)), request)

    def get(self, seat: int) -> wire.Game:
        answer = GameServiceStub(self.channel).GetGame(
            wire.GetGameRequest(game_id=self.id), metadata=self.metadata(seat)
        )
        game: wire.Game = answer.game
        return game

    def export(self, seat: int, form: int = wire.RECORD_FORMAT_JSON) -> bytes:
        request = wire.ExportGameRequest(game_id=self.id, format=form)  # type: ignore[arg-type]
        data: bytes = GameServiceStub(self.channel).ExportGame(request, metadata=self.metadata(seat)).data
        return data


def creation(**changes: Any) -> dict[str, Any]:
    return {
        "ruleset_id": "crosslet",
        "settings": {"validation.mode": "challenge"},
        "words": {"lexicon": {"id": "ru-crosslet"}},
        "players": [{"name": "Аня"}, {"name": "Борис"}],
        "idempotency_key": str(uuid.uuid4()),
    } | changes


def create(channel: grpc.Channel, **changes: Any) -> Table:
    request = json_format.ParseDict(creation(**changes), wire.CreateGameRequest())
    return Table.of(channel, GameServiceStub(channel).CreateGame(request))


@pytest.fixture
def table(channel: grpc.Channel) -> Table:
    return create(channel)


def codes(answer: wire.AppendEventResponse) -> list[str]:
    prefix = "EVENT_REFUSAL_CODE_"
    return [wire.EventRefusalCode.Name(one.code).removeprefix(prefix) for one in answer.refusals]


def test_a_game_to_a_challenge_and_its_verdict(table: Table, served_catalogue: Catalogue) -> None:
    game = table.get(1)
    assert (game.version, game.on_turn, [seat.player.name for seat in game.seats]) == (0, 1, ["Аня", "Борис"])
    assert game.lexicon.edition == served_catalogue.open("ru-crosslet").edition
    play = table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ")})
    assert play.accepted
    assert [word.status for word in play.ruling.words] == [judging.WORD_STANDING_UNTOLD], "shut until challenged"
    assert (play.game.version, play.game.play_open, play.game.board[7][5:10]) == (1, True, "СТОЛЫ")
    verdict = table.append(2, 1, {"seat": 2, "challenge": {"words": ["СТОЛЫ"]}})
    assert verdict.accepted
    assert not verdict.verdict.play_stands
    assert verdict.game.board[7] == "." * 15
    assert table.get(0).version == 2


def test_an_event_that_breaks_a_rule_is_answered_with_every_reason_and_not_stored(table: Table) -> None:
    answer = table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ", [(0, c) for c in range(5)])})
    assert not answer.accepted
    assert codes(answer) == ["CENTRE_NOT_COVERED"]
    assert all(refusal.message for refusal in answer.refusals)
    assert answer.game.version == table.get(1).version == 0
    assert codes(table.append(2, 0, {"seat": 2, "move": {"move": {"pass": True}}})) == ["NOT_YOUR_TURN"]


def test_the_same_key_and_body_get_the_same_answer_for_ever(table: Table) -> None:
    key = str(uuid.uuid4())
    event = {"seat": 1, "move": laid("СТОЛ")}
    first = table.append(1, 0, event, key)
    table.append(0, 1, {"seat": 1, "score_written": {}})
    assert table.append(1, 0, event, key) == first
    assert table.get(1).version == 2


def test_the_same_call_sent_by_many_at_once_is_answered_alike(channel: grpc.Channel) -> None:
    for _ in range(20):
        table, key, ready = create(channel), str(uuid.uuid4()), threading.Barrier(6)
        answers: list[bytes] = []

        def send() -> None:
            ready.wait()  # noqa: B023  the threads end in this turn of the loop
            answer = table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}, key)  # noqa: B023
            answers.append(answer.SerializeToString(deterministic=True))  # noqa: B023

        threads = [threading.Thread(target=send) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(answers) == 6
        assert len(set(answers)) == 1


def test_the_same_key_with_another_body_is_refused(table: Table) -> None:
    key = str(uuid.uuid4())
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}, key)
    refusal = table.refusal(1, 1, {"seat": 1, "score_written": {}}, key)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "KEY_REUSED")
    assert refusal.metadata == {"idempotencyKey": key}


def test_creating_a_game_again_gives_the_same_game_and_tokens(channel: grpc.Channel) -> None:
    request = json_format.ParseDict(creation(), wire.CreateGameRequest())
    stub = GameServiceStub(channel)
    assert stub.CreateGame(request) == stub.CreateGame(request)
    request.title = "another"
    assert refused(stub.CreateGame, request).reason == "KEY_REUSED"


def test_a_stale_version_is_a_conflict_that_names_both(table: Table) -> None:
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
    refusal = table.refusal(2, 0, {"seat": 2, "challenge": {"all": True}})
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ABORTED, "VERSION_CONFLICT")
    assert refusal.metadata == {"expected": "0", "found": "1"}


def test_of_racing_challenges_the_first_stored_decides(channel: grpc.Channel) -> None:
    names = [{"name": name} for name in ("Аня", "Борис", "Вера", "Глеб")]
    table = create(channel, players=names)
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ")})
    outcomes: list[str] = []
    ready = threading.Barrier(3)

    def challenge(seat: int) -> None:
        ready.wait()
        try:
            answer = table.append(seat, 1, {"seat": seat, "challenge": {"all": True}})
            outcomes.append("heard" if answer.accepted else "refused")
        except grpc.RpcError as error:
            outcomes.append(error.code().name)

    threads = [threading.Thread(target=challenge, args=(seat,)) for seat in (2, 3, 4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(outcomes) == ["ABORTED", "ABORTED", "heard"]
    assert table.get(0).version == 2


def test_a_challenge_on_a_settled_turn_is_an_answer(table: Table) -> None:
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
    table.append(0, 1, {"seat": 1, "score_written": {}})
    late = table.append(2, 2, {"seat": 2, "challenge": {"all": True}})
    assert not late.accepted
    assert codes(late) == ["TOO_LATE"]


def test_an_event_after_the_end_is_an_answer(channel: grpc.Channel) -> None:
    table = create(
        channel, settings={"validation.mode": "challenge", "end.target_score": 1, "final.subtract_racks": False}
    )
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
    table.append(0, 1, {"seat": 1, "score_written": {}})
    over = table.append(2, 2, {"seat": 2, "move": {"move": {"exchange": {"count": 1}}}})
    version = over.game.version
    assert over.game.ended.reason == wire.END_REASON_TARGET_REACHED, "the round is complete"
    late = table.append(0, version, {"seat": 1, "move": {"move": {"pass": True}}})
    assert codes(late) == ["GAME_OVER"]
    table.append(0, version, {"end": {}})
    closed = table.append(0, version + 1, {"seat": 1, "penalty": {"points": 5}})
    assert codes(closed) == ["GAME_OVER"]


def test_a_seat_speaks_for_itself_only(table: Table) -> None:
    refusal = table.refusal(2, 0, {"seat": 1, "move": laid("СТОЛ")})
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    events: list[dict[str, Any]] = [{"seat": 1, "penalty": {"points": 1}}, {"end": {}}]
    for event in events:
        assert table.refusal(1, 0, event).reason == "NOT_YOUR_SEAT"
    assert table.append(0, 0, {"seat": 1, "move": laid("СТОЛ")}).accepted, "the arbiter speaks for all"


@pytest.mark.parametrize(
    "token", ["", "0.0.x", "..", "a" * 2_000, "мой.1.ключ"], ids=["none", "forged", "dots", "long", "no ASCII"]
)
def test_who_has_no_token_of_ours_is_not_let_in(channel: grpc.Channel, table: Table, token: str) -> None:
    stub = GameServiceStub(channel)
    if not token.isascii():
        with pytest.raises(UnknownTokenError):
            Mint(secret=b"s" * 32).holder(token)
        return
    metadata = (("authorization", f"Bearer {token}"),) if token else ()
    refusal = refused(lambda one: stub.GetGame(one, metadata=metadata), wire.GetGameRequest(game_id=table.id))
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAUTHENTICATED, "UNKNOWN_TOKEN")


def test_a_token_opens_its_own_game_only(channel: grpc.Channel, table: Table) -> None:
    other = create(channel)
    stub = GameServiceStub(channel)
    request = wire.GetGameRequest(game_id=table.id)
    refusal = refused(lambda one: stub.GetGame(one, metadata=other.metadata(0)), request)
    assert refusal.reason == "NOT_YOUR_SEAT"


def test_every_changed_character_of_a_token_is_noticed() -> None:
    mint = Mint(secret=bytes(range(32)))
    token = mint.token(Holder(game_id="abc", seat=2))
    assert mint.holder(token) == Holder(game_id="abc", seat=2)
    for place, character in itertools.product(range(len(token)), "a0.-"):
        changed = token[:place] + character + token[place + 1 :]
        if changed != token:
            with pytest.raises(UnknownTokenError):
                mint.holder(changed)
    with pytest.raises(UnknownTokenError):
        Mint(secret=b"x" * 32).holder(token)


HIDDEN = {"ruleset_id": "scrabble-pl", "settings": {}, "words": {"accepted_words": {"words": ["KOT"]}}}


def test_where_racks_are_hidden_a_seat_sees_its_own_letters_only(channel: grpc.Channel) -> None:
    table = create(channel, **HIDDEN)
    table.append(1, 0, {"seat": 1, "rack": {"letters": list("KOTALIZ")}})
    table.append(2, 1, {"seat": 2, "draw": {"letters": list("AEI")}})
    table.append(1, 2, {"seat": 1, "move": {"move": {"exchange": {"letters": ["Z"]}}, "rack": list("KOTALIZ")}})
    racks = {seat: [list(one.rack) for one in table.get(seat).seats] for seat in (0, 1, 2)}
    assert racks[1] == [list("AIKLOT"), []] or sorted(racks[1][0]) == sorted("KOTALI")
    assert racks[1][1] == [] == racks[2][0]
    assert sorted(racks[2][1]) == list("AEI")
    assert [len(rack) for rack in racks[0]] == [6, 3], "the arbiter sees all"
    assert [seat.rack_count for seat in table.get(1).seats] == [7, 7], "numbers are for everybody"
    seen = json.loads(table.export(2))["events"]
    assert [one.get("letters") for one in seen] == [[], list("AEI"), None]
    assert seen[2]["move"] == {"exchange": {"count": 1}}
    assert "rack" not in seen[2]
    assert json.loads(table.export(0))["events"][2]["rack"] == list("KOTALIZ")


def test_a_refusal_names_no_tile_of_another_rack(channel: grpc.Channel) -> None:
    table = create(channel, **HIDDEN)
    table.append(2, 0, {"seat": 2, "draw": {"letters": ["Ń"]}})
    (told,) = table.append(1, 1, {"seat": 1, "draw": {"letters": ["Ń", "A"]}}).refusals
    assert "Ń" not in told.message, "the set has one"
    (seen,) = table.append(0, 1, {"seat": 1, "draw": {"letters": ["Ń", "A"]}}).refusals
    assert "Ń" in seen.message, "the arbiter sees all"


def test_who_plays_gets_no_look_ups_while_only_a_challenge_opens_the_dictionary(
    channel: grpc.Channel, table: Table
) -> None:
    lexicons, judges = LexiconServiceStub(channel), AdjudicationServiceStub(channel)
    check = words_wire.CheckWordsRequest(lexicon_id="ru-crosslet", words=["стол"])
    search = words_wire.SearchWordsRequest(lexicon_id="ru-crosslet", prefix="стол")
    explain = words_wire.ExplainWordRequest(lexicon_id="ru-crosslet", word="стол")
    export = words_wire.ExportWordsRequest(lexicon_id="ru-crosslet", format=words_wire.EXPORT_FORMAT_TEXT)
    named = words_wire.EditionReference(lexicon_id="ru-crosslet")
    move = judging.AdjudicateMoveRequest(
        ruleset_id="crosslet", words=judging.WordSource(lexicon=judging.LexiconReference(id="ru-crosslet"))
    )
    calls: list[tuple[Any, Any]] = [
        (lexicons.CheckWords, check),
        (lexicons.ExplainWord, explain),
        (lexicons.SearchWords, search),
        (lexicons.ExportWords, export),
        (lexicons.DiffLexicons, words_wire.DiffLexiconsRequest(before=named, after=named)),
        (judges.AdjudicateMove, move),
    ]
    for call, request in calls:
        refusal = refused(lambda one, call=call: call(one, metadata=table.metadata(1)), request)  # type: ignore[misc]
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "LEXICON_SHUT"), request
    assert lexicons.CheckWords(check, metadata=table.metadata(0)).verdicts, "the arbiter may look"
    other = create(channel, settings={"validation.mode": "auto"})
    assert lexicons.CheckWords(check, metadata=other.metadata(1)).verdicts, "words are judged when they are laid"


def test_watching_tells_what_was_and_what_comes(table: Table, channel: grpc.Channel) -> None:
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
    request = wire.WatchGameRequest(game_id=table.id)
    stream = GameServiceStub(channel).WatchGame(request, metadata=table.metadata(2), timeout=30)
    first = next(stream)
    assert (first.event.WhichOneof("kind"), first.game.version) == ("move", 1)
    table.append(0, 1, {"seat": 1, "score_written": {}})
    second = next(stream)
    assert (second.event.WhichOneof("kind"), second.game.version) == ("score_written", 2)
    stream.cancel()
    again = GameServiceStub(channel).WatchGame(
        wire.WatchGameRequest(game_id=table.id, after_version=1), metadata=table.metadata(2), timeout=30
    )
    assert next(again) == second
    again.cancel()
    beyond = wire.WatchGameRequest(game_id=table.id, after_version=3)
    stub = GameServiceStub(channel)
    assert refused(lambda one: stub.WatchGame(one, metadata=table.metadata(2)), beyond).fields == ["after_version"]


def test_the_exported_record_replays_to_the_same_scores(table: Table, served_catalogue: Catalogue) -> None:
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ"), "note": "начало"})
    table.append(0, 1, {"seat": 1, "score_written": {}})
    table.append(2, 2, {"seat": 2, "move": {"move": {"exchange": {"count": 2}}}})
    record = read_record(
        table.export(0), data=DATA, open_words=lambda name, edition: LexiconWords(served_catalogue.open(name, edition))
    )
    replayed = replay(record)
    assert replayed.as_the_rules_say
    assert [seat.score for seat in table.get(0).seats] == list(replayed.state.scores)


def test_gcg_is_for_games_it_can_hold(channel: grpc.Channel, table: Table) -> None:
    polish = create(channel, **HIDDEN)
    polish.append(1, 0, {"seat": 1, "move": laid("KOT", [(7, 7), (7, 8), (7, 9)])})
    assert ">" in polish.export(0, wire.RECORD_FORMAT_GCG).decode()
    stub = GameServiceStub(channel)
    for form in (wire.RECORD_FORMAT_GCG, wire.RECORD_FORMAT_UNSPECIFIED):
        request = wire.ExportGameRequest(game_id=table.id, format=form)
        assert refused(lambda one: stub.ExportGame(one, metadata=table.metadata(0)), request).fields == ["format"]


def test_games_are_listed_for_the_tokens_of_the_call_newest_first(channel: grpc.Channel) -> None:
    tables = [create(channel, title=str(number)) for number in range(3)]
    metadata = tuple(one.metadata(0)[0] for one in tables)
    stub = GameServiceStub(channel)
    first = stub.ListGames(wire.ListGamesRequest(page_size=2), metadata=metadata)
    rest = stub.ListGames(wire.ListGamesRequest(page_token=first.next_page_token), metadata=metadata)
    assert [game.title for game in (*first.games, *rest.games)] == ["2", "1", "0"]
    assert not rest.next_page_token
    assert not stub.ListGames(wire.ListGamesRequest()).games, "nobody's games"


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        pytest.param({"idempotency_key": ""}, "idempotency_key", id="no key"),
        pytest.param({"idempotency_key": "k" * 65}, "idempotency_key", id="a key too long"),
        pytest.param({"players": []}, "players", id="nobody plays"),
        pytest.param({"players": [{"name": "Аня"}] * 9}, "players", id="too many play"),
        pytest.param({"words": {}}, "words", id="nobody judges words"),
        pytest.param({"settings": {"premium": "sometimes"}}, "settings.premium", id="a value that is not allowed"),
        pytest.param({"first_seat": 3}, "first_seat", id="a seat that is not there"),
        pytest.param({"first_seat": 1, "start_drawn": True}, "start_drawn", id="two ways to begin"),
    ],
)
def test_a_bad_game_is_refused_by_its_fields(channel: grpc.Channel, changes: dict[str, Any], field: str) -> None:
    request = json_format.ParseDict(creation(**changes), wire.CreateGameRequest())
    refusal = refused(GameServiceStub(channel).CreateGame, request)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.INVALID_ARGUMENT, "INVALID_FIELDS")
    assert any(one.startswith(field) for one in refusal.fields), refusal.fields


def test_an_event_is_refused_by_its_fields(table: Table) -> None:
    request = table.request(0, {"seat": 1, "move": laid("СТОЛ")})
    request.ClearField("expected_version")
    stub = GameServiceStub(table.channel)
    assert refused(lambda one: stub.AppendEvent(one, metadata=table.metadata(1)), request).fields == [
        "expected_version"
    ]
    assert table.refusal(1, 0, {"seat": 1}).fields == ["event"]
    bad = table.refusal(1, 0, {"seat": 1, "rack": {"letters": ["Q", "ЙЙ"]}})
    assert bad.fields == ["event.letters[0]", "event.letters[1]"]


def test_a_draw_for_the_start_is_part_of_the_game(channel: grpc.Channel) -> None:
    table = create(channel, start_drawn=True)
    assert table.get(1).on_turn == 0
    table.append(1, 0, {"seat": 1, "start_draw": {"tile": "Я"}})
    answer = table.append(2, 1, {"seat": 2, "start_draw": {"tile": "А"}})
    assert answer.game.on_turn == 2


def test_a_game_goes_on_where_it_was_after_a_restart(served_catalogue: Catalogue, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with started(served_catalogue, store) as server, grpc.insecure_channel(server.address) as channel:
        table = create(channel)
        table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
        before = table.get(1)
    with started(served_catalogue, store) as server, grpc.insecure_channel(server.address) as channel:
        again = Table(channel=channel, id=table.id, tokens=table.tokens)
        assert again.get(1) == before
        assert again.append(0, 1, {"seat": 1, "score_written": {}}).game.version == 2


def test_two_servers_over_one_store_see_each_others_events(served_catalogue: Catalogue, tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with (
        started(served_catalogue, store) as one,
        started(served_catalogue, store) as two,
        grpc.insecure_channel(one.address) as first,
        grpc.insecure_channel(two.address) as second,
    ):
        here = create(first)
        there = Table(channel=second, id=here.id, tokens=here.tokens)
        here.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
        there.append(0, 1, {"seat": 1, "score_written": {}})
        assert here.refusal(2, 1, {"seat": 2, "move": {"move": {"pass": True}}}).reason == "VERSION_CONFLICT"
        stream = GameServiceStub(first).WatchGame(
            wire.WatchGameRequest(game_id=here.id, after_version=2), metadata=here.metadata(1), timeout=30
        )
        there.append(2, 2, {"seat": 2, "move": {"move": {"exchange": {"count": 1}}}})
        assert next(stream).game.version == 3
        stream.cancel()


def test_the_wire_knows_every_reason_of_the_referee() -> None:
    codes = wire.EventRefusalCode.DESCRIPTOR.values_by_name
    known = {name.removeprefix("EVENT_REFUSAL_CODE_") for name in codes} - {"UNSPECIFIED"}
    assert known == {code.value for code in ViolationCode} | {code.value for code in EventCode}
    ends = {name.removeprefix("END_REASON_") for name in wire.EndReason.DESCRIPTOR.values_by_name} - {"UNSPECIFIED"}
    assert ends == {reason.value for reason in EndReason}
