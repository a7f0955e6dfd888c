"""Suffixes one behind another as one change of the word, and which changes an ending allows.

In: affixes. Out: `Chain`, and an `Automaton` that finds all chains that fit a word in one walk over its end.
Never: which chains a word's flags permit.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import compress
from typing import TypeVar

from lexicon.building.sources.hunspell_affixes import Affix, AffixFile, change
from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_patterns import ANY, Pattern, at_least, both
from lexicon.errors import DataFileError

T = TypeVar("T")

#: Rules and pairs of rules that one dictionary may have. Of sixty published dictionaries of inflection the largest
#: (Galician) has 530,000, the Polish one 7,000; a million take about a gigabyte.
MOST_CHAINS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class Chain:
    """One suffix, or two of which the second follows the first, as one change at the end of a word."""

    suffixes: tuple[Affix, ...]
    strip: str
    append: str
    pattern: Pattern

    @property
    def change(self) -> str:
        """The change in the notation of signatures."""
        return change(self.strip, self.append)


def chains_by_flag(file: AffixFile) -> Mapping[Flag, tuple[Chain, ...]]:
    """Return the chains that begin with each suffix class, in the order of the file.

    Raises `DataFileError` when there are more than `MOST_CHAINS`, before any is made.
    """
    most = sum(1 + _followers(file, first) for rules in file.suffixes.values() for first in rules)
    if most > MOST_CHAINS:
        raise DataFileError(
            file.path,
            where="suffixes with continuation",
            found=f"{most} pairs of suffixes",
            expected=f"at most {MOST_CHAINS}; this dictionary is too rich to be listed word by word",
        )
    return {
        flag: tuple(chain for first in rules for chain in _chains(file, first)) for flag, rules in file.suffixes.items()
    }


def _followers(file: AffixFile, first: Affix) -> int:
    return sum(len(file.suffixes.get(flag, ())) for flag in first.continuation)


def _chains(file: AffixFile, first: Affix) -> list[Chain]:
    """Return the chains that begin with ``first``: alone, then with each suffix that may follow."""
    if first.impossible:
        return []
    chains = [Chain(suffixes=(first,), strip=first.strip, append=first.append, pattern=first.pattern)]
    if first.continuation:
        for flag, rules in file.suffixes.items():
            if flag in first.continuation:
                chains += [chain for second in rules if (chain := _joined(first, second)) is not None]
    return chains


def _joined(first: Affix, second: Affix) -> Chain | None:
    """Return both changes as one, or None when ``second`` never fits behind ``first``.

    The pattern of ``second`` looks first at what ``first`` appends, then at what it left of the word.
    """
    appended = first.append[::-1]
    inside = second.pattern[: len(appended)]
    if not all(character in letters for letters, character in zip(inside, appended, strict=False)):
        return None
    beyond = second.pattern[len(appended) :]
    pattern = both(first.pattern, at_least((), len(first.strip)) + beyond) if beyond else first.pattern
    if any(letters.impossible for letters in pattern):
        return None
    kept = len(first.append) - len(second.strip)
    return Chain(
        suffixes=(first, second),
        # What `second` strips beyond the appended text is the end of what `first` left.
        strip=second.strip[: max(0, -kept)] + first.strip,
        append=first.append[: max(0, kept)] + second.append,
        pattern=pattern,
    )


class Automaton:
    """Finds which of some patterns fit a word, reading it from the edge inwards and no further than needed.

    States are made when a word first needs them. A state is the set of patterns not yet refuted, as bits; where
    nothing is left to decide, the set itself stands for the state.
    """

    def __init__(self, patterns: Sequence[Pattern]) -> None:
        self._patterns = tuple(patterns)
        self.longest = max(map(len, self._patterns), default=0)
        #: By depth, the patterns that look further than that many characters.
        self._undecided = [
            _bits(number for number, pattern in enumerate(self._patterns) if len(pattern) > depth)
            for depth in range(self.longest + 1)
        ]
        self._states: dict[tuple[int, int], _State | int] = {}
        self._start = self.state(0, (1 << len(self._patterns)) - 1)

    @cached_property
    def _by_letter(self) -> list[tuple[int, dict[str, int]]]:
        """By depth: the patterns that fit a character none of them names, and those that fit each named one."""
        tables = []
        for depth in range(self.longest):
            otherwise: list[int] = []
            allowing, refusing = defaultdict[str, list[int]](list), defaultdict[str, list[int]](list)
            for number, pattern in enumerate(self._patterns):
                letters = pattern[depth] if depth < len(pattern) else ANY
                if letters.negated:
                    otherwise.append(number)
                for letter in letters.letters:
                    (refusing if letters.negated else allowing)[letter].append(number)
            rest = _bits(otherwise)
            named = sorted(allowing.keys() | refusing.keys())
            tables.append((rest, {at: rest & ~_bits(refusing[at]) | _bits(allowing[at]) for at in named}))
        return tables

    def fitting(self, characters: str) -> int:
        """Return the patterns that fit a word, bit by bit; ``characters`` are the word from the edge inwards."""
        state = self._start
        for character in characters:
            if isinstance(state, int):
                return state
            state = state[character]
        return state if isinstance(state, int) else state.at_end

    def state(self, depth: int, alive: int) -> _State | int:
        """Return the state in which ``alive`` are not refuted after ``depth`` characters."""
        if not alive & self._undecided[depth]:
            return alive
        key = depth, alive
        state = self._states.get(key)
        if state is None:
            state = self._states[key] = _State(self, depth, alive)
        return state

    def step(self, depth: int, alive: int, character: str) -> _State | int:
        """Return the state after one character more."""
        otherwise, by_letter = self._by_letter[depth]
        return self.state(depth + 1, alive & by_letter.get(character, otherwise))

    def decided(self, depth: int, alive: int) -> int:
        """Return the patterns that fit a word which ends after ``depth`` characters."""
        return alive & ~self._undecided[depth]


class _State(dict[str, "_State | int"]):
    """What follows on each character; filled as words ask."""

    __slots__ = ("_alive", "_automaton", "_depth", "at_end")

    def __init__(self, automaton: Automaton, depth: int, alive: int) -> None:
        self._automaton, self._depth, self._alive = automaton, depth, alive
        self.at_end = automaton.decided(depth, alive)

    def __missing__(self, character: str) -> _State | int:
        following = self[character] = self._automaton.step(self._depth, self._alive, character)
        return following


def chosen(items: Sequence[T], bits: int) -> tuple[T, ...]:
    """Return the items whose bits are set."""
    return tuple(compress(items, map(int, reversed(f"{bits:b}"))))


def _bits(numbers: Iterable[int]) -> int:
    """Return the integer in which just the bits ``numbers`` are set."""
    # In bytes, because adding half a million bits to an integer one by one would copy it as often.
    content = bytearray()
    for number in numbers:
        if number >> 3 >= len(content):
            content.extend(bytes((number >> 3) + 1 - len(content)))
        content[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(content, "little")
