"""Building: the same bytes from the same inputs, nothing published that is not whole, faults named."""

from __future__ import annotations

import hashlib
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from lexicon.building.build import build
from lexicon.catalogue import Catalogue, EditionExistsError
from lexicon.errors import (
    DataFileError,
    GateError,
    LexiconError,
    LexiconFormatError,
    SourceMissingError,
    UnknownIdError,
)
from tests.support import DATA

pytestmark = pytest.mark.dictionary

BUILD = (
    "import sys; from pathlib import Path; from lexicon.building.build import build; "
    "from lexicon.catalogue import Catalogue; "
    "build(Path(sys.argv[1]), 'ru-crosslet', catalogue=Catalogue(folder=Path(sys.argv[2])))"
)


def _seconds_of_children() -> float:
    """CPU time, which neighbours on the machine do not lengthen as they do wall time."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _digests(folder: Path) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in folder.rglob("*") if path.is_file()}


def test_two_builds_are_the_same_bytes_wherever_and_whenever(russian_catalogue: Catalogue, tmp_path: Path) -> None:
    before = _seconds_of_children()
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": os.pathsep.join([str(DATA.parent), str(DATA.parent / "gen")]),
        "PYTHONHASHSEED": "12345",
        "TZ": "Asia/Kamchatka",
        "LANG": "pl_PL.ISO8859-2",
        "LC_ALL": "C",
        "PYTHONUTF8": "1",
    }
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    subprocess.run(
        [sys.executable, "-c", BUILD, str(DATA), str(tmp_path / "catalogue")],
        env=environment, cwd=elsewhere, check=True, timeout=120,
    )  # fmt: skip
    assert _digests(tmp_path / "catalogue") == _digests(russian_catalogue.folder)
    assert _seconds_of_children() - before < 15


@pytest.fixture
def own_data(tmp_path: Path) -> Path:
    """A copy of the data folder to break."""
    return Path(shutil.copytree(DATA, tmp_path / "data"))


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_shut_gate_publishes_nothing_and_lists_every_failure(own_data: Path, tmp_path: Path) -> None:
    recipe = own_data / "lexicons" / "ru-crosslet.toml"
    _replace(recipe, "fewest = 60000", "fewest = 62999")
    _replace(recipe, '"ворота"', '"столы", "ворота"')
    _replace(recipe, '"москва"', '"лев", "москва"')
    with pytest.raises(GateError) as caught:
        build(own_data, "ru-crosslet", catalogue=Catalogue(folder=tmp_path / "catalogue"))
    assert len(caught.value.failures) == 3
    assert _digests(tmp_path / "catalogue") == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "said"),
    [
        pytest.param("lexicons/ru-crosslet.toml", "shortest = 2", "shortest = 2\nshorter = 1", "unknown key",
                     id="an unknown key of a recipe"),
        pytest.param("lexicons/ru-crosslet.toml", "shortest = 2", 'shortest = "2"', "whole number",
                     id="a text for a number"),
        pytest.param("policies/russian-common-nouns.toml", 'has = ["obsolete"]', 'has = ["obsolet"]',
                     "unknown grammeme", id="an unknown grammeme of a policy"),
        pytest.param("sources/opencorpora.toml", 'NOUN = "noun"', 'NOUN = "nonn"', "unknown grammeme",
                     id="an unknown grammeme of a source"),
        pytest.param("overrides/ru-crosslet.tsv", "дети\tin", "дети\tyes", "in or out",
                     id="an override that is neither in nor out"),
        pytest.param("overrides/ru-crosslet.tsv", "дети\tin", "люди\tin", "line 4",
                     id="an override twice"),
        pytest.param("overrides/ru-crosslet.tsv", "дети\tin", "дeти\tin", "U+0065",
                     id="an override with a Latin letter"),
    ],
)  # fmt: skip
def test_a_fault_in_the_data_names_file_and_line(
    own_data: Path, tmp_path: Path, file: str, old: str, new: str, said: str
) -> None:
    _replace(own_data / file, old, new)
    lines = (own_data / file).read_text(encoding="utf-8").splitlines()
    line = max(number for number, text in enumerate(lines, start=1) if new.splitlines()[-1] in text)
    with pytest.raises(DataFileError) as caught:
        build(own_data, "ru-crosslet", catalogue=Catalogue(folder=tmp_path / "catalogue"))
    assert caught.value.path == own_data / file
    assert f"line {line}" in caught.value.where
    assert said in str(caught.value)


def test_what_has_no_effect_is_warned_of_with_file_and_line(own_data: Path, tmp_path: Path) -> None:
    overrides = own_data / "overrides" / "ru-crosslet.tsv"
    overrides.write_text(overrides.read_text(encoding="utf-8") + "стол\tin\tidle\ttest\n", encoding="utf-8")
    policy = own_data / "policies" / "russian-common-nouns.toml"
    idle = (
        '[[clause]]\nid = "idle"\nadmit = false\nhas = ["initial"]\n[clause.text]\nen="a"\nru="a"\npl="a"\nbg="a"\n\n'
    )
    _replace(policy, '[[clause]]\nid = "plain-plural"', f'{idle}[[clause]]\nid = "plain-plural"')
    built = build(own_data, "ru-crosslet", catalogue=Catalogue(folder=tmp_path / "catalogue"))
    clause, override = built.warnings
    assert "'idle' decided no entry" in clause
    assert f"{policy} line " in clause
    last = len(overrides.read_text(encoding="utf-8").splitlines())
    assert f"{overrides} line {last}" in override


def test_a_licence_that_the_source_does_not_allow_is_refused(own_data: Path, tmp_path: Path) -> None:
    _replace(own_data / "lexicons" / "ru-crosslet.toml", 'licence = "CC-BY-SA-3.0"', 'licence = "MIT"')
    with pytest.raises(LexiconError, match="MIT, which opencorpora does not allow"):
        build(own_data, "ru-crosslet", catalogue=Catalogue(folder=tmp_path / "catalogue"))


def test_an_unknown_recipe_and_a_missing_dictionary_name_the_mend(own_data: Path, tmp_path: Path) -> None:
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    with pytest.raises(UnknownIdError, match="ru-crosslet"):
        build(own_data, "nope", catalogue=catalogue)
    _replace(own_data / "sources" / "opencorpora.toml", '"pymorphy3-dicts-ru"', '"pymorphy3-dicts-xx"')
    with pytest.raises(SourceMissingError, match="pip install"):
        build(own_data, "ru-crosslet", catalogue=catalogue)


def test_the_newest_edition_is_the_one_published_last(own_data: Path, tmp_path: Path) -> None:
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    first = build(own_data, "ru-crosslet", catalogue=catalogue, edition="first")
    _replace(own_data / "lexicons" / "ru-crosslet.toml", 'title = "Кросслет"', 'title = "Другой"')
    build(own_data, "ru-crosslet", catalogue=catalogue, edition="second")
    assert catalogue.editions("ru-crosslet") == ("second", "first")
    with pytest.raises(EditionExistsError):
        build(own_data, "ru-crosslet", catalogue=catalogue, edition="first")
    _replace(own_data / "lexicons" / "ru-crosslet.toml", 'title = "Другой"', 'title = "Кросслет"')
    again = build(own_data, "ru-crosslet", catalogue=catalogue, edition="first")
    assert again.manifest == first.manifest
    assert catalogue.editions("ru-crosslet") == ("first", "second")


@pytest.mark.parametrize("lexicon_id", ["", ".", "..", "../x", "a/b", "ru-crosslet/../ru-crosslet", "x" * 1000, "a\0b"])
def test_an_id_is_never_a_path(russian_catalogue: Catalogue, lexicon_id: str) -> None:
    with pytest.raises(UnknownIdError):
        russian_catalogue.open(lexicon_id)
    if lexicon_id:
        with pytest.raises(UnknownIdError):
            russian_catalogue.open("ru-crosslet", lexicon_id)


@pytest.mark.parametrize("place", [0, 8, 16, 30, 60, 70, 1000, 500_000, 5_000_000])
def test_one_changed_bit_is_refused(russian_catalogue: Catalogue, tmp_path: Path, place: int) -> None:
    path = tmp_path / russian_catalogue.path("ru-crosslet").name
    content = bytearray(russian_catalogue.path("ru-crosslet").read_bytes())
    content[place] ^= 4
    path.write_bytes(content)
    from lexicon.compiled import Lexicon  # noqa: PLC0415

    with pytest.raises(LexiconFormatError) as caught:
        Lexicon.open(path).verify()
    assert caught.value.field
    assert caught.value.offset >= 0


@pytest.mark.slow
def test_a_killed_build_leaves_a_whole_edition_or_none(tmp_path: Path) -> None:
    draw = random.Random(4)  # noqa: S311  a seed that can be told
    for number in range(12):
        folder = tmp_path / str(number)
        process = subprocess.Popen([sys.executable, "-c", BUILD, str(DATA), str(folder)], cwd=DATA.parent)
        time.sleep(draw.uniform(2.2, 4.2))
        process.send_signal(signal.SIGKILL)
        process.wait()
        catalogue = Catalogue(folder=folder)
        for lexicon_id in catalogue.lexicon_ids():
            catalogue.open(lexicon_id).verify()


@pytest.mark.skipif(os.geteuid() != 0, reason="a full disk is a small tmpfs, which only root can mount")
def test_a_full_disk_leaves_nothing_behind(own_data: Path, tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["/usr/bin/mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(small)], check=False)
    if mounted.returncode:
        pytest.skip("no tmpfs can be mounted here")
    try:
        with pytest.raises(OSError, match="No space left"):
            build(own_data, "ru-crosslet", catalogue=Catalogue(folder=small))
        assert _digests(small) == {}
    finally:
        subprocess.run(["/usr/bin/umount", str(small)], check=True)
