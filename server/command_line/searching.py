"""The verb `search`: words of an edition by their letters.

In: a lexicon id and one question: tiles, a shape, a beginning, or a word to hook letters on.
Out: words in alphabet order, as they are found.
Never: reasons, scores.
"""

from __future__ import annotations

import sys
import unicodedata
from typing import Annotated

import typer

from lexicon.alphabet import Word
from lexicon.compiled import Lexicon
from lexicon.search import AnagramQuery, HooksQuery, Lengths, PatternQuery, PrefixQuery, Query, QueryError, TileUse
from lexicon.search import blanks_in as places_of_blanks
from lexicon.search import search as search_words
from server.command_line.app import CatalogueOption, EditionOption, ExitCode, JsonOption, catalogue_at
from server.command_line.editions import edition_named
from server.command_line.output import complain, put_json
from server.command_line.reading import LexiconArgument

#: What the parts of a query are called here.
_OPTIONS = {
    "tiles": "--anagram",
    "pattern": "--pattern",
    "prefix": "--prefix",
    "word": "--hooks",
    "min_length": "--min-length",
    "max_length": "--max-length",
    "limit": "--limit",
}


def search(
    lexicon_id: LexiconArgument,
    *,
    anagram: Annotated[
        str | None, typer.Option("--anagram", metavar="TILES", help="Made of these tiles; ? is a blank.")
    ] = None,
    pattern: Annotated[
        str | None,
        typer.Option("--pattern", metavar="SHAPE", help="Of this shape: letters, ? any one, * any number, [АБ] a set."),
    ] = None,
    prefix: Annotated[str | None, typer.Option("--prefix", metavar="LETTERS", help="Beginning so.")] = None,
    hooks: Annotated[
        str | None, typer.Option("--hooks", metavar="WORD", help="This word with one letter more, before or behind.")
    ] = None,
    any_tiles: Annotated[
        bool, typer.Option("--any", help="With --anagram: use two of the tiles or more, not all.")
    ] = False,
    min_length: Annotated[int, typer.Option("--min-length", metavar="N", help="Letters of the shortest word.")] = 0,
    max_length: Annotated[int, typer.Option("--max-length", metavar="N", help="Letters of the longest word.")] = 0,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="Stop after so many words; 0: never.")] = 0,
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> int:
    """Words by their letters, in alphabet order. Exit code 1 when there are none.

    Example: slovosud search ru-crosslet --anagram 'карто?' --any --min-length 4
    """
    asked = {"--anagram": anagram, "--pattern": pattern, "--prefix": prefix, "--hooks": hooks}
    given = [option for option, text in asked.items() if text is not None]
    if len(given) != 1:
        found = " and ".join(given) or "none of them"
        raise typer.BadParameter(f"found {found}; expected one of {', '.join(asked)}")
    if any_tiles and anagram is None:
        raise typer.BadParameter("found --any without tiles; expected it with --anagram")
    lengths = Lengths(shortest=min_length, longest=max_length)
    query = _query(given[0], asked[given[0]] or "", lengths, TileUse.ANY if any_tiles else TileUse.ALL)
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    return _tell(lexicon, query, limit, as_json=as_json)


def _query(option: str, text: str, lengths: Lengths, use: TileUse) -> Query:
    match option:
        case "--anagram":
            # A tile is a letter, however many code points it came as.
            return AnagramQuery(tiles=tuple(unicodedata.normalize("NFC", text)), use=use, lengths=lengths)
        case "--pattern":
            return PatternQuery(pattern=text, lengths=lengths)
        case "--prefix":
            return PrefixQuery(prefix=text, lengths=lengths)
        case _:
            return HooksQuery(word=text, lengths=lengths)


def _tell(lexicon: Lexicon, query: Query, limit: int, *, as_json: bool) -> int:
    """Write the words as they are found."""
    found = False
    try:
        for word in search_words(lexicon, query, limit=limit):
            found = True
            if as_json:
                put_json(_fields(lexicon, query, word))
            else:
                sys.stdout.write(f"{word}\n")
    except QueryError as error:
        raise QueryError(tuple((_option(name), sentence) for name, sentence in error.faults)) from error
    if not found and not as_json:
        complain(f"no word of {lexicon.id}@{lexicon.edition} fits")
    return ExitCode.DONE if found else ExitCode.NO


def _option(name: str) -> str:
    """Return the option that a part of a query came from, with the place of the tile at fault."""
    part, _, place = name.partition("[")
    return _OPTIONS[part] + (f", tile {int(place[:-1]) + 1}" if place else "")


def _fields(lexicon: Lexicon, query: Query, word: Word) -> dict[str, object]:
    blanks = places_of_blanks(query, word, lexicon.alphabet) if isinstance(query, AnagramQuery) else ()
    return {
        "word": word,
        "blanks": list(blanks),
        "lexicon": lexicon.id,
        "edition": lexicon.edition,
        "digest": lexicon.digest,
    }
