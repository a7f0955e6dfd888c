"""How cost grows with the list: ``python -m benchmarks.growth [--words FILE] [--svg FILE]``.

In: a long word list, and every 10th, 100th … of its words. Out: a table, and a drawing of it (SVG, log scales).
Never: another library: the drawing is text.
"""

from __future__ import annotations

import argparse
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.engine import BATCH, batches, task
from benchmarks.word_list import SOURCE, WordList, prepare
from lexicon.compiled import Lexicon

#: Every so-manyth word of the list, so that each list is of one kind with the whole.
STEPS = (3000, 1000, 300, 100, 30, 10, 3, 1)
#: The quickest of so many rounds counts: whatever else runs on the machine only ever adds time.
ROUNDS = 9

WIDTH, HEIGHT, MARGIN = 300, 240, 48
SVG = "http://www.w3.org/2000/svg"


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """One list: number of words, seconds to compile, bytes of the file, nanoseconds a look-up."""

    words: int
    compile_seconds: float
    file_bytes: float
    look_up_ns: float


def main() -> None:
    """Measure, print, draw."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--words", type=Path, default=SOURCE)
    parser.add_argument("--svg", type=Path)
    options = parser.parse_args()
    points = []
    for step in STEPS:
        with tempfile.TemporaryDirectory() as folder:
            points.append(measure(prepare(Path(folder), source=options.words, every=step), Path(folder)))
        point = points[-1]
        sys.stdout.write(
            f"{point.words:>9,} words  {point.compile_seconds * 1000:>9.2f} ms  {point.file_bytes:>11,.0f} bytes  "
            f"{point.look_up_ns:>6.0f} ns a look-up\n"
        )
        sys.stdout.flush()
    if options.svg:
        options.svg.write_text(drawn(points), encoding="utf-8")


def measure(listed: WordList, folder: Path) -> Measured:
    """Compile, and look words up, several times."""
    compiled = [task("compile-ours", str(listed.text), listed.letters, str(folder / "ours")) for _ in range(ROUNDS)]
    lexicon = Lexicon.open(listed.lexicon)
    asked = batches(listed.text.read_text(encoding="utf-8").split(), listed.letters, 200)
    rounds = []
    for _ in range(ROUNDS):
        times = []
        for batch in asked:
            texts = [word[:1] + word[1:] for word in batch]
            start = time.perf_counter()
            lexicon.check_batch(texts)
            times.append(time.perf_counter() - start)
        rounds.append(statistics.median(times))
    return Measured(
        words=listed.count,
        compile_seconds=min(run["seconds"] for run in compiled),
        file_bytes=compiled[0]["size"],
        look_up_ns=min(rounds) / BATCH * 1e9,
    )


def drawn(points: Sequence[Measured]) -> str:
    """Draw three panels side by side."""
    panels = (
        ("compile, ms", [(point.words, point.compile_seconds * 1000) for point in points]),
        ("file, KB", [(point.words, point.file_bytes / 1000) for point in points]),
        ("look-up in a batch, ns", [(point.words, point.look_up_ns) for point in points]),
    )
    content = "".join(
        f'<g transform="translate({number * WIDTH},0)">{panel(title, series)}</g>'
        for number, (title, series) in enumerate(panels)
    )
    size = f'width="{len(panels) * WIDTH}" height="{HEIGHT}"'
    ground = '<rect width="100%" height="100%" fill="#fff"/>'
    style = "text{font:11px sans-serif;fill:#333}line{stroke:#ddd}path{fill:none;stroke:#0a6ebd;stroke-width:2}"
    return f'<svg xmlns="{SVG}" {size}><style>{style}circle{{fill:#0a6ebd}}</style>{ground}{content}</svg>\n'


def panel(title: str, series: Sequence[tuple[float, float]]) -> str:
    """Draw one quantity over the number of words, both on log scales of whole decades."""
    left, right = decades([words for words, _ in series])
    bottom, top = decades([value for _, value in series])

    def across(words: float) -> float:
        return MARGIN + (WIDTH - MARGIN - 16) * (math.log10(words) - left) / (right - left)

    def up(value: float) -> float:
        return HEIGHT - 32 - (HEIGHT - 64) * (math.log10(value) - bottom) / (top - bottom)

    parts = [f'<text x="{MARGIN}" y="16" font-weight="bold">{title}</text>']
    for decade in range(left, right + 1):
        x = across(10.0**decade)
        parts.append(f'<line x1="{x:.1f}" x2="{x:.1f}" y1="32" y2="{HEIGHT - 32}"/>')
        parts.append(f'<text x="{x:.1f}" y="{HEIGHT - 18}" text-anchor="middle">{short(10**decade)}</text>')
    for decade in range(bottom, top + 1):
        y = up(10.0**decade)
        parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - 16}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text x="{MARGIN - 4}" y="{y + 4:.1f}" text-anchor="end">{10.0**decade:g}</text>')
    parts.append(f'<text x="{WIDTH - 16}" y="{HEIGHT - 2}" text-anchor="end">words</text>')
    places = [(across(words), up(value)) for words, value in series]
    parts.append('<path d="M' + " L".join(f"{x:.1f} {y:.1f}" for x, y in places) + '"/>')
    parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3"/>' for x, y in places]
    return "".join(parts)


def short(number: int) -> str:
    """Return a power of ten as it is spoken: 100, 10k, 1M."""
    for size, letter in ((1_000_000, "M"), (1000, "k")):
        if number >= size:
            return f"{number // size}{letter}"
    return str(number)


def decades(values: Sequence[float]) -> tuple[int, int]:
    """Return the powers of ten around the values."""
    return math.floor(math.log10(min(values))), math.ceil(math.log10(max(values)))


if __name__ == "__main__":
    main()
