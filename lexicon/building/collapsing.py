"""Collapse what the policy admits to words: comparison forms within the limits, with the overrides.

In: forms as sources spell them, in any pieces, so that no dictionary is in memory as forms; overrides.
Out: the words of the list, and how many forms were left out.
Never: why a form was admitted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.building.overrides import Override

#: Forms that are read at a time. Most are plain letters within the limits: read together they take a tenth of the time.
_FORMS_AT_ONCE = 10_000


@dataclass(kw_only=True)
class Collapse:
    """Words on their way to a list of words from ``shortest`` to ``longest`` letters.

    ``left_out`` counts forms by what keeps them out, a form of two lexemes twice.
    """

    alphabet: Alphabet
    shortest: int
    longest: int
    words: set[Word] = field(default_factory=set)
    left_out: Counter[str] = field(default_factory=Counter)
    _pending: list[str] = field(default_factory=list)

    @cached_property
    def _plain(self) -> re.Pattern[str]:
        """What a form is that needs no second look."""
        letters = re.escape("".join(self.alphabet.comparison_forms))
        return re.compile(f"[{letters}]{{{self.shortest},{self.longest}}}")

    @cached_property
    def _compared(self) -> dict[int, str]:
        return {ord(character): form for character, form in self.alphabet.comparison_forms.items()}

    def take(self, forms: Iterable[str]) -> None:
        """Add the words that ``forms`` are, sooner or later (see `decide`)."""
        self._pending += forms
        if len(self._pending) >= _FORMS_AT_ONCE:
            self._read_pending()

    def _read_pending(self) -> None:
        some, self._pending = self._pending, []
        fits = self._plain.fullmatch
        plain = [form for form in some if fits(form)]
        if plain:
            self.words.update(map(Word, "\n".join(plain).translate(self._compared).split("\n")))
        if len(plain) < len(some):
            for form in some:
                if not fits(form):
                    self._take_unusual(form)

    def _take_unusual(self, form: str) -> None:
        """Add a form that is spelled in an unusual way, or note what keeps it out."""
        word = self.alphabet.read(form)
        if isinstance(word, Malformed):
            self.left_out["outside the alphabet"] += 1
        elif not self.shortest <= len(word) <= self.longest:
            self.left_out["outside the lengths"] += 1
        else:
            self.words.add(word)

    def decide(self, overrides: Mapping[Word, Override]) -> tuple[dict[str, int], frozenset[Word]]:
        """Put words in and out as the overrides say.

        Return how many words the policy gave, how many the overrides changed, and which of theirs it had in already.
        """
        self._read_pending()
        by_policy, before = len(self.words), frozenset(word for word in overrides if word in self.words)
        added = {word for word, override in overrides.items() if override.admit} - self.words
        removed = {word for word, override in overrides.items() if not override.admit} & self.words
        self.words |= added
        self.words -= removed
        counts = {"by policy": by_policy, "added by overrides": len(added), "removed by overrides": len(removed)}
        return counts, before
