"""Recovering blanks: an own tile put in place of a lying blank before tiles are laid.

In: the board and the swaps of a move. Out: the board after them, and what is wrong with them.
Never: which words are paid again (see `formation`).
"""

from __future__ import annotations

from adjudicator.board import Board, Square, Tile
from adjudicator.moves import Placement, Swap
from adjudicator.rules import SwapRule
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Violation, ViolationCode


def swapped(ruleset: Ruleset, board: Board, move: Placement) -> tuple[Board, list[Violation]]:
    """Return the board after the swaps of ``move``, and every violation.

    A swap needs the very letter the blank stands for; whose blank it is does not matter (text 000, Варианты).
    With ``same_turn`` every blank taken is laid again at once (text 001).
    """
    if not move.swaps:
        return board, []
    violations = _allowance_violations(ruleset, move)
    done: dict[Square, Tile] = {}
    for swap in move.swaps:
        fault = _fault(ruleset, board, swap, done)
        if fault:
            violations.append(fault)
        else:
            done[swap.square] = Tile(letter=swap.letter)
    laid_blanks = sum(placed.blank for placed in move.tiles)
    if ruleset.rules.swap is SwapRule.SAME_TURN and laid_blanks < len(move.swaps):
        message = (
            f"{len(move.swaps)} blanks taken, {laid_blanks} laid; a blank taken from the board is laid in the same turn"
        )
        squares = tuple(swap.square for swap in move.swaps)
        violations.append(Violation(code=ViolationCode.SWAP_BLANK_NOT_USED, squares=squares, message=message))
    return board.with_tiles(done.items()), violations


def _allowance_violations(ruleset: Ruleset, move: Placement) -> list[Violation]:
    """Whether this game lets blanks be taken, and so many."""
    squares = tuple(swap.square for swap in move.swaps)
    rules = ruleset.rules
    if rules.swap is SwapRule.OFF:
        message = "a blank stays where it lies in this game; play without the swap"
    elif len(move.swaps) > rules.swaps_per_turn:
        message = f"{len(move.swaps)} swaps; this game allows {rules.swaps_per_turn} a turn"
    else:
        return []
    return [Violation(code=ViolationCode.SWAP_NOT_ALLOWED, squares=squares, message=message)]


def _fault(ruleset: Ruleset, board: Board, swap: Swap, done: dict[Square, Tile]) -> Violation | None:
    """What is wrong with one swap, if anything."""
    lying = board.tiles.get(swap.square)
    if not board.holds(swap.square):
        code, message = ViolationCode.OFF_BOARD, f"{swap.square} is off the board; name a square that holds a blank"
    elif swap.square in done:
        code, message = ViolationCode.DUPLICATE_SQUARE, f"{swap.square} is swapped twice; name it once"
    elif swap.letter not in ruleset.tiles.points:
        code = ViolationCode.UNKNOWN_LETTER
        message = f"{ruleset.name_stranger(swap.letter)}; swap for the letter that the blank stands for"
    elif not lying or not lying.blank:
        code = ViolationCode.SWAP_NO_BLANK_THERE
        message = f"no blank lies on {swap.square}; name a square that holds one"
    elif lying.letter != swap.letter:
        code = ViolationCode.SWAP_WRONG_LETTER
        message = f"the blank on {swap.square} stands for {lying.letter}, not {swap.letter}; give the same letter"
    else:
        return None
    return Violation(code=code, squares=(swap.square,), message=message)
