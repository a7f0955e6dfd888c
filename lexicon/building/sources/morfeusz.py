"""Read the dictionary of Morfeusz, whole: every lemma it has, with all its forms, and never a guess.

In: the installed distribution `morfeusz2`, whose library carries the dictionary. Out: lexemes with shared paradigms.
Never: the analyser, which cuts words into segments; words that it would put together from parts.

A past tense is one form with its personal ending (``praet=composite``). Homonyms of a lemma are lexemes apart. Where a
tag gives several values, each combination is a reading, except for marks that the description tells ``together``.
"""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice, product
from pathlib import Path

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.building.sources.morfeusz_dictionary import CompiledDictionary, NoDictionaryError, dictionaries_in
from lexicon.building.sources.morfeusz_forms import Interpretation, interpretations
from lexicon.errors import DataFileError

#: How the past tense is written: as one word.
_OPTIONS = {"praet": "composite"}

#: Files of a distribution that may carry a dictionary.
_CARRIERS = frozenset({".so", ".dylib", ".dll", ".pyd", ".dict"})

#: A dictionary is the one of forms when so many of its lemmata read as such.
_SAMPLE = 100

#: What divides classes and labels that are given together.
_DIVIDERS = re.compile(r"[,|]")


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the installed dictionary, or None when its distribution is not installed.

    Raises `DataFileError` when the distribution is here without a dictionary that can be read.
    """
    try:
        distribution = importlib.metadata.distribution(description.distribution)
    except importlib.metadata.PackageNotFoundError:
        return None
    for file in distribution.files or ():
        path = Path(str(file.locate()))
        if file.suffix in _CARRIERS and path.is_file() and (dictionary := _dictionary_of_forms(path)):
            return InstalledSource(
                description=description,
                location=path,
                version=f"{distribution.version}, {dictionary.id}",
                digest=dictionary.digest,
            )
    raise DataFileError(
        Path(description.distribution),
        where=f"version {distribution.version}",
        found="no dictionary of forms of a version that can be read",
        expected=f"the one that is tested; get it: {description.install}",
    )


def _dictionary_of_forms(path: Path) -> CompiledDictionary | None:
    """Return the dictionary from which forms are made; the other that a library carries is for analysis."""
    for dictionary in dictionaries_in(path.read_bytes()):
        try:
            segments = dictionary.whole_segments(**_OPTIONS)
            for _, content in islice(dictionary.lemmata(), _SAMPLE):
                for one in interpretations(content, frozenset(range(256))):
                    _ = dictionary.tags[one.tag], dictionary.names[one.name], dictionary.labels[one.labels]
        except (NoDictionaryError, KeyError):
            continue
        if segments:
            return dictionary
    return None


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes in the order of the dictionary.

    Raises `DataFileError` when it is damaged, is not the one that was found, or has a mark that the description lacks.
    """
    dictionary = _dictionary_of_forms(source.location)
    if dictionary is None or dictionary.digest != source.digest:
        raise _fault(source, "another dictionary than a moment ago", "one that stays while it is read")
    paradigms = _Paradigms(source=source, dictionary=dictionary, segments=dictionary.whole_segments(**_OPTIONS))
    try:
        for lemma, content in dictionary.lemmata():
            for stem_length, paradigm in paradigms.of(lemma, content):
                yield Lexeme(stem=lemma[:stem_length], paradigm=paradigm)
    except NoDictionaryError as error:
        raise _fault(source, str(error), "a dictionary that can be read to its end") from error


