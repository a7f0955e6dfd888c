"""The log: one JSON object a line on stderr.

In: events with their fields. Out: lines of ASCII, so that text of strangers can neither break a line nor drive a
terminal.
Never: words of players on the good path; only what went wrong, and starts and stops.
"""

from __future__ import annotations

import sys
from typing import cast

import structlog


def logger() -> structlog.BoundLogger:
    """Return the log. Events are short, constant texts; what varies stands in fields."""
    return cast(
        "structlog.BoundLogger",
        structlog.wrap_logger(
            # A line in one piece: several workers write to one place.
            structlog.WriteLogger(sys.stderr),
            wrapper_class=structlog.BoundLogger,
            processors=[
                structlog.processors.add_log_level,
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.processors.format_exc_info,
                structlog.processors.JSONRenderer(ensure_ascii=True, sort_keys=True),
            ],
        ),
    )
