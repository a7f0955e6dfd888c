"""What may happen when: turns, tiles, challenges, ends; and why an event is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from adjudicator.board import Axis, Square
from adjudicator.events import (
    BlanksRecovered,
    Draw,
    EndRack,
    Event,
    GameEnded,
    MoveMade,
    Penalty,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
    ScoreWritten,
    StartDraw,
)
from adjudicator.final_scores import final_scores
from adjudicator.game import Game
from adjudicator.moves import PlacedTile, Placement, Swap
from adjudicator.referee import apply
from adjudicator.ruleset import load_ruleset
from adjudicator.state import Ending, EndReason, GameState
from adjudicator.step import DifferenceKind, Step
from lexicon.alphabet import Word
from tests.adjudicator.referee.playing import DATA, change, codes, contra, game, happened, lay, skip, start, word

POLISH = game("scrabble-pl", words="KOT KOTY KOC TOK OKO")
LAID = happened(POLISH, start(POLISH), lay(1, "8H", "KOT", rack="KOTAAAA"))
ENDED = happened(POLISH, start(POLISH), skip(1), skip(2), skip(1), skip(2))


@pytest.mark.parametrize(
    ("state", "event", "reasons"),
    [
        pytest.param(LAID, lay(1, "9H", "A"), {"NOT_YOUR_TURN"}, id="not the player on turn"),
        pytest.param(LAID, lay(3, "9H", "A"), {"UNKNOWN_SEAT"}, id="a seat that is not there"),
        pytest.param(ENDED, skip(1), {"GAME_OVER"}, id="a move after the end"),
        pytest.param(
            start(POLISH), lay(1, "8H", "KOT", rack="KOAAAAA"), {"TILE_NOT_ON_RACK"}, id="a tile that is not there"
        ),
        pytest.param(start(POLISH), lay(1, "8H", "KOT", rack="KOTAAAAA"), {"RACK_IMPOSSIBLE"}, id="eight tiles"),
        pytest.param(start(POLISH), lay(1, "8H", "ĄĄ"), {"TILE_NOT_IN_SET"}, id="two tiles of one Ą"),
        pytest.param(start(POLISH), lay(1, "8H", "koc"), {"TILE_NOT_IN_SET"}, id="more blanks than exist"),
        pytest.param(start(POLISH), RackShown(seat=2, letters=("Ż", "Ż")), {"TILE_NOT_IN_SET"}, id="a rack of two Ż"),
        pytest.param(start(POLISH), RackShown(seat=2, letters=("Щ",)), {"UNKNOWN_LETTER"}, id="a foreign rack"),
        pytest.param(LAID, Draw(seat=1, count=4), {"RACK_IMPOSSIBLE"}, id="more drawn than laid"),
        pytest.param(LAID, ScoreWritten(seat=2), {"NOT_YOUR_PLAY"}, id="the score of another"),
        pytest.param(start(POLISH), ScoreWritten(seat=1), {"NO_OPEN_PLAY"}, id="a score without a play"),
        pytest.param(start(POLISH), PlayChallenged(seat=2), {"NO_OPEN_PLAY"}, id="nothing to challenge"),
        pytest.param(LAID, PlayChallenged(seat=1), {"OWN_PLAY"}, id="his own play"),
        pytest.param(LAID, PlayChallenged(seat=2, words=(Word("OKO"),)), {"WORD_NOT_FORMED"}, id="not that word"),
        pytest.param(LAID, PlayWithdrawn(seat=2), {"NOT_YOUR_PLAY"}, id="the play of another"),
        pytest.param(LAID, PlayRefused(seat=2), {"NOT_BY_CONSENSUS"}, id="refused where words are challenged"),
        pytest.param(LAID, GameEnded(), {"NOT_OVER"}, id="an end that the rules do not know"),
        pytest.param(LAID, EndRack(seat=1, letters=()), {"NOT_OVER"}, id="a rack counted before the end"),
        pytest.param(ENDED, EndRack(seat=1, letters=("A",)), {"RACK_IMPOSSIBLE"}, id="not the whole rack"),
        pytest.param(LAID, StartDraw(seat=1, tile="A"), {"START_SETTLED"}, id="a draw after the start"),
    ],
)
def test_an_event_is_refused_and_says_why(state: GameState, event: Event, reasons: set[str]) -> None:
    assert codes(POLISH, state, event) == reasons


def test_a_word_nobody_has_questioned_lies() -> None:
    # Text 003, Kwestionowanie słów: only a challenge opens the dictionary.
    ruling = step(POLISH, LAID, lay(2, "I7", "A.")).ruling
    assert ruling is not None
    assert [word.standing.value for word in ruling.words] == ["UNTOLD"]


def step(played: Game, state: GameState, event: Event) -> Step:
    outcome = apply(played, state, event)
    assert isinstance(outcome, Step), outcome
    return outcome


def test_a_tile_of_a_partly_known_rack_may_be_one_of_the_others() -> None:
    known = happened(POLISH, start(POLISH), RackShown(seat=1, letters=tuple("AAĄ")))
    after = happened(POLISH, known, lay(1, "8H", "KOTY"))
    assert sorted(after.hand(1).known) == ["A", "A", "Ą"]
    assert codes(POLISH, known, lay(1, "8H", "KOTYK")) == {"TILE_NOT_ON_RACK"}


# Tiles.


def test_drawn_tiles_go_back_when_the_play_comes_off() -> None:
    played = game("scrabble-pl", words="KOT", settings={"challenge.window": "turn"})
    before = start(played)
    laid = happened(
        played,
        before,
        lay(1, "8H", "TKO", rack="TKOAAAA"),
        ScoreWritten(seat=1),
        Draw(seat=1, count=3, letters=("B", "C", "D")),
    )
    after = happened(played, laid, PlayChallenged(seat=2))
    assert sorted(after.hand(1).known) == sorted("TKOAAAA")
    assert (after.bag_count, after.scores) == (before.bag_count, (0, 0))


def test_tiles_set_aside_for_an_exchange_do_not_come_back_with_it() -> None:
    # Text 003, Wymiana płytek: drawn first, put back after.
    state = happened(POLISH, start(POLISH), change(1, "ĄŻ", rack="ĄŻAAAAA"))
    assert codes(POLISH, state, Draw(seat=1, count=2, letters=("Ą", "B"))) == {"RACK_IMPOSSIBLE"}
    after = happened(POLISH, state, Draw(seat=1, count=2, letters=("B", "B")), skip(2))
    later = happened(POLISH, after, change(1, 1), RackShown(seat=2, letters=("Ą",)))
    assert later.hand(2).known == ("Ą",)


def test_the_last_unknown_rack_follows_from_the_set() -> None:
    counts = dict.fromkeys(POLISH.ruleset.alphabet.letters, 0) | {"K": 1, "O": 2, "T": 1, "Ż": 1, "B": 1}
    points = POLISH.ruleset.tiles.points
    table = {
        "letters": {letter: {"count": count, "points": points[letter]} for letter, count in counts.items()},
        "blanks": 0,
    }
    played = game("scrabble-pl", settings={"tiles.table": "custom", "tiles.custom": table, "rack.size": 3})
    laid = happened(played, start(played), lay(1, "8H", "KOT"))
    assert laid.pending_end == Ending(reason=EndReason.OUT, out_seat=1)
    over = happened(played, laid, ScoreWritten(seat=1))
    assert over.final is not None
    assert (over.final.lost, over.final.gained) == ((0, 9), (9, 0))  # Ż, B and O


# The draw for the start.


def drawn(*tiles: str, blank: str = "first") -> tuple[int | None, tuple[tuple[int, str], ...]]:
    played = game("scrabble-pl", players=3, settings={"start.blank": blank})
    draws = [StartDraw(seat=place % 3 + 1, tile=tile) for place, tile in enumerate(tiles)]
    state = happened(played, start(played, first_seat=None), *draws)
    return state.first_seat, state.start_draws


@pytest.mark.parametrize(
    ("tiles", "blank", "first"),
    [
        pytest.param("BĄC", "first", 2, id="the letter nearest A: Ą comes before B"),
        pytest.param("B?A", "first", 2, id="a blank stands for any letter"),
        pytest.param("B?A", "last", 3, id="unless a switch puts it last"),
        pytest.param("BC", "first", None, id="not everybody has drawn"),
        pytest.param("AAB", "first", None, id="a tie is not settled"),
    ],
)
def test_who_begins(tiles: str, blank: str, first: int | None) -> None:
    assert drawn(*tiles, blank=blank)[0] == first


def test_those_who_tie_draw_again_among_themselves() -> None:
    played = game("scrabble-pl", players=3)
    tied = happened(
        played,
        start(played, first_seat=None),
        *[StartDraw(seat=seat, tile=tile) for seat, tile in ((1, "C"), (2, "B"), (3, "B"))],
    )
    assert codes(played, tied, StartDraw(seat=1, tile="A")) == {"START_SETTLED"}
    assert codes(played, tied, skip(2)) == {"START_NOT_SETTLED"}
    settled = happened(played, tied, StartDraw(seat=2, tile="Z"), StartDraw(seat=3, tile="D"))
    assert (settled.first_seat, settled.on_turn) == (3, 3)


def test_the_draw_has_only_tiles_of_the_set() -> None:
    played = game("scrabble-pl", players=3)
    state = happened(played, start(played, first_seat=None), StartDraw(seat=1, tile="Ą"))
    assert codes(played, state, StartDraw(seat=2, tile="Ą")) == {"TILE_NOT_IN_SET"}


# Challenges in a game.


def test_a_valid_word_beside_a_phony_does_not_save_the_play() -> None:
    played = game("scrabble-pl", words="KOT OKO TOK")
    state = happened(played, start(played), lay(1, "8H", "KOT"), lay(2, "9I", "KT"))  # OK and TT down, KT across
    good = happened(played, start(played), lay(1, "8H", "KOT"))
    after = step(played, state, PlayChallenged(seat=1))
    assert after.verdict is not None
    assert not after.verdict.play_stands
    assert after.state.board == good.board


def test_the_same_words_are_challenged_once() -> None:
    after = happened(POLISH, LAID, PlayChallenged(seat=2))
    assert codes(POLISH, after, PlayChallenged(seat=2)) == {"ALREADY_SETTLED"}
    assert codes(POLISH, after, PlayChallenged(seat=2, words=(Word("KOT"),))) == {"ALREADY_SETTLED"}


def test_where_the_whole_play_is_tested_another_word_of_it_is_settled_too() -> None:
    played = game("scrabble-pl", words="KOT OK TA KA", settings={"challenge.scope": "play"})
    state = happened(played, start(played), lay(1, "8H", "KOT"), lay(2, "9I", "KA"))
    after = happened(played, state, PlayChallenged(seat=1, words=(Word("OK"),)))
    assert codes(played, after, PlayChallenged(seat=1, words=(Word("KA"),))) == {"ALREADY_SETTLED"}


def test_only_the_next_player_challenges_where_the_ruleset_says_so() -> None:
    played = game("scrabble-pl", players=3, words="KOT", settings={"challenge.who": "next"})
    state = happened(played, start(played), lay(1, "8H", "TKO"))
    assert codes(played, state, PlayChallenged(seat=3)) == {"NOT_NEXT_PLAYER"}


def test_a_wrong_challenge_costs_the_next_turn_of_who_made_it() -> None:
    played = game("scrabble-pl", players=3, words="KOT", settings={"challenge.wrong": "lose_turn"})
    laid = happened(played, start(played), lay(1, "8H", "KOT"))
    at_once = happened(played, laid, PlayChallenged(seat=2))
    assert at_once.on_turn == 3
    later = happened(played, laid, PlayChallenged(seat=3))
    assert later.on_turn == 2
    assert happened(played, later, skip(2)).on_turn == 1


def test_a_turn_lost_by_a_wrong_challenge_stays_lost_when_another_word_brings_the_play_down() -> None:
    played = game("scrabble-pl", players=3, words="KOT OK", settings={"challenge.wrong": "lose_turn"})
    state = happened(played, start(played), lay(1, "8H", "KOT"), lay(2, "9I", "KT"))
    wrong = happened(played, state, PlayChallenged(seat=3, words=(Word("OK"),)))
    down = happened(played, wrong, PlayChallenged(seat=1, words=(Word("KT"),)))
    assert (down.on_turn, down.scores[1]) == (1, 0)


def test_points_for_a_wrong_challenge_go_to_the_player_challenged() -> None:
    played = game("scrabble-pl", words="KOT", settings={"challenge.wrong": "points:5"})
    laid = happened(played, start(played), lay(1, "8H", "KOT"))
    assert happened(played, laid, PlayChallenged(seat=2)).scores == (laid.scores[0] + 5, 0)


def test_the_last_play_can_come_off_until_the_end_is_recorded() -> None:
    # The end of the game is another moment at which the window shuts.
    last = replace(
        LAID, open_play=None, bag_count=0, on_turn=2, hands=LAID.with_hand(2, replace(LAID.hand(2), count=1))
    )
    out = happened(POLISH, last, lay(2, "8K", "Y"))
    assert (out.ended, out.pending_end) == (None, Ending(reason=EndReason.OUT, out_seat=2))
    assert codes(POLISH, out, skip(1)) == {"GAME_OVER"}
    recorded = happened(POLISH, out, GameEnded())
    assert recorded.ended == Ending(reason=EndReason.OUT, out_seat=2)
    assert codes(POLISH, recorded, PlayChallenged(seat=1)) == {"TOO_LATE"}
    strict = game("scrabble-pl", words="KOT")
    off = happened(strict, out, PlayChallenged(seat=1))
    assert (off.ended, off.pending_end, off.on_turn) == (None, None, 1)


def test_a_score_is_written_once() -> None:
    # Text 003, Zapisywanie wyników: after each move; with `challenge.window` = turn the play stays open beyond it.
    played = game("scrabble-pl", words="KOT", settings={"challenge.window": "turn"})
    written = happened(played, start(played), lay(1, "8H", "KOT"), ScoreWritten(seat=1))
    assert codes(played, written, ScoreWritten(seat=1)) == {"NO_OPEN_PLAY"}
    assert happened(played, written, PlayChallenged(seat=2)).scores == written.scores


def test_the_result_at_the_table_is_followed_and_the_difference_told() -> None:
    after = step(POLISH, LAID, PlayChallenged(seat=2, play_stands=False))
    assert [difference.kind for difference in after.differences] == [DifferenceKind.VERDICT]
    assert after.state.board.tiles == {}


def test_without_a_judge_the_record_says_what_was_found() -> None:
    played = game("scrabble-pl")
    laid = happened(played, start(played), lay(1, "8H", "TKO"))
    assert codes(played, laid, PlayChallenged(seat=2)) == {"NOBODY_JUDGES"}
    after = step(played, laid, PlayChallenged(seat=2, play_stands=False))
    assert (after.differences, after.state.board.tiles, after.state.on_turn) == ((), {}, 2)


def test_a_play_taken_back_although_its_words_are_good_is_a_difference() -> None:
    after = step(POLISH, LAID, PlayWithdrawn(seat=1))
    assert [difference.kind for difference in after.differences] == [DifferenceKind.WITHDRAWN_VALID]
    assert (after.state.on_turn, after.state.scores) == (2, (0, 0))
    phony = happened(POLISH, start(POLISH), lay(1, "8H", "TKO"))
    assert step(POLISH, phony, PlayWithdrawn(seat=1)).differences == ()


@pytest.mark.parametrize("ruleset_id", ["crosslet", "krestoslovitsa"])
def test_a_game_that_checks_words_has_no_challenge(ruleset_id: str) -> None:
    played = game(ruleset_id, words="КОТ")
    laid = happened(played, start(played), lay(1, "8H", "КОТ"))
    assert codes(played, laid, PlayChallenged(seat=2)) == {"VOID"}
    assert codes(played, laid, PlayRefused(seat=2)) == {"NO_OPEN_PLAY"}


def test_a_wrong_word_is_refused_on_entry_or_costs_the_turn() -> None:
    played = game("crosslet", words="КОТ")
    assert codes(played, start(played), lay(1, "8H", "ТКО")) == {"NOT_A_WORD"}
    strict = game("crosslet", words="КОТ", settings={"validation.on_refusal": "lose_turn"})
    after = happened(strict, start(strict), lay(1, "8H", "ТКО"))
    assert (after.board.tiles, after.scores, after.on_turn) == ({}, (0, 0), 2)


def test_nobody_refuses_a_play_of_his_own_side() -> None:
    played = game("krestoslovitsa", sides=(1, 2, 1, 2))
    laid = happened(played, start(played), lay(1, "8H", "КОТ"))
    assert codes(played, laid, PlayRefused(seat=3)) == {"OWN_PLAY"}
    assert happened(played, laid, PlayRefused(seat=4)).on_turn == 1


def test_a_refusal_costs_the_turn_where_the_players_agreed_so() -> None:
    played = game("krestoslovitsa", settings={"validation.on_refusal": "lose_turn"})
    laid = happened(played, start(played), lay(1, "8H", "КОТ"))
    assert happened(played, laid, PlayRefused(seat=2)).on_turn == 2


# Blanks taken from the board.


def with_blank(**settings: object) -> tuple[Game, GameState]:
    played = game("crosslet", settings={"swap": "any_turn", **settings})
    laid = lay(1, "8H", "кОТ", rack="?ОТАЕИЛ")
    return played, happened(played, start(played), laid)


TAKEN = BlanksRecovered(seat=2, swaps=(Swap(square=Square(7, 7), letter="К"),), rack=tuple("КАЕИЛОТ"))


def test_a_blank_is_taken_for_its_letter_and_kept() -> None:
    # Text 000, Варианты: used in the same turn or a later one.
    played, state = with_blank()
    after = happened(played, state, TAKEN)
    assert sorted(after.hand(2).known) == sorted("?АЕИЛОТ")
    assert (after.on_turn, after.board.tiles[Square(7, 7)].blank) == (2, False)
    assert happened(played, after, change(2, 1)).on_turn == 1


def test_an_exchange_after_it_may_be_forbidden() -> None:
    played, state = with_blank(**{"swap.then_exchange": False})
    assert codes(played, happened(played, state, TAKEN), change(2, 1)) == {"RECOVERY_NOT_ALLOWED"}


@pytest.mark.parametrize(("breaks", "row"), [(False, 2), (True, 0)])
def test_it_breaks_a_row_of_exchanges_only_where_the_ruleset_says_so(*, breaks: bool, row: int) -> None:
    played, state = with_blank(**{"swap.breaks_exchange_row": breaks})
    changed = happened(played, state, change(2, 1), change(1, 1))
    assert happened(played, changed, TAKEN).row.exchanges == row


def test_one_play_may_not_write_a_word_twice_where_words_are_not_repeated() -> None:
    # `repeat_words` (text 001 is silent; one printed edition forbids it): ОК down to each К of КОК.
    twice = MoveMade(
        seat=2,
        move=Placement(
            tiles=tuple(PlacedTile(square=Square(6, column), letter="О") for column in (7, 9)),
        ),
    )
    free, strict = game("krestoslovitsa"), game("krestoslovitsa", settings={"repeat_words": "forbidden"})
    state = happened(strict, start(strict), lay(1, "8H", "КОК"))
    assert [word.word for word in happened(free, state, twice).open_play.ruling.words] == ["ОК", "ОК"]  # type: ignore[union-attr]
    assert codes(strict, state, twice) == {"WORD_REPEATED"}


def test_a_word_paid_again_for_a_blank_taken_is_not_written_again() -> None:
    settings = {"repeat_words": "forbidden", "swap.rescore": True}
    strict = game("krestoslovitsa", settings=settings)
    state = happened(strict, start(strict), lay(1, "8H", "кОТ"))
    after = happened(strict, state, lay(2, "I8", ".н", swaps=(("8H", "К"),)))
    assert after.words_played == {"КОТ", "ОН"}


def test_blanks_taken_one_by_one_count_together_in_a_turn() -> None:
    # Text 000, Варианты, lets a player take the blank; `swap.max_per_turn` = 1 is one a turn, however it is told.
    played = game("crosslet", settings={"swap": "any_turn", "swap.max_per_turn": 1})
    state = happened(played, start(played), lay(1, "8H", "коТ", rack="??ТАЕИЛ"))
    another = BlanksRecovered(seat=2, swaps=(Swap(square=Square(7, 8), letter="О"),))
    taken = happened(played, state, TAKEN)
    assert codes(played, taken, another) == {"SWAP_NOT_ALLOWED"}
    assert codes(played, taken, lay(2, "9H", "А", swaps=(("8I", "О"),))) == {"SWAP_NOT_ALLOWED"}
    assert happened(played, taken, change(2, 1), change(1, 1), another).on_turn == 2
    two = game("crosslet", settings={"swap": "any_turn"})
    assert happened(two, taken, another).hand(2).known.count("?") == 2


def test_it_needs_the_letter_and_a_game_that_allows_it() -> None:
    played, state = with_blank()
    wrong = BlanksRecovered(seat=2, swaps=(Swap(square=Square(7, 7), letter="О"),))
    assert codes(played, state, wrong) == {"SWAP_WRONG_LETTER"}
    off = game("crosslet")
    assert codes(off, happened(off, start(off), lay(1, "8H", "кОТ")), TAKEN) == {"SWAP_NOT_ALLOWED"}
    same_turn = game("krestoslovitsa")
    laid = happened(same_turn, start(same_turn), lay(1, "8H", "кОТ"))
    assert codes(same_turn, laid, TAKEN) == {"RECOVERY_NOT_ALLOWED"}


def test_a_blank_swapped_inside_a_play_goes_back_to_the_board_when_it_is_refused() -> None:
    # Text 001: the blank of ФЕТР is taken for Ф and laid as Щ of ЩУКА.
    played = game("krestoslovitsa", settings={"layout": "plain"})
    before = happened(played, start(played), lay(1, "8H", "фЕТР"))
    laid = happened(played, before, lay(2, "K5", "щУК.", swaps=(("8H", "Ф"),)))
    assert not laid.board.tiles[Square(7, 7)].blank
    assert happened(played, laid, PlayRefused(seat=1)) == replace(before, open_play=None)


# The end.


def test_a_tie_is_shared() -> None:
    assert ENDED.final is None  # no rack is known
    racks = [EndRack(seat=1, letters=tuple("AAAAAAA")), EndRack(seat=2, letters=tuple("EEEEEEE"))]
    final = happened(POLISH, ENDED, *racks).final
    assert final is not None
    assert (final.scores, final.winners) == ((-7, -7), (1, 2))


def test_racks_seen_after_the_end_settle_the_scores() -> None:
    final = happened(POLISH, ENDED, *[RackShown(seat=seat, letters=tuple("AAAA" + "E" * 3)) for seat in (1, 2)]).final
    assert final is not None
    assert final.scores == (-7, -7)


def test_with_one_more_each_everybody_else_has_a_turn_after_the_score_is_reached() -> None:
    played = game("krestoslovitsa", words="КОТ ТОН", settings={"end.target": "one_more_each"})
    near = replace(start(played), scores=(10, 198), on_turn=2)
    reached = happened(played, near, lay(2, "8H", "КОТ"))
    assert (reached.ended, reached.on_turn) == (None, 1)
    assert happened(played, reached, skip(1)).ended == Ending(reason=EndReason.TARGET_REACHED)
    whole_round = game("krestoslovitsa", words="КОТ")
    assert happened(whole_round, near, lay(2, "8H", "КОТ")).ended == Ending(reason=EndReason.TARGET_REACHED)


def test_a_score_reached_by_a_play_that_is_refused_is_not_reached() -> None:
    played = game("krestoslovitsa")
    near = replace(start(played), scores=(10, 198), on_turn=2)
    laid = happened(played, near, lay(2, "8H", "КОТ"))
    assert laid.pending_end is not None
    assert happened(played, laid, PlayRefused(seat=1)).on_turn == 2


@pytest.mark.parametrize(("counts", "passes"), [(False, 0), (True, 2)])
def test_a_lost_turn_counts_as_a_pass_only_where_the_ruleset_says_so(*, counts: bool, passes: int) -> None:
    played = game("scrabble-pl", words="KOT", settings={"end.lost_turn_counts": counts})
    state = happened(played, start(played), skip(1), lay(2, "8H", "TKO"), PlayChallenged(seat=1))
    assert state.row.passes == passes


def test_going_out_does_not_end_a_game_that_plays_on() -> None:
    # Text 001: until nobody can form a word.
    played = game("krestoslovitsa", words="КОТ")
    last = replace(start(played), bag_count=0, hands=(replace(start(played).hand(1), count=3), start(played).hand(2)))
    assert happened(played, last, lay(1, "8H", "КОТ")).ended is None


def test_a_penalty_is_taken_off_whenever_it_is_given() -> None:
    racks = [EndRack(seat=1, letters=tuple("AAAAAAA")), EndRack(seat=2, letters=tuple("EEEEEEE"))]
    final = happened(POLISH, ENDED, *racks, Penalty(seat=1, points=10)).final
    assert final is not None
    assert (final.scores, final.winners) == ((-17, -7), (2,))


def test_sides_share_a_score() -> None:
    played = game("krestoslovitsa", sides=(1, 2, 1, 2), words="КОТ ТОН НОС", settings={"layout": "plain"})
    state = happened(played, start(played), lay(1, "8H", "КОТ"), lay(2, "J8", ".ОН"), lay(3, "10J", ".ОС"), skip(4))
    assert (state.scores, state.on_turn) == ((9, 4), 1)


def test_who_goes_out_gets_what_the_other_sides_hold_and_not_his_partner() -> None:
    # Text 000, Конец игры: the tiles of his opponents.
    played = game("crosslet", sides=(1, 2, 1, 2))
    racks = [(), ("Щ",), ("О", "Т"), ("А",)]
    found = final_scores(
        ruleset=played.ruleset,
        seating=played.seating,
        scores=(100, 100),
        racks=racks,
        ending=Ending(reason=EndReason.OUT, out_seat=1),
    )
    assert found is not None
    assert (found.lost, found.gained, found.scores) == ((3, 11), (11, 0), (108, 89))


@pytest.mark.parametrize(("worth", "lost"), [(0, 10), (10, 20)])
def test_a_blank_left_on_a_rack_is_worth_what_the_ruleset_says(worth: int, lost: int) -> None:
    played = game("krestoslovitsa", settings={"blank.rack_value": worth})
    found = final_scores(
        ruleset=played.ruleset,
        seating=played.seating,
        scores=(50, 50),
        racks=[("?", "Ш"), ()],
        ending=Ending(reason=EndReason.NOBODY_CAN_MOVE),
    )
    assert found is not None
    assert found.lost == (lost, 0)


def test_tiles_are_counted_only_for_who_went_out() -> None:
    last = replace(
        LAID, open_play=None, bag_count=0, on_turn=2, hands=LAID.with_hand(2, replace(LAID.hand(2), count=1))
    )
    over = happened(POLISH, last, lay(2, "8K", "Y"), GameEnded())
    rack = tuple(over.hand(1).known) + tuple("EEE")
    assert step(POLISH, over, EndRack(seat=1, letters=rack, credited_to=2)).score == 7
    passed = happened(POLISH, ENDED, RackShown(seat=1, letters=tuple("AAAAAAA")))
    assert step(POLISH, passed, EndRack(seat=1, letters=tuple("AAAAAAA"), credited_to=2)).score == 0
    out = replace(over, ended=Ending(reason=EndReason.OUT, out_seat=1))
    assert step(POLISH, out, EndRack(seat=1, letters=rack, credited_to=2)).score == 0


def test_what_became_known_of_another_rack_stays_known_when_a_play_comes_off() -> None:
    shown = happened(POLISH, LAID, RackShown(seat=2, letters=("Ż",)), PlayWithdrawn(seat=1))
    assert shown.hand(2).known == ("Ż",)


def test_a_wrong_challenge_of_the_last_play_changes_nothing_of_the_end() -> None:
    played = game("scrabble-pl", words="KOT KOTY", settings={"challenge.wrong": "lose_turn"})
    last = replace(
        LAID, open_play=None, bag_count=0, on_turn=2, hands=LAID.with_hand(2, replace(LAID.hand(2), count=1))
    )
    out = happened(played, last, lay(2, "8K", "Y"))
    wrong = happened(played, out, PlayChallenged(seat=1))
    assert replace(wrong, open_play=out.open_play) == out


def test_a_blank_taken_inside_a_play_and_not_laid_is_on_the_rack() -> None:
    played, state = with_blank()
    after = happened(played, state, lay(2, "I9", "А", rack="КАЕИЛНН", swaps=(("8H", "К"),)))
    assert sorted(after.hand(2).known) == sorted("?ЕИЛНН")


# Contra.


def contra_game(limit: int) -> tuple[Game, GameState]:
    played = game("thirteen", settings={"contra.max_in_row": limit, "incidental": "ignored"})
    first = word(2, (2, 3), Axis.ACROSS, "ПТИЦА", (2, 8))
    state = happened(played, start(played, first_seat=2), first, word(1, (2, 5), Axis.DOWN, "ИГРА", (6, 5)))
    return played, happened(played, state, contra(1, (3, 6)), word(1, (2, 7), Axis.DOWN, "АЛЕЯ", (6, 7)))


def test_contras_in_a_row_may_be_limited() -> None:
    # Text 002 sets no limit; a group may.
    free, state = contra_game(0)
    assert happened(free, state, contra(1, (3, 4))).on_turn == 1
    strict, state = contra_game(1)
    assert codes(strict, state, contra(1, (3, 4))) == {"CONTRA_NOT_ALLOWED"}
    later = happened(
        strict, state, word(2, (5, 7), Axis.ACROSS, "ЯД", (5, 9)), word(1, (5, 8), Axis.DOWN, "ДА", (7, 8))
    )
    assert happened(strict, later, contra(1, (3, 4))).on_turn == 1


def test_a_contra_follows_at_once() -> None:
    played, state = contra_game(0)
    assert codes(played, happened(played, state, skip(2)), contra(1, (3, 4))) == {"CONTRA_NOT_ALLOWED"}
    changed = happened(played, state, change(2, 13))
    assert codes(played, changed, contra(1, (3, 4))) == {"CONTRA_NOT_ALLOWED"}


def test_instead_of_a_word_a_contra_is_the_turn() -> None:
    played = game("thirteen", settings={"contra.timing": "instead_of_word", "incidental": "ignored"})
    first = word(2, (2, 3), Axis.ACROSS, "ПТИЦА", (2, 8))
    state = happened(played, start(played, first_seat=2), first, word(1, (2, 5), Axis.DOWN, "ИГРА", (6, 5)))
    assert codes(played, state, contra(1, (3, 6))) == {"NOT_YOUR_TURN"}
    assert happened(played, state, contra(2, (3, 6))).on_turn == 2


def test_a_letter_turned_over_is_counted_and_an_unseen_one_makes_the_rack_uncertain() -> None:
    points = load_ruleset(DATA, "thirteen").tiles.points
    table = {"letters": {letter: {"count": 2, "points": 10} for letter in points}, "blanks": 0}
    played = game("thirteen", settings={"tiles.table": "custom", "tiles.custom": table})
    laid = word(1, (2, 3), Axis.ACROSS, "ПАПА", (2, 7))
    known = happened(played, start(played), RackShown(seat=1, letters=tuple("ПАПАБВГ")))
    assert codes(played, known, replace(laid, turned="А")) == {"TILE_NOT_IN_SET"}
    seen = happened(played, known, replace(laid, turned="Б"))
    assert (sorted(seen.hand(1).known), seen.turned) == (["В", "Г"], ("Б",))
    assert happened(played, known, laid).hand(1).known == ()
