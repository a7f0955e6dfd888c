"""Who may still question the last play, and whom an event takes that right from.

In: a game, a state; an event with the state after it. Out: seats.
Never: whether the event may happen (see `referee`), who records it (the rules leave that to the table).
"""

from __future__ import annotations

from adjudicator.events import BlanksRecovered, Event, MoveMade, PlayChallenged, PlayRefused, PlayWithdrawn
from adjudicator.game import Game
from adjudicator.rules import Validation
from adjudicator.state import GameState


def may_question(game: Game, state: GameState) -> tuple[int, ...]:
    """The seats that may challenge the last play, or refuse it where the players agree on words."""
    play, rules = state.open_play, game.ruleset.rules
    if play is None:
        return ()
    others = tuple(seat for seat in game.seating.seats if game.seating.side(seat) != game.seating.side(play.seat))
    if rules.validation is not Validation.CHALLENGE:
        return others
    if play.settled.issuperset(play.words):
        return ()
    return tuple(seat for seat in others if not rules.challenge.only_next or seat == game.seating.after(play.seat))


def shut_out(game: Game, before: GameState, event: Event, after: GameState) -> tuple[int, ...]:
    """The seats that could question the last play, and cannot after ``event`` although nobody's turn has passed by it.

    Shut by what is written down: the score (text 003, Kwestionowanie słów), a rack, the end. Not by a verdict, a
    refusal or a withdrawal, which settle the play, nor by the move of the player on turn, to whom the turn has passed.
    """
    match event:
        case PlayChallenged() | PlayRefused() | PlayWithdrawn():
            return ()
        case MoveMade() | BlanksRecovered() if event.seat == before.on_turn:
            return ()
    left = may_question(game, after)
    return tuple(seat for seat in may_question(game, before) if seat not in left)
