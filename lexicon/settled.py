"""Every form that the dictionaries of an edition know, with what settles it: the short answer to "why".

In: edges, the ids of the policy's clauses. Out: for each word the code of the clause that settles it, or `OVERRIDE`.
Never: readings (see `evidence`, which tells more and is slower), sentences.

The forms stand in an automaton like the words of the list (see `automaton`). Behind the last letter of each stands its
*sign*: the number of what settles it, in one digit, or in two where there are more codes than tiles left. Digits are
tiles 1 to ``base``, letters come after them, so that forms stand in alphabet order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from lexicon.alphabet import LONGEST_TEXT, Alphabet, Word
from lexicon.automaton import MOST_TILES
from lexicon.engine import Engine, open_engine

#: The code of words that an override settles.
OVERRIDE = "override"
#: Digits are written as these characters in lists to compile: no alphabet has them.
_FIRST_DIGIT = 0x80
_MOST_DIGITS = 2
#: No word of a list may be longer, so that its sign has room behind it.
LONGEST_WORD = LONGEST_TEXT - _MOST_DIGITS


@dataclass(frozen=True, slots=True, kw_only=True)
class Signs:
    """How what settles a form is written: ``codes`` numbered from 0, in ``digits`` digits of ``base`` values."""

    codes: tuple[str, ...]
    base: int
    digits: int

    @classmethod
    def of(cls, clauses: Sequence[str], *, letter_count: int) -> Self:
        """Return the signs of a policy. Raises `ValueError` when no two digits tell them all apart."""
        codes = (*clauses, OVERRIDE)
        base = min(len(codes), MOST_TILES - letter_count)
        if base**_MOST_DIGITS < len(codes):
            raise ValueError(f"found {len(clauses)} clauses and {letter_count} letters; expected fewer of either")
        return cls(codes=codes, base=base, digits=1 if len(codes) <= base else _MOST_DIGITS)

    @property
    def letters(self) -> str:
        """The digits as characters, which come before the letters of the alphabet."""
        return "".join(chr(_FIRST_DIGIT + digit) for digit in range(self.base))

    def written(self) -> tuple[bytes, ...]:
        """Return how each code is written behind a word, in UTF-8."""
        rows = [divmod(number, self.base) if self.digits > 1 else (number,) for number in range(len(self.codes))]
        return tuple("".join(chr(_FIRST_DIGIT + digit) for digit in row).encode() for row in rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class SettledForms:
    """Forms with their signs, open for reading."""

    engine: Engine
    signs: Signs

    @classmethod
    def open(cls, content: bytes, *, clauses: Sequence[str], alphabet: Alphabet, longest: int) -> Self:
        """Open edges, which stay in memory. Raises `ValueError` when the bytes cannot be edges at all."""
        signs = Signs.of(clauses, letter_count=len(alphabet.letters))
        engine = open_engine(content, alphabet=alphabet, longest=longest + signs.digits, before=signs.letters)
        return cls(engine=engine, signs=signs)

    def codes_of(self, words: Sequence[Word]) -> list[str | None]:
        """Return for each word the code of what settles it, None where nobody knows it."""
        codes, count = (*self.signs.codes, None), len(self.signs.codes)
        numbers = self.engine.signs(words, self.signs.base, self.signs.digits)
        # Damaged edges may give a number that nothing has.
        return [codes[number] if number < count else None for number in numbers]
