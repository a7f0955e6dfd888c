"""A compiled lexicon, open for reading: is a word in, and why.

In: a lexicon file. Out: membership, verdicts, explanations, the words.
Never: building; the meaning of a word beyond what the file says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Self

from lexicon import verifying
from lexicon.alphabet import Alphabet, Fault, Malformed, Word
from lexicon.answering import AnswerForm, Answering
from lexicon.automaton import AutomatonError
from lexicon.container import Container
from lexicon.deciding import Decisions
from lexicon.engine import Engine, open_engine
from lexicon.errors import LexiconFormatError, UnknownIdError
from lexicon.evidence import Evidence, EvidenceError
from lexicon.explanation import LENGTH, NOT_ATTESTED, REASON_OF_FAULT, Explanation, Layer, Reading, Verdict, WordStatus
from lexicon.manifest import Manifest
from lexicon.reasons import Reasons, StoredOverride
from lexicon.sections import EVIDENCE, REASONS, SETTLED, WORDS, edge_error, read_manifest, refusal, section_error
from lexicon.settled import OVERRIDE, SettledForms
from lexicon.telling import Teller

#: So many words are taken from a walk at a time.
WORDS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a word stands in an edition: the code of what decides (as in `Verdict`), and what that rests on.

    ``reading`` is the one that would settle the word without overrides; ``readings`` are all there are.
    """

    reason: str
    reading: Reading | None = None
    readings: tuple[Reading, ...] = ()
    override: StoredOverride | None = None


