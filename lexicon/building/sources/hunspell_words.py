"""The lines of a Hunspell word file: word, flags, morphological fields.

In: a `.dic` file and the affix file it belongs to. Out: `Headword`.
Never: what the flags do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lexicon.building.sources.hunspell_affixes import AffixFile
from lexicon.building.sources.hunspell_text import numbered_lines

#: The first line says how many follow; it is often wrong, sometimes missing, and never needed.
_COUNT = re.compile(rb"\s*\d+\s*(?:[#\s].*)?")

#: Where morphological fields begin: blanks, two characters, a colon. Other text behind a blank is part of the word.
_FIELDS = re.compile(rb"[ \t]+(?=[^ \t]{2}:)")

#: The slash before the flags: not the first character, not escaped.
_SLASH = re.compile(rb"(?<!^)(?<!\\)/")


@dataclass(frozen=True, slots=True)
class Headword:
    """One line: the word as it is spelled there, its flags and its morphological fields as they are written."""

    word: str
    flags: bytes
    fields: bytes
    line: int


def headwords(path: Path, affixes: AffixFile) -> Iterator[Headword]:
    """Yield the words of a file in its order, capital letters kept.

    Raises `DataFileError` naming the line and the byte that is no text.
    """
    encoding, codec = affixes.encoding, affixes.encoding.codec
    for number, line in numbered_lines(path):
        if line.startswith(b"#") or (number == 1 and _COUNT.fullmatch(line)):
            continue
        if b":" in line or b"\t" in line or b"\\" in line or line.startswith(b"/"):
            raw, flags, fields = _split(line)
        else:
            (raw, _, flags), fields = line.partition(b"/"), b""
        try:
            word = raw.decode(codec)
        except UnicodeDecodeError:
            word = encoding.text(path, number, raw)  # raises, with the place
        if word:
            yield Headword(word, flags, fields, number)


def _split(line: bytes) -> tuple[bytes, bytes, bytes]:
    """Split a line that may have morphological fields or a slash in the word."""
    # A tabulator begins the fields whatever follows: the old way of writing them.
    starts = [match.span() for match in (_FIELDS.search(line), re.search(rb"\t", line)) if match]
    fields = b""
    if starts:
        start, end = min(starts)
        line, fields = line[:start], line[end:]
    slash = _SLASH.search(line)
    word, flags = (line[: slash.start()], line[slash.end() :]) if slash else (line, b"")
    return word.replace(b"\\/", b"/"), flags, fields
