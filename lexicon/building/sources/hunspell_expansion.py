"""Words with flags as stems with paradigms: inflection as Hunspell understands it, written out.

In: an affix file and its word file. Out: `Lexeme`s with shared paradigms, or plain forms.
Never: compounds; letter case (a form is spelled as the dictionary spells it).

A word's paradigm, and where the word is cut for it, follow from its flags and from the few letters at its edges that
rules look at. So both are worked out once for all words that are alike in this (see `hunspell_fit` and
`hunspell_scribe`), and each of the three hundred thousand words of a dictionary costs a walk through some automata.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain as chained
from pathlib import Path

from lexicon.building.lexeme import Lexeme
from lexicon.building.sources.hunspell_affixes import Affix, AffixFile, Property
from lexicon.building.sources.hunspell_chains import Chain, chains_by_flag
from lexicon.building.sources.hunspell_fit import AffixClass, Fit, Plan
from lexicon.building.sources.hunspell_grammemes import NO_GRAMMEMES, Grammemes, Signature
from lexicon.building.sources.hunspell_meeting import Meeting
from lexicon.building.sources.hunspell_scribe import Scribe
from lexicon.building.sources.hunspell_words import Headword, headwords
from lexicon.errors import DataFileError

#: Forms that a dictionary may have, counted before any is made. Five times the largest list in use here (Polish, four
#: million); a file of 16 kB can describe a thousand times more.
MOST_FORMS = 20_000_000

#: Lines of a word file that are looked at to say how many forms too many there are. The Polish one has 308,000.
MOST_COUNTED = 1_000_000


def lexemes(
    affixes: AffixFile, words: Path, *, grammemes: Grammemes = NO_GRAMMEMES, most_forms: int = MOST_FORMS
) -> Iterator[Lexeme]:
    """Yield one lexeme a line of the word file, in its order; lines that make no form are passed over.

    Lines with equal spelling are lexemes of their own. The first slot makes the word itself or, where that is no
    form, the first form there is. Raises `DataFileError` for what cannot be read, and for more than ``most_forms``.
    """
    expansion = _Expansion(affixes=affixes, words=words)
    scribe = Scribe(file=affixes, words=words, grammemes=grammemes)
    for word, fit in expansion.fitted(most_forms):
        lexeme = scribe.lexeme(word, fit)
        if expansion.forbidden:
            lexeme = scribe.without(lexeme, expansion.forbidden)
        if lexeme.paradigm.slots:
            yield lexeme


def forms(affixes: AffixFile, words: Path, *, most_forms: int = MOST_FORMS) -> Iterator[str]:
    """Yield every form of a dictionary once, in the order first met. Raises as `lexemes` does."""
    by_paradigm: dict[int, tuple[tuple[str, tuple[str, ...]], ...]] = {}

    def spelled() -> Iterator[Iterator[str]]:
        for lexeme in lexemes(affixes, words, most_forms=most_forms):
            by_prefix = by_paradigm.get(id(lexeme.paradigm))
            if by_prefix is None:
                suffixes: dict[str, list[str]] = {}
                for slot in lexeme.paradigm.slots:
                    suffixes.setdefault(slot.prefix, []).append(slot.suffix)
                by_prefix = tuple((prefix, tuple(ends)) for prefix, ends in suffixes.items())
                by_paradigm[id(lexeme.paradigm)] = by_prefix
            for prefix, ends in by_prefix:
                yield map((prefix + lexeme.stem).__add__, ends)

    return iter(dict.fromkeys(chained.from_iterable(spelled())))


def signatures(affixes: AffixFile, words: Path) -> Mapping[Signature, list[str]]:
    """Return every signature in use with its words: what a grammeme table for this dictionary has to tell."""
    expansion = _Expansion(affixes=affixes, words=words)
    found: dict[Signature, list[str]] = {}
    for word, fit in expansion.fitted(MOST_FORMS):
        for _, name in fit.signatures():
            found.setdefault(name, []).append(word)
    return found


class _Expansion:
    """One reading of one dictionary: plans by flags, and the spellings that a line forbids."""

    def __init__(self, *, affixes: AffixFile, words: Path) -> None:
        self._affixes, self._words = affixes, words
        chains = chains_by_flag(affixes)
        self._suffixes = {flag: AffixClass(flag, rules) for flag, rules in chains.items()}
        self._prefixes = {flag: AffixClass(flag, rules) for flag, rules in affixes.prefixes.items()}
        self._plans: dict[tuple[bytes, bytes], Plan] = {}
        self.forbidden: frozenset[str] = frozenset()

    def fitted(self, most_forms: int) -> list[tuple[str, Fit]]:
        """Return the words, as rules see them, each with what fits it. Raises when they make too many forms."""
        fitted: list[tuple[str, Fit]] = []
        forbidden_by_word: dict[str, bool] = {}
        may_forbid, total = Property.FORBIDDEN in self._affixes.properties, 0
        first_too_many: Headword | None = None
        for headword in headwords(self._words, self._affixes):
            word = self._affixes.spelled(headword.word)
            plan = self._plans.get((headword.flags, headword.fields)) or self._plan(headword)
            if may_forbid:
                # Hunspell asks the first line of a spelling only.
                forbidden_by_word.setdefault(word, plan.forbidden)
            if plan.idle:
                continue
            fit = plan.fit(word)
            total += fit.most_forms
            if total > most_forms:
                # Only counted from here on, so that the estimate tells how far the dictionary goes beyond the limit.
                first_too_many = first_too_many or headword
                fitted.clear()
                if headword.line > MOST_COUNTED:
                    break
            else:
                fitted.append((word, fit))
        if first_too_many is not None:
            raise self._too_many(first_too_many, total, most_forms)
        turn = -1 if self._affixes.mirrored else 1
        self.forbidden = frozenset(word[::turn] for word, forbidden in forbidden_by_word.items() if forbidden)
        return fitted

    def _too_many(self, headword: Headword, total: int, most_forms: int) -> DataFileError:
        return DataFileError(
            self._words,
            where=f"line {headword.line}",
            found=f"the word {headword.word!r}, with which forms become too many; all words have up to {total}",
            expected=f"a dictionary of at most {most_forms} forms; this one is too rich to be listed form by form",
        )

    def _plan(self, headword: Headword) -> Plan:
        """Make the flags and fields of a line ready."""
        affixes, line = self._affixes, headword.line
        flags = affixes.flags.flags(headword.flags, path=self._words, number=line) if headword.flags else frozenset()
        meeting = Meeting(file=affixes, flags=flags)
        suffixes: tuple[AffixClass[Chain], ...] = ()
        prefixes: tuple[AffixClass[Affix], ...] = ()
        if meeting.inflects:
            suffix_flags = meeting.suffix_flags()
            suffixes = tuple(known for flag, known in self._suffixes.items() if flag in suffix_flags)
            prefix_flags = meeting.prefix_flags(tuple(chain for known in suffixes for chain in known.rules))
            prefixes = tuple(known for flag, known in self._prefixes.items() if flag in prefix_flags)
        fields = affixes.fields(headword.fields, path=self._words, number=line) if headword.fields else ()
        plan = Plan(meeting=meeting, suffixes=suffixes, prefixes=prefixes, fields=fields, line=line)
        return self._plans.setdefault((headword.flags, headword.fields), plan)
