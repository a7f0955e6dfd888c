"""Find words that nothing vouches for though they pass: ``python -m benchmarks.vouching LEXICON TABLE``.

In: an edition made of two dictionaries, both installed, and the list that its recipe only asks (`[witness]`).
Out: a table, word by word with its lemma, or marks. Overrides are left aside: it tells what the policy lets in.
Never: a decision. What becomes of the words is in the tables of ours; some were kept out of these by hand, or put in.

borrowed  words of the first dictionary whose own forms, those that no other of its words has, are nowhere else; the
          second has the lemma at best as a form of another word
dropped   what the second dictionary alone has, and the newer list of the same makers no longer
in-use    lemmata that the first marks as out of use, and the list has in nine of ten of their forms or more; not those
          that the second lets in with all of these
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from lexicon.alphabet import Malformed
from lexicon.building import sources
from lexicon.building.lexeme import Lexeme
from lexicon.building.recipe import Recipe, load_recipe
from lexicon.building.sources import InstalledSource
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon

DATA = Path(__file__).parents[1] / "data"

#: Marks of words and forms that are out of use.
MARKS = frozenset({"obsolete", "dated", "archaic", "dialectal", "regional", "rare", "individual", "discouraged"})

#: Forms with one of these are no forms of a word, or are made by ourselves.
NO_FORMS = frozenset({"compound-part", "abbreviation", "capitalised", "with-particle"})

#: Of a word in use, the list has at least this share.
ENOUGH = 0.9


@dataclass(frozen=True, kw_only=True)
class Compared:
    """An edition, and what it is compared with."""

    lexicon: Lexicon
    recipe: Recipe

    def _installed(self, source: str) -> InstalledSource:
        return next(sources.installed(known) for known in sources.describe_all(DATA) if known.id == source)

    @cached_property
    def first(self) -> list[Lexeme]:
        """Words of the first dictionary that are spelled with a small letter."""
        read = sources.lexemes(self._installed(self.recipe.sources[0]))
        return [lexeme for lexeme in read if self.plain(lexeme.lemma)]

    @cached_property
    def second(self) -> list[Lexeme]:
        """All words of the second dictionary."""
        return [*sources.lexemes(self._installed(self.recipe.sources[1]))]

    @cached_property
    def listed(self) -> frozenset[str]:
        """Forms of the lists that are only asked."""
        return frozenset(form for source in self.recipe.asked for form in sources.forms(self._installed(source)))

    def plain(self, form: str) -> bool:
        """Whether a form is spelled in the letters of the list alone, all of them small."""
        return form == form.lower() and not isinstance(self.lexicon.alphabet.read(form), Malformed)

    def fits(self, form: str) -> bool:
        """Whether a form could be a word of the list by its letters and its length."""
        return self.recipe.shortest <= len(form) <= self.recipe.longest and self.plain(form)

    def admitted(self, form: str) -> bool:
        """Whether the policy admits the form, whatever the overrides say."""
        return self.fits(form) and any(
            reading.admitted for reading in self.lexicon.readings(self.lexicon.alphabet.key(form))
        )


def forms(lexeme: Lexeme) -> frozenset[str]:
    """Return the forms of a word, without those that are none."""
    return frozenset(lexeme.form(slot) for slot in lexeme.paradigm.slots if NO_FORMS.isdisjoint(slot.grammemes))


def borrowed(compared: Compared) -> Iterator[tuple[str, str]]:
    """Yield forms whose word is nowhere else, with its lemma."""
    shared = Counter(form for lexeme in compared.first for form in forms(lexeme))
    elsewhere = {form for lexeme in compared.second for form in forms(lexeme)} | compared.listed
    headwords = {lexeme.lemma for lexeme in compared.second}
    for lexeme in compared.first:
        if lexeme.lemma in headwords:
            continue
        own = {form for form in forms(lexeme) if shared[form] == 1}
        if lexeme.lemma in elsewhere and own.isdisjoint(elsewhere):
            yield from ((form, lexeme.lemma) for form in own if compared.admitted(form))


def dropped(compared: Compared) -> Iterator[tuple[str, str]]:
    """Yield forms that the second dictionary alone has, and its newer list no longer."""
    elsewhere = {lexeme.form(slot) for lexeme in compared.first for slot in lexeme.paradigm.slots} | compared.listed
    for lexeme in compared.second:
        for form in forms(lexeme) - elsewhere:
            if compared.admitted(form):
                yield form, lexeme.lemma


def in_use(compared: Compared) -> Iterator[tuple[str, str]]:
    """Yield lemmata that are marked and whose forms the list has, with their marks; none with a homonym it lacks."""
    spelled = {form for form, _, admitted in compared.lexicon.evidence[1].entries() if admitted}
    found: dict[str, str] = {}
    lacking: set[str] = set()
    for lexeme in compared.first:
        marks = MARKS & lexeme.paradigm.lemma_slot.grammemes
        if not marks:
            continue
        made = {form for form in forms(lexeme) - _personal_neuter(lexeme) if compared.fits(form)}
        known = made & compared.listed
        if lexeme.lemma not in compared.listed or len(known) < ENOUGH * len(made):
            lacking.add(lexeme.lemma)
        elif known - spelled:
            found[lexeme.lemma] = " ".join(sorted(marks))
    yield from ((lemma, marks) for lemma, marks in found.items() if lemma not in lacking)


def _personal_neuter(lexeme: Lexeme) -> frozenset[str]:
    """Return the first and second person in the neuter, which lists of playable words hardly have."""
    genders = {"feminine", "masculine-personal"}
    return frozenset(
        lexeme.form(slot)
        for slot in lexeme.paradigm.slots
        if "neuter" in slot.grammemes
        and genders.isdisjoint(slot.grammemes)
        and not slot.grammemes.isdisjoint({"first-person", "second-person"})
    )


TABLES = {"borrowed": borrowed, "dropped": dropped, "in-use": in_use}


def main() -> int:
    """Print the table in the order of the alphabet, and the number of its rows to stderr."""
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("lexicon")
    asked.add_argument("table", choices=TABLES)
    asked.add_argument("--catalogue", type=Path, default=Path(".cache/catalogue"))
    arguments = asked.parse_args()
    lexicon = Catalogue(folder=arguments.catalogue).open(arguments.lexicon)
    compared = Compared(lexicon=lexicon, recipe=load_recipe(DATA, arguments.lexicon))
    letters = {letter: place for place, letter in enumerate(lexicon.alphabet.letters)}
    rows = dict(TABLES[arguments.table](compared))
    for word in sorted(rows, key=lambda word: [letters[letter] for letter in lexicon.alphabet.key(word)]):
        sys.stdout.write(f"{word}\t{rows[word]}\n")
    sys.stderr.write(f"{len(rows)} rows\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
