"""Requests: what is read, and that every fault is named at once, with its field and the mend."""

from __future__ import annotations

import copy
import json
import unicodedata
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Square
from adjudicator.challenge import Moment, adjudicate_challenge
from adjudicator.errors import RequestError
from adjudicator.moves import Exchange, Pass, Placement
from adjudicator.reading import check_letters
from adjudicator.request import (
    read_challenge_request,
    read_move_request,
    ruling_as_dict,
    verdict_as_dict,
)
from adjudicator.ruleset import load_ruleset
from adjudicator.words import AcceptedWords, LexiconWords, Unchecked, Words
from lexicon.alphabet import Word, load_alphabet
from lexicon.errors import UnknownIdError
from tests.adjudicator.drawing import DATA

EMPTY = ["." * 15] * 15
ROWS = [*EMPTY[:7], "......KOT......", *EMPTY[8:]]

REQUEST: dict[str, Any] = {
    "ruleset_id": "scrabble-pl",
    "words": {"unchecked": True},
    "position": {"rows": ROWS, "rack": ["N", "A", "?", "Ż"], "bag_count": 20},
    "move": {"tiles": [{"row": 8, "column": 7, "letter": "N"}, {"row": 8, "column": 8, "letter": "A", "blank": True}]},
}

CHALLENGE: dict[str, Any] = REQUEST | {
    "words": {"accepted_words": ["KOT", "NA"]},
    "challenged_words": ["ON"],
    "challenger": 2,
    "player": 1,
    "player_count": 2,
    "moment": "BEFORE_SCORE_WRITTEN",
}


class SmallLexicon:
    alphabet = load_alphabet(DATA, "polish")

    def __contains__(self, word: Word) -> bool:
        return word == "NA"

    def attested(self, word: Word) -> bool:
        return word in {"NA", "ON"}


OTHER_LETTERS: dict[str, Any] = {
    "ruleset_id": "crosslet",
    "position": {"rows": ["." * 15] * 15},
    "move": {"tiles": [{"row": 7, "column": 7, "letter": "О"}, {"row": 7, "column": 8, "letter": "Н"}]},
}


def open_words(lexicon_id: str, edition: str) -> Words:
    if lexicon_id != "small" or edition not in {"", "1"}:
        raise UnknownIdError("lexicon", lexicon_id, known=("small",), mend="name one that is here")
    return LexiconWords(SmallLexicon())


def changed(request: dict[str, Any], path: str, value: object) -> dict[str, Any]:
    """A copy with the value at ``path`` set, or taken out when it is `...`."""
    copied = copy.deepcopy(request)
    *way, last = path.split(".")
    place: Any = copied
    for key in way:
        place = place[int(key) if key.isdecimal() else key]
    if value is ...:
        del place[last]
    else:
        place[int(last) if last.isdecimal() else last] = value
    return copied


def fields(request: object, *, challenge: bool = False) -> list[str]:
    """The fields at fault, in order; every fault is whole."""
    read = read_challenge_request if challenge else read_move_request
    with pytest.raises(RequestError) as caught:
        read(request, data=DATA, open_words=open_words)
    for fault in caught.value.violations:
        assert fault.found
        assert fault.expected
        assert fault.mend
        assert str(fault).isprintable()
    return [fault.field for fault in caught.value.violations]


def test_a_whole_request_is_read() -> None:
    read = read_move_request(REQUEST, data=DATA, open_words=open_words)
    assert read.ruleset.id == "scrabble-pl"
    assert read.position.rack == ("N", "A", "?", "Ż")
    assert read.position.bag_count == 20
    assert isinstance(read.move, Placement)
    assert [(tile.square, tile.letter, tile.blank) for tile in read.move.tiles] == [
        (Square(8, 7), "N", False),
        (Square(8, 8), "A", True),
    ]
    assert read.words == Unchecked()


def test_a_lexicon_in_other_letters_than_the_game_judges_nothing() -> None:
    # Every word would be wrong in it: a slip of the pen would take good plays off the board.
    lexicon = {"lexicon": {"id": "small"}}
    assert fields(OTHER_LETTERS | {"words": lexicon}) == ["words.lexicon.id"]
    challenge = {"all": True, "challenger": 2, "player": 1, "player_count": 2, "moment": "BEFORE_SCORE_WRITTEN"}
    assert fields(OTHER_LETTERS | challenge | {"words": lexicon}, challenge=True) == ["words.lexicon.id"]
    own = read_move_request(changed(REQUEST, "words", lexicon), data=DATA, open_words=open_words)
    assert isinstance(own.words, LexiconWords)


