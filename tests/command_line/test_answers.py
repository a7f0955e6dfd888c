"""The verbs on a small list: what programs read of them, how they end, and what reaches a screen."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from lexicon.catalogue import Catalogue
from server.command_line import verbs
from server.command_line.app import ExitCode, app, run
from server.command_line.building import COMMON_STAGES
from tests.support import DATA, ROOT, SMALL_LIST, small_data, small_edition

MAIN = [sys.executable, "-c", "from server.command_line import main; main()"]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What one command answered."""

    code: int
    out: str
    err: str

    @property
    def values(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.split("\n") if line]


Ask = Callable[..., Answer]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A data folder and a catalogue with one edition of the small list."""
    small_edition(tmp_path, edition="first")
    return tmp_path


@pytest.fixture
def ask(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Ask:
    """Run the command in this process over that catalogue; ``given`` is what stdin has."""
    monkeypatch.setenv("SLOVOSUD_CATALOGUE", str(folder / "catalogue"))

    def asked(*arguments: str, given: bytes = b"") -> Answer:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capsys.readouterr()
        code = run([*arguments])
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        return Answer(code=code, out=out, err=err)

    return asked


VERDICT = {"query", "word", "status", "reason", "text", "lexicon", "edition", "digest"}
EDITION = {"lexicon", "edition", "digest", "word_count", "title", "licence", "missing_sources"}


@pytest.mark.parametrize(
    ("arguments", "keys"),
    [
        pytest.param("check sample стол столы cтол", VERDICT, id="check"),
        pytest.param("explain sample стол столы cтол", VERDICT | {"layers"}, id="explain"),
        pytest.param("list", EDITION, id="list"),
        pytest.param("verify sample", {"lexicon", "edition", "digest", "sound"}, id="verify"),
        pytest.param("doctor", {"subject", "well", "found", "mend"}, id="doctor"),
    ],
)
def test_every_line_of_json_has_the_same_keys(ask: Ask, arguments: str, keys: set[str]) -> None:
    answer = ask(*arguments.split(), "--json")
    assert answer.values
    assert all(set(value) == keys for value in answer.values)


def test_a_line_of_check_is_the_contract(ask: Ask, folder: Path) -> None:
    digest = Catalogue(folder=folder / "catalogue").open("sample").digest
    assert ask("check", "sample", "--json", "Ёж").values == [
        {
            "query": "Ёж",
            "word": "ЕЖ",
            "status": "VALID",
            "reason": "noun",
            "text": "ёж, noun: noun in en [noun]",
            "lexicon": "sample",
            "edition": "first",
            "digest": digest,
        }
    ]


def test_the_layers_of_explain_hold_their_readings(ask: Ask) -> None:
    (value,) = ask("explain", "sample", "--json", "столами").values
    assert [layer["kind"] for layer in value["layers"]] == ["SPELLING", "ATTESTED", "GRAMMAR", "POLICY", "EDITIONS"]
    assert [layer["decides"] for layer in value["layers"]] == [False, False, False, True, False]
    assert value["layers"][3]["readings"] == [
        {
            "form": "столами",
            "lemma": "стол",
            "grammemes": ["plural", "noun"],
            "source": "sample",
            "clause": "inflected",
            "admitted": False,
        }
    ]


def test_info_is_the_manifest(ask: Ask, folder: Path) -> None:
    beside = (folder / "catalogue" / "sample" / "first.manifest.json").read_text(encoding="utf-8")
    assert ask("info", "sample", "--json").values == [json.loads(beside)]


def test_build_tells_its_stages_and_its_edition(ask: Ask, folder: Path) -> None:
    *stages, edition = ask("build", "sample", "--data", str(folder / "data"), "--json").values
    told = ["read sample", "policy on sample", "collapse", "gate", "compile", "settle", "publish"]
    assert [stage["stage"] for stage in stages] == told
    assert len(stages) == 2 + COMMON_STAGES, "so that the bar ends with the build"
    assert set(edition) == EDITION - {"title"} | {"bytes", "file"}
    assert Path(edition["file"]).stat().st_size == edition["bytes"]


def test_words_are_one_a_line_in_alphabet_order(ask: Ask) -> None:
    assert ask("words", "sample").out == "".join(f"{word}\n" for word in SMALL_LIST)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        pytest.param("check sample стол дом", ExitCode.DONE, id="every word is in"),
        pytest.param("check sample стол столы", ExitCode.NO, id="a word is out"),
        pytest.param("check sample cтол", ExitCode.NO, id="a word is none"),
        pytest.param("explain sample стол", ExitCode.DONE, id="explained and in"),
        pytest.param("explain sample столы", ExitCode.NO, id="explained and out"),
        pytest.param("check sample", ExitCode.USAGE, id="no word"),
        pytest.param("check", ExitCode.USAGE, id="no lexicon"),
        pytest.param("check sample стол --jsn", ExitCode.USAGE, id="an unknown option"),
        pytest.param("check sample -стол", ExitCode.USAGE, id="a word like an option"),
        pytest.param("check sample -- -стол", ExitCode.NO, id="a word like an option, behind two dashes"),
        pytest.param("check nope стол", ExitCode.NOT_FOUND, id="an unknown lexicon"),
        pytest.param("check sample стол --edition nope", ExitCode.NOT_FOUND, id="an unknown edition"),
        pytest.param("explain sample стол --language nope", ExitCode.NOT_FOUND, id="an unknown language"),
        pytest.param("verify nope", ExitCode.NOT_FOUND, id="nothing to verify"),
        pytest.param("verify nope.lexicon", ExitCode.NOT_FOUND, id="no file to verify"),
        pytest.param("info nope", ExitCode.NOT_FOUND, id="nothing to tell"),
        pytest.param("words nope", ExitCode.NOT_FOUND, id="no words"),
        pytest.param("build nope", ExitCode.NOT_FOUND, id="an unknown recipe"),
        pytest.param("build", ExitCode.USAGE, id="nothing to build"),
        pytest.param("build a b --edition c", ExitCode.USAGE, id="one name for two editions"),
        pytest.param("build ru-crosslet --data /nonexistent", ExitCode.NOT_FOUND, id="no data folder"),
        pytest.param("list", ExitCode.DONE, id="list"),
        pytest.param("sources", ExitCode.DONE, id="sources"),
    ],
)
def test_how_a_command_ends(ask: Ask, arguments: str, code: ExitCode) -> None:
    answer = ask(*arguments.split())
    assert answer.code == code
    assert bool(answer.err) is (code > ExitCode.NO)
    assert bool(answer.out) is (code <= ExitCode.NO)


def test_a_shut_gate_ends_with_4_and_all_its_failures(ask: Ask, folder: Path) -> None:
    recipe = folder / "data" / "lexicons" / "sample.toml"
    recipe.write_text(recipe.read_text(encoding="utf-8").replace("most = 9", "most = 2").replace('"москва"', '"ёж"'))
    answer = ask("build", "sample", "--data", str(folder / "data"))
    assert answer.code == ExitCode.GATE
    assert "4 words; expected 2 to 2" in answer.err
    assert "canary ёж is in; it must be out" in answer.err


def test_a_fault_in_the_data_ends_with_2_and_its_place(ask: Ask, folder: Path) -> None:
    recipe = folder / "data" / "lexicons" / "sample.toml"
    recipe.write_text(recipe.read_text(encoding="utf-8").replace("shortest = 2", "shortest = 0"))
    answer = ask("build", "sample", "--data", str(folder / "data"))
    assert answer.code == ExitCode.USAGE
    assert f"{recipe}: line 10, shortest: found 0 to 15; expected lengths from 1 to 62" in answer.err


def test_a_name_that_is_taken_ends_with_2(ask: Ask, folder: Path) -> None:
    overrides = folder / "data" / "overrides" / "sample.tsv"
    overrides.write_text(overrides.read_text(encoding="utf-8").replace("дом\tin", "ёж\tout"))
    answer = ask("build", "sample", "--data", str(folder / "data"), "--edition", "first")
    assert answer.code == ExitCode.USAGE
    assert "give another --edition" in answer.err


def damage(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.chmod(0o644)
    path.write_bytes(content)


def test_a_damaged_edition_ends_with_5_and_the_build_that_mends_it(ask: Ask, folder: Path) -> None:
    damage(folder / "catalogue" / "sample" / "first.lexicon")
    for arguments in (["verify", "sample"], ["info", "sample"], ["list"]):
        answer = ask(*arguments)
        assert (answer.code, answer.out) == (ExitCode.DAMAGED, ""), arguments
        assert "first.lexicon" in answer.err
    assert ask("build", "sample", "--data", str(folder / "data"), "--edition", "first").code == ExitCode.DONE
    assert ask("verify", "sample").code == ExitCode.DONE


def test_a_damaged_edition_hides_no_other_from_the_list(ask: Ask, folder: Path) -> None:
    damage(small_edition(folder, edition="second").path)
    answer = ask("list", "--json")
    assert answer.code == ExitCode.DAMAGED
    assert [value["edition"] for value in answer.values] == ["first"]


def test_an_empty_catalogue_says_what_to_do(ask: Ask, tmp_path: Path) -> None:
    answer = ask("list", "--catalogue", str(tmp_path / "empty"))
    assert answer.code == ExitCode.DONE
    assert "build one: slovosud build" in answer.out


def test_doctor_tells_a_missing_dictionary_and_a_damaged_edition(ask: Ask, folder: Path) -> None:
    assert ask("doctor", "--data", str(folder / "data")).code == ExitCode.DONE
    (folder / "data" / "dictionaries" / "sample" / "sample.dic").unlink()
    damage(folder / "catalogue" / "sample" / "first.lexicon")
    answer = ask("doctor", "--data", str(folder / "data"), "--json")
    assert answer.code == ExitCode.NO
    mends = {value["subject"]: value["mend"] for value in answer.values if not value["well"]}
    assert mends == {"source sample": "it is there", "lexicon sample": "slovosud build sample"}


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="NOT TESTED, no file here that fails to be read")
def test_a_dictionary_that_cannot_be_read_hides_no_other(ask: Ask, folder: Path) -> None:
    description = folder / "data" / "sources" / "sample.toml"
    dictionary = folder / "data" / "dictionaries" / "sample"
    for identifier in ("broken", "whole"):
        text = description.read_text(encoding="utf-8").replace('id = "sample"', f'id = "{identifier}"')
        description.with_name(f"{identifier}.toml").write_text(text, encoding="utf-8")
        shutil.copytree(dictionary, dictionary.with_name(identifier))
    words = dictionary.with_name("broken") / "sample.dic"
    words.unlink()
    words.symlink_to("/proc/self/mem")
    answer = ask("sources", "--data", str(folder / "data"), "--json")
    assert answer.code == ExitCode.DONE
    told = {value["id"]: (value["installed"], bool(value["fault"])) for value in answer.values}
    assert told == {"broken": (False, True), "sample": (True, False), "whole": (True, False)}
    assert f"{words}: the file: found " in ask("sources", "--data", str(folder / "data")).out
    answer = ask("doctor", "--data", str(folder / "data"), "--json")
    assert answer.code == ExitCode.NO
    assert [value["subject"] for value in answer.values if not value["well"]] == ["source broken"]


@pytest.mark.parametrize(
    ("given", "queries"),
    [
        pytest.param("стол\nдом\n", ["стол", "дом"], id="one a line"),
        pytest.param("стол\nдом", ["стол", "дом"], id="without the last newline"),
        pytest.param("\ufeffстол\r\nдом\r\n", ["стол", "дом"], id="as some editors save them"),
        pytest.param("", [], id="nothing"),
        pytest.param("стол\n\nдом\n", ["стол", "", "дом"], id="an empty line is no word"),
        pytest.param("стол дом\n", ["стол дом"], id="a line is one word"),
        pytest.param("стол\u2028дом\x0bдом\n", ["стол\u2028дом\x0bдом"], id="other separators separate nothing"),
        pytest.param("а" * 1_000_000, ["а" * 1_000_000], id="a megabyte"),
    ],
)
def test_words_on_stdin(ask: Ask, given: str, queries: list[str]) -> None:
    answer = ask("check", "sample", "--json", "-", given=given.encode())
    assert [value["query"] for value in answer.values] == queries


def test_stdin_that_is_no_utf8_is_named_with_its_line_after_what_was_read_before(ask: Ask) -> None:
    answer = ask("check", "sample", "--json", "-", given="стол\nдом\n".encode() + "ёж\n".encode("cp1251"))
    assert answer.code == ExitCode.USAGE
    assert "stdin line 3: found byte 0xB8; expected UTF-8" in answer.err
    assert [value["query"] for value in answer.values] == ["стол", "дом"]


def test_a_dash_among_words_is_a_word(ask: Ask) -> None:
    assert [value["query"] for value in ask("check", "sample", "--json", "стол", "-").values] == ["стол", "-"]


#: Text that moves the cursor, colours, renames the window, reorders the line, or looks like markup.
HOSTILE = [
    "\x1b[2J\x1b[31mстол",
    "\x1b]0;title\x07",
    "\x9b31m",
    "стол\rстолы",
    "стол\b\b",
    "стол\nстол",
    "\u202eлотс",
    "\u2066стол\u2069",
    "\u200bстол",
    "\u2028стол",
    "\ufeffстол",
    "\U000e0001стол",
    "стол\udcff",
    "[bold red]стол[/]",
    "[link=https://example.org]стол",
    ":skull:",
    "[/]",
    "\\[red]",
]
#: Controls, soft hyphen, zero-width and bidirectional marks, separators of lines, surrogates, tags.
HARMFUL = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff\U000e0001]"
)


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
@pytest.mark.parametrize("verb", ["check", "explain"])
def test_hostile_text_is_shown_and_does_nothing(ask: Ask, verb: str, text: str) -> None:
    answer = ask(verb, "sample", text)
    assert not HARMFUL.search(answer.out)
    shown, says, _ = answer.out.split("\n")[0].partition("  no word  ")
    assert says
    assert shown == HARMFUL.sub(lambda found: ascii_code(found[0]), text.replace("\n", "\\u000a"))


def ascii_code(character: str) -> str:
    return f"\\u{ord(character):04x}" if ord(character) < 0x10000 else f"\\U{ord(character):08x}"


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text_comes_back_whole_as_json(ask: Ask, text: str) -> None:
    answer = ask("check", "sample", "--json", text)
    assert not HARMFUL.search(answer.out)
    assert answer.out.count("\n") == 1
    assert json.loads(answer.out)["query"] == text


@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_hostile_text_where_an_id_belongs_is_shown_in_the_complaint(ask: Ask, text: str) -> None:
    for arguments in (["check", text, "стол"], ["check", "sample", "стол", "--edition", text], ["verify", text]):
        answer = ask(*arguments)
        assert answer.code == ExitCode.NOT_FOUND
        assert answer.out == ""
        assert not HARMFUL.search(answer.err)


def test_a_hostile_edition_does_not_drive_the_screen(ask: Ask, folder: Path) -> None:
    """Whoever makes an edition chooses its title; whoever lists it must not suffer."""
    recipe = folder / "data" / "lexicons" / "sample.toml"
    hostile = 'title = "\\u001b[2J\\u202e[red]:skull:"\ndescription = "\\u001b]0;x\\u0007"'
    text = recipe.read_text(encoding="utf-8")
    recipe.write_text(text.replace('title = "Sample"\ndescription = "Four nouns."', hostile), encoding="utf-8")
    built = ask("build", "sample", "--data", str(folder / "data"), "--edition", "hostile")
    assert built.code == ExitCode.DONE
    for arguments in (["list"], ["list", "--json"], ["info", "sample", "--edition", "hostile"]):
        answer = ask(*arguments)
        assert answer.code == ExitCode.DONE
        assert not HARMFUL.search(answer.out)
        assert r"\u001b[2J\u202e[red]:skull:" in answer.out


def commands() -> list[str]:
    verbs.register(app, [])
    return [str(command.name) for command in app.registered_commands]


@pytest.mark.parametrize("verb", commands())
def test_the_help_of_every_verb_has_an_example_of_it(ask: Ask, verb: str) -> None:
    answer = ask(verb, "--help")
    assert answer.code == ExitCode.DONE
    assert f"slovosud {verb}" in answer.out.split("Example:")[1]
    assert ask(verb, "-h").out == answer.out


def test_the_help_of_the_command_names_every_verb_and_the_exit_codes(ask: Ask) -> None:
    answer = ask("--help")
    assert all(re.search(rf"^\W*{verb}\b", answer.out, re.MULTILINE) for verb in commands())
    assert "4 gate failed" in re.sub(r"\s+", " ", answer.out)
    assert "..." not in answer.out.split("Commands:")[1] + ask("store", "--help").out.split("Commands:")[1], "cut short"


def test_the_command_tells_its_version(ask: Ask) -> None:
    answer = ask("--version")
    assert (answer.code, answer.out) == (ExitCode.DONE, f"slovosud {version('slovosud')}\n")


def in_terminal(arguments: Sequence[str], environment: Mapping[str, str]) -> bytes:
    """Run the command on a terminal and return what that was sent."""
    ours, theirs = pty.openpty()
    received: list[bytes] = []

    def receive() -> None:
        try:
            while block := os.read(ours, 4096):
                received.append(block)
        except OSError:
            return  # the other side has closed

    reader = threading.Thread(target=receive)
    reader.start()
    subprocess.run(
        [*MAIN, *arguments],
        stdout=theirs,
        stderr=theirs,
        stdin=subprocess.DEVNULL,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "TERM": "xterm-256color", "PYTHONPATH": "gen", **environment},
        check=False,
        timeout=60,
    )
    os.close(theirs)
    reader.join()
    os.close(ours)
    return b"".join(received)


COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def test_a_terminal_gets_colour_unless_it_asks_for_none(folder: Path) -> None:
    arguments = ["explain", "sample", "стол", "--catalogue", str(folder / "catalogue")]
    assert COLOUR.search(in_terminal(arguments, {}))
    # NO_COLOR forbids colours; bold is none.
    assert not re.search(rb"\x1b\[[0-9;]*3[0-9]", in_terminal(arguments, {"NO_COLOR": "1"}))
    assert b"\x1b" not in in_terminal(arguments, {"TERM": "dumb"})


def test_a_terminal_sees_progress_and_a_pipe_none(folder: Path) -> None:
    arguments = ["build", "sample", "--data", str(folder / "data"), "--catalogue", str(folder / "catalogue")]
    assert "━".encode() in in_terminal(arguments, {})
    piped = subprocess.run([*MAIN, *arguments], cwd=ROOT, capture_output=True, check=True)
    assert b"\x1b" not in piped.stdout + piped.stderr
    assert "read sample" in piped.stdout.decode()
    assert piped.stderr.decode().startswith("slovosud: warning: ")


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        pytest.param("stats sample", b"sample@first", id="stats"),
        pytest.param("diff sample sample@first", "sample → sample@first".encode(), id="diff"),
        pytest.param("export sample --format jsonl --output {}/sample.jsonl", b"sample.jsonl", id="export"),
    ],
)
def test_a_terminal_sees_that_work_goes_on_and_a_pipe_does_not(folder: Path, arguments: str, what: bytes) -> None:
    command = [*arguments.format(folder).split(), "--catalogue", str(folder / "catalogue")]
    assert re.search(re.escape(what) + rb"[^\n]*\b0:00:0", COLOUR.sub(b"", in_terminal(command, {})))
    piped = subprocess.run([*MAIN, *command], cwd=ROOT, capture_output=True, check=True)
    assert (b"0:00:0" in piped.stdout, piped.stderr) == (False, b"")


def test_an_output_that_lacks_a_letter_is_said_and_not_a_traceback(folder: Path) -> None:
    done = subprocess.run(
        [*MAIN, "words", "sample", "--catalogue", str(folder / "catalogue")],
        cwd=ROOT,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith("slovosud: this output takes ascii, which has no U+0414; set PYTHONIOENCODING=utf-8")


@pytest.mark.parametrize("arguments", ["words sample", "check sample -", "check sample --json -", "list", "sources"])
def test_a_reader_that_leaves_is_no_error(folder: Path, arguments: str) -> None:
    (folder / "words").write_text("стол\n" * 20_000, encoding="utf-8")
    reads, writes = os.pipe()
    os.close(reads)
    with (folder / "words").open("rb") as given:
        done = subprocess.run(
            [*MAIN, *arguments.split()], stdin=given, stdout=writes, stderr=subprocess.PIPE, cwd=ROOT,
            env={**os.environ, "SLOVOSUD_CATALOGUE": str(folder / "catalogue")}, check=False, timeout=60,
        )  # fmt: skip
    os.close(writes)
    assert done.stderr == b""
    assert done.returncode == ExitCode.DONE


@pytest.mark.parametrize("closed", [0, 1, 2], ids=["stdin", "stdout", "stderr"])
def test_a_stream_that_the_caller_closed_is_an_empty_one(folder: Path, closed: int) -> None:
    command = [*MAIN, "check", "sample", "столы", "--catalogue", str(folder / "catalogue")]
    shell = ["/bin/sh", "-c", f'exec "$@" {closed}>&-', "sh", *command]
    done = subprocess.run(shell, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == ExitCode.NO
    assert done.stderr == ""


def test_a_disk_that_is_full_is_said(folder: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("NOT TESTED: this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*MAIN, "words", "sample", "--catalogue", str(folder / "catalogue")],
            cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == ExitCode.USAGE
    assert done.stderr.startswith("slovosud: system: No space left on device; the disk is full")


@pytest.mark.slow
@pytest.mark.dictionary
def test_an_interrupted_build_ends_with_130_and_leaves_nothing(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*MAIN, "build", "ru-crosslet", "--data", str(DATA), "--catalogue", str(tmp_path / "catalogue")],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    assert process.stdout
    assert process.stdout.readline().startswith("read opencorpora")
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED
    assert err == "slovosud: interrupted; nothing half-written was left behind\n"
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_the_small_data_folder_is_enough(tmp_path: Path, ask: Ask) -> None:
    data = small_data(tmp_path / "other")
    assert ask("build", "--all", "--data", str(data), "--catalogue", str(tmp_path / "new")).code == ExitCode.DONE
