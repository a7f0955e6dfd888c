"""Put what is known of a word into sentences, layer by layer, in one language.

In: a verdict, the readings it rests on, an override. Out: the layers of an explanation.
Never: decisions: which clause applies was settled when the edition was built.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from lexicon.alphabet import LONGEST_TEXT, Fault, ForeignCharacter, Malformed
from lexicon.explanation import Layer, LayerKind, Outcome, Reading, Verdict, WordStatus
from lexicon.grammar import Grammar
from lexicon.manifest import Manifest
from lexicon.phrasebook import Phrasebook

#: More readings than these are counted, not told.
MOST_TOLD = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Teller:
    """Tells explanations in one language.

    ``clauses`` are the policy's sentences by clause id, ``glosses`` what sources say of forms, by source id, in their
    own language.
    """

    grammar: Grammar
    phrasebook: Phrasebook
    clauses: Mapping[str, str]
    glosses: Mapping[str, Mapping[str, str]]
    manifest: Manifest

    def malformed(self, malformed: Malformed, readings: Sequence[Reading]) -> Iterator[Layer]:
        """Tell why a text is no word; a form that a dictionary has in just this spelling is told too."""
        yield Layer(kind=LayerKind.SPELLING, outcome=Outcome.AGAINST, text=self._fault(malformed), decides=True)
        if readings:
            yield self._attested(readings)
            yield self._grammar(readings)

    def _fault(self, malformed: Malformed) -> str:
        say = self.phrasebook.say
        match malformed.fault:
            case Fault.EMPTY:
                return say("empty")
            case Fault.TOO_LONG:
                return say("too_long", longest=LONGEST_TEXT)
        told = [self._foreign(character) for character in malformed.foreign]
        rest = malformed.foreign_count - len(malformed.foreign)
        told += [say("more", count=rest)] if rest else []
        return say("foreign", characters="; ".join(told))

    def _foreign(self, character: ForeignCharacter) -> str:
        place, letter = character.index + 1, character.letter
        if letter is None:
            return self.phrasebook.say("character", place=place, name=character.name)
        code = f"U+{ord(letter):04X}"
        return self.phrasebook.say("hint", place=place, name=character.name, letter=letter, code=code)

    def layers(
        self,
        verdict: Verdict,
        *,
        readings: Sequence[Reading],
        deciding: Reading | None,
        override: tuple[bool, str, str, str] | None,
    ) -> Iterator[Layer]:
        """Tell the layers on a well-spelled word; ``override`` is (admit, reason, source, reviewer or nothing)."""
        reason = verdict.reason
        yield self._spelling(verdict, decides=reason == "length")
        yield self._attested(readings, decides=reason == "not-attested")
        if deciding is not None:
            yield self._grammar(readings)
            yield self._policy(deciding, decides=reason not in {"length", "override"})
        if override is not None:
            admit, why, source, reviewer = override
            if reviewer:
                source = self.phrasebook.say("reviewed", source=source, reviewer=reviewer)
            yield Layer(
                kind=LayerKind.OVERRIDES,
                outcome=Outcome.FOR if admit else Outcome.AGAINST,
                text=self.phrasebook.say("override_in" if admit else "override_out", reason=why, source=source),
                decides=reason == "override",
            )

    def _spelling(self, verdict: Verdict, *, decides: bool) -> Layer:
        count, say = len(verdict.word or ""), self.phrasebook.say
        shortest, longest = self.manifest.shortest, self.manifest.longest
        if shortest <= count <= longest:
            folds = [fold for fold in self.manifest.folds if fold in verdict.query.upper()]
            told = [say("fold", letter=fold, target=self.manifest.folds[fold]) for fold in folds]
            text = "; ".join([say("spelling", count=count), *told])
            return Layer(kind=LayerKind.SPELLING, outcome=Outcome.FOR, text=text)
        text = say("length", count=count, shortest=shortest, longest=longest)
        return Layer(kind=LayerKind.SPELLING, outcome=Outcome.AGAINST, text=text, decides=decides)

    def _attested(self, readings: Sequence[Reading], *, decides: bool = False) -> Layer:
        names = {source.id: source.name for source in self.manifest.sources}
        if not readings:
            text = self.phrasebook.say("not_attested", sources=", ".join(names.values()))
            return Layer(kind=LayerKind.ATTESTED, outcome=Outcome.AGAINST, text=text, decides=decides)
        spelled: dict[str, dict[str, None]] = {}
        for reading in readings:
            spelled.setdefault(reading.source, {})[reading.form] = None
        text = "; ".join(f"{names[source]}: {', '.join(forms)}" for source, forms in spelled.items())
        return Layer(kind=LayerKind.ATTESTED, outcome=Outcome.FOR, text=text)

    def _grammar(self, readings: Sequence[Reading]) -> Layer:
        told = list(dict.fromkeys(self.tell(reading) for reading in readings))
        rest = len(told) - MOST_TOLD
        shown = told[:MOST_TOLD] + ([self.phrasebook.say("more", count=rest)] if rest > 0 else [])
        return Layer(kind=LayerKind.GRAMMAR, outcome=Outcome.NEUTRAL, text="; ".join(shown), readings=tuple(readings))

    def _policy(self, deciding: Reading, *, decides: bool) -> Layer:
        clause = self.clauses[deciding.clause]
        text = self.phrasebook.say("policy", reading=self.tell(deciding), clause=clause, id=deciding.clause)
        outcome = Outcome.FOR if deciding.admitted else Outcome.AGAINST
        return Layer(kind=LayerKind.POLICY, outcome=outcome, text=text, decides=decides, readings=(deciding,))

    def tell(self, reading: Reading) -> str:
        """Tell one reading, with its gloss if any: ``instrumental plural of стол (masculine inanimate noun)``."""
        gloss = self.glosses.get(reading.source, {}).get(reading.form)
        return self._described(reading) + (f" ({gloss})" if gloss else "")

    def _described(self, reading: Reading) -> str:
        form, lexeme = self.phrasebook.phrase(self.grammar, reading.grammemes)
        say, lemma = self.phrasebook.say, reading.lemma
        if reading.form == lemma:
            description = self.phrasebook.join_form.join(filter(None, (form, lexeme)))
            return say("lemma", lemma=lemma, description=description) if description else lemma
        if form:
            return say("form", form=form, lemma=lemma, lexeme=lexeme)
        return say("bare_form", lemma=lemma, lexeme=lexeme) if lexeme else say("unmarked_form", lemma=lemma)

    def editions(self, *, holding: Sequence[str], lacking: Sequence[str], status: WordStatus) -> Layer:
        """Tell in which editions of a catalogue the word is in or out."""
        say = self.phrasebook.say
        told = [say("editions_in", editions=", ".join(holding))] if holding else []
        told += [say("editions_out", editions=", ".join(lacking))] if lacking else []
        disagreeing = lacking if status is WordStatus.VALID else holding
        told += [say("editions_disagree")] if disagreeing else []
        return Layer(kind=LayerKind.EDITIONS, outcome=Outcome.NEUTRAL, text="; ".join(told))
