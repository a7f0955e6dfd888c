"""Policies: the first clause that applies decides an entry, one admitted entry admits the word."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.building.lexeme import Paradigm, Slot
from lexicon.building.policy import Clause, Policy, load_policy
from lexicon.datafile import ids_in
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar
from tests.support import DATA, GOLDEN, LANGUAGES, small_data

GRAMMAR = Grammar.load(DATA)
POLICIES = {policy: load_policy(DATA, policy, GRAMMAR, LANGUAGES) for policy in ids_in(DATA / "policies")}
TABLES = sorted((GOLDEN / "policies").glob("*.tsv"))


def rows(path: Path) -> Iterator[dict[str, str]]:
    """The lines of a golden table; # begins a comment."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#"))
    return csv.DictReader(lines, delimiter="\t")


def decide(policy: Policy, grammemes: str, lemma_grammemes: str = "") -> Clause:
    """Ask the policy about a form of a lexeme of two forms, or of one where the form is the lemma."""
    form = Slot(prefix="", suffix="", grammemes=frozenset(grammemes.split()))
    lemma = Slot(prefix="", suffix="", grammemes=frozenset(lemma_grammemes.split())) if lemma_grammemes else form
    return policy.decide(form, Paradigm(slots=(lemma, form)))


@pytest.mark.parametrize(
    ("policy", "row"),
    [
        pytest.param(POLICIES[table.stem], row, id=f"{table.stem}: {row['form']}")
        for table in TABLES
        for row in rows(table)
    ],
)
def test_the_clause_that_decides_an_entry(policy: Policy, row: dict[str, str]) -> None:
    assert set(f"{row['grammemes']} {row['lemma_grammemes']}".split()) <= set(GRAMMAR.manners)
    assert decide(policy, row["grammemes"], row["lemma_grammemes"]).id == row["clause"]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.stem)
def test_the_golden_table_uses_every_clause(table: Path) -> None:
    used = {row["clause"] for row in rows(table)}
    assert {clause.id for clause in POLICIES[table.stem].clauses if not clause.inherited} <= used


def clause(identifier: str, *, admit: bool, **conditions: str) -> Clause:
    sets = {key: frozenset(grammemes.split()) for key, grammemes in conditions.items()}
    return Clause(id=identifier, admit=admit, text={}, **sets)  # type: ignore[arg-type]


REST = clause("rest", admit=False)


@pytest.mark.parametrize(
    ("asked", "grammemes", "lemma", "applies"),
    [
        pytest.param({"has": "noun plural"}, "noun plural dative", "", True, id="has: all of them"),
        pytest.param({"has": "noun plural"}, "noun dative", "", False, id="has: one is not enough"),
        pytest.param({"any": "surname given-name"}, "noun surname", "", True, id="any: one is enough"),
        pytest.param({"any": "surname given-name"}, "noun", "", False, id="any: none is too few"),
        pytest.param({"lacks": "noun verb"}, "adverb", "", True, id="lacks: none of them"),
        pytest.param({"lacks": "noun verb"}, "verb plural", "", False, id="lacks: one is too many"),
        pytest.param({"lemma_has": "plural"}, "dative", "plural", True, id="lemma: its own grammemes"),
        pytest.param({"lemma_has": "plural"}, "plural", "singular", False, id="lemma: not those of the form"),
        pytest.param({}, "", "", True, id="no condition: everything"),
        pytest.param({"has": "noun", "lacks": "plural"}, "noun plural", "", False, id="two conditions: both"),
    ],
)
def test_the_conditions_of_a_clause(*, asked: dict[str, str], grammemes: str, lemma: str, applies: bool) -> None:
    policy = Policy(id="sample", title="", clauses=(clause("asked", admit=True, **asked), REST))
    assert decide(policy, grammemes, lemma).id == ("asked" if applies else "rest")


FEW = st.frozensets(st.sampled_from(["noun", "verb", "plural"]))
CLAUSES = st.builds(Clause, id=st.just("any"), admit=st.booleans(), text=st.just({}),
                    has=FEW, any=FEW, lacks=FEW, lemma_has=FEW)  # fmt: skip


@given(CLAUSES, CLAUSES, FEW, FEW)
def test_what_a_clause_covers_never_gets_to_the_later_one(
    earlier: Clause, later: Clause, grammemes: frozenset[str], lemma: frozenset[str]
) -> None:
    if later.contradicts_itself:
        assert not later.applies(grammemes, lemma)
    if earlier.covers(later) and later.applies(grammemes, lemma):
        assert earlier.applies(grammemes, lemma)


@given(CLAUSES)
def test_a_clause_that_does_not_contradict_itself_applies_to_some_entry(asked: Clause) -> None:
    if not asked.contradicts_itself:
        one = min(asked.any - asked.lacks, default="")
        assert asked.applies(asked.has | ({one} if one else set()), asked.lemma_has)


@given(st.frozensets(st.sampled_from(sorted(GRAMMAR.manners))), st.frozensets(st.sampled_from(sorted(GRAMMAR.manners))))
def test_every_policy_decides_every_entry(grammemes: frozenset[str], lemma: frozenset[str]) -> None:
    for policy in POLICIES.values():
        decided = decide(policy, " ".join(grammemes), " ".join(lemma) or "noun")
        earlier = policy.clauses[: policy.clauses.index(decided)]
        lemma_grammemes = lemma or frozenset({"noun"})
        assert decided.applies(grammemes, lemma_grammemes)
        assert not any(one.applies(grammemes, lemma_grammemes) for one in earlier)


@pytest.mark.parametrize(
    "code", ["", "override", "not-attested", "length", "empty", "too-long", "foreign-character"], ids=repr
)
def test_a_clause_has_no_name_that_an_answer_has_another_use_for(tmp_path: Path, code: str) -> None:
    data = small_data(tmp_path)
    path = data / "policies/sample.toml"
    path.write_text(path.read_text(encoding="utf-8").replace('id = "inflected"', f'id = "{code}"'), encoding="utf-8")
    with pytest.raises(DataFileError, match="expected an id that answers use for nothing else"):
        load_policy(data, "sample", GRAMMAR, LANGUAGES)
