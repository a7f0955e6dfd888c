"""Connect and gRPC-Web: from HTTP to the methods and back, by the library connectrpc.

In: methods from bytes to bytes. Out: an ASGI application that answers POST in JSON and binary, and GET where a method
has no side effects.
Never: work on the event loop: messages are read, answered and written in threads.
"""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, TypeVar

from connectrpc.code import Code
from connectrpc.errors import ConnectError, ErrorDetail
from connectrpc.method import IdempotencyLevel, MethodInfo, StreamType
from connectrpc.request import RequestContext
from connectrpc.server import ConnectASGIApplication, Endpoint
from google.protobuf import any_pb2, json_format
from google.rpc import status_pb2
from protobuf.wkt import Any as WireAny
from protobuf.wkt import Struct

from adjudicator.fields import shown
from server.refusals import refusal_of
from server.request_bytes import not_a_message
from server.web.call_context import CallContext, RefusedOverWebError
from server.web.methods import WebMethod
from server.web.settings import WebLimits

#: Characters of what a JSON parser complains of.
LONGEST_COMPLAINT = 120
#: Characters of a complaint that is taken apart: a caller may make it as long as a request.
LONGEST_SEARCHED = 2_000

#: What protobuf's parser says of a field that a message does not have, on one line.
_MISSPELT: Final = re.compile(r'has no field named "(.*?)" at "(.*?)"\. Available Fields.*?"\[(.*)\]"')

#: Numbers of codes as gRPC counts them, from 1 on.
_CODES: Final = (
    Code.CANCELED,
    Code.UNKNOWN,
    Code.INVALID_ARGUMENT,
    Code.DEADLINE_EXCEEDED,
    Code.NOT_FOUND,
    Code.ALREADY_EXISTS,
    Code.PERMISSION_DENIED,
    Code.RESOURCE_EXHAUSTED,
    Code.FAILED_PRECONDITION,
    Code.ABORTED,
    Code.OUT_OF_RANGE,
    Code.UNIMPLEMENTED,
    Code.INTERNAL,
    Code.UNAVAILABLE,
    Code.DATA_LOSS,
    Code.UNAUTHENTICATED,
)

