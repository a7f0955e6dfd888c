"""Which of several readings settles a form.

In: the policy's clauses in order, readings. Out: the reading that settles.
Never: how readings are found (see `evidence`), what was settled at build time (see `settled`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from lexicon.explanation import Reading


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """What settles forms: an admitting clause before a rejecting one, and of these the later in policy order.

    Clauses are asked in order, so the reading rejected by the latest clause came closest to being in.
    """

    clauses: tuple[str, ...]

    @cached_property
    def _order(self) -> dict[str, int]:
        return {clause: order for order, clause in enumerate(self.clauses)}

    def rank(self, reading: Reading) -> tuple[bool, int, bool]:
        """Return what a reading is worth. Raises `KeyError` when it names a clause of another policy.

        Of two that one clause decides, a lemma is told before a form of another word: kotek, and not that it is a
        genitive of kotka.
        """
        return reading.admitted, self._order[reading.clause], reading.form == reading.lemma

    def deciding(self, readings: Sequence[Reading]) -> Reading | None:
        """Return the reading that settles a form, None without readings.

        Of lemmata that are worth as much, one of the first source, and there the one with the fewest marks: kot is the
        animal before it is a person in slang.
        """
        first = max(readings, key=self.rank, default=None)
        if first is None or first.form != first.lemma:
            return first
        worth = self.rank(first)
        alike = (one for one in readings if one.source == first.source and self.rank(one) == worth)
        return min(alike, key=lambda one: len(one.grammemes))
