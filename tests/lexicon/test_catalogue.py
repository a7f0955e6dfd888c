"""The catalogue: editions are immutable, the newest answers, and whatever happens each is there whole or not at all."""

from __future__ import annotations

import ctypes
import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import pytest

from lexicon.catalogue import Catalogue, EditionExistsError
from lexicon.compiled import Lexicon
from lexicon.container import pack
from lexicon.errors import LexiconError, LexiconFormatError, UnknownIdError
from lexicon.explanation import LayerKind
from lexicon.sections import MANIFEST
from tests.support import ROOT, SMALL_LIST, small_data, small_edition


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    """A catalogue with one edition, ``first``, beside the data folder that it was made from."""
    small_edition(tmp_path, edition="first")
    return Catalogue(folder=tmp_path / "catalogue")


def published_after(path: Path, seconds: int) -> None:
    """Make an edition as old as if it had been published so many seconds later."""
    stamp = path.stat().st_mtime_ns + seconds * 1_000_000_000
    os.utime(path, ns=(stamp, stamp))


def change_list(folder: Path) -> None:
    """Make the recipe of the small data folder give another list."""
    overrides = folder / "data" / "overrides" / "sample.tsv"
    overrides.write_text(overrides.read_text(encoding="utf-8") + "люди\tin\tanother\tthe tests\n", encoding="utf-8")


def names(folder: Path) -> set[str]:
    return {path.name for path in folder.rglob("*") if path.is_file()}


def test_an_edition_is_a_lexicon_and_its_manifest(catalogue: Catalogue) -> None:
    assert catalogue.lexicon_ids() == ("sample",)
    assert catalogue.editions("sample") == ("first",)
    assert names(catalogue.folder) == {"first.lexicon", "first.manifest.json"}
    assert tuple(catalogue.open("sample").words()) == SMALL_LIST


def test_an_edition_without_a_name_is_called_by_its_digest(tmp_path: Path) -> None:
    built = small_edition(tmp_path)
    assert built.manifest.edition == built.manifest.digest[:12]
    assert built.path.name == f"{built.manifest.digest[:12]}.lexicon"


def test_the_name_of_an_edition_does_not_change_its_digest(tmp_path: Path) -> None:
    assert small_edition(tmp_path, edition="one").manifest.digest == small_edition(tmp_path).manifest.digest


def test_the_newest_edition_answers_unless_another_is_named(tmp_path: Path, catalogue: Catalogue) -> None:
    change_list(tmp_path)
    published_after(small_edition(tmp_path, edition="second").path, 1)
    assert catalogue.editions("sample") == ("second", "first")
    assert catalogue.open("sample").edition == "second"
    assert catalogue.open("sample", "first").edition == "first"


def test_an_edition_published_again_is_the_newest_again(tmp_path: Path, catalogue: Catalogue) -> None:
    before = catalogue.path("sample", "first").read_bytes()
    small_edition(tmp_path, edition="second")
    published_after(catalogue.path("sample", "first"), -100)
    assert catalogue.editions("sample") == ("second", "first")
    small_edition(tmp_path, edition="first")
    assert catalogue.editions("sample") == ("first", "second")
    assert catalogue.path("sample", "first").read_bytes() == before


def test_other_content_under_a_taken_name_is_refused(tmp_path: Path, catalogue: Catalogue) -> None:
    before = catalogue.path("sample").read_bytes()
    change_list(tmp_path)
    with pytest.raises(EditionExistsError, match="give another --edition"):
        small_edition(tmp_path, edition="first")
    assert catalogue.path("sample").read_bytes() == before
    assert names(catalogue.folder) == {"first.lexicon", "first.manifest.json"}


