"""Switches: the points on which games differ, each with what it may be, what it is, and who says so.

In: the ``switches`` table of a ruleset file, and a caller's settings. Out: `Switch` values.
Never: what a switch means for a move (see `rules`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from adjudicator.errors import SettingFault
from adjudicator.fields import shown
from lexicon.errors import DataFileError

#: A value of a switch.
Value = bool | int | str

#: In a list of allowed values: any whole number from 0 up to `LARGEST_NUMBER`. ``points:N`` takes one after
#: the colon.
NUMBER = "N"
LARGEST_NUMBER = 1000

#: Who says so: the rule text, another source, a reconstruction from hints, or nobody (the player settles it).
SOURCES = ("text", "other", "reconstructed", "configurable")

_FLAG: tuple[Value, ...] = (False, True)
_COUNT: tuple[Value, ...] = (NUMBER,)

#: Switches that bear on a single move, with every value the code can act on. A ruleset declares all of them.
#: An empty tuple: the values are names of the data folder or of the ruleset file.
MOVE_SWITCHES: Mapping[str, tuple[Value, ...]] = {
    "layout": (),
    "layout.centre_premium": ("as_drawn", "none", "word_2"),
    "tiles.table": (),
    "rack.size": _COUNT,
    "single_line": _FLAG,
    "connection": ("share_or_touch", "main_word_includes_old"),
    "first_move.min_tiles": _COUNT,
    "first_move.single_group": _FLAG,
    "premium": ("once", "always", "listed"),
    "word_premium.combine": ("multiply",),
    "blank_value": ("zero", "letter"),
    "swap": ("off", "same_turn", "any_turn"),
    "swap.rescore": _FLAG,
    "swap.max_per_turn": _COUNT,
    "long_word_bonus": _FLAG,
    "long_word_bonus.from_letter": _COUNT,
    "long_word_bonus.cumulative": _FLAG,
    "long_word_bonus.before_multiplier": _FLAG,
    "bonus.points": _COUNT,
    "bonus.min_tiles": _COUNT,
    "exchange.min_bag": _COUNT,
    "exchange.min_tiles": _COUNT,
    "pass.when": ("always", "bag_empty"),
    "validation.mode": ("auto", "consensus", "challenge"),
    "challenge.who": ("any", "next"),
    "challenge.window": ("score_or_turn", "turn"),
    "challenge.scope": ("named", "play"),
    "challenge.told": ("per_word", "play_only"),
    "challenge.wrong": ("none", "lose_turn", "points:N"),
    "challenge.points_per": ("play", "word"),
}

#: Switches that bear on the course of a game only; here they are known, checked and shown.
GAME_SWITCHES: Mapping[str, tuple[Value, ...]] = {
    "players.min": _COUNT,
    "players.max": _COUNT,
    "rack.open": _FLAG,
    "start.blank": ("first", "last"),
    "start.tie": ("redraw",),
    "exchange.order": ("draw_first", "return_first"),
    "exchange.ends_turn": _FLAG,
    "swap.then_exchange": _FLAG,
    "swap.breaks_exchange_row": _FLAG,
    "pass.counts_as_exchange": _FLAG,
    "validation.on_refusal": ("retry", "lose_turn"),
    "repeat_words": ("allowed", "forbidden"),
    "lexicon.forms": ("lexicon",),
    "end.out": _FLAG,
    "end.exchanges_each": _COUNT,
    "end.passes_each": _COUNT,
    "end.skips_each": _COUNT,
    "end.scoreless_in_row": _COUNT,
    "end.exchange_counts_as_pass": _FLAG,
    "end.lost_turn_counts": _FLAG,
    "end.target_score": _COUNT,
    "end.target": ("complete_round", "one_more_each"),
    "final.subtract_racks": _FLAG,
    "final.subtract_in_target": _FLAG,
    "final.out_bonus": _FLAG,
    "blank.rack_value": _COUNT,
}

#: Switches of the games whose move is one word with a tile turned over behind it. A ruleset with ``move = "word"``
#: declares all of them, the others none; a name that stands above has other values here.
WORD_SWITCHES: Mapping[str, tuple[Value, ...]] = {
    "connection": ("touch", "cross", "none"),
    "incidental": ("must_be_words", "ignored", "forbidden"),
    "terminator.source": ("rack", "supply"),
    "terminator.if_end_taken": ("place_adjacent", "satisfied"),
    "terminator.if_impossible": ("exempt", "forbidden"),
    "terminator.if_no_tile": ("exempt", "forbidden"),
    "terminator.adjacent": ("orthogonal", "any"),
    "first_move.centre": _FLAG,
    "border.side": ("one_per_line",),
    "exchange.condition": ("none", "declared", "verified"),
    "exchange.per_game": _COUNT,
    "contra.timing": ("after_word", "instead_of_word"),
    "contra.per_word": _COUNT,
    "contra.max_in_row": _COUNT,
    "contra.corner": ("any", "at_crossing"),
    "contra.source": ("rack", "supply"),
}

#: Another name under which callers know a switch.
ALIASES: Mapping[str, str] = {"validation": "validation.mode", "players": "players.max"}

_KEYS = {"default", "allowed", "source", "citation"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Switch:
    """One switch of one ruleset: the value in force, the shipped one, and where that comes from.

    ``source`` is one of `SOURCES`; ``citation`` names the sentence, page or reason.
    """

    name: str
    value: Value
    default: Value
    allowed: tuple[Value, ...]
    source: str
    citation: str

    def takes(self, value: object) -> bool:
        """Whether ``value`` may be set."""
        return any(_matches(value, allowed) for allowed in self.allowed)


def _matches(value: object, allowed: Value) -> bool:
    """Whether ``value`` is ``allowed``, which may stand for any number."""
    if allowed == NUMBER:
        return type(value) is int and 0 <= value <= LARGEST_NUMBER
    if isinstance(allowed, str) and allowed.endswith(f":{NUMBER}") and isinstance(value, str):
        name, _, number = value.partition(":")
        # isdecimal takes digits of every script; a setting is written in ASCII.
        digits = number.isascii() and number.isdecimal() and len(number) <= len(str(LARGEST_NUMBER))
        return name == allowed.partition(":")[0] and digits and int(number) <= LARGEST_NUMBER
    # True == 1, but a flag is no number.
    return type(value) is type(allowed) and value == allowed


def read_switches(
    path: Path, table: Mapping[str, Mapping[str, object]], own: Sequence[str], *, word_moves: bool
) -> dict[str, Switch]:
    """Read the ``switches`` table of the ruleset file ``path``.

    ``own`` names switches that this file alone has; with ``word_moves`` it has those of `WORD_SWITCHES` too.
    Raises `DataFileError` for a switch that is missing, unknown, or allows what the code cannot do.
    """
    known = {**MOVE_SWITCHES, **GAME_SWITCHES, **dict.fromkeys(own, ()), **(WORD_SWITCHES if word_moves else {})}
    if set(table) != set(known):
        missing, unknown = sorted(set(known) - set(table)), sorted(set(table) - set(known))
        found = f"missing: {', '.join(missing) or 'none'}; unknown: {', '.join(unknown) or 'none'}"
        raise DataFileError(path, where="switches", found=found, expected="every switch, each once")
    return {name: _read_switch(path, name, table[name], known[name]) for name in known}


def _read_switch(path: Path, name: str, entry: Mapping[str, object], possible: tuple[Value, ...]) -> Switch:
    where = f"switches, {name}"
    if set(entry) != _KEYS:
        raise DataFileError(path, where=where, found=", ".join(sorted(entry)), expected=", ".join(sorted(_KEYS)))
    if entry["source"] not in SOURCES:
        raise DataFileError(path, where=where, found=repr(entry["source"]), expected=f"one of {', '.join(SOURCES)}")
    allowed = entry["allowed"]
    if not isinstance(allowed, list) or not allowed:
        raise DataFileError(path, where=where, found=repr(allowed), expected="a list of allowed values")
    beyond = [value for value in allowed if possible and not any(_narrows(value, one) for one in possible)]
    if beyond:
        expected = f"values out of {in_words(possible)}"
        raise DataFileError(path, where=where, found=in_words(tuple(beyond)), expected=expected)
    default = entry["default"]
    if not isinstance(default, bool | int | str):
        raise DataFileError(path, where=where, found=repr(default), expected="a flag, a whole number or a name")
    switch = Switch(
        name=name,
        value=default,
        default=default,
        allowed=tuple(allowed),
        source=str(entry["source"]),
        citation=str(entry["citation"]),
    )
    if not switch.takes(default):
        raise DataFileError(path, where=where, found=repr(default), expected=in_words(switch.allowed))
    return switch


def _narrows(allowed: object, possible: Value) -> bool:
    """Whether a file may allow this: a possible value itself, or one of the numbers that ``N`` stands for."""
    return (isinstance(allowed, str) and allowed == possible) or _matches(allowed, possible)


def apply_settings(
    switches: Mapping[str, Switch], settings: Mapping[str, object]
) -> tuple[dict[str, Switch], tuple[SettingFault, ...]]:
    """Put ``settings`` in force. Returns the switches and every setting they do not take."""
    in_force = dict(switches)
    faults: list[SettingFault] = []
    for given_name, given in settings.items():
        name = ALIASES.get(given_name, given_name)
        # JSON on the wire has one kind of number: 7 arrives as 7.0.
        value = int(given) if isinstance(given, float) and given.is_integer() else given
        switch = switches.get(name)
        if switch is None:
            allowed = f"a switch of this ruleset: {', '.join(sorted(switches))}"
            faults.append(SettingFault(switch=given_name, found="no such switch", allowed=allowed))
        elif not switch.takes(value) or not isinstance(value, bool | int | str):
            faults.append(SettingFault(switch=given_name, found=_found(value), allowed=in_words(switch.allowed)))
        else:
            in_force[name] = replace(switch, value=value)
    return in_force, tuple(faults)


def _found(value: object) -> str:
    """A wrong value as it was sent, when it is short."""
    short = isinstance(value, bool | float) or (isinstance(value, int) and value.bit_length() <= 64)
    return repr(value) if short else shown(value)


def in_words(allowed: Sequence[Value]) -> str:
    """Allowed values for people: ``once, always``; ``a whole number up to 1000``; ``true, false``."""
    names = {True: "true", False: "false", NUMBER: f"a whole number from 0 to {LARGEST_NUMBER}"}
    return ", ".join(names[value] if isinstance(value, bool) or value == NUMBER else str(value) for value in allowed)
