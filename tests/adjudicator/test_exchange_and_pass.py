"""Exchanging tiles and passing, with the limits of each game."""

from __future__ import annotations

import pytest

from adjudicator.adjudicate import adjudicate
from adjudicator.moves import Exchange, Move, Pass, Placement
from adjudicator.position import Position
from adjudicator.ruling import LeftToDo, Ruling
from adjudicator.words import Unchecked
from tests.adjudicator.drawing import laid, ruleset


def ruled(game: str, move: Move, *, bag: int | None = None, rack: str | None = None) -> Ruling:
    rules = ruleset(game)
    position = Position(board=rules.empty_board(), rack=None if rack is None else tuple(rack), bag_count=bag)
    return adjudicate(ruleset=rules, position=position, move=move, words=Unchecked())


def codes(ruling: Ruling) -> list[str]:
    return [violation.code.value for violation in ruling.violations]


@pytest.mark.parametrize(
    ("game", "count", "bag", "expected"),
    [
        pytest.param("crosslet", 3, 3, [], id="text 000: as many as the bag has"),
        pytest.param("crosslet", 3, 2, ["BAG_TOO_SMALL"], id="text 000: no more than the bag has"),
        pytest.param("crosslet", 0, 50, ["NO_TILES"], id="text 000: one or more"),
        pytest.param("krestoslovitsa", 0, 0, [], id="text 001: any number, none too"),
        pytest.param("scrabble-pl", 7, 7, [], id="text 003: any number"),
        pytest.param("scrabble-pl", 1, 1, [], id="text 003: the bag may be nearly empty"),
        pytest.param("scrabble-bg", 1, 6, ["BAG_TOO_SMALL"], id="usual rule: seven in the bag"),
        pytest.param("scrabble-bg", 1, 7, [], id="usual rule: seven are enough"),
        pytest.param("scrabble-pl", 8, 50, ["TILE_NOT_ON_RACK"], id="a rack holds seven"),
        pytest.param("scrabble-pl", 7, None, [], id="a bag that is not known is not checked"),
    ],
)
def test_how_many_tiles_may_be_exchanged(game: str, count: int, bag: int | None, expected: list[str]) -> None:
    ruling = ruled(game, Exchange(count=count), bag=bag)
    assert codes(ruling) == expected
    if not expected:
        assert ruling.left_to_do == LeftToDo(draw=count, turn_passes=True)
        assert ruling.total == 0


@pytest.mark.parametrize(
    ("letters", "rack", "expected"),
    [
        ("AK", "AKTO", []),
        ("A?", "A?TO", []),
        ("AA", "AKTO", ["TILE_NOT_ON_RACK"]),
        ("A?", "AKTO", ["TILE_NOT_ON_RACK"]),
        ("AQ", "AKTO", ["UNKNOWN_LETTER"]),
        ("AK", None, []),
    ],
)
def test_exchanged_tiles_are_the_players_own(letters: str, rack: str | None, expected: list[str]) -> None:
    assert codes(ruled("scrabble-pl", Exchange(count=len(letters), letters=tuple(letters)), rack=rack)) == expected


def test_no_more_tiles_are_exchanged_than_the_rack_holds() -> None:
    assert codes(ruled("scrabble-pl", Exchange(count=3), rack="AK")) == ["TILE_NOT_ON_RACK"]


@pytest.mark.parametrize(
    ("game", "bag", "expected"),
    [
        pytest.param("crosslet", 1, ["PASS_NOT_ALLOWED"], id="text 000 has no pass while there is a bag"),
        pytest.param("crosslet", 0, [], id="with an empty bag there is no other way"),
        pytest.param("crosslet", None, [], id="a bag that is not known is not checked"),
        pytest.param("krestoslovitsa", 50, [], id="text 001: who finds no word skips the turn"),
        pytest.param("scrabble-pl", 50, [], id="text 003: whether he can lay a word or not"),
    ],
)
def test_when_a_turn_may_be_passed(game: str, bag: int | None, expected: list[str]) -> None:
    assert codes(ruled(game, Pass(), bag=bag)) == expected


def test_fewer_tiles_are_drawn_when_the_bag_has_fewer() -> None:
    rules = ruleset("scrabble-pl")
    move = Placement(tiles=laid(["....", "KAWA"]))
    for bag, drawn in ((None, 4), (50, 4), (3, 3), (0, 0)):
        position = Position(board=rules.empty_board(), bag_count=bag)
        ruling = adjudicate(ruleset=rules, position=position, move=move, words=Unchecked())
        assert ruling.left_to_do
        assert ruling.left_to_do.draw == drawn
