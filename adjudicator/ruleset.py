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
from adjudicator.layout import Layout, Premium, layout_ids, load_layout
from adjudicator.rules import Rules
from adjudicator.switches import Switch, apply_settings, in_words, read_switches
from adjudicator.tiles import TileTable, custom_tile_table, read_tile_table
from lexicon.alphabet import Alphabet, Malformed, load_alphabet
from lexicon.errors import DataFileError, UnknownIdError

_KEYS = {"id", "title", "text", "lexicon_id", "alphabet", "folds", "tiles", "switches"}

#: The name of a caller's own tile table, and the setting that brings it.
CUSTOM = "custom"
CUSTOM_TILES = "tiles.custom"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """Everything that differs between one game and the next.

    ``switches`` holds each switch with its source; ``rules`` is the same as typed values, for the code that
    judges. ``text`` names the rule text. ``lexicon_id`` is the lexicon the game is usually played with.
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

    @cached_property
    def symbols(self) -> Mapping[str, Tile]:
        """Every character that may show a tile in rows of text: upper case a letter, lower case a blank."""
        forms = {letter: letter for letter in self.alphabet.letters} | dict(self.alphabet.folds)
        tiles = {shown: Tile(letter=letter) for shown, letter in forms.items()}
        blanks = {shown.lower(): Tile(letter=letter, blank=True) for shown, letter in forms.items()}
        return MappingProxyType(tiles | blanks)

    @property
    def examples_in_force(self) -> tuple[str, ...]:
        """What is in force only as a shipped example because no source knows it, by name."""
        return ("tiles.counts",) if self.tiles.counts_source == "configurable" and self.tiles.id != CUSTOM else ()

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
    return parse_ruleset(data, path, ruleset_id, path.read_text(encoding="utf-8"), settings)


def parse_ruleset(
    data: Path, path: Path, ruleset_id: str, text: str, settings: Mapping[str, object] = MappingProxyType({})
) -> Ruleset:
    """Read a ruleset from TOML text; ``path`` is for error messages, ``data`` holds alphabets and layouts."""
    table = _read_table(path, ruleset_id, text)
    tables = _tile_tables(path, table["tiles"])
    shipped = read_switches(path, table["switches"], tuple(table["folds"]))
    _check_names(path, data, shipped, tables)
    switches, faults = apply_settings(
        shipped, {name: value for name, value in settings.items() if name != CUSTOM_TILES}
    )
    if faults:
        raise SettingError(ruleset_id, faults)
    alphabet = load_alphabet(data, table["alphabet"], folds=_folds_in_force(path, table["folds"], switches))
    layout = load_layout(data, str(switches["layout"].value))
    match switches["layout.centre_premium"].value:
        case "none":
            layout = layout.with_start_premium(None)
        case "word_2":
            layout = layout.with_start_premium(Premium(word=2))
    return Ruleset(
        id=ruleset_id,
        title=table["title"],
        text=table["text"],
        lexicon_id=table["lexicon_id"],
        alphabet=alphabet,
        layout=layout,
        tiles=_tiles_in_force(ruleset_id, alphabet, tables, switches, settings),
        switches=MappingProxyType(switches),
        rules=Rules.from_values({name: switch.value for name, switch in switches.items()}),
    )


def _read_table(path: Path, ruleset_id: str, text: str) -> dict[str, Any]:
    """The file as a table with exactly the expected keys."""
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise DataFileError(path, where="TOML", found=str(error), expected="a TOML file") from error
    if set(table) != _KEYS:
        raise DataFileError(path, where="keys", found=", ".join(sorted(table)), expected=", ".join(sorted(_KEYS)))
    if table["id"] != ruleset_id:
        raise DataFileError(path, where="id", found=repr(table["id"]), expected=repr(ruleset_id))
    return table


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
    for name, known in (("layout", layout_ids(data)), ("tiles.table", (*tables, CUSTOM))):
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
    if (name == CUSTOM) != (given is not None):
        fault = f"{CUSTOM_TILES} together with tiles.table = {CUSTOM}, or neither"
        found = f"tiles.table = {name} {'with' if given is not None else 'without'} {CUSTOM_TILES}"
        raise SettingError(ruleset_id, (SettingFault(switch=CUSTOM_TILES, found=found, allowed=fault),))
    table = custom_tile_table(given, alphabet) if name == CUSTOM else tables[name]
    if isinstance(table, str):
        raise SettingError(ruleset_id, (SettingFault(switch=CUSTOM_TILES, found="another form", allowed=table),))
    if set(table.points) != set(alphabet.letters):
        odd = ", ".join(sorted(set(table.points) ^ set(alphabet.letters)))
        fault = f"a table with a tile for every letter that is not folded; {odd} differs"
        raise SettingError(ruleset_id, (SettingFault(switch="tiles.table", found=name, allowed=fault),))
    return table
