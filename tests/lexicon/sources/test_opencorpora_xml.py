"""OpenCorpora's export: every peculiarity, equality with the compiled dictionary, files that are none."""

from __future__ import annotations

import array
import bz2
import gzip
import json
import subprocess
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from lexicon.building import sources
from lexicon.building.lexeme import Entry, Lexeme
from lexicon.building.sources import opencorpora_xml, packed
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar
from tests.lexicon.sources.opencorpora_export import DATA, compiled, entries, found, rebuild, written

GOLDEN = Path("tests", "golden", "opencorpora")
CAT = '<lemma id="1" rev="1"><l t="кот"><g v="NOUN"/></l><f t="кот"><g v="nomn"/></f></lemma>'


def told(read: Iterable[Entry]) -> list[str]:
    grammar = Grammar.load(DATA)
    return [f"{entry.form}\t{entry.lemma}\t{' '.join(grammar.ordered(entry.grammemes))}" for entry in read]


def test_every_peculiarity_of_an_export() -> None:
    expected = (GOLDEN / "traps.tsv").read_text(encoding="utf-8").splitlines()[1:]
    assert told(entries(GOLDEN / "traps.xml")) == expected


def test_marks_are_counted_by_form_whether_known_or_not(tmp_path: Path) -> None:
    source = found(written(tmp_path, CAT + CAT.replace("NOUN", "NOWN")))
    assert opencorpora_xml.marks_in_use(source) == {"NOUN": 1, "NOWN": 1, "nomn": 2}


def test_version_and_digest_are_those_of_the_file() -> None:
    source = found(GOLDEN / "traps.xml")
    assert source.version == "0.92.7"
    assert source.digest == packed.digest(GOLDEN / "traps.xml")


def test_words_that_inflect_alike_share_one_paradigm() -> None:
    cat, mole = [lexeme for lexeme in read_lexemes(GOLDEN / "traps.xml") if lexeme.lemma in {"кот", "крот"}]
    assert cat.paradigm is mole.paradigm


def read_lexemes(path: Path) -> list[Lexeme]:
    return list(opencorpora_xml.lexemes(found(path)))


def zipped(path: Path, content: bytes) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("deep/", b"")
        archive.writestr("deep/dict.xml", content)


@pytest.mark.parametrize(
    "pack",
    [
        pytest.param(lambda path, content: path.write_bytes(content), id="plain"),
        pytest.param(lambda path, content: path.write_bytes(bz2.compress(content)), id="bz2"),
        pytest.param(lambda path, content: path.write_bytes(bz2.compress(content[:99]) + bz2.compress(content[99:])),
                     id="bz2 in two streams"),
        pytest.param(lambda path, content: path.write_bytes(gzip.compress(content)), id="gzip"),
        pytest.param(zipped, id="zip"),
    ],
)  # fmt: skip
def test_a_packed_export_is_read_whatever_it_is_called(tmp_path: Path, pack: Callable[[Path, bytes], None]) -> None:
    path = tmp_path / "dictionary"
    pack(path, (GOLDEN / "traps.xml").read_bytes())
    assert told(entries(path)) == told(entries(GOLDEN / "traps.xml"))


@pytest.mark.parametrize(
    ("lemmata", "links", "where", "found_"),
    [
        pytest.param(CAT.replace("NOUN", "NOWN"), "", "line 4, lemma 1", "unknown mark 'NOWN'", id="an unknown mark"),
        pytest.param(CAT.replace(' v="nomn"', ""), "", "line 4", "a grammeme without a value", id="a mark left out"),
        pytest.param(CAT.replace('<f t="кот"', "<f"), "", "line 4", "a form without spelling", id="a form left out"),
        pytest.param(CAT.replace('<f t="кот"', f'<f t="{"к" * 257}"'), "", "line 4", "257 letters", id="a long form"),
        pytest.param(CAT.replace(' id="1"', ""), "", "line 4, lemma", "id=''", id="a lemma without id"),
        pytest.param(CAT.replace('id="1"', 'id="-1"'), "", "line 4, lemma", "id='-1'", id="a negative id"),
        pytest.param(CAT.replace('id="1"', 'id="٣"'), "", "line 4, lemma", "id='٣'", id="an id in other digits"),
        pytest.param(CAT.replace('id="1"', 'id="4294967296"'), "", "line 4", "id='42949", id="an id beyond reason"),
        pytest.param(CAT + CAT, "", "lemma 1", "a second lemma", id="one id twice"),
        pytest.param(CAT, '<link id="1" from="1" to="x" type="3"/>', "line 6, link", "to='x'", id="a link to no id"),
        pytest.param(CAT + "<lemma", "", "line 5", "broken XML", id="broken XML"),
        pytest.param(CAT + "<lemma>&kot;</lemma>", "", "line 4", "broken XML", id="an entity nobody declared"),
    ],
)  # fmt: skip
def test_an_export_that_breaks_its_form(tmp_path: Path, lemmata: str, links: str, where: str, found_: str) -> None:
    path = written(tmp_path, lemmata, links=links)
    with pytest.raises(DataFileError) as refused:
        entries(path)
    assert refused.value.path == path
    assert refused.value.where.startswith(where)
    assert found_ in refused.value.found