def test_a_lexicon_that_keeps_a_letter_which_the_game_folds_judges_nothing() -> None:
    class Unfolded(SmallLexicon):
        alphabet = load_alphabet(DATA, "russian")

    class Folded(SmallLexicon):
        alphabet = load_alphabet(DATA, "russian", folds=["Ё"])

    russian = load_ruleset(DATA, "krestoslovitsa")
    check_letters(russian, LexiconWords(Folded()))
    with pytest.raises(RequestError, match="with Ё as a letter of its own"):
        check_letters(russian, LexiconWords(Unfolded()))


def test_what_is_not_sent_is_not_checked() -> None:
    request = changed(changed(REQUEST, "position.rack", ...), "position.bag_count", ...)
    position = read_move_request(request, data=DATA, open_words=open_words).position
    assert position.rack is None
    assert position.bag_count is None


def test_row_and_column_nought_are_read() -> None:
    request = changed(REQUEST, "move.tiles.0", {"row": 0, "column": 0, "letter": "N"})
    move = read_move_request(request, data=DATA, open_words=open_words).move
    assert isinstance(move, Placement)
    assert move.tiles[0].square == Square(0, 0)


@pytest.mark.parametrize(
    ("sent", "move"),
    [
        ({"exchange": {"letters": ["A", "?"]}}, Exchange(count=2, letters=("A", "?"))),
        ({"exchange": {"count": 0}}, Exchange(count=0)),
        ({"pass": True}, Pass()),
        ({"tiles": []}, Placement(tiles=())),
    ],
)
def test_the_kinds_of_move(sent: object, move: object) -> None:
    assert read_move_request(changed(REQUEST, "move", sent), data=DATA, open_words=open_words).move == move


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"unchecked": True}, Unchecked()),
        ({"accepted_words": {"words": ["na", "NA"]}}, AcceptedWords(frozenset({Word("NA")}))),
        ({"accepted_words": []}, AcceptedWords(frozenset())),
    ],
)
def test_who_judges_words(sent: object, words: Words) -> None:
    assert read_move_request(changed(REQUEST, "words", sent), data=DATA, open_words=open_words).words == words


@pytest.mark.parametrize("edition", [{}, {"edition": ""}, {"edition": "1"}])
def test_a_lexicon_is_opened_by_id_and_edition(edition: dict[str, str]) -> None:
    request = changed(REQUEST, "words", {"lexicon": {"id": "small"} | edition})
    assert read_move_request(request, data=DATA, open_words=open_words).words.shut_until_challenged


def test_an_unknown_lexicon_or_ruleset_is_another_kind_of_error() -> None:
    for path, value in (("words", {"lexicon": {"id": "none"}}), ("ruleset_id", "chess")):
        with pytest.raises(UnknownIdError):
            read_move_request(changed(REQUEST, path, value), data=DATA, open_words=open_words)


def test_a_lexicon_is_not_opened_for_a_request_that_is_at_fault() -> None:
    request = changed(changed(REQUEST, "words", {"lexicon": {"id": "none"}}), "move", {})
    assert fields(request) == ["move"]


def test_letters_may_come_decomposed() -> None:
    rows = [unicodedata.normalize("NFD", row.replace("KOT", "ŻÓŁ")) for row in ROWS]
    request = changed(changed(REQUEST, "position.rows", rows), "move.tiles.0.letter", unicodedata.normalize("NFD", "Ń"))
    read = read_move_request(request, data=DATA, open_words=open_words)
    assert read.position.board.rows()[7] == "......ŻÓŁ......"
    assert isinstance(read.move, Placement)
    assert read.move.tiles[0].letter == "Ń"


@pytest.mark.parametrize("letter", ["Q", "К", "?", "AB", "1", "\u200b", "Ä", "ß"])
def test_a_foreign_letter_on_a_tile_is_an_answer_not_an_error(letter: str) -> None:
    read = read_move_request(changed(REQUEST, "move.tiles.0.letter", letter), data=DATA, open_words=open_words)
    ruling = adjudicate(ruleset=read.ruleset, position=read.position, move=read.move, words=read.words)
    assert [fault.code.value for fault in ruling.violations] == ["UNKNOWN_LETTER"]
    assert ruling.violations[0].message.isprintable()


