"""Bytes of a dictionary file, plain or packed (bz2, gzip, zip), in blocks or in lines, within bounds.

In: a path. Out: blocks, lines, a digest.
Never: what they mean; anything unpacked onto the disk; a whole file in memory.

The way of packing is seen in the first bytes, never in the name.
"""

from __future__ import annotations

import bz2
import gzip
import hashlib
import os
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Protocol

from lexicon.errors import DataFileError

#: Bytes read at a time.
BLOCK = 1 << 16

#: Unpacked bytes of one dictionary. The largest known export has half a gigabyte.
MOST_BYTES = 4 << 30

#: How often its packed size a dictionary may have unpacked. Exports of OpenCorpora have 36 times; bombs, thousands.
MOST_RATIO = 100

#: Unpacked bytes that are read without looking at the ratio: a short list of like words packs well.
FREE_BYTES = 1 << 24

#: In bytes, without the line end. A dictionary of one word a line, with tags and a definition, needs a fraction.
LONGEST_LINE = BLOCK

#: What an archive may have besides its one dictionary (a licence, folders) and still be looked at.
MOST_MEMBERS = 100


class _Stream(Protocol):
    def read(self, size: int, /) -> bytes: ...


_ZIP_END = b"PK\x05\x06"
_ZIP_END_LARGE = b"PK\x06\x07"
_ZIP_END_REACH = 22 + 0xFFFF


def blocks(path: Path) -> Iterator[bytes]:
    """Yield the unpacked bytes of a file.

    Raises `DataFileError` when it cannot be read, is damaged or cut, or unpacks to more than `MOST_BYTES` or more
    than `MOST_RATIO` times its size.
    """
    with _complaints(path), path.open("rb") as raw, _unpacked(path, raw) as stream:
        size = os.fstat(raw.fileno()).st_size
        total = 0
        while block := stream.read(BLOCK):
            total += len(block)
            if total > MOST_BYTES:
                raise _fault(path, f"more than {MOST_BYTES >> 30} GB", "the size of a dictionary")
            if total > FREE_BYTES and total > MOST_RATIO * size:
                raise _fault(
                    path,
                    f"an archive that unpacks to more than {MOST_RATIO} times its {size} bytes",
                    "a packed dictionary; unpack it yourself if you trust it",
                )
            yield block


def lines(path: Path) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield number (from 1), content and line end of each line: LF, CRLF, or nothing at the end of the file.

    Of a line longer than `LONGEST_LINE` the first `LONGEST_LINE` + 1 bytes are yielded, and no more is kept.
    """
    number, rest = 0, b""
    for block in blocks(path):
        first, *others = block.split(b"\n")
        rest = (rest + first)[: LONGEST_LINE + 1]
        for following in others:
            number += 1
            yield (number, rest[:-1], b"\r\n") if rest.endswith(b"\r") else (number, rest, b"\n")
            rest = following
    if rest:
        yield number + 1, rest, b""


def digest(path: Path) -> str:
    """Return the SHA-256 of the file as it lies there, packed or not: what ``sha256sum`` prints.

    Raises `DataFileError` when it cannot be read, or is larger than a dictionary may be.
    """
    with _complaints(path), path.open("rb") as raw:
        size = os.fstat(raw.fileno()).st_size
        if size > MOST_BYTES:
            raise _fault(path, f"{size} bytes", f"at most {MOST_BYTES}, as a dictionary has")
        return hashlib.file_digest(raw, "sha256").hexdigest()


def expect_unchanged(path: Path, expected: str) -> None:
    """Raise `DataFileError` when the file is no longer the one that was found, so that no edition names the wrong."""
    found = digest(path)
    if found != expected:
        raise _fault(path, f"content that changed while it was read (sha256 {found[:12]})", f"sha256 {expected[:12]}")


@contextmanager
def _complaints(path: Path) -> Iterator[None]:
    """Turn what goes wrong with reading and unpacking into a sentence."""
    try:
        yield
    except EOFError as error:
        raise _fault(path, "an archive that ends too early", "a whole file; fetch it anew") from error
    except (zipfile.BadZipFile, gzip.BadGzipFile, zlib.error) as error:
        raise _fault(path, f"a damaged archive ({error})", "a sound file; fetch it anew") from error
    except OSError as error:
        found = f"a damaged archive ({error})" if error.errno is None else str(error.strerror)
        raise _fault(path, found, "a file that can be read") from error


@contextmanager
def _unpacked(path: Path, raw: IO[bytes]) -> Iterator[_Stream]:
    """Open the stream of unpacked bytes."""
    magic = raw.read(4)
    raw.seek(0)
    if magic.startswith(b"BZh"):
        with bz2.open(raw) as stream:
            yield stream
    elif magic.startswith(b"\x1f\x8b"):
        with gzip.open(raw) as stream:
            yield stream
    elif magic.startswith(b"PK\x03\x04"):
        _look_at_directory(path, raw)
        with zipfile.ZipFile(raw) as archive, archive.open(_only_member(path, archive)) as stream:
            yield stream
    else:
        yield raw


def _look_at_directory(path: Path, raw: IO[bytes]) -> None:
    """Refuse an archive whose directory alone would fill the memory, before it is read."""
    raw.seek(0, os.SEEK_END)
    raw.seek(max(0, raw.tell() - _ZIP_END_REACH))
    tail = raw.read()
    place = tail.rfind(_ZIP_END)
    members = int.from_bytes(tail[place + 10 : place + 12], "little")
    size = int.from_bytes(tail[place + 12 : place + 16], "little")
    if place < 0 or _ZIP_END_LARGE in tail[:place] or members > MOST_MEMBERS or size > BLOCK:
        raise _fault(
            path,
            "an archive without end, or of very many or very large files",
            "a zip with one dictionary; or pack it as .bz2 or .gz",
        )


def _only_member(path: Path, archive: zipfile.ZipFile) -> zipfile.ZipInfo:
    """Return the one file of an archive."""
    files = [member for member in archive.infolist() if not member.is_dir()]
    if len(files) != 1:
        raise _fault(path, f"an archive of {len(files)} files", "an archive with just the dictionary; take it out")
    member = files[0]
    if member.flag_bits & 1:
        raise _fault(path, "an encrypted archive", "one without password")
    if member.compress_type not in {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2}:
        raise _fault(path, "an archive packed in an unusual way", "a zip packed by deflate; or .bz2 or .gz")
    return member


def _fault(path: Path, found: str, expected: str) -> DataFileError:
    return DataFileError(path, where="the file", found=found, expected=expected)
