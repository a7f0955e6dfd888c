"""Where words are checked when they are laid, a challenge is void, and its answer tells what that check says."""

from __future__ import annotations

import pytest

from adjudicator.answer import verdict_as_dict
from adjudicator.board import Square
from adjudicator.challenge import Challenge, ChallengeVerdict, Moment, Refusal, adjudicate_challenge
from adjudicator.moves import PlacedTile, Placement
from adjudicator.position import Position
from adjudicator.words import LexiconWords, Unchecked, Words, WordStanding
from lexicon.alphabet import Word, load_alphabet
from tests.adjudicator.drawing import DATA, accepted, board, laid, ruleset, split

#: КОТ lies, НА is laid under it: НА 2, КН 4 and ОА 1; Н lies on green, its А is a blank.
LYING, LAYING = split(
    """
    ....  ....
    КОТ.  ....
    ....  Нa..
    """.replace("a", "а")
)


class Dictionary:
    """A lexicon of a few words, which has heard of one more."""

    alphabet = load_alphabet(DATA, "russian", folds=["Ё"])

    def __contains__(self, word: Word) -> bool:
        return word in {"НА", "КН"}

    def attested(self, word: Word) -> bool:
        return word == "ОА"


def verdict(
    words: Words, *, refusal: str = "retry", moment: Moment = Moment.BEFORE_SCORE_WRITTEN, named: str = ""
) -> ChallengeVerdict:
    """The verdict on player 2's challenge of player 1's play; three play."""
    rules = ruleset("crosslet", {"validation.on_refusal": refusal})
    challenged = (Word(named),) if named else None
    return adjudicate_challenge(
        ruleset=rules,
        position=Position(board=board(rules, LYING)),
        move=Placement(tiles=laid(LAYING)),
        words=words,
        challenge=Challenge(words=challenged, challenger=2, player=1, player_count=3, moment=moment),
    )


GOOD = accepted("НА", "КН", "ОА")
BAD = accepted("НА", "КН")


def test_a_legal_play_stands_with_its_words_told() -> None:
    answer = verdict(GOOD)
    assert (answer.refused, answer.play_stands, answer.score, answer.next_player) == (Refusal.VOID, True, 7, 2)
    assert answer.words == (("НА", WordStanding.VALID), ("КН", WordStanding.VALID), ("ОА", WordStanding.VALID))
    assert answer.effect.tiles_returned == ()


@pytest.mark.parametrize(
    ("refusal", "following", "lost_by"),
    [
        pytest.param("retry", 1, None, id="the player tries again"),
        pytest.param("lose_turn", 2, 1, id="the turn is lost"),
    ],
)
def test_a_play_that_is_refused_on_entry_comes_off(refusal: str, following: int, lost_by: int | None) -> None:
    answer = verdict(BAD, refusal=refusal)
    assert (answer.refused, answer.play_stands, answer.score) == (Refusal.VOID, False, 0)
    assert (answer.next_player, answer.effect.turn_lost_by) == (following, lost_by)
    assert answer.effect.tiles_returned == ("Н", "?")
    assert answer.effect.score_change == (0, 0, 0)
    assert answer.words
    assert dict(answer.words)[Word("ОА")] is WordStanding.NOT_A_WORD


def test_a_score_that_was_written_all_the_same_is_taken_away() -> None:
    assert verdict(BAD, moment=Moment.SCORE_WRITTEN).effect.score_change == (-7, 0, 0)


def test_the_lexicon_tells_what_is_not_admitted_from_what_is_unknown() -> None:
    answer = verdict(LexiconWords(Dictionary()))
    assert not answer.play_stands
    assert answer.words
    assert dict(answer.words)[Word("ОА")] is WordStanding.NOT_ELIGIBLE


def test_a_good_word_named_does_not_save_a_play_with_a_bad_one() -> None:
    assert not verdict(BAD, named="НА").play_stands


def test_without_a_judge_of_words_nothing_is_said_against_them() -> None:
    answer = verdict(Unchecked())
    assert (answer.play_stands, answer.refused) == (True, Refusal.VOID)
    assert answer.words
    assert {standing for _, standing in answer.words} == {WordStanding.UNCHECKED}


def test_the_answer_says_both_that_it_is_void_and_that_the_play_falls() -> None:
    told = verdict_as_dict(verdict(BAD))
    assert (told["refused"], told["play_stands"], told["score"], told["next_player"]) == ("VOID", False, 0, 1)


def test_a_challenge_that_comes_too_late_still_changes_nothing() -> None:
    rules = ruleset("scrabble-pl")
    tiles = tuple(PlacedTile(square=Square(7, 7 + place), letter=letter) for place, letter in enumerate("KOT"))
    answer = adjudicate_challenge(
        ruleset=rules,
        position=Position(board=rules.empty_board()),
        move=Placement(tiles=tiles),
        words=accepted("TOK"),
        challenge=Challenge(words=None, challenger=2, player=1, player_count=2, moment=Moment.TURN_PASSED),
    )
    assert (answer.refused, answer.play_stands, answer.words) == (Refusal.TOO_LATE, True, None)
