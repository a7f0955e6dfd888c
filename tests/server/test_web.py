"""The services for browsers, over HTTP: the same answers and refusals as over gRPC, in every form of the protocols."""

from __future__ import annotations

import base64
import gzip
import http.client
import json
import socket
import time
import uuid
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2
from slovosud.adjudication.v1 import adjudication_service_pb2, game_service_pb2
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from server.editions import Editions
from server.listening import Address, AddressError
from server.log import logger
from server.serving import MOST_STREAMS, RunningServer, start
from server.store.opening import open_store
from server.web.settings import WebSettings
from tests.server.refused import refused
from tests.server.web_calls import CONNECT_END, GAMES, GRPC_WEB_END, JSON, JUDGING, LEXICONS, Web, enveloped, unpadded
from tests.support import DATA, small_edition

HERE = Address(host="127.0.0.1", port=0)
PAGE = "https://games.example"
WORDS = ["стол", "столы", "ёж", "", "c"]
#: Longer requests are too long for the first line of a GET.
MOST_IN_A_LINE = 4_000
SERVICES = [
    *wire.DESCRIPTOR.services_by_name.values(),
    *adjudication_service_pb2.DESCRIPTOR.services_by_name.values(),
    *game_service_pb2.DESCRIPTOR.services_by_name.values(),
]
METHODS = [method for service in SERVICES for method in service.methods]


@contextmanager
def served(folder: Path, *origins: str) -> Iterator[tuple[RunningServer, Web]]:
    """A server in this process over the small list."""
    small_edition(folder)
    with closing(open_store(str(folder / "games.sqlite"))) as store:
        server = start(
            data=DATA,
            editions=Editions(Catalogue(folder=folder / "catalogue")),
            store=store,
            address=HERE,
            web=WebSettings(address=HERE, origins=origins),
            log=logger(),
        )
        assert server.web is not None
        try:
            yield server, Web(address=server.web.address)
        finally:
            server.stop(lame_duck=0, grace=1)


@pytest.fixture(scope="module")
def both(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[RunningServer, Web]]:
    with served(tmp_path_factory.mktemp("web"), PAGE) as found:
        yield found


@pytest.fixture(scope="module")
def web(both: tuple[RunningServer, Web]) -> Web:
    return both[1]


@pytest.fixture(scope="module")
def channel(both: tuple[RunningServer, Web]) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(both[0].address) as opened:
        yield opened


@pytest.mark.parametrize("method", METHODS, ids=lambda method: str(method.name))
def test_every_method_of_the_wire_is_reached(web: Web, method: Any) -> None:
    path = f"/{method.containing_service.full_name}/{method.name}"
    if method.server_streaming:
        last = json.loads(web.stream(path, {}).frames[-1][1])
        code, info = last["error"]["code"], last["error"]["details"][0]["debug"]
    elif method.name.startswith("List") and method.name != "ListGames":
        assert web.post(path, {}).code == 200
        return
    elif method.name == "ListGames":
        assert web.post(path, {}).json == {"games": [], "nextPageToken": ""}
        return
    else:
        refusal = web.post(path, {}).json
        code, info = refusal["code"], refusal["details"][0]["debug"]
    assert (code, info["reason"], info["domain"]) == ("invalid_argument", "INVALID_FIELDS", "slovosud")


