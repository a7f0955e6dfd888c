"""Replaying a record: what the rules say of each event, and where the record says otherwise.

In: a `GameRecord`. Out: `Replay`. What a record says of points is compared and reported, never corrected.
Never: rules (see `referee`), files.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.event_refusals import EventRefusal, Refused
from adjudicator.events import (
    BlanksRecovered,
    Event,
    GameEnded,
    MoveMade,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    StartDraw,
)
from adjudicator.record import GameRecord, RecordedEvent
from adjudicator.referee import apply, opening
from adjudicator.seating import Seating
from adjudicator.state import GameState
from adjudicator.step import Difference, DifferenceKind, Step


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedEvent:
    """What the rules say of one event; ``number`` counts from 1.

    ``sheet`` is the score sheet by the rules after it, one sum a side: the scores, and at the end the racks as far
    as they were counted.
    """

    number: int
    recorded: RecordedEvent
    outcome: Step | Refused
    sheet: tuple[int, ...]
    differences: tuple[Difference, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record, judged event by event.

    ``state`` is the one after the last event judged. A refused move, or another refused event without which the
    rest makes no sense, ends the replay: ``unjudged_count`` events follow it. ``unsettled`` are words of the last
    play that the others have yet to refuse.
    """

    opening: GameState
    events: tuple[JudgedEvent, ...]
    state: GameState
    unjudged_count: int = 0
    unsettled: tuple[EventRefusal, ...] = ()

    @property
    def as_the_rules_say(self) -> bool:
        """Whether every event is legal and every number in the record is right."""
        wrong = any(isinstance(event.outcome, Refused) or event.differences for event in self.events)
        return not wrong and not self.unsettled


def replay(record: GameRecord) -> Replay:
    """Judge ``record`` from its first event on."""
    game, seating = record.game, record.game.seating
    state = first = opening(game, first_seat=record.first_seat)
    sheet, gaps = [0] * seating.side_count, [0] * seating.side_count
    judged: list[JudgedEvent] = []
    for number, recorded in enumerate(record.events, start=1):
        outcome = apply(game, state, recorded.event)
        differences: tuple[Difference, ...] = ()
        if isinstance(outcome, Step):
            state = outcome.state
            if outcome.scored_seat is not None:
                sheet[seating.side(outcome.scored_seat) - 1] += outcome.score
            differences = outcome.differences + _differences(seating, recorded, outcome, sheet, gaps)
        entry = JudgedEvent(
            number=number, recorded=recorded, outcome=outcome, sheet=tuple(sheet), differences=differences
        )
        judged.append(entry)
        if isinstance(outcome, Refused) and _others_rest_on(recorded.event):
            break
    return Replay(
        opening=first,
        events=tuple(judged),
        state=state,
        unjudged_count=len(record.events) - len(judged),
        unsettled=state.open_play.faults if state.open_play else (),
    )


def _differences(
    seating: Seating, recorded: RecordedEvent, step: Step, sheet: list[int], gaps: list[int]
) -> tuple[Difference, ...]:
    """Compare the points written down with those by the rules; ``gaps`` keeps what each side is off by so far."""
    found: list[Difference] = []
    off = 0
    if recorded.score is not None and recorded.score != step.score:
        off = recorded.score - step.score
        found.append(Difference(kind=DifferenceKind.SCORE, recorded=str(recorded.score), by_the_rules=str(step.score)))
    seat = step.scored_seat or (None if isinstance(recorded.event, GameEnded) else recorded.event.seat)
    if recorded.total is None or seat is None:
        return tuple(found)
    place = seating.side(seat) - 1
    gap = recorded.total - sheet[place]
    if gap:
        found.append(
            Difference(
                kind=DifferenceKind.TOTAL,
                recorded=str(recorded.total),
                by_the_rules=str(sheet[place]),
                carried=gap == gaps[place] + off,
            )
        )
    gaps[place] = gap
    return tuple(found)


def _others_rest_on(event: Event) -> bool:
    """Whether what follows in the record makes no sense when ``event`` did not happen."""
    match event:
        case MoveMade() | BlanksRecovered() | StartDraw() | PlayRefused() | PlayWithdrawn():
            return True
        case PlayChallenged():
            return event.play_stands is False
    return False
