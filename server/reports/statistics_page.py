"""What a list is made of, as one offline page or as one drawing.

In: statistics, perhaps the tiles of a game. Out: an HTML document; an SVG file.
Never: counting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape

from adjudicator.ruleset import Ruleset
from lexicon.compiled import Lexicon
from lexicon.statistics import NOT_ATTESTED, OVERRIDE, Statistics
from server.reports.page import Markup, Page, bar, edition_told, figure, plot, section, table
from server.reports.plots import Column, Drawing, Series, column_plot, plot_file
from server.reports.tile_fit import LetterFit
from server.reports.wording import Wording


@dataclass(frozen=True, kw_only=True)
class Counted:
    """A list that has been counted, and how the tiles of a game fit it, if one was named."""

    lexicon: Lexicon
    statistics: Statistics
    ruleset: Ruleset | None = None
    fit: tuple[LetterFit, ...] = ()


def clause_told(lexicon: Lexicon, clause: str, wording: Wording) -> str:
    """Tell what let words in: the sentence of a clause with its id, or what stands for one."""
    if clause == OVERRIDE:
        return wording.say("clause_override")
    if clause == NOT_ATTESTED:
        return wording.say("clause_not_attested")
    texts = lexicon.clauses[clause]
    return f"{texts.get(wording.id) or texts[lexicon.languages[0]]} [{clause}]"


def statistics_page(counted: Counted, *, wordings: Sequence[Wording], chosen: Wording) -> str:
    """Return the page."""
    page = Page(wordings=wordings, chosen=chosen)
    drawings = _drawings(page, counted)
    figures = (("words", counted.statistics.word_count), ("letters", counted.statistics.letter_count))
    listed = "".join(f"<li><strong>{figure(count)}</strong> {page.say(name)}</li>" for name, count in figures)
    sections = [section(heading, plot(drawing)) for heading, drawing in drawings]
    # The table of tiles belongs under the letters.
    sections.insert(2, _tiles(page, counted))
    body = [
        f'<dl><dt></dt><dd>{edition_told(page, counted.lexicon)}</dd></dl>\n<ul class="figures">{listed}</ul>',
        *sections,
        _clauses(page, counted),
        _sources(page, counted),
        _witnesses(page, counted.statistics.by_witnesses),
    ]
    return page.document(title="statistics", body=body, data={})


def statistics_drawing(counted: Counted, *, wordings: Sequence[Wording], chosen: Wording) -> str:
    """Return the plots as an SVG file."""
    drawings = _drawings(Page(wordings=wordings, chosen=chosen), counted)
    return plot_file([drawing for _, drawing in drawings if drawing])


def _drawings(page: Page, counted: Counted) -> list[tuple[Markup, Drawing | None]]:
    """Draw lengths, letters (against tiles where they are known), first and last letters."""
    statistics = counted.statistics
    words, letters = (Series(name=page.say(name, tag="tspan")) for name in ("words", "letters"))
    lengths = [Column(label=str(length), up=count) for length, count in statistics.by_length.items()]
    ends = [
        Column(label=letter, up=statistics.first_letters[letter], down=statistics.last_letters[letter])
        for letter in statistics.first_letters
    ]
    first, last = (Series(name=page.say(name, tag="tspan")) for name in ("first_letters", "last_letters"))
    say = page.chosen.say
    return [
        (page.say("by_length", tag="h2"), column_plot(say("by_length"), lengths, words)),
        _letters_drawing(page, counted, letters),
        (
            f"<h2>{page.say('first_letters')} · {page.say('last_letters')}</h2>",
            column_plot(f"{say('first_letters')}, {say('last_letters')}", ends, first, last),
        ),
    ]


def _letters_drawing(page: Page, counted: Counted, letters: Series) -> tuple[Markup, Drawing | None]:
    if counted.ruleset is None or not counted.ruleset.tiles.counted:
        columns = [Column(label=letter, up=count) for letter, count in counted.statistics.letters.items()]
        heading = page.say("letters_in_list", tag="h2")
        return heading, column_plot(page.chosen.say("letters_in_list"), columns, letters)
    share, tiles = (Series(name=page.say(name, tag="tspan"), decimals=1) for name in ("share", "tile_share"))
    columns = [Column(label=fit.letter, up=100 * fit.share, down=100 * (fit.tile_share or 0)) for fit in counted.fit]
    title = page.chosen.say("letters_and_tiles", ruleset=counted.ruleset.title)
    heading = page.say("letters_and_tiles", tag="h2", ruleset=counted.ruleset.title)
    return heading, column_plot(title, columns, share, tiles)


def _tiles(page: Page, counted: Counted) -> Markup:
    """Lay out each letter with its tiles, and say what the numbers rest on."""
    ruleset = counted.ruleset
    if ruleset is None:
        return ""
    heads = [page.say(name) for name in ("letter", "share", "tile_share", "tiles", "points", "balance")]
    rows = [
        [
            f"<b>{fit.letter}</b>",
            f"{100 * fit.share:.2f}",
            "" if fit.tile_share is None else f"{100 * fit.tile_share:.2f}",
            "" if fit.tiles is None else str(fit.tiles),
            str(fit.points),
            "" if fit.balance is None else f"{fit.balance:.2f}",
        ]
        for fit in counted.fit
    ]
    notes = [page.say("balance_note", tag="p")] if ruleset.tiles.counted else []
    if not ruleset.tiles.counted:
        notes.append(page.say("tiles_uncounted", tag="p", ruleset=ruleset.title))
    elif ruleset.tiles.counts_source == "configurable":
        citation = ruleset.tiles.counts_citation
        notes.append(page.say("tiles_example", tag="p", ruleset=ruleset.title, citation=citation))
    return section("", table(heads, rows, numbers=frozenset(range(1, 6)), kind="narrow"), *notes)


def _clauses(page: Page, counted: Counted) -> Markup:
    rows = [
        (page.told(page.telling(partial(clause_told, counted.lexicon, clause))), count)
        for clause, count in counted.statistics.by_clause.items()
    ]
    return _barred(page, "by_clause", page.say("deciding"), rows, counted.statistics.word_count)


def _witnesses(page: Page, by_witnesses: Mapping[int, int]) -> Markup:
    rows = [(str(witnesses), count) for witnesses, count in by_witnesses.items()]
    return _barred(page, "by_witnesses", "", rows, sum(by_witnesses.values()))


def _barred(page: Page, heading: str, head: Markup, rows: Sequence[tuple[Markup, int]], total: int) -> Markup:
    """Lay out counts of words, each with a bar as long as its part of the whole."""
    cells = [[name, figure(count), bar(count / (total or 1))] for name, count in rows]
    return section(
        page.say(heading, tag="h2"), table([head, page.say("words"), ""], cells, numbers=frozenset({1}), kind="narrow")
    )


def _sources(page: Page, counted: Counted) -> Markup:
    names = {source.id: source.name for source in counted.lexicon.manifest.sources}
    statistics = counted.statistics
    rows = [
        [escape(names[source]), figure(known), figure(statistics.only_source[source])]
        for source, known in statistics.by_source.items()
    ]
    heads = ["", page.say("known"), page.say("only_known")]
    return section(page.say("by_source", tag="h2"), table(heads, rows, numbers=frozenset({1, 2}), kind="narrow"))
