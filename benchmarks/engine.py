"""How fast the engine is beside its peers: ``python -m benchmarks.engine [--words FILE] [--catalogue DIR]``.

In: a long word list; dawg2, marisa-trie and protobuf where they are installed. Out: a table of ratios of medians.
Never: figures without the other side: both sides of a ratio run in turns, in one run, on one machine.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.word_list import SOURCE, WordList, prepare
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.engine import kind
from lexicon.search import AnagramQuery, HooksQuery, PatternQuery, PrefixQuery, Query, TileUse, search

BATCH = 1000
#: Words are not asked again and again: so many batches are.
BATCHES = 200
TASK = Path(__file__).parent / "engine_task.py"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line of the table: what was measured, the value, and what it may be at most and should be."""

    measure: str
    value: float
    unit: str
    limit: float | None
    aim: float | None
    detail: str = ""

    def __str__(self) -> str:
        bounds = ["–" if bound is None else f"{bound:g}" for bound in (self.limit, self.aim)]
        verdict = "" if self.limit is None else ("ok" if self.value <= self.limit else "OVER")
        figures = f"{self.value:>9.3f} {self.unit:<6} {bounds[0]:>6} {bounds[1]:>6}"
        return f"{self.measure:<58} {figures}  {verdict:<5} {self.detail}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=Path, default=SOURCE, help="words, one a line")
    parser.add_argument("--catalogue", type=Path, help="editions whose evidence is summed up")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        listed = prepare(Path(folder), source=options.words)
        sys.stdout.write(f"engine: {kind().name}; {listed.count:,} words; medians of {options.rounds} rounds or more\n")
        sys.stdout.write(f"{'measure':<58} {'value':>9} {'':<6} {'limit':>6} {'aim':>6}\n")
        for row in rows(listed, Path(folder), options):
            sys.stdout.write(f"{row}\n")
            sys.stdout.flush()


def rows(listed: WordList, folder: Path, options: argparse.Namespace) -> Iterator[Row]:
    """Measure everything."""
    yield from compiling(listed, folder, options.rounds)
    yield from looking_up(listed, folder)
    yield from opening(listed, folder)
    yield from memory(listed)
    yield from searching(listed)
    if options.catalogue:
        yield from evidence(options.catalogue)


def task(*arguments: str) -> dict[str, float]:
    """Run one task in a process of its own."""
    run = subprocess.run([sys.executable, str(TASK), *arguments], check=True, stdout=subprocess.PIPE, text=True)
    result: dict[str, float] = json.loads(run.stdout)
    return result


def installed(module: str) -> bool:
    """Whether a peer is here."""
    return importlib.util.find_spec(module) is not None


def compiling(listed: WordList, folder: Path, rounds: int) -> Iterator[Row]:
    """Compile file to file, each time in a fresh process."""
    ours, theirs = str(folder / "ours"), str(folder / "theirs")
    tasks = {
        "ours": ("compile-ours", str(listed.text), listed.letters, ours),
        "rotated": ("compile-ours", str(listed.text), listed.letters, f"{ours}-rotated", "rotations"),
    }
    if installed("dawg"):
        tasks["dawg2"] = ("compile-dawg2", str(listed.text), theirs)
        tasks["dawg2 in order"] = ("compile-dawg2", str(listed.by_bytes), theirs, "in order")
    results: dict[str, list[dict[str, float]]] = {name: [] for name in tasks}
    for _ in range(rounds):
        for name, arguments in tasks.items():
            results[name].append(task(*arguments))
    median = {
        name: {key: statistics.median(result[key] for result in runs) for key in runs[0]}
        for name, runs in results.items()
    }
    for peer in (name for name in tasks if name.startswith("dawg2")):
        bounds = peer == "dawg2"
        for key, unit, limit, aim in (("seconds", "s", 0.4, 0.25), ("peak", "MB", 0.4, 0.25), ("size", "B", 1.0, 0.92)):
            yield Row(
                measure=f"compile, {key}, against {peer}",
                value=median["ours"][key] / median[peer][key],
                unit="×",
                limit=limit if bounds else None,
                aim=aim if bounds else None,
                detail=f"{median['ours'][key]:,.2f} / {median[peer][key]:,.2f} {unit}",
            )
        yield Row(
            measure=f"compile with rotations, against {peer} without",
            value=median["rotated"]["seconds"] / median[peer]["seconds"],
            unit="×",
            limit=2.0 if bounds else None,
            aim=1.0 if bounds else None,
            detail=f"{median['rotated']['seconds']:.2f} / {median[peer]['seconds']:.2f} s",
        )


