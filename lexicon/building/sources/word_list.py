"""Read anyone's word list: one word a line, or forms with lemma and tags in columns.

In: a description whose file ``list`` is the list, plain or packed. Out: lexemes.
Never: lines that cannot be read (an import tells them, see `importing`); an alphabet.

A plain list says of its words only that they are there. In a list with columns, the rows of one lemma are one lexeme;
where no row spells the lemma, the first form stands for it, because nothing says that the lemma is a word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sized
from dataclasses import dataclass
from itertools import product
from math import prod

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.cutting import Form, SharedParadigms
from lexicon.building.sources.debian import package_version
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.building.sources.grouping import grouped
from lexicon.building.sources.list_lines import FORM, GLOSS, LEMMA, TAGS, Layout, ListReading, Row
from lexicon.building.sources.packed import LONGEST_LINE, blocks, digest, expect_unchanged
from lexicon.errors import DataFileError

#: The part of a description's ``files``.
LIST = "list"

#: Readings that one tag may stand for. The richest tag of a Polish adjective has 24.
MOST_ALTERNATIVES = 1000

#: Different tags of a list, and forms of a lemma. SGJP has some two thousand tags; a Polish verb has 300 forms. More
#: means that a column is taken for another.
MOST_TAGS = 100_000
MOST_FORMS = 10_000

#: What divides the marks of a tag in a list of nobody's particular format.
_DIVIDERS = re.compile(r"[\s,:;|+]+")

#: Marks of one reading of a form.
Marks = tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of lists with columns: the columns, how a tag is divided, which part of a lemma only numbers it."""

    columns: tuple[str, ...]
    readings: Callable[[str], tuple[Marks, ...]]
    plain_lemma: Callable[[str], str]
    framed: bool = False


def divided(tag: str) -> tuple[Marks, ...]:
    """Return the marks of a tag, divided by blanks or punctuation: one reading.

    >>> divided("noun, sing:nomn")
    (('noun', 'sing', 'nomn'),)
    """
    return (tuple(filter(None, _DIVIDERS.split(tag))),)


def positional(tag: str) -> tuple[Marks, ...]:
    """Return the readings of a tag whose positions, divided by colons, may hold several values, divided by dots.

    >>> positional("subst:sg:nom.acc:m3")
    (('subst', 'sg', 'nom', 'm3'), ('subst', 'sg', 'acc', 'm3'))

    Raises `ValueError` when the tag stands for more than `MOST_ALTERNATIVES`.
    """
    readings: dict[Marks, None] = {}
    for alternative in tag.split("|"):
        positions = [position.split(".") for position in alternative.split(":")]
        if prod(map(len, positions)) > MOST_ALTERNATIVES:
            raise ValueError(tag)
        readings.update(dict.fromkeys(tuple(filter(None, marks)) for marks in product(*positions)))
    return tuple(readings)


#: A list in columns, and the one of PoliMorf and SGJP, whose lemmata may have a number behind a colon.
FORMATS = {
    "tab-separated": Format(columns=(FORM, LEMMA, TAGS), readings=divided, plain_lemma=lambda lemma: lemma),
    "polimorf": Format(
        columns=(FORM, LEMMA, TAGS),
        readings=positional,
        plain_lemma=lambda lemma: lemma[:1] + lemma[1:].partition(":")[0],
        framed=True,
    ),
}


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the list, or None when it lies in none of the folders."""
    name = description.files.get(LIST, "")
    path = next((folder / name for folder in description.places if name and (folder / name).is_file()), None)
    if path is None:
        return None
    content = digest(path)
    version = package_version(description, path.parent) or description.version or content[:12]
    return InstalledSource(description=description, location=path, version=version, digest=content)


def layout(description: SourceDescription) -> Layout:
    """Return how the lines of a described list are made."""
    known = FORMATS.get(description.reader)
    columns, framed = (known.columns, known.framed) if known else ((FORM,), False)
    return Layout.of(description, columns, framed=framed)


def words(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield one lexeme a line of a plain list, all of one paradigm that says nothing."""
    paradigm = Paradigm(slots=(Slot(prefix="", suffix="", grammemes=frozenset()),))
    for row in _rows(source):
        yield Lexeme(stem=row.form, paradigm=paradigm)


