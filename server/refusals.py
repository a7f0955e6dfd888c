"""Refusals: what becomes of an exception on the wire.

In: an exception of any room. Out: a `google.rpc.Status` with exactly one `ErrorInfo` and, when fields are at fault,
a `BadRequest`. This is the only file that knows status codes.
Never: answers: "not a word" and "not legal" are no exceptions. Never paths of the server, nor its traces.
"""

from __future__ import annotations

import enum
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import grpc
from google.protobuf import any_pb2
from google.protobuf.message import Message
from google.rpc import error_details_pb2, status_pb2

from adjudicator.errors import FieldViolation, RequestError
from adjudicator.fields import shown
from lexicon.catalogue import LEXICON_SUFFIX
from lexicon.errors import LexiconFormatError, UnknownIdError
from server.draining import ServerStoppingError
from server.games.door import LexiconShutError
from server.games.kept import PinnedGoneError
from server.games.rights import NotYourSeatError
from server.games.tokens import UnknownTokenError
from server.store.errors import (
    KeyReusedError,
    StoreError,
    StoreUnavailableError,
    UnknownGameError,
    VersionConflictError,
)

DOMAIN = "slovosud"

IDEMPOTENCY_KEY = "idempotencyKey"
#: Details travel as headers, of which a client takes 8 KiB in all, written in base64.
MOST_VIOLATION_BYTES = 3072
#: Characters of the sentence; in a header one may take 12 bytes.
LONGEST_MESSAGE = 200
#: Ids listed in one refusal.
MOST_KNOWN = 20
#: Characters of an id that are repeated; callers may send a megabyte of them.
LONGEST_ID = 64


class Reason(enum.StrEnum):
    """Why a call failed: the enums ``ErrorReason`` of the wire, without their prefix."""

    INVALID_FIELDS = "INVALID_FIELDS"
    UNKNOWN_LEXICON = "UNKNOWN_LEXICON"
    UNKNOWN_EDITION = "UNKNOWN_EDITION"
    UNKNOWN_RULESET = "UNKNOWN_RULESET"
    LEXICON_DAMAGED = "LEXICON_DAMAGED"
    TOO_MANY_WORDS = "TOO_MANY_WORDS"
    TOO_MANY_STREAMS = "TOO_MANY_STREAMS"
    UNKNOWN_GAME = "UNKNOWN_GAME"
    VERSION_CONFLICT = "VERSION_CONFLICT"
    KEY_REUSED = "KEY_REUSED"
    NOT_YOUR_SEAT = "NOT_YOUR_SEAT"
    UNKNOWN_TOKEN = "UNKNOWN_TOKEN"  # noqa: S105  the name of a reason
    LEXICON_SHUT = "LEXICON_SHUT"
    STORE_DOWN = "STORE_DOWN"
    SERVER_STOPPING = "SERVER_STOPPING"
    INTERNAL = "INTERNAL"


class TooManyWordsError(Exception):
    """A call carries more words than it may."""

    def __init__(self, *, count: int, limit: int) -> None:
        self.count, self.limit = count, limit
        super().__init__(f"found {count:,} words; expected {limit:,} or fewer; send them in several calls")


class TooManyStreamsError(Exception):
    """As many streams are open as may be: each holds a thread for as long as its reader likes."""

    def __init__(self, *, limit: int) -> None:
        self.limit = limit
        super().__init__(f"{limit} streams are open on this server already; try again when one has ended")


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """What a caller is told about a call that failed. ``metadata`` repeats what the sentence names."""

    code: grpc.StatusCode
    reason: Reason
    message: str
    metadata: dict[str, str] = field(default_factory=dict)
    violations: Sequence[FieldViolation] = ()
    for_operators: bool = False

    @property
    def our_fault(self) -> bool:
        """Whether people who run the server must look."""
        return self.for_operators or self.reason in {Reason.INTERNAL, Reason.LEXICON_DAMAGED, Reason.STORE_DOWN}

    @property
    def logged(self) -> dict[str, str]:
        """Return the metadata as a log may hold it: without keys, for that of a new game opens the game."""
        return {name: value for name, value in self.metadata.items() if name != IDEMPOTENCY_KEY}

    def status(self) -> status_pb2.Status:
        """Return the status as the wire carries it."""
        info = error_details_pb2.ErrorInfo(reason=self.reason, domain=DOMAIN, metadata=self.metadata)
        details: list[Message] = [info]
        if self.violations:
            details.append(_bad_request(self.violations))
        return status_pb2.Status(
            code=self.code.value[0], message=_cut(self.message), details=[_packed(detail) for detail in details]
        )


