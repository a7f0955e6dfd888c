"""Who says whether a formed word is a word.

In: a `Word`. Out: its `WordStanding`. The adjudicator asks through the protocol `Words` and knows no lexicon
file. Never: scores, squares.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import ClassVar, Protocol

from lexicon.alphabet import Alphabet, Word


class WordStanding(enum.StrEnum):
    """What a ruling says of a formed word. New values may be added."""

    #: It is in the lexicon.
    VALID = "VALID"
    #: No source knows it.
    NOT_A_WORD = "NOT_A_WORD"
    #: A dictionary knows it, but the game does not admit it.
    NOT_ELIGIBLE = "NOT_ELIGIBLE"
    #: Nobody was asked.
    UNCHECKED = "UNCHECKED"
    #: The rules keep the dictionary shut until the word is challenged.
    UNTOLD = "UNTOLD"


class Words(Protocol):
    """The judge of words."""

    @property
    def shut_until_challenged(self) -> bool:
        """Whether a ruleset that validates by challenge keeps this judge silent before one."""
        ...

    def status(self, word: Word) -> WordStanding:
        """What ``word`` is: one of VALID, NOT_A_WORD, NOT_ELIGIBLE, UNCHECKED."""
        ...


class LexiconLike(Protocol):
    """What this room needs of a lexicon."""

    @property
    def alphabet(self) -> Alphabet:
        """The letters its words are made of."""
        ...

    def __contains__(self, word: Word, /) -> bool:
        """Whether ``word`` is in it."""
        ...

    def attested(self, word: Word, /) -> bool:
        """Whether a dictionary knows ``word``, admitted or not."""
        ...


@dataclass(frozen=True, slots=True)
class Unchecked:
    """Nobody is asked: arithmetic and geometry only."""

    shut_until_challenged: ClassVar[bool] = False

    def status(self, word: Word) -> WordStanding:  # noqa: ARG002 -- the protocol names it
        """UNCHECKED, whatever the word."""
        return WordStanding.UNCHECKED


@dataclass(frozen=True, slots=True)
class AcceptedWords:
    """The only acceptable words, given by the caller; always judged, whatever the validation."""

    words: frozenset[Word]
    shut_until_challenged: ClassVar[bool] = False

    def status(self, word: Word) -> WordStanding:
        """VALID when listed."""
        return WordStanding.VALID if word in self.words else WordStanding.NOT_A_WORD


@dataclass(frozen=True, slots=True)
class LexiconWords:
    """An edition of a lexicon; shut until a challenge where the ruleset says so."""

    lexicon: LexiconLike
    shut_until_challenged: ClassVar[bool] = True

    def status(self, word: Word) -> WordStanding:
        """VALID when the lexicon has it, NOT_ELIGIBLE when only a dictionary has it."""
        if word in self.lexicon:
            return WordStanding.VALID
        return WordStanding.NOT_ELIGIBLE if self.lexicon.attested(word) else WordStanding.NOT_A_WORD
