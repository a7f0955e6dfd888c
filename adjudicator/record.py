"""The record of a game: what was agreed on before, and what happened, event by event, as somebody wrote it down.

In: nothing; these are the values. Out: `GameRecord`.
Never: whether it is right (see `replay`), how it stands in a file (see `record_reading`, `gcg_reading`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from adjudicator.events import Event
from adjudicator.game import Game

#: More events than this are no game: the longest by the rules has some hundreds.
MOST_EVENTS = 10_000

#: Longer files are refused unread: 10,000 events take less.
LONGEST_RECORD = 10_000_000

#: Longer notes and titles, and more remarks, are refused.
LONGEST_NOTE = 4000
MOST_REMARKS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedEvent:
    """An event with what was written beside it.

    ``score``: the points it brought; ``total``: the sum of that side after it; None where nothing was written.
    Both are what the record says, right or wrong.
    """

    event: Event
    score: int | None = None
    total: int | None = None
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A recorded game.

    ``settings`` and ``word_source`` are the switches set and the judge of words as a request names them;
    ``game`` is what they come to. ``first_seat`` is None when the events have a draw for the start. ``remarks``
    are lines of a foreign record that say nothing about the game, by name, kept to be written again.
    """

    game: Game
    settings: Mapping[str, object]
    word_source: Mapping[str, object]
    first_seat: int | None
    events: tuple[RecordedEvent, ...]
    title: str = ""
    incomplete: bool = False
    remarks: tuple[tuple[str, str], ...] = field(default=())
