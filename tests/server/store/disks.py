"""Disks that are small, and users who may not write."""

from __future__ import annotations

import contextlib
import os
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

NOBODY = 65534


@contextlib.contextmanager
def a_small_disk(megabytes: int) -> Iterator[Path]:
    """Return the folder where a disk of that size is mounted. Only root may mount one."""
    folder = Path(tempfile.mkdtemp(prefix="disk-"))
    mount = ["/bin/mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(folder)]
    done = subprocess.run(mount, capture_output=True, check=False) if os.geteuid() == 0 else None
    if done is None or done.returncode:
        folder.rmdir()
        pytest.skip("NOT TESTED, a small disk can be mounted by root only; the limit on file sizes is tested instead")
    try:
        yield folder
    finally:
        subprocess.run(["/bin/umount", "--lazy", str(folder)], check=True)
        folder.rmdir()


@contextlib.contextmanager
def filled(disk: Path) -> Iterator[None]:
    """Leave no space on a disk meanwhile."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        for size in (1 << 20, 4096, 1):
            with contextlib.suppress(OSError):
                while True:
                    file.write(b"\0" * size)
    try:
        yield
    finally:
        filler.unlink()


@contextlib.contextmanager
def without_rights(folder: Path) -> Iterator[None]:
    """Act as a user who may read the folder and all in it, but write nothing."""
    before = {path: path.stat().st_mode for path in (folder, *folder.rglob("*"))}
    for path in before:
        path.chmod(0o555 if path.is_dir() else 0o444)
    as_root = os.geteuid() == 0
    if as_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if as_root:
            os.seteuid(0)
        for path, mode in before.items():
            if path.exists():
                path.chmod(mode)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that every user reaches; that of a test is closed to others."""
    with tempfile.TemporaryDirectory(prefix="store-") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
