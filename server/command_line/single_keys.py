"""Keys as they are pressed, without Enter.

In: a terminal on stdin. Out: one character a key; lines, when a line is wanted.
Never: what a key does. However it ends, the terminal is left as it was.
"""

from __future__ import annotations

import os
import select
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

#: An arrow or a function key sends several characters at once, which begin so.
_ESCAPE = b"\x1b"
#: What belongs to one key comes within so many seconds.
_TOGETHER = 0.02


@dataclass(frozen=True, slots=True, kw_only=True)
class Keys:
    """A terminal that gives single keys. ``settings`` are what it had before."""

    descriptor: int
    settings: list[int | list[bytes | int]]

    def press(self) -> str:
        """Wait for a key and return its character; "" for a key without one. Raises `EOFError` at the end of input."""
        first = os.read(self.descriptor, 1)
        if not first:
            raise EOFError
        if first == _ESCAPE:
            while select.select([self.descriptor], [], [], _TOGETHER)[0]:
                os.read(self.descriptor, 64)
            return ""
        # A letter beyond ASCII has as many bytes as its first one has leading ones.
        rest = f"{first[0]:08b}".find("0") - 1
        return (first + b"".join(os.read(self.descriptor, 1) for _ in range(rest))).decode(errors="ignore")

    def line(self, prompt: str) -> str:
        """Ask for a line, which the terminal lets people edit."""
        termios.tcsetattr(self.descriptor, termios.TCSADRAIN, self.settings)
        try:
            sys.stdout.write(prompt)
            sys.stdout.flush()
            return sys.stdin.readline().strip()
        finally:
            tty.setcbreak(self.descriptor)


@contextmanager
def single_keys() -> Iterator[Keys]:
    """Have keys come one by one until the end of the block."""
    descriptor = sys.stdin.fileno()
    settings = termios.tcgetattr(descriptor)
    tty.setcbreak(descriptor)
    try:
        yield Keys(descriptor=descriptor, settings=settings)
    finally:
        termios.tcsetattr(descriptor, termios.TCSADRAIN, settings)
