"""What changed between two editions, as one offline page.

In: a comparison. Out: an HTML document: plots by length and letter, short words and hooks, every change to search.
Never: more than `LISTED` changes: the page says how many there are, and which command lists them all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from html import escape
from itertools import islice
from typing import NamedTuple, TypedDict

from lexicon.comparison import Change, ChangeCounts, ChangeKind, Comparison, HookPlace, named
from lexicon.compiled import Standing
from lexicon.explanation import Reading
from server.reports.page import Markup, Page, bar, edition_told, figure, plot, section, table
from server.reports.plots import Column, Series, column_plot
from server.reports.telling_changes import LONGEST_HOOKED, LONGEST_SHORT, ChangeTeller, hooks_by_base
from server.reports.wording import Wording

#: A page holds so many changes; a browser takes a second for them.
LISTED = 20_000

#: Sentences that only the script says.
_SCRIPTED = ("every", "added", "removed", "shown", "nothing_found", "hook_front", "hook_back")


def comparison_page(
    comparison: Comparison,
    counts: ChangeCounts,
    *,
    wordings: Sequence[Wording],
    chosen: Wording,
    progress: Callable[[int], None] = lambda _: None,
) -> str:
    """Return the page. ``progress`` is called with the number of changes looked at."""
    page = Page(wordings=wordings, chosen=chosen)
    listing = _Listing.of(page, comparison, progress)
    body = [
        _editions(page, comparison, counts),
        _makings(page, comparison),
        _plots(page, counts, comparison.after.alphabet.letters),
        _causes(page, listing.causes),
        _short_words(page, listing),
        _hooks(page, comparison),
        _search(page, comparison, listing) if listing.rows else "",
    ]
    data = {"rows": listing.rows, "causes": listing.told_causes, "folds": dict(comparison.after.alphabet.folds)}
    sentences = [*_SCRIPTED, *(f"cause_{cause}" for cause in listing.causes)]
    return page.document(title="comparison", body=body, data=data, sentences=sentences)


class _Row(NamedTuple):
    """A change as the script reads it. ``went`` is 0 or 1; ``grammar`` numbers a kept text, -1 for none.

    A hook is base, letter, and 1 when the letter stands behind.
    """

    word: str
    went: int
    cause: int
    lemma: str
    grammar: int
    hooks: tuple[tuple[str, str, int], ...]


class _ToldCause(TypedDict):
    """A cause with its particulars: its code, and the number of the kept text that tells them."""

    code: str
    detail: int


@dataclass(frozen=True, kw_only=True)
class _Listing:
    """The changes that the page lists, and how many there are of each cause."""

    page: Page
    comparison: Comparison
    tellers: dict[str, ChangeTeller]
    rows: list[_Row] = field(default_factory=list)
    causes: Counter[str] = field(default_factory=Counter)
    told_causes: list[_ToldCause] = field(default_factory=list)
    _numbers: dict[object, int] = field(default_factory=dict)

    @classmethod
    def of(cls, page: Page, comparison: Comparison, progress: Callable[[int], None]) -> _Listing:
        """Go through all the changes once and keep the shortest."""
        tellers = {wording.id: ChangeTeller(comparison=comparison, wording=wording) for wording in page.wordings}
        listing = cls(page=page, comparison=comparison, tellers=tellers)
        changes = comparison.shortest_first()
        for number, change in enumerate(islice(changes, LISTED), start=1):
            progress(number)
            listing.causes[change.cause] += 1
            listing.rows.append(listing.row(change))
        for number, change in enumerate(changes, start=LISTED + 1):
            progress(number)
            listing.causes[change.cause] += 1
        return listing

    def row(self, change: Change) -> _Row:
        """Return the row of a change."""
        reading = change.telling.reading
        return _Row(
            word=change.word,
            went=int(change.kind is ChangeKind.REMOVED),
            cause=self._cause(change),
            lemma="" if reading is None else reading.lemma,
            grammar=-1 if reading is None else self._grammar(change, reading),
            hooks=tuple((hook.base, hook.letter, int(hook.place is HookPlace.BACK)) for hook in change.hooks),
        )

    def _grammar(self, change: Change, reading: Reading) -> int:
        """Return the number of the text that tells the grammemes of a reading."""
        holder = self.comparison.after if change.kind is ChangeKind.ADDED else self.comparison.before
        return self._number(
            (holder.digest, reading.grammemes),
            lambda: self.page.telling(lambda wording: self.tellers[wording.id].grammar(holder, reading)),
        )

    def _cause(self, change: Change) -> int:
        """Return the number of a cause with its particulars; words of one cause share it."""
        return self._number((change.cause, _key(change.before), _key(change.after)), lambda: self._new_cause(change))

    def _new_cause(self, change: Change) -> int:
        detail = self.page.telling(lambda wording: self.tellers[wording.id].detail(change))
        self.told_causes.append({"code": change.cause, "detail": detail})
        return len(self.told_causes) - 1

    def _number(self, key: object, make: Callable[[], int]) -> int:
        if key not in self._numbers:
            self._numbers[key] = make()
        return self._numbers[key]


def _key(standing: Standing) -> object:
    """Return what the sentence about a standing depends on."""
    reading = standing.reading
    return standing.reason, standing.override, reading and (reading.clause, reading.admitted, reading.source)


def _editions(page: Page, comparison: Comparison, counts: ChangeCounts) -> Markup:
    """Name the editions and give the totals."""
    named_editions = "".join(
        f"<dt>{page.say(sentence)}</dt><dd>{edition_told(page, lexicon)}</dd>"
        for sentence, lexicon in (("before", comparison.before), ("after", comparison.after))
    )
    totals = (
        ("came", "+", "added", counts.added),
        ("went", "−", "removed", counts.removed),
        ("", "", "kept", counts.kept),
    )
    figures = "".join(
        f'<li class="{kind}"><strong>{sign}{figure(count)}</strong> {page.say(sentence)}</li>'
        for kind, sign, sentence, count in totals
    )
    same = "" if counts.added or counts.removed else page.say("same", tag="p")
    return f'<dl>{named_editions}</dl>\n<ul class="figures">{figures}</ul>\n{same}'


def _makings(page: Page, comparison: Comparison) -> Markup:
    """Tell in what the making of the editions differs."""
    rows = []
    for change in comparison.making_changes():
        none = page.say("making_none")
        sentence = f"making_{change.making}"
        told = page.say(sentence, source=change.source) if change.source else page.say(sentence)
        rows.append([told, escape(change.before) or none, escape(change.after) or none])
    heading = page.say("makings", tag="h2")
    heads = ["", page.say("before"), page.say("after")]
    return section(heading, table(heads, rows) or page.say("makings_same", tag="p"))


def _plots(page: Page, counts: ChangeCounts, letters_in_order: Sequence[str]) -> Markup:
    """Draw what came and went by length and by first letter."""
    added, removed = (Series(name=page.say(sentence, tag="tspan")) for sentence in ("added", "removed"))
    lengths = [
        Column(label=str(one), up=counts.added_by_length.get(one, 0), down=counts.removed_by_length.get(one, 0))
        for one in sorted({*counts.added_by_length, *counts.removed_by_length})
    ]
    letters = [
        Column(label=one, up=counts.added_by_letter.get(one, 0), down=counts.removed_by_letter.get(one, 0))
        for one in letters_in_order
        if one in counts.added_by_letter or one in counts.removed_by_letter
    ]
    drawn = ""
    for heading, columns in (("by_length", lengths), ("by_letter", letters)):
        drawing = column_plot(page.chosen.say(heading), columns, added, removed)
        drawn += section(page.say(heading, tag="h2"), plot(drawing))
    return drawn


def _causes(page: Page, causes: Counter[str]) -> Markup:
    most = max(causes.values(), default=1)
    rows = [[page.say(f"cause_{cause}"), figure(count), bar(count / most)] for cause, count in causes.most_common()]
    return section(
        page.say("by_cause", tag="h2"), table([page.say("cause"), "", ""], rows, numbers=frozenset({1}), kind="narrow")
    )


def _short_words(page: Page, listing: _Listing) -> Markup:
    """List the short words that came and went, each with its cause."""
    return section(
        page.say("short_words", tag="h2", longest=LONGEST_SHORT),
        table([page.say("change"), page.say("word"), page.say("why")], list(_short_rows(page, listing))),
    )


def _short_rows(page: Page, listing: _Listing) -> Iterator[list[Markup]]:
    for row in listing.rows:
        if len(row.word) > LONGEST_SHORT:
            return
        sign, style, sentence = ("−", "went", "removed") if row.went else ("+", "came", "added")
        cause = listing.told_causes[row.cause]
        reading = escape(row.lemma) + ("" if row.grammar < 0 else f", {page.told(row.grammar)}")
        particulars = f'<span class="why">{reading}</span><span class="why">{page.told(cause["detail"])}</span>'
        yield [
            f'<span class="{style}"><b>{sign}</b> {page.say(sentence)}</span>',
            f"<b>{escape(row.word)}</b>",
            page.say(f"cause_{cause['code']}") + particulars,
        ]


def _hooks(page: Page, comparison: Comparison) -> Markup:
    """List the words whose hooks changed: letters before and behind that came and went."""
    rows = [
        [
            f'<span class="came"><b>{" ".join(letters(HookPlace.FRONT, ChangeKind.ADDED))}</b></span>',
            f'<span class="went"><b>{" ".join(letters(HookPlace.FRONT, ChangeKind.REMOVED))}</b></span>',
            f"<b>{base}</b>",
            f'<span class="came"><b>{" ".join(letters(HookPlace.BACK, ChangeKind.ADDED))}</b></span>',
            f'<span class="went"><b>{" ".join(letters(HookPlace.BACK, ChangeKind.REMOVED))}</b></span>',
        ]
        for base, letters in hooks_by_base(comparison.hook_changes(longest=LONGEST_HOOKED))
    ]
    gained, lost = page.say("hooks_gained"), page.say("hooks_lost")
    heads = [f"{gained} …", f"{lost} …", page.say("word"), f"… {gained}", f"… {lost}"]
    return section(page.say("short_hooks", tag="h2"), table(heads, rows, kind="narrow"))


def _search(page: Page, comparison: Comparison, listing: _Listing) -> Markup:
    """Lay out the search over the listed changes; the script fills it."""
    filters = (
        f"<label>{page.say('search')}"
        f'<input id="search" type="search" autocomplete="off" spellcheck="false" '
        f"{page.label('placeholder', 'search_hint')}></label>"
        + "".join(
            f'<label>{page.say(sentence)}<select id="{name}"></select></label>'
            for name, sentence in (("kind", "change"), ("cause", "cause"), ("length", "length"))
        )
    )
    heads = [page.say(sentence) for sentence in ("change", "word", "length", "why", "hook")]
    head = "".join(f"<th scope=col>{cell}</th>" for cell in heads)
    total = listing.causes.total()
    command = f"slovosud diff {named(comparison.before)} {named(comparison.after)}"
    cut = (
        page.say("cut", tag="p", listed=figure(len(listing.rows)), total=figure(total), command=command)
        if total > len(listing.rows)
        else ""
    )
    return section(
        page.say("all_changes", tag="h2"),
        cut,
        f'<div class="filters" role="search">{filters}</div>',
        f'<p class="note">{page.say("page_keys")}</p>',
        '<p id="count" role="status"></p>',
        f'<div class="wide"><table class="list"><thead><tr>{head}</tr></thead>',
        '<tbody id="changes"></tbody></table></div>',
        f'<p><button id="more" type="button" hidden>{page.say("more")}</button></p>',
    )
