"""What health says: of the services, and of each lexicon by the name ``lexicon/<id>``.

In: a catalogue. Out: SERVING or NOT_SERVING for each name, again and again, as editions come, go or are damaged.
Never: answering words; a damaged lexicon takes nothing but its own name down.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import structlog
from grpc_health.v1 import health, health_pb2

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError, UnknownIdError

_SERVING = health_pb2.HealthCheckResponse.SERVING
_NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

#: What tells that a file is another one: its path, the time of its last change in nanoseconds, its bytes.
_Seen = tuple[Path, int, int]


class Readiness:
    """Keeps health true. `look` is called by one thread only."""

    def __init__(self, *, told: health.HealthServicer, catalogue: Catalogue, log: structlog.BoundLogger) -> None:
        self._told, self._catalogue, self._log = told, catalogue, log
        self._verified: dict[str, tuple[_Seen, bool]] = {}

    def serve(self, services: Sequence[str]) -> None:
        """Say that the services serve, and what `look` finds."""
        self.look()
        for name in services:
            self._told.set(name, _SERVING)

    def look(self) -> None:
        """Verify the newest edition of every lexicon; one that has not changed since is not read again."""
        here = self._catalogue.lexicon_ids()
        for lexicon_id in here:
            self._told.set(f"lexicon/{lexicon_id}", _SERVING if self.serves(lexicon_id) else _NOT_SERVING)
        for gone in set(self._verified) - set(here):
            del self._verified[gone]
            self._told.set(f"lexicon/{gone}", _NOT_SERVING)
            self._log.warning("lexicon gone", lexicon=gone)

    def serves(self, lexicon_id: str) -> bool:
        """Whether the newest edition is here and whole."""
        try:
            path = self._catalogue.path(lexicon_id)
            state = path.stat()
        except (UnknownIdError, OSError):
            return False  # gone while we looked
        seen = (path, state.st_mtime_ns, state.st_size)
        before = self._verified.get(lexicon_id)
        if before is None or before[0] != seen:
            self._verified[lexicon_id] = (seen, self._whole(lexicon_id, path))
        return self._verified[lexicon_id][1]

    def _whole(self, lexicon_id: str, path: Path) -> bool:
        """Read an edition through and log what it is."""
        try:
            # The catalogue sees that the file is what its place says; what it keeps open may be an older file.
            self._catalogue.open(lexicon_id)
            lexicon = Lexicon.open(path)
            lexicon.verify_digests()
        except (LexiconError, OSError) as error:
            self._log.error("lexicon refused", path=str(path), reason=str(error))
            return False
        self._log.info("lexicon verified", lexicon=lexicon.id, edition=lexicon.edition, digest=lexicon.digest)
        return True
