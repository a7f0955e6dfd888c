"""What a servicer learns of a call that came over the web: its metadata, its deadline, whether the caller is there.

In: HTTP headers, a deadline. Out: as much of `grpc.ServicerContext` as our servicers use.
Never: anything of HTTP beyond its headers.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from typing import Never, cast

import grpc
from google.rpc import status_pb2

#: Where gRPC puts the serialized status with its details.
_DETAILS = "grpc-status-details-bin"
_AUTHORIZATION = "authorization"


class RefusedOverWebError(Exception):
    """A call is refused with a status, as gRPC would refuse it."""

    def __init__(self, status: status_pb2.Status) -> None:
        self.status = status
        super().__init__(status.message)


class CallContext:
    """Stands in for the context of gRPC. Any thread may use it."""

    def __init__(self, headers: Iterable[tuple[str, str]], *, seconds: float | None) -> None:
        self._metadata = tuple(_metadata(headers))
        self._ends = None if seconds is None else time.monotonic() + seconds
        self._active = True
        self._callbacks: list[Callable[[], None]] = []
        self._changing = threading.Lock()

    def invocation_metadata(self) -> tuple[tuple[str, str], ...]:
        """Return the headers, names in lower case. Several tokens in one header are several entries."""
        return self._metadata

    def auth_context(self) -> dict[str, list[bytes]]:
        """Return what proves who calls: nothing, for the HTTP server does not tell of certificates."""
        return {}

    def time_remaining(self) -> float | None:
        """Return the seconds left, None when there is no deadline."""
        return None if self._ends is None else max(0.0, self._ends - time.monotonic())

    def is_active(self) -> bool:
        """Whether somebody still waits for the answer."""
        return self._active

    def add_callback(self, callback: Callable[[], None]) -> bool:
        """Call something when the call ends; False when it has ended."""
        with self._changing:
            if self._active:
                self._callbacks.append(callback)
            return self._active

    def abort_with_status(self, status: grpc.Status) -> Never:
        """Refuse the call. Raises `RefusedOverWebError` always."""
        details = dict(status.trailing_metadata or ())[_DETAILS]
        raise RefusedOverWebError(status_pb2.Status.FromString(cast("bytes", details)))

    def end(self) -> None:
        """Note that the call has ended, or that the caller has gone."""
        with self._changing:
            self._active, callbacks = False, self._callbacks
            self._callbacks = []
        for callback in callbacks:
            callback()


def _metadata(headers: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    for name, value in headers:
        if name.lower() != _AUTHORIZATION:
            yield name.lower(), value
            continue
        # A browser joins values of one name with commas; a token has none.
        for one in value.split(","):
            yield _AUTHORIZATION, one.strip()
