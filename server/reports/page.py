"""One offline page: everything inline, every sentence in every language, no request to anywhere.

In: pieces of markup made by `Page`. Out: a whole HTML document.
Never: foreign text unescaped; anything fetched.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.metadata import version
from pathlib import Path
from string import Template

from lexicon.comparison import named
from lexicon.compiled import Lexicon
from server.reports.plots import Drawing
from server.reports.wording import Wording

ASSETS = Path(__file__).parent / "assets"

#: A piece of markup; only what is made here and in the reports is one.
Markup = str


@dataclass(frozen=True, kw_only=True)
class Page:
    """Gathers the sentences that a page shows, so that its switch of language can show them all anew.

    ``chosen`` is the language the page opens in, and the one that is read where no script runs.
    """

    wordings: Sequence[Wording]
    chosen: Wording
    _used: set[str] = field(default_factory=set)
    _told: list[Mapping[str, str]] = field(default_factory=list)

    def say(self, sentence: str, *, tag: str = "span", **places: object) -> Markup:
        """Return a sentence of the interface as an element."""
        self._used.add(sentence)
        filled = f" data-places='{escape(json.dumps(places, ensure_ascii=False))}'" if places else ""
        return f'<{tag} data-say="{sentence}"{filled}>{escape(self.chosen.say(sentence, **places))}</{tag}>'

    def label(self, attribute: str, sentence: str) -> Markup:
        """Return an attribute (``aria-label``, ``placeholder``) that says a sentence."""
        self._used.add(sentence)
        return f'{attribute}="{escape(self.chosen.say(sentence))}" data-say-{attribute}="{sentence}"'

    def telling(self, tell: Callable[[Wording], str]) -> int:
        """Keep a text in every language and return its number, to be shown by `told` or by the page's script."""
        self._told.append({wording.id: tell(wording) for wording in self.wordings})
        return len(self._told) - 1

    def told(self, number: int, *, tag: str = "span") -> Markup:
        """Return a kept text as an element."""
        return f'<{tag} data-told="{number}">{escape(self._told[number][self.chosen.id])}</{tag}>'

    def document(
        self, *, title: str, body: Sequence[Markup], data: Mapping[str, object], sentences: Sequence[str] = ()
    ) -> str:
        """Return the whole document. ``data`` and ``sentences`` are for its script."""
        head = self.say(title, tag="h1")
        foot = f"<p>{self.say('offline')} {self.say('made_by', version=version('slovosud'))}</p>"
        switch = self._switch()
        used = sorted({*self._used, *sentences})
        words = {wording.id: {name: wording.sentences[name] for name in used} for wording in self.wordings}
        return Template(_asset("page.html")).substitute(
            language=self.chosen.id,
            title=escape(self.chosen.say(title)),
            style=_asset("page.css"),
            switch=switch,
            head=head,
            body="\n".join(body),
            foot=foot,
            data=_json({"words": words, "told": self._told, "title": title, **data}),
            script=_asset("page.js"),
        )

    def _switch(self) -> Markup:
        options = "".join(
            f'<option value="{wording.id}" lang="{wording.id}"{" selected" if wording is self.chosen else ""}>'
            f"{escape(wording.name)}</option>"
            for wording in self.wordings
        )
        return f'<label>{self.say("language")} <select id="language" autocomplete="off">{options}</select></label>'


def figure(number: int) -> str:
    """Return a count with narrow spaces between thousands: read the same in every language of the interface."""
    return f"{number:,}".replace(",", "\u202f")


def section(heading: Markup, *content: Markup) -> Markup:
    """Return a section of a page; nothing when it has no content."""
    inner = "\n".join(filter(None, content))
    return f"<section>{heading}\n{inner}</section>" if inner else ""


def table(
    heads: Sequence[Markup], rows: Sequence[Sequence[Markup]], *, numbers: frozenset[int] = frozenset(), kind: str = ""
) -> Markup:
    """Return a table of a kind; ``numbers`` are the columns that hold numbers, from 0. Nothing when it has no rows."""
    if not rows:
        return ""
    # A column without a name has an empty cell: an empty heading is a riddle to those who hear the page.
    head = "".join(
        f"<th scope=col{_aligned(place, numbers)}>{cell}</th>" if cell else "<td></td>"
        for place, cell in enumerate(heads)
    )
    lines = "\n".join(
        "<tr>" + "".join(f"<td{_aligned(place, numbers)}>{cell}</td>" for place, cell in enumerate(row)) + "</tr>"
        for row in rows
    )
    content = f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody>"
    return f'<div class="wide" tabindex="0"><table class="{kind}">{content}</table></div>'


def edition_told(page: Page, lexicon: Lexicon) -> Markup:
    """Return an edition: its name, size, digest, licence, and the dictionaries it was made from."""
    manifest = lexicon.manifest
    sources = "".join(
        '<br><span class="note">'
        + escape(f"{source.name} {source.version}, {source.licence}, {source.attribution}")
        + "</span>"
        for source in manifest.sources
    )
    edition = page.say("edition", lexicon=named(lexicon), words=figure(len(lexicon)), digest=lexicon.digest[:12])
    return f"{edition}<br>{page.say('licence', licence=manifest.licence)}{sources}"


def plot(drawing: Drawing | None) -> Markup:
    """Return a drawing in a frame that scrolls; nothing when there is none."""
    return f'<div class="wide" tabindex="0">{drawing.element()}</div>' if drawing else ""


def bar(part: float) -> Markup:
    """Return a bar as long as ``part`` of the whole, from 0 to 1."""
    return f'<span class="bar"><span style="width:{100 * min(max(part, 0), 1):.1f}%"></span></span>'


def _aligned(place: int, numbers: frozenset[int]) -> str:
    return ' class="number"' if place in numbers else ""


def _asset(name: str) -> str:
    return (ASSETS / name).read_text(encoding="utf-8")


def _json(value: object) -> str:
    """Return JSON that may stand inside a script element: no text of it can end the element."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
