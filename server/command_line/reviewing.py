"""The verb `review`: doubtful words one after another, and what a person decides on them.

In: an edition, keys. Out: decisions in an overrides file; the queue as JSON.
Never: a decision that nobody made, a reviewer whom nobody named.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from lexicon.alphabet import Malformed, Word
from lexicon.building.override_file import CellError, Decision, OverrideFile
from lexicon.building.reviewing import Review, Step
from lexicon.comparison import named
from lexicon.compiled import Lexicon
from lexicon.datafile import read_text
from lexicon.doubts import Doubt, DoubtfulWord, doubtful_words, load_doubts, look_at
from lexicon.errors import UnknownIdError
from lexicon.explanation import Reading
from server.command_line.app import CatalogueOption, DataOption, JsonOption, catalogue_at, data_at
from server.command_line.comparing import EditionArgument
from server.command_line.editions import edition_named
from server.command_line.output import put, put_json, safe
from server.command_line.reading import LanguageOption, reading_fields, safe_line
from server.command_line.single_keys import Keys, single_keys
from server.reports.wording import Wording, chosen, load_wordings

#: Keys that mean the same in every language and on every keyboard, besides the letters of `Wording.keys`.
_KEYS = {
    "+": "accept",
    "-": "reject",
    " ": "skip",
    "\x7f": "undo",
    "\x08": "undo",
    "#": "note",
    "\x04": "quit",
}
#: How these keys are shown.
_SYMBOLS = {"accept": "+", "reject": "-", "skip": "␣", "undo": "⌫", "note": "#", "quit": "^D"}
#: So many readings of a dictionary are shown.
_MOST_READINGS = 4
_DONE = {
    Step.ACCEPTED: ("review_accepted", "green"),
    Step.REJECTED: ("review_rejected", "red"),
    Step.SKIPPED: ("review_skipped", "default"),
}


def review(
    edition: EditionArgument,
    *,
    reviewer: Annotated[
        str, typer.Option("--reviewer", metavar="NAME", help="Who decides; stands in every line.", show_default=False)
    ] = "",
    to: Annotated[
        Path | None,
        typer.Option(
            "--to", metavar="FILE", help="Overrides file for the decisions. Without it: ID.tsv.", show_default=False
        ),
    ] = None,
    source: Annotated[
        str,
        typer.Option("--source", metavar="TEXT", help="What decisions rest on, such as a dictionary looked into."),
    ] = "",
    doubt: Annotated[
        list[str] | None, typer.Option("--doubt", metavar="ID", help="Only this kind of doubt; may be repeated.")
    ] = None,
    words: Annotated[
        Path | None,
        typer.Option("--words", metavar="FILE", help="Ask about these words, one a line, instead of doubtful ones."),
    ] = None,
    later: Annotated[bool, typer.Option("--later", help="Ask again about the words left for later.")] = False,
    limit: Annotated[int, typer.Option("--limit", metavar="N", min=0, help="So many words at most; 0: all.")] = 0,
    language: LanguageOption = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Doubtful words with their evidence, one by one: in, out, later, undo, note. --json lists the queue.

    Example: slovosud review ru-crosslet --reviewer "A. Reader" --source "dictionary and year"
    """
    folder = data_at(data)
    wordings = load_wordings(folder)
    lexicon = edition_named(catalogue_at(catalogue), edition)
    kinds = _kinds(load_doubts(folder, [wording.id for wording in wordings]), doubt or [])
    queue = (
        doubtful_words(lexicon, kinds)
        if words is None
        else (look_at(lexicon, word, kinds) for word in _words(lexicon, words))
    )
    path = to or Path(f"{lexicon.id}.tsv")
    under_way = Review(queue=queue, overrides=OverrideFile(path=path, alphabet=lexicon.alphabet), again=later)
    if as_json:
        for item in islice(under_way.rest(), limit or None):
            put_json(_fields(item))
        return
    if not reviewer.strip():
        raise typer.BadParameter("give --reviewer NAME: every decision is somebody's; --json only lists the queue")
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise typer.BadParameter("a review needs a terminal; --json lists the queue without one")
    wording = chosen(wordings, language)
    table = _Table(
        review=under_way,
        lexicon=lexicon,
        wording=wording,
        reviewer=reviewer.strip(),
        source=source.strip() or wording.say("review_source"),
    )
    table.check()
    with single_keys() as keys:
        put(wording.say("review", lexicon=named(lexicon), file=path, reviewer=reviewer.strip()))
        table.sit(keys, limit=limit)


