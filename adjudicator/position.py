"""What is known before a move.

In: nothing; this is the value. Out: `Position`. Never: whose turn it is, scores (see the game record).
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.board import Board


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A board, and the mover's ``rack`` and the number of tiles in the bag where they are known.

    ``rack`` holds letters, a blank as `adjudicator.moves.BLANK`. What is None is not checked.
    """

    board: Board
    rack: tuple[str, ...] | None = None
    bag_count: int | None = None
