"""Which affixes fit which word: the flags of a line made ready, and asked word by word.

In: flags, affix classes, a word. Out: `Fit`: the affixes that both flags and letters permit.
Never: forms.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, TypeVar

from lexicon.building.sources.hunspell_affixes import Affix, Property
from lexicon.building.sources.hunspell_chains import Automaton, Chain, chosen
from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_grammemes import Signature, signature
from lexicon.building.sources.hunspell_meeting import Meeting

Rule = TypeVar("Rule", Affix, Chain)


class AffixClass(Generic[Rule]):
    """The rules of one flag, with the automaton that finds those that fit a word."""

    def __init__(self, flag: Flag, rules: Sequence[Rule]) -> None:
        self.flag = flag
        self.rules: Sequence[Rule] = rules
        self.automaton = Automaton([rule.pattern for rule in rules])


@dataclass(frozen=True, kw_only=True)
class Plan:
    """The flags and morphological fields of a line made ready: all that must be asked of a word which has them.

    ``line`` is the first line that has them.
    """

    meeting: Meeting
    suffixes: tuple[AffixClass[Chain], ...]
    prefixes: tuple[AffixClass[Affix], ...]
    fields: tuple[str, ...]
    line: int
    _fits: dict[tuple[int, ...], Fit] = field(default_factory=dict)

    @cached_property
    def forbidden(self) -> bool:
        """Whether the line forbids its word."""
        return self.meeting.file.has(Property.FORBIDDEN, self.meeting.flags)

    @cached_property
    def idle(self) -> bool:
        """Whether the line makes no form at all."""
        return not (self.meeting.stands_bare or self.suffixes or self.prefixes)

    @cached_property
    def prefix_reach(self) -> int:
        """How many characters from the start of a word prefixes look at, at most."""
        return max((known.automaton.longest for known in self.prefixes), default=0)

    def fit(self, word: str) -> Fit:
        """Return the affixes that fit ``word``; words that are alike in this get one and the same answer."""
        backwards = word[::-1]
        bits = tuple([known.automaton.fitting(backwards) for known in self.suffixes])
        if self.prefixes:
            bits += tuple([known.automaton.fitting(word) for known in self.prefixes])
        fit = self._fits.get(bits)
        if fit is None:
            fit = self._fits[bits] = Fit(plan=self, bits=bits)
        return fit


@dataclass(frozen=True, kw_only=True, eq=False)
class Fit:
    """The affixes that fit a word. ``bits`` are the rules of each class of the plan, suffixes first."""

    plan: Plan
    bits: tuple[int, ...]

    @cached_property
    def most_forms(self) -> int:
        """No word of this fit has more forms; counted without making any."""
        suffixes = len(self.plan.suffixes)
        ends = 1 + sum(bits.bit_count() for bits in self.bits[:suffixes])
        return ends * (1 + sum(bits.bit_count() for bits in self.bits[suffixes:]))

    @cached_property
    def chains_by_flag(self) -> tuple[tuple[Flag, tuple[Chain, ...]], ...]:
        """The chains that fit, class by class."""
        return tuple(
            (known.flag, chosen(known.rules, bits)) for known, bits in zip(self.plan.suffixes, self.bits, strict=False)
        )

    @cached_property
    def prefixes_by_flag(self) -> tuple[tuple[Flag, tuple[Affix, ...]], ...]:
        """The prefixes that fit, class by class."""
        bits_of_prefixes = self.bits[len(self.plan.suffixes) :]
        return tuple(
            (known.flag, chosen(known.rules, bits))
            for known, bits in zip(self.plan.prefixes, bits_of_prefixes, strict=True)
        )

    @property
    def chains(self) -> tuple[Chain, ...]:
        """The chains that fit, in the order of the file."""
        return tuple(chain for _, chains in self.chains_by_flag for chain in chains)

    @property
    def prefixes(self) -> tuple[Affix, ...]:
        """The prefixes that fit the word as it stands, in the order of the file."""
        return tuple(prefix for _, prefixes in self.prefixes_by_flag for prefix in prefixes)

    def pairs(self, prefixes: Sequence[Affix]) -> Iterator[tuple[Affix | None, Chain | None]]:
        """Yield what may be done to the word, first of all nothing: each prefix of ``prefixes`` and chain permitted."""
        meeting, chains = self.plan.meeting, self.chains
        if meeting.stands_bare:
            yield None, None
        yield from ((None, chain) for chain in chains if meeting.permits_chain(chain))
        for prefix in prefixes:
            if meeting.permits_prefix(prefix):
                yield prefix, None
            yield from ((prefix, chain) for chain in chains if meeting.permits_both(prefix, chain))

    def signatures(self) -> Iterator[tuple[Flag, Signature]]:
        """Yield each flag of which something fits, with its signature."""
        for flag, chains in self.chains_by_flag:
            if chains:
                yield flag, signature(flag, [chain.change for chain in chains])
        for flag, prefixes in self.prefixes_by_flag:
            if prefixes:
                yield flag, signature(flag, [prefix.change for prefix in prefixes])
