"""Go through an imported dictionary once, and say of every line that makes no word why it makes none.

In: an installed source and the alphabet its words are to be of. Out: `Survey`; refused lines one by one.
Never: a list of words in memory; changes to the dictionary.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice

from lexicon.alphabet import Alphabet, Malformed
from lexicon.building import sources
from lexicon.building.sources import word_list
from lexicon.building.sources.hunspell_text import Encoding
from lexicon.building.sources.list_lines import LineFault, ListReading, Oddity, RefusedLine
from lexicon.building.sources.packed import lines
from lexicon.building.spelling_faults import SpellingFault, spelling_fault

#: Character sets that a list without a declared one may have.
_LIKELY_ENCODINGS = ("UTF-8", "cp1251", "KOI8-R", "ISO8859-2", "cp1250", "ISO8859-5", "cp1252")

#: Lines that are enough to tell the character set by.
_SAMPLE = 2000


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """Something of the dictionary that makes no word: why, what, and which characters are at fault.

    ``line`` is its number; 0 in formats whose forms stand on no line.
    """

    reason: LineFault | SpellingFault
    line: int
    text: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Survey:
    """What a dictionary holds. ``unit`` is what was counted: lines, or forms (one of several readings once a lexeme).

    ``capitalised`` of those taken have a capital letter; ``canaries`` are some of them, from all over the dictionary.
    """

    unit: str
    read: int
    taken: int
    capitalised: int
    refused: Counter[str]
    oddities: Counter[Oddity]
    canaries: tuple[str, ...]


@dataclass(slots=True, kw_only=True)
class _Tally:
    """Counts while they grow."""

    alphabet: Alphabet
    report: Callable[[Refused], None]
    read: int = 0
    taken: int = 0
    capitalised: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    canaries: list[str] = field(default_factory=list)
    step: int = 1

    def form(self, form: str, line: int) -> None:
        """Count one form."""
        fault = spelling_fault(form, self.alphabet)
        if fault is not None:
            self.refuse(Refused(reason=fault[0], line=line, text=form, detail=fault[1]))
            return
        self.read += 1
        if self.taken % self.step == 0:
            self._keep(form)
        self.taken += 1
        self.capitalised += form != form.lower()

    def refuse(self, refused: Refused) -> None:
        """Count and tell something that makes no word."""
        self.read += 1
        self.refused[refused.reason] += 1
        self.report(refused)

    def _keep(self, form: str) -> None:
        """Keep a form as canary; of too many keep every second one."""
        self.canaries.append(form)
        if len(self.canaries) == 16:
            del self.canaries[1::2]
            self.step *= 2


def survey(source: sources.InstalledSource, alphabet: Alphabet, report: Callable[[Refused], None]) -> Survey:
    """Read a dictionary to its end. Raises `DataFileError` when it cannot be read to its end."""
    tally = _Tally(alphabet=alphabet, report=report)
    oddities: Counter[Oddity] = Counter()
    if word_list.LIST in source.description.files:
        unit = "lines"
        reading = ListReading(source.location, word_list.layout(source.description))
        for row in reading.rows():
            if isinstance(row, RefusedLine):
                tally.refuse(Refused(reason=row.fault, line=row.number, text=row.text, detail=row.detail))
            else:
                tally.form(row.form, row.number)
        oddities = reading.oddities
    else:
        unit = "forms"
        for form in _forms(source):
            tally.form(form, 0)
    return Survey(
        unit=unit,
        read=tally.read,
        taken=tally.taken,
        capitalised=tally.capitalised,
        refused=tally.refused,
        oddities=oddities,
        canaries=tuple(tally.canaries),
    )


def _forms(source: sources.InstalledSource) -> Iterator[str]:
    """Yield the forms of every lexeme, each once a lexeme."""
    affixes: dict[int, tuple[tuple[str, str], ...]] = {}
    for lexeme in sources.lexemes(source):
        pairs = affixes.get(id(lexeme.paradigm))
        if pairs is None:
            pairs = tuple(dict.fromkeys((slot.prefix, slot.suffix) for slot in lexeme.paradigm.slots))
            affixes[id(lexeme.paradigm)] = pairs
        for prefix, suffix in pairs:
            yield prefix + lexeme.stem + suffix


def likely_encoding(source: sources.InstalledSource, alphabet: Alphabet) -> str | None:
    """Return the character set in which more lines of a list hold words than in the declared one, or None.

    A form counts when it is lower case or begins with a capital: that tells KOI8-R from cp1251, which have each
    other's small letters as capitals.
    """
    sample = [line.partition(b"\t")[0].strip() for _, line, _ in islice(lines(source.location), _SAMPLE)]
    declared = word_list.layout(source.description).encoding
    counts = {declared.name: _words_in(sample, declared, alphabet)}
    for name in _LIKELY_ENCODINGS:
        encoding = Encoding.named(name)
        if encoding is not None:
            counts.setdefault(name, _words_in(sample, encoding, alphabet))
    best = max(counts, key=counts.__getitem__)
    return best if best != declared.name and 2 * counts[best] > len(sample) else None


def _words_in(sample: Iterable[bytes], encoding: Encoding, alphabet: Alphabet) -> int:
    count = 0
    for line in sample:
        try:
            text = line.decode(encoding.codec)
        except UnicodeDecodeError:
            continue
        count += text[1:] == text[1:].lower() and not isinstance(alphabet.read(text), Malformed)
    return count
