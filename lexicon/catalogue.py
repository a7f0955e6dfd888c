"""A folder of editions: `<catalogue>/<lexicon id>/<edition>.lexicon` with `<edition>.manifest.json` beside it.

In: a folder. Out: lexicon ids, editions (newest first), open lexicons; new editions, published whole or not at all.
Never: building, fetching.

Editions are immutable; a damaged file is none, and gives way when its edition is published again. The newest is the
one published last, by the time of its file, ties by name; publishing an edition that is here already makes it the
newest again.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import json
import os
import re
import stat
import tempfile
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError, LexiconFormatError, UnknownIdError
from lexicon.explanation import Explanation
from lexicon.manifest import Manifest
from lexicon.verifying import verify_digests

LEXICON_SUFFIX = ".lexicon"
MANIFEST_SUFFIX = ".manifest.json"
#: Editions may be called by digits of their digest or by a name that is safe as a file name.
EDITION_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,62}")

_PARTIAL = ".partial-"
_PARTIAL_SECONDS = 3600


class EditionExistsError(LexiconError):
    """An edition of that name is here with other content. Editions are immutable."""

    def __init__(self, path: Path) -> None:
        self.path = path
        super().__init__(f"{path}: an edition of this name is here with other content; give another --edition")


@dataclass(frozen=True, kw_only=True)
class Catalogue:
    """One catalogue folder. Opened lexicons are kept, so asking again costs nothing."""

    folder: Path
    _opened: dict[Path, Lexicon] = field(default_factory=dict, repr=False, compare=False)

    def lexicon_ids(self) -> tuple[str, ...]:
        """Return the ids that have at least one edition here, sorted."""
        if not self.folder.is_dir():
            return ()
        return tuple(sorted(entry.name for entry in self.folder.iterdir() if entry.is_dir() and any(_editions(entry))))

    def editions(self, lexicon_id: str) -> tuple[str, ...]:
        """Return the editions of a lexicon, newest first. Raises `UnknownIdError`."""
        known = self.lexicon_ids()
        if lexicon_id not in known:  # compared with names that are there, never joined to a path unseen
            named = "name one of these, or build it" if known else "build it"
            elsewhere = f"this is the catalogue {self.folder}, --catalogue DIR names another"
            mend = f"{named}: slovosud build {lexicon_id} ({elsewhere})"
            raise UnknownIdError("lexicon", lexicon_id, known=known, mend=mend)
        dated = sorted(_editions(self.folder / lexicon_id), reverse=True)
        return tuple(name for _, name in dated)

    def path(self, lexicon_id: str, edition: str = "") -> Path:
        """Return the file of an edition, the newest when none is named. Raises `UnknownIdError`."""
        known = self.editions(lexicon_id)
        chosen = edition or known[0]
        if chosen not in known:
            raise UnknownIdError(
                f"edition of {lexicon_id}",
                chosen,
                known=known,
                mend="name one of these, or none for the newest",
            )
        return self.folder / lexicon_id / f"{chosen}{LEXICON_SUFFIX}"

    def open(self, lexicon_id: str, edition: str = "") -> Lexicon:
        """Open an edition, the newest when none is named.

        Raises `UnknownIdError`, and `LexiconFormatError` when the file is damaged.
        """
        path = self.path(lexicon_id, edition)
        lexicon = self._opened.get(path)
        if lexicon is None:
            lexicon = self._opened.setdefault(path, Lexicon.open_named(path, lexicon_id))
        return lexicon

    def explain(self, lexicon: Lexicon, text: str, *, language: str = "") -> Explanation:
        """Explain ``text`` by ``lexicon``, and tell in which editions of this catalogue it is in or out.

        A lexicon file that lies elsewhere may have none here: then it alone is told.
        """
        editions = self._all(lexicon.id) if lexicon.id in self.lexicon_ids() else [lexicon]
        return explain_among(lexicon, text, editions, language=language)

    def _all(self, lexicon_id: str) -> Iterator[Lexicon]:
        """Yield every edition of a lexicon that can be opened, newest first."""
        for edition in self.editions(lexicon_id):
            with contextlib.suppress(LexiconFormatError):  # a damaged edition is `verify`'s to report
                yield self.open(lexicon_id, edition)

    def expect(self, lexicon_id: str, edition: str) -> None:
        """Make sure that an edition of this name can be put here, as far as is known before it is made.

        Raises `LexiconError` for a name that is none, and `OSError` where the folder cannot be written.
        """
        if not EDITION_NAME.fullmatch(edition):
            raise LexiconError(
                f"edition name {edition!r}: found a name that is no safe file name; "
                "expected letters, digits, dots, underscores and hyphens, at most 63; give another --edition"
            )
        folder = self.folder / lexicon_id
        there = next(place for place in (folder, *folder.absolute().parents) if place.exists())
        if not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(there))
        if not os.access(there, os.W_OK | os.X_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(there))

    def publish(self, content: bytes, manifest: Manifest) -> Path:
        """Put an edition into the catalogue and return its file.

        Written aside, synced, verified, then renamed: after a crash at any moment the edition is there whole
        or not at all. Builds that publish at once take turns. Raises `EditionExistsError` for a name taken by other
        content.
        """
        self.expect(manifest.lexicon_id, manifest.edition)
        folder = self.folder / manifest.lexicon_id
        folder.mkdir(parents=True, exist_ok=True)
        with _alone(folder):
            _sweep(folder)
            target = folder / f"{manifest.edition}{LEXICON_SUFFIX}"
            here = target.exists() and target.read_bytes() == content
            if here:
                os.utime(target)
            elif _is_sound(target):
                raise EditionExistsError(target)
            with _aside(folder, content) as partial:
                Lexicon.open(partial).verify()
                pretty = json.dumps(manifest.as_dict(), ensure_ascii=False, indent=2, sort_keys=True) + "\n"
                with _aside(folder, pretty.encode()) as partial_manifest:
                    partial_manifest.replace(folder / f"{manifest.edition}{MANIFEST_SUFFIX}")
                if not here:
                    partial.replace(target)
                    self._opened.pop(target, None)
            _sync_folder(folder)
        return target


def explain_among(lexicon: Lexicon, text: str, editions: Iterable[Lexicon], *, language: str = "") -> Explanation:
    """Explain ``text`` by ``lexicon``, and tell in which of its ``editions`` it is in or out."""
    explanation = lexicon.explain(text, language=language)
    if explanation.verdict.word is None:
        return explanation
    holding: list[str] = []
    lacking: list[str] = []
    for one in editions:
        (there,) = one.check_batch([explanation.verdict.query])
        (holding if there else lacking).append(one.edition)
    layer = lexicon.teller(language).editions(holding=holding, lacking=lacking, status=explanation.verdict.status)
    return replace(explanation, layers=(*explanation.layers, layer))


def _is_sound(path: Path) -> bool:
    """Whether a file is there and is an edition, whatever it holds."""
    try:
        verify_digests(Lexicon.open(path))
    except (FileNotFoundError, LexiconFormatError):
        return False
    return True


def _editions(folder: Path) -> Iterator[tuple[int, str]]:
    """Yield (time of the file in nanoseconds, edition) for each edition in a lexicon's folder."""
    for path in folder.glob(f"*{LEXICON_SUFFIX}"):
        name = path.name.removesuffix(LEXICON_SUFFIX)
        if EDITION_NAME.fullmatch(name):
            with contextlib.suppress(FileNotFoundError):  # removed while we looked
                state = path.stat()
                if stat.S_ISREG(state.st_mode):  # opening a pipe or a device may never end
                    yield state.st_mtime_ns, name


@contextlib.contextmanager
def _aside(folder: Path, content: bytes) -> Iterator[Path]:
    """Write ``content`` to a synced, read-only file beside its target; it is gone afterwards unless renamed."""
    descriptor, name = tempfile.mkstemp(prefix=_PARTIAL, dir=folder)
    path = Path(name)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        path.chmod(0o444)
        yield path
    finally:
        path.unlink(missing_ok=True)


@contextlib.contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Wait until no other build publishes into ``folder``, and keep others waiting.

    Between the look at a name and the renaming, another build could take the name. The system lets go of the lock of
    a killed process. Locks of files are not everywhere; only who publishes needs them.
    """
    locks = importlib.import_module("fcntl")
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        locks.flock(descriptor, locks.LOCK_EX)
        yield
    finally:
        os.close(descriptor)


def _sweep(folder: Path) -> None:
    """Remove what a killed build left behind."""
    for path in folder.glob(f"{_PARTIAL}*"):
        with contextlib.suppress(FileNotFoundError):
            if time.time() - path.stat().st_mtime > _PARTIAL_SECONDS:
                path.unlink()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
