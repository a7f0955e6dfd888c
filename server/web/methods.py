"""The methods that the web answers: those of the gRPC server, by the same handlers behind the same interceptor.

In: the functions with which servicers are added to a server. Out: each method with its messages, from bytes to bytes.
Never: an answer that gRPC would not give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import grpc
from google.protobuf import descriptor_pool, message_factory
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message

from server.calls import RefusingInterceptor
from server.web.call_context import CallContext

#: Adds a servicer to a server; ours only notes what it adds.
Adds = Callable[[Any], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class WebMethod:
    """A method of a service. ``answer`` is for one answer, ``stream`` for several; one of them is there."""

    service: str
    name: str
    request: type[Message]
    response: type[Message]
    safe: bool
    answer: Callable[[bytes, CallContext], bytes] | None = None
    stream: Callable[[bytes, CallContext], Iterator[bytes]] | None = None

    @property
    def path(self) -> str:
        """Return the path of its address."""
        return f"/{self.service}/{self.name}"


@dataclass(frozen=True, slots=True)
class _Noted:
    """Takes what generated code adds to a server."""

    services: dict[str, Mapping[str, grpc.RpcMethodHandler[Any, Any]]] = field(default_factory=dict)

    def add_registered_method_handlers(
        self, service: str, handlers: Mapping[str, grpc.RpcMethodHandler[Any, Any]]
    ) -> None:
        self.services[service] = handlers

    def add_generic_rpc_handlers(self, handlers: Sequence[grpc.GenericRpcHandler]) -> None:
        """Ignore the same handlers in their other form."""


def methods_of(adds: Sequence[Adds], interceptor: RefusingInterceptor) -> list[WebMethod]:
    """Return the methods of the services that ``adds`` add."""
    noted = _Noted()
    for add in adds:
        add(noted)
    pool = descriptor_pool.Default()
    found: list[WebMethod] = []
    for service, handlers in noted.services.items():
        described = pool.FindServiceByName(service).methods_by_name
        found.extend(
            _method(service, described[name], handler, interceptor)
            for name, handler in handlers.items()
            if not handler.request_streaming
        )
    return found


def _method(
    service: str,
    described: MethodDescriptor,
    handler: grpc.RpcMethodHandler[Any, Any],
    interceptor: RefusingInterceptor,
) -> WebMethod:
    guarded = interceptor.guarded(_to_bytes(handler, described), f"/{service}/{described.name}")
    return WebMethod(
        service=service,
        name=described.name,
        request=message_factory.GetMessageClass(described.input_type),
        response=message_factory.GetMessageClass(described.output_type),
        safe=described.GetOptions().idempotency_level == MethodOptions.NO_SIDE_EFFECTS,
        answer=cast("Any", guarded).unary_unary,
        stream=cast("Any", guarded).unary_stream,
    )


def _to_bytes(handler: grpc.RpcMethodHandler[Any, Any], described: MethodDescriptor) -> grpc.RpcMethodHandler[Any, Any]:
    """Return a handler that writes its answers itself; the interceptor reads the requests."""
    write = cast("Any", handler).response_serializer
    unary, stream = handler.unary_unary, handler.unary_stream
    if unary is not None:
        return grpc.unary_unary_rpc_method_handler(
            lambda request, context: write(unary(request, context)), handler.request_deserializer
        )
    if stream is None:
        raise TypeError(f"{described.full_name}: found a stream of requests; expected one request")

    def answers(request: object, context: grpc.ServicerContext) -> Iterator[bytes]:
        yield from map(write, stream(request, context))

    return grpc.unary_stream_rpc_method_handler(answers, handler.request_deserializer)
