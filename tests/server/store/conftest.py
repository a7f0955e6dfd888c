"""Both kinds of store, each empty for each test."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.store import Store, open_store
from tests.server.store.postgresql_server import PostgresqlServer, a_server, fast_folder


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgresqlServer]:
    """A running server; who damages it restores it."""
    with a_server(parent=fast_folder()) as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest) -> Iterator[str]:
    """The URL of an empty store."""
    if request.param == "sqlite":
        with tempfile.TemporaryDirectory(dir=fast_folder()) as folder:
            yield f"sqlite:///{Path(folder) / 'games.sqlite'}"
    else:
        server: PostgresqlServer = request.getfixturevalue("postgresql")
        server.empty()
        yield server.url


@pytest.fixture
def store(store_url: str) -> Iterator[Store]:
    opened = open_store(store_url)
    yield opened
    opened.close()
