"""`slovosud.adjudication.v1.GameService`: games kept by the server. Declared on the wire; not served yet.

In: requests. Out: `UNIMPLEMENTED`, with a sentence that says so.
Never: a game; the referee that will answer is in `adjudicator`.
"""

from __future__ import annotations

import grpc
from slovosud.adjudication.v1 import game_service_pb2 as wire
from slovosud.adjudication.v1 import game_service_pb2_grpc as wire_grpc


class GameService(wire_grpc.GameServiceServicer):
    """Refuses every call, so that callers learn it from a documented reason and not from silence."""

    def CreateGame(self, request: wire.CreateGameRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def AppendEvent(self, request: wire.AppendEventRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def GetGame(self, request: wire.GetGameRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def ListGames(self, request: wire.ListGamesRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def WatchGame(self, request: wire.WatchGameRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def ExportGame(self, request: wire.ExportGameRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError
