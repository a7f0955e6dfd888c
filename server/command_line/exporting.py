"""The verb `export`: an edition in the formats that other programs read.

In: a lexicon id and a format. Out: a file, with what belongs beside it, or bytes on stdout.
Never: the formats themselves (see `lexicon.building.exporting`).
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from adjudicator.ruleset import load_ruleset
from lexicon.alphabet import Malformed, Word
from lexicon.building.exporting import (
    HUNSPELL_AFFIXES,
    ExportFormat,
    TileFacts,
    comma_alphabet,
    export,
    tab_alphabet,
)
from lexicon.compiled import Lexicon
from server.command_line.app import (
    CatalogueOption,
    DataOption,
    EditionOption,
    JsonOption,
    catalogue_at,
    data_at,
)
from server.command_line.editions import edition_named
from server.command_line.output import put, put_json, safe
from server.command_line.progress import waiting
from server.command_line.reading import LexiconArgument

#: The formats by the names people type.
_FORMATS = {
    "txt": ExportFormat.TEXT,
    "jsonl": ExportFormat.JSON_LINES,
    "dic": ExportFormat.HUNSPELL,
    "kwg": ExportFormat.KWG,
    "kwg-gaddag": ExportFormat.KWG_ROTATIONS,
    "kbwg": ExportFormat.KBWG_ROTATIONS,
}
_GRAPHS = {ExportFormat.KWG, ExportFormat.KWG_ROTATIONS, ExportFormat.KBWG_ROTATIONS}


def export_edition(
    lexicon_id: LexiconArgument,
    *,
    form: Annotated[str, typer.Option("--format", metavar="|".join(_FORMATS), help="The format.")],
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="Where to; without it: stdout.", show_default=False),
    ] = None,
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="ID", help="Put its tiles and points into the alphabet of a graph.")
    ] = "",
    vowels: Annotated[
        str, typer.Option("--vowels", metavar="LETTERS", help="Mark these as vowels in the alphabet of a graph.")
    ] = "",
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write an edition for other programs: word list, JSON lines, Hunspell, word graph (KWG, KBWG).

    A graph knows no alphabet, so --output puts two beside it (tile n is row n): .alphabet.txt with tabs, .csv.
    Beside a .dic goes its .aff. Without --output only the file itself is written, to stdout.

    Example: slovosud export pl-scrabble --format kwg --output osps.kwg --ruleset scrabble-pl
    """
    chosen = _FORMATS.get(form)
    if chosen is None:
        raise typer.BadParameter(f"--format {safe(form)}: expected one of {', '.join(_FORMATS)}")
    if (ruleset or vowels) and (chosen not in _GRAPHS or output is None):
        raise typer.BadParameter("--ruleset and --vowels are for the alphabet beside a graph; give --output FILE")
    if chosen in _GRAPHS and output is None and sys.stdout.isatty():
        raise typer.BadParameter(f"{form} is no text for a screen; give --output FILE")
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    if output is None:
        sys.stdout.flush()
        for piece in export(lexicon, chosen):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()
        return
    tiles = _tiles(lexicon, data_at(data) if ruleset else None, ruleset, vowels)
    with waiting(output.name):
        for written in _write_all(lexicon, chosen, output, tiles):
            _tell(written, as_json=as_json)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tiles:
    """What goes into the alphabet beside a graph."""

    facts: dict[str, TileFacts]
    blanks: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Written:
    """One file that was written."""

    path: Path
    size: int
    digest: str


def _tiles(lexicon: Lexicon, data: Path | None, ruleset_id: str, vowels: str) -> _Tiles:
    """Gather the tiles of a game and the vowels that were named."""
    marked = lexicon.alphabet.read(vowels) if vowels else Word("")
    if isinstance(marked, Malformed):
        raise typer.BadParameter(f"--vowels: {marked}")
    counts: dict[str, int] = {}
    points: dict[str, int] = {}
    blanks = 0
    if data is not None:
        table = load_ruleset(data, ruleset_id).tiles
        counts, points, blanks = dict(table.counts), dict(table.points), table.blank_count
        missing = [letter for letter in lexicon.alphabet.letters if letter not in points]
        if missing:
            found = f"no tile for {', '.join(missing)}, which {lexicon.id} has"
            raise typer.BadParameter(f"--ruleset {safe(ruleset_id)}: found {found}; expected one for each letter")
    facts = {
        letter: TileFacts(count=counts.get(letter, 0), points=points.get(letter, 0), vowel=letter in marked)
        for letter in lexicon.alphabet.letters
    }
    return _Tiles(facts=facts, blanks=blanks)


def _write_all(lexicon: Lexicon, form: ExportFormat, output: Path, tiles: _Tiles) -> Iterator[_Written]:
    """Write the file and what belongs beside it."""
    beside = _beside(lexicon, form, output, tiles)
    if output in beside:
        raise typer.BadParameter(f"--output {output}: {output.name} is for what belongs beside it; end it otherwise")
    yield _write(output, export(lexicon, form))
    for path, text in beside.items():
        yield _write(path, [text.encode()])


def _beside(lexicon: Lexicon, form: ExportFormat, output: Path, tiles: _Tiles) -> dict[Path, str]:
    if form is ExportFormat.HUNSPELL:
        return {output.with_suffix(".aff"): HUNSPELL_AFFIXES}
    if form not in _GRAPHS:
        return {}
    letters = lexicon.alphabet.letters
    return {
        output.with_suffix(".alphabet.txt"): tab_alphabet(letters, tiles.facts, blanks=tiles.blanks),
        output.with_suffix(".csv"): comma_alphabet(letters, tiles.facts, blanks=tiles.blanks),
    }


def _write(path: Path, pieces: Iterable[bytes]) -> _Written:
    """Write a file in one go: it is there whole, or not at all. Raises `OSError` that names ``path``."""
    digest = hashlib.sha256()
    size = 0
    unfinished = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with unfinished.open("xb") as file:
            for piece in pieces:
                file.write(piece)
                digest.update(piece)
                size += len(piece)
        unfinished.replace(path)
    except BaseException as error:
        if isinstance(error, OSError):
            error.filename, error.filename2 = str(path), None
        with contextlib.suppress(OSError):
            unfinished.unlink()
        raise
    return _Written(path=path, size=size, digest=digest.hexdigest())


def _tell(written: _Written, *, as_json: bool) -> None:
    if as_json:
        put_json({"file": str(written.path), "bytes": written.size, "sha256": written.digest})
    else:
        put(f"{written.path}  {written.size:,} bytes  sha256 {written.digest}")
