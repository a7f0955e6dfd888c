"""Letters, folds, and `Word`: the one spelling in which words are compared.

In: text from anywhere. Out: a `Word`, or `Malformed` naming every character that is no letter here.
Never: dictionaries, tiles' points.
"""

from __future__ import annotations

import enum
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NewType

from lexicon.datafile import Table, named_file

#: Text in comparison form: NFC, upper case, folded, every character a letter of the alphabet.
#: Only `Alphabet.read` makes one from foreign text.
Word = NewType("Word", str)

#: Longer text is refused unread: no dictionary has such a word, and normalising a megabyte costs time.
LONGEST_TEXT = 64

#: More foreign characters than these are counted, not listed.
MOST_LISTED = 8


class Fault(enum.StrEnum):
    """Why a text is no word in this alphabet."""

    EMPTY = "EMPTY"
    TOO_LONG = "TOO_LONG"
    FOREIGN_CHARACTER = "FOREIGN_CHARACTER"


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignCharacter:
    """One character that is no letter of the alphabet.

    ``index`` counts code points of the composed (NFC) text from 0; ``letter`` is the letter it looks like, if any.
    """

    index: int
    character: str
    letter: str | None

    @property
    def name(self) -> str:
        """The code point and its Unicode name: ``U+0063 LATIN SMALL LETTER C``."""
        return f"U+{ord(self.character):04X} {unicodedata.name(self.character, 'UNNAMED CHARACTER')}"

    def __str__(self) -> str:
        hint = f" (did you mean {self.letter}, U+{ord(self.letter):04X}?)" if self.letter else ""
        return f"character {self.index + 1} is {self.name}{hint}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Malformed:
    """A text that is no word in this alphabet, and why.

    ``foreign`` holds the first `MOST_LISTED` characters at fault of ``foreign_count``.
    """

    fault: Fault
    foreign: tuple[ForeignCharacter, ...] = ()
    foreign_count: int = 0

    def __str__(self) -> str:
        match self.fault:
            case Fault.EMPTY:
                return "the text is empty; give a word"
            case Fault.TOO_LONG:
                return f"the text is longer than {LONGEST_TEXT} characters; give one word"
        listed = "; ".join(str(character) for character in self.foreign)
        rest = self.foreign_count - len(self.foreign)
        return f"not in the alphabet: {listed}" + (f"; and {rest} more" if rest else "")


