"""What is known of a dictionary: title, licence, how to get it, how its tags read.

In: `data/sources/<id>.toml`. Out: `SourceDescription`, `InstalledSource`.
Never: the dictionary itself.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexicon.building.sources.hunspell_grammemes import Row, Signature
from lexicon.building.sources.hunspell_table import load_table
from lexicon.datafile import Table, named_file
from lexicon.grammar import Grammar
from lexicon.manifest import SourceRecord

#: Folders with dictionaries of the list keeper's own, divided as the system divides paths.
DICTIONARIES_VARIABLE = "SLOVOSUD_DICTIONARIES"


@dataclass(frozen=True, slots=True, kw_only=True)
class Appended:
    """A part that is written together with every form that has a mark: ``text``, or another behind some ``endings``.

    The form with it has the ``grammeme`` too.
    """

    mark: str
    text: str
    endings: Mapping[str, str]
    grammeme: str

    def to(self, form: str) -> str:
        """Return the form, or the end of one, with what is appended."""
        return form + next((text for ending, text in self.endings.items() if form.endswith(ending)), self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDescription:
    """A dictionary that the project knows how to read.

    ``allows`` lists the licences a list made from it may carry; ``install`` is the command that brings it;
    ``grammemes`` maps its own marks to ours; ``ignored`` are marks that say nothing of a form. ``tags_of`` is the
    source from which both come when two editions of one dictionary share their marks. Where a tag gives several of the
    marks ``together``, it means all of them and not one or the other. Entries with a mark ``left_out`` are not read.
    Forms of which the dictionary leaves a part to be ``appended`` are read with it too.

    Where a dictionary is files and not a distribution of Python, ``files`` are their names by part, ``folders`` where
    they install and ``own_folder`` where an imported dictionary lies; ``data_folders`` are those of the data folder
    itself, for tables of our own; ``version`` is stated when they do not tell it.
    For text files: ``encoding``, the ``columns`` of a line, and characters ``dropped`` from every form.
    For dictionaries of affixes that name no grammemes: the table of ``paradigms``, from the file ``paradigms_file``
    beside the description.
    """

    id: str
    name: str
    title: str
    reader: str
    homepage: str
    licence: str
    attribution: str
    allows: tuple[str, ...]
    distribution: str
    install: str
    grammemes: Mapping[str, str]
    ignored: frozenset[str]
    tags_of: str = ""
    together: frozenset[str] = frozenset()
    left_out: frozenset[str] = frozenset()
    appended: tuple[Appended, ...] = ()
    files: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    own_folder: Path = Path()
    data_folders: tuple[Path, ...] = ()
    version: str = ""
    encoding: str = ""
    columns: tuple[str, ...] = ()
    dropped: str = ""
    paradigms_file: str = ""
    paradigms: Mapping[Signature, Row] = field(default_factory=dict)

    @property
    def places(self) -> tuple[Path, ...]:
        """Where files are looked for, in order: the list keeper's folders stand in for those of the description."""
        chosen = os.environ.get(DICTIONARIES_VARIABLE, "")
        folders = tuple(Path(folder) for folder in chosen.split(os.pathsep) if folder)
        return (self.own_folder, *self.data_folders, *(folders or self.folders))


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledSource:
    """A dictionary on this machine: where it lies, which version, and the SHA-256 of its files.

    ``stands_in`` tells that a recipe would rather have another.
    """

    description: SourceDescription
    location: Path
    version: str
    digest: str
    stands_in: bool = False

    @property
    def record(self) -> SourceRecord:
        """What an edition's manifest says of it."""
        return SourceRecord(
            id=self.description.id,
            name=self.description.name,
            version=self.version,
            digest=self.digest,
            licence=self.description.licence,
            attribution=self.description.attribution,
            fallback=self.stands_in,
        )


