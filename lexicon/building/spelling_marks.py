"""Mark what the spelling of a lexeme says: a capital letter is a fact of the dictionary, like any grammeme.

In: lexemes of any source. Out: the same lexemes, with the grammeme `CAPITALISED` on every form of those whose stem
holds a capital letter, and other grammemes on forms that a recipe tells by beginning and ending.
Never: what follows from it (see the policies).

Comparison forms have no small letters, so without this mark a name would be one with the common word spelled like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.building.recipe import Spelled

CAPITALISED = "capitalised"


def mark_capitals(lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """Yield ``lexemes``; paradigms stay shared, marked ones among themselves."""
    marked: dict[int, tuple[Paradigm, Paradigm]] = {}
    for lexeme in lexemes:
        if lexeme.stem == lexeme.stem.lower():
            yield lexeme
            continue
        # The paradigm itself is kept beside its marked twin, so that its id stays its own.
        pair = marked.get(id(lexeme.paradigm))
        if pair is None:
            pair = marked.setdefault(id(lexeme.paradigm), (lexeme.paradigm, _marked(lexeme.paradigm)))
        yield Lexeme(stem=lexeme.stem, paradigm=pair[1])


def _marked(paradigm: Paradigm) -> Paradigm:
    return Paradigm(slots=tuple(replace(slot, grammemes=slot.grammemes | {CAPITALISED}) for slot in paradigm.slots))


def mark_spelled(lexemes: Iterable[Lexeme], rule: Spelled) -> Iterator[Lexeme]:
    """Yield ``lexemes``, with the grammeme of the rule on the forms that are spelled as it says."""
    last, least = {ending[-1] for ending in rule.endings}, len(rule.beginning)
    asked: dict[int, tuple[Paradigm, tuple[int, ...], bool]] = {}
    twins: dict[tuple[int, tuple[int, ...]], Paradigm] = {}
    for lexeme in lexemes:
        known = asked.get(id(lexeme.paradigm))
        if known is None:
            slots = enumerate(lexeme.paradigm.slots)
            places = tuple(place for place, slot in slots if not slot.suffix or slot.suffix[-1] in last)
            prefixed = any(lexeme.paradigm.slots[place].prefix for place in places)
            known = asked.setdefault(id(lexeme.paradigm), (lexeme.paradigm, places, prefixed))
        paradigm, places, prefixed = known
        # Most stems begin otherwise, and their forms need not be made.
        if not prefixed and len(lexeme.stem) >= least and not lexeme.stem.startswith(rule.beginning):
            yield lexeme
            continue
        told = tuple(place for place in places if rule.tells(lexeme.form(paradigm.slots[place])))
        if not told:
            yield lexeme
            continue
        twin = twins.get((id(paradigm), told))
        if twin is None:
            twin = twins.setdefault((id(paradigm), told), _with(paradigm, told, rule.grammeme))
        yield Lexeme(stem=lexeme.stem, paradigm=twin)


def _with(paradigm: Paradigm, places: Iterable[int], grammeme: str) -> Paradigm:
    slots = list(paradigm.slots)
    for place in places:
        slots[place] = replace(slots[place], grammemes=slots[place].grammemes | {grammeme})
    return Paradigm(slots=tuple(slots))