@dataclass(frozen=True, kw_only=True)
class Lexicon:
    """One edition of one lexicon. Immutable; safe to share between threads.

    >>> # from pathlib import Path
    >>> # lexicon = Lexicon.open(Path("ru-crosslet/0123456789ab.lexicon"))
    """

    container: Container

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open an edition; header and sizes are checked, digests are not (see `verify`).

        Everything else is read, and checked, when it is first asked for. Raises `LexiconFormatError` when the file is
        damaged, now or then; `OSError` when it cannot be opened.
        """
        return cls(container=Container.open(path))

    @classmethod
    def open_named(cls, path: Path, lexicon_id: str) -> Self:
        """Open a file that must hold the edition its name says, of this lexicon. Raises as `open`."""
        lexicon = cls.open(path)
        named, expected = f"{lexicon.id}@{lexicon.edition}", f"{lexicon_id}@{path.stem}"
        if named != expected:
            raise LexiconFormatError(path, field="manifest", offset=0, found=named, expected=expected)
        return lexicon

    @cached_property
    def manifest(self) -> Manifest:
        """What the edition was made from."""
        return read_manifest(self.container)

    @cached_property
    def alphabet(self) -> Alphabet:
        """The letters of its words, and the folds in force."""
        return Alphabet(
            id=self.manifest.alphabet_id,
            letters=tuple(self.manifest.letters),
            folds=self.manifest.folds,
            look_alikes=self.manifest.look_alikes,
        )

    @cached_property
    def engine(self) -> Engine:
        """Walks the words: a copy of them in memory, so whatever happens to the file, no walk can fault."""
        content = self.container.section(WORDS).tobytes()
        try:
            return open_engine(content, alphabet=self.alphabet, longest=self.manifest.longest)
        except (ValueError, OverflowError) as error:
            raise edge_error(
                self.container, WORDS, AutomatonError(0, found=str(error), expected="32-bit edges")
            ) from error

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
        return word in self.engine

    @cached_property
    def sound_engine(self) -> Engine:
        """The engine, after one look at every edge: searches and counts need it. Raises `LexiconFormatError`."""
        fault = self.engine.fault(self.manifest.word_count)
        if fault:
            raise edge_error(self.container, WORDS, AutomatonError.of(fault))
        return self.engine

    def warm(self) -> None:
        """Read what `check` needs into memory now, before the process is divided. Raises `LexiconFormatError`."""
        for canary in (*self.manifest.canaries_in[:1], *self.manifest.canaries_out[:1]):
            self.check(canary)

    def words(self) -> Iterator[Word]:
        """Yield every word in alphabet order. Raises `LexiconFormatError` at the first damaged edge."""
        for batch in self.batches():
            yield from batch

    def batches(self) -> Iterator[list[Word]]:
        """Yield every word in alphabet order, many at a time. Raises as `words`."""
        walk = self.sound_engine.pattern((), 0, any_after=True, shortest=1, longest=self.manifest.longest)
        while batch := walk.take(WORDS_AT_ONCE):
            yield [Word(word) for word in batch]

    def valid_bitmap(self, texts: Sequence[str]) -> bytes:
        """Return one bit a text, set when `check` would say VALID: bit i % 8 of byte i / 8 is text i."""
        bitmap, unusual = self.engine.bitmap(texts)
        return self._completed(bitmap, ((number, texts[number]) for number in unusual))

    def check_batch(self, texts: Sequence[str]) -> list[bool]:
        """Return for each text whether `check` would say VALID."""
        flags, unusual = self.engine.flags(texts)
        for number in unusual:
            flags[number] = self._holds(texts[number])
        return flags

    def _completed(self, bitmap: bytes, unusual: Iterable[tuple[int, str]]) -> bytes:
        """Set the bits of the unusual texts that are words."""
        held = [number for number, text in unusual if self._holds(text)]
        if not held:
            return bitmap
        bits = bytearray(bitmap)
        for number in held:
            bits[number // 8] |= 1 << number % 8
        return bytes(bits)

    def _holds(self, text: str) -> bool:
        """Whether any text is a word of this edition once it is read with care."""
        word = self.alphabet.read(text)
        return not isinstance(word, Malformed) and word in self.engine

    def check_message(self, message: bytes, field: int, count: int) -> bytes | None:
        """Return what `valid_bitmap` says of the ``count`` texts of a field of a serialized protocol buffers message.

        Returns None when the message is anything but usual (malformed, foreign fields, another number of texts,
        more than 65,536) or the engine reads no messages: then the caller's own parser decides.
        """
        answer = self.engine.check_message(message, field, count)
        if answer is None:
            return None
        bitmap, unusual = answer
        return self._completed(bitmap, unusual) if unusual else bitmap

    def answer_message(self, message: bytes, form: AnswerForm) -> bytes | None:
        """Answer the texts of a serialized message with the bytes of verdicts: what `check` says of each.

        Returns None when the message is unusual, and when the engine reads no messages: then the caller's own parser
        decides.
        """
        answering = self._answering.get(form)
        if answering is None:
            answering = self._answering[form] = Answering(
                words=self.engine,
                settled=self.settled,
                shortest=self.manifest.shortest,
                longest=self.manifest.longest,
                form=form,
            )
        return answering.answer(message, self.check)

    @cached_property
    def _answering(self) -> dict[AnswerForm, Answering]:
        """Answers by their form; a form is prepared once."""
        return {}

    def check(self, text: str) -> Verdict:
        """Answer whether ``text`` is a word of this edition, with the reason as a code."""
        (verdict,) = self.check_all((text,))
        return verdict

    def check_all(self, texts: Sequence[str]) -> list[Verdict]:
        """Answer of each text whether it is a word of this edition, with the reason as a code."""
        read = [self.alphabet.read(text) for text in texts]
        words = [word for word in read if not isinstance(word, Malformed)]
        answers = zip(words, self.engine.marks(words), self._reasons_of(words), strict=True)
        return [
            Verdict(query=text, word=None, status=WordStatus.MALFORMED, reason=REASON_OF_FAULT[word.fault])
            if isinstance(word, Malformed)
            else _verdict(text, *next(answers))
            for text, word in zip(texts, read, strict=True)
        ]

    def _reasons_of(self, words: Sequence[Word]) -> list[str]:
        """Return for each word the code of what decides about it: what `standing` says, found the short way."""
        shortest, longest = self.manifest.shortest, self.manifest.longest
        codes = self.settled.codes_of(words)
        return [
            (code or NOT_ATTESTED) if shortest <= len(word) <= longest else LENGTH
            for word, code in zip(words, codes, strict=True)
        ]

    @cached_property
    def settled(self) -> SettledForms:
        """What settles each form the dictionaries know: a copy in memory, like the words."""
        content = self.container.section(SETTLED).tobytes()
        clauses, longest = tuple(self.clauses), self.manifest.longest
        try:
            return SettledForms.open(content, clauses=clauses, alphabet=self.alphabet, longest=longest)
        except (ValueError, OverflowError) as error:
            raise section_error(self.container, SETTLED, error) from error

    @cached_property
    def _decisions(self) -> Decisions:
        return Decisions(clauses=tuple(self.clauses))

    def _deciding(self, readings: Sequence[Reading]) -> Reading | None:
        """Return the reading that settles a form."""
        try:
            return self._decisions.deciding(readings)
        except KeyError as error:
            raise section_error(self.container, EVIDENCE.format(0), error) from error

    def standing(self, word: Word) -> Standing:
        """Return what decides about ``word``, and what that rests on."""
        if not self.manifest.shortest <= len(word) <= self.manifest.longest:
            return Standing(reason=LENGTH)
        readings = self.readings(word)
        deciding = self._deciding(readings)
        override = self.overrides.get(word)
        reason = NOT_ATTESTED if deciding is None else deciding.clause
        return Standing(reason=OVERRIDE if override else reason, reading=deciding, readings=readings, override=override)

    def attested(self, word: Word) -> bool:
        """Whether any dictionary of this edition, or an override, knows this form, admitted or not."""
        return word in self.overrides or bool(self.readings(word))

    def readings(self, key: str) -> tuple[Reading, ...]:
        """Return what every source says of a form (see `Alphabet.key`), sources in order of trust."""
        found: list[Reading] = []
        for number, evidence in enumerate(self.evidence):
            try:
                found += evidence.readings(key)
            except (AutomatonError, EvidenceError, IndexError, KeyError, TypeError, ValueError) as error:
                raise section_error(self.container, EVIDENCE.format(number), error) from error
        return tuple(found)

    def explain(self, text: str, *, language: str = "") -> Explanation:
        """Tell every layer that bears on ``text``, in one of `languages`; the verdict is the one that `check` gives.

        Raises `UnknownIdError` for another language.
        """
        verdict, teller = self.check(text), self.teller(language)
        try:
            return Explanation(verdict=verdict, layers=tuple(self._layers(verdict, teller)))
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            # A sentence that is not there, or has places of its own.
            raise section_error(self.container, REASONS, error) from error

    def _layers(self, verdict: Verdict, teller: Teller) -> Iterator[Layer]:
        read = self.alphabet.read(verdict.query)
        if isinstance(read, Malformed):
            too_long = read.fault is Fault.TOO_LONG
            readings = () if too_long else self.readings(self.alphabet.key(verdict.query))
            yield from teller.malformed(read, readings)
            return
        override = self.overrides.get(read)
        readings = self.readings(read)
        yield from teller.layers(
            verdict,
            readings=readings,
            deciding=self._deciding(readings),
            override=None
            if override is None
            else (override.admit, override.reason, override.source, override.reviewer),
        )

    @cached_property
    def evidence(self) -> tuple[Evidence, ...]:
        """Each source's evidence, opened when first asked for."""
        opened = []
        for number, source in enumerate(self.manifest.sources):
            name = EVIDENCE.format(number)
            try:
                evidence = Evidence.from_bytes(self.container.section(name))
            except EvidenceError as error:
                raise section_error(self.container, name, error) from error
            if evidence.source != source.id:
                found = f"what {evidence.source!r} says"
                raise refusal(self.container, name, found=found, expected=f"what {source.id} says")
            opened.append(evidence)
        return tuple(opened)

    @cached_property
    def _reasons(self) -> Reasons:
        return Reasons(container=self.container, manifest=self.manifest)

    @property
    def overrides(self) -> Mapping[Word, StoredOverride]:
        """Decisions by word."""
        return self._reasons.overrides

    @property
    def clauses(self) -> Mapping[str, Mapping[str, str]]:
        """The policy's sentences by clause id, in policy order, by language."""
        return self._reasons.clauses

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages this edition explains in, the default first."""
        return tuple(self._reasons.tellers)

    def teller(self, language: str = "") -> Teller:
        """Return what puts readings into sentences of a language, the default when none is named.

        Raises `UnknownIdError`.
        """
        chosen = language or self.languages[0]
        if chosen not in self.languages:
            raise UnknownIdError("language", chosen, known=self.languages, mend="ask in one of these")
        return self._reasons.tellers[chosen]

    def verify(self) -> None:
        """Check everything: digests, automata, word list against the manifest, canaries.

        Walks the whole list. Raises `LexiconFormatError` at the first thing that is not as it should be.
        """
        verifying.verify(self)


def _verdict(text: str, word: Word, mark: int, reason: str) -> Verdict:
    return Verdict(
        query=text, word=word, status=WordStatus.VALID if mark == 1 else WordStatus.NOT_IN_LEXICON, reason=reason
    )
