"""What a server costs: ``python -m benchmarks.serving [--catalogue DIR] [--seconds N]``.

In: a catalogue with editions, a word list to ask about. Out: a table of calls and words a second of one core.
Never: the client's cost. A rate is calls divided by the seconds of processor that the server's process used, so that
a client on the same machine, or a busy machine, does not count. Measures take turns; the median of the rounds is
told, of ratios the quartiles too.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
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

from benchmarks.grpc_go_server import go_server  # noqa: E402
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
    """One line of the table: a request sent again and again to a server; ``least`` is the bar."""

    name: str
    requests: list[bytes]
    words: int
    server: Server
    unit: str
    least: float | None = None
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


def ratios(ours: Measure, theirs: Measure) -> str:
    """Tell how many times theirs ours is: the median of the rounds, and the quartiles."""
    low, median, high = statistics.quantiles((a / b for a, b in zip(ours.rates, theirs.rates, strict=True)), n=4)
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

    def measure(self, server: Server, *, count: int, unit: str, compact: bool, least: float | None = None) -> Measure:
        """Return the measure of calls with so many words."""
        form = "compact" if compact else "full answers"
        return Measure(
            name=f"{count:,} words a call, {form}",
            requests=requests(self.lexicon_id, self.words, count, compact=compact),
            words=count,
            server=server,
            unit=unit,
            least=least,
        )


def some_words(catalogue: Catalogue, lexicon_id: str) -> list[str]:
    """Words of the list in lower case, and as many that are not in it."""
    lexicon = catalogue.open(lexicon_id)
    source = random.Random(1)
    chosen = source.sample(list(lexicon.words()), min(40_000, len(lexicon) // 2))
    letters = lexicon.alphabet.letters
    changed = [word[:-1] + source.choice(letters) for word in chosen]
    return [word.lower() for word in (*chosen, *changed)]


def start_to_first_answer(catalogue: Path, folder: Path, lexicon_id: str, words: list[str]) -> float:
    """Seconds from starting the process to an answer in hand."""
    request = wire.CheckWordsRequest(lexicon_id=lexicon_id, words=words[:3]).SerializeToString()
    begun = time.monotonic()
    with serving(SERVE, catalogue, folder) as server, grpc.insecure_channel(server.address) as channel:
        channel.unary_unary(METHOD)(request, timeout=30, wait_for_ready=True)
        return time.monotonic() - begun


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
                f"{mine.name:<44}{mine.rate():>10,.0f} grpc-go {other.rate():>10,.0f} calls/s {ratios(mine, other)}\n"
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
    ids = catalogue.lexicon_ids()
    lexicon_id = options.lexicon or max(ids, key=lambda one: len(catalogue.open(one)))
    words = some_words(catalogue, lexicon_id)
    asked = Asked(lexicon_id=lexicon_id, words=words)
    if options.go:
        beside_go(asked, options.catalogue, seconds=options.seconds, rounds=options.rounds)
        return
    with (
        tempfile.TemporaryDirectory() as name,
        serving(SERVE, options.catalogue, Path(name)) as server,
        serving(SERVE_NULL, options.catalogue, Path(name)) as null,
    ):
        measures = [
            asked.measure(server, count=1, unit="calls/s", least=1_500, compact=False),
            asked.measure(server, count=1_000, unit="words/s", least=150_000, compact=False),
            asked.measure(server, count=1_000, unit="words/s", least=1_000_000, compact=True),
        ]
        pairs = [
            tuple(asked.measure(side, count=count, unit="calls/s", compact=True) for side in (server, null))
            for count in (1, 10, 100)
        ]
        in_turns(measures, rounds=5, seconds=options.seconds)
        in_turns([one for pair in pairs for one in pair], rounds=options.rounds, seconds=options.seconds)
        sys.stdout.write(f"{len(ids)} lexicons; asked: {lexicon_id}; one core of the server\n")
        for measure in measures:
            sys.stdout.write(f"{measure.name:<44}{measure.rate():>12,.0f} {measure.unit:<8} bar {measure.least:,.0f}\n")
        for ours, theirs in pairs:
            against = f"compact against a null handler, {ours.words}"
            sys.stdout.write(f"{against:<44}{ratios(ours, theirs):>21} bar 0.80\n")
        sys.stdout.write(f"{'resident memory':<44}{server.megabytes('Rss:'):>12.1f} {'MB':<8} bar 120 at most\n")
    with tempfile.TemporaryDirectory() as name:
        starts = [start_to_first_answer(options.catalogue, Path(name), lexicon_id, words) for _ in range(5)]
        sys.stdout.write(
            f"{'start to the first answer':<44}{statistics.median(starts):>12.2f} {'s':<8} bar 0.40 at most\n"
        )
        with serving(SERVE, options.catalogue, Path(name), "--workers", "2") as parent:
            time.sleep(3)
            listed = Path(f"/proc/{parent.process}/task/{parent.process}/children").read_text().split()
            private = [Server(process=int(one), address="").megabytes("Private_Dirty:") for one in listed]
            sys.stdout.write(f"{'private memory of each of two workers':<44}{max(private):>12.1f} {'MB':<8}\n")


if __name__ == "__main__":
    main()
