"""Verdicts and explanations: what a lexicon answers about one text, in layers.

In: nothing; these are the values. Out: `Verdict`, `Explanation` and what they hold.
Never: how they are found (see `compiled` and `evidence`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from lexicon.alphabet import Fault, Word

#: Codes of what decides about a word that no clause and no override settles.
NOT_ATTESTED, LENGTH = "not-attested", "length"
#: Codes of what keeps a text from being a word.
REASON_OF_FAULT = {
    Fault.EMPTY: "empty",
    Fault.TOO_LONG: "too-long",
    Fault.FOREIGN_CHARACTER: "foreign-character",
}


class WordStatus(enum.StrEnum):
    """Whether a word may be played. The wire adds the prefix ``WORD_STATUS_``."""

    VALID = "VALID"
    NOT_IN_LEXICON = "NOT_IN_LEXICON"
    MALFORMED = "MALFORMED"


class LayerKind(enum.StrEnum):
    """The layers of an explanation, in the order they are asked."""

    SPELLING = "SPELLING"
    ATTESTED = "ATTESTED"
    GRAMMAR = "GRAMMAR"
    POLICY = "POLICY"
    OVERRIDES = "OVERRIDES"
    EDITIONS = "EDITIONS"


class Outcome(enum.StrEnum):
    """What a layer says of the word: it speaks for it, against it, or only informs."""

    FOR = "FOR"
    AGAINST = "AGAINST"
    NEUTRAL = "NEUTRAL"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One entry of one dictionary with this surface form, and what the policy makes of it.

    ``form`` and ``lemma`` are spelled as the source spells them; ``grammemes`` are ids of ``grammemes.toml``;
    ``clause`` is the id of the clause that decided, ``admitted`` its decision.
    """

    form: str
    lemma: str
    grammemes: tuple[str, ...]
    source: str
    clause: str
    admitted: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One layer: its kind, what it says for the word, a sentence, and the readings it rests on.

    ``decides`` marks the one layer that settles the status.
    """

    kind: LayerKind
    outcome: Outcome
    text: str
    decides: bool = False
    readings: tuple[Reading, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The answer on one text.

    ``word`` is the comparison form, None when malformed. ``reason`` is a code: a clause id, or one of
    ``override``, ``not-attested``, ``empty``, ``too-long``, ``foreign-character``, ``length``.
    """

    query: str
    word: Word | None
    status: WordStatus
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The verdict on one text with every layer that bears on it, `LayerKind` order."""

    verdict: Verdict
    layers: tuple[Layer, ...]

    @property
    def deciding(self) -> Layer:
        """The layer that settles the status."""
        return next(layer for layer in self.layers if layer.decides)
