"""The tile turned over behind a word: whether one is owed, and whether it lies where it must.

In: the board with the word on it, and the square of the tile. Out: violations.
Never: what the word is worth, whether it is one.
"""

from __future__ import annotations

from collections.abc import Sequence

from adjudicator.board import Axis, Board, Square
from adjudicator.moves import WordMove
from adjudicator.rules import WordRules
from adjudicator.ruling import Violation, ViolationCode


def turned_tile_violations(
    rules: WordRules, board: Board, squares: Sequence[Square], axis: Axis, move: WordMove, *, tile_left: bool
) -> list[Violation]:
    """Judge the face-down tile of ``move``, whose word lies on ``squares`` of ``board``.

    After every word a tile is turned over on the square behind its last letter; where that cannot be, on
    another square beside the word (text 002). ``tile_left``: the player has one.
    """
    end = squares[-1].step(axis)
    beside = _beside(rules, squares)
    free = sorted(square for square in beside if board.is_free(square))
    if move.face_down is None:
        satisfied = end in board.face_down and rules.satisfied_by_turned
        exempt = (not free and rules.exempt_without_square) or (not tile_left and rules.exempt_without_tile)
        return [] if satisfied or exempt else [_missing([end] if end in free else free)]
    violations = _lying_violations(board, move.face_down)
    if end in free:
        if move.face_down != end:
            message = f"the face-down tile lies on {move.face_down}, but {end} behind the word is free; lay it there"
            violations.append(_at(ViolationCode.TERMINATOR_NOT_AT_END, [move.face_down, end], message))
    elif move.face_down not in beside:
        message = f"the face-down tile on {move.face_down} does not touch the word; lay it beside the word"
        violations.append(_at(ViolationCode.TERMINATOR_NOT_ADJACENT, [move.face_down], message))
    return violations


def _beside(rules: WordRules, squares: Sequence[Square]) -> set[Square]:
    """The squares that touch a word, orthogonally or, where corners count, diagonally too; some off the board."""
    beside = {near for square in squares for near in square.neighbours()}
    if rules.diagonal:
        beside |= {near for square in squares for near in square.diagonal_neighbours()}
    return beside - set(squares)


def _missing(places: Sequence[Square]) -> Violation:
    where = ", ".join(str(square) for square in places) or "a square beside the word, of which none is free"
    message = f"no tile is turned over behind the word; turn one over on {where}"
    return _at(ViolationCode.TERMINATOR_MISSING, places, message)


def _lying_violations(board: Board, square: Square) -> list[Violation]:
    """Whether a tile can lie on ``square`` at all."""
    if not board.holds(square):
        return [
            _at(ViolationCode.OFF_BOARD, [square], f"{square} is off the board; turn the tile over on a square of it")
        ]
    if not board.is_free(square):
        return [_at(ViolationCode.OCCUPIED, [square], f"{square} holds a tile; turn the tile over on a free square")]
    return []


def _at(code: ViolationCode, squares: Sequence[Square], message: str) -> Violation:
    return Violation(code=code, squares=tuple(sorted(squares)), message=message)
