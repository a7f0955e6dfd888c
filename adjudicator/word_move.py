"""The ruling on a move that is one word, with a tile turned over behind it.

In: a ruleset of such a game, a position, the word with its place. Out: `Ruling`: the word first, then the runs
that arise beside it, which score nothing; ``bonus`` is the number on the border.
Never: games whose move is a set of tiles (see `placement`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import partial

from adjudicator.board import Axis, Board, Square, Tile
from adjudicator.moves import WordMove
from adjudicator.position import Position
from adjudicator.rules import Attachment, Incidental, Validation, WordRules
from adjudicator.ruleset import Ruleset
from adjudicator.ruling import FormedWord, LeftToDo, LetterScore, Ruling, Violation, ViolationCode
from adjudicator.standing import standing_of, word_violations
from adjudicator.turned_tile import turned_tile_violations
from adjudicator.words import Unchecked, Words, WordStanding
from lexicon.alphabet import Word


def rule_on_word(ruleset: Ruleset, rules: WordRules, position: Position, move: WordMove, words: Words) -> Ruling:
    """Lay the letters that are lacking, read what arises, judge the tile turned over, count (text 002)."""
    axis, before = move.axis, position.board
    if axis is None:
        message = "the word reads neither across nor down; lay it left to right or top to bottom"
        shapeless = _at(ViolationCode.NOT_ACROSS_OR_DOWN, [move.start], message)
        return Ruling(board_after=before, violations=(shapeless,))
    squares = [move.start.step(axis, place) for place in range(len(move.word))]
    letters = dict(zip(squares, move.word, strict=True))
    violations = _letter_violations(ruleset, before, letters)
    laid = [square for square in squares if before.is_free(square)]
    after = before.with_tiles([(square, Tile(letter=letters[square])) for square in laid])
    violations += _shape_violations(ruleset, before, squares, laid, axis)
    violations += _attachment_violations(ruleset, rules, before, squares)
    if all(before.holds(square) for square in squares):
        held = ruleset.rules.rack_size if position.rack is None else len(position.rack)
        left = not rules.turned_from_rack or len(laid) < held
        violations += turned_tile_violations(rules, after, squares, axis, move, tile_left=left)
    formed = _formed(ruleset=ruleset, rules=rules, after=after, letters=letters, laid=laid, axis=axis, words=words)
    violations += [violation for word in formed for violation in word_violations(word)]
    beside = [word for word in formed if word.axis is not axis]
    if beside and rules.incidental is Incidental.FORBIDDEN:
        violations.append(_one_word_only(beside))
    from_rack = len(laid) + (move.face_down is not None and rules.turned_from_rack)
    violations += _rack_violations(ruleset, position, [letters[square] for square in laid], from_rack)
    if violations:
        return Ruling(board_after=before, violations=tuple(violations), words=formed)
    border = _border_number(ruleset, move)
    return Ruling(
        board_after=after if move.face_down is None else after.with_face_down(move.face_down),
        words=formed,
        bonus=border,
        total=sum(word.score for word in formed) + border,
        left_to_do=LeftToDo(
            draw=from_rack if position.bag_count is None else min(from_rack, position.bag_count),
            challenge_open=ruleset.rules.validation is Validation.CHALLENGE,
        ),
    )


def _letter_violations(ruleset: Ruleset, board: Board, letters: dict[Square, str]) -> list[Violation]:
    """Whether each letter is one, and can lie on its square."""
    violations: list[Violation] = []
    for square, letter in letters.items():
        lying = board.tiles.get(square)
        if letter not in ruleset.tiles.points:
            message = f"the letter on {square}: {ruleset.name_stranger(letter)}"
            violations.append(_at(ViolationCode.UNKNOWN_LETTER, [square], message))
        if not board.holds(square):
            message = f"{square} is off the board of {board.row_count} × {board.column_count} squares, counted from 0"
            violations.append(_at(ViolationCode.OFF_BOARD, [square], message))
        elif square in board.face_down:
            message = f"a face-down tile lies on {square}; a word ends before it"
            violations.append(_at(ViolationCode.THROUGH_FACE_DOWN, [square], message))
        elif lying and lying.letter != letter:
            message = f"{lying.letter} lies on {square}, not {letter}; use the letters that lie there"
            violations.append(_at(ViolationCode.LETTER_CLASH, [square], message))
    return violations


def _shape_violations(
    ruleset: Ruleset, board: Board, squares: Sequence[Square], laid: Sequence[Square], axis: Axis
) -> list[Violation]:
    """Two letters or more, an own one among them, and no letter before the first or behind the last."""
    violations: list[Violation] = []
    least = ruleset.rules.first_move_min_tiles
    if not board.tiles and len(squares) < least:
        message = f"the first move lays {least} tiles or more"
        violations.append(_at(ViolationCode.FIRST_TOO_SHORT, squares, message))
    elif len(squares) < 2:
        message = "a word has two letters or more; lay a longer one"
        violations.append(_at(ViolationCode.NO_WORD, squares, message))
    if not laid and all(square in board.tiles for square in squares):
        message = "every letter of the word lies there already; lay one or more of your own"
        violations.append(_at(ViolationCode.NO_TILES, squares, message))
    beyond = [squares[0].step(axis, -1), squares[-1].step(axis)]
    touching = [square for square in beyond if square in board.tiles]
    if touching:
        message = f"the word goes on over {_listed(touching)}; name all of it"
        violations.append(_at(ViolationCode.WORD_NOT_MAXIMAL, touching, message))
    return violations


def _attachment_violations(
    ruleset: Ruleset, rules: WordRules, board: Board, squares: Sequence[Square]
) -> list[Violation]:
    """Whether the word hangs on what lay before; the first one, whether it lies where it must."""
    if not board.tiles:
        start = ruleset.layout.start
        if not rules.start_covered or start in squares:
            return []
        message = f"no letter covers {start}; the first word goes over that square"
        return [_at(ViolationCode.CENTRE_NOT_COVERED, [start], message)]
    if rules.attachment is Attachment.NONE or any(square in board.tiles for square in squares):
        return []
    if rules.attachment is Attachment.CROSS:
        message = "the word has no letter that lay before; cross a word that lies"
        return [_at(ViolationCode.NOT_CONNECTED, squares, message)]
    near = {place for square in squares for place in square.neighbours()} | set(squares)
    if near & board.tiles.keys() or near & board.face_down:
        return []
    message = "the word touches nothing that lay before; join it to the board"
    return [_at(ViolationCode.NOT_CONNECTED, squares, message)]


def _formed(
    *,
    ruleset: Ruleset,
    rules: WordRules,
    after: Board,
    letters: dict[Square, str],
    laid: Sequence[Square],
    axis: Axis,
    words: Words,
) -> tuple[FormedWord, ...]:
    """The word, ten points a letter or what the tiles say, and the unpaid runs at right angles to it."""
    points = ruleset.tiles.points
    if any(letter not in points for letter in letters.values()):
        return ()
    ask = partial(standing_of, ruleset, words)
    ask_beside = ask if rules.incidental is Incidental.MUST_BE_WORDS else Unchecked().status
    main = [LetterScore(square=square, letter=letter, value=points[letter]) for square, letter in letters.items()]
    formed = [_word(axis, main, ask)] if len(main) > 1 else []
    runs = [after.run(square, axis.other) for square in laid]
    for run in sorted(run for run in runs if len(run) > 1):
        unpaid = [LetterScore(square=square, letter=after.tiles[square].letter, value=0) for square in run]
        formed.append(_word(axis.other, unpaid, ask_beside))
    return tuple(formed)


def _word(axis: Axis, letters: Sequence[LetterScore], ask: Callable[[Word], WordStanding]) -> FormedWord:
    """One word with the points of its letters; no premium acts."""
    word = Word("".join([letter.letter for letter in letters]))
    points = sum(letter.value for letter in letters)
    return FormedWord(
        word=word,
        start=letters[0].square,
        axis=axis,
        standing=ask(word),
        sum=points,
        multiplier=1,
        long_word=0,
        score=points,
        letters=tuple(letters),
    )


def _one_word_only(beside: Sequence[FormedWord]) -> Violation:
    """More than one word in a turn, where runs that arise beside it count as words."""
    names = ", ".join(formed.word for formed in beside)
    return Violation(
        code=ViolationCode.ONE_WORD_PER_TURN,
        squares=tuple(sorted({square for formed in beside for square in formed.squares})),
        words=tuple(formed.word for formed in beside),
        message=f"{names} arises beside the word; a turn makes one word, lay it where nothing arises",
    )


def _rack_violations(ruleset: Ruleset, position: Position, laid: Sequence[str], from_rack: int) -> list[Violation]:
    """Whether the rack has the letters laid, and a tile more to turn over. Not checked when it is not known."""
    if position.rack is None:
        return []
    lacking = Counter(letter for letter in laid if letter in ruleset.tiles.points) - Counter(position.rack)
    if lacking:
        message = f"the rack lacks {', '.join(lacking.elements())}; use tiles that are on it"
    elif from_rack > len(position.rack):
        message = f"the rack holds {len(position.rack)} tiles, the word and the tile turned over take {from_rack}"
    else:
        return []
    return [_at(ViolationCode.TILE_NOT_ON_RACK, [], message)]


def _border_number(ruleset: Ruleset, move: WordMove) -> int:
    """The number of the row for a word across, of the column for a word down."""
    layout = ruleset.layout
    return layout.row_numbers[move.start.row] if move.axis is Axis.ACROSS else layout.column_numbers[move.start.column]


def _at(code: ViolationCode, squares: Iterable[Square], message: str) -> Violation:
    return Violation(code=code, squares=tuple(sorted(squares)), message=message)


def _listed(squares: Iterable[Square]) -> str:
    return ", ".join(str(square) for square in sorted(squares))
