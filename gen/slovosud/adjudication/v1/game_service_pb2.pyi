from google.protobuf import struct_pb2 as _struct_pb2
from slovosud.adjudication.v1 import adjudication_service_pb2 as _adjudication_service_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_PLAYED_OUT: _ClassVar[EndReason]
    END_REASON_SCORELESS_TURNS: _ClassVar[EndReason]
    END_REASON_TARGET_REACHED: _ClassVar[EndReason]
    END_REASON_NO_MOVES: _ClassVar[EndReason]
    END_REASON_STOPPED: _ClassVar[EndReason]

class RecordFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_FORMAT_UNSPECIFIED: _ClassVar[RecordFormat]
    RECORD_FORMAT_JSON: _ClassVar[RecordFormat]
    RECORD_FORMAT_GCG: _ClassVar[RecordFormat]
END_REASON_UNSPECIFIED: EndReason
END_REASON_PLAYED_OUT: EndReason
END_REASON_SCORELESS_TURNS: EndReason
END_REASON_TARGET_REACHED: EndReason
END_REASON_NO_MOVES: EndReason
END_REASON_STOPPED: EndReason
RECORD_FORMAT_UNSPECIFIED: RecordFormat
RECORD_FORMAT_JSON: RecordFormat
RECORD_FORMAT_GCG: RecordFormat

