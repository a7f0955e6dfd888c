from slovosud.rules.v1 import field_rules_pb2 as _field_rules_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from typing import ClassVar as _ClassVar, Iterable as _Iterable, Mapping as _Mapping, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class WordStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    WORD_STATUS_UNSPECIFIED: _ClassVar[WordStatus]
    WORD_STATUS_VALID: _ClassVar[WordStatus]
    WORD_STATUS_NOT_IN_LEXICON: _ClassVar[WordStatus]
    WORD_STATUS_MALFORMED: _ClassVar[WordStatus]

class LayerKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    LAYER_KIND_UNSPECIFIED: _ClassVar[LayerKind]
    LAYER_KIND_SPELLING: _ClassVar[LayerKind]
    LAYER_KIND_ATTESTED: _ClassVar[LayerKind]
    LAYER_KIND_GRAMMAR: _ClassVar[LayerKind]
    LAYER_KIND_POLICY: _ClassVar[LayerKind]
    LAYER_KIND_OVERRIDES: _ClassVar[LayerKind]
    LAYER_KIND_EDITIONS: _ClassVar[LayerKind]

class Outcome(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    OUTCOME_UNSPECIFIED: _ClassVar[Outcome]
    OUTCOME_FOR: _ClassVar[Outcome]
    OUTCOME_AGAINST: _ClassVar[Outcome]
    OUTCOME_NEUTRAL: _ClassVar[Outcome]

class TileUse(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    TILE_USE_UNSPECIFIED: _ClassVar[TileUse]
    TILE_USE_ALL: _ClassVar[TileUse]
    TILE_USE_ANY: _ClassVar[TileUse]

class ChangeKind(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHANGE_KIND_UNSPECIFIED: _ClassVar[ChangeKind]
    CHANGE_KIND_ADDED: _ClassVar[ChangeKind]
    CHANGE_KIND_REMOVED: _ClassVar[ChangeKind]

class ExportFormat(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    EXPORT_FORMAT_UNSPECIFIED: _ClassVar[ExportFormat]
    EXPORT_FORMAT_TEXT: _ClassVar[ExportFormat]
    EXPORT_FORMAT_KWG: _ClassVar[ExportFormat]
    EXPORT_FORMAT_HUNSPELL: _ClassVar[ExportFormat]
    EXPORT_FORMAT_JSON_LINES: _ClassVar[ExportFormat]

class ChangeCause(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHANGE_CAUSE_UNSPECIFIED: _ClassVar[ChangeCause]
    CHANGE_CAUSE_OVERRIDE: _ClassVar[ChangeCause]
    CHANGE_CAUSE_POLICY: _ClassVar[ChangeCause]
    CHANGE_CAUSE_SOURCE_ADDED: _ClassVar[ChangeCause]
    CHANGE_CAUSE_SOURCE_DROPPED: _ClassVar[ChangeCause]
    CHANGE_CAUSE_SOURCE_CHANGED: _ClassVar[ChangeCause]
    CHANGE_CAUSE_READING_CHANGED: _ClassVar[ChangeCause]
    CHANGE_CAUSE_LENGTHS: _ClassVar[ChangeCause]
    CHANGE_CAUSE_UNEXPLAINED: _ClassVar[ChangeCause]
WORD_STATUS_UNSPECIFIED: WordStatus
WORD_STATUS_VALID: WordStatus
WORD_STATUS_NOT_IN_LEXICON: WordStatus
WORD_STATUS_MALFORMED: WordStatus
LAYER_KIND_UNSPECIFIED: LayerKind
LAYER_KIND_SPELLING: LayerKind
LAYER_KIND_ATTESTED: LayerKind
LAYER_KIND_GRAMMAR: LayerKind
LAYER_KIND_POLICY: LayerKind
LAYER_KIND_OVERRIDES: LayerKind
LAYER_KIND_EDITIONS: LayerKind
OUTCOME_UNSPECIFIED: Outcome
OUTCOME_FOR: Outcome
OUTCOME_AGAINST: Outcome
OUTCOME_NEUTRAL: Outcome
TILE_USE_UNSPECIFIED: TileUse
TILE_USE_ALL: TileUse
TILE_USE_ANY: TileUse
CHANGE_KIND_UNSPECIFIED: ChangeKind
CHANGE_KIND_ADDED: ChangeKind
CHANGE_KIND_REMOVED: ChangeKind
EXPORT_FORMAT_UNSPECIFIED: ExportFormat
EXPORT_FORMAT_TEXT: ExportFormat
EXPORT_FORMAT_KWG: ExportFormat
EXPORT_FORMAT_HUNSPELL: ExportFormat
EXPORT_FORMAT_JSON_LINES: ExportFormat
CHANGE_CAUSE_UNSPECIFIED: ChangeCause
CHANGE_CAUSE_OVERRIDE: ChangeCause
CHANGE_CAUSE_POLICY: ChangeCause
CHANGE_CAUSE_SOURCE_ADDED: ChangeCause
CHANGE_CAUSE_SOURCE_DROPPED: ChangeCause
CHANGE_CAUSE_SOURCE_CHANGED: ChangeCause
CHANGE_CAUSE_READING_CHANGED: ChangeCause
CHANGE_CAUSE_LENGTHS: ChangeCause
CHANGE_CAUSE_UNEXPLAINED: ChangeCause

class LexiconEdition(_message.Message):
    __slots__ = ("id", "edition", "digest")
    ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    id: str
    edition: str
    digest: str
    def __init__(self, id: _Optional[str] = ..., edition: _Optional[str] = ..., digest: _Optional[str] = ...) -> None: ...

class Lexicon(_message.Message):
    __slots__ = ("lexicon", "title", "description", "license", "word_count", "counts_by_length", "word_list_digest", "sources", "alphabet_id", "letters", "folds", "min_length", "max_length", "policy_id", "languages", "tool_version")
    class CountsByLengthEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: int
        value: int
        def __init__(self, key: _Optional[int] = ..., value: _Optional[int] = ...) -> None: ...
    class FoldsEntry(_message.Message):
        __slots__ = ("key", "value")
        KEY_FIELD_NUMBER: _ClassVar[int]
        VALUE_FIELD_NUMBER: _ClassVar[int]
        key: str
        value: str
        def __init__(self, key: _Optional[str] = ..., value: _Optional[str] = ...) -> None: ...
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    TITLE_FIELD_NUMBER: _ClassVar[int]
    DESCRIPTION_FIELD_NUMBER: _ClassVar[int]
    LICENSE_FIELD_NUMBER: _ClassVar[int]
    WORD_COUNT_FIELD_NUMBER: _ClassVar[int]
    COUNTS_BY_LENGTH_FIELD_NUMBER: _ClassVar[int]
    WORD_LIST_DIGEST_FIELD_NUMBER: _ClassVar[int]
    SOURCES_FIELD_NUMBER: _ClassVar[int]
    ALPHABET_ID_FIELD_NUMBER: _ClassVar[int]
    LETTERS_FIELD_NUMBER: _ClassVar[int]
    FOLDS_FIELD_NUMBER: _ClassVar[int]
    MIN_LENGTH_FIELD_NUMBER: _ClassVar[int]
    MAX_LENGTH_FIELD_NUMBER: _ClassVar[int]
    POLICY_ID_FIELD_NUMBER: _ClassVar[int]
    LANGUAGES_FIELD_NUMBER: _ClassVar[int]
    TOOL_VERSION_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconEdition
    title: str
    description: str
    license: str
    word_count: int
    counts_by_length: _containers.ScalarMap[int, int]
    word_list_digest: str
    sources: _containers.RepeatedCompositeFieldContainer[LexiconSource]
    alphabet_id: str
    letters: _containers.RepeatedScalarFieldContainer[str]
    folds: _containers.ScalarMap[str, str]
    min_length: int
    max_length: int
    policy_id: str
    languages: _containers.RepeatedScalarFieldContainer[str]
    tool_version: str
    def __init__(self, lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ..., title: _Optional[str] = ..., description: _Optional[str] = ..., license: _Optional[str] = ..., word_count: _Optional[int] = ..., counts_by_length: _Optional[_Mapping[int, int]] = ..., word_list_digest: _Optional[str] = ..., sources: _Optional[_Iterable[_Union[LexiconSource, _Mapping]]] = ..., alphabet_id: _Optional[str] = ..., letters: _Optional[_Iterable[str]] = ..., folds: _Optional[_Mapping[str, str]] = ..., min_length: _Optional[int] = ..., max_length: _Optional[int] = ..., policy_id: _Optional[str] = ..., languages: _Optional[_Iterable[str]] = ..., tool_version: _Optional[str] = ...) -> None: ...

class LexiconSource(_message.Message):
    __slots__ = ("id", "name", "version", "digest", "license", "attribution", "fallback")
    ID_FIELD_NUMBER: _ClassVar[int]
    NAME_FIELD_NUMBER: _ClassVar[int]
    VERSION_FIELD_NUMBER: _ClassVar[int]
    DIGEST_FIELD_NUMBER: _ClassVar[int]
    LICENSE_FIELD_NUMBER: _ClassVar[int]
    ATTRIBUTION_FIELD_NUMBER: _ClassVar[int]
    FALLBACK_FIELD_NUMBER: _ClassVar[int]
    id: str
    name: str
    version: str
    digest: str
    license: str
    attribution: str
    fallback: bool
    def __init__(self, id: _Optional[str] = ..., name: _Optional[str] = ..., version: _Optional[str] = ..., digest: _Optional[str] = ..., license: _Optional[str] = ..., attribution: _Optional[str] = ..., fallback: bool = ...) -> None: ...

class ListLexiconsRequest(_message.Message):
    __slots__ = ("page_size", "page_token")
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    page_size: int
    page_token: str
    def __init__(self, page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListLexiconsResponse(_message.Message):
    __slots__ = ("lexicons", "next_page_token")
    LEXICONS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    lexicons: _containers.RepeatedCompositeFieldContainer[LexiconListing]
    next_page_token: str
    def __init__(self, lexicons: _Optional[_Iterable[_Union[LexiconListing, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class LexiconListing(_message.Message):
    __slots__ = ("id", "editions")
    ID_FIELD_NUMBER: _ClassVar[int]
    EDITIONS_FIELD_NUMBER: _ClassVar[int]
    id: str
    editions: _containers.RepeatedScalarFieldContainer[str]
    def __init__(self, id: _Optional[str] = ..., editions: _Optional[_Iterable[str]] = ...) -> None: ...

class GetLexiconRequest(_message.Message):
    __slots__ = ("lexicon_id", "edition")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ...) -> None: ...

class GetLexiconResponse(_message.Message):
    __slots__ = ("lexicon",)
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    lexicon: Lexicon
    def __init__(self, lexicon: _Optional[_Union[Lexicon, _Mapping]] = ...) -> None: ...

class CheckWordsRequest(_message.Message):
    __slots__ = ("lexicon_id", "edition", "words", "compact")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    WORDS_FIELD_NUMBER: _ClassVar[int]
    COMPACT_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    words: _containers.RepeatedScalarFieldContainer[str]
    compact: bool
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ..., words: _Optional[_Iterable[str]] = ..., compact: bool = ...) -> None: ...

class CheckWordsResponse(_message.Message):
    __slots__ = ("lexicon", "verdicts", "valid_bitmap")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    VERDICTS_FIELD_NUMBER: _ClassVar[int]
    VALID_BITMAP_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconEdition
    verdicts: _containers.RepeatedCompositeFieldContainer[WordVerdict]
    valid_bitmap: bytes
    def __init__(self, lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ..., verdicts: _Optional[_Iterable[_Union[WordVerdict, _Mapping]]] = ..., valid_bitmap: _Optional[bytes] = ...) -> None: ...

class WordVerdict(_message.Message):
    __slots__ = ("word", "status", "reason", "query")
    WORD_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    word: str
    status: WordStatus
    reason: str
    query: str
    def __init__(self, word: _Optional[str] = ..., status: _Optional[_Union[WordStatus, str]] = ..., reason: _Optional[str] = ..., query: _Optional[str] = ...) -> None: ...

class ExplainWordRequest(_message.Message):
    __slots__ = ("lexicon_id", "edition", "word", "language")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    LANGUAGE_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    word: str
    language: str
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ..., word: _Optional[str] = ..., language: _Optional[str] = ...) -> None: ...

class ExplainWordResponse(_message.Message):
    __slots__ = ("lexicon", "word", "status", "layers", "reason", "query")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    WORD_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    LAYERS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    QUERY_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconEdition
    word: str
    status: WordStatus
    layers: _containers.RepeatedCompositeFieldContainer[Layer]
    reason: str
    query: str
    def __init__(self, lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ..., word: _Optional[str] = ..., status: _Optional[_Union[WordStatus, str]] = ..., layers: _Optional[_Iterable[_Union[Layer, _Mapping]]] = ..., reason: _Optional[str] = ..., query: _Optional[str] = ...) -> None: ...

class Layer(_message.Message):
    __slots__ = ("kind", "outcome", "text", "readings", "decides")
    KIND_FIELD_NUMBER: _ClassVar[int]
    OUTCOME_FIELD_NUMBER: _ClassVar[int]
    TEXT_FIELD_NUMBER: _ClassVar[int]
    READINGS_FIELD_NUMBER: _ClassVar[int]
    DECIDES_FIELD_NUMBER: _ClassVar[int]
    kind: LayerKind
    outcome: Outcome
    text: str
    readings: _containers.RepeatedCompositeFieldContainer[Reading]
    decides: bool
    def __init__(self, kind: _Optional[_Union[LayerKind, str]] = ..., outcome: _Optional[_Union[Outcome, str]] = ..., text: _Optional[str] = ..., readings: _Optional[_Iterable[_Union[Reading, _Mapping]]] = ..., decides: bool = ...) -> None: ...

class Reading(_message.Message):
    __slots__ = ("lemma", "grammemes", "source", "clause", "form", "admitted")
    LEMMA_FIELD_NUMBER: _ClassVar[int]
    GRAMMEMES_FIELD_NUMBER: _ClassVar[int]
    SOURCE_FIELD_NUMBER: _ClassVar[int]
    CLAUSE_FIELD_NUMBER: _ClassVar[int]
    FORM_FIELD_NUMBER: _ClassVar[int]
    ADMITTED_FIELD_NUMBER: _ClassVar[int]
    lemma: str
    grammemes: _containers.RepeatedScalarFieldContainer[str]
    source: str
    clause: str
    form: str
    admitted: bool
    def __init__(self, lemma: _Optional[str] = ..., grammemes: _Optional[_Iterable[str]] = ..., source: _Optional[str] = ..., clause: _Optional[str] = ..., form: _Optional[str] = ..., admitted: bool = ...) -> None: ...

class SearchWordsRequest(_message.Message):
    __slots__ = ("lexicon_id", "edition", "anagram", "pattern", "prefix", "hooks", "min_length", "max_length", "limit")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    ANAGRAM_FIELD_NUMBER: _ClassVar[int]
    PATTERN_FIELD_NUMBER: _ClassVar[int]
    PREFIX_FIELD_NUMBER: _ClassVar[int]
    HOOKS_FIELD_NUMBER: _ClassVar[int]
    MIN_LENGTH_FIELD_NUMBER: _ClassVar[int]
    MAX_LENGTH_FIELD_NUMBER: _ClassVar[int]
    LIMIT_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    anagram: AnagramSearch
    pattern: str
    prefix: str
    hooks: str
    min_length: int
    max_length: int
    limit: int
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ..., anagram: _Optional[_Union[AnagramSearch, _Mapping]] = ..., pattern: _Optional[str] = ..., prefix: _Optional[str] = ..., hooks: _Optional[str] = ..., min_length: _Optional[int] = ..., max_length: _Optional[int] = ..., limit: _Optional[int] = ...) -> None: ...

class AnagramSearch(_message.Message):
    __slots__ = ("tiles", "use")
    TILES_FIELD_NUMBER: _ClassVar[int]
    USE_FIELD_NUMBER: _ClassVar[int]
    tiles: _containers.RepeatedScalarFieldContainer[str]
    use: TileUse
    def __init__(self, tiles: _Optional[_Iterable[str]] = ..., use: _Optional[_Union[TileUse, str]] = ...) -> None: ...

class SearchWordsResponse(_message.Message):
    __slots__ = ("lexicon", "matches", "truncated")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    MATCHES_FIELD_NUMBER: _ClassVar[int]
    TRUNCATED_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconEdition
    matches: _containers.RepeatedCompositeFieldContainer[WordMatch]
    truncated: bool
    def __init__(self, lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ..., matches: _Optional[_Iterable[_Union[WordMatch, _Mapping]]] = ..., truncated: bool = ...) -> None: ...

class WordMatch(_message.Message):
    __slots__ = ("word", "blanks")
    WORD_FIELD_NUMBER: _ClassVar[int]
    BLANKS_FIELD_NUMBER: _ClassVar[int]
    word: str
    blanks: _containers.RepeatedScalarFieldContainer[int]
    def __init__(self, word: _Optional[str] = ..., blanks: _Optional[_Iterable[int]] = ...) -> None: ...

class DiffLexiconsRequest(_message.Message):
    __slots__ = ("before", "after")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    before: EditionReference
    after: EditionReference
    def __init__(self, before: _Optional[_Union[EditionReference, _Mapping]] = ..., after: _Optional[_Union[EditionReference, _Mapping]] = ...) -> None: ...

class EditionReference(_message.Message):
    __slots__ = ("lexicon_id", "edition")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ...) -> None: ...

class DiffLexiconsResponse(_message.Message):
    __slots__ = ("before", "after", "added_count", "removed_count", "changes")
    BEFORE_FIELD_NUMBER: _ClassVar[int]
    AFTER_FIELD_NUMBER: _ClassVar[int]
    ADDED_COUNT_FIELD_NUMBER: _ClassVar[int]
    REMOVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    CHANGES_FIELD_NUMBER: _ClassVar[int]
    before: LexiconEdition
    after: LexiconEdition
    added_count: int
    removed_count: int
    changes: _containers.RepeatedCompositeFieldContainer[WordChange]
    def __init__(self, before: _Optional[_Union[LexiconEdition, _Mapping]] = ..., after: _Optional[_Union[LexiconEdition, _Mapping]] = ..., added_count: _Optional[int] = ..., removed_count: _Optional[int] = ..., changes: _Optional[_Iterable[_Union[WordChange, _Mapping]]] = ...) -> None: ...

class WordChange(_message.Message):
    __slots__ = ("word", "kind", "reason_before", "reason_after", "cause")
    WORD_FIELD_NUMBER: _ClassVar[int]
    KIND_FIELD_NUMBER: _ClassVar[int]
    REASON_BEFORE_FIELD_NUMBER: _ClassVar[int]
    REASON_AFTER_FIELD_NUMBER: _ClassVar[int]
    CAUSE_FIELD_NUMBER: _ClassVar[int]
    word: str
    kind: ChangeKind
    reason_before: str
    reason_after: str
    cause: ChangeCause
    def __init__(self, word: _Optional[str] = ..., kind: _Optional[_Union[ChangeKind, str]] = ..., reason_before: _Optional[str] = ..., reason_after: _Optional[str] = ..., cause: _Optional[_Union[ChangeCause, str]] = ...) -> None: ...

class ExportWordsRequest(_message.Message):
    __slots__ = ("lexicon_id", "edition", "format")
    LEXICON_ID_FIELD_NUMBER: _ClassVar[int]
    EDITION_FIELD_NUMBER: _ClassVar[int]
    FORMAT_FIELD_NUMBER: _ClassVar[int]
    lexicon_id: str
    edition: str
    format: ExportFormat
    def __init__(self, lexicon_id: _Optional[str] = ..., edition: _Optional[str] = ..., format: _Optional[_Union[ExportFormat, str]] = ...) -> None: ...

class ExportWordsResponse(_message.Message):
    __slots__ = ("lexicon", "data")
    LEXICON_FIELD_NUMBER: _ClassVar[int]
    DATA_FIELD_NUMBER: _ClassVar[int]
    lexicon: LexiconEdition
    data: bytes
    def __init__(self, lexicon: _Optional[_Union[LexiconEdition, _Mapping]] = ..., data: _Optional[bytes] = ...) -> None: ...
