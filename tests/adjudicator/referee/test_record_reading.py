"""The project's own record: what is refused, with every fault at once, and within bounds."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest

from adjudicator.errors import RequestError
from adjudicator.fields import MOST_FAULTS
from adjudicator.record import LONGEST_RECORD, GameRecord
from adjudicator.record_errors import RecordError, RecordVersionError
from adjudicator.record_reading import read_record
from adjudicator.record_writing import write_record
from adjudicator.replay import replay
from lexicon.errors import UnknownIdError
from tests.adjudicator.referee.playing import DATA
from tests.adjudicator.referee.test_golden_games import NO_LEXICON

RECORD: dict[str, Any] = {
    "format": "slovosud-game",
    "version": 1,
    "ruleset_id": "scrabble-pl",
    "settings": {},
    "words": {"unchecked": True},
    "players": [{"name": "Ala"}, {"name": "Bob"}],
    "events": [{"type": "move", "seat": 1, "move": {"pass": True}}],
}


def read(record: object) -> GameRecord:
    return read_record(json.dumps(record).encode(), data=DATA, open_words=NO_LEXICON)


def faults(**changed: object) -> set[str]:
    """The fields at fault once some are changed; None drops a field."""
    record = {key: value for key, value in (RECORD | changed).items() if value is not None}
    with pytest.raises(RequestError) as caught:
        read(record)
    return {violation.field for violation in caught.value.violations}


def event(**fields: object) -> list[dict[str, object]]:
    return [dict(fields)]


@pytest.mark.parametrize(
    ("changed", "fields"),
    [
        ({"format": "other"}, {"format"}),
        ({"format": None}, {"format"}),
        ({"version": 0}, {"version"}),
        ({"version": "1"}, {"version"}),
        ({"version": True}, {"version"}),
        ({"surprise": 1}, {"surprise"}),
        ({"settings": {"premium": "twice"}}, {"settings.premium"}),
        ({"words": {}}, {"words"}),
        ({"words": {"lexicon": {"id": "pl-scrabble"}}}, {"words.lexicon.edition"}),
        ({"words": {"lexicon": {"id": "pl-scrabble", "edition": ""}}}, {"words.lexicon.edition"}),
        ({"players": []}, {"players"}),
        ({"players": [{"name": "Ala"}] * 5}, {"players"}),
        ({"players": [{"name": "Ala", "side": 1}, {"name": "Bob"}]}, {"players[1].side"}),
        ({"players": [{"name": "Ala", "side": 1}, {"name": "Bob", "side": 1}]}, {"players"}),
        ({"players": [{"name": "Ala", "side": 1}, {"name": "Bob", "side": 3}]}, {"players"}),
        ({"players": [{"name": "Ala"}, {"name": ""}]}, {"players[1].name"}),
        ({"first_seat": 3}, {"first_seat"}),
        ({"first_seat": 1, "events": event(type="start_draw", seat=1, tile="A")}, {"first_seat"}),
        ({"title": 7}, {"title"}),
        ({"title": "x" * 4001}, {"title"}),
        ({"events": {}}, {"events"}),
        ({"events": ["pass"]}, {"events[0]"}),
        ({"events": event(type="moved", seat=1)}, {"events[0].type"}),
        ({"events": event(type=["move"], seat=1)}, {"events[0].type"}),
        ({"events": event(seat=1)}, {"events[0].type"}),
        ({"events": event(type="refuse", seat=3)}, {"events[0].seat"}),
        ({"events": event(type="refuse")}, {"events[0].seat"}),
        ({"events": event(type="refuse", seat=1, words=[])}, {"events[0].words"}),
        ({"events": event(type="end", seat=1)}, {"events[0].seat"}),
        ({"events": event(type="move", seat=1)}, {"events[0].move"}),
        ({"events": event(type="move", seat=1, move={"pass": True, "exchange": {"count": 1}})}, {"events[0].move"}),
        ({"events": event(type="move", seat=1, move={"pass": False})}, {"events[0].move.pass"}),
        ({"events": event(type="move", seat=1, move={"pass": True}, rack="KOT")}, {"events[0].rack"}),
        ({"events": event(type="move", seat=1, move={"pass": True}, rack=["k"])}, {"events[0].rack[0]"}),
        ({"events": event(type="move", seat=1, move={"pass": True}, score=1.5)}, {"events[0].score"}),
        ({"events": event(type="move", seat=1, move={"pass": True}, total=10**9)}, {"events[0].total"}),
        ({"events": event(type="move", seat=1, move={"pass": True}, note=["x"])}, {"events[0].note"}),
        ({"events": event(type="draw", seat=1)}, {"events[0].letters"}),
        ({"events": event(type="draw", seat=1, letters=["A"], count=1)}, {"events[0].letters"}),
        ({"events": event(type="challenge", seat=1)}, {"events[0].words"}),
        ({"events": event(type="challenge", seat=1, all=True, words=["KOT"])}, {"events[0].words"}),
        ({"events": event(type="challenge", seat=1, words=["КОТ"])}, {"events[0].words[0]"}),
        ({"events": event(type="recovery", seat=1, swaps=[])}, {"events[0].swaps"}),
        ({"events": event(type="end_rack", seat=1, letters=[], credited_to=1)}, {"events[0].credited_to"}),
        ({"events": event(type="end_rack", seat=1, letters=[], credited_to=9)}, {"events[0].credited_to"}),
        ({"events": event(type="penalty", seat=1, points=-5)}, {"events[0].points"}),
    ],
    ids=str,
)
def test_a_field_at_fault_is_named(changed: dict[str, object], fields: set[str]) -> None:
    assert faults(**changed) == fields


def test_all_fields_at_fault_are_named_at_once() -> None:
    tiles = [{"row": 7, "column": "x", "letter": "k"}, {"row": 10**9, "column": 0, "letter": "K", "colour": 1}]
    found = faults(
        format="x",
        players=[{"name": 1}, {"name": "Bob"}],
        events=[{"type": "move", "seat": 1, "move": {"tiles": tiles}}, {"type": "wait"}],
    )
    assert {"format", "players[0].name", "events[0].move.tiles[0].column", "events[1].type"} <= found
    assert {"events[0].move.tiles[1].row", "events[0].move.tiles[1].colour"} <= found


def test_a_version_from_the_future_is_refused_with_a_sentence() -> None:
    with pytest.raises(RecordVersionError, match=r"version 2.*newer slovosud") as caught:
        read(RECORD | {"version": 2, "new_field": {}, "events": "another form"})
    assert (caught.value.found, caught.value.newest) == (2, 1)


def test_an_unknown_ruleset_is_named() -> None:
    with pytest.raises(UnknownIdError):
        read(RECORD | {"ruleset_id": "chess"})


@pytest.mark.parametrize(
    ("content", "place"),
    [
        (b'{\n "format": ?\n}', (2, 12)),
        (b"\xff", (0, 0)),
        (b"", (1, 1)),
        (b"[" * 200_000, (0, 0)),
        (b'{"version": ' + b"9" * 5000 + b"}", (0, 0)),
    ],
    ids=["no JSON", "no UTF-8", "nothing", "nested too deep", "a huge number"],
)
def test_bytes_that_are_no_record(content: bytes, place: tuple[int, int]) -> None:
    with pytest.raises(RecordError) as caught:
        read_record(content, data=DATA, open_words=NO_LEXICON)
    fault = caught.value.faults[0]
    assert (fault.line, fault.column) == place


def test_a_record_of_more_than_ten_megabytes_is_refused_unread() -> None:
    with pytest.raises(RecordError, match="10000001 bytes"):
        read_record(b" " * (LONGEST_RECORD + 1), data=DATA, open_words=NO_LEXICON)


def test_ten_megabytes_of_events_are_refused_in_bounded_time() -> None:
    one = b'{"type":"move","seat":1,"move":{"pass":true}}'
    content = json.dumps(RECORD).encode().replace(b'"events": [', b'"events": [' + (one + b",") * 200_000)
    began = time.monotonic()
    with pytest.raises(RequestError) as caught:
        read_record(content, data=DATA, open_words=NO_LEXICON)
    assert [violation.field for violation in caught.value.violations] == ["events"]
    assert time.monotonic() - began < 10


@pytest.mark.parametrize(
    "changed",
    [
        pytest.param({f"field{number}": 0 for number in range(100_000)}, id="unknown fields"),
        pytest.param({"settings": {f"switch{number}": 0 for number in range(100_000)}}, id="unknown settings"),
        pytest.param({"events": [{"type": "wait"}] * 10_000}, id="unknown events"),
        pytest.param({"events": event(type="move", seat=1, move={f"m{n}": 0 for n in range(100_000)})}, id="one move"),
    ],
)
def test_faults_without_end_are_counted_and_not_listed(changed: dict[str, object]) -> None:
    began = time.process_time()
    with pytest.raises(RequestError) as caught:
        read(RECORD | changed)
    assert time.process_time() - began < 5
    assert len(caught.value.violations) <= MOST_FAULTS + 1
    assert len(str(caught.value)) < 1_000_000


def test_the_last_line_of_a_long_list_of_faults_says_how_many_are_not_listed() -> None:
    with pytest.raises(RequestError) as caught:
        read(RECORD | {"events": [{"type": "wait"}] * 1500})
    assert caught.value.violations[-1].found == "500 more faults, not listed"


def test_an_endless_game_is_judged_in_bounded_time() -> None:
    # Exchanges do not end a Polish game, and a record has 10,000 events at most.
    events = [{"type": "move", "seat": turn % 2 + 1, "move": {"exchange": {"count": 1}}} for turn in range(10_000)]
    began = time.monotonic()
    judged = replay(read(RECORD | {"events": events}))
    assert judged.as_the_rules_say
    assert judged.state.ended is None
    assert time.monotonic() - began < 20


@pytest.mark.parametrize(
    "fields",
    [
        {"type": "start_draw", "seat": 2, "tile": "?"},
        {"type": "draw", "seat": 2, "letters": ["Ą", "?"]},
        {"type": "draw", "seat": 2, "count": 3},
        {"type": "rack", "seat": 1, "letters": ["A"]},
        {"type": "move", "seat": 1, "rack": ["A"], "move": {"pass": True}, "score": 0, "total": 3, "note": "x\ny"},
        {"type": "move", "seat": 1, "move": {"exchange": {"letters": ["A", "?"]}}},
        {"type": "move", "seat": 1, "move": {"tiles": [{"row": 0, "column": 1, "letter": "Ł", "blank": True}]}},
        {"type": "recovery", "seat": 1, "rack": ["A"], "swaps": [{"row": 1, "column": 2, "letter": "A"}]},
        {"type": "score_written", "seat": 1, "score": 7},
        {"type": "challenge", "seat": 1, "all": True},
        {"type": "challenge", "seat": 1, "words": ["KOT"], "play_stands": False},
        {"type": "refuse", "seat": 1},
        {"type": "withdraw", "seat": 1},
        {"type": "end_rack", "seat": 1, "letters": ["Ż"], "credited_to": 2},
        {"type": "penalty", "seat": 1, "points": 10},
        {"type": "end"},
    ],
    ids=lambda fields: str(fields["type"]),
)
def test_every_event_is_written_as_it_was_read(fields: dict[str, object]) -> None:
    assert json.loads(write_record(read(RECORD | {"events": [fields]})))["events"] == [fields]


def test_decomposed_letters_are_read() -> None:
    decomposed = {"type": "rack", "seat": 1, "letters": ["A\u0328"]}
    record = read(RECORD | {"events": [decomposed]})
    assert json.loads(write_record(record))["events"][0]["letters"] == ["Ą"]


def test_a_refused_move_ends_the_replay_and_a_refused_challenge_does_not() -> None:
    challenge = {"type": "challenge", "seat": 2, "all": True}
    passed, out_of_turn = ({"type": "move", "seat": seat, "move": {"pass": True}} for seat in (1, 1))
    late = replay(read(RECORD | {"events": [passed, challenge, {**passed, "seat": 2}]}))
    assert (len(late.events), late.unjudged_count, late.as_the_rules_say) == (3, 0, False)
    stopped = replay(read(RECORD | {"events": [passed, out_of_turn, {**passed, "seat": 2}]}))
    assert (len(stopped.events), stopped.unjudged_count) == (2, 1)


def test_a_wrong_number_is_told_once_and_carried_over_after() -> None:
    moves = [
        {"type": "move", "seat": 1, "move": {"pass": True}, "score": 4, "total": 4},
        {"type": "move", "seat": 2, "move": {"pass": True}, "score": 0, "total": 0},
        {"type": "move", "seat": 1, "move": {"exchange": {"count": 1}}, "score": 0, "total": 4},
        {"type": "move", "seat": 2, "move": {"pass": True}, "score": 0, "total": 9},
    ]
    judged = replay(read(RECORD | {"events": moves}))
    found = [[(one.kind.value, one.carried) for one in event.differences] for event in judged.events]
    assert found == [[("SCORE", False), ("TOTAL", True)], [], [("TOTAL", True)], [("TOTAL", False)]]
    assert judged.state.scores == (0, 0)


def test_a_wrong_word_that_nobody_refused_is_unsettled_at_the_end() -> None:
    tiles = [{"row": 7, "column": 7 + place, "letter": letter} for place, letter in enumerate("ТКО")]
    record = RECORD | {
        "ruleset_id": "krestoslovitsa",
        "words": {"accepted_words": ["КОТ"]},
        "events": [{"type": "move", "seat": 1, "move": {"tiles": tiles}}],
    }
    judged = replay(read(record))
    assert [refusal.code.value for refusal in judged.unsettled] == ["NOT_A_WORD"]
    assert not judged.as_the_rules_say
