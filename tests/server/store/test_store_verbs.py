"""`slovosud store verify`, `export`, `rejudge`: a store of games that were played over the wire."""

from __future__ import annotations

import contextlib
import hashlib
import json
import shutil
from pathlib import Path
from typing import Any

import apsw
import grpc
import pytest

from lexicon.catalogue import Catalogue
from server.command_line.app import ExitCode, run
from server.store import open_store
from tests.server.conftest import DATA, started
from tests.server.store.making import a_store_with
from tests.server.store.postgresql_server import PostgresqlServer
from tests.server.test_game_service import Table, create, laid
from tests.support import small_edition

KEY = "f1c3b0a2-58d1-4c67-9d0e-2f7a66d1b0c4"


@pytest.fixture
def editions(tmp_path: Path) -> Catalogue:
    """Two editions of the small list; the second has no СТОЛ."""
    small_edition(tmp_path, edition="first")
    dictionary, recipe = (
        tmp_path / "data" / name for name in ("dictionaries/sample/sample.dic", "lexicons/sample.toml")
    )
    dictionary.write_text(dictionary.read_text(encoding="utf-8").replace("стол/S", "стул/S"), encoding="utf-8")
    recipe.write_text(recipe.read_text(encoding="utf-8").replace('in = ["стол", ', "in = ["), encoding="utf-8")
    small_edition(tmp_path, edition="second")
    return Catalogue(folder=tmp_path / "catalogue")


@pytest.fixture
def played(tmp_path: Path, editions: Catalogue) -> tuple[str, Table]:
    """The path of a store with one game: СТОЛ is laid, challenged, and stands."""
    path = str(tmp_path / "games.sqlite")
    with started(editions, path) as server, grpc.insecure_channel(server.address) as channel:
        table = create(channel, words={"lexicon": {"id": "sample", "edition": "first"}}, idempotency_key=KEY)
        assert table.append(1, 0, {"seat": 1, "move": laid("СТОЛ")}).accepted
        assert table.append(2, 1, {"seat": 2, "challenge": {"all": True}}).verdict.play_stands
        assert table.append(1, 2, {"seat": 1, "score_written": {}}).accepted
    return path, table


