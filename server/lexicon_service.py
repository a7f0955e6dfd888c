"""`slovosud.lexicon.v1.LexiconService`: word checks, explanations, what lexicons there are.

In: requests. Out: answers of an edition of the catalogue.
Never: a decision about a word (see `lexicon`), a status code (see `refusals`).
"""

from __future__ import annotations

import grpc
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1 import lexicon_service_pb2_grpc as wire_grpc

from adjudicator.errors import FieldViolation, RequestError
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from server.convert import edition_of, explanation_message, lexicon_message, verdict_message
from server.paging import page
from server.refusals import TooManyWordsError

#: Words of one call with full answers, and with the compact answer.
MOST_WORDS = 1_000
MOST_WORDS_COMPACT = 10_000
#: Malformed texts are echoed only as far as this; a megabyte of nonsense is not sent back.
LONGEST_ECHO = 256


class LexiconService(wire_grpc.LexiconServiceServicer):
    """Answers from the newest edition, or from the one a request names."""

    def __init__(self, catalogue: Catalogue) -> None:
        self._catalogue = catalogue

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
        self, request: wire.CheckWordsRequest, _: grpc.ServicerContext
    ) -> wire.CheckWordsResponse:
        limit = MOST_WORDS_COMPACT if request.compact else MOST_WORDS
        if len(request.words) > limit:
            raise TooManyWordsError(count=len(request.words), limit=limit)
        lexicon = self._open(request)
        if request.compact:
            bitmap = lexicon.valid_bitmap(list(request.words))
            return wire.CheckWordsResponse(lexicon=edition_of(lexicon), valid_bitmap=bitmap)
        verdicts = [verdict_message(lexicon.check(word)) for word in request.words]
        for verdict in verdicts:
            _shorten(verdict)
        return wire.CheckWordsResponse(lexicon=edition_of(lexicon), verdicts=verdicts)

    def ExplainWord(  # noqa: N802, D102
        self, request: wire.ExplainWordRequest, _: grpc.ServicerContext
    ) -> wire.ExplainWordResponse:
        lexicon = self._open(request)
        if request.language and request.language not in lexicon.languages:
            expected = f"one of {', '.join(lexicon.languages)}, or nothing"
            raise _violation("language", found=repr(request.language[:LONGEST_ECHO]), expected=expected)
        explanation = self._catalogue.explain(lexicon, request.word, language=request.language)
        answer = explanation_message(lexicon, explanation)
        _shorten(answer)
        return answer

    def SearchWords(self, request: wire.SearchWordsRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def DiffLexicons(self, request: wire.DiffLexiconsRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def ExportWords(self, request: wire.ExportWordsRequest, _: grpc.ServicerContext) -> None:  # noqa: N802, D102
        raise NotImplementedError

    def _open(self, request: wire.GetLexiconRequest | wire.CheckWordsRequest | wire.ExplainWordRequest) -> Lexicon:
        if not request.lexicon_id:
            raise _violation("lexicon_id", found="nothing", expected="a lexicon id, as ListLexicons shows them")
        return self._catalogue.open(request.lexicon_id, request.edition)


def _violation(field: str, *, found: str, expected: str) -> RequestError:
    return RequestError((FieldViolation(field=field, found=found, expected=expected, mend="send one of these"),))


def _shorten(answer: wire.WordVerdict | wire.ExplainWordResponse) -> None:
    """Cut the echo of an overlong text."""
    answer.query = answer.query[:LONGEST_ECHO]
    answer.word = answer.word[:LONGEST_ECHO]
