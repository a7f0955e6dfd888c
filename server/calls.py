"""Every call of our services: run it, refuse what failed, log what people must see.

In: the handlers of the services. Out: the same handlers, which answer every exception with a documented status.
Never: what a method does, which exception gets which code (see `refusals`), how threads are run (see `few_threads`).
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Generic, Never, TypeVar

import grpc
import structlog
from grpc_status import rpc_status

from server.draining import Calls
from server.few_threads import FewThreads
from server.refusals import TooManyStreamsError, refusal_of
from server.request_bytes import read_message

Q = TypeVar("Q")
R = TypeVar("R")
#: One request, or a stream of them.
A = TypeVar("A")

#: From a serialized request to a serialized answer.
FromBytes = Callable[[bytes, grpc.ServicerContext], bytes]

OUR_PACKAGES = "/slovosud."
REFLECTION = "/grpc.reflection."


@dataclass(frozen=True, slots=True, kw_only=True)
class Computing:
    """Services whose calls wait for nothing, by their full names, and the threads that run these calls."""

    services: Collection[str]
    threads: FewThreads


class RefusingInterceptor(grpc.ServerInterceptor):
    """Stands before every method of our packages, so that no method can forget to refuse well.

    A stream holds a thread for as long as its reader likes, also a stream of the reflection service; no more
    than ``most_streams`` are open at once, so that threads remain for everybody else. ``from_bytes`` has behaviors
    by method that take and give serialized messages, in the place of the servicer's. ``calls`` knows which run, and
    lets none begin and no stream go on when the server stops. ``computing`` calls have threads of their own.
    """

    def __init__(
        self,
        log: structlog.BoundLogger,
        *,
        calls: Calls,
        computing: Computing,
        most_streams: int,
        from_bytes: Mapping[str, FromBytes] = MappingProxyType({}),
    ) -> None:
        self._log, self._calls, self._from_bytes, self._computing = log, calls, from_bytes, computing
        self._handlers: dict[str, grpc.RpcMethodHandler[Any, Any] | None] = {}
        self._most_streams = most_streams
        self._free_streams = threading.BoundedSemaphore(most_streams)

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[Q, R] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Q, R] | None:
        """Wrap the handler of a method of ours, and of reflection; health takes no thread and is left as it is."""
        method = handler_call_details.method
        known = self._handlers.get(method)
        if known is not None:
            return known
        handler = continuation(handler_call_details)
        if handler is None or not method.startswith((OUR_PACKAGES, REFLECTION)):
            return handler
        self._handlers[method] = guarded = self.guarded(handler, method)
        return guarded

    def guarded(self, handler: grpc.RpcMethodHandler[Any, Any], method: str) -> grpc.RpcMethodHandler[Any, Any]:
        """Return a handler that refuses well, for another server than the one that asks `intercept_service`."""
        if method in self._from_bytes:
            return grpc.unary_unary_rpc_method_handler(self._answering(self._from_bytes[method], method))
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                self._answering(_reading(handler.unary_unary, handler.request_deserializer, method), method),
                response_serializer=handler.response_serializer,
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                self._streaming(_reading(handler.unary_stream, handler.request_deserializer, method), method),
                response_serializer=handler.response_serializer,
            )
        if handler.stream_stream is not None:
            return grpc.stream_stream_rpc_method_handler(
                self._streaming(handler.stream_stream, method),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return handler

    def _answering(
        self, behavior: Callable[[Q, grpc.ServicerContext], R], method: str
    ) -> Callable[[Q, grpc.ServicerContext], R]:
        def answer(request: Q, context: grpc.ServicerContext) -> R:
            try:
                self._calls.begin(context)
                return behavior(request, context)
            except Exception as error:
                self._refuse(error, context, method)

        if method.strip("/").partition("/")[0] in self._computing.services:
            return _Computed(answer, self._computing.threads)
        return answer

    def _streaming(
        self, behavior: Callable[[A, grpc.ServicerContext], Iterator[R]], method: str
    ) -> Callable[[A, grpc.ServicerContext], Iterator[R]]:
        def stream(asked: A, context: grpc.ServicerContext) -> Iterator[R]:
            try:
                self._calls.begin(context, stream=True)
                with self._one_stream():
                    for answer in behavior(asked, context):
                        self._calls.go_on()
                        yield answer
            except grpc.RpcError:
                # The caller has gone while we read its stream; there is nobody to refuse.
                raise
            except Exception as error:
                self._refuse(error, context, method)

        return stream

    @contextmanager
    def _one_stream(self) -> Iterator[None]:
        if not self._free_streams.acquire(blocking=False):
            raise TooManyStreamsError(limit=self._most_streams)
        try:
            yield
        finally:
            self._free_streams.release()

    def _refuse(self, error: Exception, context: grpc.ServicerContext, method: str) -> Never:
        refused = refusal_of(error, method=method.rpartition("/")[2])
        fields = {"method": method, "code": refused.code.name, "reason": str(refused.reason), **refused.logged}
        if refused.our_fault:
            self._log.error("call failed", exc_info=error, **fields)
        else:
            self._log.info("call refused", **fields)
        context.abort_with_status(rpc_status.to_status(refused.status()))


class _Computed(Generic[Q, R]):
    """A behavior that names the threads which run it, where gRPC looks for them."""

    def __init__(self, behavior: Callable[[Q, grpc.ServicerContext], R], threads: FewThreads) -> None:
        self._behavior, self.experimental_thread_pool = behavior, threads

    def __call__(self, request: Q, context: grpc.ServicerContext) -> R:
        """Run it."""
        return self._behavior(request, context)


def _reading(
    behavior: Callable[[Q, grpc.ServicerContext], R], read: Callable[[bytes], Q] | None, method: str
) -> Callable[[Any, grpc.ServicerContext], R]:
    """Return the behavior as it takes bytes: gRPC itself would answer what cannot be read as a failure of ours."""
    if read is None:
        return behavior

    def read_first(message: bytes, context: grpc.ServicerContext) -> R:
        return behavior(read_message(read, message, method=method), context)

    return read_first
