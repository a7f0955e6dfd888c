"""docs/calling.md tells the truth: its programs run as they stand, and its table has every reason."""

from __future__ import annotations

import re
import shutil
import sys
from pathlib import Path

import pytest
from google.rpc import code_pb2
from slovosud.adjudication.v1 import error_reason_pb2 as adjudication
from slovosud.lexicon.v1 import error_reason_pb2 as lexicon

from tests.callers.conftest import GO, GO_TIMEOUT, NODE_TIMEOUT, PROTOS, run
from tests.support import ROOT

PAGE = (ROOT / "docs" / "calling.md").read_text(encoding="utf-8")
PRINTED = ["ВОРОТА WORD_STATUS_VALID plural-only", "СТОЛЫ WORD_STATUS_NOT_IN_LEXICON plain-plural"]
EXAMPLE_ADDRESS = "127.0.0.1:50051"


def program(language: str, chapter: str, address: str) -> str:
    """The one program in a language below a heading, with another address in it."""
    text = PAGE.split(f"# {chapter}\n")[1].split("\n#")[0]
    (found,) = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    assert found.count(EXAMPLE_ADDRESS) == 1
    return str(found.replace(EXAMPLE_ADDRESS, address))


@pytest.mark.dictionary
@pytest.mark.parametrize(
    ("chapter", "printed"),
    [
        ("Python", PRINTED),
        ("Reflection", ["lexicon {", '  id: "ru-crosslet"']),
        ("A game with a referee", ["the play comes off"]),
    ],
)
def test_python_on_the_page_runs(address: str, chapter: str, printed: list[str], tmp_path: Path) -> None:
    (tmp_path / "page.py").write_text(program("python", chapter, address), encoding="utf-8")
    stubs = {"PYTHONPATH": str(ROOT / "gen")}
    lines = run([sys.executable, "page.py"], folder=tmp_path, environment=stubs).splitlines()
    assert lines[: len(printed)] == printed


@pytest.mark.dictionary
@pytest.mark.slow
@pytest.mark.timeout(NODE_TIMEOUT + 60)
def test_node_on_the_page_runs(address: str, node_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(PROTOS, tmp_path / "protos")
    (tmp_path / "node_modules").symlink_to(node_folder / "node_modules")
    text = program("js", "Node", address)
    # It does not close its client, as programs that go on calling do not.
    (tmp_path / "page.mjs").write_text(f"{text}setTimeout(() => process.exit(), 3_000).unref();\n", encoding="utf-8")
    assert run(["node", "page.mjs"], folder=tmp_path).splitlines() == PRINTED


@pytest.mark.dictionary
@pytest.mark.slow
@pytest.mark.timeout(3 * GO_TIMEOUT)
def test_go_on_the_page_runs(address: str, go_folder: Path, tmp_path: Path) -> None:
    shutil.copytree(go_folder, tmp_path, dirs_exist_ok=True, ignore=shutil.ignore_patterns("caller"))
    (tmp_path / "main.go").write_text(program("go", "Go", address), encoding="utf-8")
    assert run(["gofmt", "-l", "main.go"], folder=tmp_path) == ""
    printed = run(["go", "run", "."], folder=tmp_path, timeout=GO_TIMEOUT, environment=GO)
    assert printed.splitlines() == PRINTED


def test_the_first_program_of_the_readme_is_the_one_of_the_page() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert program("python", "Python", EXAMPLE_ADDRESS) in readme


def test_the_table_of_failures_has_every_reason_once() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \| (`[A-Z_`, ]+) \|", PAGE, re.MULTILINE)
    listed = [reason for _, reasons in rows for reason in re.findall(r"`([A-Z_]+)`", reasons)]
    names = {*adjudication.ErrorReason.keys(), *lexicon.ErrorReason.keys()} - {"ERROR_REASON_UNSPECIFIED"}
    assert sorted(listed) == sorted(name.removeprefix("ERROR_REASON_") for name in names)
    assert {code for code, _ in rows} <= set(code_pb2.Code.keys())
