"""What the affixes of a Hunspell dictionary say of grammar: by morphological fields, or by a table made by hand.

In: fields, flags with the changes they make. Out: grammemes.
Never: which affixes fit a word.

Most dictionaries name no grammemes, and one flag often serves several parts of speech. But a flag *together with
those of its changes that fit a word* is nearly always one part of speech, and there are few such pairs: that pair is
the `Signature`, and a table says once for each what the lemma and the changed forms are.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NewType

from lexicon.building.sources.hunspell_flags import Flag
from lexicon.errors import DataFileError

#: A flag and the changes it makes, the key of a grammeme table: ``K ен>на ен>ната ен>ни``.
Signature = NewType("Signature", str)

#: The grammemes of each reading of one form.
Readings = tuple[frozenset[str], ...]

#: Morphological fields that no longer hold when a suffix follows: a "terminal suffix".
TERMINAL = "ts:"


def signature(flag: Flag, changes: Iterable[str]) -> Signature:
    """Return the signature of a flag with the changes that fit; their order and number of times are nothing to it.

    >>> signature(Flag("K"), ["ен>ни", "ен>на", "ен>ни"])
    'K ен>на ен>ни'
    """
    return Signature(" ".join([flag, *sorted(set(changes))]))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What one signature means: the readings of the lemma, and of the form that each change makes.

    Of an affix that only adds a meaning (a prefix of negation) the lemma has none.
    """

    lemma: Readings
    forms: Mapping[str, Readings]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammemes:
    """How the grammemes of one dictionary are found.

    ``known`` maps morphological fields (``po:noun``) to grammemes; None reads no fields at all. ``ignored`` are
    fields that say nothing of grammar, each whole (``po:x``) or as its name alone (``st:``). ``table`` has the rows
    by signature: all that are in use, unless it is empty.
    """

    known: Mapping[str, str] | None = None
    ignored: frozenset[str] = frozenset()
    table: Mapping[Signature, Row] = field(default_factory=dict)

    def of_fields(self, fields: Iterable[str], *, path: Path, line: int) -> frozenset[str]:
        """Return the grammemes of fields; one that is neither known nor ignored is an error, never dropped."""
        if self.known is None:
            return frozenset()
        told = [mark for mark in fields if mark not in self.ignored and mark[:3] not in self.ignored]
        for mark in told:
            if mark not in self.known:
                raise DataFileError(
                    path, where=f"line {line}", found=f"unknown field {mark!r}", expected="a field of the description"
                )
        return frozenset(self.known[mark] for mark in told)

    def row(self, name: Signature, *, path: Path, word: str) -> Row | None:
        """Return what the table says of a signature of ``word``; one that it does not know is an error."""
        if not self.table:
            return None
        row = self.table.get(name)
        if row is None:
            raise DataFileError(
                path,
                where=f"word {word!r}",
                found=f"paradigm {name!r}",
                expected="one of the grammeme table of this dictionary; add it there",
            )
        return row


def without_terminal(fields: tuple[str, ...]) -> tuple[str, ...]:
    """Return the fields that still hold when something more is appended."""
    return tuple(mark for mark in fields if not mark.startswith(TERMINAL))


#: For those who want spellings only.
NO_GRAMMEMES = Grammemes()