def test_a_file_that_changes_while_it_is_read_gives_no_lexeme(tmp_path: Path) -> None:
    path = written(tmp_path, CAT)
    source = found(path)
    written(tmp_path, CAT.replace("кот", "кит"))
    with pytest.raises(DataFileError, match="changed while it was read"):
        list(opencorpora_xml.lexemes(source))


# Hostile files. Each is read in a process of its own, which tells what became of it and how much memory it took.

HEAD = '<?xml version="1.0"?>\n'
MEGABYTE = 1 << 20
LINK = "<link from='1' to='1' type='3'/>"
FORM = "<f t='кот'><g v='nomn'/></f>"
READING = """
import json, resource, sys, time
from pathlib import Path
from lexicon.errors import DataFileError
from tests.lexicon.sources.opencorpora_export import entries
before, started = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
try:
    outcome = f"{len(entries(Path(sys.argv[1])))} entries"
except DataFileError as error:
    outcome = str(error)
grown = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
print(json.dumps({"outcome": outcome, "megabytes": grown, "seconds": time.process_time() - started}))
"""


def laughs() -> str:
    entities = "".join(f'<!ENTITY a{n + 1} "{f"&a{n};" * 10}">' for n in range(12))
    return f'{HEAD}<!DOCTYPE dictionary [<!ENTITY a0 "ха">{entities}]><dictionary>&a12;</dictionary>'


def quadratic() -> str:
    return f'{HEAD}<!DOCTYPE d [<!ENTITY a "{"a" * 50_000}">]><dictionary><lemma id="{"&a;" * 50_000}"/></dictionary>'


def stranger(declaration: str) -> str:
    return f"{HEAD}<!DOCTYPE dictionary {declaration}><dictionary><lemma id='1'><f t='x'/>&x;</lemma></dictionary>"


def around(content: str) -> str:
    return f"{HEAD}<dictionary><lemmata>{content}</lemmata></dictionary>"


def archive_of(write: Callable[[Path], None]) -> bytes:
    with TemporaryDirectory() as folder:
        write(Path(folder, "dict.zip"))
        return Path(folder, "dict.zip").read_bytes()


def zipped_bomb(path: Path) -> None:
    zipped(path, bomb())