def test_of_two_builds_that_publish_one_name_at_once_the_second_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first waits before it renames, until the second is as far or has been kept out for long enough."""
    small_edition(tmp_path, edition="one")
    one = Lexicon.open(tmp_path / "catalogue" / "sample" / "one.lexicon")
    change_list(tmp_path)
    other = Lexicon.open(small_edition(tmp_path, edition="other").path)
    both, verify = threading.Barrier(2), Lexicon.verify

    def slowly(lexicon: Lexicon) -> None:
        verify(lexicon)
        with suppress(threading.BrokenBarrierError):
            both.wait(timeout=0.5)

    monkeypatch.setattr(Lexicon, "verify", slowly)
    shared = tmp_path / "shared"

    def publish(built: Lexicon) -> Path | EditionExistsError:
        sections = {name: section.tobytes() for name, section in built.container.sections.items() if name != MANIFEST}
        manifest = built.manifest.named(edition="same", parts=list(sections.values()))
        try:
            return Catalogue(folder=shared).publish(pack(sections | {MANIFEST: manifest.canonical()}), manifest)
        except EditionExistsError as error:
            return error

    with ThreadPoolExecutor(2) as threads:
        first, second = sorted(threads.map(publish, [one, other]), key=lambda became: isinstance(became, Exception))
    assert first == shared / "sample" / "same.lexicon"
    assert isinstance(second, EditionExistsError)
    beside = json.loads((shared / "sample" / "same.manifest.json").read_text(encoding="utf-8"))
    assert beside == Catalogue(folder=shared).open("sample").manifest.as_dict()
    assert names(shared) == {"same.lexicon", "same.manifest.json"}


def test_a_killed_build_keeps_no_other_from_publishing(tmp_path: Path, catalogue: Catalogue) -> None:
    holding = (
        "import fcntl, os, sys\nfcntl.flock(os.open(sys.argv[1], os.O_RDONLY), fcntl.LOCK_EX)\nprint(flush=True)\n"
    )
    command = [sys.executable, "-c", holding + "sys.stdin.read()", str(catalogue.folder / "sample")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
    small_edition(tmp_path, edition="second")
    assert set(catalogue.editions("sample")) == {"first", "second"}


@pytest.mark.parametrize("name", ["../x", "a/b", ".hidden", "-x", "x" * 64, "а", "a b", "a\n", "a\0"])
def test_a_name_that_is_no_safe_file_name_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(LexiconError, match="give another --edition"):
        small_edition(tmp_path, edition=name)
    assert names(tmp_path / "catalogue") == set()


HOSTILE = [
    "../first",
    "a/b",
    "",
    ".",
    "..",
    "x" * 1000,
    "sample/../sample",
    "first.lexicon",
    "/etc/passwd",
    "a\0b",
    "*",
]


@pytest.mark.parametrize("name", HOSTILE)
def test_an_id_is_compared_with_what_is_there_and_never_joined_to_a_path(catalogue: Catalogue, name: str) -> None:
    with pytest.raises(UnknownIdError, match=r"\(known: sample\); name one of these, or build it: slovosud build"):
        catalogue.open(name)
    if name:  # no name: the newest
        with pytest.raises(UnknownIdError, match=r"\(known: first\); name one of these"):
            catalogue.open("sample", name)


def test_where_nothing_is_nothing_is_known(tmp_path: Path) -> None:
    nowhere = Catalogue(folder=tmp_path / "nowhere")
    assert nowhere.lexicon_ids() == ()
    with pytest.raises(UnknownIdError, match=r"\(known: none\); build it: slovosud build sample .*nowhere, --cat"):
        nowhere.open("sample")


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.chmod(0o644)
    path.write_bytes(content)


def truncate(path: Path) -> None:
    path.chmod(0o644)
    path.write_bytes(path.read_bytes()[:-1])


@pytest.mark.parametrize("harm", [damage, truncate])
def test_a_damaged_edition_leaves_its_neighbour_alone(
    tmp_path: Path, catalogue: Catalogue, harm: Callable[[Path], None]
) -> None:
    second = small_edition(tmp_path, edition="second").path
    published_after(second, 1)
    harm(second)
    sound = Catalogue(folder=catalogue.folder).open("sample", "first")
    sound.verify()
    with pytest.raises(LexiconFormatError, match="build the edition again or fetch it anew"):
        Catalogue(folder=catalogue.folder).open("sample", "second").verify()
    told = Catalogue(folder=catalogue.folder).explain(sound, "стол").layers[-1]
    assert told.kind is LayerKind.EDITIONS
    assert "first" in told.text


@pytest.mark.parametrize("harm", [damage, truncate])
def test_a_damaged_edition_is_mended_by_publishing_it_again(
    tmp_path: Path, catalogue: Catalogue, harm: Callable[[Path], None]
) -> None:
    before = catalogue.path("sample").read_bytes()
    harm(catalogue.path("sample"))
    small_edition(tmp_path, edition="first")
    assert catalogue.path("sample").read_bytes() == before
    Catalogue(folder=catalogue.folder).open("sample").verify()


def test_what_a_killed_build_left_is_no_edition_and_is_swept_once_it_is_old(
    tmp_path: Path, catalogue: Catalogue
) -> None:
    folder = catalogue.folder / "sample"
    old, young = folder / ".partial-old", folder / ".partial-young"
    for partial in (old, young):
        partial.write_bytes(b"SLOVOSUD")
    published_after(old, -2 * 3600)
    assert catalogue.editions("sample") == ("first",)
    small_edition(tmp_path, edition="second")
    # The young one may belong to a build that is still running.
    assert names(folder) == {".partial-young", *(f"{n}.{k}" for n in ("first", "second") for k in KINDS)}


KINDS = ("lexicon", "manifest.json")


@pytest.mark.parametrize("name", ["notes.txt", "x.lexicon.bak", "ё.lexicon", ".lexicon", "-a.lexicon"])
def test_other_files_are_no_editions(catalogue: Catalogue, name: str) -> None:
    (catalogue.folder / "sample" / name).write_bytes(b"")
    (catalogue.folder / "empty").mkdir()
    (catalogue.folder / "stray.lexicon").write_bytes(b"")
    assert catalogue.editions("sample") == ("first",)
    assert catalogue.lexicon_ids() == ("sample",)


def test_an_open_edition_answers_on_when_its_file_is_removed_or_replaced(catalogue: Catalogue) -> None:
    lexicon = catalogue.open("sample")
    path = catalogue.path("sample")
    path.unlink()
    path.write_bytes(b"no lexicon")
    assert [lexicon.check(word).status for word in ("стол", "столы")] == ["VALID", "NOT_IN_LEXICON"]
    lexicon.verify()


#: Publishes edition after edition and says the name of each once it is there.
PUBLISHING = """
import sys, itertools
from pathlib import Path
from lexicon.catalogue import Catalogue
from tests.support import small_edition
for number in itertools.count():
    small_edition(Path(sys.argv[1]), edition=f"e{number}")
    print(f"e{number}", flush=True)
