"""The one spelling in which words are compared: NFC, upper case, the recipe's folds, and nothing from outside."""

from __future__ import annotations

import random
import sys
import unicodedata
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.alphabet import LONGEST_TEXT, Alphabet, Fault, Malformed, load_alphabet
from lexicon.datafile import ids_in
from lexicon.errors import DataFileError
from tests.support import DATA, russian

RUSSIAN = russian()
ALPHABETS = [load_alphabet(DATA, identifier) for identifier in ids_in(DATA / "alphabets")]
every_alphabet = pytest.mark.parametrize("alphabet", ALPHABETS, ids=lambda alphabet: alphabet.id)


@pytest.mark.parametrize(
    ("text", "word"),
    [
        pytest.param("СТОЛ", "СТОЛ", id="capitals are the comparison form"),
        pytest.param("стол", "СТОЛ", id="small letters are compared as capitals"),
        pytest.param("сТоЛ", "СТОЛ", id="however they are mixed"),
        pytest.param("ёж", "ЕЖ", id="Ё is compared as Е where the recipe says so"),
        pytest.param("ЁЖ", "ЕЖ", id="the capital Ё too"),
        pytest.param("е\u0308ж", "ЕЖ", id="a decomposed ё is a ё"),
        pytest.param("чаи\u0306", "ЧАЙ", id="a decomposed й is a й, not an и"),
        pytest.param("ъ", "Ъ", id="one letter is a word to the alphabet"),
        pytest.param("а" * LONGEST_TEXT, "А" * LONGEST_TEXT, id="the longest text"),
        pytest.param("и\u0306" * LONGEST_TEXT, "Й" * LONGEST_TEXT, id="the longest text, decomposed"),
    ],
)
def test_a_text_is_read_into_its_comparison_form(text: str, word: str) -> None:
    assert RUSSIAN.read(text) == word


def test_a_fold_is_in_force_only_where_a_recipe_asks_for_it() -> None:
    assert load_alphabet(DATA, "russian").read("ёж") == "ЁЖ"


def test_a_fold_nobody_declared_is_refused() -> None:
    with pytest.raises(DataFileError, match="no fold of Й"):
        load_alphabet(DATA, "russian", folds=["Й"])


@every_alphabet
def test_every_letter_is_read_composed_and_decomposed_small_and_large(alphabet: Alphabet) -> None:
    for letter in alphabet.letters:
        for form in (letter, letter.lower()):
            for normal in ("NFC", "NFD", "NFKC"):
                assert alphabet.read(unicodedata.normalize(normal, form)) == letter, (form, normal)


@every_alphabet
def test_alphabet_order_is_the_order_of_the_file(alphabet: Alphabet) -> None:
    words = [alphabet.read(letter + alphabet.letters[0]) for letter in alphabet.letters]
    shuffled = random.Random(1).sample(words, len(words))  # noqa: S311 - must be repeatable
    assert alphabet.sorted(word for word in shuffled if not isinstance(word, Malformed)) == words


@pytest.mark.parametrize(
    ("alphabet", "text", "order"),
    [
        pytest.param("russian", "ж ё е я а", "А Е Ё Ж Я", id="Ё stands behind Е, not behind Я"),
        pytest.param("polish", "z ż ź o ó l ł", "L Ł O Ó Z Ź Ż", id="letters with marks stand behind those without"),
        pytest.param("polish", "ba b abc ab", "AB ABC B BA", id="a beginning stands before what continues it"),
    ],
)
def test_words_are_sorted_by_the_alphabet_and_never_by_code_points(alphabet: str, text: str, order: str) -> None:
    letters = load_alphabet(DATA, alphabet)
    words = [word for word in map(letters.read, text.split()) if not isinstance(word, Malformed)]
    assert letters.sorted(words) == order.split()
    assert sorted(words, key=letters.order) == order.split()


@given(st.text(max_size=LONGEST_TEXT))
def test_what_is_read_is_read_again_as_itself(text: str) -> None:
    word = RUSSIAN.read(text)
    if not isinstance(word, Malformed):
        assert RUSSIAN.read(word) == word
        assert RUSSIAN.key(text) == word


@given(st.text(alphabet=st.sampled_from("абвеёийжяАБВЕЁИЙЖЯ\u0306\u0308\u0301"), max_size=LONGEST_TEXT))
def test_a_text_and_its_decomposed_twin_are_answered_alike(text: str) -> None:
    assert RUSSIAN.read(unicodedata.normalize("NFD", text)) == RUSSIAN.read(unicodedata.normalize("NFC", text))


