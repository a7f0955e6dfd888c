"""What other programs read: written, read back, compared; and word graphs that others made."""

from __future__ import annotations

import json
import string
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.alphabet import Word
from lexicon.building.compiling import CompiledWords, compile_list
from lexicon.building.exporting import ExportFormat, TileFacts, comma_alphabet, export, tab_alphabet
from lexicon.building.kwg import (
    KwgFormatError,
    KwgTooLargeError,
    Width,
    differences,
    read_kwg,
    write_kwg,
)
from tests.lexicon.engine.sample import ALPHABET, KOT, LETTERS, sample_lexicon

LATIN = string.ascii_uppercase
RUSSIAN = "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ"
POLISH = "AĄBCĆDEĘFGHIJKLŁMNŃOÓPRSŚTUWYZŹŻ"

#: Nodes of word graphs made by wolges, the program that KWG comes from (its default layout): facts to hold ours to.
CAR_ROTATED = (
    "00400006 0040000a 05800000 13c00000 12c00002 01400004 03400005 03c00000 01400007 12400008 0100000f "
    "03000011 05000009 12000012 13400009 03400010 00400004 00400005 01400013 03c00014 00400002"
)
CAR_WORDS = "00400005 05800000 13c00000 12c00001 01400003 03400004"
CAR_WIDE = (
    "00000640 00000a40 00000085 000000d3 000002d2 00000441 00000543 000000c3 00000741 00000852 00000f01 "
    "00001103 00000905 00001212 00000953 00001043 00000440 00000540 00001341 000014c3 00000240"
)
KOT_ROTATED = (
    "00400008 00400010 0cc00000 0a400002 14c00000 08c00003 10400004 0ac00000 07000005 0c000006 1b400007 "
    "00400005 07c0000d 00400003 08000017 1bc00000 0700000b 0800000c 0a00000e 0c000019 1000001d 1400001f "
    "1b400020 07400018 00400002 00000006 0a40001b 0840001c 07c00000 0c40001e 00400004 10400002 00400007"
)
ZUR_ROTATED = (
    "00400009 00400010 1cc00000 01c00000 10400002 17c00000 15000004 1b400005 11400003 05000008 15800000 "
    "20400006 20c00000 1140000e 05c00000 00400008 0100000d 0500000f 10000019 1100001c 1580001e 17000020 "
    "1b000021 1c000023 20400025 1540001a 2040001b 00400002 0540001d 00400003 2040001f 00400004 1b40000c "
    "20400022 00400005 10400024 1540000c 00400006"
)
CAR = ["CAR", "CARE", "CARS"]


def graph(nodes: str) -> bytes:
    return b"".join(int(node, 16).to_bytes(4, "little") for node in nodes.split())


@pytest.mark.parametrize(
    ("nodes", "letters", "width", "words"),
    [
        pytest.param(CAR_ROTATED, LATIN, Width.KWG, CAR, id="with rotations"),
        pytest.param(CAR_WORDS, LATIN, Width.KWG, CAR, id="words alone"),
        pytest.param(CAR_WIDE, LATIN, Width.KBWG, CAR, id="wide"),
        pytest.param(KOT_ROTATED, RUSSIAN, Width.KWG, ["ЁЖ", "ЁЖИК", "КОТ", "ЩИ"], id="Ё in its place"),
        pytest.param(ZUR_ROTATED, POLISH, Width.KWG, ["ĆMA", "Ó", "ŻÓŁW", "ŻUR"], id="a word of one letter"),
        pytest.param("00400000 00400000", LATIN, Width.KWG, [], id="no words"),
    ],
)
def test_graphs_of_others_are_read_and_ours_are_as_large(
    nodes: str, letters: str, width: Width, words: list[str]
) -> None:
    content = graph(nodes)
    assert list(read_kwg(content, letters=letters, width=width)) == words
    rotations = len(nodes.split()) > 1 and nodes != CAR_WORDS
    ours = write_kwg(compile_list(words, letters=letters, rotations=rotations), width=width)
    assert len(ours) == len(content)
    assert list(read_kwg(ours, letters=letters, width=width)) == words


def test_words_without_rotations_are_laid_out_as_others_do() -> None:
    assert write_kwg(compile_list(CAR, letters=LATIN)) == graph(CAR_WORDS)


LISTS = st.frozensets(st.text(alphabet=LETTERS, min_size=1, max_size=8), max_size=50)


@settings(deadline=None)
@given(words=LISTS, rotations=st.booleans(), width=st.sampled_from(Width))
def test_a_round_trip_keeps_the_words(words: frozenset[str], width: Width, *, rotations: bool) -> None:
    listed = ALPHABET.sorted(Word(word) for word in words)
    content = write_kwg(compile_list(listed, letters=LETTERS, rotations=rotations), width=width)
    assert list(read_kwg(content, letters=LETTERS, width=width)) == listed


