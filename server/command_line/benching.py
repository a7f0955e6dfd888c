"""The verb `bench`: how fast this machine answers from an edition.

In: a lexicon id. Out: the time of each kind of question.
Never: comparisons with other programs (those are in `benchmarks/`, which is not installed).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lexicon.compiled import Lexicon
from lexicon.engine import kind
from lexicon.search import BLANK, AnagramQuery, PatternQuery, Query, TileUse, random_word, search
from server.command_line.app import CatalogueOption, EditionOption, JsonOption, catalogue_at
from server.command_line.editions import edition_named
from server.command_line.output import put, put_json
from server.command_line.reading import LexiconArgument

#: The quickest of so many rounds counts: whatever else runs on the machine only ever adds time.
_ROUNDS = 7
_BATCH = 1000
_EXPLAINED = 50
_RACK = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class _Question:
    """A kind of question: ``ask`` puts it ``count`` times."""

    name: str
    count: int
    ask: Callable[[], object]


def bench(
    lexicon_id: LexiconArgument,
    *,
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> None:
    """How fast this machine answers from an edition: the quickest of seven rounds of each kind of question.

    Example: slovosud bench ru-crosslet
    """
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    if not as_json:
        put(f"{lexicon.id}@{lexicon.edition}  {len(lexicon):,} words  engine {kind().name}")
    for question in _questions(lexicon):
        microseconds = _quickest(question.ask) / question.count * 1e6
        if as_json:
            put_json({"question": question.name, "microseconds": round(microseconds, 3), "engine": kind().name})
        else:
            put(f"{question.name:<44} {microseconds:>12,.2f} µs")


def _quickest(ask: Callable[[], object]) -> float:
    """Return the seconds of the quickest round."""
    seconds = []
    for _ in range(_ROUNDS):
        start = time.perf_counter()
        ask()
        seconds.append(time.perf_counter() - start)
    return min(seconds)


def _questions(lexicon: Lexicon) -> Iterator[_Question]:
    path, texts = lexicon.container.path, _texts(lexicon)
    few = texts[:_EXPLAINED]
    tiles = "".join(texts[::2]).upper()[:_RACK]
    yield _Question(name="open an edition", count=1, ask=lambda: Lexicon.open(path))
    yield _Question(name="open an edition and look up a word", count=1, ask=lambda: _opened_for(lexicon, texts[0]))
    yield _Question(name="yes or no, a word of a batch", count=_BATCH, ask=lambda: lexicon.check_batch(texts))
    yield _Question(name="yes or no with the reason", count=len(few), ask=lambda: [lexicon.check(text) for text in few])
    yield _Question(name="an explanation", count=len(few), ask=lambda: [lexicon.explain(text) for text in few])
    anagram = AnagramQuery(tiles=(*tiles, BLANK), use=TileUse.ANY)
    for name, query in (
        (f"anagrams of {tiles} and a blank", anagram),
        (f"words that end in {texts[0][-2:].upper()}", PatternQuery(pattern=f"*{texts[0][-2:]}")),
    ):
        yield _Question(name=f"{name}, first", count=1, ask=_first_of(lexicon, query))
        yield _Question(name=f"{name}, all", count=1, ask=_all_of(lexicon, query))


def _opened_for(lexicon: Lexicon, text: str) -> list[bool]:
    return Lexicon.open(lexicon.container.path).check_batch([text])


def _first_of(lexicon: Lexicon, query: Query) -> Callable[[], object]:
    return lambda: next(search(lexicon, query), None)


def _all_of(lexicon: Lexicon, query: Query) -> Callable[[], object]:
    return lambda: sum(1 for _ in search(lexicon, query))


def _texts(lexicon: Lexicon) -> list[str]:
    """Return a batch as people type it: words, and after each its letters in another order; the same every time."""
    source = random.Random(1)  # noqa: S311 - must be repeatable
    texts: list[str] = []
    while len(texts) < _BATCH:
        word = (random_word(lexicon, source) or lexicon.alphabet.letters[0] * 2).lower()
        texts += [word, "".join(source.sample(word, len(word)))]
    return texts
