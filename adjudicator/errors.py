"""What can be wrong with a request: every fault at once, each with its field.

In: faults. Out: exceptions that list them, and whose sentences end with the mend.
Never: answers. "Not legal" and "not a word" are answers and never stand here.
"""

from __future__ import annotations

from dataclasses import dataclass


class AdjudicatorError(Exception):
    """Base of everything this room refuses."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldViolation:
    """One field of a request that is wrong; ``field`` is its path, like ``move.tiles[2].row``."""

    field: str
    found: str
    expected: str
    mend: str

    def __str__(self) -> str:
        return f"{self.field}: found {self.found}; expected {self.expected}; {self.mend}"


class RequestError(AdjudicatorError):
    """A request breaks its form; ``violations`` holds every fault."""

    def __init__(self, violations: tuple[FieldViolation, ...]) -> None:
        self.violations = violations
        super().__init__("; ".join(str(violation) for violation in violations))


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingFault:
    """One setting that a ruleset does not take; ``allowed`` is in words, for people."""

    switch: str
    found: str
    allowed: str


class SettingError(AdjudicatorError):
    """Settings that a ruleset does not take; ``faults`` holds all of them."""

    def __init__(self, ruleset_id: str, faults: tuple[SettingFault, ...]) -> None:
        self.ruleset_id, self.faults = ruleset_id, faults
        listed = "; ".join(f"{one.switch}: found {one.found}, allowed {one.allowed}" for one in faults)
        super().__init__(f"ruleset {ruleset_id!r} does not take these settings: {listed}")
