"""What a list keeper says of a dictionary to be imported, and everything that may be wrong with it.

In: files, a format, an id, a licence. Out: `ImportRequest`; the format and the parts of the dictionary.
Never: the inside of the files.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.building.sources.packed import MOST_BYTES
from lexicon.errors import LexiconError
from lexicon.settled import LONGEST_WORD
from lexicon.shipped import shipped_folder

#: The policy that admits whatever a dictionary lists.
EVERY_FORM = "every-form"

#: The policy that leaves out what is spelled with a capital letter.
LOWER_CASE_FORMS = "lower-case-forms"

_ID = re.compile(r"[a-z][a-z0-9.-]{1,62}")


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportFormat:
    """A format under the name a list keeper knows: its reader, the parts it consists of, how their names end."""

    reader: str
    parts: tuple[str, ...]
    endings: tuple[str, ...]


#: In the order in which a file's name is looked at; the last takes every name.
FORMATS: Mapping[str, ImportFormat] = {
    "opencorpora": ImportFormat(
        reader="opencorpora-xml", parts=("dictionary",), endings=(".xml", ".xml.bz2", ".xml.gz", ".xml.zip")
    ),
    "hunspell": ImportFormat(reader="hunspell", parts=("affixes", "words"), endings=(".aff", ".dic")),
    "polimorf": ImportFormat(reader="polimorf", parts=("list",), endings=(".tab", ".tab.gz", ".tab.bz2")),
    "tsv": ImportFormat(reader="tab-separated", parts=("list",), endings=(".tsv", ".tsv.gz", ".tsv.bz2", ".tsv.zip")),
    "plain": ImportFormat(reader="word-list", parts=("list",), endings=("",)),
}


class ImportRefusedError(LexiconError):
    """An import cannot be made. ``faults`` are sentences, all of them."""

    def __init__(self, *faults: str) -> None:
        self.faults = faults
        super().__init__("nothing was imported:" + "".join(f"\n  - {fault}" for fault in faults))


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportRequest:
    """What a list keeper says of a dictionary.

    ``format`` is a key of `FORMATS`, or "" to go by the file's name. ``tags_of`` is a described source whose table of
    marks is used. ``dropped`` are characters left out of every form (stress marks, soft hyphens). ``replaced`` tells
    that an earlier import under this id may go.
    """

    id: str
    files: tuple[Path, ...]
    alphabet: str
    licence: str
    format: str = ""
    title: str = ""
    attribution: str = ""
    homepage: str = ""
    version: str = ""
    folds: tuple[str, ...] = ()
    policy: str = EVERY_FORM
    encoding: str = ""
    columns: tuple[str, ...] = ()
    dropped: str = ""
    tags_of: str = ""
    shortest: int = 2
    longest: int = LONGEST_WORD
    replaced: bool = False


def checked(request: ImportRequest, data: Path) -> tuple[ImportFormat, dict[str, Path]]:
    """Return format and files by part. Raises `ImportRefusedError` with everything that is wrong with the request."""
    faults = []
    if not _ID.fullmatch(request.id):
        faults.append(f"found id {request.id!r}; expected 2 to 63 letters a-z, digits, - and ., first a letter")
    elif not request.replaced:
        taken = [kind for kind in ("lexicons", "sources") if (data / kind / f"{request.id}.toml").exists()]
        if taken:
            faults.append(f"{data} has {request.id} in {' and '.join(taken)} already; give another id, or --replace")
    if not request.licence.strip():
        faults.append("found no licence; expected the SPDX id of the dictionary's licence, or LicenseRef-…")
    if not 1 <= request.shortest <= request.longest <= LONGEST_WORD:
        faults.append(f"found lengths {request.shortest} to {request.longest}; expected from 1 to {LONGEST_WORD}")
    shipped = shipped_folder().resolve()
    if data.resolve() == shipped or shipped in data.resolve().parents:
        faults.append(f"{data} is the data folder that came with the program; give a folder of your own: --data DIR")
    faults += [fault for file in request.files if (fault := _file_fault(file, request))]
    form = _format(request)
    if form is None:
        faults.append(f"found format {request.format!r}; expected one of {', '.join(FORMATS)}")
        raise ImportRefusedError(*faults)
    files = _parts(request.files, form)
    if len(files) != len(form.parts) or len(request.files) > len(form.parts):
        faults.append(f"found {len(request.files)} files; expected {' and '.join(form.parts)} of one dictionary")
    if faults:
        raise ImportRefusedError(*faults)
    return form, files


def _file_fault(file: Path, request: ImportRequest) -> str | None:
    """Return what keeps a file from being imported, whatever is in it."""
    if not file.is_file():
        return f"{file}: found no file; expected a dictionary"
    if file.stat().st_size > MOST_BYTES:
        return f"{file}: found {file.stat().st_size} bytes; expected a dictionary of at most {MOST_BYTES}"
    if file.name == refused_name(request.id):
        return f"{file}: found the name that the list of refused lines is to have; expected another name"
    return None


def refused_name(identifier: str) -> str:
    """Return the name of the file that lists what an import refused."""
    return f"{identifier}.refused.tsv"


def _format(request: ImportRequest) -> ImportFormat | None:
    if request.format or not request.files:
        return FORMATS.get(request.format)
    name = request.files[0].name.lower()
    return next(form for form in FORMATS.values() if name.endswith(form.endings))


def _parts(files: tuple[Path, ...], form: ImportFormat) -> dict[str, Path]:
    """Return the files by part. A pair is told apart by its endings; one of a pair brings the other beside it."""
    if len(form.parts) == 1:
        return dict(zip(form.parts, files, strict=False))
    parts: dict[str, Path] = {}
    for file in files:
        for part, ending in zip(form.parts, form.endings, strict=True):
            if file.name.lower().endswith(ending):
                parts[part] = file
            elif len(files) == 1 and file.with_suffix(ending).is_file():
                parts[part] = file.with_suffix(ending)
    return parts
