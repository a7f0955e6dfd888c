"""The answer on one move: legal or not, why not, what it forms, what it scores.

In: nothing; these are the values. Out: `Ruling` and what it holds.
Never: how it is found (see `adjudicate`).
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from adjudicator.board import Axis, Board, Square
from adjudicator.words import WordStanding
from lexicon.alphabet import Word


class ViolationCode(enum.StrEnum):
    """Why a move is not legal. The wire adds the prefix ``VIOLATION_CODE_``. New values may be added."""

    OFF_BOARD = "OFF_BOARD"
    OCCUPIED = "OCCUPIED"
    DUPLICATE_SQUARE = "DUPLICATE_SQUARE"
    NO_TILES = "NO_TILES"
    UNKNOWN_LETTER = "UNKNOWN_LETTER"
    NO_WORD = "NO_WORD"
    NOT_ONE_LINE = "NOT_ONE_LINE"
    GAP = "GAP"
    NOT_CONNECTED = "NOT_CONNECTED"
    CENTRE_NOT_COVERED = "CENTRE_NOT_COVERED"
    FIRST_TOO_SHORT = "FIRST_TOO_SHORT"
    NOT_A_WORD = "NOT_A_WORD"
    NOT_ELIGIBLE = "NOT_ELIGIBLE"
    SWAP_NOT_ALLOWED = "SWAP_NOT_ALLOWED"
    SWAP_NO_BLANK_THERE = "SWAP_NO_BLANK_THERE"
    SWAP_WRONG_LETTER = "SWAP_WRONG_LETTER"
    SWAP_BLANK_NOT_USED = "SWAP_BLANK_NOT_USED"
    BAG_TOO_SMALL = "BAG_TOO_SMALL"
    SECOND_EXCHANGE_IN_TURN = "SECOND_EXCHANGE_IN_TURN"
    ALREADY_EXCHANGED = "ALREADY_EXCHANGED"
    PASS_NOT_ALLOWED = "PASS_NOT_ALLOWED"  # noqa: S105 -- a pass of the turn
    TERMINATOR_MISSING = "TERMINATOR_MISSING"
    TERMINATOR_NOT_AT_END = "TERMINATOR_NOT_AT_END"
    TERMINATOR_NOT_ADJACENT = "TERMINATOR_NOT_ADJACENT"
    THROUGH_FACE_DOWN = "THROUGH_FACE_DOWN"
    LETTER_CLASH = "LETTER_CLASH"
    WORD_NOT_MAXIMAL = "WORD_NOT_MAXIMAL"
    NOT_ACROSS_OR_DOWN = "NOT_ACROSS_OR_DOWN"
    ONE_WORD_PER_TURN = "ONE_WORD_PER_TURN"
    NOT_A_CORNER_FIELD = "NOT_A_CORNER_FIELD"
    TOO_LATE = "TOO_LATE"
    TILE_NOT_ON_RACK = "TILE_NOT_ON_RACK"
    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    GAME_OVER = "GAME_OVER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Violation:
    """One broken rule, with what broke it.

    ``message`` says in plain English what is wrong and how to mend it; tests and programs read the other
    fields.
    """

    code: ViolationCode
    message: str
    squares: tuple[Square, ...] = ()
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterScore:
    """What one letter brings into one word: its ``value`` (0 for some blanks) times ``letter_premium``.

    ``word_premium`` multiplies the whole word. A premium that does not act is 1.
    """

    square: Square
    letter: str
    value: int
    letter_premium: int = 1
    word_premium: int = 1

    def __str__(self) -> str:
        """Short notation: ``T1x2`` is value 1 on letter ×2, ``S1[Wx3]`` lies on word ×3."""
        letter = f"x{self.letter_premium}" if self.letter_premium > 1 else ""
        word = f"[Wx{self.word_premium}]" if self.word_premium > 1 else ""
        return f"{self.letter}{self.value}{letter}{word}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FormedWord:
    """A word the move forms, what is said of it, and its score in points.

    ``sum`` adds the letters with their premiums, ``multiplier`` is the product of the word premiums,
    ``long_word`` the bonus for length, ``score`` what the word brings.
    """

    word: Word
    start: Square
    axis: Axis
    standing: WordStanding
    sum: int
    multiplier: int
    long_word: int
    score: int
    letters: tuple[LetterScore, ...]

    @property
    def squares(self) -> tuple[Square, ...]:
        """Where it lies, first letter first."""
        return tuple([letter.square for letter in self.letters])


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftToDo:
    """What is to be done after a legal move.

    ``draw`` tiles are drawn from the bag (as many as it holds, when that is known), ``blanks_kept`` recovered
    blanks go to the rack, and the turn passes. ``challenge_open``: the others may challenge first.
    """

    draw: int = 0
    blanks_kept: int = 0
    turn_passes: bool = True
    challenge_open: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """The ruling on one move. Legal when nothing is violated.

    ``words``: main word first, then the rest in reading order; given for an illegal placement too, as far as
    it forms any. ``bonus`` and ``total`` are points; an illegal move scores 0 and leaves the board as it was.
    ``left_to_do`` is None when the move is not legal.
    """

    board_after: Board
    violations: tuple[Violation, ...] = ()
    words: tuple[FormedWord, ...] = ()
    bonus: int = 0
    total: int = 0
    left_to_do: LeftToDo | None = None

    @property
    def legal(self) -> bool:
        """Whether the move stands."""
        return not self.violations
