"""The processes that serve: one, or several on one port, until a signal.

In: what to serve. Out: whether all went well.
Never: what a server is made of (see `serving`).
"""

from __future__ import annotations

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import structlog

from lexicon.catalogue import Catalogue
from server.announcing import print_calls
from server.editions import Editions
from server.listening import Address, Tls
from server.log import logger
from server.mirroring import Mirror
from server.readiness import Readiness
from server.serving import start
from server.stopping import stop_signals, wait_for_stop
from server.store.model import Store
from server.store.opening import open_store
from server.web.settings import WebSettings
from server.workers import Workers

#: Seconds between two looks at the catalogue, after which health tells what has changed there.
LOOK_SECONDS = 5.0
#: Seconds after which it is told that a store does not open.
_SLOW_SECONDS = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Service:
    """What to serve, and where. ``store`` is a URL; ``look_seconds`` lie between two looks at the catalogue.

    ``mirror`` copies a catalogue that lies elsewhere into the folder before each look.
    """

    data: Path
    catalogue: Catalogue
    store: str
    address: Address
    tls: Tls | None = None
    workers: int = 1
    web: WebSettings | None = None
    look_seconds: float = LOOK_SECONDS
    mirror: Mirror | None = None


def serve(service: Service) -> bool:
    """Serve until SIGTERM or SIGINT; return whether all went well. A second signal, later than the first, ends at once.

    Raises `AddressError`, `StoreError`.
    """
    editions = Editions(service.catalogue, mirror=service.mirror)
    if service.workers == 1:
        _serve_alone(service, editions, announce=True)
        return True
    with ExitStack() as holding:
        shared = replace(
            service,
            address=_held(service.address, holding),
            web=replace(service.web, address=_held(service.web.address, holding)) if service.web else None,
        )
        with _opened(service.store):
            pass  # a store that cannot be opened is told here, once
        # A place elsewhere that does not answer must keep nobody from serving what is here.
        editions.look(copy=not service.catalogue.lexicon_ids())
        for lexicon_id in editions.lexicon_ids():
            if editions.serves(lexicon_id):
                editions.open(lexicon_id).warm()

        parent = os.getpid()

        def run(first: bool) -> None:  # noqa: FBT001  the one thing a worker is told
            _serve_alone(shared, editions, announce=first, parent=parent)

        return Workers(run, count=service.workers, log=logger()).serve()


@contextmanager
def _opened(url: str) -> Iterator[Store]:
    """Open a store; who watches the log is told when one must wait for it. Raises `StoreError`."""
    waited = threading.Timer(_SLOW_SECONDS, lambda: logger().warning("the store does not answer yet; still trying"))
    waited.daemon = True
    waited.start()
    try:
        store = open_store(url)
    finally:
        waited.cancel()
        waited.join()  # a process is divided only when it has one thread
    with closing(store):
        yield store


def _held(address: Address, holding: ExitStack) -> Address:
    """Hold a port for several workers, and return its address with the number. Raises `AddressError`."""
    return replace(address, port=holding.enter_context(address.held()).getsockname()[1])


def _serve_alone(service: Service, editions: Editions, *, announce: bool, parent: int | None = None) -> None:
    """Serve in this process until it is told to stop; a worker knows its ``parent`` and shares the port."""
    log = logger()
    with stop_signals() as (asked, hurried), _opened(service.store) as store:
        running = start(
            data=service.data,
            editions=editions,
            store=store,
            address=service.address,
            tls=service.tls,
            web=service.web,
            shared=parent is not None,
            log=log,
        )
        gc.freeze()  # what is there now stays; to look at it again and again would only cost calls their time
        gc.enable()
        transport = "TLS" if service.tls else "plaintext"
        log.info("serving", address=running.address, lexicons=list(editions.lexicon_ids()), transport=transport)
        if running.web:
            log.info("serving browsers", address=running.web.address)
        if announce:
            print_calls(running.address, running.web.address if running.web else None, editions, tls=service.tls)
        looking = threading.Thread(
            target=_look_again, args=(running.readiness, asked, service.look_seconds, log), name="look", daemon=True
        )
        looking.start()
        wait_for_stop(asked, parent=parent)
        log.info("stopping", address=running.address)
        stopper = threading.Thread(target=running.stop, daemon=True)
        stopper.start()
        while stopper.is_alive() and not hurried.is_set():
            stopper.join(0.1)
        if hurried.is_set():
            running.hurry()
        log.info("stopped", address=running.address)


def _look_again(readiness: Readiness, asked: threading.Event, seconds: float, log: structlog.BoundLogger) -> None:
    """Look at the catalogue until the server is to stop; a disk that hangs hangs no more than this thread."""
    while not asked.wait(seconds):
        try:
            readiness.look()
        except Exception as error:
            log.error("look failed", exc_info=error)  # what serves serves on, and the next look may do
