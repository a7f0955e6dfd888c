"""Writing the project's own record of a game, one event a line.

In: `GameRecord`. Out: text that `record_reading` reads as the same record.
Never: what the rules say of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from adjudicator.answer import Json
from adjudicator.event_writing import recorded_as_dict
from adjudicator.record import GameRecord
from adjudicator.record_reading import FORMAT, VERSION
from adjudicator.seating import Player, Seating


def write_record(record: GameRecord) -> str:
    """The record as JSON text, ending with a line feed."""
    head: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "ruleset_id": record.game.ruleset.id,
        "settings": dict(record.settings),
        "words": record.word_source,
    }
    if record.title:
        head["title"] = record.title
    head["players"] = [_player(record.game.seating, player) for player in record.game.seating.players]
    if record.first_seat is not None:
        head["first_seat"] = record.first_seat
    if record.incomplete:
        head["incomplete"] = True
    if record.remarks:
        head["remarks"] = [{"name": name, "text": text} for name, text in record.remarks]
    lines = [f"  {_compact(key)}: {_compact(value)}" for key, value in head.items()]
    events = [f"    {_compact(recorded_as_dict(recorded))}" for recorded in record.events]
    lines.append('  "events": [\n' + ",\n".join(events) + "\n  ]" if events else '  "events": []')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _player(seating: Seating, player: Player) -> Mapping[str, Json]:
    """A player; sides are named only when there are some."""
    entry: dict[str, Json] = {"name": player.name}
    if player.short:
        entry["short"] = player.short
    if seating.side_count != seating.seat_count:
        entry["side"] = player.side
    return entry


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
