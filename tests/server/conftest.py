"""A server in this process, over an edition built from the real dictionary once a session."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import grpc
import pytest

from lexicon.catalogue import Catalogue
from server.editions import Editions
from server.listening import Address
from server.log import logger
from server.serving import RunningServer, start
from server.store.opening import open_store

DATA = Path(__file__).parents[2] / "data"


@pytest.fixture(scope="session")
def served_catalogue(russian_catalogue: Catalogue) -> Catalogue:
    return russian_catalogue


@pytest.fixture(scope="session")
def running(served_catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    with started(served_catalogue, tmp_path_factory.mktemp("store") / "games.sqlite") as server:
        yield server


@contextmanager
def started(catalogue: Catalogue, store: Path | str) -> Iterator[RunningServer]:
    """A server over a catalogue and a store, stopped in the end."""
    with closing(open_store(str(store))) as opened:
        server = start(
            data=DATA,
            editions=Editions(catalogue),
            store=opened,
            address=Address(host="127.0.0.1", port=0),
            log=logger(),
        )
        try:
            yield server
        finally:
            server.stop(lame_duck=0, grace=1)


@pytest.fixture
def own_catalogue(tmp_path: Path, served_catalogue: Catalogue) -> Catalogue:
    """Return a copy that a test may damage."""
    shutil.copytree(served_catalogue.folder, tmp_path, dirs_exist_ok=True)
    return Catalogue(folder=tmp_path)


@pytest.fixture(scope="session")
def channel(running: RunningServer) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(running.address) as opened:
        yield opened
