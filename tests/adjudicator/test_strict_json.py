"""JSON that could mean two things, or nothing, is refused with its place."""

from __future__ import annotations

import time

import pytest

from adjudicator.record_errors import RecordError, RecordFault
from adjudicator.strict_json import read_json


def fault(content: bytes) -> RecordFault:
    with pytest.raises(RecordError) as caught:
        read_json(content)
    return caught.value.faults[0]


@pytest.mark.parametrize(
    "content", [b'{"letter": "\xd0\x96"}', b'\xef\xbb\xbf{"letter": "\\u0416"}'], ids=["plain", "marked and escaped"]
)
def test_utf_8_is_read(content: bytes) -> None:
    assert read_json(content) == {"letter": "Ж"}


@pytest.mark.parametrize(
    ("content", "found"),
    [
        pytest.param(b'{"move": {"letter": "K", "row": 1, "letter": "L"}}', "the key 'letter' twice", id="a key twice"),
        pytest.param(b'{"row": NaN}', "NaN", id="no number"),
        pytest.param(b'{"row": -Infinity}', "-Infinity", id="no end of a number"),
        pytest.param(b'{"row": ' + b"9" * 5000 + b"}", "a huge number", id="a number of 5,000 digits"),
        pytest.param(b'{"letter": "\\ud800"}', "half a character, U+D800", id="half a character"),
        pytest.param(b'{"\\udfff": 1}', "half a character, U+DFFF", id="half a character as a key"),
        pytest.param(b"[" * 200_000, "JSON nested too deep", id="nested too deep"),
        pytest.param(b"\xff\xfe{\x00", "no UTF-8", id="UTF-16"),
    ],
)
def test_what_is_wrong_is_named(content: bytes, found: str) -> None:
    assert found in fault(content).found


def test_a_slip_of_the_pen_is_named_with_line_and_column() -> None:
    found = fault(b'{\n "format": ?\n}')
    assert (found.line, found.column) == (2, 12)


def test_an_object_of_many_keys_with_one_twice_is_refused_in_bounded_time() -> None:
    keys = b",".join(b'"%d":0' % number for number in range(300_000))
    began = time.process_time()
    assert "'299999' twice" in fault(b"{" + keys + b',"299999":1}').found
    assert time.process_time() - began < 5
