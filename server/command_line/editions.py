"""Editions as a person names them: an id, an id with an edition, or a file.

In: an argument. Out: an open lexicon.
Never: which lexicon to take when none is named.
"""

from __future__ import annotations

from pathlib import Path

from lexicon.catalogue import LEXICON_SUFFIX, Catalogue
from lexicon.compiled import Lexicon


def edition_named(shelf: Catalogue, text: str) -> Lexicon:
    """Open ``id`` (the newest edition), ``id@edition`` or a lexicon file.

    Raises `UnknownIdError`, `LexiconFormatError`, `OSError`.
    """
    path = Path(text)
    if text.endswith(LEXICON_SUFFIX) or path.is_file():
        return Lexicon.open(path)
    lexicon_id, _, edition = text.partition("@")
    return shelf.open(lexicon_id, edition)
