"""The verb `stats`: what a list is made of.

In: an edition, perhaps a ruleset. Out: counts with bars, JSON, an offline page, a drawing.
Never: the counting itself (see `lexicon.statistics`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from adjudicator.ruleset import load_ruleset
from lexicon.comparison import named
from lexicon.statistics import statistics
from lexicon.whole_file import write_whole
from server.command_line.app import CatalogueOption, DataOption, JsonOption, catalogue_at, data_at
from server.command_line.comparing import EditionArgument, HtmlOption
from server.command_line.editions import edition_named
from server.command_line.output import put, put_json
from server.command_line.progress import waiting
from server.command_line.reading import LanguageOption
from server.reports.page import figure
from server.reports.statistics_page import Counted, clause_told, statistics_drawing, statistics_page
from server.reports.tile_fit import LetterFit, tile_fit
from server.reports.wording import Wording, chosen, load_wordings

#: The longest bar, in characters.
_BAR = 40
_SHORT_BAR = 16


def stats(
    edition: EditionArgument,
    *,
    ruleset: Annotated[
        str, typer.Option("--ruleset", metavar="ID", help="Compare the letters with its tiles.", show_default=False)
    ] = "",
    html: HtmlOption = None,
    svg: Annotated[
        Path | None, typer.Option("--svg", metavar="FILE", help="Write the plots as one drawing.", show_default=False)
    ] = None,
    language: LanguageOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """What a list is made of: lengths, letters against a tile set, what let words in, how many dictionaries know them.

    Example: slovosud stats ru-crosslet --ruleset crosslet --html stats.html
    """
    folder = data_at(data)
    wordings = load_wordings(folder)
    wording = chosen(wordings, language)
    lexicon = edition_named(catalogue_at(catalogue), edition)
    rules = load_ruleset(folder, ruleset) if ruleset else None
    with waiting(named(lexicon)):
        taken = statistics(lexicon)
    fit = tile_fit(lexicon, taken, rules) if rules else ()
    counted = Counted(lexicon=lexicon, statistics=taken, ruleset=rules, fit=fit)
    if html is not None:
        write_whole(html, statistics_page(counted, wordings=wordings, chosen=wording).encode())
    if svg is not None:
        write_whole(svg, statistics_drawing(counted, wordings=wordings, chosen=wording).encode())
    if as_json:
        put_json(_fields(counted))
        return
    for line in _lines(counted, wording):
        put(line)
    for written in filter(None, (html, svg)):
        put(str(written))


def _lines(counted: Counted, wording: Wording) -> Iterator[str]:
    """Tell everything with bars."""
    say, taken, lexicon = wording.say, counted.statistics, counted.lexicon
    yield say("edition", lexicon=named(lexicon), words=figure(taken.word_count), digest=lexicon.digest)
    yield from _bars(say("by_length"), [(f"{length:>3}", count) for length, count in taken.by_length.items()])
    if counted.ruleset is None:
        yield from _bars(say("letters_in_list"), [(f"  {one}", count) for one, count in taken.letters.items()])
    else:
        yield from _fit_lines(counted, wording)
    yield f"\n{say('by_clause')}"
    for clause, count in taken.by_clause.items():
        bar = "█" * round(_SHORT_BAR * count / (taken.word_count or 1))
        yield f"{figure(count):>13}  {bar:<{_SHORT_BAR}}  {clause_told(lexicon, clause, wording)}"
    yield f"\n{say('by_source')}"
    for source in lexicon.manifest.sources:
        known, only = taken.by_source[source.id], taken.only_source[source.id]
        yield f"  {source.name}: {say('known')} {figure(known)}, {say('only_known')} {figure(only)}"
    yield from _bars(say("by_witnesses"), [(f"{number:>3}", count) for number, count in taken.by_witnesses.items()])


def _bars(heading: str, rows: list[tuple[str, int]]) -> Iterator[str]:
    """Tell counts below a heading, the longest bar for the largest."""
    yield f"\n{heading}"
    most = max((count for _, count in rows), default=0) or 1
    wide = max((len(name) for name, _ in rows), default=0)
    for name, count in rows:
        yield f"{name:<{wide}} {figure(count):>11}  {'█' * round(_BAR * count / most)}".rstrip()


def _fit_lines(counted: Counted, wording: Wording) -> Iterator[str]:
    """Tell each letter with its tiles."""
    say, ruleset = wording.say, counted.ruleset
    if ruleset is None:
        return
    yield f"\n{say('letters_and_tiles', ruleset=ruleset.title)}"
    yield "  " + " · ".join(say(name) for name in ("letter", "share", "tile_share", "tiles", "points", "balance"))
    most = max((max(fit.share, fit.tile_share or 0) for fit in counted.fit), default=0) or 1
    for fit in counted.fit:
        yield _fit_line(fit, most)
    if not ruleset.tiles.counted:
        yield f"  {say('tiles_uncounted', ruleset=ruleset.title)}"
    else:
        yield f"  {say('balance_note')}"
    if ruleset.tiles.counted and ruleset.tiles.counts_source == "configurable":
        yield f"  {say('tiles_example', ruleset=ruleset.title, citation=ruleset.tiles.counts_citation)}"


def _fit_line(fit: LetterFit, most: float) -> str:
    """Tell one letter; of two bars on one line the upper half is the list, the lower half the tiles."""
    tiles = "" if fit.tiles is None else str(fit.tiles)
    tile_share = "" if fit.tile_share is None else f"{100 * fit.tile_share:.2f}"
    balance = "" if fit.balance is None else f"{fit.balance:.2f}"
    figures = f"  {fit.letter} {100 * fit.share:>6.2f} {tile_share:>6} {tiles:>4} {fit.points:>4} {balance:>6}"
    listed, lettered = (round(_BAR * (share or 0) / most) for share in (fit.share, fit.tile_share))
    both = min(listed, lettered)
    rest = ("▀" if listed > lettered else "▄") * (max(listed, lettered) - both)
    return f"{figures}  {'█' * both}{rest}".rstrip()


def _fields(counted: Counted) -> dict[str, Any]:
    lexicon, ruleset = counted.lexicon, counted.ruleset
    return {
        "lexicon": lexicon.id,
        "edition": lexicon.edition,
        "digest": lexicon.digest,
        **asdict(counted.statistics),
        "ruleset": ruleset and ruleset.id,
        "tiles": [asdict(fit) | {"balance": fit.balance} for fit in counted.fit],
    }
