"""What is known of a dictionary: title, licence, how to get it, how its tags read.

In: `data/sources/<id>.toml`. Out: `SourceDescription`, `InstalledSource`.
Never: the dictionary itself.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.datafile import Table, named_file
from lexicon.grammar import Grammar
from lexicon.manifest import SourceRecord


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceDescription:
    """A dictionary that the project knows how to read.

    ``allows`` lists the licences a list made from it may carry; ``install`` is the command that brings it;
    ``grammemes`` maps its own marks to ours; ``ignored`` are marks that say nothing of a form.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class InstalledSource:
    """A dictionary on this machine: where it lies, which version, and the SHA-256 of its files."""

    description: SourceDescription
    location: Path
    version: str
    digest: str

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
        )


def load_description(data: Path, source_id: str, readers: Collection[str]) -> SourceDescription:
    """Read ``sources/<source_id>.toml``; an unknown key, reader or grammeme is an error."""
    file = Table.load(named_file(data / "sources", "source", source_id))
    file.only(
        required=(
            "id", "name", "title", "reader", "homepage", "licence", "attribution", "allows", "distribution", "install",
            "ignored", "grammemes",
        )
    )  # fmt: skip
    if file.take("id", str) != source_id:
        raise file.fault("id", found=file.take("id", str), expected=source_id)
    if file.take("reader", str) not in readers:
        raise file.fault("reader", found=file.take("reader", str), expected=f"one of {', '.join(readers)}")
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
        grammemes=_grammemes(file.table("grammemes"), Grammar.load(data)),
        ignored=frozenset(file.texts("ignored")),
    )


def _grammemes(table: Table, grammar: Grammar) -> dict[str, str]:
    """Return the mapping of marks, each to a grammeme that exists."""
    grammemes = {mark: table.take(mark, str) for mark in table.values}
    for mark, grammeme in grammemes.items():
        if grammeme not in grammar.manners:
            raise table.fault(mark, found=f"unknown grammeme {grammeme!r}", expected="an id of grammemes.toml")
    return grammemes
