"""What a server costs: ``python -m benchmarks.serving --catalogue DIR [--seconds N] [--rounds N] [--go]``.

In: a catalogue with editions. Out: a table of figures, each with its bar: calls and words a second of one core, the
hot call against a handler that does nothing, memory, start. With ``--go``, ours beside a grpc-go server instead.
Never: how a cost is measured (see `servers`).
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import grpc
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from benchmarks.grpc_go_server import go_server
from benchmarks.servers import METHOD, SERVE, SERVE_NULL, Asked, Server, in_turns, ratios, serving, some_words, told
from lexicon.catalogue import Catalogue

#: Starts measured, of which the median is told.
STARTS = 5
#: Words of each lexicon looked up in each worker, and of one call.
WORDS_EACH, WORDS_A_CALL = 20_000, 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure and its bar, which it may not be below; with ``at_most`` not above."""

    name: str
    value: float
    unit: str
    bar: float
    at_most: bool = False
    spread: str = ""

    def holds(self, *, slack: float = 1.0) -> bool:
        """Whether it reaches its bar, or misses it by no more than ``slack`` times."""
        return self.value <= self.bar * slack if self.at_most else self.value >= self.bar / slack

    def __str__(self) -> str:
        value = f"{self.value:,.0f}" if self.value >= 1_000 else f"{self.value:.2f}"
        bar = f"bar {self.bar:,}{' at most' if self.at_most else ''}"
        return f"{self.name:<54}{value:>10} {self.unit:<8} {bar}{'' if self.holds() else '  MISSED'}{self.spread}"


def figures(catalogue: Catalogue, *, seconds: float, rounds: int, lexicon_id: str = "") -> Iterator[Figure]:
    """Yield every figure; a lexicon may be named that is asked, else it is the one with most words."""
    chosen = lexicon_id or max(catalogue.lexicon_ids(), key=lambda one: len(catalogue.open(one)))
    words = {one: some_words(catalogue, one) for one in catalogue.lexicon_ids()}
    asked = Asked(lexicon_id=chosen, words=words[chosen])
    with tempfile.TemporaryDirectory() as name:
        yield from _rates(asked, catalogue, Path(name), seconds=seconds, rounds=rounds)
        starts = [start_to_first_answer(asked, catalogue, Path(name))[0] for _ in range(STARTS)]
        yield Figure(name="start to the first answer", value=statistics.median(starts), unit="s", bar=0.4, at_most=True)
        private = private_of_lexicons(words, catalogue, Path(name))
        yield Figure(name="private memory of lexicons in a worker", value=private, unit="MB", bar=5, at_most=True)


def _rates(asked: Asked, catalogue: Catalogue, folder: Path, *, seconds: float, rounds: int) -> Iterator[Figure]:
    with serving(SERVE, catalogue.folder, folder) as server, serving(SERVE_NULL, catalogue.folder, folder) as null:
        measures = {
            1_500.0: asked.measure(server, count=1, unit="calls/s", compact=False),
            150_000.0: asked.measure(server, count=1_000, unit="words/s", compact=False),
            1_000_000.0: asked.measure(server, count=1_000, unit="words/s", compact=True),
        }
        pairs = [
            [asked.measure(side, count=count, unit="calls/s", compact=True) for side in (server, null)]
            for count in (1, 10, 100)
        ]
        in_turns(list(measures.values()), rounds=min(rounds, STARTS), seconds=seconds)
        in_turns([one for pair in pairs for one in pair], rounds=rounds, seconds=seconds)
        for bar, measure in measures.items():
            yield Figure(name=measure.name, value=measure.rate(), unit=measure.unit, bar=bar)
        for ours, theirs in pairs:
            low, median, high = ratios(ours, theirs)
            yield Figure(
                name=f"compact against a handler that does nothing, {ours.words}",
                value=median,
                unit="ratio",
                bar=0.8,
                spread=f"; {low:.2f} to {high:.2f}",
            )
        resident = server.megabytes("Rss:")
        yield Figure(name="resident memory after that", value=resident, unit="MB", bar=120, at_most=True)


