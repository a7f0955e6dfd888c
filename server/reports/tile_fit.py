"""How the letters of a list and the tiles of a game go together.

In: statistics of a list, a tile table. Out: one `LetterFit` a letter.
Never: what a tile is worth in play: words are counted once each, however often they are played.
"""

from __future__ import annotations

from dataclasses import dataclass

from adjudicator.ruleset import Ruleset
from adjudicator.tiles import TileTable
from lexicon.compiled import Lexicon
from lexicon.errors import LexiconError
from lexicon.statistics import Statistics


class OtherTilesError(LexiconError):
    """The tiles of a game show other letters than the words of a list have."""

    def __init__(self, lexicon: Lexicon, ruleset: Ruleset) -> None:
        only = sorted(set(lexicon.alphabet.letters) ^ set(ruleset.alphabet.letters))
        super().__init__(
            f"ruleset {ruleset.id} is played with other letters than the words of {lexicon.id} have: "
            f"{', '.join(only)} in one of them only; name a ruleset of this alphabet (slovosud rules)"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class LetterFit:
    """One letter: its share of all letters of the list and of all lettered tiles, from 0 to 1.

    Where nobody knows how many tiles there are, ``tiles`` and ``tile_share`` are None.
    """

    letter: str
    share: float
    points: int
    tiles: int | None
    tile_share: float | None

    @property
    def balance(self) -> float | None:
        """The share of tiles for a share of 1 in the list: above 1 there are more tiles than the list uses."""
        return self.tile_share / self.share if self.tile_share is not None and self.share else None


def tile_fit(lexicon: Lexicon, counted: Statistics, ruleset: Ruleset) -> tuple[LetterFit, ...]:
    """Return the fit of each letter in alphabet order. Raises `OtherTilesError`."""
    if set(lexicon.alphabet.letters) != set(ruleset.alphabet.letters):
        raise OtherTilesError(lexicon, ruleset)
    return tuple(_fit(letter, counted, ruleset.tiles) for letter in lexicon.alphabet.letters)


def _fit(letter: str, counted: Statistics, tiles: TileTable) -> LetterFit:
    lettered = tiles.total - tiles.blank_count
    return LetterFit(
        letter=letter,
        share=counted.letters[letter] / (counted.letter_count or 1),
        points=tiles.points[letter],
        tiles=tiles.counts[letter] if tiles.counted else None,
        tile_share=tiles.counts[letter] / lettered if lettered else None,
    )
