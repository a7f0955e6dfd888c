"""Games and events whose bytes mean nothing, as the store sees them."""

from __future__ import annotations

from server.store import Answered, GameId, Key, NewEvent, NewGame, Store, StoredEvent, Version

NEW, AGAIN = False, True


def a_key(text: str, *, caller: str = "club") -> Key:
    return Key(caller=caller, text=text)


def a_game(name: str = "game", *, key: str = "", caller: str = "club", body: bytes = b"create") -> NewGame:
    """A new game whose key is ``create <name>`` unless told."""
    return NewGame(
        id=GameId(name),
        key=a_key(key or f"create {name}", caller=caller),
        body=body,
        description=f"description of {name}".encode(),
        answer=f"answer of {name}".encode(),
    )


def an_event(
    key: str,
    *,
    at: int,
    game: str = "game",
    caller: str = "club",
    body: bytes | None = None,
    ends: bool = False,
) -> NewEvent:
    """An event for a game seen at version ``at``; its body, bytes and answer are made of its key."""
    return NewEvent(
        game_id=GameId(game),
        expected_version=Version(at),
        key=a_key(key, caller=caller),
        body=key.encode() if body is None else body,
        event=f"event {key}".encode(),
        answer=f"answer {key} at {at}".encode(),
        ends=ends,
    )


def answered(answer: str, *, again: bool) -> Answered:
    return Answered(answer=answer.encode(), again=again)


def a_store_with(store: Store, events: int, *, name: str = "game") -> Store:
    """The store with one more game of so many events."""
    store.create(a_game(name))
    for version in range(events):
        store.append(an_event(f"{name} {version + 1}", at=version, game=name))
    return store


def contents(store: Store, name: str = "game", *, after: int = 0) -> list[bytes]:
    return [event.event for event in store.events(GameId(name), Version(after))]


def whole(store: Store, name: str = "game") -> list[StoredEvent]:
    """Every event with the creation first."""
    return list(store.events(GameId(name), Version(-1)))
