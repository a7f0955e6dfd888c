"""The referee: one state and one event make the next state, or every reason why the event cannot happen.

In: a `Game`, a `GameState`, an `Event`. Out: `Step` or `Refused`; an illegal event is an answer and changes
nothing. A whole record is this function, applied from `opening` on (see `replay`).
Never: files, clocks, dealing of tiles.
"""

from __future__ import annotations

from adjudicator.disputes import questioned
from adjudicator.end_of_game import settled
from adjudicator.event_refusals import EventCode, Refused, refused
from adjudicator.events import (
    BlanksRecovered,
    Draw,
    EndRack,
    Event,
    GameEnded,
    MoveMade,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
    ScoreWritten,
    StartDraw,
)
from adjudicator.game import Game
from adjudicator.moves_made import blanks_recovered, move_made
from adjudicator.racks_shown import tiles_drawn, with_letters_shown
from adjudicator.start_draw import drawn_for_start
from adjudicator.state import GameState, Hand
from adjudicator.step import Step
from adjudicator.tile_accounting import tiles_are_counted
from adjudicator.turns import concluded


def opening(game: Game, *, first_seat: int | None) -> GameState:
    """The state before the first event: an empty board, full racks, nothing known of them.

    ``first_seat`` is None when the players draw for the start.
    """
    seats, size = game.seating.seat_count, game.ruleset.rules.rack_size
    counted = tiles_are_counted(game.ruleset)
    left = game.ruleset.tiles.total if counted else seats * size
    hands: list[Hand] = []
    for _ in range(seats):
        hands.append(Hand(count=min(size, left)))
        left -= hands[-1].count
    return GameState(
        board=game.ruleset.empty_board(),
        scores=(0,) * game.seating.side_count,
        hands=tuple(hands),
        bag_count=left if counted else None,
        on_turn=first_seat,
        first_seat=first_seat,
        start_drawing=tuple(game.seating.seats) if first_seat is None else (),
        turns_to_skip=(0,) * seats,
        exchange_counts=(0,) * seats,
    )


def apply(game: Game, state: GameState, event: Event) -> Step | Refused:
    """Let ``event`` happen in ``state``."""
    strangers = [seat for seat in _seats_named(event) if seat not in game.seating.seats]
    if strangers:
        message = f"there is no seat {strangers[0]}; seats are 1 to {game.seating.seat_count}"
        return refused(EventCode.UNKNOWN_SEAT, message)
    match event:
        case MoveMade():
            return move_made(game, state, event)
        case BlanksRecovered():
            return blanks_recovered(game, state, event)
        case PlayChallenged() | PlayRefused() | PlayWithdrawn() | ScoreWritten():
            return questioned(game, state, event)
        case StartDraw() | Draw() | RackShown():
            return _told_of_tiles(game, state, event)
    return settled(game, state, event)


def _seats_named(event: Event) -> tuple[int, ...]:
    """The seats that an event names."""
    match event:
        case GameEnded():
            return ()
        case EndRack() if event.credited_to is not None:
            return event.seat, event.credited_to
    return (event.seat,)


def _told_of_tiles(game: Game, state: GameState, event: StartDraw | Draw | RackShown) -> Step | Refused:
    """Tiles become known."""
    match event:
        case StartDraw():
            return drawn_for_start(game, state, event)
        case Draw():
            told = tiles_drawn(game, state, event)
        case RackShown():
            told = with_letters_shown(game, state, event.seat, event.letters)
    # Known racks may be the last that the final scores wait for.
    return told if isinstance(told, Refused) else Step(state=concluded(game, told) if told.ended else told)
