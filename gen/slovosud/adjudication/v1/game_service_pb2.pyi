from google.protobuf import struct_pb2 as _struct_pb2
from slovosud.adjudication.v1 import adjudication_service_pb2 as _adjudication_service_pb2
from slovosud.adjudication.v1 import error_reason_pb2 as _error_reason_pb2
from slovosud.rules.v1 import field_rules_pb2 as _field_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class EndReason(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    END_REASON_UNSPECIFIED: _ClassVar[EndReason]
    END_REASON_OUT: _ClassVar[EndReason]
    END_REASON_ALL_PASSED: _ClassVar[EndReason]
    END_REASON_SCORELESS: _ClassVar[EndReason]
    END_REASON_ALL_EXCHANGED: _ClassVar[EndReason]
    END_REASON_NOBODY_CAN_MOVE: _ClassVar[EndReason]
    END_REASON_TARGET_REACHED: _ClassVar[EndReason]

class RecordFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RECORD_FORMAT_UNSPECIFIED: _ClassVar[RecordFormat]
    RECORD_FORMAT_JSON: _ClassVar[RecordFormat]
    RECORD_FORMAT_GCG: _ClassVar[RecordFormat]

class EventRefusalCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EVENT_REFUSAL_CODE_UNSPECIFIED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_OFF_BOARD: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_OCCUPIED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_DUPLICATE_SQUARE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NO_TILES: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_UNKNOWN_LETTER: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NO_WORD: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_ONE_LINE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_GAP: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_CONNECTED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_CENTRE_NOT_COVERED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_FIRST_TOO_SHORT: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_A_WORD: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_ELIGIBLE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_SWAP_NOT_ALLOWED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_SWAP_NO_BLANK_THERE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_SWAP_WRONG_LETTER: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_SWAP_BLANK_NOT_USED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_BAG_TOO_SMALL: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_SECOND_EXCHANGE_IN_TURN: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_ALREADY_EXCHANGED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_PASS_NOT_ALLOWED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TERMINATOR_MISSING: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TERMINATOR_NOT_AT_END: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TERMINATOR_NOT_ADJACENT: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_THROUGH_FACE_DOWN: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_LETTER_CLASH: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_WORD_NOT_MAXIMAL: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_ACROSS_OR_DOWN: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_ONE_WORD_PER_TURN: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_A_CORNER_FIELD: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TOO_LATE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TILE_NOT_ON_RACK: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_YOUR_TURN: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_GAME_OVER: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_UNKNOWN_SEAT: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_START_NOT_SETTLED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_START_SETTLED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_TILE_NOT_IN_SET: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_RACK_IMPOSSIBLE: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_RECOVERY_NOT_ALLOWED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_WORD_REPEATED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NO_OPEN_PLAY: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_WORD_NOT_FORMED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_ALREADY_SETTLED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOBODY_JUDGES: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_VOID: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_OWN_PLAY: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_NEXT_PLAYER: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_BY_CONSENSUS: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_YOUR_PLAY: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NOT_OVER: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_CONTRA_NOT_ALLOWED: _ClassVar[EventRefusalCode]
    EVENT_REFUSAL_CODE_NO_SUCH_MOVE: _ClassVar[EventRefusalCode]
END_REASON_UNSPECIFIED: EndReason
END_REASON_OUT: EndReason
END_REASON_ALL_PASSED: EndReason
END_REASON_SCORELESS: EndReason
END_REASON_ALL_EXCHANGED: EndReason
END_REASON_NOBODY_CAN_MOVE: EndReason
END_REASON_TARGET_REACHED: EndReason
RECORD_FORMAT_UNSPECIFIED: RecordFormat
RECORD_FORMAT_JSON: RecordFormat
RECORD_FORMAT_GCG: RecordFormat
EVENT_REFUSAL_CODE_UNSPECIFIED: EventRefusalCode
EVENT_REFUSAL_CODE_OFF_BOARD: EventRefusalCode
EVENT_REFUSAL_CODE_OCCUPIED: EventRefusalCode
EVENT_REFUSAL_CODE_DUPLICATE_SQUARE: EventRefusalCode
EVENT_REFUSAL_CODE_NO_TILES: EventRefusalCode
EVENT_REFUSAL_CODE_UNKNOWN_LETTER: EventRefusalCode
EVENT_REFUSAL_CODE_NO_WORD: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_ONE_LINE: EventRefusalCode
EVENT_REFUSAL_CODE_GAP: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_CONNECTED: EventRefusalCode
EVENT_REFUSAL_CODE_CENTRE_NOT_COVERED: EventRefusalCode
EVENT_REFUSAL_CODE_FIRST_TOO_SHORT: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_A_WORD: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_ELIGIBLE: EventRefusalCode
EVENT_REFUSAL_CODE_SWAP_NOT_ALLOWED: EventRefusalCode
EVENT_REFUSAL_CODE_SWAP_NO_BLANK_THERE: EventRefusalCode
EVENT_REFUSAL_CODE_SWAP_WRONG_LETTER: EventRefusalCode
EVENT_REFUSAL_CODE_SWAP_BLANK_NOT_USED: EventRefusalCode
EVENT_REFUSAL_CODE_BAG_TOO_SMALL: EventRefusalCode
EVENT_REFUSAL_CODE_SECOND_EXCHANGE_IN_TURN: EventRefusalCode
EVENT_REFUSAL_CODE_ALREADY_EXCHANGED: EventRefusalCode
EVENT_REFUSAL_CODE_PASS_NOT_ALLOWED: EventRefusalCode
EVENT_REFUSAL_CODE_TERMINATOR_MISSING: EventRefusalCode
EVENT_REFUSAL_CODE_TERMINATOR_NOT_AT_END: EventRefusalCode
EVENT_REFUSAL_CODE_TERMINATOR_NOT_ADJACENT: EventRefusalCode
EVENT_REFUSAL_CODE_THROUGH_FACE_DOWN: EventRefusalCode
EVENT_REFUSAL_CODE_LETTER_CLASH: EventRefusalCode
EVENT_REFUSAL_CODE_WORD_NOT_MAXIMAL: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_ACROSS_OR_DOWN: EventRefusalCode
EVENT_REFUSAL_CODE_ONE_WORD_PER_TURN: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_A_CORNER_FIELD: EventRefusalCode
EVENT_REFUSAL_CODE_TOO_LATE: EventRefusalCode
EVENT_REFUSAL_CODE_TILE_NOT_ON_RACK: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_YOUR_TURN: EventRefusalCode
EVENT_REFUSAL_CODE_GAME_OVER: EventRefusalCode
EVENT_REFUSAL_CODE_UNKNOWN_SEAT: EventRefusalCode
EVENT_REFUSAL_CODE_START_NOT_SETTLED: EventRefusalCode
EVENT_REFUSAL_CODE_START_SETTLED: EventRefusalCode
EVENT_REFUSAL_CODE_TILE_NOT_IN_SET: EventRefusalCode
EVENT_REFUSAL_CODE_RACK_IMPOSSIBLE: EventRefusalCode
EVENT_REFUSAL_CODE_RECOVERY_NOT_ALLOWED: EventRefusalCode
EVENT_REFUSAL_CODE_WORD_REPEATED: EventRefusalCode
EVENT_REFUSAL_CODE_NO_OPEN_PLAY: EventRefusalCode
EVENT_REFUSAL_CODE_WORD_NOT_FORMED: EventRefusalCode
EVENT_REFUSAL_CODE_ALREADY_SETTLED: EventRefusalCode
EVENT_REFUSAL_CODE_NOBODY_JUDGES: EventRefusalCode
EVENT_REFUSAL_CODE_VOID: EventRefusalCode
EVENT_REFUSAL_CODE_OWN_PLAY: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_NEXT_PLAYER: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_BY_CONSENSUS: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_YOUR_PLAY: EventRefusalCode
EVENT_REFUSAL_CODE_NOT_OVER: EventRefusalCode
EVENT_REFUSAL_CODE_CONTRA_NOT_ALLOWED: EventRefusalCode
EVENT_REFUSAL_CODE_NO_SUCH_MOVE: EventRefusalCode

class Game(_message.Message):
    __slots__ = ("id", "version", "ruleset_id", "settings", "lexicon", "seats", "board", "bag_count", "on_turn", "play_open", "pending_end", "ended", "final_scores", "title", "passes_in_a_row", "exchanges_in_a_row", "fault")
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
    PLAY_OPEN_FIELD_NUMBER: _ClassVar[int]
    PENDING_END_FIELD_NUMBER: _ClassVar[int]
    ENDED_FIELD_NUMBER: _ClassVar[int]
    FINAL_SCORES_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    PASSES_IN_A_ROW_FIELD_NUMBER: _ClassVar[int]
    EXCHANGES_IN_A_ROW_FIELD_NUMBER: _ClassVar[int]
    FAULT_FIELD_NUMBER: _ClassVar[int]
    id: str
    version: int
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    lexicon: _adjudication_service_pb2.LexiconEdition
    seats: _containers.RepeatedCompositeFieldContainer[Seat]
    board: _containers.RepeatedScalarFieldContainer[str]
    bag_count: int
    on_turn: int
    play_open: bool
    pending_end: Ending
    ended: Ending
    final_scores: FinalScores
    title: str
    passes_in_a_row: int
    exchanges_in_a_row: int
    fault: GameFault
    def __init__(self, id: _Optional[str] = ..., version: _Optional[int] = ..., ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., lexicon: _Optional[_Union[_adjudication_service_pb2.LexiconEdition, _Mapping]] = ..., seats: _Optional[_Iterable[_Union[Seat, _Mapping]]] = ..., board: _Optional[_Iterable[str]] = ..., bag_count: _Optional[int] = ..., on_turn: _Optional[int] = ..., play_open: bool = ..., pending_end: _Optional[_Union[Ending, _Mapping]] = ..., ended: _Optional[_Union[Ending, _Mapping]] = ..., final_scores: _Optional[_Union[FinalScores, _Mapping]] = ..., title: _Optional[str] = ..., passes_in_a_row: _Optional[int] = ..., exchanges_in_a_row: _Optional[int] = ..., fault: _Optional[_Union[GameFault, _Mapping]] = ...) -> None: ...

class GameFault(_message.Message):
    __slots__ = ("reason", "message")
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    reason: _error_reason_pb2.ErrorReason
    message: str
    def __init__(self, reason: _Optional[_Union[_error_reason_pb2.ErrorReason, str]] = ..., message: _Optional[str] = ...) -> None: ...

class Player(_message.Message):
    __slots__ = ("name", "short_name", "side")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SHORT_NAME_FIELD_NUMBER: _ClassVar[int]
    SIDE_FIELD_NUMBER: _ClassVar[int]
    name: str
    short_name: str
    side: int
    def __init__(self, name: _Optional[str] = ..., short_name: _Optional[str] = ..., side: _Optional[int] = ...) -> None: ...

class Seat(_message.Message):
    __slots__ = ("player", "score", "rack", "rack_count", "turns_to_skip")
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    RACK_COUNT_FIELD_NUMBER: _ClassVar[int]
    TURNS_TO_SKIP_FIELD_NUMBER: _ClassVar[int]
    player: Player
    score: int
    rack: _containers.RepeatedScalarFieldContainer[str]
    rack_count: int
    turns_to_skip: int
    def __init__(self, player: _Optional[_Union[Player, _Mapping]] = ..., score: _Optional[int] = ..., rack: _Optional[_Iterable[str]] = ..., rack_count: _Optional[int] = ..., turns_to_skip: _Optional[int] = ...) -> None: ...

class Ending(_message.Message):
    __slots__ = ("reason", "out_seat")
    REASON_FIELD_NUMBER: _ClassVar[int]
    OUT_SEAT_FIELD_NUMBER: _ClassVar[int]
    reason: EndReason
    out_seat: int
    def __init__(self, reason: _Optional[_Union[EndReason, str]] = ..., out_seat: _Optional[int] = ...) -> None: ...

class FinalScores(_message.Message):
    __slots__ = ("scores", "lost", "gained", "winners")
    SCORES_FIELD_NUMBER: _ClassVar[int]
    LOST_FIELD_NUMBER: _ClassVar[int]
    GAINED_FIELD_NUMBER: _ClassVar[int]
    WINNERS_FIELD_NUMBER: _ClassVar[int]
    scores: _containers.RepeatedScalarFieldContainer[int]
    lost: _containers.RepeatedScalarFieldContainer[int]
    gained: _containers.RepeatedScalarFieldContainer[int]
    winners: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, scores: _Optional[_Iterable[int]] = ..., lost: _Optional[_Iterable[int]] = ..., gained: _Optional[_Iterable[int]] = ..., winners: _Optional[_Iterable[int]] = ...) -> None: ...