def refusal_of(error: Exception, *, method: str) -> Refused:
    """Return what the caller of ``method`` is told about ``error``."""
    match error:
        case RequestError():
            return _invalid_fields(error.violations)
        case UnknownIdError():
            return _unknown_id(error)
        case PinnedGoneError():
            return _gone(error)
        case LexiconFormatError():
            return _damaged(error.path, found=f"{error.field} at byte {error.offset}")
        case OSError(filename=str() | Path() as path) if Path(path).suffix == LEXICON_SUFFIX:
            return _damaged(path, found=error.strerror or "a file that cannot be read")
    return _of_games(error, method) or _internal()


def _of_games(error: Exception, method: str) -> Refused | None:
    """Tell about limits, a stop, the store and its doors; None for anything else."""
    match error:
        case TooManyWordsError():
            counts = {"count": str(error.count), "limit": str(error.limit)}
            return _told(error, grpc.StatusCode.RESOURCE_EXHAUSTED, Reason.TOO_MANY_WORDS, counts)
        case TooManyStreamsError():
            limit = {"limit": str(error.limit)}
            return _told(error, grpc.StatusCode.RESOURCE_EXHAUSTED, Reason.TOO_MANY_STREAMS, limit)
        case ServerStoppingError():
            return _told(error, grpc.StatusCode.UNAVAILABLE, Reason.SERVER_STOPPING, {"method": method})
        case StoreError():
            return _of_the_store(error, method)
        case UnknownTokenError() | NotYourSeatError() | LexiconShutError():
            return _shut_out(error, method)
    return None


def _told(error: Exception, code: grpc.StatusCode, reason: Reason, metadata: dict[str, str]) -> Refused:
    """Tell an error by its own sentence."""
    return Refused(code=code, reason=reason, message=str(error), metadata=metadata)


def _of_the_store(error: StoreError, method: str) -> Refused:
    """Tell what the store refuses. What is damaged in it is for the log."""
    match error:
        case UnknownGameError():
            named = {"id": error.game_id[:LONGEST_ID]}
            return _told(error, grpc.StatusCode.NOT_FOUND, Reason.UNKNOWN_GAME, named)
        case VersionConflictError():
            versions = {"expected": str(error.expected), "found": str(error.actual)}
            return _told(error, grpc.StatusCode.ABORTED, Reason.VERSION_CONFLICT, versions)
        case KeyReusedError():
            key = {IDEMPOTENCY_KEY: error.key[:LONGEST_ID]}
            return _told(error, grpc.StatusCode.ALREADY_EXISTS, Reason.KEY_REUSED, key)
        case StoreUnavailableError():
            return Refused(
                code=grpc.StatusCode.UNAVAILABLE,
                reason=Reason.STORE_DOWN,
                message="the store of games does not answer; call again with the same idempotency key",
                metadata={"method": method},
            )
    return _internal()


def _shut_out(error: UnknownTokenError | NotYourSeatError | LexiconShutError, method: str) -> Refused:
    """Tell whom a door is shut to."""
    match error:
        case UnknownTokenError():
            return _told(error, grpc.StatusCode.UNAUTHENTICATED, Reason.UNKNOWN_TOKEN, {"method": method})
        case NotYourSeatError():
            seats = {"method": method} | _seats_named(error)
            return _told(error, grpc.StatusCode.PERMISSION_DENIED, Reason.NOT_YOUR_SEAT, seats)
    shut = {"id": error.lexicon_id, "game": error.game_id}
    return _told(error, grpc.StatusCode.PERMISSION_DENIED, Reason.LEXICON_SHUT, shut)


