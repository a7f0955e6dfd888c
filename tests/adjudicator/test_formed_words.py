"""What a ruling tells of the words: their order, their letters, who judges them."""

from __future__ import annotations

import unicodedata

import pytest

from adjudicator.board import Square
from adjudicator.moves import Swap
from adjudicator.words import AcceptedWords, LexiconWords, Unchecked, WordStanding
from lexicon.alphabet import Word, load_alphabet
from tests.adjudicator.drawing import DATA, faults, judged, ruleset


@pytest.mark.parametrize(
    ("picture", "words"),
    [
        pytest.param(
            """
            .....  .....
            KOT..  .....
            .....  NA...
            """,
            ["NA", "KN", "OA"],
            id="the main word, then the cross words from left to right",
        ),
        pytest.param(
            """
            .....  .....
            KOT..  ...A.
            .....  .....
            """,
            ["KOTA"],
            id="a single tile has the one word it makes",
        ),
        pytest.param(
            """
            .....  .....
            KOT..  .....
            ...A.  ...R.
            """,
            [],
            id="a tile on another forms nothing",
        ),
        pytest.param(
            """
            ..R..  .....
            KO...  ..T..
            ..K..  .....
            """,
            ["KOT", "RTK"],
            id="of two words of one new tile and one length, the one across",
        ),
        pytest.param(
            """
            ..R..  .....
            KO...  ..T..
            ..K..  .....
            ..A..  .....
            """,
            ["RTKA", "KOT"],
            id="of two words of one new tile, the longer",
        ),
    ],
)
def test_the_main_word_comes_first_the_others_in_reading_order(picture: str, words: list[str]) -> None:
    ruling = judged(ruleset("scrabble-pl"), picture)
    if words:
        assert [formed.word for formed in ruling.words] == words
    else:
        assert "OCCUPIED" in faults(ruling)
        assert ruling.words == ()


def test_a_letter_is_written_with_the_premiums_that_act_on_it() -> None:
    (formed,) = judged(
        ruleset("scrabble-pl"),
        """
        .......  .......
        .......  żÓŁWIKA
        """,
    ).words
    assert [str(letter) for letter in formed.letters] == ["Ż0", "Ó5[Wx2]", "Ł3", "W1", "I1", "K2x2", "A1"]
    assert formed.squares == tuple(Square(7, column) for column in range(6, 13))


def test_more_tiles_than_a_rack_holds_bring_no_bonus_for_a_whole_rack() -> None:
    seven, eight = [
        judged(ruleset("scrabble-pl"), f"........  ........\n ........  {tiles:.<8}") for tiles in ("A" * 7, "A" * 8)
    ]
    assert (seven.bonus, eight.bonus) == (50, 0)


def test_a_turn_has_as_many_swaps_as_the_ruleset_says() -> None:
    picture = """
        ....  ....
        кОт.  ....
        ....  оН..
        """
    swaps = (Swap(square=Square(7, 6), letter="К"), Swap(square=Square(7, 8), letter="Т"))
    for allowed, expected in ((1, {"SWAP_NOT_ALLOWED"}), (2, set())):
        rules = ruleset("crosslet", {"swap": "any_turn", "swap.max_per_turn": allowed})
        assert set(faults(judged(rules, picture, swaps=swaps))) == expected


class SmallLexicon:
    alphabet = load_alphabet(DATA, "polish")

    def __contains__(self, word: Word) -> bool:
        return word == "KOT"

    def attested(self, word: Word) -> bool:
        return word in {"KOT", "KOTEM"}


@pytest.mark.parametrize(
    ("word", "standing"),
    [
        ("KOT", WordStanding.VALID),
        ("KOTEM", WordStanding.NOT_ELIGIBLE),
        ("KTO", WordStanding.NOT_A_WORD),
    ],
)
def test_a_lexicon_tells_what_it_leaves_out_from_what_nobody_knows(word: str, standing: WordStanding) -> None:
    assert LexiconWords(SmallLexicon()).status(Word(word)) is standing


def test_a_list_of_accepted_words_knows_nothing_else() -> None:
    words = AcceptedWords(frozenset({Word("KOT")}))
    assert words.status(Word("KOT")) is WordStanding.VALID
    assert words.status(Word("KOTEM")) is WordStanding.NOT_A_WORD
    assert Unchecked().status(Word("KTO")) is WordStanding.UNCHECKED


def test_rows_of_text_may_come_decomposed() -> None:
    rules = ruleset("scrabble-pl")
    rows = list(rules.empty_board().rows())
    rows[7] = "......żÓŁW....."
    assert rules.board([unicodedata.normalize("NFD", row) for row in rows]) == rules.board(rows)
