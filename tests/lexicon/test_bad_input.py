"""Bad input to a build: a clear error, soon and in little memory, and the edition that was there stays as it was."""

from __future__ import annotations

import bz2
import json
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from lexicon.catalogue import Catalogue
from tests.support import ROOT, SMALL_LIST, small_data, small_edition

pytestmark = pytest.mark.slow

MEGABYTES = 300
SECONDS = 20

#: Builds the small list; tells what it cost. The last argument is run when the dictionary is found and not yet read.
BUILDING = """
import json, resource, sys, time
from lexicon.building import sources
from server.command_line.app import run
data, catalogue, meanwhile = sys.argv[1:]
lexemes = sources.lexemes
def changed(source):
    exec(meanwhile)
    return lexemes(source)
sources.lexemes = changed
before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
code = run(["build", "sample", "--data", data, "--catalogue", catalogue, "--edition", "second"])
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(json.dumps({"code": int(code), "megabytes": grown, "seconds": time.process_time() - started}))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Harm:
    """What is done to the data folder, and what the error says. ``meanwhile`` is run while the dictionary is open."""

    told: tuple[str, ...]
    spoil: Callable[[Path], None] = lambda _: None
    meanwhile: str = ""
    code: int = 2


def affixes(data: Path, content: str) -> None:
    (data / "dictionaries" / "sample" / "sample.aff").write_text(content, encoding="utf-8")


def words(data: Path, content: str | bytes) -> None:
    path = data / "dictionaries" / "sample" / "sample.dic"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())


def grown(path: Path, size: int = 4 << 30) -> None:
    """Let the last line of a file go on to so many bytes, of which the disk stores none."""
    with path.open("r+b") as file:
        file.truncate(size)


def grown_list(size: int) -> Callable[[Path], None]:
    """Put a list of one endless line in place of the small dictionary."""

    def spoil(data: Path) -> None:
        other_dictionary("word-list", "list", b"")(data)
        grown(data / "dictionaries" / "sample" / "sample.bin", size)

    return spoil


def affix_bomb(data: Path) -> None:
    first = "".join(f"SFX A 0 {number:x}/B .\n" for number in range(600))
    second = "".join(f"SFX B 0 {number:x} .\n" for number in range(600))
    affixes(data, f"SET UTF-8\nSFX A Y 600\n{first}SFX B Y 600\n{second}")
    words(data, "100\n" + "".join(f"стол{'о' * number}/A\n" for number in range(100)))


def other_dictionary(reader: str, part: str, content: bytes) -> Callable[[Path], None]:
    """Put a dictionary of another format in place of the small one."""

    def spoil(data: Path) -> None:
        source = data / "sources" / "sample.toml"
        text = source.read_text(encoding="utf-8").replace('"hunspell"', f'"{reader}"')
        before, _, _ = text.partition("[files]")
        source.write_text(f'{before}[files]\n{part} = "sample.bin"\n[grammemes]\nNOUN = "noun"\n', encoding="utf-8")
        (data / "dictionaries" / "sample" / "sample.bin").write_bytes(content)

    return spoil


LAUGHS = (
    '<!DOCTYPE dictionary [<!ENTITY a0 "ха">'
    + "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    + "]><dictionary>&a12;</dictionary>"
).encode()
EXPORT = b"<dictionary><lemmata>" + b"<x/>" * 200_000 + b"</lemmata></dictionary>"
DEEP = b"<dictionary><lemmata>" + b"<a>" * 100_000
BOMB = bz2.compress("слово\n".encode() * 6_000_000)

HARMS = {
    "an affix bomb": Harm(
        told=("sample.dic: line 57: found the word", "up to 36060100", "at most 20000000 forms"), spoil=affix_bomb
    ),
    "a character set that is not the file's": Harm(
        told=("sample.dic: line 2, byte 1: found byte 0xF1", "text in UTF-8, the character set that the affix file"),
        spoil=lambda data: words(data, "1\nстол/S po:noun\n".encode("cp1251")),
    ),
    "a line of four gigabytes among the words": Harm(
        told=("sample.dic: the file: found 4294967296 bytes", "as a dictionary has"),
        spoil=lambda data: grown(data / "dictionaries" / "sample" / "sample.dic"),
    ),
    "a line of four gigabytes among the affixes": Harm(
        told=("sample.aff: the file: found 4294967296 bytes", "as a dictionary has"),
        spoil=lambda data: grown(data / "dictionaries" / "sample" / "sample.aff"),
    ),
    "a line of four gigabytes among the overrides": Harm(
        told=("sample.tsv: the file: found 4294967296 bytes", "expected at most"),
        spoil=lambda data: grown(data / "overrides" / "sample.tsv"),
    ),
    "a line of four gigabytes in the recipe": Harm(
        told=("sample.toml: the file: found 4294967296 bytes", "expected at most"),
        spoil=lambda data: grown(data / "lexicons" / "sample.toml"),
    ),
    "a line of a hundred megabytes among the words": Harm(
        told=("sample.dic: line 7: found a line of more than 65536 bytes", "install the dictionary anew"),
        spoil=lambda data: grown(data / "dictionaries" / "sample" / "sample.dic", 100 << 20),
    ),
    "a line of four gigabytes in a list": Harm(
        told=("sample.bin: line 1: found bytes of UTF-16",),
        spoil=grown_list(4 << 30),
    ),
    "a list of more than four gigabytes": Harm(
        told=("sample.bin: the file: found 5368709120 bytes", "as a dictionary has"),
        spoil=grown_list(5 << 30),
    ),
    "a dictionary that changes while it is read": Harm(
        told=("sample.dic: the two files: found content that changed while it was read",),
        meanwhile="open(data + '/dictionaries/sample/sample.dic', 'a').write('кот po:noun\\n')",
    ),
    "entities made of entities": Harm(
        told=("sample.bin: line 1: found broken XML",), spoil=other_dictionary("opencorpora-xml", "dictionary", LAUGHS)
    ),
    "elements in elements": Harm(
        told=("sample.bin: line 1: found broken XML",), spoil=other_dictionary("opencorpora-xml", "dictionary", DEEP)
    ),
    "a packed export that is cut short": Harm(
        told=("sample.bin: the file: found an archive that ends too early", "fetch it anew"),
        spoil=other_dictionary("opencorpora-xml", "dictionary", bz2.compress(EXPORT)[:-9]),
    ),
    "an archive bomb": Harm(
        told=("sample.bin: the file: found an archive that unpacks to more than 100 times",),
        spoil=other_dictionary("word-list", "list", BOMB),
    ),
    "a shut gate": Harm(
        told=("sample: the gate is shut", "canary стол is out; it must be in"),
        spoil=lambda data: words(data, "1\nдом po:noun\n"),
        code=4,
    ),
}


@pytest.mark.parametrize("name", HARMS)
def test_bad_input_is_told_and_the_previous_edition_stays_as_it_was(tmp_path: Path, name: str) -> None:
    harm, data, folder = HARMS[name], small_data(tmp_path / "data"), tmp_path / "catalogue"
    small_edition(tmp_path, edition="first")
    before = {path.name: path.read_bytes() for path in (folder / "sample").iterdir()}
    harm.spoil(data)
    ended = subprocess.run(
        [sys.executable, "-c", BUILDING, str(data), str(folder), harm.meanwhile],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    became = json.loads(ended.stdout.splitlines()[-1])
    assert became["code"] == harm.code, ended.stderr
    for part in harm.told:
        assert part in ended.stderr
    assert "Traceback" not in ended.stderr
    assert became["megabytes"] < MEGABYTES
    assert became["seconds"] < SECONDS
    assert {path.name: path.read_bytes() for path in (folder / "sample").iterdir()} == before
    newest = Catalogue(folder=folder).open("sample")
    newest.verify()
    assert tuple(newest.words()) == SMALL_LIST
