"""`slovosud judge --game` and `--batch`: a game told event by event, a list of plays told line by line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from server.command_line.app import ExitCode, run

GAMES = Path(__file__).parents[1] / "golden" / "games"
POLISH = GAMES / "scrabble-pl-out.json"


def judged(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["judge", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def changed(tmp_path: Path, old: str, new: str, source: Path = POLISH) -> str:
    text = source.read_text(encoding="utf-8")
    assert old in text
    target = tmp_path / source.name
    target.write_text(text.replace(old, new, 1), encoding="utf-8")
    return str(target)


def test_a_game_as_the_rules_say_exits_with_0(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = judged(capsys, "--game", str(POLISH))
    assert code == ExitCode.DONE
    assert "Ala Nowak lays 8D JAWEM  +22  total 22" in out
    assert "ended: OUT (Bartek Lis)" in out
    assert "Bartek Lis: 303, +3 for those of others  winner" in out
    assert out.rstrip().endswith("as the rules say")


@pytest.mark.parametrize("path", sorted(GAMES.glob("*.json")), ids=lambda path: path.stem)
def test_every_golden_game_is_told(capsys: pytest.CaptureFixture[str], path: Path) -> None:
    assert judged(capsys, "--game", str(path))[0] == ExitCode.DONE
    code, out, _ = judged(capsys, "--game", str(path), "--json")
    assert code == ExitCode.DONE
    events = json.loads(path.read_text(encoding="utf-8"))["events"]
    told = lines(out)
    assert [line["event"] for line in told[:-1]] == events
    assert told[-1]["as_the_rules_say"] is True


def test_gcg_is_judged_by_a_ruleset_that_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    gcg = str(GAMES / "scrabble-pl-out.gcg")
    assert judged(capsys, "--game", gcg, "--ruleset", "scrabble-pl")[0] == ExitCode.DONE
    assert (
        "Ala Nowak is left with YS, counted for Bartek Lis  +3  total 303"
        in judged(capsys, "--game", gcg, "--ruleset", "scrabble-pl")[1]
    )
    code, _, err = judged(capsys, "--game", gcg)
    assert code == ExitCode.USAGE
    assert "--ruleset" in err
    code, _, err = judged(capsys, "--game", gcg, "--ruleset", "crosslet")
    assert code == ExitCode.USAGE
    assert "JSON" in err


def test_gcg_is_judged_with_the_switches_that_are_set(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    # `challenge.wrong` (text 003 names no cost): five points for who was challenged in vain.
    path = tmp_path / "final.gcg"
    game = ">A: KOTAAAA 8G KOT +10 10\n>A: (challenge) +5 15\n"
    path.write_text(f"#player1 A Ala\n#player2 B Bob\n{game}", encoding="ascii")
    arguments = ("--game", str(path), "--ruleset", "scrabble-pl")
    code, out, _ = judged(capsys, *arguments, "--set", "challenge.wrong=points:5")
    assert (code, "Bob challenges every word: the play stands  +5  total 15" in out) == (ExitCode.DONE, True)
    assert judged(capsys, *arguments)[0] == ExitCode.NO
    assert judged(capsys, *arguments, "--set", "challenge.wrong=much")[0] == ExitCode.USAGE
    code, _, err = judged(capsys, "--game", str(POLISH), "--set", "challenge.wrong=points:5")
    assert (code, "--ruleset" in err) == (ExitCode.USAGE, True)


def test_a_wrong_score_is_told_and_exits_with_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = changed(tmp_path, '"score": 34, "total": 34', '"score": 35, "total": 35')
    code, out, _ = judged(capsys, "--game", path)
    assert code == ExitCode.NO
    assert "SCORE: recorded 35, by the rules 34" in out
    assert "0 events not allowed, 1 with differences" in out
    code, out, _ = judged(capsys, "--game", path, "--json")
    assert code == ExitCode.NO
    found = [line["differences"] for line in lines(out)[:-1] if line["differences"]]
    assert found[0][0] == {"kind": "SCORE", "recorded": "35", "by_the_rules": "34", "carried": False}


def test_an_illegal_event_is_told_with_its_reason_and_exits_with_1(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = changed(tmp_path, '{"type": "move", "seat": 2', '{"type": "move", "seat": 1')
    code, out, _ = judged(capsys, "--game", path)
    assert code == ExitCode.NO
    assert "NOT_YOUR_TURN" in out
    assert "events after the last one told were not judged" in out
    refused = lines(judged(capsys, "--game", path, "--json")[1])[-2]
    assert (refused["accepted"], [one["code"] for one in refused["refusals"]]) == (False, ["NOT_YOUR_TURN"])


def test_every_fault_of_a_record_is_a_line_on_stderr(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "bad.json"
    path.write_text('{"format": "slovosud-game", "version": 1, "players": 2, "events": [{"type": "x"}]}')
    code, out, err = judged(capsys, "--game", str(path))
    assert (code, out) == (ExitCode.USAGE, "")
    for field in ("ruleset_id", "words", "players", "events[0].type"):
        assert f"slovosud: {field}: found" in err
    path.write_text("#player1 A A\n#player2 B B\n>A: x - +0 0\n>C: - +0 0\n")
    code, _, err = judged(capsys, "--game", str(path), "--ruleset", "scrabble-pl")
    assert code == ExitCode.USAGE
    assert "line 3, column 5" in err
    assert "line 4, column 2" in err


def test_a_version_from_the_future_is_refused_with_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, _, err = judged(capsys, "--game", changed(tmp_path, '"version": 1', '"version": 7'))
    assert code == ExitCode.USAGE
    assert "version 7" in err


def test_a_name_cannot_drive_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = changed(tmp_path, '"Ala Nowak"', '"\\u001b[2JAla"')
    assert "\x1b" not in judged(capsys, "--game", path)[1]


def test_a_record_names_its_own_rules(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = judged(capsys, "--game", str(POLISH), "--ruleset", "scrabble-bg")
    assert code == ExitCode.USAGE
    assert "leave out --ruleset" in err


@pytest.mark.parametrize("arguments", [[], ["--game", str(POLISH), "--batch", str(POLISH)]], ids=["none", "two"])
def test_one_thing_is_judged_at_a_time(capsys: pytest.CaptureFixture[str], arguments: list[str]) -> None:
    assert judged(capsys, *arguments)[0] == ExitCode.USAGE


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A catalogue with an edition of the real list."""
    folder = tmp_path_factory.mktemp("catalogue")
    assert run(["build", "ru-crosslet", "--edition", "first", "--catalogue", str(folder)]) == ExitCode.DONE
    return folder


