"""Which store a URL names.

In: a URL or a path. Out: an open store.
Never: how a database is asked.
"""

from __future__ import annotations

from pathlib import Path

import platformdirs

from server.store.errors import NoStoreError, StoreUrlError
from server.store.model import Store

#: Names the store where no option does.
STORE_VARIABLE = "SLOVOSUD_STORE"

_SQLITE = "sqlite:///"
_POSTGRESQL = ("postgresql://", "postgres://")


def default_store() -> str:
    """Return the path of the store in the user's data folder."""
    return str(platformdirs.user_data_path("slovosud", appauthor=False) / "games.sqlite")


def open_store(url: str, *, make: bool = True) -> Store:
    """Open the store that ``url`` names, and make it where there is none, unless told not to.

    A bare path and ``sqlite:///PATH`` name a file (``sqlite:////PATH`` one from the root), ``postgresql://…`` a
    database as libpq reads it, where tables are always made. Raises `StoreUrlError`, `NoStoreError`,
    `StoreUnavailableError`.
    """
    if url.startswith(_POSTGRESQL):
        from server.store.postgresql import PostgresqlStore  # noqa: PLC0415  an extra of its own

        return PostgresqlStore.open(url)
    path = url.removeprefix(_SQLITE)
    if not path or "\0" in path or "://" in path:
        raise StoreUrlError(url)
    if not make and not Path(path).exists():
        raise NoStoreError(path)
    from server.store.sqlite import SqliteStore  # noqa: PLC0415  only who stores needs it

    return SqliteStore.open(Path(path))