def batches(words: list[str], letters: str, count: int) -> list[list[str]]:
    """Make batches of which half are words; the rest are changed, shuffled or random."""
    source = random.Random(1)

    def stranger() -> str:
        word = source.choice(words)
        match source.randrange(5):
            case 0 | 1 | 2:
                place = source.randrange(len(word))
                return word[:place] + source.choice(letters) + word[place + 1 :]
            case 3:
                return "".join(source.sample(word, len(word)))
            case _:
                return "".join(source.choice(letters) for _ in word)

    return [[source.choice(words) if source.random() < 0.5 else stranger() for _ in range(BATCH)] for _ in range(count)]


def looking_up(listed: WordList, folder: Path) -> Iterator[Row]:
    """Look up batches, in turns with the peers on the same batch."""
    lexicon = Lexicon.open(listed.lexicon)
    words = listed.text.read_text(encoding="utf-8").split()
    every = frozenset(words)
    engine = lexicon.engine
    sides: dict[str, Callable[[list[str], bytes], Any]] = {
        "batch": lambda batch, _: lexicon.check_batch(batch),
        "one by one": lambda batch, _: [word in engine for word in batch],
        "frozenset": lambda batch, _: [word in every for word in batch],
    }
    if installed("dawg"):
        dawg = __import__("dawg").DAWG()
        dawg.load(str(folder / "theirs"))
        sides["dawg2"] = lambda batch, _: [word in dawg for word in batch]
    if installed("marisa_trie"):
        trie = marisa(words, folder)
        sides["marisa-trie"] = lambda batch, _: [word in trie for word in batch]
    serialized = request_type()
    if serialized is not None:
        sides["protobuf parse"] = lambda _, message: serialized.FromString(message)
        sides["message"] = lambda _, message: lexicon.check_message(message, 3, BATCH)
    prepared = []
    for batch in batches(words, listed.letters, BATCHES):
        message = (
            serialized(lexicon_id="benchmark", words=batch, compact=True).SerializeToString() if serialized else b""
        )
        prepared.append((batch, message))
    for ours, peer, limit, aim in (
        ("batch", "dawg2", 0.6, 0.33),
        ("batch", "marisa-trie", 0.2, 0.1),
        ("one by one", "frozenset", 0.8, 0.5),
        ("message", "protobuf parse", 4.0, 2.5),
    ):
        if peer not in sides:
            continue
        median = in_turns({name: sides[name] for name in (ours, peer)}, prepared, 2)
        yield Row(
            measure=f"{BATCH} words, {ours}, against {peer}",
            value=median[ours] / median[peer],
            unit="×",
            limit=limit,
            aim=aim,
            detail=f"{median[ours]:.0f} / {median[peer]:.0f} µs",
        )


def request_type() -> Any:
    """Return the message of a request, None where protobuf is not installed."""
    if not installed("google.protobuf"):
        return None
    from slovosud.lexicon.v1.lexicon_service_pb2 import CheckWordsRequest

    return CheckWordsRequest


def marisa(words: list[str], folder: Path) -> Any:
    """Return a mapped marisa-trie of the words."""
    import marisa_trie

    path = folder / "marisa"
    if not path.exists():
        marisa_trie.Trie(words).save(str(path))
    return marisa_trie.Trie().mmap(str(path))


def in_turns(
    sides: dict[str, Callable[[list[str], bytes], Any]], prepared: list[tuple[list[str], bytes]], rounds: int
) -> dict[str, float]:
    """Return the median time of each side in µs; all sides take each batch before the next one comes.

    Each side gets texts of its own each time, as a request brings them: never looked at before, and no object that a
    set might hold. Each time another side begins.
    """
    times: dict[str, list[float]] = {name: [] for name in sides}
    turns = list(sides.items())
    for _ in range(rounds):
        for batch, message in prepared:
            turns.append(turns.pop(0))
            for name, look_up in turns:
                texts = [word[:1] + word[1:] for word in batch]
                start = time.perf_counter()
                look_up(texts, message)
                times[name].append(time.perf_counter() - start)
    return {name: statistics.median(taken) * 1e6 for name, taken in times.items()}


