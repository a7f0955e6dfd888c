"""What is written down when a game has ended: racks, penalties, the end itself.

In: a state and such an event. Out: the next state, or why not. Never: whether the game has ended (see `turns`).
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.event_refusals import EventCode, Refused, refused
from adjudicator.events import EndRack, GameEnded, Penalty
from adjudicator.final_scores import rack_value, racks_are_gained, racks_are_lost
from adjudicator.game import Game
from adjudicator.racks_shown import with_letters_shown
from adjudicator.state import GameState
from adjudicator.step import Step
from adjudicator.turns import concluded, window_shut


def settled(game: Game, state: GameState, event: EndRack | Penalty | GameEnded) -> Step | Refused:
    """Write down what belongs to the end of a game."""
    match event:
        case EndRack():
            return _rack_counted(game, state, event)
        case Penalty():
            return _penalised(game, state, event)
        case GameEnded():
            over = _over(game, state)
            return over if isinstance(over, Refused) else Step(state=over)


def _over(game: Game, state: GameState) -> GameState | Refused:
    """The state after the end: once it is recorded, the last play can come off no more (spec of the window)."""
    shut = window_shut(game, state)
    if isinstance(shut, Refused) or shut.ended:
        return shut
    message = "the rules have not ended the game; leave the record without an end while it is going on"
    return refused(EventCode.NOT_OVER, message)


def _rack_counted(game: Game, state: GameState, event: EndRack) -> Step | Refused:
    """Count a rack at the end: off its owner's score, or for who went out (text 003, Zakończenie gry)."""
    over = _over(game, state)
    if isinstance(over, Refused):
        return over
    shown = with_letters_shown(game, over, event.seat, event.letters, whole=True)
    if isinstance(shown, Refused):
        return shown
    ending, value = over.ended, rack_value(game.ruleset, game.rules, event.letters)
    if event.credited_to is None:
        score = -value if ending and racks_are_lost(game.rules, ending) else 0
    else:
        gains = ending and racks_are_gained(game.rules, ending) and ending.out_seat == event.credited_to
        score = value if gains and event.credited_to != event.seat else 0
    return Step(state=concluded(game, shown), score=score, scored_seat=event.credited_to or event.seat)


def _penalised(game: Game, state: GameState, event: Penalty) -> Step:
    """Take points off."""
    side = game.seating.side(event.seat)
    scores = tuple(score - event.points if one == side else score for one, score in enumerate(state.scores, start=1))
    after = replace(state, scores=scores)
    return Step(state=concluded(game, after) if after.ended else after, score=-event.points, scored_seat=event.seat)
