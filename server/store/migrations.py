"""The steps that make a database, in the order of their numbers.

In: the kind of database, the number it has reached. Out: the steps that are left.
Never: carrying them out.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import resources

from server.store.errors import StoreUnavailableError


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One step: its number, counted from 1, and its SQL."""

    number: int
    sql: str


def migrations(kind: str) -> tuple[Migration, ...]:
    """Return every step of a kind of database; a file's name starts with its number."""
    folder = resources.files("server.store") / "sql" / kind
    files = sorted((file for file in folder.iterdir() if file.name.endswith(".sql")), key=lambda file: file.name)
    return tuple(
        Migration(number=int(file.name.partition("_")[0]), sql=file.read_text(encoding="utf-8")) for file in files
    )


def steps_left(kind: str, *, reached: int, where: str) -> tuple[Migration, ...]:
    """Return the steps after ``reached``. Raises `StoreUnavailableError` when it is beyond all that are known here."""
    steps = migrations(kind)
    if reached > steps[-1].number:
        raise StoreUnavailableError(
            where=where,
            found=f"made by a newer slovosud: its form is {reached}, this one knows {steps[-1].number}",
            mend="run the newer one",
        )
    return tuple(step for step in steps if step.number > reached)
