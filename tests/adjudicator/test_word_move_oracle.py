"""The adjudicator and a slow, obvious second opinion agree on random words and corners; mirrors are ruled alike."""

from __future__ import annotations

import functools
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Axis, Square
from adjudicator.corner import corner_squares
from adjudicator.moves import Contra, WordMove
from adjudicator.position import Position
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Ruling
from adjudicator.words import Unchecked
from tests.adjudicator.drawing import ruleset
from tests.adjudicator.word_oracle import Laid, WordOpinion, corners, opinion

ROWS = [2 * row + 2 for row in range(15)]
COLUMNS = [2 * column + 1 for column in range(15)]

SWITCHES: dict[str, list[str]] = {
    "connection": ["touch", "cross", "none"],
    "incidental": ["must_be_words", "ignored", "forbidden"],
    "terminator.source": ["rack", "supply"],
    "terminator.if_end_taken": ["place_adjacent", "satisfied"],
    "terminator.if_impossible": ["exempt", "forbidden"],
    "terminator.if_no_tile": ["exempt", "forbidden"],
    "terminator.adjacent": ["orthogonal", "any"],
}


@st.composite
def boards(draw: st.DrawFn) -> list[str]:
    """A few short words near the middle or near an edge, with some turned tiles; sometimes nothing."""
    low = draw(st.sampled_from([0, 5, 9]))
    near = st.integers(low, low + 5)
    grid = [["."] * 15 for _ in range(15)]
    for _ in range(draw(st.integers(0, 4))):
        row, column, down = draw(near), draw(near), draw(st.booleans())
        for step, letter in enumerate(draw(st.text("АБ", min_size=2, max_size=5)) + draw(st.sampled_from(["", "#"]))):
            r, c = (row + step, column) if down else (row, column + step)
            if r < 15 and c < 15:
                grid[r][c] = letter
    for r, c in draw(st.lists(st.tuples(near, near), max_size=4)):
        grid[r][c] = "#"
    return ["".join(row) for row in grid]


@st.composite
def moves(draw: st.DrawFn, rows: list[str]) -> Laid:
    """A word that mostly takes over the letters that lie, and a turned tile that mostly touches it."""
    occupied = [(r, c) for r in range(15) for c in range(15) if rows[r][c] != "."]
    row, column = draw(st.sampled_from(occupied)) if occupied else (draw(st.integers(0, 14)), draw(st.integers(0, 14)))
    down = draw(st.booleans())
    row, column = row - draw(st.integers(-1, 2)), column - draw(st.integers(-1, 2))
    row, column = min(max(row, 0), 14), min(max(column, 0), 14)
    word = ""
    length = draw(st.sampled_from([1, 2, 2, 3, 3, 4, 5, 13]))
    for step in range(length):
        r, c = (row + step, column) if down else (row, column + step)
        lying = rows[r][c] if r < 15 and c < 15 else "."
        fresh = draw(st.sampled_from("АБ"))
        word += lying if lying not in ".#" and draw(st.integers(0, 9)) else fresh
    end = (row + length, column) if down else (row, column + length)
    beside = draw(st.tuples(st.integers(-2, length + 1), st.integers(-2, 2)))
    elsewhere = (row + beside[0], column + beside[1]) if down else (row + beside[1], column + beside[0])
    return Laid(word, row, column, down, draw(st.sampled_from([end, end, end, elsewhere, elsewhere, None])))


@functools.cache
def rules_with(changed: tuple[tuple[str, str], ...]) -> tuple[Ruleset, dict[str, Any]]:
    """The same rules for the adjudicator and for the oracle."""
    rules = ruleset("thirteen", dict(changed))
    return rules, {name: switch.value for name, switch in rules.switches.items()}


def ruling_on(rules: Ruleset, rows: list[str], move: Laid) -> Ruling:
    word = WordMove(
        word=move.word,
        start=Square(move.row, move.column),
        axis=Axis.DOWN if move.down else Axis.ACROSS,
        face_down=Square(*move.turned) if move.turned else None,
    )
    return adjudicate(ruleset=rules, position=Position(board=rules.board(rows)), move=word, words=Unchecked())