#: Characters that slip into words, each with the code point that the answer must name.
ATTACKS = [
    pytest.param("сто\u200bл", "U+200B ZERO WIDTH SPACE", id="zero-width space"),
    pytest.param("сто\u200cл", "U+200C ZERO WIDTH NON-JOINER", id="zero-width non-joiner"),
    pytest.param("сто\u200dл", "U+200D ZERO WIDTH JOINER", id="zero-width joiner"),
    pytest.param("\u202eстол", "U+202E RIGHT-TO-LEFT OVERRIDE", id="bidi override"),
    pytest.param("сто\u2066л", "U+2066 LEFT-TO-RIGHT ISOLATE", id="bidi isolate"),
    pytest.param("\ufeffстол", "U+FEFF ZERO WIDTH NO-BREAK SPACE", id="byte order mark"),
    pytest.param("сто\u00adл", "U+00AD SOFT HYPHEN", id="soft hyphen"),
    pytest.param("сто\u0301л", "U+0301 COMBINING ACUTE ACCENT", id="stress mark"),
    pytest.param("сто\u0308л", "U+04E7 CYRILLIC SMALL LETTER O WITH DIAERESIS", id="a mark that composes a stranger"),
    pytest.param("сто\0л", "U+0000 UNNAMED CHARACTER", id="null"),
    pytest.param("стол\n", "U+000A UNNAMED CHARACTER", id="newline"),
    pytest.param("сто\u2028л", "U+2028 LINE SEPARATOR", id="line separator"),
    pytest.param(" стол", "U+0020 SPACE", id="space"),
    pytest.param("стол\u00a0", "U+00A0 NO-BREAK SPACE", id="no-break space"),
    pytest.param("сто\x1b[31mл", "U+001B UNNAMED CHARACTER", id="escape sequence"),
    pytest.param("𝐀стол", "U+1D400 MATHEMATICAL BOLD CAPITAL A", id="mathematical letter"),
    pytest.param("ｓтол", "U+FF53 FULLWIDTH LATIN SMALL LETTER S", id="full-width letter"),
    pytest.param("стᲂл", "U+1C82 CYRILLIC SMALL LETTER NARROW O", id="a variant whose capital is a letter"),
    pytest.param("ﬁл", "U+FB01 LATIN SMALL LIGATURE FI", id="ligature"),
    pytest.param("ſтол", "U+017F LATIN SMALL LETTER LONG S", id="long s"),
    pytest.param("cтол", "U+0063 LATIN SMALL LETTER C", id="Latin look-alike"),
    pytest.param("ст0л", "U+0030 DIGIT ZERO", id="digit for a letter"),
    pytest.param("сто\udcffл", "U+DCFF UNNAMED CHARACTER", id="lone surrogate"),
]


@pytest.mark.parametrize(("text", "named"), ATTACKS)
def test_a_stranger_is_named_and_never_folded_away(text: str, named: str) -> None:
    answer = RUSSIAN.read(text)
    assert isinstance(answer, Malformed)
    assert answer.fault is Fault.FOREIGN_CHARACTER
    assert named in [character.name for character in answer.foreign]
    assert named in str(answer)


@every_alphabet
@pytest.mark.parametrize(
    "character",
    [*map(chr, range(0x1C80, 0x1C89)), "ſ", "ı", "İ", "\u212a", "\u212b", "ﬁ", "ß", "ŉ"],
    ids=lambda character: f"U+{ord(character):04X}",
)
def test_no_stranger_becomes_a_letter_by_its_capital(alphabet: Alphabet, character: str) -> None:
    # upper() makes Russian В of U+1C80 and S of ſ; NFC makes K of the Kelvin sign, which is a real equivalence.
    is_letter = unicodedata.normalize("NFC", character) in alphabet.comparison_forms
    assert isinstance(alphabet.read(character), str) is is_letter
    assert is_letter is (character == "\u212a" and "K" in alphabet.letters)


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        pytest.param("CТОЛ", "U+0043 LATIN CAPITAL LETTER C (did you mean С, U+0421?)", id="a capital"),
        pytest.param("cтол", "U+0063 LATIN SMALL LETTER C (did you mean С, U+0421?)", id="a small one, by its capital"),
        pytest.param("3уб", "U+0033 DIGIT THREE (did you mean З, U+0417?)", id="a digit"),
    ],
)
def test_a_look_alike_is_hinted_at_and_not_applied(text: str, hint: str) -> None:
    assert str(RUSSIAN.read(text)) == f"not in the alphabet: character 1 is {hint}"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        pytest.param("", Fault.EMPTY, id="nothing"),
        pytest.param("а" * (LONGEST_TEXT + 1), Fault.TOO_LONG, id="one letter too many"),
        pytest.param("и\u0306" * (LONGEST_TEXT + 1), Fault.TOO_LONG, id="one decomposed letter too many"),
        pytest.param("а" * 1_000_000, Fault.TOO_LONG, id="a megabyte"),
        pytest.param("а" + "\u0301" * 1_000_000, Fault.TOO_LONG, id="a megabyte of marks on one letter"),
    ],
)
def test_a_text_that_is_no_word_for_its_length(text: str, fault: Fault) -> None:
    answer = RUSSIAN.read(text)
    assert isinstance(answer, Malformed)
    assert answer.fault is fault
    assert len(str(answer)) < 100


def test_strangers_beyond_the_first_eight_are_counted() -> None:
    answer = RUSSIAN.read("z" * 20)
    assert isinstance(answer, Malformed)
    assert (len(answer.foreign), answer.foreign_count) == (8, 20)
    assert str(answer).endswith("and 12 more")


def test_code_points_in_a_word_pass_only_as_letters() -> None:
    some = random.Random(14).sample(range(sys.maxunicode + 1), 5000)  # noqa: S311 - must be repeatable
    # Whatever may join a neighbour, and the blocks our letters and their look-alikes are from, is looked at whole.
    near = [*range(0x700), *range(0x1C80, 0x2100), *range(0xFB00, 0xFB50), *range(0xFE00, 0xFE30)]
    assert_only_letters_pass(map(chr, [*some, *near]))


@pytest.mark.soak
def test_all_code_points_in_a_word_pass_only_as_letters() -> None:
    assert_only_letters_pass(map(chr, range(sys.maxunicode + 1)))


def assert_only_letters_pass(characters: Iterable[str]) -> None:
    """Insert each character at the beginning, in the middle and at the end of a word."""
    letters = set(RUSSIAN.comparison_forms)
    for character in characters:
        for text in (f"{character}стол", f"ст{character}ол", f"стол{character}"):
            composed = unicodedata.normalize("NFC", text)
            expected = set(composed) <= letters
            assert isinstance(RUSSIAN.read(text), str) is expected, f"U+{ord(character):04X}"
