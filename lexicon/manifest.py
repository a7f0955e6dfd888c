"""What a lexicon was made from: sources, licences, counts, digests.

In: values of a build, or the JSON of a lexicon file. Out: `Manifest`, and its canonical JSON.
Never: a clock, a host, a user: equal inputs make an equal manifest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any, Self

#: An edition without a name is called by this many hex digits of its digest.
EDITION_DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceRecord:
    """One dictionary an edition was built from.

    ``digest`` is the SHA-256 of its files; ``fallback`` tells that it stood in for a better one.
    """

    id: str
    name: str
    version: str
    digest: str
    licence: str
    attribution: str
    fallback: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """The inputs and the outcome of one build.

    ``word_list_digest`` is the SHA-256 of the canonical word list (comparison forms in alphabet order, one a
    line, LF, UTF-8), so that ``slovosud words ID | sha256sum`` proves a list without this program.
    ``witnesses`` were asked whether they know a word; no word comes from them.
    ``settled_count`` is the number of forms that the dictionaries or overrides settle, words of the list or not.
    ``missing_sources`` are those of the recipe that the edition was made without: it is then another list.
    ``edition`` and ``digest`` are empty until the content is complete (see `named`).
    """

    lexicon_id: str
    title: str
    description: str
    licence: str
    alphabet_id: str
    letters: str
    folds: Mapping[str, str]
    look_alikes: Mapping[str, str]
    shortest: int
    longest: int
    policy_id: str
    sources: tuple[SourceRecord, ...]
    data_digest: str
    word_count: int
    counts_by_length: Mapping[int, int]
    word_list_digest: str
    canaries_in: tuple[str, ...]
    canaries_out: tuple[str, ...]
    tool_version: str
    witnesses: tuple[SourceRecord, ...] = ()
    missing_sources: tuple[str, ...] = ()
    settled_count: int = 0
    edition: str = ""
    digest: str = ""

    def as_dict(self) -> dict[str, Any]:
        """Return plain values, as JSON holds them."""
        values = asdict(self)
        values["counts_by_length"] = {str(length): count for length, count in self.counts_by_length.items()}
        for key in ("folds", "look_alikes"):
            values[key] = dict(values[key])
        for key in ("sources", "witnesses", "missing_sources", "canaries_in", "canaries_out"):
            values[key] = list(values[key])
        return values

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Self:
        """Take plain values. Raises `KeyError`, `TypeError` or `ValueError` when they are not a manifest's."""
        taken = dict(values)
        taken["sources"] = tuple(SourceRecord(**source) for source in values["sources"])
        taken["counts_by_length"] = dict(
            sorted((int(length), count) for length, count in values["counts_by_length"].items())
        )
        for key in ("canaries_in", "canaries_out"):
            taken[key] = tuple(values[key])
        taken["witnesses"] = tuple(SourceRecord(**source) for source in values.get("witnesses", ()))
        taken["missing_sources"] = tuple(values.get("missing_sources", ()))
        manifest = cls(**taken)
        for field in fields(manifest):
            value = getattr(manifest, field.name)
            if not _FORMS[str(field.type)](value):
                raise TypeError(f"{field.name} is {str(value)[:40]!r}, no {field.type}")
        return manifest

    def named(self, *, edition: str, parts: Iterable[bytes]) -> Manifest:
        """Return this manifest with its digest and its edition name.

        The digest is the SHA-256 over the other ``parts`` of the content (word list, evidence …) and over this
        manifest without name, each part led by its length in 8 bytes. Without ``edition`` the edition is
        called by the first digits of the digest.
        """
        nameless = replace(self, edition="", digest="")
        content = hashlib.sha256()
        for part in (*parts, nameless.canonical()):
            content.update(len(part).to_bytes(8, "little"))
            content.update(part)
        digest = content.hexdigest()
        return replace(self, edition=edition or digest[:EDITION_DIGITS], digest=digest)

    def canonical(self) -> bytes:
        """Return the JSON that digests are taken of."""
        return json.dumps(self.as_dict(), ensure_ascii=False, sort_keys=True, separators=(",", ":")).encode()


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_number(value: object) -> bool:
    return type(value) is int and value >= 0


def _all_of(check: Callable[[object], bool]) -> Callable[[Any], bool]:
    return lambda values: isinstance(values, tuple) and all(map(check, values))


def _pairs_of(check: Callable[[object], bool]) -> Callable[[Any], bool]:
    return lambda pairs: isinstance(pairs, dict) and all(map(check, (*pairs, *pairs.values())))


#: By the type of a field: whether a stored value is of it. A damaged file may hold anything.
_FORMS: Mapping[str, Callable[[Any], bool]] = {
    "str": _is_text,
    "int": _is_number,
    "tuple[str, ...]": _all_of(_is_text),
    "tuple[SourceRecord, ...]": _all_of(lambda value: isinstance(value, SourceRecord)),
    "Mapping[str, str]": _pairs_of(_is_text),
    "Mapping[int, int]": _pairs_of(_is_number),
}
