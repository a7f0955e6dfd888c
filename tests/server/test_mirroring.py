"""A catalogue elsewhere: copied whole, served after it is verified, served on when it cannot be reached."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import fsspec
import pytest
from grpc_health.v1.health import HealthServicer

from lexicon.catalogue import Catalogue
from server.editions import Editions
from server.log import logger
from server.mirroring import Mirror, MirrorError
from server.readiness import Readiness
from tests.support import small_edition

URL = "memory://catalogue"


@pytest.fixture
def there(tmp_path: Path) -> fsspec.AbstractFileSystem:
    """A file system in memory with a catalogue of one edition."""
    system = fsspec.filesystem("memory")
    system.store.clear()
    small_edition(tmp_path / "made", edition="first")
    put(system, tmp_path / "made" / "catalogue" / "sample" / "first.lexicon", "sample/first.lexicon")
    return system


def put(system: fsspec.AbstractFileSystem, file: Path, place: str) -> None:
    system.pipe_file(f"/catalogue/{place}", file.read_bytes())


def served(folder: Path) -> list[str]:
    editions = Editions(Catalogue(folder=folder))
    editions.look()
    return [f"{name}@{editions.open(name).edition}" for name in editions.lexicon_ids() if editions.serves(name)]


def test_what_is_there_is_served_here(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    mirror = Mirror(url=URL, folder=tmp_path / "here")
    mirror.refresh()
    assert served(tmp_path / "here") == ["sample@first"]
    copy = tmp_path / "here" / "sample" / "first.lexicon"
    before = copy.stat().st_ino
    mirror.refresh()
    assert copy.stat().st_ino == before, "what is here already is not copied again"
    small_edition(tmp_path / "made", edition="second")
    put(there, tmp_path / "made" / "catalogue" / "sample" / "second.lexicon", "sample/second.lexicon")
    mirror.refresh()
    assert served(tmp_path / "here") == ["sample@second"], "the newest there is the newest here"
    there.rm_file("/catalogue/sample/second.lexicon")
    mirror.refresh()
    assert served(tmp_path / "here") == ["sample@first"], "what was taken back is gone here too"


def test_a_damaged_copy_is_not_served(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    there.pipe_file("/catalogue/sample/later.lexicon", there.cat_file("/catalogue/sample/first.lexicon")[:-1])
    Mirror(url=URL, folder=tmp_path / "here").refresh()
    assert served(tmp_path / "here") == ["sample@first"]


def test_names_that_are_no_safe_file_names_are_left_out(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    for place in ("sample/../../evil.lexicon", "..%2f/evil.lexicon", "sample/a/b.lexicon", "sample/.hidden.lexicon"):
        there.store[f"/catalogue/{place}"] = there.store["/catalogue/sample/first.lexicon"]
    Mirror(url=URL, folder=tmp_path / "here").refresh()
    held = sorted(path.relative_to(tmp_path / "here").as_posix() for path in (tmp_path / "here").rglob("*.lexicon"))
    assert held == ["sample/first.lexicon"]
    assert not list(tmp_path.glob("evil*"))


def test_a_place_that_cannot_be_reached_leaves_what_was_copied(tmp_path: Path) -> None:
    small_edition(tmp_path / "made", edition="first")
    url = f"file://{tmp_path / 'made' / 'catalogue'}"
    Mirror(url=url, folder=tmp_path / "here").refresh()
    (tmp_path / "made" / "catalogue").rename(tmp_path / "away")
    with pytest.raises(MirrorError, match="served on"):
        Mirror(url="nonsense://x", folder=tmp_path / "here").refresh()
    assert served(tmp_path / "here") == ["sample@first"]


def test_a_copy_that_breaks_off_leaves_no_half_file(
    there: fsspec.AbstractFileSystem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert there.exists("/catalogue/sample/first.lexicon")

    def broken(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(MirrorError, match="No space left"):
        Mirror(url=URL, folder=tmp_path / "here").refresh()
    assert list((tmp_path / "here" / "sample").iterdir()) == []


def test_nothing_there_is_no_reason_to_remove_what_is_here(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    mirror = Mirror(url=URL, folder=tmp_path / "here")
    mirror.refresh()
    there.rm("/catalogue", recursive=True)
    there.mkdir("/catalogue")
    editions = Editions(Catalogue(folder=tmp_path / "here"), mirror=mirror)
    assert "found no edition there" in editions.look().unreachable
    assert editions.open("sample").edition == "first"


def test_editions_of_ones_own_are_not_removed(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    small_edition(tmp_path, edition="own")
    mirror = Mirror(url=URL, folder=tmp_path / "catalogue")
    mirror.refresh()
    small_edition(tmp_path / "made", edition="second")
    put(there, tmp_path / "made" / "catalogue" / "sample" / "second.lexicon", "sample/second.lexicon")
    there.rm_file("/catalogue/sample/first.lexicon")
    mirror.refresh()
    held = sorted(path.name for path in (tmp_path / "catalogue" / "sample").glob("*.lexicon"))
    assert held == ["own.lexicon", "second.lexicon"], "of two copies the one that is gone there is gone"


def test_what_a_killed_copy_left_is_swept(there: fsspec.AbstractFileSystem, tmp_path: Path) -> None:
    assert there.exists("/catalogue/sample/first.lexicon")
    (tmp_path / "here" / "sample").mkdir(parents=True)
    (tmp_path / "here" / "sample" / ".copy-left").write_bytes(b"half")
    Mirror(url=URL, folder=tmp_path / "here").refresh()
    assert [path.name for path in (tmp_path / "here" / "sample").iterdir()] == ["first.lexicon"]


def test_a_place_that_never_answers_keeps_nobody_from_what_is_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers, begun = threading.Event(), []

    def never(mirror: Mirror) -> None:
        begun.append(mirror)
        answers.wait(30)

    monkeypatch.setattr(Mirror, "refresh", never)
    monkeypatch.setattr("server.editions.COPY_SECONDS", 0.05)
    small_edition(tmp_path, edition="own")
    editions = Editions(Catalogue(folder=tmp_path / "catalogue"), mirror=Mirror(url=URL, folder=tmp_path / "catalogue"))
    for _ in range(2):
        assert "still being copied" in editions.look().unreachable
        assert editions.open("sample").edition == "own"
    assert len(begun) == 1, "one copy at a time"
    answers.set()
    monkeypatch.setattr("server.editions.COPY_SECONDS", 10)
    assert editions.look().unreachable == ""
    assert editions.look().unreachable == ""
    assert len(begun) == 2, "and then the next"


def test_a_failure_is_told_once_and_without_the_password_of_the_url(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mirror = Mirror(url="nonsense://name:secret@host/x", folder=tmp_path)
    editions = Editions(Catalogue(folder=tmp_path), mirror=mirror)
    readiness = Readiness(told=HealthServicer(), editions=editions, log=logger())
    for _ in range(3):
        readiness.look()
    told = capsys.readouterr().err
    assert told.count("catalogue not read") == 1
    assert "nonsense://host/x" in told
    assert "secret" not in told
