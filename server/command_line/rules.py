"""The verb `rules`: the rules of a game as a person reads them.

In: a ruleset id and settings. Out: the board drawn, the tiles, every switch with its value and its source.
Never: a move.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from adjudicator.board import Square
from adjudicator.description import ruleset_as_dict
from adjudicator.layout import Layout, Premium
from adjudicator.ruleset import Ruleset, load_ruleset, ruleset_ids
from adjudicator.switches import GAME_SWITCHES, MOVE_SWITCHES, NUMBER, WORD_SWITCHES, Switch, Value
from adjudicator.tiles import TileTable
from server.command_line.app import DataOption, ExitCode, JsonOption, data_at
from server.command_line.output import put, put_json, safe

RulesetArgument = Annotated[
    str, typer.Argument(metavar="[ID]", help="A ruleset; none: the list of them.", show_default=False)
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SWITCH=VALUE", help="Show the rules with another value; may be repeated."),
]

#: What a square multiplies, as the drawing shows it.
_NOTHING = Premium()


def rules(
    ruleset_id: RulesetArgument = "",
    *,
    settings: SetOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """The rules of a game: board, tiles, rack, bonuses, and every switch with its value and source.

    Example: slovosud rules crosslet --set blank_value=letter
    """
    folder = data_at(data)
    if ruleset_id:
        ruleset = load_ruleset(folder, ruleset_id, dict(setting_of(text) for text in settings or ()))
        put_json(ruleset_as_dict(ruleset)) if as_json else _tell(ruleset)
        return ExitCode.DONE
    if settings:
        raise typer.BadParameter("--set needs the ID of a ruleset")
    _list(folder, as_json=as_json)
    return ExitCode.DONE


def setting_of(text: str) -> tuple[str, Value]:
    """Read ``SWITCH=VALUE``: true, false and whole numbers are what they look like, all else is a name."""
    name, equals, value = text.partition("=")
    if not equals:
        raise typer.BadParameter(f"--set {safe(text)}: found no '='; expected SWITCH=VALUE")
    if value in {"true", "false"}:
        return name, value == "true"
    return name, int(value) if value.isascii() and value.isdecimal() and len(value) <= 6 else value


def _list(folder: Path, *, as_json: bool) -> None:
    """One line a ruleset."""
    for ruleset_id in ruleset_ids(folder):
        ruleset = load_ruleset(folder, ruleset_id)
        if as_json:
            listed = {"id": ruleset.id, "title": ruleset.title, "text": ruleset.text, "lexicon_id": ruleset.lexicon_id}
            put_json(listed)
        else:
            put(f"{ruleset.id:<26}{ruleset.title}  ({ruleset.text})")


def _tell(ruleset: Ruleset) -> None:
    """The whole ruleset, section by section."""
    put(Text.assemble((ruleset.id, "bold"), f"  {ruleset.title}"))
    folds = ", ".join(f"{folded} is compared as {letter}" for folded, letter in ruleset.alphabet.folds.items())
    kind = "tiles laid" if ruleset.word_rules is None else "one word, with a tile turned over behind it"
    put(f"rules     {ruleset.text}")
    put(f"words     {ruleset.lexicon_id}, in {len(ruleset.alphabet.letters)} letters{f'; {folds}' if folds else ''}")
    put(f"a move    {kind}")
    if ruleset.examples_in_force:
        put(f"EXAMPLES  {', '.join(ruleset.examples_in_force)}: nobody knows these; put your own in force")
    _heading(f"Board {ruleset.layout.id}")
    for line in drawn(ruleset.layout):
        put(line)
    put(_said_by(ruleset.layout.source, ruleset.layout.citation))
    _heading(f"Tiles {ruleset.tiles.id}")
    for line in tile_lines(ruleset.tiles, ruleset.alphabet.letters):
        put(line)
    put(_said_by(ruleset.tiles.points_source, f"points: {ruleset.tiles.points_citation}"))
    put(_said_by(ruleset.tiles.counts_source, f"counts: {ruleset.tiles.counts_citation}"))
    for title, names in (
        ("The move", (*MOVE_SWITCHES, *WORD_SWITCHES)),
        ("The game", tuple(GAME_SWITCHES)),
        ("Letters", tuple(set(ruleset.switches) - {*MOVE_SWITCHES, *WORD_SWITCHES, *GAME_SWITCHES})),
    ):
        shown = [ruleset.switches[name] for name in dict.fromkeys(names) if name in ruleset.switches]
        if shown:
            _heading(title)
        for switch in shown:
            put(_switch_line(switch))
            put(_said_by(switch.source, switch.citation))


def _heading(title: str) -> None:
    put("")
    put(Text(title, "bold"))


def _said_by(source: str, citation: str) -> Text:
    return Text(f"      {source}: {citation}", "dim")


def _switch_line(switch: Switch) -> Text:
    """Name, value, the shipped value where it differs, and what else it may be."""
    others = [
        _shown(value) for value in switch.allowed if value != switch.value or type(value) is not type(switch.value)
    ]
    told = f"  (or {', '.join(others)})" if others else ""
    shipped = "" if switch.value == switch.default else f"  instead of {_shown(switch.default)}"
    return Text.assemble(f"  {switch.name} = ", (_shown(switch.value), "bold"), shipped, told)


def _shown(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "another number" if value == NUMBER else str(value)


def drawn(layout: Layout) -> Iterator[str]:
    """The board as rows of text, counted from 0, with its border numbers if it has some, and the legend."""
    columns = range(layout.column_count)
    yield "      " + "".join(f"{column:>4}" for column in columns)
    for row in range(layout.row_count):
        squares = "".join(f"{_symbol(layout, Square(row, column)):>4}" for column in columns)
        border = f"   | {layout.row_numbers[row]}" if layout.row_numbers else ""
        yield f"  {row:>4}{squares}{border}"
    if layout.column_numbers:
        yield "      " + "".join(f"{'-':>4}" for _ in columns)
        yield "      " + "".join(f"{number:>4}" for number in layout.column_numbers)
        yield "      the last row and column: the numbers on the border"
    yield "      * start   2L, 3L letter ×2, ×3   2W, 3W word ×2, ×3" if layout.premiums else "      * start"


def _symbol(layout: Layout, square: Square) -> str:
    """One square: its premium, and a star on the start."""
    premium = layout.premiums.get(square, _NOTHING)
    letter = f"{premium.letter}L" if premium.letter > 1 else ""
    word = f"{premium.word}W" if premium.word > 1 else ""
    return f"{letter}{word}{'*' if square == layout.start else ''}" or "."


def tile_lines(tiles: TileTable, letters: tuple[str, ...]) -> Iterator[str]:
    """The tile table as three rows of text, and how many tiles there are."""
    yield "  letter " + "".join(f"{letter:>3}" for letter in letters)
    if tiles.counted:
        yield "  count  " + "".join(f"{tiles.counts[letter]:>3}" for letter in letters)
    yield "  points " + "".join(f"{tiles.points[letter]:>3}" for letter in letters)
    yield f"  {tiles.total} tiles, {tiles.blank_count} of them blanks" if tiles.counted else "  tiles are not counted"
