"""What the rule texts say of whole games, a sentence of a text each."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.board import Axis, Square
from adjudicator.corner import corner_squares
from adjudicator.events import PlayChallenged, PlayRefused, ScoreWritten
from adjudicator.final_scores import final_scores
from adjudicator.game import Game
from adjudicator.referee import apply
from adjudicator.state import Ending, EndReason, FinalScores, GameState
from adjudicator.step import Step
from adjudicator.words import LexiconWords
from lexicon.alphabet import Word, load_alphabet
from tests.adjudicator.referee.playing import DATA, change, codes, contra, game, happened, lay, skip, start, word


def finals(played: Game, scores: tuple[int, ...], racks: tuple[str, ...], ending: Ending) -> FinalScores:
    found = final_scores(
        ruleset=played.ruleset,
        seating=played.seating,
        scores=scores,
        racks=[tuple(rack) for rack in racks],
        ending=ending,
    )
    assert found is not None
    return found


def test_who_goes_out_gets_what_the_opponent_loses() -> None:
    # Text 000, Конец игры: Щ, О, Т are 10 + 1 + 2.
    out = finals(game("crosslet"), (210, 198), ("", "ЩОТ"), Ending(reason=EndReason.OUT, out_seat=1))
    assert (out.scores, out.winners) == ((223, 185), (1,))


@pytest.mark.parametrize(("players", "exchanges"), [(2, 4), (3, 6), (4, 8)])
def test_everybody_exchanging_twice_in_a_row_ends_the_game(players: int, exchanges: int) -> None:
    # Text 000, Конец игры: 4, 6 or 8 exchanges in a row.
    played = game("crosslet", players=players)
    moves = [change(turn % players + 1, 1) for turn in range(exchanges)]
    before = happened(played, start(played), *moves[:-1])
    assert before.ended is None
    after = happened(played, before, moves[-1])
    assert after.ended == Ending(reason=EndReason.ALL_EXCHANGED)


def test_a_word_in_between_breaks_the_row_of_exchanges() -> None:
    played = game("crosslet")
    moves = [change(1, 1), change(2, 1), change(1, 1), lay(2, "8H", "КОТ")]
    state = happened(played, start(played), *moves, change(1, 1), change(2, 1), change(1, 1))
    assert state.ended is None
    assert happened(played, state, change(2, 1)).ended is not None


def test_after_exchanges_everybody_only_loses() -> None:
    # Text 000, Конец игры: the addition is for a player who went out.
    found = finals(game("crosslet"), (50, 40), ("Щ", "А"), Ending(reason=EndReason.ALL_EXCHANGED))
    assert (found.scores, found.gained) == ((40, 39), (0, 0))


def test_a_nickname_is_refused_by_the_others_and_taken_back() -> None:
    # Text 001: the third player who adds Н to ПОЛКА is refused, and may write ПРОПОЛКА.
    played = game("krestoslovitsa", players=3, words="ПОЛ ПОЛКА ПРОПОЛКА", settings={"layout": "plain"})
    state = happened(played, start(played), lay(1, "8G", "ПОЛ"), lay(2, "8J", "КА"))
    laid = happened(played, state, lay(3, "8L", "Н"))
    assert laid.open_play is not None
    assert [fault.words for fault in laid.open_play.faults] == [("ПОЛКАН",)]
    assert codes(played, laid, lay(1, "9H", "Р")) == {"NOT_A_WORD"}  # it must come off first
    back = happened(played, laid, PlayRefused(seat=1))
    assert back == state
    assert happened(played, back, lay(3, "8D", "ПРО")).scores == (5, 8, 13)


class Nouns:
    """A lexicon that knows a nickname and does not admit it."""

    alphabet = load_alphabet(DATA, "russian", folds=["Ё"])

    def __contains__(self, word: Word) -> bool:
        return word in {"ПОЛ", "ПОЛКА", "ПРОПОЛКА"}

    def attested(self, word: Word) -> bool:
        return word in self or word == "ПОЛКАН"


def test_a_nickname_is_known_and_not_admitted() -> None:
    # Text 001: ПОЛКАН is a name for a dog; names and nicknames do not count.
    played = replace(game("krestoslovitsa"), words=LexiconWords(Nouns()))
    laid = happened(played, start(played), lay(1, "8D", "ПОЛКА"), lay(2, "8I", "Н"))
    assert laid.open_play is not None
    assert [fault.code.value for fault in laid.open_play.faults] == ["NOT_ELIGIBLE"]
    assert codes(played, laid, lay(1, "9D", "А")) == {"NOT_ELIGIBLE"}


def test_a_nickname_the_players_know_of_is_refused_without_a_lexicon() -> None:
    played = game("krestoslovitsa")
    state = happened(played, start(played), lay(1, "8D", "ПОЛКА"))
    assert happened(played, state, lay(2, "8I", "Н"), PlayRefused(seat=1)) == replace(state, open_play=None)


def test_those_with_a_right_to_a_turn_still_take_it_when_the_score_is_reached() -> None:
    # Text 001: somebody may get more than the player who was first to the score agreed on.
    played = game("krestoslovitsa", players=3, words="КОТ ТОН НОС", settings={"layout": "plain"})
    state = replace(start(played), scores=(198, 185, 150))
    first = happened(played, state, lay(1, "8H", "КОТ"))  # 2 + 1 + 2
    assert (first.scores[0], first.ended) == (203, None)
    second = happened(played, replace(first, scores=(203, 200, 150)), lay(2, "J8", ".ОН"))
    assert second.ended is None
    third = happened(played, second, lay(3, "10J", ".ОС"))
    assert third.ended == Ending(reason=EndReason.TARGET_REACHED)
    assert third.final is not None
    assert (third.scores, third.final.scores, third.final.winners) == ((203, 204, 154), (203, 204, 154), (2,))


def test_with_the_tiles_used_up_racks_are_counted_off_and_nobody_gains() -> None:
    # Text 001, last paragraph.
    found = finals(game("krestoslovitsa"), (120, 131), ("Ш", "АОЩ"), Ending(reason=EndReason.NOBODY_CAN_MOVE))
    assert (found.scores, found.gained, found.winners) == ((110, 119), (0, 0), (2,))


def test_with_a_score_agreed_on_nothing_is_counted_off() -> None:
    found = finals(game("krestoslovitsa"), (202, 205), ("Ш", "Щ"), Ending(reason=EndReason.TARGET_REACHED))
    assert found.scores == (202, 205)


def test_nobody_can_move_once_everybody_skips_with_an_empty_bag() -> None:
    played = game("krestoslovitsa", players=3)
    state = start(played)
    full = happened(played, state, skip(1), skip(2), skip(3), skip(1))
    assert full.ended is None
    empty = happened(played, replace(state, bag_count=0), skip(1), skip(2))
    assert empty.ended is None
    assert happened(played, empty, skip(3)).ended == Ending(reason=EndReason.NOBODY_CAN_MOVE)


def test_tiles_are_changed_once_a_turn() -> None:
    # Text 001: any number, once for one turn.
    played = game("krestoslovitsa")
    state = happened(played, start(played), change(1, 5))
    assert "SECOND_EXCHANGE_IN_TURN" in codes(played, state, change(1, 2))


def test_the_left_tiles_are_counted_over_to_who_went_out() -> None:
    # Text 003, Zakończenie gry: Ż and B are 8 points.
    found = finals(game("scrabble-pl"), (300, 310), ("ŻB", ""), Ending(reason=EndReason.OUT, out_seat=2))
    assert (found.scores, found.lost, found.gained) == ((292, 318), (8, 0), (0, 8))


def test_everybody_passing_twice_in_a_row_ends_the_game_whatever_is_left() -> None:
    # Text 003, Zakończenie gry, Uwaga.
    played = game("scrabble-pl")
    three = happened(played, start(played), skip(1), skip(2), skip(1))
    assert three.ended is None
    four = happened(played, three, skip(2))
    assert (four.ended, four.bag_count, four.on_turn) == (Ending(reason=EndReason.ALL_PASSED), 86, None)


@pytest.mark.parametrize(("counts", "ended"), [(False, False), (True, True)])
def test_an_exchange_is_no_pass_unless_a_switch_says_so(*, counts: bool, ended: bool) -> None:
    # Text 003, Opuszczanie kolejki: to pass is another thing than to exchange.
    played = game("scrabble-pl", settings={"end.exchange_counts_as_pass": counts})
    state = happened(played, start(played), skip(1), skip(2), change(1, 3))
    after = apply(played, state, skip(2))
    assert isinstance(after, Step)
    assert (after.state.ended is not None) is ended
    if not ended:
        assert happened(played, after.state, skip(1)).ended is None


def test_a_word_rightly_challenged_comes_off_and_the_turn_goes_on() -> None:
    # Text 003, Kwestionowanie słów.
    played = game("scrabble-pl", words="KOT")
    before = start(played)
    laid = happened(played, before, lay(1, "8H", "TKO", rack="TKOAAAA"))
    assert laid.scores == (10, 0)  # 2 + 2 + 1, twice on the star
    after = happened(played, laid, PlayChallenged(seat=2))
    assert (after.board.tiles, after.scores, after.on_turn) == ({}, (0, 0), 2)
    assert sorted(after.hand(1).tiles or ()) == sorted("TKOAAAA")
    assert after.bag_count == before.bag_count


def test_a_challenge_after_the_score_is_written_is_too_late() -> None:
    # Text 003, Kwestionowanie słów: before the score is written and the turn passes.
    played = game("scrabble-pl", words="KOT")
    written = happened(played, start(played), lay(1, "8H", "TKO"), ScoreWritten(seat=1))
    assert codes(played, written, PlayChallenged(seat=2)) == {"TOO_LATE"}
    passed = happened(played, start(played), lay(1, "8H", "TKO"), skip(2))
    assert codes(played, passed, PlayChallenged(seat=2)) == {"TOO_LATE"}


def test_a_word_may_be_played_again() -> None:
    # Text 004: one and the same word may be played more than once in a game.
    played = game("scrabble-bg", words="ТИ ИТ")
    state = happened(played, start(played), lay(1, "8H", "ТИ"), lay(2, "I8", ".Т"))
    again = happened(played, state, lay(1, "9I", ".И"))
    assert again.scores[0] > state.scores[0]
    strict = game("scrabble-bg", words="ТИ ИТ", settings={"repeat_words": "forbidden"})
    assert codes(strict, state, lay(1, "9I", ".И")) == {"WORD_REPEATED"}


def test_all_thirteen_are_exchanged_once_a_game_and_the_player_goes_on() -> None:
    # Text 002: each of the two once in the whole game; with the new letters he goes on.
    played = game("thirteen")
    state = happened(played, start(played), change(1, 13))
    assert state.on_turn == 1
    assert "ALREADY_EXCHANGED" in codes(played, state, change(1, 13))
    later = happened(played, state, word(1, (2, 3), Axis.ACROSS, "ПТИЦА", (2, 8)), change(2, 13))
    later = happened(played, later, word(2, (2, 5), Axis.DOWN, "ИГРА", (6, 5)))
    assert codes(played, later, change(1, 13)) == {"ALREADY_EXCHANGED"}


def contra_position(played: Game) -> GameState:
    """ПТИЦА across and ИГРА down from its И: two corners beside the crossing."""
    first = word(2, (2, 3), Axis.ACROSS, "ПТИЦА", (2, 8))
    return happened(played, start(played, first_seat=2), first, word(1, (2, 5), Axis.DOWN, "ИГРА", (6, 5)))


def test_a_tile_on_a_corner_makes_the_opponent_miss_his_turn() -> None:
    # Text 002: a tile turned over on a corner between a word across and a word down, and the same player again.
    played = game("thirteen")
    state = contra_position(played)
    rules = played.ruleset.word_rules
    assert rules is not None
    assert {Square(3, 4), Square(3, 6)} <= set(corner_squares(rules, state.board))
    assert state.on_turn == 2
    after = happened(played, state, contra(1, (3, 6)))
    assert (after.on_turn, after.scores) == (1, state.scores)
    assert Square(3, 6) in after.board.face_down
    assert codes(played, after, contra(1, (3, 4))) == {"CONTRA_NOT_ALLOWED"}  # one a word


def test_only_who_has_laid_the_last_word_may_contra() -> None:
    played = game("thirteen")
    state = contra_position(played)
    assert codes(played, state, contra(2, (3, 6))) == {"CONTRA_NOT_ALLOWED"}
    assert codes(played, state, contra(1, (9, 9))) == {"NOT_A_CORNER_FIELD"}


def test_one_word_a_turn() -> None:
    # Text 002: one word each, then it is the opponent's turn.
    played = game("thirteen")
    state = happened(played, start(played), word(1, (2, 3), Axis.ACROSS, "ПТИЦА", (2, 8)))
    assert codes(played, state, word(1, (2, 5), Axis.DOWN, "ИГРА", (6, 5))) == {"ONE_WORD_PER_TURN", "NOT_YOUR_TURN"}
