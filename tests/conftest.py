"""The real dictionary, built once and kept; who asks for it is marked ``dictionary``."""

from __future__ import annotations

import hashlib
import importlib.metadata
import shutil
import time
from pathlib import Path

import pytest

from lexicon.building.build import build
from lexicon.building.sources import describe_all, find
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError
from tests.support import CACHE, DATA, ROOT, small_edition

#: Built editions of inputs that have changed since are removed after so many seconds.
STALE = 24 * 3600


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "russian_catalogue" in getattr(item, "fixturenames", ()):
            item.add_marker("dictionary")


@pytest.fixture(scope="session")
def russian_catalogue() -> Catalogue:
    """A catalogue with ``ru-crosslet``, built from the installed dictionary; built anew when any input has changed.

    Not to be written to.
    """
    opencorpora = next(source for source in describe_all(DATA) if source.id == "opencorpora")
    installed = find(opencorpora)
    if installed is None:
        pytest.skip(f"NOT TESTED, the dictionary is missing; {opencorpora.install}")
    folder = CACHE / inputs_digest(installed.digest)
    catalogue = Catalogue(folder=folder)
    try:
        catalogue.open("ru-crosslet").verify()
    except LexiconError:
        for stale in CACHE.glob("*/"):
            if time.time() - stale.stat().st_mtime > STALE:
                shutil.rmtree(stale, ignore_errors=True)
        build(DATA, "ru-crosslet", catalogue=catalogue)
    return catalogue


@pytest.fixture(scope="session")
def russian(russian_catalogue: Catalogue) -> Lexicon:
    """The edition, open."""
    return russian_catalogue.open("ru-crosslet")


@pytest.fixture(scope="session")
def small_catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A catalogue with one edition of the small list. Not to be written to."""
    folder = tmp_path_factory.mktemp("small")
    small_edition(folder, edition="first")
    return Catalogue(folder=folder / "catalogue")


def inputs_digest(dictionary: str) -> str:
    """Return a digest of everything an edition depends on: the dictionary, the data, the code, the version."""
    digest = hashlib.sha256(f"{dictionary} {importlib.metadata.version('slovosud')}".encode())
    paths = (path for room in ("data", "lexicon") for path in (ROOT / room).rglob("*") if is_input(path))
    for path in sorted(paths):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    return digest.hexdigest()[:16]


def is_input(path: Path) -> bool:
    return path.suffix in {".py", ".c", ".h", ".toml", ".tsv"}
