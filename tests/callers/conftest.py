"""A server in a process of its own, and callers in other languages, built once and kept below `.cache`."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from lexicon.catalogue import Catalogue
from tests.support import DATA, ROOT

HERE = Path(__file__).parent
PROTOS = ROOT / "protos"
KEPT = ROOT / ".cache" / "callers"
#: What the programs of other languages say when there is no network; a caller is not tested then, and that is said.
OFFLINE = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|no such host|dial tcp|i/o timeout")

#: Seconds. A first installation takes most of them; later ones take a few.
NODE_TIMEOUT = 240
GO_TIMEOUT = 900


@pytest.fixture(scope="session")
def address(russian_catalogue: Catalogue, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `slovosud serve` listens."""
    folder = tmp_path_factory.mktemp("served")
    environment = os.environ | {
        "SLOVOSUD_CATALOGUE": str(russian_catalogue.folder),
        "SLOVOSUD_DATA": str(DATA),
        "SLOVOSUD_STORE": str(folder / "games.sqlite"),
    }
    command = [sys.executable, "-c", "from server.command_line import main; main()", "serve"]
    with (
        (folder / "log").open("w", encoding="utf-8") as log,
        subprocess.Popen(
            [*command, "--address", "127.0.0.1:0"],
            env=environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as server,
    ):
        try:
            assert server.stdout is not None
            found = re.match(r"serving on (127\.0\.0\.1:\d+)", server.stdout.readline())
            assert found, (folder / "log").read_text(encoding="utf-8")
            yield found[1]
        finally:
            server.terminate()
            server.communicate(timeout=30)


@pytest.fixture(scope="session")
def node_folder() -> Path:
    """The Node caller with its packages installed."""
    _wanted("node", "npm")
    inputs = [HERE / "node" / name for name in ("caller.mjs", "package.json", "package-lock.json")]

    def install(folder: Path) -> None:
        # No scripts of packages are run; none of these needs one.
        command = ["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund"]
        cache = {"npm_config_cache": str(KEPT / "npm")}
        run(command, folder=folder, timeout=NODE_TIMEOUT, environment=cache, fetches=True)

    return _kept("node", inputs, install)


#: The modules and what was built of them stay in the checkout, so that removing it removes everything.
GO = {
    "GOCACHE": str(KEPT / "go-build"),
    "GOFLAGS": "-buildvcs=false -modcacherw -trimpath",
    "GOMODCACHE": str(KEPT / "go-modules"),
    "GOTOOLCHAIN": "local",
}


@pytest.fixture(scope="session")
def go_folder() -> Path:
    """The Go caller, built, with the code generated for it from the protos of this checkout."""
    _wanted("go")
    found = run(["go", "env", "GOVERSION"], folder=HERE, environment=GO).removeprefix("go").split(".")
    (wanted,) = re.findall(r"^go (\d+)\.(\d+)", (HERE / "go" / "go.mod").read_text(encoding="utf-8"), re.MULTILINE)
    if tuple(map(int, found[:2])) < tuple(map(int, wanted)):
        pytest.skip(f"NOT TESTED, go is {'.'.join(found)} here; the packages want {'.'.join(wanted)} or newer")
    inputs = [HERE / "go" / name for name in ("main.go", "go.mod", "go.sum", "buf.gen.yaml")]

    def build(folder: Path) -> None:
        buf = str(Path(sys.executable).with_name("buf"))
        for command in (
            ["go", "mod", "download"],
            [buf, "generate", str(PROTOS), "--template", "buf.gen.yaml"],
            ["go", "vet", "."],
            ["go", "build", "-o", "caller", "."],
        ):
            run(command, folder=folder, timeout=GO_TIMEOUT, environment=GO, fetches=True)

    return _kept("go", [*inputs, *sorted(PROTOS.rglob("*.proto"))], build)


def run(
    command: list[str],
    *,
    folder: Path,
    timeout: float = 60,
    environment: Mapping[str, str] | None = None,
    fetches: bool = False,
) -> str:
    """Run a program, and return what it prints. One that ``fetches`` skips the test where there is no network."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=os.environ | (environment or {}),
        capture_output=True,
        text=True,
        check=False,
        timeout=timeout,
    )
    if fetches and done.returncode != 0 and OFFLINE.search(done.stderr):
        pytest.skip(f"NOT TESTED, no network: {' '.join(command)}: {done.stderr[-300:]}")
    assert done.returncode == 0, f"{' '.join(command)}\n{done.stdout}{done.stderr}"
    return done.stdout.strip()


def _wanted(*programs: str) -> None:
    missing = [program for program in programs if shutil.which(program) is None]
    if missing:
        pytest.skip(f"NOT TESTED, {' and '.join(missing)} not installed")


def _kept(name: str, inputs: list[Path], make: Callable[[Path], None]) -> Path:
    """Return a folder with the inputs and what was made of them, made anew when an input has changed."""
    digest = hashlib.sha256()
    for path in inputs:
        content = path.read_bytes()
        digest.update(f"{path.relative_to(ROOT)} {len(content)}\n".encode() + content)
    folder = KEPT / f"{name}-{digest.hexdigest()[:16]}"
    if not folder.exists():
        KEPT.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=KEPT, ignore_cleanup_errors=True) as temporary:
            made = Path(temporary) / "made"
            made.mkdir()
            for path in inputs:
                if path.parent == HERE / name:
                    shutil.copy(path, made)
            make(made)
            for stale in KEPT.glob(f"{name}-" + "[0-9a-f]" * 16):
                shutil.rmtree(stale, ignore_errors=True)
            if not folder.exists():  # another run of the tests may have been faster
                made.rename(folder)
    return folder