@pytest.mark.dictionary
def test_a_play_is_acceptable_when_each_of_its_words_is(
    capsys: pytest.CaptureFixture[str], shelf: Path, tmp_path: Path
) -> None:
    plays = tmp_path / "plays.txt"
    plays.write_text("# table one\nA1 ворота дом\n\nA2 дом дома столами\nA3 doм\n", encoding="utf-8")
    arguments = ("--batch", str(plays), "--lexicon", "ru-crosslet", "--catalogue", str(shelf))
    code, out, _ = judged(capsys, *arguments)
    assert code == ExitCode.NO
    assert out.splitlines() == ["A1  acceptable", "A2  not acceptable  дома, столами", "A3  not acceptable  doм"]
    code, out, _ = judged(capsys, *arguments, "--json")
    assert [(one["id"], one["acceptable"], one["edition"]) for one in lines(out)] == [
        ("A1", True, "first"),
        ("A2", False, "first"),
        ("A3", False, "first"),
    ]
    assert [word["status"] for word in lines(out)[2]["words"]] == ["MALFORMED"]
    plays.write_text("A1 ворота дом\n", encoding="utf-8")
    assert judged(capsys, *arguments)[0] == ExitCode.DONE


def test_a_batch_needs_a_lexicon_and_words_on_every_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    plays = tmp_path / "plays.txt"
    plays.write_text("A1\n", encoding="utf-8")
    code, _, err = judged(capsys, "--batch", str(plays))
    assert code == ExitCode.USAGE
    assert "--lexicon" in err


@pytest.mark.dictionary
def test_a_batch_with_a_line_without_words_is_refused(
    capsys: pytest.CaptureFixture[str], shelf: Path, tmp_path: Path
) -> None:
    plays = tmp_path / "plays.txt"
    plays.write_text("A0 дом\nA1\n", encoding="utf-8")
    code, _, err = judged(capsys, "--batch", str(plays), "--lexicon", "ru-crosslet", "--catalogue", str(shelf))
    assert code == ExitCode.USAGE
    assert "line 2" in err


@pytest.mark.dictionary
def test_a_record_is_judged_by_the_edition_it_pins(
    capsys: pytest.CaptureFixture[str], shelf: Path, tmp_path: Path
) -> None:
    record = json.loads((GAMES / "crosslet-letter-blanks.json").read_text(encoding="utf-8"))
    path = tmp_path / "game.json"
    for edition, expected in (("first", ExitCode.DONE), ("second", ExitCode.NOT_FOUND)):
        record["words"] = {"lexicon": {"id": "ru-crosslet", "edition": edition}}
        path.write_text(json.dumps(record), encoding="utf-8")
        assert judged(capsys, "--game", str(path), "--catalogue", str(shelf))[0] == expected
