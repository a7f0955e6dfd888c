"""Read a dictionary made for the spelling checker Hunspell: find its two files, and inflect its words.

In: a description that names an affix file and a word file. Out: the installed dictionary, its lexemes.
Never: compounds, suggestions, the program `hunspell` itself.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from lexicon.building.lexeme import Lexeme
from lexicon.building.sources import hunspell_expansion
from lexicon.building.sources.debian import package_version
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.building.sources.hunspell_affixes import load_affixes
from lexicon.building.sources.hunspell_grammemes import Grammemes
from lexicon.errors import DataFileError

#: The parts of a description's ``files``.
_PARTS = ("affixes", "words")

#: Bytes of one file. The largest published ones have twenty megabytes.
MOST_BYTES = 256 << 20

#: What is told as version where no package manager knows the files; their digest tells them apart all the same.
UNKNOWN_VERSION = "unknown"


def find(description: SourceDescription) -> InstalledSource | None:
    """Return the installed dictionary, or None when no folder has both files."""
    if tuple(sorted(description.files)) != _PARTS:
        raise DataFileError(
            Path("sources", f"{description.id}.toml"),
            where="files",
            found=", ".join(description.files) or "no files",
            expected=f"the names of {' and '.join(_PARTS)}",
        )
    for folder in description.places:
        paths = [folder / description.files[part] for part in _PARTS]
        if all(path.is_file() for path in paths):
            return InstalledSource(
                description=description,
                location=folder,
                version=package_version(description, folder) or description.version or UNKNOWN_VERSION,
                digest=_digest(paths),
            )
    return None


def lexemes(source: InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes in the order of the word file.

    Raises `DataFileError` with file and line, and for files that changed meanwhile.
    """
    description = source.description
    paths = [source.location / description.files[part] for part in _PARTS]
    affixes, words = paths
    yield from hunspell_expansion.lexemes(
        load_affixes(affixes),
        words,
        grammemes=Grammemes(known=description.grammemes, ignored=description.ignored, table=description.paradigms),
    )
    found = _digest(paths)
    if found != source.digest:
        found = f"content that changed while it was read (sha256 {found[:12]})"
        raise DataFileError(words, where="the two files", found=found, expected=f"sha256 {source.digest[:12]}")


def _digest(paths: list[Path]) -> str:
    digest = hashlib.sha256()
    for path in paths:
        try:
            size = path.stat().st_size
            if size > MOST_BYTES:
                raise DataFileError(
                    path, where="the file", found=f"{size} bytes", expected=f"at most {MOST_BYTES}, as a dictionary has"
                )
            digest.update(f"{path.name} {size}\n".encode())
            with path.open("rb") as file:
                while block := file.read(1 << 20):
                    digest.update(block)
        except OSError as error:
            raise DataFileError(
                path, where="the file", found=str(error.strerror), expected="a file that can be read"
            ) from error
    return digest.hexdigest()
