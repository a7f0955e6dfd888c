from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from typing import ClassVar as _ClassVar

DESCRIPTOR: _descriptor.FileDescriptor

class ErrorReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    ERROR_REASON_UNSPECIFIED: _ClassVar[ErrorReason]
    ERROR_REASON_INVALID_FIELDS: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_RULESET: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_LEXICON: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_EDITION: _ClassVar[ErrorReason]
    ERROR_REASON_LEXICON_DAMAGED: _ClassVar[ErrorReason]
    ERROR_REASON_INTERNAL: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_GAME: _ClassVar[ErrorReason]
    ERROR_REASON_VERSION_CONFLICT: _ClassVar[ErrorReason]
    ERROR_REASON_KEY_REUSED: _ClassVar[ErrorReason]
    ERROR_REASON_NOT_YOUR_SEAT: _ClassVar[ErrorReason]
    ERROR_REASON_STORE_DOWN: _ClassVar[ErrorReason]
    ERROR_REASON_TOO_MANY_STREAMS: _ClassVar[ErrorReason]
    ERROR_REASON_UNKNOWN_TOKEN: _ClassVar[ErrorReason]
    ERROR_REASON_LEXICON_SHUT: _ClassVar[ErrorReason]
    ERROR_REASON_SERVER_STOPPING: _ClassVar[ErrorReason]
ERROR_REASON_UNSPECIFIED: ErrorReason
ERROR_REASON_INVALID_FIELDS: ErrorReason
ERROR_REASON_UNKNOWN_RULESET: ErrorReason
ERROR_REASON_UNKNOWN_LEXICON: ErrorReason
ERROR_REASON_UNKNOWN_EDITION: ErrorReason
ERROR_REASON_LEXICON_DAMAGED: ErrorReason
ERROR_REASON_INTERNAL: ErrorReason
ERROR_REASON_UNKNOWN_GAME: ErrorReason
ERROR_REASON_VERSION_CONFLICT: ErrorReason
ERROR_REASON_KEY_REUSED: ErrorReason
ERROR_REASON_NOT_YOUR_SEAT: ErrorReason
ERROR_REASON_STORE_DOWN: ErrorReason
ERROR_REASON_TOO_MANY_STREAMS: ErrorReason
ERROR_REASON_UNKNOWN_TOKEN: ErrorReason
ERROR_REASON_LEXICON_SHUT: ErrorReason
ERROR_REASON_SERVER_STOPPING: ErrorReason
