"""Whole games of our own, one or more a ruleset: as the rules say, and as a person's score sheet has them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adjudicator.events import MoveMade
from adjudicator.gcg_reading import read_gcg
from adjudicator.gcg_writing import write_gcg
from adjudicator.record import GameRecord
from adjudicator.record_reading import read_record
from adjudicator.record_writing import write_record
from adjudicator.referee import apply, opening
from adjudicator.replay import Replay, replay
from adjudicator.request import OpenWords
from adjudicator.ruleset import load_ruleset, ruleset_ids
from adjudicator.state import EndReason
from adjudicator.step import Step
from adjudicator.words import Unchecked, Words
from tests.adjudicator.referee.playing import DATA
from tests.adjudicator.referee.sheet_oracle import Sheet

GAMES = Path(__file__).parents[2] / "golden" / "games"
FILES = sorted(GAMES.glob("*.json"))

#: How each game ends, its final scores and winners.
ENDS: dict[str, tuple[EndReason | None, tuple[int, ...], tuple[int, ...]]] = {
    "crosslet-blank-recovery": (EndReason.ALL_EXCHANGED, (247, 170), (1,)),
    "crosslet-en-going-on": (None, (), ()),
    "crosslet-exchanges": (EndReason.ALL_EXCHANGED, (14, 26), (2,)),
    "crosslet-letter-blanks": (EndReason.ALL_EXCHANGED, (128, 78), (1,)),
    "crosslet-three-players": (EndReason.ALL_EXCHANGED, (269, 301, 217), (2,)),
    "krestoslovitsa-exhausted": (EndReason.NOBODY_CAN_MOVE, (67, 134), (2,)),
    "krestoslovitsa-two-against-two": (EndReason.TARGET_REACHED, (202, 217), (2,)),
    "scrabble-bg-all-pass": (EndReason.ALL_PASSED, (74, 179, 57), (2,)),
    "scrabble-pl-out": (EndReason.OUT, (300, 303), (2,)),
    "scrabble-pl-pfs-lost-turn": (EndReason.ALL_PASSED, (118, 73), (1,)),
    "thirteen-contra": (EndReason.ALL_PASSED, (56, 106), (2,)),
}


def no_lexicon(lexicon_id: str, edition: str) -> Words:
    raise AssertionError(f"{lexicon_id}@{edition} is not needed: the golden games list their words")


NO_LEXICON: OpenWords = no_lexicon


def record_of(path: Path) -> GameRecord:
    return read_record(path.read_bytes(), data=DATA, open_words=NO_LEXICON)


def replayed(name: str) -> Replay:
    return replay(record_of(GAMES / f"{name}.json"))


def test_every_golden_game_has_its_end_written_down_and_every_ruleset_its_game() -> None:
    assert {path.stem for path in FILES} == set(ENDS)
    assert {json.loads(path.read_text(encoding="utf-8"))["ruleset_id"] for path in FILES} == set(ruleset_ids(DATA))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_game_is_as_the_rules_say(path: Path) -> None:
    judged = replay(record_of(path))
    assert [event for event in judged.events if event.differences or not isinstance(event.outcome, Step)] == []
    assert judged.as_the_rules_say
    reason, scores, winners = ENDS[path.stem]
    assert (judged.state.ended.reason if judged.state.ended else None) == reason
    final = judged.state.final
    assert ((final.scores, final.winners) if final else ((), ())) == (scores, winners)


@pytest.mark.parametrize("path", [path for path in FILES if "thirteen" not in path.stem], ids=lambda path: path.stem)
def test_every_number_is_that_of_a_score_sheet_kept_by_hand(path: Path) -> None:
    raw: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    sheet = Sheet(raw)
    sums: dict[int, int] = {}
    for number, event in enumerate(raw["events"], start=1):
        points = sheet.points(event)
        assert event.get("score", 0) == points, f"event {number}"
        if "total" in event:
            seat = event.get("credited_to", event["seat"])
            if event["type"] in {"challenge", "refuse", "withdraw"}:
                seat = sheet.last[0]
            side = raw["players"][seat - 1].get("side", seat)
            sums[side] = sums.get(side, 0) + points
            assert event["total"] == sums[side], f"event {number}"


def test_the_one_word_game_is_counted_by_hand() -> None:
    # Ten points a letter, and the number of the row (even) or of the column (odd): text 002.
    raw = json.loads((GAMES / "thirteen-contra.json").read_text(encoding="utf-8"))
    words = [(event["move"]["word"], event["score"]) for event in raw["events"] if "word" in event.get("move", {})]
    assert words == [("ПТИЦА", 50 + 6), ("ИГРА", 40 + 11), ("АЛЕЯ", 40 + 15)]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_record_is_written_as_it_was_read(path: Path) -> None:
    assert write_record(record_of(path)) == path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_live_state_is_the_replay(path: Path) -> None:
    record = record_of(path)
    judged = replay(record)
    state = opening(record.game, first_seat=record.first_seat)
    for recorded, event in zip(record.events, judged.events, strict=True):
        outcome = apply(record.game, state, recorded.event)
        assert isinstance(outcome, Step)
        state = outcome.state
        assert isinstance(event.outcome, Step)
        assert state == event.outcome.state
    assert state == judged.state


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_no_tile_is_lost_or_made(path: Path) -> None:
    record = record_of(path)
    total = record.game.ruleset.tiles.total
    for event in replay(record).events:
        assert isinstance(event.outcome, Step)
        state = event.outcome.state
        if state.bag_count is None:
            continue
        lying = len(state.board.tiles) + len(state.board.face_down)
        assert lying + state.bag_count + sum(hand.count for hand in state.hands) == total


def test_a_challenged_phony_comes_off_and_a_good_word_stays() -> None:
    states = replayed("scrabble-pl-out").events
    verdicts = [
        (event.outcome.verdict.play_stands, event.outcome.score)
        for event in states
        if isinstance(event.outcome, Step) and event.outcome.verdict
    ]
    assert verdicts == [(False, -21), (True, 0)]


def test_a_wrong_challenge_costs_the_turn_where_the_preset_says_so() -> None:
    moves = [event.recorded.event for event in replayed("scrabble-pl-pfs-lost-turn").events]
    seats = [event.seat for event in moves if isinstance(event, MoveMade)]
    assert seats[:5] == [1, 2, 1, 1, 2]  # the second player challenged the third move


def gcg(name: str) -> bytes:
    return (GAMES / f"{name}.gcg").read_bytes()


def read(content: bytes) -> GameRecord:
    ruleset = load_ruleset(DATA, "scrabble-pl")
    return read_gcg(content, ruleset=ruleset, settings={}, word_source={"unchecked": True}, words=Unchecked())


def test_the_gcg_of_a_game_is_as_the_rules_say_and_ends_alike() -> None:
    judged = replay(read(gcg("scrabble-pl-out")))
    assert judged.as_the_rules_say
    assert judged.state.final == replayed("scrabble-pl-out").state.final
    assert judged.state.board == replayed("scrabble-pl-out").state.board


def test_a_record_is_written_as_gcg_and_gcg_as_it_was_read() -> None:
    text = gcg("scrabble-pl-out").decode()
    assert write_gcg(record_of(GAMES / "scrabble-pl-out.json")) == text
    assert write_gcg(read(gcg("scrabble-pl-out"))) == text


def test_gcg_in_an_older_encoding_with_other_line_ends_is_the_same_game() -> None:
    text = gcg("scrabble-pl-out").decode().replace("UTF-8", "windows-1250").replace("\n", "\r\n")
    assert read(text.encode("cp1250")).events == read(gcg("scrabble-pl-out")).events
