"""What becomes known of racks: tiles drawn, seen before a move, or counted at the end.

In: a state and tiles. Out: the state that knows them, or why it cannot be so.
Never: moves.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from adjudicator.event_refusals import EventCode, Refused, refused, tiles_in_words
from adjudicator.events import Draw
from adjudicator.game import Game
from adjudicator.moves import BLANK
from adjudicator.ruling import ViolationCode
from adjudicator.state import GameState
from adjudicator.tile_accounting import known_tiles, overdrawn, tile_set, tiles_are_counted


def with_letters_shown(
    game: Game, state: GameState, seat: int, letters: tuple[str, ...], *, whole: bool = False
) -> GameState | Refused:
    """The state once ``letters`` are seen on a rack, as the ``whole`` of it or as a part."""
    strangers = stranger_refused(game, letters)
    if strangers:
        return strangers
    hand = state.hand(seat)
    shown = hand.showing(letters)
    if shown is None or (whole and len(letters) != hand.count):
        known = tiles_in_words(Counter(hand.known)) or "none known"
        message = (
            f"seat {seat} cannot hold {tiles_in_words(Counter(letters)) or 'no tile'}: the rack has {hand.count} "
            f"tiles, known of them: {known}; give the tiles that are there"
        )
        return refused(EventCode.RACK_IMPOSSIBLE, message)
    if shown.known == hand.known:
        return state
    after = replace(state, hands=state.with_hand(seat, shown))
    return overdrawn(game.ruleset, after) or after


def tiles_drawn(game: Game, state: GameState, event: Draw) -> GameState | Refused:
    """Tell which tiles came to a rack. Tiles set aside for an exchange cannot be among them (text 003)."""
    strangers = stranger_refused(game, event.letters)
    if strangers:
        return strangers
    hand = state.hand(event.seat)
    shown = hand.drawing(event.letters)
    if shown is None or event.count > hand.unknown_count:
        message = (
            f"seat {event.seat} has drawn {hand.unknown_count} tiles that were not told yet, not {event.count}; "
            "tell as many or fewer"
        )
        return refused(EventCode.RACK_IMPOSSIBLE, message)
    after = replace(state, hands=state.with_hand(event.seat, shown))
    if tiles_are_counted(game.ruleset):
        lying_aside = Counter(hand.set_aside) + known_tiles(after) - tile_set(game.ruleset)
        back = lying_aside & Counter(hand.set_aside) & Counter(event.letters)
        if back:
            message = f"{tiles_in_words(back)} lay aside while seat {event.seat} drew; tell what came from the bag"
            return refused(EventCode.RACK_IMPOSSIBLE, message)
    return overdrawn(game.ruleset, after) or after


def stranger_refused(game: Game, letters: tuple[str, ...]) -> Refused | None:
    """Refuse tiles that the game does not have."""
    strangers = [one for one in letters if one != BLANK and one not in game.ruleset.tiles.points]
    if not strangers:
        return None
    return refused(ViolationCode.UNKNOWN_LETTER, game.ruleset.name_stranger(strangers[0]))
