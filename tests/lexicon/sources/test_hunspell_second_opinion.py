"""Random dictionaries inflected the slow, obvious way: affixes put on and taken off one by one, as strings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.lexicon.sources.hunspell_program import all_forms, needs_program, refused, written

FLAGS = "ABCD"
PROPERTIES = {"X": "NEEDAFFIX", "Y": "CIRCUMFIX", "Z": "ONLYINCOMPOUND"}


@dataclass(frozen=True, kw_only=True)
class Rule:
    strip: str
    append: str
    condition: str
    continuation: str


@dataclass(frozen=True, kw_only=True)
class Class:
    kind: str
    crosses: bool
    rules: tuple[Rule, ...]


@dataclass(frozen=True, kw_only=True)
class Dictionary:
    classes: dict[str, Class]
    words: tuple[tuple[str, str], ...]
    fullstrip: bool

    @property
    def affixes(self) -> str:
        lines = ["SET UTF-8", *(["FULLSTRIP"] if self.fullstrip else [])]
        lines += [f"{keyword} {flag}" for flag, keyword in PROPERTIES.items()]
        for flag, known in self.classes.items():
            lines.append(f"{known.kind} {flag} {'Y' if known.crosses else 'N'} {len(known.rules)}")
            for rule in known.rules:
                append = (rule.append or "0") + (f"/{rule.continuation}" if rule.continuation else "")
                lines.append(f"{known.kind} {flag} {rule.strip or '0'} {append} {rule.condition}")
        return "\n".join(lines) + "\n"

    @property
    def listed(self) -> str:
        return f"{len(self.words)}\n" + "".join(f"{word}/{flags}\n" for word, flags in self.words)


letters = st.text("ab", max_size=2)
conditions = st.sampled_from([".", "a", "b", "[^a]", "ab", "[ab]b", "a.", "[^b]."])
flag_sets = st.text(FLAGS, max_size=2)
rules = st.builds(
    Rule,
    strip=letters,
    append=letters,
    condition=conditions,
    continuation=st.one_of(st.just(""), flag_sets, st.text(FLAGS + "XYZ", max_size=3)),
)
classes = st.builds(
    Class,
    kind=st.sampled_from(["SFX", "PFX"]),
    crosses=st.booleans(),
    rules=st.lists(rules, min_size=1, max_size=3).map(tuple),
)
dictionaries = st.builds(
    Dictionary,
    classes=st.dictionaries(st.sampled_from(FLAGS), classes, min_size=1),
    words=st.lists(
        st.tuples(st.text("ab", min_size=1, max_size=4), st.one_of(flag_sets, st.text(FLAGS + "XZ", max_size=3))),
        min_size=1,
        max_size=3,
    ).map(tuple),
    fullstrip=st.booleans(),
)


def changed(word: str, kind: str, rule: Rule, *, fullstrip: bool) -> str | None:
    """Put one affix on ``word``; None where it does not fit."""
    condition = "" if rule.condition == "." else rule.condition
    if kind == "SFX":
        fits = word.endswith(rule.strip) and re.search(f"(?:{condition})$", word)
        rest = word[: len(word) - len(rule.strip)]
    else:
        fits = word.startswith(rule.strip) and re.match(condition, word)
        rest = word[len(rule.strip) :]
    if not fits or not (rest or (fullstrip and rule.append)):
        return None
    return rest + rule.append if kind == "SFX" else rule.append + rest


def obvious_forms(dictionary: Dictionary) -> set[str]:
    forms: set[str] = set()
    for word, flags in dictionary.words:
        if "Z" in flags:
            continue
        if "X" not in flags:
            forms.add(word)
        for suffixed, suffixes in suffixed_forms(dictionary, word):
            if stands_without_prefix(flags, suffixes):
                forms.add(suffixed)
            for flag, rule in rules_of(dictionary, "PFX"):
                if may_prefix(dictionary, flags, (flag, rule), suffixes):
                    made = changed(suffixed, "PFX", rule, fullstrip=dictionary.fullstrip)
                    forms |= {made} if made else set()
        for flag, rule in rules_of(dictionary, "PFX"):
            if flag in flags and not set("XZ") & set(rule.continuation):
                made = changed(word, "PFX", rule, fullstrip=dictionary.fullstrip)
                forms |= {made} if made else set()
    return forms


Named = tuple[str, Rule]


def rules_of(dictionary: Dictionary, kind: str) -> Iterator[Named]:
    for flag, known in dictionary.classes.items():
        if known.kind == kind:
            yield from ((flag, rule) for rule in known.rules)


def suffixed_forms(dictionary: Dictionary, word: str) -> Iterator[tuple[str, tuple[Named, ...]]]:
    """Yield the word with every suffix and every two, whatever its flags."""
    for first in rules_of(dictionary, "SFX"):
        once = changed(word, "SFX", first[1], fullstrip=dictionary.fullstrip)
        if once is None:
            continue
        yield once, (first,)
        for second in rules_of(dictionary, "SFX"):
            twice = changed(once, "SFX", second[1], fullstrip=dictionary.fullstrip)
            if second[0] in first[1].continuation and twice is not None:
                yield twice, (first, second)


def stands_without_prefix(flags: str, suffixes: tuple[Named, ...]) -> bool:
    flag, rule = suffixes[0]
    barred = "YZ" if len(suffixes) > 1 else "XYZ"
    return flag in flags and not set(barred) & set(rule.continuation)


def may_prefix(dictionary: Dictionary, flags: str, prefix: Named, suffixes: tuple[Named, ...]) -> bool:
    (flag, rule), (first_flag, first), (last_flag, last) = prefix, suffixes[0], suffixes[-1]
    if not (dictionary.classes[flag].crosses and dictionary.classes[last_flag].crosses):
        return False
    if len(suffixes) > 1 and flag in last.continuation:
        return stands_without_prefix(flags, suffixes)
    if len(suffixes) == 1 and ("Z" in rule.continuation or ("X" in rule.continuation and "X" in first.continuation)):
        return False
    return (
        dictionary.classes[first_flag].crosses
        and (first_flag in flags or first_flag in rule.continuation)
        and (flag in flags or flag in first.continuation)
        # A word whose flags name neither is not inflected.
        and (first_flag in flags or flag in flags)
        and ("Y" in rule.continuation) is ("Y" in first.continuation)
        and "Z" not in first.continuation
    )


@settings(max_examples=1500, deadline=None)
@given(dictionaries)
def test_random_dictionaries_inflect_as_string_by_string(dictionary: Dictionary) -> None:
    with TemporaryDirectory() as folder:
        found = all_forms(*written(Path(folder), dictionary.affixes, dictionary.listed))
    assert len(found) == len(set(found))
    assert set(found) == obvious_forms(dictionary)


#: Every word the program is asked about: longer ones are left to the first opinion.
ASKED = tuple("".join(word) for length in range(1, 8) for word in product("ab", repeat=length))


def within_reach(dictionary: Dictionary) -> bool:
    """Leave out three slips of the program.

    It passes over a dot that ends the condition of a prefix; it lets a prefix and a suffix that permit each other
    stand on every word; and where the first word it finds behind a prefix stands for compounds, it looks no further.
    """
    prefixes, suffixes = list(rules_of(dictionary, "PFX")), list(rules_of(dictionary, "SFX"))
    dotted = any(len(rule.condition) > 1 and rule.condition.endswith(".") for _, rule in prefixes)
    mutual = any(
        before in suffix.continuation and behind in prefix.continuation
        for before, prefix in prefixes
        for behind, suffix in suffixes
    )
    hidden = bool(prefixes) and len(dictionary.words) > 1 and any("Z" in flags for _, flags in dictionary.words)
    return not (dotted or mutual or hidden)


@needs_program
@pytest.mark.slow
@settings(max_examples=1000, deadline=None)
@given(dictionaries.filter(within_reach))
def test_the_program_accepts_just_these_forms(dictionary: Dictionary) -> None:
    with TemporaryDirectory() as folder:
        affixes, words = written(Path(folder), dictionary.affixes, dictionary.listed)
        found = set(all_forms(affixes, words))
        assert set(ASKED) - refused(affixes, ASKED) == found & set(ASKED)
