"""Every way in which laying tiles can be illegal, drawn. The window's top left is (6, 6); the middle is (1, 1)."""

from __future__ import annotations

import pytest

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Square
from adjudicator.moves import PlacedTile, Placement, Swap
from adjudicator.position import Position
from adjudicator.ruling import ViolationCode
from adjudicator.words import Unchecked
from tests.adjudicator.drawing import CORNER, accepted, board, faults, judged, laid, ruleset

CASES = [
    pytest.param(
        "scrabble-pl",
        """
        ....  ....
        KOT.  .A..
        ....  ....
        """,
        {"OCCUPIED": [(1, 1)]},
        id="a tile lies on a free square",
    ),
    pytest.param(
        "scrabble-pl",
        """
        ....  ....
        KOT.  ....
        ....  ....
        """,
        {"NO_TILES": []},
        id="a play lays a tile",
    ),
    pytest.param(
        "scrabble-pl",
        """
        ....  ....
        KOT.  ...Q
        ....  ....
        """,
        {"UNKNOWN_LETTER": [(1, 3)]},
        id="there is no Q on a Polish tile",
    ),
    pytest.param(
        "scrabble-pl",
        """
        ....  ....
        KOT.  ...q
        ....  ....
        """,
        {"UNKNOWN_LETTER": [(1, 3)]},
        id="nor does a blank stand for one",
    ),
    pytest.param(
        "scrabble-pl",
        """
        .....  .....
        KOT..  ...A.
        .....  A....
        """,
        {"NOT_ONE_LINE": [(1, 3), (2, 0)]},
        id="the tiles of a move lie in one row or column",
    ),
    pytest.param(
        "scrabble-pl",
        """
        .....  .....
        KOT..  ....A
        .....  .....
        """,
        {"NOT_CONNECTED": [(1, 4)], "NO_WORD": [(1, 4)]},
        id="a tile that touches nothing",
    ),
    pytest.param(
        "scrabble-pl",
        """
        .....  .....
        KOT..  .....
        .....  ON.A.
        """,
        {"GAP": [(2, 2)], "NOT_CONNECTED": [(2, 3)]},
        id="no hole in the line, and the rest hangs on nothing",
    ),
    pytest.param(
        "scrabble-pl",
        """
        ....  ....
        KOT.  ....
        ....  ....
        ....  .DOM
        """,
        {"NOT_CONNECTED": [(3, 1), (3, 2), (3, 3)]},
        id="a word away from the others",
    ),
    pytest.param(
        "scrabble-pl",
        """
        ....  .K..
        ....  ....
        ....  ....
        """,
        {"FIRST_TOO_SHORT": [(0, 1)], "CENTRE_NOT_COVERED": [(1, 1)]},
        id="a first move is two tiles or more over the centre: both flaws are told",
    ),
    pytest.param(
        "crosslet",
        """
        .....  .....
        .....  ДОМ..
        .....  .....
        .....  ...ДА
        """,
        {"NOT_CONNECTED": [(3, 3), (3, 4)]},
        id="a first move is one group of tiles",
    ),
    pytest.param(
        "crosslet",
        """
        .....  .....
        ДОМ..  .....
        .....  Р...Н
        .....  ....О
        """,
        {"NOT_CONNECTED": [(2, 4), (3, 4)]},
        id="one group of several hangs on nothing",
    ),
]


@pytest.mark.parametrize(("game", "picture", "expected"), CASES)
def test_an_illegal_move_names_every_flaw_with_its_squares(
    game: str, picture: str, expected: dict[str, list[tuple[int, int]]]
) -> None:
    ruling = judged(ruleset(game), picture)
    assert faults(ruling) == expected
    assert not ruling.legal
    assert (ruling.total, ruling.bonus, ruling.left_to_do) == (0, 0, None)


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        pytest.param([(7, 15, "A")], "OFF_BOARD", id="right of the board"),
        pytest.param([(-1, 7, "A")], "OFF_BOARD", id="above the board: -1 is not the last row"),
        pytest.param([(7, 9, "A"), (7, 9, "A")], "DUPLICATE_SQUARE", id="two tiles on one square"),
    ],
)
def test_a_tile_has_a_square_of_its_own(tiles: list[tuple[int, int, str]], expected: str) -> None:
    rules = ruleset("scrabble-pl")
    move = Placement(tiles=tuple(PlacedTile(square=Square(r, c), letter=letter) for r, c, letter in tiles))
    position = Position(board=board(rules, ["...", "KOT"]))
    ruling = adjudicate(ruleset=rules, position=position, move=move, words=Unchecked())
    assert [violation.code.value for violation in ruling.violations] == [expected]
    assert ruling.board_after == position.board


SWAPPED = """
        ....  ....
        фЕТР  ....
        ....  А...
        """