FAULTS = [
    ("", [], ["request", "ruleset_id", "words", "words", "position", "position.rows", "move", "move"]),
    ("colour", "red", ["colour"]),
    ("ruleset_id", "", ["ruleset_id"]),
    ("ruleset_id", "x" * 65, ["ruleset_id"]),
    ("ruleset_id", 5, ["ruleset_id"]),
    ("settings", [], ["settings"]),
    ("settings", {"premium": "twice", "colour": 1}, ["settings.colour", "settings.premium"]),
    ("words", ..., ["words", "words"]),
    ("words", {}, ["words"]),
    ("words", {"unchecked": True, "accepted_words": []}, ["words"]),
    ("words", {"unchecked": False}, ["words.unchecked"]),
    ("words", {"lexicon": {}}, ["words.lexicon.id"]),
    ("words", {"accepted_words": ["NA", "N1", ""]}, ["words.accepted_words[2]", "words.accepted_words[1]"]),
    ("words", {"accepted_words": ["NA"] * 1001}, ["words.accepted_words"]),
    ("position.rows", EMPTY[1:], ["position.rows"]),
    ("position.rows", "." * 225, ["position.rows"]),
    ("position.rows.3", "." * 14, ["position.rows[3]"]),
    ("position.rows.3", 7, ["position.rows[3]"]),
    ("position.rows.3", "К" + "." * 14, ["position.rows[3]"]),
    ("position.rows.3", "#" + "." * 14, ["position.rows"]),
    ("position.rack", ["A"] * 8, ["position.rack"]),
    ("position.rack", ["A", "a", "Q"], ["position.rack[1]", "position.rack[2]"]),
    ("position.bag_count", -1, ["position.bag_count"]),
    ("position.bag_count", True, ["position.bag_count"]),
    ("position.bag_count", 10**5000, ["position.bag_count"]),
    ("move", {}, ["move"]),
    ("move", {"pass": True, "tiles": []}, ["move"]),
    ("move", {"pass": 1}, ["move.pass"]),
    ("move", {"exchange": {}}, ["move.exchange"]),
    ("move", {"exchange": {"count": 1, "letters": ["A"]}}, ["move.exchange"]),
    ("move", {"exchange": {"count": -1}}, ["move.exchange.count"]),
    ("move", {"exchange": {"letters": ["Q"]}}, ["move.exchange.letters[0]"]),
    ("move.tiles", [{}] * 1001, ["move.tiles"]),
    ("move.tiles.1.row", "8", ["move.tiles[1].row"]),
    ("move.tiles.1.row", 8.5, ["move.tiles[1].row"]),
    ("move.tiles.1.row", 10**9, ["move.tiles[1].row"]),
    ("move.tiles.1.row", ..., ["move.tiles[1].row"]),
    ("move.tiles.1.colour", 1, ["move.tiles[1].colour"]),
    ("move.tiles.1.blank", "yes", ["move.tiles[1].blank"]),
    ("move.tiles.0.letter", "n", ["move.tiles[0].letter"]),
    ("move.tiles.0.letter", "", ["move.tiles[0].letter"]),
    ("move.tiles.0.letter", "\x1b[31m" * 20, ["move.tiles[0].letter"]),
]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    FAULTS,
    ids=[f"{path or 'request'}, case {case}" for case, (path, _, _) in enumerate(FAULTS)],
)
def test_a_fault_names_its_field(path: str, value: object, expected: list[str]) -> None:
    assert fields(changed(REQUEST, path, value) if path else value) == expected


def test_all_faults_are_named_at_once() -> None:
    request = {
        "ruleset_id": "scrabble-pl",
        "words": {},
        "position": {"rows": EMPTY[1:], "rack": ["a"]},
        "move": {"tiles": [{"row": 1}, {"column": 2, "letter": 5}]},
    }
    assert fields(request) == [
        "words",
        "position.rows",
        "position.rack[0]",
        "move.tiles[0].column",
        "move.tiles[0].letter",
        "move.tiles[1].row",
        "move.tiles[1].letter",
    ]


