"""Who may record what: a seat its own events, the arbiter all of them.

In: who calls, a game, an event, the state after it. Out: nothing, or a refusal that names the seats.
Never: whether the rules let it happen (see `adjudicator.referee`).
"""

from __future__ import annotations

from adjudicator.event_writing import recorded_as_dict
from adjudicator.events import GameEnded, Penalty, PlayChallenged
from adjudicator.open_window import shut_out
from adjudicator.record import RecordedEvent
from adjudicator.state import GameState
from server.games.kept import KeptGame
from server.games.tokens import Holder


class NotYourSeatError(Exception):
    """A caller may not do this: the event is another seat's, or the arbiter's, or the game another. It says which.

    ``seat`` is the caller's, None in another game. ``window`` are the seats that could question the last play until
    this event.
    """

    def __init__(self, message: str, *, seat: int | None = None, window: tuple[int, ...] = ()) -> None:
        self.seat, self.window = seat, window
        super().__init__(message)


def check_may_record(holder: Holder, recorded: RecordedEvent) -> None:
    """Refuse what only another seat, or only the arbiter, may say. Raises `NotYourSeatError`."""
    event = recorded.event
    if holder.arbiter:
        return
    if isinstance(event, GameEnded | Penalty) or (isinstance(event, PlayChallenged) and event.play_stands is not None):
        raise NotYourSeatError("only the arbiter records this; use the arbiter's token", seat=holder.seat)
    if event.seat != holder.seat:
        raise NotYourSeatError(
            f"seat {holder.seat} cannot speak for seat {event.seat}; use that seat's token, or the arbiter's",
            seat=holder.seat,
        )


def check_may_shut(holder: Holder, game: KeptGame, recorded: RecordedEvent, after: GameState) -> None:
    """Refuse a seat what would take from other seats the right to question the last play.

    The score is written by who was charged with it (text 003, Zapisywanie wyników), not by who laid the play.
    Raises `NotYourSeatError`.
    """
    if holder.arbiter:
        return
    others = shut_out(game.record.game, game.state, recorded.event, after)
    window = tuple(seat for seat in others if seat != holder.seat)
    if window:
        kind, named = recorded_as_dict(recorded)["type"], ", ".join(map(str, window))
        raise NotYourSeatError(
            f"{kind} would shut the window in which seat {named} may still question the last play; "
            "only the arbiter records it: use the arbiter's token, or wait for the next move",
            seat=holder.seat,
            window=window,
        )
