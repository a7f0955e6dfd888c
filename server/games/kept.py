"""A game as it is kept: open, or, where what it is played with is gone, in outline.

In: stored games and events. Out: values, and what keeps a game from being opened.
Never: reading a store, a rule.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from adjudicator.events import GameEnded
from adjudicator.record import GameRecord, RecordedEvent
from adjudicator.state import GameState
from lexicon.errors import UnknownIdError
from server.store.model import GameId, StoredGame, Version


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptGame:
    """A game at one version. ``record`` has no events: those are ``events``, with the state after all of them."""

    id: GameId
    version: Version
    record: GameRecord
    events: tuple[RecordedEvent, ...]
    state: GameState

    @property
    def closed(self) -> bool:
        """Whether nothing may follow: the end is recorded, and racks that count are known."""
        return self.state.final is not None and any(isinstance(one.event, GameEnded) for one in self.events)

    def after(self, recorded: RecordedEvent, state: GameState) -> KeptGame:
        """Return the game one event later."""
        return replace(self, version=Version(self.version + 1), events=(*self.events, recorded), state=state)

    def whole_record(self) -> GameRecord:
        """Return the record with its events, for a file."""
        return replace(self.record, events=self.events, incomplete=self.state.ended is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedLexicon:
    """The edition that a game names; both are empty where no lexicon judges its words."""

    lexicon_id: str = ""
    edition: str = ""

    @classmethod
    def of(cls, words: Mapping[str, Any]) -> Self:
        """Return what a source of words names, as a record has it."""
        named = words.get("lexicon")
        if not isinstance(named, Mapping):
            return cls()
        return cls(lexicon_id=str(named["id"]), edition=str(named["edition"]))

    def __str__(self) -> str:
        return f"{self.lexicon_id}@{self.edition}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Outline:
    """What is known of a game although what it is played with may be gone."""

    id: GameId
    version: Version
    ruleset_id: str
    title: str
    lexicon: NamedLexicon

    @classmethod
    def of(cls, stored: StoredGame) -> Self:
        """Return the outline of a stored game."""
        record = json.loads(stored.description)["record"]
        return cls(
            id=stored.id,
            version=stored.version,
            ruleset_id=record["ruleset_id"],
            title=record.get("title", ""),
            lexicon=NamedLexicon.of(record["words"]),
        )


class PinnedGoneError(Exception):
    """What a stored game is played with is not on this server any more: the edition that it pinned, or its ruleset."""

    def __init__(self, game: Outline, gone: UnknownIdError) -> None:
        self.game, self.gone = game, gone
        of_the_ruleset = gone.kind == "ruleset"
        what = f"ruleset {gone.identifier}" if of_the_ruleset else f"edition {game.lexicon}"
        super().__init__(
            f"game {game.id} is played by {what}, which is not here any more; nothing takes its place: "
            "ask who runs this server to put it back"
        )


class StoredGameError(Exception):
    """A stored event breaks a rule of its game: the store was changed by hand, or the rules since then."""

    def __init__(self, game_id: GameId, *, version: int, found: str) -> None:
        self.game_id, self.version, self.found = game_id, version, found
        super().__init__(f"game {game_id}, event {version}: found {found}; expected an event that the rules allow")
