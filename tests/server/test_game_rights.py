"""Who may do what in games kept by the server: shut a window, use a game as a dictionary, come by tokens."""

from __future__ import annotations

import uuid
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1.game_service_pb2_grpc import GameServiceStub
from slovosud.lexicon.v1 import lexicon_service_pb2 as words_wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from server.games.door import client_of
from server.refusals import refusal_of
from server.store import KeyReusedError
from tests.server.refused import Refused, refused
from tests.server.test_game_service import Table, codes, create, creation, laid
from tests.server.test_transport import Authority, secure, serving

pytestmark = pytest.mark.dictionary

SCORE_OF_1: dict[str, Any] = {"seat": 1, "score_written": {}}
CHALLENGED = {"validation.mode": "challenge"}
PLAYERS = [{"name": name} for name in ("Аня", "Борис", "Вера", "Глеб")]
#: The game is over when somebody has a point and the round is complete: after the play of seat 2.
TO_ONE_POINT = CHALLENGED | {"end.target_score": 1}


# The window in which a play may be questioned


@pytest.mark.parametrize("mode", ["challenge", "consensus"])
def test_who_laid_a_play_does_not_write_its_score_while_others_may_question_it(
    channel: grpc.Channel, mode: str
) -> None:
    words = {"unchecked": True} if mode == "consensus" else {"lexicon": {"id": "ru-crosslet"}}
    table = create(channel, players=PLAYERS[:3], settings={"validation.mode": mode}, words=words)
    assert table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ")}).accepted
    refusal = table.refusal(1, 1, SCORE_OF_1)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
    assert refusal.metadata == {"seat": "1", "window": "2, 3", "method": "AppendEvent"}
    assert "score_written" in refusal.message
    assert "arbiter" in refusal.message
    assert table.get(0).version == 1, "nothing is stored"
    questioned = {"challenge": {"all": True}} if mode == "challenge" else {"refuse": {}}
    assert table.append(3, 1, {"seat": 3, **questioned}).accepted


def test_the_arbiter_writes_scores_and_then_it_is_too_late(channel: grpc.Channel) -> None:
    table = create(channel)
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ")})
    assert table.append(0, 1, SCORE_OF_1).accepted
    assert codes(table.append(2, 2, {"seat": 2, "challenge": {"all": True}})) == ["TOO_LATE"]


def test_the_move_of_the_next_player_shuts_the_window_for_the_turn_has_passed(channel: grpc.Channel) -> None:
    table = create(channel, players=PLAYERS[:3])
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛЫ")})
    assert table.append(2, 1, {"seat": 2, "move": {"move": {"exchange": {"count": 1}}}}).accepted
    assert codes(table.append(3, 2, {"seat": 3, "challenge": {"all": True}})) == ["TOO_LATE"]


@pytest.mark.parametrize(
    ("settings", "question"),
    [
        pytest.param({"challenge.window": "turn"}, None, id="writing it shuts nothing where the turn decides"),
        pytest.param({}, {"all": True}, id="every word has been challenged and stands"),
    ],
)
def test_a_player_writes_a_score_that_takes_nothing_from_anybody(
    channel: grpc.Channel, settings: dict[str, str], question: dict[str, Any] | None
) -> None:
    table = create(channel, settings=CHALLENGED | settings)
    table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")})
    version = 1
    if question:
        assert table.append(2, version, {"seat": 2, "challenge": question}).verdict.play_stands
        version += 1
    assert table.append(1, version, SCORE_OF_1).accepted


def ended_unless_questioned(channel: grpc.Channel, players: int) -> tuple[Table, int]:
    """A game whose last play, that of the last seat, may still be questioned; and its version."""
    table = create(channel, settings=TO_ONE_POINT, players=PLAYERS[:players])
    assert table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}).accepted
    for seat in range(2, players):
        table.append(seat, seat - 1, {"seat": seat, "move": {"move": {"exchange": {"count": 1}}}})
    # СТОЛ becomes СТОЛЫ.
    last = table.append(players, players - 1, {"seat": players, "move": laid("Ы", [(7, 9)])})
    assert last.game.HasField("pending_end"), last
    return table, players


