"""Building: the same bytes from the same inputs, nothing published that is not fit, what is missing named."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from lexicon.building.build import Edition, build
from lexicon.catalogue import Catalogue
from lexicon.errors import DataFileError, GateError, LexiconError, SourceMissingError, UnknownIdError
from server.command_line.app import ExitCode, run
from tests.support import DATA, ROOT, SMALL_LIST, small_data

#: CPU seconds that building a real list may take; the machine may be busy with other things.
PATIENCE = {"ru-crosslet": 15, "bg-scrabble": 15, "pl-scrabble": 90}

BUILD = (
    "import sys; from pathlib import Path; from lexicon.building.build import build; "
    "from lexicon.catalogue import Catalogue; "
    "build(Path(sys.argv[1]), sys.argv[2], catalogue=Catalogue(folder=Path(sys.argv[3])))"
)

#: Two machines far apart.
HERE = {"TZ": "UTC", "LANG": "C.UTF-8", "PYTHONHASHSEED": "0"}
THERE = {"TZ": "Asia/Kamchatka", "LANG": "pl_PL.ISO8859-2", "LC_ALL": "C", "PYTHONUTF8": "1", "PYTHONHASHSEED": "12345"}


def build_elsewhere(data: Path, lexicon_id: str, folder: Path, environment: Mapping[str, str]) -> dict[str, str]:
    """Build in another process, in another working folder; return the digest of each file that came out."""
    folder.mkdir()
    paths = os.pathsep.join([str(ROOT), str(ROOT / "gen")])
    subprocess.run(
        [sys.executable, "-c", BUILD, str(data), lexicon_id, str(folder / "catalogue")],
        env={"PATH": os.environ["PATH"], "PYTHONPATH": paths, **environment},
        cwd=folder,
        check=True,
        timeout=120,
    )
    return digests(folder / "catalogue")


def digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def seconds_of_children() -> float:
    """CPU time, which neighbours on the machine do not lengthen as they do wall time."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_two_builds_are_the_same_bytes_wherever_and_whenever(tmp_path: Path) -> None:
    data = small_data(tmp_path / "data")
    here = build_elsewhere(data, "sample", tmp_path / "here", HERE)
    moved = shutil.copytree(data, tmp_path / "a folder with ё and spaces")
    assert build_elsewhere(moved, "sample", tmp_path / "there", THERE) == here
    assert len(here) == 2


@pytest.mark.parametrize(
    "lexicon_id", ["ru-crosslet", "bg-scrabble", pytest.param("pl-scrabble", marks=pytest.mark.soak)]
)
def test_two_builds_of_a_real_list_are_the_same_bytes(
    real_catalogue: Callable[[str], Catalogue], tmp_path: Path, lexicon_id: str
) -> None:
    here = digests(real_catalogue(lexicon_id).folder)
    before = seconds_of_children()
    assert build_elsewhere(DATA, lexicon_id, tmp_path / "there", THERE) == here
    assert seconds_of_children() - before < PATIENCE[lexicon_id]


def test_the_python_compiler_makes_the_same_bytes(tmp_path: Path) -> None:
    data = small_data(tmp_path / "data")
    native = build_elsewhere(data, "sample", tmp_path / "native", HERE)
    assert build_elsewhere(data, "sample", tmp_path / "python", HERE | {"SLOVOSUD_ENGINE": "python"}) == native


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return small_data(tmp_path / "data")


@pytest.fixture
def catalogue(tmp_path: Path) -> Catalogue:
    return Catalogue(folder=tmp_path / "catalogue")


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def built(data: Path, catalogue: Catalogue) -> Edition:
    return build(data, "sample", catalogue=catalogue)


def test_the_stages_are_told_with_their_counts(data: Path, catalogue: Catalogue) -> None:
    told: list[tuple[str, dict[str, int]]] = []
    build(data, "sample", catalogue=catalogue, progress=lambda stage, counts: told.append((stage, dict(counts))))
    assert told[:4] == [
        ("read sample", {"lexemes": 5, "entries": 8}),
        ("policy on sample", {"place": 1, "inflected": 3, "noun": 3, "rest": 1}),
        ("collapse", {"by policy": 3, "added by overrides": 1, "removed by overrides": 0, "words": 4}),
        ("gate", {"canaries": 4}),
    ]
    assert [stage for stage, _ in told[4:]] == ["compile", "settle", "publish"]


@pytest.mark.parametrize(
    ("file", "old", "new", "words"),
    [
        pytest.param("overrides", "деньги\tin", "стол\tout", "ДОМ ЕЖ", id="an override puts a word out"),
        pytest.param("overrides", "деньги\tin", "столами\tin", "ДОМ ЕЖ СТОЛ СТОЛАМИ", id="an override puts a form in"),
        pytest.param("lexicons", "shortest = 2", "shortest = 3", "ДЕНЬГИ ДОМ СТОЛ", id="words too short are left out"),
        pytest.param("lexicons", "longest = 15", "longest = 3", "ДОМ ЕЖ", id="words too long are left out"),
        pytest.param("lexicons", 'folds = ["Ё"]', "folds = []", "ДЕНЬГИ ДОМ ЁЖ СТОЛ", id="without the fold Ё is there"),
        pytest.param("policies", 'any = ["genitive", "plural"]', 'any = ["genitive"]',
                     "ДЕНЬГИ ДОМ ЕЖ СТОЛ СТОЛАМИ СТОЛЫ", id="a clause less"),
    ],
)  # fmt: skip
def test_the_list_follows_the_data(data: Path, catalogue: Catalogue, file: str, old: str, new: str, words: str) -> None:
    path = next((data / file).glob("sample.*"))
    change(path, old, new)
    recipe = data / "lexicons" / "sample.toml"
    change(recipe, 'in = ["стол", "дом"]\nout = ["столы", "москва"]', 'in = ["дом"]\nout = ["москва"]')
    if "longest" in new:
        change(recipe, 'overrides = ["sample"]', "overrides = []")
    edition = built(data, catalogue)
    assert " ".join(catalogue.open("sample").words()) == words
    assert edition.manifest.word_count == len(words.split())


