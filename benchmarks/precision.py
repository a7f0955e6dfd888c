"""How good a list is, by its judged samples: ``python -m benchmarks.precision LEXICON [--samples second third]``.

In: `tests/golden/samples/LEXICON.tsv`, the edition for the sizes of its strata. Out: a table by stratum, and the whole.
Never: judgement. An interval is Wilson's of 95 %; that of the whole adds up those of the strata, which is too wide.
"""

from __future__ import annotations

import argparse
import csv
import math
import sys
from collections import Counter
from pathlib import Path

from benchmarks.sampling import LONGEST, strata
from lexicon.catalogue import Catalogue

SAMPLES = Path(__file__).parents[1] / "tests" / "golden" / "samples"

#: The quantile of the normal distribution for 95 %.
QUANTILE = 1.96


def wilson(hits: int, count: int) -> tuple[float, float]:
    """Return the bounds of Wilson's interval for a share.

    >>> [round(bound, 3) for bound in wilson(0, 100)]
    [0.0, 0.037]
    """
    share, squared = hits / count, QUANTILE * QUANTILE
    middle = share + squared / (2 * count)
    reach = QUANTILE * math.sqrt(share * (1 - share) / count + squared / (4 * count * count))
    scale = 1 + squared / count
    return max(0.0, (middle - reach) / scale), (middle + reach) / scale


def main() -> int:
    """Print the table."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("lexicon")
    asked.add_argument("--samples", nargs="*", default=["second", "third"])
    asked.add_argument("--longest", type=int, default=LONGEST, help="the sample is of words of so many letters at most")
    asked.add_argument("--shortest", type=int, default=1, help="the sample is of words of so many letters at least")
    asked.add_argument("--catalogue", type=Path, default=Path(".cache/catalogue"))
    arguments = asked.parse_args()
    lines = (SAMPLES / f"{arguments.lexicon}.tsv").read_text(encoding="utf-8").splitlines()
    verdicts: dict[str, Counter[str]] = {}
    for row in csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t"):
        if row["sample"] in arguments.samples:
            verdicts.setdefault(row["witnesses"], Counter())[row["verdict"]] += 1
    lexicon = Catalogue(folder=arguments.catalogue).open(arguments.lexicon)
    divided = strata(lexicon, arguments.longest, arguments.shortest)
    sizes = {" ".join(sources): len(words) for sources, words in divided.items()}
    judged = sum(sizes[stratum] for stratum in verdicts)
    wrong = low = high = unsure = 0.0
    for stratum, counts in sorted(verdicts.items()):
        count, weight = counts.total(), sizes[stratum] / judged
        lower, upper = wilson(counts["wrong"], count)
        wrong, low, high = wrong + weight * counts["wrong"] / count, low + weight * lower, high + weight * upper
        unsure += weight * counts["unsure"] / count
        sys.stdout.write(
            f"{sizes[stratum]:7} words, {count:4} judged, {counts['wrong']:2} wrong ({lower:.2%} to {upper:.2%}), "
            f"{counts['unsure']:2} unsure: {stratum}\n"
        )
    sys.stdout.write(
        f"precision {1 - wrong:.2%} ({1 - high:.2%} to {1 - low:.2%}), with all unsure wrong {1 - wrong - unsure:.2%}\n"
        f"{judged} of {sum(sizes.values())} words are in these strata\n"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
