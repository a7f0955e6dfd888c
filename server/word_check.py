"""`CheckWords`, the hot call: from the bytes of a request to the bytes of its answer.

In: a serialized request. Out: a serialized answer.
Never: another answer than the message would give: what is unusual about a request goes the long way, through messages.

Words are looked up while the request is read, without making a message of it or of the answer; see
`Lexicon.check_message` and `Lexicon.answer_message`.
"""

from __future__ import annotations

from functools import cache

import grpc
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from lexicon.answering import AnswerForm
from lexicon.compiled import Lexicon
from lexicon.engine import fields_reader
from lexicon.explanation import WordStatus
from server.convert import STATUSES, edition_of, verdict_message
from server.editions import Editions
from server.games.door import Door
from server.refusals import TooManyWordsError
from server.request_bytes import read_message

#: The path of the call.
METHOD = f"/{wire.DESCRIPTOR.services_by_name['LexiconService'].full_name}/CheckWords"
#: Words of one call with full answers, and with the compact answer.
MOST_WORDS = 1_000
MOST_WORDS_COMPACT = 10_000

_FIELDS = wire.CheckWordsRequest.DESCRIPTOR.fields_by_name
_LEXICON_ID = _FIELDS["lexicon_id"].number
_EDITION = _FIELDS["edition"].number
_WORDS = _FIELDS["words"].number
_COMPACT = _FIELDS["compact"].number
_BITMAP = wire.CheckWordsResponse.DESCRIPTOR.fields_by_name["valid_bitmap"].number
#: Editions of which the part of an answer that names them is kept.
MOST_HEADS = 64


class WordCheck:
    """Answers `CheckWords`."""

    def __init__(self, *, editions: Editions, door: Door) -> None:
        self._editions, self._door, self._fields_of = editions, door, fields_reader()
        self._heads: dict[tuple[str, str], bytes] = {}

    def answer(self, message: bytes, context: grpc.ServicerContext) -> bytes:
        """Answer a serialized request. Raises what `refusals` knows."""
        answer = self._usual(message, context)
        if answer is not None:
            return answer
        request = read_message(wire.CheckWordsRequest.FromString, message, method=METHOD)
        return self.check(request, context).SerializeToString()

    def _usual(self, message: bytes, context: grpc.ServicerContext) -> bytes | None:
        """Answer a request straight from its bytes; None when anything about it is unusual."""
        fields = self._fields_of(message, _WORDS)
        if fields is None:
            return None
        count, others = fields
        lexicon_id, edition = others.get(_LEXICON_ID, ""), others.get(_EDITION, "")
        compact = others.get(_COMPACT, False)
        if not (isinstance(lexicon_id, str) and isinstance(edition, str) and isinstance(compact, bool)):
            return None
        try:
            lexicon = self._open(lexicon_id, edition, count, _most(compact=compact), context)
        except Exception:
            # Whether it is a message at all is told before anything else, and that only the long way knows.
            return None
        head = self._head(lexicon)
        if compact:
            return _compact(lexicon, message, count, head)
        verdicts = lexicon.answer_message(message, VERDICTS)
        return None if verdicts is None else head + verdicts

    def check(self, request: wire.CheckWordsRequest, context: grpc.ServicerContext) -> wire.CheckWordsResponse:
        """Answer a request."""
        limit = _most(compact=request.compact)
        lexicon = self._open(request.lexicon_id, request.edition, len(request.words), limit, context)
        if request.compact:
            bitmap = lexicon.valid_bitmap(list(request.words))
            return wire.CheckWordsResponse(lexicon=edition_of(lexicon), valid_bitmap=bitmap)
        verdicts = [verdict_message(verdict) for verdict in lexicon.check_all(request.words)]
        return wire.CheckWordsResponse(lexicon=edition_of(lexicon), verdicts=verdicts)

    def _head(self, lexicon: Lexicon) -> bytes:
        """Return the part of an answer that names the edition."""
        manifest = lexicon.manifest
        names = manifest.edition, manifest.digest  # a digest has the id in it, and not what the edition is called
        head = self._heads.get(names)
        if head is None:
            if len(self._heads) >= MOST_HEADS:
                self._heads.clear()
            head = self._heads[names] = wire.CheckWordsResponse(lexicon=edition_of(lexicon)).SerializeToString()
        return head

    def _open(self, lexicon_id: str, edition: str, count: int, limit: int, context: grpc.ServicerContext) -> Lexicon:
        if count > limit:
            raise TooManyWordsError(count=count, limit=limit)
        self._door.let_look_up(context.invocation_metadata(), lexicon_id)
        return self._editions.open_asked(lexicon_id, edition)


def _most(*, compact: bool) -> int:
    return MOST_WORDS_COMPACT if compact else MOST_WORDS


def _compact(lexicon: Lexicon, message: bytes, count: int, head: bytes) -> bytes | None:
    """Return the answer of one bit a word; None when the message is unusual."""
    bitmap = lexicon.check_message(message, _WORDS, count)
    if not bitmap:
        return bitmap if bitmap is None else head
    return b"".join((head, _before_bitmap(len(bitmap)), bitmap))


def _between(status: WordStatus, reason: str) -> bytes:
    """Return what a verdict has between word and query."""
    return wire.WordVerdict(status=STATUSES[status], reason=reason).SerializeToString()


_VERDICT = wire.WordVerdict.DESCRIPTOR.fields_by_name
#: How the full answer is written. Fields stand in the order of their numbers, as protocol buffers write them.
VERDICTS = AnswerForm(
    texts=_WORDS,
    answers=wire.CheckWordsResponse.DESCRIPTOR.fields_by_name["verdicts"].number,
    word=_VERDICT["word"].number,
    query=_VERDICT["query"].number,
    between=_between,
    whole=lambda verdict: verdict_message(verdict).SerializeToString(),
)


@cache  # of few lengths: a call has no more than so many words
def _before_bitmap(length: int) -> bytes:
    """Return what protocol buffers write before a bitmap: its field, that a length follows, the length."""
    out, rest = bytearray([_BITMAP << 3 | 2]), length
    while rest > 0x7F:
        out.append(rest & 0x7F | 0x80)
        rest >>= 7
    out.append(rest)
    return bytes(out)
