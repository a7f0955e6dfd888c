"""Two editions compared: what came and went, the cause of each change, hooks, what the making differs in."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from lexicon.alphabet import Word
from lexicon.comparison import Cause, ChangeKind, Comparison, HookPlace, Making, OtherLettersError
from lexicon.compiled import Lexicon
from tests.editions import Edit, small_lexicon, words_of

DICTIONARY = "dictionaries/sample/sample.dic"
MARKS = "sources/sample.toml"
OVERRIDES = "overrides/sample.tsv"
POLICY = "policies/sample.toml"
RECIPE = "lexicons/sample.toml"
A_HOUSE = "дом\tin\ta house\tthe tests\n"
BOTH = (RECIPE, 'sources = ["sample"]', 'sources = ["sample", "second"]')


def compared(folder: Path, before: tuple[Edit, ...], after: tuple[Edit, ...]) -> Comparison:
    return Comparison(before=small_lexicon(folder, "before", *before), after=small_lexicon(folder, "after", *after))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        pytest.param((), (), [], id="nothing differs"),
        pytest.param(
            (),
            ((POLICY, 'any = ["genitive", "plural"]', 'any = ["genitive"]'),),
            ["+СТОЛЫ POLICY inflected→noun", "+СТОЛАМИ POLICY inflected→noun"],
            id="a clause lets more in: the policy",
        ),
        pytest.param(
            (),
            ((POLICY, 'id = "inflected"\nadmit = false', 'id = "inflected"\nadmit = true'),),
            [
                "+СТОЛА POLICY inflected→inflected",
                "+СТОЛЫ POLICY inflected→inflected",
                "+СТОЛАМИ POLICY inflected→inflected",
            ],
            id="the same clause decides otherwise: the policy",
        ),
        pytest.param(
            (),
            ((DICTIONARY, "ёж po:noun", "кот po:noun"),),
            ["-ЕЖ SOURCE_CHANGED noun→not-attested", "+КОТ SOURCE_CHANGED not-attested→noun"],
            id="the dictionary has other words: another edition of it",
        ),
        pytest.param(
            (),
            ((DICTIONARY, "москва po:noun is:place", "москва po:noun"),),
            ["+МОСКВА SOURCE_CHANGED place→noun"],
            id="the dictionary marks a word otherwise: another edition of it",
        ),
        pytest.param(
            (),
            ((MARKS, '"po:adverb" = "adverb"', '"po:adverb" = "noun"'),),
            ["+БЫСТРО READING_CHANGED rest→noun"],
            id="the same dictionary, another table of marks",
        ),
        pytest.param(
            (), (BOTH,), ["+КОТ SOURCE_ADDED not-attested→noun"], id="a word of a dictionary that was not asked before"
        ),
        pytest.param(
            (BOTH,), (), ["-КОТ SOURCE_DROPPED noun→not-attested"], id="a word of a dictionary that is asked no more"
        ),
        pytest.param(
            ((OVERRIDES, "деньги\tin\theadword in the plural\tthe tests\n", ""),),
            (),
            ["+ДЕНЬГИ OVERRIDE not-attested→override"],
            id="a decision was made",
        ),
        pytest.param(
            (),
            ((OVERRIDES, "деньги\tin\theadword in the plural\tthe tests\n", ""),),
            ["-ДЕНЬГИ OVERRIDE override→not-attested"],
            id="a decision was withdrawn",
        ),
        pytest.param(
            (),
            ((OVERRIDES, A_HOUSE, A_HOUSE + "ёж\tout\tprickly\tthe tests\n"),),
            ["-ЕЖ OVERRIDE noun→override"],
            id="a word was put out by a decision",
        ),
        pytest.param(
            (),
            ((RECIPE, "shortest = 2", "shortest = 3"),),
            ["-ЕЖ LENGTHS noun→length"],
            id="a word is too short now",
        ),
    ],
)
def test_every_change_has_its_cause(
    tmp_path: Path, before: tuple[Edit, ...], after: tuple[Edit, ...], told: list[str]
) -> None:
    signs = {ChangeKind.ADDED: "+", ChangeKind.REMOVED: "-"}
    changes = compared(tmp_path, before, after).shortest_first()
    assert [
        f"{signs[one.kind]}{one.word} {one.cause} {one.before.reason}→{one.after.reason}" for one in changes
    ] == told


def test_an_edition_that_contradicts_its_evidence_is_not_explained_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    comparison = compared(tmp_path, (), ((DICTIONARY, "ёж po:noun", "ёж/S po:noun"),))
    in_all_but_hedgehog = Lexicon.check_batch
    monkeypatch.setattr(
        Lexicon,
        "check_batch",
        lambda self, texts: [
            text != "ЕЖ" and held for text, held in zip(texts, in_all_but_hedgehog(self, texts), strict=True)
        ],
    )
    assert {change.cause for change in comparison.changes()} == {Cause.UNEXPLAINED}


def test_overrides_are_looked_at_before_the_policy(tmp_path: Path) -> None:
    comparison = compared(
        tmp_path,
        ((OVERRIDES, A_HOUSE, ""), (POLICY, 'any = ["genitive", "plural"]', 'any = ["genitive"]')),
        ((OVERRIDES, A_HOUSE, "столы\tout\ta plural\tthe tests\n"),),
    )
    assert {change.word: change.cause for change in comparison.changes()} == {
        "СТОЛЫ": Cause.OVERRIDE,
        "СТОЛАМИ": Cause.POLICY,
    }


@pytest.mark.parametrize("seed", range(4))
def test_changes_are_the_difference_of_the_sets(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - chance must be repeatable
    pool = sorted({"".join(chance.choices("АБВ", k=chance.randint(2, 5))) for _ in range(60)})
    comparison = compared(
        tmp_path,
        (words_of(chance.sample(pool, 25)),),
        (words_of(chance.sample(pool, 25)),),
    )
    before, after = set(comparison.before.words()), set(comparison.after.words())
    alphabet = comparison.after.alphabet
    expected = alphabet.sorted(before ^ after)
    changes = list(comparison.changes())
    assert [change.word for change in changes] == expected
    assert all((change.word in after) is (change.kind is ChangeKind.ADDED) for change in changes)
    assert [change.word for change in comparison.shortest_first()] == sorted(expected, key=len)
    assert [change.word for change in comparison.changes(shortest=3, longest=4)] == [
        word for word in expected if 3 <= len(word) <= 4
    ]
    counts = comparison.counts()
    assert (counts.added, counts.removed, counts.kept) == (
        len(after - before),
        len(before - after),
        len(before & after),
    )
    assert sum(counts.added_by_letter.values()) == counts.added
    assert counts.removed_by_length == {
        length: number for length in range(2, 7) if (number := sum(len(word) == length for word in before - after))
    }
    hooks = {(one.hook.base, one.hook.place, one.hook.letter, one.kind) for one in comparison.hook_changes(longest=4)}
    assert hooks == {
        (base, place, letter, kind)
        for base in before & after
        if len(base) <= 4
        for letter in alphabet.letters
        for place, word in ((HookPlace.FRONT, letter + base), (HookPlace.BACK, base + letter))
        for kind, here, there in ((ChangeKind.ADDED, after, before), (ChangeKind.REMOVED, before, after))
        if word in here and word not in there
    }


def test_a_change_names_the_hooks_that_it_is(tmp_path: Path) -> None:
    comparison = compared(tmp_path, (words_of(["кот", "ток"]),), (words_of(["кот", "ток", "скот", "отток"]),))
    told = {change.word: [(one.letter, one.place, one.base) for one in change.hooks] for change in comparison.changes()}
    assert told == {Word("СКОТ"): [("С", HookPlace.FRONT, "КОТ")], Word("ОТТОК"): []}


def test_what_the_making_differs_in_is_told(tmp_path: Path) -> None:
    comparison = compared(tmp_path, (), (BOTH, (RECIPE, "longest = 15", "longest = 9")))
    told = {(one.making, one.source): (one.before, one.after) for one in comparison.making_changes()}
    assert set(told) == {(Making.LENGTHS, ""), (Making.SOURCE, "second"), (Making.DATA_DIGEST, "")}
    assert told[Making.LENGTHS, ""] == ("2-15", "2-9")
    assert told[Making.SOURCE, "second"][0] == ""


def test_equal_editions_differ_in_nothing(tmp_path: Path) -> None:
    comparison = compared(tmp_path, (), ())
    assert list(comparison.making_changes()) == []
    assert list(comparison.changes()) == []
    assert comparison.counts().kept == len(comparison.before)


def test_other_letters_are_refused_by_name(tmp_path: Path) -> None:
    before = small_lexicon(tmp_path, "folded")
    after = small_lexicon(tmp_path, "unfolded", (RECIPE, 'folds = ["Ё"]', "folds = []"))
    with pytest.raises(OtherLettersError, match=r"sample@folded and sample@unfolded .* differ in Ё"):
        Comparison(before=before, after=after)
