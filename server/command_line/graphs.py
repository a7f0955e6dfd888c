"""The verb `kwg`: a word graph that another program made, as words, or held against an edition.

In: a file, and which letters its rows are. Out: words; a difference.
Never: writing graphs (see `exporting`), trust in the bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from lexicon.alphabet import Alphabet, Word, load_alphabet
from lexicon.building.kwg import MOST_NODES, KwgFormatError, Width, differences, read_kwg
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconFormatError
from server.command_line.app import (
    CatalogueOption,
    DataOption,
    EditionOption,
    ExitCode,
    JsonOption,
    catalogue_at,
    data_at,
)
from server.command_line.editions import edition_named
from server.command_line.output import put_json


def kwg(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A KWG, or a KBWG when its name ends so.")],
    *,
    alphabet: Annotated[
        str, typer.Option("--alphabet", metavar="NAME", help="Its rows are the letters of this alphabet, in order.")
    ] = "",
    fold: Annotated[
        list[str] | None, typer.Option("--fold", metavar="LETTER", help="This letter of the alphabet has no row.")
    ] = None,
    against: Annotated[
        str, typer.Option("--against", metavar="ID", help="Compare with a lexicon; its alphabet is taken.")
    ] = "",
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """The words of a word graph that another program made; or what it and an edition do not share.

    A graph has no digest and no alphabet: everything in it is checked, and the rows come from you. To make a lexicon
    of it, write its words into a file and `import` that. With --against, + is only in the graph, - only in the
    edition, and exit code 1 says that they differ.

    Example: slovosud kwg osps.kwg --against pl-scrabble
    """
    if bool(alphabet) == bool(against) or (fold and against):
        raise typer.BadParameter("expected either --alphabet, with or without --fold, or --against")
    if edition and not against:
        raise typer.BadParameter("--edition needs --against ID")
    if not against:
        for word in _words_of(file, load_alphabet(data_at(data), alphabet, folds=fold or ())):
            put_json({"word": word}) if as_json else sys.stdout.write(f"{word}\n")
        return ExitCode.DONE
    lexicon = edition_named(catalogue_at(catalogue), against, edition)
    return _compare(file, lexicon, as_json=as_json)


def _compare(file: Path, lexicon: Lexicon, *, as_json: bool) -> int:
    """Tell the words of either side alone, in alphabet order."""
    same = True
    for word, in_graph in differences(_words_of(file, lexicon.alphabet), lexicon.words(), alphabet=lexicon.alphabet):
        same = False
        if as_json:
            put_json({"word": word, "only_in": "graph" if in_graph else "edition"})
        else:
            sys.stdout.write(f"{'+' if in_graph else '-'} {word}\n")
    return ExitCode.DONE if same else ExitCode.NO


def _words_of(file: Path, alphabet: Alphabet) -> Iterator[Word]:
    """Yield the words of a graph. Raises `LexiconFormatError` naming the node at fault."""
    width = Width.KBWG if file.suffix.lower() == ".kbwg" else Width.KWG
    most = 4 * MOST_NODES[width]
    with file.open("rb") as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise LexiconFormatError(
            file, field="file size", offset=most, found=f"more than {most:,} bytes", expected=f"a {width}, at most that"
        )
    try:
        yield from read_kwg(content, letters="".join(alphabet.letters), width=width)
    except KwgFormatError as error:
        raise LexiconFormatError(
            file, field=f"node {error.node}", offset=error.offset, found=error.found, expected=error.expected
        ) from error
