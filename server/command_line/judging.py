"""The verb `judge`: rule on a move, a challenge, a whole game or a list of plays that a file holds.

In: the request of the wire contract as JSON, or one object of the example format. Out: the ruling or verdict. Games
and lists of plays are told by `judging_games`.
Never: rules (see `adjudicator`).
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from adjudicator.adjudicate import adjudicate
from adjudicator.answer import ruling_as_dict, verdict_as_dict
from adjudicator.challenge import ChallengeVerdict, adjudicate_challenge
from adjudicator.example import read_example
from adjudicator.record_errors import RecordError
from adjudicator.request import OpenWords, read_challenge_request, read_move_request
from adjudicator.ruling import FormedWord, Ruling
from adjudicator.strict_json import read_json
from adjudicator.words import LexiconWords, Words, WordStanding
from lexicon.catalogue import Catalogue
from server.command_line.app import (
    CatalogueOption,
    DataOption,
    EditionOption,
    ExitCode,
    JsonOption,
    catalogue_at,
    data_at,
)
from server.command_line.judging_games import Setting, judge_batch, judge_game
from server.command_line.output import put, put_json
from server.command_line.reading import safe_line
from server.command_line.rules import setting_of

#: A position with a move takes a few kilobytes; a longer file is not one.
LONGEST_FILE = 1 << 20

FileOption = Annotated[
    Path | None, typer.Option(metavar="FILE", help="A JSON file; - reads stdin.", show_default=False)
]
GameOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="A game record (JSON), or GCG with --ruleset.", show_default=False),
]
BatchOption = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Plays, a line each: NAME WORD…; with --lexicon.", show_default=False),
]
RulesetOption = Annotated[str, typer.Option(metavar="ID", help="The ruleset of a GCG file.", show_default=False)]
JudgeLexiconOption = Annotated[
    str, typer.Option("--lexicon", metavar="ID", help="The lexicon of a GCG file or of a batch.", show_default=False)
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="SWITCH=VALUE", help="A switch of the ruleset of a GCG file; may be repeated."),
]


def judge(
    *,
    move: FileOption = None,
    challenge: FileOption = None,
    game: GameOption = None,
    batch: BatchOption = None,
    ruleset: RulesetOption = "",
    settings: SettingsOption = None,
    lexicon_id: JudgeLexiconOption = "",
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> int:
    """Rule on a move, a challenge, a game or a list of plays: every reason, every point. Exit code 1 for a no.

    A move or a challenge is the request of the RPC as JSON, or (for a move) one object of the example format. A game
    is judged event by event: what the rules do not allow, and every number that they make another.

    Example: slovosud judge --game final.gcg --ruleset scrabble-pl
    """
    if sum(file is not None for file in (move, challenge, game, batch)) != 1:
        raise typer.BadParameter("give one of --move, --challenge, --game, --batch FILE")
    if (move is not None or challenge is not None) and (ruleset or lexicon_id or edition):
        raise typer.BadParameter("a request names its own ruleset and lexicon; leave out --ruleset and --lexicon")
    if settings and not ruleset:
        raise typer.BadParameter("--set needs --ruleset ID: it sets a switch of the ruleset of a GCG file")
    shelf, folder = catalogue_at(catalogue), data_at(data)
    setting = Setting(
        data=folder,
        catalogue=shelf,
        ruleset_id=ruleset,
        settings=dict(setting_of(text) for text in settings or ()),
        lexicon_id=lexicon_id,
        edition=edition,
    )
    if game is not None:
        return judge_game(game, setting, words_of(shelf), as_json=as_json)
    if batch is not None:
        return judge_batch(batch, setting, as_json=as_json)
    if challenge is not None:
        return _judge_challenge(challenge, folder, words_of(shelf), as_json=as_json)
    return _judge_move(Path(move or "-"), folder, words_of(shelf), as_json=as_json)


def _judge_challenge(path: Path, data: Path, open_words: OpenWords, *, as_json: bool) -> int:
    asked = read_challenge_request(_read(path), data=data, open_words=open_words)
    verdict = adjudicate_challenge(
        ruleset=asked.ruleset,
        position=asked.position,
        move=asked.move,
        words=asked.words,
        challenge=asked.challenge,
    )
    _tell_verdict(verdict, as_json=as_json)
    return ExitCode.DONE if verdict.play_stands else ExitCode.NO


def _judge_move(path: Path, data: Path, open_words: OpenWords, *, as_json: bool) -> int:
    ruling = _rule(_read(path), data, open_words)
    _tell_ruling(ruling, as_json=as_json)
    return ExitCode.DONE if ruling.legal else ExitCode.NO


def words_of(catalogue: Catalogue) -> OpenWords:
    """Return what opens an edition of ``catalogue`` as a judge of words."""

    def open_words(lexicon_id: str, edition: str) -> Words:
        return LexiconWords(catalogue.open(lexicon_id, edition))

    return open_words


def _rule(value: object, data: Path, open_words: OpenWords) -> Ruling:
    """Rule on a request or an example: the latter names its ruleset and draws its board."""
    if isinstance(value, dict) and "ruleset" in value:
        example = read_example(value, data=data)
        if example.position is None or example.move is None:
            raise typer.BadParameter(f"example {example.id}: found no single move (key given); expected board and move")
        return adjudicate(ruleset=example.ruleset, position=example.position, move=example.move, words=example.words)
    asked = read_move_request(value, data=data, open_words=open_words)
    return adjudicate(ruleset=asked.ruleset, position=asked.position, move=asked.move, words=asked.words)


def _read(path: Path) -> object:
    """Read a JSON value from a file or stdin."""
    if str(path) == "-":
        content = sys.stdin.buffer.read(LONGEST_FILE + 1)
    else:
        with path.open("rb") as file:
            content = file.read(LONGEST_FILE + 1)
    if len(content) > LONGEST_FILE:
        raise typer.BadParameter(f"{path}: longer than {LONGEST_FILE} bytes; expected one position with a move")
    try:
        return read_json(content)
    except RecordError as error:
        raise typer.BadParameter(f"{path}: {error}") from error


def _tell_ruling(ruling: Ruling, *, as_json: bool) -> None:
    if as_json:
        put_json(ruling_as_dict(ruling))
        return
    style = "bold green" if ruling.legal else "bold red"
    put(Text.assemble(("legal" if ruling.legal else "not legal", style), f"  {ruling.total} points"))
    for violation in ruling.violations:
        put(Text.assemble("  ", (violation.code.value, "red"), "  ", safe_line(violation.message)))
    for formed in ruling.words:
        put(f"  {_word_line(formed)}")
    if ruling.bonus:
        put(f"  bonus {ruling.bonus}")
    for row in ruling.board_after.rows():
        put(f"    {' '.join(row)}")


def _word_line(formed: FormedWord) -> str:
    """Tell one word: how its score comes about, and what it is."""
    told = f"{formed.word:<15} {formed.score:>4} = {formed.sum}"
    told += f" × {formed.multiplier}" if formed.multiplier != 1 else ""
    told += f" + {formed.long_word} for its length" if formed.long_word else ""
    row, column = formed.start
    place = f"{formed.axis.name.lower()} from row {row}, column {column}"
    standing = "" if formed.standing is WordStanding.UNCHECKED else f"  {formed.standing.value}"
    return f"{told}  {place}{standing}"


def _tell_verdict(verdict: ChallengeVerdict, *, as_json: bool) -> None:
    if as_json:
        put_json(verdict_as_dict(verdict))
        return
    if verdict.refused is not None:
        put(Text.assemble(("challenge not heard", "bold yellow"), f"  {verdict.refused.value}"))
    style = "bold green" if verdict.play_stands else "bold red"
    put(Text.assemble(("the play stands" if verdict.play_stands else "the play comes off", style)))
    for word, standing in verdict.words or ():
        put(f"  {word}  {standing.value}")
    if verdict.effect.tiles_returned:
        put(f"  tiles back to the rack: {' '.join(verdict.effect.tiles_returned)}")
    for seat, points in enumerate(verdict.effect.score_change, start=1):
        if points:
            put(f"  player {seat}: {points:+d} points")
    if verdict.effect.turn_lost_by is not None:
        put(f"  player {verdict.effect.turn_lost_by} loses the turn")
    put(f"  the play scores {verdict.score}")
    if verdict.next_player is not None:
        put(f"  next: player {verdict.next_player}")
