"""Whether the tiles of a move lie as the rules ask: on free squares, in line, unbroken, connected, over the start.

In: the board before, the tiles. Out: violations. Never: words, scores.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from adjudicator.board import Board, Square
from adjudicator.formation import formed_runs
from adjudicator.moves import PlacedTile
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Violation, ViolationCode


def layable(ruleset: Ruleset, board: Board, tiles: Sequence[PlacedTile]) -> tuple[list[PlacedTile], list[Violation]]:
    """Return the tiles that can lie where they were put, and a violation for each flaw of the others.

    Of two tiles on one square the first can lie. A tile with a letter that is none here can lie, but forms no
    word.
    """
    can_lie: dict[Square, PlacedTile] = {}
    violations: list[Violation] = []
    for placed in tiles:
        square = placed.square
        if placed.letter not in ruleset.tiles.points:
            message = f"the tile on {square}: {ruleset.name_stranger(placed.letter)}"
            violations.append(_at(ViolationCode.UNKNOWN_LETTER, [square], message))
        if not board.holds(square):
            message = f"{square} is off the board of {board.row_count} × {board.column_count} squares, counted from 0"
            violations.append(_at(ViolationCode.OFF_BOARD, [square], message))
        elif square in board.tiles or square in board.face_down:
            message = f"{square} holds a tile; lay on free squares only"
            violations.append(_at(ViolationCode.OCCUPIED, [square], message))
        elif square in can_lie:
            message = f"two tiles on {square}; lay one"
            violations.append(_at(ViolationCode.DUPLICATE_SQUARE, [square], message))
        else:
            can_lie[square] = placed
    return list(can_lie.values()), violations


def placement_violations(
    ruleset: Ruleset, board: Board, named: Sequence[PlacedTile], tiles: Sequence[PlacedTile]
) -> list[Violation]:
    """Judge how ``tiles`` (those of ``named`` that can lie) lie on ``board``."""
    if not named:
        return [_at(ViolationCode.NO_TILES, [], "no tile is laid; lay one or more, or pass or exchange")]
    if not tiles:
        return []
    laid = frozenset(placed.square for placed in tiles)
    violations = _line_violations(board, laid) if ruleset.rules.single_line else []
    if not board.tiles:
        return violations + _first_move_violations(ruleset, laid, len(named))
    return violations + _connection_violations(ruleset, board, laid, tiles)


def _line_violations(board: Board, laid: frozenset[Square]) -> list[Violation]:
    """All tiles in one row or column, with no free square between (text 003, Ułożenie pierwszego słowa)."""
    rows = {square.row for square in laid}
    columns = {square.column for square in laid}
    if len(rows) > 1 and len(columns) > 1:
        message = "the tiles lie in several rows and columns; lay them in one row or one column"
        return [_at(ViolationCode.NOT_ONE_LINE, laid, message)]
    between = {
        Square(row, column)
        for row in range(min(rows), max(rows) + 1)
        for column in range(min(columns), max(columns) + 1)
    }
    gaps = between - laid - board.tiles.keys()
    if not gaps:
        return []
    return [_at(ViolationCode.GAP, gaps, f"{_listed(gaps)} between the tiles stays free; fill the line")]


def _first_move_violations(ruleset: Ruleset, laid: frozenset[Square], named_count: int) -> list[Violation]:
    """The start square covered, tiles enough, all in one group (text 000, Процесс игры; text 003)."""
    rules, start = ruleset.rules, ruleset.layout.start
    violations: list[Violation] = []
    if named_count < rules.first_move_min_tiles:
        message = f"the first move lays {rules.first_move_min_tiles} tiles or more"
        violations.append(_at(ViolationCode.FIRST_TOO_SHORT, laid, message))
    if start not in laid:
        message = f"no tile covers {start}; the first move goes over that square"
        violations.append(_at(ViolationCode.CENTRE_NOT_COVERED, [start], message))
    if rules.first_move_single_group:
        root = start if start in laid else min(laid)
        apart = laid - _linked([root], laid)
        if apart:
            message = f"{_listed(apart)} hang apart; the first move is one group of tiles"
            violations.append(_at(ViolationCode.NOT_CONNECTED, apart, message))
    return violations


def _connection_violations(
    ruleset: Ruleset, board: Board, laid: frozenset[Square], tiles: Sequence[PlacedTile]
) -> list[Violation]:
    """Each tile hangs on a tile that lay before, through other new tiles or not (text 000; text 001)."""
    touching = [square for square in laid if any(near in board.tiles for near in square.neighbours())]
    apart = laid - _linked(touching, laid)
    if apart:
        message = f"{_listed(apart)} hang on no tile that lay before; join them to the board"
        return [_at(ViolationCode.NOT_CONNECTED, apart, message)]
    if ruleset.rules.main_word_includes_old:
        beside = laid - _written_through_old(board, laid, tiles)
        if beside:
            message = f"the word on {_listed(beside)} only lies beside others; include a letter that lay before"
            return [_at(ViolationCode.NOT_CONNECTED, beside, message)]
    return []


def _linked(roots: Iterable[Square], laid: Set[Square]) -> set[Square]:
    """The laid squares reached from ``roots`` over laid neighbours."""
    reached = set(roots)
    waiting = list(reached)
    while waiting:
        for near in waiting.pop().neighbours():
            if near in laid and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


def _written_through_old(board: Board, laid: frozenset[Square], tiles: Sequence[PlacedTile]) -> set[Square]:
    """The laid squares whose written word has a letter that lay before, or shares a tile with one that has.

    A *written* word has two new tiles or more; a word with one new tile merely arises beside it. A tile that
    is in no written word stands for itself.
    """
    after = board.with_tiles([(placed.square, placed.tile) for placed in tiles])
    runs = [frozenset(squares) for _, squares in formed_runs(after, laid)]
    written = [run for run in runs if len(run & laid) > 1]
    anchored = laid - frozenset().union(*written)
    anchored |= frozenset().union(*[run & laid for run in written if run - laid])
    found: set[Square] = set()
    while len(anchored) > len(found):
        found = set(anchored)
        anchored |= frozenset().union(*[run & laid for run in written if run & anchored])
    return found


def _at(code: ViolationCode, squares: Iterable[Square], message: str) -> Violation:
    return Violation(code=code, squares=tuple(sorted(squares)), message=message)


def _listed(squares: Iterable[Square]) -> str:
    return ", ".join(str(square) for square in sorted(squares))
