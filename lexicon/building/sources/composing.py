"""Compose the letters of a dictionary: some spell «й» as «и» and a mark, and a word is looked up composed.

In: lexemes as a reader gives them. Out: the same forms in composed letters (NFC).
Never: another letter than the dictionary's own.

Letters are composed before anything is asked about a form, so that what settles it, what is told of it and which
dictionaries agree on it rest on one spelling.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator

from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.building.sources.cutting import SharedParadigms
from lexicon.engine import joins


def composed(lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
    """Yield lexemes whose every form is composed; those that were so already are the same objects."""
    shared = SharedParadigms()
    # The paradigm itself is kept beside the answer, so that its id stays its own.
    known: dict[int, tuple[Paradigm, bool]] = {}
    for lexeme in lexemes:
        stem, paradigm = lexeme.stem, lexeme.paradigm
        pair = known.get(id(paradigm))
        if pair is None:
            pair = known.setdefault(id(paradigm), (paradigm, _keeps_composed(paradigm)))
        if pair[1] and (stem.isascii() or (unicodedata.is_normalized("NFC", stem) and not joins(stem[0]))):
            yield lexeme
        else:
            forms = [(unicodedata.normalize("NFC", lexeme.form(slot)), slot.grammemes) for slot in paradigm.slots]
            yield shared.lexeme(forms)


def _keeps_composed(paradigm: Paradigm) -> bool:
    """Whether forms are composed where stems are: no suffix has a mark for the letter before it."""
    return all(
        unicodedata.is_normalized("NFC", affix) and not joins(affix[0])
        for slot in paradigm.slots
        for affix in (slot.prefix, slot.suffix)
        if affix
    )
