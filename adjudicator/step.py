"""What an event comes to: the next state, and what was ruled on the way.

In: nothing; these are the values. Out: `Step`, `Difference`.
Never: how they are found (see `referee`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from adjudicator.challenge import ChallengeVerdict
from adjudicator.ruling import Ruling
from adjudicator.state import GameState


class DifferenceKind(enum.StrEnum):
    """On what a record and the rules differ. New values may be added."""

    #: The points of one event.
    SCORE = "SCORE"
    #: The total written after it.
    TOTAL = "TOTAL"
    #: The result of a challenge at the table, against the judge of words.
    VERDICT = "VERDICT"
    #: A play was taken back although the judge of words admits all its words.
    WITHDRAWN_VALID = "WITHDRAWN_VALID"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One thing a record says otherwise than the rules; ``carried`` when an earlier difference alone explains it."""

    kind: DifferenceKind
    recorded: str
    by_the_rules: str
    carried: bool = False

    def __str__(self) -> str:
        later = ", carried over from before" if self.carried else ""
        return f"{self.kind.value}: recorded {self.recorded}, by the rules {self.by_the_rules}{later}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """An event that has happened.

    ``score`` are the points that it brings to, or takes from, the player on ``scored_seat`` (None: to nobody).
    ``ruling`` is there for moves, ``verdict`` for challenges. ``differences`` are those of the event itself; the
    printed points are compared by `replay`.
    """

    state: GameState
    score: int = 0
    scored_seat: int | None = None
    ruling: Ruling | None = None
    verdict: ChallengeVerdict | None = None
    differences: tuple[Difference, ...] = ()
