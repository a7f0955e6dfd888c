"""Who may still question the last play, and who may not any more after what is written down."""

from __future__ import annotations

import pytest

from adjudicator.board import Axis
from adjudicator.events import EndRack, Event, GameEnded, PlayChallenged, PlayRefused, PlayWithdrawn, ScoreWritten
from adjudicator.game import Game
from adjudicator.open_window import may_question, shut_out
from adjudicator.state import GameState
from lexicon.alphabet import Word
from tests.adjudicator.referee.playing import contra, game, happened, lay, skip, start, word

WORDS = "KOT KOTY"
THREE = game("scrabble-pl", words=WORDS, players=3)
LAID = happened(THREE, start(THREE), lay(1, "8H", "KOT"))


def laid(played: Game) -> GameState:
    return happened(played, start(played), lay(1, "8H", "KOT"))


@pytest.mark.parametrize(
    ("played", "seats"),
    [
        pytest.param(THREE, (2, 3), id="any other player"),
        pytest.param(
            game("scrabble-pl", words=WORDS, players=3, settings={"challenge.who": "next"}), (2,), id="the next alone"
        ),
        pytest.param(game("scrabble-pl", words=WORDS, sides=(1, 2, 1, 2)), (2, 4), id="nobody of his own side"),
        pytest.param(
            game("scrabble-pl", players=3, settings={"validation.mode": "consensus"}), (2, 3), id="who may refuse it"
        ),
        pytest.param(
            game("scrabble-pl", words=WORDS, players=3, settings={"validation.mode": "auto"}), (), id="judged already"
        ),
    ],
)
def test_a_play_may_be_questioned_by(played: Game, seats: tuple[int, ...]) -> None:
    assert may_question(played, laid(played)) == seats
    assert may_question(played, start(played)) == (), "nothing lies"


def test_nobody_questions_what_has_been_challenged_and_stands() -> None:
    stands = happened(THREE, LAID, PlayChallenged(seat=2, words=(Word("KOT"),)))
    assert may_question(THREE, stands) == ()


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        pytest.param(ScoreWritten(seat=1), (2, 3), id="the score is written"),
        pytest.param(PlayChallenged(seat=2), (), id="a challenge settles it"),
        pytest.param(PlayWithdrawn(seat=1), (), id="it is taken back"),
        pytest.param(skip(2), (), id="the turn has passed"),
    ],
)
def test_the_right_is_taken_by_what_is_written_down_alone(event: Event, seats: tuple[int, ...]) -> None:
    assert shut_out(THREE, LAID, event, happened(THREE, LAID, event)) == seats


def test_a_refusal_settles_a_play_too() -> None:
    played = game("krestoslovitsa", players=3)
    state = happened(played, start(played), lay(1, "8H", "КОТ"))
    assert shut_out(played, state, PlayRefused(seat=2), happened(played, state, PlayRefused(seat=2))) == ()


@pytest.mark.parametrize("event", [EndRack(seat=2, letters=tuple("AAAEEEI")), GameEnded()])
def test_the_end_takes_it_too(event: Event) -> None:
    played = game("scrabble-pl", words=WORDS, players=3, settings={"end.target_score": 1})
    state = happened(played, start(played), skip(1), skip(2), lay(3, "8H", "KOT"))
    assert state.pending_end
    assert shut_out(played, state, event, happened(played, state, event)) == (1, 2)


def test_a_score_whose_writing_decides_nothing_takes_nothing() -> None:
    played = game("scrabble-pl", words=WORDS, players=3, settings={"challenge.window": "turn"})
    state = laid(played)
    assert shut_out(played, state, ScoreWritten(seat=1), happened(played, state, ScoreWritten(seat=1))) == ()


def test_a_contra_right_after_the_word_takes_it_for_no_turn_has_passed() -> None:
    played = game("thirteen", words="ДОМ ОКО", settings={"validation.mode": "challenge"})
    before = happened(
        played,
        start(played),
        word(1, (4, 4), Axis.ACROSS, "ДОМ", (4, 7)),
        word(2, (4, 5), Axis.DOWN, "ОКО", (7, 5)),
    )
    corner = contra(2, (5, 4))
    assert shut_out(played, before, corner, happened(played, before, corner)) == (1,)
