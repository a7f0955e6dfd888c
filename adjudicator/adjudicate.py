"""The ruling on one move, top to bottom: the file to read first.

In: a ruleset, a position, a move, and a judge of words. Out: one `Ruling` with every violation.
Never: files, clocks, whose turn it is.
"""

from __future__ import annotations

from functools import partial

from adjudicator.board import Square
from adjudicator.corner import rule_on_contra
from adjudicator.errors import FieldViolation, RequestError
from adjudicator.formation import formed_words
from adjudicator.moves import Contra, Exchange, Move, Pass, Placement, WordMove
from adjudicator.placement import layable, placement_violations
from adjudicator.position import Position
from adjudicator.rack import exchange_violations, pass_violations, rack_violations
from adjudicator.rules import Validation
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import FormedWord, LeftToDo, Ruling, Violation, ViolationCode
from adjudicator.standing import standing_of, word_violations
from adjudicator.swaps import swapped
from adjudicator.word_move import rule_on_word
from adjudicator.words import Words


def adjudicate(*, ruleset: Ruleset, position: Position, move: Move, words: Words) -> Ruling:
    """Rule on ``move``. "Not legal" and "not a word" are answers; nothing is raised for them.

    Raises `RequestError` for a kind of move that the ruleset does not have.
    """
    rules, word_rules = ruleset.rules, ruleset.word_rules
    match move:
        case Exchange():
            violations = exchange_violations(ruleset, position, move)
            return _without_tiles(position, violations, draw=move.count, turn_passes=rules.exchange_ends_turn)
        case Pass():
            return _without_tiles(position, pass_violations(ruleset, position), draw=0, turn_passes=True)
        case Placement() if word_rules is None:
            return _rule_on_placement(ruleset, position, move, words)
        case WordMove() if word_rules is not None:
            return rule_on_word(ruleset, word_rules, position, move, words)
        case Contra() if word_rules is not None:
            return rule_on_contra(word_rules, position, move)
    found = type(move).__name__
    expected = "tiles laid" if word_rules is None else "a word with its start and direction, or a corner"
    mend = f"send a move that {ruleset.id} has"
    raise RequestError((FieldViolation(field="move", found=found, expected=expected, mend=mend),))


def _rule_on_placement(ruleset: Ruleset, position: Position, move: Placement, words: Words) -> Ruling:
    """Swap, lay, read the words, count: each step adds what it finds wrong."""
    before, violations = swapped(ruleset, position.board, move)
    tiles, unlayable = layable(ruleset, before, move.tiles)
    violations += unlayable
    violations += placement_violations(ruleset, before, move.tiles, tiles)
    after = before.with_tiles([(placed.square, placed.tile) for placed in tiles])
    formed: tuple[FormedWord, ...] = ()
    if tiles and not unlayable:
        rescored = [swap.square for swap in move.swaps] if ruleset.rules.swap_rescores else []
        laid = frozenset(placed.square for placed in tiles)
        formed = formed_words(
            ruleset=ruleset,
            before=before,
            after=after,
            laid=laid,
            rescored=frozenset(square for square in rescored if square in after.tiles),
            standing=partial(standing_of, ruleset, words),
        )
        violations += _word_violations(formed, laid, violations)
    violations += rack_violations(ruleset, position, move)
    if violations:
        return Ruling(board_after=position.board, violations=tuple(violations), words=formed)
    rules = ruleset.rules
    # The bonus is for a whole rack: more tiles than a rack holds cannot come from one.
    bonus = rules.bonus_points if rules.bonus_min_tiles <= len(tiles) <= rules.rack_size else 0
    return Ruling(
        board_after=after,
        words=formed,
        bonus=bonus,
        total=sum(word.score for word in formed) + bonus,
        left_to_do=LeftToDo(
            draw=_drawn(len(tiles), position),
            blanks_kept=max(0, len(move.swaps) - sum(placed.blank for placed in tiles)),
            challenge_open=rules.validation is Validation.CHALLENGE,
        ),
    )


def _word_violations(
    formed: tuple[FormedWord, ...], laid: frozenset[Square], found: list[Violation]
) -> list[Violation]:
    """No word at all, and each word that is not acceptable."""
    too_short = any(violation.code is ViolationCode.FIRST_TOO_SHORT for violation in found)
    if not formed and not too_short:
        message = "the tiles form no word of two letters or more; lay them beside others"
        return [Violation(code=ViolationCode.NO_WORD, squares=tuple(sorted(laid)), message=message)]
    return [violation for word in formed for violation in word_violations(word)]


def _without_tiles(position: Position, violations: list[Violation], *, draw: int, turn_passes: bool) -> Ruling:
    """The ruling on a move that lays nothing."""
    left_to_do = None if violations else LeftToDo(draw=draw, turn_passes=turn_passes)
    return Ruling(board_after=position.board, violations=tuple(violations), left_to_do=left_to_do)


def _drawn(count: int, position: Position) -> int:
    """How many tiles are drawn: as many as were laid, or what is left (text 000, Процесс игры)."""
    return count if position.bag_count is None else min(count, position.bag_count)
