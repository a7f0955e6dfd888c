"""Which affixes the flags of a word permit, alone and together: Hunspell's rules, one a method.

In: flags, a prefix, a chain of suffixes. Out: whether a form made so is a word.
Never: letters (see `hunspell_chains`).

The rules are those of `hunspell` 1.7 outside compounds, surprises included: of two suffixes only the first is asked
whether it stands for compounds or is half of a circumfix, and a lone prefix may be half of one. What depends on the
order in which the program happens to find things is left out: a prefix and a suffix that permit each other stand on
every word there, here on words that permit one of them.
"""

from __future__ import annotations

from dataclasses import dataclass

from lexicon.building.sources.hunspell_affixes import Affix, AffixFile, Property
from lexicon.building.sources.hunspell_chains import Chain
from lexicon.building.sources.hunspell_flags import Flag


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """The flags of one word before the affixes of one file."""

    file: AffixFile
    flags: frozenset[Flag]

    @property
    def inflects(self) -> bool:
        """Whether any form of the word stands outside compounds."""
        return not (
            self.file.has(Property.FORBIDDEN, self.flags) or self.file.has(Property.ONLY_IN_COMPOUND, self.flags)
        )

    @property
    def stands_bare(self) -> bool:
        """Whether the word itself is a form."""
        return self.inflects and not self.file.has(Property.NEEDS_AFFIX, self.flags)

    def suffix_flags(self) -> frozenset[Flag]:
        """Return the flags of suffixes that may come first: the word's, and those its prefixes bring."""
        brought = (rule.continuation for flag in self.flags for rule in self.file.prefixes.get(flag, ()))
        return self.flags.union(*brought)

    def prefix_flags(self, chains: tuple[Chain, ...]) -> frozenset[Flag]:
        """Return the flags of prefixes that may stand: the word's, and those that ``chains`` bring."""
        return self.flags.union(*(suffix.continuation for chain in chains for suffix in chain.suffixes))

    def permits_prefix(self, prefix: Affix) -> bool:
        """Tell whether ``prefix`` may stand without a suffix."""
        return prefix.flag in self.flags and not (
            self._is(Property.NEEDS_AFFIX, prefix) or self._is(Property.ONLY_IN_COMPOUND, prefix)
        )

    def permits_chain(self, chain: Chain) -> bool:
        """Tell whether ``chain`` may stand without a prefix."""
        first = chain.suffixes[0]
        if first.flag not in self.flags:
            return False
        if self._is(Property.CIRCUMFIX, first) or self._is(Property.ONLY_IN_COMPOUND, first):
            return False
        return len(chain.suffixes) > 1 or not self._is(Property.NEEDS_AFFIX, first)

    def permits_both(self, prefix: Affix, chain: Chain) -> bool:
        """Tell whether ``prefix`` and ``chain`` may stand at the two ends of the word."""
        first, last = chain.suffixes[0], chain.suffixes[-1]
        if not (prefix.crosses and last.crosses):
            return False
        if len(chain.suffixes) == 1:
            lacking = self._is(Property.NEEDS_AFFIX, prefix) and self._is(Property.NEEDS_AFFIX, last)
            return self._encloses(prefix, first) and not lacking and not self._is(Property.ONLY_IN_COMPOUND, prefix)
        # A last suffix that brings the prefix makes it independent of the first one.
        if prefix.flag in last.continuation:
            return self.permits_chain(chain)
        return first.crosses and self._encloses(prefix, first)

    def _encloses(self, prefix: Affix, suffix: Affix) -> bool:
        """Tell whether both may stand around the word: it permits one, and it or that one permits the other."""
        suffixed, prefixed = suffix.flag in self.flags, prefix.flag in self.flags
        return (
            (
                (suffixed and prefixed)
                or (suffixed and prefix.flag in suffix.continuation)
                or (prefixed and suffix.flag in prefix.continuation)
            )
            and self._is(Property.CIRCUMFIX, prefix) is self._is(Property.CIRCUMFIX, suffix)
            and not self._is(Property.ONLY_IN_COMPOUND, suffix)
        )

    def _is(self, kind: Property, affix: Affix) -> bool:
        return self.file.has(kind, affix.continuation)