def start_to_first_answer(asked: Asked, catalogue: Catalogue, folder: Path) -> tuple[float, float]:
    """Return the seconds from starting the process to an answer in hand, and those of processor it took for that."""
    request = wire.CheckWordsRequest(lexicon_id=asked.lexicon_id, words=asked.words[:3]).SerializeToString()
    begun = time.monotonic()
    with serving(SERVE, catalogue.folder, folder) as server, grpc.insecure_channel(server.address) as channel:
        channel.unary_unary(METHOD)(request, timeout=30, wait_for_ready=True)
        return time.monotonic() - begun, server.processor_seconds()


def private_of_lexicons(words: Mapping[str, list[str]], catalogue: Catalogue, folder: Path) -> float:
    """Megabytes that looking words up in every lexicon adds to what each of two workers has for itself.

    Calls of the same sizes that look up one word again and again come first: what those take is not the lexicons'.
    """
    with serving(SERVE, catalogue.folder, folder, "--workers", "2") as parent, ExitStack() as stack:
        own = (("grpc.use_local_subchannel_pool", 1),)  # connections of their own: some reach each worker
        channels = [stack.enter_context(grpc.insecure_channel(parent.address, options=own)) for _ in range(16)]
        workers = _children(parent)

        def ask(asked: Mapping[str, list[str]]) -> list[float]:
            for lexicon_id, chosen in asked.items():
                for first in range(0, WORDS_EACH, WORDS_A_CALL):
                    part = chosen[first : first + WORDS_A_CALL]
                    message = wire.CheckWordsRequest(lexicon_id=lexicon_id, words=part).SerializeToString()
                    for channel in channels:
                        channel.unary_unary(METHOD)(message, timeout=30, wait_for_ready=True)
            return [worker.megabytes("Private_Dirty:") for worker in workers]

        sampled = {one: random.Random(2).choices(listed, k=WORDS_EACH) for one, listed in words.items()}
        before = ask({one: [listed[0]] * WORDS_EACH for one, listed in sampled.items()})
        after = ask(sampled)
    return max(now - then for now, then in zip(after, before, strict=True))


def _children(parent: Server) -> list[Server]:
    """Return the workers of a server, once both are there."""
    path = Path(f"/proc/{parent.process}/task/{parent.process}/children")
    while len(path.read_text().split()) < 2:
        time.sleep(0.05)
    return [Server(process=int(one), address=parent.address) for one in path.read_text().split()]


def beside_go(asked: Asked, catalogue: Path, *, seconds: float, rounds: int) -> None:
    """Print compact calls a second of ours beside those of a grpc-go server that looks words up in a map."""
    with (
        tempfile.TemporaryDirectory() as name,
        serving(SERVE, catalogue, Path(name)) as ours,
        go_server(catalogue) as go,
    ):
        theirs = Server(process=go.process, address=go.address)
        pairs = [
            [asked.measure(one, count=count, unit="calls/s", compact=True) for one in (ours, theirs)]
            for count in (1, 10, 100, 1_000)
        ]
        in_turns([one for pair in pairs for one in pair], rounds=rounds, seconds=seconds)
        for mine, other in pairs:
            sys.stdout.write(
                f"{mine.name:<44}{mine.rate():>10,.0f} grpc-go {other.rate():>10,.0f} calls/s {told(mine, other)}\n"
            )
        sys.stdout.write(f"resident: {ours.megabytes('Rss:'):.0f} MB, grpc-go {theirs.megabytes('Rss:'):.0f} MB\n")


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--catalogue", type=Path, required=True)
    parser.add_argument("--lexicon", default="", help="the lexicon asked; without it, the one with most words")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--rounds", type=int, default=21)
    parser.add_argument("--go", action="store_true", help="only beside a grpc-go server (needs Go; fetches modules)")
    options = parser.parse_args()
    catalogue = Catalogue(folder=options.catalogue)
    if options.go:
        lexicon_id = options.lexicon or max(catalogue.lexicon_ids(), key=lambda one: len(catalogue.open(one)))
        asked = Asked(lexicon_id=lexicon_id, words=some_words(catalogue, lexicon_id))
        beside_go(asked, options.catalogue, seconds=options.seconds, rounds=options.rounds)
        return
    sys.stdout.write(
        f"{len(catalogue.lexicon_ids())} lexicons; one core of the server; load {os.getloadavg()[0]:.1f}\n"
    )
    for figure in figures(catalogue, seconds=options.seconds, rounds=options.rounds, lexicon_id=options.lexicon):
        sys.stdout.write(f"{figure}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
