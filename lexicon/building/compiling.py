"""Compile a word list: by the native compiler where there is one, else by `minimal`. Both make the same bytes.

In: words, or text in any pieces, one word a line in alphabet order. Out: edges as the file holds them.
Never: what a word means, files.
"""

from __future__ import annotations

import array
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NoReturn

from lexicon.alphabet import LONGEST_TEXT
from lexicon.building.minimal import TooManyEdgesError, UnsortedWordsError, compile_rotations, compile_words
from lexicon.engine import ENGINE_VARIABLE
from lexicon.errors import LexiconError

#: Words are handed over in pieces of about so many characters.
_PIECE = 1 << 16
#: The longest word in UTF-8.
_LINE_BYTES = 4 * LONGEST_TEXT


class WordListError(LexiconError):
    """A word list breaks its form. ``line`` counts from 1, ``character`` is the stranger, if one is at fault."""

    def __init__(self, line: int, *, found: str, expected: str, character: str = "") -> None:
        self.line, self.found, self.expected, self.character = line, found, expected, character
        super().__init__(f"line {line}: found {found}; expected {expected}")


@dataclass(frozen=True, slots=True, kw_only=True)
class CompiledWords:
    """A compiled list: edges of its words, edges of their rotations (empty unless asked for), number of words."""

    words: bytes
    rotations: bytes
    word_count: int


def compile_text(pieces: Iterable[bytes], *, letters: str, rotations: bool = False) -> CompiledWords:
    """Compile UTF-8 text, one word a line, given in any pieces; ``letters`` stand in alphabet order.

    Raises `WordListError` at the first line that is empty, too long, out of order, or has a foreign character;
    `TooManyEdgesError`.
    """
    if _native_wanted():
        try:
            from lexicon.building._compiling import Compiler  # noqa: PLC0415 - may not have been compiled
        except ImportError:
            pass
        else:
            compiler = Compiler(letters, rotations=rotations)
            for piece in pieces:
                fault = compiler.feed(piece)
                if fault is not None:
                    _refuse(*fault)
            finished = compiler.finish()
            if len(finished) == 3:
                _refuse(*finished)
            return CompiledWords(words=finished[0], rotations=finished[1], word_count=compiler.lines)
    return _compile_slowly(pieces, letters=letters, rotations=rotations)


def compile_list(words: Iterable[str], *, letters: str, rotations: bool = False) -> CompiledWords:
    """Compile words that stand in alphabet order. Raises as `compile_text` does; a line is a word."""
    return compile_text(_pieces(words), letters=letters, rotations=rotations)


def _native_wanted() -> bool:
    return os.environ.get(ENGINE_VARIABLE) != "python"


def _pieces(words: Iterable[str]) -> Iterator[bytes]:
    """Join words to lines, many at a time."""
    lines: list[str] = []
    size = 0
    for word in words:
        lines.append(word)
        size += len(word) + 1
        if size >= _PIECE:
            yield ("\n".join(lines) + "\n").encode()
            lines.clear()
            size = 0
    if lines:
        yield ("\n".join(lines) + "\n").encode()


def _refuse(code: str, line: int, character: int) -> NoReturn:
    """Say what is wrong with a line."""
    if code == "m":
        raise TooManyEdgesError
    stranger = chr(character) if code == "f" else ""
    found, expected = {
        "u": ("a word that does not follow the one before it", "strictly rising alphabet order; sort the list"),
        "f": (f"U+{character:04X} {stranger!r}", "letters of the alphabet"),
        "e": ("an empty line", "one word a line"),
        "l": ("a longer word", f"at most {LONGEST_TEXT} letters"),
        "8": ("bytes that are no UTF-8", "UTF-8"),
    }[code]
    raise WordListError(line, found=found, expected=expected, character=stranger)


def _compile_slowly(pieces: Iterable[bytes], *, letters: str, rotations: bool) -> CompiledWords:
    """Do in Python what the native compiler does."""
    tiles = {letter: tile for tile, letter in enumerate(letters, start=1)}
    words = [_tiles(line, number, tiles) for number, line in enumerate(_lines(pieces), start=1)]
    try:
        edges, turned = compile_rotations(words) if rotations else (compile_words(words), array.array("I"))
    except UnsortedWordsError as error:
        _refuse("u", error.number, 0)
    return CompiledWords(words=_little_endian(edges), rotations=_little_endian(turned), word_count=len(words))


def _lines(pieces: Iterable[bytes]) -> Iterator[bytes]:
    """Cut text into lines without their LF."""
    rest = b""
    for piece in pieces:
        *whole, rest = (rest + bytes(piece)).split(b"\n")
        yield from whole
    if rest:
        yield rest


def _tiles(line: bytes, number: int, tiles: dict[str, int]) -> bytes:
    """Read one line into tiles."""
    if not line:
        _refuse("e", number, 0)
    if len(line) > _LINE_BYTES:
        _refuse("l", number, 0)
    try:
        text = line.decode()
    except UnicodeDecodeError:
        _refuse("8", number, 0)
    for place, character in enumerate(text):
        if character not in tiles:
            _refuse("f", number, ord(character))
        if place == LONGEST_TEXT:
            _refuse("l", number, 0)
    return bytes([tiles[letter] for letter in text])


def _little_endian(edges: array.array[int]) -> bytes:
    if sys.byteorder == "big":
        edges.byteswap()
    return edges.tobytes()
