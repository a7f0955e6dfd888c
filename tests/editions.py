"""Editions of the small list that differ in one thing: a file of the data folder, changed before the second build."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from tests.support import FILES, small_edition

#: A second dictionary, of plain words, which the recipe may name.
SECOND = {
    "sources/second.toml": FILES["sources/sample.toml"]
    .replace('"sample"', '"second"')
    .replace("Sample dictionary", "Second dictionary")
    .replace("sample.", "second."),
    "dictionaries/second/second.aff": "SET UTF-8\n",
    "dictionaries/second/second.dic": "2\nдом po:noun\nкот po:noun\n",
}

#: Lets any list through.
OPEN_GATE = "[gate]\nfewest = 0\nmost = 999\nin = []\nout = []\n"

#: File, what stands there, what is to stand there instead.
Edit = tuple[str, str, str]


def small_lexicon(folder: Path, edition: str, *edits: Edit) -> Lexicon:
    """Build an edition of the small list in ``folder``, with its second dictionary at hand, after ``edits``."""
    data = folder / "data"
    if not data.exists():
        small_edition(folder, edition="as-it-is")
        for name, content in SECOND.items():
            (data / name).parent.mkdir(parents=True, exist_ok=True)
            (data / name).write_text(content, encoding="utf-8")
        recipe = data / "lexicons" / "sample.toml"
        recipe.write_text(recipe.read_text(encoding="utf-8").partition("[gate]")[0] + OPEN_GATE, encoding="utf-8")
    kept = {name: (data / name).read_text(encoding="utf-8") for name, _, _ in edits}
    for name, old, new in edits:
        text = (data / name).read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old!r}"
        (data / name).write_text(text.replace(old, new), encoding="utf-8")
    try:
        small_edition(folder, edition=edition)
    finally:
        for name, text in kept.items():
            (data / name).write_text(text, encoding="utf-8")
    return Catalogue(folder=folder / "catalogue").open("sample", edition)


def words_of(words: Sequence[str]) -> Edit:
    """Return the edit that gives the small dictionary these nouns, and no others."""
    lines = "".join(f"{word.lower()} po:noun\n" for word in words)
    old = FILES["dictionaries/sample/sample.dic"]
    return "dictionaries/sample/sample.dic", old, f"9\n{lines}"
