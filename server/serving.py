"""One server: gRPC with health and reflection, and the web side beside it; started, and drained cleanly.

In: the data folder, a catalogue, a store, an address. Out: a server that answers until it is told to stop.
Never: building lexicons; a rule; processes and signals (see `processes`).

The synchronous server with a few threads, not the asyncio one: see docs/adr/0008-serving.md.
"""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import structlog
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection
from slovosud.adjudication.v1 import (
    adjudication_service_pb2,
    adjudication_service_pb2_grpc,
    game_service_pb2,
    game_service_pb2_grpc,
)
from slovosud.lexicon.v1 import lexicon_service_pb2, lexicon_service_pb2_grpc

from server import word_check
from server.adjudication_service import AdjudicationService
from server.calls import Computing, RefusingInterceptor
from server.draining import Calls, cut
from server.editions import Editions
from server.few_threads import FewThreads
from server.game_service import GameService
from server.games.door import Door
from server.games.keeper import Keeper
from server.games.tokens import Mint
from server.lexicon_service import LexiconService
from server.listening import Address, Tls
from server.readiness import Readiness
from server.store.model import Store
from server.web.settings import WebLimits, WebSettings

if TYPE_CHECKING:
    from server.web.methods import Adds
    from server.web.running import RunningWeb

#: Threads for calls that only compute: Python runs one at a time, and more would only wait for each other.
FEW_THREADS = 2
#: Streams at once.
MOST_STREAMS = 64
#: Calls at once, running or waiting; more are answered RESOURCE_EXHAUSTED. Those that wait for something have a thread
#: each.
MOST_CALLS = 256
#: Of these over one connection: a client has more wait until others end, so that no client takes all.
MOST_CALLS_OF_CONNECTION = 100
#: Threads for browsers, beside those of their streams.
WEB_THREADS = 8
#: Bytes of one request: 10,000 words take less than 1 MiB.
MOST_MESSAGE_BYTES = 4 << 20
MOST_METADATA_BYTES = 8 << 10
#: Seconds between "do not send me more" and the stop, for balancers that watch health.
LAME_DUCK_SECONDS = 0.5
#: Seconds a call that has begun may take to end.
GRACE_SECONDS = 10.0

_WEB_LIMITS = WebLimits(threads=WEB_THREADS + MOST_STREAMS, calls=MOST_CALLS, message_bytes=MOST_MESSAGE_BYTES)
_MILLISECONDS = 1000
_OPTIONS = (
    ("grpc.max_receive_message_length", MOST_MESSAGE_BYTES),
    ("grpc.max_metadata_size", MOST_METADATA_BYTES),
    ("grpc.max_concurrent_streams", MOST_CALLS_OF_CONNECTION),
    ("grpc.keepalive_time_ms", 60 * _MILLISECONDS),
    ("grpc.keepalive_timeout_ms", 20 * _MILLISECONDS),
    ("grpc.http2.min_ping_interval_without_data_ms", 30 * _MILLISECONDS),
    ("grpc.max_connection_idle_ms", 300 * _MILLISECONDS),
    ("grpc.max_connection_age_ms", 1800 * _MILLISECONDS),
    ("grpc.max_connection_age_grace_ms", 30 * _MILLISECONDS),
)

#: Services whose calls wait for nothing; those of games wait for the store.
_COMPUTING = (
    lexicon_service_pb2.DESCRIPTOR.services_by_name["LexiconService"].full_name,
    adjudication_service_pb2.DESCRIPTOR.services_by_name["AdjudicationService"].full_name,
)
_SERVICES = (
    *_COMPUTING,
    game_service_pb2.DESCRIPTOR.services_by_name["GameService"].full_name,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunningServer:
    """A started server with its health, and the port it listens on."""

    server: grpc.Server
    calls: Calls
    few_threads: FewThreads
    health: health.HealthServicer
    readiness: Readiness
    editions: Editions
    host: str
    port: int
    web: RunningWeb | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"{self.host}:{self.port}"

    def stop(self, *, lame_duck: float = LAME_DUCK_SECONDS, grace: float = GRACE_SECONDS) -> None:
        """Tell health watchers, wait for them to turn away, let calls end, stop. Seconds; returns when it is done.

        Streams are ended, for one that watches has no end of its own.
        """
        self.health.enter_graceful_shutdown()
        threading.Event().wait(lame_duck)
        began = time.monotonic()
        self.calls.stop(within=grace)
        cut(self.port)
        ended = self.server.stop(None)
        if self.web:
            self.web.stop(grace - (time.monotonic() - began))
        ended.wait()
        self.few_threads.shutdown()

    def hurry(self) -> None:
        """Stop at once, whatever runs."""
        cut(self.port)
        ended = self.server.stop(None)
        if self.web:
            self.web.hurry()
        ended.wait()
        self.few_threads.shutdown()


def start(
    *,
    data: Path,
    editions: Editions,
    store: Store,
    address: Address,
    log: structlog.BoundLogger,
    tls: Tls | None = None,
    web: WebSettings | None = None,
    shared: bool = False,
) -> RunningServer:
    """Start to serve; ``shared``: other processes listen on the same port. Raises `AddressError`, `StoreError`."""
    mint = Mint(secret=store.secret("tokens"))
    keeper = Keeper(store=store, data=data, editions=editions)
    door = Door(mint=mint, keeper=keeper)
    lexicons = LexiconService(editions, door)
    calls = Calls()
    few_threads = FewThreads(few=FEW_THREADS, most=MOST_CALLS, name="computing")
    interceptor = RefusingInterceptor(
        log,
        calls=calls,
        computing=Computing(services=_COMPUTING, threads=few_threads),
        most_streams=MOST_STREAMS,
        from_bytes={word_check.METHOD: lexicons.word_check.answer},
    )
    server = grpc.server(
        ThreadPoolExecutor(max_workers=MOST_CALLS, thread_name_prefix="call"),
        interceptors=[interceptor],
        # Two servers on one port would share it silently; an occupied port must be noticed.
        options=(("grpc.so_reuseport", int(shared)), *_OPTIONS),
        maximum_concurrent_rpcs=MOST_CALLS,
    )
    adds: tuple[Adds, ...] = (
        partial(lexicon_service_pb2_grpc.add_LexiconServiceServicer_to_server, lexicons),
        partial(
            adjudication_service_pb2_grpc.add_AdjudicationServiceServicer_to_server,
            AdjudicationService(data, editions, door),
        ),
        partial(
            game_service_pb2_grpc.add_GameServiceServicer_to_server,
            GameService(keeper=keeper, mint=mint, door=door, calls=calls, log=log),
        ),
    )
    for add in adds:
        add(server)
    healthy = health.HealthServicer()
    health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
    reflection.enable_server_reflection((*_SERVICES, health.SERVICE_NAME, reflection.SERVICE_NAME), server)
    port = address.open_port(server, tls)
    readiness = Readiness(told=healthy, editions=editions, log=log)
    readiness.serve(("", *_SERVICES))
    browsers = None
    if web is not None:
        from server.web.running import start_web  # noqa: PLC0415  needs the extra `web`

        browsers = start_web(
            web, adds=adds, interceptor=interceptor, told=healthy, limits=_WEB_LIMITS, tls=tls, shared=shared, log=log
        )
    server.start()
    return RunningServer(
        server=server,
        calls=calls,
        few_threads=few_threads,
        health=healthy,
        readiness=readiness,
        editions=editions,
        host=address.host,
        port=port,
        web=browsers,
    )
