"""Long answers about words, message by message: searches, comparisons, whole editions.

In: a request, open lexicons. Out: messages, made as the caller takes them; nothing whole is held in memory.
Never: which edition a request means (see `lexicon_service`), a decision about a word.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import TypeVar

from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from adjudicator.errors import FieldViolation, RequestError
from lexicon.alphabet import Word
from lexicon.building.exporting import ExportFormat, export
from lexicon.building.kwg import KwgTooLargeError
from lexicon.comparison import Change, Comparison, OtherLettersError
from lexicon.compiled import Lexicon
from lexicon.search import (
    AnagramQuery,
    HooksQuery,
    Lengths,
    PatternQuery,
    PrefixQuery,
    Query,
    QueryError,
    TileUse,
    blanks_in,
    search,
)
from server.convert import edition_of

#: Words, or changes, of one message.
MOST_AT_ONCE = 1_000
#: The first words come at once.
_FIRST_SIZES = (16, 100)
#: Words of one search: without a limit, and with any.
DEFAULT_LIMIT = 1_000
MOST_MATCHES = 100_000
#: Bytes of one piece of a file.
MOST_BYTES = 256 << 10

T = TypeVar("T")

_FORMATS = {
    wire.EXPORT_FORMAT_TEXT: ExportFormat.TEXT,
    wire.EXPORT_FORMAT_KWG: ExportFormat.KWG,
    wire.EXPORT_FORMAT_HUNSPELL: ExportFormat.HUNSPELL,
    wire.EXPORT_FORMAT_JSON_LINES: ExportFormat.JSON_LINES,
}


def matches(lexicon: Lexicon, request: wire.SearchWordsRequest) -> Iterator[wire.SearchWordsResponse]:
    """Yield the words found. Raises `RequestError` with every field at fault."""
    query = _query(request)
    limit = min(request.limit or DEFAULT_LIMIT, MOST_MATCHES)
    try:
        # One more than is told, to know whether there are more.
        found = search(lexicon, query, limit=limit + 1 if limit > 0 else limit)
    except QueryError as error:
        raise _refused_query(error) from error
    sizes = itertools.chain(_FIRST_SIZES, itertools.repeat(MOST_AT_ONCE))
    told = 0
    edition: wire.LexiconEdition | None = edition_of(lexicon)
    for some in _batches(itertools.islice(found, limit), sizes):
        told += len(some)
        answer = wire.SearchWordsResponse(lexicon=edition, matches=[_match(lexicon, query, word) for word in some])
        if told == limit:
            answer.truncated = next(found, None) is not None
        yield answer
        edition = None
    if told == 0:
        yield wire.SearchWordsResponse(lexicon=edition)


def _match(lexicon: Lexicon, query: Query, word: Word) -> wire.WordMatch:
    if isinstance(query, AnagramQuery):
        return wire.WordMatch(word=word, blanks=blanks_in(query, word, lexicon.alphabet))
    return wire.WordMatch(word=word)


def _batches(values: Iterator[T], sizes: Iterator[int]) -> Iterator[list[T]]:
    """Yield values in lists of the sizes; the last may be shorter."""
    while some := list(itertools.islice(values, next(sizes))):
        yield some


def _query(request: wire.SearchWordsRequest) -> Query:
    lengths = Lengths(shortest=request.min_length, longest=request.max_length)
    match request.WhichOneof("search"):
        case "anagram":
            use = TileUse.ANY if request.anagram.use == wire.TILE_USE_ANY else TileUse.ALL
            return AnagramQuery(tiles=tuple(request.anagram.tiles), use=use, lengths=lengths)
        case "pattern":
            return PatternQuery(pattern=request.pattern, lengths=lengths)
        case "prefix":
            return PrefixQuery(prefix=request.prefix, lengths=lengths)
        case "hooks":
            return HooksQuery(word=request.hooks, lengths=lengths)
    expected = "one of anagram, pattern, prefix, hooks"
    raise RequestError((FieldViolation(field="search", found="nothing", expected=expected, mend="fill in one"),))


def _refused_query(error: QueryError) -> RequestError:
    """Name the faults of a query by the fields of the request."""
    violations = []
    for name, sentence in error.faults:
        field = {"word": "hooks"}.get(name, f"anagram.{name}" if name.startswith("tiles") else name)
        found, _, expected = sentence.removeprefix("found ").partition("; expected ")
        violations.append(
            FieldViolation(
                field=field, found=found, expected=expected or "letters of this lexicon", mend="mend it and ask again"
            )
        )
    return RequestError(tuple(violations))


def changes(before: Lexicon, after: Lexicon) -> Iterator[wire.DiffLexiconsResponse]:
    """Yield how many words came and went, then each. Raises `RequestError` for lexicons over other letters."""
    try:
        comparison = Comparison(before=before, after=after)
    except OtherLettersError as error:
        expected, mend = "two lexicons over the same letters", "compare editions of one lexicon"
        raise RequestError((FieldViolation(field="after", found=str(error), expected=expected, mend=mend),)) from error
    counts = comparison.counts()
    first = wire.DiffLexiconsResponse(
        before=edition_of(before), after=edition_of(after), added_count=counts.added, removed_count=counts.removed
    )
    yield first
    for some in _batches(comparison.changes(), itertools.repeat(MOST_AT_ONCE)):
        yield wire.DiffLexiconsResponse(changes=[_change(change) for change in some])


def _change(change: Change) -> wire.WordChange:
    return wire.WordChange(
        word=change.word,
        kind=f"CHANGE_KIND_{change.kind}",
        reason_before=change.before.reason,
        reason_after=change.after.reason,
        cause=f"CHANGE_CAUSE_{change.cause}",
    )


def pieces(lexicon: Lexicon, request: wire.ExportWordsRequest) -> Iterator[wire.ExportWordsResponse]:
    """Yield a file in pieces. Raises `RequestError` for a format that cannot hold the words, or none."""
    form = _FORMATS.get(request.format)
    if form is None:
        expected = "one of text, KWG, Hunspell, JSON lines"
        raise _bad_format(found="no format of ours", expected=expected)
    try:
        content = export(lexicon, form)
    except KwgTooLargeError as error:
        raise _bad_format(found=str(error), expected="a list that the format can hold") from error
    edition: wire.LexiconEdition | None = edition_of(lexicon)
    for piece in content:
        for start in range(0, len(piece), MOST_BYTES):
            yield wire.ExportWordsResponse(lexicon=edition, data=piece[start : start + MOST_BYTES])
            edition = None


def _bad_format(*, found: str, expected: str) -> RequestError:
    return RequestError((FieldViolation(field="format", found=found, expected=expected, mend="ask for another"),))
