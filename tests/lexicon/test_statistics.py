"""What a list is made of, against a slow count word by word."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from lexicon.compiled import Lexicon
from lexicon.statistics import Statistics, statistics
from tests.editions import small_lexicon

BOTH = ("lexicons/sample.toml", 'sources = ["sample"]', 'sources = ["sample", "second"]')


def counted_slowly(lexicon: Lexicon) -> Statistics:
    words = list(lexicon.words())
    witnesses = {word: {reading.source for reading in lexicon.readings(word)} for word in words}
    reasons = Counter(lexicon.check(word).reason for word in words)
    letters = lexicon.alphabet.letters
    sources = [source.id for source in lexicon.manifest.sources]
    return Statistics(
        word_count=len(words),
        by_length=dict(sorted(Counter(map(len, words)).items())),
        letters={letter: sum(word.count(letter) for word in words) for letter in letters},
        first_letters={letter: sum(word.startswith(letter) for word in words) for letter in letters},
        last_letters={letter: sum(word.endswith(letter) for word in words) for letter in letters},
        by_clause={name: reasons[name] for name in (*lexicon.clauses, "override") if reasons[name]},
        by_source={source: sum(source in known for known in witnesses.values()) for source in sources},
        only_source={source: sum(known == {source} for known in witnesses.values()) for source in sources},
        by_witnesses=dict(sorted(Counter(len(known) for known in witnesses.values()).items())),
    )


def test_a_small_list_of_two_dictionaries(tmp_path: Path) -> None:
    counted = statistics(small_lexicon(tmp_path, "both", BOTH))
    assert counted.word_count == 5
    assert counted.by_length == {2: 1, 3: 2, 4: 1, 6: 1}
    assert counted.letter_count == len("ДЕНЬГИДОМЕЖКОТСТОЛ")
    assert counted.letters["О"] == 3
    assert counted.letters["Я"] == 0
    assert counted.by_clause == {"noun": 3, "override": 2}
    assert counted.by_source == {"sample": 3, "second": 2}
    assert counted.only_source == {"sample": 2, "second": 1}
    assert counted.by_witnesses == {0: 1, 1: 3, 2: 1}


def test_fast_and_slow_count_alike(tmp_path: Path) -> None:
    lexicon = small_lexicon(tmp_path, "both", BOTH)
    assert statistics(lexicon) == counted_slowly(lexicon)


@pytest.mark.dictionary
def test_fast_and_slow_count_the_real_list_alike(russian: Lexicon) -> None:
    assert statistics(russian) == counted_slowly(russian)