class CreateGameRequest(_message.Message):
    __slots__ = ("ruleset_id", "settings", "words", "players", "idempotency_key", "first_seat", "start_drawn", "title")
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
    PLAYERS_FIELD_NUMBER: _ClassVar[int]
    IDEMPOTENCY_KEY_FIELD_NUMBER: _ClassVar[int]
    FIRST_SEAT_FIELD_NUMBER: _ClassVar[int]
    START_DRAWN_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    words: _adjudication_service_pb2.WordSource
    players: _containers.RepeatedCompositeFieldContainer[Player]
    idempotency_key: str
    first_seat: int
    start_drawn: bool
    title: str
    def __init__(self, ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., words: _Optional[_Union[_adjudication_service_pb2.WordSource, _Mapping]] = ..., players: _Optional[_Iterable[_Union[Player, _Mapping]]] = ..., idempotency_key: _Optional[str] = ..., first_seat: _Optional[int] = ..., start_drawn: bool = ..., title: _Optional[str] = ...) -> None: ...

class CreateGameResponse(_message.Message):
    __slots__ = ("game", "arbiter_token", "seat_tokens")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ARBITER_TOKEN_FIELD_NUMBER: _ClassVar[int]
    SEAT_TOKENS_FIELD_NUMBER: _ClassVar[int]
    game: Game
    arbiter_token: str
    seat_tokens: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ..., arbiter_token: _Optional[str] = ..., seat_tokens: _Optional[_Iterable[str]] = ...) -> None: ...

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
    __slots__ = ("game", "accepted", "refusals", "ruling", "verdict", "score", "scored_seat")
    GAME_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_FIELD_NUMBER: _ClassVar[int]
    REFUSALS_FIELD_NUMBER: _ClassVar[int]
    RULING_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    SCORED_SEAT_FIELD_NUMBER: _ClassVar[int]
    game: Game
    accepted: bool
    refusals: _containers.RepeatedCompositeFieldContainer[EventRefusal]
    ruling: _adjudication_service_pb2.Ruling
    verdict: _adjudication_service_pb2.ChallengeVerdict
    score: int
    scored_seat: int
    def __init__(self, game: _Optional[_Union[Game, _Mapping]] = ..., accepted: bool = ..., refusals: _Optional[_Iterable[_Union[EventRefusal, _Mapping]]] = ..., ruling: _Optional[_Union[_adjudication_service_pb2.Ruling, _Mapping]] = ..., verdict: _Optional[_Union[_adjudication_service_pb2.ChallengeVerdict, _Mapping]] = ..., score: _Optional[int] = ..., scored_seat: _Optional[int] = ...) -> None: ...

