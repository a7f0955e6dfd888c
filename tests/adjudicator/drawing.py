"""Boards drawn in tests: a window of the board, what lies on the left, what is laid on the right.

In: a picture and a ruleset. Out: a position and a move. Never: an opinion on the move.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from pathlib import Path

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Board, Square
from adjudicator.moves import PlacedTile, Placement, Swap
from adjudicator.position import Position
from adjudicator.ruleset import Ruleset, load_ruleset
from adjudicator.ruling import Ruling
from adjudicator.words import AcceptedWords, Unchecked, Words
from lexicon.alphabet import Word

DATA = Path(__file__).parents[2] / "data"

#: Where the top left corner of a window lies, unless a test says otherwise: its second row is the middle row.
CORNER = Square(6, 6)


def ruleset(ruleset_id: str, settings: Mapping[str, object] | None = None) -> Ruleset:
    """A shipped ruleset with some switches set."""
    return load_ruleset(DATA, ruleset_id, settings or {})


def split(picture: str) -> tuple[list[str], list[str]]:
    """The left and the right half of a picture, rows of equal length."""
    halves = [line.split() for line in picture.strip().splitlines()]
    return [half[0] for half in halves], [half[1] for half in halves]


def board(rules: Ruleset, window: Iterable[str], corner: Square = CORNER) -> Board:
    """The whole board with ``window`` on it."""
    rows = list(rules.empty_board().rows())
    for offset, line in enumerate(window):
        row = rows[corner.row + offset]
        rows[corner.row + offset] = row[: corner.column] + line + row[corner.column + len(line) :]
    return rules.board(rows)


def laid(window: Iterable[str], corner: Square = CORNER) -> tuple[PlacedTile, ...]:
    """The tiles of the right half, lower case a blank."""
    return tuple(
        PlacedTile(
            square=Square(corner.row + row, corner.column + column), letter=letter.upper(), blank=letter.islower()
        )
        for row, line in enumerate(window)
        for column, letter in enumerate(line)
        if letter != "."
    )


@functools.cache
def accepted(*words: str) -> AcceptedWords:
    """The only words that count."""
    return AcceptedWords(frozenset(Word(word) for word in words))


def judged(
    rules: Ruleset,
    picture: str,
    *,
    swaps: tuple[Swap, ...] = (),
    corner: Square = CORNER,
    rack: str | None = None,
    words: Words | None = None,
) -> Ruling:
    """The ruling on a drawn move."""
    lying, laying = split(picture)
    position = Position(board=board(rules, lying, corner), rack=None if rack is None else tuple(rack))
    move = Placement(tiles=laid(laying, corner), swaps=swaps)
    return adjudicate(ruleset=rules, position=position, move=move, words=words or Unchecked())


def faults(ruling: Ruling) -> dict[str, list[tuple[int, int]]]:
    """The codes of a ruling with their squares, counted within the window."""
    return {
        violation.code.value: [(square.row - CORNER.row, square.column - CORNER.column) for square in violation.squares]
        for violation in ruling.violations
    }
