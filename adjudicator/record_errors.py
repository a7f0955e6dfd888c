"""What can be wrong with the file of a game record.

In: faults with their place. Out: exceptions that list them all.
Never: events that the rules do not allow; those are answers (see `event_refusals`).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.errors import AdjudicatorError


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFault:
    """One thing wrong with a file; line and column are counted from 1 in characters, 0 where there is none."""

    found: str
    expected: str
    mend: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        place = f"line {self.line}, column {self.column}: " if self.line else ""
        return f"{place}found {self.found}; expected {self.expected}; {self.mend}"


class RecordError(AdjudicatorError):
    """A file is no record of a game; ``faults`` holds everything that is wrong."""

    def __init__(self, *faults: RecordFault) -> None:
        self.faults = faults
        super().__init__("; ".join(str(fault) for fault in faults))


class RecordVersionError(RecordError):
    """A record is of a version that was made later than this program."""

    def __init__(self, *, found: int, newest: int) -> None:
        self.found, self.newest = found, newest
        fault = RecordFault(
            found=f"version {found}",
            expected=f"a record of version {newest} or older",
            mend="read it with a newer slovosud, or write it again as an older version",
        )
        super().__init__(fault)


class NotExpressibleError(AdjudicatorError):
    """A game, or the games of a ruleset, cannot be written in a foreign form; ``reason`` says what it lacks."""

    def __init__(self, reason: str, *, mend: str) -> None:
        self.reason, self.mend = reason, mend
        super().__init__(f"{reason}; {mend}")
