"""Whatever the bytes: an error that names field and offset, never a crash, a hang or a wrong answer."""

from __future__ import annotations

import hashlib
import random
import struct
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.automaton import ACCEPT, LAST, TILE_SHIFT
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconFormatError
from lexicon.plain_engine import PlainEngine
from lexicon.sections import WORDS
from tests.lexicon.engine import fuzzing
from tests.lexicon.engine.sample import KOT, LETTERS, NATIVE_IS_THERE, compiled, engine_of, lexicon_file, sample_lexicon

GOLDEN = Path(__file__).parents[2] / "golden" / "fuzz"


def corpus() -> Iterator[tuple[str, str, bytes]]:
    """Yield (target, name, content): files of one input each, and `found.hex`, what a fuzzer found, one a line."""
    for target in fuzzing.TARGETS:
        for path in sorted((GOLDEN / target).iterdir()):
            if path.suffix == ".hex":
                for number, line in enumerate(path.read_text(encoding="ascii").split(), start=1):
                    yield target, f"{path.stem}-{number}", bytes.fromhex(line)
            else:
                yield target, path.stem, path.read_bytes()


CORPUS = list(corpus())

A, B, C = 1, 2, 3


def edge(tile: int, child: int = 0, *, accept: bool = True, last: bool = True) -> int:
    return tile << TILE_SHIFT | accept * ACCEPT | last * LAST | child


@pytest.mark.parametrize(
    ("edges", "fault"),
    [
        pytest.param([0], None, id="no words"),
        pytest.param([1, edge(A)], None, id="one word"),
        pytest.param([2, edge(B), edge(A, 1, accept=False)], None, id="a word of two letters"),
        pytest.param([9, edge(A)], (0, "root", 9), id="the root outside the file"),
        pytest.param([1 | LAST, edge(A)], (0, "root", 1 | LAST), id="a mark on the root"),
        pytest.param([1, edge(0)], (1, "tile", 0), id="no tile"),
        pytest.param([1, edge(11)], (1, "tile", 11), id="a tile past the alphabet"),
        pytest.param([1, edge(B, last=False), edge(A)], (2, "order", A), id="siblings out of order"),
        pytest.param([1, edge(B, last=False), edge(B)], (2, "order", B), id="a tile twice"),
        pytest.param([1, edge(A, 1)], (1, "child", 1), id="a loop of one"),
        pytest.param([1, edge(A, 2), edge(B, 1)], (1, "child", 2), id="a loop of two"),
        pytest.param([1, edge(A, last=False), edge(B, 1)], (2, "child", 1), id="a loop into the same state"),
        pytest.param([1, edge(A, 77)], (1, "child", 77), id="a next state outside the file"),
        pytest.param([1, edge(A, accept=False)], (1, "dead", 0), id="an edge that leads to no word"),
        pytest.param([1, edge(A, last=False)], (1, "last", 0), id="a state without an end"),
        pytest.param([3, edge(A), edge(A, 1), edge(A, 2)], (3, "overlong", 3), id="a word longer than any"),
        pytest.param([1, edge(A, last=False), edge(B)], (0, "count", 2), id="another number of words"),
    ],
)
def test_the_form_of_edges(engine_kind: str, edges: list[int], fault: tuple[int, str, int] | None) -> None:
    engine = engine_of(engine_kind, struct.pack(f"<{len(edges)}I", *edges), longest=2)
    assert engine.fault(edges[0] and 1) == fault
    assert "АБЕ" not in engine
    if fault:
        with pytest.raises(RuntimeError, match="fault"):
            engine.count()
        with pytest.raises(RuntimeError, match="fault"):
            engine.pattern((), 0, any_after=True, shortest=1, longest=64).take(1)


@pytest.mark.parametrize("content", [b"", b"\0", b"\0" * 6], ids=["nothing", "one byte", "an edge and a half"])
def test_bytes_that_are_no_edges(engine_kind: str, content: bytes) -> None:
    with pytest.raises(ValueError, match="multiple of 4"):
        engine_of(engine_kind, content)


