"""What a caller may see of a game: all of it, or no letters of other racks.

In: a game, a state, who looks; events and states as JSON-like values. Out: the same without what is hidden.
Never: an opinion on an event.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from adjudicator.event_refusals import EventCode, Refused, refused
from adjudicator.events import Event
from adjudicator.game import Game
from adjudicator.referee import apply
from adjudicator.rules import Validation
from adjudicator.state import GameState, Hand
from server.games.tokens import ARBITER

#: Fields of events that name tiles of the player's rack.
_OF_THE_RACK = ("rack", "turned")


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """How far a seat sees. The arbiter sees all; so does everybody where racks lie open, and when a game is over."""

    seat: int
    sees_all: bool

    @classmethod
    def of(cls, game: Game, state: GameState, seat: int) -> Sight:
        """Return how far ``seat`` sees in ``state``."""
        opened = bool(game.ruleset.switches["rack.open"].value)
        return cls(seat=seat, sees_all=seat == ARBITER or opened or state.ended is not None)

    def sees_rack_of(self, seat: int) -> bool:
        """Whether the letters of that rack may be shown."""
        return self.sees_all or seat == self.seat

    def event(self, event: Mapping[str, Any]) -> dict[str, Any]:
        """Return an event of a record (docs/game-record.md) without letters that are hidden: their number stays."""
        shown = dict(event)
        if self.sees_rack_of(shown.get("seat", ARBITER)):
            return shown
        for key in _OF_THE_RACK:
            shown.pop(key, None)
        if shown["type"] == "draw" and "letters" in shown:
            shown["count"] = len(shown.pop("letters"))
        if shown["type"] == "rack":
            shown["letters"] = []
        if shown["type"] == "move" and "letters" in shown["move"].get("exchange", {}):
            shown["move"] = {**shown["move"], "exchange": {"count": len(shown["move"]["exchange"]["letters"])}}
        return shown

    def state(self, state: GameState) -> GameState:
        """Return a state in which no tile of a hidden rack is known: their number stays."""
        if self.sees_all:
            return state
        hands = tuple(
            hand if self.sees_rack_of(seat) else Hand(count=hand.count)
            for seat, hand in enumerate(state.hands, start=1)
        )
        opened = state.open_play and replace(state.open_play, before=self.state(state.open_play.before))
        return replace(state, hands=hands, open_play=opened)


def refusal_seen(game: Game, state: GameState, event: Event, *, seat: int, refusal: Refused) -> Refused:
    """Return why an event is refused, as far as ``seat`` may know it.

    A refusal costs nothing. Were it told by the racks of others, they could be asked for tile by tile.
    """
    sight = Sight.of(game, state, seat)
    if sight.sees_all:
        return refusal
    seen = apply(game, sight.state(state), event)
    if isinstance(seen, Refused):
        return seen
    message = "tiles told of other racks leave no room for this; ask the arbiter, who sees them all"
    return refused(EventCode.TILE_NOT_IN_SET, message)


def lexicon_is_shut(game: Game, state: GameState) -> bool:
    """Whether nobody who plays may look words up now: they are judged by challenge, and the game runs."""
    return game.ruleset.rules.validation is Validation.CHALLENGE and state.ended is None
