"""Plays that are questioned: challenged, refused by the others, taken back.

In: a state with a play that can still come off. Out: the next state, or every reason why not.
Never: what a challenge costs (see `challenge` and the ruleset).
"""

from __future__ import annotations

from dataclasses import replace

from adjudicator.challenge import Challenge, ChallengeVerdict, Moment, adjudicate_challenge
from adjudicator.event_refusals import EventCode, EventRefusal, Refused, refused
from adjudicator.events import PlayChallenged, PlayRefused, PlayWithdrawn, ScoreWritten
from adjudicator.game import Game
from adjudicator.position import Position
from adjudicator.rules import ChallengeScope, Validation
from adjudicator.ruling import ViolationCode
from adjudicator.state import GameState, OpenPlay
from adjudicator.step import Difference, DifferenceKind, Step
from adjudicator.turns import TurnKind, turn_over, window_shut
from adjudicator.words import AcceptedWords, Words, WordStanding
from lexicon.alphabet import Word


def questioned(
    game: Game, state: GameState, event: PlayChallenged | PlayRefused | PlayWithdrawn | ScoreWritten
) -> Step | Refused:
    """Settle what becomes of the last play."""
    match event:
        case PlayChallenged():
            return _challenged(game, state, event)
        case PlayRefused():
            return _refused_by_others(game, state, event)
        case PlayWithdrawn():
            return _withdrawn(game, state, event)
        case ScoreWritten():
            return _score_written(game, state, event)


def _score_written(game: Game, state: GameState, event: ScoreWritten) -> Step | Refused:
    """Write the score of the last play down; that may shut the window for challenges (text 003)."""
    play = state.open_play
    if play is None or play.score_written:
        return refused(EventCode.NO_OPEN_PLAY, "no play waits for its score; it is written once, after the play")
    if play.seat != event.seat:
        message = f"the score that waits is that of seat {play.seat}, not of seat {event.seat}; name that seat"
        return refused(EventCode.NOT_YOUR_PLAY, message)
    rules = game.ruleset.rules
    if rules.validation is Validation.CHALLENGE and not rules.challenge.until_score_written:
        after: GameState | Refused = replace(state, open_play=replace(play, score_written=True))
    else:
        after = window_shut(game, state)
    return after if isinstance(after, Refused) else Step(state=after)


def _challenged(game: Game, state: GameState, event: PlayChallenged) -> Step | Refused:
    """Hear a challenge of the last play and do what the verdict says."""
    play = state.open_play
    if game.ruleset.rules.validation is not Validation.CHALLENGE:
        return refused(EventCode.VOID, "this game has no challenge: wrong words are refused when they are laid")
    if play is None:
        return _nothing_to_question(state)
    refusals = _challenge_refusals(game, play, event)
    if refusals:
        return Refused(refusals=refusals)
    named = play.words if event.words is None else event.words
    fresh = tuple(dict.fromkeys(word for word in named if word not in play.settled))
    verdict = _verdict(game, play, event, fresh, game.words) if game.judged else None
    differences: tuple[Difference, ...] = ()
    if event.play_stands is not None:
        # What was found at the table is what happened next; the judge of words only differs.
        table = AcceptedWords(frozenset(play.words) if event.play_stands else frozenset())
        found = replace(_verdict(game, play, event, fresh, table), words=None)
        if verdict and verdict.play_stands != event.play_stands:
            differences = (_verdict_differs(event.play_stands, verdict),)
            verdict = found
        verdict = verdict or found
    if verdict is None:
        message = "nobody says what is a word in this game; tell what was found (play_stands), or name a lexicon"
        return refused(EventCode.NOBODY_JUDGES, message)
    if verdict.refused:
        return _unheard(verdict)
    if verdict.play_stands:
        step = _play_stands(game, state, play, verdict, fresh)
    else:
        after = turn_over(game, _taken_back(game, state, play), play.seat, TurnKind.LOST)
        step = Step(state=after, score=-play.ruling.total, scored_seat=play.seat)
    return replace(step, verdict=verdict, differences=differences)


def _refused_by_others(game: Game, state: GameState, event: PlayRefused) -> Step | Refused:
    """Take a play back that the others do not accept; the player tries again, or loses his turn (text 001)."""
    play = state.open_play
    validation = game.ruleset.rules.validation
    if validation is Validation.CHALLENGE:
        return refused(EventCode.NOT_BY_CONSENSUS, "plays are challenged in this game; challenge its words")
    if play is None:
        message = "no play can be refused now: it was accepted, or the lexicon admits all its words"
        return refused(EventCode.NO_OPEN_PLAY, message)
    if game.seating.side(event.seat) == game.seating.side(play.seat):
        return refused(EventCode.OWN_PLAY, "the others refuse a play; take an own one back")
    return _back_to_the_player(game, state, play)


def _withdrawn(game: Game, state: GameState, event: PlayWithdrawn) -> Step | Refused:
    """Take an own play back. Where words are challenged, that is to own up: the turn is lost (text 003)."""
    play = state.open_play
    if play is None:
        return _nothing_to_question(state)
    if play.seat != event.seat:
        message = f"the last play is that of seat {play.seat}, not of seat {event.seat}; everybody takes back his own"
        return refused(EventCode.NOT_YOUR_PLAY, message)
    if game.ruleset.rules.validation is not Validation.CHALLENGE:
        return _back_to_the_player(game, state, play)
    after = turn_over(game, _taken_back(game, state, play), play.seat, TurnKind.LOST)
    differences: tuple[Difference, ...] = ()
    if game.judged and all(game.words.status(word) is WordStanding.VALID for word in play.words):
        difference = Difference(
            kind=DifferenceKind.WITHDRAWN_VALID,
            recorded="the play comes off",
            by_the_rules=f"the lexicon admits {', '.join(play.words)}",
        )
        differences = (difference,)
    return Step(state=after, score=-play.ruling.total, scored_seat=play.seat, differences=differences)


