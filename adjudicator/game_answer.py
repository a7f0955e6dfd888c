"""States, steps and replays as JSON-like values, enum values without a prefix.

In: what the referee says. Out: objects of texts, numbers, flags, lists and objects only.
Never: anything the values do not hold; whose eyes may see a rack is for the caller to know.
"""

from __future__ import annotations

from adjudicator.answer import Json, ruling_as_dict, verdict_as_dict
from adjudicator.event_refusals import EventRefusal, Refused
from adjudicator.event_writing import recorded_as_dict
from adjudicator.replay import JudgedEvent, Replay
from adjudicator.state import Ending, FinalScores, GameState
from adjudicator.step import Difference, Step


def state_as_dict(state: GameState) -> dict[str, Json]:
    """A game between two events. A rack that is not wholly known has fewer letters than tiles."""
    answer: dict[str, Json] = {
        "rows": list(state.board.rows()),
        "scores": list(state.scores),
        "racks": [{"count": hand.count, "known": list(hand.known)} for hand in state.hands],
        "bag_count": state.bag_count,
        "on_turn": state.on_turn,
        "play_open": state.open_play is not None,
        "turns_to_skip": list(state.turns_to_skip),
        "passes_in_a_row": state.row.passes,
        "exchanges_in_a_row": state.row.exchanges,
        "skips_in_a_row": state.row.skips,
    }
    if state.pending_end:
        answer["pending_end"] = _ending(state.pending_end)
    if state.ended:
        answer["ended"] = _ending(state.ended)
    if state.final:
        answer["final"] = _final(state.final)
    return answer


def outcome_as_dict(outcome: Step | Refused) -> dict[str, Json]:
    """What an event came to: ``accepted``, and the state or the refusals."""
    if isinstance(outcome, Refused):
        return {"accepted": False, "refusals": [_refusal(refusal) for refusal in outcome.refusals]}
    answer: dict[str, Json] = {"accepted": True, "score": outcome.score, "state": state_as_dict(outcome.state)}
    if outcome.scored_seat is not None:
        answer["scored_seat"] = outcome.scored_seat
    if outcome.ruling:
        answer["ruling"] = ruling_as_dict(outcome.ruling)
    if outcome.verdict:
        answer["verdict"] = verdict_as_dict(outcome.verdict)
    return answer


def judged_as_dict(judged: JudgedEvent) -> dict[str, Json]:
    """One event of a replay."""
    return {
        "number": judged.number,
        "event": recorded_as_dict(judged.recorded),
        **outcome_as_dict(judged.outcome),
        "sheet": list(judged.sheet),
        "differences": [_difference(difference) for difference in judged.differences],
    }


def replay_end_as_dict(replay: Replay) -> dict[str, Json]:
    """How a replay ended."""
    return {
        "as_the_rules_say": replay.as_the_rules_say,
        "unjudged_count": replay.unjudged_count,
        "unsettled": [_refusal(refusal) for refusal in replay.unsettled],
        "end_state": state_as_dict(replay.state),
    }


def _refusal(refusal: EventRefusal) -> Json:
    return {
        "code": refusal.code.value,
        "squares": [{"row": square.row, "column": square.column} for square in refusal.squares],
        "words": list(refusal.words),
        "message": refusal.message,
    }


def _difference(difference: Difference) -> Json:
    return {
        "kind": difference.kind.value,
        "recorded": difference.recorded,
        "by_the_rules": difference.by_the_rules,
        "carried": difference.carried,
    }


def _ending(ending: Ending) -> Json:
    out: dict[str, Json] = {} if ending.out_seat is None else {"out_seat": ending.out_seat}
    return {"reason": ending.reason.value, **out}


def _final(final: FinalScores) -> Json:
    return {
        "scores": list(final.scores),
        "lost": list(final.lost),
        "gained": list(final.gained),
        "winners": list(final.winners),
    }
