"""Which engine walks the word lists: the native one where it was compiled, else the one in Python.

In: edges, an alphabet. Out: an `Engine`. This is the one place that chooses.
Never: answers that depend on the choice: only the time they take does.
"""

from __future__ import annotations

import os
import sys
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from lexicon.alphabet import Alphabet
from lexicon.automaton import Fault
from lexicon.plain_engine import PlainEngine

#: Set to ``python`` to do without the native engine.
ENGINE_VARIABLE = "SLOVOSUD_ENGINE"
#: What this code expects of the native module (INTERFACE in `native/walking.c`).
INTERFACE = 4

#: How many texts of a field there are, and the other fields of the message.
MessageFields = tuple[int, dict[int, str | bool]]
#: The bits of those texts that are words, and the unusual ones with their places.
MessageAnswer = tuple[bytes, list[tuple[int, str]]]

#: What `Engine.answer_message` reads and writes, as it stands in the bytes; see `lexicon.settled.AnswerForm`.
MessageForm = tuple[int, int, int, int, int, int, int, int, tuple[bytes, ...]]


class Walk(Protocol):
    """A search on its way."""

    def take(self, most: int, /) -> list[str]:
        """Return the next words found, in alphabet order; none when all are found."""
        ...


class Engine(Protocol):
    """A compiled word list, walked. `PlainEngine` says what each method does."""

    def __contains__(self, word: str, /) -> bool: ...
    def marks(self, texts: Sequence[str], /) -> bytes: ...  # noqa: D102
    def flags(self, texts: Sequence[str], /) -> tuple[list[bool], list[int]]: ...  # noqa: D102
    def bitmap(self, texts: Sequence[str], /) -> tuple[bytes, list[int]]: ...  # noqa: D102
    def check_message(self, message: bytes, field: int, count: int, /) -> MessageAnswer | None:
        """Look up the texts of one field of a serialized protocol buffers message, without parsing it first.

        ``count`` of them there are, as `fields_reader` tells. Returns None when anything about the message is unusual,
        malformed bytes above all, or another number of texts: then the caller's parser decides. Texts that are no
        plain words come back to be read with care.
        """
        ...

    def signs(self, words: Sequence[str], base: int, digits: int, /) -> list[int]: ...  # noqa: D102
    def answer_message(
        self, words: Engine, message: bytes, form: MessageForm, unusual: Callable[[str], bytes], /
    ) -> bytes | None:
        """Answer each text of one field of a serialized message with a message of its own, without parsing it first.

        ``words`` are the words of the list, this engine has the settled forms; texts that are no plain words are
        answered by ``unusual``. Returns None as `check_message` does.
        """
        ...

    def fault(self, word_count: int, /) -> Fault | None: ...  # noqa: D102
    def count(self) -> int: ...  # noqa: D102
    def index(self, word: str, /) -> int: ...  # noqa: D102
    def word(self, index: int, /) -> str: ...  # noqa: D102
    def counts_by_length(self) -> dict[int, int]: ...  # noqa: D102
    def pattern(  # noqa: D102
        self,
        sets: tuple[int, ...],
        any_before: int,
        any_after: bool,  # noqa: FBT001
        shortest: int,
        longest: int,
    ) -> Walk: ...
    def anagram(self, tiles: bytes, blanks: int, shortest: int, longest: int) -> Walk: ...  # noqa: D102


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineKind:
    """Which engine is in use, ``native`` or ``python``, and why not the other (empty for ``native``)."""

    name: str
    reason: str = ""


@cache
def _native() -> tuple[Callable[..., Engine] | None, str]:
    """Return the native engine, or None with the reason why there is none."""
    if sys.byteorder != "little":
        return None, "this machine is big-endian"
    try:
        from lexicon import _walking  # noqa: PLC0415 - may not have been compiled
    except ImportError as error:
        return None, f"the native engine is not there ({error}); install again where there is a C compiler"
    if _walking.INTERFACE != INTERFACE:
        return None, "the native engine was compiled from other sources; install again"
    return _walking.Edges, ""


def kind() -> EngineKind:
    """Return which engine `open_engine` would take now."""
    if os.environ.get(ENGINE_VARIABLE) == "python":
        return EngineKind(name="python", reason=f"{ENGINE_VARIABLE} says so")
    native, reason = _native()
    return EngineKind(name="native") if native else EngineKind(name="python", reason=reason)


def open_engine(content: bytes, *, alphabet: Alphabet, longest: int, before: str = "") -> Engine:
    """Return an engine over edges, which stay in memory. ``longest`` is the letters of the longest word.

    ``before`` are characters that have the first tiles, before the letters of the alphabet.

    Raises `ValueError` when the bytes cannot be edges at all; for their form ask `Engine.fault`.
    """
    native, _ = _native()
    make = native if native and kind().name == "native" else PlainEngine
    spellings, compared = plain_forms(alphabet)
    return make(content, before + "".join(alphabet.letters), spellings, compared, longest)


def fields_reader() -> Callable[[bytes, int], MessageFields | None]:
    """Return what reads how often a field of texts occurs in a serialized message, and the message's other fields.

    It returns None when the message is unusual, and always when Python is the engine: as `Engine.check_message` does.
    """
    if kind().name != "native":
        return lambda message, field: None  # noqa: ARG005
    from lexicon import _walking  # noqa: PLC0415 - `kind` says that it is there

    return _walking.message_fields


def plain_forms(alphabet: Alphabet) -> tuple[str, str]:
    """Return characters that always stand for one letter, whatever stands beside them, and those letters.

    Left out are characters that may be composed with the one before them: text with such is read with care.
    """
    forms = {
        character: letter
        for character, letter in alphabet.comparison_forms.items()
        if len(character) == 1 and unicodedata.is_normalized("NFC", character) and not joins(character)
    }
    return "".join(forms), "".join(forms.values())


def joins(character: str) -> bool:
    """Whether the character may be composed with the one before it: marks, and the parts of Korean syllables."""
    return unicodedata.category(character).startswith("M") or "\u1100" <= character <= "\u11ff"
