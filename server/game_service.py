"""`slovosud.adjudication.v1.GameService`: games kept by the server.

In: requests. Out: how games stand, as far as the caller may see it.
Never: a rule of any game (see `adjudicator`), storing (see `store`), a status code (see `refusals`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import grpc
import structlog
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1 import game_service_pb2_grpc as wire_grpc

from adjudicator.errors import FieldViolation, RequestError
from adjudicator.gcg_writing import write_gcg
from adjudicator.record_errors import NotExpressibleError
from adjudicator.record_writing import write_record
from server.convert import values_of
from server.draining import Calls
from server.field_rules import enforces_rules
from server.game_messages import (
    event_message,
    event_values,
    faulty_game_message,
    game_message,
    outcome_message,
    seen_record,
)
from server.games.door import Door, client_of
from server.games.keeper import Keeper
from server.games.kept import KeptGame
from server.games.rights import NotYourSeatError
from server.games.tokens import ARBITER, Holder, Mint
from server.paging import page
from server.refusals import refusal_of
from server.store.errors import KeyReusedError, StoreUnavailableError
from server.store.model import Key

#: Characters of an idempotency key.
LONGEST_KEY = 64
#: Characters below which the key of a new game is no secret; a UUID has 32 to 36, 122 of its bits random.
SHORTEST_SECRET = 20
#: Before the key of a call that makes a game; calls on games put their seat there.
NOBODY = "new"


@enforces_rules(wire.DESCRIPTOR.services_by_name["GameService"])
class GameService(wire_grpc.GameServiceServicer):
    """Keeps games for callers who hold their tokens."""

    def __init__(self, *, keeper: Keeper, mint: Mint, door: Door, calls: Calls, log: structlog.BoundLogger) -> None:
        self._keeper, self._mint, self._door, self._calls, self._log = keeper, mint, door, calls, log
        calls.at_stop(keeper.wake)

    def CreateGame(  # noqa: N802, D102  the method is described in the proto
        self, request: wire.CreateGameRequest, context: grpc.ServicerContext
    ) -> wire.CreateGameResponse:
        key = _key_of_new(client_of(context.auth_context()), request.idempotency_key)
        body = request.SerializeToString(deterministic=True)
        if request.HasField("first_seat") and request.start_drawn:
            raise _violation("start_drawn", "both first_seat and start_drawn", "one of them", "drop one")
        try:
            stored = self._keeper.answered(key, body)
            if stored is None:
                # A game of one's own tells which words are good, as a look-up does.
                self._door.let_look_up(context.invocation_metadata(), request.words.lexicon.id)
                stored = self._keeper.create(
                    _head(values_of(request)),
                    start_drawn=request.start_drawn,
                    key=key,
                    body=body,
                    answer=lambda game: self._created(game).SerializeToString(deterministic=True),
                )
        except KeyReusedError as error:
            raise KeyReusedError(request.idempotency_key) from error
        return wire.CreateGameResponse.FromString(stored)

    def _created(self, game: KeptGame) -> wire.CreateGameResponse:
        seats = game.record.game.seating.seats
        return wire.CreateGameResponse(
            game=self._message(game, ARBITER),
            arbiter_token=self._mint.token(Holder(game_id=game.id, seat=ARBITER)),
            seat_tokens=[self._mint.token(Holder(game_id=game.id, seat=seat)) for seat in seats],
        )

    def _message(self, game: KeptGame, seat: int) -> wire.Game:
        return game_message(game, lexicon=self._keeper.lexicon_of(game), seat=seat)

    def AppendEvent(  # noqa: N802, D102
        self, request: wire.AppendEventRequest, context: grpc.ServicerContext
    ) -> wire.AppendEventResponse:
        holder = self._holder(context, request.game_id)
        key = _key(f"{holder.game_id}.{holder.seat}", request.idempotency_key)
        if not request.HasField("expected_version"):
            raise _violation("expected_version", "nothing", "the version you have seen", "send it, also when it is 0")
        if request.event.WhichOneof("kind") is None:
            raise _violation("event", "no kind of event", "what happened", "fill in one of its kinds")
        body = request.SerializeToString(deterministic=True)
        stored = self._keeper.answered(key, body)
        if stored is None:
            self._door.let_be_told(context.invocation_metadata(), holder.game_id)
            stored = self._keeper.append(
                holder,
                event_values(request.event),
                expected=request.expected_version,
                key=key,
                body=body,
                answer=lambda game, outcome: outcome_message(
                    outcome, self._message(game, holder.seat)
                ).SerializeToString(deterministic=True),
            )
        return wire.AppendEventResponse.FromString(stored)

    def GetGame(  # noqa: N802, D102
        self, request: wire.GetGameRequest, context: grpc.ServicerContext
    ) -> wire.GetGameResponse:
        holder = self._holder(context, request.game_id)
        return wire.GetGameResponse(game=self._message(self._keeper.game(holder.game_id), holder.seat))

    def ListGames(  # noqa: N802, D102
        self, request: wire.ListGamesRequest, context: grpc.ServicerContext
    ) -> wire.ListGamesResponse:
        seats: dict[str, int] = {}
        for holder in self._door.holders(context.invocation_metadata()):
            seats[holder.game_id] = min(holder.seat, seats.get(holder.game_id, holder.seat))
        places = self._keeper.places(seats)
        shown, token = page(
            sorted(places), list_name="games", page_size=request.page_size, page_token=request.page_token
        )
        games = [self._listed(game_id, seats[game_id]) for game_id in (places[place] for place in shown)]
        return wire.ListGamesResponse(games=games, next_page_token=token)

    def _listed(self, game_id: str, seat: int) -> wire.Game:
        """Return a game; or, when it cannot be told, why not: the others of a list are told all the same."""
        try:
            return self._message(self._keeper.game(game_id), seat)
        except StoreUnavailableError:
            raise
        except Exception as error:
            refused = refusal_of(error, method="ListGames")
            if refused.our_fault:
                self._log.error("game not told", exc_info=error, **{"game": game_id} | refused.logged)
            return faulty_game_message(self._keeper.outline(game_id), reason=refused.reason, message=refused.message)

    def WatchGame(  # noqa: N802, D102
        self, request: wire.WatchGameRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.WatchGameResponse]:
        holder = self._holder(context, request.game_id)
        newest = self._keeper.game(holder.game_id).version
        if not 0 <= request.after_version <= newest:
            found, expected = str(request.after_version), f"0 to {newest}"
            raise _violation("after_version", found, expected, "send the last version you saw")
        context.add_callback(self._keeper.wake)

        def still_there() -> bool:
            self._calls.go_on()
            return context.is_active()

        for game in self._keeper.watch(holder.game_id, after=request.after_version, still_there=still_there):
            yield wire.WatchGameResponse(
                event=event_message(game, seat=holder.seat), game=self._message(game, holder.seat)
            )

    def ExportGame(  # noqa: N802, D102
        self, request: wire.ExportGameRequest, context: grpc.ServicerContext
    ) -> wire.ExportGameResponse:
        holder = self._holder(context, request.game_id)
        game = self._keeper.game(holder.game_id)
        record = seen_record(game, seat=holder.seat)
        match request.format:
            case wire.RECORD_FORMAT_JSON:
                text = write_record(record)
            case wire.RECORD_FORMAT_GCG:
                try:
                    text = write_gcg(record)
                except NotExpressibleError as error:
                    raise _violation("format", str(error), "a game that GCG can hold", "ask for JSON") from error
            case _:
                raise _violation("format", "no format of ours", "JSON or GCG", "name one")
        return wire.ExportGameResponse(data=text.encode(), version=game.version)

    def _holder(self, context: grpc.ServicerContext, game_id: str) -> Holder:
        """Return who calls. Raises `RequestError`, `UnknownTokenError`, `NotYourSeatError`."""
        if not game_id:
            raise _violation("game_id", "nothing", "the id of a game", "send the one of CreateGame's answer")
        holder = self._door.holder(context.invocation_metadata(), game_id)
        if holder is None:
            # Whether there is such a game is not for everybody to know.
            raise NotYourSeatError("the token opens another game; use one that CreateGame gave for this game")
        return holder


def _key_of_new(client: str, text: str) -> Key:
    """Return the key of a new game. It is kept as its digest, for whoever knows it gets the tokens of the game.

    Raises `RequestError` for a key that might be guessed.
    """
    key = _key(f"{NOBODY}.{client}" if client else NOBODY, text, shortest=SHORTEST_SECRET)
    return Key(caller=key.caller, text=f"sha256.{hashlib.sha256(key.text.encode()).hexdigest()}")


def _key(caller: str, text: str, *, shortest: int = 1) -> Key:
    mend = "send a random UUID, the same for every retry"
    if not shortest <= len(text) <= LONGEST_KEY:
        expected = f"{shortest} to {LONGEST_KEY} characters"
        raise _violation("idempotency_key", f"{len(text)} characters", expected, mend)
    try:
        return Key(caller=caller, text=text)
    except ValueError as error:
        raise _violation("idempotency_key", "a text that cannot be kept", "plain characters", mend) from error


def _head(values: dict[str, Any]) -> dict[str, Any]:
    """Return the record that a request describes; fields of the same meaning bear the same name."""
    players = [
        {{"short_name": "short"}.get(name, name): value for name, value in player.items()}
        for player in values.get("players", [])
    ]
    head = {"format": "slovosud-game", "version": 1, "settings": {}, "players": players, "words": {}}
    head |= {
        name: values[name] for name in ("ruleset_id", "settings", "words", "first_seat", "title") if name in values
    }
    return head


def _violation(field: str, found: str, expected: str, mend: str) -> RequestError:
    return RequestError((FieldViolation(field=field, found=found, expected=expected, mend=mend),))
