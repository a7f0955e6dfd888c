"""How long it takes to judge a move: ``python benchmarks/judging.py [--catalogue DIR]``.

In: typical positions below; an edition of each game's lexicon where the catalogue has one. Out: medians in µs.
Never: a verdict on the figures. The aim for a move with its words checked is 100 µs, the limit 250.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adjudicator.adjudicate import adjudicate
from adjudicator.answer import ruling_as_dict
from adjudicator.request import read_move_request
from adjudicator.ruleset import load_ruleset
from adjudicator.words import LexiconWords, Words
from lexicon.alphabet import Alphabet, Word
from lexicon.catalogue import Catalogue
from lexicon.errors import UnknownIdError

DATA = Path(__file__).parents[1] / "data"
ROUNDS = 5000

Request = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A few words in memory, in the place of a lexicon that is not in the catalogue."""

    alphabet: Alphabet
    words: frozenset[str]

    def __contains__(self, word: Word) -> bool:
        return word in self.words

    def attested(self, word: Word) -> bool:
        """No other word is known."""
        return word in self.words


def polish() -> Request:
    """The middle of a Polish game: SERW down, which makes KLUCZE out of KLUCZ; words are checked."""
    rows = [
        "...............",
        "...............",
        ".......K.......",
        ".......O.......",
        "....ZAMEK......",
        ".......T.S.....",
        ".......Y.T.....",
        "...DOMEK.O.....",
        "....S..A.KLUCZ.",
        "....A..R.......",
        "...KAWA........",
        ".......L.......",
        "...............",
        "...............",
        "...............",
    ]
    tiles = [{"row": row, "column": 14, "letter": letter} for row, letter in enumerate("SERW", start=7)]
    return {
        "ruleset_id": "scrabble-pl",
        "settings": {"validation": "auto"},
        "words": {"lexicon": {"id": "pl-scrabble"}},
        "position": {"rows": rows, "rack": ["S", "E", "R", "W", "Ł", "A", "?"], "bag_count": 40},
        "move": {"tiles": tiles},
    }


def russian() -> Request:
    """The middle of a Russian game: seven tiles in one long word through one that lies."""
    rows = ["." * 15] * 15
    rows[7] = "....КОРА......."
    rows[8] = "......О........"
    rows[9] = "......Т........"
    letters = {3: "К", 4: "А", 5: "Р", 7: "И", 8: "Н", 9: "А"}
    tiles = [{"row": 9, "column": column, "letter": letter} for column, letter in letters.items()]
    return {
        "ruleset_id": "crosslet",
        "words": {"lexicon": {"id": "ru-crosslet"}},
        "position": {"rows": rows, "rack": list("КАРИНАЩ"), "bag_count": 90},
        "move": {"tiles": tiles},
    }


def bulgarian() -> Request:
    """A word across with its turned tile."""
    rows = ["." * 15] * 15
    rows[2] = "...ПТИЦА#......"
    rows[3] = ".....Г........."
    rows[4] = ".....Р........."
    rows[5] = ".....А........."
    rows[6] = ".....#........."
    move = {
        "word": "РЕКА",
        "start": {"row": 4, "column": 5},
        "direction": "ACROSS",
        "face_down": {"row": 4, "column": 9},
    }
    return {
        "ruleset_id": "thirteen",
        "words": {"lexicon": {"id": "bg-thirteen"}},
        "position": {"rows": rows, "rack": list("ЕКАБВГДЕЖЗИЙК")},
        "move": move,
    }


def median(call: Callable[[], object]) -> float:
    """The median of many calls, in µs."""
    times: list[int] = []
    for _ in range(ROUNDS):
        begun = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - begun)
    return statistics.median(times) / 1000


def measure(request: Request, catalogue: Catalogue | None) -> str:
    """One line: the ruling alone, and with the request read and the answer written."""
    told: list[str] = []

    def open_words(lexicon_id: str, edition: str) -> Words:
        try:
            if catalogue:
                lexicon = catalogue.open(lexicon_id, edition)
                told[:] = [f"{lexicon.id}@{lexicon.edition}"]
                return LexiconWords(lexicon)
        except UnknownIdError:
            pass
        told[:] = ["a list in memory"]
        alphabet = load_ruleset(DATA, request["ruleset_id"]).alphabet
        return LexiconWords(Listed(alphabet=alphabet, words=frozenset({"SERW", "KLUCZE", "КАРТИНА", "РЕКА"})))

    asked = read_move_request(request, data=DATA, open_words=open_words)

    def judged() -> object:
        return adjudicate(ruleset=asked.ruleset, position=asked.position, move=asked.move, words=asked.words)

    def answered() -> object:
        again = read_move_request(request, data=DATA, open_words=open_words)
        ruling = adjudicate(ruleset=again.ruleset, position=again.position, move=again.move, words=again.words)
        return ruling_as_dict(ruling)

    ruling = adjudicate(ruleset=asked.ruleset, position=asked.position, move=asked.move, words=asked.words)
    words = ", ".join(word.word for word in ruling.words)
    return (
        f"{asked.ruleset.id:<12} judge {median(judged):7.1f} µs   read, judge, answer {median(answered):7.1f} µs   "
        f"{words}; words: {told[0]}\n"
    )


def main() -> None:
    """Measure each game once."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--catalogue", type=Path, help="a folder of editions; without it words are in memory")
    folder = parser.parse_args().catalogue
    for request in (polish(), russian(), bulgarian()):
        sys.stdout.write(measure(request, Catalogue(folder=folder) if folder else None))


if __name__ == "__main__":
    main()
