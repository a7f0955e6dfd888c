"""Write an edition in the formats that other programs read.

In: an open lexicon. Out: the bytes of a file, in pieces.
Never: where they go; points and numbers of tiles of its own (the caller gives them).
"""

from __future__ import annotations

import enum
import itertools
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from lexicon.building.compiling import CompiledWords, compile_list
from lexicon.building.kwg import Width, write_kwg
from lexicon.compiled import Lexicon
from lexicon.sections import WORDS

#: Lines are joined to pieces of about so many characters; pieces of other files have so many bytes.
_PIECE = 1 << 16


class ExportFormat(enum.StrEnum):
    """The formats. The wire adds the prefix ``EXPORT_FORMAT_`` to those it offers."""

    TEXT = "TEXT"
    JSON_LINES = "JSON_LINES"
    HUNSPELL = "HUNSPELL"
    KWG = "KWG"
    KWG_ROTATIONS = "KWG_ROTATIONS"
    KBWG_ROTATIONS = "KBWG_ROTATIONS"


@dataclass(frozen=True, slots=True, kw_only=True)
class TileFacts:
    """What a game says of the tiles of one letter: how many there are, their points, whether it is a vowel."""

    count: int = 0
    points: int = 0
    vowel: bool = False


def export(lexicon: Lexicon, form: ExportFormat) -> Iterator[bytes]:
    """Yield the file in pieces.

    Raises `KwgTooLargeError` before the first piece when the format cannot hold the words, `LexiconFormatError`
    when the edition is damaged.
    """
    match form:
        case ExportFormat.TEXT:
            return _lines(lexicon.words())
        case ExportFormat.JSON_LINES:
            return _lines(_json_lines(lexicon))
        case ExportFormat.HUNSPELL:
            # A dictionary word in lower case may also be written with capitals; one in upper case may not.
            return _lines(itertools.chain([str(len(lexicon))], (word.lower() for word in lexicon.words())))
        case ExportFormat.KWG:
            # The edges of the file are the nodes of a KWG but for the place of their bits.
            words = lexicon.container.section(WORDS).tobytes()
            return _pieces(write_kwg(CompiledWords(words=words, rotations=b"", word_count=len(lexicon))))
        case ExportFormat.KWG_ROTATIONS:
            return _pieces(write_kwg(_rotated(lexicon), width=Width.KWG))
        case ExportFormat.KBWG_ROTATIONS:
            return _pieces(write_kwg(_rotated(lexicon), width=Width.KBWG))


#: The `.aff` file that must lie beside an exported `.dic`.
HUNSPELL_AFFIXES = "SET UTF-8\n"


def tab_alphabet(letters: Iterable[str], tiles: Mapping[str, TileFacts], *, blanks: int) -> str:
    """Return the alphabet of a KWG as a table of tabs: letter, the same played by a blank, number, points, vowel.

    Row 0 is the blank, row n the letter that tile n of the KWG shows; no other spellings are listed.
    """
    rows = [("?", "?", TileFacts(count=blanks))]
    rows += [(letter, letter.lower(), _facts(tiles, letter)) for letter in letters]
    return "".join(
        f"{letter}\t{by_blank}\t{facts.count}\t{facts.points}\t{int(facts.vowel)}\t0\t0\n"
        for letter, by_blank, facts in rows
    )


def comma_alphabet(letters: Iterable[str], tiles: Mapping[str, TileFacts], *, blanks: int) -> str:
    """Return the alphabet of a KWG as comma-separated values: letter, number, points, vowel; the blank first."""
    rows = [("?", TileFacts(count=blanks)), *((letter, _facts(tiles, letter)) for letter in letters)]
    return "".join(f"{letter},{facts.count},{facts.points},{int(facts.vowel)}\n" for letter, facts in rows)


def _facts(tiles: Mapping[str, TileFacts], letter: str) -> TileFacts:
    return tiles.get(letter, TileFacts())


def _rotated(lexicon: Lexicon) -> CompiledWords:
    return compile_list(lexicon.words(), letters="".join(lexicon.alphabet.letters), rotations=True)


def _json_lines(lexicon: Lexicon) -> Iterator[str]:
    """Yield for each word an object with its readings: what admits it and where it comes from."""
    for word in lexicon.words():
        override = lexicon.overrides.get(word)
        line = {
            "word": word,
            "readings": [
                {
                    "form": reading.form,
                    "lemma": reading.lemma,
                    "grammemes": list(reading.grammemes),
                    "source": reading.source,
                    "clause": reading.clause,
                    "admitted": reading.admitted,
                }
                for reading in lexicon.readings(word)
            ],
            "override": None if override is None else {"reason": override.reason, "source": override.source},
        }
        yield json.dumps(line, ensure_ascii=False)


def _lines(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield lines ended by LF, many at a time."""
    ready: list[str] = []
    size = 0
    for line in lines:
        ready.append(line)
        size += len(line) + 1
        if size >= _PIECE:
            yield ("\n".join(ready) + "\n").encode()
            ready.clear()
            size = 0
    if ready:
        yield ("\n".join(ready) + "\n").encode()


def _pieces(content: bytes) -> Iterator[bytes]:
    for start in range(0, len(content), _PIECE):
        yield content[start : start + _PIECE]
