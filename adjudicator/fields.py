"""Reading a request field by field, keeping every fault instead of stopping at the first.

In: JSON-like values with their path. Out: checked values; faults gather in `Faults`.
Never: what a field means.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from adjudicator.errors import FieldViolation, RequestError

T = TypeVar("T")

#: Longer texts are refused unread. Ids, letters and words are shorter; a row of a board is, too.
LONGEST_TEXT = 64

#: More entries in one list are refused unread.
LONGEST_LIST = 1000

#: Coordinates beyond this are mistakes; coordinates within it but off the board are an answer about the move.
FARTHEST_SQUARE = 1000

#: More faults than these are counted and not listed: a long file can have as many as it has bytes.
MOST_FAULTS = 1000

#: How much of a wrong value is repeated in a message.
_SHOWN = 40


class Faults:
    """What is wrong with one request so far."""

    def __init__(self) -> None:
        self._violations: list[FieldViolation] = []
        self._unlisted = 0

    def add(self, field: str, *, found: str, expected: str, mend: str) -> None:
        """Keep one fault; beyond `MOST_FAULTS` only count it."""
        if len(self._violations) == MOST_FAULTS:
            self._unlisted += 1
            return
        self._violations.append(FieldViolation(field=field, found=found, expected=expected, mend=mend))

    def settled(self, value: T | None) -> T:
        """Return a value that was read; raise `RequestError` with all faults if there are some."""
        if value is None or self._violations:
            raise RequestError((*self._violations, *self._rest()))
        return value

    def _rest(self) -> tuple[FieldViolation, ...]:
        """What stands for the faults that are not listed."""
        if not self._unlisted:
            return ()
        found, mend = f"{self._unlisted} more faults, not listed", "mend those above first"
        return (FieldViolation(field="request", found=found, expected="none", mend=mend),)


def shown(value: object) -> str:
    """A wrong value for a message: short, and printable whatever it holds."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    # Writing out a huge number is work, and Python refuses more than 4,300 digits.
    if isinstance(value, int) and value.bit_length() > 64:
        return "a huge number"
    if isinstance(value, Mapping):
        return f"an object with {len(value)} fields"
    if isinstance(value, Sequence) and not isinstance(value, str | bytes):
        return f"a list of {len(value)} entries"
    text = value if isinstance(value, str) else str(value)
    clean = "".join(one if one.isprintable() else f"\\u{ord(one):04x}" for one in text[: _SHOWN + 1])
    return f"{clean[:_SHOWN]!r}…" if len(text) > _SHOWN else repr(clean)


class Table:
    """One JSON object: its fields are read once each, unknown ones are faults.

    A field that is missing or wrong is reported and read as None; callers go on and find the other faults.
    """

    def __init__(self, value: object, path: str, faults: Faults, *, keys: Iterable[str]) -> None:
        self._path, self._faults = path, faults
        self._values: Mapping[str, object] = {}
        known = tuple(keys)
        if not isinstance(value, Mapping):
            faults.add(path or "request", found=shown(value), expected="an object", mend="send an object")
            return
        self._values = value
        for key in value:
            if key not in known:
                expected = f"one of {', '.join(known)}"
                faults.add(
                    self.path(str(key)[:LONGEST_TEXT]), found="an unknown field", expected=expected, mend="drop it"
                )

    def path(self, key: str) -> str:
        """The path of a field of this object."""
        return f"{self._path}.{key}" if self._path else key

    def __contains__(self, key: str) -> bool:
        return self._values.get(key) is not None

    def raw(self, key: str) -> object:
        """The field as it came, None when it is absent."""
        return self._values.get(key)

    def text(self, key: str, *, default: str | None = None) -> str | None:
        """A text of 1 to `LONGEST_TEXT` characters, NFC; ``default`` may stand for an absent one."""
        if key not in self and default is not None:
            return default
        return text(self.raw(key), self.path(key), self._faults)

    def flag(self, key: str) -> bool:
        """True or false; an absent flag is false."""
        value = self._values.get(key, False)
        if isinstance(value, bool):
            return value
        self._faults.add(self.path(key), found=shown(value), expected="true or false", mend="send one of these")
        return False

    def number(self, key: str, *, least: int, most: int) -> int | None:
        """A whole number between two bounds, both included."""
        value = self.raw(key)
        if type(value) is int and least <= value <= most:
            return value
        found = "nothing" if value is None else shown(value)
        expected = f"a whole number from {least} to {most}"
        self._faults.add(self.path(key), found=found, expected=expected, mend="send such a number")
        return None

    def items(self, key: str, *, most: int = LONGEST_LIST) -> list[tuple[str, object]]:
        """The entries of a list with their paths."""
        value = self.raw(key)
        return items(value, self.path(key), self._faults, most=most)

    def texts(self, key: str, *, most: int = LONGEST_LIST) -> list[tuple[str, str]]:
        """The entries of a list of texts with their paths; entries that are no texts are reported and left out."""
        return texts(self.raw(key), self.path(key), self._faults, most=most)


def items(value: object, path: str, faults: Faults, *, most: int = LONGEST_LIST) -> list[tuple[str, object]]:
    """Read a list: its entries with their paths."""
    if not isinstance(value, Sequence) or isinstance(value, str | bytes):
        found = "nothing" if value is None else shown(value)
        faults.add(path, found=found, expected="a list", mend="send a list")
        return []
    if len(value) > most:
        expected = f"{most} entries or fewer"
        faults.add(path, found=f"{len(value)} entries", expected=expected, mend="send fewer")
        return []
    return [(f"{path}[{place}]", entry) for place, entry in enumerate(value)]


def texts(value: object, path: str, faults: Faults, *, most: int = LONGEST_LIST) -> list[tuple[str, str]]:
    """Read a list of texts with their paths; entries that are no texts are reported and left out."""
    read = [(place, text(entry, place, faults)) for place, entry in items(value, path, faults, most=most)]
    return [(place, entry) for place, entry in read if entry is not None]


def text(value: object, path: str, faults: Faults) -> str | None:
    """Read one text of 1 to `LONGEST_TEXT` characters, composed (NFC)."""
    expected = f"a text of 1 to {LONGEST_TEXT} characters"
    if not isinstance(value, str) or not value:
        found = "nothing" if value in (None, "") else shown(value)
        faults.add(path, found=found, expected=expected, mend="send such a text")
        return None
    # A decomposed text is at most twice as long in our alphabets; longer ones are not worth composing.
    composed = unicodedata.normalize("NFC", value) if len(value) <= 2 * LONGEST_TEXT else value
    if len(composed) > LONGEST_TEXT:
        faults.add(path, found=f"{len(value)} characters", expected=expected, mend="send such a text")
        return None
    return composed
