"""What the dictionaries say about every form they know: compiled at build time, read only when asked.

In: the bytes of one source's evidence. Out: readings of a form, each with the clause that decided it.
Never: whole dictionaries in memory, decisions of its own.

A section holds one source as stems and paradigms, not as forms:

    0   8  length of the head in bytes; head: JSON with `characters`, `keys`, `affixes`, `grammemes`, `clauses`,
               `listed_characters`, `listed` and the numbers of `stems`, `lexemes`, `paradigms`, `slots`, `tags`,
               `tag_grammemes`, `text` bytes
    then, each aligned to 8 bytes:
        stem starts       u32 × (stems + 1)       where each stem begins in the stem text
        lexeme starts     u32 × (stems + 1)       where each stem's paradigms begin in the list of lexemes
        lexemes           u32 × lexemes           paradigm numbers
        paradigm starts   u32 × (paradigms + 1)   where each paradigm's slots begin
        slots             2 × u32 × slots         prefix:12 suffix:20, clause:12 tag:20
        tag starts        u32 × (tags + 1)        where each tag's grammemes begin
        tag grammemes     u32 × tag grammemes     places in `grammemes`
        automata          u32 edges (see `automaton`), one run for each of `listed`
        stem text         one byte a character: its place in `characters` (numbered from 1)

`keys` gives for each character the one it is compared as. Stems are sorted by compared bytes, then by spelled
bytes. A form is looked up by every way of cutting it into prefix, stem and suffix.

Forms whose paradigm adds nothing (plain word lists, uninflected words) stand in automata instead: `listed` names for
each its paradigm, its shape (how a key is spelled) and its number of edges. Tiles are places in `listed_characters`.
"""

from __future__ import annotations

import json
import struct
from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from typing import Any, Self

from lexicon.automaton import Automaton, AutomatonError
from lexicon.container import Section
from lexicon.explanation import Reading

PREFIX_SHIFT = 20
SUFFIX = (1 << PREFIX_SHIFT) - 1
CLAUSE_SHIFT = 20
TAG = (1 << CLAUSE_SHIFT) - 1
ALIGNMENT = 8
HEAD = struct.Struct("<Q")
#: No listed form is longer; a damaged automaton stops there.
LONGEST_FORM = 1024

#: Larger automata stay in the file: in bytes.
SMALL_AUTOMATON = 1 << 14

#: So many stems are read at a time.
BLOCK = 256
#: So many paradigms are kept in a walk over all forms.
_PARADIGMS_KEPT = 4096

#: Names of the arrays behind the head, with how many 32-bit numbers each holds.
ARRAYS = ("stem_starts", "lexeme_starts", "lexemes", "paradigm_starts", "slots", "tag_starts", "tag_grammemes")


#: How a listed form is spelled, given its key. The first that fits is used.
SHAPES: Mapping[str, Callable[[str], str]] = {
    "lower": str.lower,
    "capital": lambda key: key[:1] + key[1:].lower(),
    "upper": lambda key: key,
}


class EvidenceError(Exception):
    """The bytes are no evidence. ``offset`` counts bytes inside the section."""

    def __init__(self, field: str, offset: int, *, found: str, expected: str) -> None:
        self.field, self.offset, self.found, self.expected = field, offset, found, expected
        super().__init__(f"{field} at byte {offset}: found {found}; expected {expected}")


