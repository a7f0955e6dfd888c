"""The keeper of games: creates them, lets events happen, tells how they stand.

In: plain values as a record names them, a store, editions. Out: games, outcomes; stored before they are told.
Never: the wire, a rule of any game (see `adjudicator.referee`).

A game is its stored events. What is kept in memory is a copy that any process can make again by replaying them.
"""

from __future__ import annotations

import json
import threading
import uuid
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from adjudicator.errors import RequestError
from adjudicator.event_reading import read_event
from adjudicator.event_refusals import Refused, refused
from adjudicator.event_writing import recorded_as_dict
from adjudicator.fields import Faults
from adjudicator.record import RecordedEvent
from adjudicator.record_reading import read_record
from adjudicator.referee import apply, opening
from adjudicator.ruling import ViolationCode
from adjudicator.step import Step
from adjudicator.words import LexiconWords, Words
from lexicon.compiled import Lexicon
from lexicon.errors import UnknownIdError
from server.editions import Editions
from server.games.kept import KeptGame, NamedLexicon, Outline, PinnedGoneError, StoredGameError
from server.games.rights import check_may_record, check_may_shut
from server.games.sight import refusal_seen
from server.games.tokens import Holder
from server.store.errors import UnknownGameError, VersionConflictError
from server.store.model import GameId, Key, NewEvent, NewGame, Store, Version

#: So many games are kept in memory; others are replayed when they are asked for.
MOST_KEPT = 512
#: Seconds after which a watcher looks whether another process has stored something.
LOOK_SECONDS = 0.5

#: No store counts so many games.
_LATEST = 1 << 62


