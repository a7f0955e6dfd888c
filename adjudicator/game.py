"""What stays the same from the first event of a game to the last.

In: a ruleset, the players, a judge of words. Out: `Game`. Never: the state of play.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from adjudicator.game_rules import GameRules
from adjudicator.ruleset import Ruleset
from adjudicator.seating import Seating
from adjudicator.words import Words, WordStanding
from lexicon.alphabet import Word


@dataclass(frozen=True, kw_only=True)
class Game:
    """One game: by which rules, who plays, who says what is a word."""

    ruleset: Ruleset
    seating: Seating
    words: Words

    @cached_property
    def rules(self) -> GameRules:
        """The rules of the course of the game."""
        return GameRules.of(self.ruleset)

    @cached_property
    def judged(self) -> bool:
        """Whether somebody says what is a word: asked about any word, nobody answers UNCHECKED."""
        return self.words.status(Word(self.ruleset.alphabet.letters[0])) is not WordStanding.UNCHECKED


@dataclass(frozen=True, slots=True)
class ShutWords:
    """A judge of words who keeps silent before a challenge, where the ruleset validates by challenge."""

    words: Words
    shut_until_challenged: bool = True

    def status(self, word: Word) -> WordStanding:
        """What the judge says."""
        return self.words.status(word)
