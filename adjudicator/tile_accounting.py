"""Counting tiles: the board and the racks together cannot hold more than the set has.

In: a ruleset, a state of play. Out: what is not to be seen, what is too much.
Never: whether a tile may be laid.
"""

from __future__ import annotations

from collections import Counter

from adjudicator.event_refusals import EventCode, Refused, refused, tiles_in_words
from adjudicator.moves import BLANK
from adjudicator.ruleset import Ruleset
from adjudicator.state import GameState


def tiles_are_counted(ruleset: Ruleset) -> bool:
    """Whether it is known which tiles the game has."""
    return ruleset.tiles.total > 0


def tile_set(ruleset: Ruleset) -> Counter[str]:
    """Every tile of the game."""
    return Counter({**ruleset.tiles.counts, BLANK: ruleset.tiles.blank_count})


def known_tiles(state: GameState) -> Counter[str]:
    """The tiles that are to be seen: those on the board, turned over or not, and what is known of the racks."""
    seen = Counter([BLANK if tile.blank else tile.letter for tile in state.board.tiles.values()])
    seen.update(state.turned)
    for hand in state.hands:
        seen.update(hand.known)
    return seen


def overdrawn(ruleset: Ruleset, state: GameState) -> Refused | None:
    """Refuse what takes more tiles of a kind than the set has, more blanks than exist among them."""
    if not tiles_are_counted(ruleset):
        return None
    whole = tile_set(ruleset)
    too_many = known_tiles(state) - whole
    if not too_many:
        return None
    has = ", ".join(f"{whole[tile]} × {'blank' if tile == BLANK else tile}" for tile in too_many)
    message = f"board and racks would hold {tiles_in_words(too_many)} too many; the set has {has}"
    return refused(EventCode.TILE_NOT_IN_SET, message)


def racks_at_end(ruleset: Ruleset, state: GameState) -> tuple[tuple[str, ...] | None, ...]:
    """Every rack, None where it is not known.

    With an empty bag the last unknown tiles follow from the rest of the set, when one rack alone has some.
    """
    unknown = [seat for seat, hand in enumerate(state.hands, start=1) if hand.unknown_count]
    racks = [hand.tiles for hand in state.hands]
    if len(unknown) == 1 and state.bag_count == 0:
        rest = tile_set(ruleset) - known_tiles(state)
        hand = state.hand(unknown[0])
        if rest.total() == hand.unknown_count:
            racks[unknown[0] - 1] = hand.known + tuple(rest.elements())
    return tuple(racks)
