"""Short ways to write games in tests: who plays by which rules, and what he lays where."""

from __future__ import annotations

from collections.abc import Mapping

from adjudicator.board import Axis, Square
from adjudicator.event_refusals import Refused
from adjudicator.events import Event, MoveMade
from adjudicator.game import Game
from adjudicator.moves import Contra, Exchange, Pass, PlacedTile, Placement, Swap, WordMove
from adjudicator.referee import apply, opening
from adjudicator.ruleset import load_ruleset
from adjudicator.seating import Player, Seating
from adjudicator.state import GameState
from adjudicator.step import Step
from adjudicator.words import AcceptedWords, Unchecked
from lexicon.alphabet import Word
from lexicon.shipped import data_folder

DATA = data_folder()


def game(
    ruleset_id: str,
    *,
    players: int = 2,
    sides: tuple[int, ...] = (),
    words: str | None = None,
    settings: Mapping[str, object] | None = None,
) -> Game:
    """A game; ``words`` are the only acceptable ones, None when nobody is asked."""
    judge = Unchecked() if words is None else AcceptedWords(frozenset(Word(word) for word in words.split()))
    numbers = sides or tuple(range(1, players + 1))
    seats = tuple(Player(name=f"player {seat}", side=side) for seat, side in enumerate(numbers, start=1))
    return Game(ruleset=load_ruleset(DATA, ruleset_id, settings or {}), seating=Seating(players=seats), words=judge)


def lay(
    seat: int, place: str, letters: str, *, rack: str | None = None, swaps: tuple[tuple[str, str], ...] = ()
) -> MoveMade:
    """Lay ``letters`` from ``place``: ``8H`` across, ``H8`` down; a dot is a tile that lies, lower case a blank."""
    square, axis = read_place(place)
    tiles = tuple(
        PlacedTile(square=square.step(axis, at), letter=letter.upper(), blank=letter != letter.upper())
        for at, letter in enumerate(letters)
        if letter != "."
    )
    taken = tuple(Swap(square=read_place(at)[0], letter=letter) for at, letter in swaps)
    return MoveMade(seat=seat, move=Placement(tiles=tiles, swaps=taken), rack=None if rack is None else tuple(rack))


def word(seat: int, start: tuple[int, int], axis: Axis, letters: str, face_down: tuple[int, int]) -> MoveMade:
    """Lay one word and turn a tile over on ``face_down``."""
    move = WordMove(word=letters, start=Square(*start), axis=axis, face_down=Square(*face_down))
    return MoveMade(seat=seat, move=move)


def contra(seat: int, square: tuple[int, int]) -> MoveMade:
    """Turn a tile over on a corner."""
    return MoveMade(seat=seat, move=Contra(square=Square(*square)))


def skip(seat: int) -> MoveMade:
    """Pass."""
    return MoveMade(seat=seat, move=Pass())


def change(seat: int, tiles: int | str, *, rack: str | None = None) -> MoveMade:
    """Exchange so many tiles, or these."""
    letters = () if isinstance(tiles, int) else tuple(tiles)
    count = tiles if isinstance(tiles, int) else len(tiles)
    return MoveMade(seat=seat, move=Exchange(count=count, letters=letters), rack=None if rack is None else tuple(rack))


def read_place(place: str) -> tuple[Square, Axis]:
    """A square and the axis its notation stands for: ``8H`` is across, ``H8`` down."""
    if place[0].isdigit():
        return Square(int(place[:-1]) - 1, ord(place[-1]) - ord("A")), Axis.ACROSS
    return Square(int(place[1:]) - 1, ord(place[0]) - ord("A")), Axis.DOWN


def start(played: Game, *, first_seat: int | None = 1) -> GameState:
    """The state before the first event."""
    return opening(played, first_seat=first_seat)


def happened(played: Game, state: GameState, *events: Event) -> GameState:
    """The state after ``events``, none of which may be refused."""
    for event in events:
        outcome = apply(played, state, event)
        assert isinstance(outcome, Step), f"{event} is refused: {outcome}"
        state = outcome.state
    return state


def codes(played: Game, state: GameState, event: Event) -> set[str]:
    """Why ``event`` is refused; it must be."""
    outcome = apply(played, state, event)
    assert isinstance(outcome, Refused), f"{event} is not refused"
    return {refusal.code.value for refusal in outcome.refusals}
