"""Moves in a game: what each does to racks, scores and the turn.

In: a state and a move. Out: the next state with the ruling, or every reason why not.
Never: whether the move itself is legal (see `adjudicate`), challenges (see `disputes`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from adjudicator.adjudicate import adjudicate
from adjudicator.errors import RequestError
from adjudicator.event_refusals import EventCode, Refused, refused, refused_by_ruling
from adjudicator.events import BlanksRecovered, MoveMade
from adjudicator.game import Game
from adjudicator.laying import hand_without, judge_of_moves, not_on_rack, played
from adjudicator.moves import BLANK, Contra, Exchange, Pass, Placement, WordMove
from adjudicator.position import Position
from adjudicator.rules import SwapRule
from adjudicator.ruling import Ruling
from adjudicator.state import ContraCount, GameState, Hand, TurnSoFar
from adjudicator.step import Step
from adjudicator.swaps import swapped
from adjudicator.tile_accounting import overdrawn
from adjudicator.turn_rights import turn_begun
from adjudicator.turns import TurnKind, turn_over


def move_made(game: Game, state: GameState, event: MoveMade) -> Step | Refused:
    """Make a move: the turn goes on, to the next player or to the end of the game."""
    begun = turn_begun(game, state, event.seat, event.rack, event.move)
    if isinstance(begun, Refused):
        return begun
    ruling = _ruled(game, begun, event)
    if isinstance(ruling, Refused):
        return ruling
    match event.move:
        case Placement() | WordMove():
            return played(game, begun, event, event.move, ruling)
        case Exchange():
            return _exchanged(game, begun, event.seat, event.move, ruling)
        case Contra():
            return _contra_laid(game, begun, event, ruling)
        case Pass():
            return _passed(game, begun, event.seat, ruling)


def _ruled(game: Game, begun: GameState, event: MoveMade) -> Ruling | Refused:
    """The ruling on the move; refused when the ruleset has no such move."""
    position = Position(board=begun.board, rack=begun.hand(event.seat).tiles, bag_count=begun.bag_count)
    try:
        return adjudicate(ruleset=game.ruleset, position=position, move=event.move, words=judge_of_moves(game))
    except RequestError as error:
        return refused(EventCode.NO_SUCH_MOVE, str(error))


def blanks_recovered(game: Game, state: GameState, event: BlanksRecovered) -> Step | Refused:
    """Put own tiles in the place of blanks, which go to the rack, before a move (text 000, Варианты)."""
    taking = Placement(tiles=(), swaps=event.swaps)
    begun = turn_begun(game, state, event.seat, event.rack, taking)
    if isinstance(begun, Refused):
        return begun
    rules = game.ruleset.rules
    if rules.swap is SwapRule.SAME_TURN or rules.swap_rescores:
        message = "a blank is taken and laid in one move here; put the swap into the move"
        return refused(EventCode.RECOVERY_NOT_ALLOWED, message)
    board, violations = swapped(game.ruleset, begun.board, taking)
    if violations:
        return refused_by_ruling(violations)
    given = Counter(swap.letter for swap in event.swaps)
    hand = begun.hand(event.seat)
    if hand.lacking(given):
        return not_on_rack(hand.lacking(given))
    hand = hand.without(given, then_drawing=0)
    hand = Hand(count=hand.count + len(event.swaps), known=(*hand.known, *[BLANK] * len(event.swaps)))
    row = replace(begun.row, exchanges=0) if game.rules.recovery_breaks_exchange_row else begun.row
    after = replace(
        begun,
        board=board,
        hands=begun.with_hand(event.seat, hand),
        row=row,
        turn=replace(begun.turn, recovered=begun.turn.recovered + len(event.swaps)),
    )
    return overdrawn(game.ruleset, after) or Step(state=after)


def _passed(game: Game, begun: GameState, seat: int, ruling: Ruling) -> Step | Refused:
    """Do nothing."""
    if not ruling.legal:
        return refused_by_ruling(ruling.violations)
    after = turn_over(game, replace(begun, contra=ContraCount()), seat, TurnKind.PASS)
    return Step(state=after, ruling=ruling, scored_seat=seat)


def _exchanged(game: Game, begun: GameState, seat: int, move: Exchange, ruling: Ruling) -> Step | Refused:
    """Change tiles. To change none is to pass (text 001)."""
    if not ruling.legal:
        return refused_by_ruling(ruling.violations)
    if not move.count:
        return _passed(game, begun, seat, ruling)
    hand, returned = begun.hand(seat), Counter(move.letters)
    if hand.lacking(returned):
        return not_on_rack(hand.lacking(returned))
    rules = game.ruleset.rules
    if move.letters:
        aside = () if rules.exchange_returns_first else move.letters
        hand = hand.without(returned, then_drawing=move.count, set_aside=aside)
    else:
        # Nobody saw which tiles went, so only as many as stayed at least can be known, and not which.
        hand = Hand(count=hand.count)
    counts = list(begun.exchange_counts)
    counts[seat - 1] += 1
    after = replace(begun, hands=begun.with_hand(seat, hand), exchange_counts=tuple(counts), contra=ContraCount())
    if rules.exchange_ends_turn:
        after = turn_over(game, after, seat, TurnKind.EXCHANGE)
    else:
        after = replace(after, turn=TurnSoFar(exchanged=True, recovered=begun.turn.recovered))
    return Step(state=after, ruling=ruling, scored_seat=seat)


def _contra_laid(game: Game, begun: GameState, event: MoveMade, ruling: Ruling) -> Step | Refused:
    """Turn a tile over on a corner; the next player misses his turn (text 002)."""
    rules = game.ruleset.word_rules
    if not ruling.legal or rules is None or ruling.left_to_do is None:
        return refused_by_ruling(ruling.violations)
    drawn = ruling.left_to_do.draw
    hand: Hand | Refused = begun.hand(event.seat)
    if rules.contra_from_rack and isinstance(hand, Hand):
        hand = hand_without(hand, Counter(), event.turned, turns_one=True, drawn=drawn)
    if isinstance(hand, Refused):
        return hand
    count = begun.contra
    after = replace(
        begun,
        board=ruling.board_after,
        hands=begun.with_hand(event.seat, hand),
        bag_count=None if begun.bag_count is None else begun.bag_count - drawn,
        contra=ContraCount(seat=event.seat, after_word=count.after_word + 1, in_row=count.in_row + 1),
    )
    if game.rules.contra_instead_of_word:
        after = turn_over(game, after, event.seat, TurnKind.PLAY)
    if after.on_turn is not None:
        after = turn_over(game, after, after.on_turn, TurnKind.LOST)
    return Step(state=after, ruling=ruling, scored_seat=event.seat)
