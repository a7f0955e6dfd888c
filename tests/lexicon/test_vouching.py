"""Words that pass for known to two dictionaries, or for unknown: what the comparison of all three finds."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from benchmarks.vouching import Compared, borrowed, dropped, in_use
from lexicon.building.lexeme import Lexeme
from tests.support import lexemes


@dataclass(frozen=True, kw_only=True)
class Small(Compared):
    """Dictionaries of a few words, under a policy that admits all; ``let_in`` is what the second lets in."""

    lexicon: Any = None
    recipe: Any = None
    first: list[Lexeme] = field(default_factory=list)
    second: list[Lexeme] = field(default_factory=list)
    listed: frozenset[str] = frozenset()

    def fits(self, form: str) -> bool:
        return bool(form)

    def admitted(self, form: str) -> bool:
        return bool(form)


def small(first: str, second: str, listed: str, let_in: str = "") -> Small:
    evidence = SimpleNamespace(entries=lambda: [(form, "noun", True) for form in let_in.split()])
    return Small(
        lexicon=SimpleNamespace(evidence=[None, evidence]),
        first=[*lexemes(first)],
        second=[*lexemes(second)],
        listed=frozenset(listed.split()),
    )


ELF = "|elf|  noun singular nominative\n|elf|a  noun singular genitive\n"
SHE_ELF = "|elf|a  noun feminine singular nominative\n|elf|ę  noun feminine singular accusative\n"


@pytest.mark.parametrize(
    ("second", "listed", "found"),
    [
        pytest.param(ELF, "", [("elfę", "elfa")], id="others have the lemma as a form of another word"),
        pytest.param(ELF, "elfę", [], id="a list has a form of its own"),
        pytest.param(f"{ELF}\n{SHE_ELF}", "", [], id="the second dictionary has the word"),
        pytest.param("\n|kot|\n", "", [], id="nobody has the lemma: it does not pass for known"),
    ],
)
def test_a_word_that_borrows_its_witness(second: str, listed: str, found: list[tuple[str, str]]) -> None:
    assert sorted(borrowed(small(f"{ELF}\n{SHE_ELF}", second, listed))) == found


def test_what_the_newer_list_has_no_longer() -> None:
    second = "\n|kot|\n|kot|a\n|kot|em\n|kot|u\n"
    assert sorted(dropped(small("\n|kot|em\n", second, "kot kota"))) == [("kotu", "kot")]


TWIN = "|gun|  noun rare\n|gun|y  noun rare\n"
OLD = "|gun|   noun singular nominative obsolete\n|gun|a  noun singular genitive obsolete\n"


@pytest.mark.parametrize(
    ("first", "listed", "let_in", "found"),
    [
        pytest.param(OLD, "gun guna", "", [("gun", "obsolete")], id="marked, and in the list with all its forms"),
        pytest.param(OLD, "gun", "", [], id="half of its forms are not enough"),
        pytest.param(OLD, "gun guna", "gun guna", [], id="the second dictionary lets it in already"),
        pytest.param(OLD.replace(" obsolete", ""), "gun guna", "", [], id="not marked"),
        pytest.param(f"{OLD}\n{TWIN}", "gun guna", "", [], id="a homonym is not in the list"),
    ],
)
def test_a_marked_word_that_is_in_use(first: str, listed: str, let_in: str, found: list[tuple[str, str]]) -> None:
    assert list(in_use(small(first, "", listed, let_in))) == found
