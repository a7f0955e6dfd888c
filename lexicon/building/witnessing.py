"""Mark the words that a second dictionary knows: what several attest is surer than what stands in one alone.

In: the lexemes of every source of a recipe, the forms of plain lists that are only asked, and what counts.
Out: the same lexemes, witnessed ones and long inflected ones with their grammemes on every form.
Never: what follows from it (see the policies).

What is witnessed is the word: a second dictionary has its lemma and half of a few other forms of it, so that an old
adjective "mgły" is not witnessed by the plural of a noun. Any form of another source is a witness, unless that source
marks it as something that is no word (an abbreviation, a fragment).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace

from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.building.recipe import Witness

#: So many forms of a word are looked for, the lemma among them.
SAMPLE = 5

#: What stands before and behind a stem.
Affixes = tuple[str, str]


def attested_forms(
    read: Mapping[str, Sequence[Lexeme]], asked: Mapping[str, Iterable[str]], rule: Witness
) -> dict[str, set[str]]:
    """Return for each source those of the forms looked for that another has, or a list that is asked about it."""
    sought = {source: set(_sampled_forms(lexemes, rule)) for source, lexemes in read.items()}
    known = {source: set[str]() for source in read}
    for source, wanted in sought.items():
        for witness, lexemes in read.items():
            if witness != source:
                known[source] |= wanted.intersection(_counting_forms(lexemes, rule))
    for witness, forms in asked.items():
        about = [source for source in rule.lists[witness] if source in read]
        attested = set[str]().union(*(sought[source] for source in about))
        attested.intersection_update(forms)
        for source in about:
            known[source] |= attested & sought[source]
    return known


def _sampled_forms(lexemes: Iterable[Lexeme], rule: Witness) -> Iterator[str]:
    sampled: dict[int, tuple[Affixes, ...]] = {}
    for lexeme in lexemes:
        affixes = sampled.get(id(lexeme.paradigm))
        if affixes is None:
            affixes = sampled[id(lexeme.paradigm)] = sample(lexeme.paradigm, rule)
        stem = lexeme.stem
        for prefix, suffix in affixes:
            yield prefix + stem + suffix


def sample(paradigm: Paradigm, rule: Witness) -> tuple[Affixes, ...]:
    """Return what makes the lemma and up to four more forms, from all over the paradigm; none with another prefix.

    Nothing is looked for where the lemma itself would be no witness.
    """
    lemma = paradigm.lemma_slot
    if not rule.unless.isdisjoint(lemma.grammemes):
        return ()
    made = dict.fromkeys((slot.prefix, slot.suffix) for slot in paradigm.slots if slot.prefix == lemma.prefix)
    affixes = tuple(made)
    if len(affixes) <= SAMPLE:
        return affixes
    return tuple(affixes[place * (len(affixes) - 1) // (SAMPLE - 1)] for place in range(SAMPLE))


def _counting_forms(lexemes: Iterable[Lexeme], rule: Witness) -> Iterator[str]:
    """Yield the forms that count as witnesses, each once a lexeme."""
    counting: dict[int, tuple[Affixes, ...]] = {}
    for lexeme in lexemes:
        affixes = counting.get(id(lexeme.paradigm))
        if affixes is None:
            slots = (slot for slot in lexeme.paradigm.slots if rule.unless.isdisjoint(slot.grammemes))
            affixes = tuple(dict.fromkeys((slot.prefix, slot.suffix) for slot in slots))
            counting[id(lexeme.paradigm)] = affixes
        stem = lexeme.stem
        for prefix, suffix in affixes:
            yield prefix + stem + suffix


def mark_witnessed(lexemes: Iterable[Lexeme], known: Set[str], rule: Witness) -> Iterator[Lexeme]:
    """Yield the lexemes, with the mark of what they are: witnessed, else long and inflected, else nothing.

    ``known`` are the forms that another dictionary has. Paradigms stay shared, marked ones among themselves.
    """
    twins: dict[int, _Twins] = {}
    for lexeme in lexemes:
        paradigm = lexeme.paradigm
        pair = twins.get(id(paradigm))
        if pair is None:
            pair = twins.setdefault(id(paradigm), _Twins.of(paradigm, rule))
        stem = lexeme.stem
        if not pair.sample:
            yield lexeme
            continue
        (prefix, suffix), *others = pair.sample
        if prefix + stem + suffix in known and (
            2 * sum(prefix + stem + suffix in known for prefix, suffix in others) >= len(others)
        ):
            yield Lexeme(stem=stem, paradigm=pair.witnessed)
        elif len(prefix) + len(stem) + len(suffix) >= rule.letters and len(paradigm.slots) > 1:
            yield Lexeme(stem=stem, paradigm=pair.long_inflected)
        else:
            yield lexeme


@dataclass(frozen=True, slots=True, kw_only=True)
class _Twins:
    """A paradigm, kept so that its id stays its own, which of its forms are looked for, and its marked twins."""

    paradigm: Paradigm
    sample: tuple[Affixes, ...]
    witnessed: Paradigm
    long_inflected: Paradigm

    @classmethod
    def of(cls, paradigm: Paradigm, rule: Witness) -> _Twins:
        return cls(
            paradigm=paradigm,
            sample=sample(paradigm, rule),
            witnessed=_with(paradigm, rule.witnessed),
            long_inflected=_with(paradigm, rule.long_inflected),
        )


def _with(paradigm: Paradigm, mark: str) -> Paradigm:
    return Paradigm(slots=tuple(replace(slot, grammemes=slot.grammemes | {mark}) for slot in paradigm.slots))
