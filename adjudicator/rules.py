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


class Incidental(enum.StrEnum):
    """What becomes of the runs that arise beside the one word of a move."""

    MUST_BE_WORDS = "must_be_words"
    IGNORED = "ignored"
    FORBIDDEN = "forbidden"


class Attachment(enum.StrEnum):
    """How the one word of a move hangs on what lies."""

    #: It takes in or touches a letter or a face-down tile that lay before.
    TOUCH = "touch"
    #: It takes in a letter that lay before.
    CROSS = "cross"
    #: It may lie anywhere.
    NONE = "none"


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
class WordRules:
    """What a move that is one word with a tile turned over behind it is judged by, beside `Rules`.

    ``turned_from_rack``, ``contra_from_rack``: the tile turned over is one of the player's; otherwise there is
    a supply. ``satisfied_by_turned``: a tile turned over earlier on the square behind the word will do.
    ``exempt_without_square``, ``exempt_without_tile``: no tile is turned over when no free square touches the
    word, or when the player has no tile left. ``diagonal``: a corner counts as touching. ``start_covered``:
    the first word goes over the start square. ``contra_instead_of_word``: a corner is taken instead of laying a
    word, otherwise after one. ``contra_at_crossing``: the corner lies at the letter that both
    its words share.
    """

    incidental: Incidental
    attachment: Attachment
    turned_from_rack: bool
    satisfied_by_turned: bool
    exempt_without_square: bool
    exempt_without_tile: bool
    diagonal: bool
    start_covered: bool
    exchanges_per_game: int
    contra_instead_of_word: bool
    contra_at_crossing: bool
    contra_from_rack: bool
    contra_per_word: int
    contra_max_in_row: int

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Self:
        """Name the values of `adjudicator.switches.WORD_SWITCHES`."""
        return cls(
            incidental=Incidental(str(values["incidental"])),
            attachment=Attachment(str(values["connection"])),
            turned_from_rack=values["terminator.source"] == "rack",
            satisfied_by_turned=values["terminator.if_end_taken"] == "satisfied",
            exempt_without_square=values["terminator.if_impossible"] == "exempt",
            exempt_without_tile=values["terminator.if_no_tile"] == "exempt",
            diagonal=values["terminator.adjacent"] == "any",
            start_covered=bool(values["first_move.centre"]),
            exchanges_per_game=int(values["exchange.per_game"]),
            contra_instead_of_word=values["contra.timing"] == "instead_of_word",
            contra_at_crossing=values["contra.corner"] == "at_crossing",
            contra_from_rack=values["contra.source"] == "rack",
            contra_per_word=int(values["contra.per_word"]),
            contra_max_in_row=int(values["contra.max_in_row"]),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """What a move is judged by. Points and tiles are whole numbers.

    ``exchange_returns_first``: tiles go back to the bag before others are drawn.
    ``refusal_loses_turn``: a wrong move that is refused on entry ends the turn; otherwise the player tries again.
    """

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
    exchange_returns_first: bool
    exchange_ends_turn: bool
    pass_needs_empty_bag: bool
    validation: Validation
    refusal_loses_turn: bool
    challenge: ChallengeRules

    @classmethod
    def from_values(cls, values: Mapping[str, Value]) -> Self:
        """Name the values of `adjudicator.switches.MOVE_SWITCHES`, and of others that a move's outcome depends on."""
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
            exchange_returns_first=values["exchange.order"] == "return_first",
            exchange_ends_turn=bool(values["exchange.ends_turn"]),
            pass_needs_empty_bag=values["pass.when"] == "bag_empty",
            validation=Validation(str(values["validation.mode"])),
            refusal_loses_turn=values["validation.on_refusal"] == "lose_turn",
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
