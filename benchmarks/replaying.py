"""How long it takes to replay a game: ``python benchmarks/replaying.py``.

In: the golden games. Out: medians in ms, for the whole game and for 30 moves of it.
Never: a verdict on the figures. The limit for a game of 30 moves is 10 ms.
"""

from __future__ import annotations

import statistics
import sys
import time
from pathlib import Path

from adjudicator.events import MoveMade
from adjudicator.record import GameRecord
from adjudicator.record_reading import read_record
from adjudicator.replay import replay
from adjudicator.words import Unchecked, Words

REPOSITORY = Path(__file__).parents[1]
ROUNDS = 50
MOVES = 30


def unchecked(_: str, __: str) -> Words:
    """The golden games list their words and open no lexicon."""
    return Unchecked()


def milliseconds(record: GameRecord) -> float:
    """The median time of one replay."""
    times: list[float] = []
    for _ in range(ROUNDS):
        began = time.process_time()
        replay(record)
        times.append(time.process_time() - began)
    return statistics.median(times) * 1000


def main() -> None:
    """Measure each golden game once."""
    for path in sorted((REPOSITORY / "tests" / "golden" / "games").glob("*.json")):
        record = read_record(path.read_bytes(), data=REPOSITORY / "data", open_words=unchecked)
        moves = sum(isinstance(recorded.event, MoveMade) for recorded in record.events)
        took = milliseconds(record)
        sys.stdout.write(
            f"{path.stem:<32} {moves:>3} moves, {len(record.events):>3} events  {took:6.2f} ms   "
            f"{MOVES} moves {took * MOVES / moves:6.2f} ms\n"
        )


if __name__ == "__main__":
    main()
