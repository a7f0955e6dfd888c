"""Two editions compared: which words came and went, each with its cause, and what became of hooks.

In: two open lexicons over the same letters. Out: counts, then changes as they are found.
Never: whole lists in memory; sentences (the reports tell causes in the reader's language).
"""

from __future__ import annotations

import enum
import heapq
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from lexicon.alphabet import Word
from lexicon.compiled import WORDS_AT_ONCE, Lexicon, Standing
from lexicon.errors import LexiconError
from lexicon.explanation import Reading
from lexicon.manifest import EDITION_DIGITS


class ChangeKind(enum.StrEnum):
    """Whether a word came or went. The wire adds the prefix ``CHANGE_KIND_``."""

    ADDED = "ADDED"
    REMOVED = "REMOVED"


class Cause(enum.StrEnum):
    """What made the difference to one word, as the evidence of both editions tells it."""

    #: A decision on this one word was made, withdrawn or turned round.
    OVERRIDE = "OVERRIDE"
    #: The same entry of the same dictionary, decided otherwise.
    POLICY = "POLICY"
    #: A dictionary that the edition without the word was not made from.
    SOURCE_ADDED = "SOURCE_ADDED"
    SOURCE_DROPPED = "SOURCE_DROPPED"
    #: The dictionary itself is another: its digest is.
    SOURCE_CHANGED = "SOURCE_CHANGED"
    #: The same dictionary, byte for byte, read or marked otherwise: by other tables of marks, for another subject, by
    #: another version of the program.
    READING_CHANGED = "READING_CHANGED"
    #: The word is longer or shorter than one of the lists allows.
    LENGTHS = "LENGTHS"
    #: Nothing in the evidence accounts for it: one of the editions does not agree with its own evidence.
    UNEXPLAINED = "UNEXPLAINED"


class HookPlace(enum.StrEnum):
    """Where the letter of a hook stands."""

    FRONT = "FRONT"
    BACK = "BACK"


@dataclass(frozen=True, slots=True, kw_only=True)
class Hook:
    """A letter that makes another word of ``base``."""

    base: Word
    letter: str
    place: HookPlace


@dataclass(frozen=True, slots=True, kw_only=True)
class HookChange:
    """A hook that a word of both editions has only in one of them."""

    hook: Hook
    kind: ChangeKind


class Making(enum.StrEnum):
    """What a manifest says of the making of an edition, as far as it bears on the words."""

    LEXICON_ID = "lexicon_id"
    POLICY_ID = "policy_id"
    SOURCE = "source"
    LENGTHS = "lengths"
    DATA_DIGEST = "data_digest"
    TOOL_VERSION = "tool_version"