@pytest.mark.parametrize("counting", [1, 3], ids=["another seat", "who laid it"])
def test_a_rack_is_not_counted_while_others_may_question_the_last_play(channel: grpc.Channel, counting: int) -> None:
    table, version = ended_unless_questioned(channel, 3)
    letters = list("АААНННО")
    version = table.append(0, version, {"seat": counting, "rack": {"letters": letters}}).game.version
    refusal = table.refusal(counting, version, {"seat": counting, "end_rack": {"letters": letters}})
    assert refusal.reason == "NOT_YOUR_SEAT"
    assert refusal.metadata["window"] == {1: "2", 3: "1, 2"}[counting]
    assert table.append(2, version, {"seat": 2, "challenge": {"all": True}}).accepted


def test_the_one_seat_that_may_question_the_last_play_may_count_its_rack_instead(channel: grpc.Channel) -> None:
    table, version = ended_unless_questioned(channel, 2)
    letters = list("АААНННО")
    version = table.append(0, version, {"seat": 1, "rack": {"letters": letters}}).game.version
    over = table.append(1, version, {"seat": 1, "end_rack": {"letters": letters}})
    assert over.accepted, over
    assert over.game.HasField("ended")


# A game is no dictionary


def shown(*tables: tuple[Table, int]) -> tuple[tuple[str, str], ...]:
    """The tokens of several seats, in one call."""
    return tuple(table.metadata(seat)[0] for table, seat in tables)


def created_by(channel: grpc.Channel, metadata: tuple[tuple[str, str], ...], **changes: Any) -> Refused | Table:
    """What a caller with these tokens gets who creates a game."""
    stub = GameServiceStub(channel)
    request = json_format.ParseDict(creation(**changes), wire.CreateGameRequest())
    try:
        return Table.of(channel, stub.CreateGame(request, metadata=metadata))
    except grpc.RpcError:
        return refused(lambda one: stub.CreateGame(one, metadata=metadata), request)


@pytest.mark.parametrize("mode", ["auto", "consensus", "challenge"])
def test_who_plays_creates_no_game_in_a_lexicon_that_is_shut_to_him(channel: grpc.Channel, mode: str) -> None:
    table = create(channel)
    refusal = created_by(channel, table.metadata(1), settings={"validation.mode": mode})
    assert isinstance(refusal, Refused)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "LEXICON_SHUT")
    assert refusal.metadata == {"id": "ru-crosslet", "game": table.id}


def test_the_themes_of_a_list_are_shut_with_it(channel: grpc.Channel) -> None:
    """What is a word of a theme is a word of its list."""
    table, stub = create(channel), LexiconServiceStub(channel)
    for lexicon_id, reason in (("ru-crosslet.chemistry", "LEXICON_SHUT"), ("ru-crossword", "UNKNOWN_LEXICON")):
        request = words_wire.CheckWordsRequest(lexicon_id=lexicon_id, words=["стол"])
        refusal = refused(lambda one: stub.CheckWords(one, metadata=table.metadata(1)), request)
        assert refusal.reason == reason


def test_others_create_games_as_before(channel: grpc.Channel) -> None:
    table, auto = create(channel), create(channel, settings={"validation.mode": "auto"})
    assert isinstance(created_by(channel, table.metadata(0)), Table), "the arbiter"
    assert isinstance(created_by(channel, auto.metadata(1)), Table), "who plays where words are told when they lie"
    listed = {"accepted_words": {"words": ["СТОЛ"]}}
    assert isinstance(created_by(channel, table.metadata(1), words=listed), Table), "words of one's own tell nothing"
    assert isinstance(created_by(channel, ()), Table), "nobody"


def test_a_game_made_before_tells_no_words_either(channel: grpc.Channel) -> None:
    """Where a proxy shows all tokens of a player, one made in time would be a dictionary."""
    auto = create(channel, settings={"validation.mode": "auto"})
    table, another = create(channel), create(channel)
    stub = GameServiceStub(channel)
    for other, both in ((auto, shown((table, 1), (auto, 1))), (auto, shown((auto, 0), (table, 2)))):
        request = other.request(0, {"seat": 1, "move": laid("СТОЛ")})
        refusal = refused(lambda one, both=both: stub.AppendEvent(one, metadata=both), request)  # type: ignore[misc]
        assert (refusal.reason, refusal.metadata["game"]) == ("LEXICON_SHUT", table.id)
    for other, both in (
        (auto, shown((auto, 1), (table, 0))),
        (another, shown((another, 1), (table, 1))),
    ):
        request = other.request(0, {"seat": 1, "move": laid("СТОЛ")})
        assert stub.AppendEvent(request, metadata=both).accepted, "an arbiter; two games that only a challenge opens"


