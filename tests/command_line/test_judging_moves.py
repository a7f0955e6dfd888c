"""`slovosud judge --move` and `--challenge`: files that hold no move are refused with a sentence and exit code 2."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.command_line.app import ExitCode, run

EMPTY = ["." * 15] * 15
REQUEST: dict[str, Any] = {
    "ruleset_id": "scrabble-pl",
    "words": {"unchecked": True},
    "position": {"rows": EMPTY},
    "move": {"tiles": [{"row": 7, "column": 7, "letter": "K"}, {"row": 7, "column": 8, "letter": "O"}]},
}


def judged(capsys: pytest.CaptureFixture[str], path: Path, option: str = "--move") -> tuple[int, str, str]:
    code = run(["judge", option, str(path)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def test_a_move_is_ruled_on_with_its_words_and_points(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "move.json"
    path.write_text(json.dumps(REQUEST), encoding="utf-8")
    code, out, _ = judged(capsys, path)
    assert code == ExitCode.DONE
    # Text 003, Obliczanie wartości pierwszego słowa: 2 + 1 on the star.
    assert out.splitlines()[0] == "legal  6 points"
    assert out.splitlines()[1].split() == ["KO", "6", "=", "3", "×", "2", "across", "from", "row", "7,", "column", "7"]


@pytest.mark.parametrize("option", ["--move", "--challenge"])
@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "line 1, column 1", id="nothing"),
        pytest.param(b'{"ruleset_id": }', "line 1, column 16", id="no JSON"),
        pytest.param(b'{"row": ' + b"9" * 5000 + b"}", "a huge number", id="a number of 5,000 digits"),
        pytest.param(b'{"move": 1, "move": 2}', "the key 'move' twice", id="a key twice"),
        pytest.param(b'{"\\ud800": 1}', "half a character", id="half a character"),
        pytest.param(b"[" * 200_000, "nested too deep", id="nested too deep"),
        pytest.param(b"\xff\xfe", "no UTF-8", id="no UTF-8"),
        pytest.param(b" " * ((1 << 20) + 1), "longer than", id="too long"),
    ],
)
def test_a_file_that_holds_no_request_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, option: str, content: bytes, said: str
) -> None:
    path = tmp_path / "move.json"
    path.write_bytes(content)
    code, out, err = judged(capsys, path, option)
    assert (code, out) == (ExitCode.USAGE, "")
    assert said in " ".join(err.replace("│", " ").split())
