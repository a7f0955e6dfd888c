"""What stands before every method: one for two servers, each with handlers of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import grpc
import pytest
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceServicer, add_LexiconServiceServicer_to_server

from server.calls import Computing, RefusingInterceptor
from server.draining import Calls
from server.few_threads import FewThreads
from server.log import logger
from server.web.methods import methods_of

METHOD = "/slovosud.lexicon.v1.LexiconService/GetLexicon"


class Details(grpc.HandlerCallDetails):
    """A call of a method."""

    def __init__(self, method: str) -> None:
        self.method, self.invocation_metadata = method, ()


@pytest.fixture
def interceptor() -> Iterator[RefusingInterceptor]:
    threads = FewThreads(few=1, most=1, name="none")
    yield RefusingInterceptor(
        logger(), calls=Calls(), computing=Computing(services=(), threads=threads), most_streams=1
    )
    threads.shutdown()


def _handler() -> grpc.RpcMethodHandler[Any, Any]:
    return grpc.unary_unary_rpc_method_handler(
        lambda _request, _context: wire.GetLexiconResponse(),
        wire.GetLexiconRequest.FromString,
        wire.GetLexiconResponse.SerializeToString,
    )


def test_a_method_is_guarded_once(interceptor: RefusingInterceptor) -> None:
    handler, details = _handler(), Details(METHOD)
    first = interceptor.intercept_service(lambda _: handler, details)
    assert first is not handler
    assert interceptor.intercept_service(lambda _: handler, details) is first


def test_methods_that_are_not_there_leave_nothing_behind(interceptor: RefusingInterceptor) -> None:
    details = Details(METHOD)
    assert interceptor.intercept_service(lambda _: None, details) is None
    assert interceptor.intercept_service(lambda _: _handler(), details) is not None


def test_browsers_do_not_give_their_handlers_to_others(interceptor: RefusingInterceptor) -> None:
    def add(server: Any) -> None:
        add_LexiconServiceServicer_to_server(LexiconServiceServicer(), server)

    assert {method.path for method in methods_of([add], interceptor)} >= {METHOD}
    guarded: Any = interceptor.intercept_service(lambda _: _handler(), Details(METHOD))
    assert guarded.response_serializer is wire.GetLexiconResponse.SerializeToString
