"""Which editions answer: each is verified before it serves, and a newer one takes its place between two calls.

In: a catalogue folder, looked at again and again. Out: open lexicons; what each look has changed, for the log.
Never: an edition whose digests or canaries are wrong. When the newest is damaged the one before it serves on.

What a look finds is one value, put in the place of the one before: a call that has taken its lexicon keeps it, so
no answer mixes editions, and an edition whose file is gone still answers the calls and the games that hold it.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from adjudicator.errors import FieldViolation, RequestError
from lexicon.catalogue import LEXICON_SUFFIX, Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError, UnknownIdError
from lexicon.explanation import Explanation
from server.mirroring import Mirror, MirrorError

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
        self._found = Found()
        self._known: dict[Path, tuple[_Stamp, Lexicon | Refusal]] = {}
        self._reading = threading.Lock()
        self._looking = threading.Lock()

    def look(self) -> Changes:
        """Verify what is new or has changed, and let it serve."""
        with self._looking:
            unreachable = self._copy()
            before, refused_before = self._found, self._refused()
            now = self._found = self._look()
            refused = self._refused()
        return Changes(
            serving=tuple(one for name, one in now.serving.items() if before.serving.get(name) is not one),
            refused=tuple(one for one in refused if one not in refused_before),
            gone=tuple(name for name in before.editions if name not in now.editions),
            unreachable=unreachable,
        )

    def _copy(self) -> str:
        """Copy the catalogue that lies elsewhere; return what keeps it from being copied."""
        try:
            if self._mirror is not None:
                self._mirror.refresh()
        except (MirrorError, OSError) as error:
            return str(error)
        return ""

    def _refused(self) -> list[Refusal]:
        return [known for _, known in list(self._known.values()) if isinstance(known, Refusal)]

    def _look(self) -> Found:
        editions: dict[str, tuple[str, ...]] = {}
        serving: dict[str, Lexicon] = {}
        refusals: dict[str, Refusal] = {}
        for lexicon_id in self._catalogue.lexicon_ids():
            try:
                editions[lexicon_id] = self._catalogue.editions(lexicon_id)
            except UnknownIdError:
                continue  # gone while we looked
            for edition in editions[lexicon_id]:
                known = self._verified(lexicon_id, self._path(lexicon_id, edition))
                if isinstance(known, Lexicon):
                    serving[lexicon_id] = known
                    refusals.pop(lexicon_id, None)
                    break
                refusals.setdefault(lexicon_id, known)
        return Found(editions=editions, serving=serving, refusals=refusals)

    def _path(self, lexicon_id: str, edition: str) -> Path:
        return self._catalogue.folder / lexicon_id / f"{edition}{LEXICON_SUFFIX}"

    def _verified(self, lexicon_id: str, path: Path) -> Lexicon | Refusal:
        """Open and verify a file, unless it is the one that was verified before."""
        with self._reading:
            try:
                state = path.stat()
                stamp = (state.st_mtime_ns, state.st_size)
                before = self._known.get(path)
                if before is not None and before[0] == stamp:
                    return before[1]
                known: Lexicon | Refusal = _verified(path, lexicon_id)
            except (LexiconError, OSError) as error:
                stamp = stamp if isinstance(error, LexiconError) else (0, 0)
                known = Refusal(lexicon_id=lexicon_id, path=path, error=error)
            self._known[path] = (stamp, known)
            return known

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
        if not lexicon_id:
            expected = "a lexicon id, as ListLexicons shows them"
            field = f"{inside}lexicon_id"
            raise RequestError(
                (FieldViolation(field=field, found="nothing", expected=expected, mend="send one of these"),)
            )
        return self.open(lexicon_id, edition)

    def explain(self, lexicon: Lexicon, text: str, *, language: str = "") -> Explanation:
        """Explain ``text`` by ``lexicon``, and tell in which editions here it is in or out."""
        return self._catalogue.explain(lexicon, text, language=language)


def _verified(path: Path, lexicon_id: str) -> Lexicon:
    """Open a file, compare its digest, look up its canaries.

    The digest of the content is not compared a second time: it stands in the file, which is as it was written.
    """
    lexicon = Lexicon.open_named(path, lexicon_id)
    lexicon.container.verify()
    lexicon.verify_canaries()
    return lexicon
