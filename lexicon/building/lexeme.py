"""Lexemes as stems and paradigms: the shape in which every dictionary is read.

In: nothing; these are the values. Out: `Slot`, `Paradigm`, `Lexeme`, `Entry`.
Never: where they come from (see `sources`), what is admitted (see `policy`).

A dictionary of five million forms is two hundred thousand stems and some thousand paradigms. What is true
of a slot of a paradigm is true of every form made with it, so policy is asked once a slot, not once a form.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One place of a paradigm: what stands before and after the stem, and the grammemes of that form."""

    prefix: str
    suffix: str
    grammemes: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Paradigm:
    """The pattern by which a stem makes its forms; the first slot makes the lemma."""

    slots: tuple[Slot, ...]

    @property
    def lemma_slot(self) -> Slot:
        """The slot that makes the lemma."""
        return self.slots[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexeme:
    """A stem with its paradigm: all forms of one word, as one source has them."""

    stem: str
    paradigm: Paradigm

    def form(self, slot: Slot) -> str:
        """Return the surface form that ``slot`` makes, as the source spells it."""
        return slot.prefix + self.stem + slot.suffix

    @property
    def lemma(self) -> str:
        """The canonical form that stands for the lexeme."""
        return self.form(self.paradigm.lemma_slot)

    def entries(self) -> Iterator[Entry]:
        """Yield one entry a slot, in paradigm order."""
        lemma = self.lemma
        for slot in self.paradigm.slots:
            yield Entry(form=self.form(slot), lemma=lemma, grammemes=slot.grammemes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One reading of one surface form."""

    form: str
    lemma: str
    grammemes: frozenset[str]
