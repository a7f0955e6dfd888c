"""Plays in a game: tiles go from a rack to the board, the score is counted, the rack fills up.

In: a state in which the player may move, a play with its ruling. Out: the next state, or every reason why not.
Never: whether the play is legal (see `adjudicate`), what becomes of it later (see `disputes`).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from adjudicator.adjudicate import adjudicate
from adjudicator.event_refusals import (
    EventCode,
    EventRefusal,
    Refused,
    refused,
    refused_by_ruling,
    tiles_in_words,
)
from adjudicator.events import MoveMade
from adjudicator.game import Game, ShutWords
from adjudicator.moves import BLANK, Placement, Play
from adjudicator.position import Position
from adjudicator.rules import Validation
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Ruling, ViolationCode
from adjudicator.state import ContraCount, GameState, Hand, OpenPlay
from adjudicator.step import Step
from adjudicator.tile_accounting import overdrawn
from adjudicator.turns import TurnKind, turn_over
from adjudicator.words import Unchecked, Words

_ABOUT_WORDS = frozenset({ViolationCode.NOT_A_WORD, ViolationCode.NOT_ELIGIBLE})


def judge_of_moves(game: Game) -> Words:
    """The judge of words for a move: shut before a challenge, where words are challenged."""
    return ShutWords(game.words) if game.ruleset.rules.validation is Validation.CHALLENGE else game.words


def played(game: Game, begun: GameState, event: MoveMade, move: Play, ruling: Ruling) -> Step | Refused:
    """Lay tiles. A play that is wrong in its words alone may lie until the others refuse it."""
    validation = game.ruleset.rules.validation
    faults: tuple[EventRefusal, ...] = ()
    if not ruling.legal:
        about_words = all(violation.code in _ABOUT_WORDS for violation in ruling.violations)
        if about_words and validation is Validation.AUTO and game.ruleset.rules.refusal_loses_turn:
            lost = turn_over(game, begun, event.seat, TurnKind.LOST)
            return Step(state=lost, ruling=ruling, scored_seat=event.seat)
        if not about_words or validation is not Validation.CONSENSUS:
            return refused_by_ruling(ruling.violations)
        faults = refused_by_ruling(ruling.violations).refusals
        position = Position(board=begun.board, bag_count=begun.bag_count)
        ruling = adjudicate(ruleset=game.ruleset, position=position, move=move, words=Unchecked())
    laid = _with_tiles_laid(game, begun, event, move, ruling)
    if isinstance(laid, Refused):
        return laid
    stays = validation is Validation.AUTO or (validation is Validation.CONSENSUS and game.judged and not faults)
    open_play = OpenPlay(seat=event.seat, move=move, before=begun, ruling=ruling, faults=faults)
    after = turn_over(game, replace(laid, open_play=None if stays else open_play), event.seat, TurnKind.PLAY)
    return Step(state=after, score=ruling.total, scored_seat=event.seat, ruling=ruling)


def _with_tiles_laid(game: Game, begun: GameState, event: MoveMade, move: Play, ruling: Ruling) -> GameState | Refused:
    """The state with the tiles on the board, the score counted and the rack filled up."""
    # A word paid again for a swap was not written now: all its squares held a tile.
    written = Counter(
        formed.word for formed in ruling.words if any(square not in begun.board.tiles for square in formed.squares)
    )
    repeated = [word for word, times in written.items() if times > 1 or word in begun.words_played]
    if repeated and not game.rules.repeats_allowed:
        message = f"laid before or twice now: {', '.join(sorted(repeated))}; no word is laid twice in this game"
        return refused(EventCode.WORD_REPEATED, message)
    drawn = ruling.left_to_do.draw if ruling.left_to_do else 0
    hand = _hand_after(game.ruleset, begun, event, move, drawn=drawn)
    if isinstance(hand, Refused):
        return hand
    side = game.seating.side(event.seat)
    same = begun.contra.seat == event.seat
    laid = replace(
        begun,
        board=ruling.board_after,
        scores=tuple(score + ruling.total if one == side else score for one, score in enumerate(begun.scores, start=1)),
        hands=begun.with_hand(event.seat, hand),
        bag_count=None if begun.bag_count is None else begun.bag_count - drawn,
        words_played=begun.words_played | written.keys(),
        turned=begun.turned if event.turned is None else (*begun.turned, event.turned),
        contra=ContraCount(seat=event.seat, in_row=begun.contra.in_row if same else 0),
    )
    return overdrawn(game.ruleset, laid) or laid


@dataclass(frozen=True, slots=True, kw_only=True)
class _Taken:
    """What a play takes off the rack, and how many blanks it brings there from the board first."""

    letters: Counter[str]
    turned: bool = False
    blanks_gained: int = 0


def _taken(ruleset: Ruleset, begun: GameState, move: Play) -> _Taken:
    """The tiles a play takes."""
    if isinstance(move, Placement):
        letters = Counter([placed.from_rack for placed in move.tiles]) + Counter([one.letter for one in move.swaps])
        return _Taken(letters=letters, blanks_gained=len(move.swaps))
    turned = move.face_down is not None and ruleset.word_rules is not None and ruleset.word_rules.turned_from_rack
    axis = move.axis
    squares = [move.start.step(axis, place) for place in range(len(move.word))] if axis else []
    free = [letter for square, letter in zip(squares, move.word, strict=False) if square not in begun.board.tiles]
    return _Taken(letters=Counter(free), turned=turned)


def _hand_after(ruleset: Ruleset, begun: GameState, event: MoveMade, move: Play, *, drawn: int) -> Hand | Refused:
    """The rack after a play, filled up again (text 003, Zakończenie ruchu)."""
    taken = _taken(ruleset, begun, move)
    hand = begun.hand(event.seat)
    hand = Hand(count=hand.count + taken.blanks_gained, known=(*hand.known, *[BLANK] * taken.blanks_gained))
    return hand_without(hand, taken.letters, event.turned, turns_one=taken.turned, drawn=drawn)


def hand_without(
    hand: Hand, letters: Counter[str], turned: str | None, *, turns_one: bool, drawn: int
) -> Hand | Refused:
    """The rack without ``letters`` and a tile turned over, which may be a known one or not."""
    if turned is not None and not turns_one:
        message = "no tile of the rack is turned over by this move; drop the letter turned over"
        return refused(EventCode.RACK_IMPOSSIBLE, message)
    used = letters + Counter([turned] if turned is not None else [])
    lacking = hand.lacking(used)
    if lacking:
        return not_on_rack(lacking)
    if not turns_one or turned is not None:
        return hand.without(used, then_drawing=drawn)
    if used.total() >= hand.count:
        message = "no tile is left to turn over; lay one letter fewer"
        return refused(ViolationCode.TILE_NOT_ON_RACK, message)
    # Nobody saw which tile was turned over, so none of the others is certain to be on the rack any more.
    return Hand(count=hand.count - used.total() - 1 + drawn)


def not_on_rack(lacking: Counter[str]) -> Refused:
    """Refuse a move that takes tiles which the rack cannot hold."""
    message = f"the rack cannot hold {tiles_in_words(lacking)}; use tiles that are on it"
    return refused(ViolationCode.TILE_NOT_ON_RACK, message)
