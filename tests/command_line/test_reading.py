"""The verbs that read editions: exit codes, JSON lines, stdin, and words that mean harm to a terminal."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from lexicon.catalogue import Catalogue
from server.command_line.app import ExitCode, run

pytestmark = pytest.mark.dictionary

Captured = pytest.CaptureFixture[str]

VERDICT_KEYS = {"query", "word", "status", "reason", "text", "lexicon", "edition", "digest"}


def reading(catalogue: Catalogue, verb: str, *arguments: str) -> int:
    """Run a verb on the catalogue of the session."""
    return run([verb, "--catalogue", str(catalogue.folder), *arguments])


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Bytes to be written by the test and read by the command as stdin."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(content, encoding="utf-8"))
    return content


@pytest.mark.parametrize(
    ("verb", "arguments", "code"),
    [
        pytest.param("list", [], ExitCode.DONE, id="list"),
        pytest.param("info", ["ru-crosslet"], ExitCode.DONE, id="info"),
        pytest.param("verify", ["ru-crosslet"], ExitCode.DONE, id="verify a sound edition"),
        pytest.param("check", ["ru-crosslet", "ворота", "штаны"], ExitCode.DONE, id="check: all are words"),
        pytest.param("check", ["ru-crosslet", "ворота", "столы"], ExitCode.NO, id="check: one is none"),
        pytest.param("check", ["ru-crosslet", ""], ExitCode.NO, id="check: an empty text"),
        pytest.param("explain", ["ru-crosslet", "столами"], ExitCode.NO, id="explain a form that is out"),
        pytest.param("check", ["ru-crosslet"], ExitCode.USAGE, id="check without a word"),
        pytest.param("check", ["ru-crosslet", "ворота", "--nope"], ExitCode.USAGE, id="an unknown option"),
        pytest.param("check", ["nope", "ворота"], ExitCode.NOT_FOUND, id="an unknown lexicon"),
        pytest.param("check", ["../ru-crosslet", "ворота"], ExitCode.NOT_FOUND, id="a path for an id"),
        pytest.param("info", ["ru-crosslet", "--edition", "0"], ExitCode.NOT_FOUND, id="an unknown edition"),
        pytest.param("explain", ["ru-crosslet", "ворота", "--language", "xx"], ExitCode.NOT_FOUND,
                     id="an unknown language"),
        pytest.param("verify", ["nope.lexicon"], ExitCode.NOT_FOUND, id="verify a file that is not there"),
    ],
)  # fmt: skip
def test_the_exit_code_says_what_became_of_it(
    russian_catalogue: Catalogue, capsys: Captured, verb: str, arguments: list[str], code: ExitCode
) -> None:
    assert reading(russian_catalogue, verb, *arguments) == code
    output = capsys.readouterr()
    assert bool(output.err) == (code > ExitCode.NO)
    assert "Traceback" not in output.err
    assert "\x1b" not in output.out + output.err


def test_json_has_one_object_a_line_for_each_word(russian_catalogue: Catalogue, capsys: Captured) -> None:
    reading(russian_catalogue, "check", "ru-crosslet", "--json", "ворота", "столы", "cтол")
    checked = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [one["status"] for one in checked] == ["VALID", "NOT_IN_LEXICON", "MALFORMED"]
    assert all(set(one) == VERDICT_KEYS for one in checked)
    reading(russian_catalogue, "explain", "ru-crosslet", "--json", "столы")
    explained = json.loads(capsys.readouterr().out)
    assert set(explained) == VERDICT_KEYS | {"layers"}
    assert sum(layer["decides"] for layer in explained["layers"]) == 1


def test_words_come_from_stdin_with_windows_line_ends_and_a_byte_order_mark(
    russian_catalogue: Catalogue, capsys: Captured, stdin: io.BytesIO
) -> None:
    stdin.write("\ufeffворота\r\nстолы\n".encode())
    stdin.seek(0)
    assert reading(russian_catalogue, "check", "ru-crosslet", "--json", "-") == ExitCode.NO
    checked = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(one["query"], one["status"]) for one in checked] == [("ворота", "VALID"), ("столы", "NOT_IN_LEXICON")]


def test_stdin_that_is_not_utf8_is_refused_with_its_line(
    russian_catalogue: Catalogue, capsys: Captured, stdin: io.BytesIO
) -> None:
    stdin.write("ворота\n".encode() + "столы\n".encode("cp1251"))
    stdin.seek(0)
    assert reading(russian_catalogue, "check", "ru-crosslet", "-") == ExitCode.USAGE
    error = capsys.readouterr().err
    assert "line 2" in error
    assert "0xF1" in error


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("\x1b[31mкот", id="an escape sequence"),
        pytest.param("кот\u202eток", id="a turn of direction"),
        pytest.param("кот\r\nдом", id="a line break"),
        pytest.param("[bold]кот[/bold]", id="markup"),
        pytest.param("кот\ud800", id="half a character"),
        pytest.param("к" * 1_000_000, id="a megabyte"),
    ],
)
@pytest.mark.parametrize("verb", ["check", "explain"])
def test_a_hostile_word_comes_out_harmless(
    russian_catalogue: Catalogue, capsys: Captured, verb: str, text: str
) -> None:
    assert reading(russian_catalogue, verb, "ru-crosslet", text) == ExitCode.NO
    shown = capsys.readouterr().out
    assert not set(shown) & {"\x1b", "\u202e", "\r", "\ud800"}
    assert ("[bold]" in shown) == ("[bold]" in text)
    assert len(shown) < 3000
    assert verb == "explain" or shown.count("\n") == 1


@pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda _: b"", id="empty"),
        pytest.param(lambda content: content[: len(content) // 2], id="cut in half"),
        pytest.param(lambda content: content[:-1], id="the last byte missing"),
        pytest.param(lambda content: content + b"\0", id="a byte too many"),
        pytest.param(lambda content: content[:999] + bytes([content[999] ^ 1]) + content[1000:], id="one bit"),
        pytest.param(lambda _: b"PK\x03\x04" + bytes(5000), id="a file of another kind"),
    ],
)
def test_verify_refuses_a_damaged_file(
    russian_catalogue: Catalogue, capsys: Captured, tmp_path: Path, damage: Callable[[bytes], bytes]
) -> None:
    content = russian_catalogue.path("ru-crosslet").read_bytes()
    path = tmp_path / "damaged.lexicon"
    path.write_bytes(damage(content))
    assert run(["verify", str(path)]) == ExitCode.DAMAGED
    assert str(path) in capsys.readouterr().err


def test_the_reader_of_the_words_may_leave_early(russian_catalogue: Catalogue) -> None:
    program = shutil.which("slovosud", path=str(Path(sys.executable).parent))
    assert program is not None
    command = [program, "words", "ru-crosslet", "--catalogue", str(russian_catalogue.folder)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().decode() == "АБА\n"
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(timeout=30) == ExitCode.DONE


@pytest.mark.parametrize(
    "verb",
    ["sources", "build", "list", "info", "check", "explain", "words", "verify", "judge", "rules", "serve", "doctor"],
)
def test_the_help_of_every_verb_has_an_example(verb: str, capsys: Captured) -> None:
    assert run([verb, "--help"]) == ExitCode.DONE
    assert f"slovosud {verb}" in capsys.readouterr().out.partition("Example")[2]
