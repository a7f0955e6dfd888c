"""The words a placement forms, and what each is worth.

In: the board before and after, the squares laid now. Out: `FormedWord` values, main word first.
Never: whether the placement is legal.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from adjudicator.board import Axis, Board, Square
from adjudicator.layout import Premium
from adjudicator.rules import Premiums, Rules
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import FormedWord, LetterScore
from adjudicator.words import WordStanding
from lexicon.alphabet import Word

#: A run of two squares or more with its axis.
Run = tuple[Axis, tuple[Square, ...]]

_PLAIN = Premium()


def formed_runs(board: Board, squares: Iterable[Square]) -> list[Run]:
    """Every longest run of two letters or more, in both axes, through any of ``squares``; each once."""
    runs: dict[tuple[Axis, Square], tuple[Square, ...]] = {}
    for square in squares:
        for axis in Axis:
            run = board.run(square, axis)
            if len(run) > 1:
                runs[axis, run[0]] = run
    return [(axis, run) for (axis, _), run in runs.items()]


def formed_words(
    *,
    ruleset: Ruleset,
    before: Board,
    after: Board,
    laid: frozenset[Square],
    rescored: frozenset[Square],
    standing: Callable[[Word], WordStanding],
) -> tuple[FormedWord, ...]:
    """Read and score every word through a square of ``laid`` or ``rescored``.

    The main word, the one with most new tiles (then the longest, then across), comes first; the others follow
    in reading order.
    """
    runs = formed_runs(after, laid | rescored)
    runs.sort(key=lambda run: (run[1][0], run[0] is Axis.DOWN))
    if runs:
        main = min(runs, key=lambda run: (-sum(s in laid for s in run[1]), -len(run[1]), run[0] is Axis.DOWN))
        runs.remove(main)
        runs.insert(0, main)
    words: list[FormedWord] = []
    for axis, squares in runs:
        word = Word("".join([after.tiles[square].letter for square in squares]))
        letters = tuple(
            [_letter_score(ruleset, after, square, _premium(ruleset, before, square, laid)) for square in squares]
        )
        words.append(_scored(ruleset.rules, word, axis, letters, standing(word)))
    return tuple(words)


def _scored(
    rules: Rules, word: Word, axis: Axis, letters: tuple[LetterScore, ...], standing: WordStanding
) -> FormedWord:
    """Add up one word: (letters × letter premiums) × word premiums, and the bonus for length."""
    letter_sum = sum(letter.value * letter.letter_premium for letter in letters)
    multiplier = math.prod(letter.word_premium for letter in letters)
    long_word = long_word_bonus(rules, len(letters))
    if rules.long_word_before_multiplier:
        score = (letter_sum + long_word) * multiplier
    else:
        score = letter_sum * multiplier + long_word
    return FormedWord(
        word=word,
        start=letters[0].square,
        axis=axis,
        standing=standing,
        sum=letter_sum,
        multiplier=multiplier,
        long_word=long_word,
        score=score,
        letters=letters,
    )


def long_word_bonus(rules: Rules, length: int) -> int:
    """Points for a word of ``length`` letters, old ones counted.

    One point for the 6th letter, two for the 7th, three for the 8th, and so on (text 000, Процесс игры);
    added up when cumulative, else the last step alone.
    """
    steps = length - rules.long_word_from_letter + 1
    if not rules.long_word_bonus or steps < 1:
        return 0
    return steps * (steps + 1) // 2 if rules.long_word_cumulative else steps


def _letter_score(ruleset: Ruleset, after: Board, square: Square, premium: Premium) -> LetterScore:
    tile = after.tiles[square]
    return LetterScore(
        square=square,
        letter=tile.letter,
        value=ruleset.value(tile),
        letter_premium=premium.letter,
        word_premium=premium.word,
    )


def _premium(ruleset: Ruleset, before: Board, square: Square, laid: frozenset[Square]) -> Premium:
    """The premium that acts on ``square`` in a word of this move."""
    premium = ruleset.layout.premiums.get(square, _PLAIN)
    if premium is _PLAIN or square in laid:
        return premium
    match ruleset.rules.premiums:
        case Premiums.ONCE:
            return _PLAIN
        case Premiums.ALWAYS:
            return premium
        case Premiums.LISTED:
            return _PLAIN if _crossed_already(before, square) else premium


def _crossed_already(before: Board, square: Square) -> bool:
    """Whether words in both axes went through ``square`` before this move.

    Text 001 pays a premium to the discoverer, to who continues his word, and to who crosses it; not to who
    lengthens the crossing word. A position does not tell which word of two came first, so with two nobody is
    paid.
    """
    return all(len(before.run(square, axis)) > 1 for axis in Axis)