def _nothing_to_question(state: GameState) -> Refused:
    """No play is open: too late for the last one, or there was none."""
    if state.board.tiles:
        return refused(ViolationCode.TOO_LATE, "the last play is settled; what lies stays (text 003)")
    return refused(EventCode.NO_OPEN_PLAY, "nothing lies on the board yet; question a play after it is laid")


def _challenge_refusals(game: Game, play: OpenPlay, event: PlayChallenged) -> tuple[EventRefusal, ...]:
    """Why a challenge is not heard, apart from what the ruleset says of players and moments."""
    refusals: list[EventRefusal] = []
    if game.seating.side(event.seat) == game.seating.side(play.seat):
        refusals.append(EventRefusal(code=EventCode.OWN_PLAY, message="nobody challenges a play of his own side"))
    strangers = tuple(word for word in event.words or () if word not in play.words)
    if strangers:
        message = f"the play did not form {', '.join(strangers)}; it formed {', '.join(play.words)}"
        refusals.append(EventRefusal(code=EventCode.WORD_NOT_FORMED, words=strangers, message=message))
    named = play.words if event.words is None else event.words
    if play.settled.issuperset(named) and not strangers:
        message = f"{', '.join(named)} was challenged and stands; challenge another word, or play on"
        refusals.append(EventRefusal(code=EventCode.ALREADY_SETTLED, words=named, message=message))
    return tuple(refusals)


def _verdict(
    game: Game, play: OpenPlay, event: PlayChallenged, words: tuple[Word, ...], judge: Words
) -> ChallengeVerdict:
    """The verdict of ``judge`` on ``words`` of the play."""
    moment = Moment.SCORE_WRITTEN if play.score_written else Moment.BEFORE_SCORE_WRITTEN
    challenge = Challenge(
        words=words,
        challenger=event.seat,
        player=play.seat,
        player_count=game.seating.seat_count,
        moment=moment,
    )
    position = Position(board=play.before.board, bag_count=play.before.bag_count)
    return adjudicate_challenge(
        ruleset=game.ruleset, position=position, move=play.move, words=judge, challenge=challenge
    )


def _verdict_differs(play_stands: bool, verdict: ChallengeVerdict) -> Difference:  # noqa: FBT001 -- the one value told
    names = {True: "the play stands", False: "the play comes off"}
    standings = ", ".join(f"{word} {standing.value}" for word, standing in verdict.words or ())
    return Difference(
        kind=DifferenceKind.VERDICT,
        recorded=names[play_stands],
        by_the_rules=names[verdict.play_stands] + (f" ({standings})" if standings else ""),
    )


def _unheard(verdict: ChallengeVerdict) -> Refused:
    """A challenge that the ruleset does not let be heard."""
    reason = str(verdict.refused)
    code: ViolationCode | EventCode = ViolationCode.TOO_LATE
    if reason != ViolationCode.TOO_LATE:
        code = EventCode(reason)
    return refused(code, f"the challenge is not heard ({reason}); see the challenge rules of this game")


def _play_stands(
    game: Game, state: GameState, play: OpenPlay, verdict: ChallengeVerdict, words: tuple[Word, ...]
) -> Step:
    """A wrong challenge: pay for it, in points for the player or with the challenger's turn."""
    whole = game.ruleset.rules.challenge.scope is ChallengeScope.PLAY
    loser = verdict.effect.turn_lost_by
    play = replace(
        play,
        settled=play.settled | frozenset(play.words if whole else words),
        turns_lost_by=play.turns_lost_by if loser is None else (*play.turns_lost_by, loser),
    )
    points = sum(verdict.effect.score_change)
    after = replace(state, open_play=play, scores=_scored(game, state, play.seat, points))
    if loser is not None and not after.pending_end:
        if loser == after.on_turn:
            after = turn_over(game, after, loser, TurnKind.LOST)
        else:
            after = replace(after, turns_to_skip=_skipping(after.turns_to_skip, loser))
    return Step(state=after, score=points, scored_seat=play.seat)


def _back_to_the_player(game: Game, state: GameState, play: OpenPlay) -> Step:
    """Take the play off; the player is on turn again, or has lost his turn where the ruleset says so."""
    after = _taken_back(game, state, play)
    if game.ruleset.rules.refusal_loses_turn:
        after = turn_over(game, after, play.seat, TurnKind.LOST)
    return Step(state=after, score=-play.ruling.total, scored_seat=play.seat)


def _taken_back(game: Game, state: GameState, play: OpenPlay) -> GameState:
    """The state before the play, tile for tile: drawn tiles go back to the bag, blanks back to the board.

    What became known of other racks stays known, and so do points and lost turns of wrong challenges.
    """
    skips = play.before.turns_to_skip
    for seat in play.turns_lost_by:
        skips = _skipping(skips, seat)
    return replace(
        play.before,
        scores=_scored(game, state, play.seat, -play.ruling.total),
        hands=state.with_hand(play.seat, play.before.hand(play.seat)),
        turns_to_skip=skips,
    )


def _scored(game: Game, state: GameState, seat: int, points: int) -> tuple[int, ...]:
    side = game.seating.side(seat)
    return tuple(score + points if one == side else score for one, score in enumerate(state.scores, start=1))


def _skipping(skips: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(count + 1 if one == seat else count for one, count in enumerate(skips, start=1))
