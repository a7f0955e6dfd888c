"""The engine in Python: the same answers as the native one, more slowly; also its oracle.

In: edges as bytes, an alphabet. Out: membership, batches, searches, numbers of words.
Never: files, messages of the wire (the caller's own parser reads them).
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from lexicon.alphabet import LONGEST_TEXT
from lexicon.automaton import ACCEPT, CHILD, LAST, MOST_TILES, TILE_SHIFT, Automaton, AutomatonError, Fault

#: Marks of `PlainEngine.marks`: not in, in, and text that must first be read with care.
OUT, IN, UNUSUAL = 0, 1, 2


class PlainWalk:
    """A search on its way."""

    def __init__(self, words: Iterator[str]) -> None:
        self._words = words

    def take(self, most: int) -> list[str]:
        """Return the next words found, at most ``most``; none when all are found."""
        return list(itertools.islice(self._words, most))


class PlainEngine:
    """A compiled word list, walked. ``content`` are the edges, ``longest`` the letters of the longest word.

    ``spellings`` and ``compared`` say, character by character, as which letter text from outside is compared.
    """

    def __init__(self, content: bytes, letters: str, spellings: str, compared: str, longest: int) -> None:
        if not 1 <= len(letters) <= MOST_TILES:
            raise ValueError(f"found {len(letters)} letters; expected 1 to {MOST_TILES}")
        try:
            self._automaton = Automaton.from_bytes(memoryview(content), tile_count=len(letters))
        except AutomatonError as error:
            raise ValueError(str(error)) from error
        self._letters = ("", *letters)
        self._tiles = {letter: tile for tile, letter in enumerate(letters, start=1)}
        self._forms = {
            spelled: self._tiles[letter]
            for spelled, letter in zip(spellings, compared, strict=True)
            if letter in self._tiles
        }
        self._longest = min(longest, LONGEST_TEXT)
        self._sound = False

    def __contains__(self, word: str) -> bool:
        try:
            tiles = [self._tiles[letter] for letter in word]
        except KeyError:
            return False
        # Damaged edges may spell more than any word has.
        return len(tiles) <= LONGEST_TEXT and self._automaton.accepts(tiles)

    def marks(self, texts: Sequence[str]) -> bytes:
        """Mark each text: 0 not in, 1 in, 2 when a character is no form of a letter and might yet be composed."""
        return bytes([self._mark(text) for text in texts])

    def flags(self, texts: Sequence[str]) -> tuple[list[bool], list[int]]:
        """Return whether each text is in, and the places of the unusual ones (their flags are False)."""
        marks = self.marks(texts)
        return [mark == IN for mark in marks], [number for number, mark in enumerate(marks) if mark == UNUSUAL]

    def bitmap(self, texts: Sequence[str]) -> tuple[bytes, list[int]]:
        """Return one bit a text (bit i % 8 of byte i / 8), and the places of the unusual ones (their bits are 0)."""
        flags, unusual = self.flags(texts)
        bits = sum(flag << number for number, flag in enumerate(flags))
        return bits.to_bytes(-(-len(flags) // 8), "little"), unusual

    def _mark(self, text: str) -> int:
        try:
            tiles = [self._forms[character] for character in text]
        except KeyError:
            return UNUSUAL
        return IN if len(tiles) <= LONGEST_TEXT and self._automaton.accepts(tiles) else OUT

    def check_message(self, message: bytes, field: int, count: int) -> None:  # noqa: ARG002 - the native engine reads them
        """Return None: serialized messages are left to the caller's parser."""
        return

    def answer_message(self, *_: object) -> None:
        """Return None: as `check_message`."""
        return

    def signs(self, words: Sequence[str], base: int, digits: int) -> list[int]:
        """Return for each word the number that stands behind it in ``digits`` tiles from 1 to ``base``, -1 for none."""
        return [self._sign(word, base, digits) for word in words]

    def _sign(self, word: str, base: int, digits: int) -> int:
        edge, number = self._automaton.root, 0
        for letter in word:
            edge = self._automaton.follow(edge & CHILD, self._tiles[letter])
        for _ in range(digits):
            # Digits are the lowest tiles, and no form has two signs: the first edge is the digit, or there is none.
            edge = next(self._state(edge & CHILD), 0)
            digit = (edge >> TILE_SHIFT) - 1
            if not 0 <= digit < base:
                return -1
            number = number * base + digit
        return number

    def fault(self, word_count: int) -> Fault | None:
        """Return what breaks the form of the edges, None when it is kept; searches need it kept."""
        fault = self._automaton.fault(word_count=word_count, longest=self._longest)
        self._sound = fault is None
        return fault

    # --- numbers of words

    @cached_property
    def _counts(self) -> Sequence[int]:
        self._require_sound()
        return self._automaton.word_counts()

    def _require_sound(self) -> None:
        """Searching and counting walk far: only edges whose form was checked are let in."""
        if not self._sound:
            raise RuntimeError("these edges were not checked, or are faulty; ask fault() first")

    def count(self) -> int:
        """Return how many words there are."""
        return self._counts[self._automaton.root]

    def index(self, word: str) -> int:
        """Return the place of ``word`` in alphabet order, from 0; -1 when it is not in."""
        counts, edges = self._counts, self._automaton.edges
        if word not in self:
            return -1
        before, state, accept = 0, self._automaton.root, False
        for letter in word:
            index = state
            while edges[index] >> TILE_SHIFT != self._tiles[letter]:
                index += 1
            # A word ends before the words that go on from it.
            before += accept + counts[state] - counts[index]
            accept = bool(edges[index] & ACCEPT)
            state = edges[index] & CHILD
        return before

    def word(self, index: int) -> str:
        """Return the word at a place in alphabet order. Raises `IndexError`."""
        counts, edges = self._counts, self._automaton.edges
        if not 0 <= index < self.count():
            raise IndexError(f"found word {index}; expected 0 to {self.count() - 1}")
        at, before = self._automaton.root, index
        spelled: str = ""
        while True:
            edge = edges[at]
            here = counts[at] - (0 if edge & LAST else counts[at + 1])
            if before >= here:
                before -= here
                at += 1
                continue
            spelled += self._letters[edge >> TILE_SHIFT]
            if edge & ACCEPT:
                if before == 0:
                    return spelled
                before -= 1
            at = edge & CHILD

    def counts_by_length(self) -> dict[int, int]:
        """Return how many words have each length; lengths without words are left out."""
        self._require_sound()
        lengths = Counter(len(tiles) for tiles in self._automaton.words(longest=self._longest))
        return dict(sorted(lengths.items()))

    # --- searches

    def pattern(
        self,
        sets: tuple[int, ...],
        any_before: int,
        any_after: bool,  # noqa: FBT001 - as the native engine takes it
        shortest: int,
        longest: int,
    ) -> PlainWalk:
        """Search for words that fit a row of sets of tiles.

        Bit t of a set lets tile t stand there; bit i of ``any_before`` lets any letters stand before set i,
        ``any_after`` after the last. Lengths are in letters, inclusive.
        """
        self._require_sound()
        shape = _Shape(sets=sets, any_before=any_before & ((1 << len(sets)) - 1), any_after=any_after)
        return PlainWalk(self._fitting(shape, shortest, min(longest, self._longest)))

    def anagram(self, tiles: bytes, blanks: int, shortest: int, longest: int) -> PlainWalk:
        """Search for words that can be made of ``tiles`` and blanks, each used once at most."""
        self._require_sound()
        return PlainWalk(
            self._spent(Counter(tiles), blanks, "", self._automaton.root, (shortest, min(longest, self._longest)))
        )

    def _state(self, index: int) -> Iterator[int]:
        """Yield the edges of the state at ``index``."""
        while 0 < index < len(self._automaton.edges):
            edge = self._automaton.edges[index]
            yield edge
            index = 0 if edge & LAST else index + 1

    def _fitting(self, shape: _Shape, shortest: int, longest: int) -> Iterator[str]:
        # Behind these nothing fits: other ways to them are not walked again.
        dead: set[tuple[int, int, int]] = set()

        def walk(state: int, fits: int, spelled: str) -> Iterator[str]:
            if (state, fits, len(spelled)) in dead or len(spelled) >= longest:
                return
            found = False
            for edge in self._state(state):
                tile = edge >> TILE_SHIFT
                behind = shape.after(fits, tile)
                if not behind:
                    continue
                word = spelled + self._letters[tile]
                if edge & ACCEPT and shape.whole(behind) and len(word) >= shortest:
                    found = True
                    yield word
                for longer in walk(edge & CHILD, behind, word):
                    found = True
                    yield longer
            if not found:
                dead.add((state, fits, len(spelled)))

        yield from walk(self._automaton.root, 1, "")

    def _spent(
        self, left: Counter[int], blanks: int, spelled: str, state: int, lengths: tuple[int, int]
    ) -> Iterator[str]:
        shortest, longest = lengths
        if len(spelled) >= longest:
            return
        for edge in self._state(state):
            tile = edge >> TILE_SHIFT
            by_blank = not left[tile]
            if by_blank and not blanks:
                continue
            word = spelled + self._letters[tile]
            if edge & ACCEPT and len(word) >= shortest:
                yield word
            rest = left if by_blank else left - Counter([tile])
            yield from self._spent(rest, blanks - by_blank, word, edge & CHILD, lengths)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Shape:
    """A pattern as a machine: bit i of ``fits`` says that the letters so far fit the first i sets."""

    sets: tuple[int, ...]
    any_before: int
    any_after: bool

    def after(self, fits: int, tile: int) -> int:
        """Return ``fits`` after one letter more."""
        behind = fits & (self.any_before | self.any_after << len(self.sets))
        for place, tiles in enumerate(self.sets):
            if fits >> place & 1 and tiles >> tile & 1:
                behind |= 1 << place + 1
        return behind

    def whole(self, fits: int) -> bool:
        """Whether the letters so far fit all of the pattern."""
        return bool(fits >> len(self.sets) & 1)