def forms(source: InstalledSource) -> Iterator[str]:
    """Yield the words of a plain list without a second look at them, in a fifth of the time: for lists that are asked.

    Raises `DataFileError` for a file that cannot be read, is in another character set, or changed meanwhile.
    """
    codec = layout(source.description).encoding.codec
    rest = b""
    for block in blocks(source.location):
        *_, rest = lines = (rest + block).split(b"\n")
        if len(rest) > LONGEST_LINE:
            raise _fault(source, "", f"a line of more than {LONGEST_LINE} bytes", "one word a line")
        yield from _decoded(source, b"\n".join(lines[:-1]), codec)
    yield from _decoded(source, rest, codec)
    expect_unchanged(source.location, source.digest)


def _decoded(source: InstalledSource, content: bytes, codec: str) -> list[str]:
    try:
        return content.decode(codec).split("\n")
    except UnicodeDecodeError as error:
        raise _fault(source, "", f"byte 0x{content[error.start]:02X}", codec) from error


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield one lexeme a lemma of a list with columns, by lemma in code-point order.

    Raises `DataFileError` with the line for a mark that the description does not know.
    """
    known = FORMATS[source.description.reader]
    tags = _Tags(source, known)
    shared = SharedParadigms()
    rows = ((row.lemma or row.form, f"{row.number}\t{row.form}\t{row.tags}") for row in _rows(source))
    for lemma, contents in grouped(rows):
        forms: dict[Form, None] = {}
        for content in contents:
            line, form, tag = content.split("\t", 2)
            if len(forms) > MOST_FORMS:
                raise _fault(source, line, f"more than {MOST_FORMS} forms of {lemma[:40]!r}", "its lemma in the column")
            forms.update(dict.fromkeys((form, grammemes) for grammemes in tags.grammemes(tag, line)))
        spelled = known.plain_lemma(lemma)
        yield shared.lexeme(sorted(forms, key=lambda form: form[0] != spelled))


def glosses(source: InstalledSource) -> Iterator[tuple[str, str]]:
    """Yield the forms of a list with glosses, each with one; a form of several rows as often."""
    if GLOSS in layout(source.description).columns:
        yield from ((row.form, row.gloss) for row in _rows(source) if row.gloss)


def marks_in_use(source: InstalledSource) -> Mapping[str, int]:
    """Return every mark of a list with columns, known or not, with the number of rows that have it."""
    known = FORMATS[source.description.reader]
    by_tag: dict[str, int] = {}
    for row in _rows(source):
        by_tag[row.tags] = by_tag.get(row.tags, 0) + 1
        _expect_tags(source, by_tag, str(row.number))
    counts: Counter[str] = Counter()
    for tag, count in by_tag.items():
        counts.update({mark: count for reading in _Tags(source, known).readings(tag, "") for mark in reading})
    return counts


class _Tags:
    """The tags of one list, each translated once."""

    def __init__(self, source: InstalledSource, known: Format) -> None:
        self._source, self._format = source, known
        self._translated: dict[str, tuple[frozenset[str], ...]] = {}

    def grammemes(self, tag: str, line: str) -> tuple[frozenset[str], ...]:
        """Return the grammemes of each reading of a tag."""
        translated = self._translated.get(tag)
        if translated is None:
            readings = (self._of_marks(marks, line) for marks in self.readings(tag, line))
            translated = self._translated[tag] = tuple(dict.fromkeys(readings))
            _expect_tags(self._source, self._translated, line)
        return translated

    def readings(self, tag: str, line: str) -> tuple[Marks, ...]:
        """Return the marks of each reading of a tag."""
        try:
            return self._format.readings(tag)
        except ValueError as error:
            raise _fault(
                self._source, line, f"a tag of more than {MOST_ALTERNATIVES} readings", "a tag of a dictionary"
            ) from error

    def _of_marks(self, marks: Marks, line: str) -> frozenset[str]:
        description = self._source.description
        told = [mark for mark in marks if mark not in description.ignored]
        for mark in told:
            if mark not in description.grammemes:
                raise _fault(self._source, line, f"unknown mark {mark[:40]!r}", "a mark of the source's description")
        return frozenset(description.grammemes[mark] for mark in told)


def _expect_tags(source: InstalledSource, tags: Sized, line: str) -> None:
    if len(tags) > MOST_TAGS:
        raise _fault(source, line, f"more than {MOST_TAGS} different tags", "tags in their column")


def _fault(source: InstalledSource, line: str, found: str, expected: str) -> DataFileError:
    return DataFileError(source.location, where=f"line {line}" if line else "tags", found=found, expected=expected)


def _rows(source: InstalledSource) -> Iterator[Row]:
    """Yield the rows that can be read; at the end, the list must still be the one that was found."""
    for row in ListReading(source.location, layout(source.description)).rows():
        if isinstance(row, Row):
            yield row
    expect_unchanged(source.location, source.digest)
