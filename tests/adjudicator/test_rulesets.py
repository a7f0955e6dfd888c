"""Rulesets are data: one may extend another, a caller brings his own board, and a new game needs no code."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Axis, Square
from adjudicator.description import ruleset_as_dict
from adjudicator.errors import SettingError
from adjudicator.moves import PlacedTile, Placement, WordMove
from adjudicator.position import Position
from adjudicator.ruleset import Ruleset, load_ruleset, parse_ruleset, ruleset_ids
from adjudicator.switches import GAME_SWITCHES, MOVE_SWITCHES, SOURCES, WORD_SWITCHES
from adjudicator.words import Unchecked
from lexicon.errors import DataFileError, UnknownIdError
from tests.adjudicator.drawing import DATA, accepted

ENGLISH = Path(__file__).parents[1] / "golden" / "rulesets" / "scrabble-en.toml"


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_every_shipped_ruleset_says_of_each_value_where_it_comes_from(ruleset_id: str) -> None:
    rules = load_ruleset(DATA, ruleset_id)
    expected = {*MOVE_SWITCHES, *GAME_SWITCHES} | (set(WORD_SWITCHES) if rules.word_rules else set())
    assert expected <= set(rules.switches)
    for switch in rules.switches.values():
        assert switch.source in SOURCES
        assert switch.citation
        assert switch.takes(switch.default)


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_every_value_a_ruleset_allows_can_be_set(ruleset_id: str) -> None:
    own = {"tiles.table": "custom", "layout": "custom", "yo_policy": "letter"}  # these need a table beside them
    for switch in load_ruleset(DATA, ruleset_id).switches.values():
        for value in switch.allowed:
            given = {"N": 3, "points:N": "points:10"}.get(value, value) if isinstance(value, str) else value
            if own.get(switch.name) != given:
                assert load_ruleset(DATA, ruleset_id, {switch.name: given}).switches[switch.name].value == given


@pytest.mark.parametrize(
    ("preset", "base", "changed"),
    [
        ("crosslet-letter-blanks", "crosslet", {"blank_value"}),
        ("crosslet-blank-recovery", "crosslet", {"swap"}),
        (
            "scrabble-pl-pfs",
            "scrabble-pl",
            {"challenge.wrong", "challenge.told", "exchange.min_bag", "players.max", "end.scoreless_in_row"},
        ),
    ],
)
def test_a_preset_changes_what_it_names_and_nothing_else(preset: str, base: str, changed: set[str]) -> None:
    other, same = load_ruleset(DATA, preset), load_ruleset(DATA, base)
    assert {name for name in same.switches if other.switches[name].value != same.switches[name].value} == changed
    assert (other.tiles, other.layout, other.alphabet) == (same.tiles, same.layout, same.alphabet)


def parsed(text: str, ruleset_id: str = "own") -> Ruleset:
    return parse_ruleset(DATA, Path("own.toml"), ruleset_id, text)


HEAD = 'id = "own"\ntitle = "Own"\n'
EXTENDED = HEAD + 'extends = "crosslet"\n'


@pytest.mark.parametrize(
    ("text", "where"),
    [
        pytest.param(HEAD + 'extends = "chess"', "extends", id="no such ruleset"),
        pytest.param(HEAD + 'extends = "scrabble-pl-pfs"', "extends", id="one that extends another itself"),
        pytest.param('title = "Own"\nextends = "crosslet"', "id", id="another id than the file"),
        pytest.param(EXTENDED + "colour = 1", "keys", id="an unknown key"),
        pytest.param(EXTENDED + "[switches]\nspeed = { default = 1 }", "switches", id="no such switch"),
        pytest.param(EXTENDED + '[switches]\nswap = { default = "never" }', "switches, swap", id="no such value"),
        pytest.param(EXTENDED + 'move = "word"', "switches", id="a move that lacks its switches"),
        pytest.param(EXTENDED + 'move = "cards"', "move", id="no such move"),
        pytest.param(
            HEAD + 'extends = "thirteen"\n[switches]\nlayout = { default = "plain", allowed = ["plain"] }',
            "switches, layout",
            id="a word is paid by a number on the border",
        ),
    ],
)
def test_a_ruleset_that_breaks_its_form_is_refused_with_the_place(text: str, where: str) -> None:
    with pytest.raises(DataFileError) as caught:
        parsed(text)
    assert where in str(caught.value)
    assert "own.toml" in str(caught.value)


def test_a_caller_brings_his_own_board_with_its_numbers() -> None:
    numbers = {"row_numbers": [4, 8, 12], "column_numbers": [1, 3, 5, 7, 9.0]}
    rules = load_ruleset(DATA, "thirteen", {"layout": "custom", "layout.custom": numbers})
    move = WordMove(word="АЗ", start=Square(2, 0), axis=Axis.ACROSS, face_down=Square(2, 2))
    ruling = adjudicate(ruleset=rules, position=Position(board=rules.empty_board()), move=move, words=Unchecked())
    assert (ruling.total, ruling.bonus) == (32, 12)
    assert ruling.board_after.rows() == (".....", ".....", "АЗ#..")
    assert rules.examples_in_force == ()


@pytest.mark.parametrize(
    "settings",
    [
        pytest.param({"layout": "custom"}, id="custom without a board"),
        pytest.param({"layout.custom": {"row_numbers": [2, 4], "column_numbers": [1, 3]}}, id="a board not in force"),
        *[
            pytest.param({"layout": "custom", "layout.custom": given}, id=name)
            for name, given in {
                "no columns": {"row_numbers": [2, 4]},
                "one row": {"row_numbers": [2], "column_numbers": [1, 3]},
                "65 rows": {"row_numbers": [2] * 65, "column_numbers": [1, 3]},
                "half a number": {"row_numbers": [2, 4.5], "column_numbers": [1, 3]},
                "below zero": {"row_numbers": [2, -4], "column_numbers": [1, 3]},
                "no numbers": {"row_numbers": [2, True], "column_numbers": [1, "3"]},
                "no number at all": {"row_numbers": [2, float("nan")], "column_numbers": [1, float("inf")]},
                "no lists": {"row_numbers": "24", "column_numbers": 13},
                "no table": [[2, 4], [1, 3]],
            }.items()
        ],
    ],
)
def test_another_form_of_board_is_refused(settings: dict[str, object]) -> None:
    with pytest.raises(SettingError) as caught:
        load_ruleset(DATA, "thirteen", settings)
    assert [fault.switch for fault in caught.value.faults] == ["layout.custom"]


def test_where_nobody_knows_the_value_the_example_in_force_says_so() -> None:
    assert load_ruleset(DATA, "thirteen").examples_in_force == ("layout",)
    assert load_ruleset(DATA, "crosslet").examples_in_force == ("tiles.counts",)
    assert load_ruleset(DATA, "scrabble-pl").examples_in_force == ()
    assert "EXAMPLE" in load_ruleset(DATA, "thirteen").layout.citation


@pytest.fixture
def own_folder(tmp_path: Path) -> Path:
    """A data folder of somebody's own: one alphabet, one layout, one ruleset."""
    for name in ("alphabets/english.toml", "layouts/scrabble_standard.toml"):
        (tmp_path / name).parent.mkdir()
        shutil.copy(DATA / name, tmp_path / name)
    (tmp_path / "rulesets").mkdir()
    shutil.copy(ENGLISH, tmp_path / "rulesets")
    return tmp_path


