"""Why a form of somebody's dictionary cannot be a word: the one thing to tell of it.

In: a form and an alphabet. Out: a `SpellingFault` with the characters at fault, or None for a word.
Never: mending. What may be left out of forms is the list keeper's decision.
"""

from __future__ import annotations

import enum
import unicodedata

from lexicon.alphabet import Alphabet, Fault, Malformed

_HYPHENS = frozenset("-‐‑‒–—−")
_APOSTROPHES = frozenset("'’ʼ`´")


class SpellingFault(enum.StrEnum):
    """Kinds of fault, in the order in which the first that is met is told."""

    INVISIBLE = "invisible-character"
    SPACE = "space"
    STRESS_MARK = "stress-mark"
    DIGIT = "digit"
    MIXED_SCRIPTS = "mixed-scripts"
    OTHER_SCRIPT = "other-script"
    FOREIGN_LETTER = "letter-not-in-the-alphabet"
    HYPHEN = "hyphen"
    APOSTROPHE = "apostrophe"
    PUNCTUATION = "punctuation"
    TOO_LONG = "too-long"


#: By the first letter of a character's category in Unicode.
_KINDS = {
    "C": SpellingFault.INVISIBLE,
    "Z": SpellingFault.SPACE,
    "M": SpellingFault.STRESS_MARK,
    "N": SpellingFault.DIGIT,
}


def spelling_fault(form: str, alphabet: Alphabet) -> tuple[SpellingFault, str] | None:
    """Return what keeps ``form`` from being a word of ``alphabet``, with a sentence that names the code points."""
    word = alphabet.read(form)
    if not isinstance(word, Malformed):
        return None
    if word.fault is not Fault.FOREIGN_CHARACTER:
        return SpellingFault.TOO_LONG, str(word)
    kinds = {_kind(foreign.character, form, alphabet) for foreign in word.foreign}
    return next(kind for kind in SpellingFault if kind in kinds), str(word)


def _kind(character: str, form: str, alphabet: Alphabet) -> SpellingFault:
    """Return the kind of one character that is no letter of the alphabet."""
    if character in _HYPHENS:
        return SpellingFault.HYPHEN
    if character in _APOSTROPHES:
        return SpellingFault.APOSTROPHE
    category = unicodedata.category(character)[0]
    if category == "L":
        return _kind_of_letter(character, form, alphabet)
    return _KINDS.get(category, SpellingFault.PUNCTUATION)


def _kind_of_letter(letter: str, form: str, alphabet: Alphabet) -> SpellingFault:
    if _script(letter) == _script(alphabet.letters[0]):
        return SpellingFault.FOREIGN_LETTER
    known = any(not isinstance(alphabet.read(character), Malformed) for character in form)
    return SpellingFault.MIXED_SCRIPTS if known else SpellingFault.OTHER_SCRIPT


def _script(letter: str) -> str:
    """Return the first word of the letter's name, which is its script: LATIN, CYRILLIC, GREEK."""
    return unicodedata.name(letter, "").partition(" ")[0]
