"""Worked examples: one position, one move, and what is expected of the ruling, in a compact JSON form.

In: one object of such a file. Out: `Example`; or `RequestError` with every fault at once.
Never: whether the expectation is met (the tests' runner compares).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.board import Square
from adjudicator.fields import FARTHEST_SQUARE, Faults, Table, items, shown, text, texts
from adjudicator.moves import PlacedTile, Placement, Play, Swap, WordMove
from adjudicator.position import Position
from adjudicator.reading import axis_named, read_board, read_laid_letter, read_ruleset, read_words
from adjudicator.ruleset import Ruleset
from adjudicator.words import AcceptedWords, Unchecked, Words

_KEYS = (
    "id",
    "ruleset",
    "config",
    "board",
    "move",
    "given",
    "lexicon",
    "lexicon_excludes",
    "origin",
    "note",
    "expect",
)

#: Ids are told by people, and longer ones are not.
LONGEST_ID = 1000

#: How many words an example may list as the only acceptable ones.
LONGEST_LEXICON = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One example. ``move`` and ``position`` are None when it is not about a single move (key ``given``).

    ``words`` are the only acceptable ones when the example lists words; else nobody is asked.
    """

    id: str
    ruleset: Ruleset
    position: Position | None
    move: Play | None
    words: Words
    expect: Mapping[str, object]


def read_example(example: object, *, data: Path) -> Example:
    """Read one example. ``data`` is the data folder.

    A cell is ``[row, column]``; a tile ``[row, column, letter]``, lower case for a blank. Raises
    `RequestError` with every fault, and `lexicon.errors.UnknownIdError` for an unknown ruleset.
    """
    faults = Faults()
    top = Table(example, "", faults, keys=_KEYS)
    name = _read_id(top.raw("id"), faults)
    settings = top.raw("config")
    ruleset = read_ruleset(top.text("ruleset"), settings, "config", data, faults)
    expect = top.raw("expect")
    if not isinstance(expect, Mapping):
        faults.add("expect", found=shown(expect), expected="an object", mend="say what is expected")
        expect = None
    words: Words = Unchecked()
    if "lexicon" in top:
        listed = texts(top.raw("lexicon"), "lexicon", faults, most=LONGEST_LEXICON)
        words = AcceptedWords(frozenset(read_words(listed, ruleset, faults)))
    position, move = None, None
    if "given" in top:
        if "board" in top or "move" in top:
            faults.add("given", found="board or move beside it", expected="one of them", mend="drop one")
    else:
        board = read_board(top.raw("board"), "board", ruleset, faults)
        position = Position(board=board) if board else None
        move = _read_play(top.raw("move"), ruleset, faults)
    return Example(
        id=faults.settled(name),
        ruleset=faults.settled(ruleset),
        position=position,
        move=move,
        words=words,
        expect=faults.settled(expect),
    )


def _read_id(value: object, faults: Faults) -> str | None:
    """Read the name of the example; it may be a sentence."""
    if isinstance(value, str) and 0 < len(value) <= LONGEST_ID:
        return value
    expected = f"a text of 1 to {LONGEST_ID} characters"
    faults.add("id", found=shown(value), expected=expected, mend="name the example")
    return None


def _read_play(value: object, ruleset: Ruleset | None, faults: Faults) -> Play | None:
    """Read the kind of move that the ruleset has."""
    one_word = ruleset is not None and ruleset.word_rules is not None
    keys = ("word", "start", "dir", "terminator") if one_word else ("tiles", "swap")
    table = Table(value, "move", faults, keys=("type", *keys))
    kind = "word" if one_word else "play"
    if table.raw("type") != kind:
        expected = f"{kind!r}, the one kind of move of this ruleset"
        faults.add("move.type", found=shown(table.raw("type")), expected=expected, mend="send such a move")
    return _read_word(table, ruleset, faults) if one_word else _read_placement(table, ruleset, faults)


def _read_word(table: Table, ruleset: Ruleset | None, faults: Faults) -> WordMove | None:
    """Read a word, its start and direction, and the square of its face-down tile or null."""
    word, direction = table.text("word"), table.text("dir")
    if word and word != word.upper():
        mend = "there are no blanks to show in lower case"
        faults.add("move.word", found=shown(word), expected="upper case", mend=mend)
    start = _read_cell(table.raw("start"), "move.start", faults)
    face_down = _read_cell(table.raw("terminator"), "move.terminator", faults) if "terminator" in table else None
    if word is None or direction is None or start is None or ruleset is None:
        return None
    return WordMove(word=ruleset.alphabet.key(word), start=start, axis=axis_named(direction), face_down=face_down)


def _read_placement(table: Table, ruleset: Ruleset | None, faults: Faults) -> Placement:
    tiles = [_read_entry(entry, path, ruleset, faults) for path, entry in table.items("tiles")]
    swaps = table.items("swap") if "swap" in table else []
    taken = [_read_entry(entry, path, ruleset, faults) for path, entry in swaps]
    for (path, _), tile in zip(swaps, taken, strict=True):
        if tile and tile.blank:
            mend = "name the letter in upper case: a letter tile takes the place of a blank"
            faults.add(f"{path}[2]", found=shown(tile.letter.lower()), expected="a letter tile", mend=mend)
    return Placement(
        tiles=tuple(tile for tile in tiles if tile),
        swaps=tuple(Swap(square=tile.square, letter=tile.letter) for tile in taken if tile),
    )


def _read_entry(value: object, path: str, ruleset: Ruleset | None, faults: Faults) -> PlacedTile | None:
    """Read ``[row, column, letter]``."""
    entries = items(value, path, faults, most=3)
    if len(entries) != 3:
        faults.add(path, found=f"{len(entries)} entries", expected="[row, column, letter]", mend="send three")
        return None
    square = _read_square(entries[:2], faults)
    letter = text(entries[2][1], entries[2][0], faults)
    if square is None or letter is None or ruleset is None:
        return None
    blank = letter != letter.upper()
    letter = read_laid_letter(letter, entries[2][0], ruleset, faults, blank=blank)
    return PlacedTile(square=square, letter=letter, blank=blank)


def _read_cell(value: object, path: str, faults: Faults) -> Square | None:
    """Read ``[row, column]``."""
    entries = items(value, path, faults, most=2)
    if len(entries) != 2:
        faults.add(path, found=f"{len(entries)} entries", expected="[row, column]", mend="send two")
        return None
    return _read_square(entries, faults)


def _read_square(entries: list[tuple[str, object]], faults: Faults) -> Square | None:
    """Read a row and a column, each with its path."""
    numbers: list[int] = []
    for place, entry in entries:
        if type(entry) is int and abs(entry) <= FARTHEST_SQUARE:
            numbers.append(entry)
        else:
            faults.add(place, found=shown(entry), expected="a whole number", mend="count from 0")
    return Square(*numbers) if len(numbers) == 2 else None
