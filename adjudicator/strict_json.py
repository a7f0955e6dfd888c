"""JSON as requests and records bring it, read strictly: every key once, whole characters, numbers of a sane size.

In: bytes. Out: JSON-like values; or `RecordError` with line and column where there is one.
Never: which fields there are (see `fields`).
"""

from __future__ import annotations

import json
from collections import Counter
from typing import NoReturn

from adjudicator.record_errors import RecordError, RecordFault


def read_json(content: bytes) -> object:
    """Read one JSON value in UTF-8, with or without a byte order mark. Raises `RecordError`."""
    try:
        value: object = json.loads(
            content.decode("utf-8-sig"), object_pairs_hook=_each_key_once, parse_constant=_no_number
        )
        if b"\\u" in content:
            # An escape may stand for half a character, which no output can write.
            json.dumps(value, ensure_ascii=False).encode()
        return value
    except UnicodeEncodeError as error:
        found = f"half a character, U+{ord(error.object[error.start]):04X}"
        fault = RecordFault(found=found, expected="whole characters", mend="write the text in UTF-8 without escapes")
    except UnicodeDecodeError as error:
        found = f"a byte that is no UTF-8 (byte {error.start})"
        fault = RecordFault(found=found, expected="JSON in UTF-8", mend="save the file as UTF-8")
    except json.JSONDecodeError as error:
        fault = RecordFault(
            line=error.lineno, column=error.colno, found=error.msg, expected="JSON", mend="mend the file there"
        )
    except RecursionError:
        fault = RecordFault(found="JSON nested too deep", expected="a few levels", mend="write the file anew")
    except ValueError:
        # Python reads no number of more than 4,300 digits.
        fault = RecordFault(found="a huge number", expected="numbers of a few digits", mend="write the file anew")
    raise RecordError(fault)


def _each_key_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Make one object; of two values under one key nobody knows which is meant."""
    made = dict(pairs)
    if len(made) == len(pairs):
        return made
    (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
    found = f"the key {twice[:40]!r} twice in one object"
    raise RecordError(RecordFault(found=found, expected="every key once", mend="drop one of them"))


def _no_number(name: str) -> NoReturn:
    raise RecordError(RecordFault(found=name, expected="a number of JSON", mend="write a number, or drop the field"))
