"""A grpc-go server that answers `CheckWords` compact from a map: what ours is measured beside.

In: a catalogue folder. Out: a running server with all its lexicons, in a process of its own.
Never: built where Go is not installed; ask `has_go` first. The first build fetches modules and takes minutes.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lexicon.catalogue import Catalogue

HERE = Path(__file__).parent / "grpc_go"
PROTOS = Path(__file__).parents[1] / "protos"
#: Kept between runs, shared with the Go caller of the tests.
KEPT = Path(__file__).parents[1] / ".cache" / "callers"
GO = {
    "GOCACHE": str(KEPT / "go-build"),
    "GOFLAGS": "-buildvcs=false -modcacherw -trimpath",
    "GOMODCACHE": str(KEPT / "go-modules"),
    "GOTOOLCHAIN": "local",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class GoServer:
    """A running server: its process id, and where it listens."""

    process: int
    address: str


def has_go() -> bool:
    """Whether Go is installed here."""
    return shutil.which("go") is not None


@contextmanager
def go_server(folder: Path) -> Iterator[GoServer]:
    """Serve the newest edition of every lexicon of a catalogue folder."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        program = _built(scratch / "peer")
        _write_words(Catalogue(folder=folder), scratch)
        with subprocess.Popen([program, scratch], stdout=subprocess.PIPE, text=True) as process:
            try:
                told = process.stdout.readline() if process.stdout else ""
                if not told.startswith("serving on "):
                    raise ChildProcessError(f"the grpc-go server did not start: it told {told!r}")
                yield GoServer(process=process.pid, address=told.split()[-1])
            finally:
                process.terminate()


def _built(work: Path) -> Path:
    """Generate the code of the contract, and build."""
    shutil.copytree(HERE, work)
    buf = str(Path(sys.executable).with_name("buf"))
    for command in (
        [buf, "generate", str(PROTOS), "--template", "buf.gen.yaml"],
        ["go", "build", "-o", "peer", "."],
    ):
        subprocess.run(command, cwd=work, env=os.environ | GO, check=True)
    return work / "peer"


def _write_words(catalogue: Catalogue, folder: Path) -> None:
    """Write each lexicon as the server reads it: ``ID.json`` and ``ID.words``."""
    for lexicon_id in catalogue.lexicon_ids():
        lexicon = catalogue.open(lexicon_id)
        folds = [letter for fold in lexicon.alphabet.folds.items() for letter in fold]
        described = {"id": lexicon.id, "edition": lexicon.edition, "digest": lexicon.digest, "folds": folds}
        (folder / f"{lexicon_id}.json").write_text(json.dumps(described), encoding="utf-8")
        (folder / f"{lexicon_id}.words").write_text("\n".join(lexicon.words()), encoding="utf-8")
