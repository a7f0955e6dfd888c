"""Disks that are full, cannot be written or fail: told as unavailable, nothing half-stored, well again afterwards."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import apsw
import pytest

from server.store import GameId, NewEvent, Store, StoreUnavailableError, open_store
from tests.server.store.disks import a_small_disk, filled, open_folder, without_rights
from tests.server.store.making import AGAIN, NEW, a_game, a_store_with, an_event, answered, contents
from tests.server.store.postgresql_server import PostgresqlServer, a_server
from tests.support import ROOT

__all__ = ["open_folder"]


def takes(store: Store, event: NewEvent) -> bool:
    try:
        store.append(event)
    except StoreUnavailableError:
        return False
    return True


def fill(store: Store, *, size: int, name: str = "big", first: int = 0) -> int:
    """Append events of ``size`` bytes until the store takes no more; return the version it has reached."""
    for version in range(first, 20_000):
        if not takes(store, replace(an_event(f"{name} {version}", at=version), event=b"x" * size)):
            return version
    raise AssertionError("the disk does not fill")


def is_whole(store: Store, *, version: int, name: str = "big") -> bool:
    """Whether the game is at a version, its chain is whole, and the event after it left nothing."""
    assert store.game(GameId("game")).version == version
    assert len(contents(store)) == version
    refused = an_event(f"{name} {version}", at=version)
    assert store.answered(refused.key, refused.body) is None
    return [verified.fault for verified in store.verify()] == [None]


def test_a_full_disk_stores_nothing_by_halves_and_is_well_when_there_is_space() -> None:
    with a_small_disk(3) as disk:
        store = open_store(str(disk / "games.sqlite"))
        store.create(a_game())
        taken = fill(store, size=50_000)
        assert taken > 0
        assert is_whole(store, version=taken)
        # Where a big one does not fit, some small ones still may.
        reached = fill(store, size=10, name="small", first=taken)
        assert is_whole(store, version=reached, name="small")
        store.close()


def test_a_disk_that_has_space_again_takes_the_same_event() -> None:
    with a_small_disk(4) as disk:
        store = open_store(str(disk / "games.sqlite"))
        store.create(a_game())
        event = replace(an_event("move", at=0), event=b"x" * 300_000)
        with filled(disk):
            with pytest.raises(StoreUnavailableError):
                store.append(event)
            assert is_whole(store, version=0)
        assert store.fault() is None
        assert store.append(event) == answered("answer move at 0", again=NEW)
        assert store.append(event) == answered("answer move at 0", again=AGAIN)
        store.close()


def test_a_store_is_not_made_on_a_full_disk() -> None:
    with a_small_disk(1) as disk:
        path = str(disk / "games.sqlite")
        with filled(disk), pytest.raises(StoreUnavailableError):
            open_store(path)
        store = open_store(path)
        a_store_with(store, 1)
        store.close()


LIMITED = """
import resource, sys
from server.store import open_store
from tests.server.store.making import a_game
from tests.server.store.test_store_disks import fill, is_whole
store = open_store(sys.argv[1])
store.create(a_game())
_, most = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (400_000, most))
taken = fill(store, size=50_000)
assert taken > 0 and is_whole(store, version=taken)
resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
assert store.fault() is None
sys.stdout.write(str(taken))
"""


def test_a_file_that_may_not_grow_stores_nothing_by_halves(tmp_path: Path) -> None:
    """The same without root: the system lets no file of this process grow further."""
    path = str(tmp_path / "games.sqlite")
    done = subprocess.run([sys.executable, "-c", LIMITED, path], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    taken = int(done.stdout)
    store = open_store(path)
    assert is_whole(store, version=taken)
    assert not store.append(an_event("after", at=taken)).again
    store.close()


def test_a_folder_that_cannot_be_written_is_told_when_the_store_is_opened(open_folder: Path) -> None:
    with without_rights(open_folder), pytest.raises(StoreUnavailableError) as refused:
        open_store(str(open_folder / "games.sqlite"))
    assert list(open_folder.iterdir()) == []
    assert "write" in refused.value.mend


def test_a_file_that_cannot_be_written_is_told_when_the_store_is_opened(open_folder: Path) -> None:
    path = str(open_folder / "games.sqlite")
    store = open_store(path)
    a_store_with(store, 1)
    store.close()
    with without_rights(open_folder), pytest.raises(StoreUnavailableError):
        open_store(path)
    store = open_store(path)
    assert contents(store) == [b"event game 1"]
    store.close()


class FailingFile(apsw.VFSFile):
    """A file whose writes and syncs are counted, and fail from a number on."""

    def __init__(self, disk: FailingDisk, name: Any, flags: list[int]) -> None:
        self._disk = disk
        super().__init__(disk.base, name, flags)

    def xWrite(self, data: bytes, offset: int) -> None:  # noqa: N802
        self._disk.count()
        super().xWrite(data, offset)

    def xSync(self, flags: int) -> None:  # noqa: N802
        self._disk.count()
        self._disk.syncs += 1
        super().xSync(flags)


class FailingDisk(apsw.VFS):
    """Stands before the disk. ``left`` operations succeed, then none does, or all but one."""

    def __init__(self) -> None:
        self.base = apsw.vfs_names()[0]
        self.left: int | None = None
        self.syncs = 0
        self.recovers = False
        super().__init__("failing", self.base, makedefault=True)

    def xOpen(self, name: Any, flags: list[int]) -> FailingFile:  # noqa: N802
        return FailingFile(self, name, flags)

    def count(self) -> None:
        if self.left is not None:
            self.left -= 1
            if self.left == -1 or (self.left < 0 and not self.recovers):
                raise apsw.IOError("the test lets this fail")


@pytest.fixture
def failing_disk() -> Iterator[FailingDisk]:
    disk = FailingDisk()
    yield disk
    disk.unregister()


def make(change: str, store: Store, size: int) -> None:
    if change == "create":
        store.create(replace(a_game(), description=b"x" * size))
    else:
        store.append(replace(an_event("move", at=1, game="before"), event=b"x" * size))


def places() -> Iterator[int]:
    """After how many operations the disk fails: each of the first ones, then ever fewer."""
    place = 0.0
    while True:
        yield int(place)
        place = max(place + 1, place * 1.6)


@pytest.mark.parametrize("change", ["create", "append"])
@pytest.mark.parametrize("size", [10, 2_500_000], ids=["small", "beyond the cache"])
@pytest.mark.parametrize("recovers", [False, True], ids=["for good", "once"])
def test_whichever_write_fails_a_change_is_stored_whole_or_not_at_all(
    failing_disk: FailingDisk,
    tmp_path: Path,
    change: str,
    size: int,
    recovers: bool,  # noqa: FBT001
) -> None:
    """The disk fails at the first write of a change, at the second, and so on until it has not failed at all."""
    failing_disk.recovers = recovers
    refusals = 0
    for allowed in places():
        store = open_store(str(tmp_path / f"{allowed}.sqlite"))
        a_store_with(store, 1, name="before")
        failing_disk.left = allowed
        try:
            make(change, store, size)
            was_refused = False
        except StoreUnavailableError:
            was_refused = True
        failed, failing_disk.left = failing_disk.left < 0, None
        games = store.games(before_number=None, limit=9)
        assert [verified.fault for verified in store.verify()] == [None] * len(games)
        # What was answered is there; what was refused may be there when only the last step failed, never by halves.
        assert was_refused or len(games) + games[-1].version == 3
        make(change, store, size)
        assert store.fault() is None
        store.close()
        refusals += was_refused
        if not failed:
            break
    assert refusals >= 3


# PostgreSQL


def test_a_full_disk_of_the_server_stores_nothing_by_halves() -> None:
    with a_small_disk(120) as disk:
        disk.chmod(0o777)
        with a_server(data=disk / "data") as server:
            store = open_store(server.url)
            store.create(a_game())
            with filled(disk):
                taken = fill(store, size=200_000)
                assert is_whole(store, version=taken)
            event = replace(an_event("after", at=taken), event=b"x" * 200_000)
            assert store.append(event) == answered(f"answer after at {taken}", again=NEW)
            assert [verified.fault for verified in store.verify()] == [None]
            store.close()


def test_a_server_that_takes_no_changes_is_told(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = open_store(postgresql.url)
    store.create(a_game())
    store.close()
    store = open_store(f"{postgresql.url}&options=-c%20default_transaction_read_only%3Don")
    with pytest.raises(StoreUnavailableError) as refused:
        store.append(an_event("move", at=0))
    assert "target_session_attrs" in refused.value.mend
    assert store.fault() is not None
    assert contents(store) == []
    store.close()
