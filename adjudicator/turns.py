"""From one turn to the next: whose it is, what counts in a row, and whether the game is over.

In: the state at the end of a turn. Out: the state at the start of the next one, or at the end of the game.
Never: what happened in the turn.
"""

from __future__ import annotations

import enum
from dataclasses import replace

from adjudicator.event_refusals import Refused
from adjudicator.final_scores import final_scores
from adjudicator.game import Game
from adjudicator.game_rules import GameRules, TargetRule
from adjudicator.state import Ending, EndReason, GameState, Row, TurnSoFar
from adjudicator.tile_accounting import racks_at_end


class TurnKind(enum.StrEnum):
    """How a turn was spent."""

    PLAY = "PLAY"
    EXCHANGE = "EXCHANGE"
    PASS = "PASS"  # noqa: S105 -- a pass of the turn
    #: A play that came off, or a turn that was to be skipped.
    LOST = "LOST"


def turn_over(game: Game, state: GameState, seat: int, kind: TurnKind) -> GameState:
    """End the turn of ``seat``: give it to the next player who has one, or end the game.

    While the last play can still come off, an end is only pending.
    """
    state = replace(
        state,
        row=_row_after(game.rules, state.row, kind, bag_is_empty=state.bag_count == 0),
        turn=TurnSoFar(),
        last_exchange_by=seat if kind is TurnKind.EXCHANGE else None,
        target_seat=_target_seat(game, state, seat),
    )
    ending = _out(game, state, seat, kind) or _row_ending(game, state)
    following, skips = game.seating.after(seat), list(state.turns_to_skip)
    ending = ending or _target_ending(game, state, following)
    while not ending and skips[following - 1]:
        skips[following - 1] -= 1
        row = _row_after(game.rules, state.row, TurnKind.LOST, bag_is_empty=state.bag_count == 0)
        state = replace(state, row=row, turns_to_skip=tuple(skips))
        following = game.seating.after(following)
        ending = _row_ending(game, state) or _target_ending(game, state, following)
    if not ending:
        return replace(state, on_turn=following)
    if state.open_play:
        return replace(state, on_turn=following, pending_end=ending)
    return concluded(game, replace(state, pending_end=ending))


def concluded(game: Game, state: GameState) -> GameState:
    """Make a pending end final and count what the racks are worth, as far as they are known."""
    ending = state.ended or state.pending_end
    if not ending:
        return state
    final = final_scores(
        ruleset=game.ruleset,
        seating=game.seating,
        scores=state.scores,
        racks=racks_at_end(game.ruleset, state),
        ending=ending,
    )
    return replace(state, on_turn=None, open_play=None, pending_end=None, ended=ending, final=final)


def window_shut(game: Game, state: GameState) -> GameState | Refused:
    """The state once the last play can come off no more; refused when it must come off."""
    if not state.open_play:
        return state
    if state.open_play.faults:
        return Refused(refusals=state.open_play.faults)
    return concluded(game, replace(state, open_play=None))


def _row_after(rules: GameRules, row: Row, kind: TurnKind, *, bag_is_empty: bool) -> Row:
    """Count the turn. A play breaks every row, an exchange or a pass those it does not count for (text 000)."""
    passed = kind is TurnKind.PASS
    exchanged = kind is TurnKind.EXCHANGE
    passes = passed or (exchanged and rules.exchange_counts_as_pass)
    passes = passes or (kind is TurnKind.LOST and rules.lost_turn_counts)
    exchanges = exchanged or (passed and rules.pass_counts_as_exchange)
    return Row(
        passes=row.passes + 1 if passes else 0,
        exchanges=row.exchanges + 1 if exchanges else 0,
        skips=row.skips + 1 if passed and bag_is_empty else 0,
        scoreless=row.scoreless + 1 if kind in {TurnKind.PASS, TurnKind.LOST} else 0,
    )


def _out(game: Game, state: GameState, seat: int, kind: TurnKind) -> Ending | None:
    """The end by going out: no tile left, none in the bag (text 000, Конец игры; text 003, Zakończenie gry)."""
    gone = kind is TurnKind.PLAY and not state.hand(seat).count and state.bag_count == 0
    return Ending(reason=EndReason.OUT, out_seat=seat) if gone and game.rules.out_ends else None


def _row_ending(game: Game, state: GameState) -> Ending | None:
    """The end by turns without tiles in a row: everybody so many times."""
    rules, seats = game.rules, game.seating.seat_count
    rows = (
        (rules.exchanges_each, state.row.exchanges, EndReason.ALL_EXCHANGED),
        (rules.passes_each, state.row.passes, EndReason.ALL_PASSED),
        (rules.skips_each, state.row.skips, EndReason.NOBODY_CAN_MOVE),
    )
    for each, in_a_row, reason in rows:
        if each and in_a_row >= each * seats:
            return Ending(reason=reason)
    if rules.scoreless_in_row and state.row.scoreless >= rules.scoreless_in_row:
        return Ending(reason=EndReason.SCORELESS)
    return None


def _target_seat(game: Game, state: GameState, seat: int) -> int | None:
    """Whose turn brought the first side to the score agreed on, if one is there."""
    target = game.rules.target_score
    if not target or max(state.scores) < target:
        return None
    return state.target_seat or seat


def _target_ending(game: Game, state: GameState, following: int) -> Ending | None:
    """The end by a score reached, once those with a right to a turn have had it (text 001)."""
    if state.target_seat is None:
        return None
    last = state.first_seat if game.rules.target_rule is TargetRule.COMPLETE_ROUND else state.target_seat
    return Ending(reason=EndReason.TARGET_REACHED) if following == last else None
