"""The switches that bear on the course of a game, as typed values.

In: a ruleset. Out: `GameRules`. Never: a single move (see `rules`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Self

from adjudicator.ruleset import Ruleset


class TargetRule(enum.StrEnum):
    """Who still has a turn once a score is reached."""

    #: Those whose turn in this round is still to come.
    COMPLETE_ROUND = "complete_round"
    #: Everybody else, once.
    ONE_MORE_EACH = "one_more_each"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRules:
    """How a game runs and ends. A number of turns or points that is 0 switches its rule off.

    ``passes_each``, ``exchanges_each``: so many by every player, in a row, end the game; ``skips_each`` the same
    for turns without tiles while the bag is empty. ``scoreless_in_row``: so many turns passed or lost in a row,
    whoever passed or lost them. ``out_ends``: a rack and the bag empty end it.
    """

    players_min: int
    players_max: int
    blank_starts_first: bool
    recovery_then_exchange: bool
    recovery_breaks_exchange_row: bool
    pass_counts_as_exchange: bool
    exchange_counts_as_pass: bool
    lost_turn_counts: bool
    repeats_allowed: bool
    out_ends: bool
    exchanges_each: int
    passes_each: int
    skips_each: int
    scoreless_in_row: int
    target_score: int
    target_rule: TargetRule
    subtracts_racks: bool
    subtracts_in_target: bool
    out_bonus: bool
    blank_rack_value: int
    contra_instead_of_word: bool

    @classmethod
    def of(cls, ruleset: Ruleset) -> Self:
        """Name the values of `adjudicator.switches.GAME_SWITCHES`, and of one that only some rulesets have."""
        values = {name: switch.value for name, switch in ruleset.switches.items()}
        return cls(
            players_min=int(values["players.min"]),
            players_max=int(values["players.max"]),
            blank_starts_first=values["start.blank"] == "first",
            recovery_then_exchange=bool(values["swap.then_exchange"]),
            recovery_breaks_exchange_row=bool(values["swap.breaks_exchange_row"]),
            pass_counts_as_exchange=bool(values["pass.counts_as_exchange"]),
            exchange_counts_as_pass=bool(values["end.exchange_counts_as_pass"]),
            lost_turn_counts=bool(values["end.lost_turn_counts"]),
            repeats_allowed=values["repeat_words"] == "allowed",
            out_ends=bool(values["end.out"]),
            exchanges_each=int(values["end.exchanges_each"]),
            passes_each=int(values["end.passes_each"]),
            skips_each=int(values["end.skips_each"]),
            scoreless_in_row=int(values["end.scoreless_in_row"]),
            target_score=int(values["end.target_score"]),
            target_rule=TargetRule(str(values["end.target"])),
            subtracts_racks=bool(values["final.subtract_racks"]),
            subtracts_in_target=bool(values["final.subtract_in_target"]),
            out_bonus=bool(values["final.out_bonus"]),
            blank_rack_value=int(values["blank.rack_value"]),
            contra_instead_of_word=values.get("contra.timing") == "instead_of_word",
        )