def test_a_shut_gate_publishes_nothing_and_lists_every_failure(data: Path, catalogue: Catalogue) -> None:
    recipe = data / "lexicons" / "sample.toml"
    change(recipe, "most = 9", "most = 3")
    change(recipe, 'in = ["стол", "дом"]', 'in = ["стол", "дом", "столы", "кот", "cтол"]')
    change(recipe, 'out = ["столы", "москва"]', 'out = ["москва", "ёж"]')
    with pytest.raises(GateError, match="nothing was published") as caught:
        built(data, catalogue)
    assert caught.value.failures == (
        "4 words; expected 2 to 3",
        "canary столы is out; it must be in",
        "canary кот is out; it must be in",
        "canary cтол is out; it must be in",
        "canary ёж is in; it must be out",
    )
    assert digests(catalogue.folder) == {}


@pytest.mark.parametrize("harm", ["a name that is no file name", "a file in the place of the folder"])
def test_an_edition_that_could_not_be_put_away_is_refused_before_the_work_begins(
    data: Path, catalogue: Catalogue, harm: str
) -> None:
    if harm.startswith("a file"):
        catalogue.folder.write_text("no folder", encoding="utf-8")
    stages: list[str] = []
    with pytest.raises((LexiconError, NotADirectoryError), match=r"a/b|catalogue"):
        build(
            data,
            "sample",
            catalogue=catalogue,
            edition="a/b" if harm.startswith("a name") else "",
            progress=(lambda stage, _: stages.append(stage)),
        )
    assert stages == []


def test_what_has_no_effect_is_warned_of_with_file_and_line(data: Path, catalogue: Catalogue) -> None:
    overrides, policy = data / "overrides" / "sample.tsv", data / "policies" / "sample.toml"
    change(
        policy,
        'id = "place"\nadmit = false\nhas = ["geographical-name"]',
        'id = "place"\nadmit = false\nhas = ["verb"]',
    )
    change(data / "lexicons" / "sample.toml", '"столы", "москва"', '"столы", "cтолы", "я"')
    recipe = data / "lexicons" / "sample.toml"
    assert built(data, catalogue).warnings == (
        f"{policy} line 6: clause 'place' decided no entry; an earlier clause takes what it is for, "
        "or no source has it: reorder or remove it",
        f"{overrides} line 4: the policy has ДОМ in already; remove the line",
        f"{recipe} line 13: the canary 'cтолы' can never be in; give a word that the list might hold",
        f"{recipe} line 13: the canary 'я' can never be in; give a word that the list might hold",
    )


def test_a_recipe_that_is_not_there_is_named_with_those_that_are(data: Path, catalogue: Catalogue) -> None:
    with pytest.raises(UnknownIdError, match=r"no lexicon 'nope' here \(known: sample\)"):
        build(data, "nope", catalogue=catalogue)


def test_a_dictionary_that_is_not_there_is_named_with_the_command_that_brings_it(
    data: Path, catalogue: Catalogue
) -> None:
    (data / "dictionaries" / "sample" / "sample.dic").unlink()
    change(data / "sources" / "sample.toml", 'install = "it is there"', 'install = "apt-get install sample"')
    with pytest.raises(SourceMissingError, match="'sample' is not installed; install it: apt-get install sample"):
        built(data, catalogue)
    assert digests(catalogue.folder) == {}


def test_a_dictionary_that_is_damaged_is_named_with_the_line(data: Path, catalogue: Catalogue) -> None:
    words = data / "dictionaries" / "sample" / "sample.dic"
    words.write_bytes(words.read_bytes() + b"\xff\n")
    with pytest.raises(DataFileError, match="line 7") as caught:
        built(data, catalogue)
    assert caught.value.path == words
    assert digests(catalogue.folder) == {}


def test_without_the_real_dictionary_the_command_says_how_to_get_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    assert run(["build", "ru-crosslet", "--catalogue", str(tmp_path / "catalogue")]) == ExitCode.NOT_FOUND
    told = capsys.readouterr()
    assert "source 'opencorpora' is not installed; install it: python -m pip install 'slovosud[build]'" in told.err
    assert told.out == ""
    assert not (tmp_path / "catalogue").exists()


def test_the_small_list_is_the_small_list(data: Path, catalogue: Catalogue) -> None:
    assert built(data, catalogue).size == catalogue.path("sample").stat().st_size
    assert tuple(catalogue.open("sample").words()) == SMALL_LIST


@pytest.mark.slow
@pytest.mark.dictionary
def test_a_killed_build_of_the_real_list_leaves_a_whole_edition_or_none(tmp_path: Path) -> None:
    draw = random.Random(4)  # noqa: S311 - must be repeatable
    for number in range(8):
        folder = tmp_path / str(number)
        process = subprocess.Popen([sys.executable, "-c", BUILD, str(DATA), "ru-crosslet", str(folder)], cwd=ROOT)
        time.sleep(draw.uniform(2.2, 4.2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        catalogue = Catalogue(folder=folder)
        for lexicon_id in catalogue.lexicon_ids():
            catalogue.open(lexicon_id).verify()
