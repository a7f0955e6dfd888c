"""The verb `judge` for whole games and for lists of plays.

In: a game record (the project's own, or GCG), or lines of words. Out: what the rules say, event by event.
Never: rules (see `adjudicator`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import typer
from rich.text import Text

from adjudicator.event_refusals import EventRefusal, Refused
from adjudicator.game_answer import judged_as_dict, replay_end_as_dict
from adjudicator.gcg_reading import read_gcg
from adjudicator.record import LONGEST_RECORD, GameRecord
from adjudicator.record_reading import read_record
from adjudicator.replay import JudgedEvent, Replay, replay
from adjudicator.request import OpenWords
from adjudicator.ruleset import load_ruleset
from adjudicator.seating import Seating
from adjudicator.state import GameState
from adjudicator.switches import Value
from adjudicator.words import LexiconWords, Unchecked
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.explanation import WordStatus
from server.command_line.app import ExitCode
from server.command_line.game_telling import event_in_words
from server.command_line.output import put, put_json, safe
from server.command_line.reading import safe_line

#: A play forms fewer words than this; a longer line is something else.
MOST_WORDS = 64


@dataclass(frozen=True, slots=True, kw_only=True)
class Setting:
    """What a caller names beside the file: a ruleset and a lexicon, "" for none, and where both are found.

    ``settings`` are switches of the ruleset and their values.
    """

    data: Path
    catalogue: Catalogue
    ruleset_id: str
    settings: Mapping[str, Value]
    lexicon_id: str
    edition: str


def judge_game(path: Path, setting: Setting, open_words: OpenWords, *, as_json: bool) -> int:
    """Replay the record at ``path`` and tell what the rules say of each event."""
    record = _read_game(_content(path), setting, open_words)
    judged = replay(record)
    for event in judged.events:
        if as_json:
            put_json(judged_as_dict(event))
        else:
            _tell_event(event, record.game.seating)
    if as_json:
        put_json(replay_end_as_dict(judged))
    else:
        _tell_end(judged, record.game.seating)
    return ExitCode.DONE if judged.as_the_rules_say else ExitCode.NO


def judge_batch(path: Path, setting: Setting, *, as_json: bool) -> int:
    """Tell of each play, a line with its name and its words, whether every word is valid."""
    if not setting.lexicon_id:
        raise typer.BadParameter("--batch needs --lexicon ID: name what judges the words")
    lexicon = setting.catalogue.open(setting.lexicon_id, setting.edition)
    all_acceptable = True
    for name, words in _plays(path):
        all_acceptable &= _judge_play(lexicon, name, words, as_json=as_json)
    return ExitCode.DONE if all_acceptable else ExitCode.NO


def _read_game(content: bytes, setting: Setting, open_words: OpenWords) -> GameRecord:
    """Read a record in either form: JSON begins with a brace, GCG never does."""
    if content.removeprefix(b"\xef\xbb\xbf").lstrip().startswith((b"{", b"[")):
        if setting.ruleset_id or setting.lexicon_id:
            raise typer.BadParameter("a record names its own ruleset and lexicon; leave out --ruleset and --lexicon")
        return read_record(content, data=setting.data, open_words=open_words)
    if not setting.ruleset_id:
        raise typer.BadParameter("GCG names no rules; give --ruleset ID, such as scrabble-pl")
    ruleset, settings = load_ruleset(setting.data, setting.ruleset_id, setting.settings), setting.settings
    if not setting.lexicon_id:
        source: dict[str, object] = {"unchecked": True}
        return read_gcg(content, ruleset=ruleset, settings=settings, word_source=source, words=Unchecked())
    lexicon = setting.catalogue.open(setting.lexicon_id, setting.edition)
    source = {"lexicon": {"id": lexicon.id, "edition": lexicon.edition}}
    return read_gcg(content, ruleset=ruleset, settings=settings, word_source=source, words=LexiconWords(lexicon))


def _content(path: Path) -> bytes:
    """Read a file or stdin, one byte more than a record may have at most."""
    if str(path) == "-":
        return sys.stdin.buffer.read(LONGEST_RECORD + 1)
    with path.open("rb") as file:
        return file.read(LONGEST_RECORD + 1)


def _plays(path: Path) -> Iterator[tuple[str, list[str]]]:
    """The plays of a list: name and words. Empty lines and lines with # are left out."""
    content = _content(path)
    if len(content) > LONGEST_RECORD:
        raise typer.BadParameter(f"{path}: longer than {LONGEST_RECORD} bytes; split the list")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise typer.BadParameter(f"{path}: byte {error.start}: found no UTF-8; expected lines in UTF-8") from error
    for number, line in enumerate(text.split("\n"), start=1):
        parts = line.split()
        if not parts or parts[0].startswith("#"):
            continue
        if not 2 <= len(parts) <= MOST_WORDS + 1:
            found, expected = f"{len(parts) - 1} words", f"a name and 1 to {MOST_WORDS} words"
            raise typer.BadParameter(f"{path}: line {number}: found {found}; expected {expected}")
        yield parts[0], parts[1:]


