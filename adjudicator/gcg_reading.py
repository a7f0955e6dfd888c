"""Reading GCG, the form in which games of this kind are handed around: who played, and a line a move.

In: bytes, and the ruleset and judge of words, which the form does not name. Out: `GameRecord`; or `RecordError` with
every line at fault. Never: whether the moves are legal (see `replay`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from adjudicator.board import Square
from adjudicator.events import MoveMade, PlayWithdrawn, RackShown
from adjudicator.fields import LONGEST_TEXT
from adjudicator.game import Game
from adjudicator.game_rules import GameRules
from adjudicator.gcg_moves import GcgTable, LineFault, read_move_line, read_rack
from adjudicator.gcg_text import ENCODING_PRAGMA, Line, gcg_lines, looks_like_unnamed_utf_8
from adjudicator.moves import Placement
from adjudicator.reading import check_letters
from adjudicator.record import LONGEST_NOTE, MOST_EVENTS, MOST_REMARKS, GameRecord, RecordedEvent
from adjudicator.record_errors import NotExpressibleError, RecordError, RecordFault
from adjudicator.request import MOST_PLAYERS
from adjudicator.rules import SwapRule
from adjudicator.ruleset import Ruleset
from adjudicator.seating import Player, Seating
from adjudicator.words import Words

#: More faults than these are not listed.
MOST_FAULTS = 100

# No two parts that follow each other match the same characters: a long line is read in linear time.
_PLAYER = re.compile(r"#player(?P<seat>\d{1,2})\s+(?P<short>\S+)(?:\s+(?P<name>\S.*))?", re.IGNORECASE)
_MOVE = re.compile(r">(?P<short>[^:]+):")
_PRAGMA = re.compile(r"#(?P<name>[^\s]+)\s*(?P<text>.*)")
_RACK = re.compile(r"rack(?P<seat>\d{1,2})")


def read_gcg(
    content: bytes,
    *,
    ruleset: Ruleset,
    settings: Mapping[str, object],
    word_source: Mapping[str, object],
    words: Words,
) -> GameRecord:
    """Read a game. ``settings`` and ``word_source`` are how a request names what ``ruleset`` and ``words`` are.

    Raises `NotExpressibleError` for a ruleset whose moves the form has no lines for, `RequestError` for a lexicon
    in other letters, `RecordError` with every fault.
    """
    check_expressible(ruleset)
    check_letters(ruleset, words)
    lines = list(gcg_lines(content))
    seating = _read_players(lines, ruleset)
    sheet = _Sheet(table=GcgTable(ruleset=ruleset, seating=seating, lying={}))
    faults: list[RecordFault] = []
    for line in lines:
        try:
            sheet.read(line)
        except LineFault as error:
            faults.append(error.fault)
        if len(faults) == MOST_FAULTS:
            break
    if faults:
        raise RecordError(*_about_encoding(content), *faults)
    first = next((one.event.seat for one in sheet.events if isinstance(one.event, MoveMade)), 1)
    return GameRecord(
        game=Game(ruleset=ruleset, seating=seating, words=words),
        settings=dict(settings),
        word_source=dict(word_source),
        first_seat=first,
        events=tuple(sheet.events),
        title=sheet.title,
        incomplete=sheet.incomplete,
        remarks=tuple(sheet.remarks),
    )


def _about_encoding(content: bytes) -> tuple[RecordFault, ...]:
    """The likely cause of every other fault: a file in UTF-8 that does not say so."""
    if not looks_like_unnamed_utf_8(content):
        return ()
    found, expected = "bytes of UTF-8 and no encoding named", f"{ENCODING_PRAGMA}, or letters of Latin-1"
    mend = f"begin the file with {ENCODING_PRAGMA} UTF-8"
    return (RecordFault(line=1, column=1, found=found, expected=expected, mend=mend),)


def check_expressible(ruleset: Ruleset) -> None:
    """Refuse a ruleset whose moves GCG has no lines for: it knows tiles in one line, which stay where they lie."""
    mend = "use the project's own record (JSON)"
    if ruleset.word_rules is not None:
        raise NotExpressibleError(f"GCG has no tiles turned over, which {ruleset.id} has", mend=mend)
    if not ruleset.rules.single_line:
        reason = f"GCG writes a move as one line of tiles; {ruleset.id} lets a move lie in several"
        raise NotExpressibleError(reason, mend=mend)
    if ruleset.rules.swap is not SwapRule.OFF:
        raise NotExpressibleError(f"GCG has no blanks taken from the board, which {ruleset.id} allows", mend=mend)


@dataclass(slots=True, kw_only=True)
class _Sheet:
    """What was read so far. The one value here that changes: a line means what it means by those before it."""

    table: GcgTable
    events: list[RecordedEvent] = field(default_factory=list)
    title: str = ""
    incomplete: bool = False
    remarks: list[tuple[str, str]] = field(default_factory=list)
    in_note: bool = False
    last_laid: tuple[Square, ...] = ()

    def read(self, line: Line) -> None:
        """Read one line. Raises `LineFault`."""
        if len(line.text) > LONGEST_NOTE:
            raise LineFault(
                line,
                LONGEST_NOTE + 1,
                found=f"{len(line.text)} characters",
                expected=f"{LONGEST_NOTE} or fewer",
                mend="break the line",
            )
        if line.text.startswith("#"):
            self._read_pragma(line)
        elif line.text.startswith(">"):
            self.in_note = False
            self._read_move(line)
        elif self.in_note:
            self._add_note(line, line.text.strip())
        else:
            expected = "# and a pragma, or > and a move"
            raise LineFault(line, 1, found=repr(line.text[:40]), expected=expected, mend="begin the line with either")

    def _read_move(self, line: Line) -> None:
        head = _MOVE.match(line.text)
        shorts = {player.short: seat for seat, player in enumerate(self.table.seating.players, start=1)}
        if head is None or head["short"].strip() not in shorts:
            found = repr(line.text[1:40]) if head is None else repr(head["short"].strip()[:40])
            expected = f"one of the players, {', '.join(shorts)}, and a colon"
            raise LineFault(line, 2, found=found, expected=expected, mend="name a player of the #player lines")
        self._check_room(line)
        recorded = read_move_line(line, shorts[head["short"].strip()], head.end(), self.table)
        self._lay(recorded)
        self.events.append(recorded)

    def _check_room(self, line: Line) -> None:
        if len(self.events) == MOST_EVENTS:
            expected = f"{MOST_EVENTS} events or fewer"
            raise LineFault(line, 1, found="another event", expected=expected, mend="no game is as long")

    def _lay(self, recorded: RecordedEvent) -> None:
        """Keep what lies on the board: later lines name it with dots."""
        match recorded.event:
            case MoveMade(move=Placement(tiles=tiles)):
                fresh = [placed for placed in tiles if placed.square not in self.table.lying]
                self.table.lying.update({placed.square: placed.letter for placed in fresh})
                self.last_laid = tuple(placed.square for placed in fresh)
            case PlayWithdrawn():
                for square in self.last_laid:
                    self.table.lying.pop(square, None)

    def _read_pragma(self, line: Line) -> None:
        found = _PRAGMA.match(line.text)
        if found is None:
            raise LineFault(line, 2, found="nothing", expected="the name of a pragma", mend="drop the line")
        name, text = found["name"].casefold(), found["text"].strip()
        self.in_note = name == "note"
        rack = _RACK.fullmatch(name)
        if _PLAYER.fullmatch(line.text.rstrip()) or name == ENCODING_PRAGMA[1:]:
            return
        if name == "note":
            self._add_note(line, text)
        elif rack:
            self._read_current_rack(line, int(rack["seat"]))
        elif name == "title":
            self.title = text
        elif name == "incomplete":
            self.incomplete = True
        else:
            self._add_remark(line, found["name"], text)

    def _read_current_rack(self, line: Line, seat: int) -> None:
        """Read the rack of a player at the moment: games that are going on have one."""
        if seat not in self.table.seating.seats:
            raise LineFault(line, 6, found=f"player {seat}", expected="a player of the game", mend="drop the line")
        self._check_room(line)
        pieces = line.pieces(len(f"#rack{seat}"))
        letters = read_rack(line, pieces[0], self.table.ruleset) if pieces else ()
        self.events.append(RecordedEvent(event=RackShown(seat=seat, letters=letters)))

    def _add_note(self, line: Line, text: str) -> None:
        """Keep a note with the move before it, or with the whole game before the first."""
        if not self.events:
            self._add_remark(line, "note", text)
            return
        last = self.events[-1]
        note = f"{last.note}\n{text}" if last.note else text
        if len(note) > LONGEST_NOTE:
            found, expected = f"a note of {len(note)} characters", f"{LONGEST_NOTE} or fewer"
            raise LineFault(line, 1, found=found, expected=expected, mend="shorten it")
        self.events[-1] = replace(last, note=note)

    def _add_remark(self, line: Line, name: str, text: str) -> None:
        """Keep a line that says nothing of the game."""
        if len(self.remarks) == MOST_REMARKS or len(name) > LONGEST_TEXT:
            expected = f"{MOST_REMARKS} pragmas of other meaning or fewer, their names of {LONGEST_TEXT} characters"
            raise LineFault(line, 1, found=repr(line.text[:40]), expected=expected, mend="drop the line")
        self.remarks.append((name, text))


def _read_players(lines: list[Line], ruleset: Ruleset) -> Seating:
    """Read the ``#player`` lines; every seat from 1 on has one, and no two players one short name."""
    named: dict[int, Player] = {}
    faults: list[RecordFault] = []
    for line in lines:
        found = _PLAYER.fullmatch(line.text.rstrip())
        if found is None or len(faults) == MOST_FAULTS:
            continue
        seat, short = int(found["seat"]), found["short"]
        if seat in named or not 1 <= seat <= MOST_PLAYERS or any(short == one.short for one in named.values()):
            expected = "another seat and another short name for each player"
            faults.append(
                RecordFault(line=line.number, column=1, found=line.text[:40], expected=expected, mend="rename one")
            )
            continue
        if max(len(short), len(found["name"] or "")) > LONGEST_TEXT:
            expected = f"names of {LONGEST_TEXT} characters or fewer"
            faults.append(
                RecordFault(line=line.number, column=1, found=line.text[:40], expected=expected, mend="shorten it")
            )
            continue
        named[seat] = Player(name=found["name"] or short, short=short, side=seat)
    rules = GameRules.of(ruleset)
    if sorted(named) != list(range(1, len(named) + 1)) or not rules.players_min <= len(named) <= rules.players_max:
        faults.append(
            RecordFault(
                line=1,
                column=1,
                found=f"lines for players {', '.join(str(seat) for seat in sorted(named)) or 'none'}",
                expected=f"#player1 SHORT NAME and so on, {rules.players_min} to {rules.players_max} players",
                mend="give each player a line",
            )
        )
    if faults:
        raise RecordError(*faults)
    return Seating(players=tuple(named[seat] for seat in sorted(named)))
