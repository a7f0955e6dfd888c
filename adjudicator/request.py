"""The request of the wire and of the command line, read once, here: JSON-like values to domain values.

In: a snake_case object. Out: `MoveRequest`, `ChallengeRequest`; or `RequestError` with every fault at once.
Never: gRPC, files, what a move is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from adjudicator.answer import ruling_as_dict, verdict_as_dict
from adjudicator.challenge import Challenge, Moment
from adjudicator.errors import RequestError
from adjudicator.example import Example, read_example
from adjudicator.fields import LONGEST_LIST, Faults, Table, shown, texts
from adjudicator.move_reading import read_move, read_swap, read_tile
from adjudicator.moves import Move, Placement, Play, WordMove
from adjudicator.position import Position
from adjudicator.reading import check_letters, read_board, read_rack_tile, read_ruleset, read_words
from adjudicator.ruleset import Ruleset
from adjudicator.words import AcceptedWords, Unchecked, Words

__all__ = [
    "ChallengeRequest",
    "Example",
    "MoveRequest",
    "OpenWords",
    "RequestError",
    "read_challenge_request",
    "read_example",
    "read_move_request",
    "read_swap",
    "read_tile",
    "ruling_as_dict",
    "verdict_as_dict",
]

#: Opens an edition of a lexicon as a judge of words: lexicon id, edition ("" for the newest). May raise
#: `lexicon.errors.UnknownIdError`.
OpenWords = Callable[[str, str], Words]

_MOVE_KEYS = ("ruleset_id", "settings", "words", "position", "move")
_CHALLENGE_KEYS = (*_MOVE_KEYS, "challenged_words", "all", "challenger", "player", "player_count", "moment")

#: No side of any game here has more players.
MOST_PLAYERS = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveRequest:
    """A move to rule on, with everything the ruling depends on."""

    ruleset: Ruleset
    position: Position
    move: Move
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeRequest:
    """A challenge to rule on; ``position`` is the one before ``move`` was laid."""

    ruleset: Ruleset
    position: Position
    move: Play
    words: Words
    challenge: Challenge


def read_move_request(request: object, *, data: Path, open_words: OpenWords) -> MoveRequest:
    """Read a request for a ruling. ``data`` is the data folder.

    Raises `RequestError` with every fault, and `lexicon.errors.UnknownIdError` for an id that names nothing
    here.
    """
    faults = Faults()
    top = Table(request, "", faults, keys=_MOVE_KEYS)
    ruleset = _read_ruleset(top, data, faults)
    play = faults.settled(_read_play(top, ruleset, faults))
    return MoveRequest(ruleset=play.ruleset, position=play.position, move=play.move, words=play.open_words(open_words))


def read_challenge_request(request: object, *, data: Path, open_words: OpenWords) -> ChallengeRequest:
    """Read a request for a verdict; raises as `read_move_request`."""
    faults = Faults()
    top = Table(request, "", faults, keys=_CHALLENGE_KEYS)
    ruleset = _read_ruleset(top, data, faults)
    play = _read_play(top, ruleset, faults)
    challenge = _read_challenge(top, ruleset, faults)
    laid: tuple[Play, ...] = (play.move,) if play and isinstance(play.move, Placement | WordMove) else ()
    if play and not laid:
        faults.add("move", found="no word laid", expected="tiles or a word", mend="challenge a play that forms words")
    play = faults.settled(play)
    return ChallengeRequest(
        ruleset=play.ruleset,
        position=play.position,
        move=laid[0],
        challenge=faults.settled(challenge),
        words=play.open_words(open_words),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Play:
    """What both requests share; the lexicon is opened last, when nothing else is at fault."""

    ruleset: Ruleset
    position: Position
    move: Move
    open_words: Callable[[OpenWords], Words]


def _read_ruleset(top: Table, data: Path, faults: Faults) -> Ruleset | None:
    settings = top.raw("settings") if "settings" in top else {}
    return read_ruleset(top.text("ruleset_id"), settings, "settings", data, faults)


def _read_play(top: Table, ruleset: Ruleset | None, faults: Faults) -> _Play | None:
    words = read_word_source(top.raw("words"), ruleset, faults)
    position = _read_position(top.raw("position"), ruleset, faults)
    move = read_move(top.raw("move"), ruleset, faults)
    if ruleset is None or words is None or position is None or move is None:
        return None
    return _Play(ruleset=ruleset, position=position, move=move, open_words=words)


def read_word_source(value: object, ruleset: Ruleset | None, faults: Faults) -> Callable[[OpenWords], Words] | None:
    """Read who says what is a word; the lexicon is opened later, when nothing else is at fault."""
    table = Table(value, "words", faults, keys=("lexicon", "accepted_words", "unchecked"))
    given = [key for key in ("lexicon", "accepted_words", "unchecked") if key in table]
    if len(given) != 1:
        found = " and ".join(given) or "nothing"
        expected = "one of lexicon, accepted_words, unchecked"
        faults.add("words", found=found, expected=expected, mend="say who judges words, or that nobody does")
        return None
    match given[0]:
        case "lexicon":
            edition = Table(table.raw("lexicon"), "words.lexicon", faults, keys=("id", "edition"))
            lexicon_id = edition.text("id")
            name = edition.text("edition", default="") if edition.raw("edition") != "" else ""
            if lexicon_id is None or name is None:
                return None

            def opened(open_words: OpenWords) -> Words:
                words = open_words(lexicon_id, name)
                if ruleset is not None:
                    check_letters(ruleset, words)
                return words

            return opened
        case "accepted_words":
            bare = table.raw("accepted_words")
            path = "words.accepted_words"
            if isinstance(bare, Mapping):
                bare, path = Table(bare, path, faults, keys=("words",)).raw("words"), f"{path}.words"
            accepted = AcceptedWords(frozenset(read_words(texts(bare, path, faults), ruleset, faults)))
            return lambda _: accepted
    if table.flag("unchecked"):
        return lambda _: Unchecked()
    faults.add("words.unchecked", found="false", expected="true", mend="leave it out, or say who judges words")
    return None


def _read_position(value: object, ruleset: Ruleset | None, faults: Faults) -> Position | None:
    table = Table(value, "position", faults, keys=("rows", "rack", "bag_count"))
    board = read_board(table.raw("rows"), "position.rows", ruleset, faults)
    rack: tuple[str, ...] | None = None
    if "rack" in table:
        most = ruleset.rules.rack_size if ruleset else LONGEST_LIST
        given = table.texts("rack", most=most)
        rack = tuple(read_rack_tile(tile, path, ruleset, faults) if ruleset else tile for path, tile in given)
    bag_count = table.number("bag_count", least=0, most=LONGEST_LIST) if "bag_count" in table else None
    return Position(board=board, rack=rack, bag_count=bag_count) if board else None


def _read_challenge(top: Table, ruleset: Ruleset | None, faults: Faults) -> Challenge | None:
    """Read who challenges what, and when."""
    count = top.number("player_count", least=2, most=MOST_PLAYERS)
    challenger = top.number("challenger", least=1, most=count or MOST_PLAYERS)
    player = top.number("player", least=1, most=count or MOST_PLAYERS)
    challenge_all = top.flag("all")
    named = top.texts("challenged_words") if "challenged_words" in top else []
    words = read_words(named, ruleset, faults)
    if challenge_all == bool(top.raw("challenged_words")):
        found = "both" if challenge_all else "neither"
        expected = "either challenged_words or all"
        faults.add("challenged_words", found=found, expected=expected, mend='name words, or send "all": true')
    given = (top.text("moment") or "").removeprefix("MOMENT_")
    moments = {moment.value: moment for moment in Moment}
    if given and given not in moments:
        faults.add("moment", found=shown(given), expected=f"one of {', '.join(moments)}", mend="send one of these")
    if given not in moments or count is None or challenger is None or player is None:
        return None
    return Challenge(
        words=None if challenge_all else tuple(words),
        challenger=challenger,
        player=player,
        player_count=count,
        moment=moments[given],
    )
