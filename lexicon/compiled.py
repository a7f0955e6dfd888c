"""A compiled lexicon, open for reading: is a word in, and why.

In: a lexicon file. Out: membership, verdicts, explanations, the words.
Never: building; the meaning of a word beyond what the file says.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Self

from lexicon.alphabet import Alphabet, Fault, Malformed, Word
from lexicon.automaton import Automaton, AutomatonError
from lexicon.container import Container
from lexicon.errors import LexiconFormatError
from lexicon.evidence import Evidence, EvidenceError
from lexicon.explanation import Explanation, Layer, Reading, Verdict, WordStatus
from lexicon.grammar import Grammar
from lexicon.manifest import Manifest
from lexicon.telling import Teller

MANIFEST = "MANIFEST"
WORDS = "WORDS"
REASONS = "REASONS"
#: Evidence sections are numbered in the order of the manifest's sources.
EVIDENCE = "EVID{:04d}"

_REASON_OF_FAULT = {
    Fault.EMPTY: "empty",
    Fault.TOO_LONG: "too-long",
    Fault.FOREIGN_CHARACTER: "foreign-character",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOverride:
    """A reviewed decision on one word, as the file keeps it."""

    spelled: str
    admit: bool
    reason: str
    source: str


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """One edition of one lexicon. Immutable; safe to share between threads.

    >>> # from pathlib import Path
    >>> # lexicon = Lexicon.open(Path("ru-crosslet/0123456789ab.lexicon"))
    """

    container: Container
    manifest: Manifest
    alphabet: Alphabet
    automaton: Automaton

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map an edition; header, sizes and manifest are checked, digests are not (see `verify`).

        Raises `LexiconFormatError` when the file is damaged, `OSError` when it cannot be read.
        """
        container = Container.open(path)
        manifest = _manifest(container)
        alphabet = Alphabet(
            id=manifest.alphabet_id,
            letters=tuple(manifest.letters),
            folds=manifest.folds,
            look_alikes=manifest.look_alikes,
        )
        try:
            automaton = Automaton.from_bytes(container.section(WORDS), tile_count=len(alphabet.letters))
        except AutomatonError as error:
            raise _edge_error(container, error) from error
        return cls(container=container, manifest=manifest, alphabet=alphabet, automaton=automaton)

    @property
    def id(self) -> str:
        """The lexicon id."""
        return self.manifest.lexicon_id

    @property
    def edition(self) -> str:
        """The edition name."""
        return self.manifest.edition

    @property
    def digest(self) -> str:
        """SHA-256 of the edition's content, lower-case hex."""
        return self.manifest.digest

    def __len__(self) -> int:
        return self.manifest.word_count

    def __contains__(self, word: Word) -> bool:
        return self.automaton.accepts([self._tile[letter] for letter in word])

    @cached_property
    def _tile(self) -> dict[str, int]:
        return {letter: tile for tile, letter in enumerate(self.alphabet.letters, start=1)}

    def words(self) -> Iterator[Word]:
        """Yield every word in alphabet order. Raises `LexiconFormatError` at the first damaged edge."""
        letters = ("", *self.alphabet.letters)
        try:
            for tiles in self.automaton.words(longest=self.manifest.longest):
                yield Word("".join([letters[tile] for tile in tiles]))
        except AutomatonError as error:
            raise _edge_error(self.container, error) from error

    def check(self, text: str) -> Verdict:
        """Answer whether ``text`` is a word of this edition, with the reason as a code."""
        word = self.alphabet.read(text)
        if isinstance(word, Malformed):
            reason = _REASON_OF_FAULT[word.fault]
            return Verdict(query=text, word=None, status=WordStatus.MALFORMED, reason=reason)
        status = WordStatus.VALID if word in self else WordStatus.NOT_IN_LEXICON
        return Verdict(query=text, word=word, status=status, reason=self._reason(word))

    def _reason(self, word: Word) -> str:
        """Return the code of what decides about ``word``."""
        if not self.manifest.shortest <= len(word) <= self.manifest.longest:
            return "length"
        if word in self.overrides:
            return "override"
        readings = self.readings(word)
        if not readings:
            return "not-attested"
        return self.teller.deciding_reading(readings).clause

    def attested(self, word: Word) -> bool:
        """Whether any dictionary of this edition, or an override, knows this form, admitted or not."""
        return word in self.overrides or bool(self.readings(word))

    def readings(self, key: str) -> tuple[Reading, ...]:
        """Return what every source says of a form (see `Alphabet.key`), sources in order of trust."""
        try:
            return tuple(reading for evidence in self.evidence for reading in evidence.readings(key))
        except (EvidenceError, IndexError, KeyError, ValueError) as error:
            raise self._section_error(EVIDENCE.format(0), error) from error

    def explain(self, text: str) -> Explanation:
        """Tell every layer that bears on ``text``; the verdict is the one that `check` gives."""
        verdict = self.check(text)
        return Explanation(verdict=verdict, layers=tuple(self._layers(verdict)))

    def _layers(self, verdict: Verdict) -> Iterator[Layer]:
        if verdict.word is None:
            malformed = self.alphabet.read(verdict.query)
            too_long = isinstance(malformed, Malformed) and malformed.fault is Fault.TOO_LONG
            readings = () if too_long else self.readings(self.alphabet.key(verdict.query))
            yield from self.teller.malformed(str(malformed), readings)
            return
        override = self.overrides.get(verdict.word)
        yield from self.teller.layers(
            verdict,
            readings=self.readings(verdict.word),
            override=None if override is None else (override.admit, override.reason, override.source),
        )

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Each source's evidence, opened when first asked for."""
        opened = []
        for number, _ in enumerate(self.manifest.sources):
            name = EVIDENCE.format(number)
            try:
                opened.append(Evidence.from_bytes(self.container.section(name)))
            except EvidenceError as error:
                raise self._section_error(name, error) from error
        return tuple(opened)

    @cached_property
    def _reasons(self) -> dict[str, Any]:
        try:
            stored: dict[str, Any] = json.loads(self.container.section(REASONS).tobytes())
        except ValueError as error:
            raise self._section_error(REASONS, error) from error
        return stored

    @cached_property
    def overrides(self) -> Mapping[Word, StoredOverride]:
        """Reviewed decisions by word."""
        try:
            return {Word(word): StoredOverride(**stored) for word, stored in self._reasons["overrides"].items()}
        except (KeyError, TypeError, AttributeError) as error:
            raise self._section_error(REASONS, error) from error

    @cached_property
    def teller(self) -> Teller:
        """Puts readings and clauses into sentences."""
        try:
            return Teller(
                grammar=Grammar.from_dict(self._reasons["grammar"]),
                clauses=dict(self._reasons["clauses"]),
                manifest=self.manifest,
            )
        except (KeyError, TypeError, ValueError) as error:
            raise self._section_error(REASONS, error) from error

    def verify(self) -> None:
        """Check everything: digests, automaton, word list against the manifest, canaries.

        Walks the whole list. Raises `LexiconFormatError` at the first thing that is not as it should be.
        """
        self.verify_digests()
        self._verify_words()
        for canary, expected in self._canaries():
            verdict = self.check(canary)
            if (verdict.status is WordStatus.VALID) is not expected:
                found = f"{canary} {verdict.status} ({verdict.reason})"
                raise self._refuse(WORDS, found=found, expected="in" if expected else "out")

    def verify_digests(self) -> None:
        """Compare the digest of the file and the digest of the content with the bytes."""
        self.container.verify()
        parts = (self.container.sections[name] for name in self.container.sections if name != MANIFEST)
        renamed = self.manifest.named(edition=self.edition, parts=[part.tobytes() for part in parts])
        if renamed.digest != self.digest:
            raise self._refuse(MANIFEST, found=f"content {renamed.digest}", expected=self.digest)

    def _verify_words(self) -> None:
        """Walk the list and compare it with what the manifest says of it."""
        listed = hashlib.sha256()
        lengths: dict[int, int] = {}
        for count, word in enumerate(self.words(), start=1):
            if count > self.manifest.word_count:
                raise self._refuse(WORDS, found="more words", expected=f"{self.manifest.word_count} words")
            listed.update(f"{word}\n".encode())
            lengths[len(word)] = lengths.get(len(word), 0) + 1
        if lengths != dict(self.manifest.counts_by_length):
            raise self._refuse(WORDS, found=f"counts {lengths}", expected=f"{dict(self.manifest.counts_by_length)}")
        if listed.hexdigest() != self.manifest.word_list_digest:
            raise self._refuse(WORDS, found=listed.hexdigest(), expected=self.manifest.word_list_digest)

    def _canaries(self) -> Iterator[tuple[str, bool]]:
        yield from ((word, True) for word in self.manifest.canaries_in)
        yield from ((word, False) for word in self.manifest.canaries_out)

    def _refuse(self, section: str, *, found: str, expected: str) -> LexiconFormatError:
        offset = self.container.offset(section)
        return LexiconFormatError(
            self.container.path, field=f"section {section}", offset=offset, found=found, expected=expected
        )

    def _section_error(self, section: str, error: Exception) -> LexiconFormatError:
        return self._refuse(section, found=f"{type(error).__name__}: {error}", expected="a section of this format")


def _manifest(container: Container) -> Manifest:
    """Read the manifest section."""
    try:
        return Manifest.from_dict(json.loads(container.section(MANIFEST).tobytes()))
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise LexiconFormatError(
            container.path,
            field=f"section {MANIFEST}",
            offset=container.offset(MANIFEST),
            found=f"{type(error).__name__}: {error}",
            expected="a manifest of this format",
        ) from error


def _edge_error(container: Container, error: AutomatonError) -> LexiconFormatError:
    return LexiconFormatError(
        container.path,
        field=f"section {WORDS}, edge {error.index}",
        offset=container.offset(WORDS) + 4 * error.index,
        found=error.found,
        expected=error.expected,
    )