def _kinds(doubts: tuple[Doubt, ...], wanted: list[str]) -> tuple[Doubt, ...]:
    """Return the kinds of doubt asked for, all when none is. Raises `UnknownIdError`."""
    known = tuple(doubt.id for doubt in doubts)
    for identifier in wanted:
        if identifier not in known:
            raise UnknownIdError("doubt", identifier, known=known, mend="name one of these")
    return tuple(doubt for doubt in doubts if not wanted or doubt.id in wanted)


def _words(lexicon: Lexicon, path: Path) -> Iterator[Word]:
    """Yield the words of a file, each once."""
    lines = read_text(path).splitlines()
    asked: dict[Word, None] = {}
    for number, line in enumerate(lines, start=1):
        text = line.partition("\t")[0].strip()
        if not text or text.startswith("#"):
            continue
        word = lexicon.alphabet.read(text)
        if isinstance(word, Malformed):
            raise typer.BadParameter(f"{path} line {number}: {word}")
        asked[word] = None
    return iter(asked)


@dataclass(kw_only=True)
class _Table:
    """Where a person sits and decides: what is shown, and what a key does."""

    review: Review
    lexicon: Lexicon
    wording: Wording
    reviewer: str
    source: str
    notes: dict[str, str] = field(default_factory=dict)

    def check(self) -> None:
        """Refuse a name or a source that no line can hold, before anything is asked."""
        for column, text in (("--reviewer", self.reviewer), ("--source", self.source)):
            try:
                Decision.check_cell(column, text)
            except CellError as error:
                raise typer.BadParameter(str(error)) from error

    def sit(self, keys: Keys, *, limit: int) -> None:
        """Ask about one word after the other until the queue ends or the person leaves."""
        letters = {letter: action for action, letter in self.wording.keys.items()}
        actions = letters | {letter.upper(): action for letter, action in letters.items()} | _KEYS
        number = 0
        shown = None
        while item := self.review.next():
            if item is not shown:
                number = sum(self.review.counts().values()) + 1
                if limit and number > limit:
                    break
                self._show(item, number)
                shown = item
            try:
                action = actions.get(keys.press(), "")
            except EOFError:
                break
            if action == "quit":
                break
            if not self._act(action, item, keys):
                shown = None
        else:
            put(self.wording.say("review_empty"))
        counts = self.review.counts()
        told = dict(zip(("accepted", "rejected", "skipped"), counts.values(), strict=True))
        put(self.wording.say("review_end", **told))

    def _show(self, item: DoubtfulWord, number: int) -> None:
        """Show a word, the doubts about it, its evidence, and the keys."""
        say = self.wording.say
        put("")
        state = f"  {say('review_now_in' if item.listed else 'review_now_out')}"
        put(Text.assemble((say("review_ask", number=number, word=safe(item.word)), "bold"), state))
        for told in _doubts_told(item, self.wording):
            put(Text.assemble((f"  {say('review_doubt')}: ", "yellow"), told))
        for line in self._evidence(item):
            put(line)
        if self._note(item):
            put(safe_line(f"  {say('review_note')}{self._note(item)}"))
        keys = {action: f"{letter} {_SYMBOLS[action]}" for action, letter in self.wording.keys.items()}
        put(f"  {say('review_keys', **keys)}")

    def _evidence(self, item: DoubtfulWord) -> Iterator[Text]:
        """Tell the override, and what each dictionary says of the form: what lets it in first."""
        override, say = item.standing.override, self.wording.say
        if override is not None:
            sentence = "standing_override_in" if override.admit else "standing_override_out"
            yield Text(f"  {safe_line(say(sentence, reason=override.reason, source=override.source))}")
        for source in self.lexicon.manifest.sources:
            readings = [reading for reading in item.standing.readings if reading.source == source.id]
            yield Text(f"  {safe_line(source.name)}" + ("" if readings else f": {say('review_unknown_word')}"))
            told = dict.fromkeys(map(self._reading, sorted(readings, key=lambda reading: not reading.admitted)))
            for sign, style, text in islice(told, _MOST_READINGS):
                yield Text.assemble((f"    {sign} ", style), safe_line(text))
            if len(told) > _MOST_READINGS:
                yield Text(f"      {say('review_more', count=len(told) - _MOST_READINGS)}")

    def _reading(self, reading: Reading) -> tuple[str, str, str]:
        """Tell a reading and the clause that decides it, with a sign."""
        teller = self.lexicon.teller(self._language)
        sign, style = ("+", "green") if reading.admitted else ("-", "red")
        return sign, style, f"{teller.tell(reading)} → {teller.clauses[reading.clause]} [{reading.clause}]"

    @property
    def _language(self) -> str:
        return self.wording.id if self.wording.id in self.lexicon.languages else ""

    def _note(self, item: DoubtfulWord) -> str:
        return self.notes.get(item.word) or self.review.note(item.word)

    def _act(self, action: str, item: DoubtfulWord, keys: Keys) -> bool:
        """Do what a key asks; False when the word is to be shown anew."""
        say = self.wording.say
        match action:
            case "accept" | "reject":
                self.review.decide(self._decision(item, admit=action == "accept"))
                self._tell(Step.ACCEPTED if action == "accept" else Step.REJECTED, item)
            case "skip":
                self.review.skip(self._note(item))
                self._tell(Step.SKIPPED, item)
            case "undo":
                word = self.review.undo()
                put(say("review_undone", word=word) if word else say("review_nothing_to_undo"))
                return word is None
            case "note":
                note = " ".join(keys.line(f"  {say('review_note')}").split())
                self.notes[item.word] = "".join(character for character in note if character.isprintable())
                return False
            case _:
                put(f"  {say('review_unknown_key')}")
        return True

    def _decision(self, item: DoubtfulWord, *, admit: bool) -> Decision:
        doubts = "; ".join(_doubts_told(item, self.wording))
        reason = self._note(item) or self.wording.say("review_reason", doubts=doubts)
        return Decision(word=item.word, admit=admit, reason=reason, source=self.source, reviewer=self.reviewer)

    def _tell(self, step: Step, item: DoubtfulWord) -> None:
        sentence, style = _DONE[step]
        put(Text(f"  {self.wording.say(sentence, word=safe(item.word))}", style=style))


def _doubts_told(item: DoubtfulWord, wording: Wording) -> Iterable[str]:
    """Tell the doubts about a word, or that it was asked for."""
    return [doubt.text[wording.id] for doubt in item.doubts] or [wording.say("review_asked")]


def _fields(item: DoubtfulWord) -> dict[str, Any]:
    standing = item.standing
    override = standing.override
    return {
        "word": item.word,
        "listed": item.listed,
        "reason": standing.reason,
        "doubts": [doubt.id for doubt in item.doubts],
        "sources": list(dict.fromkeys(reading.source for reading in standing.readings)),
        "readings": [reading_fields(reading) for reading in standing.readings],
        "override": override
        and {
            "admit": override.admit,
            "reason": override.reason,
            "source": override.source,
            "reviewer": override.reviewer or None,
        },
    }
