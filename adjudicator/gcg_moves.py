"""One line of moves of a GCG file: a play, a withdrawal, an exchange, a pass, points beside the play.

In: a line and what lies on the board. Out: a `RecordedEvent`; or a fault with its column.
Never: whether the rules allow it (see `replay`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from adjudicator.board import Axis, Square
from adjudicator.events import EndRack, Event, MoveMade, Penalty, PlayChallenged, PlayWithdrawn
from adjudicator.fields import LONGEST_TEXT
from adjudicator.gcg_text import Line, Piece
from adjudicator.moves import BLANK, Exchange, Move, Pass, PlacedTile, Placement
from adjudicator.record import RecordedEvent
from adjudicator.record_errors import RecordFault
from adjudicator.ruleset import Ruleset
from adjudicator.seating import Seating

#: A play that came off, a tile already lying, the start of an exchange, and the points beside the play.
WITHDRAWN = "--"
LYING = "."
EXCHANGE = "-"
CHALLENGE = "(challenge)"
TIME = "(time)"

_PLACE = re.compile(r"(?a:(?P<row>\d{1,2})(?P<column>[A-Za-z])|(?P<down>[A-Za-z])(?P<down_row>\d{1,2}))")
_BRACKETED = re.compile(r"(?:[^()]|\([^()]+\))+")
_COUNT = re.compile(r"\d{1,3}", re.ASCII)
_POINTS = re.compile(r"[+-]?\d{1,5}", re.ASCII)


class LineFault(Exception):  # noqa: N818 -- not an error to anybody outside: it becomes a `RecordFault`
    """A line cannot be read; ``fault`` says where."""

    def __init__(self, line: Line, column: int, *, found: str, expected: str, mend: str) -> None:
        self.fault = RecordFault(line=line.number, column=column, found=found, expected=expected, mend=mend)
        super().__init__(str(self.fault))


@dataclass(frozen=True, slots=True, kw_only=True)
class GcgTable:
    """What is needed to read a line: the ruleset, who plays, and what lies: square and letter."""

    ruleset: Ruleset
    seating: Seating
    lying: dict[Square, str]


def read_move_line(line: Line, seat: int, start: int, table: GcgTable) -> RecordedEvent:
    """Read what follows the name of the player on ``seat``, from index ``start`` on. Raises `LineFault`."""
    pieces = line.pieces(start)
    if len(pieces) < 3:
        expected = "a rack, what was done, its points with a sign, and the total"
        raise LineFault(line, start + 1, found=f"{len(pieces)} parts", expected=expected, mend="complete the line")
    *body, score_piece, total_piece = pieces
    score, total = _points(line, score_piece), _points(line, total_piece)
    event = _event(line, seat, body, score, table)
    return RecordedEvent(event=event, score=score, total=total)


def read_rack(line: Line, piece: Piece, ruleset: Ruleset) -> tuple[str, ...]:
    """Read tiles: letters in upper case, `?` for a blank. Raises `LineFault`."""
    check_length(line, piece)
    tiles: list[str] = []
    for place, character in enumerate(piece.text):
        tile = ruleset.symbols.get(character)
        if character == BLANK or (tile and not tile.blank):
            tiles.append(tile.letter if tile else BLANK)
        else:
            expected = f"a letter of the alphabet {ruleset.alphabet.id} in upper case, or {BLANK}"
            mend = "name the tile as it is on the rack"
            raise LineFault(line, piece.column + place, found=_named(character), expected=expected, mend=mend)
    return tuple(tiles)


def check_length(line: Line, piece: Piece) -> None:
    """Refuse a name, a rack or a word that is too long to be one. Raises `LineFault`."""
    if len(piece.text) > LONGEST_TEXT:
        found, expected = f"{len(piece.text)} characters", f"{LONGEST_TEXT} or fewer"
        raise LineFault(line, piece.column, found=found, expected=expected, mend="shorten it")


def _event(line: Line, seat: int, body: list[Piece], score: int, table: GcgTable) -> Event:
    """Read the middle of a line: what was done, behind the rack, which may be left out."""
    last = body[-1]
    if len(body) > 1 and _PLACE.fullmatch(body[-2].text):
        rack = _rack_before(line, body[:-2], table.ruleset)
        return MoveMade(seat=seat, move=_placement(line, body[-2], last, table), rack=rack)
    rack = _rack_before(line, body[:-1], table.ruleset)
    match last.text.casefold():
        case "--":
            return PlayWithdrawn(seat=seat)
        case "(challenge)":
            # The line tells who gets the points, not who questioned his play: the player whose turn was next.
            return PlayChallenged(seat=table.seating.after(seat), play_stands=True)
        case "(time)":
            if score > 0:
                mend = "write the points with a minus"
                raise LineFault(line, last.column, found=f"{score:+d}", expected="points taken off", mend=mend)
            return Penalty(seat=seat, points=-score)
    if last.text.startswith("(") and last.text.endswith(")"):
        return _end_rack(line, last, table, seat=seat, rack=rack, score=score)
    if last.text.startswith(EXCHANGE):
        return MoveMade(seat=seat, move=_exchange(line, last, table.ruleset), rack=rack)
    expected = f"a place and a word (8H KOT), {EXCHANGE}, {EXCHANGE}TILES, {WITHDRAWN}, {CHALLENGE}, {TIME}, (TILES)"
    raise LineFault(line, last.column, found=repr(last.text[:40]), expected=expected, mend="write what was done")


def _points(line: Line, piece: Piece) -> int:
    if not _POINTS.fullmatch(piece.text):
        mend = "a line ends with points and total, such as +24 132"
        raise LineFault(
            line, piece.column, found=repr(piece.text[:40]), expected="a whole number of up to 5 digits", mend=mend
        )
    return int(piece.text)


def _rack_before(line: Line, pieces: list[Piece], ruleset: Ruleset) -> tuple[str, ...] | None:
    """Read the rack, None when the line has none."""
    if len(pieces) > 1:
        expected, mend = "a place, such as 8H, behind one rack", "write the rack without spaces, then what was done"
        raise LineFault(line, pieces[1].column, found=repr(pieces[1].text[:40]), expected=expected, mend=mend)
    return read_rack(line, pieces[0], ruleset) if pieces else None


def _placement(line: Line, place: Piece, word: Piece, table: GcgTable) -> Placement:
    """Read a word with its place: a number first is across, a letter first down."""
    check_length(line, word)
    if not _BRACKETED.fullmatch(word.text):
        mend = "close each bracket behind the tiles that lie"
        raise LineFault(line, word.column, found=repr(word.text), expected="brackets in pairs", mend=mend)
    square, axis = _square_and_axis(place.text)
    tiles: list[PlacedTile] = []
    for character, column, in_brackets in _letters(word):
        tile = table.ruleset.symbols.get(character)
        if character == LYING or in_brackets:
            lying = table.lying.get(square)
            if lying is None or (character != LYING and (tile is None or tile.letter != lying)):
                found = f"{character!r} on {_place_name(square)}, where {lying or 'no tile'} lies"
                mend = "write the letter that is laid there, without brackets" if lying is None else f"write {lying}"
                raise LineFault(line, column, found=found, expected="a tile that lies", mend=mend)
        elif tile is None:
            expected = f"a letter of the alphabet {table.ruleset.alphabet.id}, or {LYING} for a tile that lies"
            mend = "spell the word in letters of the game"
            raise LineFault(line, column, found=_named(character), expected=expected, mend=mend)
        elif table.lying.get(square) != tile.letter:
            tiles.append(PlacedTile(square=square, letter=tile.letter, blank=tile.blank))
        square = square.step(axis)
    return Placement(tiles=tuple(tiles))


def _letters(word: Piece) -> Iterable[tuple[str, int, bool]]:
    """The characters of a word with their columns, and whether they stand in brackets, as tiles that lie may."""
    in_brackets = False
    for place, character in enumerate(word.text):
        if character in "()":
            in_brackets = character == "("
        else:
            yield character, word.column + place, in_brackets


def _square_and_axis(place: str) -> tuple[Square, Axis]:
    found = _PLACE.fullmatch(place)
    if found is None:
        raise ValueError(place)
    column = found["column"] or found["down"]
    row = found["row"] or found["down_row"]
    axis = Axis.ACROSS if found["column"] else Axis.DOWN
    return Square(int(row) - 1, ord(column.upper()) - ord("A")), axis


def _place_name(square: Square) -> str:
    return f"{square.row + 1}{chr(ord('A') + square.column)}"


def _exchange(line: Line, piece: Piece, ruleset: Ruleset) -> Move:
    """Read ``-`` (a pass), ``-5`` (so many tiles) or ``-TILES``; tiles are counted in letters."""
    rest = piece.text.removeprefix(EXCHANGE)
    if not rest:
        return Pass()
    if _COUNT.fullmatch(rest):
        return Exchange(count=int(rest)) if int(rest) else Pass()
    letters = read_rack(line, Piece(text=rest, column=piece.column + len(EXCHANGE)), ruleset)
    return Exchange(count=len(letters), letters=letters)


def _end_rack(
    line: Line, piece: Piece, table: GcgTable, *, seat: int, rack: tuple[str, ...] | None, score: int
) -> EndRack:
    """Read the tiles left at the end, in either convention.

    ``TILES (TILES) -8``, or ``(TILES) -8``: the player's own. ``(TILES) +8``: those of the other, added for him.
    """
    letters = read_rack(line, Piece(text=piece.text[1:-1], column=piece.column + 1), table.ruleset)
    if rack is not None or score < 0:
        if rack is not None and sorted(rack) != sorted(letters):
            mend = "write one rack twice"
            raise LineFault(line, piece.column, found=piece.text[:40], expected="the same tiles again", mend=mend)
        return EndRack(seat=seat, letters=letters)
    if table.seating.seat_count != 2:
        expected = "whose tiles these are: in a game of more than two, TILES (TILES) for each player"
        raise LineFault(line, piece.column, found=piece.text[:40], expected=expected, mend="write a line for each")
    return EndRack(seat=table.seating.after(seat), letters=letters, credited_to=seat)


def _named(character: str) -> str:
    return f"{character!r} (U+{ord(character):04X})"
