"""The verdict on a challenge: does the play stand, who gets what back, who loses a turn, who is next.

In: a ruleset, the position before the play, the play, a judge of words, the challenge. Out:
`ChallengeVerdict`. Never: what a challenge costs in which game; the ruleset says so.
"""

from __future__ import annotations

import enum
from collections import Counter
from dataclasses import dataclass, replace

from adjudicator.adjudicate import adjudicate
from adjudicator.board import FACE_DOWN
from adjudicator.errors import FieldViolation, RequestError
from adjudicator.moves import BLANK, Placement, Play
from adjudicator.position import Position
from adjudicator.rules import ChallengeScope, Validation, WrongChallenge
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import Ruling
from adjudicator.words import Unchecked, Words, WordStanding
from lexicon.alphabet import Word


class Moment(enum.StrEnum):
    """How far the turn of the challenged play has gone. The wire adds the prefix ``MOMENT_``."""

    BEFORE_SCORE_WRITTEN = "BEFORE_SCORE_WRITTEN"
    SCORE_WRITTEN = "SCORE_WRITTEN"
    TURN_PASSED = "TURN_PASSED"
    GAME_ENDED = "GAME_ENDED"


class Refusal(enum.StrEnum):
    """Why a challenge is not heard. New values may be added."""

    #: Its window has shut.
    TOO_LATE = "TOO_LATE"
    #: The game has none: wrong words are refused when they are laid.
    VOID = "VOID"
    #: Nobody challenges his own play.
    OWN_PLAY = "OWN_PLAY"
    #: Only the player whose turn is next may challenge.
    NOT_NEXT_PLAYER = "NOT_NEXT_PLAYER"


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Who questions which words of whose play, and when.

    ``words`` is None for all of them. Seats are counted from 1 in the order of turns; ``player`` laid the
    play.
    """

    words: tuple[Word, ...] | None
    challenger: int
    player: int
    player_count: int
    moment: Moment


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeEffect:
    """What the verdict changes.

    ``tiles_returned`` go back to the player's rack: a blank as `BLANK`, a tile turned over, whose letter is not
    known, as `adjudicator.board.FACE_DOWN`. ``score_change`` holds points for each seat, against what is written
    at the moment of the challenge. ``turn_lost_by`` is a seat, or None.
    """

    score_change: tuple[int, ...]
    tiles_returned: tuple[str, ...] = ()
    turn_lost_by: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChallengeVerdict:
    """The answer on a challenge.

    ``words`` holds each word looked up with its standing; None where the ruleset does not let it be told.
    ``score`` is what the play scores after the verdict. ``next_player`` is the seat to move, None when the
    game has ended. ``refused`` says why the challenge was not heard; then nothing changes. Only with VOID the
    rest tells what the check on entry makes of the play.
    """

    play_stands: bool
    words: tuple[tuple[Word, WordStanding], ...] | None
    effect: ChallengeEffect
    score: int
    next_player: int | None
    refused: Refusal | None = None


def adjudicate_challenge(
    *, ruleset: Ruleset, position: Position, move: Play, words: Words, challenge: Challenge
) -> ChallengeVerdict:
    """Rule on ``challenge`` of ``move``, which was laid on ``position``.

    Raises `RequestError` when the play does not lie as the rules ask, when it did not form a challenged word,
    or when nobody is there to say what a word is.
    """
    play = adjudicate(ruleset=ruleset, position=position, move=move, words=Unchecked())
    challenged = _challenged_words(play, challenge)
    refused = _refusal(ruleset, challenge)
    if refused is Refusal.VOID:
        return _checked_on_entry(
            ruleset=ruleset, position=position, move=move, words=words, challenge=challenge, written=play.total
        )
    if refused:
        return _refused(play, challenge, refused)
    if ruleset.rules.challenge.scope is ChallengeScope.PLAY:
        challenged = _words_of(play)
    standings = tuple((word, words.status(word)) for word in challenged)
    if any(standing is WordStanding.UNCHECKED for _, standing in standings):
        expected, mend = "a lexicon or accepted words", "name who says what is a word"
        raise RequestError((FieldViolation(field="words", found="unchecked", expected=expected, mend=mend),))
    told = standings if ruleset.rules.challenge.told_per_word else None
    if all(standing is WordStanding.VALID for _, standing in standings):
        return _play_stands(ruleset, play, challenge, told, len(standings))
    returned = _returned(ruleset, position, play, move)
    return _play_falls(returned, play.total, challenge, told, turn_lost=True)


def _words_of(play: Ruling) -> tuple[Word, ...]:
    """The words of a play, each once, main word first."""
    return tuple(dict.fromkeys(formed.word for formed in play.words))


def _challenged_words(play: Ruling, challenge: Challenge) -> tuple[Word, ...]:
    """The words that are questioned; raises `RequestError` for one that the play did not form."""
    if not play.legal:
        found = ", ".join(violation.code for violation in play.violations)
        expected, mend = "a play that lies as the rules ask", "take an illegal play back; a challenge is about words"
        raise RequestError((FieldViolation(field="move", found=found, expected=expected, mend=mend),))
    formed = _words_of(play)
    if challenge.words is None:
        return formed
    violations = tuple(
        FieldViolation(
            field=f"challenged_words[{place}]",
            found=word,
            expected=f"a word the play formed: {', '.join(formed)}",
            mend="name one of these, or challenge all",
        )
        for place, word in enumerate(challenge.words)
        if word not in formed
    )
    if violations:
        raise RequestError(violations)
    return tuple(dict.fromkeys(challenge.words))


def _refusal(ruleset: Ruleset, challenge: Challenge) -> Refusal | None:
    """Why the challenge is not heard, if so.

    The window shuts when the score is written or the turn has passed, whichever is first
    (text 003, Kwestionowanie słów), or with the turn alone where the ruleset says so.
    """
    rules = ruleset.rules
    if rules.validation is not Validation.CHALLENGE:
        return Refusal.VOID
    if challenge.challenger == challenge.player:
        return Refusal.OWN_PLAY
    shut = {Moment.TURN_PASSED, Moment.GAME_ENDED}
    if rules.challenge.until_score_written:
        shut.add(Moment.SCORE_WRITTEN)
    if challenge.moment in shut:
        return Refusal.TOO_LATE
    if rules.challenge.only_next and challenge.challenger != _seat_after(challenge.player, challenge):
        return Refusal.NOT_NEXT_PLAYER
    return None


def _checked_on_entry(
    *, ruleset: Ruleset, position: Position, move: Play, words: Words, challenge: Challenge, written: int
) -> ChallengeVerdict:
    """Where words are checked when they are laid, a challenge adds nothing; the check itself is told.

    ``written`` is the score of the play as if its words were good.
    """
    checked = adjudicate(ruleset=ruleset, position=position, move=move, words=words)
    told = tuple(dict.fromkeys((formed.word, formed.standing) for formed in checked.words))
    if checked.legal:
        return replace(_refused(checked, challenge, Refusal.VOID), words=told)
    returned = _returned(ruleset, position, checked, move)
    lost = ruleset.rules.refusal_loses_turn
    return replace(_play_falls(returned, written, challenge, told, turn_lost=lost), refused=Refusal.VOID)


def _refused(play: Ruling, challenge: Challenge, refused: Refusal) -> ChallengeVerdict:
    ended = challenge.moment is Moment.GAME_ENDED
    return ChallengeVerdict(
        play_stands=True,
        words=None,
        effect=ChallengeEffect(score_change=(0,) * challenge.player_count),
        score=play.total,
        next_player=None if ended else _seat_after(challenge.player, challenge),
        refused=refused,
    )


def _play_stands(
    ruleset: Ruleset,
    play: Ruling,
    challenge: Challenge,
    told: tuple[tuple[Word, WordStanding], ...] | None,
    word_count: int,
) -> ChallengeVerdict:
    """The challenge was wrong: the ruleset says what that costs."""
    rules = ruleset.rules.challenge
    following = _seat_after(challenge.player, challenge)
    change = [0] * challenge.player_count
    lost_by = None
    match rules.wrong:
        case WrongChallenge.POINTS:
            change[challenge.player - 1] = rules.points * (word_count if rules.per_word else 1)
        case WrongChallenge.LOSE_TURN:
            lost_by = challenge.challenger
            if lost_by == following:
                following = _seat_after(following, challenge)
    return ChallengeVerdict(
        play_stands=True,
        words=told,
        effect=ChallengeEffect(score_change=tuple(change), turn_lost_by=lost_by),
        score=play.total,
        next_player=following,
    )


def _play_falls(
    returned: tuple[str, ...],
    score: int,
    challenge: Challenge,
    told: tuple[tuple[Word, WordStanding], ...] | None,
    *,
    turn_lost: bool,
) -> ChallengeVerdict:
    """The player takes his tiles back and scores nothing, and the turn passes (text 003, Kwestionowanie słów).

    ``score`` is what the play brought. Without ``turn_lost`` he tries again.
    """
    change = [0] * challenge.player_count
    if challenge.moment is not Moment.BEFORE_SCORE_WRITTEN:
        change[challenge.player - 1] = -score
    return ChallengeVerdict(
        play_stands=False,
        words=told,
        effect=ChallengeEffect(
            score_change=tuple(change),
            tiles_returned=returned,
            turn_lost_by=challenge.player if turn_lost else None,
        ),
        score=0,
        next_player=_seat_after(challenge.player, challenge) if turn_lost else challenge.player,
    )


def _returned(ruleset: Ruleset, position: Position, play: Ruling, move: Play) -> tuple[str, ...]:
    """The tiles that go back to the rack; a blank taken from the board goes back to the board."""
    if not isinstance(move, Placement):
        own = tuple(one.letter for one in play.words[0].letters if one.square not in position.board.tiles)
        turned = move.face_down is not None and ruleset.word_rules is not None and ruleset.word_rules.turned_from_rack
        return (*own, FACE_DOWN) if turned else own
    returned = Counter(placed.from_rack for placed in move.tiles)
    returned += Counter(swap.letter for swap in move.swaps)
    returned -= Counter({BLANK: sum(swap.square in position.board.tiles for swap in move.swaps)})
    return tuple(returned.elements())


def _seat_after(seat: int, challenge: Challenge) -> int:
    """The seat whose turn follows that of ``seat``."""
    return seat % challenge.player_count + 1
