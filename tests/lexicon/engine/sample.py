"""Small lexicons for the tests of the engine: an alphabet, words, an engine of either kind, a file."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path

from lexicon.alphabet import Alphabet, Word
from lexicon.building.compiling import compile_list
from lexicon.compiled import Lexicon
from lexicon.container import pack
from lexicon.engine import Engine, kind, open_engine, plain_forms
from lexicon.manifest import Manifest
from lexicon.plain_engine import PlainEngine
from lexicon.sections import REASONS, SETTLED, WORDS
from lexicon.settled import Signs

#: Letters of one, two and three bytes, one of them folded, one that composes (И + U+0306).
ALPHABET = Alphabet(
    id="sample",
    letters=("А", "Б", "Е", "И", "Й", "К", "О", "Т", "Ż", "Ẅ"),
    folds={"Ё": "Е"},
    look_alikes={"A": "А"},
)
LETTERS = "".join(ALPHABET.letters)

NATIVE_IS_THERE = kind().name == "native"

KOT = ("АБА", "БОТ", "БОТИК", "ЙОТ", "КИТ", "КОТ", "КОТЕ", "КОТИК", "КОТИКИ", "ОКО", "ТОК", "ŻẄ")


def compiled(words: tuple[str, ...]) -> bytes:
    """Compile words in any order."""
    return compile_list(ALPHABET.sorted(Word(word) for word in words), letters=LETTERS).words


def engine_of(kind: str, content: bytes, *, longest: int = 64) -> Engine:
    """Open an engine of one kind over edges, whatever is installed."""
    if kind == "python":
        return PlainEngine(content, LETTERS, *plain_forms(ALPHABET), longest)
    return open_engine(content, alphabet=ALPHABET, longest=longest)


def sound_engine(kind: str, words: tuple[str, ...], *, longest: int = 64) -> Engine:
    """Open an engine over words and have its form checked."""
    engine = engine_of(kind, compiled(words), longest=longest)
    assert engine.fault(len(set(words))) is None
    return engine


def lexicon_file(folder: Path, words: tuple[str, ...] = KOT) -> Path:
    """Write a lexicon without dictionaries and return its path."""
    listed = ALPHABET.sorted(Word(word) for word in set(words))
    signs = Signs.of((), letter_count=len(LETTERS))
    signed = [word + sign.decode() for word in listed for sign in signs.written()]
    sections = {
        WORDS: compiled(words),
        SETTLED: compile_list(signed, letters=signs.letters + LETTERS).words,
        REASONS: json.dumps(_REASONS).encode(),
    }
    lines = "".join(f"{word}\n" for word in listed).encode()
    manifest = Manifest(
        lexicon_id="sample",
        title="Sample",
        description="",
        licence="CC0-1.0",
        alphabet_id=ALPHABET.id,
        letters=LETTERS,
        folds=dict(ALPHABET.folds),
        look_alikes=dict(ALPHABET.look_alikes),
        shortest=2,
        longest=15,
        policy_id="none",
        sources=(),
        data_digest="",
        word_count=len(listed),
        settled_count=len(listed),
        counts_by_length=dict(sorted(Counter(map(len, listed)).items())),
        word_list_digest=hashlib.sha256(lines).hexdigest(),
        canaries_in=("кот",),
        canaries_out=("ток" * 3,),
        tool_version="0",
    ).named(edition="one", parts=list(sections.values()))
    path = folder / "one.lexicon"
    path.write_bytes(pack(sections | {"MANIFEST": manifest.canonical()}))
    return path


def sample_lexicon(folder: Path, words: tuple[str, ...] = KOT) -> Lexicon:
    """Write a lexicon and open it."""
    return Lexicon.open(lexicon_file(folder, words))


_REASONS: dict[str, object] = {"grammar": {}, "clauses": {}, "phrasebooks": [], "overrides": {}}
