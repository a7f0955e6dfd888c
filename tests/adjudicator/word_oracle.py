"""A slow, obvious second opinion on a move that is one word with a tile turned over behind it.

In: rows of text, the word with its place, plain switch values. Out: codes, runs beside the word, total.
Never: anything of the adjudicator. It shares no code with what it tests.
"""

from __future__ import annotations

from typing import Any, NamedTuple

Cell = tuple[int, int]

ACROSS: Cell = (0, 1)
DOWN: Cell = (1, 0)


class WordOpinion(NamedTuple):
    """What the oracle says. ``beside``: runs that arise at right angles, with row and column."""

    codes: set[str]
    beside: set[tuple[str, int, int]]
    total: int


class Laid(NamedTuple):
    """One move: a word, the place of its first letter, whether it reads down, and the turned tile."""

    word: str
    row: int
    column: int
    down: bool
    turned: Cell | None


def opinion(
    rows: list[str], move: Laid, values: dict[str, Any], row_numbers: list[int], column_numbers: list[int]
) -> WordOpinion:
    """Judge by looking at every square."""
    before = {(r, c): letter for r, line in enumerate(rows) for c, letter in enumerate(line)}
    along = DOWN if move.down else ACROSS
    cells = [(move.row + k * along[0], move.column + k * along[1]) for k in range(len(move.word))]
    own = [cell for cell in cells if before.get(cell) == "."]
    after = before | {cell: letter for cell, letter in zip(cells, move.word, strict=True) if cell in own}
    codes = letter_faults(before, dict(zip(cells, move.word, strict=True)))
    first_move = all(there in ".#" for there in before.values())
    if len(move.word) == 1:
        codes.add("FIRST_TOO_SHORT" if first_move else "NO_WORD")
    if all(before.get(cell, ".") not in ".#" for cell in cells):
        codes.add("NO_TILES")
    ahead = (cells[-1][0] + along[0], cells[-1][1] + along[1])
    behind = (move.row - along[0], move.column - along[1])
    if any(before.get(cell, ".") not in ".#" for cell in (ahead, behind)):
        codes.add("WORD_NOT_MAXIMAL")
    if not first_move and not attached(before, cells, values["connection"]):
        codes.add("NOT_CONNECTED")
    if "OFF_BOARD" not in codes:
        codes |= turned_tile_faults(after, cells, ahead, move.turned, len(own), values)
    beside = {run for cell in own if len((run := run_through(after, cell, ACROSS if move.down else DOWN))[0]) > 1}
    if beside and values["incidental"] == "forbidden":
        codes.add("ONE_WORD_PER_TURN")
    if codes:
        return WordOpinion(codes, beside, 0)
    return WordOpinion(
        codes, beside, 10 * len(move.word) + (column_numbers[move.column] if move.down else row_numbers[move.row])
    )


def letter_faults(before: dict[Cell, str], letters: dict[Cell, str]) -> set[str]:
    """Letters off the board, on turned tiles, or in the place of others."""
    faults: set[str] = set()
    for cell, letter in letters.items():
        there = before.get(cell)
        if there is None:
            faults.add("OFF_BOARD")
        elif there == "#":
            faults.add("THROUGH_FACE_DOWN")
        elif there not in (".", letter):
            faults.add("LETTER_CLASH")
    return faults


def attached(before: dict[Cell, str], cells: list[Cell], connection: str) -> bool:
    """Whether the word hangs on something, by the rule of the game."""
    if connection == "none" or any(before.get(cell, ".") not in ".#" for cell in cells):
        return True
    reach = set(cells) | {near for cell in cells for near in sides(cell)}
    return connection == "touch" and any(before.get(cell, ".") != "." for cell in reach)


def turned_tile_faults(
    after: dict[Cell, str], cells: list[Cell], ahead: Cell, turned: Cell | None, own: int, values: dict[str, Any]
) -> set[str]:
    """What is wrong with the face-down tile, or with its absence."""
    near = {cell for one in cells for cell in sides(one)}
    if values["terminator.adjacent"] == "any":
        near |= {(r + dr, c + dc) for r, c in cells for dr in (-1, 1) for dc in (-1, 1)}
    near -= set(cells)
    free = {cell for cell in near if after.get(cell) == "."}
    if turned is None:
        excuses = [
            after.get(ahead) == "#" and values["terminator.if_end_taken"] == "satisfied",
            not free and values["terminator.if_impossible"] == "exempt",
            values["terminator.source"] == "rack" and own >= 13 and values["terminator.if_no_tile"] == "exempt",
        ]
        return set() if any(excuses) else {"TERMINATOR_MISSING"}
    faults: set[str] = set()
    if turned not in after:
        faults.add("OFF_BOARD")
    elif after[turned] != ".":
        faults.add("OCCUPIED")
    if ahead in free:
        return faults | (set() if turned == ahead else {"TERMINATOR_NOT_AT_END"})
    return faults | (set() if turned in near else {"TERMINATOR_NOT_ADJACENT"})


def run_through(grid: dict[Cell, str], cell: Cell, step: Cell) -> tuple[str, int, int]:
    """The row of letters through a cell, with the place of its first letter."""
    r, c = cell
    while grid.get((r - step[0], c - step[1]), ".") not in ".#":
        r, c = r - step[0], c - step[1]
    start, letters = (r, c), ""
    while grid.get((r, c), ".") not in ".#":
        letters += grid[r, c]
        r, c = r + step[0], c + step[1]
    return letters, *start


def sides(cell: Cell) -> set[Cell]:
    r, c = cell
    return {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)}


def corners(rows: list[str], values: dict[str, Any]) -> set[Cell]:
    """Every free square with a word across above or below it and a word down beside it."""
    grid = {(r, c): letter for r, line in enumerate(rows) for c, letter in enumerate(line)}
    found: set[Cell] = set()
    for (r, c), there in grid.items():
        for dr, dc in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
            across, down, shared = (r + dr, c), (r, c + dc), (r + dr, c + dc)
            enclosed = there == "." and in_word(grid, across, ACROSS) and in_word(grid, down, DOWN)
            if enclosed and (values["contra.corner"] == "any" or grid.get(shared, ".") not in ".#"):
                found.add((r, c))
    return found


def in_word(grid: dict[Cell, str], cell: Cell, step: Cell) -> bool:
    return grid.get(cell, ".") not in ".#" and len(run_through(grid, cell, step)[0]) > 1