def test_a_run_without_end_is_not_scanned_past_the_alphabet(engine_kind: str) -> None:
    edges = [1, *[edge(A, accept=False, last=False)] * 1_000_000, edge(B)]
    assert "Б" not in engine_of(engine_kind, struct.pack(f"<{len(edges)}I", *edges))


def test_a_loop_spells_no_word_longer_than_any(engine_kind: str) -> None:
    engine = engine_of(engine_kind, struct.pack("<2I", 1, edge(A, 1)))
    assert "А" * 64 in engine
    assert "А" * 65 not in engine
    assert engine.flags(["А" * 64, "А" * 65]) == ([True, False], [])


@pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native engine")
@pytest.mark.parametrize("letter_count", [1, 7, 8, 9, 30, 31, 32, 33, 34, 63])
def test_damaged_states_of_any_size_are_looked_through_alike(letter_count: int) -> None:
    from lexicon import _walking  # noqa: PLC0415 - may not have been compiled

    source = random.Random(letter_count)  # noqa: S311 - must be repeatable
    letters = "".join(chr(0x400 + number) for number in range(letter_count))
    for size in (1, 4, 5, 8, 9, 20, 31, 32, 33, 36, 40, 63, 64, 90) * 12:
        # Three letters lead to a state of any edges, out of any order.
        edges = [1, edge(A, 2, accept=False), edge(A, 3, accept=False), edge(A, source.randint(4, 3 + size))]
        seldom = source.choice((0, 1, 8, 30, 60))
        edges += [
            edge(
                source.randint(0, min(letter_count + 1, 63)),
                source.randrange(size + 5),
                accept=source.random() < 0.5,
                last=source.randint(0, seldom) == 1,
            )
            for _ in range(size)
        ]
        content = struct.pack(f"<{len(edges)}I", *edges)
        texts = [letters[0] * 3 + letter for letter in letters]
        texts += [text + source.choice(letters) * source.choice((1, 1, 2, 60, 61, 62)) for text in texts]
        native, plain = (make(content, letters, letters, letters, 64) for make in (_walking.Edges, PlainEngine))
        assert native.marks(texts) == plain.marks(texts)


def test_ways_without_number_are_counted_no_further_than_needed(engine_kind: str) -> None:
    # Nine tiles, all leading on, 60 letters deep: 9^60 words in 540 edges.
    edges = [0]
    for _ in range(60):
        below = len(edges) - 9 if len(edges) > 1 else 0
        edges += [edge(tile, below, last=tile == 9) for tile in range(1, 10)]
    edges[0] = len(edges) - 9
    engine = engine_of(engine_kind, struct.pack(f"<{len(edges)}I", *edges))
    assert engine.fault(5) == (0, "count", 1 << 28)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_every_flipped_bit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine)
    path = lexicon_file(tmp_path)
    content = path.read_bytes()
    assert fuzzing.open_and_ask(path)
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        assert not fuzzing.open_and_ask(path), f"bit {bit % 8} of byte {bit // 8}"


def long_list() -> tuple[str, ...]:
    """Words that make a lexicon of about 10 KB."""
    source = random.Random(7)  # noqa: S311 - must be repeatable
    return ("КОТ", *{"".join(source.choices(LETTERS, k=source.randint(2, 9))) for _ in range(1200)})


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_verification_finds_every_flipped_bit_of_ten_kilobytes(tmp_path: Path) -> None:
    path = lexicon_file(tmp_path, long_list())
    content = path.read_bytes()
    assert 10_000 < len(content) < 20_000
    Lexicon.open(path).verify()
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        with pytest.raises(LexiconFormatError):
            Lexicon.open(path).verify()


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_both_engines_agree_on_every_flipped_bit_of_ten_kilobytes() -> None:
    content = compiled(long_list())
    for bit in range(8 * len(content)):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        fuzzing.edges(bytes(changed))


