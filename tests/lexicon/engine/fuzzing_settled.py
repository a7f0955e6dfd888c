"""Targets for what settles forms: the numbers behind them, the answers written with them, the settling itself.

Each takes bytes and returns when all is well: the native way is held against the plain one, and against protobuf.
"""

from __future__ import annotations

import functools
from itertools import pairwise

from google.protobuf.message import DecodeError
from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

from lexicon.building import settling
from lexicon.building.compiling import compile_list
from lexicon.engine import Engine, MessageForm, open_engine, plain_forms
from lexicon.plain_engine import UNUSUAL, PlainEngine
from lexicon.settled import SettledForms, Signs
from tests.lexicon.engine.sample import ALPHABET, KOT, LETTERS, sound_engine

#: Clauses enough for signs of one digit and of two.
_FEW, _MANY = (Signs.of([str(number) for number in range(count)], letter_count=len(LETTERS)) for count in (4, 90))
_WORDS = (*KOT, "А", "", "ŻẄБЕИ", "КОТКОТ", "О" * 62, "О" * 64)
#: Tails of odd sizes: empty, of a length that takes two bytes, longer than all else.
_TAILS = tuple(
    bytes([number]) * size for number, size in enumerate((0, 1, 2, 127, 128, 300, 0, 9, 5000, 3, 1, 1, 1, 2))
)
_SHORTEST, _LONGEST = 3, 5


def signs(content: bytes) -> None:
    """Edges of any kind behind words: both engines find the same numbers, and each is a code or nobody's."""
    for known in (_FEW, _MANY):
        try:
            engines = [_engine(kind, content, known) for kind in ("native", "python")]
        except ValueError:
            return
        numbers = [engine.signs(_WORDS, known.base, known.digits) for engine in engines]
        assert numbers[0] == numbers[1]
        for engine in engines:
            codes = SettledForms(engine=engine, signs=known).codes_of(_WORDS)  # type: ignore[arg-type]
            assert set(codes) <= {*known.codes, None}


def _engine(kind: str, content: bytes, known: Signs) -> Engine:
    if kind == "python":
        return PlainEngine(content, known.letters + LETTERS, *plain_forms(ALPHABET), 64)
    return open_engine(content, alphabet=ALPHABET, longest=64, before=known.letters)


def answers(content: bytes) -> None:
    """A serialized request of any kind: every text is answered as the parts say, or the message is left alone."""
    settled, words = _settled(), sound_engine("native", KOT)
    form: MessageForm = (3, 0x12, 0x0A, 0x22, _FEW.base, _FEW.digits, _SHORTEST, _LONGEST, _TAILS)
    answer = settled.answer_message(words, content, form, str.encode)
    if answer is None:
        return
    try:
        request = CheckWordsRequest.FromString(content)
    except DecodeError as error:
        raise AssertionError("protobuf refuses this message") from error
    assert answer == b"".join(_field(0x12, _answer(text, words)) for text in request.words)


@functools.cache
def _settled() -> Engine:
    """Every other word with a sign of its own."""
    written = _FEW.written()
    signed = [word + written[place % len(written)].decode() for place, word in enumerate(KOT) if place % 2]
    return _engine("native", compile_list(signed, letters=_FEW.letters + LETTERS).words, _FEW)


def _answer(text: str, words: Engine) -> bytes:
    (mark,) = words.marks([text])
    if mark == UNUSUAL or not 0 < len(text) <= 64:
        return text.encode()
    spelled = text.translate(str.maketrans(*plain_forms(ALPHABET)))
    (number,) = _settled().signs([spelled], _FEW.base, _FEW.digits)
    last = len(_TAILS) - 2
    tail = 2 * (number + 1) if _SHORTEST <= len(spelled) <= _LONGEST else last
    return _field(0x0A, spelled.encode()) + _TAILS[tail + mark] + _field(0x22, text.encode())


def _field(key: int, content: bytes) -> bytes:
    length, rest = b"", len(content)
    while rest > 0x7F:
        length += bytes([rest & 0x7F | 0x80])
        rest >>= 7
    return bytes([key]) + length + bytes([rest]) + content


def forms(content: bytes) -> None:
    """Lines of any kind as stems and affixes: both ways settle, order, count and leave out the same forms."""
    from lexicon.building import _settling  # noqa: PLC0415 - may not have been compiled

    lines = content.decode("utf-8", "replace").split("\n")
    paradigms: list[tuple[settling.Made, ...]] = [(("", "", len(lines) % 12),)]
    paradigms += [
        ((one, other, number % 12), ("", other, 11 - number % 12))
        for number, (one, other) in enumerate(pairwise(lines))
    ]
    stems = [(line, (number + len(line)) % len(paradigms)) for number, line in enumerate(lines)]
    told = []
    for make in (_settling.Forms, settling.PlainForms):
        some = make(LETTERS, *plain_forms(ALPHABET), shortest=2, longest=62, admitting=6)
        unusual = some.add(stems[::2], paradigms), some.add(stems[1::2], paradigms)
        for word in KOT[:3]:
            some.raise_to(word, 3)
        some.force(KOT[0], 0)
        ranks = [some.rank(word) for word in KOT]
        listed = some.lines(1, 5, ()), some.lines(0, 1 << 20, tuple(b"%d" % code for code in range(6)))
        told.append((unusual, len(some), ranks, listed, some.lengths(), some.left_out()))
    assert told[0] == told[1]
