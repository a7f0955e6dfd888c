"""A ruleset described for people and programs: everything in force, each value with its source.

In: a ruleset. Out: strings, numbers, lists and objects, as the message ``Ruleset`` of the wire holds them.
Never: a position, a move.
"""

from __future__ import annotations

from adjudicator.answer import Json
from adjudicator.layout import Layout
from adjudicator.ruleset import Ruleset
from adjudicator.switches import Switch
from adjudicator.tiles import TileTable


def ruleset_as_dict(ruleset: Ruleset) -> dict[str, Json]:
    """The description of a ruleset. Premium squares are in reading order, switches in the order of the code."""
    return {
        "id": ruleset.id,
        "title": ruleset.title,
        "text": ruleset.text,
        "lexicon_id": ruleset.lexicon_id,
        "alphabet_id": ruleset.alphabet.id,
        "letters": list(ruleset.alphabet.letters),
        "folds": dict(ruleset.alphabet.folds),
        "move": "tiles" if ruleset.word_rules is None else "word",
        "layout": _layout(ruleset.layout),
        "tiles": _tiles(ruleset.tiles, ruleset.alphabet.letters),
        "switches": [_switch(switch) for switch in ruleset.switches.values()],
        "examples_in_force": list(ruleset.examples_in_force),
    }


def _layout(layout: Layout) -> Json:
    return {
        "id": layout.id,
        "source": layout.source,
        "citation": layout.citation,
        "row_count": layout.row_count,
        "column_count": layout.column_count,
        "start": {"row": layout.start.row, "column": layout.start.column},
        "premiums": [
            {"square": {"row": row, "column": column}, "letter": premium.letter, "word": premium.word}
            for (row, column), premium in sorted(layout.premiums.items())
        ],
        "row_numbers": list(layout.row_numbers),
        "column_numbers": list(layout.column_numbers),
    }


def _tiles(tiles: TileTable, letters: tuple[str, ...]) -> Json:
    return {
        "id": tiles.id,
        "letters": [
            {"letter": letter, "count": tiles.counts[letter], "points": tiles.points[letter]} for letter in letters
        ],
        "blank_count": tiles.blank_count,
        "counted": tiles.counted,
        "total": tiles.total,
        "points_source": tiles.points_source,
        "points_citation": tiles.points_citation,
        "counts_source": tiles.counts_source,
        "counts_citation": tiles.counts_citation,
    }


def _switch(switch: Switch) -> Json:
    return {
        "name": switch.name,
        "value": switch.value,
        "default": switch.default,
        "allowed": list(switch.allowed),
        "source": switch.source,
        "citation": switch.citation,
    }
