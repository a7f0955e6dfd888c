"""A file is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lexicon.whole_file import write_whole


def test_rights_stay_and_a_link_is_followed(tmp_path: Path) -> None:
    target = tmp_path / "list.tsv"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o600)
    link = tmp_path / "link.tsv"
    link.symlink_to(target)
    write_whole(link, b"new")
    assert link.is_symlink()
    assert target.read_bytes() == b"new"
    assert target.stat().st_mode & 0o777 == 0o600


def test_a_new_file_has_the_rights_that_the_mask_leaves(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_whole(tmp_path / "new", b"x")
    finally:
        os.umask(before)
    assert (tmp_path / "new").stat().st_mode & 0o777 == 0o640


def test_a_failure_leaves_the_old_file_and_nothing_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = tmp_path / "list.tsv"
    target.write_bytes(b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        write_whole(target, b"new")
    assert target.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [target]


def test_a_failure_names_the_file_that_was_asked_for(tmp_path: Path) -> None:
    nowhere = tmp_path / "nowhere" / "list.tsv"
    with pytest.raises(FileNotFoundError) as caught:
        write_whole(nowhere, b"new")
    assert caught.value.filename == str(nowhere)
