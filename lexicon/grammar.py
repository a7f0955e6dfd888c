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


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """Grammemes in telling order: id → words, and which of them change from form to form.

    ``names`` keeps the file's order: that is the order in which they are told.
    """

    names: Mapping[str, str]
    inflectional: frozenset[str]

    @classmethod
    def load(cls, data: Path) -> Self:
        """Read ``grammemes.toml`` of the data folder."""
        file = Table.load(data / "grammemes.toml").only(required=("category",))
        names: dict[str, str] = {}
        inflectional: set[str] = set()
        for category in file.tables("category"):
            category.only(required=("id", "inflectional", "grammemes"))
            grammemes = category.table("grammemes")
            for grammeme in grammemes.values:
                if grammeme in names:
                    raise grammemes.fault(grammeme, found="a grammeme of two categories", expected="one")
                names[grammeme] = grammemes.take(grammeme, str)
            if category.take("inflectional", bool):
                inflectional |= set(grammemes.values)
        return cls(names=names, inflectional=frozenset(inflectional))

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Take the form that a lexicon file stores."""
        return cls(names=dict(stored["names"]), inflectional=frozenset(stored["inflectional"]))

    def as_dict(self) -> dict[str, Any]:
        """Return the form that a lexicon file stores."""
        return {"names": dict(self.names), "inflectional": sorted(self.inflectional)}

    def ordered(self, grammemes: Iterable[str]) -> tuple[str, ...]:
        """Return ``grammemes`` in telling order."""
        present = frozenset(grammemes)
        return tuple(grammeme for grammeme in self.names if grammeme in present)

    def phrase(self, grammemes: Iterable[str]) -> tuple[str, str]:
        """Tell grammemes in two phrases: of the form, and of the lexeme.

        >>> grammar = Grammar(
        ...     names={"instrumental": "instrumental", "plural": "plural", "noun": "noun"},
        ...     inflectional=frozenset({"instrumental", "plural"}),
        ... )
        >>> grammar.phrase({"noun", "plural", "instrumental"})
        ('instrumental plural', 'noun')
        """
        ordered = self.ordered(grammemes)
        form = " ".join(self.names[grammeme] for grammeme in ordered if grammeme in self.inflectional)
        lexeme = " ".join(self.names[grammeme] for grammeme in ordered if grammeme not in self.inflectional)
        return form, lexeme