@dataclass(frozen=True, slots=True, kw_only=True)
class MakingChange:
    """One thing in which the making of two editions differs. ``source`` names the dictionary, if it is one.

    A value is empty where an edition has none.
    """

    making: Making
    before: str
    after: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One word that only one of two editions holds.

    ``hooks`` are the hooks it is, on words of the edition that holds it.
    """

    word: Word
    kind: ChangeKind
    cause: Cause
    before: Standing
    after: Standing
    hooks: tuple[Hook, ...]

    @property
    def telling(self) -> Standing:
        """How the word stands in the edition that holds it."""
        return self.after if self.kind is ChangeKind.ADDED else self.before


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeCounts:
    """How many words came and went, by length and by first letter; ``kept`` are those that both editions hold."""

    added_by_length: Mapping[int, int]
    removed_by_length: Mapping[int, int]
    added_by_letter: Mapping[str, int]
    removed_by_letter: Mapping[str, int]
    kept: int

    @property
    def added(self) -> int:
        """How many came."""
        return sum(self.added_by_length.values())

    @property
    def removed(self) -> int:
        """How many went."""
        return sum(self.removed_by_length.values())


class OtherLettersError(LexiconError):
    """Two editions are not over the same letters, so their words are not comparable."""

    def __init__(self, before: Lexicon, after: Lexicon) -> None:
        only = sorted(set(before.alphabet.letters) ^ set(after.alphabet.letters))
        difference = f"they differ in {', '.join(only)}" if only else "their order differs"
        super().__init__(
            f"{named(before)} and {named(after)} are not over the same letters: {difference}; "
            "compare editions of one alphabet, with the same folds"
        )


def named(lexicon: Lexicon) -> str:
    """Return how people cite an edition: ``id@edition``."""
    return f"{lexicon.id}@{lexicon.edition}"


@dataclass(frozen=True, kw_only=True)
class Comparison:
    """Two editions over the same letters. Each method goes through the lists anew and keeps nothing."""

    before: Lexicon
    after: Lexicon

    def __post_init__(self) -> None:
        """Refuse editions over different letters with `OtherLettersError`."""
        if self.before.alphabet.letters != self.after.alphabet.letters:
            raise OtherLettersError(self.before, self.after)

    @property
    def longest(self) -> int:
        """The letters of the longest word that either list may hold."""
        return max(self.before.manifest.longest, self.after.manifest.longest)

    def counts(self) -> ChangeCounts:
        """Count what came and went, without asking why: a fraction of a microsecond a word."""
        lengths: dict[ChangeKind, Counter[int]] = {kind: Counter() for kind in ChangeKind}
        letters: dict[ChangeKind, Counter[str]] = {kind: Counter() for kind in ChangeKind}
        for kind in ChangeKind:
            for word in self._words(kind, 1, self.longest):
                lengths[kind][len(word)] += 1
                letters[kind][word[0]] += 1
        return ChangeCounts(
            added_by_length=dict(sorted(lengths[ChangeKind.ADDED].items())),
            removed_by_length=dict(sorted(lengths[ChangeKind.REMOVED].items())),
            added_by_letter=self._in_order(letters[ChangeKind.ADDED]),
            removed_by_letter=self._in_order(letters[ChangeKind.REMOVED]),
            kept=len(self.before) - lengths[ChangeKind.REMOVED].total(),
        )

    def _in_order(self, letters: Mapping[str, int]) -> dict[str, int]:
        return {letter: letters[letter] for letter in self.after.alphabet.letters if letter in letters}

    def changes(self, *, shortest: int = 1, longest: int = 0) -> Iterator[Change]:
        """Yield the changes among words of these lengths (inclusive; 0: no limit), in alphabet order.

        Raises `LexiconFormatError` when one of the files is damaged.
        """
        for _, word, kind in heapq.merge(*(self._ranked(kind, shortest, longest) for kind in ChangeKind)):
            yield self._change(word, kind)

    def _ranked(
        self, kind: ChangeKind, shortest: int, longest: int
    ) -> Iterator[tuple[tuple[int, ...], Word, ChangeKind]]:
        """Yield the words of one kind with their place in alphabet order."""
        for word in self._words(kind, shortest, longest):
            yield self.after.alphabet.order(word), word, kind

    def shortest_first(self, *, shortest: int = 1) -> Iterator[Change]:
        """Yield the changes among words from this length on, short words first, each length in alphabet order."""
        for length in range(shortest, self.longest + 1):
            yield from self.changes(shortest=length, longest=length)

    def hook_changes(self, *, longest: int) -> list[HookChange]:
        """Return the hooks that came and went on words of both editions of at most ``longest`` letters.

        They stand by the length of the word they are on, then in alphabet order, front before back.
        """
        found = [
            HookChange(hook=hook, kind=kind)
            for kind in ChangeKind
            for word in self._words(kind, 2, longest + 1)
            for hook in _hooks(word, self.before)
            if hook.base in self.after
        ]
        places, order = list(HookPlace), self.after.alphabet.order
        return sorted(
            found,
            key=lambda change: (
                len(change.hook.base),
                order(change.hook.base),
                places.index(change.hook.place),
                self.after.alphabet.rank(change.hook.letter),
            ),
        )

    def making_changes(self) -> Iterator[MakingChange]:
        """Yield what differs in the making of the editions; equal inputs make equal editions."""
        makings = (_makings(self.before), _makings(self.after))
        for making, source in dict.fromkeys(key for side in makings for key in side):
            before, after = (side.get((making, source), "") for side in makings)
            if before != after:
                yield MakingChange(making=making, before=before, after=after, source=source)

    def _words(self, kind: ChangeKind, shortest: int, longest: int) -> Iterator[Word]:
        """Yield the words that only the later, or only the earlier, edition holds."""
        holder, other = self._sides(kind)
        walk = holder.sound_engine.pattern((), 0, any_after=True, shortest=shortest, longest=longest or self.longest)
        while batch := walk.take(WORDS_AT_ONCE):
            here = other.check_batch(batch)
            yield from (Word(word) for word, held in zip(batch, here, strict=True) if not held)

    def _sides(self, kind: ChangeKind) -> tuple[Lexicon, Lexicon]:
        """Return the edition that holds the words of this kind, and the one that lacks them."""
        return (self.after, self.before) if kind is ChangeKind.ADDED else (self.before, self.after)

    def _change(self, word: Word, kind: ChangeKind) -> Change:
        before, after = self.before.standing(word), self.after.standing(word)
        holder, other = self._sides(kind)
        with_word, without = (after, before) if kind is ChangeKind.ADDED else (before, after)
        return Change(
            word=word,
            kind=kind,
            cause=_cause(with_word, without, holder=holder, other=other, kind=kind),
            before=before,
            after=after,
            hooks=tuple(_hooks(word, holder)),
        )


def _cause(with_word: Standing, without: Standing, *, holder: Lexicon, other: Lexicon, kind: ChangeKind) -> Cause:
    """Return what made the difference to a word that ``holder`` has and ``other`` lacks."""
    if "override" in (with_word.reason, without.reason):
        return Cause.OVERRIDE
    if without.reason == "length":
        return Cause.LENGTHS
    reading = with_word.reading
    if reading is None or not reading.admitted:
        return Cause.UNEXPLAINED
    for twin in without.readings:
        if _same_entry(twin, reading):
            return Cause.UNEXPLAINED if twin.admitted else Cause.POLICY
    return _cause_in_source(reading.source, holder, other, kind)


def _same_entry(one: Reading, two: Reading) -> bool:
    return (one.source, one.form, one.lemma, one.grammemes) == (two.source, two.form, two.lemma, two.grammemes)


def _cause_in_source(source: str, holder: Lexicon, other: Lexicon, kind: ChangeKind) -> Cause:
    """Return why only one edition has an entry of ``source``."""
    digests = {record.id: record.digest for record in other.manifest.sources}
    if source not in digests:
        return Cause.SOURCE_ADDED if kind is ChangeKind.ADDED else Cause.SOURCE_DROPPED
    same = any(record.digest == digests[source] for record in holder.manifest.sources if record.id == source)
    return Cause.READING_CHANGED if same else Cause.SOURCE_CHANGED


def _makings(lexicon: Lexicon) -> dict[tuple[Making, str], str]:
    """Return what the manifest says of the making, dictionaries each by itself."""
    manifest = lexicon.manifest
    sources = {
        (Making.SOURCE, record.id): f"{record.version}, sha256 {record.digest[:EDITION_DIGITS]}"
        for record in manifest.sources
    }
    return {
        (Making.LEXICON_ID, ""): lexicon.id,
        (Making.POLICY_ID, ""): manifest.policy_id,
        (Making.LENGTHS, ""): f"{manifest.shortest}-{manifest.longest}",
        **sources,
        (Making.DATA_DIGEST, ""): manifest.data_digest[:EDITION_DIGITS],
        (Making.TOOL_VERSION, ""): manifest.tool_version,
    }


def _hooks(word: Word, holder: Lexicon) -> Iterator[Hook]:
    """Yield the hooks that ``word`` is in its edition."""
    if word[1:] and Word(word[1:]) in holder:
        yield Hook(base=Word(word[1:]), letter=word[0], place=HookPlace.FRONT)
    if word[:-1] and Word(word[:-1]) in holder:
        yield Hook(base=Word(word[:-1]), letter=word[-1], place=HookPlace.BACK)
