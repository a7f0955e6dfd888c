"""A catalogue that lies elsewhere, copied into the folder that is served: any place that fsspec can read.

In: a URL, a folder. Out: the folder holds the editions of the URL, whole files only, dated as they are there.
Never: what an edition holds (see `editions`, which verifies every file before it serves).
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import re
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
#: Holds the places of the editions that were copied, one a line.
_COPIES = ".mirrored"
_PARTIAL = ".copy-"


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

    @property
    def place(self) -> str:
        """The URL as it may be told: without the name and the password that it may hold."""
        return re.sub(r"(?<=://)[^/@]*@", "", self.url)

    def refresh(self) -> None:
        """Copy what is new there, and remove copies of what is gone. Raises `MirrorError`."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with self._alone() as mine:
            if not mine:
                return
            try:
                self._copy()
            except Exception as error:
                # Every file system has errors of its own.
                found = f"{type(error).__name__}: {error}".replace(self.url, self.place)
                raise MirrorError(f"{self.place}: {found}; the editions copied before are served on") from error

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
        listed, copied = _listed(there, root), self._copied()
        if not listed and any(self.folder.glob(f"*/*{LEXICON_SUFFIX}")):
            raise FileNotFoundError("found no edition there; expected LEXICON/EDITION.lexicon")
        for left in self.folder.glob(f"*/{_PARTIAL}*"):
            left.unlink(missing_ok=True)  # by a process that was killed: only one copies at a time
        # Noted before it is done, so that whatever happens no copy is taken for an edition of one's own.
        self._note(copied | set(listed))
        for place, edition in listed.items():
            target = self.folder / place
            if not _is_copy(target, edition):
                _copied(there, edition, target)
        for place in copied - set(listed):
            (self.folder / place).unlink(missing_ok=True)
        self._note(set(listed))

    def _copied(self) -> set[str]:
        """Return the places of the editions that were copied; others in the folder are not ours to remove."""
        try:
            noted = (self.folder / _COPIES).read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return set()
        return {place for place in noted if _is_place(place)}

    def _note(self, places: set[str]) -> None:
        aside = self.folder / f"{_COPIES}{_PARTIAL}"
        aside.write_text("".join(f"{place}\n" for place in sorted(places)), encoding="utf-8")
        aside.replace(self.folder / _COPIES)


def _listed(there: Any, root: str) -> Mapping[str, _Edition]:  # noqa: ANN401  a file system of fsspec
    """Return the editions there by their place in a catalogue; names that are no safe file names are left out."""
    found = {}
    for path, about in there.find(root, maxdepth=2, detail=True).items():
        place = path.removeprefix(root).strip("/")
        if _is_place(place):
            changed = _nanoseconds(there, path, about)
            found[place] = _Edition(path=path, size=int(about["size"]), changed=changed)
    return found


def _is_place(place: str) -> bool:
    """Whether it is ``LEXICON/EDITION.lexicon`` with names that are safe as file names."""
    lexicon_id, _, name = place.partition("/")
    safe = EDITION_NAME.fullmatch(lexicon_id) and EDITION_NAME.fullmatch(name.removesuffix(LEXICON_SUFFIX))
    return bool(safe) and name.endswith(LEXICON_SUFFIX)


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
    descriptor, name = tempfile.mkstemp(prefix=_PARTIAL, dir=target.parent)
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
