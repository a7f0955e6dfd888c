"""Lexemes written from words and the affixes that fit them: where a word is cut, and its paradigm.

In: a word with its `Fit`. Out: `Lexeme`; equal paradigms are one object.
Never: which affixes fit.

Rules that fit one word strip letters that are known, so the longest of them tells the end of the word, and the
paradigm follows without the word. Only where a prefix looks at letters that a suffix changed is a word written alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from itertools import chain as chained
from pathlib import Path

from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.sources.hunspell_affixes import Affix, AffixFile
from lexicon.building.sources.hunspell_chains import Chain
from lexicon.building.sources.hunspell_fit import Fit
from lexicon.building.sources.hunspell_flags import Flag
from lexicon.building.sources.hunspell_grammemes import Grammemes, Readings, Row, without_terminal
from lexicon.building.sources.hunspell_patterns import holds

#: What stands before the stem, what behind it, and the grammemes.
_Spelling = tuple[str, str, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Cut:
    """How words of one fit become stems: the letters between the cuts, with ``before`` and ``behind`` put back.

    ``shortest`` is the length in characters from which words follow it.
    """

    front: int
    back: int
    before: str
    behind: str
    paradigm: Paradigm
    shortest: int


@dataclass(frozen=True, slots=True, kw_only=True)
class _Teller:
    """Tells the grammemes of forms of one fit; ``rows`` are what the table says of its flags."""

    file: AffixFile
    words: Path
    grammemes: Grammemes
    fit: Fit
    rows: Mapping[Flag, Row]

    def readings(self, prefix: Affix | None, chain: Chain | None) -> Iterator[frozenset[str]]:
        """Yield the grammemes of each reading of the form that ``prefix`` and ``chain`` make, at least one."""
        if self.grammemes.known is None and not self.rows:
            yield frozenset()
            return
        told = self._of_fields(prefix, chain)
        ends = self._of_rule(chain.suffixes[0].flag, chain.change) if chain else self._of_lemma()
        starts = self._of_rule(prefix.flag, prefix.change) if prefix else ()
        # Of what has several meanings at both ends, each goes with each.
        for end in ends or (frozenset[str](),):
            for start in starts or (frozenset[str](),):
                yield told | end | start

    def _of_fields(self, prefix: Affix | None, chain: Chain | None) -> frozenset[str]:
        plan = self.fit.plan
        own = plan.fields if prefix is None and chain is None else without_terminal(plan.fields)
        told = self.grammemes.of_fields(own, path=self.words, line=plan.line)
        if prefix:
            told |= self._of_affix(prefix, prefix.fields)
        if chain is None:
            return told
        *inner, last = chain.suffixes
        told = told.union(*(self._of_affix(suffix, without_terminal(suffix.fields)) for suffix in inner))
        return told | self._of_affix(last, last.fields)

    def _of_lemma(self) -> Readings:
        """Return what the flags of the word say of it, one after the other: a flag each for the noun and the verb."""
        return tuple(dict.fromkeys(chained.from_iterable(row.lemma for row in self.rows.values())))

    def _of_affix(self, affix: Affix, fields: tuple[str, ...]) -> frozenset[str]:
        return self.grammemes.of_fields(fields, path=self.file.path, line=affix.line)

    def _of_rule(self, flag: Flag, change: str) -> Readings:
        row = self.rows.get(flag)
        return row.forms.get(change, ()) if row else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Scribe:
    """Writes the lexemes of one dictionary; what was mirrored is turned round on the way out."""

    file: AffixFile
    words: Path
    grammemes: Grammemes
    _cuts: dict[Fit, _Cut] = field(default_factory=dict)
    _slots: dict[_Spelling, Slot] = field(default_factory=dict)
    _paradigms: dict[tuple[_Spelling, ...], Paradigm] = field(default_factory=dict)

    def lexeme(self, word: str, fit: Fit) -> Lexeme:
        """Return the lexeme of ``word``; its paradigm has no slots when nothing can be made of it."""
        cut = self._cuts.get(fit)
        if cut is None:
            cut = self._cuts[fit] = self._cut(word, fit)
        if len(word) < cut.shortest:
            stem, paradigm = self._alone(word, fit)
        else:
            stem, paradigm = cut.before + word[cut.front : len(word) - cut.back] + cut.behind, cut.paradigm
        return Lexeme(stem=stem[::-1] if self.file.mirrored else stem, paradigm=paradigm)

    def without(self, lexeme: Lexeme, forbidden: Set[str]) -> Lexeme:
        """Return ``lexeme`` without the forms that are ``forbidden``."""
        slots = lexeme.paradigm.slots
        if not any(lexeme.form(slot) in forbidden for slot in slots):
            return lexeme
        left = [(slot.prefix, slot.suffix, slot.grammemes) for slot in slots if lexeme.form(slot) not in forbidden]
        return Lexeme(stem=lexeme.stem, paradigm=self._shared(left))

    def _cut(self, word: str, fit: Fit) -> _Cut:
        """Work out where words of this fit are cut, ``word`` the first of them, and their paradigm."""
        chains, prefixes, teller = fit.chains, fit.prefixes, self._teller(word, fit)
        end = max((chain.strip for chain in chains), key=len, default="")
        start = max((prefix.strip for prefix in prefixes), key=len, default="")
        spellings = [
            (
                prefix.append + start[len(prefix.strip) :] if prefix else start,
                end[: len(end) - len(chain.strip)] + chain.append if chain else end,
                told,
            )
            for prefix, chain in fit.pairs(prefixes)
            for told in teller.readings(prefix, chain)
        ]
        before = _common_start([first[::-1] for first, _, _ in spellings])[::-1]
        behind = _common_start([last for _, last, _ in spellings])
        paradigm = self._paradigm(
            [(first[: len(first) - len(before)], last[len(behind) :], told) for first, last, told in spellings]
        )
        # Prefixes look at the changed word: its first letters must be those of the word itself.
        reach = max(fit.plan.prefix_reach, len(start) + 1) if fit.plan.prefixes else 0
        return _Cut(
            front=len(start), back=len(end), before=before, behind=behind, paradigm=paradigm, shortest=len(end) + reach
        )

    def _alone(self, word: str, fit: Fit) -> tuple[str, Paradigm]:
        """Write the forms of one word one by one, and cut them where they part."""
        every_prefix = [prefix for known in fit.plan.prefixes for prefix in known.rules]
        forms, teller = [], self._teller(word, fit)
        for prefix, chain in fit.pairs(every_prefix):
            form = word[: len(word) - len(chain.strip)] + chain.append if chain else word
            if prefix and not holds(prefix.pattern, form):
                continue
            form = prefix.append + form[len(prefix.strip) :] if prefix else form
            forms += [(form, told) for told in teller.readings(prefix, chain)]
        stem = _common_start([form for form, _ in forms])
        return stem, self._paradigm([("", form[len(stem) :], told) for form, told in forms])

    def _teller(self, word: str, fit: Fit) -> _Teller:
        spelled = word[::-1] if self.file.mirrored else word
        rows = {
            flag: row
            for flag, name in fit.signatures()
            if (row := self.grammemes.row(name, path=self.words, word=spelled)) is not None
        }
        return _Teller(file=self.file, words=self.words, grammemes=self.grammemes, fit=fit, rows=rows)

    def _paradigm(self, spellings: Sequence[_Spelling]) -> Paradigm:
        if self.file.mirrored:
            spellings = [(last[::-1], first[::-1], told) for first, last, told in spellings]
        return self._shared(spellings)

    def _shared(self, spellings: Sequence[_Spelling]) -> Paradigm:
        """Return the one paradigm of these slots, each once."""
        key = tuple(dict.fromkeys(spellings))
        paradigm = self._paradigms.get(key)
        if paradigm is None:
            paradigm = self._paradigms[key] = Paradigm(slots=tuple(self._slot(spelling) for spelling in key))
        return paradigm

    def _slot(self, spelling: _Spelling) -> Slot:
        slot = self._slots.get(spelling)
        if slot is None:
            prefix, suffix, told = spelling
            slot = self._slots[spelling] = Slot(prefix=prefix, suffix=suffix, grammemes=told)
        return slot


def _common_start(texts: Sequence[str]) -> str:
    """Return the longest text with which all ``texts`` begin."""
    if not texts:
        return ""
    # Whatever begins the first and the last in order begins all between.
    first, last = min(texts), max(texts)
    length = next((at for at, (one, other) in enumerate(zip(first, last, strict=False)) if one != other), len(first))
    return first[:length]
