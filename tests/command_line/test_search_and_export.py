"""The verbs `search`, `export`, `kwg` and `bench` on a small list: ДЕНЬГИ, ДОМ, ЕЖ, СТОЛ."""

from __future__ import annotations

import hashlib
import json
import struct
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexicon.catalogue import Catalogue
from server.command_line.app import run
from tests.support import DATA, SMALL_LIST, small_edition


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What one command answered."""

    code: int
    out: bytes
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.decode().split("\n")[:-1]

    @property
    def values(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.lines]


Ask = Callable[..., Answer]


@pytest.fixture
def ask(tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run the command over a catalogue with one edition of the small list."""
    small_edition(tmp_path, edition="first")
    monkeypatch.setenv("SLOVOSUD_CATALOGUE", str(tmp_path / "catalogue"))
    monkeypatch.setenv("SLOVOSUD_DATA", str(DATA))
    monkeypatch.chdir(tmp_path)

    def asked(*arguments: str) -> Answer:
        capsysbinary.readouterr()
        code = run([*arguments])
        out, err = capsysbinary.readouterr()
        assert b"Traceback" not in err
        return Answer(code=code, out=out, err=err.decode())

    return asked


@pytest.mark.parametrize(
    ("question", "words"),
    [
        pytest.param("--anagram мод", ["ДОМ"], id="all tiles"),
        pytest.param("--anagram модст?", [], id="all tiles and no word of that length"),
        pytest.param("--anagram модст? --any", ["ДОМ", "СТОЛ"], id="some tiles, with a blank"),
        pytest.param("--anagram Ё?", ["ЕЖ"], id="a folded tile and a blank"),
        pytest.param("--anagram е\u0308ж", ["ЕЖ"], id="a letter in two code points is one tile"),
        pytest.param("--pattern *о*", ["ДОМ", "СТОЛ"], id="a shape"),
        pytest.param("--pattern [дс]?[он]", [], id="a set that does not fit"),
        pytest.param("--pattern [дс]?[мо]*", ["ДОМ", "СТОЛ"], id="sets"),
        pytest.param("--prefix д", ["ДЕНЬГИ", "ДОМ"], id="a beginning"),
        pytest.param("--prefix д --limit 1", ["ДЕНЬГИ"], id="no more than asked for"),
        pytest.param("--prefix д --max-length 4", ["ДОМ"], id="no longer than asked for"),
        pytest.param("--pattern * --min-length 4", ["ДЕНЬГИ", "СТОЛ"], id="no shorter than asked for"),
        pytest.param("--hooks до", ["ДОМ"], id="a letter behind"),
        pytest.param("--hooks тол", ["СТОЛ"], id="a letter in front"),
        pytest.param("--hooks стол", [], id="no hooks"),
    ],
)
def test_words_by_their_letters_come_in_alphabet_order(ask: Ask, question: str, words: list[str]) -> None:
    answer = ask("search", "sample", *question.split())
    assert answer.lines == words
    assert answer.code == (0 if words else 1)
    assert answer.err == ("" if words else "slovosud: no word of sample@first fits\n")


