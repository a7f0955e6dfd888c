"""The program `hunspell` as an oracle, and dictionaries written for one test."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_expansion import forms

HAS_PROGRAM = shutil.which("hunspell") is not None

needs_program = pytest.mark.skipif(not HAS_PROGRAM, reason="NOT COMPARED: sudo apt-get install hunspell")


def refused(affixes: Path, words: Iterable[str]) -> set[str]:
    """Return those of ``words`` that the program does not accept by the dictionary of ``affixes``."""
    answer = subprocess.run(
        ["hunspell", "-d", str(affixes.with_suffix("")), "-i", "UTF-8", "-l"],  # noqa: S607 - the one on the path
        input="".join(f"{word}\n" for word in words),
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    assert "Can't open" not in answer.stderr, answer.stderr
    return set(answer.stdout.splitlines())


def written(folder: Path, affixes: str | bytes, words: str | bytes) -> tuple[Path, Path]:
    """Write a dictionary and return its two files."""
    paths = folder / "sample.aff", folder / "sample.dic"
    for path, content in zip(paths, (affixes, words), strict=True):
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return paths


def all_forms(affixes: Path, words: Path) -> list[str]:
    return list(forms(load_affixes(affixes), words))
