"""The lexicon file: one header, a table of sections, and the sections.

In: a path. Out: named runs of bytes, read from the file when they are asked for.
Never: what a section means (see `automaton`, `evidence`, `manifest`).

All numbers are little-endian; everything is aligned to 8 bytes.

    0   8  magic "SLOVOSUD"
    8   4  format version
    12  4  number of sections
    16  8  size of the file in bytes
    24  32 SHA-256 of everything from byte 64
    56  8  zero
    64     table: for each section a name (8 ASCII bytes, zero-padded), its offset and its length (8 bytes each)
    …      sections, each beginning at a multiple of 8, gaps are zero

Opening checks header and sizes; `Container.verify` checks the digest. Equal sections make equal bytes.
Nothing is mapped: a file cut by somebody else while it is mapped kills the process, a short read is an error.
"""

from __future__ import annotations

import array
import hashlib
import os
import struct
import sys
import threading
import weakref
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Self, overload

from lexicon.errors import LexiconFormatError

MAGIC = b"SLOVOSUD"
FORMAT = 2
MOST_SECTIONS = 64

_HEADER = struct.Struct("<8sIIQ32sQ")
_ENTRY = struct.Struct("<8sQQ")
_ALIGNMENT = 8
_DIGEST_OFFSET = 24
_PIECE = 1 << 20
_NUMBER_BYTES = 4


