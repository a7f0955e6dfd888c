"""A review under way: which word is next, what was decided, and the way back.

In: doubtful words, decisions. Out: lines in an overrides file and, beside it, the words left for later.
Never: the terminal. What is decided is on the disk before the next word is asked.
"""

from __future__ import annotations

import enum
from collections import Counter, deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.building.override_file import Decision, OverrideFile
from lexicon.datafile import read_text
from lexicon.doubts import DoubtfulWord
from lexicon.whole_file import write_whole

#: The words left for later stand in a file of the overrides file's name with this added.
LATER_SUFFIX = ".later"


@dataclass(frozen=True, slots=True, kw_only=True)
class LaterFile:
    """Words left for later, one a line, each with the note made on it, if any, behind a tab."""

    path: Path
    alphabet: Alphabet

    def words(self) -> dict[Word, str]:
        """Return the words with their notes."""
        lines = read_text(self.path).splitlines() if self.path.exists() else []
        cells = (line.partition("\t") for line in lines)
        read = ((self.alphabet.read(spelled), note) for spelled, _, note in cells)
        return {word: note for word, note in read if not isinstance(word, Malformed)}

    def put(self, word: Word, note: str | None) -> None:
        """Keep a word with its note; None takes it out."""
        words = self.words()
        if words.get(word) == note:
            return
        words.pop(word, None)
        if note is not None:
            words[word] = note
        text = "".join(f"{one.lower()}\t{told}".rstrip("\t") + "\n" for one, told in words.items())
        write_whole(self.path, text.encode())


class Step(enum.StrEnum):
    """What was done about a word."""

    ACCEPTED = "ACCEPTED"
    REJECTED = "REJECTED"
    SKIPPED = "SKIPPED"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Done:
    """One step taken, with the line and the note that it replaced."""

    step: Step
    item: DoubtfulWord
    line_before: str | None
    note_before: str | None


@dataclass(kw_only=True)
class Review:
    """Goes through a queue.

    Words that a reviewer has decided in the file are passed over, and so are words left for later: a review goes on
    where it stopped. With ``again`` only the words left for later are asked.
    """

    queue: Iterator[DoubtfulWord]
    overrides: OverrideFile
    again: bool = False
    _ahead: deque[DoubtfulWord] = field(default_factory=deque)
    _behind: list[_Done] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Read what is decided already. Raises `DataFileError`."""
        path = self.overrides.path
        self._later = LaterFile(path=path.with_name(path.name + LATER_SUFFIX), alphabet=self.overrides.alphabet)
        self._decided = {word for word, one in self.overrides.decisions().items() if one.reviewer}
        self._left = self._later.words()

    def counts(self) -> Mapping[Step, int]:
        """Count what this session did, without what it took back."""
        done = Counter(one.step for one in self._behind)
        return {step: done[step] for step in Step}

    def note(self, word: Word) -> str:
        """Return the note made on a word when it was left for later."""
        return self._left.get(word, "")

    def next(self) -> DoubtfulWord | None:
        """Return the word to ask about, None at the end. It stays the next until something is done about it."""
        while not self._ahead:
            item = next(self.queue, None)
            if item is None:
                return None
            if item.word not in self._decided and (item.word in self._left) is self.again:
                self._ahead.append(item)
        return self._ahead[0]

    def rest(self) -> Iterator[DoubtfulWord]:
        """Yield the words that are still to be asked, doing nothing about them."""
        while item := self.next():
            yield item
            self._ahead.popleft()

    def decide(self, decision: Decision) -> None:
        """Write a decision on the next word and go on."""
        line_before = self.overrides.put(self._ahead[0].word, decision.line)
        self._go_on(Step.ACCEPTED if decision.admit else Step.REJECTED, line_before=line_before, note=None)

    def skip(self, note: str = "") -> None:
        """Leave the next word for later and go on."""
        self._go_on(Step.SKIPPED, line_before=None, note=note)

    def undo(self) -> Word | None:
        """Take back the last step of this session and return its word, which is next again; None when there is none."""
        if not self._behind:
            return None
        done = self._behind.pop()
        word = done.item.word
        if done.step is not Step.SKIPPED:
            self.overrides.put(word, done.line_before)
        self._leave(word, done.note_before)
        self._ahead.appendleft(done.item)
        return word

    def _go_on(self, step: Step, *, line_before: str | None, note: str | None) -> None:
        item = self._ahead.popleft()
        note_before = self._left.get(item.word)
        self._leave(item.word, note)
        self._behind.append(_Done(step=step, item=item, line_before=line_before, note_before=note_before))

    def _leave(self, word: Word, note: str | None) -> None:
        """Have a word among those left for later, with its note; None: not among them."""
        self._later.put(word, note)
        self._left.pop(word, None)
        if note is not None:
            self._left[word] = note