@pytest.mark.parametrize(
    "words",
    [
        pytest.param(WORDS, id="words"),
        pytest.param([], id="nothing"),
        pytest.param(["", "cтол", "е\u0308ж", "стол\0", "\U0001f600" * 70, "ст\u00adол"], id="what is no plain word"),
        pytest.param(["о" * length for length in (1, 15, 16, 62, 63, 64, 65, 200_000)], id="words of any length"),
        pytest.param(["столами"] * 1000, id="as many as there may be"),
    ],
)
def test_an_answer_is_the_same_in_every_form(web: Web, channel: grpc.Channel, words: list[str]) -> None:
    request = wire.CheckWordsRequest(lexicon_id="sample", words=words)
    expected = LexiconServiceStub(channel).CheckWords(request)
    asked, path = json_format.MessageToDict(request), LEXICONS + "CheckWords"

    def read(body: bytes) -> wire.CheckWordsResponse:
        return json_format.Parse(body, wire.CheckWordsResponse())

    in_base64 = base64.urlsafe_b64encode(request.SerializeToString()).decode().rstrip("=")
    framed = web.grpc_web(path, request).frames
    assert read(web.post(path, asked).body) == expected
    assert wire.CheckWordsResponse.FromString(web.post_binary(path, request).body) == expected
    if len(in_base64) < MOST_IN_A_LINE:
        assert read(web.get(path, encoding="json", message=json.dumps(asked, ensure_ascii=False)).body) == expected
        by_get = web.get(path, encoding="proto", base64="1", message=in_base64).body
        assert wire.CheckWordsResponse.FromString(by_get) == expected
    assert wire.CheckWordsResponse.FromString(framed[0][1]) == expected
    assert framed[1] == (GRPC_WEB_END, b"grpc-status: 0\r\n")


def test_the_compact_answer_is_given_too(web: Web) -> None:
    answer = web.post(LEXICONS + "CheckWords", {"lexiconId": "sample", "words": WORDS, "compact": True}).json
    assert base64.b64decode(answer["validBitmap"]) == bytes([0b101])
    assert answer["verdicts"] == []


def test_json_takes_both_spellings_and_writes_enums_by_name_and_empty_fields_too(web: Web) -> None:
    camel = web.post(LEXICONS + "ExplainWord", {"lexiconId": "sample", "word": "столы"})
    snake = web.post(LEXICONS + "ExplainWord", {"lexicon_id": "sample", "word": "столы"})
    assert camel.json == snake.json
    assert camel.headers["content-type"] == "application/json"
    assert camel.json["status"] == "WORD_STATUS_NOT_IN_LEXICON"
    assert {"LAYER_KIND_SPELLING", "LAYER_KIND_POLICY"} <= {layer["kind"] for layer in camel.json["layers"]}
    assert {layer["decides"] for layer in camel.json["layers"]} == {False, True}


def test_a_move_is_judged_from_json(web: Web) -> None:
    request = json.loads((DATA.parent / "docs" / "examples" / "challenge.json").read_text(encoding="utf-8"))
    request |= {"words": {"lexicon": {"id": "sample"}}, "moment": "BEFORE_SCORE_WRITTEN"}
    assert "moment" in web.post(JUDGING + "AdjudicateChallenge", request).json["message"], "enums bear their prefix"
    request["moment"] = "MOMENT_BEFORE_SCORE_WRITTEN"
    answer = web.post(JUDGING + "AdjudicateChallenge", request).json
    assert "verdict" in answer, answer
    assert answer["verdict"]["playStands"] is False
    assert answer["lexicon"]["id"] == "sample"


def by_grpc(channel: grpc.Channel, name: str) -> Callable[[Message], Any]:
    stub: Any = LexiconServiceStub(channel)
    call: Callable[[Message], Any] = getattr(stub, name)
    return call


@pytest.mark.parametrize(
    ("name", "request_", "http", "code"),
    [
        ("CheckWords", wire.CheckWordsRequest(words=["ёж"]), 400, "invalid_argument"),
        ("GetLexicon", wire.GetLexiconRequest(lexicon_id="../etc"), 404, "not_found"),
        ("ExplainWord", wire.ExplainWordRequest(lexicon_id="sample", edition="я" * 5000), 404, "not_found"),
        ("ExplainWord", wire.ExplainWordRequest(lexicon_id="sample", language="xx"), 400, "invalid_argument"),
        ("ListLexicons", wire.ListLexiconsRequest(page_size=-1, page_token="?"), 400, "invalid_argument"),  # noqa: S106
        ("CheckWords", wire.CheckWordsRequest(lexicon_id="sample", words=["я"] * 1001), 429, "resource_exhausted"),
    ],
    ids=["nothing is assumed", "an id is no path", "a long name", "a field at fault", "two at once", "too many"],
)
def test_a_refusal_is_the_one_of_grpc(
    web: Web, channel: grpc.Channel, name: str, request_: Message, http: int, code: str
) -> None:
    expected = refused(by_grpc(channel, name), request_)
    for answer in (
        web.post(LEXICONS + name, json_format.MessageToDict(request_)),
        web.post_binary(LEXICONS + name, request_),
    ):
        assert (answer.code, answer.headers["content-type"]) == (http, "application/json")
        assert (answer.json["code"], answer.json["message"]) == (code, expected.message)
        info = answer.error_info
        assert (info.reason, info.domain, dict(info.metadata)) == (expected.reason, "slovosud", expected.metadata)
        assert answer.json["details"][0]["debug"]["reason"] == expected.reason
        fields: list[str] = []
        for detail in answer.json["details"][1:]:
            assert detail["type"] == "google.rpc.BadRequest"
            listed = error_details_pb2.BadRequest.FromString(unpadded(detail["value"]))
            fields = [violation.field for violation in listed.field_violations]
        assert fields == expected.fields