def load_description(data: Path, source_id: str, readers: Collection[str]) -> SourceDescription:
    """Read ``sources/<source_id>.toml``; an unknown key, reader or grammeme is an error."""
    file = Table.load(named_file(data / "sources", "source", source_id))
    tags = ("tags_of",) if "tags_of" in file.values else ("ignored", "grammemes")
    file.only(
        required=(
            "id", "name", "title", "reader", "homepage", "licence", "attribution", "allows", "distribution", "install",
            *tags,
        ),
        optional=(
            "files", "version", "encoding", "columns", "dropped", "paradigms", "together", "left_out", "appended",
        ),
    )  # fmt: skip
    if file.take("id", str) != source_id:
        raise file.fault("id", found=file.take("id", str), expected=source_id)
    if file.take("reader", str) not in readers:
        raise file.fault("reader", found=file.take("reader", str), expected=f"one of {', '.join(readers)}")
    tags_of = file.take("tags_of", str, "")
    marks = Table.load(named_file(data / "sources", "source", tags_of)) if tags_of else file
    folders, files = _files(file.table("files")) if "files" in file.values else ((), {})
    grammar = Grammar.load(data)
    return SourceDescription(
        id=source_id,
        name=file.take("name", str),
        title=file.take("title", str),
        reader=file.take("reader", str),
        homepage=file.take("homepage", str),
        licence=file.take("licence", str),
        attribution=file.take("attribution", str),
        allows=file.texts("allows"),
        distribution=file.take("distribution", str),
        install=file.take("install", str),
        grammemes=_grammemes(marks.table("grammemes"), grammar),
        ignored=frozenset(marks.texts("ignored")),
        tags_of=tags_of,
        together=frozenset(marks.texts("together", ())),
        left_out=frozenset(marks.texts("left_out", ())),
        appended=tuple(_appended(table, Grammar.load(data)) for table in _appended_tables(marks)),
        files=files,
        folders=tuple(folder for folder in folders if folder.is_absolute()),
        data_folders=tuple(data / folder for folder in folders if not folder.is_absolute()),
        own_folder=data / "dictionaries" / source_id,
        version=file.take("version", str, ""),
        encoding=file.take("encoding", str, ""),
        columns=file.texts("columns", ()),
        dropped=file.take("dropped", str, ""),
        paradigms_file=file.take("paradigms", str, ""),
        paradigms=_paradigms(file, data / "sources", files, grammar),
    )


def _paradigms(file: Table, folder: Path, files: Mapping[str, str], grammar: Grammar) -> Mapping[Signature, Row]:
    """Return the table of paradigms that the description names, or none."""
    name = file.take("paradigms", str, "")
    if not name:
        return {}
    known = sorted(path.name for path in folder.glob("*.tsv"))
    if name not in known:
        raise file.fault("paradigms", found=repr(name), expected=f"a file of {folder}: {', '.join(known) or 'none'}")
    if "affixes" not in files:
        raise file.fault("paradigms", found="no file of affixes", expected="paradigms of a Hunspell dictionary only")
    return load_table(folder / name, grammar)


def _files(table: Table) -> tuple[tuple[Path, ...], dict[str, str]]:
    """Return the folders to look in, and the names of files by part."""
    folders = tuple(Path(folder) for folder in table.texts("folders", ()))
    files = {part: table.take(part, str) for part in table.values if part != "folders"}
    for part, name in files.items():
        if Path(name).name != name:
            raise table.fault(part, found=repr(name), expected="the name of a file, without folders")
    return folders, files


def _appended_tables(marks: Table) -> tuple[Table, ...]:
    return tuple(marks.tables("appended")) if "appended" in marks.values else ()


def _appended(table: Table, grammar: Grammar) -> Appended:
    """Return what is appended to which forms, with a grammeme that exists."""
    table.only(required=("mark", "text", "grammeme", "endings"))
    endings, grammeme = table.table("endings"), table.take("grammeme", str)
    if grammeme not in grammar.manners:
        raise table.fault("grammeme", found=f"unknown grammeme {grammeme!r}", expected="an id of grammemes.toml")
    return Appended(
        mark=table.take("mark", str),
        text=table.take("text", str),
        endings={ending: endings.take(ending, str) for ending in endings.values},
        grammeme=grammeme,
    )


def _grammemes(table: Table, grammar: Grammar) -> dict[str, str]:
    """Return the mapping of marks, each to a grammeme that exists."""
    grammemes = {mark: table.take(mark, str) for mark in table.values}
    for mark, grammeme in grammemes.items():
        if grammeme not in grammar.manners:
            raise table.fault(mark, found=f"unknown grammeme {grammeme!r}", expected="an id of grammemes.toml")
    return grammemes