def test_a_line_of_search_names_the_letters_that_blanks_stand_for(ask: Ask, tmp_path: Path) -> None:
    digest = Catalogue(folder=tmp_path / "catalogue").open("sample").digest
    edition = {"lexicon": "sample", "edition": "first", "digest": digest}
    assert ask("search", "sample", "--json", "--anagram", "?од").values == [{"word": "ДОМ", "blanks": [2], **edition}]
    assert ask("search", "sample", "--json", "--prefix", "е").values == [{"word": "ЕЖ", "blanks": [], **edition}]
    nothing = ask("search", "sample", "--json", "--prefix", "я")
    assert (nothing.code, nothing.out, nothing.err) == (1, b"", "")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param("search sample", 2, ["found none of them; expected one of --anagram"], id="no question"),
        pytest.param("search sample --prefix а --hooks б", 2, ["found --prefix and --hooks"], id="two questions"),
        pytest.param("search sample --prefix а --any", 2, ["--any without tiles"], id="any of no tiles"),
        pytest.param(
            "search sample --anagram д-??? --min-length -1 --limit -2",
            2,
            [
                "--min-length: found -1",
                "--limit: found -2",
                "--anagram: found 3 blanks; expected at most 2",
                "--anagram, tile 2: not in the alphabet: character 1 is U+002D",
            ],
            id="every fault at once",
        ),
        pytest.param("search sample --pattern ****", 2, ["--pattern: found 4 *; expected at most 3"], id="stars"),
        pytest.param("search sample --pattern [д", 2, ["--pattern: found '[д'"], id="an open set"),
        pytest.param("search sample --hooks dom", 2, ["--hooks: not in the alphabet"], id="another script"),
        pytest.param("search nope --prefix а", 3, ["known: sample"], id="an unknown lexicon"),
        pytest.param("export sample --format docx", 2, ["docx", "kwg-gaddag"], id="an unknown format"),
        pytest.param("export sample --format kwg --ruleset crosslet", 2, ["give --output"], id="tiles, nowhere to"),
        pytest.param("export sample --format txt --vowels ао -o x.txt", 2, ["beside a graph"], id="vowels of a text"),
        pytest.param("export sample --format kwg -o x.kwg --vowels аo", 2, ["--vowels", "U+006F"], id="odd vowels"),
        pytest.param("export sample --format kwg -o x.csv", 2, ["x.csv", "end it otherwise"], id="a name in use"),
        pytest.param(
            "export sample --format kwg -o x.kwg --ruleset scrabble-pl", 2, ["no tile for А, Б"], id="another alphabet"
        ),
        pytest.param("export sample --format kwg -o x.kwg --ruleset nope", 3, ["nope", "crosslet"], id="no such rules"),
        pytest.param(
            "export sample --format txt -o nowhere/x.txt", 3, ["slovosud: nowhere/x.txt: No such"], id="no such folder"
        ),
        pytest.param("kwg x.kwg", 2, ["--alphabet", "--against"], id="rows unknown"),
        pytest.param("kwg x.kwg --alphabet polish --against sample", 2, ["either"], id="rows known twice"),
        pytest.param("kwg x.kwg --alphabet polish --edition first", 2, ["--against"], id="an edition of nothing"),
        pytest.param("kwg x.kwg --alphabet klingon", 3, ["klingon", "polish"], id="an unknown alphabet"),
        pytest.param("kwg x.kwg --alphabet polish", 3, ["x.kwg"], id="no such graph"),
    ],
)
def test_what_is_wrong_is_said_with_its_exit_code(ask: Ask, arguments: str, code: int, said: list[str]) -> None:
    answer = ask(*arguments.split())
    assert answer.code == code
    assert answer.out == b""
    unwrapped = " ".join(answer.err.replace("│", " ").split())
    for sentence in said:
        assert sentence in unwrapped
    assert not list(Path().glob("x.*")), "nothing is written"
    assert not list(Path().glob(".x.*")), "nothing is left behind"


def test_an_edition_as_text_and_as_a_dictionary_of_hunspell(ask: Ask) -> None:
    text = "".join(f"{word}\n" for word in SMALL_LIST)
    assert ask("export", "sample", "--format", "txt").out.decode() == text
    assert ask("export", "sample", "--format", "dic").lines == ["4", *(word.lower() for word in SMALL_LIST)]
    assert [value["word"] for value in ask("export", "sample", "--format", "jsonl").values] == [*SMALL_LIST]
    assert ask("export", "sample", "--format", "dic", "-o", "sample.dic").code == 0
    assert Path("sample.aff").read_text(encoding="utf-8") == "SET UTF-8\n"
    assert Path("sample.dic").read_text(encoding="utf-8").startswith("4\nденьги\n")


def test_a_written_file_is_told_with_its_digest(ask: Ask) -> None:
    assert ask("export", "sample", "--format", "txt", "-o", "list.txt", "--json").values == [
        {"file": "list.txt", "bytes": 34, "sha256": hashlib.sha256(Path("list.txt").read_bytes()).hexdigest()}
    ]


@pytest.mark.parametrize("form", ["kwg", "kwg-gaddag", "kbwg"])
def test_a_graph_comes_back_as_the_same_words(ask: Ask, form: str) -> None:
    name = f"sample.{form.removesuffix('-gaddag')}"
    assert ask("export", "sample", "--format", form, "--output", name).code == 0
    assert ask("export", "sample", "--format", form).out == Path(name).read_bytes()
    assert ask("kwg", name, "--alphabet", "russian", "--fold", "Ё").lines == [*SMALL_LIST]
    same = ask("kwg", name, "--against", "sample")
    assert (same.code, same.out) == (0, b"")


