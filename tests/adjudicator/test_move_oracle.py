"""The adjudicator and a slow, obvious second opinion agree on random moves; and a board has no favourite axis."""

from __future__ import annotations

import functools
import random
from typing import Any

import pytest
from hypothesis import given, settings
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

#: Chance that Hypothesis makes smaller when a test fails; the soak takes plain seeds, which cost a tenth.
SOURCES = st.randoms(use_true_random=False)

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


def moves(source: random.Random, letters: str) -> tuple[list[str], list[Cell]]:
    """A board crowded around the middle, or an empty one, and tiles laid near it; few of them well."""
    tiles = letters + letters.lower()
    low, high = source.choice([(5, 9), (3, 11), (0, 14)])
    grid = [["."] * 15 for _ in range(15)]
    for _ in range(source.randint(0, 5)):
        row, column, down = source.randint(low, high), source.randint(low, high), source.choice([False, True])
        for step in range(source.randint(2, 8)):
            r, c = (row + step, column) if down else (row, column + step)
            letter = source.choice(tiles)
            if r < 15 and c < 15:
                grid[r][c] = letter
    rows = ["".join(row) for row in grid]
    shape = source.choice(["line", "line", "line", "scattered", "wild"])
    if shape == "line":
        return rows, lines(source, rows, (low, high), tiles)
    least, most = (-1, 15) if shape == "wild" else (low, high)
    places = [(source.randint(least, most), source.randint(least, most)) for _ in range(source.randint(0, 8))]
    return rows, [(row, column, source.choice(tiles)) for row, column in places]


def lines(source: random.Random, rows: list[str], near: tuple[int, int], tiles: str) -> list[Cell]:
    """Tiles on the free squares of a line, one after the other: most are legal somewhere."""
    row, column, down = source.randint(*near), source.randint(*near), source.choice([False, True])
    ahead = [(row + step, column) if down else (row, column + step) for step in range(15)]
    free = [(r, c) for r, c in ahead if r < 15 and c < 15 and rows[r][c] == "."]
    return [(r, c, source.choice(tiles)) for r, c in free[: source.randint(1, 7)]]


@functools.lru_cache(maxsize=512)
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


def switches(source: random.Random) -> tuple[tuple[str, Any], ...]:
    """Some switches, each set to one of its values."""
    names = sorted(source.sample(sorted(SWITCHES), source.randint(0, 4)))
    return tuple((name, source.choice(SWITCHES[name])) for name in names)


def agree(ruleset_id: str, source: random.Random, changed: tuple[tuple[str, Any], ...]) -> None:
    rules, values = both(ruleset_id, changed)
    rows, cells = moves(source, GAMES[ruleset_id])
    assert as_opinion(ruling_on(rules, rows, cells)) == opinion(rows, cells, values), (changed, rows, cells)


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(source=SOURCES)
@settings(max_examples=250, deadline=None)
def test_the_ruling_is_what_the_oracle_says(ruleset_id: str, source: random.Random) -> None:
    agree(ruleset_id, source, switches(source))


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("ruleset_id", GAMES)
def test_the_ruling_is_what_the_oracle_says_a_hundred_thousand_times(ruleset_id: str) -> None:
    # Reading a ruleset costs more than judging: so many positions are judged by the same switches.
    for seed in range(100_000):
        source, several = random.Random(seed), random.Random(seed // 50)  # noqa: S311 - must be repeatable
        agree(ruleset_id, source, switches(several))


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(source=SOURCES)
@settings(max_examples=100, deadline=None)
def test_a_move_and_its_mirror_are_ruled_alike(ruleset_id: str, source: random.Random) -> None:
    rules, _ = both(ruleset_id, ())
    rows, cells = moves(source, GAMES[ruleset_id])
    ruling = as_opinion(ruling_on(rules, rows, cells))
    turned = ["".join(column) for column in zip(*rows, strict=True)]
    mirror = as_opinion(ruling_on(rules, turned, [(column, row, letter) for row, column, letter in cells]))
    back = {(word, c, r, "V" if axis == "H" else "H", *figures) for word, r, c, axis, *figures in mirror.words}
    assert (ruling.codes, ruling.words, ruling.total) == (mirror.codes, back, mirror.total)


@pytest.mark.parametrize("ruleset_id", GAMES)
@given(source=SOURCES)
@settings(max_examples=100, deadline=None)
def test_only_a_legal_move_changes_the_board_and_it_adds_just_its_tiles(ruleset_id: str, source: random.Random) -> None:
    rules, _ = both(ruleset_id, ())
    rows, cells = moves(source, GAMES[ruleset_id])
    ruling = ruling_on(rules, rows, cells)
    before = Board.from_rows(rows, row_count=15, column_count=15, symbols=rules.symbols)
    if not ruling.legal:
        assert ruling.board_after == before
        return
    added = {square: tile.symbol for square, tile in ruling.board_after.tiles.items() if square not in before.tiles}
    assert added == {Square(row, column): letter for row, column, letter in cells}
    assert ruling.left_to_do
    assert ruling.left_to_do.draw == len(cells)


@given(source=SOURCES)
@settings(max_examples=100, deadline=None)
def test_the_order_of_the_tiles_does_not_matter(source: random.Random) -> None:
    rules, _ = both("crosslet", ())
    rows, cells = moves(source, GAMES["crosslet"])
    one_each = list({(row, column): (row, column, letter) for row, column, letter in cells}.values())
    shuffled = one_each[:]
    source.shuffle(shuffled)
    assert as_opinion(ruling_on(rules, rows, one_each)) == as_opinion(ruling_on(rules, rows, shuffled))


@given(source=SOURCES)
@settings(max_examples=100, deadline=None)
def test_rows_of_text_come_back_unchanged(source: random.Random) -> None:
    rules, _ = both("crosslet", ())
    rows, _ = moves(source, GAMES["crosslet"])
    assert list(rules.board(rows).rows()) == rows


@pytest.mark.parametrize("ruleset_id", GAMES)
def test_random_moves_are_legal_often_enough_to_mean_something(ruleset_id: str) -> None:
    rules, _ = both(ruleset_id, ())
    sources = (random.Random(seed) for seed in range(200))  # noqa: S311 - must be repeatable
    assert sum(ruling_on(rules, *moves(source, GAMES[ruleset_id])).legal for source in sources) >= 20
