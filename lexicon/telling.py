"""Put what is known of a word into sentences, layer by layer.

In: a verdict, the readings it rests on, an override. Out: the layers of an explanation.
Never: decisions: which clause applies was settled when the edition was built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from lexicon.explanation import Layer, LayerKind, Outcome, Reading, Verdict, WordStatus
from lexicon.grammar import Grammar
from lexicon.manifest import Manifest

#: More readings than these are counted, not told.
MOST_TOLD = 6


@dataclass(frozen=True, kw_only=True)
class Teller:
    """Tells explanations in English. ``clauses`` are the policy's sentences by clause id, in policy order."""

    grammar: Grammar
    clauses: Mapping[str, str]
    manifest: Manifest

    @cached_property
    def _clause_order(self) -> dict[str, int]:
        return {clause: number for number, clause in enumerate(self.clauses)}

    @cached_property
    def _source_names(self) -> dict[str, str]:
        return {source.id: source.name for source in self.manifest.sources}

    def deciding_reading(self, readings: Sequence[Reading]) -> Reading:
        """Return the reading that settles a word: the first admitted, else the one that got furthest.

        Clauses are asked in order, so the reading rejected by the latest clause came closest to being in.
        """
        for reading in readings:
            if reading.admitted:
                return reading
        return max(readings, key=lambda reading: self._clause_order[reading.clause])

    def malformed(self, fault: str, readings: Sequence[Reading]) -> Iterator[Layer]:
        """Tell why a text is no word; a form that a dictionary has in just this spelling is told too."""
        yield Layer(kind=LayerKind.SPELLING, outcome=Outcome.AGAINST, text=fault, decides=True)
        if readings:
            yield self._attested(readings)
            yield self._grammar(readings)

    def layers(
        self, verdict: Verdict, *, readings: Sequence[Reading], override: tuple[bool, str, str] | None
    ) -> Iterator[Layer]:
        """Tell the layers on a well-spelled word; ``override`` is (admit, reason, source)."""
        reason = verdict.reason
        yield self._spelling(verdict, decides=reason == "length")
        yield self._attested(readings, decides=reason == "not-attested")
        if readings:
            yield self._grammar(readings)
            yield self._policy(readings, decides=reason not in {"length", "override"})
        if override is not None:
            admit, why, source = override
            yield Layer(
                kind=LayerKind.OVERRIDES,
                outcome=Outcome.FOR if admit else Outcome.AGAINST,
                text=f"reviewed and set {'in' if admit else 'out'}: {why} ({source})",
                decides=reason == "override",
            )

    def _spelling(self, verdict: Verdict, *, decides: bool) -> Layer:
        length = len(verdict.word or "")
        letters = "1 letter" if length == 1 else f"{length} letters"
        shortest, longest = self.manifest.shortest, self.manifest.longest
        if shortest <= length <= longest:
            folded = self._folded(verdict.query)
            text = f"{letters}, all in the alphabet{folded}"
            return Layer(kind=LayerKind.SPELLING, outcome=Outcome.FOR, text=text)
        text = f"{letters}; this list holds words of {shortest} to {longest} letters"
        return Layer(kind=LayerKind.SPELLING, outcome=Outcome.AGAINST, text=text, decides=decides)

    def _folded(self, query: str) -> str:
        folds = [fold for fold in self.manifest.folds if fold in query.upper()]
        return "".join(f"; {fold} is compared as {self.manifest.folds[fold]}" for fold in folds)

    def _attested(self, readings: Sequence[Reading], *, decides: bool = False) -> Layer:
        if not readings:
            asked = ", ".join(self._source_names.values())
            text = f"no dictionary of this edition knows this form (asked: {asked})"
            return Layer(kind=LayerKind.ATTESTED, outcome=Outcome.AGAINST, text=text, decides=decides)
        spelled: dict[str, dict[str, None]] = {}
        for reading in readings:
            spelled.setdefault(reading.source, {})[reading.form] = None
        text = "; ".join(f"{self._source_names[source]}: {', '.join(forms)}" for source, forms in spelled.items())
        return Layer(kind=LayerKind.ATTESTED, outcome=Outcome.FOR, text=text)

    def _grammar(self, readings: Sequence[Reading]) -> Layer:
        told = list(dict.fromkeys(self._tell(reading) for reading in readings))
        return Layer(kind=LayerKind.GRAMMAR, outcome=Outcome.NEUTRAL, text=_listed(told), readings=tuple(readings))

    def _policy(self, readings: Sequence[Reading], *, decides: bool) -> Layer:
        deciding = self.deciding_reading(readings)
        text = f"{self._tell(deciding)}: {self.clauses[deciding.clause]} [{deciding.clause}]"
        outcome = Outcome.FOR if deciding.admitted else Outcome.AGAINST
        return Layer(kind=LayerKind.POLICY, outcome=outcome, text=text, decides=decides, readings=(deciding,))

    def _tell(self, reading: Reading) -> str:
        """Tell one reading: ``instrumental plural of стол (masculine inanimate noun)``."""
        form, lexeme = self.grammar.phrase(reading.grammemes)
        if reading.form == reading.lemma:
            return f"{reading.lemma}, {' '.join(part for part in (form, lexeme) if part)}"
        return f"{form or 'form'} of {reading.lemma} ({lexeme})"

    def editions(self, *, holding: Sequence[str], lacking: Sequence[str], status: WordStatus) -> Layer:
        """Tell in which other editions of a catalogue the word is in or out."""
        told = [f"in: {', '.join(holding)}"] if holding else []
        told += [f"not in: {', '.join(lacking)}"] if lacking else []
        disagrees = lacking if status is WordStatus.VALID else holding
        return Layer(
            kind=LayerKind.EDITIONS,
            outcome=Outcome.NEUTRAL,
            text="; ".join(told) + (" (editions disagree)" if disagrees else ""),
        )


def _listed(told: list[str]) -> str:
    """Join sentences, the first few in full."""
    rest = len(told) - MOST_TOLD
    return "; ".join(told[:MOST_TOLD]) + (f"; and {rest} more" if rest > 0 else "")
