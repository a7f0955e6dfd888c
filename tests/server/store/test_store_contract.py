"""What every store promises, told once and asked of each kind."""

from __future__ import annotations

import hashlib
from collections.abc import Callable

import pytest

from server.store import (
    Answered,
    GameEndedError,
    GameId,
    GameIdTakenError,
    Key,
    KeyReusedError,
    Store,
    StoredGame,
    UnknownGameError,
    Version,
    VersionConflictError,
    open_store,
)
from tests.server.store.making import (
    AGAIN,
    NEW,
    a_game,
    a_key,
    a_store_with,
    an_event,
    answered,
    contents,
    whole,
)


def test_a_new_game_is_at_version_0(store: Store) -> None:
    assert store.create(a_game()) == answered("answer of game", again=NEW)
    game = store.game(GameId("game"))
    assert game == StoredGame(
        id=GameId("game"),
        number=game.number,
        description=b"description of game",
        version=Version(0),
        ended=False,
        digest=game.digest,
    )


def test_each_event_adds_1_to_the_version(store: Store) -> None:
    a_store_with(store, 3)
    assert store.game(GameId("game")).version == 3
    assert contents(store) == [b"event game 1", b"event game 2", b"event game 3"]


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        pytest.param(-1, [b"description of game", b"event game 1", b"event game 2"], id="before the creation"),
        pytest.param(0, [b"event game 1", b"event game 2"], id="after the creation"),
        pytest.param(1, [b"event game 2"], id="in the middle"),
        pytest.param(2, [], id="after the last"),
        pytest.param(3, [], id="beyond the game"),
    ],
)
def test_events_are_read_from_any_version_on(store: Store, after: int, expected: list[bytes]) -> None:
    assert contents(a_store_with(store, 2), after=after) == expected


def test_events_come_in_order_across_pages(store: Store) -> None:
    count = 450
    a_store_with(store, count)
    assert contents(store) == [f"event game {version}".encode() for version in range(1, count + 1)]
    assert [event.version for event in store.events(GameId("game"), Version(199))] == list(range(200, count + 1))


def test_a_reader_sees_what_is_stored_while_it_reads(store: Store) -> None:
    """A watcher may take its time; nothing is locked meanwhile, and what comes later is read too."""
    a_store_with(store, 200)
    reading = store.events(GameId("game"))
    assert next(reading).version == 1
    store.append(an_event("later", at=200))
    assert [event.version for event in reading][-1] == 201


# Idempotency keys


def test_the_same_event_again_is_answered_as_before_and_not_stored_twice(store: Store) -> None:
    a_store_with(store, 0)
    event = an_event("move", at=0)
    assert store.append(event) == answered("answer move at 0", again=NEW)
    assert store.append(event) == answered("answer move at 0", again=AGAIN)
    assert store.answered(event.key, event.body) == answered("answer move at 0", again=AGAIN)
    assert contents(store) == [b"event move"]


def test_the_answer_is_the_stored_one_whatever_comes_with_the_key_now(store: Store) -> None:
    """The same body may be answered differently by a newer server; the first answer stands."""
    a_store_with(store, 0)
    store.append(an_event("move", at=0, body=b"move"))
    later = an_event("move", at=1, body=b"move")
    assert store.append(later) == answered("answer move at 0", again=AGAIN)


def test_a_known_key_is_answered_though_the_game_has_ended(store: Store) -> None:
    a_store_with(store, 0)
    store.append(an_event("move", at=0))
    store.append(an_event("last", at=1, ends=True))
    assert store.append(an_event("move", at=0)).again
    assert store.append(an_event("last", at=1, ends=True)).again


def test_the_same_game_again_is_answered_as_before(store: Store) -> None:
    store.create(a_game("first", key="new"))
    # The server chooses another id for each call; only the first one's is stored.
    assert store.create(a_game("second", key="new")) == answered("answer of first", again=AGAIN)
    assert [game.id for game in store.games(before_number=None, limit=10)] == ["first"]


@pytest.mark.parametrize(
    "change",
    [
        pytest.param(lambda store: store.append(an_event("move", at=1, body=b"another")), id="another event"),
        pytest.param(lambda store: store.append(an_event("create game", at=1)), id="an event with a game's key"),
        pytest.param(lambda store: store.create(a_game("other", key="move")), id="a game with an event's key"),
    ],
)
def test_a_key_with_another_body_is_refused(store: Store, change: Callable[[Store], Answered]) -> None:
    a_store_with(store, 0)
    store.append(an_event("move", at=0))
    with pytest.raises(KeyReusedError):
        change(store)
    assert contents(store) == [b"event move"]
    assert len(store.games(before_number=None, limit=10)) == 1


def test_a_key_with_another_body_is_refused_when_only_asked_for(store: Store) -> None:
    store.create(a_game())
    with pytest.raises(KeyReusedError):
        store.answered(a_key("create game"), b"another")


def test_a_new_key_has_no_answer(store: Store) -> None:
    assert store.answered(a_key("new"), b"body") is None


def test_callers_do_not_share_keys(store: Store) -> None:
    a_store_with(store, 0)
    store.append(an_event("move", at=0, caller="white"))
    assert store.append(an_event("move", at=1, caller="black")) == answered("answer move at 1", again=NEW)


def test_a_refused_event_leaves_its_key_free(store: Store) -> None:
    a_store_with(store, 1)
    with pytest.raises(VersionConflictError):
        store.append(an_event("move", at=0))
    assert store.append(an_event("move", at=1, body=b"decided again")) == answered("answer move at 1", again=NEW)


# Versions


