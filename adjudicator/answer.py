"""Rulings and verdicts as JSON-like values, named as on the wire, enum values without their prefix.

In: a `Ruling` or a `ChallengeVerdict`. Out: an object of texts, numbers, flags, lists and objects only.
Never: anything the ruling does not hold.
"""

from __future__ import annotations

from adjudicator.board import Square
from adjudicator.challenge import ChallengeVerdict
from adjudicator.ruling import FormedWord, LetterScore, Ruling, Violation

#: What `json.dumps` writes.
Json = bool | int | str | None | list["Json"] | dict[str, "Json"]


def ruling_as_dict(ruling: Ruling) -> dict[str, Json]:
    """The message ``Ruling`` of the wire. ``left_to_do`` is there for a legal move only."""
    answer: dict[str, Json] = {
        "legal": ruling.legal,
        "violations": [_violation(violation) for violation in ruling.violations],
        "words": [_formed_word(word) for word in ruling.words],
        "bonus": ruling.bonus,
        "total": ruling.total,
        "board_after": list(ruling.board_after.rows()),
    }
    if ruling.left_to_do:
        answer["left_to_do"] = {
            "draw": ruling.left_to_do.draw,
            "blanks_kept": ruling.left_to_do.blanks_kept,
            "turn_passes": ruling.left_to_do.turn_passes,
            "challenge_open": ruling.left_to_do.challenge_open,
        }
    return answer


def verdict_as_dict(verdict: ChallengeVerdict) -> dict[str, Json]:
    """The message ``ChallengeVerdict`` of the wire.

    ``words``, ``turn_lost_by``, ``next_player`` and ``refused`` are there only when they say something.
    """
    effect: dict[str, Json] = {
        "tiles_returned": list(verdict.effect.tiles_returned),
        "score_change": list(verdict.effect.score_change),
    }
    if verdict.effect.turn_lost_by is not None:
        effect["turn_lost_by"] = verdict.effect.turn_lost_by
    answer: dict[str, Json] = {"play_stands": verdict.play_stands, "effect": effect, "score": verdict.score}
    if verdict.words is not None:
        answer["words"] = [{"word": word, "status": standing.value} for word, standing in verdict.words]
    if verdict.next_player is not None:
        answer["next_player"] = verdict.next_player
    if verdict.refused is not None:
        answer["refused"] = verdict.refused.value
    return answer


def _violation(violation: Violation) -> Json:
    return {
        "code": violation.code.value,
        "squares": [_square(square) for square in violation.squares],
        "words": list(violation.words),
        "message": violation.message,
    }


def _formed_word(formed: FormedWord) -> Json:
    return {
        "word": formed.word,
        "start": _square(formed.start),
        "direction": formed.axis.name,
        "status": formed.standing.value,
        "sum": formed.sum,
        "multiplier": formed.multiplier,
        "long_word": formed.long_word,
        "score": formed.score,
        "letters": [_letter(letter) for letter in formed.letters],
    }


def _letter(letter: LetterScore) -> Json:
    return {
        "square": _square(letter.square),
        "letter": letter.letter,
        "value": letter.value,
        "letter_premium": letter.letter_premium,
        "word_premium": letter.word_premium,
    }


def _square(square: Square) -> Json:
    return {"row": square.row, "column": square.column}