def array_lengths(head: dict[str, Any]) -> dict[str, int]:
    """Return how many 32-bit numbers each array holds, by the counts of the head."""
    return {
        "stem_starts": head["stems"] + 1,
        "lexeme_starts": head["stems"] + 1,
        "lexemes": head["lexemes"],
        "paradigm_starts": head["paradigms"] + 1,
        "slots": 2 * head["slots"],
        "tag_starts": head["tags"] + 1,
        "tag_grammemes": head["tag_grammemes"],
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedForms:
    """Forms of one paradigm that stand alone, all spelled in one shape."""

    paradigm: int
    spell: Callable[[str], str]
    automaton: Automaton


@dataclass(frozen=True, kw_only=True)
class Evidence:
    """One source's evidence, read from its file as it is asked for."""

    source: str
    characters: str
    keys: str
    affixes: tuple[str, ...]
    grammemes: tuple[str, ...]
    clauses: tuple[tuple[str, bool], ...]
    stem_starts: Sequence[int]
    lexeme_starts: Sequence[int]
    lexemes: Sequence[int]
    paradigm_starts: Sequence[int]
    slots: Sequence[int]
    tag_starts: Sequence[int]
    tag_grammemes: Sequence[int]
    listed_characters: str
    listed: tuple[ListedForms, ...]
    text: Section

    @classmethod
    def from_bytes(cls, data: Section) -> Self:
        """Open a section. Raises `EvidenceError` when head or sizes are not what they must be."""
        try:
            return cls._open(data)
        except (AutomatonError, KeyError, TypeError, ValueError, RecursionError, struct.error) as error:
            raise EvidenceError("head", 0, found=str(error), expected="evidence of this format") from error

    @classmethod
    def _open(cls, data: Section) -> Self:
        (length,) = HEAD.unpack(data[: HEAD.size].tobytes())
        if length > len(data) - HEAD.size:
            raise EvidenceError("head", 0, found=f"a head of {length} bytes", expected=f"at most {len(data)}")
        head = json.loads(data[HEAD.size : HEAD.size + length].tobytes())
        offset = _aligned(HEAD.size + length)
        arrays: dict[str, Sequence[int]] = {}
        for name, count in array_lengths(head).items():
            end = _end(data, name, offset, count)
            arrays[name] = data[offset:end].numbers()
            offset = _aligned(end)
        listed = []
        for paradigm, shape, count in head["listed"]:
            end = _end(data, "listed forms", offset, count)
            automaton = _automaton(data[offset:end], tile_count=len(head["listed_characters"]))
            listed.append(ListedForms(paradigm=paradigm, spell=SHAPES[shape], automaton=automaton))
            offset = _aligned(end)
        if len(data) - offset != head["text"]:
            raise EvidenceError("stem text", offset, found=f"{len(data) - offset} bytes", expected=str(head["text"]))
        return cls(
            source=head["source"],
            characters=head["characters"],
            keys=head["keys"],
            affixes=tuple(head["affixes"]),
            grammemes=tuple(head["grammemes"]),
            clauses=tuple((clause, bool(admit)) for clause, admit in head["clauses"]),
            listed_characters=head["listed_characters"],
            listed=tuple(listed),
            text=data[offset:],
            **arrays,
        )

    @cached_property
    def _to_key(self) -> bytes:
        """Translation of spelled bytes to compared bytes."""
        codes = {character: code for code, character in enumerate(self.characters, start=1)}
        table = bytearray(range(256))
        for code, key in enumerate(self.keys, start=1):
            table[code] = codes[key]
        return bytes(table)

    @cached_property
    def _affixes_by_key(self) -> dict[str, list[int]]:
        """Affix numbers by compared spelling."""
        numbers: dict[str, list[int]] = {}
        for number, affix in enumerate(self.affixes):
            numbers.setdefault(affix.translate(self._key_of), []).append(number)
        return numbers

    @cached_property
    def _key_of(self) -> dict[int, str]:
        return {ord(character): key for character, key in zip(self.characters, self.keys, strict=True)}

    @cached_property
    def _codes(self) -> dict[str, int]:
        return {character: code for code, character in enumerate(self.characters, start=1)}

    @cached_property
    def _prefixes(self) -> tuple[tuple[str, int], ...]:
        """The prefixes in use, compared spelling with number: few, so every one is tried."""
        numbers = sorted({slot >> PREFIX_SHIFT for slot in self.slots[::2]})
        return tuple((self.affixes[number].translate(self._key_of), number) for number in numbers)

    def readings(self, key: str) -> tuple[Reading, ...]:
        """Return every entry whose surface form compares as ``key`` (see `Alphabet.key`)."""
        found = list(self._listed_readings(key))
        for prefix, prefix_number in self._prefixes:
            if not key.startswith(prefix):
                continue
            for cut in range(len(prefix), len(key) + 1):
                suffixes = self._affixes_by_key.get(key[cut:])
                if suffixes is None:
                    continue
                wanted = {prefix_number << PREFIX_SHIFT | suffix for suffix in suffixes}
                for stem in self._stems(key[len(prefix) : cut]):
                    found += self._readings_of_stem(stem, wanted)
        return tuple(found)

    def _listed_readings(self, key: str) -> Iterator[Reading]:
        """Yield the readings of forms that stand alone."""
        try:
            tiles = [self._tiles[character] for character in key]
        except KeyError:
            return
        for group in self.listed:
            if group.automaton.accepts(tiles):
                yield self._reading(group.spell(key), self._slots(group.paradigm), 0)

    @cached_property
    def _tiles(self) -> dict[str, int]:
        return {character: tile for tile, character in enumerate(self.listed_characters, start=1)}

    def _stems(self, key: str) -> Iterator[int]:
        """Yield the numbers of the stems that compare as ``key``."""
        try:
            sought = bytes([self._codes[character] for character in key])
        except KeyError:
            return
        block = max(bisect_left(self._landmarks, sought) - 1, 0)
        while block * BLOCK < self.stem_count:
            starts, text = self._block(block)
            keys = text.translate(self._to_key)
            numbers = range(len(starts) - 1)
            key_of = partial(_cut, keys, starts)
            for number in numbers[bisect_left(numbers, sought, key=key_of) :]:
                if key_of(number) != sought:
                    return
                yield block * BLOCK + number
            block += 1

    @property
    def stem_count(self) -> int:
        """How many stems there are."""
        return len(self.stem_starts) - 1

    @cached_property
    def _landmarks(self) -> list[bytes]:
        """The first stem of every block, as it is compared: all that is kept of the stems in memory."""
        firsts = self.stem_starts[: self.stem_count : BLOCK]
        seconds = self.stem_starts[1::BLOCK]
        return [
            self.text[first:second].tobytes().translate(self._to_key)
            for first, second in zip(firsts, seconds, strict=True)
        ]

    def _block(self, block: int) -> tuple[Sequence[int], bytes]:
        """Read a block of stems: where each begins, and their text from the first of these places on."""
        first = block * BLOCK
        starts = self.stem_starts[first : min(first + BLOCK, self.stem_count) + 1]
        return starts, self.text[starts[0] : starts[-1]].tobytes()

    def _blocks(self) -> Iterator[tuple[int, str]]:
        """Yield every stem's number and spelling."""
        for block in range(-(-self.stem_count // BLOCK)):
            starts, text = self._block(block)
            for number in range(len(starts) - 1):
                yield block * BLOCK + number, self._letters(_cut(text, starts, number))

    def _letters(self, text: bytes) -> str:
        return "".join([self.characters[code - 1] for code in text])

    def _spelled(self, stem: int) -> str:
        start, end = self.stem_starts[stem : stem + 2]
        return self._letters(self.text[start:end].tobytes())

    def _paradigms(self, stem: int) -> Sequence[int]:
        start, end = self.lexeme_starts[stem : stem + 2]
        return self.lexemes[start:end]

    def _slots(self, paradigm: int) -> Sequence[int]:
        """Read the slots of a paradigm: for each its affixes and its decision."""
        start, end = self.paradigm_starts[paradigm : paradigm + 2]
        return self.slots[2 * start : 2 * end]

    def _readings_of_stem(self, stem: int, wanted: set[int]) -> Iterator[Reading]:
        """Yield the readings that the paradigms of ``stem`` give for the wanted prefix and suffix."""
        spelled = self._spelled(stem)
        for paradigm in self._paradigms(stem):
            slots = self._slots(paradigm)
            for place in range(0, len(slots), 2):
                if slots[place] in wanted:
                    yield self._reading(spelled, slots, place)

    def _reading(self, stem: str, slots: Sequence[int], place: int) -> Reading:
        """Make the reading of the slot at ``place``; the lemma is the form of the first slot."""
        decision = slots[place + 1]
        clause, admitted = self.clauses[decision >> CLAUSE_SHIFT]
        return Reading(
            form=self._form(stem, slots[place]),
            lemma=self._form(stem, slots[0]),
            grammemes=self._tag(decision & TAG),
            source=self.source,
            clause=clause,
            admitted=admitted,
        )

    def _tag(self, number: int) -> tuple[str, ...]:
        """Read a set of grammemes: there are tens of thousands, of which few are ever asked for."""
        start, end = self.tag_starts[number : number + 2]
        return tuple([self.grammemes[place] for place in self.tag_grammemes[start:end]])

    def _form(self, stem: str, affixes: int) -> str:
        return self.affixes[affixes >> PREFIX_SHIFT] + stem + self.affixes[affixes & SUFFIX]

    def forms(self) -> Iterator[str]:
        """Yield every form of the source as it spells it, stem by stem; a form with several readings several times."""
        return (form for form, _, _ in self.entries())

    def entries(self) -> Iterator[tuple[str, str, bool]]:
        """Yield every form as the source spells it, the clause that decided it, and whether that clause admits it.

        Goes through the whole source once, which costs less than looking up a hundredth of its forms.
        """
        slots_of = lru_cache(maxsize=_PARADIGMS_KEPT)(self._decided_slots)
        for stem, spelled in self._blocks():
            for paradigm in self._paradigms(stem):
                for prefix, suffix, clause, admitted in slots_of(paradigm):
                    yield prefix + spelled + suffix, clause, admitted
        letters = ("", *self.listed_characters)
        for group in self.listed:
            _, _, clause, admitted = slots_of(group.paradigm)[0]
            for tiles in group.automaton.words(longest=LONGEST_FORM):
                yield group.spell("".join([letters[tile] for tile in tiles])), clause, admitted

    def _decided_slots(self, paradigm: int) -> tuple[tuple[str, str, str, bool], ...]:
        """Return prefix, suffix and decision of each slot of a paradigm."""
        slots = self._slots(paradigm)
        return tuple(
            (
                self.affixes[affixes >> PREFIX_SHIFT],
                self.affixes[affixes & SUFFIX],
                *self.clauses[decision >> CLAUSE_SHIFT],
            )
            for affixes, decision in zip(slots[::2], slots[1::2], strict=True)
        )


def _cut(text: bytes, starts: Sequence[int], number: int) -> bytes:
    """Return the stem with this number in a block of stems."""
    return text[starts[number] - starts[0] : starts[number + 1] - starts[0]]


def _automaton(data: Section, *, tile_count: int) -> Automaton:
    """Keep a small automaton in memory; walk a large one in the file."""
    if len(data) <= SMALL_AUTOMATON:
        return Automaton.from_bytes(memoryview(data.tobytes()), tile_count=tile_count)
    return Automaton(edges=data.numbers(), tile_count=tile_count)


def _end(data: Section, name: str, offset: int, count: int) -> int:
    """Return where a run of ``count`` numbers ends, which must be inside the section."""
    end = offset + 4 * count
    if not 0 <= count <= len(data) or end > len(data):
        raise EvidenceError(name, offset, found=f"{count} numbers", expected="numbers inside the section")
    return end


def _aligned(offset: int) -> int:
    return offset + -offset % ALIGNMENT
