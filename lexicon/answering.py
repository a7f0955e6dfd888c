"""Answer the texts of a serialized message with the bytes of an answer, without making a message of either.

In: the bytes of a request, an open lexicon. Out: the bytes of its verdicts.
Never: another answer than `Lexicon.check` gives; a message that is not as the usual caller writes it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from lexicon.engine import Engine, MessageForm
from lexicon.explanation import LENGTH, NOT_ATTESTED, Verdict, WordStatus
from lexicon.settled import SettledForms

#: Wire type of text and messages in the key of a field (the protocol buffers encoding).
_LENGTH_DELIMITED = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerForm:
    """How an answer is written: numbers of fields, 1 to 15, and what is put between them.

    ``texts`` of the request; ``answers`` of the whole answer, each a message with ``word``, then what ``between``
    makes of status and reason, then ``query``. ``whole`` makes such a message of a verdict.
    """

    texts: int
    answers: int
    word: int
    query: int
    between: Callable[[WordStatus, str], bytes]
    whole: Callable[[Verdict], bytes]


@dataclass(frozen=True, kw_only=True)
class Answering:
    """Answers of one edition in one form.

    It knows nothing of the lexicon that keeps it: an edition that nobody holds any more is let go at once.
    """

    words: Engine
    settled: SettledForms
    shortest: int
    longest: int
    form: AnswerForm

    def answer(self, message: bytes, check: Callable[[str], Verdict]) -> bytes | None:
        """Return the answers on the texts of a message, one after the other; None when the message is unusual.

        ``check`` reads with care what is no plain word.
        """

        def whole(text: str) -> bytes:
            return self.form.whole(check(text))

        return self.settled.engine.answer_message(self.words, message, self._shape, whole)

    @cached_property
    def _shape(self) -> MessageForm:
        form, signs = self.form, self.settled.signs
        reasons = (NOT_ATTESTED, *signs.codes, LENGTH)
        statuses = (WordStatus.NOT_IN_LEXICON, WordStatus.VALID)
        return (
            form.texts,
            form.answers << 3 | _LENGTH_DELIMITED,
            form.word << 3 | _LENGTH_DELIMITED,
            form.query << 3 | _LENGTH_DELIMITED,
            signs.base,
            signs.digits,
            self.shortest,
            self.longest,
            tuple(form.between(status, reason) for reason in reasons for status in statuses),
        )
