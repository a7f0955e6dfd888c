"""Changes between two editions put into sentences of one language.

In: a change and its two editions. Out: what changed and why, as text.
Never: markup, decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby

from lexicon.alphabet import Word
from lexicon.comparison import Change, ChangeKind, Comparison, Hook, HookChange, HookPlace, MakingChange
from lexicon.compiled import Lexicon, Standing
from lexicon.explanation import Reading
from server.reports.wording import Wording

#: Words of so many letters are told first, and changed hooks of words of so many.
LONGEST_SHORT = 3
LONGEST_HOOKED = 4

#: Gives the letters of the hooks at one place that came or went.
HookLetters = Callable[[HookPlace, ChangeKind], list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeTeller:
    """Tells the changes of one comparison in one language."""

    comparison: Comparison
    wording: Wording

    def cause(self, change: Change) -> str:
        """Name the cause in a few words."""
        return self.wording.say(f"cause_{change.cause}")

    def detail(self, change: Change) -> str:
        """Tell how the word stood and stands."""
        return self.wording.say(
            "cause_detail",
            before=self._standing(self.comparison.before, change.before),
            after=self._standing(self.comparison.after, change.after),
        )

    def reading(self, change: Change) -> str:
        """Tell the reading that the change is about: ``form of стол (noun)``; empty when there is none."""
        lexicon = self.comparison.after if change.kind is ChangeKind.ADDED else self.comparison.before
        reading = change.telling.reading
        return "" if reading is None else lexicon.teller(self._language(lexicon)).tell(reading)

    def grammar(self, lexicon: Lexicon, reading: Reading) -> str:
        """Tell the grammemes of a reading alone."""
        teller = lexicon.teller(self._language(lexicon))
        return ", ".join(filter(None, teller.phrasebook.phrase(teller.grammar, reading.grammemes)))

    def hook(self, hook: Hook) -> str:
        """Tell a hook."""
        sentence = "hook_front" if hook.place is HookPlace.FRONT else "hook_back"
        return self.wording.say(sentence, letter=hook.letter, base=hook.base)

    def making(self, change: MakingChange) -> tuple[str, str, str]:
        """Tell what differs in the making, what it was and what it is."""
        none = self.wording.say("making_none")
        what = self.wording.say(f"making_{change.making}", **({"source": change.source} if change.source else {}))
        return what, change.before or none, change.after or none

    def _standing(self, lexicon: Lexicon, standing: Standing) -> str:
        say, override, reading = self.wording.say, standing.override, standing.reading
        if standing.reason == "length":
            return say("standing_length")
        if override is not None:
            sentence = "standing_override_in" if override.admit else "standing_override_out"
            return say(sentence, reason=override.reason, source=override.source)
        if reading is None:
            return say("standing_not_attested")
        clause = lexicon.teller(self._language(lexicon)).clauses[reading.clause]
        sentence = "standing_clause_in" if reading.admitted else "standing_clause_out"
        return say(sentence, clause=clause, id=reading.clause, source=reading.source)

    def _language(self, lexicon: Lexicon) -> str:
        """Return the language to ask an edition in: an edition may have been built without this one."""
        return self.wording.id if self.wording.id in lexicon.languages else ""


def hooks_by_base(changes: Iterable[HookChange]) -> Iterator[tuple[Word, HookLetters]]:
    """Yield each word whose hooks changed with its letters; changes of one word stand together."""

    def letters_of(group: list[HookChange]) -> HookLetters:
        return lambda place, kind: [
            change.hook.letter for change in group if change.hook.place is place and change.kind is kind
        ]

    for base, group in groupby(changes, key=lambda change: change.hook.base):
        yield base, letters_of(list(group))
