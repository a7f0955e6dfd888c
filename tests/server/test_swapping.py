"""Editions come, go and are damaged while words are checked: no call fails, no answer mixes two editions."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections import Counter
from dataclasses import replace
from pathlib import Path

import grpc
import pytest
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.container import pack
from lexicon.errors import LexiconFormatError
from lexicon.verifying import verify_canaries
from server import word_check
from server.editions import Editions
from tests.server.conftest import started
from tests.server.refused import refused
from tests.support import small_edition

#: Words of the list as it is, and as it is without the override that admits a plural.
WORDS = ["ДЕНЬГИ", "ДОМ", "СТОЛ", "СТОЛА"]
WITH, WITHOUT = 0b0111, 0b0110


@pytest.fixture(scope="module")
def two_editions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The bytes of two editions that differ in one word, by name."""
    folder = tmp_path_factory.mktemp("editions")
    small_edition(folder, edition="with")
    overrides = next((folder / "data").rglob("overrides/*.tsv"))
    lines = overrides.read_text(encoding="utf-8").splitlines()
    overrides.write_text("\n".join(line for line in lines if not line.startswith("деньги")) + "\n", encoding="utf-8")
    small_edition(folder, edition="without")
    place = folder / "catalogue" / "sample"
    return {name: (place / f"{name}.lexicon").read_bytes() for name in ("with", "without")}


def put(catalogue: Path, content: bytes, name: str) -> None:
    """Rename an edition into its place, as publishing does."""
    target = catalogue / "sample" / f"{name}.lexicon"
    target.parent.mkdir(parents=True, exist_ok=True)
    aside = target.with_suffix(".aside")
    aside.write_bytes(content)
    aside.replace(target)


def swap_under_load(two: dict[str, bytes], folder: Path, *, swaps: int) -> Counter[str]:
    """Swap editions while clients call; return what they saw: edition names, or how calls failed."""
    catalogue = folder / "catalogue"
    put(catalogue, two["with"], "with")
    seen: Counter[str] = Counter()
    done = threading.Event()
    with started(Catalogue(folder=catalogue), folder / "games.sqlite") as server:

        def call(*, compact: bool) -> None:
            with grpc.insecure_channel(server.address) as channel:
                stub = LexiconServiceStub(channel)
                request = wire.CheckWordsRequest(lexicon_id="sample", words=WORDS, compact=compact)
                while not done.is_set():
                    try:
                        answer = stub.CheckWords(request, timeout=30)
                    except grpc.RpcError as error:
                        seen[f"failed {error.code().name}"] += 1
                        continue
                    bits = answer.valid_bitmap[0] if compact else 0
                    for number, verdict in enumerate(answer.verdicts):
                        bits |= (verdict.status == wire.WORD_STATUS_VALID) << number
                    right = bits == {"with": WITH, "without": WITHOUT}[answer.lexicon.edition]
                    reasons = [verdict.reason for verdict in answer.verdicts[:1]]
                    right &= reasons in ([], [{"with": "override", "without": "not-attested"}[answer.lexicon.edition]])
                    seen[answer.lexicon.edition if right else "mixed"] += 1

        threads = [threading.Thread(target=call, kwargs={"compact": compact}) for compact in (True, False)]
        for thread in threads:
            thread.start()
        for number in range(swaps):
            name = ("without", "with")[number % 2]
            put(catalogue, two[name], name)
            server.readiness.look()
            before = seen[name]
            limit = time.monotonic() + 30
            while seen[name] == before and time.monotonic() < limit:
                time.sleep(0.001)
        done.set()
        for thread in threads:
            thread.join()
    return seen


def test_editions_are_swapped_under_load_without_a_lost_or_a_mixed_answer(
    two_editions: dict[str, bytes], tmp_path: Path
) -> None:
    seen = swap_under_load(two_editions, tmp_path, swaps=20)
    assert set(seen) == {"with", "without"}, seen