@dataclass(slots=True, kw_only=True)
class _Paradigms:
    """Paradigms by what the dictionary says of a lemma: one object for all lemmata of which it says the same."""

    source: InstalledSource
    dictionary: CompiledDictionary
    segments: frozenset[int]
    _homonyms: dict[bytes, tuple[tuple[int, tuple[Interpretation, ...]], ...]] = field(default_factory=dict)
    _made: dict[tuple[int, bytes, str], Paradigm] = field(default_factory=dict)
    _shared: dict[tuple[Slot, ...], Paradigm] = field(default_factory=dict)
    _readings: dict[tuple[int, int, int], tuple[frozenset[str], ...]] = field(default_factory=dict)

    def of(self, lemma: str, content: bytes) -> Iterator[tuple[int, Paradigm]]:
        """Yield for each homonym of a lemma how long its stem is, and its paradigm."""
        homonyms = self._homonyms.get(content)
        if homonyms is None:
            homonyms = self._homonyms[content] = self._read(content)
        for number, (cut, forms) in enumerate(homonyms):
            length = len(lemma) - cut
            if length < 0:
                raise NoDictionaryError(f"a form that cuts {cut} letters off {lemma!r}")
            key = (number, content, lemma[length:])
            paradigm = self._made.get(key)
            if paradigm is None:
                paradigm = self._made[key] = self._paradigm(lemma[length:], forms)
            yield length, paradigm

    def _read(self, content: bytes) -> tuple[tuple[int, tuple[Interpretation, ...]], ...]:
        """Divide interpretations by homonym; with each, how much of the lemma its forms do not share."""
        homonyms: dict[str, list[Interpretation]] = {}
        left_out = self.source.description.left_out
        for one in interpretations(content, self.segments):
            if left_out.isdisjoint(self.dictionary.tags[one.tag].split(":")):
                homonyms.setdefault(one.homonym, []).append(one)
        return tuple((max(one.cut for one in forms), tuple(forms)) for forms in homonyms.values())

    def _paradigm(self, tail: str, forms: Sequence[Interpretation]) -> Paradigm:
        """Make the paradigm of lemmata that end in ``tail``; the form that is spelled like the lemma comes first."""
        slots: dict[Slot, None] = {}
        for one in forms:
            suffix = tail[: len(tail) - one.cut] + one.behind
            appended = self._appended(one.tag, suffix)
            for grammemes in self._grammemes(one.tag, one.name, one.labels):
                slots[Slot(prefix=one.before, suffix=suffix, grammemes=grammemes)] = None
                for longer, grammeme in appended:
                    slots[Slot(prefix=one.before, suffix=longer, grammemes=grammemes | {grammeme})] = None
        ordered = tuple(sorted(slots, key=lambda slot: bool(slot.prefix) or slot.suffix != tail))
        return self._shared.setdefault(ordered, Paradigm(slots=ordered))

    def _appended(self, tag: int, suffix: str) -> list[tuple[str, str]]:
        """Return the suffix with what is appended to forms of this tag, each with its grammeme."""
        marks = self.dictionary.tags[tag].split(":")
        return [(one.to(suffix), one.grammeme) for one in self.source.description.appended if one.mark in marks]

    def _grammemes(self, tag: int, name: int, labels: int) -> tuple[frozenset[str], ...]:
        """Return the grammemes of each reading of a tag with a class and labels."""
        key = (tag, name, labels)
        readings = self._readings.get(key)
        if readings is None:
            dictionary = self.dictionary
            positions = [self._position(position.split(".")) for position in dictionary.tags[tag].split(":")]
            lexical = [mark for text in (dictionary.names[name], dictionary.labels[labels]) for mark in _marks(text)]
            chosen = (frozenset().union(self._known(lexical), *marks) for marks in product(*positions))
            readings = self._readings[key] = tuple(dict.fromkeys(chosen))
        return readings

    def _position(self, values: list[str]) -> list[frozenset[str]]:
        """Return the grammemes of each choice that one position of a tag leaves."""
        if self.source.description.together.issuperset(values):
            return [self._known(values)]
        return [self._known([value]) for value in values]

    def _known(self, marks: list[str]) -> frozenset[str]:
        description = self.source.description
        for mark in marks:
            if mark not in description.grammemes and mark not in description.ignored:
                raise _fault(self.source, f"unknown mark {mark!r}", "a mark of the source's description")
        return frozenset(description.grammemes[mark] for mark in marks if mark in description.grammemes)


def _marks(text: str) -> list[str]:
    return [mark for mark in _DIVIDERS.split(text) if mark]


def _fault(source: InstalledSource, found: str, expected: str) -> DataFileError:
    return DataFileError(source.location, where="dictionary of forms", found=found, expected=expected)
