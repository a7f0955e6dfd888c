"""Write a file whole or not at all.

In: a path and its new content. Out: nothing; the file is the old one or the new one, after a crash at any moment.
Never: what the content means.
"""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of ``path``: written aside, synced, renamed; the rights of an older file stay.

    A link is followed: the file that it names is written. Raises `OSError` that names ``path``.
    """
    try:
        _write_aside(path.resolve(), content)
    except OSError as error:
        error.filename, error.filename2 = str(path), None  # what was asked for, not what we call it till it is whole
        raise


def _write_aside(target: Path, content: bytes) -> None:
    descriptor, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", dir=target.parent)
    aside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.chmod(_rights(target))
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)


def _rights(path: Path) -> int:
    """Return the rights of a file that is there, else those that a new file gets."""
    with contextlib.suppress(FileNotFoundError):
        return path.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
