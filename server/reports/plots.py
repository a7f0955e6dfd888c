"""Plots as SVG: columns that stand up and hang down from one row of labels.

In: labels and numbers. Out: an SVG element that a page holds, or several as a file of their own.
Never: colours that alone tell two series apart: one stands, the other hangs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

#: Measures in units of the drawing: the longest column, the row of labels, the width of a digit, the gaps.
_REACH = 120
_LABELS = 22
_DIGIT = 6.1
_GAP = 8
_TOP = 40
_NARROWEST = 26
_SMALLEST = 240
#: On a page a drawing is never shrunk below so many pixels (or its own size), nor blown up beyond this.
_LEAST = 1100
_LARGEST = 1.3

STYLE = (
    "svg{font:11px system-ui,sans-serif;background:var(--page,#fff)}"
    ".up{fill:var(--up,#16654e)}.down{fill:var(--down,#a8361c)}"
    ".label{fill:var(--ink,#1d1d1f);font-weight:600}.value{fill:var(--soft,#55555c);font-size:10px}"
    ".title{fill:var(--ink,#1d1d1f);font-weight:700;font-size:14px}"
    ".axis{stroke:var(--line,#c9c9cf)}"
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One label with the number that stands on it and the number that hangs from it."""

    label: str
    up: float
    down: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """What the columns of one direction count: a name as markup for a ``text`` element, and how numbers are written."""

    name: str
    decimals: int = 0

    def written(self, number: float) -> str:
        """Return a number as it is shown; nothing for none."""
        return f"{number:,.{self.decimals}f}".replace(",", "\u202f") if number else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """A finished plot: its size in units, what it holds, and a title in plain text for those who cannot see it."""

    title: str
    width: float
    height: float
    content: str

    def element(self) -> str:
        """Return it as an element of a page."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {self.width} {self.height}" role="img" '
            f'style="min-width:{min(self.width, _LEAST)}px;max-width:{round(self.width * _LARGEST)}px" '
            f'aria-label="{escape(self.title)}">{self.content}</svg>'
        )


def plot_file(drawings: Sequence[Drawing]) -> str:
    """Return an SVG file with drawings one below the other, each under its title."""
    width = max((drawing.width for drawing in drawings), default=0)
    pieces = []
    top = 0.0
    for drawing in drawings:
        pieces.append(f'<text class="title" x="{_GAP}" y="{top + 18:.1f}">{escape(drawing.title)}</text>')
        place = f'y="{top + 26:.1f}" width="{drawing.width}" height="{drawing.height}"'
        pieces.append(f'<svg {place} viewBox="0 0 {drawing.width} {drawing.height}">{drawing.content}</svg>')
        top += drawing.height + 40
    whole = f'viewBox="0 0 {width} {top:.1f}" width="{width}" height="{top:.1f}"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {whole}>\n<style>{STYLE}</style>\n' + "\n".join(
        [*pieces, "</svg>\n"]
    )


def column_plot(title: str, columns: Sequence[Column], up: Series, down: Series | None = None) -> Drawing | None:
    """Return the drawing; None without columns."""
    if not columns:
        return None
    most = max(max(column.up, column.down) for column in columns) or 1
    written = [side for column in columns for side in (up.written(column.up), (down or up).written(column.down))]
    width = max(_NARROWEST, _DIGIT * max(map(len, written)) + 4)
    total = max(round(width * len(columns) + 2 * _GAP, 1), _SMALLEST)
    base = _TOP + _REACH * max(column.up for column in columns) / most
    hanging = _REACH * max(column.down for column in columns) / most
    line = f'<line class="axis" x1="0" x2="{total}" y1="{base:.1f}" y2="{base:.1f}"/>'
    drawn = [_legend(up, down), line, *_columns(columns, up, down, width=width, most=most, base=base)]
    height = round(base + _LABELS + hanging + 2 * _GAP, 1)
    return Drawing(title=title, width=total, height=height, content="".join(drawn))


def _legend(up: Series, down: Series | None) -> str:
    """Draw what stands and, in a second line, what hangs."""
    marks = f'<rect class="up" x="{_GAP}" y="2" width="9" height="9"/><text class="value" x="{_GAP + 14}" y="10">'
    drawn = f"{marks}▲ {up.name}</text>"
    if down is not None:
        marks = (
            f'<rect class="down" x="{_GAP}" y="15" width="9" height="9"/><text class="value" x="{_GAP + 14}" y="23">'
        )
        drawn += f"{marks}▼ {down.name}</text>"
    return drawn


def _columns(
    columns: Sequence[Column], up: Series, down: Series | None, *, width: float, most: float, base: float
) -> list[str]:
    drawn = []
    for number, column in enumerate(columns):
        left, middle = _GAP + number * width, _GAP + (number + 0.5) * width
        drawn.append(f'<text class="label" text-anchor="middle" x="{middle:.1f}" y="{base + 15}">{column.label}</text>')
        if column.up:
            tall = max(column.up / most * _REACH, 1)
            drawn.append(_column("up", (left, base - tall, width, tall), f"{column.label}: {up.written(column.up)}"))
            drawn.append(_value(middle, base - tall - 3, up.written(column.up)))
        if down is not None and column.down:
            tall, top = max(column.down / most * _REACH, 1), base + _LABELS
            drawn.append(_column("down", (left, top, width, tall), f"{column.label}: {down.written(column.down)}"))
            drawn.append(_value(middle, top + tall + 10, down.written(column.down)))
    return drawn


def _column(kind: str, place: tuple[float, float, float, float], told: str) -> str:
    """Draw one column in its place: left, top, width of the space for it, height."""
    left, top, width, tall = place
    inset = width * 0.14
    measures = f'x="{left + inset:.1f}" y="{top:.1f}" width="{width - 2 * inset:.1f}" height="{tall:.1f}"'
    return f'<rect class="{kind}" {measures}><title>{escape(told)}</title></rect>'


def _value(middle: float, bottom: float, text: str) -> str:
    return f'<text class="value" text-anchor="middle" x="{middle:.1f}" y="{bottom:.1f}">{text}</text>'
