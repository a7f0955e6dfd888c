"""The core by itself, in a fresh environment: no gRPC, no XML, no dictionary, and yet words and plays are judged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import venv
from pathlib import Path

import pytest

from server.command_line.app import ExitCode
from tests.support import GOLDEN, ROOT, small_data, small_edition

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

#: What a wheel is built from.
PARTS = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE", "lexicon", "adjudicator", "server", "gen", "data")
#: What only the extras bring.
EXTRAS = ("grpc", "google.protobuf", "structlog", "lxml", "pymorphy3", "dawg")

LOOKING = f"""
import importlib.util, sys
from pathlib import Path
from lexicon import Lexicon

def there(name):
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:
        return False

assert [name for name in {EXTRAS} if there(name)] == []
lexicon = Lexicon.open(Path(sys.argv[1]))
lexicon.verify()
print(lexicon.check("ёж").status, lexicon.explain("столами").deciding.text)
"""


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("core")
    (folder / "source").mkdir()
    for part in PARTS:
        source, target = ROOT / part, folder / "source" / part
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__", "*.so", "dictionaries"))
        else:
            shutil.copy(source, target)
    venv.create(folder / "environment", with_pip=True, symlinks=True)
    programs = folder / "environment" / "bin"
    pip(programs, "wheel", "--no-deps", "--wheel-dir", str(folder / "wheels"), str(folder / "source"))
    (wheel,) = (folder / "wheels").glob("*.whl")
    pip(programs, "install", str(wheel))
    return programs


def pip(programs: Path, *arguments: str) -> None:
    done = subprocess.run(
        [programs / "python", "-m", "pip", "--disable-pip-version-check", *arguments],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode and ("Could not find a version" in done.stderr or "Max retries" in done.stderr):
        pytest.skip(f"NOT TESTED: the package index is out of reach ({done.stderr.splitlines()[-1]})")
    assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("edition")
    small_edition(folder, edition="first")
    return folder / "catalogue"


def slovosud(programs: Path, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run the installed command where no checkout is near."""
    done = subprocess.run(
        [programs / "slovosud", *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
        env={"PATH": os.defpath, "PYTHONUTF8": "1", "HOME": str(programs.parent)},
    )
    assert "Traceback" not in done.stderr
    return done


def test_the_core_opens_a_lexicon_and_explains_without_any_extra(programs: Path, catalogue: Path) -> None:
    done = subprocess.run(
        [programs / "python", "-I", "-c", LOOKING, catalogue / "sample" / "first.lexicon"],
        capture_output=True,
        text=True,
        check=False,
        cwd="/",
    )
    assert done.stderr == ""
    assert done.stdout == "VALID plural of стол (noun): inflected in en [inflected]\n"


def test_the_core_checks_words(programs: Path, catalogue: Path) -> None:
    done = slovosud(programs, "check", "sample", "стол", "столы", "--json", "--catalogue", catalogue)
    assert done.returncode == ExitCode.NO
    assert [json.loads(line)["status"] for line in done.stdout.splitlines()] == ["VALID", "NOT_IN_LEXICON"]


def test_the_core_judges_the_play_of_61_points(programs: Path, tmp_path: Path) -> None:
    examples = json.loads((GOLDEN / "examples" / "crosslet.json").read_text(encoding="utf-8"))
    play = next(example for example in examples if example["id"] == "one-move-of-the-text-makes-61")
    file = tmp_path / "play.json"
    file.write_text(json.dumps(play), encoding="utf-8")
    done = slovosud(programs, "judge", "--move", file, "--json")
    assert done.returncode == ExitCode.DONE
    ruling = json.loads(done.stdout)
    assert (ruling["legal"], ruling["total"]) == (True, 61)


@pytest.mark.parametrize(
    ("arguments", "mend"),
    [
        pytest.param(["build", "ru-crosslet"], "python -m pip install 'slovosud[build]'", id="build"),
        pytest.param(["serve"], "python -m pip install 'slovosud[server]'", id="serve"),
    ],
)
def test_a_verb_that_needs_an_extra_names_it(programs: Path, tmp_path: Path, arguments: list[str], mend: str) -> None:
    done = slovosud(programs, *arguments, "--catalogue", tmp_path)
    assert done.returncode == ExitCode.NOT_FOUND
    assert mend in done.stderr


def test_a_list_whose_dictionary_needs_no_extra_is_built(programs: Path, tmp_path: Path) -> None:
    data = small_data(tmp_path / "data")
    assert slovosud(programs, "build", "sample", "--data", data, "--catalogue", tmp_path / "new").returncode == 0


def test_doctor_misses_two_extras_names_the_others_and_sources_tells_all(programs: Path, tmp_path: Path) -> None:
    done = slovosud(programs, "doctor", "--catalogue", tmp_path)
    assert done.returncode == ExitCode.NO
    assert "'slovosud[build]'" in done.stdout
    assert "'slovosud[server]'" in done.stdout
    missed = [line.split(":")[0] for line in done.stdout.splitlines() if line.startswith("MEND  extra")]
    assert missed == ["MEND  extra [build]", "MEND  extra [server]"], "browsers, PostgreSQL, mirrors: many do without"
    assert all(f"ok    extra [{extra}]: lacks" in done.stdout for extra in ("web", "postgres", "mirror"))
    assert slovosud(programs, "sources", "--json").returncode == ExitCode.DONE
