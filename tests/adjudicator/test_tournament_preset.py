"""Polish tournament rules: what the preset changes in the course of a game (pfs.org.pl)."""

from __future__ import annotations

from adjudicator.events import PlayChallenged
from adjudicator.state import EndReason, GameState
from tests.adjudicator.referee.playing import game, happened, lay, skip, start

GAME = game("scrabble-pl-pfs", words="KOT")


def phony(seat: int, state: GameState) -> GameState:
    """``seat`` lays no word, is challenged, and loses his turn."""
    return happened(GAME, state, lay(seat, "8H", "TKO"), PlayChallenged(seat=3 - seat))


def test_a_wrong_challenge_costs_a_turn() -> None:
    state = happened(GAME, start(GAME), lay(1, "8H", "KOT"), PlayChallenged(seat=2))
    assert state.on_turn == 1


def test_four_pauses_in_a_row_end_the_game() -> None:
    three = happened(GAME, start(GAME), skip(1), skip(2), skip(1))
    assert three.ended is None
    four = happened(GAME, three, skip(2))
    assert four.ended
    assert four.ended.reason is EndReason.ALL_PASSED


def test_pauses_and_turns_lost_in_a_row_may_not_exceed_five() -> None:
    state = happened(GAME, start(GAME), skip(1), skip(2), skip(1))
    five = phony(1, phony(2, state))
    assert (five.ended, five.row.scoreless) == (None, 5)
    six = happened(GAME, five, skip(2))
    assert six.ended
    assert six.ended.reason is EndReason.SCORELESS


def test_a_word_in_between_begins_the_count_anew() -> None:
    state = phony(2, happened(GAME, start(GAME), skip(1)))
    assert happened(GAME, state, lay(1, "8H", "KOT"), skip(2)).row.scoreless == 1
