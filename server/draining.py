"""How calls end when the server is to stop: those that run are answered, all others are told to come again.

In: calls as they begin and end; the port they come in at. Out: when the last has ended; connections that are cut.
Never: signals (see `stopping`), what a refused call is told (see `refusals`).

gRPC answers a call that reaches a stopping server CANCELLED, which no client takes for "call again". So calls are
refused here, as UNAVAILABLE, and when none runs any more the connections are cut before gRPC stops: what comes then
finds no connection, which is UNAVAILABLE too.
"""

from __future__ import annotations

import contextlib
import os
import socket
import stat
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import grpc

#: Seconds in which a stream is told that it ends. One whose caller does not read cannot be told.
STREAM_SECONDS = 1.0
#: Lists what this process has open, where the system tells.
_OPEN_FILES = Path("/dev/fd")


class ServerStoppingError(Exception):
    """A call begins, or a stream goes on, while the server stops."""

    def __init__(self) -> None:
        super().__init__("the server stops; call again, and reach another one or this one when it is back")


class Calls:
    """The calls that run, and the streams that are open. Any thread may use it."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._calls, self._streams, self._stopping = 0, 0, False
        self._wakes: list[Callable[[], None]] = []

    def begin(self, context: grpc.ServicerContext, *, stream: bool = False) -> None:
        """Count a call, or a stream, until its answer is out. Raises `ServerStoppingError`."""
        with self._changed:
            self.go_on()
            self._calls += not stream
            self._streams += stream
        end = self._end_stream if stream else self._end_call
        if not context.add_callback(end):
            end()

    def go_on(self) -> None:
        """Raise `ServerStoppingError` when the server stops."""
        if self._stopping:
            raise ServerStoppingError

    def at_stop(self, wake: Callable[[], None]) -> None:
        """Call something when the server stops, for who waits and must ask `go_on` again."""
        self._wakes.append(wake)

    def stop(self, *, within: float) -> None:
        """Let none begin any more, end the streams, and wait so many seconds for the calls that run."""
        with self._changed:
            self._stopping = True
        for wake in self._wakes:
            wake()
        with self._changed:
            self._changed.wait_for(lambda: not self._calls, timeout=within)
            self._changed.wait_for(lambda: not self._streams, timeout=min(within, STREAM_SECONDS))

    def _end_call(self) -> None:
        with self._changed:
            self._calls -= 1
            self._changed.notify_all()

    def _end_stream(self) -> None:
        with self._changed:
            self._streams -= 1
            self._changed.notify_all()


def cut(port: int) -> None:
    """Listen no more at a port of this process, and send nothing more over connections that came in there.

    What was sent before arrives. Where the system does not list open files nothing is done, and gRPC stops by itself.
    """
    for number, held in _sockets_at(port):
        with held:
            if _listens(held):
                # gRPC would complain of a listener that is shut down; of one that nobody comes to it notices nothing.
                with _deaf() as deaf:
                    os.dup2(deaf.fileno(), number, inheritable=False)
    for _, held in _sockets_at(port):
        with held, contextlib.suppress(OSError):  # the other side may have gone meanwhile
            held.shutdown(socket.SHUT_WR)


def _deaf() -> socket.socket:
    """Return a socket that listens where nobody calls."""
    deaf = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    deaf.bind(("127.0.0.1", 0))
    deaf.listen()
    deaf.settimeout(0)
    return deaf


def _sockets_at(port: int) -> Iterator[tuple[int, socket.socket]]:
    """Yield what listens at a port of this process and what came in there: the number of each, and a second handle."""
    if not _OPEN_FILES.is_dir():
        return
    for name in sorted(os.listdir(_OPEN_FILES)):  # noqa: PTH208  some vanish while they are listed
        with contextlib.suppress(OSError):  # closed meanwhile
            if not stat.S_ISSOCK(os.fstat(int(name)).st_mode):
                continue
            held = socket.socket(fileno=os.dup(int(name)))
            if _is_at(held, port):
                yield int(name), held
            else:
                held.close()


def _is_at(held: socket.socket, port: int) -> bool:
    if held.type != socket.SOCK_STREAM or held.family not in (socket.AF_INET, socket.AF_INET6):
        return False
    if held.getsockname()[1] != port:
        return False
    with contextlib.suppress(OSError):
        # A worker also has the socket of its parent, which holds the port and neither listens nor is connected.
        return _listens(held) or bool(held.getpeername())
    return False


def _listens(held: socket.socket) -> bool:
    return bool(held.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN))
