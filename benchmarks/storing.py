"""How fast a store takes events and tells them: ``python -m benchmarks.storing URL``.

In: the URL of a store, which keeps the games made here for good: name one of your own. Out: events a second with one
caller and with more at once, the time of one, the time to read a game and to walk its chain.
Never: a verdict on the figures. What a disk takes for one flush decides; it is measured too, where the store is a file.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
import uuid
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from server.store import GameId, Key, NewEvent, NewGame, Store, Version, open_store

EVENTS = 300
CALLERS = (8, 16)
FLUSHES = 100
#: Bytes of an event and of an answer, as the games of the tests have them.
EVENT, ANSWER = b"e" * 150, b"a" * 1500


def a_game(store: Store) -> GameId:
    """Return a new game."""
    game = GameId(uuid.uuid4().hex)
    key = Key(caller="bench", text=f"new {game}")
    store.create(NewGame(id=game, key=key, body=b"", description=b"d" * 400, answer=ANSWER))
    return game


def appended(store: Store, game: GameId, count: int) -> list[float]:
    """Append events one after another; return the seconds that each took."""
    times = []
    for version in range(count):
        key = Key(caller="bench", text=f"{game} {version}")
        event = NewEvent(
            game_id=game,
            expected_version=Version(version),
            key=key,
            body=EVENT,
            event=EVENT,
            answer=ANSWER,
            ends=False,
        )
        began = time.perf_counter()
        store.append(event)
        times.append(time.perf_counter() - began)
    return times


def tell(name: str, figure: str) -> None:
    """Write one line."""
    sys.stdout.write(f"{name:<44} {figure:>16}\n")


def flush_milliseconds(folder: Path) -> float:
    """Return the median time of one flush of a page to the disk."""
    path, times = folder / f"flush-{uuid.uuid4().hex}", []
    with path.open("wb", buffering=0) as file:
        for _ in range(FLUSHES):
            began = time.perf_counter()
            file.write(b"\0" * 4096)
            os.fdatasync(file.fileno())
            times.append(time.perf_counter() - began)
    path.unlink()
    return statistics.median(times) * 1000


def main() -> None:
    """Measure once."""
    url = sys.argv[1]
    if "://" not in url:
        tell("one flush of this disk", f"{flush_milliseconds(Path(url).absolute().parent):.2f} ms")
    store = open_store(url)
    game = a_game(store)
    began = time.perf_counter()
    times = appended(store, game, EVENTS)
    took = time.perf_counter() - began
    tell("events of one caller", f"{EVENTS / took:,.0f} a second")
    tell("one event, median", f"{statistics.median(times) * 1000:.2f} ms")
    for callers in CALLERS:
        games = [a_game(store) for _ in range(callers)]
        began = time.perf_counter()
        with ThreadPoolExecutor(callers) as pool:
            each = list(pool.map(lambda one: appended(store, one, EVENTS // 4), games))
        took = time.perf_counter() - began
        tell(f"events of {callers} callers at once", f"{sum(map(len, each)) / took:,.0f} a second")
    began = time.perf_counter()
    count = sum(1 for _ in store.events(game))
    tell("reading an event, its digest checked", f"{(time.perf_counter() - began) / count * 1e6:,.0f} µs")
    began = time.perf_counter()
    for _ in range(EVENTS):
        store.game(game)
    tell("reading how a game stands", f"{(time.perf_counter() - began) / EVENTS * 1e6:,.0f} µs")
    store.close()


if __name__ == "__main__":
    main()
