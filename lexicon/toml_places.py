"""On which line of a TOML file each table and key stands: the parser of the standard library keeps no places.

In: text that is valid TOML. Out: lines by path: ``clause[3].text.en``.
Never: values; text that the parser refused.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_KEY = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[A-Za-z0-9_-]+)"""
_PATH = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_PATH})\s*\]")
_SETTING = re.compile(rf"\s*({_PATH})\s*=")
#: What opens or closes a value that goes on over several lines, and what hides such marks.
_MARK = re.compile(r'"""|\'\'\'|"(?:[^"\\]|\\.)*"|\'[^\']*\'|#.*|[\[\]{}]')


def line_places(text: str) -> dict[str, int]:
    r"""Return for each path the first line, from 1, on which it is set; tables of an array count from 0.

    What stands inside a value (inline tables, arrays of them) has no place of its own.

    >>> line_places('id = "sample"\n[[clause]]\nid = "first"\n[clause.text]\nen = "one"\n')["clause[0].text.en"]
    5
    """
    places: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in _statements(text):
        header = _HEADER.match(line)
        if header:
            brackets, path = header.groups()
            table = _inside_arrays(_parts(path), counts, new=brackets == "[[")
            places.setdefault(table, number)
        elif setting := _SETTING.match(line):
            path = table
            for part in _parts(setting[1]):
                path = f"{path}.{part}" if path else part
                places.setdefault(path, number)
    return places


def _inside_arrays(parts: list[str], counts: dict[str, int], *, new: bool) -> str:
    """Return the path of a table, with the numbers of the arrays it stands in; ``new`` begins another one."""
    path = ""
    for place, part in enumerate(parts, start=1):
        path = f"{path}.{part}" if path else part
        if new and place == len(parts):
            counts[path] = counts.get(path, -1) + 1
        if path in counts:
            path = f"{path}[{counts[path]}]"
    return path


def _parts(path: str) -> list[str]:
    """Cut a dotted path into keys, without their quotation marks."""
    return [part.strip("\"'") for part in re.findall(_KEY, path)]


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield number and text of the lines that begin a statement: not those inside a value."""
    depth, closing = 0, ""
    for number, line in enumerate(text.split("\n"), start=1):
        if not depth and not closing:
            yield number, line
        rest = line
        if closing:
            _, found, rest = line.partition(closing)
            if not found:
                continue
            closing = ""
        elif not depth and _HEADER.match(line):
            continue
        depth, closing = _open_marks(rest, depth)


def _open_marks(line: str, depth: int) -> tuple[int, str]:
    """Return how many brackets are open at the end of a line, and the mark that ends a text left open."""
    position = 0
    while mark := _MARK.search(line, position):
        position = mark.end()
        found = mark[0]
        if found in {'"""', "'''"}:
            end = line.find(found, position)
            if end < 0:
                return depth, found
            position = end + len(found)
        elif found in "[{":
            depth += 1
        elif found in "]}":
            depth -= 1
    return depth, ""
