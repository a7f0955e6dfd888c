"""The verbs over the real list: what they answer and how they end. What any list would show is in `test_answers`."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from lexicon.catalogue import Catalogue
from server.command_line.app import run

pytestmark = pytest.mark.dictionary


@pytest.fixture(autouse=True)
def catalogue(russian_catalogue: Catalogue, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SLOVOSUD_CATALOGUE", str(russian_catalogue.folder))
    return russian_catalogue.folder


def _lines(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_yes_yes_no_no(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "ru-crosslet", "ворота", "штаны", "столы", "москва"]) == 1
    assert [line.split()[1] for line in capsys.readouterr().out.splitlines()] == ["yes", "yes", "no", "no"]


def test_check_exits_0_when_every_word_is_valid(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "ru-crosslet", "ворота", "ёж", "Ёж", "ЕЖ"]) == 0
    assert capsys.readouterr().err == ""


def test_a_json_line_of_check_has_the_keys_of_the_contract(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check", "ru-crosslet", "--json", "ёж", "столы", "cтол"]) == 1
    lines = _lines(capsys)
    for line in lines:
        assert {"query", "word", "status", "reason", "lexicon", "edition", "digest"} <= set(line)
    assert [(line["word"], line["status"], line["reason"]) for line in lines] == [
        ("ЕЖ", "VALID", "nominative-singular"),
        ("СТОЛЫ", "NOT_IN_LEXICON", "plain-plural"),
        (None, "MALFORMED", "foreign-character"),
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ["no", "spelling yes", "policy no decides"]),
        ("ru", ["нет", "написание да", "правила нет решает"]),
        ("pl", ["nie", "pisownia tak", "zasady nie rozstrzyga"]),
        ("bg", ["не", "изписване да", "правила не решава"]),
    ],
)
def test_an_explanation_is_in_one_language_throughout(
    language: str, said: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["explain", "ru-crosslet", "столы", "--language", language]) == 1
    answer, *layers = (line.split() for line in capsys.readouterr().out.splitlines())
    told = [answer[1], *(" ".join([*one[:2], *([one[-1]] if "←" in one else [])]) for one in layers)]
    assert [one for one in told if one in said] == said


def test_a_megabyte_is_answered_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["explain", "ru-crosslet", "а" * 1_000_000]) == 1
    assert len(capsys.readouterr().out) < 1000


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        pytest.param(["check", "nope", "ёж"], 3, "known: ru-crosslet", id="an unknown lexicon"),
        pytest.param(["check", "../x", "ёж"], 3, "../x", id="an id that looks like a path"),
        pytest.param(["check", "ru-crosslet", "ёж", "--edition", "nope"], 3, "nope", id="an unknown edition"),
        pytest.param(["check", "ru-crosslet@nope", "ёж"], 3, "no edition of ru-crosslet 'nope'", id="no such edition"),
        pytest.param(["words", "ru-crosslet@a", "--edition", "b"], 2, "give one of both", id="two editions"),
        pytest.param(["check", "ru-crosslet", "ёж", "--language", "xx"], 3, "known: en", id="an unknown language"),
        pytest.param(["build", "nope"], 3, "ru-crosslet", id="an unknown recipe"),
        pytest.param(["build"], 2, "--all", id="nothing to build"),
        pytest.param(["info", "nope"], 3, "slovosud build", id="info of an unknown lexicon"),
        pytest.param(["judge"], 2, "--move", id="nothing to judge"),
        pytest.param(["judge", "--move", "/nonexistent.json"], 3, "/nonexistent.json", id="no such file"),
        pytest.param(["nonsense"], 2, "nonsense", id="an unknown verb"),
        pytest.param(["check", "ru-crosslet", "ёж", "--data", "/nonexistent"], 2, "--data", id="an unknown option"),
        pytest.param(["rules", "nope"], 3, "nope", id="an unknown ruleset"),
    ],
)
def test_what_is_wrong_is_said_with_its_exit_code(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert run(arguments) == code
    err = capsys.readouterr().err
    assert said in err
    assert "Traceback" not in err


def test_the_list_comes_in_alphabet_order_and_proves_its_digest(
    capsys: pytest.CaptureFixture[str], russian_catalogue: Catalogue
) -> None:
    assert run(["words", "ru-crosslet"]) == 0
    listed = capsys.readouterr().out
    manifest = russian_catalogue.open("ru-crosslet").manifest
    assert hashlib.sha256(listed.encode()).hexdigest() == manifest.word_list_digest
    assert listed.count("\n") == manifest.word_count


def test_a_reader_that_leaves_is_no_error(catalogue: Path) -> None:
    command = f"{sys.executable} -c 'from server.command_line import main; main()' words ru-crosslet"
    done = subprocess.run(
        ["/bin/bash", "-c", f"set -o pipefail; {command} --catalogue {catalogue} | head -n 1"],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == ("АБА\n", "", 0)


@pytest.mark.parametrize("damage", ["truncated", "extended", "flipped", "foreign", "empty"])
def test_a_damaged_file_exits_5_and_names_the_place(
    capsys: pytest.CaptureFixture[str], russian_catalogue: Catalogue, tmp_path: Path, damage: str
) -> None:
    content = russian_catalogue.path("ru-crosslet").read_bytes()
    path = tmp_path / "x.lexicon"
    path.write_bytes(
        {
            "truncated": content[:-1],
            "extended": content + b"\0",
            "flipped": content[:100_000] + bytes([content[100_000] ^ 1]) + content[100_001:],
            "foreign": b"PK\x03\x04" * 100,
            "empty": b"",
        }[damage]
    )
    assert run(["verify", str(path)]) == 5
    assert re.search(r"at byte \d+: found .*; expected ", capsys.readouterr().err)


def test_a_sound_edition_is_verified_and_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["verify", "ru-crosslet"]) == 0
    assert run(["list", "--json"]) == 0
    assert run(["info", "ru-crosslet"]) == 0
    shown = capsys.readouterr().out
    assert "sound" in shown
    assert "CC-BY-SA-3.0" in shown


def test_doctor_and_sources_name_what_is_missing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SLOVOSUD_CATALOGUE", str(tmp_path))
    assert run(["doctor"]) == 1
    assert "slovosud build ru-crosslet" in capsys.readouterr().out
    assert run(["sources", "--json"]) == 0
    known = {line["id"]: line for line in _lines(capsys)}
    assert known["opencorpora"]["installed"] is True
    assert all(source["install"] and source["licence"] for source in known.values())


@pytest.mark.parametrize("verb", ["info", "check", "explain", "words", "search", "verify", "stats"])
def test_an_edition_is_named_as_list_shows_it_or_as_a_file_that_lies_anywhere(
    verb: str, catalogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rest = {"check": ["ёж"], "explain": ["ёж"], "search": ["--prefix", "ёж"]}.get(verb, [])
    (file,) = catalogue.glob("ru-crosslet/*.lexicon")
    alone = tmp_path / "alone.lexicon"
    shutil.copy(file, alone)
    answers = []
    for named in (["ru-crosslet"], [f"ru-crosslet@{file.stem}"], [str(alone), "--catalogue", str(tmp_path / "none")]):
        assert run([verb, *named, *rest]) == 0
        answers.append(capsys.readouterr().out)
    assert answers[0] == answers[1] == answers[2] != ""


def test_a_copied_catalogue_answers_the_same(russian_catalogue: Catalogue, tmp_path: Path) -> None:
    shutil.copytree(russian_catalogue.folder, tmp_path / "copy")
    copied = Catalogue(folder=tmp_path / "copy").open("ru-crosslet")
    assert copied.digest == russian_catalogue.open("ru-crosslet").digest
