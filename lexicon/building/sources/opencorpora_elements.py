"""The elements of an OpenCorpora export, one after the other, however large the file and whatever is in it.

In: an XML file, plain or packed. Out: `Heading`, `Lemma`, `LinkType`, `Link`.
Never: entities, document types, files or addresses that the XML names; more than one lemma in memory.

The scheme that OpenCorpora publishes refuses its own exports (an empty parent of a grammeme), so nothing is validated
by it. What is needed must be there; what is not known is passed over.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

from lexicon.building.sources.packed import blocks
from lexicon.errors import DataFileError, SourceMissingError

if TYPE_CHECKING:
    from lxml.etree import XMLPullParser, _Element

#: Bytes of the file between the ends of two elements that are known here. The richest verb has some twenty thousand.
MOST_BETWEEN = 2 << 20

#: Letters of a form. Nothing longer is a word; the longest of the export has 47.
LONGEST_FORM = 256

#: Ids are numbered by the export from 1; four bytes hold them.
LARGEST_ID = 2**32 - 1

#: The elements that are read, or passed over as wholes; the others lie inside them.
_READ = ("dictionary", "grammeme", "restr", "lemma", "type", "link")


@dataclass(frozen=True, slots=True)
class Heading:
    """Version of the format, and revision of the dictionary; either is empty where the file does not say it."""

    version: str
    revision: str


@dataclass(frozen=True, slots=True)
class Lemma:
    """One lexeme, as its element ``lemma`` has it: marks of all forms, and the forms with marks of their own.

    ``line`` is the line of the file, ``spelling`` what stands for the lexeme. A deleted lexeme has no forms.
    """

    id: int
    line: int
    spelling: str
    marks: tuple[str, ...]
    forms: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class LinkType:
    """The name of a kind of link."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two lemmata, by their ids."""

    start: int
    end: int
    type: int


Element = Heading | Lemma | LinkType | Link


def elements(path: Path) -> Iterator[Element]:
    """Yield the elements in file order, the heading first.

    Raises `DataFileError` naming the line for anything that is no export of OpenCorpora, and for what would cost
    more memory than a dictionary may; `SourceMissingError` when the XML library is not installed.
    """
    known: dict[str, Callable[[Path, _Element], Element]] = {
        "lemma": _lemma,
        "type": _link_type,
        "link": _link,
    }
    for event, element in _events(path):
        if event == "start":
            if element.tag == "dictionary":
                yield Heading(element.get("version", ""), element.get("revision", ""))
        elif read := known.get(element.tag):
            yield read(path, element)


def heading(path: Path) -> Heading:
    """Return the heading; reads no further than that."""
    first = next(elements(path), None)
    if not isinstance(first, Heading):
        raise _no_dictionary(path, "no element")
    return first


def _events(path: Path) -> Iterator[tuple[str, _Element]]:
    """Yield starts and ends of the elements in `_READ`; behind an end, the element is emptied and forgotten."""
    etree = _library()
    parser = etree.XMLPullParser(
        events=("start", "end"),
        tag=_READ,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    between, root_seen = 0, False
    try:
        for block in blocks(path):
            between += len(block)
            parser.feed(block)
            _expect_sound(path, parser)
            for event, element in parser.read_events():
                if not root_seen:
                    _expect_export(path, element)
                    root_seen = True
                yield event, element
                if event == "end":
                    _forget(element)
                    between = 0
            if between > MOST_BETWEEN:
                raise _fault(path, "the file", f"{between} bytes without the end of a lemma", "lemmata of a dictionary")
        parser.close()
    except etree.XMLSyntaxError as error:
        raise _broken(path, error.lineno, error.msg) from error
    if not root_seen:
        raise _no_dictionary(path, "none of its elements")


def _expect_sound(path: Path, parser: XMLPullParser) -> None:
    """Raise what the parser has noted: fed in blocks, it stops without a word at some faults."""
    for noted in parser.feed_error_log.filter_from_fatals():
        raise _broken(path, noted.line, noted.message)


def _broken(path: Path, line: int | None, found: str) -> DataFileError:
    where = f"line {line}" if line else "the file"
    return _fault(path, where, f"broken XML ({found})", "a whole export; fetch it anew")


def _library() -> ModuleType:
    """Return the XML library."""
    try:
        return importlib.import_module("lxml.etree")
    except ImportError as error:
        mend = "its reader lacks 'lxml'; install it: python -m pip install 'slovosud[build]'"
        raise SourceMissingError("OpenCorpora XML", mend=mend) from error


def _expect_export(path: Path, element: _Element) -> None:
    """Refuse a file of another kind, and one that declares a document type: that is where entities come from."""
    tree = element.getroottree()
    if tree.docinfo.doctype:
        raise _fault(path, "the first lines", "a document type (DOCTYPE)", "an export, which has none")
    if tree.getroot().tag != "dictionary":
        raise _no_dictionary(path, f"<{str(tree.getroot().tag)[:40]}>")


def _forget(element: _Element) -> None:
    """Empty an element and drop everything before it."""
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def _lemma(path: Path, element: _Element) -> Lemma:
    lemma_spelling = ""
    marks: tuple[str, ...] = ()
    forms: list[tuple[str, tuple[str, ...]]] = []
    for part in element:
        if part.tag == "f":
            spelling = part.get("t")
            if not spelling or len(spelling) > LONGEST_FORM:
                found = f"a form of {len(spelling)} letters" if spelling else "a form without spelling"
                raise _fault(path, f"line {part.sourceline}", found, f"attribute t of 1 to {LONGEST_FORM} letters")
            forms.append((spelling, _marks(path, part)))
        elif part.tag == "l":
            lemma_spelling, marks = part.get("t", ""), _marks(path, part)
    return Lemma(_number(path, element, "id"), element.sourceline or 0, lemma_spelling, marks, tuple(forms))


def _marks(path: Path, element: _Element) -> tuple[str, ...]:
    marks = tuple([part.get("v") or "" for part in element])
    if "" in marks:
        raise _fault(path, f"line {element.sourceline}", "a grammeme without a value", "attribute v")
    return marks


def _link_type(path: Path, element: _Element) -> LinkType:
    return LinkType(_number(path, element, "id"), (element.text or "").strip())


def _link(path: Path, element: _Element) -> Link:
    return Link(_number(path, element, "from"), _number(path, element, "to"), _number(path, element, "type"))


def _number(path: Path, element: _Element, name: str) -> int:
    text = element.get(name, "")
    # Longer digits would cost time to read, and are no id.
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and int(text) <= LARGEST_ID):
        where = f"line {element.sourceline}, {element.tag}"
        raise _fault(path, where, f"{name}={text[:40]!r}", f"a number up to {LARGEST_ID}")
    return int(text)


def _no_dictionary(path: Path, found: str) -> DataFileError:
    return _fault(path, "the root", found, "<dictionary>, the export of OpenCorpora")


def _fault(path: Path, where: str, found: str, expected: str) -> DataFileError:
    return DataFileError(path, where=where, found=found, expected=expected)
