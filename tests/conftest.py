"""One edition of the Кросслет list, built from the real dictionary once a session."""

from __future__ import annotations

from pathlib import Path

import pytest

from lexicon.building.build import build
from lexicon.building.sources import describe_all, find
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon

DATA = Path(__file__).parents[1] / "data"


@pytest.fixture(scope="session")
def russian_catalogue(tmp_path_factory: pytest.TempPathFactory) -> Catalogue:
    """A catalogue with one edition. Tests must not write into it."""
    opencorpora = next(source for source in describe_all(DATA) if source.id == "opencorpora")
    if find(opencorpora) is None:
        pytest.skip(f"the dictionary is not installed: {opencorpora.install}")
    catalogue = Catalogue(folder=tmp_path_factory.mktemp("catalogue"))
    build(DATA, "ru-crosslet", catalogue=catalogue)
    return catalogue


@pytest.fixture(scope="session")
def russian(russian_catalogue: Catalogue) -> Lexicon:
    """The edition, open."""
    return russian_catalogue.open("ru-crosslet")
