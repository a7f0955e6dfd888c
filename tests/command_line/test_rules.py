"""`slovosud rules`: the list of rulesets, and one ruleset as a person reads it."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from adjudicator.ruleset import load_ruleset, ruleset_ids
from server.command_line.app import ExitCode, run

ROOT = Path(__file__).parents[2]
DATA = ROOT / "data"
ENGLISH = ROOT / "tests" / "golden" / "rulesets" / "scrabble-en.toml"

Captured = pytest.CaptureFixture[str]


def told(capsys: Captured, *arguments: str) -> list[str]:
    """What the command says of a ruleset, line by line."""
    assert run(["rules", *arguments]) == ExitCode.DONE
    output = capsys.readouterr()
    assert output.err == ""
    assert "\x1b" not in output.out
    return output.out.splitlines()


def test_without_an_id_every_ruleset_is_listed(capsys: Captured) -> None:
    assert [line.split()[0] for line in told(capsys)] == list(ruleset_ids(DATA))
    listed = [json.loads(line) for line in told(capsys, "--json")]
    assert [one["id"] for one in listed] == list(ruleset_ids(DATA))
    assert all(set(one) == {"id", "title", "text", "lexicon_id"} for one in listed)


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_every_switch_is_told_with_value_source_and_citation(ruleset_id: str, capsys: Captured) -> None:
    lines = told(capsys, ruleset_id)
    rules = load_ruleset(DATA, ruleset_id)
    for switch in rules.switches.values():
        place = next(number for number, line in enumerate(lines) if line.startswith(f"  {switch.name} = "))
        shown = str(switch.value).lower() if isinstance(switch.value, bool) else str(switch.value)
        assert lines[place].startswith(f"  {switch.name} = {shown}")
        assert lines[place + 1] == f"      {switch.source}: {switch.citation}"


def test_the_board_is_drawn_with_its_premium_squares(capsys: Captured) -> None:
    lines = told(capsys, "crosslet")
    top = next(number for number, line in enumerate(lines) if line.startswith("Board")) + 1
    assert lines[top].split() == [str(column) for column in range(15)]
    assert lines[top + 1].split() == "0 3W . . 2L . . . 3W . . . 2L . . 3W".split()  # noqa: SIM905
    assert lines[top + 8].split() == "7 3W . . 2L . . . * . . . 2L . . 3W".split()  # noqa: SIM905


def test_the_centre_of_a_standard_board_doubles_and_is_the_start(capsys: Captured) -> None:
    assert any("2W*" in line for line in told(capsys, "scrabble-pl"))


def test_the_numbers_on_a_border_are_drawn_and_called_an_example(capsys: Captured) -> None:
    lines = told(capsys, "thirteen")
    assert any(line.startswith("EXAMPLES  layout") for line in lines)
    assert any(line.rstrip().endswith("| 30") for line in lines)
    assert any(line.split() == [str(number) for number in range(1, 30, 2)] for line in lines)
    assert any("tiles are not counted" in line for line in lines)


def test_the_tiles_are_a_table(capsys: Captured) -> None:
    lines = told(capsys, "scrabble-pl")
    letters = next(line.split()[1:] for line in lines if line.startswith("  letter "))
    points = next(line.split()[1:] for line in lines if line.startswith("  points "))
    assert dict(zip(letters, points, strict=True))["Ź"] == "9"
    assert "  100 tiles, 2 of them blanks" in lines


def test_another_value_is_shown_beside_the_shipped_one(capsys: Captured) -> None:
    lines = told(
        capsys, "crosslet", "--set", "blank_value=letter", "--set", "bonus.points=20", "--set", "single_line=true"
    )
    assert any(line.startswith("  blank_value = letter  instead of zero") for line in lines)
    assert any(line.startswith("  bonus.points = 20  instead of 15") for line in lines)
    assert any(line.startswith("  single_line = true  instead of false") for line in lines)


def test_json_is_one_object(capsys: Captured) -> None:
    (line,) = told(capsys, "thirteen", "--json")
    rules = json.loads(line)
    assert rules["move"] == "word"
    assert rules["layout"]["row_numbers"] == list(range(2, 31, 2))
    assert rules["examples_in_force"] == ["layout"]
    assert {switch["name"] for switch in rules["switches"]} >= {"terminator.source", "contra.corner"}


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["chess"], ExitCode.NOT_FOUND, "chess", id="no such ruleset"),
        pytest.param(["../rulesets/crosslet"], ExitCode.NOT_FOUND, "crosslet", id="a path is no id"),
        pytest.param(["crosslet", "--set", "swap=never"], ExitCode.USAGE, "same_turn", id="no such value"),
        pytest.param(["crosslet", "--set", "speed=1"], ExitCode.USAGE, "speed", id="no such switch"),
        pytest.param(["crosslet", "--set", "swap"], ExitCode.USAGE, "SWITCH=VALUE", id="no value"),
        pytest.param(["--set", "swap=off"], ExitCode.USAGE, "ID", id="a value for no ruleset"),
        pytest.param(["--data", "/nowhere"], ExitCode.NOT_FOUND, "/nowhere", id="no such folder"),
    ],
)
def test_what_cannot_be_shown_is_said_with_the_mend(
    arguments: list[str], code: ExitCode, said: str, capsys: Captured
) -> None:
    assert run(["rules", *arguments]) == code
    output = capsys.readouterr()
    assert output.out == ""
    assert said in output.err


def test_a_ruleset_of_somebodys_own_is_read_from_his_folder(tmp_path: Path, capsys: Captured) -> None:
    for name in ("alphabets", "layouts"):
        shutil.copytree(DATA / name, tmp_path / name)
    (tmp_path / "rulesets").mkdir()
    shutil.copy(ENGLISH, tmp_path / "rulesets")
    lines = told(capsys, "scrabble-en", "--data", str(tmp_path))
    assert lines[0] == "scrabble-en  Scrabble (English)"
