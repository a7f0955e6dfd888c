"""A game's rules as one frozen value, from one TOML file.

In: ``rulesets/<id>.toml`` and what it names (alphabet, layout), and a caller's settings. Out: `Ruleset`.
Never: a position, a move.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from adjudicator.board import Board, Tile
from adjudicator.errors import SettingError, SettingFault
from adjudicator.file_shape import RULESET, check_shape
from adjudicator.layout import Layout, Premium, custom_layout, layout_ids, load_layout
from adjudicator.rules import Rules, WordRules
from adjudicator.switches import Switch, apply_settings, in_words, read_switches
from adjudicator.tiles import TileTable, custom_tile_table, read_tile_table
from lexicon.alphabet import Alphabet, Malformed, load_alphabet
from lexicon.datafile import read_text
from lexicon.errors import DataFileError, UnknownIdError

_KEYS = {"id", "title", "text", "lexicon_id", "alphabet", "move", "folds", "tiles", "switches"}

#: What a move is: tiles laid as the player likes, or one word with a tile turned over behind it.
MOVE_KINDS = ("tiles", "word")

#: The name of a caller's own tile table or board, and the settings that bring them.
CUSTOM = "custom"
CUSTOM_TILES = "tiles.custom"
CUSTOM_LAYOUT = "layout.custom"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """Everything that differs between one game and the next.

    ``switches`` holds each switch with its source; ``rules`` is the same as typed values, for the code that
    judges. ``word_rules`` are there when a move is one word, else None. ``text`` names the rule text.
    ``lexicon_id`` is the lexicon the game is usually played with.
    """

    id: str
    title: str
    text: str
    lexicon_id: str
    alphabet: Alphabet
    layout: Layout
    tiles: TileTable
    switches: Mapping[str, Switch]
    rules: Rules
    word_rules: WordRules | None

    @cached_property
    def symbols(self) -> Mapping[str, Tile]:
        """Every character that may show a tile in rows of text: upper case a letter, lower case a blank.

        Where a move is one word there are no blanks.
        """
        forms = {letter: letter for letter in self.alphabet.letters} | dict(self.alphabet.folds)
        tiles = {shown: Tile(letter=letter) for shown, letter in forms.items()}
        if self.word_rules:
            return MappingProxyType(tiles)
        blanks = {shown.lower(): Tile(letter=letter, blank=True) for shown, letter in forms.items()}
        return MappingProxyType(tiles | blanks)

    @property
    def examples_in_force(self) -> tuple[str, ...]:
        """What is in force only as a shipped example because no source knows it, by name."""
        examples: list[str] = []
        if self.tiles.counted and self.tiles.counts_source == "configurable" and self.tiles.id != CUSTOM:
            examples.append("tiles.counts")
        if self.layout.row_numbers and self.layout.source == "configurable" and self.layout.id != CUSTOM:
            examples.append("layout")
        return tuple(examples)

    def empty_board(self) -> Board:
        """The board before the first move."""
        return Board(row_count=self.layout.row_count, column_count=self.layout.column_count)

    def board(self, rows: tuple[str, ...] | list[str]) -> Board:
        """Read rows of text as a board of this game. Raises `adjudicator.board.BoardFormatError`."""
        layout = self.layout
        return Board.from_rows(rows, row_count=layout.row_count, column_count=layout.column_count, symbols=self.symbols)

    def letter(self, text: str) -> str:
        """``text`` in comparison form when it is a letter here, upper case or lower; else unchanged."""
        tile = self.symbols.get(text)
        return tile.letter if tile else text

    def name_stranger(self, text: str) -> str:
        """Say in words that ``text`` is no letter of this game, naming its code points, with a hint."""
        malformed = self.alphabet.read(text)
        reason = str(malformed) if isinstance(malformed, Malformed) else f"{text} is no single letter"
        return f"{text!r} is on no tile of this game: {reason}"

    def value(self, tile: Tile) -> int:
        """The points of a lying tile: 0 for a blank unless it takes the price of its letter."""
        return self.tiles.points[tile.letter] if not tile.blank or self.rules.blank_takes_letter_value else 0


def ruleset_ids(data: Path) -> tuple[str, ...]:
    """The rulesets of the data folder."""
    return tuple(sorted(file.stem for file in (data / "rulesets").glob("*.toml")))


def load_ruleset(data: Path, ruleset_id: str, settings: Mapping[str, object] = MappingProxyType({})) -> Ruleset:
    """Read ``rulesets/<ruleset_id>.toml`` and put ``settings`` (switch → value) in force.

    Raises `UnknownIdError` when there is no such ruleset, `SettingError` naming every setting it does not
    take, `DataFileError` when a file breaks its form.
    """
    scalars = tuple((name, type(value).__name__, value) for name, value in sorted(settings.items()))
    if any(isinstance(value, Mapping | list) for value in settings.values()):
        return _load(data, ruleset_id, settings)
    return _kept(data, ruleset_id, scalars)


@lru_cache(maxsize=64)
def _kept(data: Path, ruleset_id: str, settings: tuple[tuple[str, str, object], ...]) -> Ruleset:
    """Load once and keep: a ruleset is frozen, and reading its file costs a hundred times what a ruling costs.

    The name of each value's type is part of the key, because True == 1 == 1.0.
    """
    return _load(data, ruleset_id, {name: value for name, _, value in settings})


def _load(data: Path, ruleset_id: str, settings: Mapping[str, object]) -> Ruleset:
    folder = data / "rulesets"
    known = ruleset_ids(data)
    if ruleset_id not in known:
        raise UnknownIdError("ruleset", ruleset_id, known=known, mend=f"rulesets are files of {folder}")
    path = folder / f"{ruleset_id}.toml"
    return parse_ruleset(data, path, ruleset_id, read_text(path), settings)


def parse_ruleset(
    data: Path, path: Path, ruleset_id: str, text: str, settings: Mapping[str, object] = MappingProxyType({})
) -> Ruleset:
    """Read a ruleset from TOML text; ``path`` is for error messages, ``data`` holds alphabets and layouts."""
    table = _extended(data, path, _read_toml(path, text))
    _check_table(path, ruleset_id, table)
    tables = _tile_tables(path, table["tiles"])
    word_moves = table["move"] == "word"
    shipped = read_switches(path, table["switches"], tuple(table["folds"]), word_moves=word_moves)
    _check_names(path, data, shipped, tables)
    own = {CUSTOM_TILES, CUSTOM_LAYOUT}
    switches, faults = apply_settings(shipped, {name: value for name, value in settings.items() if name not in own})
    if faults:
        raise SettingError(ruleset_id, faults)
    alphabet = load_alphabet(data, table["alphabet"], folds=_folds_in_force(path, table["folds"], switches))
    values = {name: switch.value for name, switch in switches.items()}
    return Ruleset(
        id=ruleset_id,
        title=table["title"],
        text=table["text"],
        lexicon_id=table["lexicon_id"],
        alphabet=alphabet,
        layout=_layout_in_force(path, data, ruleset_id, switches, settings, numbered=word_moves),
        tiles=_tiles_in_force(ruleset_id, alphabet, tables, switches, settings),
        switches=MappingProxyType(switches),
        rules=Rules.from_values(values),
        word_rules=WordRules.from_values(values) if word_moves else None,
    )


def _read_toml(path: Path, text: str) -> dict[str, Any]:
    """Read the table of a ruleset file, with every value of its type."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(path, where="TOML", found=str(error), expected="a TOML file") from error
    check_shape(path, table, RULESET)
    return table