class Keeper:
    """Keeps games. Safe to call from many threads; several processes may share the store."""

    def __init__(self, *, store: Store, data: Path, editions: Editions) -> None:
        self._store, self._data, self._editions = store, data, editions
        self._kept: OrderedDict[GameId, KeptGame] = OrderedDict()
        self._lexicons: dict[tuple[str, str], Lexicon] = {}
        self._changed = threading.Condition()

    def answered(self, key: Key, body: bytes) -> bytes | None:
        """Return the stored answer to the same question. Raises `KeyReusedError` when it was another."""
        answered = self._store.answered(key, body)
        return None if answered is None else answered.answer

    def create(
        self, head: Mapping[str, Any], *, start_drawn: bool, key: Key, body: bytes, answer: Callable[[KeptGame], bytes]
    ) -> bytes:
        """Store a new game and return its answer, or the answer that was stored for the same key before.

        ``head`` is a record without events (docs/game-record.md) whose lexicon may lack its edition: the newest is
        pinned. Raises `RequestError`, `UnknownIdError`, `LexiconFormatError`, and the errors of the store.
        """
        pinned = self._pinned(head)
        description = json.dumps(
            {"record": pinned, "start_drawn": start_drawn}, ensure_ascii=False, sort_keys=True, separators=(",", ":")
        ).encode()
        game = self._opened(GameId(uuid.uuid4().hex), description)
        stored = self._store.create(
            NewGame(id=game.id, key=key, body=body, description=description, answer=answer(game))
        )
        return stored.answer

    def _pinned(self, head: Mapping[str, Any]) -> dict[str, Any]:
        """Name the edition of the lexicon."""
        words = head.get("words")
        named = words.get("lexicon") if isinstance(words, Mapping) else None
        if not isinstance(named, Mapping) or named.get("edition") or not isinstance(named.get("id"), str):
            return dict(head)
        newest = self._editions.open(named["id"]) if named["id"] else None
        return {**head, "words": {"lexicon": {**named, "edition": newest.edition if newest else ""}}}

    def _stored(self, game_id: GameId) -> KeptGame:
        """Return a stored game before its first event. Raises `UnknownGameError`, `PinnedGoneError`, `StoredGameError`.

        An edition that is here and damaged raises what opening it raises.
        """
        stored = self._store.game(game_id)
        try:
            return self._opened(game_id, stored.description)
        except UnknownIdError as error:
            raise PinnedGoneError(Outline.of(stored), error) from error
        except RequestError as error:
            raise StoredGameError(game_id, version=0, found=str(error)) from error

    def _opened(self, game_id: GameId, description: bytes) -> KeptGame:
        """Return a game before its first event."""
        stored = json.loads(description)
        record = read_record(
            json.dumps({**stored["record"], "events": []}).encode(), data=self._data, open_words=self._open_words
        )
        if stored["start_drawn"]:
            record = replace(record, first_seat=None)
        state = opening(record.game, first_seat=record.first_seat)
        return KeptGame(id=game_id, version=Version(0), record=record, events=(), state=state)

    def _open_words(self, lexicon_id: str, edition: str) -> Words:
        return LexiconWords(self._lexicon(lexicon_id, edition))

    def _lexicon(self, lexicon_id: str, edition: str) -> Lexicon:
        """Open an edition, and keep it open as long as this process lives: games need the one they pinned."""
        name = (lexicon_id, edition)
        if name not in self._lexicons:
            self._lexicons[name] = self._editions.open(lexicon_id, edition)
        return self._lexicons[name]

    def lexicon_of(self, game: KeptGame) -> Lexicon | None:
        """Return the edition that judges the words of a game, None where none does."""
        named = NamedLexicon.of(game.record.word_source)
        return self._lexicon(named.lexicon_id, named.edition) if named.lexicon_id else None

    def game(self, game_id: str) -> KeptGame:
        """Return a game as it stands in the store.

        Raises `UnknownGameError`, `PinnedGoneError`, `StoredGameError`, and what a damaged lexicon or chain raises.
        """
        identifier = GameId(game_id)
        with self._changed:
            kept = self._kept.get(identifier)
        if kept is None:
            kept = self._stored(identifier)
        for later in self._later(kept):
            kept = later
        self._keep(kept)
        return kept

    def _later(self, game: KeptGame) -> Iterator[KeptGame]:
        """Yield the game after each event that the store holds beyond it."""
        for stored in self._store.events(game.id, game.version):
            try:
                recorded = self._read(json.loads(stored.event), game)
            except RequestError as error:
                raise StoredGameError(game.id, version=int(stored.version), found=str(error)) from error
            outcome = apply(game.record.game, game.state, recorded.event)
            if isinstance(outcome, Refused):
                raise StoredGameError(game.id, version=int(stored.version), found=outcome.refusals[0].message)
            game = game.after(recorded, outcome.state)
            yield game

    def _read(self, value: object, game: KeptGame) -> RecordedEvent:
        """Read an event. Raises `RequestError` with every field at fault."""
        faults = Faults()
        recorded = read_event(
            value,
            "event",
            ruleset=game.record.game.ruleset,
            seat_count=game.record.game.seating.seat_count,
            faults=faults,
        )
        return faults.settled(recorded)

    def _keep(self, game: KeptGame) -> None:
        """Remember the newest of what is known of a game, and tell those who watch."""
        with self._changed:
            before = self._kept.get(game.id)
            if before is None or before.version < game.version:
                self._kept[game.id] = game
            self._kept.move_to_end(game.id)
            while len(self._kept) > MOST_KEPT:
                self._kept.popitem(last=False)
            self._changed.notify_all()

    def outline(self, game_id: str) -> Outline:
        """Return what is known of a game without opening it. Raises `UnknownGameError`."""
        return Outline.of(self._store.game(GameId(game_id)))

    def lexicon_id(self, game_id: str) -> str:
        """Return the id of the lexicon that judges a game, empty where none does. Raises `UnknownGameError`."""
        with self._changed:
            kept = self._kept.get(GameId(game_id))
        named = NamedLexicon.of(kept.record.word_source) if kept else self.outline(game_id).lexicon
        return named.lexicon_id

    def places(self, game_ids: Iterable[str]) -> dict[str, str]:
        """Return the games that are here, by a text that sorts the newest first."""
        found: dict[str, str] = {}
        for game_id in game_ids:
            try:
                number = self._store.game(GameId(game_id)).number
            except UnknownGameError:
                continue
            found[f"{_LATEST - number:020d}"] = game_id
        return found

    def append(
        self,
        holder: Holder,
        value: Mapping[str, Any],
        *,
        expected: int,
        key: Key,
        body: bytes,
        answer: Callable[[KeptGame, Step | Refused], bytes],
    ) -> bytes:
        """Let an event happen, store it, and return its answer; a refused event is answered and not stored.

        Raises `RequestError`, `NotYourSeatError`, `VersionConflictError`, `UnknownGameError`, `KeyReusedError`,
        `StoreUnavailableError`.
        """
        game = self.game(holder.game_id)
        recorded = self._read(value, game)
        check_may_record(holder, recorded)
        if game.version != expected:
            # The same call may have been stored since the caller's key was looked up.
            stored_meanwhile = self.answered(key, body)
            if stored_meanwhile is not None:
                return stored_meanwhile
            raise VersionConflictError(game.id, expected=expected, actual=game.version)
        outcome = apply(game.record.game, game.state, recorded.event)
        if game.closed:
            outcome = refused(ViolationCode.GAME_OVER, "the end of this game is recorded; create a new game")
        if isinstance(outcome, Refused):
            seen = refusal_seen(game.record.game, game.state, recorded.event, seat=holder.seat, refusal=outcome)
            return answer(game, seen)
        check_may_shut(holder, game, recorded, outcome.state)
        after = game.after(recorded, outcome.state)
        event = json.dumps(
            recorded_as_dict(recorded), ensure_ascii=False, sort_keys=True, separators=(",", ":")
        ).encode()
        stored = self._store.append(
            NewEvent(
                game_id=game.id,
                expected_version=game.version,
                key=key,
                body=body,
                event=event,
                answer=answer(after, outcome),
                ends=after.closed,
            )
        )
        if not stored.again:
            self._keep(after)
        return stored.answer

    def watch(self, game_id: str, *, after: int, still_there: Callable[[], bool]) -> Iterator[KeptGame]:
        """Yield the game after each event beyond a version, then after each new one, until it is closed.

        Ends early when the caller is not ``still_there``.
        """
        game = self._stored(GameId(game_id))
        while still_there():
            for later in self._later(game):
                game = later
                if game.version > after:
                    yield game
            if game.closed:
                return
            with self._changed:
                kept = self._kept.get(game.id)
                if kept is None or kept.version <= game.version:
                    self._changed.wait(LOOK_SECONDS)

    def wake(self) -> None:
        """Let watchers look whether they are still wanted."""
        with self._changed:
            self._changed.notify_all()
