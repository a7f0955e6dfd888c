"""Lemmata of an export that belong together: kept small until the links are known, then made one lexeme.

In: lexemes with ids in file order, then links between ids. Out: whole lexemes.
Never: XML; grammemes.

Links stand behind the lemmata they link, so all lemmata are kept until the end: a stem and the number of a paradigm
each, some twenty bytes for each of four hundred thousand.
"""

from __future__ import annotations

import array
from bisect import bisect_left
from collections.abc import Iterator

from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.building.sources.cutting import SharedParadigms

#: The place of a lemma that is joined to none, or has none behind it.
_NONE = -1


class DuplicateIdError(Exception):
    """Two lemmata have one id."""

    def __init__(self, identifier: int) -> None:
        self.identifier = identifier
        super().__init__(f"two lemmata have the id {identifier}")


class LemmaStore:
    """Lemmata in file order, and which of them are joined.

    A lemma is joined to the first one that links to it; a later link to it changes nothing, and neither does one
    that would close a circle or whose lemma is not there.
    """

    def __init__(self, shared: SharedParadigms) -> None:
        self._shared = shared
        self._ids = array.array("I")
        self._paradigms = array.array("I")
        self._stems = bytearray()
        self._stem_ends = array.array("Q")
        self._kept: list[Paradigm | None] = [None]
        self._numbers: dict[int, int] = {}
        self._places: list[int] | range = range(0)
        self._joined_to = array.array("q")
        self._following = array.array("q")
        self._last = array.array("q")

    def __len__(self) -> int:
        return len(self._ids)

    def add(self, identifier: int, lexeme: Lexeme | None) -> None:
        """Keep one lemma; None for one without forms, which others may be linked by all the same."""
        self._ids.append(identifier)
        if lexeme is None:
            self._paradigms.append(0)
        else:
            number = self._numbers.setdefault(id(lexeme.paradigm), len(self._kept))
            if number == len(self._kept):
                self._kept.append(lexeme.paradigm)
            self._paradigms.append(number)
            self._stems += lexeme.stem.encode()
        self._stem_ends.append(len(self._stems))

    def close(self) -> None:
        """Say that all lemmata are in, before the first link. Raises `DuplicateIdError`."""
        count = len(self._ids)
        rises = all(self._ids[place] < self._ids[place + 1] for place in range(count - 1))
        self._places = range(count) if rises else sorted(range(count), key=self._ids.__getitem__)
        for place, following in zip(self._places, self._places[1:], strict=False):
            if self._ids[place] == self._ids[following]:
                raise DuplicateIdError(self._ids[place])
        self._joined_to = array.array("q", [_NONE]) * count
        self._following = array.array("q", [_NONE]) * count
        self._last = array.array("q", range(count))

    def join(self, start: int, end: int) -> None:
        """Join the lemma with id ``end`` to the one with id ``start``."""
        root, place = self._place(start), self._place(end)
        if root is None or place is None or self._joined_to[place] != _NONE:
            return
        while self._joined_to[root] != _NONE:
            root = self._joined_to[root]
        if root != place:
            self._joined_to[place] = root
            self._following[self._last[root]] = place
            self._last[root] = self._last[place]

    def lexemes(self) -> Iterator[Lexeme]:
        """Yield the lexemes in the order of their first lemmata."""
        for place, joined_to in enumerate(self._joined_to):
            if joined_to == _NONE:
                parts = [lexeme for lexeme in self._chain(place) if lexeme is not None]
                if parts:
                    yield self._shared.joined(parts)

    def _chain(self, place: int) -> Iterator[Lexeme | None]:
        while place != _NONE:
            yield self._lexeme(place)
            place = self._following[place]

    def _lexeme(self, place: int) -> Lexeme | None:
        paradigm = self._kept[self._paradigms[place]]
        if paradigm is None:
            return None
        start = self._stem_ends[place - 1] if place else 0
        return Lexeme(stem=self._stems[start : self._stem_ends[place]].decode(), paradigm=paradigm)

    def _place(self, identifier: int) -> int | None:
        found = bisect_left(self._places, identifier, key=self._ids.__getitem__)
        if found == len(self._places) or self._ids[self._places[found]] != identifier:
            return None
        return self._places[found]
