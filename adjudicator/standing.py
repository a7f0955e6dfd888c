"""What a ruling says of the words a move forms, and the violations that follow.

In: words as formed, and a judge of words. Out: standings and violations.
Never: squares other than to name them, scores.
"""

from __future__ import annotations

from adjudicator.rules import Validation
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import FormedWord, Violation, ViolationCode
from adjudicator.words import Words, WordStanding
from lexicon.alphabet import Word


def standing_of(ruleset: Ruleset, words: Words, word: Word) -> WordStanding:
    """What the ruling says of ``word``.

    Under validation by challenge the dictionary is opened for a challenge and for nothing else
    (text 003, Kwestionowanie słów).
    """
    if ruleset.rules.validation is Validation.CHALLENGE and words.shut_until_challenged:
        return WordStanding.UNTOLD
    return words.status(word)


def word_violations(formed: FormedWord) -> list[Violation]:
    """The violation of one formed word, or none."""
    match formed.standing:
        case WordStanding.NOT_A_WORD:
            code, reason = ViolationCode.NOT_A_WORD, "is not in the lexicon"
        case WordStanding.NOT_ELIGIBLE:
            code, reason = ViolationCode.NOT_ELIGIBLE, "is known to a dictionary but not admitted here"
        case _:
            return []
    message = f"{formed.word} at {formed.start} {reason}; form only words that are"
    return [Violation(code=code, squares=formed.squares, words=(formed.word,), message=message)]
