"""One word with a tile turned over behind it: racks, corners, requests.

The rule text's sentences are in the golden examples.
"""

from __future__ import annotations

from typing import Any

import pytest

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Axis, Square
from adjudicator.challenge import adjudicate_challenge
from adjudicator.errors import RequestError
from adjudicator.moves import Contra, Exchange, Move, PlacedTile, Placement, WordMove
from adjudicator.position import Position
from adjudicator.request import read_challenge_request, read_move_request
from adjudicator.ruling import Ruling
from adjudicator.words import Unchecked, Words, WordStanding
from tests.adjudicator.drawing import DATA, accepted, board, ruleset

#: ПТИЦА across and ИГРА down from its И, each with its turned tile. The window's top left is (2, 3).
CORNER = Square(2, 3)
DRAWN = ["ПТИЦА#", "..Г...", "..Р...", "..А...", "..#..."]
RULES = ruleset("thirteen")
BOARD = board(RULES, DRAWN, CORNER)
BIRD = WordMove(word="ПТИЦА", start=Square(2, 3), axis=Axis.ACROSS, face_down=Square(2, 8))


def ruled(move: Move, rack: str | None = None, **settings: object) -> Ruling:
    """The ruling on a move on the board above; settings are written with _ for the dot."""
    rules = ruleset("thirteen", {name.replace("__", "."): value for name, value in settings.items()})
    position = Position(board=BOARD, rack=None if rack is None else tuple(rack))
    return adjudicate(ruleset=rules, position=position, move=move, words=Unchecked())


def faults_of(ruling: Ruling) -> set[str]:
    """The codes of a ruling."""
    return {violation.code.value for violation in ruling.violations}


def first(move: Move, rack: str, **settings: object) -> Ruling:
    """The ruling on a first move."""
    rules = ruleset("thirteen", {name.replace("__", "."): value for name, value in settings.items()})
    position = Position(board=rules.empty_board(), rack=tuple(rack))
    return adjudicate(ruleset=rules, position=position, move=move, words=Unchecked())


@pytest.mark.parametrize(
    ("rack", "source", "codes"),
    [
        pytest.param("ПТИЦАБВГДЕЖЗИ", "rack", [], id="five letters and one to turn over"),
        pytest.param("ПТИЦАБ", "rack", [], id="the last six tiles"),
        pytest.param("ПТИЦ" + "БВГДЕЖЗИЙ", "rack", ["TILE_NOT_ON_RACK"], id="a letter that is not on the rack"),
        pytest.param("ПТИЦА", "rack", ["TILE_NOT_ON_RACK"], id="no tile left to turn over"),
        pytest.param("ПТИЦА", "supply", [], id="tiles to turn over have a supply of their own"),
    ],
)
def test_the_letters_and_the_turned_tile_come_from_the_rack(rack: str, source: str, codes: list[str]) -> None:
    assert sorted(faults_of(first(BIRD, rack, terminator__source=source))) == codes


def test_whoever_has_no_tile_left_need_not_turn_one_over() -> None:
    bare = WordMove(word="ПТИЦА", start=Square(2, 3), axis=Axis.ACROSS)
    assert first(bare, "ПТИЦА").legal
    assert sorted(faults_of(first(bare, "ПТИЦАБ"))) == ["TERMINATOR_MISSING"]
    assert sorted(faults_of(first(bare, "ПТИЦА", terminator__if_no_tile="forbidden"))) == ["TERMINATOR_MISSING"]


def test_every_violation_is_named_at_once() -> None:
    crooked = WordMove(word="АЫ", start=Square(3, 5), axis=Axis.ACROSS, face_down=Square(2, 3))
    ruling = ruled(crooked, rack="Б")
    assert faults_of(ruling) == {
        "UNKNOWN_LETTER",
        "LETTER_CLASH",
        "OCCUPIED",
        "TERMINATOR_NOT_AT_END",
        "TILE_NOT_ON_RACK",
    }
    assert ruling.board_after == BOARD


def test_as_many_tiles_are_drawn_as_were_used_and_the_bag_holds() -> None:
    position = Position(board=RULES.empty_board(), bag_count=4)
    ruling = adjudicate(ruleset=RULES, position=position, move=BIRD, words=Unchecked())
    assert ruling.left_to_do
    assert ruling.left_to_do.draw == 4


