"""Read geographical names in one language from the Unicode locale data: territories, and cities that name time zones.

In: the installed distribution of Python that carries the data, and the locale that the description names. Out: lexemes.
Never: names of several words made one; other locale data.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.metadata
import importlib.util
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.errors import DataFileError

#: The part of a description's ``files`` that names the locale.
LOCALE = "locale"

#: Marks that a description translates.
TERRITORY, CITY = "territory", "city"


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the data of the locale, or None when the distribution or the locale is not installed."""
    specification = importlib.util.find_spec(description.distribution)
    if specification is None or specification.origin is None:
        return None
    location = Path(specification.origin).parent / "locale-data" / f"{description.files.get(LOCALE, '')}.dat"
    if not location.is_file():
        return None
    return InstalledSource(
        description=description,
        location=location,
        version=importlib.metadata.version(description.distribution),
        digest=hashlib.sha256(location.read_bytes()).hexdigest(),
    )


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield one lexeme a name, sorted; a name that is territory and city is both.

    Raises `DataFileError` for data of another form.
    """
    marks = source.description.grammemes
    paradigms = {
        mark: Paradigm(slots=(Slot(prefix="", suffix="", grammemes=frozenset({marks[mark]})),))
        for mark in (TERRITORY, CITY)
        if mark in marks
    }
    for name, mark in sorted(_names(source)):
        if mark in paradigms:
            yield Lexeme(stem=name, paradigm=paradigms[mark])


def _names(source: InstalledSource) -> set[tuple[str, str]]:
    """Return every name with what it names."""
    data: Any = importlib.import_module(f"{source.description.distribution}.localedata")
    loaded: Mapping[str, Mapping[str, Any]] = data.load(source.location.stem)
    try:
        territories = {(str(name), TERRITORY) for name in loaded["territories"].values()}
        cities = {(str(zone["city"]), CITY) for zone in loaded["time_zones"].values() if "city" in zone}
    except (AttributeError, KeyError, TypeError) as error:
        raise DataFileError(
            source.location, where="territories, time_zones", found=repr(error), expected="names by code"
        ) from error
    return territories | cities
