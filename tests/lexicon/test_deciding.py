"""Which clause settles a form: the native look-up says what the readings say, and survives any bytes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon import deciding
from lexicon.building.evidence import JudgedSource, judge_source
from lexicon.building.lexeme import Lexeme
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.container import Container, pack
from lexicon.deciding import Decisions, PlainDecisions
from lexicon.errors import LexiconFormatError
from lexicon.evidence import Evidence, EvidenceError
from lexicon.grammar import Grammar
from tests.lexicon.test_evidence import CHARACTERS, LEXEMES
from tests.support import DATA, DICTIONARY, common_nouns, lexemes, russian

RUSSIAN, POLICY, GRAMMAR = russian(), common_nouns(), Grammar.load(DATA)
CLAUSES = tuple(clause.id for clause in POLICY.clauses)


def judged(dictionary: list[Lexeme]) -> JudgedSource:
    return judge_source("sample", dictionary, policy=POLICY, alphabet=RUSSIAN, grammar=GRAMMAR)


def opened(path: Path, section: bytes) -> Decisions:
    path.write_bytes(pack({"EVID0000": section}))
    evidence = Evidence.from_bytes(Container.open(path).section("EVID0000"))
    return Decisions(clauses=CLAUSES, evidence=(evidence,))


def plainly(decisions: Decisions) -> Decisions:
    """The same decisions, looked up in Python."""
    plain = Decisions(clauses=decisions.clauses, evidence=decisions.evidence)
    ranks = decisions.ranks_by_clause
    plain.__dict__["sources"] = tuple(PlainDecisions(evidence=one, ranks_by_clause=ranks) for one in plain.evidence)
    return plain


@pytest.fixture
def native() -> None:
    if deciding._native() is None:
        pytest.skip("no native engine here")


@pytest.mark.parametrize("engine", ["native", "python"])
@pytest.mark.parametrize(
    ("form", "clause"),
    [
        pytest.param("СТОЛ", "nominative-singular", id="one reading"),
        pytest.param("РОЗА", "nominative-singular", id="a noun beside a name: the noun admits"),
        pytest.param("РОЗУ", "proper-name", id="a form of the name alone"),
        pytest.param("ВОРОТА", "plural-only", id="of two lexemes the one that admits"),
        pytest.param("НАИЛУЧШИЙ", "not-a-noun", id="behind a prefix"),
        pytest.param("КАФЕ-БАР", "nominative-singular", id="a hyphen stands for itself"),
        pytest.param("США", "proper-name", id="a form that stands alone"),
        pytest.param("СТОЛСТОЛ", None, id="nowhere"),
        pytest.param("", None, id="nothing"),
        pytest.param("漢", None, id="a character of no dictionary"),
        pytest.param("Я" * 10_000, None, id="longer than any form"),
    ],
)
def test_what_settles_a_form(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, engine: str, form: str, clause: str | None
) -> None:
    monkeypatch.setenv("SLOVOSUD_ENGINE", engine)
    decisions = opened(tmp_path / "sample.lexicon", judged(lexemes(DICTIONARY)).evidence)
    assert decisions.clauses_of([form, "СТОЛ", form]) == [clause, "nominative-singular", clause]


@pytest.mark.usefixtures("native")
@settings(deadline=None, max_examples=200)
@given(st.lists(LEXEMES, max_size=12).flatmap(lambda some: st.permutations([*some, *some[:3]])), st.lists(CHARACTERS))
def test_any_dictionary_is_decided_alike(
    tmp_path_factory: pytest.TempPathFactory, some: list[Lexeme], others: list[str]
) -> None:
    decisions = opened(tmp_path_factory.mktemp("any") / "any.lexicon", judged(some).evidence)
    forms = [lexeme.form(slot) for lexeme in some for slot in lexeme.paradigm.slots]
    keys = [RUSSIAN.key(form) for form in (*forms, *others, *(form[:-1] for form in forms))]
    assert decisions.clauses_of(keys) == plainly(decisions).clauses_of(keys)


@pytest.mark.dictionary
@pytest.mark.usefixtures("native")
def test_the_whole_dictionary_is_decided_alike(russian: Lexicon) -> None:
    source = random.Random(3)  # noqa: S311 - must be repeatable
    forms = source.sample([russian.alphabet.key(form) for form in russian.evidence[0].forms()][::50], 4_000)
    keys = [*forms, *(form[: len(form) // 2] for form in forms[:1_000]), "ЕЖ", "А"]
    assert russian.decisions.clauses_of(keys) == plainly(russian.decisions).clauses_of(keys)


@pytest.mark.usefixtures("native")
def test_damaged_evidence_is_refused_or_read_within_its_bounds(tmp_path: Path) -> None:
    """Any byte may be any other; numbers that lead outside are refused when the bytes are taken."""
    content = judged(lexemes(DICTIONARY)).evidence
    source = random.Random(11)  # noqa: S311 - must be repeatable
    keys = ["СТОЛ", "СТОЛАМИ", "ЕЖ", "НАИБОЛЬШИЙ", "США", "А"]
    refused = 0
    for _ in range(3_000):
        changed = bytearray(content)
        for _ in range(source.randint(1, 3)):
            changed[source.randrange(len(changed))] = source.randrange(256)
        try:
            opened(tmp_path / "damaged.lexicon", bytes(changed)).clauses_of(keys)
        except (EvidenceError, KeyError):
            refused += 1
    assert refused > 500


@pytest.mark.usefixtures("native")
@pytest.mark.parametrize(
    ("array", "message"),
    [
        pytest.param(0, "stem start", id="stems that begin behind their text"),
        pytest.param(1, "lexeme start", id="lexemes that begin behind their list"),
        pytest.param(2, "lexeme 0", id="a paradigm that is not there"),
        pytest.param(3, "paradigm start", id="paradigms that begin behind their slots"),
        pytest.param(4, "slot 0", id="an affix that is not there"),
    ],
)
def test_a_number_that_leads_outside_is_named(tmp_path: Path, array: int, message: str) -> None:
    content = bytearray(judged(lexemes(DICTIONARY)).evidence)
    place = opened(tmp_path / "whole.lexicon", bytes(content)).evidence[0].places[array]
    content[place : place + 4] = b"\xff\xff\xff\xff"
    with pytest.raises(EvidenceError, match=message):
        opened(tmp_path / "damaged.lexicon", bytes(content)).clauses_of(["СТОЛ"])


def test_a_lexicon_with_such_evidence_says_where(tmp_path: Path, small_catalogue: Catalogue) -> None:
    lexicon = small_catalogue.open("sample")
    offset = lexicon.container.offset("EVID0000") + lexicon.evidence[0].places[2]
    content = bytearray(lexicon.container.path.read_bytes())
    content[offset : offset + 4] = b"\xff\xff\xff\xff"
    damaged = tmp_path / "damaged.lexicon"
    damaged.write_bytes(content)
    with pytest.raises(LexiconFormatError, match="section EVID0000"):
        Lexicon.open(damaged).check("СТОЛ")
