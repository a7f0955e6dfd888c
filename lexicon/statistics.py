"""What a list is made of: lengths, letters, the clauses that let its words in, and the dictionaries that know them.

In: an open lexicon. Out: `Statistics`, after two walks: one over the words, one over every dictionary's entries.
Never: tiles and points (the caller has them), lists of words.
"""

from __future__ import annotations

import array
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice

from lexicon.alphabet import Word
from lexicon.automaton import AutomatonError
from lexicon.compiled import WORDS_AT_ONCE, Lexicon
from lexicon.evidence import Evidence
from lexicon.sections import EVIDENCE, section_error

#: What counts words that no clause let in: as the reasons of a `Verdict` are called.
OVERRIDE = "override"
NOT_ATTESTED = "not-attested"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics:
    """Counts of words, except ``letters``, which counts every occurrence.

    ``by_clause`` counts by the code of what decides (see `Verdict`). ``by_source`` counts the words whose form a
    dictionary has in any reading, ``only_source`` those that no other dictionary has, ``by_witnesses`` by how many
    dictionaries have the form.
    """

    word_count: int
    by_length: Mapping[int, int]
    letters: Mapping[str, int]
    first_letters: Mapping[str, int]
    last_letters: Mapping[str, int]
    by_clause: Mapping[str, int]
    by_source: Mapping[str, int]
    only_source: Mapping[str, int]
    by_witnesses: Mapping[int, int]

    @property
    def letter_count(self) -> int:
        """How many letters all the words have together."""
        return sum(self.letters.values())


def statistics(lexicon: Lexicon) -> Statistics:
    """Count everything about an edition, in memory of a few bytes a word. Raises `LexiconFormatError`."""
    lengths: Counter[int] = Counter()
    letters: Counter[str] = Counter()
    firsts: Counter[str] = Counter()
    lasts: Counter[str] = Counter()
    words = lexicon.words()
    while batch := list(islice(words, WORDS_AT_ONCE)):
        lengths.update(map(len, batch))
        letters.update("".join(batch))
        firsts.update(word[0] for word in batch)
        lasts.update(word[-1] for word in batch)
    testimony = _Testimony.of(lexicon)
    alphabet = lexicon.alphabet.letters
    return Statistics(
        word_count=lengths.total(),
        by_length=dict(sorted(lengths.items())),
        letters={letter: letters[letter] for letter in alphabet},
        first_letters={letter: firsts[letter] for letter in alphabet},
        last_letters={letter: lasts[letter] for letter in alphabet},
        by_clause=testimony.by_clause(lexicon),
        by_source=testimony.by_source(),
        only_source=testimony.only_source(),
        by_witnesses=testimony.by_witnesses(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Testimony:
    """By the place of a word in the list: one byte for each source that knows it, and the clause that decides.

    Clauses are numbered in policy order from 1, so that the later of two that admit is the larger (see
    `Lexicon.deciding`); 0 stands for none.
    """

    knows: Mapping[str, bytearray]
    clauses: array.array[int]

    @classmethod
    def of(cls, lexicon: Lexicon) -> _Testimony:
        """Hear every dictionary once."""
        knows = {evidence.source: bytearray(len(lexicon)) for evidence in lexicon.evidence}
        clauses = array.array("H", bytes(2 * len(lexicon)))
        testimony = cls(knows=knows, clauses=clauses)
        for section, evidence in enumerate(lexicon.evidence):
            try:
                testimony._hear(lexicon, evidence)
            except (AutomatonError, IndexError, KeyError, TypeError, ValueError) as error:
                raise section_error(lexicon.container, EVIDENCE.format(section), error) from error
        return testimony

    def _hear(self, lexicon: Lexicon, evidence: Evidence) -> None:
        """Note what one dictionary says of the words."""
        known, clauses = self.knows[evidence.source], self.clauses
        numbers = {clause: number for number, clause in enumerate(lexicon.clauses, start=1)}
        for place, clause, admitted in _entries_of_words(lexicon, evidence):
            known[place] = 1
            if admitted and numbers[clause] > clauses[place]:
                clauses[place] = numbers[clause]

    def by_clause(self, lexicon: Lexicon) -> dict[str, int]:
        """Count words by what decides, in policy order."""
        names = (NOT_ATTESTED, *lexicon.clauses)
        counts = Counter({names[number]: count for number, count in Counter(self.clauses).items()})
        for word in lexicon.overrides:
            place = lexicon.sound_engine.index(word)
            if place >= 0:
                counts[names[self.clauses[place]]] -= 1
                counts[OVERRIDE] += 1
        return {name: counts[name] for name in (*lexicon.clauses, OVERRIDE, NOT_ATTESTED) if counts[name]}

    def by_source(self) -> dict[str, int]:
        """Count the words that each source knows."""
        return {source: sum(known) for source, known in self.knows.items()}

    def only_source(self) -> dict[str, int]:
        """Count the words that each source alone knows."""
        totals = self._witnesses()
        return {
            source: sum(1 for one, total in zip(known, totals, strict=True) if one and total == 1)
            for source, known in self.knows.items()
        }

    def by_witnesses(self) -> dict[int, int]:
        """Count words by how many sources know them."""
        return dict(sorted(Counter(self._witnesses()).items()))

    def _witnesses(self) -> array.array[int]:
        """Return by the place of a word how many sources know it."""
        return array.array("H", map(sum, zip(*self.knows.values(), strict=True)))


def _entries_of_words(lexicon: Lexicon, evidence: Evidence) -> Iterator[tuple[int, str, bool]]:
    """Yield the entries of one source whose form is a word of the list: its place, the clause, its decision."""
    entries = evidence.entries()
    index, key = lexicon.sound_engine.index, lexicon.alphabet.key
    while batch := list(islice(entries, WORDS_AT_ONCE)):
        held = lexicon.check_batch([form for form, _, _ in batch])
        for (form, clause, admitted), is_word in zip(batch, held, strict=True):
            if is_word:
                yield index(Word(key(form))), clause, admitted
