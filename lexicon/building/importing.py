"""Make a recipe of anyone's dictionary: files copied, described, gone through, ready for `build`.

In: an `ImportRequest` and a data folder. Out: source description, recipe and all they name in that folder;
`ImportReport`.
Never: writes into the data folder that is shipped; changes to files that are there already, unless told.

The dictionary is gone through before anything of it is in place. The recipe is written last, so that an import which
is broken off leaves none behind.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from lexicon.alphabet import Alphabet, load_alphabet
from lexicon.building import sources
from lexicon.building.import_request import (
    EVERY_FORM,
    ImportFormat,
    ImportRefusedError,
    ImportRequest,
    checked,
    refused_name,
)
from lexicon.building.policy import load_policy
from lexicon.building.recipe import Gate, Recipe
from lexicon.building.recipe_writing import description_toml, recipe_toml
from lexicon.building.sources.description import load_description
from lexicon.building.surveying import Refused, Survey, likely_encoding, survey
from lexicon.datafile import ids_in
from lexicon.errors import DataFileError, UnknownIdError
from lexicon.grammar import Grammar
from lexicon.phrasebook import load_phrasebooks
from lexicon.shipped import shipped_folder

#: Refused lines that are listed in a file; all are counted.
MOST_LISTED = 100_000

#: Refused lines of each kind that the report itself shows.
MOST_SHOWN = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What became of an import.

    ``unknown_marks`` say nothing until the description maps them; ``shown`` are the first refused of each kind;
    ``listed`` is the file that has them all.
    """

    id: str
    policy: str
    description: Path
    recipe: Path
    survey: Survey
    unknown_marks: Mapping[str, int]
    shown: tuple[Refused, ...]
    listed: Path


def import_dictionary(request: ImportRequest, data: Path) -> ImportReport:
    """Import a dictionary into the data folder ``data``, which is made when it is not there.

    Raises `ImportRefusedError` with every fault of the request, or when no line holds a word; `UnknownIdError` for an
    alphabet or a policy that is nowhere; `DataFileError` for a dictionary that cannot be read; `OSError`.
    """
    form, files = checked(request, data)
    _lay_out(data, request)
    grammar = Grammar.load(data)
    alphabet = load_alphabet(data, request.alphabet, folds=request.folds)
    load_policy(data, request.policy, grammar, tuple(book.id for book in load_phrasebooks(data, grammar)))
    known, ignored = _marks_known(request, form, data, grammar)
    folder = data / "dictionaries" / request.id
    with _staged(folder) as stage, _named_as_given(files):
        for file in files.values():
            shutil.copyfile(file, stage / file.name)
        names = {part: file.name for part, file in files.items()}
        source = sources.installed(_description(request, form, names, own_folder=stage))
        marks = sources.READERS[form.reader].marks(source)
        source = replace(source, description=_with_marks(source.description, marks, known))
        with _Listing(stage / refused_name(request.id)) as listing:
            surveyed = survey(source, alphabet, listing.add)
        _expect_words(surveyed, source, alphabet, listing.shown)
        _exchange(stage, folder)
    description, recipe = data / "sources" / f"{request.id}.toml", data / "lexicons" / f"{request.id}.toml"
    _write(description, description_toml(source.description))
    _write(recipe, recipe_toml(_recipe(request, surveyed, alphabet)))
    return ImportReport(
        id=request.id,
        policy=request.policy,
        description=description,
        recipe=recipe,
        survey=surveyed,
        unknown_marks={mark: count for mark, count in marks.items() if mark not in known and mark not in ignored},
        shown=tuple(listing.shown),
        listed=folder / refused_name(request.id),
    )


def _lay_out(data: Path, request: ImportRequest) -> None:
    """Copy what a recipe stands on from the shipped data folder, where the list keeper has none of his own."""
    shipped = shipped_folder()
    named = (("alphabets", "alphabet", request.alphabet), ("policies", "policy", request.policy))
    for folder, kind, identifier in named:
        known = tuple(sorted({*ids_in(data / folder), *ids_in(shipped / folder)}))
        if identifier not in known:
            raise UnknownIdError(kind, identifier, known=known, mend=f"give one of these, or add it to {data / folder}")
    for folder, _, identifier in named:
        own = data / folder / f"{identifier}.toml"
        if not own.exists():
            _write(own, (shipped / folder / own.name).read_text(encoding="utf-8"))


def _marks_known(
    request: ImportRequest, form: ImportFormat, data: Path, grammar: Grammar
) -> tuple[Mapping[str, str], frozenset[str]]:
    """Return what marks mean, and which say nothing: as in the source that is named, or in one of the same format.

    Where no source is named, a mark that is an id of our grammemes means just that.
    """
    shipped = shipped_folder()
    if request.tags_of:
        home = data if request.tags_of in ids_in(data / "sources") else shipped
        named = load_description(home, request.tags_of, sources.READERS)
        return named.grammemes, named.ignored
    own = {grammeme: grammeme for grammeme in grammar.manners}
    like = next((other for other in sources.describe_all(shipped) if other.reader == form.reader), None)
    return (own | dict(like.grammemes), like.ignored) if like else (own, frozenset())


