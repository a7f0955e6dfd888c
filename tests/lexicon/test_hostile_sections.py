"""A file may be wrong and have a right digest: whatever is asked of it, the answer is one, or names the section."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Callable
from pathlib import Path

import pytest

from lexicon.compiled import Lexicon
from lexicon.container import pack
from lexicon.errors import LexiconFormatError
from lexicon.sections import EVIDENCE, REASONS
from lexicon.statistics import statistics
from tests.support import small_edition

TEXTS = ["стол", "столы", "столами", "ёж", "москва", "деньги", "быстро", "кафе-бар", "нет", "cat", "дом"]
#: Bytes that change what JSON says and leave it JSON, mostly.
TELLING = b'[]{}",:0189-e.\0\xff'


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_edition(tmp_path_factory.mktemp("hostile"), edition="small").path


@pytest.mark.parametrize("section", ["MANIFEST", "WORDS", "SETTLED", "REASONS", "EVID0000"])
@pytest.mark.parametrize(
    "ask",
    [
        pytest.param(lambda lexicon: lexicon.check_all(TEXTS), id="full answers"),
        pytest.param(lambda lexicon: [lexicon.explain(text) for text in TEXTS], id="explanations"),
        pytest.param(statistics, id="counts"),
        pytest.param(Lexicon.verify, id="verifying"),
    ],
)
def test_any_byte_may_be_any_other(
    tmp_path: Path, edition: Path, section: str, ask: Callable[[Lexicon], object]
) -> None:
    source = random.Random(section)  # noqa: S311 - must be repeatable
    whole, path = Lexicon.open(edition).container, tmp_path / "changed.lexicon"
    content, offset, size = edition.read_bytes(), whole.offset(section), len(whole.section(section))
    for _ in range(150):
        changed = bytearray(content)
        for _ in range(source.randint(1, 3)):
            changed[offset + source.randrange(size)] = source.choice([*TELLING, source.randrange(256)])
        changed[24:56] = hashlib.sha256(changed[64:]).digest()
        path.write_bytes(changed)
        try:
            ask(Lexicon.open(path))
        except LexiconFormatError as error:
            assert error.field  # noqa: PT017 - any other error fails the test


@pytest.mark.parametrize(
    ("section", "there", "other"),
    [
        pytest.param(REASONS, b'"override_in"', b'"override_ib"', id="a sentence that is not there"),
        pytest.param(REASONS, b"{source}", b"{souxce}", id="a sentence with a place of its own"),
        pytest.param(EVIDENCE.format(0), b'"source":"sample"', b'"source":"simple"', id="what another source says"),
    ],
)
def test_what_cannot_be_told_names_its_section(
    tmp_path: Path, edition: Path, section: str, there: bytes, other: bytes
) -> None:
    whole = Lexicon.open(edition).container
    sections = {name: whole.section(name).tobytes() for name in whole.sections}
    assert there in sections[section]
    path = tmp_path / "changed.lexicon"
    path.write_bytes(pack(sections | {section: sections[section].replace(there, other)}))
    lexicon = Lexicon.open(path)
    assert lexicon.check("деньги").reason == "override"
    with pytest.raises(LexiconFormatError, match=f"section {section}"):
        lexicon.explain("дом")
