"""Challenges: who may, until when, and what follows (text 003, Kwestionowanie słów; variants by switch)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from adjudicator.adjudicate import adjudicate
from adjudicator.board import Square
from adjudicator.challenge import Challenge, ChallengeVerdict, Moment, Refusal, adjudicate_challenge
from adjudicator.errors import RequestError
from adjudicator.moves import Placement, Swap
from adjudicator.position import Position
from adjudicator.words import LexiconWords, Unchecked, Words, WordStanding
from lexicon.alphabet import Word, load_alphabet
from tests.adjudicator.drawing import DATA, accepted, board, laid, ruleset, split

#: KOT lies, NA is laid under it: NA, KN and OA, of which only NA and KN are good below.
PICTURE = """
    ....  ....
    KOT.  ....
    ....  NA..
    """
GOOD = accepted("KOT", "NA", "KN", "OA")
BAD = accepted("KOT", "NA", "KN")

FIRST = Challenge(words=None, challenger=2, player=1, player_count=2, moment=Moment.BEFORE_SCORE_WRITTEN)


def verdict(
    words: Words = BAD,
    *,
    game: str = "scrabble-pl",
    switches: Mapping[str, object] | None = None,
    picture: str = PICTURE,
    swaps: tuple[Swap, ...] = (),
    challenge: Challenge = FIRST,
) -> ChallengeVerdict:
    """The verdict on a challenge of the play drawn above."""
    rules = ruleset(game, switches)
    lying, laying = split(picture)
    return adjudicate_challenge(
        ruleset=rules,
        position=Position(board=board(rules, lying)),
        move=Placement(tiles=laid(laying), swaps=swaps),
        words=words,
        challenge=challenge,
    )


def naming(*words: str) -> Challenge:
    """`FIRST`, of these words only."""
    return replace(FIRST, words=tuple(Word(word) for word in words))


def test_pl16_a_word_that_is_not_admitted_is_taken_back_scores_nothing_and_the_turn_passes() -> None:
    answer = verdict()
    assert not answer.play_stands
    assert answer.refused is None
    assert sorted(answer.effect.tiles_returned) == ["A", "N"]
    assert answer.score == 0
    assert answer.effect.score_change == (0, 0)
    assert answer.effect.turn_lost_by == 1
    assert answer.next_player == 2


@pytest.mark.parametrize("moment", [Moment.SCORE_WRITTEN, Moment.TURN_PASSED, Moment.GAME_ENDED])
def test_pl17_once_the_score_is_written_or_the_turn_has_passed_a_challenge_is_too_late(moment: Moment) -> None:
    answer = verdict(challenge=replace(FIRST, moment=moment))
    assert answer.refused is Refusal.TOO_LATE
    assert answer.play_stands
    assert answer.words is None
    assert answer.effect.tiles_returned == ()
    assert answer.next_player == (None if moment is Moment.GAME_ENDED else 2)


def test_a_wrong_challenge_costs_nothing_by_the_text() -> None:
    answer = verdict(GOOD)
    assert answer.play_stands
    assert answer.effect.score_change == (0, 0)
    assert answer.effect.turn_lost_by is None
    assert answer.next_player == 2
    assert answer.score > 0


@pytest.mark.parametrize(
    ("player_count", "challenger", "following"),
    [
        pytest.param(2, 2, 1, id="of two, the player moves again"),
        pytest.param(3, 2, 3, id="of three, the turn goes past the challenger"),
        pytest.param(3, 3, 2, id="who sits further on loses his turn later"),
    ],
)
def test_a_wrong_challenge_may_cost_the_challenger_his_turn(player_count: int, challenger: int, following: int) -> None:
    answer = verdict(
        GOOD,
        switches={"challenge.wrong": "lose_turn"},
        challenge=replace(FIRST, player_count=player_count, challenger=challenger),
    )
    assert answer.effect.turn_lost_by == challenger
    assert answer.next_player == following


@pytest.mark.parametrize(("per", "points"), [("play", 5), ("word", 15)])
def test_a_wrong_challenge_may_bring_the_player_points(per: str, points: int) -> None:
    answer = verdict(GOOD, switches={"challenge.wrong": "points:5", "challenge.points_per": per})
    assert answer.effect.score_change == (points, 0)


def test_only_the_words_that_are_named_are_looked_up() -> None:
    answer = verdict(words_named("NA"), challenge=naming("NA"))
    assert answer.play_stands
    assert answer.words == ((Word("NA"), WordStanding.VALID),)


def words_named(*good: str) -> Words:
    """A judge that fails the test when it is asked about another word."""

    class Only:
        shut_until_challenged = True

        def status(self, word: Word) -> WordStanding:
            assert word in good
            return WordStanding.VALID

    return Only()


def test_one_bad_word_voids_the_whole_play() -> None:
    assert not verdict(challenge=naming("OA")).play_stands
    assert verdict(challenge=naming("KN", "NA")).play_stands


def test_where_the_play_is_challenged_all_its_words_count_whatever_is_named() -> None:
    assert not verdict(switches={"challenge.scope": "play"}, challenge=naming("NA")).play_stands


def test_where_the_result_of_a_word_is_not_told_only_the_play_is_judged() -> None:
    answer = verdict(switches={"challenge.told": "play_only"})
    assert not answer.play_stands
    assert answer.words is None


def test_a_score_that_was_written_is_removed() -> None:
    answer = verdict(switches={"challenge.window": "turn"}, challenge=replace(FIRST, moment=Moment.SCORE_WRITTEN))
    rules = ruleset("scrabble-pl")
    lying, laying = split(PICTURE)
    written = adjudicate(
        ruleset=rules,
        position=Position(board=board(rules, lying)),
        move=Placement(tiles=laid(laying)),
        words=Unchecked(),
    ).total
    assert written > 0
    assert answer.effect.score_change == (-written, 0)


@pytest.mark.parametrize(
    ("switches", "challenge", "refusal"),
    [
        pytest.param({}, replace(FIRST, challenger=1), Refusal.OWN_PLAY, id="nobody challenges his own play"),
        pytest.param({}, replace(FIRST, challenger=3, player_count=3), None, id="anybody else may"),
        pytest.param(
            {"challenge.who": "next"},
            replace(FIRST, challenger=3, player_count=3),
            Refusal.NOT_NEXT_PLAYER,
            id="only the next: not the third",
        ),
        pytest.param(
            {"challenge.who": "next"},
            replace(FIRST, player=3, challenger=1, player_count=3),
            None,
            id="only the next: he",
        ),
        pytest.param(
            {"challenge.window": "turn"}, replace(FIRST, moment=Moment.SCORE_WRITTEN), None, id="until the turn passes"
        ),
        pytest.param(
            {"challenge.window": "turn"}, replace(FIRST, moment=Moment.TURN_PASSED), Refusal.TOO_LATE, id="not after it"
        ),
    ],
)
def test_who_may_challenge_and_until_when(
    switches: dict[str, object], challenge: Challenge, refusal: Refusal | None
) -> None:
    assert verdict(switches=switches, challenge=challenge).refused is refusal


@pytest.mark.parametrize("mode", ["auto", "consensus"])
def test_where_words_are_checked_on_entry_a_challenge_is_void_but_the_truth_is_told(mode: str) -> None:
    good = verdict(GOOD, switches={"validation.mode": mode})
    assert (good.refused, good.play_stands) == (Refusal.VOID, True)
    bad = verdict(BAD, switches={"validation.mode": mode})
    assert (bad.refused, bad.play_stands, bad.score) == (Refusal.VOID, False, 0)


def test_a_word_the_play_did_not_form_cannot_be_challenged() -> None:
    with pytest.raises(RequestError) as caught:
        verdict(challenge=naming("NA", "KOT", "RAK"))
    assert [fault.field for fault in caught.value.violations] == ["challenged_words[1]", "challenged_words[2]"]


def test_an_illegal_play_is_taken_back_without_a_challenge() -> None:
    with pytest.raises(RequestError) as caught:
        verdict(picture="....  ....\n KOT.  .A..")
    assert [(fault.field, fault.found) for fault in caught.value.violations] == [("move", "OCCUPIED")]


def test_nobody_settles_a_challenge_without_a_judge_of_words() -> None:
    with pytest.raises(RequestError) as caught:
        verdict(Unchecked())
    assert [fault.field for fault in caught.value.violations] == ["words"]


def test_a_recovered_blank_goes_back_to_the_board() -> None:
    answer = verdict(
        accepted("КОТ"),
        game="krestoslovitsa",
        switches={"validation.mode": "challenge"},
        picture="....  ....\n кОТ.  ....\n ....  оН..",
        swaps=(Swap(square=Square(7, 6), letter="К"),),
    )
    assert sorted(answer.effect.tiles_returned) == ["К", "Н"]


class SmallLexicon:
    """КОТ and KOT's kin: three words in, one more known to a dictionary."""

    alphabet = load_alphabet(DATA, "polish")

    def __contains__(self, word: Word) -> bool:
        return word in {"KOT", "NA", "KN"}

    def attested(self, word: Word) -> bool:
        return word in {"KOT", "NA", "KN", "OA"}


