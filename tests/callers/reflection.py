"""Calls a running Slovosud server through reflection alone: no protos, no generated code; the server describes itself.

    python reflection.py 127.0.0.1:50051

Prints one line of JSON a step: words, a move, and a game to a challenge and its verdict. Wants `grpcio`,
`grpcio-reflection`, `grpcio-status` and `protobuf`.
"""

from __future__ import annotations

import json
import sys
import uuid
from typing import Any

import grpc
from google.protobuf import json_format
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from google.rpc import code_pb2, error_details_pb2
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase
from grpc_status import rpc_status

LEXICON = "ru-crosslet"
LEXICONS = "slovosud.lexicon.v1.LexiconService"
JUDGE = "slovosud.adjudication.v1.AdjudicationService"
GAMES = "slovosud.adjudication.v1.GameService"


class Server:
    """Calls methods by name; requests and answers are dictionaries, their fields named as in the protos."""

    def __init__(self, channel: grpc.Channel) -> None:
        self._channel = channel
        self._pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))

    def call(self, service: str, method: str, request: dict[str, Any], *, token: str = "") -> dict[str, Any]:
        """Call a method that answers once. Raises `grpc.RpcError`."""
        described = self._pool.FindServiceByName(service).methods_by_name[method]
        ask, answered = GetMessageClass(described.input_type), GetMessageClass(described.output_type)
        send: Any = self._channel.unary_unary(
            f"/{service}/{method}", request_serializer=ask.SerializeToString, response_deserializer=answered.FromString
        )
        metadata = (("authorization", f"Bearer {token}"),) if token else ()
        answer = send(json_format.ParseDict(request, ask()), metadata=metadata, timeout=10)
        # Fields at their default (0, false, "") are written too.
        values: dict[str, Any] = json_format.MessageToDict(
            answer, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
        )
        return values


def reason_of(error: Any) -> tuple[str, str]:
    """Return the code and the reason of a call that failed; a failure of the transport has no reason."""
    status = rpc_status.from_call(error)
    if status is None:
        return error.code().name, ""
    info = error_details_pb2.ErrorInfo()
    for detail in status.details:
        detail.Unpack(info)
    return code_pb2.Code.Name(status.code), info.reason


def tell(step: str, **values: Any) -> None:
    """Print one line."""
    sys.stdout.write(json.dumps({"step": step} | values, ensure_ascii=False) + "\n")


def ask_about_words(server: Server) -> None:
    """List the lexicons, check a batch, explain a word, ask for what is not here."""
    listed = server.call(LEXICONS, "ListLexicons", {})
    tell("list", lexicons=[listing["id"] for listing in listed["lexicons"]])

    batch = {"lexicon_id": LEXICON, "words": ["ворота", "столы", "cтол"]}
    verdicts = server.call(LEXICONS, "CheckWords", batch)["verdicts"]
    tell("check", verdicts=[[verdict["word"], verdict["status"], verdict["reason"]] for verdict in verdicts])

    asked = {"lexicon_id": LEXICON, "word": "столы", "language": "en"}
    explained = server.call(LEXICONS, "ExplainWord", asked)
    (deciding,) = (layer for layer in explained["layers"] if layer["decides"])
    tell("explain", word=explained["word"], kind=deciding["kind"], text=deciding["text"])

    try:
        server.call(LEXICONS, "CheckWords", batch | {"lexicon_id": "nowhere"})
    except grpc.RpcError as error:
        code, reason = reason_of(error)
        tell("refused", code=code, reason=reason)


def judge_a_move(server: Server) -> None:
    """Send a position and a move, and read what it scores."""
    empty = "." * 15
    rows = [
        *(empty, empty, empty),
        "DANGEROUS......",
        "I.......O......",
        "V.......L......",
        "........A......",
        "....OUTER......",
        *(empty, empty, empty, empty, empty, empty, empty),
    ]
    laid = [(7, 3, "T"), (5, 3, "C"), (6, 3, "U"), (5, 4, "E"), (5, 5, "L"), (6, 0, "E"), (7, 0, "S")]
    request = {
        "ruleset_id": "crosslet-en",
        "settings": {"layout": "erudit"},
        "words": {"unchecked": True},
        "position": {"rows": rows},
        "move": {"tiles": [{"row": row, "column": column, "letter": letter} for row, column, letter in laid]},
    }
    ruling = server.call(JUDGE, "AdjudicateMove", request)["ruling"]
    scores = {word["word"]: word["score"] for word in ruling["words"]}
    tell("adjudicate", legal=ruling["legal"], scores=scores, bonus=ruling["bonus"], total=ruling["total"])


def play_to_a_verdict(server: Server) -> None:
    """Create a game, lay a word with the token of one seat, challenge it with the token of the other."""
    created = server.call(
        GAMES,
        "CreateGame",
        {
            "ruleset_id": "crosslet",
            "settings": {"validation.mode": "challenge"},
            "words": {"lexicon": {"id": LEXICON}},
            "players": [{"name": "Аня"}, {"name": "Борис"}],
            "idempotency_key": str(uuid.uuid4()),
        },
    )
    tokens = created["seat_tokens"]

    def append(version: int, event: dict[str, Any], key: str) -> dict[str, Any]:
        request = {"game_id": created["game"]["id"], "expected_version": version, "idempotency_key": key}
        return server.call(GAMES, "AppendEvent", request | {"event": event}, token=tokens[event["seat"] - 1])

    tiles = [{"row": 7, "column": 5 + place, "letter": letter} for place, letter in enumerate("СТОЛЫ")]
    played = append(0, {"seat": 1, "move": {"move": {"tiles": tiles}}}, str(uuid.uuid4()))
    tell("move", accepted=played["accepted"], version=played["game"]["version"], row=played["game"]["board"][7])

    key, challenge = str(uuid.uuid4()), {"seat": 2, "challenge": {"words": ["СТОЛЫ"]}}
    challenged = append(1, challenge, key)
    stands, game = challenged["verdict"]["play_stands"], challenged["game"]
    tell("challenge", stands=stands, version=game["version"], row=game["board"][7])

    # As after a broken connection: the same key and body get the same answer, and nothing happens twice.
    again = append(1, challenge, key)
    tell("again", stands=again["verdict"]["play_stands"], version=again["game"]["version"])


if __name__ == "__main__":
    with grpc.insecure_channel(sys.argv[1]) as opened:
        called = Server(opened)
        ask_about_words(called)
        judge_a_move(called)
        play_to_a_verdict(called)