def as_opinion(ruling: Ruling, move: Laid) -> WordOpinion:
    main_axis = Axis.DOWN if move.down else Axis.ACROSS
    beside: set[tuple[str, int, int]] = {(one.word, *one.start) for one in ruling.words if one.axis is not main_axis}
    return WordOpinion({violation.code.value for violation in ruling.violations}, beside, ruling.total)


def agree(data: st.DataObject) -> None:
    names = sorted(data.draw(st.sets(st.sampled_from(sorted(SWITCHES)), max_size=3)))
    rules, values = rules_with(tuple((name, data.draw(st.sampled_from(SWITCHES[name]))) for name in names))
    rows = data.draw(boards())
    move = data.draw(moves(rows))
    assert as_opinion(ruling_on(rules, rows, move), move) == opinion(rows, move, values, ROWS, COLUMNS)


@given(data=st.data())
@settings(max_examples=500, deadline=None)
def test_the_ruling_on_a_word_is_what_the_oracle_says(data: st.DataObject) -> None:
    agree(data)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@given(data=st.data())
@settings(max_examples=100_000, deadline=None, suppress_health_check=list(HealthCheck))
def test_the_ruling_on_a_word_is_what_the_oracle_says_a_hundred_thousand_times(data: st.DataObject) -> None:
    agree(data)


@given(rows=boards(), corner=st.sampled_from(["any", "at_crossing"]))
@settings(max_examples=100, deadline=None)
def test_the_corners_are_those_the_oracle_sees(rows: list[str], corner: str) -> None:
    rules, values = rules_with((("contra.corner", corner),))
    board = rules.board(rows)
    expected = corners(rows, values)
    assert rules.word_rules
    assert set(corner_squares(rules.word_rules, board)) == expected
    for row in range(15):
        for column in range(15):
            ruling = adjudicate(
                ruleset=rules,
                position=Position(board=board),
                move=Contra(square=Square(row, column)),
                words=Unchecked(),
            )
            assert ruling.legal is ((row, column) in expected)


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_word_and_its_mirror_differ_by_the_number_on_the_border_only(data: st.DataObject) -> None:
    rules, _ = rules_with(())
    rows = data.draw(boards())
    move = data.draw(moves(rows))
    turned = (move.turned[1], move.turned[0]) if move.turned else None
    mirror = Laid(move.word, move.column, move.row, not move.down, turned)
    ruling = as_opinion(ruling_on(rules, rows, move), move)
    across = ["".join(column) for column in zip(*rows, strict=True)]
    reflected = as_opinion(ruling_on(rules, across, mirror), mirror)
    assert ruling.codes == reflected.codes
    assert ruling.beside == {(word, column, row) for word, row, column in reflected.beside}
    if not ruling.codes:
        assert abs(ruling.total - reflected.total) == 1


@given(data=st.data())
@settings(max_examples=200, deadline=None)
def test_a_legal_word_adds_its_own_letters_and_one_turned_tile(data: st.DataObject) -> None:
    rules, _ = rules_with(())
    rows = data.draw(boards())
    move = data.draw(moves(rows))
    ruling = ruling_on(rules, rows, move)
    before = rules.board(rows)
    if not ruling.legal:
        assert ruling.board_after == before
        return
    assert ruling.left_to_do
    added = len(ruling.board_after.tiles) - len(before.tiles)
    turned = len(ruling.board_after.face_down) - len(before.face_down)
    assert turned == (move.turned is not None)
    assert ruling.left_to_do.draw == added + turned


def test_random_words_are_legal_often_enough_to_mean_something() -> None:
    legal = 0

    @given(st.data())
    @settings(max_examples=200, deadline=None, database=None, derandomize=True)
    def count(data: st.DataObject) -> None:
        nonlocal legal
        rows = data.draw(boards())
        legal += ruling_on(rules_with(())[0], rows, data.draw(moves(rows))).legal

    count()
    assert legal >= 20
