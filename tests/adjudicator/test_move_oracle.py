"""The adjudicator and a slow, obvious second opinion agree on random moves; and a board has no favourite axis."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Board, Square
from adjudicator.moves import PlacedTile, Placement
from adjudicator.position import Position
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Ruling
from adjudicator.words import Unchecked
from tests.adjudicator.drawing import ruleset
from tests.adjudicator.oracle import Cell, Opinion, game, opinion

GAMES = {
    "crosslet": "АОКТЩ",
    "crosslet-en": "AOKTQ",
    "crosslet-blank-recovery": "АОКТЩ",
    "crosslet-letter-blanks": "АОКТЩ",
    "krestoslovitsa": "АОПЛФ",
    "scrabble-pl": "AOKTŻ",
    "scrabble-pl-pfs": "AOKTŻ",
    "scrabble-bg": "АОКТЖ",
}

#: The switches that bear on laying tiles and scoring them, with every value.
SWITCHES: dict[str, list[Any]] = {
    "layout": ["erudit", "scrabble_standard", "scrabble_no_centre", "plain"],
    "premium": ["once", "always", "listed"],
    "blank_value": ["zero", "letter"],
    "single_line": [False, True],
    "long_word_bonus": [False, True],
    "long_word_bonus.from_letter": [3, 6],
    "long_word_bonus.cumulative": [False, True],
    "long_word_bonus.before_multiplier": [False, True],
    "first_move.single_group": [False, True],
    "first_move.min_tiles": [1, 2, 3],
    "bonus.points": [0, 15, 50],
    "bonus.min_tiles": [2, 7],
}


@st.composite
def moves(draw: st.DrawFn, letters: str) -> tuple[list[str], list[Cell]]:
    """A board crowded around the middle, or an empty one, and tiles laid near it; few of them well."""
    tile = st.sampled_from(letters + letters.lower())
    low, high = draw(st.sampled_from([(5, 9), (3, 11), (0, 14)]))
    near = st.integers(low, high)
    grid = [["."] * 15 for _ in range(15)]
    for _ in range(draw(st.integers(0, 5))):
        row, column, down = draw(near), draw(near), draw(st.booleans())
        for step, letter in enumerate(draw(st.lists(tile, min_size=2, max_size=8))):
            r, c = (row + step, column) if down else (row, column + step)
            if r < 15 and c < 15:
                grid[r][c] = letter
    rows = ["".join(row) for row in grid]
    shape = draw(st.sampled_from(["line", "line", "line", "scattered", "wild"]))
    if shape == "line":
        return rows, draw(lines(rows, near, tile))
    place = st.integers(-1, 15) if shape == "wild" else near
    return rows, draw(st.lists(st.tuples(place, place, tile), max_size=8))


@st.composite
def lines(draw: st.DrawFn, rows: list[str], near: st.SearchStrategy[int], tile: st.SearchStrategy[str]) -> list[Cell]:
    """Tiles on the free squares of a line, one after the other: most are legal somewhere."""
    row, column, down = draw(near), draw(near), draw(st.booleans())
    ahead = [(row + step, column) if down else (row, column + step) for step in range(15)]
    free = [(r, c) for r, c in ahead if r < 15 and c < 15 and rows[r][c] == "."]
    return [(r, c, draw(tile)) for r, c in free[: draw(st.integers(1, 7))]]


@functools.cache
def both(ruleset_id: str, changed: tuple[tuple[str, Any], ...]) -> tuple[Ruleset, dict[str, Any]]:
    """The same rules for the adjudicator and for the oracle."""
    return ruleset(ruleset_id, dict(changed)), game(ruleset_id, dict(changed))


def ruling_on(rules: Ruleset, rows: list[str], cells: list[Cell]) -> Ruling:
    tiles = tuple(
        PlacedTile(square=Square(row, column), letter=letter.upper(), blank=letter.islower())
        for row, column, letter in cells
    )
    position = Position(board=rules.board(rows))
    return adjudicate(ruleset=rules, position=position, move=Placement(tiles=tiles), words=Unchecked())


def as_opinion(ruling: Ruling) -> Opinion:
    words: set[tuple[str, int, int, str, int, int, int, int]] = {
        (
            one.word,
            *one.start,
            "H" if one.axis.name == "ACROSS" else "V",
            one.sum,
            one.multiplier,
            one.long_word,
            one.score,
        )
        for one in ruling.words
    }
    return Opinion({violation.code.value for violation in ruling.violations}, words, ruling.total)


def agree(ruleset_id: str, data: st.DataObject) -> None:
    names = data.draw(st.sets(st.sampled_from(sorted(SWITCHES)), max_size=4))
    changed = tuple((name, data.draw(st.sampled_from(SWITCHES[name]))) for name in sorted(names))
    rules, values = both(ruleset_id, changed)
    rows, cells = data.draw(moves(GAMES[ruleset_id]))
    assert as_opinion(ruling_on(rules, rows, cells)) == opinion(rows, cells, values)


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(data=st.data())
@settings(max_examples=250, deadline=None)
def test_the_ruling_is_what_the_oracle_says(ruleset_id: str, data: st.DataObject) -> None:
    agree(ruleset_id, data)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset_id", GAMES)
@given(data=st.data())
@settings(max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_ruling_is_what_the_oracle_says_a_hundred_thousand_times(ruleset_id: str, data: st.DataObject) -> None:
    agree(ruleset_id, data)


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_a_move_and_its_mirror_are_ruled_alike(ruleset_id: str, data: st.DataObject) -> None:
    rules, _ = both(ruleset_id, ())
    rows, cells = data.draw(moves(GAMES[ruleset_id]))
    ruling = as_opinion(ruling_on(rules, rows, cells))
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    mirror = as_opinion(ruling_on(rules, turned, [(column, row, letter) for row, column, letter in cells]))
    back = {(word, c, r, "V" if axis == "H" else "H", *figures) for word, r, c, axis, *figures in mirror.words}
    assert (ruling.codes, ruling.words, ruling.total) == (mirror.codes, back, mirror.total)


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(data=st.data())
@settings(max_examples=100, deadline=None)
def test_only_a_legal_move_changes_the_board_and_it_adds_just_its_tiles(ruleset_id: str, data: st.DataObject) -> None:
    rules, _ = both(ruleset_id, ())
    rows, cells = data.draw(moves(GAMES[ruleset_id]))
    ruling = ruling_on(rules, rows, cells)
    before = Board.from_rows(rows, row_count=15, column_count=15, symbols=rules.symbols)
    if not ruling.legal:
        assert ruling.board_after == before
        return
    added = {square: tile.symbol for square, tile in ruling.board_after.tiles.items() if square not in before.tiles}
    assert added == {Square(row, column): letter for row, column, letter in cells}
    assert ruling.left_to_do
    assert ruling.left_to_do.draw == len(cells)


@given(moves("АОКТЩ"), st.randoms(use_true_random=False))
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_tiles_does_not_matter(move: tuple[list[str], list[Cell]], random: Any) -> None:
    rules, _ = both("crosslet", ())
    rows, cells = move
    one_each = list({(row, column): (row, column, letter) for row, column, letter in cells}.values())
    shuffled = one_each[:]
    random.shuffle(shuffled)
    assert as_opinion(ruling_on(rules, rows, one_each)) == as_opinion(ruling_on(rules, rows, shuffled))


@given(moves("АОКТЩ"))
@settings(max_examples=100, deadline=None)
def test_rows_of_text_come_back_unchanged(move: tuple[list[str], list[Cell]]) -> None:
    rules, _ = both("crosslet", ())
    assert list(rules.board(move[0]).rows()) == move[0]


def test_random_moves_are_legal_often_enough_to_mean_something() -> None:
    legal = 0

    @given(moves("AOKTŻ"))
    @settings(max_examples=200, deadline=None, database=None, derandomize=True)
    def count(move: tuple[list[str], list[Cell]]) -> None:
        nonlocal legal
        legal += ruling_on(both("scrabble-pl", ())[0], *move).legal

    count()
    assert legal >= 20