def test_a_refusal_of_grpc_web_carries_the_same_status(web: Web, channel: grpc.Channel) -> None:
    request = wire.GetLexiconRequest(lexicon_id="слово")
    expected = refused(by_grpc(channel, "GetLexicon"), request)
    ((flags, trailers),) = web.grpc_web(LEXICONS + "GetLexicon", request).frames
    told = dict(line.split(": ", 1) for line in trailers.decode().splitlines())
    status = status_pb2.Status.FromString(unpadded(told["grpc-status-details-bin"]))
    assert (flags, told["grpc-status"]) == (GRPC_WEB_END, str(grpc.StatusCode.NOT_FOUND.value[0]))
    assert unquote(told["grpc-message"]) == status.message == expected.message


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"", "JSON"),
        (b"{", "JSON"),
        (b"[" * 100_000, "JSON"),
        (b'{"words": "\xff"}', "JSON"),
        (b'{"words": ["\\ud800"]}', "JSON"),
        (b'{"words": "word"}', "words"),
        (b'{"lexicon_id": 3}', "lexicon_id"),
        (b'{"lexicon_id": "a", "lexicon_id": "b"}', "JSON"),
        (b'{"lexicon": "sample"}', "'lexicon' (fields of CheckWordsRequest are lexiconId, edition, words, compact)"),
        (b'{"' + b'\\" at \\"' * 300_000 + b'": 1}', "JSON"),
        (b"[]", "braces"),
        (b'""', "braces"),
    ],
    ids=[
        "nothing",
        "half",
        "deep",
        "no UTF-8",
        "half a character",
        "no list",
        "a number",
        "twice",
        "misspelt",
        "misspelt, with a name of 2 MB",
        "a list",
        "a text",
    ],
)
def test_json_that_is_not_the_message_is_refused_as_a_field(web: Web, body: bytes, sentence: str) -> None:
    answer = web.ask("POST", LEXICONS + "CheckWords", body, JSON)
    assert (answer.code, answer.json["code"]) == (400, "invalid_argument")
    assert sentence in answer.json["message"]
    assert "the message CheckWordsRequest" in answer.json["message"]
    assert answer.error_info.reason == "INVALID_FIELDS"


@pytest.mark.parametrize("name", ["CheckWords", "GetLexicon"])
def test_bytes_that_are_no_message_are_refused_as_a_field(web: Web, name: str) -> None:
    answer = web.ask("POST", LEXICONS + name, b"\x0a\xff", {"Content-Type": "application/proto"})
    assert (answer.code, answer.error_info.reason) == (400, "INVALID_FIELDS")


@pytest.mark.parametrize("name", ["CreateGame", "AppendEvent"])
def test_what_changes_a_game_is_not_done_by_get(web: Web, name: str) -> None:
    answer = web.get(GAMES + name, encoding="json", message="{}")
    assert (answer.code, answer.headers["allow"]) == (405, "POST")


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded", "application/xml"])
def test_what_a_page_may_send_without_asking_is_not_taken(web: Web, kind: str) -> None:
    """A form of a foreign page needs no preflight; it must not reach a method."""
    headers = {"Content-Type": kind} if kind else {}
    assert web.ask("POST", GAMES + "CreateGame", b"{}", headers).code == 415


