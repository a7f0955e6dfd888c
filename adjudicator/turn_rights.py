"""Whether a player may make a move now, whatever the move.

In: a state, a seat, a move. Out: the state with the play before settled, or every reason why not.
Never: the move itself (see `adjudicate`).
"""

from __future__ import annotations

from adjudicator.event_refusals import EventCode, EventRefusal, Refused
from adjudicator.game import Game
from adjudicator.moves import Contra, Exchange, Move, Placement, WordMove
from adjudicator.racks_shown import with_letters_shown
from adjudicator.ruling import ViolationCode
from adjudicator.state import GameState
from adjudicator.turns import window_shut


def turn_begun(
    game: Game, state: GameState, seat: int, rack: tuple[str, ...] | None, move: Move
) -> GameState | Refused:
    """The state in which ``seat`` makes ``move``: he is on turn, and the play before can come off no more."""
    shut = window_shut(game, state)
    if isinstance(shut, Refused):
        return shut
    refusals = _turn_refusals(game, shut, seat, move)
    if refusals:
        return Refused(refusals=refusals)
    return with_letters_shown(game, shut, seat, rack) if rack is not None else shut


def _turn_refusals(game: Game, state: GameState, seat: int, move: Move) -> tuple[EventRefusal, ...]:
    """Every reason why ``seat`` makes no move now, whatever lies on the board."""
    refusals: list[EventRefusal] = []
    if state.ended:
        message = f"the game has ended ({state.ended.reason}); no move follows"
        return (EventRefusal(code=ViolationCode.GAME_OVER, message=message),)
    if state.on_turn is None:
        message = "the draw for the start is not settled; let everybody draw a tile first"
        return (EventRefusal(code=EventCode.START_NOT_SETTLED, message=message),)
    if isinstance(move, Contra):
        return _contra_refusals(game, state, seat)
    if isinstance(move, Exchange):
        refusals += _exchange_refusals(game, state, seat)
    if isinstance(move, Placement) and seat == state.on_turn:
        refusals += _swap_refusals(game, state, move)
    if isinstance(move, WordMove) and seat != state.on_turn and state.contra.seat == seat:
        message = "the word of this turn is laid; the next one has to wait for the next turn"
        refusals.append(EventRefusal(code=ViolationCode.ONE_WORD_PER_TURN, message=message))
    if seat != state.on_turn:
        message = f"seat {state.on_turn} is on turn, not seat {seat}"
        refusals.append(EventRefusal(code=ViolationCode.NOT_YOUR_TURN, message=message))
    return tuple(refusals)


def _exchange_refusals(game: Game, state: GameState, seat: int) -> list[EventRefusal]:
    """The limits on exchanges in one turn and in one game (text 001: once a turn; text 002: once a game)."""
    refusals: list[EventRefusal] = []
    on_turn = seat == state.on_turn
    if (on_turn and state.turn.exchanged) or (not on_turn and state.last_exchange_by == seat):
        message = "tiles were exchanged in this turn already; exchange once a turn"
        refusals.append(EventRefusal(code=ViolationCode.SECOND_EXCHANGE_IN_TURN, message=message))
    word_rules = game.ruleset.word_rules
    limit = word_rules.exchanges_per_game if word_rules else 0
    if limit and state.exchange_counts[seat - 1] >= limit:
        message = f"seat {seat} has exchanged {limit} × in this game, which is all it allows; lay a word or pass"
        refusals.append(EventRefusal(code=ViolationCode.ALREADY_EXCHANGED, message=message))
    if on_turn and state.turn.recovered and not game.rules.recovery_then_exchange:
        message = "no exchange follows a blank taken in the same turn; lay tiles or pass"
        refusals.append(EventRefusal(code=EventCode.RECOVERY_NOT_ALLOWED, message=message))
    return refusals


def _swap_refusals(game: Game, state: GameState, move: Placement) -> list[EventRefusal]:
    """The limit on blanks taken in one turn, when some were taken in it before."""
    before, limit = state.turn.recovered, game.ruleset.rules.swaps_per_turn
    if not before or before + len(move.swaps) <= limit:
        return []
    squares = tuple(swap.square for swap in move.swaps)
    message = f"{before} blanks taken in this turn already, {len(move.swaps)} more; this game allows {limit} a turn"
    return [EventRefusal(code=ViolationCode.SWAP_NOT_ALLOWED, squares=squares, message=message)]


def _contra_refusals(game: Game, state: GameState, seat: int) -> tuple[EventRefusal, ...]:
    """Whether ``seat`` may make the next player miss his turn: after an own word, so often (text 002)."""
    rules = game.ruleset.word_rules
    if rules is None:
        return ()
    if game.rules.contra_instead_of_word:
        if seat == state.on_turn:
            return ()
        return (EventRefusal(code=ViolationCode.NOT_YOUR_TURN, message=f"seat {state.on_turn} is on turn"),)
    if state.contra.seat != seat:
        message = "a contra follows at once on an own word; lay one first"
    elif rules.contra_per_word and state.contra.after_word >= rules.contra_per_word:
        message = f"{rules.contra_per_word} × contra after this word already; lay another word first"
    elif rules.contra_max_in_row and state.contra.in_row >= rules.contra_max_in_row:
        message = f"{rules.contra_max_in_row} × contra in a row already; let the next player have his turn"
    else:
        return ()
    return (EventRefusal(code=EventCode.CONTRA_NOT_ALLOWED, message=message),)