def _extended(data: Path, path: Path, table: dict[str, Any]) -> dict[str, Any]:
    """The table of a file that names another with ``extends``, filled up from that one.

    What the file has stands; of a switch it may give some keys only. The other file extends none: whoever
    reads a ruleset has two files to look at, never more.
    """
    if "extends" not in table:
        return table
    base_id, known = table.pop("extends"), ruleset_ids(data)
    if base_id not in known:
        raise DataFileError(path, where="extends", found=repr(base_id), expected=f"one of {', '.join(known)}")
    base_path = data / "rulesets" / f"{base_id}.toml"
    base = _read_toml(base_path, read_text(base_path))
    if "extends" in base:
        raise DataFileError(path, where="extends", found=repr(base_id), expected="a ruleset that extends none itself")
    switches = {name: {**base["switches"].get(name, {}), **entry} for name, entry in table.pop("switches", {}).items()}
    return {**base, **table, "switches": {**base["switches"], **switches}}


def _check_table(path: Path, ruleset_id: str, table: Mapping[str, Any]) -> None:
    """Refuse a file without exactly the expected keys."""
    if set(table) != _KEYS:
        raise DataFileError(path, where="keys", found=", ".join(sorted(table)), expected=", ".join(sorted(_KEYS)))
    if table["id"] != ruleset_id:
        raise DataFileError(path, where="id", found=repr(table["id"]), expected=repr(ruleset_id))
    if table["move"] not in MOVE_KINDS:
        raise DataFileError(path, where="move", found=repr(table["move"]), expected=f"one of {', '.join(MOVE_KINDS)}")


