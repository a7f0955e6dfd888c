"""What the dictionary of Morfeusz says of one lemma: its homonyms, and of each the forms with their marks.

In: the bytes of a lemma. Out: `Homonym`s as suffixes, so that lemmata that inflect alike have equal ones.
Never: what the marks mean; segments that are no whole words.

The bytes are groups, each with the kind of its segments. An interpretation is: which homonym, what is put before, how
many letters of the lemma are cut off, what is put behind, and the numbers of tag, class and labels.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import NamedTuple

from lexicon.building.sources.morfeusz_dictionary import NoDictionaryError

_GROUP_HEAD = 3
_NUMBERS = 5


class Interpretation(NamedTuple):
    """One form of a lemma: how it is made, and the numbers of its tag, class and labels."""

    homonym: str
    before: str
    cut: int
    behind: str
    tag: int
    name: int
    labels: int


def interpretations(content: bytes, segments: Set[int]) -> Iterator[Interpretation]:
    """Yield the interpretations whose segments are among ``segments``, in order. Raises `NoDictionaryError`."""
    place = 0
    try:
        while place < len(content):
            kind, size = content[place], content[place + 1] << 8 | content[place + 2]
            place += _GROUP_HEAD
            if kind in segments:
                yield from _group(content[place : place + size])
            place += size
    except (IndexError, ValueError) as error:
        raise NoDictionaryError(f"forms that are damaged ({error})") from error


def _group(group: bytes) -> Iterator[Interpretation]:
    place = 0
    while place < len(group):
        end = group.index(0, place)
        homonym = group[place:end].decode()
        place, end = end + 1, group.index(0, end + 1)
        before = group[place:end].decode()
        cut = group[end + 1]
        place, end = end + 2, group.index(0, end + 2)
        behind = group[place:end].decode()
        numbers = group[end + 1 : end + 1 + _NUMBERS]
        place = end + 1 + _NUMBERS
        tag, name, labels = numbers[0] << 8 | numbers[1], numbers[2], numbers[3] << 8 | numbers[4]
        yield Interpretation(homonym, before, cut, behind, tag, name, labels)