class EventRefusal(_message.Message):
    __slots__ = ("code", "squares", "words", "message")
    CODE_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code: EventRefusalCode
    squares: _containers.RepeatedCompositeFieldContainer[_adjudication_service_pb2.Square]
    words: _containers.RepeatedScalarFieldContainer[str]
    message: str
    def __init__(self, code: _Optional[_Union[EventRefusalCode, str]] = ..., squares: _Optional[_Iterable[_Union[_adjudication_service_pb2.Square, _Mapping]]] = ..., words: _Optional[_Iterable[str]] = ..., message: _Optional[str] = ...) -> None: ...

class Event(_message.Message):
    __slots__ = ("seat", "start_draw", "draw", "rack", "move", "recovery", "score_written", "challenge", "refuse", "withdraw", "end_rack", "penalty", "end", "score", "total", "note")
    SEAT_FIELD_NUMBER: _ClassVar[int]
    START_DRAW_FIELD_NUMBER: _ClassVar[int]
    DRAW_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RECOVERY_FIELD_NUMBER: _ClassVar[int]
    SCORE_WRITTEN_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_FIELD_NUMBER: _ClassVar[int]
    REFUSE_FIELD_NUMBER: _ClassVar[int]
    WITHDRAW_FIELD_NUMBER: _ClassVar[int]
    END_RACK_FIELD_NUMBER: _ClassVar[int]
    PENALTY_FIELD_NUMBER: _ClassVar[int]
    END_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    NOTE_FIELD_NUMBER: _ClassVar[int]
    seat: int
    start_draw: StartDraw
    draw: Draw
    rack: RackShown
    move: MoveMade
    recovery: BlanksRecovered
    score_written: ScoreWritten
    challenge: ChallengeMade
    refuse: PlayRefused
    withdraw: PlayWithdrawn
    end_rack: EndRack
    penalty: Penalty
    end: GameEnded
    score: int
    total: int
    note: str
    def __init__(self, seat: _Optional[int] = ..., start_draw: _Optional[_Union[StartDraw, _Mapping]] = ..., draw: _Optional[_Union[Draw, _Mapping]] = ..., rack: _Optional[_Union[RackShown, _Mapping]] = ..., move: _Optional[_Union[MoveMade, _Mapping]] = ..., recovery: _Optional[_Union[BlanksRecovered, _Mapping]] = ..., score_written: _Optional[_Union[ScoreWritten, _Mapping]] = ..., challenge: _Optional[_Union[ChallengeMade, _Mapping]] = ..., refuse: _Optional[_Union[PlayRefused, _Mapping]] = ..., withdraw: _Optional[_Union[PlayWithdrawn, _Mapping]] = ..., end_rack: _Optional[_Union[EndRack, _Mapping]] = ..., penalty: _Optional[_Union[Penalty, _Mapping]] = ..., end: _Optional[_Union[GameEnded, _Mapping]] = ..., score: _Optional[int] = ..., total: _Optional[int] = ..., note: _Optional[str] = ...) -> None: ...

