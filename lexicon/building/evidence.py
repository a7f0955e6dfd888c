"""Compile what one source says about every form, with the clause that decided each reading.

In: lexemes of one source, the policy, the alphabet. Out: the section that `lexicon.evidence` reads, and what the policy
makes of every form, by stem and paradigm.
Never: overrides (they speak about words, not about readings), files.
"""

from __future__ import annotations

import array
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from lexicon.alphabet import Alphabet
from lexicon.automaton import MOST_TILES
from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.building.minimal import compile_words
from lexicon.building.policy import Policy
from lexicon.building.settling import NOBODY, Made, Settlement
from lexicon.errors import LexiconError
from lexicon.evidence import ALIGNMENT, ARRAYS, CLAUSE_SHIFT, HEAD, PREFIX_SHIFT, SHAPES, SUFFIX, array_lengths
from lexicon.grammar import Grammar

#: Prefixes are numbered in the upper 12 bits of a slot.
MOST_PREFIXES = 1 << 12
#: Stem text has one byte a character, numbered from 1.
MOST_CHARACTERS = 255


class TooManyCharactersError(LexiconError):
    """A dictionary uses more different characters than one byte can number."""

    def __init__(self, source: str, count: int) -> None:
        super().__init__(
            f"source {source!r} uses {count} different characters; evidence numbers at most {MOST_CHARACTERS}. "
            "Leave out the entries of other scripts"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedSource:
    """One source after the policy: its evidence section, and what was read. ``readings_by_clause`` counts entries."""

    evidence: bytes
    lexeme_count: int
    entry_count: int
    readings_by_clause: dict[str, int]


def judge_source(
    source: str,
    lexemes: Iterable[Lexeme],
    *,
    policy: Policy,
    alphabet: Alphabet,
    grammar: Grammar,
    settlement: Settlement | None = None,
) -> JudgedSource:
    """Read ``lexemes`` once, decide every slot of every paradigm once, and pack the evidence.

    ``settlement`` takes what was decided on every form.
    """
    paradigms = _JudgedParadigms(policy=policy, grammar=grammar)
    number_of = paradigms.number
    stems = [(lexeme.stem, number_of(lexeme.paradigm)) for lexeme in lexemes]
    if settlement is not None:
        settlement.take(stems, paradigms.made(settlement.rank))
    by_clause = dict.fromkeys((clause.id for clause in policy.clauses), 0)
    for number, count in Counter(number for _, number in stems).items():
        for clause in paradigms.clause_ids[number]:
            by_clause[clause] += count
    return JudgedSource(
        evidence=_pack(source, stems, paradigms, policy=policy, alphabet=alphabet),
        lexeme_count=len(stems),
        entry_count=sum(by_clause.values()),
        readings_by_clause=by_clause,
    )


class _JudgedParadigms:
    """Paradigms numbered as they are first met, with the decision on each slot.

    Readers share one `Paradigm` among its lexemes, so identity finds it again; hashing thirty slots for each
    of two hundred thousand lexemes would cost more than reading them.
    """

    def __init__(self, *, policy: Policy, grammar: Grammar) -> None:
        self._policy, self._grammar = policy, grammar
        self._clause_numbers = {clause.id: number for number, clause in enumerate(policy.clauses)}
        self._numbers: dict[int, int] = {}
        self._kept: list[Paradigm] = []
        self.prefixes: dict[str, int] = {}
        self.suffixes: dict[str, int] = {}
        self.tags: dict[tuple[str, ...], int] = {}
        self._tags_met: dict[frozenset[str], int] = {}
        self.slots = array.array("I")
        self.starts = array.array("I", [0])
        self.clause_ids: list[tuple[str, ...]] = []
        self.adds_nothing: list[bool] = []

    def number(self, paradigm: Paradigm) -> int:
        """Return the number of ``paradigm``, deciding its slots when it is new."""
        known = self._numbers.get(id(paradigm))
        return self._add(paradigm) if known is None else known

    def _add(self, paradigm: Paradigm) -> int:
        clauses = []
        for slot in paradigm.slots:
            clause = self._policy.decide(slot, paradigm)
            clauses.append(clause.id)
            prefix = self.prefixes.setdefault(slot.prefix, len(self.prefixes))
            suffix = self.suffixes.setdefault(slot.suffix, len(self.suffixes))
            tag = self._tag(slot.grammemes)
            self.slots.append(prefix << PREFIX_SHIFT | suffix)
            self.slots.append(self._clause_numbers[clause.id] << CLAUSE_SHIFT | tag)
        self.starts.append(len(self.slots) // 2)
        self.clause_ids.append(tuple(clauses))
        self.adds_nothing.append(
            len(paradigm.slots) == 1 and not (paradigm.lemma_slot.prefix or paradigm.lemma_slot.suffix)
        )
        self._kept.append(paradigm)  # so that its id stays its own
        return self._numbers.setdefault(id(paradigm), len(self._numbers))

    def _tag(self, grammemes: frozenset[str]) -> int:
        """Return the number of a set of grammemes in telling order."""
        known = self._tags_met.get(grammemes)
        if known is None:
            known = self._tags_met[grammemes] = self.tags.setdefault(self._grammar.ordered(grammemes), len(self.tags))
        return known

    def made(self, rank: Callable[[str, bool], int]) -> list[tuple[Made, ...]]:
        """Return for each paradigm the forms that it makes, each once, with the highest rank of what decided it."""
        ranks = {clause.id: rank(clause.id, clause.admit) for clause in self._policy.clauses}
        return [self._made(paradigm, ids, ranks) for paradigm, ids in zip(self._kept, self.clause_ids, strict=True)]

    @staticmethod
    def _made(paradigm: Paradigm, clause_ids: tuple[str, ...], ranks: Mapping[str, int]) -> tuple[Made, ...]:
        best: dict[tuple[str, str], int] = {}
        for slot, clause in zip(paradigm.slots, clause_ids, strict=True):
            affixes, rank = (slot.prefix, slot.suffix), ranks[clause]
            if rank > best.get(affixes, NOBODY):
                best[affixes] = rank
        return tuple((prefix, suffix, rank) for (prefix, suffix), rank in best.items())


def _pack(
    source: str,
    stems: list[tuple[str, int]],
    paradigms: _JudgedParadigms,
    *,
    policy: Policy,
    alphabet: Alphabet,
) -> bytes:
    """Lay out the section: see `lexicon.evidence` for the format."""
    affixes = _affixes(source, paradigms)
    listed, stems = _list_forms(stems, paradigms, alphabet)
    characters, keys = _characters(source, stems, affixes, alphabet)
    codes = {ord(character): code for code, character in enumerate(characters, start=1)}
    to_key = bytes([0, *(codes[ord(key)] for key in keys)])
    by_stem: dict[bytes, list[int]] = {}
    for stem, paradigm in stems:
        by_stem.setdefault(stem.translate(codes).encode("latin-1"), []).append(paradigm)
    text = bytearray()
    stem_starts, lexeme_starts = array.array("I", [0]), array.array("I", [0])
    lexemes = array.array("I")
    padded = to_key.ljust(256, b"\0")
    for spelled in sorted(by_stem, key=lambda spelled: (spelled.translate(padded), spelled)):
        text += spelled
        lexemes.extend(sorted(by_stem[spelled]))
        stem_starts.append(len(text))
        lexeme_starts.append(len(lexemes))
    automata = [compile_words(words) for words in listed.words.values()]
    grammemes, tag_starts, tag_grammemes = _tags(paradigms)
    head = {
        "source": source,
        "characters": characters,
        "keys": keys,
        "affixes": affixes,
        "grammemes": grammemes,
        "clauses": [[clause.id, clause.admit] for clause in policy.clauses],
        "stems": len(by_stem),
        "lexemes": len(lexemes),
        "paradigms": len(paradigms.starts) - 1,
        "slots": len(paradigms.slots) // 2,
        "tags": len(paradigms.tags),
        "tag_grammemes": len(tag_grammemes),
        "text": len(text),
        "listed_characters": listed.characters,
        "listed": [
            [paradigm, shape, len(edges)] for (paradigm, shape), edges in zip(listed.words, automata, strict=True)
        ],
    }
    arrays = {
        "stem_starts": stem_starts,
        "lexeme_starts": lexeme_starts,
        "lexemes": lexemes,
        "paradigm_starts": paradigms.starts,
        "slots": _numbered_slots(paradigms),
        "tag_starts": tag_starts,
        "tag_grammemes": tag_grammemes,
    }
    if {name: len(arrays[name]) for name in ARRAYS} != array_lengths(head):
        raise LexiconError(f"source {source!r}: the evidence does not fit its own head; this is a fault of the builder")
    return b"".join(_parts(head, [*(arrays[name] for name in ARRAYS), *automata], bytes(text)))


def _affixes(source: str, paradigms: _JudgedParadigms) -> list[str]:
    """Return prefixes, then suffixes: a slot numbers both in one list, prefixes in its few upper bits."""
    if len(paradigms.prefixes) > MOST_PREFIXES or len(paradigms.prefixes) + len(paradigms.suffixes) > SUFFIX:
        raise LexiconError(
            f"source {source!r}: found {len(paradigms.prefixes)} prefixes and {len(paradigms.suffixes)} suffixes; "
            f"expected at most {MOST_PREFIXES} prefixes, {SUFFIX} in all; leave out what is no inflection"
        )
    return [*paradigms.prefixes, *paradigms.suffixes]


def _tags(paradigms: _JudgedParadigms) -> tuple[list[str], array.array[int], array.array[int]]:
    """Return the grammemes in use, where each tag begins, and the grammemes of all tags by number."""
    numbers: dict[str, int] = {}
    starts, grammemes = array.array("I", [0]), array.array("I")
    for tag in paradigms.tags:
        grammemes.extend([numbers.setdefault(grammeme, len(numbers)) for grammeme in tag])
        starts.append(len(grammemes))
    return list(numbers), starts, grammemes


def _numbered_slots(paradigms: _JudgedParadigms) -> array.array[int]:
    """Return the slots with suffixes numbered behind the prefixes."""
    slots = array.array("I", paradigms.slots)
    for place in range(0, len(slots), 2):
        slots[place] += len(paradigms.prefixes)
    return slots


@dataclass(frozen=True, slots=True, kw_only=True)
class _Listed:
    """Forms that stand alone, as sorted words over ``characters`` (numbered from 1), by paradigm and shape."""

    characters: str
    words: dict[tuple[int, str], list[bytes]]


def _list_forms(
    stems: list[tuple[str, int]], paradigms: _JudgedParadigms, alphabet: Alphabet
) -> tuple[_Listed, list[tuple[str, int]]]:
    """Divide lexemes into forms that stand alone, for automata, and the rest, for the table of stems.

    A form goes into an automaton when its paradigm adds nothing, its spelling follows from its key and its
    shape, and its characters are among the most frequent that edges can number.
    """
    alone = [(stem, paradigm) for stem, paradigm in stems if paradigms.adds_nothing[paradigm]]
    counts = Counter(character for stem, _ in alone for character in alphabet.key(stem))
    frequent = sorted(counts, key=lambda character: (-counts[character], character))[:MOST_TILES]
    characters = "".join(sorted(frequent))
    tiles = {ord(character): tile for tile, character in enumerate(characters, start=1)}
    words: dict[tuple[int, str], set[bytes]] = {}
    rest = [(stem, paradigm) for stem, paradigm in stems if not paradigms.adds_nothing[paradigm]]
    for stem, paradigm in alone:
        key = alphabet.key(stem)
        shape = next((shape for shape, spell in SHAPES.items() if spell(key) == stem), None)
        if not key or shape is None or any(ord(character) not in tiles for character in key):
            rest.append((stem, paradigm))
        else:
            words.setdefault((paradigm, shape), set()).add(key.translate(tiles).encode("latin-1"))
    return _Listed(characters=characters, words={group: sorted(words[group]) for group in sorted(words)}), rest


def _parts(head: dict[str, object], arrays: list[array.array[int]], text: bytes) -> Iterator[bytes]:
    packed = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode()
    yield HEAD.pack(len(packed))
    yield packed
    yield bytes(-(HEAD.size + len(packed)) % ALIGNMENT)
    for numbers in arrays:
        if sys.byteorder == "big":
            numbers.byteswap()
        content = numbers.tobytes()
        yield content
        yield bytes(-len(content) % ALIGNMENT)
    yield text


def _characters(
    source: str, stems: list[tuple[str, int]], affixes: Iterable[str], alphabet: Alphabet
) -> tuple[str, str]:
    """Return the characters in use in code-point order, and the one each is compared as.

    What a character is compared as is in use too, so that every key can be spelled in bytes.
    """
    used: set[str] = set()
    for stem, _ in stems:
        used.update(stem)
    for affix in affixes:
        used.update(affix)
    used |= {alphabet.key(character) for character in used}
    if len(used) > MOST_CHARACTERS:
        raise TooManyCharactersError(source, len(used))
    characters = "".join(sorted(used))
    return characters, "".join(alphabet.key(character) for character in characters)
