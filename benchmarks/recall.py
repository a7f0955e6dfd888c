"""Which frequent words a list lacks: ``python -m benchmarks.recall LEXICON LANGUAGE [--lemmas]``.

In: an edition in the catalogue, word frequencies of `wordfreq`, with ``--lemmas`` the guesses of `pymorphy3`. Out: a
table of the words that are missing, each with its rank and the reason: a person's, from a table of reviewed words, else
what the list itself says. Ends with 1 when all that is known of a word is that no dictionary has it.
Never: a part of any list. Frequencies are CC BY-SA 4.0 and stay here.

Without ``--lemmas`` the most frequent forms are asked about as they are spelled. With it every form counts for the
lemmata that morphology calls common nouns; of a form that no dictionary has, the likeliest guess counts when it is a
noun.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from lexicon.alphabet import Malformed
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus

#: Marks of OpenCorpora that make a noun no common noun.
PROPER = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad", "Init"})

#: Forms that are rarer are not looked at: they cannot lift a lemma among the most frequent.
RAREST = 2e-8

REASONS = Path(__file__).parents[1] / "tests" / "golden" / "recall"


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """A frequent word that the list lacks, its rank by frequency, why, and whether a person said so."""

    word: str
    rank: int
    reason: str
    reviewed: bool


def frequent_forms(language: str) -> Iterator[str]:
    """Yield forms, the most frequent first."""
    import wordfreq

    return iter(wordfreq.iter_wordlist(language, wordlist="best"))


def frequent_lemmata(language: str) -> Iterator[str]:
    """Yield the lemmata of common nouns, the most frequent first; a form counts for each by its share."""
    import pymorphy3
    import wordfreq

    guesser = pymorphy3.MorphAnalyzer(lang=language)
    counts: Counter[str] = Counter()
    for form, frequency in wordfreq.get_frequency_dict(language, wordlist="best").items():
        if frequency >= RAREST and len(form) > 1 and form.isalpha():
            shares = _shares(guesser.parse(form))
            for lemma, share in shares.items():
                counts[lemma] += frequency * share / len(shares)
    return (lemma for lemma, _ in sorted(counts.items(), key=lambda counted: (-counted[1], counted[0])))


def _shares(parses: list[Any]) -> Mapping[str, float]:
    """Return the lemmata that a form may belong to as a common noun, with the likelihood that it is one."""
    known = [parse for parse in parses if parse.is_known] or parses[:1]
    nouns = [parse for parse in known if parse.tag.POS == "NOUN" and not PROPER & set(parse.tag.grammemes)]
    likelihood = sum(parse.score for parse in nouns)
    return dict.fromkeys((parse.normal_form for parse in nouns), likelihood)


def missing(lexicon: Lexicon, frequent: Iterator[str], *, count: int, reviewed: Mapping[str, str]) -> list[Missing]:
    """Return what the list lacks of the ``count`` most frequent words that are spelled in its letters."""
    lacking: list[Missing] = []
    rank = 0
    for word in frequent:
        if isinstance(lexicon.alphabet.read(word), Malformed):
            continue
        rank += 1
        verdict = lexicon.check(word)
        if verdict.status is not WordStatus.VALID:
            reason = reviewed.get(word, verdict.reason)
            lacking.append(Missing(word=word, rank=rank, reason=reason, reviewed=word in reviewed))
        if rank == count:
            break
    return lacking


def reviewed_reasons(path: Path) -> Mapping[str, str]:
    """Read the table of reviewed words, where there is one."""
    if not path.is_file():
        return {}
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return {row["word"]: row["reason"] for row in csv.DictReader(lines, delimiter="\t")}


def main() -> int:
    """Print the table, and counts by reason to stderr."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("lexicon")
    asked.add_argument("language")
    asked.add_argument("--lemmas", action="store_true")
    asked.add_argument("--count", type=int, default=20_000)
    asked.add_argument("--catalogue", type=Path, default=Path(".cache/catalogue"))
    arguments = asked.parse_args()
    frequent = (frequent_lemmata if arguments.lemmas else frequent_forms)(arguments.language)
    lexicon = Catalogue(folder=arguments.catalogue).open(arguments.lexicon)
    reviewed = reviewed_reasons(REASONS / f"{arguments.lexicon}.tsv")
    lacking = missing(lexicon, frequent, count=arguments.count, reviewed=reviewed)
    sys.stdout.write("word\trank\treason\treviewed\n")
    for lack in lacking:
        sys.stdout.write(f"{lack.word}\t{lack.rank}\t{lack.reason}\t{'yes' if lack.reviewed else 'no'}\n")
    for reason, number in Counter(lack.reason for lack in lacking).most_common():
        sys.stderr.write(f"{number:6} {reason}\n")
    unexplained = [lack.word for lack in lacking if not lack.reviewed and lack.reason == "not-attested"]
    sys.stderr.write(f"{len(lacking)} of {arguments.count} missing, {len(unexplained)} without a reason\n")
    return 1 if unexplained else 0


if __name__ == "__main__":
    sys.exit(main())
