"""Settle every form that the sources know: once, by the clause that decides it, with the overrides.

In: lexemes of one source after another with the rank of each form, overrides. Out: the words of the list, and every
form of letters of the alphabet with the sign of what settles it (see `lexicon.settled`).
Never: why a form was admitted.

The rank of a form grows with what it is worth: clauses that reject stand below all that admit, and of these the later
in policy order stand higher. The native way and the plain one settle alike.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from lexicon.alphabet import Alphabet, Fault, Malformed, Word
from lexicon.building.compiling import compile_text
from lexicon.building.overrides import Override
from lexicon.engine import kind, plain_forms
from lexicon.errors import LexiconError
from lexicon.settled import OVERRIDE, Signs

#: What this code expects of the native module (INTERFACE in `native/settling.c`).
INTERFACE = 1
#: So many forms are put into lines at a time.
FORMS_AT_ONCE = 10_000
#: A rank is kept in a byte.
MOST_CODES = 128
#: The rank of a form that nobody knows.
NOBODY = -1

#: A lexeme: its stem, the number of its paradigm.
Stem = tuple[str, int]
#: A form that a paradigm makes: prefix, suffix, rank.
Made = tuple[str, str, int]


class Forms(Protocol):
    """Forms with their ranks. `PlainForms` says what each method does."""

    def __len__(self) -> int: ...
    def add(self, lexemes: list[Stem], paradigms: list[tuple[Made, ...]], /) -> list[tuple[str, int]]: ...  # noqa: D102
    def raise_to(self, word: str, rank: int, /) -> None: ...  # noqa: D102
    def force(self, word: str, rank: int, /) -> None: ...  # noqa: D102
    def rank(self, word: str, /) -> int: ...  # noqa: D102
    def lines(self, first: int, most: int, signs: tuple[bytes, ...], /) -> bytes: ...  # noqa: D102
    def lengths(self) -> dict[int, int]: ...  # noqa: D102
    def left_out(self) -> tuple[int, int]: ...  # noqa: D102


class PlainForms:
    """Forms in a dictionary of Python: slow, and obviously right.

    ``spellings`` and ``compared`` say, character by character, as which letter a form is compared; ``admitting`` is
    the lowest rank that admits.
    """

    def __init__(
        self, letters: str, spellings: str, compared: str, *, shortest: int, longest: int, admitting: int
    ) -> None:
        self._order = {letter: place for place, letter in enumerate(letters)}
        self._table = str.maketrans(spellings, compared)
        self._spellings = frozenset(spellings)
        self._lengths = range(shortest, longest + 1)
        self._admitting = admitting
        self._ranks: dict[str, int] = {}
        self._sorted: list[str] = []
        self._outside_alphabet = self._outside_lengths = 0

    def __len__(self) -> int:
        return len(self._ranks)

    def add(self, lexemes: list[Stem], paradigms: list[tuple[Made, ...]], /) -> list[tuple[str, int]]:
        """Settle the forms of lexemes; return those that must be read with care, with their ranks."""
        unusual = []
        for stem, number in lexemes:
            for prefix, suffix, rank in paradigms[number]:
                form = prefix + stem + suffix
                if not _HOPELESS.isdisjoint(form):
                    self._outside_alphabet += rank >= self._admitting
                elif not self._spellings.issuperset(form):
                    unusual.append((form, rank))
                elif len(form) not in self._lengths:
                    self._outside_lengths += rank >= self._admitting
                else:
                    self.raise_to(form.translate(self._table), rank)
        return unusual

    def raise_to(self, word: str, rank: int, /) -> None:
        """Settle a word: its rank is at least the given one."""
        self.force(word, max(rank, self.rank(word)))

    def force(self, word: str, rank: int, /) -> None:
        """Give a word this rank, whatever it had."""
        self._ranks[word] = rank
        self._sorted.clear()

    def rank(self, word: str, /) -> int:
        """Return the rank of a word, `NOBODY` when nobody knows it."""
        return self._ranks.get(word, NOBODY)

    def lines(self, first: int, most: int, signs: tuple[bytes, ...], /) -> bytes:
        """Return forms from place ``first`` on in alphabet order, each on a line with the sign of its rank behind it.

        Without signs, return the admitted ones among them.
        """
        if not self._sorted:
            self._sorted = sorted(self._ranks, key=lambda word: [self._order[letter] for letter in word])
        some = self._sorted[first : first + most]
        if not signs:
            return b"".join(f"{word}\n".encode() for word in some if self._ranks[word] >= self._admitting)
        return b"".join(word.encode() + signs[self._ranks[word] % self._admitting] + b"\n" for word in some)

    def lengths(self) -> dict[int, int]:
        """Return how many admitted forms have each length."""
        counts = Counter(len(word) for word, rank in self._ranks.items() if rank >= self._admitting)
        return dict(sorted(counts.items()))

    def left_out(self) -> tuple[int, int]:
        """Return how many admitted forms were left out: outside the alphabet, outside the lengths."""
        return self._outside_alphabet, self._outside_lengths


#: Characters that never become part of a letter, whatever stands beside them.
_HOPELESS = frozenset("-.' 0123456789")


def open_forms(alphabet: Alphabet, *, shortest: int, longest: int, admitting: int) -> Forms:
    """Return room for forms: native where it was compiled from these sources and is wanted."""
    make: Callable[..., Forms] = PlainForms
    if kind().name == "native":
        try:
            from lexicon.building import _settling  # noqa: PLC0415 - may not have been compiled
        except ImportError:
            pass
        else:
            make = _settling.Forms if _settling.INTERFACE == INTERFACE else PlainForms
    spellings, compared = plain_forms(alphabet)
    letters = "".join(alphabet.letters)
    return make(letters, spellings, compared, shortest=shortest, longest=longest, admitting=admitting)


@dataclass(kw_only=True)
class Settlement:
    """Forms on their way to a list of words from ``shortest`` to ``longest`` letters.

    ``clauses`` are the ids of the policy's clauses in order. Forms that are left out are counted once a lexeme.
    """

    alphabet: Alphabet
    shortest: int
    longest: int
    clauses: tuple[str, ...]
    _signs: Signs = field(init=False)
    _left_out: Counter[str] = field(init=False, default_factory=Counter)

    def __post_init__(self) -> None:
        """Refuse a policy with more clauses than ranks or signs can tell apart."""
        if len(self.clauses) >= MOST_CODES:
            found = (
                f"found a policy of {len(self.clauses)} clauses; expected at most {MOST_CODES - 1}; join some of them"
            )
            raise LexiconError(found)
        try:
            self._signs = Signs.of(self.clauses, letter_count=len(self.alphabet.letters))
        except ValueError as error:
            raise LexiconError(f"{error}; join some clauses") from error

    @cached_property
    def _forms(self) -> Forms:
        return open_forms(self.alphabet, shortest=self.shortest, longest=self.longest, admitting=len(self._signs.codes))

    def rank(self, code: str, admit: bool) -> int:  # noqa: FBT001  as `rank(clause.id, clause.admit)` reads
        """Return the rank of what a clause, or an override, decides."""
        codes = self._signs.codes
        return codes.index(code) + len(codes) * admit

    def take(self, lexemes: list[Stem], paradigms: list[tuple[Made, ...]]) -> None:
        """Settle the forms of one source; a paradigm makes each form once."""
        for form, rank in self._forms.add(lexemes, paradigms):
            self._take_unusual(form, rank)

    def _take_unusual(self, form: str, rank: int) -> None:
        """Settle a form that is spelled in an unusual way, or note what keeps it out."""
        word = self.alphabet.read(form)
        if not isinstance(word, Malformed) and self.shortest <= len(word) <= self.longest:
            self._forms.raise_to(word, rank)
        elif self._admits(rank):
            strange = isinstance(word, Malformed) and word.fault is not Fault.TOO_LONG
            self._left_out["outside the " + ("alphabet" if strange else "lengths")] += 1

    def _admits(self, rank: int) -> bool:
        return rank >= len(self._signs.codes)

    def decide(self, overrides: Mapping[Word, Override]) -> tuple[dict[str, int], frozenset[Word]]:
        """Put words in and out as the overrides say.

        Return what was left out, how many words the policy gave and how many the overrides changed, and which of
        theirs it had in already.
        """
        by_policy = len(self)
        before = frozenset(word for word in overrides if self.holds(word))
        for word, override in overrides.items():
            if self.shortest <= len(word) <= self.longest:
                self._forms.force(word, self.rank(OVERRIDE, override.admit))
        added = sum(override.admit and word not in before for word, override in overrides.items())
        removed = sum(not override.admit and word in before for word, override in overrides.items())
        counts = {"by policy": by_policy, "added by overrides": added, "removed by overrides": removed}
        return {**self._counts_left_out(), **counts}, before

    def _counts_left_out(self) -> dict[str, int]:
        alphabet, lengths = self._forms.left_out()
        counts = Counter({"outside the alphabet": alphabet, "outside the lengths": lengths}) + self._left_out
        return dict(counts)

    def __len__(self) -> int:
        return sum(self.counts_by_length().values())

    def holds(self, word: Word) -> bool:
        """Whether the word is in the list."""
        return self._admits(self._forms.rank(word))

    def counts_by_length(self) -> dict[int, int]:
        """Return how many words of the list have each length."""
        return self._forms.lengths()

    def compile(self) -> Compiled:
        """Compile the list, and every settled form with its sign."""
        digest = hashlib.sha256()
        words = compile_text(self._lines((), digest.update), letters="".join(self.alphabet.letters))
        signed = self._signs.written()
        settled = compile_text(self._lines(signed), letters=self._signs.letters + "".join(self.alphabet.letters))
        return Compiled(
            words=words.words,
            word_count=words.word_count,
            word_list_digest=digest.hexdigest(),
            settled=settled.words,
            settled_count=settled.word_count,
        )

    def _lines(self, signs: tuple[bytes, ...], seen: Callable[[bytes], object] = lambda _: None) -> Iterator[bytes]:
        for first in range(0, len(self._forms), FORMS_AT_ONCE):
            lines = self._forms.lines(first, FORMS_AT_ONCE, signs)
            seen(lines)
            yield lines


@dataclass(frozen=True, slots=True, kw_only=True)
class Compiled:
    """What a settlement was compiled to: edges of the words and of the settled forms, how many there are.

    ``word_list_digest`` is the SHA-256 of the words, one a line in alphabet order.
    """

    words: bytes
    word_count: int
    word_list_digest: str
    settled: bytes
    settled_count: int
