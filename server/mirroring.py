"""A catalogue that lies elsewhere, copied into the folder that is served: any place that fsspec can read.

In: a URL, a folder. Out: the folder holds the editions of the URL, whole files only, dated as they are there.
Never: what an edition holds (see `editions`, which verifies every file before it serves).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from lexicon.catalogue import EDITION_NAME, LEXICON_SUFFIX

#: Bytes copied at a time.
_PIECE = 1 << 20
_LOCK = ".mirroring"


class MirrorError(Exception):
    """The URL cannot be read now. What was copied before is served on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Edition:
    """A file of the catalogue elsewhere: where, its bytes, the time of its last change in nanoseconds."""

    path: str
    size: int
    changed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Mirror:
    """Copies a catalogue. Several processes may copy into one folder: one at a time does the work."""

    url: str
    folder: Path

    def refresh(self) -> None:
        """Copy what is new there, and remove what is gone. Raises `MirrorError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone() as mine:
            if not mine:
                return
            try:
                self._copy()
            except Exception as error:
                # Every file system has errors of its own.
                found = f"{type(error).__name__}: {error}"
                raise MirrorError(f"{self.url}: {found}; the editions copied before are served on") from error

    @contextlib.contextmanager
    def _alone(self) -> Iterator[bool]:
        with (self.folder / _LOCK).open("w") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                yield False
                return
            yield True

    def _copy(self) -> None:
        import fsspec.core  # noqa: PLC0415  an extra of its own

        there: Any
        there, root = fsspec.core.url_to_fs(self.url)
        there.invalidate_cache()
        listed = _listed(there, root)
        held = list(self.folder.glob(f"*/*{LEXICON_SUFFIX}"))
        if held and not listed:
            raise FileNotFoundError("found no edition there; expected LEXICON/EDITION.lexicon")
        for place, edition in listed.items():
            target = self.folder / place
            if not _is_copy(target, edition):
                _copied(there, edition, target)
        for file in held:
            if file.relative_to(self.folder).as_posix() not in listed:
                file.unlink(missing_ok=True)


def _listed(there: Any, root: str) -> Mapping[str, _Edition]:  # noqa: ANN401  a file system of fsspec
    """Return the editions there by their place in a catalogue; names that are no safe file names are left out."""
    found = {}
    for path, about in there.find(root, detail=True).items():
        lexicon_id, _, name = path.removeprefix(root).strip("/").partition("/")
        safe = EDITION_NAME.fullmatch(lexicon_id) and EDITION_NAME.fullmatch(name.removesuffix(LEXICON_SUFFIX))
        if safe and name.endswith(LEXICON_SUFFIX):
            changed = _nanoseconds(there, path, about)
            found[f"{lexicon_id}/{name}"] = _Edition(path=path, size=int(about["size"]), changed=changed)
    return found


def _nanoseconds(there: Any, path: str, about: Mapping[str, Any]) -> int:  # noqa: ANN401
    """Return when a file was changed last; file systems name it differently, and some do not know."""
    changed = about.get("mtime") or about.get("LastModified") or about.get("created")
    if changed is None:
        with contextlib.suppress(NotImplementedError):
            changed = there.modified(path)
    if isinstance(changed, datetime):
        changed = (changed if changed.tzinfo else changed.replace(tzinfo=UTC)).timestamp()
    return int(float(changed or 0) * 1_000_000) * 1_000


def _is_copy(target: Path, edition: _Edition) -> bool:
    try:
        state = target.stat()
    except FileNotFoundError:
        return False
    return (state.st_size, state.st_mtime_ns) == (edition.size, edition.changed)


def _copied(there: Any, edition: _Edition, target: Path) -> None:  # noqa: ANN401  a file system of fsspec
    """Copy a file whole or not at all."""
    target.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(prefix=".copy-", dir=target.parent)
    aside = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as copy, there.open(edition.path, "rb") as source:
            while piece := source.read(_PIECE):
                copy.write(piece)
            copy.flush()
            os.fsync(copy.fileno())
        aside.chmod(0o444)
        os.utime(aside, ns=(edition.changed, edition.changed))
        aside.replace(target)
    finally:
        aside.unlink(missing_ok=True)
