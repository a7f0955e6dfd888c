"""What hostile bytes are thrown at, and what must hold whatever they are. Used by the tests, the corpus and the soak.

Each target takes bytes and returns when all is well. A target never fails for bytes it has not seen before: it holds
the native engine against the Python one, and both against a plain set or protobuf.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from pathlib import Path

from google.protobuf.message import DecodeError
from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

from lexicon.automaton import MOST_WORDS
from lexicon.building.compiling import WordListError, compile_text
from lexicon.building.kwg import KwgFormatError, Width, read_kwg
from lexicon.compiled import Lexicon
from lexicon.engine import Engine, fields_reader
from lexicon.errors import LexiconFormatError
from tests.lexicon.engine import fuzzing_settled
from tests.lexicon.engine.sample import ALPHABET, KOT, LETTERS, engine_of, sound_engine

#: Lists longer than this are not walked to the end.
_MANY = 3000


def edges(content: bytes) -> None:
    """Edges of any kind: the same faults and the same look-ups; when sound, the same searches."""
    try:
        engines = [engine_of(kind, content, longest=9) for kind in ("native", "python")]
    except ValueError:
        return
    for word in (*KOT, "А", "ŻẄБЕИ", "КОТКОТ", "О" * 64):
        _same(engines, lambda engine, word=word: word in engine)  # type: ignore[misc]
    for ask in ("marks", "flags", "bitmap"):
        _same(engines, lambda engine, ask=ask: getattr(engine, ask)([*KOT, "x", "й" * 80]))  # type: ignore[misc]
    fault = _same(engines, lambda engine: engine.fault(MOST_WORDS + 1))
    if not isinstance(fault, tuple) or fault[1] != "count" or fault[2] >= MOST_WORDS:
        return
    assert _same(engines, lambda engine: engine.fault(fault[2])) is None
    words = _same(engines, lambda engine: _first(engine.pattern((), 0, any_after=True, shortest=1, longest=64), _MANY))
    assert isinstance(words, list)
    if len(words) == _MANY:
        return
    assert ALPHABET.sorted(words) == words
    assert len(words) == fault[2] == len(set(words))
    _same(engines, lambda engine: engine.counts_by_length())
    _same(engines, lambda engine: [engine.index(word) for word in (*words, *KOT)])
    _same(engines, lambda engine: [engine.word(place) for place in range(len(words))])
    _same(
        engines, lambda engine: _first(engine.pattern((6, 1022), 0b101, any_after=False, shortest=2, longest=7), _MANY)
    )
    _same(engines, lambda engine: _first(engine.anagram(b"\1\2\6\7\7\x08", 1, 2, 9), _MANY))
    for word in words[:50]:
        assert word in engines[0]


def messages(content: bytes) -> None:
    """A serialized request of any kind: as protobuf reads it, or not at all."""
    engine = sound_engine("native", KOT)
    field = CheckWordsRequest.WORDS_FIELD_NUMBER
    fields = fields_reader()(content, field)
    count = fields[0] if fields else len(content) // 2
    answer = engine.check_message(content, field, count)
    if answer is None:
        return
    assert fields is not None
    try:
        request = CheckWordsRequest.FromString(content)
    except DecodeError as error:
        raise AssertionError("protobuf refuses this message") from error
    assert engine.check_message(content, field, count + 1) is None
    bitmap, unusual = answer
    marks = engine.marks(list(request.words))
    assert count == len(request.words) == len(marks)
    careful = {place for place, _ in unusual}
    for place, mark in enumerate(marks):
        bit = bitmap[place >> 3] >> (place & 7) & 1
        assert bit == (0 if place in careful else mark)
    assert all(request.words[place] == text for place, text in unusual)


def lists(content: bytes) -> None:
    """A word list of any kind: compiled to what it says, or refused with the line."""
    try:
        compiled = compile_text([content[:7], content[7:]], letters=LETTERS)
    except WordListError as error:
        _within(error.line, 1, content.count(b"\n") + 1)
        return
    words = content.decode().split()
    assert ALPHABET.sorted(words) == words  # type: ignore[arg-type]
    engine = engine_of("native", compiled.words)
    assert engine.fault(len(words)) is None
    assert _first(engine.pattern((), 0, any_after=True, shortest=1, longest=64), len(words) + 1) == words


def graphs(content: bytes) -> None:
    """A KWG of any kind: words of the alphabet in order, or an error that names the node."""
    for width in Width:
        try:
            words = list(itertools.islice(read_kwg(content, letters=LETTERS, width=width), _MANY))
        except KwgFormatError as error:
            _within(error.node, 0, len(content) // 4)
            continue
        assert ALPHABET.sorted(words) == words
        assert len(set(words)) == len(words)


def open_and_ask(path: Path) -> bool:
    """Open a lexicon file and use all of it; return whether it passes for sound. Only `LexiconFormatError` may come."""
    try:
        lexicon = Lexicon.open(path)
        lexicon.alphabet  # noqa: B018 - reads the manifest
    except LexiconFormatError as error:
        _names_its_place(error)
        return False
    sound = True
    for ask in (
        lambda: lexicon.check("котик"),
        lambda: lexicon.check_batch(["кот", "й" * 70, "x"]),
        lambda: list(itertools.islice(lexicon.words(), _MANY)),
        lexicon.verify,
    ):
        try:
            ask()
        except LexiconFormatError as error:
            _names_its_place(error)
            sound = False
    return sound


TARGETS: dict[str, Callable[[bytes], None]] = {
    "edges": edges,
    "messages": messages,
    "lists": lists,
    "graphs": graphs,
    "signs": fuzzing_settled.signs,
    "answers": fuzzing_settled.answers,
    "forms": fuzzing_settled.forms,
}


def mutated(content: bytes, source: random.Random) -> bytes:
    """Change a few bits, bytes or numbers of ``content``, cut it, or repeat a part."""
    changed = bytearray(content)
    for _ in range(source.randint(1, 4)):
        place = source.randrange(len(changed) + 1)
        match source.randrange(7):
            case 0 | 1 if changed:
                changed[place % len(changed)] ^= 1 << source.randrange(8)
            case 2 if changed:
                changed[place % len(changed)] = source.randrange(256)
            case 3:
                del changed[place - place % 4 :]
            case 4:
                start = source.randrange(len(changed) + 1)
                changed[place:place] = changed[start : start + source.randint(1, 12)]
            case 5:
                del changed[place : place + source.randint(1, 8)]
            case _:
                changed[place:place] = source.randbytes(source.randint(1, 4))
    return bytes(changed)


def _within(number: int, least: int, most: int) -> None:
    assert least <= number <= most


def _names_its_place(error: LexiconFormatError) -> None:
    assert error.field
    assert error.offset >= 0


def _same(engines: list[Engine], ask: Callable[[Engine], object]) -> object:
    first, *others = [ask(engine) for engine in engines]
    for other in others:
        assert other == first
    return first


def _first(walk: object, most: int) -> list[str]:
    """Take at most ``most`` words in small batches."""
    found: list[str] = []
    while len(found) < most and (batch := walk.take(min(7, most - len(found)))):  # type: ignore[attr-defined]
        found += batch
    return found
