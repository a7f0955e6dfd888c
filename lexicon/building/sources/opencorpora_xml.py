"""Read the official export of OpenCorpora: every lexeme of the XML, linked ones made one.

In: a description whose file ``dictionary`` is the export, plain or packed. Out: lexemes with shared paradigms.
Never: more than the lexemes' stems in memory.

Which lexemes are made one follows the dictionary compiled for pymorphy, so that both readers say the same of a form:
spelling variants, aspect pairs, participles and short forms stand under one lemma. What that dictionary drops
(initials, lexemes without any grammeme) is read here: what to make of it is the policy's affair.
"""

from __future__ import annotations

import array
from collections import Counter
from collections.abc import Iterator, Mapping

from lexicon.building.lexeme import Lexeme
from lexicon.building.sources.cutting import SharedParadigms
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.building.sources.opencorpora_elements import Lemma, Link, LinkType, elements, heading
from lexicon.building.sources.opencorpora_merging import DuplicateIdError, LemmaStore
from lexicon.building.sources.packed import digest, expect_unchanged
from lexicon.errors import DataFileError

#: The part of a description's ``files``.
DICTIONARY = "dictionary"

#: Kinds of link between words that stay apart: a name and the patronymic made from it, a word and its abbreviation,
#: a number and its ordinal, a number in words and in digits.
APART = frozenset({"NAME-PATR", "FULL-CONTRACTED", "CARDINAL-ORDINAL", "ADJF_TEXT-ADJF_NUMBER"})

#: The ids that these kinds have in every export known, for a file that does not name its kinds.
_APART_IDS = frozenset({7, 21, 23, 27})

#: Lemmata, and links, that an export may have. The real one has 391,778 and some 270,000.
MOST_ELEMENTS = 5_000_000


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the export, or None when it lies in none of the folders."""
    name = description.files.get(DICTIONARY, "")
    path = next((folder / name for folder in description.places if name and (folder / name).is_file()), None)
    if path is None:
        return None
    told = heading(path)
    return InstalledSource(
        description=description,
        location=path,
        version=".".join(filter(None, (told.version, told.revision))) or "unknown",
        digest=digest(path),
    )


def marks_in_use(source: InstalledSource) -> Mapping[str, int]:
    """Return every mark of an export, known or not, with the number of forms that have it."""
    by_tag: Counter[tuple[str, ...]] = Counter()
    for element in elements(source.location):
        if isinstance(element, Lemma):
            by_tag.update(element.marks + marks for _, marks in element.forms)
    counts: Counter[str] = Counter()
    for tag, count in by_tag.items():
        counts.update(dict.fromkeys(tag, count))
    return counts


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes in the order of their first lemmata.

    Raises `DataFileError` with the line for what is no export, for marks that the description does not know, and
    for a file that changed meanwhile.
    """
    reading = _Reading(source)
    for element in elements(source.location):
        match element:
            case Lemma():
                reading.add(element)
            case Link():
                reading.link(element)
            case LinkType():
                reading.kinds[element.id] = element.name
    expect_unchanged(source.location, source.digest)
    yield from reading.lexemes()


class _Reading:
    """What is kept of one export while it is read."""

    def __init__(self, source: InstalledSource) -> None:
        self._path = source.location
        self._description = source.description
        self._shared = SharedParadigms()
        self._store = LemmaStore(self._shared)
        self._grammemes: dict[tuple[tuple[str, ...], tuple[str, ...]], frozenset[str]] = {}
        self._links = array.array("I")
        self.kinds: dict[int, str] = {}

    def add(self, lemma: Lemma) -> None:
        """Keep a lemma: what is alike in many of them once, its stem, nothing else."""
        if len(self._store) == MOST_ELEMENTS:
            raise self._fault(f"line {lemma.line}", f"more than {MOST_ELEMENTS} lemmata", "an export of OpenCorpora")
        forms = []
        for spelling, marks in lemma.forms:
            grammemes = self._grammemes.get((lemma.marks, marks))
            if grammemes is None:
                grammemes = self._grammemes[lemma.marks, marks] = self._translated(lemma, marks)
            forms.append((spelling, grammemes))
        if forms and forms[0][0] != lemma.spelling:
            forms.sort(key=lambda form: form[0] != lemma.spelling)
        self._store.add(lemma.id, self._shared.lexeme(forms) if forms else None)

    def link(self, link: Link) -> None:
        """Keep a link."""
        if len(self._links) == 3 * MOST_ELEMENTS:
            raise self._fault("links", f"more than {MOST_ELEMENTS}", "an export of OpenCorpora")
        self._links.extend((link.start, link.end, link.type))

    def lexemes(self) -> Iterator[Lexeme]:
        """Yield the lexemes, linked lemmata made one."""
        try:
            self._store.close()
        except DuplicateIdError as error:
            raise self._fault(f"lemma {error.identifier}", "a second lemma with this id", "ids of their own") from error
        for place in range(0, len(self._links), 3):
            start, end, kind = self._links[place : place + 3]
            name = self.kinds.get(kind)
            if name not in APART if name else kind not in _APART_IDS:
                self._store.join(start, end)
        return self._store.lexemes()

    def _translated(self, lemma: Lemma, marks: tuple[str, ...]) -> frozenset[str]:
        """Translate marks; one that the description does not know is an error, never dropped."""
        known, ignored = self._description.grammemes, self._description.ignored
        told = [mark for mark in (*lemma.marks, *marks) if mark not in ignored]
        for mark in told:
            if mark not in known:
                place = f"line {lemma.line}, lemma {lemma.id}"
                raise self._fault(place, f"unknown mark {mark[:40]!r}", "a mark of the source's description")
        return frozenset(known[mark] for mark in told)

    def _fault(self, where: str, found: str, expected: str) -> DataFileError:
        return DataFileError(self._path, where=where, found=found, expected=expected)
