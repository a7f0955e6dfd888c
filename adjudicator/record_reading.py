"""Reading the project's own record of a game: JSON of a numbered version, strictly, with every fault at once.

In: bytes. Out: `GameRecord`; or an error that names each field. The form is in ``docs/game-record.md``.
Never: whether the events may happen (see `replay`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from adjudicator.event_reading import long_text, read_event
from adjudicator.events import StartDraw
from adjudicator.fields import Faults, Table, shown
from adjudicator.game import Game
from adjudicator.game_rules import GameRules
from adjudicator.reading import read_ruleset
from adjudicator.record import LONGEST_RECORD, MOST_EVENTS, MOST_REMARKS, GameRecord, RecordedEvent
from adjudicator.record_errors import RecordError, RecordFault, RecordVersionError
from adjudicator.request import MOST_PLAYERS, OpenWords, read_word_source
from adjudicator.ruleset import Ruleset
from adjudicator.seating import Player, Seating
from adjudicator.strict_json import read_json

#: What a record says it is, and the newest version of its form.
FORMAT = "slovosud-game"
VERSION = 1

_KEYS = (
    "format",
    "version",
    "ruleset_id",
    "settings",
    "words",
    "title",
    "players",
    "first_seat",
    "incomplete",
    "remarks",
    "events",
)


def read_record(content: bytes, *, data: Path, open_words: OpenWords) -> GameRecord:
    """Read a record. ``data`` is the data folder.

    Raises `RecordError` when the bytes are no JSON or too many, `RecordVersionError` for a version from the
    future, `RequestError` with every field at fault, `lexicon.errors.UnknownIdError` for an id that names nothing
    here.
    """
    value = _json(content)
    version = value.get("version") if isinstance(value, Mapping) else None
    if type(version) is int and version > VERSION:
        raise RecordVersionError(found=version, newest=VERSION)
    faults = Faults()
    top = Table(value, "", faults, keys=_KEYS)
    _check_form(top, faults)
    settings = top.raw("settings") if "settings" in top else {}
    ruleset = read_ruleset(top.text("ruleset_id"), settings, "settings", data, faults)
    open_source = read_word_source(top.raw("words"), ruleset, faults)
    _check_edition(top.raw("words"), faults)
    seating = _read_players(top, faults)
    _check_player_count(ruleset, seating, faults)
    events = _read_events(top, ruleset, seating, faults)
    first_seat = _read_first_seat(top, seating, events, faults)
    title = long_text(top.raw("title"), "title", faults)
    incomplete, remarks = top.flag("incomplete"), _read_remarks(top, faults)
    source, described = top.raw("words"), settings if isinstance(settings, Mapping) else {}
    ruleset, seating = faults.settled(ruleset), faults.settled(seating)
    words = faults.settled(open_source)(open_words)
    return GameRecord(
        game=Game(ruleset=ruleset, seating=seating, words=words),
        settings=dict(described),
        word_source=dict(source) if isinstance(source, Mapping) else {},
        first_seat=first_seat,
        events=events,
        title=title,
        incomplete=incomplete,
        remarks=remarks,
    )


def _json(content: bytes) -> object:
    """The JSON value of bytes that are not too many."""
    if len(content) > LONGEST_RECORD:
        expected = f"{LONGEST_RECORD} bytes or fewer"
        raise RecordError(RecordFault(found=f"{len(content)} bytes", expected=expected, mend="send one game a record"))
    return read_json(content)


def _check_form(top: Table, faults: Faults) -> None:
    """Check what the record says it is; an older version than the first is a mistake."""
    form = top.text("format")
    if form is not None and form != FORMAT:
        faults.add("format", found=shown(form), expected=repr(FORMAT), mend="send a record of this form")
    top.number("version", least=1, most=VERSION)


def _check_edition(words: object, faults: Faults) -> None:
    """A record pins the edition of its lexicon: the newest one is another tomorrow."""
    lexicon = words.get("lexicon") if isinstance(words, Mapping) else None
    if isinstance(lexicon, Mapping) and not lexicon.get("edition"):
        faults.add("words.lexicon.edition", found="nothing", expected="an edition", mend="name the edition played with")


def _read_players(top: Table, faults: Faults) -> Seating | None:
    """Read the players; either all name a side or none does."""
    players: list[Player] = []
    entries = top.items("players", most=MOST_PLAYERS)
    tables = [Table(entry, path, faults, keys=("name", "short", "side")) for path, entry in entries]
    for seat, table in enumerate(tables, start=1):
        name = table.text("name")
        short = table.text("short", default="") if table.raw("short") != "" else ""
        side = table.number("side", least=1, most=MOST_PLAYERS) if any("side" in one for one in tables) else seat
        if name is not None and short is not None and side is not None:
            players.append(Player(name=name, short=short, side=side))
    if not tables and isinstance(top.raw("players"), list):
        faults.add("players", found="nobody", expected="two players or more", mend="name who plays")
    if not players or len(players) != len(tables):
        return None
    seating = Seating(players=tuple(players))
    sides = {player.side for player in players}
    if sides != set(range(1, seating.side_count + 1)) or len(sides) < 2:
        found = ", ".join(str(player.side) for player in players)
        expected = "two sides or more, counted from 1 without a gap"
        faults.add("players", found=f"sides {found}", expected=expected, mend="number the sides 1, 2, …")
        return None
    return seating


def _check_player_count(ruleset: Ruleset | None, seating: Seating | None, faults: Faults) -> None:
    if ruleset is None or seating is None:
        return
    rules = GameRules.of(ruleset)
    if not rules.players_min <= seating.seat_count <= rules.players_max:
        expected = f"{rules.players_min} to {rules.players_max} players"
        mend = f"{ruleset.id} is played by so many"
        faults.add("players", found=f"{seating.seat_count} players", expected=expected, mend=mend)


def _read_events(
    top: Table, ruleset: Ruleset | None, seating: Seating | None, faults: Faults
) -> tuple[RecordedEvent, ...]:
    seats = seating.seat_count if seating else MOST_PLAYERS
    read = [
        read_event(entry, path, ruleset=ruleset, seat_count=seats, faults=faults)
        for path, entry in top.items("events", most=MOST_EVENTS)
    ]
    return tuple(event for event in read if event)


def _read_first_seat(
    top: Table, seating: Seating | None, events: tuple[RecordedEvent, ...], faults: Faults
) -> int | None:
    """Who begins: the seat that the record names, or None for a draw; without either, the first."""
    drawn = any(isinstance(recorded.event, StartDraw) for recorded in events)
    if "first_seat" not in top:
        return None if drawn else 1
    seat = top.number("first_seat", least=1, most=seating.seat_count if seating else MOST_PLAYERS)
    if drawn:
        expected = "either first_seat or a draw for the start"
        faults.add("first_seat", found="both", expected=expected, mend="drop first_seat, the draw settles it")
    return seat


def _read_remarks(top: Table, faults: Faults) -> tuple[tuple[str, str], ...]:
    if "remarks" not in top:
        return ()
    remarks: list[tuple[str, str]] = []
    for path, entry in top.items("remarks", most=MOST_REMARKS):
        table = Table(entry, path, faults, keys=("name", "text"))
        name, text = table.text("name"), long_text(table.raw("text"), table.path("text"), faults)
        if name is not None:
            remarks.append((name, text))
    return tuple(remarks)
