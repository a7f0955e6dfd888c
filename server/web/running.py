"""The web side of a running server: an HTTP server in a thread of its own, stopped with the rest.

In: the services, where to listen. Out: answers until it is stopped.
Never: signals: the process that serves gRPC has them.
"""

from __future__ import annotations

import logging
import socket
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import structlog
import uvicorn
from grpc_health.v1 import health

from server.calls import RefusingInterceptor
from server.listening import AddressError, Tls
from server.web.application import application
from server.web.certificates import Certificates
from server.web.methods import Adds, methods_of
from server.web.protocol import Services
from server.web.settings import WebLimits, WebSettings

#: Bytes of the head of a request, of which the address is a part: a GET carries its message there.
MOST_HEAD_BYTES = 64 << 10
#: Seconds an unused connection stays open: a page that asks now and then need not greet again.
KEPT_SECONDS = 60
#: Seconds in which it must have come up.
START_SECONDS = 10.0


class RunningWeb:
    """A started HTTP server, and the port it listens on."""

    def __init__(self, server: uvicorn.Server, listener: socket.socket, threads: ThreadPoolExecutor) -> None:
        self._server, self._threads = server, threads
        host, port = listener.getsockname()[:2]
        scheme = "https" if server.config.is_ssl else "http"
        self.address = f"{scheme}://[{host}]:{port}" if ":" in host else f"{scheme}://{host}:{port}"
        self._thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, name="web", daemon=True)

    def begin(self) -> None:
        """Listen. Raises `AddressError` when that fails."""
        self._thread.start()
        waited, pause = 0.0, threading.Event()
        while not self._server.started and self._thread.is_alive() and waited < START_SECONDS:
            pause.wait(0.005)
            waited += 0.005
        if not self._server.started:
            raise AddressError(f"nothing listens on {self.address}; see the log, or give another --web")

    def stop(self, grace: float) -> None:
        """Take no more calls, give those that run ``grace`` seconds, and return when it is done."""
        self._server.config.timeout_graceful_shutdown = max(1, round(grace))
        self._server.should_exit = True
        self._thread.join()
        self._threads.shutdown(wait=True, cancel_futures=True)

    def hurry(self) -> None:
        """End now, whatever runs."""
        self._server.force_exit = self._server.should_exit = True
        self._threads.shutdown(wait=False, cancel_futures=True)


def start_web(
    settings: WebSettings,
    *,
    adds: Sequence[Adds],
    interceptor: RefusingInterceptor,
    told: health.HealthServicer,
    limits: WebLimits,
    log: structlog.BoundLogger,
    tls: Tls | None,
    shared: bool,
) -> RunningWeb:
    """Serve the same servicers to browsers; ``shared``: other processes listen too. Raises `AddressError`."""
    certificates = Certificates(tls) if tls else None
    listener = settings.address.bound(shared=shared)
    threads = ThreadPoolExecutor(max_workers=limits.threads, thread_name_prefix="web call")
    methods = methods_of(adds, interceptor)
    services = Services(methods, threads=threads, limits=limits)
    config = uvicorn.Config(
        application(services, {method.path for method in methods}, told=told, origins=settings.origins),
        http="h11",  # the faster parser sets no limit to the head of a request
        h11_max_incomplete_event_size=MOST_HEAD_BYTES,
        ws="none",
        lifespan="off",
        loop="asyncio",
        interface="asgi3",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEPT_SECONDS,
        ssl_context_factory=(lambda *_: certificates.context()) if certificates else None,
    )
    _hand_on_complaints(log)
    running = RunningWeb(uvicorn.Server(config), listener, threads)
    running.begin()
    return running


class _Complaints(logging.Handler):
    """Hands what the HTTP server complains of on to the log."""

    def __init__(self, log: structlog.BoundLogger) -> None:
        super().__init__(level=logging.ERROR)
        self._log = log

    def emit(self, record: logging.LogRecord) -> None:
        """Write one line."""
        failed = record.exc_info[1] if record.exc_info else None
        self._log.error("web failed", complaint=record.getMessage(), exc_info=failed)


def _hand_on_complaints(log: structlog.BoundLogger) -> None:
    """Let nothing else write to the standard error."""
    complains = logging.getLogger("uvicorn.error")
    complains.handlers[:] = [_Complaints(log)]
    complains.propagate = False
