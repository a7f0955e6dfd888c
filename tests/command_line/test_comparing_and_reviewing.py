"""The verbs `diff`, `stats` and `review` on small lists: what programs read, how they end, a person at a terminal."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import signal
import sys
import termios
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexicon.alphabet import Word
from lexicon.building.override_file import OverrideFile
from lexicon.building.overrides import Override
from server.command_line.app import ExitCode, run
from tests.editions import Edit, small_lexicon
from tests.support import LANGUAGES, ROOT, russian

BOTH: Edit = ("lexicons/sample.toml", 'sources = ["sample"]', 'sources = ["sample", "second"]')
CHANGED: Edit = ("dictionaries/sample/sample.dic", "ёж po:noun", "ад po:noun\nстолп po:noun\nстолб po:noun")


@pytest.fixture(scope="module")
def catalogue(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue with three editions of the small list: before, changed, both dictionaries."""
    folder = tmp_path_factory.mktemp("editions")
    small_lexicon(folder, "before")
    small_lexicon(folder, "changed", CHANGED)
    small_lexicon(folder, "both", BOTH)
    return folder / "catalogue"


@pytest.fixture
def folder(tmp_path: Path, catalogue: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in, with that catalogue."""
    monkeypatch.setenv("SLOVOSUD_CATALOGUE", str(catalogue))
    monkeypatch.chdir(tmp_path)
    return tmp_path


Ask = Callable[..., tuple[int, str, str]]


@pytest.fixture
def ask(folder: Path, capsys: pytest.CaptureFixture[str]) -> Ask:
    """Run the command in this process; return its exit code and what it wrote."""

    def asked(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = run([*arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err

    assert folder
    return asked


def values(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param("diff sample@before sample@before", ExitCode.DONE, "", id="the same words"),
        pytest.param("diff sample@before sample@changed", ExitCode.NO, "", id="words differ"),
        pytest.param("diff sample@before sample@both", ExitCode.NO, "", id="a dictionary more"),
        pytest.param("diff sample@before sample@none", ExitCode.NOT_FOUND, "none", id="no such edition"),
        pytest.param("diff nope sample", ExitCode.NOT_FOUND, "nope", id="no such lexicon"),
        pytest.param("diff sample", ExitCode.USAGE, "", id="only one edition"),
        pytest.param("diff sample sample --language xx", ExitCode.NOT_FOUND, "known: en", id="no such language"),
        pytest.param("diff sample@before sample@both --html /none/x", ExitCode.NOT_FOUND, "/none", id="no such folder"),
        pytest.param("diff sample@before junk.lexicon", ExitCode.DAMAGED, "junk.lexicon", id="no lexicon file"),
        pytest.param("stats sample", ExitCode.DONE, "", id="statistics"),
        pytest.param("stats nope", ExitCode.NOT_FOUND, "nope", id="statistics of nothing"),
        pytest.param("stats sample --ruleset nope", ExitCode.NOT_FOUND, "crosslet", id="no such ruleset"),
        pytest.param("stats sample --ruleset scrabble-pl", ExitCode.USAGE, "other letters", id="foreign tiles"),
        pytest.param("review sample --json", ExitCode.DONE, "", id="the queue"),
        pytest.param("review sample", ExitCode.USAGE, "--reviewer", id="a review by nobody"),
        pytest.param("review sample --reviewer A", ExitCode.USAGE, "terminal", id="a review without a terminal"),
        pytest.param("review sample --json --doubt nope", ExitCode.NOT_FOUND, "one-witness", id="no such doubt"),
        pytest.param("review sample --json --words words.txt", ExitCode.USAGE, "words.txt line 2", id="no word"),
    ],
)  # fmt: skip
def test_how_it_ends_and_what_is_said(ask: Ask, folder: Path, arguments: str, code: int, said: str) -> None:
    (folder / "junk.lexicon").write_bytes(b"junk")
    (folder / "words.txt").write_text("стол\ncтол\n", encoding="utf-8")
    ended, _, err = ask(*arguments.split())
    assert ended == code
    assert said in err


def test_a_difference_as_json(ask: Ask) -> None:
    _, out, _ = ask("diff", "sample@before", "sample@changed", "--json")
    summary, *changes = values(out)
    assert (summary["record"], summary["added"], summary["removed"], summary["kept"]) == ("comparison", 3, 1, 3)
    assert [one["making"] for one in summary["makings"]] == ["source"]
    assert summary["before"]["edition"] == "before"
    assert [(one["word"], one["kind"], one["cause"]) for one in changes] == [
        ("АД", "ADDED", "SOURCE_CHANGED"),
        ("ЕЖ", "REMOVED", "SOURCE_CHANGED"),
        ("СТОЛБ", "ADDED", "SOURCE_CHANGED"),
        ("СТОЛП", "ADDED", "SOURCE_CHANGED"),
    ]
    assert changes[2] == {
        "record": "change",
        "word": "СТОЛБ",
        "kind": "ADDED",
        "cause": "SOURCE_CHANGED",
        "reason_before": "not-attested",
        "reason_after": "noun",
        "reading": {
            "form": "столб",
            "lemma": "столб",
            "grammemes": ["noun"],
            "source": "sample",
            "clause": "noun",
            "admitted": True,
        },
        "hooks": [{"base": "СТОЛ", "letter": "Б", "place": "BACK"}],
    }


def test_a_difference_for_people_has_short_words_and_hooks_first(ask: Ask) -> None:
    _, out, _ = ask("diff", "sample@before", "sample@changed")
    headings = [
        "Short words, up to letters: 3",
        "+ АД",
        "- ЕЖ",
        "Hooks of short words",
        "[СТОЛ] +Б +П",
        "+ СТОЛБ",
        "By cause",
    ]
    places = [out.index(heading) for heading in headings]
    assert places == sorted(places)
    assert "added: 3, removed: 1, in both: 3" in out
    assert "before: no dictionary of the edition has it; after: in: noun in en [noun, sample]" in out


def test_a_file_is_compared_like_an_edition(ask: Ask, catalogue: Path) -> None:
    path = catalogue / "sample" / "before.lexicon"
    assert (
        ask("diff", str(path), "sample@changed", "--json")[1]
        == ask("diff", "sample@before", "sample@changed", "--json")[1]
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_difference_and_the_statistics(ask: Ask, folder: Path, language: str) -> None:
    code, out, _ = ask("diff", "sample@before", "sample@changed", "--language", language, "--html", "page.html")
    assert code == ExitCode.NO
    assert out.endswith("page.html\n")
    assert f'<html lang="{language}">' in (folder / "page.html").read_text(encoding="utf-8")
    assert f"noun in {language} [noun]" in ask("stats", "sample@both", "--language", language)[1]


def test_statistics_as_json_and_with_tiles(ask: Ask, folder: Path) -> None:
    code, out, _ = ask("stats", "sample@both", "--ruleset", "crosslet", "--json", "--svg", "x.svg", "--html", "x.html")
    assert code == ExitCode.DONE
    (value,) = values(out)
    assert (value["edition"], value["word_count"]) == ("both", 5)
    assert value["by_witnesses"] == {"0": 1, "1": 3, "2": 1}
    assert value["ruleset"] == "crosslet"
    assert [one["letter"] for one in value["tiles"]] == list(russian().letters)
    assert (folder / "x.svg").read_text(encoding="utf-8").startswith("<svg")
    assert "tiles for 1 in the list" in ask("stats", "sample@both", "--ruleset", "crosslet")[1]


def test_the_queue_as_json(ask: Ask) -> None:
    _, out, _ = ask("review", "sample@both", "--json")
    queue = values(out)
    assert [(one["word"], one["doubts"]) for one in queue] == [
        ("ЕЖ", ["one-witness"]),
        ("ДОМ", ["unconfirmed-override"]),
        ("КОТ", ["one-witness"]),
        ("СТОЛ", ["one-witness"]),
        ("ДЕНЬГИ", ["unconfirmed-override"]),
    ]
    keys = {"word", "listed", "reason", "doubts", "sources", "readings", "override"}
    assert all(set(one) == keys for one in queue)
    assert queue[1]["override"] == {"admit": True, "reason": "a house", "source": "the tests", "reviewer": None}
    assert [one["word"] for one in values(ask("review", "sample@both", "--json", "--limit", "2")[1])] == ["ЕЖ", "ДОМ"]


def test_words_of_a_file_are_asked_whatever_the_list_says(ask: Ask, folder: Path) -> None:
    (folder / "asked.txt").write_text("# Missing, say players.\nстолы\tplural\nкот\nстолы\n", encoding="utf-8")
    _, out, _ = ask("review", "sample@before", "--json", "--words", "asked.txt")
    assert [(one["word"], one["listed"], one["reason"]) for one in values(out)] == [
        ("СТОЛЫ", False, "inflected"),
        ("КОТ", False, "not-attested"),
    ]


@dataclass(frozen=True, kw_only=True)
class Terminal:
    """The command on a terminal of its own."""

    pid: int
    descriptor: int

    def until(self, pattern: str, *, seconds: float = 30) -> str:
        """Read until what was written fits ``pattern``."""
        written = b""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if select.select([self.descriptor], [], [], 0.1)[0]:
                try:
                    written += os.read(self.descriptor, 4096)
                except OSError:  # the command has ended
                    break
            if re.search(pattern, written.decode(errors="ignore"), re.DOTALL):
                break
        text = written.decode(errors="replace")
        assert re.search(pattern, text, re.DOTALL), text
        return text

    def press(self, keys: str) -> None:
        os.write(self.descriptor, keys.encode())

    def ended(self) -> int:
        _, status = os.waitpid(self.pid, 0)
        return os.waitstatus_to_exitcode(status)


@contextmanager
def terminal(arguments: Sequence[str]) -> Iterator[Terminal]:
    """Run the command on a terminal."""
    pid, descriptor = pty.fork()
    if pid == 0:
        code = f"import sys; sys.path[:0] = [{str(ROOT)!r}]; from server.command_line import main; main()"
        os.execv(sys.executable, [sys.executable, "-c", code, *arguments])  # noqa: S606 - it must be on a terminal
    try:
        yield Terminal(pid=pid, descriptor=descriptor)
    finally:
        os.close(descriptor)


def decisions(path: Path) -> dict[Word, Override]:
    return dict(OverrideFile(path=path, alphabet=russian()).decisions())


REVIEW = ("review", "sample@both", "--reviewer", "A. Reader", "--to", "mine.tsv")


@pytest.mark.parametrize(
    ("language", "keys"),
    [
        pytest.param("en", "yns", id="English letters"),
        pytest.param("ru", "днп", id="Russian letters"),
        pytest.param("ru", "ДНП", id="capitals"),
        pytest.param("pl", "tnp", id="Polish letters"),
        pytest.param("bg", "днп", id="Bulgarian letters"),
        pytest.param("ru", "+- ", id="keys of any keyboard"),
    ],
)
def test_a_person_decides_with_single_keys(folder: Path, language: str, keys: str) -> None:
    with terminal([*REVIEW, "--language", language, "--source", "a dictionary"]) as person:
        for word, key in zip(("ЕЖ", "ДОМ", "КОТ"), keys, strict=True):
            person.until(rf"\d\. {word}.*\^D")
            person.press(key)
        person.until(r"4\. СТОЛ.*\^D")
        person.press("\x04")
        assert person.ended() == ExitCode.DONE
    written = decisions(folder / "mine.tsv")
    assert {word: (one.admit, one.source, one.reviewer) for word, one in written.items()} == {
        "ЕЖ": (True, "a dictionary", "A. Reader"),
        "ДОМ": (False, "a dictionary", "A. Reader"),
    }
    assert (folder / "mine.tsv.later").read_text(encoding="utf-8") == "кот\n"


def test_a_note_is_the_reason_and_undo_goes_back(folder: Path) -> None:
    with terminal(REVIEW) as person:
        person.until(r"1\. ЕЖ.*\^D")
        person.press("#")
        person.until("Note.*: ")
        person.press("колючий\tзверь\r")
        person.until(r"1\. ЕЖ.*колючий зверь.*\^D")
        person.press("y")
        person.until(r"in: ЕЖ.*2\. ДОМ.*\^D")
        person.press("\x7f")
        person.until(r"undone: ЕЖ.*1\. ЕЖ.*\^D")
        assert decisions(folder / "mine.tsv") == {}
        person.press("\x7f")
        person.until("nothing to undo")
        for key in ("\x1b[A", "?"):
            person.press(key)
            person.until("no such key")
        person.press("n")
        person.until(r"2\. ДОМ.*\^D")
        person.press("q")
        person.until("in: 0, out: 1, later: 0")
        assert person.ended() == ExitCode.DONE
    (override,) = decisions(folder / "mine.tsv").values()
    assert (override.admit, override.reason, override.source) == (False, "колючий зверь", "the reviewer's judgement")


def test_an_interrupted_review_keeps_what_was_decided_and_gives_the_terminal_back(folder: Path) -> None:
    with terminal(REVIEW) as person:
        person.until(r"1\. ЕЖ.*\^D")
        before = termios.tcgetattr(person.descriptor)
        person.press("y")
        person.until(r"2\. ДОМ.*\^D")
        os.kill(person.pid, signal.SIGINT)
        person.until("interrupted")
        assert person.ended() == ExitCode.INTERRUPTED
        assert termios.tcgetattr(person.descriptor)[3] & termios.ICANON
        assert not before[3] & termios.ICANON
    assert list(decisions(folder / "mine.tsv")) == ["ЕЖ"]
    with terminal(REVIEW) as person:
        person.until(r"1\. ДОМ.*\^D")
        person.press("q")
        assert person.ended() == ExitCode.DONE


def test_the_queue_ends(folder: Path) -> None:
    assert folder
    with terminal([*REVIEW, "--doubt", "unconfirmed-override"]) as person:
        for word in ("ДОМ", "ДЕНЬГИ"):
            person.until(rf"{word}.*\^D")
            person.press("y")
        person.until("no doubtful word is left.*in: 2, out: 0, later: 0")
        assert person.ended() == ExitCode.DONE
