"""A process that appends to games which others append to as well, and tells every answer it gets on its stdout.

Run as ``python -m tests.server.store.writer URL NAME... --games N [--events M]``; each name is a thread with keys of
its own. It is meant to be killed: what it told must be stored then. When it starts it goes on with the first key of
each name that it has no answer for, as a caller does who was cut off; ``--from`` is the number of that key.
"""

from __future__ import annotations

import argparse
import itertools
import random
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from server.store import Answered, GameId, Key, NewEvent, Store, StoreUnavailableError, VersionConflictError, open_store


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--games", type=int, required=True)
    parser.add_argument("--events", type=int)
    parser.add_argument("--from", type=int, action="append", dest="first", help="once for each name")
    asked = parser.parse_args()
    store = open_store(asked.url)
    telling = threading.Lock()

    def write(name: str, first: int) -> None:
        chance = random.Random(name)  # noqa: S311  no secret
        numbers = itertools.count(first) if asked.events is None else range(first, asked.events)
        for number in numbers:
            game = GameId(f"game {chance.randrange(asked.games)}")
            answered = appended(store, game, f"{name} {number}")
            with telling:
                sys.stdout.write(answered.answer.decode() + "\n")
                sys.stdout.flush()

    firsts = asked.first or [0] * len(asked.names)
    with ThreadPoolExecutor(len(asked.names)) as pool:
        list(pool.map(write, asked.names, firsts))
    store.close()


def appended(store: Store, game: GameId, text: str) -> Answered:
    """Append an event with the key ``text``, as often as others are faster or the store is away."""
    key = Key(caller="writer", text=text)
    while True:
        try:
            version = store.game(game).version
            event = NewEvent(
                game_id=game,
                expected_version=version,
                key=key,
                # A caller that tries again sends the same; the version it saw is none of it here, so that it may.
                body=text.encode(),
                event=text.encode() * 20,
                answer=f"{text} at {version + 1} of {game}".encode(),
                ends=False,
            )
            return store.append(event)
        except (VersionConflictError, StoreUnavailableError):
            continue


if __name__ == "__main__":
    main()
