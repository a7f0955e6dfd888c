"""Which words of an edition a person should look at, and why.

In: an open lexicon, the kinds of doubt of `data/review.toml`. Out: doubtful words as they are found, short ones first.
Never: decisions; words that no list has and no override names.
"""

from __future__ import annotations

import enum
import heapq
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import Word
from lexicon.compiled import WORDS_AT_ONCE, Lexicon, Standing
from lexicon.datafile import Table
from lexicon.explanation import Reading
from lexicon.grammar import Grammar
from lexicon.shipped import shared_file

_CONDITIONS = ("has", "any", "lacks")


class About(enum.StrEnum):
    """What a doubt is about: see `data/review.toml`."""

    OVERRIDE = "override"
    WITNESSES = "witnesses"
    DECIDING = "deciding"
    BESIDE = "beside"


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubt:
    """One kind of doubt. ``text`` tells it, by language; ``at_most`` counts witnesses."""

    id: str
    about: About
    text: Mapping[str, str]
    at_most: int = 0
    lemma: bool = False
    has: frozenset[str] = frozenset()
    any: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()

    def arises(self, standing: Standing, *, source_count: int) -> bool:
        """Whether it arises from how a word stands in an edition made from so many sources."""
        match self.about:
            case About.OVERRIDE:
                return standing.override is not None and not standing.override.reviewer
            case About.WITNESSES:
                witnesses = {reading.source for reading in standing.readings}
                return standing.override is None and len(witnesses) <= self.at_most < source_count
            case About.DECIDING:
                return standing.reading is not None and standing.reading.admitted and self._fits(standing.reading)
            case About.BESIDE:
                return any(self._fits(reading) for reading in standing.readings if not reading.admitted)

    def _fits(self, reading: Reading) -> bool:
        grammemes = frozenset(reading.grammemes)
        return (
            self.has <= grammemes
            and (not self.any or not self.any.isdisjoint(grammemes))
            and self.lacks.isdisjoint(grammemes)
            and (not self.lemma or reading.form == reading.lemma)
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class DoubtfulWord:
    """A word to look at: whether it is in the list, how it stands, and the doubts about it."""

    word: Word
    listed: bool
    standing: Standing
    doubts: tuple[Doubt, ...]


def load_doubts(data: Path, languages: Sequence[str]) -> tuple[Doubt, ...]:
    """Read ``review.toml`` of the data folder, or the shipped one; each doubt must be told in all ``languages``.

    Raises `DataFileError`.
    """
    grammar = Grammar.load(data)
    file = Table.load(shared_file(data, "review.toml")).only(required=("doubt",))
    doubts: list[Doubt] = []
    for table in file.tables("doubt"):
        doubt = _doubt(table, grammar, languages)
        if any(doubt.id == before.id for before in doubts):
            raise table.fault("id", found=f"two doubts {doubt.id!r}", expected="an id of its own for each")
        doubts.append(doubt)
    return tuple(doubts)


def _doubt(table: Table, grammar: Grammar, languages: Sequence[str]) -> Doubt:
    table.only(required=("id", "about", "text"), optional=("at_most", "lemma", *_CONDITIONS))
    about = table.take("about", str)
    if about not in set(About):
        raise table.fault("about", found=repr(about), expected=f"one of {', '.join(About)}")
    sets = {key: frozenset(table.texts(key, ())) for key in _CONDITIONS}
    for key, grammemes in sets.items():
        unknown = grammemes - set(grammar.manners)
        if unknown:
            raise table.fault(key, found=f"unknown grammeme {min(unknown)!r}", expected="ids of grammemes.toml")
    texts = table.table("text").only(required=tuple(languages))
    return Doubt(
        id=table.take("id", str),
        about=About(about),
        text={language: texts.take(language, str) for language in languages},
        at_most=table.take("at_most", int, 0),
        lemma=table.take("lemma", bool, default=False),
        has=sets["has"],
        any=sets["any"],
        lacks=sets["lacks"],
    )


def doubtful_words(lexicon: Lexicon, doubts: Sequence[Doubt]) -> Iterator[DoubtfulWord]:
    """Yield the words that some of ``doubts`` arise about, short ones first, each length in alphabet order.

    Words that an override keeps out are looked at too. Raises `LexiconFormatError`.
    """
    for length in range(1, lexicon.manifest.longest + 1):
        for word in _of_length(lexicon, length):
            doubtful = look_at(lexicon, word, doubts)
            if doubtful.doubts:
                yield doubtful


def look_at(lexicon: Lexicon, word: Word, doubts: Sequence[Doubt]) -> DoubtfulWord:
    """Return how ``word`` stands and the doubts about it, if any: only an override is doubted of a word that is out."""
    standing, listed = lexicon.standing(word), word in lexicon
    arising = tuple(
        doubt
        for doubt in doubts
        if (listed or doubt.about is About.OVERRIDE)
        and doubt.arises(standing, source_count=len(lexicon.manifest.sources))
    )
    return DoubtfulWord(word=word, listed=listed, standing=standing, doubts=arising)


def _of_length(lexicon: Lexicon, length: int) -> Iterator[Word]:
    """Yield the words of one length that the list has or an override keeps out, in alphabet order."""
    kept_out = [word for word in lexicon.overrides if len(word) == length and word not in lexicon]
    return heapq.merge(_listed(lexicon, length), lexicon.alphabet.sorted(kept_out), key=lexicon.alphabet.order)


def _listed(lexicon: Lexicon, length: int) -> Iterator[Word]:
    walk = lexicon.sound_engine.pattern((), 0, any_after=True, shortest=length, longest=length)
    while batch := walk.take(WORDS_AT_ONCE):
        yield from map(Word, batch)
