"""Every call of our services: run it, refuse what failed, log what people must see.

In: the handlers of the services. Out: the same handlers, which answer every exception with a documented status.
Never: what a method does, which exception gets which code (see `refusals`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Never, TypeVar

import grpc
import structlog
from grpc_status import rpc_status

from server.refusals import refusal_of

Q = TypeVar("Q")
R = TypeVar("R")

OUR_PACKAGES = "/slovosud."


class RefusingInterceptor(grpc.ServerInterceptor):
    """Stands before every method of our packages, so that no method can forget to refuse well."""

    def __init__(self, log: structlog.BoundLogger) -> None:
        self._log = log

    def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], grpc.RpcMethodHandler[Q, R] | None],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> grpc.RpcMethodHandler[Q, R] | None:
        """Wrap the handler of a method of ours; health and reflection are left as they are."""
        handler = continuation(handler_call_details)
        method = handler_call_details.method
        if handler is None or not method.startswith(OUR_PACKAGES):
            return handler
        if handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                self._answering(handler.unary_unary, method),
                handler.request_deserializer,
                handler.response_serializer,
            )
        if handler.unary_stream is not None:
            return grpc.unary_stream_rpc_method_handler(
                self._streaming(handler.unary_stream, method),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return handler

    def _answering(
        self, behavior: Callable[[Q, grpc.ServicerContext], R], method: str
    ) -> Callable[[Q, grpc.ServicerContext], R]:
        def answer(request: Q, context: grpc.ServicerContext) -> R:
            try:
                return behavior(request, context)
            except Exception as error:
                self._refuse(error, context, method)

        return answer

    def _streaming(
        self, behavior: Callable[[Q, grpc.ServicerContext], Iterator[R]], method: str
    ) -> Callable[[Q, grpc.ServicerContext], Iterator[R]]:
        def stream(request: Q, context: grpc.ServicerContext) -> Iterator[R]:
            try:
                yield from behavior(request, context)
            except Exception as error:
                self._refuse(error, context, method)

        return stream

    def _refuse(self, error: Exception, context: grpc.ServicerContext, method: str) -> Never:
        refused = refusal_of(error, method=method.rpartition("/")[2])
        fields = {"method": method, "code": refused.code.name, "reason": str(refused.reason), **refused.metadata}
        if refused.our_fault:
            self._log.error("call failed", exc_info=error, **fields)
        else:
            self._log.info("call refused", **fields)
        context.abort_with_status(rpc_status.to_status(refused.status()))
