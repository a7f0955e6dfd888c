"""The words of the interface in one language: sentences with places to fill, and the keys of a review.

In: `data/interface/<id>.toml`. Out: `Wording`.
Never: which sentence is said; words of explanations (see `lexicon.phrasebook`).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from string import Formatter
from typing import Self

from lexicon.datafile import Table, ids_in
from lexicon.errors import DataFileError, UnknownIdError
from lexicon.shipped import shared_file

#: What a key of a review does.
ACTIONS = ("accept", "reject", "skip", "undo", "note", "quit")


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """One language. ``keys`` gives the letter of each of `ACTIONS` on this language's keyboard."""

    id: str
    name: str
    default: bool
    sentences: Mapping[str, str]
    keys: Mapping[str, str]

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence with its places filled."""
        return self.sentences[sentence].format(**places)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read one language. Raises `DataFileError`."""
        file = Table.load(path).only(required=("id", "name", "default", "sentences", "keys"))
        if file.take("id", str) != path.stem:
            raise file.fault("id", found=file.take("id", str), expected=path.stem)
        sentences, keys = file.table("sentences"), file.table("keys").only(required=ACTIONS)
        letters = {action: keys.take(action, str) for action in ACTIONS}
        if len(set(letters.values())) != len(ACTIONS) or any(len(letter) != 1 for letter in letters.values()):
            raise file.fault("keys", found=" ".join(letters.values()), expected="one letter each, no two alike")
        return cls(
            id=file.take("id", str),
            name=file.take("name", str),
            default=file.take("default", bool),
            sentences={name: sentences.take(name, str) for name in sentences.values},
            keys=letters,
        )


def load_wordings(data: Path) -> tuple[Wording, ...]:
    """Read every language of ``interface/``, the default first.

    Each must have the sentences that the default has, and fill no other places. A data folder without this folder has
    the shipped one.
    """
    folder = shared_file(data, "interface")
    wordings = [Wording.load(folder / f"{identifier}.toml") for identifier in ids_in(folder)]
    defaults = [wording for wording in wordings if wording.default]
    if len(defaults) != 1:
        found = ", ".join(wording.id for wording in defaults) or "none"
        raise DataFileError(folder, where="default", found=found, expected="one default language")
    for wording in wordings:
        _check(wording, defaults[0], folder / f"{wording.id}.toml")
    return tuple(sorted(wordings, key=lambda wording: (not wording.default, wording.id)))


def chosen(wordings: tuple[Wording, ...], language: str) -> Wording:
    """Return the wording of a language, the default when none is named. Raises `UnknownIdError`."""
    known = {wording.id: wording for wording in wordings}
    identifier = language or wordings[0].id
    if identifier not in known:
        raise UnknownIdError("language", identifier, known=tuple(known), mend="ask in one of these")
    return known[identifier]


def _check(wording: Wording, default: Wording, path: Path) -> None:
    """Refuse a language that lacks a sentence, has one more, or fills other places."""
    for name in sorted(default.sentences.keys() ^ wording.sentences.keys()):
        found = "no such sentence" if name in default.sentences else "a sentence more"
        raise DataFileError(path, where=f"sentences.{name}", found=found, expected=f"the sentences of {default.id}")
    for name, sentence in wording.sentences.items():
        places = _places(sentence, path, name) ^ _places(default.sentences[name], path, name)
        if places:
            found = "{" + min(places) + "}"
            raise DataFileError(path, where=f"sentences.{name}", found=found, expected=f"the places of {default.id}")


def _places(sentence: str, path: Path, name: str) -> frozenset[str]:
    try:
        return frozenset(place for _, place, _, _ in Formatter().parse(sentence) if place is not None)
    except ValueError as error:
        raise DataFileError(
            path, where=f"sentences.{name}", found=str(error), expected="a sentence with {places}"
        ) from error
