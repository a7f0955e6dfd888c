"""What reaches a terminal or a pipe: plain data on stdout, chatter on stderr, nothing that drives the screen.

In: values. Out: lines.
Never: markup made of foreign text: a word may hold escape sequences, and brackets that look like markup.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.text import Text

#: Categories of characters that move the cursor, reorder the line or cannot be encoded.
_HARMFUL = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
#: More of a foreign text than this is not shown.
_LONGEST_SHOWN = 80


def safe(text: str) -> str:
    """Return ``text`` with every harmful character written out as its code, cut after 80 characters."""
    shown = text if len(text) <= _LONGEST_SHOWN else text[:_LONGEST_SHOWN] + "…"
    return "".join(_written_out(c) if unicodedata.category(c) in _HARMFUL else c for c in shown)


def _written_out(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def stdout() -> Console:
    """Return a console on stdout. Colour only on a terminal, never under NO_COLOR; nothing is highlighted."""
    return Console(file=sys.stdout, highlight=False, markup=False, soft_wrap=True)


def stderr() -> Console:
    """Return a console on stderr, for progress and complaints."""
    return Console(file=sys.stderr, highlight=False, markup=False, soft_wrap=True)


def put(text: str | Text) -> None:
    """Write one line of data."""
    stdout().print(text)


def put_json(value: Mapping[str, Any]) -> None:
    """Write one line of NDJSON."""
    sys.stdout.write(json.dumps(value, ensure_ascii=False) + "\n")


def complain(text: str) -> None:
    """Write one complaint. Line breaks in it are ours; foreign text in it must be `safe` already."""
    stderr().print(Text(f"slovosud: {text}"))
