from __future__ import annotations

import pytest

from lexicon.engine import kind

NATIVE = pytest.param(
    "native",
    marks=pytest.mark.skipif(kind().name != "native", reason=f"no native engine: {kind().reason}"),
)


@pytest.fixture(params=[NATIVE, "python"])
def engine_kind(request: pytest.FixtureRequest) -> str:
    """Each engine in turn."""
    return str(request.param)
