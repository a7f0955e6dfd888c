"""The door to games: whose call it is, and whether somebody who plays may look words up.

In: the metadata of a call. Out: the holder of its token; or a refusal.
Never: what happens in a game (see `keeper`).
"""

from __future__ import annotations

from collections.abc import Iterable

from server.games.keeper import Keeper
from server.games.sight import lexicon_is_shut
from server.games.tokens import Holder, Mint, UnknownTokenError

#: Metadata: key and value.
Metadata = Iterable[tuple[str, str | bytes]]

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
        for holder in self.holders(metadata):
            if holder.arbiter:
                continue
            game = self._keeper.game(holder.game_id)
            named = self._keeper.lexicon_of(game)
            if named is not None and named.id == lexicon_id and lexicon_is_shut(game.record.game, game.state):
                raise LexiconShutError(lexicon_id=lexicon_id, game_id=game.id)


def _tokens(metadata: Metadata) -> Iterable[str]:
    for key, value in metadata:
        if key == AUTHORIZATION and isinstance(value, str) and value.lower().startswith(_SCHEME):
            yield value[len(_SCHEME) :].strip()
        elif key == AUTHORIZATION:
            raise UnknownTokenError("found authorization of another kind; send 'Bearer TOKEN'")
