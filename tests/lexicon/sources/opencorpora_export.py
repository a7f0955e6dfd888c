"""Exports of OpenCorpora for tests: small ones written by hand, and one rebuilt from the compiled dictionary."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from itertools import groupby, islice
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from lexicon.building import sources
from lexicon.building.lexeme import Entry, Lexeme
from lexicon.building.sources import opencorpora_xml
from lexicon.building.sources.description import InstalledSource, load_description
from lexicon.shipped import shipped_folder

DATA = shipped_folder()
COMPILED = load_description(DATA, "opencorpora", sources.READERS)
EXPORT = load_description(DATA, "opencorpora-xml", sources.READERS)

#: One lexeme as it is tagged there: forms, each with the marks of the lexeme and its own.
Tagged = list[tuple[str, tuple[str, ...], tuple[str, ...]]]


def found(path: Path) -> InstalledSource:
    installed = opencorpora_xml.find(replace(EXPORT, files={"dictionary": path.name}, own_folder=path.parent))
    assert installed is not None
    return installed


def entries(path: Path) -> list[Entry]:
    return [entry for lexeme in opencorpora_xml.lexemes(found(path)) for entry in lexeme.entries()]


def written(folder: Path, lemmata: str, *, links: str = "", name: str = "sample.xml") -> Path:
    path = folder / name
    path.write_text(
        f'<?xml version="1.0"?>\n<dictionary version="0.92" revision="1">\n<lemmata>\n{lemmata}\n</lemmata>\n'
        f"<links>{links}</links></dictionary>",
        encoding="utf-8",
    )
    return path


def compiled() -> InstalledSource:
    installed = sources.find(COMPILED)
    if installed is None:
        pytest.skip(f"the dictionary is not installed; install it: {COMPILED.install}")
    return installed


def rebuild(path: Path, *, every: int = 1, padding: int = 0) -> list[Lexeme]:
    """Write the export from which the compiled dictionary could have been made: lemmata apart, with links.

    Takes every so-manieth lexeme; returns those for less than all of them. ``padding`` blanks before each form make the
    file as large as a published one.
    """
    source = compiled()
    pairs = islice(zip(_tagged(source), sources.lexemes(source), strict=True), 0, None, every)
    kept: list[Lexeme] = []
    links: list[tuple[int, int]] = []
    number, blanks = 0, " " * padding
    with path.open("w", encoding="utf-8") as file:
        file.write(
            '<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<dictionary version="0.92" revision="0">\n'
        )
        file.write("<lemmata>\n")
        for tagged, lexeme in pairs:
            kept += [lexeme] if every > 1 else []
            first = number + 1
            for marks, forms in groupby(tagged, key=lambda form: form[1]):
                number += 1
                file.write(_lemma(number, marks, list(forms), blanks))
                # A chain and a star by turns: both ways of linking occur.
                links += [(number - 1 if number % 2 else first, number)] if number > first else []
        file.write('</lemmata>\n<link_types><type id="22">NORM-ORPHOVAR</type></link_types>\n<links>\n')
        for place, (start, end) in enumerate(links):
            file.write(f'<link id="{place}" from="{start}" to="{end}" type="22"/>\n')
        file.write("</links>\n</dictionary>\n")
    return kept


def _lemma(number: int, marks: tuple[str, ...], forms: Tagged, blanks: str) -> str:
    told = "".join(f"{blanks}<f t={quoteattr(spelling)}>{_marked(own)}</f>" for spelling, _, own in forms)
    lemma = f"<l t={quoteattr(forms[0][0])}>{_marked(marks)}</l>"
    return f'    <lemma id="{number}" rev="{number}">{lemma}{told}</lemma>\n'


def _marked(marks: tuple[str, ...]) -> str:
    return "".join(f'<g v="{mark}"/>' for mark in marks)


def _tagged(source: InstalledSource) -> Iterator[Tagged]:
    """Yield the lexemes of the compiled dictionary with its own tags, in the order of the reader."""
    dictionary = import_module("pymorphy3.opencorpora_dict.storage").load_dict(str(source.location))
    tags = []
    for tag in map(str, dictionary.gramtab):
        marks, _, own = tag.partition(" ")
        tags.append((tuple(marks.split(",")), tuple(filter(None, own.split(",")))))
    for lemma, (number, slot) in dictionary.words.iteritems():
        if slot:
            continue
        packed = dictionary.paradigms[number]
        count = len(packed) // 3
        suffixes = [dictionary.suffixes[packed[place]] for place in range(count)]
        prefixes = [dictionary.paradigm_prefixes[packed[2 * count + place]] for place in range(count)]
        stem = lemma[len(prefixes[0]) : len(lemma) - len(suffixes[0])]
        yield [(prefixes[place] + stem + suffixes[place], *tags[packed[count + place]]) for place in range(count)]
