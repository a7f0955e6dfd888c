"""Pages of lists: how many, and where the next one begins.

In: all ids in order, the page size and token of a request. Out: the ids of one page, the token of the next.
Never: what the ids name.
"""

from __future__ import annotations

import base64
import binascii
import bisect
from collections.abc import Sequence

from adjudicator.errors import FieldViolation, RequestError

DEFAULT_PAGE_SIZE = 100
LARGEST_PAGE_SIZE = 1000


def page(ids: Sequence[str], *, list_name: str, page_size: int, page_token: str) -> tuple[Sequence[str], str]:
    """Return the ids of one page of a sorted list, and the token of the next page, "" after the last.

    A token holds the last id shown, so pages stay right when ids come or go in between; ``list_name`` keeps
    tokens of one list out of another. Raises `RequestError` with everything that is wrong.
    """
    violations = []
    if page_size < 0:
        violations.append(
            FieldViolation(
                field="page_size",
                found=str(page_size),
                expected="0 or more",
                mend=f"send 0 for {DEFAULT_PAGE_SIZE} entries",
            )
        )
    last_shown = _last_shown(page_token, list_name)
    if last_shown is None:
        violations.append(
            FieldViolation(
                field="page_token",
                found="a token that is not of this list",
                expected="next_page_token of the page before, or nothing",
                mend="begin again without a token",
            )
        )
    if violations or last_shown is None:
        raise RequestError(tuple(violations))
    start = bisect.bisect_right(ids, last_shown)
    shown = ids[start : start + min(page_size or DEFAULT_PAGE_SIZE, LARGEST_PAGE_SIZE)]
    more = start + len(shown) < len(ids)
    return shown, _token(shown[-1], list_name) if more else ""


def _token(last_shown: str, list_name: str) -> str:
    return base64.urlsafe_b64encode(f"{list_name}:{last_shown}".encode()).decode("ascii")


def _last_shown(token: str, list_name: str) -> str | None:
    """Return the id a token stands for, "" for no token, None for a token of another kind."""
    if not token:
        return ""
    try:
        name, _, last_shown = base64.b64decode(token, altchars=b"-_", validate=True).decode().partition(":")
    except (binascii.Error, ValueError):
        return None
    return last_shown if name == list_name else None
