"""A slow, obvious score sheet: what each line of a recorded game brings, from the file alone.

In: the JSON of a record as `json` reads it. Out: the points of each event, and the sums.
Never: anything of the adjudicator; plays are scored by `tests.adjudicator.oracle`.
"""

from __future__ import annotations

from typing import Any

from tests.adjudicator.oracle import game, opinion

#: The base of a preset, and what it sets otherwise that bears on points.
PRESETS: dict[str, tuple[str, dict[str, Any]]] = {
    "scrabble-pl-pfs": ("scrabble-pl", {}),
    "crosslet-letter-blanks": ("crosslet", {"blank_value": "letter"}),
    "crosslet-blank-recovery": ("crosslet", {"swap": "any_turn"}),
}


class Sheet:
    """The score sheet of one game, kept as a person would keep it."""

    def __init__(self, record: dict[str, Any]) -> None:
        base, preset = PRESETS.get(record["ruleset_id"], (record["ruleset_id"], {}))
        own = {name: value for name, value in record["settings"].items() if not name.startswith("tiles.")}
        self.values = game(base, preset | own)
        self.accepted = set(record["words"]["accepted_words"]["words"])
        self.rows = ["." * 15] * 15
        self.before = self.rows
        self.sums = [0] * len(record["players"])
        self.last: tuple[int, int, set[str]] = (0, 0, set())

    def points(self, event: dict[str, Any]) -> int:
        """What the event brings to the player whose line it is."""
        match event["type"]:
            case "move" if "tiles" in event["move"]:
                return self.play(event)
            case "withdraw" | "refuse":
                return self.off()
            case "challenge":
                named = set(event.get("words", self.last[2]))
                return 0 if named <= self.accepted else self.off()
            case "recovery":
                for swap in event["swaps"]:
                    self.put(swap["row"], swap["column"], swap["letter"])
                return 0
            case "end_rack":
                worth: int = sum(self.values["points"].get(tile, 0) for tile in event["letters"])
                return worth if "credited_to" in event else -worth
        return 0

    def play(self, event: dict[str, Any]) -> int:
        cells = [
            (tile["row"], tile["column"], tile["letter"].lower() if tile.get("blank") else tile["letter"])
            for tile in event["move"]["tiles"]
        ]
        found = opinion(self.rows, cells, self.values)
        assert not found.codes
        self.before = self.rows
        for row, column, letter in cells:
            self.put(row, column, letter)
        self.last = (event["seat"], found.total, {word[0] for word in found.words})
        return found.total

    def off(self) -> int:
        self.rows = self.before
        return -self.last[1]

    def put(self, row: int, column: int, letter: str) -> None:
        rows = list(self.rows)
        rows[row] = rows[row][:column] + letter + rows[row][column + 1 :]
        self.rows = rows
