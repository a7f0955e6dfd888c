"""A slow, obvious second opinion on a placement of the square-set games.

In: rows of text, cells, plain values, a points table and a drawn board. Out: codes, words with scores, total.
Never: anything of the adjudicator. It reads the data files by itself and shares no code with what it tests.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

DATA = Path(__file__).parents[2] / "data"

#: A tile laid now: row, column, letter; lower case for a blank.
Cell = tuple[int, int, str]


class Opinion(NamedTuple):
    """What the oracle says. ``words``: word, row, column, H or V, sum, multiplier, long-word bonus, score."""

    codes: set[str]
    words: set[tuple[str, int, int, str, int, int, int, int]]
    total: int


def game(ruleset_id: str, changed: dict[str, Any]) -> dict[str, Any]:
    """The switch values of a shipped ruleset, with its points and its drawn board."""
    table = tomllib.loads((DATA / "rulesets" / f"{ruleset_id}.toml").read_text(encoding="utf-8"))
    values = {name: switch["default"] for name, switch in table["switches"].items()} | changed
    if "extends" in table:
        return game(table["extends"], values)
    letters, _, points = (
        line.split()[1:] for line in table["tiles"][values["tiles.table"]]["letters"].split("\n") if line
    )
    values["points"] = {letter: int(one) for letter, one in zip(letters, points, strict=True)}
    layout = tomllib.loads((DATA / "layouts" / f"{values['layout']}.toml").read_text(encoding="utf-8"))
    values["drawing"], values["legend"] = layout["squares"].split(), layout["legend"]
    return values


def opinion(rows: list[str], cells: list[Cell], values: dict[str, Any]) -> Opinion:
    """Judge by looking at everything, however often."""
    codes = cell_faults(rows, cells)
    size = len(rows)
    lying = {(r, c) for r in range(size) for c in range(size) if rows[r][c] != "."}
    new: dict[tuple[int, int], str] = {}
    for r, c, letter in cells:
        if 0 <= r < size and 0 <= c < size and (r, c) not in lying:
            new.setdefault((r, c), letter)
    codes |= shape_faults(lying, set(new), len(cells), values) if cells and new else set()
    if not cells:
        codes.add("NO_TILES")
    words = set() if codes & {"OFF_BOARD", "OCCUPIED", "DUPLICATE_SQUARE"} else formed(rows, new, values)
    if new and not words and not codes & {"OFF_BOARD", "OCCUPIED", "DUPLICATE_SQUARE", "FIRST_TOO_SHORT"}:
        codes.add("NO_WORD")
    if codes:
        return Opinion(codes, words, 0)
    bonus = values["bonus.points"] if values["bonus.min_tiles"] <= len(new) <= values["rack.size"] else 0
    return Opinion(codes, words, sum(word[-1] for word in words) + bonus)


def cell_faults(rows: list[str], cells: list[Cell]) -> set[str]:
    """Each tile on a free square of its own."""
    codes = set()
    seen: list[tuple[int, int]] = []
    for r, c, _ in cells:
        if not (0 <= r < len(rows) and 0 <= c < len(rows)):
            codes.add("OFF_BOARD")
        elif rows[r][c] != ".":
            codes.add("OCCUPIED")
        elif (r, c) in seen:
            codes.add("DUPLICATE_SQUARE")
        seen.append((r, c))
    return codes


def shape_faults(
    lying: set[tuple[int, int]], new: set[tuple[int, int]], named: int, values: dict[str, Any]
) -> set[str]:
    """Line, holes, connection, first move."""
    codes = set()
    if values["single_line"]:
        rows, columns = sorted({r for r, _ in new}), sorted({c for _, c in new})
        if len(rows) > 1 and len(columns) > 1:
            codes.add("NOT_ONE_LINE")
        elif any(
            (r, c) not in lying | new for r in range(rows[0], rows[-1] + 1) for c in range(columns[0], columns[-1] + 1)
        ):
            codes.add("GAP")
    if lying:
        joined = closure({one for one in new if any(near(one, old) for old in lying)}, new)
        if joined != new:
            codes.add("NOT_CONNECTED")
        return codes
    if named < values["first_move.min_tiles"]:
        codes.add("FIRST_TOO_SHORT")
    if (7, 7) not in new:
        codes.add("CENTRE_NOT_COVERED")
    if values["first_move.single_group"] and closure({min(new)}, new) != new:
        codes.add("NOT_CONNECTED")
    return codes


def near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1


def closure(some: set[tuple[int, int]], everything: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """All of ``everything`` that can be reached from ``some`` step by step."""
    while True:
        more = some | {one for one in everything if any(near(one, other) for other in some)}
        if more == some:
            return some
        some = more


def formed(rows: list[str], new: dict[tuple[int, int], str], values: dict[str, Any]) -> set[Any]:
    """Every run of two letters or more with a new one in it, read off whole lines of text."""
    grid = [list(row) for row in rows]
    for (r, c), letter in new.items():
        grid[r][c] = letter
    words = set()
    for index in range(len(grid)):
        across = "".join(grid[index])
        down = "".join(row[index] for row in grid)
        for direction, line in (("H", across), ("V", down)):
            for run in re.finditer(r"[^.]{2,}", line):
                places = [(index, at) if direction == "H" else (at, index) for at in range(run.start(), run.end())]
                if any(place in new for place in places):
                    words.add(
                        (run.group().upper(), *places[0], direction, *score(run.group(), places, rows, new, values))
                    )
    return words


def score(
    text: str, places: list[tuple[int, int]], rows: list[str], new: dict[tuple[int, int], str], values: dict[str, Any]
) -> tuple[int, int, int, int]:
    """Sum, multiplier, long-word bonus, score of one word."""
    total, factor = 0, 1
    for letter, place in zip(text, places, strict=True):
        premium = values["legend"][values["drawing"][place[0]][place[1]]]
        if not acts(place, rows, new, values["premium"]):
            premium = {}
        worth = 0 if letter.islower() and values["blank_value"] == "zero" else values["points"][letter.upper()]
        total += worth * premium.get("letter", 1)
        factor *= premium.get("word", 1)
    extra = list(range(1, len(text) - values["long_word_bonus.from_letter"] + 2)) if values["long_word_bonus"] else []
    long_word = (sum(extra) if values["long_word_bonus.cumulative"] else extra[-1]) if extra else 0
    if values["long_word_bonus.before_multiplier"]:
        return total, factor, long_word, (total + long_word) * factor
    return total, factor, long_word, total * factor + long_word


def acts(place: tuple[int, int], rows: list[str], new: dict[tuple[int, int], str], when: str) -> bool:
    """Whether the premium under ``place`` works in this move."""
    if place in new or when == "always":
        return True
    if when == "once":
        return False
    r, c = place
    beside = [rows[r][at] != "." for at in (c - 1, c + 1) if 0 <= at < len(rows)]
    above = [rows[at][c] != "." for at in (r - 1, r + 1) if 0 <= at < len(rows)]
    return not (any(beside) and any(above))
