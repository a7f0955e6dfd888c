"""Calls a server as a browser does: over HTTP, with what the standard library has."""

from __future__ import annotations

import base64
import http.client
import json
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode, urlsplit

from google.protobuf.message import Message
from google.rpc import error_details_pb2

LEXICONS = "/slovosud.lexicon.v1.LexiconService/"
JUDGING = "/slovosud.adjudication.v1.AdjudicationService/"
GAMES = "/slovosud.adjudication.v1.GameService/"
JSON = {"Content-Type": "application/json"}
#: Flags before a message of a stream: the last one of Connect, and of gRPC-Web.
CONNECT_END, GRPC_WEB_END = 2, 0x80


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What came back."""

    code: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def frames(self) -> list[tuple[int, bytes]]:
        """The messages of a stream with the flags before each."""
        found, rest = [], self.body
        while rest:
            flags, length = struct.unpack(">BI", rest[:5])
            found.append((flags, rest[5 : 5 + length]))
            rest = rest[5 + length :]
        return found

    @property
    def error_info(self) -> error_details_pb2.ErrorInfo:
        """The first detail of a refusal, read as a client with our protos reads it."""
        detail = self.json["details"][0]
        assert detail["type"] == "google.rpc.ErrorInfo"
        return error_details_pb2.ErrorInfo.FromString(unpadded(detail["value"]))


@dataclass(frozen=True, kw_only=True)
class Web:
    """A server at an address."""

    address: str

    @property
    def place(self) -> tuple[str, int]:
        """Where it listens."""
        parts = urlsplit(self.address)
        return str(parts.hostname), int(parts.port or 0)

    @contextmanager
    def asked(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Iterator[http.client.HTTPResponse]:
        """Ask, and leave reading to the caller, who may go before the end."""
        connection = http.client.HTTPConnection(*self.place, timeout=30)
        try:
            connection.request(method, path, body, dict(headers or {}))
            yield connection.getresponse()
        finally:
            connection.close()

    def ask(
        self, method: str, path: str, body: bytes | None = None, headers: Mapping[str, str] | None = None
    ) -> Answer:
        with self.asked(method, path, body, headers) as answer:
            return Answer(code=answer.status, headers=dict(answer.getheaders()), body=answer.read())

    def post(self, path: str, message: object, **headers: str) -> Answer:
        """Send JSON; names of headers have _ for -."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, json.dumps(message).encode(), JSON | named)

    def post_binary(self, path: str, message: Message) -> Answer:
        return self.ask("POST", path, message.SerializeToString(), {"Content-Type": "application/proto"})

    def get(self, path: str, **query: str) -> Answer:
        return self.ask("GET", f"{path}?{urlencode({'connect': 'v1'} | query)}")

    def stream(self, path: str, message: object, **headers: str) -> Answer:
        """Send JSON to a method that answers in a stream."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.ask("POST", path, enveloped(message), {"Content-Type": "application/connect+json"} | named)

    def grpc_web(self, path: str, message: Message) -> Answer:
        body = message.SerializeToString()
        return self.ask(
            "POST", path, struct.pack(">BI", 0, len(body)) + body, {"Content-Type": "application/grpc-web+proto"}
        )


def enveloped(message: object) -> bytes:
    """Put JSON into the frame of a stream."""
    body = json.dumps(message).encode()
    return struct.pack(">BI", 0, len(body)) + body


def unpadded(text: str) -> bytes:
    """Read base64 without its padding, as Connect writes it."""
    return base64.b64decode(text + "=" * (-len(text) % 4))
