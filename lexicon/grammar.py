"""The one vocabulary of grammatical marks: which there are, in which order, and how each is told.

In: `data/grammemes.toml`. Out: `Grammar`.
Never: words for them (see `phrasebook`), a dictionary's own tags (see the sources), decisions.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from lexicon.datafile import Table
from lexicon.shipped import shared_file


class Manner(enum.StrEnum):
    """How a grammeme is told: with the form, with the lexeme, or as a mark behind both."""

    FORM = "form"
    LEXEME = "lexeme"
    MARK = "mark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Grammemes in telling order, each with its manner."""

    manners: Mapping[str, Manner]

    @classmethod
    def load(cls, data: Path) -> Self:
        """Read ``grammemes.toml`` of the data folder, or the shipped one. Raises `DataFileError`."""
        file = Table.load(shared_file(data, "grammemes.toml")).only(required=("category",))
        manners: dict[str, Manner] = {}
        for category in file.tables("category"):
            category.only(required=("id", "told", "grammemes"))
            manner = category.take("told", str)
            if manner not in set(Manner):
                raise category.fault("told", found=manner, expected=f"one of {', '.join(Manner)}")
            for grammeme in category.texts("grammemes"):
                if grammeme in manners:
                    raise category.fault("grammemes", found=f"{grammeme} a second time", expected="each once")
                manners[grammeme] = Manner(manner)
        return cls(manners=manners)

    @classmethod
    def from_dict(cls, stored: Mapping[str, str]) -> Self:
        """Take the form that a lexicon file stores."""
        return cls(manners={grammeme: Manner(manner) for grammeme, manner in stored.items()})

    def as_dict(self) -> dict[str, str]:
        """Return the form that a lexicon file stores."""
        return {grammeme: str(manner) for grammeme, manner in self.manners.items()}

    def ordered(self, grammemes: Iterable[str]) -> tuple[str, ...]:
        """Return ``grammemes`` in telling order."""
        present = frozenset(grammemes)
        return tuple(grammeme for grammeme in self.manners if grammeme in present)