@pytest.mark.parametrize(
    ("setting", "swaps", "expected"),
    [
        ("off", [(1, 0, "Ф")], {"SWAP_NOT_ALLOWED": [(1, 0)]}),
        ("same_turn", [(1, 0, "Ф")], {"SWAP_BLANK_NOT_USED": [(1, 0)]}),
        ("any_turn", [(1, 0, "Ф")], {}),
        ("any_turn", [(1, 0, "Х")], {"SWAP_WRONG_LETTER": [(1, 0)]}),
        ("any_turn", [(1, 1, "Е")], {"SWAP_NO_BLANK_THERE": [(1, 1)]}),
        ("any_turn", [(2, 3, "Е")], {"SWAP_NO_BLANK_THERE": [(2, 3)]}),
        ("any_turn", [(1, 0, "Q")], {"UNKNOWN_LETTER": [(1, 0)]}),
        ("any_turn", [(9, 0, "Ф")], {"OFF_BOARD": [(9, 0)]}),
        ("any_turn", [(1, 0, "Ф"), (1, 0, "Ф")], {"DUPLICATE_SQUARE": [(1, 0)]}),
    ],
    ids=lambda value: str(value) if isinstance(value, str | list) else None,
)
def test_a_blank_is_recovered_for_its_own_letter_where_the_game_allows_it(
    setting: str, swaps: list[tuple[int, int, str]], expected: dict[str, list[tuple[int, int]]]
) -> None:
    taken = tuple(
        Swap(square=Square(row + CORNER.row, column + CORNER.column), letter=letter) for row, column, letter in swaps
    )
    ruling = judged(ruleset("crosslet", {"swap": setting}), SWAPPED, swaps=taken)
    assert faults(ruling) == expected


def test_a_recovered_blank_that_is_kept_goes_to_the_rack() -> None:
    ruling = judged(ruleset("crosslet", {"swap": "any_turn"}), SWAPPED, swaps=(Swap(square=Square(7, 6), letter="Ф"),))
    assert ruling.left_to_do
    assert ruling.left_to_do.blanks_kept == 1
    assert ruling.board_after.rows()[7] == "......ФЕТР....."


def test_a_recovered_blank_may_be_laid_though_the_rack_has_none() -> None:
    rules = ruleset("crosslet", {"swap": "same_turn"})
    picture = """
        ....  ....
        фЕТР  ....
        ....  а...
        """
    swap = (Swap(square=Square(7, 6), letter="Ф"),)
    assert judged(rules, picture, swaps=swap, rack="Ф").legal
    assert "TILE_NOT_ON_RACK" in faults(judged(rules, picture, swaps=swap, rack="Х"))


@pytest.mark.parametrize(
    ("rack", "expected"),
    [
        pytest.param("АРКХЦЧШ", {}, id="all there"),
        pytest.param("А?КХЦЧШ", {"TILE_NOT_ON_RACK": [(3, 0)]}, id="a letter is not laid from a blank"),
        pytest.param("", {"TILE_NOT_ON_RACK": [(2, 0), (3, 0)]}, id="an empty rack lays nothing"),
    ],
)
def test_tiles_come_from_the_rack(rack: str, expected: dict[str, list[tuple[int, int]]]) -> None:
    picture = """
        ...  ...
        ДОМ  ...
        ...  А..
        ...  Р..
        """
    assert faults(judged(ruleset("crosslet"), picture, rack=rack)) == expected


def test_every_unacceptable_word_is_named_with_its_squares() -> None:
    picture = """
        ...  ...
        KOT  ...
        ...  NA.
        """
    ruling = judged(ruleset("scrabble-pl"), picture, words=accepted("KOT", "ON"))
    assert [(violation.code.value, violation.words) for violation in ruling.violations] == [
        ("NOT_A_WORD", ("NA",)),
        ("NOT_A_WORD", ("KN",)),
        ("NOT_A_WORD", ("OA",)),
    ]
    assert ruling.violations[0].squares == (Square(8, 6), Square(8, 7))


def test_every_message_says_what_and_the_mend() -> None:
    for case in CASES:
        game, picture, _ = case.values
        for violation in judged(ruleset(str(game)), str(picture)).violations:
            assert len(violation.message) > 20
            assert violation.message[-1] not in ".!\n"


def test_a_stranger_is_named_with_its_code_point_and_a_hint() -> None:
    ruling = judged(
        ruleset("crosslet"),
        """
        ...  ...
        ...  CОН
        """,
    )
    assert [violation.code for violation in ruling.violations] == [ViolationCode.UNKNOWN_LETTER]
    assert "U+0043" in ruling.violations[0].message
    assert "U+0421" in ruling.violations[0].message


def test_the_order_in_which_tiles_are_named_does_not_matter() -> None:
    rules = ruleset("crosslet")
    tiles = laid(["....", "ДОМ.", "А...", "Р..."])
    position = Position(board=rules.empty_board())
    rulings = [
        adjudicate(ruleset=rules, position=position, move=Placement(tiles=order), words=Unchecked())
        for order in (tiles, tiles[::-1], tiles[2:] + tiles[:2])
    ]
    assert rulings[0] == rulings[1] == rulings[2]
    assert [word.word for word in rulings[0].words] == ["ДОМ", "ДАР"]
