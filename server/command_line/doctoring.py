"""The verb `doctor`: what is missing here, and the command that mends it.

In: this machine. Out: findings, each with its mend.
Never: mending.
"""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon import engine
from lexicon.building import sources as dictionaries
from lexicon.building.recipe import load_recipe, recipe_ids
from lexicon.catalogue import Catalogue
from lexicon.errors import LexiconError
from server.command_line.app import CatalogueOption, DataOption, ExitCode, JsonOption, catalogue_at, data_at
from server.command_line.output import put, put_json

#: What each extra brings, by import name.
_EXTRAS = {
    "build": ("lxml", "pymorphy3", "dawg", "morfeusz2", "babel"),
    "server": ("apsw", "grpc", "google.protobuf", "grpc_health", "grpc_reflection", "grpc_status", "structlog"),
}
#: Extras that many a set-up does well without.
_FURTHER_EXTRAS = {
    "web": ("connectrpc", "starlette", "uvicorn"),
    "postgres": ("psycopg",),
    "mirror": ("fsspec",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing looked at: whether it is well, what was found, and the command that mends it."""

    subject: str
    well: bool
    found: str
    mend: str = ""


def doctor(*, catalogue: CatalogueOption = None, data: DataOption = None, as_json: JsonOption = False) -> int:
    """What is missing here and the command that mends it. Exit code 1 when something is.

    Example: slovosud doctor
    """
    all_well = True
    for finding in _findings(catalogue_at(catalogue), data_at(data)):
        all_well &= finding.well
        if as_json:
            put_json(
                {"subject": finding.subject, "well": finding.well, "found": finding.found, "mend": finding.mend or None}
            )
        else:
            put(f"{'ok   ' if finding.well else 'MEND '} {finding.subject}: {finding.found}")
            if finding.mend:
                put(f"      {finding.mend}")
    return ExitCode.DONE if all_well else ExitCode.NO


def _findings(catalogue: Catalogue, data: Path) -> Iterator[Finding]:
    yield Finding(subject="python", well=True, found=sys.version.split()[0])
    yield from _sqlite()
    yield _engine()
    for extra, modules in _EXTRAS.items():
        yield _extra(extra, modules, needed=True)
    for extra, modules in _FURTHER_EXTRAS.items():
        yield _extra(extra, modules, needed=False)
    yield Finding(subject="data", well=True, found=f"{data}, recipes {', '.join(recipe_ids(data))}")
    yield from _sources(data, catalogue.lexicon_ids())
    yield from _editions(catalogue, recipe_ids(data))


def _sqlite() -> Iterator[Finding]:
    """Say which SQLite keeps games; some releases can damage a file that several processes write."""
    if _importable("apsw"):
        from server.store.sqlite_file import SAFE_SQLITE, library_version, shares_safely  # noqa: PLC0415  an extra

        well = shares_safely(library_version())
        yield Finding(subject="sqlite", well=well, found=library_version(), mend="" if well else SAFE_SQLITE)


def _engine() -> Finding:
    """Say which engine walks the lists; the one in Python answers the same, more slowly."""
    kind = engine.kind()
    mend = "sudo apt-get install gcc python3-dev, then install slovosud again" if kind.reason else ""
    return Finding(subject="engine", well=True, found=f"{kind.name} {kind.reason}".strip(), mend=mend)


def _extra(extra: str, modules: tuple[str, ...], *, needed: bool) -> Finding:
    lacking = [module for module in modules if not _importable(module)]
    return Finding(
        subject=f"extra [{extra}]",
        well=not (lacking and needed),
        found=f"lacks {', '.join(lacking)}" if lacking else "installed",
        mend=f"python -m pip install 'slovosud[{extra}]'" if lacking else "",
    )


def _importable(module: str) -> bool:
    try:
        return importlib.util.find_spec(module) is not None
    except ModuleNotFoundError:
        return False


def _sources(data: Path, built: tuple[str, ...]) -> Iterator[Finding]:
    """Look at each dictionary; one is missed only when a lexicon that is here is made from it and cannot do without."""
    wanted = [load_recipe(data, recipe) for recipe in recipe_ids(data) if recipe in built or not built]
    needed = {source for recipe in wanted for source in recipe.sources if source not in recipe.fallbacks}
    for description in dictionaries.describe_all(data):
        subject = f"source {description.id}"
        try:
            found = dictionaries.find(description)
        except LexiconError as error:
            yield Finding(subject=subject, well=False, found=str(error), mend=description.install)
            continue
        missed = found is None and description.id in needed
        yield Finding(
            subject=subject,
            well=not missed,
            found=f"version {found.version}" if found else "not installed",
            mend="" if found else description.install,
        )


def _editions(catalogue: Catalogue, recipes: tuple[str, ...]) -> Iterator[Finding]:
    """Verify the newest edition of every lexicon, and miss those that have none."""
    present = catalogue.lexicon_ids()
    for lexicon_id in sorted({*present, *recipes}):
        subject = f"lexicon {lexicon_id}"
        if lexicon_id not in present:
            mend = f"slovosud build {lexicon_id}"
            # A catalogue with some lexicons is somebody's choice; an empty one is a set-up that is not finished.
            yield Finding(subject=subject, well=bool(present), found=f"no edition in {catalogue.folder}", mend=mend)
            continue
        try:
            lexicon = catalogue.open(lexicon_id)
            lexicon.verify()
        except LexiconError as error:
            yield Finding(subject=subject, well=False, found=str(error), mend=f"slovosud build {lexicon_id}")
        else:
            found = f"edition {lexicon.edition}, {len(lexicon):,} words, sound"
            yield Finding(subject=subject, well=True, found=found)
