"""What settles a form: both ways of settling, the file, and the readings say the same, and any bytes are survived."""

from __future__ import annotations

import itertools
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lexicon.alphabet import Alphabet, Malformed, Word
from lexicon.automaton import MOST_TILES
from lexicon.building.evidence import judge_source
from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.overrides import Override
from lexicon.building.settling import Settlement
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.container import Container, pack
from lexicon.deciding import Decisions
from lexicon.engine import ENGINE_VARIABLE, kind
from lexicon.errors import LexiconError, LexiconFormatError
from lexicon.evidence import Evidence
from lexicon.grammar import Grammar
from lexicon.sections import SETTLED
from lexicon.settled import OVERRIDE, SettledForms, Signs
from lexicon.verifying import verify_settled
from tests.lexicon.test_evidence import CHARACTERS, LEXEMES
from tests.support import DATA, DICTIONARY, common_nouns, lexemes, russian

RUSSIAN, POLICY, GRAMMAR = russian(), common_nouns(), Grammar.load(DATA)
CLAUSES = tuple(clause.id for clause in POLICY.clauses)
LONGEST = 15
NATIVE = pytest.param("native", marks=pytest.mark.skipif(kind().name != "native", reason=kind().reason))


@pytest.fixture(params=[NATIVE, "python"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Each engine in turn."""
    monkeypatch.setenv(ENGINE_VARIABLE, request.param)
    return str(request.param)


def settled(*dictionaries: list[Lexeme], shortest: int = 2, clauses: tuple[str, ...] = CLAUSES) -> Settlement:
    """Settle the forms of dictionaries."""
    settlement = Settlement(alphabet=RUSSIAN, shortest=shortest, longest=LONGEST, clauses=clauses)
    for number, dictionary in enumerate(dictionaries):
        judge_source(
            f"source-{number}", dictionary, policy=POLICY, alphabet=RUSSIAN, grammar=GRAMMAR, settlement=settlement
        )
    return settlement


def opened(settlement: Settlement) -> SettledForms:
    content = settlement.compile().settled
    return SettledForms.open(content, clauses=settlement.clauses, alphabet=RUSSIAN, longest=LONGEST)


def override(*, admit: bool) -> Override:
    return Override(spelled="", admit=admit, reason="", source="", place="")


@pytest.mark.parametrize(
    ("form", "code"),
    [
        pytest.param("СТОЛ", "nominative-singular", id="one reading"),
        pytest.param("РОЗА", "nominative-singular", id="a noun beside a name: the noun admits"),
        pytest.param("РОЗУ", "proper-name", id="a form of the name alone"),
        pytest.param("ВОРОТА", "plural-only", id="of two lexemes the one that admits"),
        pytest.param("НАИЛУЧШИЙ", "not-a-noun", id="behind a prefix"),
        pytest.param("США", "proper-name", id="capitals are compared as letters"),
        pytest.param("ЕЖ", "nominative-singular", id="Ё is compared as Е"),
        pytest.param("СТОЛСТОЛ", None, id="nowhere"),
        pytest.param("СТО", None, id="the beginning of a form"),
        pytest.param("", None, id="nothing"),
    ],
)
@pytest.mark.usefixtures("engine")
def test_what_settles_a_form(form: str, code: str | None) -> None:
    forms = opened(settled(lexemes(DICTIONARY)))
    assert forms.codes_of([Word(form), Word("СТОЛ"), Word(form)]) == [code, "nominative-singular", code]


@pytest.mark.usefixtures("engine")
def test_the_list_is_what_clauses_and_overrides_admit() -> None:
    settlement = settled(lexemes(DICTIONARY))
    counts, before = settlement.decide({Word("СТОЛЫ"): override(admit=True), Word("РОЗА"): override(admit=False)})
    assert before == {"РОЗА"}
    assert counts == {
        "outside the alphabet": 1,  # кафе-бар
        "by policy": 5,
        "added by overrides": 1,
        "removed by overrides": 1,
    }
    words = [word for word in ("ВОРОТ", "ВОРОТА", "ЕЖ", "РОЗА", "СТОЛ", "СТОЛЫ") if settlement.holds(Word(word))]
    assert words == ["ВОРОТ", "ВОРОТА", "ЕЖ", "СТОЛ", "СТОЛЫ"]
    assert settlement.counts_by_length() == {2: 1, 4: 1, 5: 2, 6: 1}
    assert len(settlement) == settlement.compile().word_count == 5
    assert opened(settlement).codes_of([Word("РОЗА"), Word("СТОЛЫ"), Word("СТОЛ")]) == [
        OVERRIDE,
        OVERRIDE,
        "nominative-singular",
    ]


@pytest.mark.usefixtures("engine")
def test_forms_of_other_lengths_are_left_out_and_counted() -> None:
    settlement = settled(lexemes(DICTIONARY), shortest=5)
    counts, _ = settlement.decide({Word("ЕЖ"): override(admit=True)})
    # стол, ёж, еж, роза; an override lifts no limit.
    assert (counts["outside the lengths"], len(settlement)) == (4, 2)


NOUN = frozenset({"noun", "nominative", "singular"})


def noun(stem: str, *suffixes: str) -> Lexeme:
    """A noun of which every form is admitted."""
    slots = tuple(Slot(prefix="", suffix=suffix, grammemes=NOUN) for suffix in suffixes or ("",))
    return Lexeme(stem=stem, paradigm=Paradigm(slots=slots))


@pytest.mark.parametrize(
    ("lexeme", "left_out"),
    [
        pytest.param(noun("а" * 16), "outside the lengths", id="too long for the list"),
        pytest.param(noun("а" * 65), "outside the lengths", id="too long for any list"),
        pytest.param(noun("а", "б" * 300), "outside the lengths", id="an ending too long for any list"),
        pytest.param(noun("и\u0306" * 70), "outside the lengths", id="too long, once it is composed"),
        pytest.param(noun("б2б"), "outside the alphabet", id="a digit"),
        pytest.param(noun("об’езд"), "outside the alphabet", id="an apostrophe of another kind"),
        pytest.param(noun("кафе\u00adбар"), "outside the alphabet", id="a soft hyphen"),
        pytest.param(noun("caт"), "outside the alphabet", id="letters of another alphabet"),
        pytest.param(noun("а-" * 40), "outside the alphabet", id="hyphens, and too long"),
    ],
)
@pytest.mark.usefixtures("engine")
def test_what_is_left_out_is_counted_by_its_reason(lexeme: Lexeme, left_out: str) -> None:
    counts, _ = settled([lexeme]).decide({})
    assert (counts["by policy"], counts.get(left_out)) == (0, 1)


@pytest.mark.usefixtures("engine")
def test_letters_may_be_marks() -> None:
    """Some alphabets have letters that stand above or behind the one before: text with such is read with care."""
    alphabet = Alphabet(id="marks", letters=("क", "ख", "ा", "ि"), folds={}, look_alikes={})
    settlement = Settlement(alphabet=alphabet, shortest=1, longest=LONGEST, clauses=CLAUSES)
    judge_source(
        "marks", [noun("का", "", "ख")], policy=POLICY, alphabet=alphabet, grammar=GRAMMAR, settlement=settlement
    )
    assert settlement.decide({Word("किख"): override(admit=True)})[0]["by policy"] == 2
    forms = SettledForms.open(settlement.compile().settled, clauses=CLAUSES, alphabet=alphabet, longest=LONGEST)
    told = forms.codes_of([Word("का"), Word("काख"), Word("किख"), Word("कि")])
    assert told == ["nominative-singular", "nominative-singular", OVERRIDE, None]


def plainly(settlement: Settlement, clauses: int) -> dict[str, str]:
    """Every settled form with its code, read off the compiled bytes word by word."""
    forms = opened(settlement)
    letters = forms.signs.letters + "".join(RUSSIAN.letters)
    assert forms.engine.fault(settlement.compile().settled_count) is None
    walk = forms.engine.pattern((), 0, any_after=True, shortest=1, longest=LONGEST + forms.signs.digits)
    lines = list(itertools.chain.from_iterable(iter(lambda: walk.take(100), [])))
    assert clauses == len(settlement.clauses)
    split = -forms.signs.digits
    numbers = {line[:split]: [letters.index(digit) for digit in line[split:]] for line in lines}
    return {
        word: forms.signs.codes[sum(digit * forms.signs.base**place for place, digit in enumerate(reversed(row)))]
        for word, row in numbers.items()
    }


@pytest.mark.skipif(kind().name != "native", reason=kind().reason)
@settings(deadline=None, max_examples=150)
@given(
    st.lists(st.lists(LEXEMES, max_size=8).flatmap(lambda some: st.permutations([*some, *some[:3]])), max_size=3),
    st.dictionaries(st.sampled_from(["АА", "ЕЖ", "ЖЖЕЖ", "А"]), st.booleans()),
    st.sampled_from([len(CLAUSES), 60, 127]),
)
def test_both_ways_settle_any_dictionaries_alike(
    dictionaries: list[list[Lexeme]], overridden: dict[str, bool], clauses: int
) -> None:
    """More clauses than tiles are left beside the letters take signs of two digits."""
    more = (*CLAUSES, *(f"clause-{number}" for number in range(len(CLAUSES), clauses)))
    decisions = {Word(word): override(admit=admit) for word, admit in overridden.items()}
    told = []
    for name in ("native", "python"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv(ENGINE_VARIABLE, name)
            settlement = settled(*dictionaries, shortest=1, clauses=more)
            told.append((settlement.decide(decisions), settlement.compile(), plainly(settlement, clauses)))
    assert told[0] == told[1]


@settings(deadline=None, max_examples=150)
@given(st.lists(LEXEMES, max_size=12), st.lists(CHARACTERS))
def test_a_form_is_settled_by_what_its_readings_say(
    tmp_path_factory: pytest.TempPathFactory, some: list[Lexeme], others: list[str]
) -> None:
    judged = judge_source("sample", some, policy=POLICY, alphabet=RUSSIAN, grammar=GRAMMAR)
    path = tmp_path_factory.mktemp("any") / "any.lexicon"
    path.write_bytes(pack({"EVID0000": judged.evidence}))
    evidence = Evidence.from_bytes(Container.open(path).section("EVID0000"))
    forms = [lexeme.form(slot) for lexeme in some for slot in lexeme.paradigm.slots]
    read = [RUSSIAN.read(form) for form in (*forms, *others, *(form[:-1] for form in forms))]
    words = [word for word in read if not isinstance(word, Malformed) and len(word) <= LONGEST]
    deciding = [Decisions(clauses=CLAUSES).deciding(evidence.readings(word)) for word in words]
    codes = opened(settled(some, shortest=1)).codes_of(words)
    assert codes == [None if reading is None else reading.clause for reading in deciding]


@pytest.mark.dictionary
def test_the_whole_dictionary_is_settled_as_its_readings_say(russian: Lexicon) -> None:
    source = random.Random(3)  # noqa: S311 - must be repeatable
    keys = {russian.alphabet.key(form) for evidence in russian.evidence for form in list(evidence.forms())[::50]}
    read = [russian.alphabet.read(key) for key in sorted(keys)]
    forms = source.sample([word for word in read if not isinstance(word, Malformed)], 4_000)
    words = [*forms, *(Word(form[: len(form) // 2 + 1]) for form in forms[:1_000])]
    told = [russian.check(word).reason for word in words]
    assert told == [russian.standing(word).reason for word in words]
    assert len(set(told)) > 8


def test_two_digits_tell_more_codes_than_tiles_are_left() -> None:
    letters = MOST_TILES - 5
    few, many = (Signs.of([f"clause-{number}" for number in range(count)], letter_count=letters) for count in (4, 24))
    assert (few.base, few.digits, many.base, many.digits) == (5, 1, 5, 2)
    assert len(set(many.written())) == 25
    with pytest.raises(ValueError, match="found 25 clauses and 58 letters; expected fewer of either"):
        Signs.of([f"clause-{number}" for number in range(25)], letter_count=letters)


def test_a_policy_of_too_many_clauses_is_refused() -> None:
    with pytest.raises(LexiconError, match="found a policy of 128 clauses; expected at most 127; join some of them"):
        settled(clauses=tuple(f"clause-{number}" for number in range(128)))


# --- in a file


@pytest.fixture
def sample(small_catalogue: Catalogue) -> Lexicon:
    return small_catalogue.open("sample")


def damaged(path: Path, lexicon: Lexicon, change: tuple[tuple[int, int], ...]) -> Lexicon:
    """Write the lexicon with other bytes among its settled forms."""
    content = bytearray(lexicon.container.path.read_bytes())
    for place, byte in change:
        content[lexicon.container.offset(SETTLED) + place] = byte
    path.write_bytes(content)
    return Lexicon.open(path)


@pytest.mark.usefixtures("engine")
def test_damaged_forms_are_looked_up_within_their_bounds(tmp_path: Path, sample: Lexicon) -> None:
    """Any byte may be any other: an answer is some code or none, and verifying tells."""
    source = random.Random(11)  # noqa: S311 - must be repeatable
    size = len(sample.container.section(SETTLED))
    codes = {*sample.clauses, OVERRIDE, "not-attested", "length"}
    for _ in range(500):
        change = tuple((source.randrange(size), source.randrange(256)) for _ in range(source.randint(1, 3)))
        lexicon = damaged(tmp_path / "damaged.lexicon", sample, change)
        assert {verdict.reason for verdict in lexicon.check_all(["стол", "столы", "столами", "ёж", "а"])} <= codes


def test_a_damaged_edge_is_named(tmp_path: Path, sample: Lexicon) -> None:
    lexicon = damaged(tmp_path / "damaged.lexicon", sample, ((4, 0xFF), (5, 0xFF)))
    with pytest.raises(LexiconFormatError, match="section SETTLED, edge"):
        verify_settled(lexicon)


def test_a_word_that_nothing_puts_in_is_named(tmp_path: Path, sample: Lexicon) -> None:
    """A list and settled forms of two builds do not belong together."""
    other = Settlement(alphabet=sample.alphabet, shortest=2, longest=15, clauses=tuple(sample.clauses)).compile()
    sections = {name: sample.container.section(name).tobytes() for name in sample.container.sections}
    manifest = sample.manifest.__class__.from_dict(sample.manifest.as_dict() | {"settled_count": 0})
    path = tmp_path / "mixed.lexicon"
    path.write_bytes(pack(sections | {SETTLED: other.settled, "MANIFEST": manifest.canonical()}))
    with pytest.raises(LexiconFormatError, match="nothing on"):
        verify_settled(Lexicon.open(path))


def test_an_edition_of_an_earlier_format_is_to_be_built_again(tmp_path: Path, sample: Lexicon) -> None:
    content = bytearray(sample.container.path.read_bytes())
    content[8] = 1
    path = tmp_path / "earlier.lexicon"
    path.write_bytes(content)
    with pytest.raises(LexiconFormatError, match="found format 1; expected format 2; build it again"):
        Lexicon.open(path)