@contextmanager
def _staged(folder: Path) -> Iterator[Path]:
    """Make a folder beside ``folder`` for what is no more than tried; it goes unless it is moved into place."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=".import-", dir=folder.parent))
    # mkdtemp keeps others out; what is imported may be read like any other data.
    stage.chmod(0o755)
    try:
        yield stage
    finally:
        shutil.rmtree(stage, ignore_errors=True)


@contextmanager
def _named_as_given(files: Mapping[str, Path]) -> Iterator[None]:
    """Let complaints about a copy name the file it was made of."""
    try:
        yield
    except DataFileError as error:
        given = next((file for file in files.values() if file.name == error.path.name), error.path)
        raise DataFileError(given, where=error.where, found=error.found, expected=error.expected) from error


def _exchange(stage: Path, folder: Path) -> None:
    """Put the new folder in place of the old one, if there is one."""
    if folder.exists():
        earlier = stage.with_name(f"{stage.name}-earlier")
        folder.rename(earlier)
        stage.rename(folder)
        shutil.rmtree(earlier)
    else:
        stage.rename(folder)


def _description(
    request: ImportRequest, form: ImportFormat, files: Mapping[str, str], *, own_folder: Path
) -> sources.SourceDescription:
    """Describe the dictionary as its owner does."""
    title = request.title or request.id
    return sources.SourceDescription(
        id=request.id,
        name=title,
        title=title,
        reader=form.reader,
        homepage=request.homepage,
        licence=request.licence,
        attribution=request.attribution or title,
        allows=(request.licence,),
        distribution="",
        install=f"slovosud import FILE --as {request.id} …",
        grammemes={},
        ignored=frozenset(),
        files=files,
        own_folder=own_folder,
        version=request.version,
        encoding=request.encoding,
        columns=request.columns,
        dropped=request.dropped,
    )


def _with_marks(
    description: sources.SourceDescription, marks: Mapping[str, int], known: Mapping[str, str]
) -> sources.SourceDescription:
    """Return the description with just the marks in use."""
    return replace(
        description,
        grammemes={mark: known[mark] for mark in sorted(marks) if mark in known},
        ignored=frozenset(mark for mark in marks if mark not in known),
    )


def _expect_words(surveyed: Survey, source: sources.InstalledSource, alphabet: Alphabet, shown: list[Refused]) -> None:
    """Refuse a dictionary without one word, and say what is wrong with it if that can be seen."""
    refused = surveyed.refused.total()
    likely = likely_encoding(source, alphabet) if surveyed.unit == "lines" and 2 * refused > surveyed.read else None
    if likely:
        raise ImportRefusedError(
            f"found {refused} of {surveyed.read} lines that are no words in this character set; by the look of them "
            f"expected {likely}: give --encoding {likely}"
        )
    if not surveyed.taken:
        found = [f"line {one.line}, {one.reason}: {one.detail}" for one in shown] or ["the dictionary is empty"]
        raise ImportRefusedError(f"found no word of the alphabet {alphabet.id!r}; expected at least one", *found)


class _Listing:
    """A file of what is refused, one a line, and the first few of each kind."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._counts: dict[str, int] = {}
        self._listed = 0
        self.shown: list[Refused] = []

    def __enter__(self) -> Self:
        self._file: IO[str] = self._path.open("w", encoding="utf-8", newline="\n")
        self._file.write("line\treason\ttext\tdetail\n")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self._file.close()

    def add(self, refused: Refused) -> None:
        """List one line or form."""
        count = self._counts[refused.reason] = self._counts.get(refused.reason, 0) + 1
        if count <= MOST_SHOWN:
            self.shown.append(refused)
        if self._listed < MOST_LISTED:
            self._listed += 1
            text = "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in refused.text)
            self._file.write(f"{refused.line or ''}\t{refused.reason}\t{text}\t{refused.detail}\n")


def _recipe(request: ImportRequest, surveyed: Survey, alphabet: Alphabet) -> Recipe:
    """Make the recipe: whatever the dictionary lists, when the policy is the one that admits it."""
    words = [form for form in surveyed.canaries if request.shortest <= len(form) <= request.longest]
    return Recipe(
        id=request.id,
        title=request.title or request.id,
        description=f"Made from an imported dictionary: {request.title or request.id}.",
        licence=request.licence,
        alphabet=alphabet.id,
        folds=request.folds,
        policy=request.policy,
        sources=(request.id,),
        overrides=(),
        shortest=request.shortest,
        longest=request.longest,
        gate=Gate(
            fewest=1,
            most=surveyed.taken,
            canaries_in=tuple(words) if request.policy == EVERY_FORM else (),
            canaries_out=(),
        ),
    )


def _write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".import-", dir=path.parent)
    partial = Path(name)
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(descriptor)
        partial.chmod(0o644)
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
