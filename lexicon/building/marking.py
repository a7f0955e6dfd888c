"""Mark what tables and rules of ours say of words: that one is a diminutive, that it belongs to a subject.

In: `data/markings/<id>.toml`, the tables it names, lexemes of any source. Out: the same lexemes, those that are meant
with the grammeme of the marking on every form.
Never: what follows from a mark (see the policies).

A rule finds a word by how it is made: an ending in the place of the ending of another noun of the same kind. What a
rule finds wrongly is excepted by a table, what it misses is in another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.building.lexeme import Lexeme, Paradigm
from lexicon.datafile import Table, named_file, read_text
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar

#: Of a derived word and of its base, so many letters are shared at the least.
SHORTEST_STEM = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """One way to make a word: ``ending`` in place of one of the endings ``bases`` of another, as comparison forms.

    What the word has of the grammemes ``agreeing``, its base has too; one of the two has all of ``has``, so that a
    dictionary may leave out what another tells.
    """

    ending: str
    bases: tuple[str, ...]
    has: frozenset[str]
    agreeing: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Marking:
    """What is marked, and with which grammeme.

    Looked up are lemmata, and forms that have all of ``forms`` when there are any; a lexeme is passed over unless its
    lemma has all of ``has`` and none of ``lacks``. ``files`` are the names of what it was read from, in the data
    folder.
    """

    id: str
    grammeme: str
    has: frozenset[str]
    lacks: frozenset[str]
    forms: frozenset[str]
    words: frozenset[Word]
    excepted: frozenset[Word]
    rules: tuple[Rule, ...]
    files: tuple[str, ...]

    def concerns(self, paradigm: Paradigm) -> bool:
        """Whether lexemes of this paradigm are looked up at all."""
        grammemes = paradigm.lemma_slot.grammemes
        return self.has <= grammemes and self.lacks.isdisjoint(grammemes)


def load_markings(data: Path, ids: Iterable[str], alphabet: Alphabet, grammar: Grammar) -> tuple[Marking, ...]:
    """Read ``markings/<id>.toml`` and its tables; every fault names file and line."""
    return tuple(_load(data, identifier, alphabet, grammar) for identifier in ids)


def _load(data: Path, identifier: str, alphabet: Alphabet, grammar: Grammar) -> Marking:
    file = Table.load(named_file(data / "markings", "marking", identifier))
    file.only(
        required=("id", "title", "source", "grammeme", "table"),
        optional=("has", "lacks", "forms", "agreeing", "rule"),
    )
    if file.take("id", str) != identifier:
        raise file.fault("id", found=file.take("id", str), expected=identifier)
    grammeme = file.take("grammeme", str)
    conditions = {key: _grammemes(file, key, grammar) for key in ("has", "lacks", "forms", "agreeing")}
    if grammeme not in grammar.manners:
        raise file.fault("grammeme", found=f"unknown grammeme {grammeme!r}", expected="an id of grammemes.toml")
    tables = list(file.tables("table"))
    words: dict[bool, set[Word]] = {False: set(), True: set()}
    for table in tables:
        table.only(required=("file",), optional=("kinds", "excepted"))
        words[table.take("excepted", bool, default=False)].update(_words(data, table, alphabet))
    rules = file.tables("rule") if "rule" in file.values else ()
    return Marking(
        id=identifier,
        grammeme=grammeme,
        has=conditions["has"],
        lacks=conditions["lacks"],
        forms=conditions["forms"],
        words=frozenset(words[False]),
        excepted=frozenset(words[True]),
        rules=tuple(_rule(rule, alphabet, grammar, agreeing=conditions["agreeing"]) for rule in rules),
        files=(f"markings/{identifier}.toml", *(table.take("file", str) for table in tables)),
    )


def _grammemes(table: Table, key: str, grammar: Grammar) -> frozenset[str]:
    grammemes = frozenset(table.texts(key, ()))
    unknown = grammemes - set(grammar.manners)
    if unknown:
        raise table.fault(key, found=f"unknown grammeme {min(unknown)!r}", expected="ids of grammemes.toml")
    return grammemes


def _rule(table: Table, alphabet: Alphabet, grammar: Grammar, *, agreeing: frozenset[str]) -> Rule:
    table.only(required=("ending", "bases"), optional=("has", "agreeing"))
    return Rule(
        ending=alphabet.key(table.take("ending", str)),
        bases=tuple(map(alphabet.key, table.texts("bases"))),
        has=_grammemes(table, "has", grammar),
        agreeing=_grammemes(table, "agreeing", grammar) if "agreeing" in table.values else agreeing,
    )


def _words(data: Path, table: Table, alphabet: Alphabet) -> Iterator[Word]:
    """Yield the words of the first column of a table; ``kinds`` chooses rows by the second."""
    name = PurePosixPath(table.take("file", str))
    if name.is_absolute() or ".." in name.parts or not (data / name).is_file():
        raise table.fault("file", found=repr(str(name)), expected="a file of the data folder")
    path, kinds = data / name, table.texts("kinds", ())
    met: dict[Word, int] = {}
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        cells = line.split("\t")
        if not line or line.startswith("#") or (kinds and (len(cells) < 2 or cells[1] not in kinds)):
            continue
        word = alphabet.read(cells[0])
        if isinstance(word, Malformed):
            raise DataFileError(path, where=f"line {number}", found=str(word), expected="a word")
        if word in met:
            found = f"{word} again (see line {met[word]})"
            raise DataFileError(path, where=f"line {number}", found=found, expected="a word once")
        met[word] = number
        yield word
    if not met:
        raise table.fault("kinds" if kinds else "file", found=f"no word in {name}", expected="at least one")


@dataclass(slots=True, kw_only=True)
class Marker:
    """Marks the lexemes of one source after another; bases of derived words may be in the sources before."""

    markings: Sequence[Marking]
    alphabet: Alphabet
    _bases: dict[str, dict[str, set[frozenset[str]]]] = field(default_factory=dict)
    _derived: dict[str, set[str]] = field(default_factory=dict)

    def marked(self, lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
        """Yield ``lexemes``; paradigms stay shared, marked ones among themselves."""
        for marking in self.markings:
            lexemes = self._marked(marking, lexemes)
        yield from lexemes

    def _marked(self, marking: Marking, lexemes: Iterable[Lexeme]) -> Iterator[Lexeme]:
        if marking.rules:
            lexemes = list(lexemes)
            self._collect(marking, lexemes)
        chosen: dict[int, _Chosen] = {}
        known_before = self._derived.setdefault(marking.id, set())
        derived = _Derived(marking, self._bases.get(marking.id, {}), known=frozenset(known_before))
        for lexeme in lexemes:
            known = chosen.get(id(lexeme.paradigm))
            if known is None:
                known = chosen.setdefault(id(lexeme.paradigm), _Chosen.of(marking, lexeme.paradigm))
            keys = [self.alphabet.key(prefix + lexeme.stem + suffix) for prefix, suffix in known.looked_up]
            if keys and (
                not marking.words.isdisjoint(keys) or derived.holds(keys[0], lexeme.paradigm.lemma_slot.grammemes)
            ):
                yield Lexeme(stem=lexeme.stem, paradigm=known.marked)
            else:
                yield lexeme
        known_before.update(derived.found)

    def _collect(self, marking: Marking, lexemes: Iterable[Lexeme]) -> None:
        """Note the lemmata that words may be derived from, with their grammemes."""
        bases = self._bases.setdefault(marking.id, {})
        for lexeme in lexemes:
            if marking.concerns(lexeme.paradigm):
                grammemes = lexeme.paradigm.lemma_slot.grammemes
                bases.setdefault(self.alphabet.key(lexeme.lemma), set()).add(grammemes)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Chosen:
    """A paradigm, which affixes of it make forms that are looked up (the lemma's first), and its marked twin."""

    paradigm: Paradigm
    looked_up: tuple[tuple[str, str], ...]
    marked: Paradigm

    @classmethod
    def of(cls, marking: Marking, paradigm: Paradigm) -> _Chosen:
        if not marking.concerns(paradigm):
            return cls(paradigm=paradigm, looked_up=(), marked=paradigm)
        forms = [slot for slot in paradigm.slots if marking.forms and marking.forms <= slot.grammemes]
        affixes = dict.fromkeys((slot.prefix, slot.suffix) for slot in (paradigm.lemma_slot, *forms))
        slots = tuple(replace(slot, grammemes=slot.grammemes | {marking.grammeme}) for slot in paradigm.slots)
        return cls(paradigm=paradigm, looked_up=tuple(affixes), marked=Paradigm(slots=slots))


class _Derived:
    """Which words the rules of a marking make of known bases; ``known`` are those that a source before has shown."""

    def __init__(
        self, marking: Marking, bases: Mapping[str, Iterable[frozenset[str]]], *, known: frozenset[str]
    ) -> None:
        self._excepted, self._bases, self._known = marking.excepted, bases, known
        self.found: set[str] = set()
        self._rules: dict[str, list[Rule]] = {}
        for rule in marking.rules:
            self._rules.setdefault(rule.ending, []).append(rule)
        self._lengths = sorted({len(ending) for ending in self._rules})

    def holds(self, key: str, grammemes: frozenset[str]) -> bool:
        """Whether the word with this comparison form and these grammemes is derived from one of the bases."""
        if key in self._excepted:
            return False
        if key not in self._known and not self._is_made(key, grammemes):
            return False
        self.found.add(key)
        return True

    def _is_made(self, key: str, grammemes: frozenset[str]) -> bool:
        return any(
            grammemes & rule.agreeing <= base and rule.has <= grammemes | base
            for length in self._lengths
            if len(key) - length >= SHORTEST_STEM
            for rule in self._rules.get(key[-length:], ())
            for ending in rule.bases
            for base in self._bases.get(key[:-length] + ending, ())
        )
