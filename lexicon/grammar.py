"""The one vocabulary of grammatical marks, and how a reading is told in words.

In: `data/grammemes.toml`. Out: `Grammar`, which orders grammemes and puts them into a phrase.
Never: a dictionary's own tags (see the sources), decisions.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from lexicon.datafile import Table

#: How a grammeme is told.
MANNERS = ("form", "lexeme", "mark")


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Grammemes in telling order: id → words, and how each is told.

    ``names`` keeps the file's order: that is the order in which they are told. ``told`` says of each whether
    it belongs to the form, to the lexeme, or is a mark.
    """

    names: Mapping[str, str]
    told: Mapping[str, str]

    @classmethod
    def load(cls, data: Path) -> Self:
        """Read ``grammemes.toml`` of the data folder."""
        file = Table.load(data / "grammemes.toml").only(required=("category",))
        names: dict[str, str] = {}
        told: dict[str, str] = {}
        for category in file.tables("category"):
            category.only(required=("id", "told", "grammemes"))
            grammemes = category.table("grammemes")
            manner = category.take("told", str)
            if manner not in MANNERS:
                raise category.fault("told", found=manner, expected=f"one of {', '.join(MANNERS)}")
            for grammeme in grammemes.values:
                if grammeme in names:
                    raise grammemes.fault(grammeme, found="a grammeme of two categories", expected="one")
                names[grammeme] = grammemes.take(grammeme, str)
                told[grammeme] = manner
        return cls(names=names, told=told)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Take the form that a lexicon file stores."""
        return cls(names=dict(stored["names"]), told=dict(stored["told"]))

    def as_dict(self) -> dict[str, Any]:
        """Return the form that a lexicon file stores."""
        return {"names": dict(self.names), "told": dict(self.told)}

    def ordered(self, grammemes: Iterable[str]) -> tuple[str, ...]:
        """Return ``grammemes`` in telling order."""
        present = frozenset(grammemes)
        return tuple(grammeme for grammeme in self.names if grammeme in present)

    def phrase(self, grammemes: Iterable[str]) -> tuple[str, str]:
        """Tell grammemes in two phrases: of the form, and of the lexeme with its marks.

        >>> grammar = Grammar(
        ...     names={"plural": "plural", "noun": "noun", "obsolete": "obsolete"},
        ...     told={"plural": "form", "noun": "lexeme", "obsolete": "mark"},
        ... )
        >>> grammar.phrase({"noun", "plural", "obsolete"})
        ('plural', 'noun, obsolete')
        """
        by_manner: dict[str, list[str]] = {manner: [] for manner in MANNERS}
        for grammeme in self.ordered(grammemes):
            by_manner[self.told[grammeme]].append(self.names[grammeme])
        form, lexeme, marks = (by_manner[manner] for manner in MANNERS)
        return " ".join(form), ", ".join([" ".join(lexeme), *marks] if lexeme else marks)