def test_before_a_challenge_no_word_is_told_and_an_unknown_one_is_no_violation() -> None:
    rules = ruleset("scrabble-pl")
    lying, laying = split(PICTURE)
    ruling = adjudicate(
        ruleset=rules,
        position=Position(board=board(rules, lying)),
        move=Placement(tiles=laid(laying)),
        words=LexiconWords(SmallLexicon()),
    )
    assert ruling.legal
    assert {word.standing for word in ruling.words} == {WordStanding.UNTOLD}
    assert ruling.left_to_do
    assert ruling.left_to_do.challenge_open


def test_a_challenge_opens_the_lexicon() -> None:
    answer = verdict(LexiconWords(SmallLexicon()))
    assert answer.words == (
        (Word("NA"), WordStanding.VALID),
        (Word("KN"), WordStanding.VALID),
        (Word("OA"), WordStanding.NOT_ELIGIBLE),
    )
    assert not answer.play_stands


def test_checked_on_entry_a_word_that_is_not_admitted_is_told_from_one_that_is_unknown() -> None:
    rules = ruleset("scrabble-pl", {"validation.mode": "auto"})
    lying, laying = split(PICTURE)
    ruling = adjudicate(
        ruleset=rules,
        position=Position(board=board(rules, lying)),
        move=Placement(tiles=laid(laying)),
        words=LexiconWords(SmallLexicon()),
    )
    assert [(fault.code.value, fault.words) for fault in ruling.violations] == [("NOT_ELIGIBLE", ("OA",))]
