"""Which editions answer: each is verified before it serves, and a newer one takes its place between two calls.

In: a catalogue folder, looked at again and again. Out: open lexicons; what each look has changed, for the log.
Never: an edition whose digests or canaries are wrong. When the newest is damaged the one before it serves on.

What a look finds is one value, put in the place of the one before: a call that has taken its lexicon keeps it, so
no answer mixes editions, and an edition whose file is gone still answers the calls and the games that hold it.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Collection, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.errors import FieldViolation, RequestError
from lexicon.catalogue import LEXICON_SUFFIX, Catalogue, explain_among
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError, UnknownIdError
from lexicon.explanation import Explanation
from lexicon.verifying import verify_answers, verify_canaries
from server.mirroring import Mirror, MirrorError

#: Seconds a look waits for a catalogue elsewhere.
COPY_SECONDS = 10.0

#: What tells that a file is another one: the time of its last change in nanoseconds, its bytes.
_Stamp = tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """An edition that is here and cannot be used."""

    lexicon_id: str
    path: Path
    error: LexiconError | OSError


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What one look found. ``refusals`` has an edition of each lexicon of which none can serve."""

    editions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    serving: Mapping[str, Lexicon] = field(default_factory=dict)
    refusals: Mapping[str, Refusal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs from the look before: lexicons served by another edition, files newly refused, ids gone.

    ``unreachable`` says why the catalogue elsewhere could not be copied, empty when it was, or when there is none.
    """

    serving: tuple[Lexicon, ...]
    refused: tuple[Refusal, ...]
    gone: tuple[str, ...]
    unreachable: str = ""


class Editions:
    """The verified editions of a catalogue. Calls never wait for a look."""

    def __init__(self, catalogue: Catalogue, *, mirror: Mirror | None = None) -> None:
        self._catalogue, self._mirror = catalogue, mirror
        self._copying: _Copying | None = None
        self._found = Found()
        self._known: dict[Path, tuple[_Stamp, Lexicon | Refusal]] = {}
        self._turns: dict[Path, threading.Lock] = {}
        self._looking = threading.Lock()

    def look(self, *, copy: bool = True) -> Changes:
        """Verify what is new or has changed, and let it serve; ``copy``: after it was copied from elsewhere."""
        with self._looking:
            unreachable = self._copy() if copy else ""
            before, refused_before = self._found, self._refused()
            try:
                now = self._found = self._look()
            except OSError as error:
                now, unreachable = before, f"{error.filename}: {error.strerror}; what was read before is served on"
            refused = self._refused()
        return Changes(
            serving=tuple(one for name, one in now.serving.items() if before.serving.get(name) is not one),
            refused=tuple(one for one in refused if one not in refused_before),
            gone=tuple(name for name in before.editions if name not in now.editions),
            unreachable=unreachable,
        )

    def _copy(self) -> str:
        """Copy the catalogue that lies elsewhere; return what keeps it from being copied.

        A place that does not answer is waited for no longer than `COPY_SECONDS`; its copy goes on meanwhile.
        """
        if self._mirror is None:
            return ""
        copying = self._copying = self._copying or _Copying(self._mirror)
        if not copying.ended(within=COPY_SECONDS):
            return f"{self._mirror.place}: is still being copied; what is here is served meanwhile"
        self._copying = None
        return copying.reason

    def _refused(self) -> list[Refusal]:
        return [known for _, known in list(self._known.values()) if isinstance(known, Refusal)]

    def _look(self) -> Found:
        editions: dict[str, tuple[str, ...]] = {}
        serving: dict[str, Lexicon] = {}
        refusals: dict[str, Refusal] = {}
        for lexicon_id in self._catalogue.lexicon_ids():
            with contextlib.suppress(UnknownIdError):  # gone while we looked
                editions[lexicon_id] = self._catalogue.editions(lexicon_id)
        self._verify_side_by_side([(name, self._path(name, all_[0])) for name, all_ in editions.items()])
        for lexicon_id, newest_first in editions.items():
            for edition in newest_first:
                known = self._verified(lexicon_id, self._path(lexicon_id, edition))
                if isinstance(known, Lexicon):
                    serving[lexicon_id] = known
                    refusals.pop(lexicon_id, None)
                    break
                refusals.setdefault(lexicon_id, known)
        self._forget_others({self._path(name, one) for name, all_ in editions.items() for one in all_})
        return Found(editions=editions, serving=serving, refusals=refusals)

    def _verify_side_by_side(self, newest: Collection[tuple[str, Path]]) -> None:
        """Verify the newest editions: digests take half the time, and of two cores each can do some."""
        unknown = [(lexicon_id, path) for lexicon_id, path in newest if self._known_as_it_is(path) is None]
        if len(unknown) > 1:
            with ThreadPoolExecutor(2, thread_name_prefix="verify") as pool:
                list(pool.map(lambda one: self._verified(*one), unknown))

    def _forget_others(self, here: Collection[Path]) -> None:
        """Let go of files that are gone; calls and games that hold them keep them."""
        for path in [path for path in list(self._known) if path not in here]:
            with self._turn(path):
                self._known.pop(path, None)
            self._turns.pop(path, None)

    def _path(self, lexicon_id: str, edition: str) -> Path:
        return self._catalogue.folder / lexicon_id / f"{edition}{LEXICON_SUFFIX}"

    def _verified(self, lexicon_id: str, path: Path) -> Lexicon | Refusal:
        """Open and verify a file, unless it is the one that was verified before: that waits for nobody."""
        known = self._known_as_it_is(path)
        if known is not None:
            return known
        with self._turn(path):
            known = self._known_as_it_is(path)  # by who had the turn before
            if known is not None:
                return known
            try:
                stamp = _stamp(path)
                known = _verified(path, lexicon_id)
            except (LexiconError, OSError) as error:
                stamp = stamp if isinstance(error, LexiconError) else (0, 0)
                known = Refusal(lexicon_id=lexicon_id, path=path, error=error)
            self._known[path] = (stamp, known)
            return known

    def _turn(self, path: Path) -> threading.Lock:
        """Return what lets one at a time read a file."""
        return self._turns.setdefault(path, threading.Lock())

    def _known_as_it_is(self, path: Path) -> Lexicon | Refusal | None:
        before = self._known.get(path)
        try:
            return before[1] if before is not None and before[0] == _stamp(path) else None
        except OSError:
            return None

    @property
    def folder(self) -> Path:
        """The folder of the catalogue."""
        return self._catalogue.folder

    def lexicon_ids(self) -> tuple[str, ...]:
        """Return the ids that have at least one edition here, sorted."""
        return tuple(self._found.editions)

    def editions(self, lexicon_id: str) -> tuple[str, ...]:
        """Return the editions of a lexicon, newest first. Raises `UnknownIdError`."""
        found = self._found
        if lexicon_id not in found.editions:
            raise UnknownIdError(
                "lexicon", lexicon_id, known=tuple(found.editions), mend=f"build it: slovosud build {lexicon_id}"
            )
        return found.editions[lexicon_id]

    def serves(self, lexicon_id: str) -> bool:
        """Whether an edition of the lexicon answers."""
        return lexicon_id in self._found.serving

    def open(self, lexicon_id: str, edition: str = "") -> Lexicon:
        """Return a verified edition, the newest when none is named.

        Raises `UnknownIdError`, and `LexiconFormatError` or `OSError` when the file cannot be used.
        """
        serving = self._found.serving.get(lexicon_id)
        if serving is not None and edition in ("", serving.edition):
            return serving
        known = self.editions(lexicon_id)
        if not edition:
            raise self._found.refusals[lexicon_id].error
        if edition not in known:
            raise UnknownIdError(
                f"edition of {lexicon_id}", edition, known=known, mend="name one of these, or none for the newest"
            )
        opened = self._verified(lexicon_id, self._path(lexicon_id, edition))
        if isinstance(opened, Refusal):
            raise opened.error
        return opened

    def open_asked(self, lexicon_id: str, edition: str, *, inside: str = "") -> Lexicon:
        """Return the edition that a request names, its fields standing ``inside`` a message. Raises as `open` does.

        A request without a lexicon id is refused with `RequestError`: none is ever assumed.
        """
        serving = self._found.serving.get(lexicon_id)
        if serving is not None and not edition:
            return serving  # what is usually asked, the shortest way
        if not lexicon_id:
            expected = "a lexicon id, as ListLexicons shows them"
            field = f"{inside}lexicon_id"
            raise RequestError(
                (FieldViolation(field=field, found="nothing", expected=expected, mend="send one of these"),)
            )
        return self.open(lexicon_id, edition)

    def explain(self, lexicon: Lexicon, text: str, *, language: str = "") -> Explanation:
        """Explain ``text`` by ``lexicon``, and tell in which editions here it is in or out."""
        return explain_among(lexicon, text, self._usable(lexicon), language=language)

    def _usable(self, lexicon: Lexicon) -> Iterator[Lexicon]:
        """Yield the editions of a lexicon that can be used, newest first; none where it is gone."""
        for edition in self._found.editions.get(lexicon.id, ()):
            same = (
                lexicon if lexicon.edition == edition else self._verified(lexicon.id, self._path(lexicon.id, edition))
            )
            if isinstance(same, Lexicon):
                yield same


class _Copying:
    """A copy that is being made, or has been."""

    def __init__(self, mirror: Mirror) -> None:
        self.reason = ""
        self._thread = threading.Thread(target=self._refresh, args=(mirror,), name="mirror", daemon=True)
        self._thread.start()

    def _refresh(self, mirror: Mirror) -> None:
        try:
            mirror.refresh()
        except (MirrorError, OSError) as error:
            self.reason = str(error)

    def ended(self, *, within: float) -> bool:
        """Whether it has ended, or does within so many seconds."""
        self._thread.join(within)
        return not self._thread.is_alive()


def _stamp(path: Path) -> _Stamp:
    state = path.stat()
    return state.st_mtime_ns, state.st_size


def _verified(path: Path, lexicon_id: str) -> Lexicon:
    """Open a file, compare its digest, look up its canaries, and why they are in.

    The digest of the content is not compared a second time: it stands in the file, which is as it was written.
    """
    lexicon = Lexicon.open_named(path, lexicon_id)
    lexicon.container.verify()
    verify_canaries(lexicon)
    # Another one over the same file, and not kept: of an edition that is no longer the newest nobody asks why.
    verify_answers(Lexicon(container=lexicon.container))
    return lexicon
