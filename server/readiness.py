"""What health says: of the services, and of each lexicon by the name ``lexicon/<id>``.

In: the editions, looked at again and again. Out: SERVING or NOT_SERVING for each name, and a line of log a change.
Never: answering words; a damaged lexicon takes nothing but its own name down.
"""

from __future__ import annotations

from collections.abc import Sequence

import structlog
from grpc_health.v1 import health, health_pb2

from server.editions import Editions

_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING


class Readiness:
    """Keeps health true. `look` is called by one thread only."""

    def __init__(self, *, told: health.HealthServicer, editions: Editions, log: structlog.BoundLogger) -> None:
        self._told, self._editions, self._log = told, editions, log
        self._unreachable = ""

    def serve(self, services: Sequence[str]) -> None:
        """Say that the services serve, and what `look` finds."""
        self.look()
        for name in services:
            self._told.set(name, _SERVING)

    def look(self) -> None:
        """Look at the catalogue; what is new and whole serves from now on."""
        changes = self._editions.look()
        if changes.unreachable and changes.unreachable != self._unreachable:
            self._log.error("catalogue not read", reason=changes.unreachable)
        elif self._unreachable and not changes.unreachable:
            self._log.info("catalogue read again")
        self._unreachable = changes.unreachable
        for lexicon_id in self._editions.lexicon_ids():
            serves = self._editions.serves(lexicon_id)
            self._told.set(f"lexicon/{lexicon_id}", _SERVING if serves else _NOT_SERVING)
        for gone in changes.gone:
            self._told.set(f"lexicon/{gone}", _NOT_SERVING)
            self._log.warning("lexicon gone", lexicon=gone)
        for refusal in changes.refused:
            self._log.error("lexicon refused", path=str(refusal.path), reason=str(refusal.error))
        for lexicon in changes.serving:
            self._log.info("lexicon verified", lexicon=lexicon.id, edition=lexicon.edition, digest=lexicon.digest)