class Game(_message.Message):
    __slots__ = ("id", "version", "ruleset_id", "settings", "lexicon", "seats", "board", "bag_count", "on_turn", "moment", "end_reason")
    class SettingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: _struct_pb2.Value
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    RULESET_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    BOARD_FIELD_NUMBER: _ClassVar[int]
    BAG_COUNT_FIELD_NUMBER: _ClassVar[int]
    ON_TURN_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    END_REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: int
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    lexicon: _adjudication_service_pb2.LexiconEdition
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    board: _containers.RepeatedScalarFieldContainer[str]
    bag_count: int
    on_turn: int
    moment: _adjudication_service_pb2.Moment
    end_reason: EndReason
    def __init__(self, id: _Optional[str] = ..., version: _Optional[int] = ..., ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., lexicon: _Optional[_Union[_adjudication_service_pb2.LexiconEdition, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., board: _Optional[_Iterable[str]] = ..., bag_count: _Optional[int] = ..., on_turn: _Optional[int] = ..., moment: _Optional[_Union[_adjudication_service_pb2.Moment, str]] = ..., end_reason: _Optional[_Union[EndReason, str]] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("names", "score", "rack", "rack_count")
    NAMES_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    RACK_COUNT_FIELD_NUMBER: _ClassVar[int]
    names: _containers.RepeatedScalarFieldContainer[str]
    score: int
    rack: _containers.RepeatedScalarFieldContainer[str]
    rack_count: int
    def __init__(self, names: _Optional[_Iterable[str]] = ..., score: _Optional[int] = ..., rack: _Optional[_Iterable[str]] = ..., rack_count: _Optional[int] = ...) -> None: ...

class CreateGameRequest(_message.Message):
    __slots__ = ("ruleset_id", "settings", "words", "seats", "idempotency_key")
    class SettingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: _struct_pb2.Value
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ...) -> None: ...
    RULESET_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    SEATS_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    words: _adjudication_service_pb2.WordSource
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    idempotency_key: str
    def __init__(self, ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., words: _Optional[_Union[_adjudication_service_pb2.WordSource, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., idempotency_key: _Optional[str] = ...) -> None: ...

class CreateGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: Game
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class AppendEventRequest(_message.Message):
    __slots__ = ("game_id", "expected_version", "idempotency_key", "event")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    EXPECTED_VERSION_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    EVENT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    expected_version: int
    idempotency_key: str
    event: Event
    def __init__(self, game_id: _Optional[str] = ..., expected_version: _Optional[int] = ..., idempotency_key: _Optional[str] = ..., event: _Optional[_Union[Event, _Mapping]] = ...) -> None: ...

class AppendEventResponse(_message.Message):
    __slots__ = ("game", "violations", "ruling", "verdict")
    GAME_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    game: Game
    violations: _containers.RepeatedCompositeFieldContainer[_adjudication_service_pb2.Violation]
    ruling: _adjudication_service_pb2.Ruling
    verdict: _adjudication_service_pb2.ChallengeVerdict
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ..., violations: _Optional[_Iterable[_Union[_adjudication_service_pb2.Violation, _Mapping]]] = ..., ruling: _Optional[_Union[_adjudication_service_pb2.Ruling, _Mapping]] = ..., verdict: _Optional[_Union[_adjudication_service_pb2.ChallengeVerdict, _Mapping]] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("seat", "start_draw", "draw", "move", "score_written", "play_refused", "challenge", "contra", "end_racks", "end")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    START_DRAW_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    SCORE_WRITTEN_FIELD_NUMBER: _ClassVar[int]
    PLAY_REFUSED_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    CONTRA_FIELD_NUMBER: _ClassVar[int]
    END_RACKS_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    seat: int
    start_draw: StartDraw
    draw: Draw
    move: _adjudication_service_pb2.Move
    score_written: ScoreWritten
    play_refused: PlayRefused
    challenge: ChallengeMade
    contra: Contra
    end_racks: EndRacks
    end: End
    def __init__(self, seat: _Optional[int] = ..., start_draw: _Optional[_Union[StartDraw, _Mapping]] = ..., draw: _Optional[_Union[Draw, _Mapping]] = ..., move: _Optional[_Union[_adjudication_service_pb2.Move, _Mapping]] = ..., score_written: _Optional[_Union[ScoreWritten, _Mapping]] = ..., play_refused: _Optional[_Union[PlayRefused, _Mapping]] = ..., challenge: _Optional[_Union[ChallengeMade, _Mapping]] = ..., contra: _Optional[_Union[Contra, _Mapping]] = ..., end_racks: _Optional[_Union[EndRacks, _Mapping]] = ..., end: _Optional[_Union[End, _Mapping]] = ...) -> None: ...

class StartDraw(_message.Message):
    __slots__ = ("letters",)
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, letters: _Optional[_Iterable[str]] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("letters", "count")
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    count: int
    def __init__(self, letters: _Optional[_Iterable[str]] = ..., count: _Optional[int] = ...) -> None: ...

class ScoreWritten(_message.Message):
    __slots__ = ("score",)
    SCORE_FIELD_NUMBER: _ClassVar[int]
    score: int
    def __init__(self, score: _Optional[int] = ...) -> None: ...

class PlayRefused(_message.Message):
    __slots__ = ("words",)
    WORDS_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, words: _Optional[_Iterable[str]] = ...) -> None: ...

class ChallengeMade(_message.Message):
    __slots__ = ("challenged_words", "all")
    CHALLENGED_WORDS_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    challenged_words: _containers.RepeatedScalarFieldContainer[str]
    all: bool
    def __init__(self, challenged_words: _Optional[_Iterable[str]] = ..., all: bool = ...) -> None: ...

class Contra(_message.Message):
    __slots__ = ("square",)
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    square: _adjudication_service_pb2.Square
    def __init__(self, square: _Optional[_Union[_adjudication_service_pb2.Square, _Mapping]] = ...) -> None: ...

class EndRacks(_message.Message):
    __slots__ = ("racks",)
    RACKS_FIELD_NUMBER: _ClassVar[int]
    racks: _containers.RepeatedCompositeFieldContainer[Rack]
    def __init__(self, racks: _Optional[_Iterable[_Union[Rack, _Mapping]]] = ...) -> None: ...

class Rack(_message.Message):
    __slots__ = ("letters",)
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, letters: _Optional[_Iterable[str]] = ...) -> None: ...

class End(_message.Message):
    __slots__ = ("reason",)
    REASON_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ...) -> None: ...

class GetGameRequest(_message.Message):
    __slots__ = ("game_id",)
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    def __init__(self, game_id: _Optional[str] = ...) -> None: ...

class GetGameResponse(_message.Message):
    __slots__ = ("game",)
    GAME_FIELD_NUMBER: _ClassVar[int]
    game: Game
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class ListGamesRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListGamesResponse(_message.Message):
    __slots__ = ("games", "next_page_token")
    GAMES_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    games: _containers.RepeatedCompositeFieldContainer[Game]
    next_page_token: str
    def __init__(self, games: _Optional[_Iterable[_Union[Game, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class WatchGameRequest(_message.Message):
    __slots__ = ("game_id", "after_version")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    AFTER_VERSION_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    after_version: int
    def __init__(self, game_id: _Optional[str] = ..., after_version: _Optional[int] = ...) -> None: ...

class WatchGameResponse(_message.Message):
    __slots__ = ("event", "game")
    EVENT_FIELD_NUMBER: _ClassVar[int]
    GAME_FIELD_NUMBER: _ClassVar[int]
    event: Event
    game: Game
    def __init__(self, event: _Optional[_Union[Event, _Mapping]] = ..., game: _Optional[_Union[Game, _Mapping]] = ...) -> None: ...

class ExportGameRequest(_message.Message):
    __slots__ = ("game_id", "format")
    GAME_ID_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    game_id: str
    format: RecordFormat
    def __init__(self, game_id: _Optional[str] = ..., format: _Optional[_Union[RecordFormat, str]] = ...) -> None: ...

class ExportGameResponse(_message.Message):
    __slots__ = ("data", "version")
    DATA_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    data: bytes
    version: int
    def __init__(self, data: _Optional[bytes] = ..., version: _Optional[int] = ...) -> None: ...
