"""The two readers that meet strangers: whatever the bytes, a record or an error that can be mended, in bounded time."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.errors import RequestError
from adjudicator.gcg_writing import write_gcg
from adjudicator.record import GameRecord
from adjudicator.record_errors import NotExpressibleError, RecordError, RecordFault
from adjudicator.record_reading import read_record
from adjudicator.record_writing import write_record
from adjudicator.replay import replay
from lexicon.errors import UnknownIdError
from tests.adjudicator.referee.playing import DATA
from tests.adjudicator.referee.test_gcg import GAME, HEAD, read
from tests.adjudicator.referee.test_golden_games import GAMES, NO_LEXICON
from tests.adjudicator.referee.test_record_reading import RECORD

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 20) | st.floats() | st.text("КkA?.\ud800x", max_size=3),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["row", "letter", "seat"]), inner),
    max_leaves=6,
)
THIRTEEN = json.loads((GAMES / "thirteen-contra.json").read_text(encoding="utf-8"))
POLISH = json.loads((GAMES / "scrabble-pl-pfs-lost-turn.json").read_text(encoding="utf-8"))

tried = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def told_again(record: GameRecord) -> None:
    """A record that was read can be replayed, written and read again."""
    replay(record)
    text = write_record(record)
    assert write_record(read_record(text.encode(), data=DATA, open_words=NO_LEXICON)) == text


def read_or_faults(text: str) -> tuple[GameRecord | None, tuple[RecordFault, ...]]:
    """A GCG file as a record, or what is wrong with it."""
    try:
        return read(text), ()
    except RecordError as error:
        return None, error.faults


def paths(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *[deeper for key, entry in inner for deeper in paths(entry, (*path, key))]]


def with_put(value: Any, path: tuple[Any, ...], put: object) -> Any:
    """The value with another one at ``path``."""
    if not path:
        return put
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = with_put(value[path[0]], path[1:], put)
    return copy


@pytest.mark.parametrize("record", [THIRTEEN, POLISH], ids=["thirteen", "scrabble-pl-pfs"])
@tried
@given(data=st.data())
def test_a_record_with_something_else_anywhere(record: dict[str, Any], data: st.DataObject) -> None:
    changed = with_put(record, data.draw(st.sampled_from(paths(record)[1:])), data.draw(ANYTHING))
    try:
        read_again = read_record(json.dumps(changed).encode(), data=DATA, open_words=NO_LEXICON)
    except (RequestError, RecordError, UnknownIdError):
        return
    told_again(read_again)


@tried
@given(
    cut=st.tuples(st.integers(0, len(GAME)), st.integers(0, 12)),
    put=st.text("\n>#:()-+.?0189HhĄąŻKЩ \r\x85note", max_size=12),
)
def test_a_gcg_file_with_something_else_anywhere(cut: tuple[int, int], put: str) -> None:
    start, length = cut
    record, faults = read_or_faults(GAME[:start] + put + GAME[start + length :])
    if record is None:
        assert faults
        assert all(fault.line > 0 for fault in faults)
        return
    told_again(record)
    try:
        text = write_gcg(record)
    except NotExpressibleError:
        return
    assert write_gcg(read(text)) == text


def test_half_a_character_is_no_text() -> None:
    with pytest.raises(RecordError, match=r"U\+D800"):
        read_record(json.dumps(RECORD | {"title": "\ud800"}).encode(), data=DATA, open_words=NO_LEXICON)


@pytest.mark.parametrize(
    "lines",
    [
        pytest.param("#note x\n" * 100_000, id="notes before a move"),
        pytest.param(">Ala: - +0 0\n" + "x" * 60 + "\n" + "#note y\n" * 100_000, id="a note that never ends"),
        pytest.param(">Ala: - +0 0\n" * 100_000, id="moves"),
        pytest.param(">Ala: K 8H K +1 1\n" + ">Ala: -- +0 0\n" * 9_000, id="withdrawals"),
        pytest.param("#rack1 A\n" * 100_000, id="racks"),
        pytest.param(f">Ala: - +0 {'9' * 1_000_000}\n", id="a huge total"),
        pytest.param(f">Ala: {'A' * 1_000_000} - +0 0\n", id="a huge rack"),
        pytest.param(f">Ala: 8A {'A' * 1_000_000} +0 0\n", id="a huge word"),
        pytest.param("(" * 1_000_000, id="brackets"),
    ],
)
def test_a_big_gcg_file_is_read_or_refused_in_bounded_time(lines: str) -> None:
    began = time.monotonic()
    record, faults = read_or_faults(HEAD + lines)
    assert record or faults
    assert time.monotonic() - began < 10


def test_a_draw_for_the_start_that_never_settles_takes_bounded_time() -> None:
    events = [{"type": "start_draw", "seat": number % 2 + 1, "tile": "A"} for number in range(10_000)]
    content = json.dumps(RECORD | {"events": events}).encode()
    began = time.monotonic()
    judged = replay(read_record(content, data=DATA, open_words=NO_LEXICON))
    assert (judged.state.first_seat, judged.as_the_rules_say) == (None, True)
    assert time.monotonic() - began < 10
