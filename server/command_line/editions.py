"""Editions as a person names them: an id, an id with an edition, or a file.

In: an argument, perhaps the edition of an option. Out: an open lexicon.
Never: which lexicon to take when none is named.
"""

from __future__ import annotations

from pathlib import Path

import typer

from lexicon.catalogue import LEXICON_SUFFIX, Catalogue
from lexicon.compiled import Lexicon
from server.command_line.output import safe


def edition_named(shelf: Catalogue, text: str, edition: str = "") -> Lexicon:
    """Open ``id`` (the newest edition, or the one of the option ``edition``), ``id@edition`` or a lexicon file.

    Raises `UnknownIdError`, `LexiconFormatError`, `OSError`, and a usage error when two editions are named.
    """
    path = Path(text)
    if text.endswith(LEXICON_SUFFIX) or path.is_file():
        if edition:
            raise typer.BadParameter(
                f"found a file and --edition {safe(edition)}; a file is one edition: give one of both"
            )
        return Lexicon.open(path)
    lexicon_id, _, told = text.partition("@")
    if told and edition:
        raise typer.BadParameter(f"found {safe(text)} and --edition {safe(edition)}; give one of both")
    return shelf.open(lexicon_id, told or edition)
