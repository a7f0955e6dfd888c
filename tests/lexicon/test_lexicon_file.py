"""The lexicon file: equal editions are equal bytes; cut, changed or foreign bytes are refused and never hang."""

from __future__ import annotations

import hashlib
import json
import random
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.container import Container, pack
from lexicon.errors import LexiconFormatError
from lexicon.sections import MANIFEST
from tests.support import SMALL_LIST, small_edition

#: No damaged file may keep anybody busy for longer, in seconds; a whole edition is verified in a tenth of it.
PATIENCE = 1.0

WORDS = ["стол", "столами", "ёж", "москва", "деньги", "кот", "cтол", ""]


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A real edition, small: a list, evidence of a dictionary, an override, sentences in every language."""
    return small_edition(tmp_path_factory.mktemp("file"), edition="small").path.read_bytes()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "small.lexicon"


def refusal(path: Path, content: bytes) -> LexiconFormatError | None:
    """Open and verify a file with these bytes and return the refusal; None when nothing is amiss."""
    path.write_bytes(content)
    started = time.process_time()
    error = raised(lambda: Lexicon.open(path).verify())
    assert time.process_time() - started < PATIENCE
    return error


def raised(ask: Callable[[], object]) -> LexiconFormatError | None:
    """Ask and return the refusal, which must name file, field and offset; None when there was none."""
    try:
        ask()
    except LexiconFormatError as error:
        return error if error.path and error.field and error.offset >= 0 else None
    return None


def assert_each_is_refused(path: Path, damaged: Iterable[tuple[str, bytes]]) -> None:
    passed = [name for name, content in damaged if refusal(path, content) is None]
    assert passed == []


def test_the_file_itself_is_sound(path: Path, content: bytes) -> None:
    assert refusal(path, content) is None
    assert tuple(Lexicon.open(path).words()) == SMALL_LIST


def cuts(content: bytes, lengths: Iterable[int]) -> Iterator[tuple[str, bytes]]:
    return ((f"the first {length} bytes", content[:length]) for length in lengths)


def flips(content: bytes, bits: Iterable[int]) -> Iterator[tuple[str, bytes]]:
    for bit in bits:
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        yield f"bit {bit % 8} of byte {bit // 8}", bytes(changed)


def test_cut_anywhere_it_is_refused(path: Path, content: bytes) -> None:
    assert_each_is_refused(path, cuts(content, range(0, len(content), 29)))
    assert_each_is_refused(path, cuts(content, [*range(200), len(content) - 1]))


def test_one_bit_changed_anywhere_it_is_refused(path: Path, content: bytes) -> None:
    some = random.Random(1).sample(range(8 * len(content)), 400)  # noqa: S311 - must be repeatable
    assert_each_is_refused(path, flips(content, some))
    assert_each_is_refused(path, flips(content, range(0, 8 * 400, 3)))


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_every_cut_and_every_changed_bit_is_refused(path: Path, content: bytes) -> None:
    assert_each_is_refused(path, cuts(content, range(len(content))))
    assert_each_is_refused(path, flips(content, range(8 * len(content))))


@pytest.mark.parametrize(
    ("damaged", "field", "found"),
    [
        pytest.param(b"", "size", "0 bytes", id="an empty file"),
        pytest.param(b"\x89PNG\r\n\x1a\n" + bytes(100), "magic", "PNG", id="a picture"),
        pytest.param("ворота\nштаны\n".encode() * 9, "magic", "xd0", id="a word list"),
        pytest.param(b"SLOVOSUD" + struct.pack("<I", 3) + bytes(60), "format version", "format 3", id="a later format"),
        pytest.param(
            b"SLOVOSUD" + struct.pack("<II", 2, 0) + bytes(60), "number of sections", "0", id="a file of no sections"
        ),
        pytest.param(
            b"SLOVOSUD" + struct.pack("<IIQ", 2, 1 << 31, 64) + bytes(40),
            "number of sections",
            "2147483648",
            id="two thousand million sections",
        ),
    ],
)
def test_a_foreign_file_is_refused_with_the_field_at_fault(path: Path, damaged: bytes, field: str, found: str) -> None:
    error = refusal(path, damaged)
    assert error is not None
    assert error.field == field
    assert found in error.found


def test_a_file_with_a_tail_is_refused(path: Path, content: bytes) -> None:
    error = refusal(path, content + b"\0" * 8)
    assert error is not None
    assert (error.field, error.offset) == ("file size", 16)
    assert error.found == f"{len(content) + 8} bytes"
    assert error.expected == f"{len(content)} bytes"


#: Where the first line of the section table has the offset and the length of its section.
OFFSET, LENGTH = 64 + 8, 64 + 16


@pytest.mark.parametrize(
    ("place", "value"),
    [
        pytest.param(OFFSET, 0, id="a section in the header"),
        pytest.param(OFFSET, 64, id="a section over the table"),
        pytest.param(OFFSET, 161, id="a section that is not aligned"),
        pytest.param(OFFSET, 1 << 63, id="a section past the end"),
        pytest.param(LENGTH, 1 << 62, id="a section longer than the file"),
        pytest.param(LENGTH, 4000, id="a section that reaches into the next"),
    ],
)
def test_a_section_lies_in_the_file_and_in_no_other(path: Path, content: bytes, place: int, value: int) -> None:
    damaged = bytearray(content)
    damaged[place : place + 8] = struct.pack("<Q", value)
    error = refusal(path, bytes(damaged))
    assert error is not None
    assert error.field.startswith("section ")


def test_a_section_that_is_not_there_is_named(path: Path) -> None:
    path.write_bytes(pack({"WORDS": b"\0\0\0\0"}))
    with pytest.raises(LexiconFormatError, match="expected a section MANIFEST"):
        Lexicon.open(path).verify()


@given(st.dictionaries(st.text("ABCD", min_size=1, max_size=8), st.binary(max_size=40), min_size=1, max_size=6))
def test_sections_come_out_as_they_went_in(
    tmp_path_factory: pytest.TempPathFactory, sections: dict[str, bytes]
) -> None:
    path = tmp_path_factory.mktemp("sections") / "any"
    path.write_bytes(pack(sections))
    container = Container.open(path)
    container.verify()
    assert {name: section.tobytes() for name, section in container.sections.items()} == sections
    assert pack(sections) == path.read_bytes()
    assert all(section.offset % 8 == 0 for section in container.sections.values())


@given(data=st.data())
def test_damage_under_a_right_digest_is_an_error_or_an_answer(
    content: bytes, tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    """Somebody who changes bytes can also write a new digest: still no crash, no hang, and nothing but our error."""
    damaged = bytearray(content)
    for _ in range(data.draw(st.integers(1, 4))):
        damaged[data.draw(st.integers(64, len(content) - 1))] = data.draw(st.integers(0, 255))
    damaged[24:56] = hashlib.sha256(damaged[64:]).digest()
    path = tmp_path_factory.mktemp("damage") / "small.lexicon"
    path.write_bytes(damaged)
    started = time.process_time()
    raised(lambda: list(Lexicon.open(path).words()))
    raised(lambda: [Lexicon.open(path).explain(word) for word in WORDS])
    assert time.process_time() - started < PATIENCE


@pytest.mark.parametrize(
    ("key", "value"),
    [
        pytest.param("lexicon_id", None, id="no text where one belongs"),
        pytest.param("longest", "15", id="a text where a number belongs"),
        pytest.param("shortest", -1, id="a number below zero"),
        pytest.param("letters", 3, id="a number where letters belong"),
        pytest.param("sources", {}, id="a table where a list belongs"),
        pytest.param("sources", [{"id": "sample"}], id="a source without its digest"),
        pytest.param("counts_by_length", {"two": 2}, id="a length that is no number"),
        pytest.param("folds", {"Ё": 1}, id="a fold onto a number"),
        pytest.param("canaries_in", "стол", id="canaries that are one text"),
        pytest.param("colour", "red", id="a key nobody knows"),
    ],
)
def test_a_manifest_of_another_form_is_refused(path: Path, content: bytes, key: str, value: object) -> None:
    path.write_bytes(content)
    sections = {name: section.tobytes() for name, section in Container.open(path).sections.items()}
    manifest = json.loads(sections[MANIFEST])
    sections[MANIFEST] = json.dumps(manifest | {key: value}).encode()
    error = refusal(path, pack(sections))
    assert error is not None
    assert error.field == f"section {MANIFEST}"


def test_what_the_manifest_says_is_held_against_the_list(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    lexicon = Lexicon.open(path)
    names = [name for name in lexicon.container.sections if name != MANIFEST]
    parts = {name: lexicon.container.section(name).tobytes() for name in names}
    for change in (
        {"word_count": 5},
        {"counts_by_length": {2: 4}},
        {"word_list_digest": "0" * 64},
        {"canaries_in": ("москва",)},
        {"canaries_out": ("стол",)},
    ):
        changed = {**lexicon.manifest.as_dict(), **change}
        manifest = type(lexicon.manifest).from_dict(changed).named(edition="small", parts=list(parts.values()))
        error = refusal(path, pack(parts | {MANIFEST: manifest.canonical()}))
        assert error is not None, change
        assert error.field.startswith("section WORDS"), change


def test_an_edition_does_not_pass_for_another(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "sample").mkdir()
    (tmp_path / "sample" / "large.lexicon").write_bytes(content)
    with pytest.raises(LexiconFormatError, match="found sample@small; expected sample@large"):
        Catalogue(folder=tmp_path).open("sample")