@pytest.mark.parametrize("expected", [0, 1, 3, 2**40], ids=["stale", "stale by 1", "ahead", "far ahead"])
def test_an_event_for_another_version_is_refused(store: Store, expected: int) -> None:
    a_store_with(store, 2)
    with pytest.raises(VersionConflictError) as refused:
        store.append(an_event("move", at=expected))
    assert (refused.value.expected, refused.value.actual) == (expected, 2)
    assert store.game(GameId("game")).version == 2


def test_nothing_follows_the_end(store: Store) -> None:
    a_store_with(store, 1)
    store.append(an_event("end", at=1, ends=True))
    assert store.game(GameId("game")).ended
    with pytest.raises(GameEndedError) as refused:
        store.append(an_event("late", at=2))
    assert refused.value.version == 2
    assert store.answered(a_key("late"), b"late") is None


def test_a_stale_event_after_the_end_is_told_to_read_the_game(store: Store) -> None:
    a_store_with(store, 1)
    store.append(an_event("end", at=1, ends=True))
    with pytest.raises(VersionConflictError):
        store.append(an_event("late", at=1))


# Games


def test_what_is_not_here_is_unknown(store: Store) -> None:
    with pytest.raises(UnknownGameError):
        store.game(GameId("none"))
    with pytest.raises(UnknownGameError):
        store.events(GameId("none"))
    with pytest.raises(UnknownGameError):
        store.append(an_event("move", at=0, game="none"))
    assert store.games(before_number=None, limit=10) == ()


def test_an_id_is_given_once(store: Store) -> None:
    store.create(a_game("game"))
    with pytest.raises(GameIdTakenError):
        store.create(a_game("game", key="another"))
    assert store.answered(a_key("another"), b"create") is None


def test_games_are_listed_newest_first_page_by_page(store: Store) -> None:
    for name in "abcde":
        a_store_with(store, 1, name=name)
    seen: list[str] = []
    before = None
    while page := store.games(before_number=before, limit=2):
        seen += [game.id for game in page]
        before = page[-1].number
    assert seen == ["e", "d", "c", "b", "a"]


def test_a_listed_game_is_the_game_as_it_stands(store: Store) -> None:
    a_store_with(store, 3, name="a")
    a_store_with(store, 0, name="b")
    store.append(an_event("end", at=3, game="a", ends=True))
    assert store.games(before_number=None, limit=5) == (store.game(GameId("b")), store.game(GameId("a")))


def test_a_game_created_between_two_pages_moves_none(store: Store) -> None:
    for name in "abc":
        a_store_with(store, 0, name=name)
    first = store.games(before_number=None, limit=1)
    a_store_with(store, 0, name="d")
    assert [game.id for game in store.games(before_number=first[-1].number, limit=5)] == ["b", "a"]


# What is stored


@pytest.mark.parametrize(
    "content",
    [b"", b"\0", b"\xff\xfe\0\n", bytes(range(256)), "кот".encode(), b"x" * 3_000_000],
    ids=["nothing", "NUL", "no text", "every byte", "UTF-8", "3 MB"],
)
def test_bytes_come_back_as_they_went(store: Store, content: bytes) -> None:
    new = a_game()
    store.create(type(new)(id=new.id, key=new.key, body=content, description=content, answer=content))
    assert store.answered(new.key, content) is not None
    assert store.game(new.id).description == content
    created = whole(store)[0]
    assert (created.event, created.answer) == (content, content)
    assert created.body_digest == hashlib.sha256(content).hexdigest()


@pytest.mark.parametrize("text", ["ключ", "a'b\"c;--", "%s", "?", "\n", " ", "e\u0301", "\N{PILE OF POO}", "x" * 200])
def test_texts_come_back_as_they_went(store: Store, text: str) -> None:
    store.create(a_game(text, key=text, caller=text))
    created = whole(store, text)[0]
    assert (created.game_id, created.key) == (text, Key(caller=text, text=text))


def test_texts_that_look_alike_are_not_the_same_key(store: Store) -> None:
    """Keys are compared by code points: no folding of case, of composed letters, of trailing spaces."""
    for number, text in enumerate(["é", "e\u0301", "É", "é ", " é"]):
        assert not store.create(a_game(f"game {number}", key=text)).again


@pytest.mark.parametrize("text", ["", "a\0b", "\ud800", "x" * 201], ids=["empty", "NUL", "half a letter", "too long"])
def test_a_text_that_not_every_database_keeps_is_refused_before(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        Key(caller="club", text=text)
    with pytest.raises(ValueError, match="expected"):
        Key(caller=text, text="key")


def test_a_store_keeps_all_when_it_is_opened_again(store_url: str) -> None:
    first = open_store(store_url)
    a_store_with(first, 2)
    before, secret = whole(first), first.secret("tokens")
    first.close()
    second = open_store(store_url)
    try:
        assert whole(second) == before
        assert second.append(an_event("game 2", at=1)).again
        assert second.secret("tokens") == secret
    finally:
        second.close()


def test_two_who_opened_one_store_see_the_same(store: Store, store_url: str) -> None:
    other = open_store(store_url)
    try:
        a_store_with(store, 1)
        other.append(an_event("from the other", at=1))
        assert contents(store) == contents(other) == [b"event game 1", b"event from the other"]
        assert store.secret("tokens") == other.secret("tokens")
    finally:
        other.close()


def test_a_secret_is_32_bytes_and_one_for_each_name(store: Store) -> None:
    assert len(store.secret("tokens")) == 32
    assert store.secret("tokens") == store.secret("tokens") != store.secret("pages")


def test_a_store_that_takes_changes_has_no_fault(store: Store) -> None:
    assert store.fault() is None