@dataclass(frozen=True, kw_only=True)
class Alphabet:
    """The letters words are made of, in alphabet order, with the folds in force.

    ``letters`` are upper case, one code point each after NFC. ``folds`` maps a folded letter (no longer in
    ``letters``) to the letter it is compared as. ``look_alikes`` maps a foreign character to the letter it
    resembles: only for hints, never applied.

    >>> russian = Alphabet(id="sample", letters=("А", "Е", "Ж", "И"), folds={"Ё": "Е"}, look_alikes={"A": "А"})
    >>> russian.read("ёжи") == russian.read("ЕЖИ")
    True
    >>> print(russian.read("ежA"))
    not in the alphabet: character 3 is U+0041 LATIN CAPITAL LETTER A (did you mean А, U+0410?)
    """

    id: str
    letters: tuple[str, ...]
    folds: Mapping[str, str]
    look_alikes: Mapping[str, str]

    @cached_property
    def comparison_forms(self) -> dict[str, str]:
        """Every character that may stand in a word, with its comparison form.

        An allow-list, not `str.upper`: upper-casing turns strangers into letters (ſ to S, ﬁ to FI, ᲂ to О).
        """
        forms = {letter: letter for letter in self.letters} | dict(self.folds)
        return forms | {upper.lower(): form for upper, form in forms.items()}

    @cached_property
    def _ranks(self) -> dict[str, int]:
        return {letter: rank for rank, letter in enumerate(self.letters)}

    def read(self, text: str) -> Word | Malformed:
        """Return the comparison form of ``text``, or what keeps it from being a word."""
        if not text:
            return Malformed(fault=Fault.EMPTY)
        # NFC at most halves a text of our letters, so more than twice the limit can be refused unread.
        if len(text) > 2 * LONGEST_TEXT:
            return Malformed(fault=Fault.TOO_LONG)
        # NFC first: «й» may arrive as «и» + U+0306, and only the composed form is a letter.
        composed = unicodedata.normalize("NFC", text)
        if len(composed) > LONGEST_TEXT:
            return Malformed(fault=Fault.TOO_LONG)
        forms = self.comparison_forms
        try:
            return Word("".join([forms[character] for character in composed]))
        except KeyError:
            return self._malformed(composed)

    def _malformed(self, composed: str) -> Malformed:
        foreign = [
            ForeignCharacter(index=index, character=character, letter=self.look_alikes.get(character.upper()))
            for index, character in enumerate(composed)
            if character not in self.comparison_forms
        ]
        return Malformed(
            fault=Fault.FOREIGN_CHARACTER,
            foreign=tuple(foreign[:MOST_LISTED]),
            foreign_count=len(foreign),
        )

    def key(self, text: str) -> str:
        """Return the comparison form of dictionary text that may hold other characters (hyphens, dots).

        Total: letters are compared as `read` compares them, every other character stands for itself.
        """
        forms = self.comparison_forms
        return "".join([forms.get(character, character) for character in unicodedata.normalize("NFC", text)])

    def rank(self, letter: str) -> int:
        """Return the place of ``letter`` in alphabet order, from 0. Raises `KeyError` for a stranger."""
        return self._ranks[letter]

    def order(self, word: Word) -> tuple[int, ...]:
        """Return a sort key: alphabet order, never code-point order."""
        return tuple([self._ranks[letter] for letter in word])

    def sorted(self, words: Iterable[Word]) -> list[Word]:
        """Return ``words`` in alphabet order."""
        ranked = str.maketrans({letter: chr(0x100 + rank) for letter, rank in self._ranks.items()})
        return sorted(words, key=lambda word: word.translate(ranked))


def load_alphabet(data: Path, alphabet_id: str, *, folds: Sequence[str] = ()) -> Alphabet:
    """Read ``alphabets/<alphabet_id>.toml`` of the data folder and put the named folds in force.

    Raises `UnknownIdError` when there is no such alphabet, `DataFileError` when the file breaks its form or
    a fold is not declared there.
    """
    file = Table.load(named_file(data / "alphabets", "alphabet", alphabet_id))
    file.only(required=("id", "source", "letters", "folds", "look_alikes"))
    if file.take("id", str) != alphabet_id:
        raise file.fault("id", found=file.take("id", str), expected=alphabet_id)
    letters = _letters(file)
    declared = _text_pairs(file.table("folds"))
    for folded, target in declared.items():
        if folded not in letters or target not in letters:
            raise file.table("folds").fault(folded, found=f"{folded} = {target}", expected="two of the letters")
    for fold in folds:
        if fold not in declared:
            raise file.fault("folds", found=f"no fold of {fold}", expected=f"one of {', '.join(declared) or 'none'}")
    return Alphabet(
        id=alphabet_id,
        letters=tuple(letter for letter in letters if letter not in folds),
        folds={fold: declared[fold] for fold in folds},
        look_alikes=_text_pairs(file.table("look_alikes")),
    )


def _letters(file: Table) -> tuple[str, ...]:
    """Return the letters, each one composed upper-case code point, none twice."""
    letters = tuple(file.take("letters", str).split())
    for number, letter in enumerate(letters):
        if len(letter) != 1 or unicodedata.normalize("NFC", letter) != letter or letter.upper() != letter:
            raise file.fault("letters", found=repr(letter), expected="one upper-case code point")
        if letter in letters[:number]:
            raise file.fault("letters", found=f"{letter} twice", expected="each letter once")
    return letters


def _text_pairs(table: Table) -> dict[str, str]:
    return {key: table.take(key, str) for key in table.values}
