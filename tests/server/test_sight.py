"""What a refusal tells of racks that are hidden: nothing."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from adjudicator.event_reading import read_event
from adjudicator.event_refusals import Refused
from adjudicator.fields import Faults
from adjudicator.game import Game
from adjudicator.record_reading import read_record
from adjudicator.referee import apply, opening
from adjudicator.state import GameState, Hand
from server.games.sight import refusal_seen

DATA = Path(__file__).parents[2] / "data"
HEAD = (
    b'{"format": "slovosud-game", "version": 1, "ruleset_id": "scrabble-pl", "settings": {}, "events": [],'
    b' "players": [{"name": "Ada"}, {"name": "Ewa"}], "words": {"unchecked": true}}'
)


@pytest.fixture(scope="module")
def game() -> Game:
    return read_record(HEAD, data=DATA, open_words=lambda *_: pytest.fail("no lexicon is named")).game


def event(game: Game, value: dict[str, Any]) -> Any:
    faults = Faults()
    read = read_event(value, "event", ruleset=game.ruleset, seat_count=2, faults=faults)
    return faults.settled(read).event


def holding(game: Game, other: str, *, own: str = "") -> GameState:
    """The first turn, when what the second player holds is told, and what the first does."""
    state = opening(game, first_seat=1)
    hands = (Hand(count=7, known=tuple(own)), Hand(count=7, known=tuple(other)))
    return replace(state, hands=hands)


#: The set has one Ź and one Ń; nobody can have drawn two of them, so this is refused whatever others hold.
PROBES = {
    "a draw": {"type": "draw", "seat": 1, "letters": ["Ź", "Ź", "Ń"]},
    "a rack": {"type": "rack", "seat": 1, "letters": ["Ź", "Ź", "Ń"]},
    "an exchange": {"type": "move", "seat": 1, "move": {"exchange": {"letters": ["Ź"]}}, "rack": ["Ź", "Ź", "Ń"]},
}


@pytest.mark.parametrize("probe", PROBES.values(), ids=PROBES.keys())
def test_a_refusal_is_the_same_whatever_others_hold(game: Game, probe: dict[str, Any]) -> None:
    asked, told = event(game, probe), []
    for other in ("AEIOUYZ", "AEIOUYŃ", "AEIOUŃŹ", ""):
        state = holding(game, other)
        refusal = apply(game, state, asked)
        assert isinstance(refusal, Refused)
        told.append(refusal_seen(game, state, asked, seat=1, refusal=refusal))
    assert len({str(one) for one in told}) == 1


def test_what_only_other_racks_forbid_is_refused_without_naming_a_tile(game: Game) -> None:
    asked = event(game, {"type": "draw", "seat": 1, "letters": ["Ń", "A"]})
    state = holding(game, "AEIOUŃŹ")
    refusal = apply(game, state, asked)
    assert isinstance(refusal, Refused)
    seen = refusal_seen(game, state, asked, seat=1, refusal=refusal)
    assert "Ń" in refusal.refusals[0].message
    assert [one.code for one in seen.refusals] == ["TILE_NOT_IN_SET"]
    assert "Ń" not in seen.refusals[0].message
    assert "arbiter" in seen.refusals[0].message
    assert refusal_seen(game, state, asked, seat=0, refusal=refusal) == refusal, "the arbiter sees all"


def test_what_is_wrong_with_ones_own_rack_is_told_as_it_is(game: Game) -> None:
    asked = event(game, {"type": "rack", "seat": 1, "letters": list("ŹŹ")})
    state = holding(game, "AEIOUYZ", own="KOTALIZ")
    refusal = apply(game, state, asked)
    assert isinstance(refusal, Refused)
    assert refusal_seen(game, state, asked, seat=1, refusal=refusal) == refusal
