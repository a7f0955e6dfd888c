"""Read what a failed call carries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest
from google.rpc import error_details_pb2
from grpc_status import rpc_status


@dataclass(frozen=True, kw_only=True)
class Refused:
    code: grpc.StatusCode
    message: str
    reason: str
    metadata: dict[str, str]
    fields: list[str]


def _read(answer: Any) -> None:
    """Read a stream, which fails only then."""
    for _ in answer:
        pass


def refused(call: Callable[[Any], Any], request: Any) -> Refused:
    """Call, and return the refusal; every refusal carries exactly one ErrorInfo of our domain."""
    with pytest.raises(grpc.RpcError) as caught:
        _read(call(request))
    status = rpc_status.from_call(caught.value)  # type: ignore[arg-type]  # the error of a call is the call
    assert status is not None
    infos, fields = [], []
    for detail in status.details:
        if detail.Is(error_details_pb2.ErrorInfo.DESCRIPTOR):
            info = error_details_pb2.ErrorInfo()
            detail.Unpack(info)
            infos.append(info)
        else:
            bad_request = error_details_pb2.BadRequest()
            assert detail.Unpack(bad_request)
            fields = [violation.field for violation in bad_request.field_violations]
    (info,) = infos
    assert info.domain == "slovosud"
    return Refused(
        code=caught.value.code(),
        message=status.message,
        reason=info.reason,
        metadata=dict(info.metadata),
        fields=fields,
    )
