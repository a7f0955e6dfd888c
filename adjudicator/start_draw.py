"""Who begins: everybody draws a tile, the letter nearest the start of the alphabet wins (text 003, Rozpoczęcie gry).

In: tiles drawn so far. Out: the first seat, once it is settled. Never: racks; the tiles go back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from adjudicator.event_refusals import EventCode, Refused, refused
from adjudicator.events import StartDraw
from adjudicator.game import Game
from adjudicator.moves import BLANK
from adjudicator.racks_shown import stranger_refused
from adjudicator.state import GameState
from adjudicator.step import Step
from adjudicator.tile_accounting import tile_set, tiles_are_counted


def drawn_for_start(game: Game, state: GameState, event: StartDraw) -> Step | Refused:
    """Draw for the start. Those who tie for the best tile draw again among themselves."""
    if state.first_seat is not None:
        return refused(EventCode.START_SETTLED, "it is settled who begins; nobody draws for it any more")
    strangers = stranger_refused(game, (event.tile,))
    if strangers:
        return strangers
    drawing, drawn = state.start_drawing, dict(state.start_draws)
    if event.seat not in drawing or event.seat in drawn:
        waiting = ", ".join(str(seat) for seat in drawing if seat not in drawn)
        message = f"seat {event.seat} has drawn already or is out of the draw; still to draw: seats {waiting}"
        return refused(EventCode.START_SETTLED, message)
    drawn[event.seat] = event.tile
    if tiles_are_counted(game.ruleset) and Counter(drawn.values()) - tile_set(game.ruleset):
        return refused(EventCode.TILE_NOT_IN_SET, f"the set has no other {event.tile}; give the tile that was drawn")
    if len(drawn) < len(drawing):
        return Step(state=replace(state, start_draws=tuple(drawn.items())))
    best = min(_rank(game, tile) for tile in drawn.values())
    tied = tuple(seat for seat in drawing if _rank(game, drawn[seat]) == best)
    first = tied[0] if len(tied) == 1 else None
    after = replace(state, start_draws=(), start_drawing=() if first else tied, first_seat=first, on_turn=first)
    return Step(state=after)


def _rank(game: Game, tile: str) -> int:
    """The place of a tile in the draw: that of its letter; a blank first or last as the ruleset says."""
    if tile == BLANK:
        return -1 if game.rules.blank_starts_first else len(game.ruleset.alphabet.letters)
    return game.ruleset.alphabet.rank(tile)
