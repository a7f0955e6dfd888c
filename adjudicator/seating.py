"""Who sits where: players in order of turns, each for himself or on sides.

In: names and sides. Out: `Seating`. Never: whose turn it is (see `state`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """A player; sides are counted from 1. ``short`` is how a score sheet calls him, when it has a shorter name."""

    name: str
    side: int
    short: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seating:
    """The players in order of turns. Seats are counted from 1; a side shares one score (text 001: two against two)."""

    players: tuple[Player, ...]

    @classmethod
    def each_alone(cls, names: Sequence[str]) -> Self:
        """Everybody plays for himself: side and seat have the same number."""
        return cls(players=tuple(Player(name=name, side=seat) for seat, name in enumerate(names, start=1)))

    @property
    def seat_count(self) -> int:
        """How many players there are."""
        return len(self.players)

    @property
    def side_count(self) -> int:
        """How many sides there are."""
        return max(player.side for player in self.players)

    @property
    def seats(self) -> range:
        """Every seat."""
        return range(1, len(self.players) + 1)

    def name(self, seat: int) -> str:
        """The name of the player on ``seat``."""
        return self.players[seat - 1].name

    def side(self, seat: int) -> int:
        """The side of the player on ``seat``."""
        return self.players[seat - 1].side

    def after(self, seat: int) -> int:
        """The seat whose turn follows."""
        return seat % len(self.players) + 1

    def name_side(self, side: int) -> str:
        """The names of everybody on ``side``."""
        return " + ".join(player.name for player in self.players if player.side == side)
