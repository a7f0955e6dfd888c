"""What stands at which address: the services, what balancers ask, and which pages may read the answers.

In: the services, health, origins. Out: an ASGI application.
Never: an answer of its own about words or games. No cookies.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from http import HTTPStatus
from typing import cast

import grpc
from grpc_health.v1 import health, health_pb2
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Receive, Scope, Send

#: Headers of the protocols that a page may send and read.
SENT = (
    "Authorization",
    "Connect-Accept-Encoding",
    "Connect-Content-Encoding",
    "Connect-Protocol-Version",
    "Connect-Timeout-Ms",
    "Content-Encoding",
    "Content-Type",
    "Grpc-Timeout",
    "X-Grpc-Web",
    "X-User-Agent",
)
READ = ("Grpc-Message", "Grpc-Status", "Grpc-Status-Details-Bin")
#: Seconds for which a browser may remember that it was allowed in.
REMEMBERED_SECONDS = 3600

#: What is asked for without one, as of gRPC health: the whole server.
_WHOLE_SERVER = ""
_STATUS = health_pb2.HealthCheckResponse.ServingStatus


def application(
    services: ASGIApp, paths: Collection[str], *, told: health.HealthServicer, origins: Sequence[str]
) -> ASGIApp:
    """Put together what the web sees."""

    async def ready(request: Request) -> Response:
        return _ready(told, request.query_params.get("service", _WHOLE_SERVER))

    routes = [Route("/healthz", _alive), Route("/readyz", ready), Mount("/", _Front(services, paths))]
    allowed = Middleware(
        CORSMiddleware,
        allow_origins=origins,
        allow_methods=("GET", "POST"),
        allow_headers=SENT,
        expose_headers=READ,
        max_age=REMEMBERED_SECONDS,
    )
    return Starlette(routes=routes, middleware=[allowed] if origins else [])


async def _alive(_: Request) -> Response:
    """Answer as long as anything is answered."""
    return PlainTextResponse("alive\n")


def _ready(told: health.HealthServicer, service: str) -> Response:
    """Say what gRPC health says of a name, whole server or ``lexicon/<id>``: 200, 503, or 404 for an unknown one."""
    context = _HealthContext()
    status = told.Check(health_pb2.HealthCheckRequest(service=service), cast("grpc.ServicerContext", context)).status
    if context.unknown:
        return JSONResponse({"service": service, "status": "SERVICE_UNKNOWN"}, status_code=HTTPStatus.NOT_FOUND)
    serving = status == health_pb2.HealthCheckResponse.SERVING
    code = HTTPStatus.OK if serving else HTTPStatus.SERVICE_UNAVAILABLE
    return JSONResponse({"service": service, "status": _STATUS.Name(status)}, status_code=code)


class _HealthContext:
    """Notes that health does not know a name."""

    def __init__(self) -> None:
        self.unknown = False

    def set_code(self, _: object) -> None:
        self.unknown = True


class _Front:
    """Turns away what the protocols here do not speak, before the library meets it."""

    def __init__(self, services: ASGIApp, paths: Collection[str]) -> None:
        self._services, self._paths = services, paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refusal = _turned_away(scope) if scope["path"] in self._paths else _no_method()
        await (refusal or self._services)(scope, receive, send)


def _no_method() -> Response:
    text = (
        "found no method here; expected /SERVICE/METHOD, for instance /slovosud.lexicon.v1.LexiconService/CheckWords\n"
    )
    return PlainTextResponse(text, status_code=HTTPStatus.NOT_FOUND)


def _turned_away(scope: Scope) -> Response | None:
    kind = b""
    for name, value in scope["headers"]:
        if not (name.isascii() and value.isascii()):
            text = "found a header that is not ASCII; expected ASCII, other text in base64 or percent signs\n"
            return PlainTextResponse(text, status_code=HTTPStatus.BAD_REQUEST)
        if name == b"content-type":
            kind = value.partition(b";")[0].strip().lower()
    if not scope["query_string"].isascii():
        text = "found a query that is not ASCII; write its other characters with percent signs\n"
        return PlainTextResponse(text, status_code=HTTPStatus.BAD_REQUEST)
    if kind == b"application/grpc" or kind.startswith(b"application/grpc+"):
        text = "found gRPC; here Connect and gRPC-Web are spoken: send gRPC to the port that --address names\n"
        return PlainTextResponse(text, status_code=HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    return None
