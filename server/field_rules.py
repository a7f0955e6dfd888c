"""The rules of fields, as the protos declare them (`slovosud.rules.v1.FieldRules`): every breach, by its path.

In: a request. Out: what breaks a rule.
Never: rules that are not in the protos; these are for the rooms that read the values.

What is to be looked at is found once a message type, so a request whose type has no rules costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, wraps
from typing import Any, TypeVar

from google.protobuf.descriptor import Descriptor, FieldDescriptor, ServiceDescriptor
from google.protobuf.descriptor_pb2 import MethodOptions
from google.protobuf.message import Message
from slovosud.rules.v1 import field_rules_pb2

from adjudicator.errors import FieldViolation, RequestError

#: A servicer.
S = TypeVar("S")

#: Longer lists of breaches help nobody; the rest of a request is not looked at.
MOST_VIOLATIONS = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class _Field:
    """A field with rules, or with a message inside that has some."""

    name: str
    rules: field_rules_pb2.FieldRules | None
    repeated: bool
    presence: bool
    number: bool
    text: bool
    inside: _Plan | None


@dataclass(slots=True, kw_only=True)
class _Plan:
    """The fields of one message type that must be looked at."""

    fields: list[_Field] = field(default_factory=list)


def breaches(request: Message) -> tuple[FieldViolation, ...]:
    """Return everything in ``request`` that breaks a rule of its field, at most `MOST_VIOLATIONS`."""
    found = []
    for violation in _look(_plan(request.DESCRIPTOR), request, ""):
        found.append(violation)
        if len(found) == MOST_VIOLATIONS:
            break
    return tuple(found)


@cache
def _plan(kind: Descriptor) -> _Plan:
    return _planned(kind, {})


def _planned(kind: Descriptor, begun: dict[str, _Plan]) -> _Plan:
    """Find what must be looked at in a message type; one that contains itself is looked at once."""
    if kind.full_name in begun:
        return begun[kind.full_name]
    plan = begun[kind.full_name] = _Plan()
    for one in kind.fields:
        rules, inside = rules_of(one), _inside(one, begun)
        if rules is not None or inside is not None:
            plan.fields.append(
                _Field(
                    name=one.name,
                    rules=rules,
                    repeated=is_repeated(one),
                    presence=one.has_presence,
                    number=one.cpp_type == FieldDescriptor.CPPTYPE_INT32,
                    text=one.cpp_type == FieldDescriptor.CPPTYPE_STRING,
                    inside=inside,
                )
            )
    return plan


def _inside(one: FieldDescriptor, begun: dict[str, _Plan]) -> _Plan | None:
    """Return what must be looked at inside a field, None when there is nothing."""
    kind = one.message_type
    if kind is None or not kind.full_name.startswith("slovosud.") or kind.GetOptions().map_entry:
        return None
    plan = _planned(kind, begun)
    return plan if plan.fields else None


def rules_of(one: FieldDescriptor) -> field_rules_pb2.FieldRules | None:
    """Return the rules that a proto declares for a field, None when there are none."""
    options: Any = one.GetOptions()
    if not options.HasExtension(field_rules_pb2.rules):
        return None
    rules: field_rules_pb2.FieldRules = options.Extensions[field_rules_pb2.rules]
    return rules


def is_repeated(one: FieldDescriptor) -> bool:
    """Whether a field is a list. Newer runtimes have a property for it, older ones a label."""
    known: Any = one
    return bool(known.is_repeated if hasattr(known, "is_repeated") else known.label == known.LABEL_REPEATED)


def _look(plan: _Plan, message: Message, path: str) -> Iterator[FieldViolation]:
    for one in plan.fields:
        place = f"{path}{one.name}"
        value = getattr(message, one.name)
        there = message.HasField(one.name) if one.presence else bool(value)
        if one.rules is not None:
            yield from _broken(one, one.rules, place, value, there=there)
        if one.inside is None or not there:
            continue
        for number, inner in enumerate(value if one.repeated else (value,)):
            yield from _look(one.inside, inner, f"{place}[{number}]." if one.repeated else f"{place}.")


def _broken(
    one: _Field,
    rules: field_rules_pb2.FieldRules,
    place: str,
    value: Any,  # noqa: ANN401  any field
    *,
    there: bool,
) -> Iterator[FieldViolation]:
    """Yield what breaks the rules of one field."""
    if rules.required and not there:
        yield _violation(place, "nothing", "a value", "fill it in")
    if one.repeated and rules.max_items and len(value) > rules.max_items:
        yield _violation(place, f"{len(value)} entries", f"{rules.max_items} or fewer", "send fewer")
    if one.number and there and rules.HasField("least") and value < rules.least:
        yield _violation(place, str(value), f"{rules.least} or more", "send such a number, or leave it out")
    if one.text and there:
        for number, text in enumerate(value if one.repeated else (value,)):
            yield from _length(rules, f"{place}[{number}]" if one.repeated else place, text)


def _length(rules: field_rules_pb2.FieldRules, place: str, text: str) -> Iterator[FieldViolation]:
    length = len(text)
    if rules.max_length and length > rules.max_length:
        yield _violation(place, f"{length} characters", f"{rules.max_length} or fewer", "shorten it")


def _violation(place: str, found: str, expected: str, mend: str) -> FieldViolation:
    return FieldViolation(field=place, found=found, expected=expected, mend=mend)


def enforces_rules(service: ServiceDescriptor) -> Callable[[type[S]], type[S]]:
    """Let every method of a servicer refuse what breaks a rule.

    A call that changes nothing is read by its own reader as well, so that all faults are told at once; one that may
    change something is refused before.
    """

    def decorate(servicer: type[S]) -> type[S]:
        for method in service.methods:
            behavior = getattr(servicer, method.name)
            changes = method.GetOptions().idempotency_level != MethodOptions.NO_SIDE_EFFECTS
            wrapped = _streaming(behavior) if method.server_streaming else _answering(behavior, changes=changes)
            setattr(servicer, method.name, wraps(behavior)(wrapped))
        return servicer

    return decorate


def _answering(behavior: Callable[..., Any], *, changes: bool) -> Callable[..., Any]:
    def answer(self: Any, request: Message, context: Any) -> Any:  # noqa: ANN401  any servicer of ours
        broken = breaches(request)
        if not broken:
            return behavior(self, request, context)
        if not changes:
            try:
                behavior(self, request, context)
            except RequestError as error:
                raise _together(broken, error) from error
        raise _together(broken, None)

    return answer


def _streaming(behavior: Callable[..., Iterator[Any]]) -> Callable[..., Iterator[Any]]:
    def stream(self: Any, request: Message, context: Any) -> Iterator[Any]:  # noqa: ANN401  any servicer of ours
        broken = breaches(request)
        if broken:
            try:
                next(iter(behavior(self, request, context)), None)
            except RequestError as error:
                raise _together(broken, error) from error
            raise _together(broken, None)
        yield from behavior(self, request, context)

    return stream


def _together(broken: Sequence[FieldViolation], error: RequestError | None) -> RequestError:
    """Return the refusal of a request for breaches of rules and for what its reader found, each field once."""
    read = error.violations if error else ()
    if len(read) >= MOST_VIOLATIONS:
        return RequestError(read)
    named = {violation.field for violation in read}
    # What is wrong inside a message says more than that the message is missing.
    outer = {name[:place] for name in named for place, character in enumerate(name) if character == "."}
    return RequestError((*read, *(one for one in broken if one.field not in named | outer)))