@pytest.mark.parametrize(
    ("path", "headers", "code", "sentence"),
    [
        pytest.param("/", {}, 404, "/SERVICE/METHOD", id="no method"),
        pytest.param(LEXICONS + "Nothing", {}, 404, "/SERVICE/METHOD", id="no such method"),
        pytest.param("/grpc.health.v1.Health/Check", {}, 404, "/SERVICE/METHOD", id="health is asked otherwise"),
        pytest.param(LEXICONS + "CheckWords", {"X-Name": "ж".encode()}, 400, "ASCII", id="a header beyond ASCII"),
        pytest.param(
            LEXICONS + "CheckWords", {"Content-Type": "application/grpc"}, 415, "--address", id="gRPC without HTTP/2"
        ),
    ],
)
def test_what_is_not_spoken_here_is_turned_away_with_a_sentence(
    web: Web, path: str, headers: dict[str, Any], code: int, sentence: str
) -> None:
    answer = web.ask("POST", path, b"{}", JSON | headers)
    assert (answer.code, sentence in answer.body.decode()) == (code, True)


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_a_request_beyond_4_mib_is_refused(web: Web, *, packed: bool) -> None:
    body = b'{"lexiconId": "sample", "words": ["' + b"a" * (5 << 20) + b'"]}'
    headers = JSON | {"Content-Encoding": "gzip"} if packed else JSON
    answer = web.ask("POST", LEXICONS + "CheckWords", gzip.compress(body) if packed else body, headers)
    assert (answer.code, answer.json["code"]) == (429, "resource_exhausted")


def test_an_answer_waits_for_nothing(web: Web) -> None:
    """Of a connection that waits until it may send the second piece of an answer, the quickest takes 40 ms."""
    connection = http.client.HTTPConnection(*web.place)
    taken = []
    for _ in range(20):
        begun = time.perf_counter()
        connection.request("POST", LEXICONS + "CheckWords", b'{"lexiconId": "sample", "words": ["a"]}', JSON)
        connection.getresponse().read()
        taken.append(time.perf_counter() - begun)
    connection.close()
    assert min(taken) < 0.03


def test_answers_are_packed_for_who_takes_them(web: Web) -> None:
    answer = web.post(LEXICONS + "CheckWords", {"lexiconId": "sample", "words": WORDS}, Accept_Encoding="gzip, br")
    assert answer.headers["content-encoding"] == "gzip"
    assert len(json.loads(gzip.decompress(answer.body))["verdicts"]) == len(WORDS)


def test_answers_are_kept_by_nobody_and_set_no_cookie(web: Web) -> None:
    for answer in (web.post(LEXICONS + "ListLexicons", {}), web.post(LEXICONS + "GetLexicon", {})):
        assert answer.headers["cache-control"] == "no-store"
        assert "set-cookie" not in answer.headers


def test_a_stream_comes_message_by_message_and_ends_with_its_end(web: Web) -> None:
    answer = web.stream(LEXICONS + "SearchWords", {"lexiconId": "sample", "prefix": "с"})
    assert answer.headers["content-type"] == "application/connect+json"
    *messages, (flags, end) = answer.frames
    assert (flags, json.loads(end)) == (CONNECT_END, {})
    assert [match["word"] for _, message in messages for match in json.loads(message)["matches"]] == ["СТОЛ"]


def test_a_stream_is_the_same_over_grpc_web(web: Web, channel: grpc.Channel) -> None:
    request = wire.ExportWordsRequest(lexicon_id="sample", format=wire.EXPORT_FORMAT_TEXT)
    expected = list(LexiconServiceStub(channel).ExportWords(request))
    *messages, (flags, _) = web.grpc_web(LEXICONS + "ExportWords", request).frames
    assert flags == GRPC_WEB_END
    assert [wire.ExportWordsResponse.FromString(message) for _, message in messages] == expected


def created(web: Web, **changes: Any) -> dict[str, Any]:
    answer = web.post(
        GAMES + "CreateGame",
        {
            "rulesetId": "crosslet",
            "settings": {"validation.mode": "challenge"},
            "words": {"lexicon": {"id": "sample"}},
            "players": [{"name": "Аня"}, {"name": "Борис"}],
            "idempotencyKey": str(uuid.uuid4()),
        }
        | changes,
    )
    assert answer.code == 200, answer.body
    game: dict[str, Any] = answer.json
    return game