def _seats_named(error: NotYourSeatError) -> dict[str, str]:
    """Name the caller's seat, which it has in this game only, and the seats it would shut out."""
    named = {} if error.seat is None else {"seat": str(error.seat)}
    return named | ({"window": ", ".join(map(str, error.window))} if error.window else {})


def _invalid_fields(violations: Sequence[FieldViolation]) -> Refused:
    first, more = violations[0], len(violations) - 1
    rest = f"; and {more} more" if more else ""
    return Refused(
        code=grpc.StatusCode.INVALID_ARGUMENT,
        reason=Reason.INVALID_FIELDS,
        message=f"{_cut(str(first), LONGEST_MESSAGE - len(rest))}{rest}",
        metadata={"count": str(len(violations))},
        violations=violations,
    )


def _unknown_id(error: UnknownIdError) -> Refused:
    """Tell which id names nothing. An id that no caller gave is a fault of our data."""
    # Editions are told apart by kind "edition of <lexicon id>".
    kind = error.kind.split(" ")[0]
    reasons = {
        "lexicon": Reason.UNKNOWN_LEXICON,
        "edition": Reason.UNKNOWN_EDITION,
        "ruleset": Reason.UNKNOWN_RULESET,
    }
    if kind not in reasons:
        return _internal()
    known = ", ".join(error.known[:MOST_KNOWN]) + (", …" if len(error.known) > MOST_KNOWN else "")
    return Refused(
        code=grpc.StatusCode.NOT_FOUND,
        reason=reasons[kind],
        message=f"no {error.kind} {shown(error.identifier)} on this server; name one of: {known or 'none is here'}",
        metadata={"id": error.identifier[:LONGEST_ID], "known": known},
    )


def _gone(error: PinnedGoneError) -> Refused:
    """Tell that what a game is played with is gone. Callers can name nothing else; who runs the server must look."""
    told = _unknown_id(error.gone)
    if told.reason is Reason.INTERNAL:
        return told
    metadata = {**told.metadata, "game": error.game.id}
    if told.reason is not Reason.UNKNOWN_RULESET:
        # Without its lexicon an edition is gone too, and that is what the game needs.
        named = error.game.lexicon
        metadata |= {"id": named.edition[:LONGEST_ID], "lexicon": named.lexicon_id[:LONGEST_ID]}
        told = replace(told, reason=Reason.UNKNOWN_EDITION)
    return replace(told, message=str(error), metadata=metadata, for_operators=True)


def _damaged(path: Path | str, *, found: str) -> Refused:
    """Tell that an edition cannot be used, by its id; the path is for the log."""
    place = Path(path)
    lexicon_id, edition = place.parent.name, place.stem
    return Refused(
        code=grpc.StatusCode.UNAVAILABLE,
        reason=Reason.LEXICON_DAMAGED,
        message=f"{lexicon_id}@{edition} cannot be used ({found}); its words are not judged until it is replaced",
        metadata={"id": lexicon_id, "edition": edition, "found": found},
    )


def _internal() -> Refused:
    incident = secrets.token_hex(6)
    return Refused(
        code=grpc.StatusCode.INTERNAL,
        reason=Reason.INTERNAL,
        message=f"the server failed; its log has the cause under incident {incident}",
        metadata={"incident": incident},
    )


def _bad_request(violations: Sequence[FieldViolation]) -> error_details_pb2.BadRequest:
    """List the violations, as far as a client takes them."""
    listed = error_details_pb2.BadRequest()
    for violation in violations:
        said = f"found {violation.found}; expected {violation.expected}; {violation.mend}"
        listed.field_violations.add(field=violation.field, description=said)
        if listed.ByteSize() > MOST_VIOLATION_BYTES:
            del listed.field_violations[-1]
            break
    return listed


def _cut(text: str, longest: int = LONGEST_MESSAGE) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


def _packed(message: Message) -> any_pb2.Any:
    packed = any_pb2.Any()
    packed.Pack(message)
    return packed