@pytest.mark.parametrize(
    ("path", "value", "expected"),
    [
        ("challenged_words", ..., ["challenged_words"]),
        ("challenged_words", ["ON", "Q"], ["challenged_words[1]"]),
        ("all", True, ["challenged_words"]),
        ("challenger", 3, ["challenger"]),
        ("challenger", 0, ["challenger"]),
        ("player", ..., ["player"]),
        ("player_count", 1, ["player_count"]),
        ("moment", "LATER", ["moment"]),
        ("moment", ..., ["moment"]),
        ("move", {"pass": True}, ["move"]),
    ],
)
def test_a_fault_of_a_challenge_names_its_field(path: str, value: object, expected: list[str]) -> None:
    assert fields(changed(CHALLENGE, path, value), challenge=True) == expected


@pytest.mark.parametrize("moment", [*Moment, *(f"MOMENT_{moment.value}" for moment in Moment)])
def test_a_moment_is_named_with_or_without_its_prefix(moment: str) -> None:
    read = read_challenge_request(changed(CHALLENGE, "moment", str(moment)), data=DATA, open_words=open_words)
    assert read.challenge.moment == Moment(moment.removeprefix("MOMENT_"))


def test_a_ruling_as_json() -> None:
    read = read_move_request(REQUEST, data=DATA, open_words=open_words)
    answer = ruling_as_dict(adjudicate(ruleset=read.ruleset, position=read.position, move=read.move, words=read.words))
    assert json.loads(json.dumps(answer)) == answer
    assert answer["legal"] is True
    words = answer["words"]
    assert isinstance(words, list)
    assert words[0] == {
        "word": "NA",
        "start": {"row": 8, "column": 7},
        "direction": "ACROSS",
        "status": "UNCHECKED",
        "sum": 1,
        "multiplier": 1,
        "long_word": 0,
        "score": 1,
        "letters": [
            {"square": {"row": 8, "column": 7}, "letter": "N", "value": 1, "letter_premium": 1, "word_premium": 1},
            {"square": {"row": 8, "column": 8}, "letter": "A", "value": 0, "letter_premium": 2, "word_premium": 1},
        ],
    }
    assert answer["board_after"] == [*ROWS[:8], ".......Na......", *ROWS[9:]]
    assert answer["left_to_do"] == {"draw": 2, "blanks_kept": 0, "turn_passes": True, "challenge_open": True}


def test_an_illegal_ruling_as_json() -> None:
    request = changed(REQUEST, "words", {"accepted_words": ["NA"]})
    read = read_move_request(request, data=DATA, open_words=open_words)
    answer = ruling_as_dict(adjudicate(ruleset=read.ruleset, position=read.position, move=read.move, words=read.words))
    assert answer["legal"] is False
    assert "left_to_do" not in answer
    violations = answer["violations"]
    assert isinstance(violations, list)
    first = violations[0]
    assert isinstance(first, dict)
    assert (first["code"], first["words"]) == ("NOT_A_WORD", ["ON"])
    assert first["squares"] == [{"row": 7, "column": 7}, {"row": 8, "column": 7}]


def test_a_verdict_as_json() -> None:
    read = read_challenge_request(CHALLENGE, data=DATA, open_words=open_words)
    answer = verdict_as_dict(
        adjudicate_challenge(
            ruleset=read.ruleset,
            position=read.position,
            move=read.move,
            words=read.words,
            challenge=read.challenge,
        )
    )
    assert answer == {
        "play_stands": False,
        "words": [{"word": "ON", "status": "NOT_A_WORD"}],
        "effect": {"tiles_returned": ["N", "?"], "score_change": [0, 0], "turn_lost_by": 1},
        "score": 0,
        "next_player": 2,
    }


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
PATHS = ["ruleset_id", "settings", "words", "position", "move", "position.rows", "position.rack", "position.rows.7"]
PATHS += ["position.bag_count", "move.tiles", "move.tiles.0", "move.tiles.0.row", "move.tiles.0.letter"]


@given(ANYTHING)
@settings(max_examples=200, deadline=None)
def test_no_request_whatever_raises_another_error(request: object) -> None:
    for read in (read_move_request, read_challenge_request):
        with pytest.raises((RequestError, UnknownIdError)):
            read(request, data=DATA, open_words=open_words)


@given(st.sampled_from(PATHS), ANYTHING)
@settings(max_examples=400, deadline=None)
def test_no_field_whatever_raises_another_error(path: str, value: object) -> None:
    try:
        read = read_move_request(changed(REQUEST, path, value), data=DATA, open_words=open_words)
    except (RequestError, UnknownIdError):
        return
    adjudicate(ruleset=read.ruleset, position=read.position, move=read.move, words=read.words)
