"""One measured thing in a process of its own: ``python benchmarks/engine_task.py TASK ARGUMENT…``.

In: a task. Out: one JSON object: seconds of the processor, peak memory, size of what was written, private memory.
Never: a table (see `engine`).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

Result = dict[str, float]


def compile_ours(text: str, letters: str, target: str, rotations: str = "") -> Result:
    """Compile a sorted list, file to file."""
    from lexicon.building.compiling import compile_text
    from lexicon.container import pack

    start = time.process_time()
    with Path(text).open("rb") as file:
        compiled = compile_text(iter(lambda: file.read(1 << 18), b""), letters=letters, rotations=bool(rotations))
    sections = {"WORDS": compiled.words}
    if rotations:
        sections["ROTATED"] = compiled.rotations
    Path(target).write_bytes(pack(sections))
    return written(start, target)


def compile_dawg2(text: str, target: str, in_order: str = "") -> Result:
    """Compile with dawg2: words in any order, as it takes them by default, or in the order of their bytes."""
    import dawg

    def words() -> Iterator[str]:
        with Path(text).open(encoding="utf-8") as lines:
            for line in lines:
                yield line[:-1]

    start = time.process_time()
    dawg.DAWG(words(), input_is_sorted=bool(in_order)).save(target)
    return written(start, target)


def written(start: float, target: str) -> Result:
    """Return what a compiler needed: processor time, which neighbours lengthen least."""
    seconds = time.process_time() - start
    # Not getrusage: its peak is handed on from the process that started this one.
    peak = next(line for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines() if "VmHWM" in line)
    return {"seconds": seconds, "peak": int(peak.split()[1]) / 1024, "size": Path(target).stat().st_size}


def memory(lexicon: str = "") -> Result:
    """Import the reading side; with a lexicon, open it, look a thousand words up, and search."""
    from lexicon.compiled import Lexicon
    from lexicon.search import PatternQuery, search

    if lexicon:
        opened = Lexicon.open(Path(lexicon))
        opened.check_batch([word.lower() for word in search(opened, PatternQuery(pattern="*"), limit=1000)])
        private = private_memory()  # while the lexicon is held
        return {"private": private, "words": len(opened)}
    return {"private": private_memory()}


def explaining(folder: str) -> Result:
    """Open every list of a catalogue and explain words in and out of each."""
    from lexicon.catalogue import Catalogue
    from lexicon.search import PatternQuery, search

    catalogue = Catalogue(folder=Path(folder))
    # Held to the end: what is counted is what a server would hold.
    lexicons = [catalogue.open(name) for name in catalogue.lexicon_ids()]
    for lexicon in lexicons:
        for length in range(3, 12):
            for word in search(lexicon, PatternQuery(pattern="?" * length), limit=20):
                for text in (word, word[::-1]):
                    lexicon.check(text)
                    lexicon.explain(text)
    return {"private": private_memory(), "lists": len(lexicons)}


def private_memory() -> float:
    """Return the memory of this process that it shares with nobody, in MB."""
    lines = Path("/proc/self/smaps_rollup").read_text(encoding="ascii").splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Private_")) / 1024


TASKS: dict[str, Callable[..., Result]] = {
    "compile-ours": compile_ours,
    "compile-dawg2": compile_dawg2,
    "explaining": explaining,
    "memory": memory,
}

if __name__ == "__main__":
    sys.stdout.write(json.dumps(TASKS[sys.argv[1]](*sys.argv[2:])))