def bearer(*tokens: str) -> str:
    return ", ".join(f"Bearer {token}" for token in tokens)


def test_a_game_is_played_and_watched(web: Web) -> None:
    game = created(web)
    game_id, tokens = game["game"]["id"], game["seatTokens"]
    headers = {"Content-Type": "application/connect+json", "Authorization": bearer(tokens[1])}
    headers["Connect-Timeout-Ms"] = "1000"
    tiles = [{"row": 7, "column": 5 + place, "letter": letter} for place, letter in enumerate("СТОЛЫ")]
    happened = [{"seat": 1, "move": {"move": {"tiles": tiles}}}, {"seat": 2, "challenge": {"all": True}}]
    with ThreadPoolExecutor() as others:
        watched = others.submit(web.ask, "POST", GAMES + "WatchGame", enveloped({"gameId": game_id}), headers)
        for version, event in enumerate(happened):
            answer = web.post(
                GAMES + "AppendEvent",
                {"gameId": game_id, "expectedVersion": version, "idempotencyKey": str(version), "event": event},
                Authorization=bearer(tokens[version]),
            )
            assert (answer.code, answer.json.get("accepted")) == (200, True), answer.body
    *events, _ = watched.result().frames
    assert [json.loads(message)["game"]["version"] for _, message in events] == [1, 2]
    assert json.loads(events[1][1])["event"]["challenge"]["all"] is True
    assert answer.json["verdict"]["playStands"] is False


def test_tokens_open_what_they_open_over_grpc(web: Web) -> None:
    one, other = created(web), created(web)
    path = GAMES + "GetGame"
    asked = {"gameId": one["game"]["id"]}
    assert web.post(path, asked).json["code"] == "unauthenticated"
    assert web.post(path, asked, Authorization=bearer(other["arbiterToken"])).code == 403
    assert web.post(path, asked, Authorization=bearer(other["arbiterToken"], one["arbiterToken"])).code == 200
    both = web.post(GAMES + "ListGames", {}, Authorization=bearer(one["arbiterToken"], other["arbiterToken"])).json
    assert {game["id"] for game in both["games"]} == {one["game"]["id"], other["game"]["id"]}


def test_who_plays_gets_no_look_ups_here_either(web: Web) -> None:
    game = created(web)
    asked = {"lexiconId": "sample", "words": ["стол"]}
    answer = web.post(LEXICONS + "CheckWords", asked, Authorization=bearer(game["seatTokens"][0]))
    assert (answer.code, answer.error_info.reason) == (403, "LEXICON_SHUT")


def test_a_call_ends_at_its_deadline(web: Web) -> None:
    game = created(web)
    begun = time.monotonic()
    answer = web.stream(
        GAMES + "WatchGame",
        {"gameId": game["game"]["id"]},
        Authorization=bearer(game["arbiterToken"]),
        Connect_Timeout_Ms="300",
    )
    assert json.loads(answer.frames[-1][1])["error"]["code"] == "deadline_exceeded"
    assert 0.2 < time.monotonic() - begun < 5


def test_streams_are_counted_and_watchers_who_go_leave_nothing_behind(web: Web) -> None:
    game = created(web)
    body = enveloped({"gameId": game["game"]["id"], "afterVersion": 0})
    headers = {"Content-Type": "application/connect+json", "Authorization": bearer(game["arbiterToken"])}
    search = {"lexiconId": "sample", "prefix": "с"}

    def last() -> dict[str, Any]:
        found: dict[str, Any] = json.loads(web.stream(LEXICONS + "SearchWords", search).frames[-1][1])
        return found

    with ExitStack() as watchers:
        for _ in range(MOST_STREAMS):
            watching = watchers.enter_context(closing(socket.create_connection(web.place)))
            lines = [f"POST {GAMES}WatchGame HTTP/1.1", "Host: here", f"Content-Length: {len(body)}"]
            lines += [f"{name}: {value}" for name, value in headers.items()]
            watching.sendall("\r\n".join((*lines, "", "")).encode() + body)
        refusal = soon(lambda: last().get("error"))
        assert refusal["code"] == "resource_exhausted"
        assert refusal["details"][0]["debug"]["reason"] == "TOO_MANY_STREAMS"
        plain = web.post(LEXICONS + "CheckWords", {"lexiconId": "sample", "words": ["стол"]})
        assert plain.code == 200, "calls of one answer have threads of their own"
    assert soon(lambda: "error" not in last())


