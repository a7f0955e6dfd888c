"""The committed stubs are made from the committed protos, by the pinned generator."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from protos import generate

REPOSITORY = Path(__file__).parents[2]


def test_the_protos_have_not_changed_since_the_stubs_were_generated() -> None:
    recorded = (generate.COMMITTED / generate.DIGEST_FILE).read_text(encoding="ascii").strip()
    assert recorded == generate.digest_of_protos(), "run `poe gen` and commit what it writes"


@pytest.mark.slow
def test_generating_again_changes_nothing() -> None:
    done = subprocess.run(
        [sys.executable, REPOSITORY / "protos" / "generate.py", "--check"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_stale_a_missing_and_a_superfluous_stub_are_all_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh, committed = tmp_path / "fresh", tmp_path / "committed"
    for folder, files in (
        (fresh, {"same": "1", "stale": "1", "missing": "1"}),
        (committed, {"same": "1", "stale": "2", "superfluous": "1"}),
    ):
        folder.mkdir()
        for name, content in files.items():
            (folder / name).write_text(content)
    monkeypatch.setattr(generate, "COMMITTED", committed)
    assert generate.differences(fresh) == ["missing", "stale", "superfluous"]
