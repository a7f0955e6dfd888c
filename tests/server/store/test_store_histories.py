"""Random histories of calls, against a store in a few lines that keeps everything in dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from server.store import (
    Answered,
    GameEndedError,
    GameId,
    GameIdTakenError,
    Key,
    KeyReusedError,
    NewEvent,
    NewGame,
    Store,
    StoreError,
    UnknownGameError,
    Version,
    VersionConflictError,
)


@dataclass
class Model:
    """What a store does, without a database."""

    games: dict[str, list[NewGame | NewEvent]] = field(default_factory=dict)
    keys: dict[Key, NewGame | NewEvent] = field(default_factory=dict)

    def change(self, asked: NewGame | NewEvent) -> Answered:
        used = self.keys.get(asked.key)
        if used is not None:
            if used.body != asked.body:
                raise KeyReusedError(asked.key.text)
            return Answered(answer=used.answer, again=True)
        if isinstance(asked, NewGame):
            if asked.id in self.games:
                raise GameIdTakenError(asked.id)
            self.games[asked.id] = [asked]
        else:
            self._append(asked)
        self.keys[asked.key] = asked
        return Answered(answer=asked.answer, again=False)

    def _append(self, event: NewEvent) -> None:
        chain = self.games.get(event.game_id)
        if chain is None:
            raise UnknownGameError(event.game_id)
        if len(chain) - 1 != event.expected_version:
            raise VersionConflictError(event.game_id, expected=event.expected_version, actual=len(chain) - 1)
        last = chain[-1]
        if isinstance(last, NewEvent) and last.ends:
            raise GameEndedError(event.game_id, version=len(chain) - 1)
        chain.append(event)


#: Few of each, so that they meet.
IDS = st.sampled_from(["a", "b", "в"])
KEYS = st.builds(Key, caller=st.sampled_from(["white", "black"]), text=st.sampled_from(["1", "2", "3", "4", "5"]))
BODIES = st.sampled_from([b"", b"one", b"two"])
ANSWERS = st.binary(max_size=4)
GAMES = st.builds(NewGame, id=IDS.map(GameId), key=KEYS, body=BODIES, description=ANSWERS, answer=ANSWERS)
EVENTS = st.builds(
    NewEvent,
    game_id=IDS.map(GameId),
    expected_version=st.integers(0, 3).map(Version),
    key=KEYS,
    body=BODIES,
    event=ANSWERS,
    answer=ANSWERS,
    ends=st.sampled_from([False, False, False, True]),
)


def outcome(call: Callable[[], Answered]) -> object:
    """An answer, or what the error says by its type and its fields."""
    try:
        return call()
    except StoreError as error:
        return type(error), vars(error)


def changed(store: Store, asked: NewGame | NewEvent, world: str) -> Answered:
    """Make a change in a world of its own, so that every history can have an empty store without making one."""
    key = Key(caller=f"{world} {asked.key.caller}", text=asked.key.text)
    if isinstance(asked, NewGame):
        game_id = GameId(f"{world} {asked.id}")
        new = NewGame(id=game_id, key=key, body=asked.body, description=asked.description, answer=asked.answer)
        return store.create(new)
    event = NewEvent(
        game_id=GameId(f"{world} {asked.game_id}"),
        expected_version=asked.expected_version,
        key=key,
        body=asked.body,
        event=asked.event,
        answer=asked.answer,
        ends=asked.ends,
    )
    return store.append(event)


def within(world: str, told: object) -> object:
    """What the model says, as it is told in that world."""
    if isinstance(told, tuple) and "game_id" in told[1]:
        return told[0], told[1] | {"game_id": f"{world} {told[1]['game_id']}"}
    return told


A_GAME = NewGame(id=GameId("a"), key=Key(caller="white", text="1"), body=b"", description=b"d", answer=b"")
AN_END = NewEvent(
    game_id=GameId("a"),
    expected_version=Version(0),
    key=Key(caller="white", text="2"),
    body=b"",
    event=b"",
    answer=b"",
    ends=True,
)
AFTER_IT = NewEvent(
    game_id=GameId("a"),
    expected_version=Version(1),
    key=Key(caller="white", text="3"),
    body=b"",
    event=b"",
    answer=b"",
    ends=False,
)

worlds = iter(range(10**9))


@example([A_GAME, AN_END, AFTER_IT, AN_END, A_GAME])
@given(st.lists(st.one_of(GAMES, EVENTS, EVENTS, EVENTS), max_size=30))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_store_answers_every_history_as_the_model_does(store: Store, history: list[NewGame | NewEvent]) -> None:
    model, world = Model(), f"world {next(worlds)}"
    for asked in history:
        expected = outcome(lambda: model.change(asked))  # noqa: B023  called at once
        assert outcome(lambda: changed(store, asked, world)) == within(world, expected)  # noqa: B023
    for name, chain in model.games.items():
        game = store.game(GameId(f"{world} {name}"))
        last = chain[-1]
        assert game.version == len(chain) - 1
        assert game.ended == (isinstance(last, NewEvent) and last.ends)
        stored = [(event.event, event.answer) for event in store.events(game.id)]
        assert stored == [(event.event, event.answer) for event in chain if isinstance(event, NewEvent)]
    newest = [game.id for game in store.games(before_number=None, limit=len(model.games))]
    assert newest == [f"{world} {name}" for name in reversed(model.games)]