def test_the_word_is_paid_and_what_arises_beside_it_is_not() -> None:
    lying = board(RULES, ["ПТИЦА#"], CORNER)
    move = WordMove(word="АЗ", start=Square(3, 5), axis=Axis.ACROSS, face_down=Square(3, 7))
    ruling = adjudicate(ruleset=RULES, position=Position(board=lying), move=move, words=accepted("АЗ", "ИА", "ЦЗ"))
    assert [(word.word, word.axis, word.score, word.standing) for word in ruling.words] == [
        ("АЗ", Axis.ACROSS, 20, WordStanding.VALID),
        ("ИА", Axis.DOWN, 0, WordStanding.VALID),
        ("ЦЗ", Axis.DOWN, 0, WordStanding.VALID),
    ]
    assert (ruling.bonus, ruling.total) == (8, 28)


@pytest.mark.parametrize(
    ("square", "corner", "codes"),
    [
        pytest.param((3, 4), "any", [], id="below the word across, left of the word down"),
        pytest.param((3, 6), "at_crossing", [], id="beside the letter that both share"),
        pytest.param((3, 3), "any", ["NOT_A_CORNER_FIELD"], id="below the word across only"),
        pytest.param((4, 4), "any", ["NOT_A_CORNER_FIELD"], id="left of the word down only"),
        pytest.param((2, 5), "any", ["OCCUPIED"], id="a letter lies there"),
        pytest.param((6, 5), "any", ["OCCUPIED"], id="a turned tile lies there"),
        pytest.param((15, 5), "any", ["OFF_BOARD"], id="off the board"),
    ],
)
def test_a_corner_between_a_word_across_and_a_word_down(square: tuple[int, int], corner: str, codes: list[str]) -> None:
    ruling = ruled(Contra(square=Square(*square)), contra__corner=corner)
    assert sorted(faults_of(ruling)) == codes
    assert ruling.total == 0
    assert (Square(*square) in ruling.board_after.face_down) is (ruling.legal or square == (6, 5))


@pytest.mark.parametrize(
    ("drawn", "corner", "legal"),
    [
        pytest.param(["АБВ.", "...Г", "...Д"], "any", True, id="the two words do not cross"),
        pytest.param(["АБВ.", "...Г", "...Д"], "at_crossing", False, id="they must where agreed"),
        pytest.param(["АБВГ", "...Д", "...Е"], "at_crossing", True, id="they cross"),
    ],
)
def test_the_two_words_of_a_corner_need_not_cross(drawn: list[str], corner: str, legal: bool) -> None:  # noqa: FBT001
    rules = ruleset("thirteen", {"contra.corner": corner})
    position = Position(board=board(rules, drawn, CORNER))
    ruling = adjudicate(ruleset=rules, position=position, move=Contra(square=Square(3, 5)), words=Unchecked())
    assert ruling.legal is legal


def test_a_contra_takes_a_tile_of_the_rack_or_of_the_supply() -> None:
    corner = Contra(square=Square(3, 4))
    assert sorted(faults_of(ruled(corner, rack=""))) == ["TILE_NOT_ON_RACK"]
    assert ruled(corner, rack="", contra__source="supply").legal
    drawn = ruled(corner, rack="А").left_to_do
    assert drawn
    assert (drawn.draw, drawn.turn_passes) == (1, False)


def test_all_thirteen_are_exchanged_whatever_the_bag_holds_and_the_turn_goes_on() -> None:
    position = Position(board=BOARD, bag_count=2)
    ruling = adjudicate(ruleset=RULES, position=position, move=Exchange(count=13), words=Unchecked())
    assert ruling.left_to_do
    assert not ruling.left_to_do.turn_passes
    fewer = adjudicate(ruleset=RULES, position=position, move=Exchange(count=12), words=Unchecked())
    assert sorted(faults_of(fewer)) == ["NO_TILES"]


@pytest.mark.parametrize(
    ("game", "move"),
    [
        ("thirteen", Placement(tiles=(PlacedTile(square=Square(7, 7), letter="А"),))),
        ("crosslet", BIRD),
        ("crosslet", Contra(square=Square(3, 4))),
    ],
)
def test_a_kind_of_move_that_the_game_does_not_have_is_no_move(game: str, move: Move) -> None:
    rules = ruleset(game)
    with pytest.raises(RequestError) as caught:
        adjudicate(ruleset=rules, position=Position(board=rules.empty_board()), move=move, words=Unchecked())
    assert [violation.field for violation in caught.value.violations] == ["move"]


