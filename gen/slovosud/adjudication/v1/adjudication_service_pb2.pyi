from google.protobuf import struct_pb2 as _struct_pb2
from slovosud.rules.v1 import field_rules_pb2 as _field_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Direction(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DIRECTION_UNSPECIFIED: _ClassVar[Direction]
    DIRECTION_ACROSS: _ClassVar[Direction]
    DIRECTION_DOWN: _ClassVar[Direction]

class ViolationCode(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VIOLATION_CODE_UNSPECIFIED: _ClassVar[ViolationCode]
    VIOLATION_CODE_OFF_BOARD: _ClassVar[ViolationCode]
    VIOLATION_CODE_OCCUPIED: _ClassVar[ViolationCode]
    VIOLATION_CODE_DUPLICATE_SQUARE: _ClassVar[ViolationCode]
    VIOLATION_CODE_NO_TILES: _ClassVar[ViolationCode]
    VIOLATION_CODE_UNKNOWN_LETTER: _ClassVar[ViolationCode]
    VIOLATION_CODE_NO_WORD: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_ONE_LINE: _ClassVar[ViolationCode]
    VIOLATION_CODE_GAP: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_CONNECTED: _ClassVar[ViolationCode]
    VIOLATION_CODE_CENTRE_NOT_COVERED: _ClassVar[ViolationCode]
    VIOLATION_CODE_FIRST_TOO_SHORT: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_A_WORD: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_ELIGIBLE: _ClassVar[ViolationCode]
    VIOLATION_CODE_SWAP_NOT_ALLOWED: _ClassVar[ViolationCode]
    VIOLATION_CODE_SWAP_NO_BLANK_THERE: _ClassVar[ViolationCode]
    VIOLATION_CODE_SWAP_WRONG_LETTER: _ClassVar[ViolationCode]
    VIOLATION_CODE_SWAP_BLANK_NOT_USED: _ClassVar[ViolationCode]
    VIOLATION_CODE_BAG_TOO_SMALL: _ClassVar[ViolationCode]
    VIOLATION_CODE_SECOND_EXCHANGE_IN_TURN: _ClassVar[ViolationCode]
    VIOLATION_CODE_ALREADY_EXCHANGED: _ClassVar[ViolationCode]
    VIOLATION_CODE_PASS_NOT_ALLOWED: _ClassVar[ViolationCode]
    VIOLATION_CODE_TERMINATOR_MISSING: _ClassVar[ViolationCode]
    VIOLATION_CODE_TERMINATOR_NOT_AT_END: _ClassVar[ViolationCode]
    VIOLATION_CODE_TERMINATOR_NOT_ADJACENT: _ClassVar[ViolationCode]
    VIOLATION_CODE_THROUGH_FACE_DOWN: _ClassVar[ViolationCode]
    VIOLATION_CODE_LETTER_CLASH: _ClassVar[ViolationCode]
    VIOLATION_CODE_WORD_NOT_MAXIMAL: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_ACROSS_OR_DOWN: _ClassVar[ViolationCode]
    VIOLATION_CODE_ONE_WORD_PER_TURN: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_A_CORNER_FIELD: _ClassVar[ViolationCode]
    VIOLATION_CODE_TOO_LATE: _ClassVar[ViolationCode]
    VIOLATION_CODE_TILE_NOT_ON_RACK: _ClassVar[ViolationCode]
    VIOLATION_CODE_NOT_YOUR_TURN: _ClassVar[ViolationCode]
    VIOLATION_CODE_GAME_OVER: _ClassVar[ViolationCode]

class WordStanding(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WORD_STANDING_UNSPECIFIED: _ClassVar[WordStanding]
    WORD_STANDING_VALID: _ClassVar[WordStanding]
    WORD_STANDING_NOT_A_WORD: _ClassVar[WordStanding]
    WORD_STANDING_NOT_ELIGIBLE: _ClassVar[WordStanding]
    WORD_STANDING_UNCHECKED: _ClassVar[WordStanding]
    WORD_STANDING_UNTOLD: _ClassVar[WordStanding]

class Moment(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOMENT_UNSPECIFIED: _ClassVar[Moment]
    MOMENT_BEFORE_SCORE_WRITTEN: _ClassVar[Moment]
    MOMENT_SCORE_WRITTEN: _ClassVar[Moment]
    MOMENT_TURN_PASSED: _ClassVar[Moment]
    MOMENT_GAME_ENDED: _ClassVar[Moment]

class Refusal(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    REFUSAL_UNSPECIFIED: _ClassVar[Refusal]
    REFUSAL_TOO_LATE: _ClassVar[Refusal]
    REFUSAL_VOID: _ClassVar[Refusal]
    REFUSAL_OWN_PLAY: _ClassVar[Refusal]
    REFUSAL_NOT_NEXT_PLAYER: _ClassVar[Refusal]

class MoveForm(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    MOVE_FORM_UNSPECIFIED: _ClassVar[MoveForm]
    MOVE_FORM_TILES: _ClassVar[MoveForm]
    MOVE_FORM_WORD: _ClassVar[MoveForm]

class ValueSource(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VALUE_SOURCE_UNSPECIFIED: _ClassVar[ValueSource]
    VALUE_SOURCE_TEXT: _ClassVar[ValueSource]
    VALUE_SOURCE_OTHER: _ClassVar[ValueSource]
    VALUE_SOURCE_RECONSTRUCTED: _ClassVar[ValueSource]
    VALUE_SOURCE_CONFIGURABLE: _ClassVar[ValueSource]
DIRECTION_UNSPECIFIED: Direction
DIRECTION_ACROSS: Direction
DIRECTION_DOWN: Direction
VIOLATION_CODE_UNSPECIFIED: ViolationCode
VIOLATION_CODE_OFF_BOARD: ViolationCode
VIOLATION_CODE_OCCUPIED: ViolationCode
VIOLATION_CODE_DUPLICATE_SQUARE: ViolationCode
VIOLATION_CODE_NO_TILES: ViolationCode
VIOLATION_CODE_UNKNOWN_LETTER: ViolationCode
VIOLATION_CODE_NO_WORD: ViolationCode
VIOLATION_CODE_NOT_ONE_LINE: ViolationCode
VIOLATION_CODE_GAP: ViolationCode
VIOLATION_CODE_NOT_CONNECTED: ViolationCode
VIOLATION_CODE_CENTRE_NOT_COVERED: ViolationCode
VIOLATION_CODE_FIRST_TOO_SHORT: ViolationCode
VIOLATION_CODE_NOT_A_WORD: ViolationCode
VIOLATION_CODE_NOT_ELIGIBLE: ViolationCode
VIOLATION_CODE_SWAP_NOT_ALLOWED: ViolationCode
VIOLATION_CODE_SWAP_NO_BLANK_THERE: ViolationCode
VIOLATION_CODE_SWAP_WRONG_LETTER: ViolationCode
VIOLATION_CODE_SWAP_BLANK_NOT_USED: ViolationCode
VIOLATION_CODE_BAG_TOO_SMALL: ViolationCode
VIOLATION_CODE_SECOND_EXCHANGE_IN_TURN: ViolationCode
VIOLATION_CODE_ALREADY_EXCHANGED: ViolationCode
VIOLATION_CODE_PASS_NOT_ALLOWED: ViolationCode
VIOLATION_CODE_TERMINATOR_MISSING: ViolationCode
VIOLATION_CODE_TERMINATOR_NOT_AT_END: ViolationCode
VIOLATION_CODE_TERMINATOR_NOT_ADJACENT: ViolationCode
VIOLATION_CODE_THROUGH_FACE_DOWN: ViolationCode
VIOLATION_CODE_LETTER_CLASH: ViolationCode
VIOLATION_CODE_WORD_NOT_MAXIMAL: ViolationCode
VIOLATION_CODE_NOT_ACROSS_OR_DOWN: ViolationCode
VIOLATION_CODE_ONE_WORD_PER_TURN: ViolationCode
VIOLATION_CODE_NOT_A_CORNER_FIELD: ViolationCode
VIOLATION_CODE_TOO_LATE: ViolationCode
VIOLATION_CODE_TILE_NOT_ON_RACK: ViolationCode
VIOLATION_CODE_NOT_YOUR_TURN: ViolationCode
VIOLATION_CODE_GAME_OVER: ViolationCode
WORD_STANDING_UNSPECIFIED: WordStanding
WORD_STANDING_VALID: WordStanding
WORD_STANDING_NOT_A_WORD: WordStanding
WORD_STANDING_NOT_ELIGIBLE: WordStanding
WORD_STANDING_UNCHECKED: WordStanding
WORD_STANDING_UNTOLD: WordStanding
MOMENT_UNSPECIFIED: Moment
MOMENT_BEFORE_SCORE_WRITTEN: Moment
MOMENT_SCORE_WRITTEN: Moment
MOMENT_TURN_PASSED: Moment
MOMENT_GAME_ENDED: Moment
REFUSAL_UNSPECIFIED: Refusal
REFUSAL_TOO_LATE: Refusal
REFUSAL_VOID: Refusal
REFUSAL_OWN_PLAY: Refusal
REFUSAL_NOT_NEXT_PLAYER: Refusal
MOVE_FORM_UNSPECIFIED: MoveForm
MOVE_FORM_TILES: MoveForm
MOVE_FORM_WORD: MoveForm
VALUE_SOURCE_UNSPECIFIED: ValueSource
VALUE_SOURCE_TEXT: ValueSource
VALUE_SOURCE_OTHER: ValueSource
VALUE_SOURCE_RECONSTRUCTED: ValueSource
VALUE_SOURCE_CONFIGURABLE: ValueSource

class Ruleset(_message.Message):
    __slots__ = ("id", "title", "text", "lexicon_id", "alphabet_id", "letters", "folds", "layout", "tiles", "switches", "examples_in_force", "move")
    class FoldsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    ALPHABET_ID_FIELD_NUMBER: _ClassVar[int]
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    FOLDS_FIELD_NUMBER: _ClassVar[int]
    LAYOUT_FIELD_NUMBER: _ClassVar[int]
    TILES_FIELD_NUMBER: _ClassVar[int]
    SWITCHES_FIELD_NUMBER: _ClassVar[int]
    EXAMPLES_IN_FORCE_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    id: str
    title: str
    text: str
    lexicon_id: str
    alphabet_id: str
    letters: _containers.RepeatedScalarFieldContainer[str]
    folds: _containers.ScalarMap[str, str]
    layout: Layout
    tiles: TileTable
    switches: _containers.RepeatedCompositeFieldContainer[Switch]
    examples_in_force: _containers.RepeatedScalarFieldContainer[str]
    move: MoveForm
    def __init__(self, id: _Optional[str] = ..., title: _Optional[str] = ..., text: _Optional[str] = ..., lexicon_id: _Optional[str] = ..., alphabet_id: _Optional[str] = ..., letters: _Optional[_Iterable[str]] = ..., folds: _Optional[_Mapping[str, str]] = ..., layout: _Optional[_Union[Layout, _Mapping]] = ..., tiles: _Optional[_Union[TileTable, _Mapping]] = ..., switches: _Optional[_Iterable[_Union[Switch, _Mapping]]] = ..., examples_in_force: _Optional[_Iterable[str]] = ..., move: _Optional[_Union[MoveForm, str]] = ...) -> None: ...

class Layout(_message.Message):
    __slots__ = ("id", "source", "citation", "row_count", "column_count", "start", "premiums", "row_numbers", "column_numbers")
    ID_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    ROW_COUNT_FIELD_NUMBER: _ClassVar[int]
    COLUMN_COUNT_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    PREMIUMS_FIELD_NUMBER: _ClassVar[int]
    ROW_NUMBERS_FIELD_NUMBER: _ClassVar[int]
    COLUMN_NUMBERS_FIELD_NUMBER: _ClassVar[int]
    id: str
    source: ValueSource
    citation: str
    row_count: int
    column_count: int
    start: Square
    premiums: _containers.RepeatedCompositeFieldContainer[Premium]
    row_numbers: _containers.RepeatedScalarFieldContainer[int]
    column_numbers: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, id: _Optional[str] = ..., source: _Optional[_Union[ValueSource, str]] = ..., citation: _Optional[str] = ..., row_count: _Optional[int] = ..., column_count: _Optional[int] = ..., start: _Optional[_Union[Square, _Mapping]] = ..., premiums: _Optional[_Iterable[_Union[Premium, _Mapping]]] = ..., row_numbers: _Optional[_Iterable[int]] = ..., column_numbers: _Optional[_Iterable[int]] = ...) -> None: ...

class Premium(_message.Message):
    __slots__ = ("square", "letter", "word")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    LETTER_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    square: Square
    letter: int
    word: int
    def __init__(self, square: _Optional[_Union[Square, _Mapping]] = ..., letter: _Optional[int] = ..., word: _Optional[int] = ...) -> None: ...

class TileTable(_message.Message):
    __slots__ = ("id", "letters", "blank_count", "total", "points_source", "points_citation", "counts_source", "counts_citation", "counted")
    ID_FIELD_NUMBER: _ClassVar[int]
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    BLANK_COUNT_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    POINTS_SOURCE_FIELD_NUMBER: _ClassVar[int]
    POINTS_CITATION_FIELD_NUMBER: _ClassVar[int]
    COUNTS_SOURCE_FIELD_NUMBER: _ClassVar[int]
    COUNTS_CITATION_FIELD_NUMBER: _ClassVar[int]
    COUNTED_FIELD_NUMBER: _ClassVar[int]
    id: str
    letters: _containers.RepeatedCompositeFieldContainer[TileSupply]
    blank_count: int
    total: int
    points_source: ValueSource
    points_citation: str
    counts_source: ValueSource
    counts_citation: str
    counted: bool
    def __init__(self, id: _Optional[str] = ..., letters: _Optional[_Iterable[_Union[TileSupply, _Mapping]]] = ..., blank_count: _Optional[int] = ..., total: _Optional[int] = ..., points_source: _Optional[_Union[ValueSource, str]] = ..., points_citation: _Optional[str] = ..., counts_source: _Optional[_Union[ValueSource, str]] = ..., counts_citation: _Optional[str] = ..., counted: bool = ...) -> None: ...

class TileSupply(_message.Message):
    __slots__ = ("letter", "count", "points")
    LETTER_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    POINTS_FIELD_NUMBER: _ClassVar[int]
    letter: str
    count: int
    points: int
    def __init__(self, letter: _Optional[str] = ..., count: _Optional[int] = ..., points: _Optional[int] = ...) -> None: ...

class Switch(_message.Message):
    __slots__ = ("name", "value", "default", "allowed", "source", "citation")
    NAME_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    DEFAULT_FIELD_NUMBER: _ClassVar[int]
    ALLOWED_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CITATION_FIELD_NUMBER: _ClassVar[int]
    name: str
    value: _struct_pb2.Value
    default: _struct_pb2.Value
    allowed: _containers.RepeatedCompositeFieldContainer[_struct_pb2.Value]
    source: ValueSource
    citation: str
    def __init__(self, name: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ..., default: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ..., allowed: _Optional[_Iterable[_Union[_struct_pb2.Value, _Mapping]]] = ..., source: _Optional[_Union[ValueSource, str]] = ..., citation: _Optional[str] = ...) -> None: ...

class ListRulesetsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListRulesetsResponse(_message.Message):
    __slots__ = ("rulesets", "next_page_token")
    RULESETS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    rulesets: _containers.RepeatedCompositeFieldContainer[RulesetListing]
    next_page_token: str
    def __init__(self, rulesets: _Optional[_Iterable[_Union[RulesetListing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class RulesetListing(_message.Message):
    __slots__ = ("id", "title")
    ID_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    id: str
    title: str
    def __init__(self, id: _Optional[str] = ..., title: _Optional[str] = ...) -> None: ...

class GetRulesetRequest(_message.Message):
    __slots__ = ("ruleset_id", "settings")
    class SettingsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: _struct_pb2.Value
        def __init__(self, key: _Optional[str] = ..., value: _Optional[_Union[_struct_pb2.Value, _Mapping]] = ...) -> None: ...
    RULESET_ID_FIELD_NUMBER: _ClassVar[int]
    SETTINGS_FIELD_NUMBER: _ClassVar[int]
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    def __init__(self, ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ...) -> None: ...

class GetRulesetResponse(_message.Message):
    __slots__ = ("ruleset",)
    RULESET_FIELD_NUMBER: _ClassVar[int]
    ruleset: Ruleset
    def __init__(self, ruleset: _Optional[_Union[Ruleset, _Mapping]] = ...) -> None: ...

class AdjudicateMoveRequest(_message.Message):
    __slots__ = ("ruleset_id", "settings", "words", "position", "move")
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
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    words: WordSource
    position: Position
    move: Move
    def __init__(self, ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., words: _Optional[_Union[WordSource, _Mapping]] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ...) -> None: ...

class AdjudicateMoveResponse(_message.Message):
    __slots__ = ("ruling", "lexicon")
    RULING_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    ruling: Ruling
    lexicon: LexiconEdition
    def __init__(self, ruling: _Optional[_Union[Ruling, _Mapping]] = ..., lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ...) -> None: ...

class AdjudicateChallengeRequest(_message.Message):
    __slots__ = ("ruleset_id", "settings", "words", "position", "move", "challenged_words", "all", "challenger", "player", "player_count", "moment")
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
    POSITION_FIELD_NUMBER: _ClassVar[int]
    MOVE_FIELD_NUMBER: _ClassVar[int]
    CHALLENGED_WORDS_FIELD_NUMBER: _ClassVar[int]
    ALL_FIELD_NUMBER: _ClassVar[int]
    CHALLENGER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_FIELD_NUMBER: _ClassVar[int]
    PLAYER_COUNT_FIELD_NUMBER: _ClassVar[int]
    MOMENT_FIELD_NUMBER: _ClassVar[int]
    ruleset_id: str
    settings: _containers.MessageMap[str, _struct_pb2.Value]
    words: WordSource
    position: Position
    move: Move
    challenged_words: _containers.RepeatedScalarFieldContainer[str]
    all: bool
    challenger: int
    player: int
    player_count: int
    moment: Moment
    def __init__(self, ruleset_id: _Optional[str] = ..., settings: _Optional[_Mapping[str, _struct_pb2.Value]] = ..., words: _Optional[_Union[WordSource, _Mapping]] = ..., position: _Optional[_Union[Position, _Mapping]] = ..., move: _Optional[_Union[Move, _Mapping]] = ..., challenged_words: _Optional[_Iterable[str]] = ..., all: bool = ..., challenger: _Optional[int] = ..., player: _Optional[int] = ..., player_count: _Optional[int] = ..., moment: _Optional[_Union[Moment, str]] = ...) -> None: ...

class AdjudicateChallengeResponse(_message.Message):
    __slots__ = ("verdict", "lexicon")
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    verdict: ChallengeVerdict
    lexicon: LexiconEdition
    def __init__(self, verdict: _Optional[_Union[ChallengeVerdict, _Mapping]] = ..., lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ...) -> None: ...

class WordSource(_message.Message):
    __slots__ = ("lexicon", "accepted_words", "unchecked")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    ACCEPTED_WORDS_FIELD_NUMBER: _ClassVar[int]
    UNCHECKED_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconReference
    accepted_words: WordList
    unchecked: bool
    def __init__(self, lexicon: _Optional[_Union[LexiconReference, _Mapping]] = ..., accepted_words: _Optional[_Union[WordList, _Mapping]] = ..., unchecked: bool = ...) -> None: ...

class LexiconReference(_message.Message):
    __slots__ = ("id", "edition")
    ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    id: str
    edition: str
    def __init__(self, id: _Optional[str] = ..., edition: _Optional[str] = ...) -> None: ...

class WordList(_message.Message):
    __slots__ = ("words",)
    WORDS_FIELD_NUMBER: _ClassVar[int]
    words: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, words: _Optional[_Iterable[str]] = ...) -> None: ...

class LexiconEdition(_message.Message):
    __slots__ = ("id", "edition", "digest")
    ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    id: str
    edition: str
    digest: str
    def __init__(self, id: _Optional[str] = ..., edition: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class Position(_message.Message):
    __slots__ = ("rows", "rack", "bag_count")
    ROWS_FIELD_NUMBER: _ClassVar[int]
    RACK_FIELD_NUMBER: _ClassVar[int]
    BAG_COUNT_FIELD_NUMBER: _ClassVar[int]
    rows: _containers.RepeatedScalarFieldContainer[str]
    rack: _containers.RepeatedScalarFieldContainer[str]
    bag_count: int
    def __init__(self, rows: _Optional[_Iterable[str]] = ..., rack: _Optional[_Iterable[str]] = ..., bag_count: _Optional[int] = ...) -> None: ...

class Move(_message.Message):
    __slots__ = ("tiles", "swaps", "exchange", "word", "start", "direction", "face_down", "contra")
    TILES_FIELD_NUMBER: _ClassVar[int]
    SWAPS_FIELD_NUMBER: _ClassVar[int]
    EXCHANGE_FIELD_NUMBER: _ClassVar[int]
    PASS_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    FACE_DOWN_FIELD_NUMBER: _ClassVar[int]
    CONTRA_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedCompositeFieldContainer[PlacedTile]
    swaps: _containers.RepeatedCompositeFieldContainer[Swap]
    exchange: Exchange
    word: str
    start: Square
    direction: Direction
    face_down: Square
    contra: Square
    def __init__(self, tiles: _Optional[_Iterable[_Union[PlacedTile, _Mapping]]] = ..., swaps: _Optional[_Iterable[_Union[Swap, _Mapping]]] = ..., exchange: _Optional[_Union[Exchange, _Mapping]] = ..., word: _Optional[str] = ..., start: _Optional[_Union[Square, _Mapping]] = ..., direction: _Optional[_Union[Direction, str]] = ..., face_down: _Optional[_Union[Square, _Mapping]] = ..., contra: _Optional[_Union[Square, _Mapping]] = ..., **kwargs) -> None: ...

class Square(_message.Message):
    __slots__ = ("row", "column")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ...) -> None: ...

class PlacedTile(_message.Message):
    __slots__ = ("row", "column", "letter", "blank")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    LETTER_FIELD_NUMBER: _ClassVar[int]
    BLANK_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    letter: str
    blank: bool
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ..., letter: _Optional[str] = ..., blank: bool = ...) -> None: ...

class Swap(_message.Message):
    __slots__ = ("row", "column", "letter")
    ROW_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    LETTER_FIELD_NUMBER: _ClassVar[int]
    row: int
    column: int
    letter: str
    def __init__(self, row: _Optional[int] = ..., column: _Optional[int] = ..., letter: _Optional[str] = ...) -> None: ...

class Exchange(_message.Message):
    __slots__ = ("letters", "count")
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    COUNT_FIELD_NUMBER: _ClassVar[int]
    letters: _containers.RepeatedScalarFieldContainer[str]
    count: int
    def __init__(self, letters: _Optional[_Iterable[str]] = ..., count: _Optional[int] = ...) -> None: ...

class Ruling(_message.Message):
    __slots__ = ("legal", "violations", "words", "bonus", "total", "board_after", "left_to_do")
    LEGAL_FIELD_NUMBER: _ClassVar[int]
    VIOLATIONS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    BONUS_FIELD_NUMBER: _ClassVar[int]
    TOTAL_FIELD_NUMBER: _ClassVar[int]
    BOARD_AFTER_FIELD_NUMBER: _ClassVar[int]
    LEFT_TO_DO_FIELD_NUMBER: _ClassVar[int]
    legal: bool
    violations: _containers.RepeatedCompositeFieldContainer[Violation]
    words: _containers.RepeatedCompositeFieldContainer[FormedWord]
    bonus: int
    total: int
    board_after: _containers.RepeatedScalarFieldContainer[str]
    left_to_do: LeftToDo
    def __init__(self, legal: bool = ..., violations: _Optional[_Iterable[_Union[Violation, _Mapping]]] = ..., words: _Optional[_Iterable[_Union[FormedWord, _Mapping]]] = ..., bonus: _Optional[int] = ..., total: _Optional[int] = ..., board_after: _Optional[_Iterable[str]] = ..., left_to_do: _Optional[_Union[LeftToDo, _Mapping]] = ...) -> None: ...

class LeftToDo(_message.Message):
    __slots__ = ("draw", "blanks_kept", "turn_passes", "challenge_open")
    DRAW_FIELD_NUMBER: _ClassVar[int]
    BLANKS_KEPT_FIELD_NUMBER: _ClassVar[int]
    TURN_PASSES_FIELD_NUMBER: _ClassVar[int]
    CHALLENGE_OPEN_FIELD_NUMBER: _ClassVar[int]
    draw: int
    blanks_kept: int
    turn_passes: bool
    challenge_open: bool
    def __init__(self, draw: _Optional[int] = ..., blanks_kept: _Optional[int] = ..., turn_passes: bool = ..., challenge_open: bool = ...) -> None: ...

class Violation(_message.Message):
    __slots__ = ("code", "squares", "words", "message")
    CODE_FIELD_NUMBER: _ClassVar[int]
    SQUARES_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    code: ViolationCode
    squares: _containers.RepeatedCompositeFieldContainer[Square]
    words: _containers.RepeatedScalarFieldContainer[str]
    message: str
    def __init__(self, code: _Optional[_Union[ViolationCode, str]] = ..., squares: _Optional[_Iterable[_Union[Square, _Mapping]]] = ..., words: _Optional[_Iterable[str]] = ..., message: _Optional[str] = ...) -> None: ...

class FormedWord(_message.Message):
    __slots__ = ("word", "start", "direction", "status", "sum", "multiplier", "long_word", "score", "letters")
    WORD_FIELD_NUMBER: _ClassVar[int]
    START_FIELD_NUMBER: _ClassVar[int]
    DIRECTION_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SUM_FIELD_NUMBER: _ClassVar[int]
    MULTIPLIER_FIELD_NUMBER: _ClassVar[int]
    LONG_WORD_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    word: str
    start: Square
    direction: Direction
    status: WordStanding
    sum: int
    multiplier: int
    long_word: int
    score: int
    letters: _containers.RepeatedCompositeFieldContainer[LetterScore]
    def __init__(self, word: _Optional[str] = ..., start: _Optional[_Union[Square, _Mapping]] = ..., direction: _Optional[_Union[Direction, str]] = ..., status: _Optional[_Union[WordStanding, str]] = ..., sum: _Optional[int] = ..., multiplier: _Optional[int] = ..., long_word: _Optional[int] = ..., score: _Optional[int] = ..., letters: _Optional[_Iterable[_Union[LetterScore, _Mapping]]] = ...) -> None: ...

class LetterScore(_message.Message):
    __slots__ = ("square", "letter", "value", "letter_premium", "word_premium")
    SQUARE_FIELD_NUMBER: _ClassVar[int]
    LETTER_FIELD_NUMBER: _ClassVar[int]
    VALUE_FIELD_NUMBER: _ClassVar[int]
    LETTER_PREMIUM_FIELD_NUMBER: _ClassVar[int]
    WORD_PREMIUM_FIELD_NUMBER: _ClassVar[int]
    square: Square
    letter: str
    value: int
    letter_premium: int
    word_premium: int
    def __init__(self, square: _Optional[_Union[Square, _Mapping]] = ..., letter: _Optional[str] = ..., value: _Optional[int] = ..., letter_premium: _Optional[int] = ..., word_premium: _Optional[int] = ...) -> None: ...

class ChallengeVerdict(_message.Message):
    __slots__ = ("play_stands", "words", "effect", "next_player", "score", "refused")
    PLAY_STANDS_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    EFFECT_FIELD_NUMBER: _ClassVar[int]
    NEXT_PLAYER_FIELD_NUMBER: _ClassVar[int]
    SCORE_FIELD_NUMBER: _ClassVar[int]
    REFUSED_FIELD_NUMBER: _ClassVar[int]
    play_stands: bool
    words: _containers.RepeatedCompositeFieldContainer[ChallengedWord]
    effect: ChallengeEffect
    next_player: int
    score: int
    refused: Refusal
    def __init__(self, play_stands: bool = ..., words: _Optional[_Iterable[_Union[ChallengedWord, _Mapping]]] = ..., effect: _Optional[_Union[ChallengeEffect, _Mapping]] = ..., next_player: _Optional[int] = ..., score: _Optional[int] = ..., refused: _Optional[_Union[Refusal, str]] = ...) -> None: ...

class ChallengedWord(_message.Message):
    __slots__ = ("word", "status")
    WORD_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    word: str
    status: WordStanding
    def __init__(self, word: _Optional[str] = ..., status: _Optional[_Union[WordStanding, str]] = ...) -> None: ...

class ChallengeEffect(_message.Message):
    __slots__ = ("tiles_returned", "score_change", "turn_lost_by")
    TILES_RETURNED_FIELD_NUMBER: _ClassVar[int]
    SCORE_CHANGE_FIELD_NUMBER: _ClassVar[int]
    TURN_LOST_BY_FIELD_NUMBER: _ClassVar[int]
    tiles_returned: _containers.RepeatedScalarFieldContainer[str]
    score_change: _containers.RepeatedScalarFieldContainer[int]
    turn_lost_by: int
    def __init__(self, tiles_returned: _Optional[_Iterable[str]] = ..., score_change: _Optional[_Iterable[int]] = ..., turn_lost_by: _Optional[int] = ...) -> None: ...