def test_a_new_game_is_a_file(own_folder: Path) -> None:
    assert ruleset_ids(own_folder) == ("scrabble-en",)
    rules = load_ruleset(own_folder, "scrabble-en")
    tiles = tuple(PlacedTile(square=Square(7, 4 + place), letter=letter) for place, letter in enumerate("QUARTZY"))
    position = Position(board=rules.empty_board(), rack=tuple("QUARTZY"))
    ruling = adjudicate(ruleset=rules, position=position, move=Placement(tiles=tiles), words=accepted("QUARTZY"))
    assert ruling.legal
    # 10 + 1 + 1 + 1 + 1 + 10 + 4, twice for the star, and fifty.
    assert ruling.total == 28 * 2 + 50
    assert rules.tiles.total == 100


def test_a_new_game_wants_its_alphabet_and_its_layout(own_folder: Path) -> None:
    (own_folder / "alphabets" / "english.toml").unlink()
    with pytest.raises(UnknownIdError):
        load_ruleset(own_folder, "scrabble-en")


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_a_description_holds_all_that_is_in_force(ruleset_id: str) -> None:
    rules = load_ruleset(DATA, ruleset_id)
    told = ruleset_as_dict(rules)
    assert told["id"] == ruleset_id
    switches = told["switches"]
    assert isinstance(switches, list)
    assert len(switches) == len(rules.switches)
    assert told["letters"] == list(rules.alphabet.letters)
    layout = told["layout"]
    assert isinstance(layout, dict)
    assert isinstance(layout["premiums"], list)
    assert len(layout["premiums"]) == len(rules.layout.premiums)
