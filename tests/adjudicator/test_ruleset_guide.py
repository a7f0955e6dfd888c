"""docs/writing-a-ruleset.md tells the truth: every switch, every value, and the move on the page can be judged."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path

import pytest

from adjudicator.layout import parse_layout
from adjudicator.ruleset import load_ruleset, parse_ruleset
from adjudicator.switches import GAME_SWITCHES, MOVE_SWITCHES, NUMBER, WORD_SWITCHES, Value
from server.command_line.app import ExitCode, run
from tests.adjudicator.drawing import DATA

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "writing-a-ruleset.md").read_text(encoding="utf-8")
ENGLISH = ROOT / "tests" / "golden" / "rulesets" / "scrabble-en.toml"
ROWS = [line for line in GUIDE.splitlines() if line.startswith("| ")]

POSSIBLE = [
    pytest.param(name, possible, id=f"{group}: {name}")
    for group, switches in (("move", MOVE_SWITCHES), ("game", GAME_SWITCHES), ("word", WORD_SWITCHES))
    for name, possible in switches.items()
]


@pytest.mark.parametrize(("name", "possible"), POSSIBLE)
def test_every_switch_is_explained_with_its_values(name: str, possible: tuple[Value, ...]) -> None:
    starts = [number for number, row in enumerate(ROWS) if f"`{name}`" in row.split("|")[1]]
    assert starts
    # A switch may take several rows; those after the first leave its name out.
    told = "".join(
        ROWS[start] + "".join(row for row in ROWS[start + 1 : start + 4] if row.startswith("| |")) for start in starts
    )
    for value in possible:
        shown = {True: "flag", False: "flag", NUMBER: "number"}.get(value, f"`{value}`")
        assert shown in told


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", GUIDE, flags=re.DOTALL)


def test_the_toml_on_the_page_is_toml_and_its_layout_a_layout() -> None:
    for block in blocks("toml"):
        tomllib.loads(block)
    small = parse_layout(Path("small.toml"), "small", blocks("toml")[0])
    assert (small.row_count, small.start, len(small.premiums)) == (5, (2, 2), 9)


def test_the_head_and_the_tiles_on_the_page_are_those_of_the_file() -> None:
    page, file = tomllib.loads("\n".join(blocks("toml")[1:3])), tomllib.loads(ENGLISH.read_text(encoding="utf-8"))
    assert page == {key: file[key] for key in page}


def test_the_preset_on_the_page_extends_a_shipped_game() -> None:
    text = next(block for block in blocks("toml") if "extends" in block)
    rules = parse_ruleset(DATA, Path("scrabble-pl-home.toml"), "scrabble-pl-home", text)
    assert rules.switches["challenge.wrong"].value == "points:5"
    assert rules.switches["bonus.points"] == load_ruleset(DATA, "scrabble-pl").switches["bonus.points"]


def test_the_move_on_the_page_is_judged_by_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("alphabets", "layouts"):
        shutil.copytree(DATA / name, tmp_path / name)
    (tmp_path / "rulesets").mkdir()
    shutil.copy(ENGLISH, tmp_path / "rulesets")
    (block,) = blocks("json")
    (tmp_path / "move.json").write_text(block, encoding="utf-8")
    code = run(["judge", "--move", str(tmp_path / "move.json"), "--data", str(tmp_path), "--json"])
    assert code == ExitCode.DONE
    # Q 10, U, A, R, T 1 each, Z 10, twice for the star.
    assert json.loads(capsys.readouterr().out)["total"] == 48
