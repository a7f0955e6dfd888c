"""Read a dictionary compiled for pymorphy: lexemes straight from its automaton, never its guesses.

In: an installed `pymorphy3-dicts-*` distribution. Out: lexemes with shared paradigms.
Never: `parse()`, which predicts words that no dictionary has.

The compiled dictionary lists every form with the number of its paradigm and the slot inside it. The forms of
slot 0 are the lemmas: stem and paradigm follow from them, and all other forms follow from those. The compiler
has merged spelling variants and substantivised pairs into one lexeme, and dropped lexemes of initials.
"""

from __future__ import annotations

import base64
import hashlib
import importlib
import importlib.metadata
import importlib.util
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Protocol

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.errors import DataFileError, SourceMissingError

#: The files that lexemes are read from; the rest of the distribution serves prediction.
_FILES = (
    "meta.json",
    "grammemes.json",
    "suffixes.json",
    "paradigms.array",
    "words.dawg",
    "gramtab-opencorpora-int.json",
)


class _Words(Protocol):
    def iteritems(self) -> Iterable[tuple[str, tuple[int, int]]]: ...


class _Dictionary(Protocol):
    """What is used of pymorphy3's loaded dictionary."""

    gramtab: Sequence[object]
    paradigms: Sequence[Sequence[int]]
    paradigm_prefixes: Sequence[str]
    suffixes: Sequence[str]
    words: _Words


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the installed dictionary, or None when its distribution is not installed."""
    package = description.distribution.replace("-", "_")
    specification = importlib.util.find_spec(package)
    if specification is None or specification.origin is None:
        return None
    location = Path(specification.origin).parent / "data"
    return InstalledSource(
        description=description,
        location=location,
        version=importlib.metadata.version(description.distribution),
        digest=_digest(location),
    )


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes in the order of their lemmas' bytes.

    Raises `SourceMissingError` when only the pure-Python automaton is installed: it takes minutes; `DataFileError` for
    files that are not as they were published, or that change meanwhile.
    """
    _expect_as_published(source)
    dictionary = _load(source)
    paradigms = list(_paradigms(source, dictionary))
    for lemma, (number, slot) in dictionary.words.iteritems():
        if slot == 0:
            paradigm = paradigms[number]
            first = paradigm.slots[0]
            stem = lemma[len(first.prefix) : len(lemma) - len(first.suffix)]
            yield Lexeme(stem=stem, paradigm=paradigm)
    found = _digest(source.location)
    if found != source.digest:
        found = f"content that changed while it was read (sha256 {found[:12]})"
        raise DataFileError(source.location, where="the files", found=found, expected=f"sha256 {source.digest[:12]}")


def _digest(location: Path) -> str:
    """Return one SHA-256 of all files that are read."""
    digest = hashlib.sha256()
    for name in _FILES:
        content = _content(location / name)
        digest.update(f"{name} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataFileError(
            path, where="the file", found=str(error.strerror), expected="a file that can be read; install it anew"
        ) from error


def _expect_as_published(source: InstalledSource) -> None:
    """Compare the files with the digests that their distribution came with: the automaton's library trusts its file."""
    listed = importlib.metadata.files(source.description.distribution) or ()
    published = {file.name: file.hash for file in listed if file.hash and file.hash.mode == "sha256"}
    for name in _FILES:
        content = hashlib.sha256(_content(source.location / name)).digest()
        found = base64.urlsafe_b64encode(content).rstrip(b"=").decode()
        if name in published and found != published[name].value:
            raise DataFileError(
                source.location / name,
                where="the file",
                found=f"sha256 {content.hex()[:12]}, which is not what was published",
                expected=f"a whole dictionary; install it anew: {source.description.install} --force-reinstall",
            )


def _load(source: InstalledSource) -> _Dictionary:
    """Load the compiled dictionary with the fast automaton."""
    try:
        importlib.import_module("dawg")
        storage = importlib.import_module("pymorphy3.opencorpora_dict.storage")
    except ImportError as error:
        raise SourceMissingError(
            source.description.id,
            mend=f"its reader lacks {error.name!r}; install it: {source.description.install}",
        ) from error
    dictionary: _Dictionary = storage.load_dict(str(source.location))
    return dictionary


def _paradigms(source: InstalledSource, dictionary: _Dictionary) -> Iterator[Paradigm]:
    """Yield the paradigms by number: three runs of suffix, tag and prefix numbers."""
    tags = [_grammemes(source, str(tag)) for tag in dictionary.gramtab]
    for packed in dictionary.paradigms:
        count = len(packed) // 3
        yield Paradigm(
            slots=tuple(
                Slot(
                    prefix=dictionary.paradigm_prefixes[packed[2 * count + slot]],
                    suffix=dictionary.suffixes[packed[slot]],
                    grammemes=tags[packed[count + slot]],
                )
                for slot in range(count)
            )
        )


def _grammemes(source: InstalledSource, tag: str) -> frozenset[str]:
    """Translate one tag; a mark that the description does not know is an error, never dropped."""
    description = source.description
    known = description.grammemes
    marks = tag.replace(" ", ",").split(",")
    for mark in marks:
        if mark not in known and mark not in description.ignored:
            raise DataFileError(
                source.location,
                where=f"tag {tag}",
                found=f"unknown mark {mark!r}",
                expected="a mark of the description",
            )
    return frozenset(known[mark] for mark in marks if mark not in description.ignored)