# Keys and tokens


def test_the_key_of_a_new_game_must_be_a_secret(channel: grpc.Channel) -> None:
    """Who sends the same request with the same key gets the tokens."""
    for key in ("1", "table-1-turn-7", "x" * 19):
        request = json_format.ParseDict(creation(idempotency_key=key), wire.CreateGameRequest())
        refusal = refused(GameServiceStub(channel).CreateGame, request)
        assert (refusal.reason, refusal.fields) == ("INVALID_FIELDS", ["idempotency_key"])
        assert "20 to 64" in refusal.message
        assert "UUID" in refusal.message


def test_a_key_used_for_another_game_is_told_as_it_was_sent_and_gives_nothing_of_it(channel: grpc.Channel) -> None:
    key = str(uuid.uuid4())
    table = create(channel, idempotency_key=key)
    request = json_format.ParseDict(creation(idempotency_key=key, title="another"), wire.CreateGameRequest())
    refusal = refused(GameServiceStub(channel).CreateGame, request)
    assert (refusal.code, refusal.reason) == (grpc.StatusCode.ALREADY_EXISTS, "KEY_REUSED")
    assert refusal.metadata == {"idempotencyKey": key}
    assert table.id not in refusal.message


def test_no_key_is_in_a_log() -> None:
    """Who reads logs plays no games."""
    refusal = refusal_of(KeyReusedError("a-key-that-opens-a-game"), method="CreateGame")
    assert refusal.metadata == {"idempotencyKey": "a-key-that-opens-a-game"}
    assert refusal.logged == {}


def test_one_key_serves_two_games_and_two_seats(channel: grpc.Channel) -> None:
    """Keys of events are those of each token."""
    key, tables = str(uuid.uuid4()), [create(channel), create(channel)]
    for table in tables:
        assert table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}, key).game.id == table.id
        assert table.append(2, 1, {"seat": 2, "challenge": {"all": True}}, key).verdict.play_stands


def test_clients_are_told_apart_by_the_names_in_their_certificates() -> None:
    def proofs(name: bytes, certificate: bytes = b"PEM") -> dict[str, list[bytes]]:
        return {"x509_common_name": [name], "x509_pem_cert": [certificate], "transport_security_type": [b"ssl"]}

    assert client_of(proofs(b"club")) != client_of(proofs(b"other club"))
    assert client_of(proofs(b"club")) == client_of(proofs(b"club", b"renewed"))
    assert client_of({"transport_security_type": [b"insecure"]}) == ""


def test_a_key_of_one_certified_client_gives_another_nothing(tmp_path: Path) -> None:
    authority = Authority(tmp_path, "authority")
    certificate, key = authority.certify("server")
    options = ("--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", authority.root)
    words = {"lexicon": {"id": "sample"}}
    request = json_format.ParseDict(creation(words=words), wire.CreateGameRequest())
    with serving(tmp_path, *map(str, options)) as (_, address):

        def created(club: str) -> str:
            with secure(address, authority.root, authority.certify(club)) as channel:
                answer: wire.CreateGameResponse = GameServiceStub(channel).CreateGame(request, timeout=10)
                return answer.game.id

        # Each call of `certify` renews the certificate.
        assert created("club") == created("club") != created("other-club")


def test_a_token_of_another_game_has_no_seat_here(channel: grpc.Channel) -> None:
    table, other = create(channel), create(channel)
    stub = GameServiceStub(channel)
    request = wire.GetGameRequest(game_id=table.id)
    for seat in (0, 2):
        refusal = refused(lambda one, seat=seat: stub.GetGame(one, metadata=other.metadata(seat)), request)  # type: ignore[misc]
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.PERMISSION_DENIED, "NOT_YOUR_SEAT")
        assert refusal.metadata == {"method": "GetGame"}
    assert table.refusal(2, 0, {"seat": 1, "move": laid("СТОЛ")}).metadata == {"seat": "2", "method": "AppendEvent"}
