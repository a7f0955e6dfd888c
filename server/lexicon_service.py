"""`slovosud.lexicon.v1.LexiconService`: word checks, explanations, what lexicons there are.

In: requests. Out: answers of an edition of the catalogue.
Never: a decision about a word (see `lexicon`), a status code (see `refusals`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import grpc
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1 import lexicon_service_pb2_grpc as wire_grpc

from adjudicator.errors import FieldViolation, RequestError
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from server.convert import edition_of, explanation_message, lexicon_message, verdict_message
from server.games.door import Door
from server.paging import page
from server.refusals import TooManyWordsError
from server.word_streams import changes, matches, pieces

#: Words of one call with full answers, and with the compact answer.
MOST_WORDS = 1_000
MOST_WORDS_COMPACT = 10_000
#: Malformed texts are echoed only as far as this; a megabyte of nonsense is not sent back.
LONGEST_ECHO = 256


class _NamesEdition(Protocol):
    """A request about one edition."""

    @property
    def lexicon_id(self) -> str: ...
    @property
    def edition(self) -> str: ...


class LexiconService(wire_grpc.LexiconServiceServicer):
    """Answers from the newest edition, or from the one a request names."""

    def __init__(self, catalogue: Catalogue, door: Door) -> None:
        self._catalogue, self._door = catalogue, door

    def ListLexicons(  # noqa: N802, D102  the method is described in the proto
        self, request: wire.ListLexiconsRequest, _: grpc.ServicerContext
    ) -> wire.ListLexiconsResponse:
        shown, token = page(
            self._catalogue.lexicon_ids(),
            list_name="lexicons",
            page_size=request.page_size,
            page_token=request.page_token,
        )
        listings = [
            wire.LexiconListing(id=lexicon_id, editions=self._catalogue.editions(lexicon_id)) for lexicon_id in shown
        ]
        return wire.ListLexiconsResponse(lexicons=listings, next_page_token=token)

    def GetLexicon(  # noqa: N802, D102
        self, request: wire.GetLexiconRequest, _: grpc.ServicerContext
    ) -> wire.GetLexiconResponse:
        return wire.GetLexiconResponse(lexicon=lexicon_message(self._open(request)))

    def CheckWords(  # noqa: N802, D102
        self, request: wire.CheckWordsRequest, context: grpc.ServicerContext
    ) -> wire.CheckWordsResponse:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        limit = MOST_WORDS_COMPACT if request.compact else MOST_WORDS
        if len(request.words) > limit:
            raise TooManyWordsError(count=len(request.words), limit=limit)
        lexicon = self._open(request)
        if request.compact:
            bitmap = lexicon.valid_bitmap(list(request.words))
            return wire.CheckWordsResponse(lexicon=edition_of(lexicon), valid_bitmap=bitmap)
        verdicts = [verdict_message(verdict) for verdict in lexicon.check_all(request.words)]
        for verdict in verdicts:
            _shorten(verdict)
        return wire.CheckWordsResponse(lexicon=edition_of(lexicon), verdicts=verdicts)

    def ExplainWord(  # noqa: N802, D102
        self, request: wire.ExplainWordRequest, context: grpc.ServicerContext
    ) -> wire.ExplainWordResponse:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        lexicon = self._open(request)
        if request.language and request.language not in lexicon.languages:
            expected = f"one of {', '.join(lexicon.languages)}, or nothing"
            raise _violation("language", found=repr(request.language[:LONGEST_ECHO]), expected=expected)
        explanation = self._catalogue.explain(lexicon, request.word, language=request.language)
        answer = explanation_message(lexicon, explanation)
        _shorten(answer)
        return answer

    def SearchWords(  # noqa: N802, D102
        self, request: wire.SearchWordsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.SearchWordsResponse]:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        yield from matches(self._open(request), request)

    def DiffLexicons(  # noqa: N802, D102
        self, request: wire.DiffLexiconsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.DiffLexiconsResponse]:
        editions = []
        for side, named in (("before", request.before), ("after", request.after)):
            if not named.lexicon_id:
                expected = "a lexicon id, as ListLexicons shows them"
                raise _violation(f"{side}.lexicon_id", found="nothing", expected=expected)
            self._door.let_look_up(context.invocation_metadata(), named.lexicon_id)
            editions.append(self._catalogue.open(named.lexicon_id, named.edition))
        yield from changes(*editions)

    def ExportWords(  # noqa: N802, D102
        self, request: wire.ExportWordsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.ExportWordsResponse]:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        yield from pieces(self._open(request), request)

    def _open(self, request: _NamesEdition) -> Lexicon:
        if not request.lexicon_id:
            raise _violation("lexicon_id", found="nothing", expected="a lexicon id, as ListLexicons shows them")
        return self._catalogue.open(request.lexicon_id, request.edition)


def _violation(field: str, *, found: str, expected: str) -> RequestError:
    return RequestError((FieldViolation(field=field, found=found, expected=expected, mend="send one of these"),))


def _shorten(answer: wire.WordVerdict | wire.ExplainWordResponse) -> None:
    """Cut the echo of an overlong text."""
    answer.query = answer.query[:LONGEST_ECHO]
    answer.word = answer.word[:LONGEST_ECHO]