def test_a_graph_of_others_becomes_an_edition_with_the_same_words(ask: Ask) -> None:
    ask("export", "sample", "--format", "kwg", "-o", "theirs.kwg")
    Path("words.txt").write_bytes(ask("kwg", "theirs.kwg", "--alphabet", "russian", "--fold", "Ё").out)
    told = "--as theirs --alphabet russian --fold Ё --licence CC0-1.0 --data their-data"
    assert ask("import", "words.txt", *told.split()).code == 0
    assert ask("build", "theirs", "--data", "their-data").code == 0
    assert ask("words", "theirs").lines == [*SMALL_LIST]
    assert ask("kwg", "theirs.kwg", "--against", "theirs").code == 0


def test_the_alphabets_beside_a_graph_have_the_tiles_of_a_game(ask: Ask) -> None:
    answer = ask("export", "sample", "--format", "kwg", "-o", "s.kwg", "--ruleset", "crosslet", "--vowels", "аеиоу")
    assert [line.split()[0] for line in answer.lines] == ["s.kwg", "s.alphabet.txt", "s.csv"]
    by_comma = Path("s.csv").read_text(encoding="utf-8").splitlines()
    assert by_comma[:3] == ["?,2,0,0", "А,9,1,1", "Б,3,3,0"]
    assert len(by_comma) == 33
    by_tab = Path("s.alphabet.txt").read_text(encoding="utf-8").splitlines()
    assert by_tab[:3] == ["?\t?\t2\t0\t0\t0\t0", "А\tа\t9\t1\t1\t0\t0", "Б\tб\t3\t3\t0\t0\t0"]


def test_a_graph_of_others_is_held_against_an_edition(ask: Ask) -> None:
    # Е-Ж, Е-Ж-И: node 0 points to node 1; Е is tile 6, Ж 7, И 9 where Ё has no row.
    nodes = [1 | 1 << 22, 6 << 24 | 1 << 22 | 2, 7 << 24 | 3 << 22 | 3, 9 << 24 | 3 << 22]
    Path("other.kwg").write_bytes(struct.pack("<4I", *nodes))
    answer = ask("kwg", "other.kwg", "--against", "sample")
    assert (answer.code, answer.lines) == (1, ["- ДЕНЬГИ", "- ДОМ", "+ ЕЖИ", "- СТОЛ"])
    only = [
        (value["word"], value["only_in"]) for value in ask("kwg", "other.kwg", "--against", "sample", "--json").values
    ]
    assert only == [("ДЕНЬГИ", "edition"), ("ДОМ", "edition"), ("ЕЖИ", "graph"), ("СТОЛ", "edition")]


@pytest.mark.parametrize(
    ("content", "place"),
    [
        pytest.param(b"", "node 0 at byte 0", id="nothing"),
        pytest.param(b"\1\0\x40\0\1\0\x40\1", "node 1 at byte 4", id="a loop"),
        pytest.param(b"\1\0\x40\0\0\0\xc0\x3f", "node 1 at byte 4: found tile 63", id="a tile past the alphabet"),
        pytest.param(bytes((4 << 22) + 4), "file size at byte 16777216", id="more than a graph can number"),
    ],
)
def test_a_damaged_graph_exits_5_and_names_the_place(ask: Ask, content: bytes, place: str) -> None:
    Path("other.kwg").write_bytes(content)
    answer = ask("kwg", "other.kwg", "--against", "sample")
    assert answer.code == 5
    assert place in answer.err


def test_a_graph_is_not_written_to_a_screen(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    answer = ask("export", "sample", "--format", "kwg")
    assert (answer.code, answer.out) == (2, b"")


def test_bench_tells_the_time_of_every_kind_of_question(ask: Ask) -> None:
    values = ask("bench", "sample", "--json").values
    assert all(set(value) == {"question", "microseconds", "engine"} for value in values)
    assert all(value["microseconds"] > 0 for value in values)
    assert [value["question"] for value in values[:4]] == [
        "open an edition",
        "open an edition and look up a word",
        "yes or no, a word of a batch",
        "yes or no with the reason",
    ]
    assert ask("bench", "sample").lines[0].startswith("sample@first  4 words  engine ")
