"""Editions of the real dictionaries, each built once and kept; who asks for one is marked ``dictionary``."""

from __future__ import annotations

import fcntl
import hashlib
import importlib.metadata
import shutil
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from lexicon.building.build import build
from lexicon.building.recipe import load_recipe
from lexicon.building.sources import describe_all, find
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError
from tests.support import CACHE, DATA, ROOT, small_edition

# Properties are no measurements: a busy machine is no reason to fail.
settings.register_profile("house", deadline=None)
settings.load_profile("house")

#: Built editions of inputs that have changed since are removed after so many seconds.
STALE = 24 * 3600

#: What gives a test an edition of a real dictionary.
REAL = {"real_catalogue", "real_lexicon", "russian_catalogue", "russian"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if not REAL.isdisjoint(getattr(item, "fixturenames", ())):
            item.add_marker("dictionary")


@pytest.fixture(scope="session")
def real_catalogue() -> Callable[[str], Catalogue]:
    """Give a catalogue with one lexicon, built from installed dictionaries; built anew when any input has changed.

    Not to be written to.
    """
    built = cache(_built)

    def catalogue(lexicon_id: str) -> Catalogue:
        became = built(lexicon_id)
        if isinstance(became, Catalogue):
            return became
        raise became.with_traceback(None)  # raised again and again, it would grow a longer one each time

    return catalogue


@pytest.fixture(scope="session")
def real_lexicon(real_catalogue: Callable[[str], Catalogue]) -> Callable[[str], Lexicon]:
    """Give the edition of a lexicon, open."""
    return lambda lexicon_id: real_catalogue(lexicon_id).open(lexicon_id)


@pytest.fixture(scope="session")
def russian_catalogue(real_catalogue: Callable[[str], Catalogue]) -> Catalogue:
    """A catalogue with ``ru-crosslet``. Not to be written to."""
    return real_catalogue("ru-crosslet")


@pytest.fixture(scope="session")
def russian(real_lexicon: Callable[[str], Lexicon]) -> Lexicon:
    """The edition, open."""
    return real_lexicon("ru-crosslet")


def _built(lexicon_id: str) -> Catalogue | LexiconError:
    """Return a catalogue, or why there is none, so that hundreds of tests do not try in turn."""
    descriptions = {description.id: description for description in describe_all(DATA)}
    digests = []
    for source_id in load_recipe(DATA, lexicon_id).sources:
        installed = find(descriptions[source_id])
        if installed is None:
            pytest.skip(f"NOT TESTED, {source_id} is missing; {descriptions[source_id].install}")
        digests.append(installed.digest)
    catalogue = Catalogue(folder=CACHE / f"{lexicon_id}-{inputs_digest(' '.join(digests))}")
    CACHE.mkdir(parents=True, exist_ok=True)
    with (CACHE / f"{lexicon_id}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # another process of the same run may be building it
        return _built_into(catalogue, lexicon_id)


def _built_into(catalogue: Catalogue, lexicon_id: str) -> Catalogue | LexiconError:
    try:
        catalogue.open(lexicon_id).verify()
    except LexiconError:
        for stale in CACHE.glob("*/"):
            if time.time() - stale.stat().st_mtime > STALE:
                shutil.rmtree(stale, ignore_errors=True)
        try:
            build(DATA, lexicon_id, catalogue=catalogue)
        except LexiconError as error:
            return error
    return catalogue


@pytest.fixture(scope="session")
def small_catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A catalogue with one edition of the small list. Not to be written to."""
    folder = tmp_path_factory.mktemp("small")
    small_edition(folder, edition="first")
    return Catalogue(folder=folder / "catalogue")


def inputs_digest(dictionaries: str) -> str:
    """Return a digest of everything an edition depends on: the dictionaries, the data, the code, the version."""
    digest = hashlib.sha256(f"{dictionaries} {importlib.metadata.version('slovosud')}".encode())
    paths = (path for room in ("data", "lexicon") for path in (ROOT / room).rglob("*") if is_input(path))
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def is_input(path: Path) -> bool:
    return path.suffix in {".py", ".c", ".h", ".toml", ".tsv"}
