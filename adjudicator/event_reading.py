"""Events as they stand in records and requests: JSON-like values to `Event` values.

In: one snake_case object. Out: `RecordedEvent`, or None and faults with their paths.
Never: whether the event may happen (see `referee`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from adjudicator.errors import RequestError
from adjudicator.events import (
    BlanksRecovered,
    Draw,
    EndRack,
    Event,
    GameEnded,
    MoveMade,
    Penalty,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
    ScoreWritten,
    StartDraw,
)
from adjudicator.fields import LONGEST_LIST, Faults, Table, shown
from adjudicator.move_reading import read_move, read_swap
from adjudicator.moves import Move
from adjudicator.reading import read_rack_tile, read_words
from adjudicator.record import LONGEST_NOTE, RecordedEvent
from adjudicator.ruleset import Ruleset

#: Larger numbers of points are mistakes.
MOST_POINTS = 100_000

#: Fields that every event may have.
_COMMON = ("type", "score", "total", "note")

#: The types of event, each with its fields.
EVENT_KEYS: Mapping[str, tuple[str, ...]] = {
    "start_draw": ("seat", "tile"),
    "draw": ("seat", "letters", "count"),
    "rack": ("seat", "letters"),
    "move": ("seat", "move", "rack", "turned"),
    "recovery": ("seat", "swaps", "rack"),
    "score_written": ("seat",),
    "challenge": ("seat", "words", "all", "play_stands"),
    "refuse": ("seat",),
    "withdraw": ("seat",),
    "end_rack": ("seat", "letters", "credited_to"),
    "penalty": ("seat", "points"),
    "end": (),
}

_Reader = Callable[[Table, int, Ruleset, Faults], Event | None]


def read_event(
    value: object, path: str, *, ruleset: Ruleset | None, seat_count: int, faults: Faults
) -> RecordedEvent | None:
    """Read one event that stands at ``path``. A type that is not known is a fault: it may mean anything."""
    kind = value.get("type") if isinstance(value, Mapping) else None
    if isinstance(value, Mapping) and not (isinstance(kind, str) and kind in EVENT_KEYS):
        found = "nothing" if kind is None else shown(kind)
        faults.add(f"{path}.type", found=found, expected=f"one of {', '.join(EVENT_KEYS)}", mend="name what happened")
        return None
    table = Table(value, path, faults, keys=(*_COMMON, *EVENT_KEYS.get(str(kind), ())))
    if not isinstance(value, Mapping):
        return None
    score, total = _points(table, "score"), _points(table, "total")
    note = long_text(table.raw("note"), table.path("note"), faults)
    seat = 0 if kind == "end" else table.number("seat", least=1, most=seat_count)
    if ruleset is None or seat is None:
        return None
    event = _READERS[str(kind)](table, seat, ruleset, faults)
    if isinstance(event, EndRack) and event.credited_to is not None and event.credited_to > seat_count:
        expected = f"a seat from 1 to {seat_count}"
        faults.add(table.path("credited_to"), found=str(event.credited_to), expected=expected, mend="name who gains")
    return None if event is None else RecordedEvent(event=event, score=score, total=total, note=note)


def long_text(value: object, path: str, faults: Faults) -> str:
    """Read a text of up to `LONGEST_NOTE` characters; an absent one is empty."""
    if value is None:
        return ""
    if isinstance(value, str) and len(value) <= LONGEST_NOTE:
        return value
    found = f"{len(value)} characters" if isinstance(value, str) else shown(value)
    faults.add(path, found=found, expected=f"a text of up to {LONGEST_NOTE} characters", mend="shorten it")
    return ""


def _points(table: Table, key: str) -> int | None:
    return table.number(key, least=-MOST_POINTS, most=MOST_POINTS) if key in table else None


def _letters(table: Table, key: str, ruleset: Ruleset, faults: Faults) -> tuple[str, ...]:
    return tuple(read_rack_tile(tile, path, ruleset, faults) for path, tile in table.texts(key))


def _rack(table: Table, ruleset: Ruleset, faults: Faults) -> tuple[str, ...] | None:
    return _letters(table, "rack", ruleset, faults) if "rack" in table else None


def _tile(table: Table, key: str, ruleset: Ruleset, faults: Faults) -> str | None:
    text = table.text(key)
    return None if text is None else read_rack_tile(text, table.path(key), ruleset, faults)


def _read_start_draw(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event | None:
    tile = _tile(table, "tile", ruleset, faults)
    return None if tile is None else StartDraw(seat=seat, tile=tile)


def _read_draw(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event | None:
    if ("letters" in table) == ("count" in table):
        found = "both" if "count" in table else "neither"
        faults.add(table.path("letters"), found=found, expected="either letters or count", mend="tell one of them")
        return None
    if "count" in table:
        count = table.number("count", least=0, most=LONGEST_LIST)
        return None if count is None else Draw(seat=seat, count=count)
    letters = _letters(table, "letters", ruleset, faults)
    return Draw(seat=seat, count=len(letters), letters=letters)


def _read_rack(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event:
    return RackShown(seat=seat, letters=_letters(table, "letters", ruleset, faults))


def _read_move(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event | None:
    move = _nested_move(table, ruleset, faults)
    rack = _rack(table, ruleset, faults)
    turned = _tile(table, "turned", ruleset, faults) if "turned" in table else None
    return None if move is None else MoveMade(seat=seat, move=move, rack=rack, turned=turned)


def _nested_move(table: Table, ruleset: Ruleset, faults: Faults) -> Move | None:
    """Read the move of an event: the same object as in a request, with its path inside the event."""
    inside = Faults()
    move = read_move(table.raw("move"), ruleset, inside)
    try:
        inside.settled(move)
    except RequestError as error:
        for one in error.violations:
            faults.add(table.path(one.field), found=one.found, expected=one.expected, mend=one.mend)
        return None
    return move


def _read_recovery(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event:
    swaps = [read_swap(entry, path, ruleset, faults) for path, entry in table.items("swaps")]
    if not swaps:
        faults.add(table.path("swaps"), found="no swap", expected="one or more", mend="name the blanks taken")
    return BlanksRecovered(seat=seat, swaps=tuple(swap for swap in swaps if swap), rack=_rack(table, ruleset, faults))


def _read_score_written(_: Table, seat: int, __: Ruleset, ___: Faults) -> Event:
    return ScoreWritten(seat=seat)


def _read_challenge(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event:
    every = table.flag("all")
    words = tuple(read_words(table.texts("words"), ruleset, faults)) if "words" in table else ()
    if every == bool(table.raw("words")):
        found = "both" if every else "neither"
        faults.add(table.path("words"), found=found, expected="either words or all", mend='name words, or "all": true')
    stands = table.flag("play_stands") if "play_stands" in table else None
    return PlayChallenged(seat=seat, words=None if every else words, play_stands=stands)


def _read_refuse(_: Table, seat: int, __: Ruleset, ___: Faults) -> Event:
    return PlayRefused(seat=seat)


def _read_withdraw(_: Table, seat: int, __: Ruleset, ___: Faults) -> Event:
    return PlayWithdrawn(seat=seat)


def _read_end_rack(table: Table, seat: int, ruleset: Ruleset, faults: Faults) -> Event | None:
    letters = _letters(table, "letters", ruleset, faults)
    if "credited_to" not in table:
        return EndRack(seat=seat, letters=letters)
    other = table.number("credited_to", least=1, most=LONGEST_LIST)
    if other == seat:
        expected = "another seat than that of the rack"
        faults.add(table.path("credited_to"), found=str(other), expected=expected, mend="drop it, or name who gains")
    return None if other is None else EndRack(seat=seat, letters=letters, credited_to=other)


def _read_penalty(table: Table, seat: int, _: Ruleset, __: Faults) -> Event | None:
    points = table.number("points", least=0, most=MOST_POINTS)
    return None if points is None else Penalty(seat=seat, points=points)


def _read_end(_: Table, __: int, ___: Ruleset, ____: Faults) -> Event:
    return GameEnded()


_READERS: Mapping[str, _Reader] = {
    "start_draw": _read_start_draw,
    "draw": _read_draw,
    "rack": _read_rack,
    "move": _read_move,
    "recovery": _read_recovery,
    "score_written": _read_score_written,
    "challenge": _read_challenge,
    "refuse": _read_refuse,
    "withdraw": _read_withdraw,
    "end_rack": _read_end_rack,
    "penalty": _read_penalty,
    "end": _read_end,
}