def two_files(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.xml", around(CAT))
        archive.writestr("../../b.xml", around(CAT))


def many_files(path: Path) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(5000):
            archive.writestr(f"{number}.xml", "")


def locked(path: Path) -> None:
    zipped(path, around(CAT).encode())
    content = bytearray(path.read_bytes())
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        content[content.rfind(mark) + place] |= 1
    path.write_bytes(content)


def attributes() -> str:
    names = " ".join(f"a{number}=''" for number in range(200_000))
    return around(f'<lemma id="1" {names}/>')


def bomb() -> bytes:
    return around(LINK * 2_000_000).encode()


HOSTILE = [
    pytest.param(laughs, "broken XML|document type", id="entities made of entities"),
    pytest.param(quadratic, "broken XML|document type", id="one long entity many times"),
    pytest.param(stranger("[<!ENTITY x SYSTEM 'CANARY'>]"), "document type", id="an entity that is a file"),
    pytest.param(stranger("[<!ENTITY x SYSTEM 'http://127.0.0.1:9/x'>]"), "document type", id="one that is an address"),
    pytest.param(stranger("SYSTEM 'CANARY'"), "document type", id="a document type that is a file"),
    pytest.param(stranger("[<!ENTITY % p SYSTEM 'CANARY'> %p;]"), "document type|broken XML", id="a parameter entity"),
    pytest.param(lambda: around("<a>" * 100_000), "broken XML", id="a hundred thousand elements deep"),
    pytest.param(attributes, "0 entries|broken XML|without the end", id="two hundred thousand attributes"),
    pytest.param(lambda: around(f"<lemma id='{'1' * 20 * MEGABYTE}'/>"), "broken XML|without", id="a long attribute"),
    pytest.param(lambda: around(f"<lemma id='1'>{FORM * 400_000}</lemma>"), "without the end", id="an endless lemma"),
    pytest.param(lambda: around("<x/>" * 4_000_000), "without the end of a lemma", id="elements nobody knows"),
    pytest.param(around(CAT)[:-30], "broken XML", id="a file cut short"),
    pytest.param("кот\nкит\n", "broken XML", id="a word list"),
    pytest.param("", "broken XML|no element", id="an empty file"),
    pytest.param("<html><body/></html>", "none of its elements", id="a page that says not found"),
    pytest.param("<html><lemma id='1'/></html>", "<html>", id="another root"),
    pytest.param(bz2.compress(around(CAT).encode())[:-9], "ends too early", id="bz2 cut short"),
    pytest.param(gzip.compress(around(CAT).encode())[:-9], "ends too early", id="gzip cut short"),
    pytest.param(b"BZh9" + b"x" * 99, "damaged archive", id="bz2 damaged"),
    pytest.param(gzip.compress(around(CAT).encode())[:-3] + b"xyz", "damaged archive", id="gzip with a wrong sum"),
    pytest.param(b"PK\x03\x04" + b"x" * 99, "archive without end", id="zip cut short"),
    pytest.param(lambda: bz2.compress(bomb()), "100 times", id="a bomb in bz2"),
    pytest.param(lambda: gzip.compress(bomb()), "100 times", id="a bomb in gzip"),
    pytest.param(lambda: archive_of(zipped_bomb), "100 times", id="a bomb in zip"),
    pytest.param(lambda: archive_of(two_files), "archive of 2 files", id="zip of two files"),
    pytest.param(lambda: archive_of(many_files), "very many", id="zip of five thousand files"),
    pytest.param(lambda: archive_of(locked), "encrypted", id="zip with a password"),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("content", "outcome"), HOSTILE)
def test_a_hostile_file_costs_neither_time_nor_memory(
    tmp_path: Path, content: str | bytes | Callable[[], str | bytes], outcome: str
) -> None:
    canary = tmp_path / "canary.txt"
    canary.write_text("CAUGHT", encoding="utf-8")
    made = content() if callable(content) else content
    path = tmp_path / "dict.xml"
    path.write_bytes(made if isinstance(made, bytes) else made.replace("CANARY", canary.as_uri()).encode())
    ended = subprocess.run(
        [sys.executable, "-c", READING, str(path)], capture_output=True, text=True, check=True, timeout=60
    )
    became = json.loads(ended.stdout)
    assert any(part in became["outcome"] for part in outcome.split("|")), became["outcome"]
    assert "CAUGHT" not in became["outcome"]
    assert became["megabytes"] < 150
    assert became["seconds"] < 2


# The same dictionary in two forms.


def hashes(lexemes: Iterable[Lexeme]) -> list[int]:
    numbers = array.array("q")
    for lexeme in lexemes:
        numbers.extend([hash((entry.form, entry.lemma, entry.grammemes)) for entry in lexeme.entries()])
    return sorted(numbers)


@pytest.mark.dictionary
@pytest.mark.slow
def test_a_slice_of_the_dictionary_reads_alike_compiled_and_exported(tmp_path: Path) -> None:
    kept = rebuild(tmp_path / "dict.xml", every=40)
    assert len(kept) > 4000
    expected = Counter((entry.form, entry.lemma, entry.grammemes) for lexeme in kept for entry in lexeme.entries())
    assert Counter((entry.form, entry.lemma, entry.grammemes) for entry in entries(tmp_path / "dict.xml")) == expected


#: Reads an export to its end, with nothing loaded but the reader; tells what that took.
COUNTING = """
import json, re, sys, time
from dataclasses import replace
from pathlib import Path
from lexicon.building import sources
from lexicon.building.sources.description import load_description
from lexicon.shipped import shipped_folder
path = Path(sys.argv[1])
export = load_description(shipped_folder(), "opencorpora-xml", sources.READERS)
started = time.process_time()
found = sources.installed(replace(export, files={"dictionary": path.name}, own_folder=path.parent))
count = sum(len(lexeme.paradigm.slots) for lexeme in sources.lexemes(found))
# The peak that the system tells at the end would be that of the process that started this one, if it was larger.
peak = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1]) / 1024
print(json.dumps({"entries": count, "megabytes": peak, "seconds": time.process_time() - started}))
"""


@pytest.mark.dictionary
@pytest.mark.soak
@pytest.mark.timeout(900)
def test_the_whole_dictionary_reads_alike_compiled_and_exported(tmp_path: Path) -> None:
    """Both forms of it; the export has five hundred megabytes, as the published one has."""
    rebuild(tmp_path / "dict.xml", padding=20)
    assert (tmp_path / "dict.xml").stat().st_size > 500_000_000
    ended = subprocess.run(
        [sys.executable, "-c", COUNTING, str(tmp_path / "dict.xml")], capture_output=True, text=True, check=True
    )
    became = json.loads(ended.stdout)
    assert became["entries"] == 5_140_211
    assert became["megabytes"] < 100
    assert became["seconds"] < 60
    exported = hashes(opencorpora_xml.lexemes(found(tmp_path / "dict.xml")))
    assert len(exported) == 5_140_211
    assert exported == hashes(sources.lexemes(compiled()))