def _tile_tables(path: Path, tiles: Mapping[str, Any]) -> dict[str, TileTable]:
    """Every tile table of the file, by name; ``total`` beside them is the number of tiles of the game."""
    total, source = tiles.get("total"), tiles.get("total_citation")
    if type(total) is not int or not isinstance(source, str):
        raise DataFileError(path, where="tiles", found=str(total), expected="total and total_citation")
    return {
        name: read_tile_table(path, name, table, total)
        for name, table in tiles.items()
        if name not in {"total", "total_citation"}
    }


def _check_names(path: Path, data: Path, switches: Mapping[str, Switch], tables: Mapping[str, TileTable]) -> None:
    """Refuse a file that allows a layout or a tile table which is not there."""
    for name, known in (("layout", (*layout_ids(data), CUSTOM)), ("tiles.table", (*tables, CUSTOM))):
        missing = [str(value) for value in switches[name].allowed if value not in known]
        if missing:
            expected = f"names out of {', '.join(known)}"
            raise DataFileError(path, where=f"switches, {name}", found=", ".join(missing), expected=expected)


def _folds_in_force(
    path: Path, folds: Mapping[str, Mapping[str, list[str]]], switches: Mapping[str, Switch]
) -> tuple[str, ...]:
    """The folds that the values of the file's own switches name: ``folds`` maps switch → value → letters."""
    in_force: list[str] = []
    for name, by_value in folds.items():
        switch = switches[name]
        if set(by_value) != set(switch.allowed):
            expected = f"a line for each of {in_words(switch.allowed)}"
            raise DataFileError(path, where=f"folds, {name}", found=", ".join(by_value), expected=expected)
        in_force.extend(by_value[str(switch.value)])
    return tuple(in_force)


def _layout_in_force(
    path: Path,
    data: Path,
    ruleset_id: str,
    switches: Mapping[str, Switch],
    settings: Mapping[str, object],
    *,
    numbered: bool,
) -> Layout:
    """The board that is played on; where a move is one word it has numbers on its border."""
    name = str(switches["layout"].value)
    given = settings.get(CUSTOM_LAYOUT)
    _check_custom(ruleset_id, "layout", name, CUSTOM_LAYOUT, given)
    layout = custom_layout(given) if name == CUSTOM else load_layout(data, name)
    if isinstance(layout, str):
        raise SettingError(ruleset_id, (SettingFault(switch=CUSTOM_LAYOUT, found="another form", allowed=layout),))
    if numbered and not layout.row_numbers:
        raise DataFileError(path, where="switches, layout", found=name, expected="a layout with border numbers")
    match switches["layout.centre_premium"].value:
        case "none":
            return layout.with_start_premium(None)
        case "word_2":
            return layout.with_start_premium(Premium(word=2))
    return layout


def _check_custom(ruleset_id: str, switch: str, value: str, setting: str, given: object) -> None:
    """Refuse a caller's own table without the switch that puts it in force, and the switch without the table."""
    if (value == CUSTOM) == (given is not None):
        return
    found = f"{switch} = {value} {'with' if given is not None else 'without'} {setting}"
    allowed = f"{setting} together with {switch} = {CUSTOM}, or neither"
    raise SettingError(ruleset_id, (SettingFault(switch=setting, found=found, allowed=allowed),))


def _tiles_in_force(
    ruleset_id: str,
    alphabet: Alphabet,
    tables: Mapping[str, TileTable],
    switches: Mapping[str, Switch],
    settings: Mapping[str, object],
) -> TileTable:
    """The tile table that is played with: it has a tile for every letter of the alphabet and no other."""
    name = str(switches["tiles.table"].value)
    given = settings.get(CUSTOM_TILES)
    _check_custom(ruleset_id, "tiles.table", name, CUSTOM_TILES, given)
    table = custom_tile_table(given, alphabet) if name == CUSTOM else tables[name]
    if isinstance(table, str):
        raise SettingError(ruleset_id, (SettingFault(switch=CUSTOM_TILES, found="another form", allowed=table),))
    if set(table.points) != set(alphabet.letters):
        odd = ", ".join(sorted(set(table.points) ^ set(alphabet.letters)))
        fault = f"a table with a tile for every letter that is not folded; {odd} differs"
        raise SettingError(ruleset_id, (SettingFault(switch="tiles.table", found=name, allowed=fault),))
    return table
