"""Random histories on small sets of tiles: whatever happens, nothing is lost, made or counted twice."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adjudicator.board import Axis, Square
from adjudicator.corner import corner_squares
from adjudicator.event_refusals import Refused
from adjudicator.events import (
    BlanksRecovered,
    Draw,
    Event,
    GameEnded,
    MoveMade,
    PlayChallenged,
    PlayRefused,
    PlayWithdrawn,
    RackShown,
    ScoreWritten,
)
from adjudicator.game import Game
from adjudicator.moves import Contra, Exchange, Pass, PlacedTile, Placement, Swap, WordMove
from adjudicator.record import GameRecord, RecordedEvent
from adjudicator.record_reading import read_record
from adjudicator.record_writing import write_record
from adjudicator.referee import apply
from adjudicator.replay import replay
from adjudicator.ruleset import load_ruleset
from adjudicator.state import GameState
from adjudicator.step import Step
from tests.adjudicator.referee.playing import DATA, game, start
from tests.adjudicator.referee.test_golden_games import NO_LEXICON

LETTERS = {"scrabble-pl": "AOK", "crosslet": "АОК", "krestoslovitsa": "АОК", "thirteen": "АОК"}


def few_tiles(ruleset_id: str) -> dict[str, object]:
    """Racks of three out of a handful of tiles, so that games end."""
    points = load_ruleset(DATA, ruleset_id).tiles.points
    letters = {
        letter: {"count": 5 if letter in LETTERS[ruleset_id] else 0, "points": points[letter]} for letter in points
    }
    blanks = 0 if ruleset_id == "thirteen" else 2
    return {"tiles.table": "custom", "tiles.custom": {"letters": letters, "blanks": blanks}, "rack.size": 3}


SETTINGS: Mapping[str, Mapping[str, object]] = {
    "scrabble-pl": few_tiles("scrabble-pl") | {"challenge.wrong": "lose_turn", "challenge.window": "turn"},
    "crosslet": few_tiles("crosslet") | {"swap": "any_turn"},
    "krestoslovitsa": few_tiles("krestoslovitsa") | {"end.target_score": 30},
    "thirteen": few_tiles("thirteen") | {"exchange.min_tiles": 1, "incidental": "ignored"},
}
GAMES: Mapping[str, Game] = {
    "scrabble-pl": game("scrabble-pl", players=3, settings=SETTINGS["scrabble-pl"]),
    "crosslet": game("crosslet", settings=SETTINGS["crosslet"]),
    "krestoslovitsa": game("krestoslovitsa", sides=(1, 2, 1, 2), settings=SETTINGS["krestoslovitsa"]),
    "thirteen": game("thirteen", settings=SETTINGS["thirteen"]),
}

#: How often each kind of event is tried.
WEIGHTS = {"play": 10, "pass": 1, "exchange": 1, "dispute": 2, "tiles": 1, "recovery": 1, "contra": 2, "end": 1}

History = list[tuple[Event, GameState, Step]]


def free_near(state: GameState, played: Game, chance: Random) -> Square:
    """A free square beside a tile, or the start square."""
    board = state.board
    beside = {near for lying in board.tiles for near in lying.neighbours() if board.is_free(near)}
    return chance.choice(sorted(beside)) if beside else played.ruleset.layout.start


def a_placement(state: GameState, played: Game, chance: Random, letters: str) -> Placement:
    """One to three tiles in a line over free squares, sometimes with a blank or a swap."""
    square, axis = free_near(state, played, chance), chance.choice(list(Axis))
    tiles: list[PlacedTile] = []
    for _ in range(chance.randint(2 if not state.board.tiles else 1, 3)):
        while square in state.board.tiles:
            square = square.step(axis)
        tiles.append(PlacedTile(square=square, letter=chance.choice(letters), blank=chance.random() < 0.2))
        square = square.step(axis)
    blanks = [(at, tile.letter) for at, tile in state.board.tiles.items() if tile.blank]
    swaps = [Swap(square=at, letter=letter) for at, letter in blanks[:1] if chance.random() < 0.5]
    return Placement(tiles=tuple(tiles), swaps=tuple(swaps))


def a_word(state: GameState, played: Game, chance: Random, letters: str) -> WordMove:
    """A word over a free square and whatever lies behind it, with a tile turned over at its end."""
    first, axis = free_near(state, played, chance), chance.choice(list(Axis))
    while first.step(axis, -1) in state.board.tiles:
        first = first.step(axis, -1)
    text, square, own = "", first, chance.randint(1, 2)
    while square in state.board.tiles or own:
        own -= square not in state.board.tiles
        text += state.board.tiles[square].letter if square in state.board.tiles else chance.choice(letters)
        square = square.step(axis)
    return WordMove(word=text, start=first, axis=axis, face_down=square)


def an_event(kind: str, state: GameState, played: Game, chance: Random) -> Event:
    """Something to try."""
    letters, seats = LETTERS[played.ruleset.id], list(played.seating.seats)
    seat, anybody = state.on_turn or 1, chance.choice(seats)
    few = tuple(chance.choices(letters, k=chance.randint(0, 2)))
    match kind:
        case "play":
            make = a_placement if played.ruleset.word_rules is None else a_word
            return MoveMade(seat=seat, move=make(state, played, chance, letters))
        case "exchange":
            return MoveMade(seat=seat, move=Exchange(count=chance.randint(0, 3)))
        case "contra" if played.ruleset.word_rules:
            corners = corner_squares(played.ruleset.word_rules, state.board)
            return MoveMade(seat=anybody, move=Contra(square=chance.choice(corners or (Square(0, 0),))))
        case "dispute":
            stands = chance.random() < 0.5
            disputes: list[Event] = [PlayChallenged(seat=anybody, play_stands=stands)] * 3
            player = state.open_play.seat if state.open_play else anybody
            disputes += [PlayRefused(seat=anybody), PlayWithdrawn(seat=player), ScoreWritten(seat=player)]
            return chance.choice(disputes)
        case "tiles":
            drawn = Draw(seat=anybody, count=len(few), letters=few)
            return drawn if chance.random() < 0.5 else RackShown(seat=anybody, letters=few)
        case "recovery":
            blanks = [(at, tile.letter) for at, tile in state.board.tiles.items() if tile.blank]
            at, letter = chance.choice(blanks or [(Square(0, 0), letters[0])])
            return BlanksRecovered(seat=seat, swaps=(Swap(square=at, letter=letter),))
        case "end":
            return GameEnded()
    return MoveMade(seat=seat, move=Pass())


def history_of(ruleset_id: str, seed: int) -> History:
    """What the referee lets happen of many events tried: each with the state before it and what it came to."""
    played, chance = GAMES[ruleset_id], Random(seed)  # noqa: S311 -- a test repeats itself
    state = start(played)
    history: History = []
    for _ in range(60):
        if state.ended and len(history) > 5 and history[-5][1].ended:
            break  # five events after the end are enough
        kind = chance.choices(list(WEIGHTS), weights=list(WEIGHTS.values()))[0]
        for _ in range(20 if kind == "play" and not state.ended else 1):
            event = an_event(kind, state, played, chance)
            outcome = apply(played, state, event)
            if isinstance(outcome, Step):
                history.append((event, state, outcome))
                state = outcome.state
                break
            assert all(refusal.message for refusal in outcome.refusals)
            assert outcome.refusals
    return history


def histories(ruleset_id: str) -> st.SearchStrategy[History]:
    return st.integers(0, 2**32).map(lambda seed: history_of(ruleset_id, seed))


tried_hard = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)


@pytest.mark.parametrize("ruleset_id", GAMES)
def test_the_histories_have_what_there_is_to_test(ruleset_id: str) -> None:
    kinds: Counter[str] = Counter()
    ends: Counter[str] = Counter()
    for seed in range(30):
        history = history_of(ruleset_id, seed)
        kinds.update(type(event.move if isinstance(event, MoveMade) else event).__name__ for event, _, _ in history)
        last = history[-1][2].state
        ends.update([last.ended.reason if last.ended else "going on"])
    expected = {
        "scrabble-pl": {"Placement", "Exchange", "Pass", "PlayChallenged", "PlayWithdrawn", "ScoreWritten", "Draw"},
        "crosslet": {"Placement", "Exchange", "BlanksRecovered", "Draw"},
        "krestoslovitsa": {"Placement", "Exchange", "Pass", "PlayRefused", "PlayWithdrawn"},
        "thirteen": {"WordMove", "Contra", "Exchange", "Pass"},
    }[ruleset_id]
    assert expected <= set(kinds)
    assert kinds["Placement"] + kinds["WordMove"] >= 120
    assert sum(ends.values()) - ends["going on"] >= 10


@pytest.mark.parametrize("ruleset_id", GAMES)
@tried_hard
@given(data=st.data())
def test_no_tile_is_lost_or_made(ruleset_id: str, data: st.DataObject) -> None:
    total = GAMES[ruleset_id].ruleset.tiles.total
    for _, _, step in data.draw(histories(ruleset_id)):
        state = step.state
        assert state.bag_count is not None
        assert state.bag_count >= 0
        lying = len(state.board.tiles) + len(state.board.face_down)
        assert lying + state.bag_count + sum(hand.count for hand in state.hands) == total
        assert all(len(hand.known) <= hand.count <= 3 for hand in state.hands)


@pytest.mark.parametrize("ruleset_id", GAMES)
@tried_hard
@given(data=st.data())
def test_the_scores_are_the_sum_of_what_each_event_brought(ruleset_id: str, data: st.DataObject) -> None:
    seating = GAMES[ruleset_id].seating
    sheet = [0] * seating.side_count
    for _, _, step in data.draw(histories(ruleset_id)):
        if step.scored_seat:
            sheet[seating.side(step.scored_seat) - 1] += step.score
        assert step.state.scores == tuple(sheet)
        if step.state.final:
            final = step.state.final
            assert all(
                score == played - minus + plus
                for score, played, minus, plus in zip(final.scores, sheet, final.lost, final.gained, strict=True)
            )


@pytest.mark.parametrize("ruleset_id", GAMES)
@tried_hard
@given(data=st.data())
def test_the_replay_of_the_record_is_the_live_state(ruleset_id: str, data: st.DataObject) -> None:
    history = data.draw(histories(ruleset_id))
    record = GameRecord(
        game=GAMES[ruleset_id],
        settings=SETTINGS[ruleset_id],
        word_source={"unchecked": True},
        first_seat=1,
        events=tuple(
            RecordedEvent(event=event, score=step.score if step.scored_seat else None) for event, _, step in history
        ),
    )
    text = write_record(record)
    again = read_record(text.encode(), data=DATA, open_words=NO_LEXICON)
    assert write_record(again) == text
    assert json.loads(text)["version"] == 1
    judged = replay(again)
    assert judged.as_the_rules_say
    assert [event.outcome.state for event in judged.events if isinstance(event.outcome, Step)] == [
        step.state for _, _, step in history
    ]


@pytest.mark.parametrize("ruleset_id", ["scrabble-pl", "krestoslovitsa"])
@tried_hard
@given(data=st.data())
def test_a_play_that_comes_off_leaves_the_position_before_it_tile_for_tile(
    ruleset_id: str, data: st.DataObject
) -> None:
    played = GAMES[ruleset_id]
    for event, before, step in data.draw(histories(ruleset_id)):
        if not step.state.open_play or not isinstance(event, MoveMade):
            continue
        mover = event.seat
        other = next(seat for seat in played.seating.seats if played.seating.side(seat) != played.seating.side(mover))
        off: list[Event] = [PlayWithdrawn(seat=mover)]
        by_challenge = PlayChallenged(seat=other, play_stands=False)
        off.append(by_challenge if ruleset_id == "scrabble-pl" else PlayRefused(seat=other))
        for taking_back in off:
            after = apply(played, step.state, taking_back)
            assert isinstance(after, Step)
            state = after.state
            assert (state.board, state.bag_count, state.scores) == (before.board, before.bag_count, before.scores)
            assert state.hands == before.hands
            assert state.words_played == before.words_played
            assert (state.pending_end, state.open_play) == (None, None)


@pytest.mark.parametrize("ruleset_id", GAMES)
@tried_hard
@given(data=st.data())
def test_once_a_game_has_ended_no_move_follows(ruleset_id: str, data: st.DataObject) -> None:
    played = GAMES[ruleset_id]
    for _, _, step in data.draw(histories(ruleset_id)):
        if step.state.ended:
            assert step.state.on_turn is None
            outcome = apply(played, step.state, MoveMade(seat=1, move=Pass()))
            assert isinstance(outcome, Refused)
        else:
            assert step.state.on_turn in played.seating.seats