def opening(listed: WordList, folder: Path) -> Iterator[Row]:
    """Open a warm file."""
    sides: dict[str, Callable[[list[str], bytes], Any]] = {"ours": lambda _, __: Lexicon.open(listed.lexicon)}
    if (folder / "marisa").exists():
        sides["marisa-trie"] = lambda _, __: marisa([], folder)
    median = in_turns(sides, [([], b"")], 51)
    if "marisa-trie" in median:
        yield Row(
            measure="open a warm file, against marisa-trie mapped",
            value=median["ours"] / median["marisa-trie"],
            unit="×",
            limit=0.5,
            aim=0.1,
            detail=f"{median['ours'] / 1000:.2f} / {median['marisa-trie'] / 1000:.2f} ms",
        )


def memory(listed: WordList) -> Iterator[Row]:
    """Measure what a process needs for itself alone once it has looked words up."""
    idle = task("memory")["private"]
    yield Row(
        measure="private memory of a further process",
        value=task("memory", str(listed.lexicon))["private"] - idle,
        unit="MB",
        limit=3,
        aim=2,
        detail=f"above the {idle:.1f} MB of the interpreter with the modules",
    )


def searching(listed: WordList) -> Iterator[Row]:
    """Search a freshly opened lexicon for the first word, then for all, in processor time."""
    queries: tuple[tuple[str, Query, float | None], ...] = (
        ("anagram of 7 tiles and a blank", AnagramQuery(tiles=tuple("kotarze?"), use=TileUse.ANY), 20),
        ("anagram of 13 tiles and 2 blanks", AnagramQuery(tiles=tuple("aeiozanrswcty??"), use=TileUse.ANY), None),
        ("prefix", PrefixQuery(prefix="prze"), 50),
        ("pattern of seven letters", PatternQuery(pattern="?a?a?a?"), 50),
        ("pattern with * in front", PatternQuery(pattern="*ość"), 50),
        ("pattern with three *", PatternQuery(pattern="*ź*ć*ó"), 50),
        ("pattern with a set", PatternQuery(pattern="[ptk]*[aeo]??ć"), 50),
        ("hooks", HooksQuery(word="kot"), 50),
    )
    for name, query, limit in queries:
        firsts, alls, found = [], [], 0
        for _ in range(9):
            lexicon = Lexicon.open(listed.lexicon)
            start = time.process_time()
            walk = search(lexicon, query)
            next(walk, None)
            firsts.append((time.process_time() - start) * 1000)
            found = sum(1 for _ in walk) + 1
            alls.append((time.process_time() - start) * 1000)
        yield Row(measure=f"{name}, first", value=statistics.median(firsts), unit="ms", limit=5, aim=None)
        yield Row(
            measure=f"{name}, all",
            value=statistics.median(alls),
            unit="ms",
            limit=limit,
            aim=None,
            detail=f"{found:,} words",
        )


def evidence(folder: Path) -> Iterator[Row]:
    """Sum up the evidence of the newest edition of each lexicon: on disk, and in a process that explains from all."""
    catalogue = Catalogue(folder=folder)
    sizes = {}
    for lexicon_id in catalogue.lexicon_ids():
        sections = catalogue.open(lexicon_id).container.sections
        sizes[lexicon_id] = sum(len(sections[name]) for name in sections if name.startswith("EVID")) / 1e6
    detail = ", ".join(f"{lexicon_id} {size:.1f}" for lexicon_id, size in sizes.items())
    yield Row(
        measure=f"evidence of {len(sizes)} lists on disk",
        value=sum(sizes.values()),
        unit="MB",
        limit=150,
        aim=60,
        detail=detail,
    )
    idle = task("memory")["private"]
    held = task("explaining", str(folder))["private"] - idle
    yield Row(measure=f"private memory, {len(sizes)} lists explained from", value=held, unit="MB", limit=150, aim=60)


if __name__ == "__main__":
    main()
