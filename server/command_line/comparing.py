"""The verb `diff`: what changed between two editions, and why.

In: two editions. Out: totals, short words and hooks first, then every change with its cause; or one offline page.
Never: the comparing itself (see `lexicon.comparison`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from lexicon.comparison import Change, ChangeCounts, ChangeKind, Comparison, HookChange, HookPlace, named
from lexicon.compiled import Lexicon
from lexicon.whole_file import write_whole
from server.command_line.app import CatalogueOption, DataOption, ExitCode, JsonOption, catalogue_at, data_at
from server.command_line.editions import edition_named
from server.command_line.output import put, put_json, safe
from server.command_line.progress import counting, waiting
from server.command_line.reading import LanguageOption, reading_fields, safe_line
from server.reports.comparison_page import comparison_page
from server.reports.page import figure
from server.reports.telling_changes import LONGEST_HOOKED, LONGEST_SHORT, ChangeTeller, hooks_by_base
from server.reports.wording import chosen, load_wordings

EditionArgument = Annotated[str, typer.Argument(metavar="ID|ID@EDITION|FILE", help="An edition.")]
HtmlOption = Annotated[
    Path | None,
    typer.Option("--html", metavar="FILE", help="Write one offline page instead of the list.", show_default=False),
]

_SIGNS = {ChangeKind.ADDED: ("+", "green"), ChangeKind.REMOVED: ("-", "red")}


def diff(
    before: EditionArgument,
    after: EditionArgument,
    *,
    html: HtmlOption = None,
    language: LanguageOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """What changed from one edition to another and why, short words and hooks first. Exit code 1 when words differ.

    Example: slovosud diff ru-crosslet@8dfc815ffb47 ru-crosslet --html changes.html
    """
    shelf = catalogue_at(catalogue)
    wordings = load_wordings(data_at(data))
    wording = chosen(wordings, language)
    comparison = Comparison(before=edition_named(shelf, before), after=edition_named(shelf, after))
    with waiting(f"{before} → {after}"):
        counts = comparison.counts()
    teller = ChangeTeller(comparison=comparison, wording=wording)
    if html is not None:
        with counting(total=counts.added + counts.removed) as progress:
            page = comparison_page(comparison, counts, wordings=wordings, chosen=wording, progress=progress)
        write_whole(html, page.encode())
    if as_json:
        put_json(_summary(comparison, counts))
        if html is None:
            for change in comparison.shortest_first():
                put_json(change_fields(change))
    else:
        for line in _head(teller, counts):
            put(line)
        if html is None:
            _tell_changes(teller)
        else:
            put(str(html))
    return ExitCode.NO if counts.added or counts.removed else ExitCode.DONE


def _head(teller: ChangeTeller, counts: ChangeCounts) -> Iterator[str]:
    """Tell the editions, the totals, what the making differs in, and the counts by length."""
    comparison, say = teller.comparison, teller.wording.say
    for lexicon in (comparison.before, comparison.after):
        yield say("edition", lexicon=named(lexicon), words=figure(len(lexicon)), digest=lexicon.digest)
    yield say("totals", added=figure(counts.added), removed=figure(counts.removed), kept=figure(counts.kept))
    if not counts.added and not counts.removed:
        yield say("same")
    makings = [teller.making(change) for change in comparison.making_changes()]
    yield ""
    yield say("makings") if makings else say("makings_same")
    for what, was, now in makings:
        yield f"  {what}: {was} → {now}"
    lengths = sorted({*counts.added_by_length, *counts.removed_by_length})
    if lengths:
        yield ""
        yield say("by_length")
    for length in lengths:
        came, went = counts.added_by_length.get(length, 0), counts.removed_by_length.get(length, 0)
        yield f"  {length:>3} {'+' + figure(came):>10} {'-' + figure(went):>10}"


def _tell_changes(teller: ChangeTeller) -> None:
    """List every change: short words, changed hooks of short words, longer words; at last the counts by cause."""
    comparison, say = teller.comparison, teller.wording.say
    causes: Counter[str] = Counter()
    short = comparison.changes(longest=LONGEST_SHORT)
    _tell_section(teller, say("short_words", longest=LONGEST_SHORT), short, causes)
    hooks = list(_hook_lines(comparison.hook_changes(longest=LONGEST_HOOKED)))
    if hooks:
        put(f"\n{say('short_hooks')}")
    for line in hooks:
        put(line)
    longer = comparison.shortest_first(shortest=LONGEST_SHORT + 1)
    _tell_section(teller, say("rest"), longer, causes)
    if causes:
        put(f"\n{say('by_cause')}")
    for cause, count in causes.most_common():
        put(f"  {count:>9,}  {say(f'cause_{cause}')}")


def _tell_section(teller: ChangeTeller, heading: str, changes: Iterable[Change], causes: Counter[str]) -> None:
    """List changes under a heading, which is there only when there are any."""
    for number, change in enumerate(changes):
        if not number:
            put(f"\n{heading}")
        causes[change.cause] += 1
        put(_line(teller, change))


def _line(teller: ChangeTeller, change: Change) -> Text:
    """Tell one change on one line."""
    sign, style = _SIGNS[change.kind]
    told = [teller.cause(change), teller.detail(change), teller.reading(change), *map(teller.hook, change.hooks)]
    return Text.assemble(
        (f"{sign} {safe(change.word)}", f"bold {style}"), "  ", safe_line(" | ".join(filter(None, told)))
    )


def _hook_lines(changes: list[HookChange]) -> Iterator[Text]:
    """Tell each word whose hooks changed: letters before and behind it, with + for those that came."""
    for base, letters in hooks_by_base(changes):
        sides = []
        for place in HookPlace:
            signed = [sign + letter for kind, (sign, _) in _SIGNS.items() for letter in letters(place, kind)]
            sides.append(" ".join(signed))
        yield Text(f"  {sides[0]:>16} [{base}] {sides[1]}".rstrip())


def _summary(comparison: Comparison, counts: ChangeCounts) -> dict[str, Any]:
    """The first line of JSON: what was compared, and how much differs."""
    return {
        "record": "comparison",
        "before": _edition_fields(comparison.before),
        "after": _edition_fields(comparison.after),
        "added": counts.added,
        "removed": counts.removed,
        "kept": counts.kept,
        "added_by_length": counts.added_by_length,
        "removed_by_length": counts.removed_by_length,
        "makings": [
            {"making": change.making, "source": change.source or None, "before": change.before, "after": change.after}
            for change in comparison.making_changes()
        ],
    }


def _edition_fields(lexicon: Lexicon) -> dict[str, Any]:
    return {
        "lexicon": lexicon.id,
        "edition": lexicon.edition,
        "digest": lexicon.digest,
        "word_count": len(lexicon),
    }


def change_fields(change: Change) -> dict[str, Any]:
    """The other lines of JSON: one change each."""
    reading = change.telling.reading
    return {
        "record": "change",
        "word": change.word,
        "kind": change.kind,
        "cause": change.cause,
        "reason_before": change.before.reason,
        "reason_after": change.after.reason,
        "reading": reading and reading_fields(reading),
        "hooks": [{"base": hook.base, "letter": hook.letter, "place": hook.place} for hook in change.hooks],
    }
