"""The export of our own fixture, compiled by pymorphy3 itself: both readers say the same but for what the docs name."""

from __future__ import annotations

import importlib.metadata
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest

from lexicon.building.lexeme import Entry
from lexicon.building.sources import pymorphy
from lexicon.building.sources.pymorphy import _digest
from tests.lexicon.sources.opencorpora_export import compiled, entries

TRAPS = Path("tests", "golden", "opencorpora", "traps.xml")

#: What docs/dictionaries.md names as different: a lexeme without any mark, initials, a lemma that is not the first
#: form, what is linked from deleted lexemes; a lexeme that two others link to, links in a circle, to itself, to none.
OTHER_LEMMATA = ("7", "10", "12")
OTHER_LINKS = ("8", "10", "11", "12", "13", "14", "15")


#: In a process of its own: the compiler leaves files open.
COMPILING = """
import sys
from pymorphy3.lang.ru.config import PARADIGM_PREFIXES
from pymorphy3.opencorpora_dict.compile import convert_to_pymorphy2
export, folder = sys.argv[1:]
options = {"paradigm_prefixes": PARADIGM_PREFIXES}
convert_to_pymorphy2(export, folder, source_name="sample", language_code="ru", compile_options=options)
"""

#: Marks that the compiler writes in place of others.
SIMPLIFIED = {"accs", "gent", "loct"}


def agreeing(folder: Path) -> Path:
    """Return the fixture without the peculiarities in which both differ."""
    text = TRAPS.read_text(encoding="utf-8")
    for lemma in OTHER_LEMMATA:
        text, count = re.subn(rf'<lemma id="{lemma}" .*?</lemma>', "", text)
        assert count == 1
    for link in OTHER_LINKS:
        text, count = re.subn(rf'<link id="{link}" [^>]*/>', "", text)
        assert count == 1
    # The compiler wants every mark declared, in the newer way.
    declared = "".join(
        f'<grammeme parent=""><name>{mark}</name><alias>{mark}</alias><description/></grammeme>'
        for mark in sorted({*re.findall(r'<g v="([^"]+)"', text), *SIMPLIFIED})
    )
    text = re.sub(r"<grammemes>.*</grammemes>", f"<grammemes>{declared}</grammemes>", text, flags=re.DOTALL)
    path = folder / "export.xml"
    path.write_text(text, encoding="utf-8")
    return path


def compiled_entries(export: Path, folder: Path) -> list[Entry]:
    """Let pymorphy3 compile an export, and read what came out as the compiled dictionary is read."""
    subprocess.run([sys.executable, "-c", COMPILING, str(export), str(folder)], check=True, capture_output=True)
    source = replace(compiled(), location=folder, digest=_digest(folder))
    return [entry for lexeme in pymorphy.lexemes(source) for entry in lexeme.entries()]


@pytest.mark.dictionary
def test_our_own_export_reads_alike_compiled_and_exported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The published digests are those of another dictionary.
    monkeypatch.setattr(importlib.metadata, "files", lambda _: ())
    export = agreeing(tmp_path)
    told = entries(export)
    assert len(told) > 25
    assert Counter(compiled_entries(export, tmp_path / "compiled")) == Counter(told)