class StartDraw(_message.Message):
    __slots__ = ("tile",)
    TILE_FIELD_NUMBER: _ClassVar[int]
    tile: str
    def __init__(self, tile: _Optional[str] = ...) -> None: ...

class Draw(_message.Message):
    __slots__ = ("letters", "count")
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    count: int
    def __init__(self, letters: _Optional[_Iterable[str]] = ..., count: _Optional[int] = ...) -> None: ...

class RackShown(_message.Message):
    __slots__ = ("letters",)
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, letters: _Optional[_Iterable[str]] = ...) -> None: ...

class MoveMade(_message.Message):
    __slots__ = ("move", "rack", "turned")
    MOVE_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    TURNED_FIELD_NUMBER: _ClassVar[int]
    move: _adjudication_service_pb2.Move
    rack: _containers.RepeatedScalarFieldContainer[str]
    turned: str
    def __init__(self, move: _Optional[_Union[_adjudication_service_pb2.Move, _Mapping]] = ..., rack: _Optional[_Iterable[str]] = ..., turned: _Optional[str] = ...) -> None: ...

class BlanksRecovered(_message.Message):
    __slots__ = ("swaps", "rack")
    SWAPS_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    swaps: _containers.RepeatedCompositeFieldContainer[_adjudication_service_pb2.Swap]
    rack: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, swaps: _Optional[_Iterable[_Union[_adjudication_service_pb2.Swap, _Mapping]]] = ..., rack: _Optional[_Iterable[str]] = ...) -> None: ...

class ScoreWritten(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class ChallengeMade(_message.Message):
    __slots__ = ("words", "all", "play_stands")
    WORDS_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    PLAY_STANDS_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedScalarFieldContainer[str]
    all: bool
    play_stands: bool
    def __init__(self, words: _Optional[_Iterable[str]] = ..., all: bool = ..., play_stands: bool = ...) -> None: ...

class PlayRefused(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class PlayWithdrawn(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

class EndRack(_message.Message):
    __slots__ = ("letters", "credited_to")
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    CREDITED_TO_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    credited_to: int
    def __init__(self, letters: _Optional[_Iterable[str]] = ..., credited_to: _Optional[int] = ...) -> None: ...

class Penalty(_message.Message):
    __slots__ = ("points",)
    POINTS_FIELD_NUMBER: _ClassVar[int]
    points: int
    def __init__(self, points: _Optional[int] = ...) -> None: ...

class GameEnded(_message.Message):
    __slots__ = ()
    def __init__(self) -> None: ...

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