def test_editions_of_the_same_content_are_told_by_their_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(word_check, "MOST_HEADS", 2)
    names = ("one", "other", "third")
    digests = {small_edition(tmp_path, edition=name).manifest.digest for name in names}
    assert len(digests) == 1
    with (
        started(Catalogue(folder=tmp_path / "catalogue"), tmp_path / "games.sqlite") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        for name in (*names, *names):
            for compact in (True, False):
                request = wire.CheckWordsRequest(lexicon_id="sample", edition=name, words=WORDS, compact=compact)
                told = LexiconServiceStub(channel).CheckWords(request).lexicon
                assert (told.edition, {told.digest}) == (name, digests)


@pytest.mark.soak
@pytest.mark.timeout(1800)
def test_two_hundred_swaps_under_load(two_editions: dict[str, bytes], tmp_path: Path) -> None:
    seen = swap_under_load(two_editions, tmp_path, swaps=200)
    assert set(seen) == {"with", "without"}, seen


def test_a_damaged_newer_edition_is_refused_and_the_good_one_serves_on(
    two_editions: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    catalogue = tmp_path / "catalogue"
    put(catalogue, two_editions["with"], "with")
    with (
        started(Catalogue(folder=catalogue), tmp_path / "games.sqlite") as server,
        grpc.insecure_channel(server.address) as channel,
    ):
        stub = LexiconServiceStub(channel)
        request = wire.CheckWordsRequest(lexicon_id="sample", words=WORDS)
        damaged = bytearray(two_editions["without"])
        damaged[-1] ^= 1
        put(catalogue, bytes(damaged), "without")
        server.readiness.look()
        assert stub.CheckWords(request).lexicon.edition == "with"
        assert "lexicon refused" in capsys.readouterr().err
        request.edition = "without"
        refusal = refused(stub.CheckWords, request)
        assert (refusal.code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, "LEXICON_DAMAGED")
        server.readiness.look()
        assert "lexicon refused" not in capsys.readouterr().err, "told once"
        put(catalogue, two_editions["without"], "without")
        server.readiness.look()
        request.edition = ""
        assert stub.CheckWords(request).lexicon.edition == "without", "mended, and newer"


def test_wrong_canaries_are_noticed(two_editions: dict[str, bytes], tmp_path: Path) -> None:
    """Digests are right, and the words are not those that the manifest promises: built by a faulty program."""
    put(tmp_path, two_editions["with"], "with")
    lexicon = Lexicon.open(tmp_path / "sample" / "with.lexicon")
    verify_canaries(lexicon)
    lexicon.__dict__["manifest"] = replace(lexicon.manifest, canaries_in=("ЖЖЖ",))
    with pytest.raises(LexiconFormatError, match="ЖЖЖ NOT_IN_LEXICON"):
        verify_canaries(lexicon)


@pytest.mark.parametrize(
    ("section", "content"),
    [
        pytest.param("SETTLED", b"", id="no edges"),
        pytest.param("SETTLED", b"\0" * 4, id="nothing settled"),
        pytest.param("SETTLED", b"\0" * 6, id="an edge and a half"),
        pytest.param("SETTLED", None, id="no such section"),
        pytest.param("REASONS", b"{}", id="no clauses"),
        pytest.param("REASONS", b"{", id="no reasons"),
    ],
)
def test_an_edition_that_cannot_say_why_never_serves(
    two_editions: dict[str, bytes], tmp_path: Path, section: str, content: bytes | None
) -> None:
    """Whoever wrote it has written a right digest, too: the words are in, and nothing tells by what."""
    put(tmp_path, two_editions["with"], "with")
    editions = Editions(Catalogue(folder=tmp_path))
    editions.look()
    whole = Lexicon.open(tmp_path / "sample" / "with.lexicon")
    sections = {name: whole.container.section(name).tobytes() for name in whole.container.sections if name != section}
    named = whole.manifest.__class__.from_dict(whole.manifest.as_dict() | {"edition": "without"})
    sections["MANIFEST"] = named.canonical()
    put(tmp_path, pack(sections if content is None else sections | {section: content}), "without")
    (refused,) = editions.look().refused
    assert refused.path.stem == "without"
    assert editions.open("sample").edition == "with"


def test_an_edition_whose_file_is_gone_serves_who_holds_it(two_editions: dict[str, bytes], tmp_path: Path) -> None:
    put(tmp_path, two_editions["with"], "with")
    editions = Editions(Catalogue(folder=tmp_path))
    editions.look()
    held = editions.open("sample")
    (tmp_path / "sample" / "with.lexicon").unlink()
    changes = editions.look()
    assert changes.gone == ("sample",)
    assert held.check_batch(WORDS) == [True, True, True, False]
    assert held.explain("СТОЛА").layers


def test_an_explanation_needs_no_file_that_is_gone_and_believes_no_damaged_one(
    two_editions: dict[str, bytes], tmp_path: Path
) -> None:
    damaged = bytearray(two_editions["without"])
    damaged[-1] ^= 1
    put(tmp_path, bytes(damaged), "without")
    put(tmp_path, two_editions["with"], "with")
    editions = Editions(Catalogue(folder=tmp_path))
    editions.look()
    held = editions.open("sample")
    whole = editions.explain(held, WORDS[0])
    assert [layer.text for layer in whole.layers if "without" in layer.text] == [], "nothing is told of it"
    (tmp_path / "sample" / "with.lexicon").unlink()
    assert editions.explain(held, WORDS[0]) == whole, "until the next look"


def test_a_file_that_is_gone_is_held_by_nobody_but_those_who_use_it(
    two_editions: dict[str, bytes], tmp_path: Path
) -> None:
    """Or the disk would fill with editions that are not there any more."""
    put(tmp_path, two_editions["with"], "with")
    editions = Editions(Catalogue(folder=tmp_path))
    editions.look()
    held = weakref.ref(editions.open("sample"))
    (tmp_path / "sample" / "with.lexicon").unlink()
    put(tmp_path, two_editions["without"], "without")
    editions.look()
    gc.collect()
    assert held() is None


def test_a_catalogue_that_cannot_be_read_is_told_and_what_was_read_serves_on(
    two_editions: dict[str, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, two_editions["with"], "with")
    editions = Editions(Catalogue(folder=tmp_path))
    editions.look()

    def failing(_: Catalogue) -> tuple[str, ...]:
        raise PermissionError(13, "Permission denied", str(tmp_path))

    monkeypatch.setattr(Catalogue, "lexicon_ids", failing)
    assert "Permission denied" in editions.look().unreachable
    assert editions.open("sample").edition == "with"
