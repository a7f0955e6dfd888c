"""Whether a data file has its shape: a table where a table belongs, a text where a text belongs.

In: the values of a TOML file and a shape. Out: nothing, or `DataFileError` with the place.
Never: which keys are there and what they mean (see `ruleset`, `layout`).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from lexicon.errors import DataFileError

#: Every key of a table that is not named.
ANY = "*"

#: A type, several types, a list of one shape, or a table: key → shape.
Shape = type | tuple[type, ...] | list["Shape"] | Mapping[str, "Shape"]

_NAMES = {str: "a text", bool: "true or false", int: "a whole number"}

#: The shape of a ruleset file.
RULESET: Shape = {
    "id": str,
    "title": str,
    "text": str,
    "lexicon_id": str,
    "alphabet": str,
    "move": str,
    "extends": str,
    "folds": {ANY: {ANY: [str]}},
    "tiles": {"total": int, "total_citation": str, ANY: {"blanks": int, ANY: str}},
    "switches": {ANY: {"default": (bool, int, str), "allowed": [(bool, int, str)], ANY: str}},
}

#: The shape of a layout file.
LAYOUT: Shape = {
    "id": str,
    "source": str,
    "citation": str,
    "squares": str,
    "legend": {ANY: {"start": bool, "letter": int, "word": int}},
    "row_numbers": [int],
    "column_numbers": [int],
}


def check_shape(path: Path, value: object, shape: Shape, where: str = "") -> None:
    """Raise `DataFileError` for the first value of another shape; keys that the shape does not have are passed over."""
    if isinstance(shape, Mapping):
        if not isinstance(value, Mapping):
            raise DataFileError(path, where=where, found=repr(value), expected="a table")
        for key, entry in value.items():
            inner = shape.get(key, shape.get(ANY))
            if inner is not None:
                check_shape(path, entry, inner, f"{where}, {key}" if where else key)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            raise DataFileError(path, where=where, found=repr(value), expected="a list")
        for entry in value:
            check_shape(path, entry, shape[0], where)
    else:
        kinds = shape if isinstance(shape, tuple) else (shape,)
        # bool is an int to Python, never to a person.
        if type(value) not in kinds:
            expected = " or ".join(_NAMES[kind] for kind in kinds)
            raise DataFileError(path, where=where, found=repr(value), expected=expected)
