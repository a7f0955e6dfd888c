"""Generate the Python stubs of `gen/` from the protos beside this file.

In: `slovosud/**/*.proto`. Out: `gen/slovosud/**` and the digest of the protos they were made from.
Never: the project's own environment. The generator lives in a cached one, because it pins an old protobuf:
stubs made with it load on every protobuf from 5.29 on, stubs made with a newer one do not.
"""

from __future__ import annotations

import argparse
import filecmp
import hashlib
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

PROTOS = Path(__file__).parent
REPOSITORY = PROTOS.parent
COMMITTED = REPOSITORY / "gen"
GENERATOR = "grpcio-tools==1.71.2"
DIGEST_FILE = Path("slovosud/PROTO_DIGEST")


def digest_of_protos() -> str:
    """Return the SHA-256 of all protos and of the generator's name, 64 lower-case hex digits."""
    digest = hashlib.sha256(GENERATOR.encode())
    for path in _protos():
        content = path.read_bytes()
        digest.update(f"\n{path.relative_to(PROTOS).as_posix()} {len(content)}\n".encode() + content)
    return digest.hexdigest()


def _protos() -> list[Path]:
    return sorted(PROTOS.rglob("*.proto"), key=lambda path: path.as_posix())


def _generator() -> Path:
    """Return the Python that has the generator, and install it there when it is not yet."""
    environment = REPOSITORY / ".cache" / GENERATOR.replace("==", "-")
    python = environment / "bin" / "python"
    # The mark is written last, so an installation that was cut short is done again.
    installed = environment / "INSTALLED"
    if not installed.exists():
        venv.create(environment, with_pip=True, clear=True)
        # grpcio-tools 1.71 still asks setuptools for the place of its own protos.
        subprocess.run([python, "-m", "pip", "install", "--quiet", GENERATOR, "setuptools<81"], check=True)
        installed.touch()
    return python


def generate(folder: Path) -> None:
    """Write all stubs, and the digest of the protos, below ``folder``."""
    subprocess.run(
        [
            *(_generator(), "-m", "grpc_tools.protoc", f"--proto_path={PROTOS}"),
            *(f"--python_out={folder}", f"--pyi_out={folder}", f"--grpc_python_out={folder}"),
            *_protos(),
        ],
        check=True,
    )
    (folder / DIGEST_FILE).write_text(f"{digest_of_protos()}\n", encoding="ascii")


def differences(fresh: Path) -> list[str]:
    """Return the paths at which the committed stubs differ from those below ``fresh``, in order."""
    made, committed = _files(fresh), _files(COMMITTED)
    _, changed, unreadable = filecmp.cmpfiles(fresh, COMMITTED, made & committed, shallow=False)
    return sorted((made ^ committed).union(changed, unreadable))


def _files(folder: Path) -> set[str]:
    return {
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def main() -> int:
    """Write the stubs, or with ``--check`` only compare; 0 when fresh, 1 when stale ones are committed."""
    parser = argparse.ArgumentParser(description="Generate the Python stubs of gen/ from the protos.")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 when stubs are stale")
    check: bool = parser.parse_args().check
    with tempfile.TemporaryDirectory() as temporary:
        fresh = Path(temporary)
        generate(fresh)
        stale = differences(fresh)
        if check:
            for path in stale:
                sys.stderr.write(f"gen/{path} is stale; run `poe gen` and commit what it writes\n")
            return 1 if stale else 0
        shutil.rmtree(COMMITTED / "slovosud", ignore_errors=True)
        shutil.copytree(fresh / "slovosud", COMMITTED / "slovosud")
    return 0


if __name__ == "__main__":
    sys.exit(main())
