"""Draw words of a list to be judged by a person: ``python -m benchmarks.sampling LEXICON --seed TEXT``.

In: an edition in the catalogue. Out: a table, word by word with the dictionaries that have its form, drawn by stratum.
Never: chance: the same edition and seed give the same words, and a larger sample holds the smaller one.

A stratum is a set of sources. Words that one source alone has are where the faults are, so they are drawn from most.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections import defaultdict
from pathlib import Path

from lexicon.alphabet import Word
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon

#: No list has longer words.
LONGEST = 64


def strata(lexicon: Lexicon, longest: int, shortest: int = 1) -> dict[tuple[str, ...], list[Word]]:
    """Divide the words of ``shortest`` to ``longest`` letters by the sources that have them, in any reading.

    The stratum () holds words of overrides alone.
    """
    known: dict[str, set[Word]] = {evidence.source: set() for evidence in lexicon.evidence}
    for evidence in lexicon.evidence:
        forms = known[evidence.source]
        forms.update(Word(lexicon.alphabet.key(form)) for form, _, _ in evidence.entries())
    divided: defaultdict[tuple[str, ...], list[Word]] = defaultdict(list)
    for word in lexicon.words():
        if shortest <= len(word) <= longest:
            divided[tuple(source for source, forms in known.items() if word in forms)].append(word)
    return dict(divided)


def drawn(words: list[Word], count: int, seed: str) -> list[Word]:
    """Return ``count`` of the words, as chosen by a digest of each with the seed."""
    return sorted(words, key=lambda word: hashlib.sha256(f"{seed} {word}".encode()).digest())[:count]


def main() -> int:
    """Print the sample, and the sizes of the strata to stderr."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("lexicon")
    asked.add_argument("--seed", default="first")
    asked.add_argument("--one", type=int, default=110, help="words from each stratum of one source")
    asked.add_argument("--more", type=int, default=80, help="words from each stratum of more sources")
    asked.add_argument("--smallest", type=int, default=1000, help="smaller strata are judged whole elsewhere")
    asked.add_argument("--longest", type=int, default=LONGEST, help="letters that a word has at most")
    asked.add_argument("--shortest", type=int, default=1, help="letters that a word has at least")
    asked.add_argument("--catalogue", type=Path, default=Path(".cache/catalogue"))
    arguments = asked.parse_args()
    divided = strata(
        Catalogue(folder=arguments.catalogue).open(arguments.lexicon), arguments.longest, arguments.shortest
    )
    sys.stdout.write("word\twitnesses\n")
    for sources, words in sorted(divided.items()):
        sys.stderr.write(f"{len(words):7} {' '.join(sources) or 'overrides alone'}\n")
        if len(words) >= arguments.smallest:
            count = arguments.one if len(sources) == 1 else arguments.more
            for word in drawn(words, count, arguments.seed):
                sys.stdout.write(f"{word.lower()}\t{' '.join(sources)}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