"""


def killed(folder: Path, seconds: float) -> list[str]:
    """Publish in another process, kill that so many seconds after its first edition; return what it said is there."""
    with subprocess.Popen([sys.executable, "-c", PUBLISHING, str(folder)], stdout=subprocess.PIPE, cwd=ROOT) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        said = first + process.stdout.read()
    return said.decode().split()


def assert_whole_or_absent(folder: Path, seconds: float) -> None:
    said = killed(folder, seconds)
    catalogue = Catalogue(folder=folder / "catalogue")
    editions = catalogue.editions("sample")
    assert set(said) <= set(editions)
    for edition in editions:
        catalogue.open("sample", edition).verify()
        assert (catalogue.folder / "sample" / f"{edition}.manifest.json").stat().st_size > 0


def test_a_killed_build_leaves_whole_editions_and_all_that_it_had_told(tmp_path: Path) -> None:
    draw = random.Random(9)  # noqa: S311 - must be repeatable
    small_data(tmp_path / "data")
    for _ in range(3):
        assert_whole_or_absent(tmp_path, draw.uniform(0, 0.1))


@pytest.mark.soak
@pytest.mark.timeout(1200)
def test_two_hundred_killed_builds_leave_whole_editions(tmp_path: Path) -> None:
    draw = random.Random(10)  # noqa: S311 - must be repeatable
    small_data(tmp_path / "data")
    for _ in range(200):
        assert_whole_or_absent(tmp_path, draw.uniform(0, 0.1))


BUILDING = """
import sys
from server.command_line.app import run
sys.exit(run(["build", "sample", "--data", sys.argv[1], "--catalogue", sys.argv[2]]))
"""


def built_elsewhere(data: Path, catalogue: Path, prepare: Callable[[], None]) -> subprocess.CompletedProcess[str]:
    """Build the small list in another process, after ``prepare`` has taken something from it."""
    return subprocess.run(  # the process forks here, where no other thread runs
        [sys.executable, "-c", BUILDING, str(data), str(catalogue)],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=60, preexec_fn=prepare,
    )  # fmt: skip


def test_a_file_that_may_not_grow_is_an_error_and_leaves_nothing(tmp_path: Path, catalogue: Catalogue) -> None:
    limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))  # noqa: E731
    before = catalogue.path("sample").read_bytes()
    done = built_elsewhere(tmp_path / "data", catalogue.folder, limit)
    assert done.returncode == 2
    assert "File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert names(catalogue.folder) == {"first.lexicon", "first.manifest.json"}
    assert catalogue.path("sample").read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="NOT TESTED: only root can mount a small disk")
def test_a_full_disk_is_an_error_and_leaves_nothing(tmp_path: Path) -> None:
    disk = tmp_path / "catalogue"
    disk.mkdir()
    mounted = subprocess.run(
        ["/usr/bin/mount", "-t", "tmpfs", "-o", "size=52k", "none", str(disk)], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip(f"NOT TESTED: no small disk can be mounted here ({mounted.stderr.decode().strip()})")
    try:
        before = small_edition(tmp_path, edition="first").path.read_bytes()
        done = built_elsewhere(tmp_path / "data", disk, lambda: None)
        assert done.returncode == 2
        assert "the disk is full; free some space, nothing half-written was left behind" in done.stderr
        assert names(disk) == {"first.lexicon", "first.manifest.json"}
        assert Catalogue(folder=disk).path("sample").read_bytes() == before
    finally:
        subprocess.run(["/usr/bin/umount", str(disk)], check=True)


def obey_modes() -> None:
    """Give up what lets root write where nobody may (PR_CAPBSET_DROP of CAP_DAC_OVERRIDE); nothing for others."""
    if os.geteuid() == 0 and ctypes.CDLL(None).prctl(24, 1, 0, 0, 0) != 0:
        os._exit(77)


def test_a_folder_that_may_not_be_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "catalogue").mkdir(mode=0o555)
    done = built_elsewhere(small_data(tmp_path / "data"), tmp_path / "catalogue", obey_modes)
    if done.returncode == 77:
        pytest.skip("NOT TESTED: root obeys no modes here")
    assert done.returncode == 2
    assert "give a folder you may write to, or change its rights" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_catalogue_that_is_a_file_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "catalogue").write_bytes(b"")
    done = built_elsewhere(small_data(tmp_path / "data"), tmp_path / "catalogue", lambda: None)
    assert done.returncode == 2
    assert str(tmp_path / "catalogue") in done.stderr
    assert "Traceback" not in done.stderr


def test_an_edition_opened_while_it_is_published_again_is_the_same(tmp_path: Path, catalogue: Catalogue) -> None:
    opened = [catalogue.open("sample")]
    for number in range(3):
        built = small_edition(tmp_path, edition="first")
        opened.append(Catalogue(folder=catalogue.folder).open("sample"))
        assert built.manifest == opened[0].manifest, number
    assert len({lexicon.digest for lexicon in opened}) == 1


def test_a_manifest_beside_an_edition_says_what_the_edition_says(catalogue: Catalogue) -> None:
    lexicon = catalogue.open("sample")
    beside = json.loads((catalogue.folder / "sample" / "first.manifest.json").read_text(encoding="utf-8"))
    assert beside == lexicon.manifest.as_dict()
