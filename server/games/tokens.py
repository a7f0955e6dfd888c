"""Tokens: who speaks in a game. Nothing is kept for them but one secret of the store.

In: the secret, a game, a seat. Out: a token; or the game and seat of a token that this server gave.
Never: what a seat may do (see `sight`, `keeper`).

A token is ``<game id>.<seat>.<HMAC-SHA256 of both>``. Whoever changes a part of it holds no token.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
from dataclasses import dataclass

#: The seat of the arbiter, who sees all and records everything.
ARBITER = 0
#: Longer texts are no tokens.
LONGEST_TOKEN = 128


class UnknownTokenError(Exception):
    """A call carries no token, or one that this server did not give."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """Who calls: the game a token opens, and the seat, `ARBITER` for the arbiter."""

    game_id: str
    seat: int

    @property
    def arbiter(self) -> bool:
        """Whether it is the arbiter."""
        return self.seat == ARBITER


@dataclass(frozen=True, slots=True, kw_only=True)
class Mint:
    """Gives tokens and knows its own. ``secret`` is 32 random bytes, the same for every process of a store."""

    secret: bytes

    def token(self, holder: Holder) -> str:
        """Return the token of a seat."""
        text = f"{holder.game_id}.{holder.seat}"
        return f"{text}.{self._mark(text)}"

    def holder(self, token: str) -> Holder:
        """Return whose token it is. Raises `UnknownTokenError`; takes the same time whatever is wrong."""
        text, _, mark = token[:LONGEST_TOKEN].rpartition(".")
        genuine = hmac.compare_digest(self._mark(text).encode(), mark.encode("utf-8", "replace"))
        game_id, _, seat = text.partition(".")
        if not genuine or not seat.isdecimal():
            raise UnknownTokenError("the token is none that this server gave; send one of CreateGame's answer")
        return Holder(game_id=game_id, seat=int(seat))

    def _mark(self, text: str) -> str:
        mark = hmac.digest(self.secret, text.encode("utf-8", "replace"), hashlib.sha256)
        return base64.urlsafe_b64encode(mark).rstrip(b"=").decode("ascii")
