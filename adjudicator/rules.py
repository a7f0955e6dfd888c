"""The switches that bear on one move, as typed values.

In: switch values, already checked. Out: `Rules`. Never: where a value comes from (see `switches`).
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from adjudicator.switches import Value


class Premiums(enum.StrEnum):
    """When a premium square acts."""

    #: Only in the move that covers it.
    ONCE = "once"
    #: In every scored word through it, whenever it was covered.
    ALWAYS = "always"
    #: As ALWAYS, except when a word at right angles to the one that covered it is lengthened later.
    LISTED = "listed"


class SwapRule(enum.StrEnum):
    """Whether an own tile may be put in place of a lying blank."""

    OFF = "off"
    SAME_TURN = "same_turn"
    ANY_TURN = "any_turn"


class Validation(enum.StrEnum):
    """Who finds a wrong word."""

    #: Checked on entry; the move is refused.
    AUTO = "auto"
    #: The other players refuse it; the lexicon speaks for them.
    CONSENSUS = "consensus"
    #: Nobody, unless it is challenged.
    CHALLENGE = "challenge"


class ChallengeScope(enum.StrEnum):
    """What a challenge puts to the test."""

    NAMED = "named"
    PLAY = "play"


class WrongChallenge(enum.StrEnum):
    """What a challenge costs when the words are good."""

    NONE = "none"
    LOSE_TURN = "lose_turn"
    POINTS = "points"


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRules:
    """Who may challenge, until when, what, and at what cost.

    ``only_next``: only the player whose turn is next. ``until_score_written``: the window shuts when the
    score is written or the turn has passed, whichever is first; otherwise when the turn has passed.
    ``told_per_word``: each word's result is announced. ``points``: what the challenged player gains from a
    wrong challenge, per play or ``per_word`` challenged.
    """

    only_next: bool
    until_score_written: bool
    scope: ChallengeScope
    told_per_word: bool
    wrong: WrongChallenge
    points: int
    per_word: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a move of the square-set games is judged by. Points and tiles are whole numbers."""

    rack_size: int
    single_line: bool
    main_word_includes_old: bool
    first_move_min_tiles: int
    first_move_single_group: bool
    premiums: Premiums
    blank_takes_letter_value: bool
    swap: SwapRule
    swap_rescores: bool
    swaps_per_turn: int
    long_word_bonus: bool
    long_word_from_letter: int
    long_word_cumulative: bool
    long_word_before_multiplier: bool
    bonus_points: int
    bonus_min_tiles: int
    exchange_min_bag: int
    exchange_min_tiles: int
    pass_needs_empty_bag: bool
    validation: Validation
    challenge: ChallengeRules

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Self:
        """Name the values of `adjudicator.switches.MOVE_SWITCHES`."""
        return cls(
            rack_size=int(values["rack.size"]),
            single_line=bool(values["single_line"]),
            main_word_includes_old=values["connection"] == "main_word_includes_old",
            first_move_min_tiles=int(values["first_move.min_tiles"]),
            first_move_single_group=bool(values["first_move.single_group"]),
            premiums=Premiums(str(values["premium"])),
            blank_takes_letter_value=values["blank_value"] == "letter",
            swap=SwapRule(str(values["swap"])),
            swap_rescores=bool(values["swap.rescore"]),
            swaps_per_turn=int(values["swap.max_per_turn"]),
            long_word_bonus=bool(values["long_word_bonus"]),
            long_word_from_letter=int(values["long_word_bonus.from_letter"]),
            long_word_cumulative=bool(values["long_word_bonus.cumulative"]),
            long_word_before_multiplier=bool(values["long_word_bonus.before_multiplier"]),
            bonus_points=int(values["bonus.points"]),
            bonus_min_tiles=int(values["bonus.min_tiles"]),
            exchange_min_bag=int(values["exchange.min_bag"]),
            exchange_min_tiles=int(values["exchange.min_tiles"]),
            pass_needs_empty_bag=values["pass.when"] == "bag_empty",
            validation=Validation(str(values["validation.mode"])),
            challenge=_challenge_rules(values),
        )


def _challenge_rules(values: Mapping[str, Value]) -> ChallengeRules:
    wrong, _, points = str(values["challenge.wrong"]).partition(":")
    return ChallengeRules(
        only_next=values["challenge.who"] == "next",
        until_score_written=values["challenge.window"] == "score_or_turn",
        scope=ChallengeScope(str(values["challenge.scope"])),
        told_per_word=values["challenge.told"] == "per_word",
        wrong=WrongChallenge(wrong),
        points=int(points or 0),
        per_word=values["challenge.points_per"] == "word",
    )
