"""Open the dictionary that the library of Morfeusz carries for making forms, and list all it holds.

In: bytes in which a compiled dictionary lies. Out: its id, its tables of tags, classes and labels, and of every lemma
the bytes that tell its forms.
Never: what those bytes mean (see `morfeusz_forms`); the library's own code, which cannot list its lemmata.

The format is that of Morfeusz 2, version 21: ten bytes of head, an automaton whose keys are lemmata, then the tables,
then the rules that tell which kinds of segments may stand alone, a set of rules for each way of cutting words. Numbers
are big-endian. A state of the automaton has its number of edges and whether a lemma ends there, then the lemma's bytes,
then the edges: a byte with the size of the distance and a frequent letter's number, else the letter, and the distance.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

MAGIC = b"\x8f\xc2\xbc\x1b"
VERSION = 21
#: Of the three ways in which automata are stored, the one in use.
_VARIABLE_LENGTH = 1
_HEAD = struct.Struct(">4sBBI")

_TABLE_END = 257
_FREQUENT_LETTERS = 256
_ENDS_HERE = 0x80
_EDGE_COUNT = 0x7F
_DISTANCE_SIZE = 0x03

#: Of an edge of the rules: segment number, whether the lemma moves on, where it leads.
_RULE_EDGE = struct.Struct(">BBH")
_ACCEPTS = 0x01

#: No lemma is longer; a damaged automaton could go round in a circle.
LONGEST_LEMMA = 512


class NoDictionaryError(Exception):
    """The bytes are no dictionary, or one of another version, or damaged. Tells what was found."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledDictionary:
    """One compiled dictionary. ``tags``, ``names`` and ``labels`` are by number; ``segment_rules`` by their options."""

    id: str
    automaton: bytes
    tags: Mapping[int, str]
    names: Mapping[int, str]
    labels: Mapping[int, str]
    segment_rules: tuple[tuple[Mapping[str, str], bytes], ...]
    defaults: Mapping[str, str]
    digest: str

    @classmethod
    def read(cls, content: bytes, start: int) -> Self:
        """Read the dictionary that begins at ``start``. Raises `NoDictionaryError`."""
        try:
            return cls._read(content, start)
        except (IndexError, ValueError, struct.error) as error:
            raise NoDictionaryError(f"a dictionary that is damaged ({error})") from error

    @classmethod
    def _read(cls, content: bytes, start: int) -> Self:
        magic, version, kind, size = _HEAD.unpack_from(content, start)
        if (magic, version, kind) != (MAGIC, VERSION, _VARIABLE_LENGTH):
            raise NoDictionaryError(f"a dictionary of version {version}, kind {kind}")
        begin = start + _HEAD.size
        reading = _Reading(content, begin + size)
        rules = reading.number(4) + reading.place
        identifier, _, _ = reading.text(), reading.text(), reading.text()
        tags, names, labels = reading.table(), reading.table(), reading.table()
        if reading.place != rules:
            raise NoDictionaryError("tables that do not end where the rules begin")
        separators = reading.number(2)
        reading.place += 4 * separators
        variants = tuple((reading.options(), reading.block()) for _ in range(reading.number(1)))
        defaults = reading.options()
        return cls(
            id=identifier,
            automaton=content[begin : begin + size],
            tags=tags,
            names=names,
            labels=labels,
            segment_rules=variants,
            defaults=defaults,
            digest=hashlib.sha256(content[start : reading.place]).hexdigest(),
        )

    def whole_segments(self, **options: str) -> frozenset[int]:
        """Return the kinds of segments that are whole words under these options; what they leave open is as usual."""
        chosen = {**self.defaults, **options}
        rules = next((rules for known, rules in self.segment_rules if known == chosen), None)
        if rules is None:
            raise NoDictionaryError(f"a dictionary without rules for {chosen}")
        edges = (_RULE_EDGE.unpack_from(rules, 2 + _RULE_EDGE.size * number) for number in range(rules[1]))
        return frozenset(segment for segment, _, state in edges if rules[state] & _ACCEPTS)

    def lemmata(self) -> Iterator[tuple[str, bytes]]:
        """Yield every lemma with its bytes, in the order in which the automaton has them.

        Raises `NoDictionaryError` when it is damaged.
        """
        try:
            yield from self._walk()
        except (IndexError, UnicodeDecodeError) as error:
            raise NoDictionaryError(f"an automaton that is damaged ({error})") from error

    def _walk(self) -> Iterator[tuple[str, bytes]]:
        data = self.automaton
        letters = {number: bytes([letter]) for letter, number in enumerate(data[:_FREQUENT_LETTERS]) if number}
        pending = [(_TABLE_END, b"")]
        while pending:
            place, key = pending.pop()
            if len(key) > LONGEST_LEMMA:
                raise NoDictionaryError(f"a lemma of more than {LONGEST_LEMMA} bytes")
            first = data[place]
            count = first & _EDGE_COUNT
            place += 1
            if count == _EDGE_COUNT:
                count = data[place]
                place += 1
            if first & _ENDS_HERE:
                end = place + 2 + (data[place] << 8 | data[place + 1])
                yield key.decode(), data[place + 2 : end]
                place = end
            edges = []
            for _ in range(count):
                size = data[place] & _DISTANCE_SIZE
                letter = letters.get(data[place] >> 2, b"")
                place += 1
                if not letter:
                    letter = data[place : place + 1]
                    place += 1
                place += size
                edges.append((place + int.from_bytes(data[place - size : place]), key + letter))
            pending += reversed(edges)


@dataclass(slots=True)
class _Reading:
    """A place in bytes that moves on as they are read."""

    content: bytes
    place: int

    def number(self, size: int) -> int:
        self.place += size
        return int.from_bytes(self.content[self.place - size : self.place])

    def text(self) -> str:
        start, end = self.place, self.content.index(b"\0", self.place)
        self.place = end + 1
        return self.content[start:end].decode()

    def table(self) -> dict[int, str]:
        return {self.number(2): self.text() for _ in range(self.number(2))}

    def options(self) -> dict[str, str]:
        return {self.text(): self.text() for _ in range(self.number(1))}

    def block(self) -> bytes:
        size = self.number(4)
        self.place += size
        return self.content[self.place - size : self.place]


def dictionaries_in(content: bytes) -> Iterator[CompiledDictionary]:
    """Yield every dictionary that lies anywhere in ``content``; what only looks like the beginning of one is passed."""
    start = -1
    while (start := content.find(MAGIC, start + 1)) >= 0:
        with suppress(NoDictionaryError):
            yield CompiledDictionary.read(content, start)