def request(**move: Any) -> dict[str, Any]:
    """A request for a ruling on a first move."""
    rows = ["." * 15] * 15
    return {"ruleset_id": "thirteen", "words": {"unchecked": True}, "position": {"rows": rows}, "move": move}


def no_lexicon(lexicon_id: str, edition: str) -> Words:
    raise AssertionError(f"{lexicon_id}@{edition} was opened")


def read(value: dict[str, Any]) -> Move:
    return read_move_request(value, data=DATA, open_words=no_lexicon).move


@pytest.mark.parametrize("direction", ["ACROSS", "DIRECTION_ACROSS", "H"])
def test_a_word_in_a_request(direction: str) -> None:
    square = {"row": 2, "column": 3}
    move = request(word="птица", start=square, direction=direction, face_down={"row": 2, "column": 8})
    assert read(move) == BIRD


def test_a_shape_that_is_neither_across_nor_down_is_answered_not_refused() -> None:
    move = read(request(word="ПТИЦА", start={"row": 2, "column": 3}, direction="UP"))
    assert isinstance(move, WordMove)
    assert move.axis is None
    assert sorted(faults_of(ruled(move))) == ["NOT_ACROSS_OR_DOWN"]


def test_a_decomposed_letter_is_one_letter() -> None:
    move = read(request(word="РАИ\u0306", start={"row": 0, "column": 0}, direction="V"))
    assert isinstance(move, WordMove)
    assert (move.word, move.axis) == ("РАЙ", Axis.DOWN)


@pytest.mark.parametrize(
    ("move", "fields"),
    [
        pytest.param({"word": "АЗ"}, ["move.direction", "move.start"], id="a word needs a place"),
        pytest.param(
            {"word": "АЗ", "start": {"row": 0}, "direction": "DOWN", "face_down": {"row": 2, "column": "0"}},
            ["move.face_down.column", "move.start.column"],
            id="a place needs a row and a column",
        ),
        pytest.param(
            {"word": "АЗ", "start": {"row": 0, "column": 0}, "direction": "DIRECTION_UNSPECIFIED"},
            ["move.direction"],
            id="no direction is no shape",
        ),
        pytest.param({"tiles": [{"row": 7, "column": 7, "letter": "А"}]}, ["move"], id="this game lays no tiles"),
        pytest.param({"word": "АЗ", "pass": True}, ["move"], id="two moves at once"),
        pytest.param({"contra": {"row": 3}}, ["move.contra.column"], id="a corner is a square"),
        pytest.param({"word": "А" * 65, "start": {"row": 0, "column": 0}, "direction": "H"}, ["move.word"], id="long"),
    ],
)
def test_what_is_wrong_with_a_request_is_named_by_field(move: dict[str, Any], fields: list[str]) -> None:
    with pytest.raises(RequestError) as caught:
        read(request(**move))
    assert sorted(violation.field for violation in caught.value.violations) == fields


def test_a_blank_is_on_no_board_of_this_game() -> None:
    asked = request(**{"pass": True})
    asked["position"]["rows"] = ["а" + "." * 14] + ["." * 15] * 14
    with pytest.raises(RequestError) as caught:
        read(asked)
    assert [violation.field for violation in caught.value.violations] == ["position.rows[0]"]


def test_a_board_of_tiles_has_no_turned_tile() -> None:
    asked = request(**{"pass": True}) | {"ruleset_id": "crosslet"}
    asked["position"]["rows"] = ["#" + "." * 14] + ["." * 15] * 14
    with pytest.raises(RequestError) as caught:
        read(asked)
    assert [violation.field for violation in caught.value.violations] == ["position.rows"]


def test_a_challenged_word_gives_back_its_letters_and_the_turned_tile() -> None:
    asked = request(word="ПТИЦА", start={"row": 2, "column": 3}, direction="H", face_down={"row": 2, "column": 8})
    asked |= {"words": {"accepted_words": ["ИГРА"]}, "all": True, "challenger": 2, "player": 1, "player_count": 2}
    asked |= {"moment": "BEFORE_SCORE_WRITTEN", "settings": {"validation": "challenge"}}
    read_back = read_challenge_request(asked, data=DATA, open_words=no_lexicon)
    verdict = adjudicate_challenge(
        ruleset=read_back.ruleset,
        position=read_back.position,
        move=read_back.move,
        words=read_back.words,
        challenge=read_back.challenge,
    )
    assert not verdict.play_stands
    assert verdict.effect.tiles_returned == ("П", "Т", "И", "Ц", "А", "#")