def told(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(["store", *arguments])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def lines(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


def change(path: str, *statements: str) -> None:
    """Change a file behind the store's back."""
    with contextlib.closing(apsw.Connection(path)) as connection:
        for statement in ("DROP TRIGGER events_stay", "DROP TRIGGER events_remain", "DROP TRIGGER games_remain"):
            connection.execute(statement)
        for statement in statements:
            connection.execute(statement)


# verify


def test_a_sound_store_exits_with_0(played: tuple[str, Table], capsys: pytest.CaptureFixture[str]) -> None:
    path, table = played
    assert told(capsys, "verify", "--store", path) == (ExitCode.DONE, "games: 1, events: 3, sound\n", "")
    (line,) = lines(told(capsys, "verify", "--store", path, "--json")[1])
    assert (line["game"], line["version"], line["sound"]) == (table.id, 3, True)


def test_a_changed_event_is_named_and_exits_with_5(
    played: tuple[str, Table], capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = played
    change(path, "UPDATE events SET event = CAST(event || ' ' AS BLOB) WHERE version = 1")
    code, out, err = told(capsys, "verify", "--store", path)
    assert (code, out) == (ExitCode.DAMAGED, "games: 1, events: 0, 1 not sound\n"), "counted up to the fault"
    assert f"game {table.id}, version 1" in err
    (line,) = lines(told(capsys, "verify", "--store", path, "--json")[1])
    assert not line["sound"]


@pytest.mark.parametrize("earlier", ["verify --json", "export"])
@pytest.mark.parametrize(
    ("statements", "found"),
    [
        pytest.param(["DELETE FROM events WHERE version = 3"], "no such version", id="the last event"),
        pytest.param(["DELETE FROM events", "DELETE FROM games"], "no such game", id="the whole game"),
    ],
)
def test_what_was_taken_from_the_end_shows_against_an_earlier_state(
    played: tuple[str, Table],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    earlier: str,
    statements: list[str],
    found: str,
) -> None:
    path, _ = played
    kept = tmp_path / "kept.ndjson"
    kept.write_text(told(capsys, *earlier.split(), "--store", path)[1], encoding="utf-8")
    assert told(capsys, "verify", "--store", path, "--against", str(kept))[0] == ExitCode.DONE
    change(path, *statements)
    assert told(capsys, "verify", "--store", path)[0] == ExitCode.DONE, "the chain alone cannot show it"
    code, _, err = told(capsys, "verify", "--store", path, "--against", str(kept))
    assert code == ExitCode.DAMAGED
    assert found in err


def test_a_file_that_is_no_earlier_state_is_a_fault_of_usage(
    played: tuple[str, Table], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "kept.ndjson"
    kept.write_text('{"game": "x", "version": 1, "digest": ""}\nnonsense\n', encoding="utf-8")
    code, _, err = told(capsys, "verify", "--store", played[0], "--against", str(kept))
    assert code == ExitCode.USAGE
    assert "kept.ndjson:2" in err


@pytest.mark.parametrize("verb", ["verify", "export", "rejudge"])
def test_no_store_is_told_and_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str], verb: str) -> None:
    path = tmp_path / "none.sqlite"
    code, out, err = told(capsys, verb, "--store", str(path))
    assert (code, out) == (ExitCode.NOT_FOUND, "")
    assert "none.sqlite" in err
    assert not path.exists()


def test_a_file_of_another_kind_exits_with_5(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("notes " * 1000)
    assert told(capsys, "verify", "--store", str(path))[0] == ExitCode.DAMAGED


def test_a_store_in_postgresql_is_verified_by_its_url(
    postgresql: PostgresqlServer, capsys: pytest.CaptureFixture[str]
) -> None:
    postgresql.empty()
    store = open_store(postgresql.url)
    a_store_with(store, 2)
    store.close()
    assert told(capsys, "verify", "--store", postgresql.url)[:2] == (ExitCode.DONE, "games: 1, events: 2, sound\n")


# export


def test_an_export_holds_every_event_and_nobody_can_play_with_it(
    played: tuple[str, Table], capsys: pytest.CaptureFixture[str]
) -> None:
    path, table = played
    code, out, _ = told(capsys, "export", "--store", path)
    assert code == ExitCode.DONE
    exported = lines(out)
    assert [line["version"] for line in exported] == [0, 1, 2, 3]
    assert json.loads(exported[0]["event"])["record"]["ruleset_id"] == "crosslet"
    assert [json.loads(line["event"])["type"] for line in exported[1:]] == ["move", "challenge", "score_written"]
    assert not [token for token in table.tokens if token in out], "answers hold tokens, and are not in it"
    assert KEY not in out, "who sends the same request with it gets the tokens"


def test_the_chain_can_be_checked_with_an_export_alone(
    played: tuple[str, Table], capsys: pytest.CaptureFixture[str]
) -> None:
    previous = "0" * 64
    for line in lines(told(capsys, "export", "--store", played[0])[1]):
        fields = [
            "slovosud event 1",
            previous,
            line["game"],
            str(line["version"]),
            line["caller"],
            line["key"],
            line["body_digest"],
            hashlib.sha256(line["event"].encode()).hexdigest(),
            line["answer_digest"],
            str(int(line["ends"])),
            line["stored_at"],
        ]
        content = b"".join(len(field.encode()).to_bytes(8, "big") + field.encode() for field in fields)
        previous = hashlib.sha256(content).hexdigest()
        assert line["digest"] == previous


def test_one_game_is_exported_by_its_id(played: tuple[str, Table], capsys: pytest.CaptureFixture[str]) -> None:
    path, table = played
    store = open_store(path)
    a_store_with(store, 1, name="other")
    store.close()
    assert {line["game"] for line in lines(told(capsys, "export", "--store", path)[1])} == {table.id, "other"}
    assert {line["game"] for line in lines(told(capsys, "export", "--store", path, "--game", table.id)[1])} == {
        table.id
    }
    assert told(capsys, "export", "--store", path, "--game", "none")[0] == ExitCode.NOT_FOUND


# rejudge


def rejudged(
    capsys: pytest.CaptureFixture[str], path: str, catalogue: Catalogue, *arguments: str
) -> tuple[int, str, str]:
    return told(
        capsys, "rejudge", "--store", path, "--catalogue", str(catalogue.folder), "--data", str(DATA), *arguments
    )


def test_games_judged_again_by_what_they_were_judged_by_come_out_the_same(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = (ExitCode.DONE, "games judged again: 1, answers that would be others: 0\n", "")
    assert rejudged(capsys, played[0], editions) == expected
    assert rejudged(capsys, played[0], editions, "--by", "sample@first") == expected


@pytest.mark.parametrize("by", ["sample@second", "sample"], ids=["by name", "the newest"])
def test_another_edition_changes_the_verdict_on_a_word_it_has_lost(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    code, out, _ = rejudged(capsys, played[0], editions, "--by", by, "--json")
    assert code == ExitCode.NO
    verdict = next(line for line in lines(out) if line["field"] == "verdict")
    assert (verdict["version"], verdict["told"]["play_stands"], verdict["now"]["play_stands"]) == (2, True, False)
    assert {line["version"] for line in lines(out)} == {2}, "only the challenge; what came after it came as it came"


def test_the_edition_of_another_lexicon_changes_nothing(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(editions.folder / "sample", editions.folder / "another")
    expected = (ExitCode.DONE, "games judged again: 1, answers that would be others: 0\n", "")
    assert rejudged(capsys, played[0], editions, "--by", "another@second") == expected


@pytest.mark.parametrize("by", ["smaple", "sample@third"], ids=["lexicon", "edition"])
def test_an_edition_that_is_not_here_is_refused_before_any_game_is_judged(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str], by: str
) -> None:
    code, out, err = rejudged(capsys, played[0], editions, "--by", by)
    assert (code, out) == (ExitCode.NOT_FOUND, "")
    assert "known: sample" in err or "known: second, first" in err


def test_a_game_whose_edition_is_gone_is_told(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    for file in (editions.folder / "sample").glob("first.*"):
        file.unlink()
    code, out, err = rejudged(capsys, played[0], editions)
    assert (code, out) == (ExitCode.NOT_FOUND, "games judged again: 0, answers that would be others: 0\n")
    assert f"game {played[1].id} is not judged" in err


def test_a_game_that_was_changed_is_not_judged(
    played: tuple[str, Table], editions: Catalogue, capsys: pytest.CaptureFixture[str]
) -> None:
    change(played[0], "UPDATE events SET key = 'x' WHERE version = 2")
    assert rejudged(capsys, played[0], editions)[0] == ExitCode.DAMAGED
