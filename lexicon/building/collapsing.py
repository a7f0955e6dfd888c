"""Collapse what the policy admits to words: comparison forms within the limits, with the overrides.

In: forms as sources spell them, in any pieces, so that no dictionary is in memory as forms; overrides.
Out: the words of the list, and how many forms were left out.
Never: why a form was admitted.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
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
    def _lines(self) -> tuple[re.Pattern[str], re.Pattern[str]]:
        """Which lines of many forms are plain, and which need a second look."""
        letters = re.escape("".join(self.alphabet.comparison_forms))
        plain = f"[{letters}]{{{self.shortest},{self.longest}}}"
        return re.compile(f"^{plain}$", re.MULTILINE), re.compile(f"^(?!{plain}$).*$", re.MULTILINE)

    @cached_property
    def _compare(self) -> Callable[[str], str]:
        """How text of letters of the alphabet alone is compared; without folds the short way does."""
        forms = self.alphabet.comparison_forms
        if all(form == character.upper() for character, form in forms.items()):
            return str.upper
        table = {ord(character): form for character, form in forms.items()}
        return lambda text: text.translate(table)

    def take(self, forms: Iterable[str]) -> None:
        """Add the words that ``forms`` are, sooner or later (see `decide`)."""
        self._pending += forms
        if len(self._pending) >= _FORMS_AT_ONCE:
            self._read_pending()

    def _read_pending(self) -> None:
        some, self._pending = self._pending, []
        text, (plain, unusual) = "\n".join(some), self._lines
        found = plain.findall(text)
        if found:
            self.words.update(map(Word, self._compare("\n".join(found)).split("\n")))
        if len(found) < len(some):
            for form in unusual.findall(text):
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
