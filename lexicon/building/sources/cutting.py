"""Cut the forms of a word into stem and paradigm, and share paradigms that are alike.

In: forms with grammemes, the lemma first; or lexemes that are to become one. Out: `Lexeme`s.
Never: where forms come from.
"""

from __future__ import annotations

from collections.abc import Sequence

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.errors import LexiconError

#: What may stand before a stem. Longer beginnings are part of the stem, or the words have nothing in common.
LONGEST_PREFIX = 4

#: Slots of all different paradigms together. A dictionary of five million forms needs a quarter of a million.
MOST_SLOTS = 3_000_000

#: One form: its spelling and its grammemes.
Form = tuple[str, frozenset[str]]


class TooManySlotsError(LexiconError):
    """Hardly two words of a dictionary inflect alike: it is none, or its lemmata are mixed up."""

    def __init__(self) -> None:
        super().__init__(
            f"the paradigms of the dictionary have more than {MOST_SLOTS} slots together; expected words that inflect "
            "alike. See whether the column of lemmata is the right one, or read it as a plain word list"
        )


class SharedParadigms:
    """Paradigms made so far: one object for all stems that inflect alike, which is how evidence stays small."""

    def __init__(self) -> None:
        # Slots and paradigms stay here, so that their ids stay theirs; hashing thirty slots a lexeme would cost more.
        self._paradigms: dict[tuple[int, ...], Paradigm] = {}
        self._slot_count = 0
        self._slots: dict[tuple[str, str, frozenset[str]], Slot] = {}
        self._joined: dict[tuple[tuple[str, str, int], ...], Paradigm] = {}

    def lexeme(self, forms: Sequence[Form]) -> Lexeme:
        """Return the lexeme of these forms; the first is the lemma. There must be one."""
        if len(forms) == 1:
            spelling, grammemes = forms[0]
            return Lexeme(stem=spelling, paradigm=self._paradigm((self._slot("", "", grammemes),)))
        stem = shared_part([spelling for spelling, _ in forms])
        slots = []
        for spelling, grammemes in forms:
            prefix, _, suffix = spelling.partition(stem) if stem else ("", "", spelling)
            slots.append(self._slot(prefix, suffix, grammemes))
        return Lexeme(stem=stem, paradigm=self._paradigm(tuple(slots)))

    def joined(self, parts: Sequence[Lexeme]) -> Lexeme:
        """Return one lexeme with all forms of ``parts``, which come from here; its lemma is the first one's.

        Which paradigm that gives follows from the parts' paradigms and from how their stems differ, so forms are
        not made for it.
        """
        if len(parts) == 1:
            return parts[0]
        stem = shared_part([part.stem for part in parts])
        key = []
        for part in parts:
            before, _, behind = part.stem.partition(stem) if stem else ("", "", part.stem)
            key.append((before, behind, id(part.paradigm)))
        paradigm = self._joined.get(tuple(key))
        if paradigm is None:
            slots = tuple(
                self._slot(slot.prefix + before, behind + slot.suffix, slot.grammemes)
                for part, (before, behind, _) in zip(parts, key, strict=True)
                for slot in part.paradigm.slots
            )
            paradigm = self._joined[tuple(key)] = self._paradigm(slots)
        return Lexeme(stem=stem, paradigm=paradigm)

    def _slot(self, prefix: str, suffix: str, grammemes: frozenset[str]) -> Slot:
        key = (prefix, suffix, grammemes)
        slot = self._slots.get(key)
        if slot is None:
            slot = self._slots[key] = Slot(prefix=prefix, suffix=suffix, grammemes=grammemes)
        return slot

    def _paradigm(self, slots: tuple[Slot, ...]) -> Paradigm:
        key = tuple(map(id, slots))
        paradigm = self._paradigms.get(key)
        if paradigm is None:
            self._slot_count += len(slots)
            if self._slot_count > MOST_SLOTS:
                raise TooManySlotsError
            paradigm = self._paradigms[key] = Paradigm(slots=slots)
        return paradigm


def shared_part(spellings: Sequence[str]) -> str:
    """Return the stem of spellings: their common beginning, or a longer part of the first behind short prefixes.

    >>> shared_part(["ежами", "ежи", "еж"])
    'еж'
    >>> shared_part(["милее", "милей", "помилее"])
    'миле'
    >>> shared_part(["добрый", "лучше"])
    ''
    """
    common = _common_beginning(min(spellings), max(spellings))
    shortest = min(map(len, spellings))
    if 2 * len(common) >= shortest:
        return common
    first = spellings[0]
    for length in range(min(len(first), shortest), max(len(common), shortest // 2), -1):
        stem = first[:length]
        if all(0 <= spelling.find(stem) <= LONGEST_PREFIX for spelling in spellings):
            return stem
    return common


def _common_beginning(least: str, greatest: str) -> str:
    """Return the common beginning of the outermost of sorted texts, which all between share."""
    for place, letter in enumerate(least):
        if place == len(greatest) or letter != greatest[place]:
            return least[:place]
    return least