@settings(deadline=None)
@given(words=st.frozensets(st.text(alphabet="ABC", min_size=1, max_size=6), min_size=1, max_size=20))
def test_every_word_can_be_laid_from_each_of_its_letters(words: frozenset[str]) -> None:
    nodes = memoryview(write_kwg(compile_list(sorted(words), letters=LATIN, rotations=True))).cast("I")

    def reaches(tiles: list[int]) -> bool:
        node = nodes[1]
        for tile in tiles:
            place = node & 0x3FFFFF
            if not place:
                return False
            while nodes[place] >> 24 != tile:
                if nodes[place] & 0x400000:
                    return False
                place += 1
            node = nodes[place]
        return bool(node & 0x800000)

    for word in words:
        tiles = [LATIN.index(letter) + 1 for letter in word]
        assert reaches(tiles[::-1])
        for cut in range(1, len(word)):
            assert reaches([*tiles[cut - 1 :: -1], 0, *tiles[cut:]])
        for stranger in ("ABCABCA", word + "AAAAAAA"):
            assert not reaches([LATIN.index(letter) + 1 for letter in stranger[::-1]])


@pytest.mark.parametrize(
    ("nodes", "node", "found"),
    [
        pytest.param("00400001 01800000", 1, "no last sibling", id="siblings without an end"),
        pytest.param("00400009 01c00000", 0, "node 9", id="a reference out of the file"),
        pytest.param("00400001 01c00001", 1, "loop", id="a loop"),
        pytest.param("00400001 02c00002 03c00001", 2, "loop", id="a loop of two"),
        pytest.param("00400001 02800000 01c00000", 2, "tile 1", id="siblings out of order"),
        pytest.param("00400001 00c00000", 1, "tile 0", id="the mark in a word"),
        pytest.param("00400001 1bc00000", 1, "tile 27", id="a tile past the alphabet"),
        pytest.param("01400001 01c00000", 0, "0x01400001", id="no pointer"),
    ],
)
def test_a_damaged_graph_is_refused_with_the_node(nodes: str, node: int, found: str) -> None:
    with pytest.raises(KwgFormatError, match=found) as refused:
        list(read_kwg(graph(nodes), letters=LATIN))
    assert (refused.value.node, refused.value.offset) == (node, 4 * node)


@pytest.mark.parametrize("content", [b"", b"\0\0\x40"])
def test_bytes_that_are_no_nodes_are_refused(content: bytes) -> None:
    with pytest.raises(KwgFormatError, match="multiple of 4"):
        list(read_kwg(content, letters=LATIN))


def test_too_many_nodes_are_refused_with_their_number() -> None:
    last = (1 << 26 | 1 << 25 | 1 << 24).to_bytes(4, "little")
    fitting = CompiledWords(words=bytes(4) + last * 3, rotations=b"", word_count=1)
    assert len(write_kwg(fitting)) == 16
    too_many = CompiledWords(words=bytes(4) + last * 4_194_304, rotations=b"", word_count=1)
    with pytest.raises(KwgTooLargeError, match=r"4,194,305 nodes.*as KBWG") as refused:
        write_kwg(too_many)
    assert refused.value.node_count == 4_194_305
    assert len(write_kwg(too_many, width=Width.KBWG)) == 4 * 4_194_305


@settings(deadline=None)
@given(first=LISTS, second=LISTS)
def test_lists_are_compared_in_one_pass(first: frozenset[str], second: frozenset[str]) -> None:
    left, right = (ALPHABET.sorted(Word(word) for word in words) for words in (first, second))
    found = list(differences(left, right, alphabet=ALPHABET))
    assert [word for word, _ in found] == ALPHABET.sorted(Word(word) for word in first ^ second)
    assert {word for word, in_first in found if in_first} == first - second


def test_an_edition_in_every_format(engine_kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine_kind)
    lexicon = sample_lexicon(tmp_path)
    written = {form: b"".join(export(lexicon, form)) for form in ExportFormat}
    listed = list(lexicon.words())
    assert written[ExportFormat.TEXT].decode().split("\n") == [*listed, ""]
    assert written[ExportFormat.HUNSPELL].decode().split("\n") == [str(len(KOT)), *map(str.lower, listed), ""]
    objects = [json.loads(line) for line in written[ExportFormat.JSON_LINES].splitlines()]
    assert [line["word"] for line in objects] == listed
    for form, width in (
        (ExportFormat.KWG, Width.KWG),
        (ExportFormat.KWG_ROTATIONS, Width.KWG),
        (ExportFormat.KBWG_ROTATIONS, Width.KBWG),
    ):
        assert list(read_kwg(written[form], letters=LETTERS, width=width)) == listed


def test_alphabets_beside_a_graph() -> None:
    tiles = {"А": TileFacts(count=8, points=1, vowel=True), "Б": TileFacts(count=2, points=3)}
    assert tab_alphabet("АБ", tiles, blanks=2) == "?\t?\t2\t0\t0\t0\t0\nА\tа\t8\t1\t1\t0\t0\nБ\tб\t2\t3\t0\t0\t0\n"
    assert comma_alphabet("АБ", tiles, blanks=2) == "?,2,0,0\nА,8,1,1\nБ,2,3,0\n"
