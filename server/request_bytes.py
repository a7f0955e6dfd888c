"""From the bytes of a request to its message; what is no such message is refused as a field at fault.

In: bytes, what reads them. Out: a message.
Never: a failure of the server: whoever sends nonsense is told so, over gRPC as over the web.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from google.protobuf import descriptor_pool
from google.protobuf.message import DecodeError

from adjudicator.errors import FieldViolation, RequestError

M = TypeVar("M")


def read_message(read: Callable[[bytes], M], message: bytes, *, method: str) -> M:
    """Read the request of ``method``, ``/SERVICE/METHOD``. Raises `RequestError` when the bytes are none."""
    try:
        return read(message)
    except DecodeError as error:
        service, _, name = method.removeprefix("/").partition("/")
        described = descriptor_pool.Default().FindServiceByName(service).methods_by_name[name]
        raise not_a_message(described.input_type.name, found=f"{len(message)} bytes of another form") from error


def not_a_message(name: str, *, found: str) -> RequestError:
    """Return the refusal of a body that is not the message ``name``."""
    mend = "send one as its proto describes it, made by a protocol buffers library"
    return RequestError((FieldViolation(field="request", found=found, expected=f"the message {name}", mend=mend),))
