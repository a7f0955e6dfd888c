"""Words by their letters: prefix, pattern, anagram, hooks, a word at random, the place of a word.

In: an open lexicon, a query. Out: words in alphabet order, as they are found.
Never: reasons, scores. Every search is bounded: by the query's limits, by the length of words, by ``limit``.
"""

from __future__ import annotations

import enum
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NewType

from lexicon.alphabet import LONGEST_TEXT, Alphabet, Malformed, Word
from lexicon.compiled import Lexicon
from lexicon.engine import Engine, Walk
from lexicon.errors import LexiconError

#: A place in the list in alphabet order, from 0.
WordIndex = NewType("WordIndex", int)

ANY_LETTER = "?"
ANY_LETTERS = "*"
BLANK = "?"

#: Each `*` lets a search look at the list anew; more are of no use to anybody.
MOST_ANY_LETTERS = 3
#: Tiles on a rack, and blanks among them.
MOST_TILES = 15
MOST_BLANKS = 2

_FIRST_BATCH = 16
_BATCH = 1000


class QueryError(LexiconError):
    """A query cannot be asked. ``faults`` holds every fault as (field, what was found and what was expected)."""

    def __init__(self, faults: tuple[tuple[str, str], ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(f"{name}: {sentence}" for name, sentence in faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class Lengths:
    """How long words may be, in letters, inclusive; 0 means no limit."""

    shortest: int = 0
    longest: int = 0

    def faults(self) -> Iterator[tuple[str, str]]:
        """Name what is wrong with the limits."""
        for name, length in (("min_length", self.shortest), ("max_length", self.longest)):
            if length < 0:
                yield name, f"found {length}; expected 0 or more"
        if 0 < self.longest < self.shortest:
            yield "max_length", f"found {self.longest}, below min_length {self.shortest}; expected at least that"

    @property
    def bounds(self) -> tuple[int, int]:
        """The limits as numbers of letters."""
        return max(self.shortest, 1), self.longest or LONGEST_TEXT


@dataclass(frozen=True, slots=True, kw_only=True)
class PrefixQuery:
    """Words that begin so; a word that is the prefix itself is one of them."""

    prefix: str
    lengths: Lengths = field(default_factory=Lengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class PatternQuery:
    """Words of this shape: letters, ``?`` for any one, ``*`` for any number, ``[АБ]`` for one of these."""

    pattern: str
    lengths: Lengths = field(default_factory=Lengths)


class TileUse(enum.StrEnum):
    """Whether all tiles of an anagram must be used, or any, two at least. The wire adds ``TILE_USE_``."""

    ALL = "ALL"
    ANY = "ANY"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnagramQuery:
    """Words made of these tiles: each a letter, or ``?`` for a blank."""

    tiles: tuple[str, ...]
    use: TileUse = TileUse.ALL
    lengths: Lengths = field(default_factory=Lengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class HooksQuery:
    """Words that are this word with one letter more at the front or at the back."""

    word: str
    lengths: Lengths = field(default_factory=Lengths)


Query = PrefixQuery | PatternQuery | AnagramQuery | HooksQuery


def search(lexicon: Lexicon, query: Query, *, limit: int = 0) -> Iterator[Word]:
    """Yield the words that ``query`` asks for in alphabet order, at most ``limit`` (0 means all).

    The query is checked at once, words are found as they are taken. Raises `QueryError` with every fault,
    `LexiconFormatError` when the edges are damaged.
    """
    faults = list(query.lengths.faults())
    if limit < 0:
        faults.append(("limit", f"found {limit}; expected 0 or more"))
    asked = _Asked(alphabet=lexicon.alphabet, faults=faults)
    match query:
        case PrefixQuery():
            shape = asked.prefix(query.prefix)
        case PatternQuery():
            shape = asked.pattern(query.pattern)
        case AnagramQuery():
            tiles, blanks = asked.tiles(query.tiles)
        case HooksQuery():
            word = asked.word("word", query.word)
    if faults:
        raise QueryError(tuple(faults))
    shortest, longest = query.lengths.bounds
    match query:
        case AnagramQuery():
            least = len(query.tiles) if query.use is TileUse.ALL else 2
            walk = lexicon.sound_engine.anagram(tiles, blanks, max(shortest, least), longest)
            return _taken(walk, limit)
        case HooksQuery():
            return _first(_hooks(lexicon.engine, lexicon.alphabet, word, query.lengths), limit)
        case _:
            walk = lexicon.sound_engine.pattern(shape.sets, shape.any_before, shape.any_after, shortest, longest)
            return _taken(walk, limit)


def blanks_in(query: AnagramQuery, word: Word, alphabet: Alphabet) -> tuple[int, ...]:
    """Return the places (from 0) of the letters of a found word that blanks stand for: those no tile is left for."""
    left = [alphabet.key(tile) for tile in query.tiles if tile != BLANK]
    places = []
    for place, letter in enumerate(word):
        if letter in left:
            left.remove(letter)
        else:
            places.append(place)
    return tuple(places)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hooks:
    """The letters that make another word before and after a word, in alphabet order."""

    front: tuple[str, ...]
    back: tuple[str, ...]


def hooks(lexicon: Lexicon, text: str) -> Hooks:
    """Return the hooks of ``text``, which need not be a word itself. Raises `QueryError`."""
    faults: list[tuple[str, str]] = []
    word = _Asked(alphabet=lexicon.alphabet, faults=faults).word("word", text)
    if faults:
        raise QueryError(tuple(faults))
    letters = lexicon.alphabet.letters
    return Hooks(
        front=tuple(letter for letter in letters if letter + word in lexicon.engine),
        back=tuple(letter for letter in letters if word + letter in lexicon.engine),
    )


def random_word(lexicon: Lexicon, source: random.Random) -> Word | None:
    """Return a word, each as likely as any other; None when the list is empty. ``source`` makes it repeatable."""
    return word_at(lexicon, WordIndex(source.randrange(len(lexicon)))) if len(lexicon) else None


def word_at(lexicon: Lexicon, index: WordIndex) -> Word:
    """Return the word at a place of the list. Raises `IndexError` when there is none."""
    return Word(lexicon.sound_engine.word(index))


def index_of(lexicon: Lexicon, word: Word) -> WordIndex | None:
    """Return the place of a word in the list, None when it is not in it."""
    index = lexicon.sound_engine.index(word)
    return None if index < 0 else WordIndex(index)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A pattern as `Engine.pattern` takes it."""

    sets: tuple[int, ...] = ()
    any_before: int = 0
    any_after: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class _Asked:
    """Reads the parts of a query; what is wrong goes to ``faults``."""

    alphabet: Alphabet
    faults: list[tuple[str, str]]

    def word(self, name: str, text: str) -> Word:
        """Read a text; an empty word stands for one that cannot be read."""
        word = self.alphabet.read(text)
        if isinstance(word, Malformed):
            self.faults.append((name, str(word)))
            return Word("")
        return word

    def prefix(self, text: str) -> _Shape:
        return _Shape(sets=tuple(self._one(letter) for letter in self.word("prefix", text)), any_after=True)

    def _one(self, letter: str) -> int:
        return 1 << self.alphabet.rank(letter) + 1

    def tiles(self, tiles: tuple[str, ...]) -> tuple[bytes, int]:
        """Read tiles: the letters as tile numbers, and how many are blanks."""
        blanks = tiles.count(BLANK)
        if not 1 <= len(tiles) <= MOST_TILES:
            self.faults.append(("tiles", f"found {len(tiles)} tiles; expected 1 to {MOST_TILES}"))
        if blanks > MOST_BLANKS:
            self.faults.append(("tiles", f"found {blanks} blanks; expected at most {MOST_BLANKS}"))
        numbers = []
        for place, tile in enumerate(tiles[:MOST_TILES]):
            if tile == BLANK:
                continue
            letter = self.word(f"tiles[{place}]", tile)
            if len(letter) > 1:
                self.faults.append((f"tiles[{place}]", f"found {tile!r}; expected one letter or {BLANK}"))
            elif letter:
                numbers.append(self.alphabet.rank(letter) + 1)
        return bytes(numbers), blanks

    def pattern(self, text: str) -> _Shape:
        """Read a pattern into sets of tiles and the places of `*`."""
        if not 1 <= len(text) <= LONGEST_TEXT:
            self.faults.append(("pattern", f"found {len(text)} characters; expected 1 to {LONGEST_TEXT}"))
            return _Shape()
        if text.count(ANY_LETTERS) > MOST_ANY_LETTERS:
            found = f"found {text.count(ANY_LETTERS)} {ANY_LETTERS}"
            self.faults.append(("pattern", f"{found}; expected at most {MOST_ANY_LETTERS}"))
            return _Shape()
        sets: list[int] = []
        any_before = 0
        rest = text
        while rest:
            part, rest = self._part(rest)
            if part == ANY_LETTERS:
                any_before |= 1 << len(sets)
            elif part:
                sets.append(self._set(part))
        any_after = bool(any_before >> len(sets) & 1)
        return _Shape(sets=tuple(sets), any_before=any_before & ~(1 << len(sets)), any_after=any_after)

    def _part(self, text: str) -> tuple[str, str]:
        """Cut the first element off a pattern: `?`, `*`, the letters of a set, or the letters up to a mark."""
        if text[0] in (ANY_LETTER, ANY_LETTERS):
            return text[0], text[1:]
        if text[0] != "[":
            # A letter with the marks that may be composed with it.
            end = 1
            while end < len(text) and len(self._composed(text[: end + 1])) == 1:
                end += 1
            return text[:end], text[end:]
        letters, closed, rest = text[1:].partition("]")
        if not closed or not letters:
            self.faults.append(("pattern", f"found {text!r}; expected letters between [ and ]"))
            return "", ""
        return letters, rest

    def _composed(self, text: str) -> str:
        return self.alphabet.key(text)

    def _set(self, letters: str) -> int:
        """Return the tiles of an element as bits."""
        if letters == ANY_LETTER:
            return (1 << len(self.alphabet.letters) + 1) - 2
        tiles = 0
        for letter in self.word("pattern", letters):
            tiles |= self._one(letter)
        return tiles


def _taken(walk: Walk, limit: int) -> Iterator[Word]:
    """Yield what a walk finds, in batches that grow, so that the first words come at once."""
    batch, left = _FIRST_BATCH, limit
    while words := walk.take(min(batch, left) if limit else batch):
        yield from (Word(word) for word in words)
        left -= len(words)
        if limit and left <= 0:
            return
        batch = _BATCH


def _hooks(engine: Engine, alphabet: Alphabet, word: Word, lengths: Lengths) -> Iterator[Word]:
    """Yield the words with one letter more."""
    shortest, longest = lengths.bounds
    if not shortest <= len(word) + 1 <= longest:
        return
    both = {letter + word for letter in alphabet.letters} | {word + letter for letter in alphabet.letters}
    yield from alphabet.sorted(Word(longer) for longer in both if longer in engine)


def _first(words: Iterator[Word], limit: int) -> Iterator[Word]:
    """Yield at most ``limit`` words, all when it is 0."""
    for number, word in enumerate(words, start=1):
        yield word
        if number == limit:
            return
