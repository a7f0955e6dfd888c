"""The page on records says what the code does."""

from __future__ import annotations

import re
from pathlib import Path

from adjudicator.event_reading import EVENT_KEYS
from adjudicator.event_refusals import EventCode
from adjudicator.record import LONGEST_RECORD, MOST_EVENTS
from adjudicator.record_reading import read_record
from adjudicator.replay import replay
from tests.adjudicator.referee.playing import DATA
from tests.adjudicator.referee.test_golden_games import NO_LEXICON

PAGE = (Path(__file__).parents[3] / "docs" / "game-record.md").read_text(encoding="utf-8")


def test_the_record_of_the_page_is_as_the_rules_say() -> None:
    found = re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)
    assert found
    assert replay(read_record(found[1].encode(), data=DATA, open_words=NO_LEXICON)).as_the_rules_say


def test_every_type_of_event_has_its_line_with_every_field() -> None:
    for kind, keys in EVENT_KEYS.items():
        line = next(line for line in PAGE.splitlines() if line.startswith(f"| `{kind}` |"))
        fields = line.split("|")[2]
        assert all(f"`{key}" in fields for key in keys if key not in {"seat", "all"}), kind


def test_every_reason_is_named() -> None:
    assert [code for code in EventCode if f"`{code}`" not in PAGE] == []


def test_the_limits_are_those_of_the_code() -> None:
    assert f"{LONGEST_RECORD:,} bytes and {MOST_EVENTS:,} events at most" in PAGE
