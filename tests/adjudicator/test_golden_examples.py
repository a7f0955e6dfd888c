"""The golden examples, and the command that runs such files."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from tests import examples
from tests.examples import BadExampleError, main, outcome, run

GOLDEN = Path(__file__).parents[1] / "golden" / "examples"
FILES = sorted(GOLDEN.glob("*.json"))
ALL = [
    pytest.param(one, id=f"{file.stem}: {one['id']}")
    for file in FILES
    for one in json.loads(file.read_text(encoding="utf-8"))
]


@pytest.mark.parametrize("example", ALL)
def test_a_golden_example(example: dict[str, Any]) -> None:
    assert outcome(example["id"], example) == "ok"


def test_no_two_golden_examples_of_one_file_have_one_id() -> None:
    assert len({one.id for one in ALL}) == len(ALL) >= 70


EXAMPLE: dict[str, Any] = json.loads((GOLDEN / "scrabble-pl.json").read_text(encoding="utf-8"))[0]
ILLEGAL: dict[str, Any] = json.loads((GOLDEN / "scrabble-pl.json").read_text(encoding="utf-8"))[1]


def with_change(example: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy with the value at ``path`` (keys joined by dots) replaced."""
    changed = copy.deepcopy(example)
    *way, last = path.split(".")
    place: Any = changed
    for key in way:
        place = place[int(key) if key.isdecimal() else key]
    place[int(last) if last.isdecimal() else last] = value
    return changed


@pytest.mark.parametrize(
    ("example", "path", "value"),
    [
        (EXAMPLE, "expect.total", 11),
        (EXAMPLE, "expect.bonus", 50),
        (EXAMPLE, "expect.board_after", EXAMPLE["board"]),
        (EXAMPLE, "expect.words", []),
        (EXAMPLE, "expect.words.0.word", "KAWY"),
        (EXAMPLE, "expect.words.0.start", [7, 5]),
        (EXAMPLE, "expect.words.0.dir", "H"),
        (EXAMPLE, "expect.words.0.sum", 6),
        (EXAMPLE, "expect.words.0.multiplier", 1),
        (EXAMPLE, "expect.words.0.long_word", 1),
        (EXAMPLE, "expect.words.0.score", 11),
        (EXAMPLE, "expect", {"legal": False, "reason": "GAP"}),
        (ILLEGAL, "expect", {"legal": True}),
        (ILLEGAL, "expect.reason", "GAP"),
        (ILLEGAL, "expect.reasons", ["FIRST_TOO_SHORT", "GAP"]),
        (ILLEGAL, "expect.invalid_words", ["O"]),
    ],
)
def test_an_expectation_that_is_not_met_fails(example: dict[str, Any], path: str, value: object) -> None:
    assert outcome("one", with_change(example, path, value)).startswith("FAIL expected")


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("colour", "red"),
        ("config.colour", "red"),
        ("config.premium", "twice"),
        ("ruleset", "chess"),
        ("board.0", "....."),
        ("board.0", "...............".replace(".", "Q", 1)),
        ("board", EXAMPLE["board"][1:]),
        ("move.kind", "play"),
        ("move.type", "word"),
        ("move.tiles.0", [7, 5]),
        ("move.tiles.0", [7, "5", "K"]),
        ("move.tiles.0", [7, True, "K"]),
        ("expect.colour", "red"),
        ("expect.legal", "yes"),
        ("move.swap", [[7, 7, "o"]]),
        ("id", ""),
        ("id", 5),
        ("expect.reason", "GAP"),
        ("expect.reason", ["GAP"]),
        ("expect.invalid_words", [{"word": "KAWA"}]),
        ("expect.incidental", [5]),
        ("expect.words.0", {"sum": 5}),
        ("expect", {"legal": False}),
        ("expect", {"legal": False, "reason": "UGLY"}),
        ("expect.words.0.colour", "red"),
        ("lexicon", "KAWA"),
        ("lexicon", ["KAWA", "QQ"]),
        ("given", {}),
    ],
)
def test_an_example_that_breaks_the_format_is_named(path: str, value: object) -> None:
    with pytest.raises(BadExampleError, match=f"example {EXAMPLE['id']}: "):
        outcome(EXAMPLE["id"], with_change(EXAMPLE, path, value))


@pytest.mark.parametrize("key", ["start", "dir", "sum", "multiplier", "long_word", "score"])
def test_what_is_not_given_of_a_word_is_not_compared(key: str) -> None:
    without = copy.deepcopy(EXAMPLE)
    del without["expect"]["words"][0][key]
    assert outcome("one", without) == "ok"
    without["expect"]["words"][0]["word"] = "KAWY"
    assert outcome("one", without).startswith("FAIL expected word")


def test_an_id_may_be_a_sentence_and_a_lexicon_long() -> None:
    example = with_change(EXAMPLE, "id", "the star doubles " * 20)
    assert outcome("one", example | {"lexicon": ["KAWA"] * 5000}) == "ok"


def write(path: Path, content: object) -> Path:
    path.write_text(json.dumps(content), encoding="utf-8")
    return path


def test_the_last_line_counts_and_the_exit_status_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = {"id": "G", "ruleset": "scrabble-pl", "config": {}, "given": {"players": 2}, "expect": {"ended": True}}
    bad = with_change(with_change(EXAMPLE, "id", "B"), "expect.total", 11)
    path = write(tmp_path / "some.json", [EXAMPLE, given, bad])
    assert main([str(path)]) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == f"{EXAMPLE['id']} ok"
    assert lines[1] == "G skipped (given)"
    assert lines[2].startswith("B FAIL expected total 11 got 10")
    assert lines[3] == "1 passed, 1 failed"
    assert main([str(path), "--only", f"G,{EXAMPLE['id']}"]) == 0
    assert capsys.readouterr().out.endswith("1 passed, 0 failed\n")


@pytest.mark.parametrize(
    "content",
    [{"id": "A"}, [EXAMPLE, EXAMPLE], [EXAMPLE, 5], [with_change(EXAMPLE, "ruleset", "chess")]],
    ids=["no array", "an id twice", "no object", "an unknown ruleset"],
)
def test_a_file_that_breaks_the_format_exits_with_2(
    content: object, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(write(tmp_path / "some.json", content))]) == 2
    assert capsys.readouterr().err


def test_a_missing_file_or_example_exits_with_2(tmp_path: Path) -> None:
    assert main([str(tmp_path / "none.json")]) == 2
    assert main([str(FILES[0]), "--only", "NOBODY"]) == 2


def test_the_runner_reads_lazily_and_in_order() -> None:
    assert [name for name, _ in run(FILES[0])] == [
        one["id"] for one in json.loads(FILES[0].read_text(encoding="utf-8"))
    ]
    assert examples.DATA.is_dir()