def soon(found: Callable[[], Any]) -> Any:
    """Return the first answer that is something, for ten seconds."""
    deadline = time.monotonic() + 10
    while not (answer := found()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return answer


def preflight(web: Web, origin: str, path: str = LEXICONS + "CheckWords") -> dict[str, str]:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization,connect-protocol-version,connect-timeout-ms,content-type",
    }
    answer = web.ask("OPTIONS", path, None, asked)
    return {name: value for name, value in answer.headers.items() if name.startswith("access-control-allow-o")}


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        (PAGE, True),
        ("http://games.example", False),
        ("https://games.example:8443", False),
        ("https://games.example.evil.example", False),
        ("https://evil.example", False),
        ("null", False),
    ],
)
def test_pages_of_other_origins_read_answers_only_where_allowed(web: Web, origin: str, *, allowed: bool) -> None:
    expected = {"access-control-allow-origin": origin} if allowed else {}
    assert preflight(web, origin) == expected
    answer = web.post(LEXICONS + "ListLexicons", {}, Origin=origin)
    told = {name: value for name, value in answer.headers.items() if name == "access-control-allow-origin"}
    assert told == expected
    assert "access-control-allow-credentials" not in answer.headers
    assert "Origin" in answer.headers["vary"]


def test_health_is_told_to_balancers(web: Web) -> None:
    assert web.ask("GET", "/healthz").code == 200
    for service in ("", "lexicon/sample", "slovosud.lexicon.v1.LexiconService"):
        answer = web.get("/readyz", service=service)
        assert (answer.code, answer.json) == (200, {"service": service, "status": "SERVING"})
    assert web.get("/readyz", service="lexicon/other").code == 404


def test_a_server_that_stops_says_so_and_ends_what_runs(tmp_path: Path) -> None:
    with served(tmp_path) as (server, web), ThreadPoolExecutor() as others:
        game = created(web)
        headers = {"Content-Type": "application/connect+json", "Authorization": bearer(game["arbiterToken"])}
        body = enveloped({"gameId": game["game"]["id"]})
        watched = others.submit(web.ask, "POST", GAMES + "WatchGame", body, headers)
        stopped = others.submit(lambda: server.stop(lame_duck=0.5, grace=1))
        assert soon(lambda: web.ask("GET", "/readyz").code == 503)
        assert web.ask("GET", "/healthz").code == 200
        assert web.post(LEXICONS + "ListLexicons", {}).code == 200, "calls are answered until the end"
        stopped.result(10)
        assert isinstance(watched.exception(10), http.client.HTTPException | OSError | None)
        with pytest.raises(ConnectionRefusedError):
            web.ask("GET", "/healthz")


def test_without_origins_no_page_of_another_origin_is_answered(tmp_path: Path) -> None:
    with served(tmp_path) as (_, web):
        assert preflight(web, PAGE) == {}
        answer = web.post(LEXICONS + "ListLexicons", {}, Origin=PAGE)
        assert not [name for name in answer.headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    ("origin", "good"),
    [
        ("https://games.example", True),
        ("http://localhost:5173", True),
        ("http://[::1]:8080", True),
        ("capacitor://localhost", True),
        ("*", False),
        ("null", False),
        ("games.example", False),
        ("https://games.example/", False),
        ("https://Games.example", False),
        ("https://games.example:443", False),
        ("http://games.example:80", False),
    ],
)
def test_an_origin_that_no_browser_would_send_is_refused(origin: str, *, good: bool) -> None:
    """It would never be equal to what a browser sends, and nobody would see why."""
    if good:
        assert WebSettings(address=HERE, origins=(origin,)).origins == (origin,)
    else:
        with pytest.raises(AddressError, match="--allow-origin"):
            WebSettings(address=HERE, origins=(origin,))
