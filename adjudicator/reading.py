"""Rulesets, boards, words and letters as they stand in requests, read strictly.

In: JSON-like values with their path. Out: domain values, or None and a fault.
Never: the shape of a whole request (see `request` and `example`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.board import Axis, Board, BoardFormatError
from adjudicator.errors import FieldViolation, RequestError, SettingError
from adjudicator.fields import LONGEST_TEXT, Faults, shown, texts
from adjudicator.moves import BLANK
from adjudicator.ruleset import Ruleset, load_ruleset
from adjudicator.words import LexiconWords, Words
from lexicon.alphabet import Malformed, Word

#: No ruleset has as many switches.
MOST_SETTINGS = 200


def read_ruleset(ruleset_id: str | None, settings: object, path: str, data: Path, faults: Faults) -> Ruleset | None:
    """Load the ruleset with ``settings``, an object of switch names and values that stands at ``path``."""
    if not isinstance(settings, Mapping) or not all(isinstance(name, str) for name in settings):
        faults.add(path, found=shown(settings), expected="an object: switch and value", mend="send an object")
        return None
    if len(settings) > MOST_SETTINGS:
        expected = f"{MOST_SETTINGS} settings or fewer"
        faults.add(path, found=f"{len(settings)} settings", expected=expected, mend="send those that differ")
        return None
    if ruleset_id is None:
        return None
    try:
        return load_ruleset(data, ruleset_id, settings)
    except SettingError as error:
        for fault in error.faults:
            name = fault.switch[:LONGEST_TEXT]
            faults.add(
                f"{path}.{name}", found=fault.found, expected=fault.allowed, mend="give such a value or leave it out"
            )
        return None


def check_letters(ruleset: Ruleset, words: Words) -> None:
    """Refuse a lexicon in other letters than the game's: it would find every word wrong, and mean nothing by it.

    A letter that the game compares as another may not be one of its own there. Raises `RequestError`.
    """
    if not isinstance(words, LexiconWords):
        return
    theirs, ours = words.lexicon.alphabet, ruleset.alphabet
    lacking = [letter for letter in ours.letters if letter not in theirs.letters]
    unfolded = [letter for letter in ours.folds if letter in theirs.letters]
    if not lacking and not unfolded:
        return
    odd = f"without {''.join(lacking)}" if lacking else f"with {''.join(unfolded)} as a letter of its own"
    violation = FieldViolation(
        field="words.lexicon.id",
        found=f"a lexicon in the alphabet {theirs.id}, {odd}",
        expected=f"one in the letters of {ruleset.id}, {''.join(ours.letters)}",
        mend=f"name a lexicon for this game, such as {ruleset.lexicon_id}",
    )
    raise RequestError((violation,))


def read_words(given: list[tuple[str, str]], ruleset: Ruleset | None, faults: Faults) -> list[Word]:
    """Read words of the ruleset's alphabet, each with its path."""
    words: list[Word] = []
    if ruleset is None:
        return words
    for path, spelling in given:
        word = ruleset.alphabet.read(spelling)
        if isinstance(word, Malformed):
            expected = "a word of the ruleset's alphabet"
            faults.add(path, found=f"{shown(spelling)} ({word})", expected=expected, mend="spell it in its letters")
        else:
            words.append(word)
    return words


def read_board(rows: object, path: str, ruleset: Ruleset | None, faults: Faults) -> Board | None:
    """Read a board from a list of rows of text that stands at ``path``."""
    read = [row for _, row in texts(rows, path, faults)]
    if ruleset is None or not isinstance(rows, list | tuple) or len(read) != len(rows):
        return None
    try:
        board = ruleset.board(read)
    except BoardFormatError as error:
        for fault in error.faults:
            place = path if fault.row is None else f"{path}[{fault.row}]"
            found = fault.found if fault.column is None else f"column {fault.column}: {fault.found}"
            faults.add(place, found=found, expected=fault.expected, mend="draw the board as the ruleset has it")
        return None
    if board.face_down and ruleset.word_rules is None:
        expected = "letters and free squares: this game turns no tile over"
        found = ", ".join(str(square) for square in sorted(board.face_down)[:3])
        faults.add(path, found=f"face-down tiles at {found}", expected=expected, mend="draw the square free")
        return None
    return board


def read_rack_tile(given: str, path: str, ruleset: Ruleset, faults: Faults) -> str:
    """Read a tile that is not on the board: a letter in upper case, or a blank, which shows none yet."""
    tile = ruleset.symbols.get(given)
    if given == BLANK or (tile and not tile.blank):
        return tile.letter if tile else BLANK
    expected = f"a letter of the ruleset's alphabet in upper case, or {BLANK!r} for a blank"
    faults.add(path, found=shown(given), expected=expected, mend="name the tile as it is on the rack")
    return given


def read_laid_letter(given: str, path: str, ruleset: Ruleset, faults: Faults, *, blank: bool) -> str:
    """Read the letter of a tile that is laid. A stranger to the alphabet stays as it is: the ruling names it."""
    tile = ruleset.symbols.get(given)
    if tile and tile.blank and not blank:
        # Rows of text show blanks in lower case; taking it for a letter tile would score it silently.
        mend = 'send upper case, and "blank": true for a blank'
        faults.add(path, found=shown(given), expected="a letter in upper case", mend=mend)
    return tile.letter if tile else given


def axis_named(name: str) -> Axis | None:
    """The axis called ``name``: ACROSS or H, DOWN or V. Any other name is a shape that is neither: None."""
    return {"ACROSS": Axis.ACROSS, "H": Axis.ACROSS, "DOWN": Axis.DOWN, "V": Axis.DOWN}.get(name)
