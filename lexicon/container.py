"""The lexicon file: one header, a table of sections, and the sections.

In: a path. Out: named runs of bytes, mapped and shared between processes.
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
"""

from __future__ import annotations

import hashlib
import mmap
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from lexicon.errors import LexiconFormatError

MAGIC = b"SLOVOSUD"
FORMAT = 1
MOST_SECTIONS = 64

_HEADER = struct.Struct("<8sIIQ32sQ")
_ENTRY = struct.Struct("<8sQQ")
_ALIGNMENT = 8
_DIGEST_OFFSET = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Container:
    """An open lexicon file. Sections are views into the mapping; nothing is read before it is asked for."""

    path: Path
    bytes: memoryview
    sections: Mapping[str, memoryview]

    @classmethod
    def open(cls, path: Path) -> Self:
        """Map the file and check header, sizes and section table. Raises `LexiconFormatError`."""
        with path.open("rb") as file:
            size = file.seek(0, 2)
            if size < _HEADER.size:
                raise LexiconFormatError(
                    path, field="size", offset=0, found=f"{size} bytes", expected=f"at least {_HEADER.size}"
                )
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))
        return cls(path=path, bytes=data, sections=_sections(path, data))

    def section(self, name: str) -> memoryview:
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
        _, table = _entries(self.path, self.bytes)
        return next(offset for entry, offset, _ in table if entry == name)

    def verify(self) -> None:
        """Compare the digest of the header with the bytes. Raises `LexiconFormatError`."""
        stored = self.bytes[_DIGEST_OFFSET : _DIGEST_OFFSET + 32].tobytes()
        found = hashlib.sha256(self.bytes[_HEADER.size :]).digest()
        if found != stored:
            raise LexiconFormatError(
                self.path, field="digest", offset=_DIGEST_OFFSET, found=found.hex(), expected=stored.hex()
            )


def _entries(path: Path, data: memoryview) -> tuple[int, list[tuple[str, int, int]]]:
    """Read header and section table: where the table ends, and (name, offset, length) of each section."""
    magic, version, count, size, _, reserved = _HEADER.unpack_from(data)
    end = _HEADER.size + count * _ENTRY.size
    checks = (
        ("magic", 0, magic == MAGIC, repr(magic), repr(MAGIC)),
        ("format version", 8, version == FORMAT, f"format {version}", f"format {FORMAT}"),
        ("number of sections", 12, 1 <= count <= MOST_SECTIONS, count, f"1 to {MOST_SECTIONS}"),
        ("file size", 16, size == len(data), f"{len(data)} bytes", f"{size} bytes"),
        ("reserved bytes", 56, reserved == 0, reserved, 0),
        ("section table", _HEADER.size, end <= len(data), f"{len(data)} bytes", f"at least {end}"),
    )
    for field, offset, holds, found, expected in checks:
        if not holds:
            raise LexiconFormatError(path, field=field, offset=offset, found=str(found), expected=str(expected))
    return end, [_entry(path, data, number, end) for number in range(count)]


def _entry(path: Path, data: memoryview, number: int, table_end: int) -> tuple[str, int, int]:
    """Read one line of the section table; its section must lie behind the table and inside the file."""
    place = _HEADER.size + number * _ENTRY.size
    name, offset, length = _ENTRY.unpack_from(data, place)
    inside = table_end <= offset <= len(data) and length <= len(data) - offset
    if offset % _ALIGNMENT or not inside or not name.isascii():
        raise LexiconFormatError(
            path,
            field=f"section {number} of the table",
            offset=place,
            found=f"{name!r} at {offset}, {length} bytes",
            expected=f"an ASCII name and an aligned place from {table_end} to {len(data)}",
        )
    return name.rstrip(b"\0").decode("ascii"), offset, length


def _sections(path: Path, data: memoryview) -> dict[str, memoryview]:
    """Return the sections by name; no two may overlap or share a name."""
    end, entries = _entries(path, data)
    sections: dict[str, memoryview] = {}
    for name, offset, length in sorted(entries, key=lambda entry: entry[1]):
        if offset < end or name in sections:
            raise LexiconFormatError(
                path,
                field=f"section {name}",
                offset=offset,
                found="an overlap or a second one",
                expected="its own",
            )
        end = offset + length
        sections[name] = data[offset:end]
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
