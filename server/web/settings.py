"""What the web side is told: where to listen, and which pages of other origins may read its answers.

In: text of the command line. Out: settings. Needs nothing of the extra `web`.
Never: listening.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from server.listening import Address, AddressError

#: An origin as browsers send it: scheme, host and port, in lower case, nothing behind.
_ORIGIN = re.compile(r"[a-z][a-z0-9+.-]*://(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?")
#: What browsers leave out of an origin.
_USUAL_PORTS = {"http": ":80", "https": ":443"}


@dataclass(frozen=True, slots=True, kw_only=True)
class WebSettings:
    """Where browsers are answered. Pages of the same origin always may; of others, only ``origins``, compared exactly.

    Raises `AddressError` when one of them is no origin.
    """

    address: Address
    origins: Sequence[str] = ()

    def __post_init__(self) -> None:
        for origin in self.origins:
            scheme = origin.partition(":")[0]
            if not _ORIGIN.fullmatch(origin) or origin.endswith(_USUAL_PORTS.get(scheme, "/")):
                raise AddressError(
                    f"found origin {origin!r}; expected what a browser sends: scheme and host in lower case, the port "
                    "when it is not the usual one, for instance https://games.example or http://localhost:5173; "
                    "name each origin with an --allow-origin of its own"
                )


@dataclass(frozen=True, slots=True, kw_only=True)
class WebLimits:
    """What the web side may take: threads, calls at once, bytes of one message; as gRPC beside it."""

    threads: int
    calls: int
    message_bytes: int
