"""Servers in processes of their own, and what calls cost them.

In: what to run, a catalogue, words to ask about. Out: calls a second of one core, memory.
Never: the client's cost. A rate is calls divided by the seconds of processor that the server's process used, so that
a client on the same machine, or a busy machine, does not count. Measures take turns.
"""

from __future__ import annotations

import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import grpc

REPOSITORY = Path(__file__).parents[1]
sys.path[:0] = [str(REPOSITORY), str(REPOSITORY / "gen")]

from slovosud.lexicon.v1 import lexicon_service_pb2 as wire  # noqa: E402

from lexicon.catalogue import Catalogue  # noqa: E402

METHOD = "/slovosud.lexicon.v1.LexiconService/CheckWords"
#: Calls on their way at once.
AT_ONCE = 16
TICKS = os.sysconf("SC_CLK_TCK")

SERVE = "from server.command_line import main; main()"
#: The same server whose hot call looks nothing up: what is left is the cost of calls.
SERVE_NULL = """
from server.word_check import WordCheck
WordCheck.answer = lambda self, message, context: b""
from server.command_line import main; main()
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A server in a process of its own."""

    process: int
    address: str

    def processor_seconds(self) -> float:
        """How long it has kept a core busy."""
        fields = Path(f"/proc/{self.process}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def megabytes(self, *names: str) -> float:
        """Sum of lines of its memory map."""
        lines = Path(f"/proc/{self.process}/smaps_rollup").read_text().splitlines()
        return sum(int(line.split()[1]) for line in lines if line.startswith(names)) / 1024


@dataclass(slots=True, kw_only=True)
class Measure:
    """A request sent again and again to a server."""

    name: str
    requests: list[bytes]
    words: int
    server: Server
    unit: str
    rates: list[float] = field(default_factory=list)

    def run(self, seconds: float) -> None:
        """Call for so long."""
        before, calls = self.server.processor_seconds(), 0
        with grpc.insecure_channel(self.server.address) as channel, ThreadPoolExecutor(AT_ONCE) as pool:
            call = channel.unary_unary(METHOD)
            end = time.monotonic() + seconds

            def caller(number: int) -> int:
                done = 0
                while time.monotonic() < end:
                    call(self.requests[(number + done) % len(self.requests)], timeout=60)
                    done += 1
                return done

            calls = sum(pool.map(caller, range(AT_ONCE)))
        spent = self.server.processor_seconds() - before
        per_call = self.words if self.unit == "words/s" else 1
        self.rates.append(calls * per_call / spent)

    def rate(self) -> float:
        """The median of the rounds."""
        return statistics.median(self.rates)


def in_turns(measures: Sequence[Measure], *, rounds: int, seconds: float) -> None:
    """Run every measure in every round, each second round backwards: what a measure leaves to the next one cancels."""
    for number in range(rounds):
        for measure in measures if number % 2 else reversed(measures):
            measure.run(seconds)


def ratios(ours: Measure, theirs: Measure) -> tuple[float, float, float]:
    """Return how many times theirs ours is: the lower quartile of the rounds, the median, the upper quartile."""
    of_rounds = [a / b for a, b in zip(ours.rates, theirs.rates, strict=True)]
    low, median, high = statistics.quantiles(of_rounds, n=4) if len(of_rounds) > 1 else 3 * of_rounds
    return low, median, high


def told(ours: Measure, theirs: Measure) -> str:
    """Tell the ratio in words."""
    low, median, high = ratios(ours, theirs)
    return f"{median:.2f}, {low:.2f} to {high:.2f}"


@contextmanager
def serving(code: str, catalogue: Path, folder: Path, *options: str) -> Iterator[Server]:
    """Run a server."""
    environment = os.environ | {"SLOVOSUD_CATALOGUE": str(catalogue), "SLOVOSUD_STORE": str(folder / "games.sqlite")}
    command = [sys.executable, "-c", code, "serve", "--address", "127.0.0.1:0", *options]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment, cwd=REPOSITORY
    ) as process:
        try:
            found = re.match(r"serving on (\S+);", process.stdout.readline() if process.stdout else "")
            if not found:
                sys.exit("the server did not start; run it by hand: slovosud serve")
            yield Server(process=process.pid, address=found[1])
        finally:
            process.terminate()


def requests(lexicon_id: str, words: list[str], count: int, *, compact: bool) -> list[bytes]:
    """Serialized requests of ``count`` words each, no two alike, half of the words not in the list."""
    source = random.Random(count)
    return [
        wire.CheckWordsRequest(
            lexicon_id=lexicon_id, words=source.sample(words, count), compact=compact
        ).SerializeToString()
        for _ in range(max(20, 2000 // count))
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A lexicon and words to ask about."""

    lexicon_id: str
    words: list[str]

    def measure(self, server: Server, *, count: int, unit: str, compact: bool) -> Measure:
        """Return the measure of calls with so many words."""
        form = "compact" if compact else "full answers"
        return Measure(
            name=f"{count:,} words a call, {form}",
            requests=requests(self.lexicon_id, self.words, count, compact=compact),
            words=count,
            server=server,
            unit=unit,
        )


def some_words(catalogue: Catalogue, lexicon_id: str) -> list[str]:
    """Words of the list in lower case, and as many that are not in it."""
    lexicon = catalogue.open(lexicon_id)
    source = random.Random(1)
    chosen = source.sample(list(lexicon.words()), min(40_000, len(lexicon) // 2))
    letters = lexicon.alphabet.letters
    changed = [word[:-1] + source.choice(letters) for word in chosen]
    return [word.lower() for word in (*chosen, *changed)]
