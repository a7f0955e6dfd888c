"""What the tiles left on racks are worth, and who has won.

In: scores, racks, why the game ended. Out: `FinalScores`. Never: how the racks came about.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.game_rules import GameRules
from adjudicator.moves import BLANK
from adjudicator.ruleset import Ruleset
from adjudicator.seating import Seating
from adjudicator.state import Ending, EndReason, FinalScores


def rack_value(ruleset: Ruleset, rules: GameRules, rack: Sequence[str]) -> int:
    """The points of unplayed tiles; a blank counts what the ruleset says."""
    return sum(rules.blank_rack_value if tile == BLANK else ruleset.tiles.points[tile] for tile in rack)


def racks_are_lost(rules: GameRules, ending: Ending) -> bool:
    """Whether everybody's unplayed tiles are counted off after such an end.

    With a score agreed on, the text counts nothing off (text 001 does so only when the tiles are used up).
    """
    by_target = ending.reason is EndReason.TARGET_REACHED
    return rules.subtracts_racks and (rules.subtracts_in_target or not by_target)


def racks_are_gained(rules: GameRules, ending: Ending) -> bool:
    """Whether a player who went out gets what his opponents hold (text 000, Конец игры; text 003)."""
    return rules.out_bonus and ending.reason is EndReason.OUT


def final_scores(
    *,
    ruleset: Ruleset,
    seating: Seating,
    scores: Sequence[int],
    racks: Sequence[Sequence[str] | None],
    ending: Ending,
) -> FinalScores | None:
    """Return the result, or None when a rack that counts is not known.

    ``scores`` has one entry a side, ``racks`` one a seat. On sides, who goes out gets what the other sides hold.
    """
    rules = GameRules.of(ruleset)
    lost, gained = [0] * seating.side_count, [0] * seating.side_count
    if racks_are_lost(rules, ending) or racks_are_gained(rules, ending):
        for seat, rack in zip(seating.seats, racks, strict=True):
            if rack is None:
                return None
            value, side = rack_value(ruleset, rules, rack), seating.side(seat)
            if racks_are_lost(rules, ending):
                lost[side - 1] += value
            if racks_are_gained(rules, ending) and ending.out_seat and seating.side(ending.out_seat) != side:
                gained[seating.side(ending.out_seat) - 1] += value
    sums = tuple(score - minus + plus for score, minus, plus in zip(scores, lost, gained, strict=True))
    winners = tuple(side for side, score in enumerate(sums, start=1) if score == max(sums))
    return FinalScores(scores=sums, lost=tuple(lost), gained=tuple(gained), winners=winners)
