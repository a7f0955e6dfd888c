"""The door to games: whose call it is, and whether somebody who plays may look words up.

In: the metadata of a call. Out: the holder of its token; or a refusal.
Never: what happens in a game (see `keeper`).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from lexicon.errors import LexiconFormatError
from server.games.keeper import Keeper
from server.games.kept import PinnedGoneError
from server.games.sight import lexicon_is_shut
from server.games.tokens import Holder, Mint, UnknownTokenError
from server.store.errors import UnknownGameError

#: Metadata: key and value.
Metadata = Iterable[tuple[str, str | bytes]]

#: Names that a certificate gives its holder.
_NAMES_OF_CLIENTS = ("x509_subject", "x509_common_name", "x509_subject_alternative_name")

AUTHORIZATION = "authorization"
_SCHEME = "bearer "


class LexiconShutError(Exception):
    """A seat of a running game asks for words of the lexicon that only a challenge opens."""

    def __init__(self, *, lexicon_id: str, game_id: str) -> None:
        self.lexicon_id, self.game_id = lexicon_id, game_id
        super().__init__(
            f"lexicon {lexicon_id} is shut for those who play game {game_id}; "
            "challenge the play, or ask when the game is over"
        )


class Door:
    """Lets callers in by their tokens."""

    def __init__(self, *, mint: Mint, keeper: Keeper) -> None:
        self._mint, self._keeper = mint, keeper

    def holders(self, metadata: Metadata) -> list[Holder]:
        """Return the holders of all tokens of a call. Raises `UnknownTokenError` when one is none of ours."""
        return [self._mint.holder(token) for token in _tokens(metadata)]

    def holder(self, metadata: Metadata, game_id: str) -> Holder | None:
        """Return the holder whose token opens the game, the arbiter before a seat; None when no token does.

        Raises `UnknownTokenError` when there is no token at all, or one that is none of ours.
        """
        holders = self.holders(metadata)
        if not holders:
            raise UnknownTokenError(
                "found no token; send metadata 'authorization: Bearer TOKEN' of CreateGame's answer"
            )
        return min((one for one in holders if one.game_id == game_id), key=lambda one: one.seat, default=None)

    def let_look_up(self, metadata: Metadata, lexicon_id: str) -> None:
        """Refuse look-ups to those who play, while their game runs whose words are judged by challenge.

        A call without a token is nobody's. Raises `LexiconShutError`, `UnknownTokenError`, errors of the store.
        """
        metadata = tuple(metadata)
        for key, _ in metadata:
            if key == AUTHORIZATION:
                break
        else:
            return  # nearly every call, the hot one above all: it is let in by the shortest way
        for holder in self.holders(metadata):
            if not holder.arbiter and self._shuts(holder.game_id, lexicon_id):
                raise LexiconShutError(lexicon_id=lexicon_id, game_id=holder.game_id)

    def let_be_told(self, metadata: Metadata, game_id: str) -> None:
        """Refuse an event of a game that tells which words are good, to those to whom its lexicon is shut elsewhere.

        Raises as `let_look_up` does, and what reading the game raises.
        """
        if all(holder.game_id == game_id for holder in self.holders(metadata)):
            return
        game = self._keeper.game(game_id)
        if not lexicon_is_shut(game.record.game, game.state):
            self.let_look_up(metadata, self._keeper.lexicon_id(game_id))

    def _shuts(self, game_id: str, lexicon_id: str) -> bool:
        """Whether a game keeps its seats from words of a lexicon now; so does one that cannot be opened."""
        try:
            if not lexicon_id or _family(self._keeper.lexicon_id(game_id)) != _family(lexicon_id):
                return False
            game = self._keeper.game(game_id)
        except UnknownGameError:
            return False
        except (PinnedGoneError, LexiconFormatError, OSError):
            return True
        return lexicon_is_shut(game.record.game, game.state)


def client_of(proofs: Mapping[str, Iterable[bytes] | bytes]) -> str:
    """Return what tells one client from another by its certificate, empty when it showed none.

    ``proofs`` is the context of authentication as gRPC has it. A renewed certificate of the same names is the same
    client.
    """
    shown = [(name, sorted(proofs[name])) for name in _NAMES_OF_CLIENTS if name in proofs]
    return hashlib.sha256(repr(shown).encode()).hexdigest() if shown else ""


def _family(lexicon_id: str) -> str:
    """Return the list that a lexicon belongs to: a theme has words of its list, ``<list>.<theme>``."""
    return lexicon_id.partition(".")[0]


def _tokens(metadata: Metadata) -> Iterable[str]:
    for key, value in metadata:
        if key == AUTHORIZATION and isinstance(value, str) and value.lower().startswith(_SCHEME):
            yield value[len(_SCHEME) :].strip()
        elif key == AUTHORIZATION:
            raise UnknownTokenError("found authorization of another kind; send 'Bearer TOKEN'")
