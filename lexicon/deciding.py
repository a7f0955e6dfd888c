"""Which clause decides a form, over all sources: the short answer, where `Evidence.readings` gives the long one.

In: the evidence of each source, the policy's clauses in order. Out: for each form the clause that settles it.
Never: sentences, membership. The native way and the plain one give the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol

from lexicon.engine import kind
from lexicon.evidence import MOST_NATIVE_CHARACTERS, Evidence, EvidenceError
from lexicon.explanation import Reading

#: What this code expects of the native module (INTERFACE in `native/deciding.c`).
INTERFACE = 2
#: The rank of a form without entries.
NOBODY = -1


class SourceDecisions(Protocol):
    """One source's decisions."""

    def ranks(self, forms: Sequence[str], /) -> list[int]:
        """Return for each form, as it is compared, the highest rank of its entries; `NOBODY` without any."""
        ...


def _native() -> Callable[..., SourceDecisions] | None:
    """Return the native look-up where it was compiled from these sources and is wanted."""
    if kind().name != "native":
        return None
    try:
        from lexicon import _deciding  # noqa: PLC0415 - may not have been compiled
    except ImportError:
        return None
    return _deciding.Decisions if _deciding.INTERFACE == INTERFACE else None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainDecisions:
    """Decisions read off the readings themselves: slow, and obviously right."""

    evidence: Evidence
    ranks_by_clause: Mapping[tuple[str, bool], int]

    def ranks(self, forms: Sequence[str], /) -> list[int]:
        """Return for each form the highest rank of its readings."""
        return [max((self._rank(one) for one in self.evidence.readings(form)), default=NOBODY) for form in forms]

    def _rank(self, reading: Reading) -> int:
        return self.ranks_by_clause[reading.clause, reading.admitted]


@dataclass(frozen=True, kw_only=True)
class Decisions:
    """What settles forms: an admitting clause before a rejecting one, and of these the later in policy order.

    Clauses are asked in order, so the reading rejected by the latest clause came closest to being in.
    """

    clauses: tuple[str, ...]
    evidence: tuple[Evidence, ...]

    @cached_property
    def ranks_by_clause(self) -> dict[tuple[str, bool], int]:
        """The rank of each clause, rejecting and admitting."""
        count = len(self.clauses)
        return {
            (clause, admitted): order + count * admitted
            for order, clause in enumerate(self.clauses)
            for admitted in (False, True)
        }

    @cached_property
    def sources(self) -> tuple[SourceDecisions, ...]:
        """Each source's decisions, read into memory at the first question.

        Raises `EvidenceError` when the bytes are no evidence, `KeyError` when they name a clause of another policy.
        """
        return tuple(self._source(evidence) for evidence in self.evidence)

    def _source(self, evidence: Evidence) -> SourceDecisions:
        make = _native()
        if make is None or len(evidence.characters) > MOST_NATIVE_CHARACTERS:
            return PlainDecisions(evidence=evidence, ranks_by_clause=self.ranks_by_clause)
        ranks = tuple(self.ranks_by_clause[clause] for clause in evidence.clauses)
        try:
            return make(*evidence.parts(), ranks, *evidence.listed_parts())
        except (OverflowError, ValueError) as error:
            raise EvidenceError("evidence", 0, found=str(error), expected="evidence of this format") from error

    def clauses_of(self, forms: Sequence[str]) -> list[str | None]:
        """Return for each form the clause that settles it, None where no source has an entry."""
        best = [NOBODY] * len(forms)
        for source in self.sources:
            best = list(map(max, best, source.ranks(forms)))
        names = (*self.clauses, *self.clauses, None)
        return [names[rank] for rank in best]

    def deciding(self, readings: Sequence[Reading]) -> Reading | None:
        """Return the reading that settles a form."""
        return max(readings, key=lambda reading: self.ranks_by_clause[reading.clause, reading.admitted], default=None)
