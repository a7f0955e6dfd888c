"""Domain to wire and back: nothing else.

In: plain values of the rooms, or messages. Out: messages, or plain values.
Never: a rule, a status code.

The rooms name enum values without their type (`VALID`), the wire with it (`WORD_STATUS_VALID`); everything else bears
the same name on both sides, so one walk over a message's description converts whole objects.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, cast

from google.protobuf import json_format
from google.protobuf.descriptor import Descriptor, EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message
from slovosud.adjudication.v1 import adjudication_service_pb2 as adjudication
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from adjudicator.errors import FieldViolation, RequestError
from lexicon.compiled import Lexicon
from lexicon.explanation import Explanation, Layer, Reading, Verdict, WordStatus
from lexicon.manifest import Manifest

M = TypeVar("M", bound=Message)

#: Malformed texts are echoed only as far as this; a megabyte of nonsense is not sent back.
LONGEST_ECHO = 256

#: These fill a field with any JSON value of their own.
_FREE_FORM = "google.protobuf.Value"


def message_of(kind: type[M], values: Mapping[str, Any]) -> M:
    """Return the message of ``kind`` that holds ``values``, named as on the wire, enum values without prefix."""
    return json_format.ParseDict(_prefixed(cast("Descriptor", kind.DESCRIPTOR), values), kind())


def values_of(message: Message) -> dict[str, Any]:
    """Return the fields a caller filled in, as plain values named as on the wire.

    Raises `RequestError` for a setting that is no JSON value: infinity, or no number at all.
    """
    try:
        values: dict[str, Any] = json_format.MessageToDict(message, preserving_proto_field_name=True)
    except json_format.SerializeToJsonError as error:
        expected, mend = "JSON values, whose numbers are finite", "send such values"
        violation = FieldViolation(field="settings", found="a number that is not finite", expected=expected, mend=mend)
        raise RequestError((violation,)) from error
    return values


def enum_prefix(enum: EnumDescriptor) -> str:
    """Return what the wire puts before a value of an enum: ``WORD_STATUS_``."""
    return str(enum.values[0].name).removesuffix("UNSPECIFIED")


def _prefixed(kind: Descriptor, values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _prefixed_field(kind.fields_by_name[name], value) for name, value in values.items()}


def _prefixed_field(field: FieldDescriptor, value: Any) -> Any:  # noqa: ANN401  any JSON value
    if field.enum_type is not None:
        prefix = enum_prefix(field.enum_type)
        return [prefix + one.upper() for one in value] if isinstance(value, list) else prefix + str(value).upper()
    inner = field.message_type
    if inner is None or inner.full_name == _FREE_FORM or inner.GetOptions().map_entry:
        return value
    return [_prefixed(inner, one) for one in value] if isinstance(value, list) else _prefixed(inner, value)


def edition_of(lexicon: Lexicon) -> wire.LexiconEdition:
    """Return which edition answers."""
    return wire.LexiconEdition(id=lexicon.id, edition=lexicon.edition, digest=lexicon.digest)


def judging_edition_of(lexicon: Lexicon) -> adjudication.LexiconEdition:
    """Return which edition judged the words of a move."""
    return adjudication.LexiconEdition(id=lexicon.id, edition=lexicon.edition, digest=lexicon.digest)


def lexicon_message(lexicon: Lexicon) -> wire.Lexicon:
    """Describe an edition."""
    manifest = lexicon.manifest
    return wire.Lexicon(
        lexicon=edition_of(lexicon),
        title=manifest.title,
        description=manifest.description,
        license=manifest.licence,
        word_count=manifest.word_count,
        counts_by_length=manifest.counts_by_length,
        word_list_digest=manifest.word_list_digest,
        sources=_sources(manifest),
        alphabet_id=manifest.alphabet_id,
        letters=manifest.letters,
        folds=manifest.folds,
        min_length=manifest.shortest,
        max_length=manifest.longest,
        policy_id=manifest.policy_id,
        languages=lexicon.languages,
        tool_version=manifest.tool_version,
    )


def _sources(manifest: Manifest) -> list[wire.LexiconSource]:
    return [
        wire.LexiconSource(
            id=source.id,
            name=source.name,
            version=source.version,
            digest=source.digest,
            license=source.licence,
            attribution=source.attribution,
            fallback=source.fallback,
        )
        for source in manifest.sources
    ]


#: What the wire calls each status.
STATUSES = {
    WordStatus.VALID: wire.WORD_STATUS_VALID,
    WordStatus.NOT_IN_LEXICON: wire.WORD_STATUS_NOT_IN_LEXICON,
    WordStatus.MALFORMED: wire.WORD_STATUS_MALFORMED,
}


def verdict_message(verdict: Verdict) -> wire.WordVerdict:
    """Return the answer on one word. A malformed one is named as it was asked, as far as text can carry it."""
    query = verdict.query[:LONGEST_ECHO]
    return wire.WordVerdict(
        word=verdict.word or query, status=STATUSES[verdict.status], reason=verdict.reason, query=query
    )


def explanation_message(lexicon: Lexicon, explanation: Explanation) -> wire.ExplainWordResponse:
    """Return an explanation with all its layers."""
    verdict = explanation.verdict
    return wire.ExplainWordResponse(
        lexicon=edition_of(lexicon),
        word=verdict.word or verdict.query[:LONGEST_ECHO],
        status=STATUSES[verdict.status],
        layers=[_layer(layer) for layer in explanation.layers],
        reason=verdict.reason,
        query=verdict.query[:LONGEST_ECHO],
    )


def _layer(layer: Layer) -> wire.Layer:
    return wire.Layer(
        kind=f"LAYER_KIND_{layer.kind}",
        outcome=f"OUTCOME_{layer.outcome}",
        text=layer.text,
        readings=[_reading(reading) for reading in layer.readings],
        decides=layer.decides,
    )


def _reading(reading: Reading) -> wire.Reading:
    return wire.Reading(
        lemma=reading.lemma,
        grammemes=reading.grammemes,
        source=reading.source,
        clause=reading.clause,
        form=reading.form,
        admitted=reading.admitted,
    )
