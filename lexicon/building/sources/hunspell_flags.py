"""Flags: the names by which words point at affix classes, in the four ways of writing them.

In: the bytes behind a slash. Out: sets of `Flag`.
Never: what a flag stands for.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NewType, TypeVar

from lexicon.errors import DataFileError

#: The name of an affix class or of a property of words.
Flag = NewType("Flag", str)

T = TypeVar("T")

#: Numbers of more digits are no counts and no numbers of aliases.
MOST_DIGITS = 9

_LEADING_DIGITS = re.compile(rb"\s*(\d{1,9})")


class FlagScheme(enum.StrEnum):
    """How flags are written: the values of the line ``FLAG``."""

    CHARACTER = "char"
    LONG = "long"
    NUMBER = "num"
    UNICODE = "UTF-8"


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagReader:
    """Reads flags as one affix file writes them: from bytes, because to Hunspell most flags are bytes.

    ``aliases`` are the sets that lines ``AF`` number from 1; when there are any, flags stand as such a number.
    """

    path: Path
    scheme: FlagScheme
    aliases: list[frozenset[Flag]] = field(default_factory=list)

    def flag(self, raw: bytes, *, path: Path, number: int) -> Flag:
        """Return the first flag of ``raw``, which stands on line ``number`` of ``path``. Raises when there is none."""
        for flag in self._split(raw):
            return flag
        raise DataFileError(
            path, where=f"line {number}", found=raw.decode("utf-8", "replace"), expected=f"a flag (FLAG {self.scheme})"
        )

    def flags(self, raw: bytes, *, path: Path, number: int) -> frozenset[Flag]:
        """Return the flags of ``raw``, written out or as the number of an alias."""
        if not self.aliases:
            return frozenset(self._split(raw))
        return aliased(raw, self.aliases, kind="flags (AF)", path=path, number=number)

    def add_alias(self, raw: bytes) -> None:
        """Number one more alias: the flags of a line ``AF``."""
        self.aliases.append(frozenset(self._split(raw)))

    def _split(self, raw: bytes) -> Iterator[Flag]:
        """Yield the flags. As in Hunspell, what is none (half a long flag, a number without digits) is passed over."""
        match self.scheme:
            case FlagScheme.CHARACTER:
                yield from map(Flag, raw.decode("latin-1"))
            case FlagScheme.LONG:
                characters = raw.decode("latin-1")
                yield from (Flag(characters[at : at + 2]) for at in range(0, len(characters) - 1, 2))
            case FlagScheme.NUMBER:
                numbers = (_LEADING_DIGITS.match(part) for part in raw.split(b","))
                yield from (Flag(str(int(found[1]))) for found in numbers if found)
            case FlagScheme.UNICODE:
                yield from map(Flag, raw.decode("utf-8", "replace"))


def aliased(raw: bytes, aliases: Sequence[T], *, kind: str, path: Path, number: int) -> T:
    """Return the alias whose number, from 1, begins ``raw``. Raises `DataFileError` when there is no such alias."""
    alias = whole_number(*raw.split(maxsplit=1)[:1])
    if alias is None or not 1 <= alias <= len(aliases):
        raise DataFileError(
            path,
            where=f"line {number}",
            found=raw.decode("utf-8", "replace"),
            expected=f"the number, from 1 to {len(aliases)}, of an alias of {kind}",
        )
    return aliases[alias - 1]


def whole_number(raw: bytes = b"") -> int | None:
    """Return the number that ``raw`` is in ASCII digits, or None; `int` takes underscores and much more."""
    return int(raw) if raw.isdigit() and len(raw) <= MOST_DIGITS else None
