"""Reading long things in pages, so that nothing is held open between them.

In: how to read one page. Out: events, or whole chains, one after another.
Never: a database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from server.store import chain
from server.store.errors import ChainBrokenError
from server.store.model import BEFORE_CREATION, CREATED, GameId, StoredEvent, VerifiedGame, Version

#: Events, or ids of games, of one page.
PAGE = 200

#: Returns the events of a game from a version on, that version included, up to a limit.
EventPage = Callable[[GameId, int, int], list[StoredEvent]]

#: Returns numbers and ids of the games below a number, newest first, up to a limit.
GamePage = Callable[[int | None, int], list[tuple[int, GameId]]]


def read_events(page: EventPage, game_id: GameId, *, after: Version) -> Iterator[StoredEvent]:
    """Return the events of a game after a version. Raises `ChainBrokenError` where one does not follow the other."""
    if after <= CREATED:
        for event in chain.checked(_from(page, game_id, CREATED), after=None):
            if event.version > after:
                yield event
        return
    read = _from(page, game_id, after)
    seen = next(read, None)
    if seen is None:
        return
    if seen.version != after:
        raise chain.missing(game_id, version=after)
    yield from chain.checked(read, after=seen)


def walk(games: GamePage, page: EventPage) -> Iterator[VerifiedGame]:
    """Walk the chain of every game, newest first."""
    below: int | None = None
    while listed := games(below, PAGE):
        for _, game_id in listed:
            yield _verified(page, game_id)
        below = listed[-1][0]


def _verified(page: EventPage, game_id: GameId) -> VerifiedGame:
    version, digest, fault = BEFORE_CREATION, chain.NO_PREVIOUS, None
    try:
        for event in read_events(page, game_id, after=BEFORE_CREATION):
            version, digest = event.version, event.digest
        if version == BEFORE_CREATION:
            fault = chain.missing(game_id, version=CREATED)
    except ChainBrokenError as error:
        fault = error
    return VerifiedGame(game_id=game_id, version=version, digest=digest, fault=fault)


def _from(page: EventPage, game_id: GameId, version: int) -> Iterator[StoredEvent]:
    while events := page(game_id, version, PAGE):
        yield from events
        if len(events) < PAGE:
            return
        version = events[-1].version + 1
