"""Moves as they stand in requests and records, read strictly.

In: JSON-like values with their path. Out: `Move` values, or None and a fault.
Never: whether a move is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.board import Square
from adjudicator.fields import FARTHEST_SQUARE, LONGEST_LIST, Faults, Table, shown
from adjudicator.moves import Contra, Exchange, Move, Pass, PlacedTile, Placement, Swap, WordMove
from adjudicator.reading import axis_named, read_laid_letter, read_rack_tile
from adjudicator.ruleset import Ruleset

#: The kinds of move, each with its fields.
_KINDS: Mapping[str, tuple[str, ...]] = {
    "tiles": ("tiles", "swaps"),
    "word": ("word", "start", "direction", "face_down"),
    "contra": ("contra",),
    "exchange": ("exchange",),
    "pass": ("pass",),
}


def read_move(value: object, ruleset: Ruleset | None, faults: Faults) -> Move | None:
    """Read one of the kinds of move that the ruleset has, an object that stands at ``move``."""
    table = Table(value, "move", faults, keys=[key for keys in _KINDS.values() for key in keys])
    kinds = [kind for kind, keys in _KINDS.items() if any(key in table for key in keys)]
    if len(kinds) != 1:
        found = " and ".join(kinds) or "no kind of move"
        expected = "one of tiles (with swaps), word (with start, direction, face_down), contra, exchange, pass"
        faults.add("move", found=found, expected=expected, mend="send exactly one")
        return None
    if ruleset and kinds[0] in (("word", "contra") if ruleset.word_rules is None else ("tiles",)):
        expected = "tiles" if ruleset.word_rules is None else "a word or a contra"
        faults.add("move", found=kinds[0], expected=expected, mend=f"send a move that {ruleset.id} has")
        return None
    readers: Mapping[str, Callable[[Table, Ruleset | None, Faults], Move | None]] = {
        "tiles": _read_placement,
        "word": _read_word,
        "contra": _read_contra,
        "exchange": _read_exchange,
        "pass": _read_pass,
    }
    return readers[kinds[0]](table, ruleset, faults)


def _read_placement(table: Table, ruleset: Ruleset | None, faults: Faults) -> Placement:
    tiles = table.items("tiles") if "tiles" in table else []
    swaps = table.items("swaps") if "swaps" in table else []
    placed = [read_tile(entry, path, ruleset, faults) for path, entry in tiles]
    taken = [read_swap(entry, path, ruleset, faults) for path, entry in swaps]
    return Placement(tiles=tuple(tile for tile in placed if tile), swaps=tuple(swap for swap in taken if swap))


def _read_pass(table: Table, _: Ruleset | None, faults: Faults) -> Pass | None:
    if table.raw("pass") is True:
        return Pass()
    faults.add("move.pass", found=shown(table.raw("pass")), expected="true", mend="send true")
    return None


def _read_contra(table: Table, _: Ruleset | None, faults: Faults) -> Contra | None:
    square = _read_named_square(table, "contra", faults)
    return Contra(square=square) if square else None


def _read_word(table: Table, ruleset: Ruleset | None, faults: Faults) -> WordMove | None:
    """Read a word with its place. Letters that are none here stay as they are: the ruling names them."""
    word = table.text("word")
    start = _read_named_square(table, "start", faults)
    face_down = _read_named_square(table, "face_down", faults) if "face_down" in table else None
    direction = (table.text("direction") or "").removeprefix("DIRECTION_")
    if direction == "UNSPECIFIED":
        faults.add("move.direction", found="no direction", expected="ACROSS or DOWN", mend="say how the word reads")
    if word is None or start is None or ruleset is None:
        return None
    return WordMove(word=ruleset.alphabet.key(word), start=start, axis=axis_named(direction), face_down=face_down)


def _read_named_square(table: Table, key: str, faults: Faults) -> Square | None:
    """Read a field that is a square; one fault, not three, when it is absent."""
    if key in table:
        return read_square(Table(table.raw(key), table.path(key), faults, keys=("row", "column")))
    faults.add(table.path(key), found="nothing", expected="a square: row and column", mend="send both numbers")
    return None


def read_tile(value: object, path: str, ruleset: Ruleset | None, faults: Faults) -> PlacedTile | None:
    """Read a tile laid now, an object that stands at ``path``."""
    table = Table(value, path, faults, keys=("row", "column", "letter", "blank"))
    square, letter, blank = read_square(table), table.text("letter"), table.flag("blank")
    if square is None or letter is None or ruleset is None:
        return None
    letter = read_laid_letter(letter, table.path("letter"), ruleset, faults, blank=blank)
    return PlacedTile(square=square, letter=letter, blank=blank)


def read_swap(value: object, path: str, ruleset: Ruleset | None, faults: Faults) -> Swap | None:
    """Read a swap, an object that stands at ``path``."""
    table = Table(value, path, faults, keys=("row", "column", "letter"))
    square, letter = read_square(table), table.text("letter")
    if square is None or letter is None or ruleset is None:
        return None
    letter = read_laid_letter(letter, table.path("letter"), ruleset, faults, blank=False)
    return Swap(square=square, letter=letter)


def read_square(table: Table) -> Square | None:
    """Read ``row`` and ``column`` of an object; squares a little off the board are an answer about the move."""
    row = table.number("row", least=-FARTHEST_SQUARE, most=FARTHEST_SQUARE)
    column = table.number("column", least=-FARTHEST_SQUARE, most=FARTHEST_SQUARE)
    return None if row is None or column is None else Square(row, column)


def _read_exchange(move: Table, ruleset: Ruleset | None, faults: Faults) -> Exchange | None:
    table = Table(move.raw("exchange"), "move.exchange", faults, keys=("letters", "count"))
    if ("letters" in table) == ("count" in table):
        expected = "either letters or count"
        found = "both" if "count" in table else "neither"
        faults.add("move.exchange", found=found, expected=expected, mend="name the tiles or tell how many")
        return None
    if "count" in table:
        count = table.number("count", least=0, most=LONGEST_LIST)
        return None if count is None else Exchange(count=count)
    given = table.texts("letters")
    if ruleset is None:
        return None
    letters = tuple(read_rack_tile(letter, path, ruleset, faults) for path, letter in given)
    return Exchange(count=len(letters), letters=letters)
