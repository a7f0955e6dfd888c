"""Read a TOML file of the data folder strictly: every key known, of its type, or an error with the line.

In: a path and the shape expected. Out: a table that holds just those keys.
Never: what the values mean.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self, TypeVar

from lexicon.errors import DataFileError, UnknownIdError
from lexicon.toml_places import line_places

T = TypeVar("T")

#: In bytes. A table of a hundred thousand names has some ten megabytes; people write and review nothing larger.
LARGEST_FILE = 64 << 20

#: How the parser says where it stopped, at the end of its sentence.
_TOML_PLACE = re.compile(r" \(at line (\d+), column \d+\)$")

_TYPE_NAMES = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    list: "a list",
    dict: "a table",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """One TOML table with its place, so that every complaint can name file and line.

    ``where`` is the dotted path of the table inside the file ("" for the top).
    """

    path: Path
    where: str
    values: Mapping[str, Any]
    text: str

    @classmethod
    def load(cls, path: Path) -> Self:
        """Read a TOML file. Raises `DataFileError` when it is not one."""
        text = read_text(path)
        try:
            return cls(path=path, where="", values=tomllib.loads(text), text=text)
        except tomllib.TOMLDecodeError as error:
            told = _TOML_PLACE.search(str(error))
            line = int(told[1]) if told else text.count("\n") + 1
            found = str(error).removesuffix(told[0]) if told else str(error)
            raise DataFileError(path, where=f"line {line}", found=found, expected="TOML") from error

    def fault(self, key: str, *, found: str, expected: str) -> DataFileError:
        """Make the error for ``key`` of this table, with the line on which it stands."""
        place = ".".join(part for part in (self.where, key) if part)
        line = self._line_of(key)
        return DataFileError(self.path, where=f"line {line}, {place}", found=found, expected=expected)

    @property
    def place(self) -> str:
        """File and line at which this table begins."""
        return f"{self.path} line {self._line_of('id')}"

    def _line_of(self, key: str) -> int:
        """Return the line that sets ``key``, else the one that begins the innermost table around it, from 1."""
        places = line_places(self.text)
        path = ".".join(part for part in (self.where, key) if part)
        while path not in places and path:
            path = path[: max(path.rfind("."), path.rfind("["), 0)]
        return places.get(path, 1)

    def only(self, *, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> Self:
        """Return this table when it has all ``required`` keys and none but them and the ``optional``."""
        for key in self.values:
            if key not in required and key not in optional:
                known = ", ".join(dict.fromkeys(required + optional))
                raise self.fault(key, found="an unknown key", expected=f"one of {known}")
        for key in required:
            if key not in self.values:
                raise self.fault(key, found="no such key", expected="it is required")
        return self

    def take(self, key: str, kind: type[T], default: T | None = None) -> T:
        """Return the value of ``key``, which must be of ``kind``; ``default`` when the key is absent."""
        value = self.values.get(key, default)
        # bool is an int to Python, never to a person.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.fault(key, found=repr(value), expected=_TYPE_NAMES.get(kind, kind.__name__))
        return value

    def texts(self, key: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Return the list of texts at ``key``."""
        values = self.take(key, list, None if default is None else list(default))
        for value in values:
            if not isinstance(value, str):
                raise self.fault(key, found=repr(value), expected="a list of texts")
        return tuple(values)

    def table(self, key: str) -> Table:
        """Return the table at ``key``."""
        return self._inner(key, self.take(key, dict))

    def tables(self, key: str) -> Iterator[Table]:
        """Yield the tables of the array at ``key``."""
        for number, value in enumerate(self.take(key, list)):
            if not isinstance(value, dict):
                raise self.fault(key, found=repr(value), expected="an array of tables")
            yield self._inner(f"{key}[{number}]", value)

    def _inner(self, key: str, values: Mapping[str, Any]) -> Table:
        where = ".".join(part for part in (self.where, key) if part)
        return Table(path=self.path, where=where, values=values, text=self.text)


def read_text(path: Path) -> str:
    """Read a text file.

    Raises `DataFileError` naming the first line that is not in UTF-8, or a size that no data file has.
    """
    size = path.stat().st_size
    if size > LARGEST_FILE:
        raise DataFileError(
            path, where="the file", found=f"{size} bytes", expected=f"at most {LARGEST_FILE}, as a data file has"
        )
    content = path.read_bytes()
    try:
        # Some editors begin a file with a byte order mark; to us it would be a stray character.
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"byte 0x{content[error.start]:02X}"
        raise DataFileError(path, where=f"line {line}", found=found, expected="UTF-8") from error


def named_file(folder: Path, kind: str, identifier: str) -> Path:
    """Return ``<folder>/<identifier>.toml``; raise `UnknownIdError` naming what there is instead.

    The identifier is compared with the names in the folder and never joined to a path unseen.
    """
    known = ids_in(folder)
    if identifier not in known:
        raise UnknownIdError(kind, identifier, known=known, mend=f"give one of these, or add a file to {folder}")
    return folder / f"{identifier}.toml"


def ids_in(folder: Path) -> tuple[str, ...]:
    """Return the ids of the TOML files of ``folder``, sorted."""
    return tuple(sorted(file.stem for file in folder.glob("*.toml")))
