"""Dictionaries as they are published: what is known of each, where it is, and its lexemes.

In: `data/sources/<id>.toml` and what is installed. Out: `SourceDescription`, `InstalledSource`, lexemes.
Never: policy.

One reader module a format; `READERS` names them. Adding a dictionary of a known format is adding a file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.building.lexeme import Lexeme
from lexicon.building.sources import cldr, hunspell, hunspell_fields, morfeusz, opencorpora_xml, pymorphy, word_list
from lexicon.building.sources.composing import composed
from lexicon.building.sources.description import InstalledSource, SourceDescription, load_description
from lexicon.datafile import ids_in
from lexicon.errors import SourceMissingError

__all__ = [
    "InstalledSource",
    "Reader",
    "SourceDescription",
    "describe_all",
    "find",
    "forms",
    "glosses",
    "installed",
    "lexemes",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reader:
    """A format: how to find an installed dictionary of it, and how to read its lexemes.

    ``marks`` counts the marks in use, known or not: for dictionaries that nobody has described yet. ``forms`` is the
    short way to the forms alone, where there is one; ``glosses`` say what forms are, in words for people.
    """

    find: Callable[[SourceDescription], InstalledSource | None]
    lexemes: Callable[[InstalledSource], Iterator[Lexeme]]
    marks: Callable[[InstalledSource], Mapping[str, int]] = lambda _: {}
    forms: Callable[[InstalledSource], Iterator[str]] | None = None
    glosses: Callable[[InstalledSource], Iterator[tuple[str, str]]] = lambda _: iter(())


READERS: Mapping[str, Reader] = {
    "cldr": Reader(find=cldr.find, lexemes=cldr.lexemes),
    "hunspell": Reader(find=hunspell.find, lexemes=hunspell.lexemes, marks=hunspell_fields.names_in_use),
    "morfeusz": Reader(find=morfeusz.find, lexemes=morfeusz.lexemes),
    "opencorpora-xml": Reader(
        find=opencorpora_xml.find, lexemes=opencorpora_xml.lexemes, marks=opencorpora_xml.marks_in_use
    ),
    "polimorf": Reader(find=word_list.find, lexemes=word_list.lexemes, marks=word_list.marks_in_use),
    "pymorphy": Reader(find=pymorphy.find, lexemes=pymorphy.lexemes),
    "tab-separated": Reader(
        find=word_list.find, lexemes=word_list.lexemes, marks=word_list.marks_in_use, glosses=word_list.glosses
    ),
    "word-list": Reader(find=word_list.find, lexemes=word_list.words, forms=word_list.forms),
}


def describe_all(data: Path) -> tuple[SourceDescription, ...]:
    """Return every dictionary that the data folder describes, by id."""
    folder = data / "sources"
    return tuple(load_description(data, source_id, READERS) for source_id in ids_in(folder))


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the installed dictionary, or None when it is not here."""
    return READERS[description.reader].find(description)


def installed(description: SourceDescription) -> InstalledSource:
    """Return the installed dictionary. Raises `SourceMissingError` naming the command that brings it."""
    found = find(description)
    if found is None:
        raise SourceMissingError(description.id, mend=f"install it: {description.install}")
    return found


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes of an installed dictionary, in its own order, in composed letters."""
    return composed(READERS[source.description.reader].lexemes(source))


def forms(source: InstalledSource) -> Iterator[str]:
    """Yield the forms of an installed dictionary, in its own order; one of several readings as often as these."""
    short_way = READERS[source.description.reader].forms
    if short_way:
        yield from short_way(source)
        return
    for lexeme in lexemes(source):
        for slot in lexeme.paradigm.slots:
            yield lexeme.form(slot)


def glosses(source: InstalledSource) -> Iterator[tuple[str, str]]:
    """Yield forms of an installed dictionary with what it says of them in words; of most dictionaries, nothing."""
    return READERS[source.description.reader].glosses(source)
