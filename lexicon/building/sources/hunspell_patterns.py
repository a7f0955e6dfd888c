"""Which letters may stand at an edge of a word: the conditions of affixes.

In: the condition column of a rule. Out: `Pattern`: one set of letters a place, from the edge inwards.
Never: which affix a pattern belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

#: One place a match: a class in brackets, or any single character.
_PLACE = re.compile(r"\[(\^?)([^\]]*)\]|([^\[])", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Letters:
    """The characters that may stand in one place: just ``letters``, or, ``negated``, all but them.

    >>> Letters.of("ab") & Letters.of("b", negated=True)
    Letters(letters=frozenset({'a'}), negated=False)
    """

    letters: frozenset[str]
    negated: bool

    @classmethod
    def of(cls, letters: str, *, negated: bool = False) -> Letters:
        """Return the set of the characters of a text."""
        return cls(letters=frozenset(letters), negated=negated)

    def __contains__(self, character: str) -> bool:
        return (character in self.letters) is not self.negated

    def __and__(self, other: Letters) -> Letters:
        if self.negated and other.negated:
            return Letters(letters=self.letters | other.letters, negated=True)
        if self.negated:
            return Letters(letters=other.letters - self.letters, negated=False)
        if other.negated:
            return Letters(letters=self.letters - other.letters, negated=False)
        return Letters(letters=self.letters & other.letters, negated=False)

    @property
    def impossible(self) -> bool:
        """Whether no character at all may stand here."""
        return not self.negated and not self.letters


ANY = Letters(letters=frozenset(), negated=True)

#: What may stand at an edge of a word, from the edge inwards; the word has at least so many characters.
Pattern = tuple[Letters, ...]


def literal(text: str) -> Pattern:
    """Return the pattern of just this text, read from its first character on."""
    return tuple(Letters.of(character) for character in text)


def read_condition(text: str) -> Pattern | None:
    """Return the places of a condition in the order written, or None when a bracket stays open.

    A hyphen in a class is a hyphen: Hunspell knows no ranges.
    """
    if text == ".":
        return ()
    places: list[Letters] = []
    position = 0
    while position < len(text):
        place = _PLACE.match(text, position)
        if place is None:
            return None
        caret, letters, single = place.groups()
        if single is None:
            places.append(Letters.of(letters, negated=bool(caret)))
        else:
            places.append(ANY if single == "." else Letters.of(single))
        position = place.end()
    return tuple(places)


def both(one: Pattern, other: Pattern) -> Pattern:
    """Return the pattern that holds where both hold."""
    shorter, longer = sorted((one, other), key=len)
    return tuple(a & b for a, b in zip(shorter, longer, strict=False)) + longer[len(shorter) :]


def at_least(pattern: Pattern, length: int) -> Pattern:
    """Return ``pattern`` for words of at least ``length`` characters only."""
    return pattern + (ANY,) * (length - len(pattern))


def holds(pattern: Pattern, characters: Sequence[str]) -> bool:
    """Tell whether ``characters``, read from the edge inwards, fit ``pattern``."""
    return len(characters) >= len(pattern) and all(
        character in letters for letters, character in zip(pattern, characters, strict=False)
    )
