"""Corners between a word across and a word down, where a tile turned over makes the opponent miss a turn.

In: a position and a square. Out: a ruling. Never: whose turn it is, how many corners a turn may take.
"""

from __future__ import annotations

from adjudicator.board import Axis, Board, Square
from adjudicator.moves import Contra
from adjudicator.position import Position
from adjudicator.rules import WordRules
from adjudicator.ruling import LeftToDo, Ruling, Violation, ViolationCode


def rule_on_contra(rules: WordRules, position: Position, move: Contra) -> Ruling:
    """Rule on a tile turned over on a corner (text 002). It scores nothing."""
    violations = _contra_violations(rules, position, move.square)
    if violations:
        return Ruling(board_after=position.board, violations=tuple(violations))
    drawn = 1 if rules.contra_from_rack and position.bag_count != 0 else 0
    return Ruling(
        board_after=position.board.with_face_down(move.square),
        left_to_do=LeftToDo(draw=drawn, turn_passes=False),
    )


def corner_squares(rules: WordRules, board: Board) -> tuple[Square, ...]:
    """Every corner of the board on which a tile may be turned over, in reading order."""
    near = {square for lying in board.tiles for square in lying.diagonal_neighbours() + lying.neighbours()}
    return tuple(sorted(square for square in near if board.is_free(square) and _is_corner(rules, board, square)))


def _is_corner(rules: WordRules, board: Board, square: Square) -> bool:
    """Whether a word across lies above or below ``square`` and a word down to its left or right.

    Where the corner must lie at the crossing, the letter that both share is the one diagonally next to it.
    """
    row, column = square
    across = [
        Square(row + step, column) for step in (-1, 1) if _in_word(board, Square(row + step, column), Axis.ACROSS)
    ]
    down = [Square(row, column + step) for step in (-1, 1) if _in_word(board, Square(row, column + step), Axis.DOWN)]
    if not rules.contra_at_crossing:
        return bool(across and down)
    return any(Square(above.row, beside.column) in board.tiles for above in across for beside in down)


def _in_word(board: Board, square: Square, axis: Axis) -> bool:
    return len(board.run(square, axis)) > 1


def _contra_violations(rules: WordRules, position: Position, square: Square) -> list[Violation]:
    """Everything wrong with a tile turned over on ``square``."""
    board = position.board
    violations: list[Violation] = []
    if not board.holds(square):
        violations.append(_at(ViolationCode.OFF_BOARD, square, f"{square} is off the board; name a corner on it"))
    elif not board.is_free(square):
        violations.append(_at(ViolationCode.OCCUPIED, square, f"{square} holds a tile; name a free corner"))
    elif not _is_corner(rules, board, square):
        corners = ", ".join(str(corner) for corner in corner_squares(rules, board)) or "there is none"
        message = f"{square} is no corner between a word across and a word down; the corners: {corners}"
        violations.append(_at(ViolationCode.NOT_A_CORNER_FIELD, square, message))
    if rules.contra_from_rack and position.rack == ():
        message = "the rack is empty; a tile of it is turned over"
        violations.append(_at(ViolationCode.TILE_NOT_ON_RACK, square, message))
    return violations


def _at(code: ViolationCode, square: Square, message: str) -> Violation:
    return Violation(code=code, squares=(square,), message=message)