R = TypeVar("R")
_Context = RequestContext[Any, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """A body that nobody has read yet."""

    body: bytes
    json: bool

    def message(self, method: WebMethod) -> bytes:
        """Return the message in binary. Raises `RefusedOverWebError` when the body is none."""
        if not self.json:
            return self.body
        try:
            if not self.body.lstrip().startswith(b"{"):
                raise json_format.ParseError("expected an object in braces")  # an empty list is read as an empty one
            # A field that is misspelt, or of a later version, would be judged as if it had not been sent.
            return json_format.Parse(self.body, method.request()).SerializeToString()
        except (json_format.ParseError, UnicodeError, RecursionError) as error:
            name = method.request.DESCRIPTOR.name
            refusal = refusal_of(not_a_message(name, found=_found_instead(str(error))), method=method.name)
            raise RefusedOverWebError(refusal.status()) from error

    def written(self, answer: bytes, method: WebMethod) -> bytes:
        """Return an answer in the form of the request. In JSON no field is left out because it is empty."""
        if not self.json:
            return answer
        message = method.response.FromString(answer)
        text = json_format.MessageToJson(
            message, always_print_fields_with_no_presence=True, indent=None, ensure_ascii=False
        )
        return text.encode()


def _found_instead(complaint: str) -> str:
    """Return what a parser of JSON complains of, short; of a field that is misspelt also the fields that there are."""
    said = " ".join(complaint.split())
    misspelt = _MISSPELT.search(said) if len(said) <= LONGEST_SEARCHED else None
    if misspelt is None:
        return f"JSON that is not it ({said[:LONGEST_COMPLAINT]})"
    field, place, there = misspelt.groups()
    fields = there.replace("'", "")
    return f"field {shown(field)} (fields of {place} are {fields})"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Form:
    """A codec of the library that leaves reading and writing to the threads."""

    json: bool

    def name(self) -> str:
        """Return what stands in content types."""
        return "json" if self.json else "proto"

    def decode(self, data: bytes | bytearray, message_class: type[Any]) -> _Asked:  # noqa: ARG002
        """Keep the body."""
        return _Asked(body=bytes(data), json=self.json)

    def encode(self, message: bytes) -> bytes:
        """Return what is written already."""
        return message


class _Detail(ErrorDetail):
    """A detail of a refusal which also says in JSON what it holds, for people and for callers without our protos."""

    def __init__(self, detail: any_pb2.Any) -> None:
        super().__init__(WireAny(type_url=detail.type_url, value=detail.value))
        said = json_format.MessageToDict(detail)
        del said["@type"]
        self._shown = Struct.from_json(json.dumps(said))

    def value(self, *_: object) -> Struct:  # type: ignore[override]  # the library asks without arguments
        return self._shown


def connect_error(status: status_pb2.Status) -> ConnectError:
    """Return a refusal as the library carries it."""
    return ConnectError(_CODES[status.code - 1], status.message, [_Detail(detail) for detail in status.details])


class Services(ConnectASGIApplication[None]):
    """All methods behind their paths. Handlers run in ``threads``; what is beyond ``limits`` is refused."""

    def __init__(self, methods: list[WebMethod], *, threads: Executor, limits: WebLimits) -> None:
        self._threads, self._most_calls, self._calls = threads, limits.calls, 0
        endpoints: dict[str, Any] = {method.path: self._endpoint(method) for method in methods}
        super().__init__(
            service=None,
            endpoints=lambda _: endpoints,
            read_max_bytes=limits.message_bytes,
            codecs=(_Form(json=False), _Form(json=True)),
        )

    @property
    def path(self) -> str:
        """Return where it stands."""
        return "/"

    def _endpoint(self, method: WebMethod) -> Endpoint[Any, Any]:
        unary = method.stream is None
        info = MethodInfo(
            name=method.name,
            service_name=method.service,
            input=method.request,
            output=method.response,
            idempotency_level=IdempotencyLevel.NO_SIDE_EFFECTS if method.safe else IdempotencyLevel.UNKNOWN,
            stream_type=StreamType.UNARY if unary else StreamType.SERVER_STREAM,
        )
        if unary:
            return Endpoint.unary(method=info, function=self._answering(method))
        return Endpoint.server_stream(method=info, function=self._streaming(method))

    def _answering(self, method: WebMethod) -> Callable[[Any, _Context], Any]:
        async def answer(asked: _Asked, request: _Context) -> bytes:
            with self._one_call(request) as context:
                return await self._run(partial(_answer, method, asked, context))

        return answer

    def _streaming(self, method: WebMethod) -> Callable[[Any, _Context], AsyncIterator[Any]]:
        async def stream(asked: _Asked, request: _Context) -> AsyncGenerator[bytes, None]:
            with self._one_call(request) as context:
                answers = _Answers(method, asked, context)
                try:
                    while (answer := await self._run(answers.next)) is not None:
                        yield answer
                finally:
                    context.end()
                    self._threads.submit(answers.close)

        return stream

    def _one_call(self, request: _Context) -> _OneCall:
        if self._calls >= self._most_calls:
            raise ConnectError(Code.RESOURCE_EXHAUSTED, f"{self._most_calls} calls are running; try again")
        # What is kept of an answer is a matter of the caller: an edition, and a game still more, changes.
        request.response_headers["cache-control"] = "no-store"
        left = request.timeout_ms
        context = CallContext(request.request_headers.allitems(), seconds=None if left is None else left / 1000)
        return _OneCall(self, context)

    def count(self, change: int) -> None:
        """Note that a call has begun or ended; on the event loop only."""
        self._calls += change

    async def _run(self, function: Callable[[], R]) -> R:
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, function)
        except RefusedOverWebError as error:
            raise connect_error(error.status) from error


@dataclass(frozen=True, slots=True)
class _OneCall:
    """Counts a call as long as it runs, and ends its context."""

    services: Services
    context: CallContext

    def __enter__(self) -> CallContext:
        self.services.count(1)
        return self.context

    def __exit__(self, *_: object) -> None:
        self.services.count(-1)
        self.context.end()


def _answer(method: WebMethod, asked: _Asked, context: CallContext) -> bytes:
    if method.answer is None:
        raise TypeError(f"{method.path}: found a stream; expected one answer")
    return asked.written(method.answer(asked.message(method), context), method)


class _Answers:
    """The answers of a stream, made one by one as they are taken: a slow reader holds nothing but its call."""

    def __init__(self, method: WebMethod, asked: _Asked, context: CallContext) -> None:
        self._method, self._asked, self._context = method, asked, context
        self._answers: Iterator[bytes] | None = None
        self._closed = False
        self._taking = threading.Lock()

    def next(self) -> bytes | None:
        """Return the next answer, None behind the last one."""
        with self._taking:
            if self._closed:
                return None
            if self._answers is None:
                self._answers = self._begun()
            answer = next(self._answers, None)
        return None if answer is None else self._asked.written(answer, self._method)

    def _begun(self) -> Iterator[bytes]:
        if self._method.stream is None:
            raise TypeError(f"{self._method.path}: found one answer; expected a stream")
        return self._method.stream(self._asked.message(self._method), self._context)

    def close(self) -> None:
        """Let what the stream holds go, when the answer that is being made is made."""
        with self._taking:
            self._closed = True
            close = getattr(self._answers, "close", None)
            if close is not None:
                close()
