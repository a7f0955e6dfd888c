"""Writing a game as GCG: who played, and a line a move, in UTF-8.

In: `GameRecord`. Out: text; or `NotExpressibleError` for what the form has no lines for. Draws, written scores and
the mark of the end are left out: the form has racks and totals instead.
Never: numbers other than those of the record, where it has some.
"""

from __future__ import annotations

from collections.abc import Iterator

from adjudicator.board import Axis, Square
from adjudicator.event_refusals import Refused
from adjudicator.events import (
    BlanksRecovered,
    EndRack,
    MoveMade,
    Penalty,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
)
from adjudicator.gcg_moves import CHALLENGE, EXCHANGE, LYING, TIME, WITHDRAWN
from adjudicator.gcg_reading import check_expressible
from adjudicator.moves import Exchange, Pass, Placement
from adjudicator.record import GameRecord
from adjudicator.record_errors import NotExpressibleError
from adjudicator.replay import JudgedEvent, replay
from adjudicator.ruling import Ruling
from adjudicator.seating import Seating
from adjudicator.state import GameState
from adjudicator.step import Step

_OWN_FORM = "use the project's own record (JSON)"


def write_gcg(record: GameRecord) -> str:
    """The game as text. Points and totals are those of the record, or where it has none, those of the rules.

    Raises `NotExpressibleError` for a ruleset or an event that the form has no lines for, for sides of several
    players, and for an event that the rules do not allow.
    """
    check_expressible(record.game.ruleset)
    seating = record.game.seating
    if seating.side_count != seating.seat_count:
        raise NotExpressibleError("GCG has no sides of several players", mend=_OWN_FORM)
    lines = ["#character-encoding UTF-8"]
    shorts = _short_names(seating)
    lines += [f"#player{seat} {shorts[seat]} {_one_line(seating.name(seat))}" for seat in seating.seats]
    lines += [f"#title {_one_line(record.title)}"] if record.title else []
    lines += [f"#{_one_line(name)} {_one_line(text)}".rstrip() for name, text in record.remarks]
    lines += ["#incomplete"] if record.incomplete else []
    judged = replay(record)
    state = judged.opening
    for event in judged.events:
        if isinstance(event.outcome, Refused):
            reasons = "; ".join(refusal.message for refusal in event.outcome.refusals)
            reason = f"event {event.number} is not allowed ({reasons})"
            raise NotExpressibleError(reason, mend="mend the record first, or keep it in the project's own form")
        _check_challenger(event, event.outcome, seating)
        lines += _event_lines(event, event.outcome, state, seating, shorts)
        state = event.outcome.state
    return "\n".join(lines) + "\n"


def _check_challenger(judged: JudgedEvent, step: Step, seating: Seating) -> None:
    """Refuse a wrong challenge that costs a turn of another than the next player: the form does not tell whose."""
    lost_by = step.verdict.effect.turn_lost_by if step.verdict and step.verdict.play_stands else None
    if lost_by is None or step.scored_seat is None or lost_by == seating.after(step.scored_seat):
        return
    reason = f"GCG does not tell who made a challenge, and in event {judged.number} it was not the next player"
    raise NotExpressibleError(reason, mend=_OWN_FORM)


def _short_names(seating: Seating) -> dict[int, str]:
    """A name without spaces and colons for each seat, no two alike."""
    shorts: dict[int, str] = {}
    for seat, player in enumerate(seating.players, start=1):
        short = "_".join((player.short or player.name).replace(":", " ").split())
        shorts[seat] = short if short and short not in shorts.values() else f"player{seat}"
    return shorts


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _event_lines(
    judged: JudgedEvent, step: Step, before: GameState, seating: Seating, shorts: dict[int, str]
) -> Iterator[str]:
    """The lines of one event with its note."""
    event = judged.recorded.event
    if isinstance(event, RackShown):
        yield f"#rack{event.seat} {''.join(event.letters)}"
    else:
        middle = _middle(judged, step, before)
        if middle is not None and step.scored_seat is not None:
            score = step.score if judged.recorded.score is None else judged.recorded.score
            total = judged.sheet[seating.side(step.scored_seat) - 1]
            total = total if judged.recorded.total is None else judged.recorded.total
            yield f">{shorts[step.scored_seat]}: {middle} {score:+d} {total}"
    if judged.recorded.note:
        for note in judged.recorded.note.split("\n"):
            yield f"#note {_one_line(note)}".rstrip()


def _middle(judged: JudgedEvent, step: Step, before: GameState) -> str | None:
    """What stands between the name and the points; None for an event that the form leaves out."""
    match judged.recorded.event:
        case MoveMade() as made:
            rack = made.rack if made.rack is not None else before.hand(made.seat).tiles
            return f"{''.join(rack or ())} {_move(made, step)}".strip()
        case PlayWithdrawn() | PlayRefused():
            return _comes_off(step)
        case PlayChallenged():
            return CHALLENGE if step.verdict and step.verdict.play_stands else _comes_off(step)
        case EndRack() as end:
            rack_text = "".join(end.letters)
            return f"({rack_text})" if end.credited_to else f"{rack_text} ({rack_text})".strip()
        case Penalty():
            return TIME
        case BlanksRecovered():
            raise NotExpressibleError("GCG has no blanks taken from the board", mend=_OWN_FORM)
    return None


def _comes_off(step: Step) -> str:
    """A play that comes off, with the rack it goes back to, as far as all of it is known."""
    rack = step.state.hand(step.scored_seat).tiles if step.scored_seat else None
    return f"{''.join(rack or ())} {WITHDRAWN}".strip()


def _move(made: MoveMade, step: Step) -> str:
    match made.move:
        case Placement() as placement if step.ruling and step.ruling.legal:
            return _play(placement, step.ruling)
        case Exchange() as exchange:
            return EXCHANGE + ("".join(exchange.letters) or str(exchange.count or ""))
        case Pass():
            return EXCHANGE
    raise NotExpressibleError("GCG has no line for a play that is refused and costs the turn", mend=_OWN_FORM)


def _play(placement: Placement, ruling: Ruling) -> str:
    """The place and the main word; a dot for each tile that lay before."""
    main = ruling.words[0]
    laid = {placed.square: placed.tile.symbol for placed in placement.tiles}
    word = "".join([laid.get(square, LYING) for square in main.squares])
    return f"{_place(main.start, main.axis)} {word}"


def _place(square: Square, axis: Axis) -> str:
    row, column = str(square.row + 1), chr(ord("A") + square.column)
    return row + column if axis is Axis.ACROSS else column + row