def _judge_play(lexicon: Lexicon, name: str, words: list[str], *, as_json: bool) -> bool:
    """Tell of one play; a play is acceptable when each of its words is."""
    verdicts = [lexicon.check(word) for word in words]
    acceptable = all(verdict.status is WordStatus.VALID for verdict in verdicts)
    if as_json:
        told = [
            {"query": one.query, "word": one.word, "status": one.status.value, "reason": one.reason} for one in verdicts
        ]
        edition = {"lexicon": lexicon.id, "edition": lexicon.edition, "digest": lexicon.digest}
        put_json({"id": name, "acceptable": acceptable, "words": told, **edition})
        return acceptable
    answer = ("acceptable", "bold green") if acceptable else ("not acceptable", "bold red")
    wrong = ", ".join(safe(verdict.query) for verdict in verdicts if verdict.status is not WordStatus.VALID)
    put(Text.assemble(safe(name), "  ", answer, f"  {wrong}" if wrong else ""))
    return acceptable


def _tell_event(judged: JudgedEvent, seating: Seating) -> None:
    """Tell one event: what happened, what it brought by the rules, and what is wrong with it."""
    event, outcome = judged.recorded.event, judged.outcome
    line = f"{judged.number:>4}  {safe_line(event_in_words(event, outcome, seating))}"
    if isinstance(outcome, Refused):
        put(Text.assemble(line, "  ", ("not allowed", "bold red")))
        _tell_refusals(outcome.refusals)
        return
    if outcome.scored_seat is not None:
        total = judged.sheet[seating.side(outcome.scored_seat) - 1]
        line += f"  {outcome.score:+d}  total {total}"
    put(line)
    for difference in judged.differences:
        style = "dim" if difference.carried else "bold yellow"
        put(Text.assemble("      ", (safe_line(str(difference)), style)))


def _tell_refusals(refusals: tuple[EventRefusal, ...]) -> None:
    for refusal in refusals:
        put(Text.assemble("      ", (refusal.code.value, "red"), "  ", safe_line(refusal.message)))


def _tell_end(judged: Replay, seating: Seating) -> None:
    """Tell how the game stands after the last event, and whether all was as the rules say."""
    state = judged.state
    for row in state.board.rows():
        put(f"    {' '.join(row)}")
    put(_standing(state, seating))
    if state.final:
        for side in range(1, seating.side_count + 1):
            lost, gained = state.final.lost[side - 1], state.final.gained[side - 1]
            racks = (f", −{lost} for tiles left" if lost else "") + (
                f", +{gained} for those of others" if gained else ""
            )
            winner = "  winner" if side in state.final.winners else ""
            put(safe_line(f"  {seating.name_side(side)}: {state.final.scores[side - 1]}{racks}{winner}"))
    elif state.ended:
        put("  final scores unknown: not all racks that count are known")
    _tell_refusals(judged.unsettled)
    if judged.unjudged_count:
        put(f"{judged.unjudged_count} events after the last one told were not judged: they rest on it")
    if judged.as_the_rules_say:
        put(Text.assemble(("as the rules say", "bold green")))
        return
    refused = sum(isinstance(event.outcome, Refused) for event in judged.events)
    differing = sum(any(not one.carried for one in event.differences) for event in judged.events)
    put(
        Text.assemble(
            ("not as the rules say", "bold red"), f": {refused} events not allowed, {differing} with differences"
        )
    )


def _standing(state: GameState, seating: Seating) -> str:
    """Whether the game is over, and why; otherwise who is on turn."""
    if state.ended:
        out = f" ({safe(seating.name(state.ended.out_seat))})" if state.ended.out_seat else ""
        return f"ended: {state.ended.reason.value}{out}"
    scores = ", ".join(f"{safe(seating.name_side(side))} {score}" for side, score in enumerate(state.scores, start=1))
    if state.pending_end:
        return f"over ({state.pending_end.reason.value}) unless the last play comes off: {scores}"
    turn = (
        "the draw for the start is not settled"
        if state.on_turn is None
        else f"{safe(seating.name(state.on_turn))} is on turn"
    )
    return f"going on, {turn}: {scores}"
