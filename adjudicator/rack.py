"""Racks and bags: whether the tiles are there, and the limits on exchanges and passes.

In: a position and a move. Out: violations. Never: the board.
"""

from __future__ import annotations

from collections import Counter

from adjudicator.board import Square
from adjudicator.moves import BLANK, Exchange, Placement
from adjudicator.position import Position
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Violation, ViolationCode


def rack_violations(ruleset: Ruleset, position: Position, move: Placement) -> list[Violation]:
    """Whether the rack has the tiles of ``move``. Nothing is checked when the rack is not known.

    A blank taken from the board may be laid at once, so it counts as on the rack.
    """
    if position.rack is None:
        return []
    known = ruleset.tiles.points
    needed = Counter(placed.from_rack for placed in move.tiles if placed.blank or placed.letter in known) + Counter(
        swap.letter for swap in move.swaps if swap.letter in known
    )
    lying = position.board.tiles
    taken = {swap.square for swap in move.swaps if swap.square in lying and lying[swap.square].blank}
    lacking = needed - Counter(position.rack) - Counter({BLANK: len(taken)})
    if not lacking:
        return []
    squares = tuple(sorted(placed.square for placed in move.tiles if placed.from_rack in lacking))
    return [_not_on_rack(lacking, squares)]


def exchange_violations(ruleset: Ruleset, position: Position, move: Exchange) -> list[Violation]:
    """Whether so many tiles may be exchanged, and whether they are the player's."""
    violations: list[Violation] = []
    rules = ruleset.rules
    strangers = [letter for letter in move.letters if letter != BLANK and letter not in ruleset.tiles.points]
    for letter in strangers:
        message = ruleset.name_stranger(letter)
        violations.append(Violation(code=ViolationCode.UNKNOWN_LETTER, message=message))
    if move.count < rules.exchange_min_tiles:
        message = f"{move.count} tiles exchanged; exchange {rules.exchange_min_tiles} or more, or pass"
        violations.append(Violation(code=ViolationCode.NO_TILES, message=message))
    bag = position.bag_count
    least = rules.exchange_min_bag if rules.exchange_returns_first else max(move.count, rules.exchange_min_bag)
    if bag is not None and move.count and bag < least:
        message = f"the bag holds {bag} tiles; to exchange {move.count} it must hold {least}"
        violations.append(Violation(code=ViolationCode.BAG_TOO_SMALL, message=message))
    held = rules.rack_size if position.rack is None else len(position.rack)
    lacking = Counter(letter for letter in move.letters if letter not in strangers) - Counter(position.rack or ())
    if position.rack is not None and lacking:
        violations.append(_not_on_rack(lacking, ()))
    elif move.count > held:
        message = f"{move.count} tiles exchanged, but the rack holds {held}; exchange {held} or fewer"
        violations.append(Violation(code=ViolationCode.TILE_NOT_ON_RACK, message=message))
    return violations


def pass_violations(ruleset: Ruleset, position: Position) -> list[Violation]:
    """Whether the turn may be passed now. Not checked when the bag is not known."""
    if not ruleset.rules.pass_needs_empty_bag or not position.bag_count:
        return []
    message = f"the bag holds {position.bag_count} tiles; exchange some or lay some, a pass needs an empty bag"
    return [Violation(code=ViolationCode.PASS_NOT_ALLOWED, message=message)]


def _not_on_rack(lacking: Counter[str], squares: tuple[Square, ...]) -> Violation:
    names = ", ".join("a blank" if tile == BLANK else tile for tile in lacking.elements())
    return Violation(
        code=ViolationCode.TILE_NOT_ON_RACK,
        squares=squares,
        message=f"the rack lacks {names}; use tiles that are on it",
    )
