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


def whole(text: str) -> str:
    """Return a text of ours that may hold foreign text, uncut, with every harmful character but LF written out."""
    return "".join(_written_out(c) if unicodedata.category(c) in _HARMFUL and c != "\n" else c for c in text)


def _written_out(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def stdout() -> Console:
    """Return a console on stdout. Colour only on a terminal, never under NO_COLOR; text is shown as it is."""
    return Console(file=sys.stdout, highlight=False, markup=False, emoji=False, soft_wrap=True)


def stderr() -> Console:
    """Return a console on stderr, for progress and complaints."""
    return Console(file=sys.stderr, highlight=False, markup=False, emoji=False, soft_wrap=True)


def put(text: str | Text) -> None:
    """Write one line of data. What is foreign in a styled text must be `safe` already."""
    stdout().print(whole(text) if isinstance(text, str) else text)


def put_json(value: Mapping[str, Any]) -> None:
    """Write one line of NDJSON. Harmful characters are escaped: a reader gets them back, a screen does not."""
    line = json.dumps(value, ensure_ascii=False)
    sys.stdout.write("".join(_escaped(c) if unicodedata.category(c) in _HARMFUL else c for c in line) + "\n")


def _escaped(character: str) -> str:
    """Return a character as JSON escapes it, beyond U+FFFF as two surrogates."""
    return json.dumps(character)[1:-1]


def complain(text: str) -> None:
    """Write one complaint. Line breaks in it are ours; foreign text in it must be `safe` already."""
    stderr().print(Text(f"slovosud: {text}"))