@pytest.mark.parametrize("engine", ["native", "python"])
def test_no_cut_and_no_tail_passes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine)
    path = lexicon_file(tmp_path)
    content = path.read_bytes()
    for length in range(len(content)):
        path.write_bytes(content[:length])
        with pytest.raises(LexiconFormatError):
            Lexicon.open(path)
    path.write_bytes(content + b"\0")
    with pytest.raises(LexiconFormatError, match="file size at byte 16"):
        Lexicon.open(path)


@pytest.mark.parametrize("engine", ["native", "python"])
@settings(deadline=None)
@given(data=st.data())
def test_damage_under_a_right_digest_is_still_an_error(
    tmp_path_factory: pytest.TempPathFactory, engine: str, data: st.DataObject
) -> None:
    path = lexicon_file(tmp_path_factory.mktemp("damage"))
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        content[data.draw(st.integers(64, len(content) - 1))] = data.draw(st.integers(0, 255))
    content[24:56] = hashlib.sha256(content[64:]).digest()
    path.write_bytes(content)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SLOVOSUD_ENGINE", engine)
        fuzzing.open_and_ask(path)


@pytest.mark.parametrize("engine", ["native", "python"])
def test_a_file_cut_while_it_is_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine)
    lexicon, unread = sample_lexicon(tmp_path), sample_lexicon(tmp_path)
    assert lexicon.check_batch(["кот"]) == [True]
    with (tmp_path / "one.lexicon").open("r+b") as file:
        file.truncate(70)
    with pytest.raises(LexiconFormatError, match="cut while it was open"):
        unread.check_batch(["кот"])
    assert lexicon.check_batch(["кот", "нет"]) == [True, False]
    assert len(list(lexicon.words())) == len(KOT)
    with pytest.raises(LexiconFormatError, match="cut while it was open"):
        lexicon.check("кот")  # the reason is in the file
    with pytest.raises(LexiconFormatError, match="cut while it was open"):
        lexicon.verify()


def test_a_damaged_edge_is_named_with_its_place_in_the_file(tmp_path: Path) -> None:
    path = lexicon_file(tmp_path)
    offset = Lexicon.open(path).container.offset(WORDS)
    content = bytearray(path.read_bytes())
    content[offset + 4 : offset + 8] = b"\xff\xff\xff\xff"
    path.write_bytes(content)
    with pytest.raises(LexiconFormatError, match=f"section WORDS, edge 1 at byte {offset + 4}"):
        list(Lexicon.open(path).words())


@pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native engine to hold against the Python one")
@pytest.mark.parametrize(
    ("target", "content"), [pytest.param(target, content, id=f"{target}-{name}") for target, name, content in CORPUS]
)
def test_the_corpus(target: str, content: bytes) -> None:
    fuzzing.TARGETS[target](content)


@pytest.mark.skipif(not NATIVE_IS_THERE, reason="no native engine to hold against the Python one")
@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_mutations_of_the_corpus(target: str) -> None:
    fuzz(target, executions=1500)


@pytest.mark.soak
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_a_million_mutations_of_the_corpus(target: str) -> None:
    fuzz(target, executions=250_000)


def fuzz(target: str, *, executions: int) -> None:
    """Throw mutations of the corpus at a target; print what it fails for, so that it can join the corpus."""
    source = random.Random(executions)  # noqa: S311 - must be repeatable
    seeds = [content for name, _, content in CORPUS if name == target]
    for number in range(executions):
        content = fuzzing.mutated(source.choice(seeds), source)
        try:
            fuzzing.TARGETS[target](content)
        except Exception as error:
            pytest.fail(f"execution {number}: {error!r} for {content.hex()}")


def test_the_corpus_holds_every_target() -> None:
    assert {target for target, _, _ in CORPUS} == set(fuzzing.TARGETS)
    assert any(compiled(KOT) == content for _, _, content in CORPUS)
