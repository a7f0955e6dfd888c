"""Mark what the spelling of a lexeme says: a capital letter is a fact of the dictionary, like any grammeme.

In: lexemes of any source. Out: the same lexemes, with the grammeme `CAPITALISED` on every form of those whose stem
holds a capital letter.
Never: what follows from it (see the policies).

Comparison forms have no small letters, so without this mark a name would be one with the common word spelled like it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from lexicon.building.lexeme import Lexeme, Paradigm

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
