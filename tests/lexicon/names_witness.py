"""Which dictionaries know the words of `data/names/`: computes the witnesses, and writes them into the tables.

    python -m tests.lexicon.names_witness

A witness knows the word in its place: a surname or a hero as a surname, a place as a geographical name, a name of an
animal as a name, a title as any word. The spelling dictionary has no such marks: it witnesses a word with a capital
letter, for titles with a small one too. The locale data are asked for places only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from lexicon.alphabet import Alphabet
from lexicon.building import sources
from lexicon.building.lexeme import Lexeme
from tests.support import DATA, russian

NAMES = DATA / "names"
UNWITNESSED = "unwitnessed"
#: The dictionary with grammatical marks, the one that only spells, and the one that has places only.
MARKED, SPELLED, LISTED = "opencorpora", "hunspell-russian", "cldr-russian"
#: The table that the last is asked for.
PLACES = "places"
#: What the marked dictionary must say of a word of each table; of titles, nothing.
MARKS = {
    "heroes": "surname",
    "pets": "given-name",
    "places": "geographical-name",
    "surnames": "surname",
    "titles": "",
}

Witnesses = Mapping[str, Mapping[str, frozenset[str]]]


def rows(path: Path) -> Iterator[list[str]]:
    """The rows of a table: word, kind, what, witness; # begins a comment."""
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            yield line.split("\t")


def witnesses() -> Witnesses:
    """By table and dictionary, the comparison forms that it knows in their place. Needs both dictionaries."""
    alphabet = russian()
    installed = {
        source.id: sources.installed(source)
        for source in sources.describe_all(DATA)
        if source.id in (MARKED, SPELLED, LISTED)
    }
    known: dict[str, dict[str, set[str]]] = {table: {MARKED: set(), SPELLED: set()} for table in MARKS}
    for lexeme in sources.lexemes(installed[MARKED]):
        for key, grammemes in _nominatives(lexeme, alphabet):
            for table, mark in MARKS.items():
                if not mark or mark in grammemes:
                    known[table][MARKED].add(key)
    for lexeme in sources.lexemes(installed[SPELLED]):
        key, capital = alphabet.key(lexeme.lemma), lexeme.lemma != lexeme.lemma.lower()
        for table, mark in MARKS.items():
            if capital or not mark:
                known[table][SPELLED].add(key)
    known[PLACES][LISTED] = {alphabet.key(lexeme.lemma) for lexeme in sources.lexemes(installed[LISTED])}
    return {table: {source: frozenset(keys) for source, keys in by.items()} for table, by in known.items()}


def _nominatives(lexeme: Lexeme, alphabet: Alphabet) -> Iterable[tuple[str, frozenset[str]]]:
    for slot in lexeme.paradigm.slots:
        if "nominative" in slot.grammemes or slot is lexeme.paradigm.lemma_slot:
            yield alphabet.key(lexeme.form(slot)), slot.grammemes


def witness(table: str, word: str, known: Witnesses, alphabet: Alphabet) -> str:
    """What the last column says of a word."""
    key = alphabet.key(word)
    return ", ".join(source for source, keys in known[table].items() if key in keys) or UNWITNESSED


def main() -> None:
    """Write the last column of every table."""
    known, alphabet = witnesses(), russian()
    for table in MARKS:
        path = NAMES / f"{table}.tsv"
        lines = [
            line
            if line.startswith("#")
            else "\t".join((*line.split("\t")[:3], witness(table, line.split("\t")[0], known, alphabet)))
            for line in path.read_text(encoding="utf-8").splitlines()
        ]
        path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
