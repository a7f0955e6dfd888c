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
from lexicon.compiled import Lexicon
from server.convert import LONGEST_ECHO, explanation_message, lexicon_message
from server.editions import Editions
from server.field_rules import enforces_rules
from server.games.door import Door
from server.paging import page
from server.word_check import WordCheck
from server.word_streams import changes, matches, pieces


class _NamesEdition(Protocol):
    """A request about one edition."""

    @property
    def lexicon_id(self) -> str: ...
    @property
    def edition(self) -> str: ...


@enforces_rules(wire.DESCRIPTOR.services_by_name["LexiconService"])
class LexiconService(wire_grpc.LexiconServiceServicer):
    """Answers from the newest edition, or from the one a request names."""

    def __init__(self, editions: Editions, door: Door) -> None:
        self._editions, self._door = editions, door
        self.word_check = WordCheck(editions=editions, door=door)

    def ListLexicons(  # noqa: N802, D102  the method is described in the proto
        self, request: wire.ListLexiconsRequest, _: grpc.ServicerContext
    ) -> wire.ListLexiconsResponse:
        shown, token = page(
            self._editions.lexicon_ids(),
            list_name="lexicons",
            page_size=request.page_size,
            page_token=request.page_token,
        )
        listings = [
            wire.LexiconListing(id=lexicon_id, editions=self._editions.editions(lexicon_id)) for lexicon_id in shown
        ]
        return wire.ListLexiconsResponse(lexicons=listings, next_page_token=token)

    def GetLexicon(  # noqa: N802, D102
        self, request: wire.GetLexiconRequest, _: grpc.ServicerContext
    ) -> wire.GetLexiconResponse:
        return wire.GetLexiconResponse(lexicon=lexicon_message(self._open(request)))

    def CheckWords(  # noqa: N802, D102
        self, request: wire.CheckWordsRequest, context: grpc.ServicerContext
    ) -> wire.CheckWordsResponse:
        return self.word_check.check(request, context)

    def ExplainWord(  # noqa: N802, D102
        self, request: wire.ExplainWordRequest, context: grpc.ServicerContext
    ) -> wire.ExplainWordResponse:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        lexicon = self._open(request)
        if request.language and request.language not in lexicon.languages:
            expected = f"one of {', '.join(lexicon.languages)}, or nothing"
            raise _violation("language", found=repr(request.language[:LONGEST_ECHO]), expected=expected)
        explanation = self._editions.explain(lexicon, request.word, language=request.language)
        return explanation_message(lexicon, explanation)

    def SearchWords(  # noqa: N802, D102
        self, request: wire.SearchWordsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.SearchWordsResponse]:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        yield from matches(self._open(request), request)

    def DiffLexicons(  # noqa: N802, D102
        self, request: wire.DiffLexiconsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.DiffLexiconsResponse]:
        editions = []
        for side, named in (("before.", request.before), ("after.", request.after)):
            self._door.let_look_up(context.invocation_metadata(), named.lexicon_id)
            editions.append(self._editions.open_asked(named.lexicon_id, named.edition, inside=side))
        yield from changes(*editions)

    def ExportWords(  # noqa: N802, D102
        self, request: wire.ExportWordsRequest, context: grpc.ServicerContext
    ) -> Iterator[wire.ExportWordsResponse]:
        self._door.let_look_up(context.invocation_metadata(), request.lexicon_id)
        yield from pieces(self._open(request), request)

    def _open(self, request: _NamesEdition) -> Lexicon:
        return self._editions.open_asked(request.lexicon_id, request.edition)


def _violation(field: str, *, found: str, expected: str) -> RequestError:
    return RequestError((FieldViolation(field=field, found=found, expected=expected, mend="send one of these"),))