class LexiconFile:
    """An open file that can be read at any place from any thread, and is closed when nobody holds it any more."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        weakref.finalize(self, os.close, self._descriptor)
        self.size = os.fstat(self._descriptor).st_size
        self._seeking = threading.Lock()
        self._read_some: Callable[[int, int, int], bytes] = getattr(os, "pread", self._seek_and_read)

    def read(self, offset: int, length: int) -> bytes:
        """Return ``length`` bytes from ``offset``. Raises `LexiconFormatError` when the file has been cut."""
        content = self._read_some(self._descriptor, length, offset)
        while len(content) < length:
            more = self._read_some(self._descriptor, length - len(content), offset + len(content))
            if not more:
                raise LexiconFormatError(
                    self.path,
                    field="file size",
                    offset=offset + len(content),
                    found="the end of the file, cut while it was open",
                    expected=f"{self.size} bytes",
                )
            content += more
        return content

    def _seek_and_read(self, descriptor: int, length: int, offset: int) -> bytes:
        with self._seeking:
            os.lseek(descriptor, offset, os.SEEK_SET)
            return os.read(descriptor, length)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A run of bytes of a lexicon file, read when asked for; sliced and read like a `memoryview`."""

    file: LexiconFile
    offset: int
    length: int

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, place: slice) -> Section:
        start, stop, _ = place.indices(self.length)
        return Section(file=self.file, offset=self.offset + start, length=max(stop - start, 0))

    def tobytes(self) -> bytes:
        """Read the whole run. Raises `LexiconFormatError` when the file has been cut."""
        return self.file.read(self.offset, self.length)

    def numbers(self) -> Numbers:
        """Look at the run as little-endian 32-bit numbers."""
        return Numbers(file=self.file, offset=self.offset, number_count=self.length // _NUMBER_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers(Sequence[int]):
    """A run of 32-bit numbers of a lexicon file; a slice is read at once."""

    file: LexiconFile
    offset: int
    number_count: int

    def __len__(self) -> int:
        return self.number_count

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> array.array[int]: ...
    def __getitem__(self, place: int | slice) -> int | array.array[int]:
        if isinstance(place, int):
            if not 0 <= place < self.number_count:
                raise IndexError(f"found number {place}; expected 0 to {self.number_count - 1}")
            return int.from_bytes(self.file.read(self.offset + _NUMBER_BYTES * place, _NUMBER_BYTES), "little")
        start, stop, step = place.indices(self.number_count)
        numbers = array.array("I")
        if stop > start:
            numbers.frombytes(self.file.read(self.offset + _NUMBER_BYTES * start, _NUMBER_BYTES * (stop - start)))
        if sys.byteorder == "big":
            numbers.byteswap()
        return numbers if step == 1 else numbers[::step]


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """An open lexicon file. Nothing but the header is read before it is asked for."""

    path: Path
    file: LexiconFile
    sections: Mapping[str, Section]

    @classmethod
    def open(cls, path: Path) -> Self:
        """Open the file and check header, sizes and section table. Raises `LexiconFormatError`."""
        file = LexiconFile(path)
        if file.size < _HEADER.size:
            raise LexiconFormatError(
                path, field="size", offset=0, found=f"{file.size} bytes", expected=f"at least {_HEADER.size}"
            )
        return cls(path=path, file=file, sections=_sections(file))

    def section(self, name: str) -> Section:
        """Return a section. Raises `LexiconFormatError` when the file has none of that name."""
        try:
            return self.sections[name]
        except KeyError:
            raise LexiconFormatError(
                self.path,
                field="section table",
                offset=_HEADER.size,
                found=f"sections {', '.join(self.sections)}",
                expected=f"a section {name}",
            ) from None

    def offset(self, name: str) -> int:
        """Return where a section begins, in bytes, for error messages."""
        return self.section(name).offset

    def verify(self) -> None:
        """Compare the digest of the header with the bytes. Raises `LexiconFormatError`."""
        stored = self.file.read(_DIGEST_OFFSET, 32)
        digest = hashlib.sha256()
        for offset in range(_HEADER.size, self.file.size, _PIECE):
            digest.update(self.file.read(offset, min(_PIECE, self.file.size - offset)))
        if digest.digest() != stored:
            raise LexiconFormatError(
                self.path, field="digest", offset=_DIGEST_OFFSET, found=digest.hexdigest(), expected=stored.hex()
            )


def _entries(file: LexiconFile) -> tuple[int, Iterator[tuple[str, int, int]]]:
    """Read header and section table: where the table ends, and (name, offset, length) of each section."""
    magic, version, count, size, _, reserved = _HEADER.unpack(file.read(0, _HEADER.size))
    end = _HEADER.size + count * _ENTRY.size
    checks = (
        ("magic", 0, magic == MAGIC, repr(magic), repr(MAGIC)),
        ("format version", 8, version == FORMAT, f"format {version}", f"format {FORMAT}; build it again"),
        ("number of sections", 12, 1 <= count <= MOST_SECTIONS, count, f"1 to {MOST_SECTIONS}"),
        ("file size", 16, size == file.size, f"{file.size} bytes", f"{size} bytes"),
        ("reserved bytes", 56, reserved == 0, reserved, 0),
        ("section table", _HEADER.size, end <= file.size, f"{file.size} bytes", f"at least {end}"),
    )
    for field, offset, holds, found, expected in checks:
        if not holds:
            raise LexiconFormatError(file.path, field=field, offset=offset, found=str(found), expected=str(expected))
    table = file.read(_HEADER.size, count * _ENTRY.size)
    return end, (_entry(file, table, number, end) for number in range(count))


def _entry(file: LexiconFile, table: bytes, number: int, table_end: int) -> tuple[str, int, int]:
    """Read one line of the section table; its section must lie behind the table and inside the file."""
    name, offset, length = _ENTRY.unpack_from(table, number * _ENTRY.size)
    inside = table_end <= offset <= file.size and length <= file.size - offset
    if offset % _ALIGNMENT or not inside or not name.isascii():
        raise LexiconFormatError(
            file.path,
            field=f"section {number} of the table",
            offset=_HEADER.size + number * _ENTRY.size,
            found=f"{name!r} at {offset}, {length} bytes",
            expected=f"an ASCII name and an aligned place from {table_end} to {file.size}",
        )
    return name.rstrip(b"\0").decode("ascii"), offset, length


def _sections(file: LexiconFile) -> dict[str, Section]:
    """Return the sections by name; no two may overlap or share a name."""
    end, entries = _entries(file)
    sections: dict[str, Section] = {}
    for name, offset, length in sorted(entries, key=lambda entry: entry[1]):
        if offset < end or name in sections:
            raise LexiconFormatError(
                file.path,
                field=f"section {name}",
                offset=offset,
                found="an overlap or a second one",
                expected="its own",
            )
        end = offset + length
        sections[name] = Section(file=file, offset=offset, length=length)
    return sections


def pack(sections: Mapping[str, bytes]) -> bytes:
    """Return the bytes of a lexicon file with ``sections``, in the order given."""
    table_end = _HEADER.size + len(sections) * _ENTRY.size
    body = bytearray(table_end - _HEADER.size)
    for number, (name, content) in enumerate(sections.items()):
        body += b"\0" * (-(_HEADER.size + len(body)) % _ALIGNMENT)
        _ENTRY.pack_into(body, number * _ENTRY.size, name.encode("ascii"), _HEADER.size + len(body), len(content))
        body += content
    size = _HEADER.size + len(body)
    header = _HEADER.pack(MAGIC, FORMAT, len(sections), size, hashlib.sha256(body).digest(), 0)
    return header + bytes(body)
