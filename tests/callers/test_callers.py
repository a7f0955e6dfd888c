"""Callers from outside, each a program of its own, tell the same story line by line."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.callers.conftest import GO_TIMEOUT, HERE, NODE_TIMEOUT, PROTOS, run
from tests.support import ROOT

pytestmark = pytest.mark.dictionary

STORY = [
    {"step": "list", "lexicons": ["ru-crosslet"]},
    {
        "step": "check",
        "verdicts": [
            ["ВОРОТА", "WORD_STATUS_VALID", "plural-only"],
            ["СТОЛЫ", "WORD_STATUS_NOT_IN_LEXICON", "plain-plural"],
            ["cтол", "WORD_STATUS_MALFORMED", "foreign-character"],  # its first letter is Latin
        ],
    },
    {"step": "explain", "word": "СТОЛЫ", "kind": "LAYER_KIND_POLICY"},
    {"step": "refused", "code": "NOT_FOUND", "reason": "UNKNOWN_LEXICON"},
    # The worked move of the rule text: text 000, the example of one move.
    {
        "step": "adjudicate",
        "legal": True,
        "scores": {"CUT": 6, "TOUTER": 8, "DIVES": 27, "CEL": 5},
        "bonus": 15,
        "total": 61,
    },
    {"step": "move", "accepted": True, "version": 1, "row": ".....СТОЛЫ....."},
    {"step": "challenge", "stands": False, "version": 2, "row": "..............."},
    {"step": "again", "stands": False, "version": 2},
]


def tells_the_story(printed: str) -> None:
    lines = [json.loads(line) for line in printed.splitlines()]
    sentences = [line.pop("text") for line in lines if line["step"] == "explain"]
    assert lines == STORY
    assert [sentence.split()[:4] for sentence in sentences] == [["nominative", "plural", "of", "стол"]]


def test_through_reflection_alone(address: str, tmp_path: Path) -> None:
    """The stubs of this checkout are out of its reach: their package is shut before it begins."""
    shut = "import runpy, sys; sys.modules['slovosud'] = None; del sys.argv[0]"
    code = f"{shut}; runpy.run_path(sys.argv[0], run_name='__main__')"
    program = str(HERE / "reflection.py")
    tells_the_story(run([sys.executable, "-I", "-c", code, program, address], folder=tmp_path))


@pytest.mark.slow
@pytest.mark.timeout(NODE_TIMEOUT + 60)
def test_from_node(address: str, node_folder: Path) -> None:
    tells_the_story(run(["node", "caller.mjs", address, str(PROTOS)], folder=node_folder))


@pytest.mark.slow
@pytest.mark.timeout(3 * GO_TIMEOUT)
def test_from_go(address: str, go_folder: Path) -> None:
    tells_the_story(run([str(go_folder / "caller"), address], folder=ROOT))
