"""How one lexicon is made: its sources, policy, alphabet, limits, overrides and gate.

In: `data/lexicons/<id>.toml`. Out: `Recipe`.
Never: the making (see `build`).

A recipe may extend another: what it does not say is that one's, and its sources, overrides and markings come behind
that one's. A recipe with a subject makes the list of its words about one subject. A recipe may say what becomes of the
list where one of its sources is missing (see `standing_in`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from lexicon.datafile import Table, ids_in, named_file
from lexicon.grammar import Grammar
from lexicon.settled import LONGEST_WORD

_ID = re.compile(r"[a-z][a-z0-9.-]{1,62}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What a built list must fulfil before it may be published.

    ``fewest`` and ``most`` bound the number of words; canaries are words that must be in, or out; ``place`` is file
    and line.
    """

    fewest: int
    most: int
    canaries_in: tuple[str, ...]
    canaries_out: tuple[str, ...]
    place: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallback:
    """What a list is made of where a source is missing.

    ``sources`` stand in for it; where there are none, the list is made without. ``policy`` and ``gate`` are those of
    that list, where they are not the recipe's.
    """

    sources: tuple[str, ...]
    policy: str = ""
    gate: Gate | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Witness:
    """How words are marked that a second dictionary knows.

    Lexemes that another source has too are marked ``witnessed``, others that are inflected and whose lemma has at least
    so many ``letters``, ``long_inflected``. Forms that have one of the grammemes ``unless`` are no witnesses.
    ``lists`` are sources that are only asked, each about the sources that it does not come from: no word comes from it,
    and no evidence of it is kept.
    """

    witnessed: str
    long_inflected: str
    letters: int
    unless: frozenset[str]
    lists: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Spelled:
    """Forms that are marked with a grammeme for how they are spelled, from a beginning to one of some endings."""

    beginning: str
    endings: tuple[str, ...]
    grammeme: str

    def tells(self, form: str) -> bool:
        """Whether a form is one of these."""
        return form.startswith(self.beginning) and form.endswith(self.endings)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Everything that makes one lexicon. ``sources`` stand in order of trust; lengths count letters, inclusive.

    ``subject`` is the marking to which the list is limited, or empty. ``lineage`` are the ids of the recipes whose
    files it is read from, its own first; ``inherited`` are the overrides that another of them names. ``fallbacks`` are
    by the source that may be missing.
    """

    id: str
    title: str
    description: str
    licence: str
    alphabet: str
    folds: tuple[str, ...]
    policy: str
    sources: tuple[str, ...]
    overrides: tuple[str, ...]
    shortest: int
    longest: int
    gate: Gate
    markings: tuple[str, ...] = ()
    subject: str = ""
    inherited: tuple[str, ...] = ()
    lineage: tuple[str, ...] = ()
    fallbacks: Mapping[str, Fallback] = field(default_factory=dict)
    witness: Witness | None = None
    spelled: tuple[Spelled, ...] = ()

    @property
    def asked(self) -> tuple[str, ...]:
        """The sources that are only asked whether they know a word."""
        return tuple(self.witness.lists) if self.witness else ()


def recipe_ids(data: Path) -> tuple[str, ...]:
    """Return the ids of the recipes in the data folder."""
    return ids_in(data / "lexicons")


def load_recipe(data: Path, lexicon_id: str) -> Recipe:
    """Read ``lexicons/<lexicon_id>.toml``; unknown keys and impossible values name file and line.

    What it names (alphabet, policy, sources, overrides) must be in the data folder, and every source must allow the
    licence.
    """
    return _load(data, lexicon_id, heirs=())


def _load(data: Path, lexicon_id: str, *, heirs: tuple[str, ...]) -> Recipe:
    """Read a recipe that the ``heirs`` extend, the nearest last."""
    file = Table.load(named_file(data / "lexicons", "lexicon", lexicon_id))
    own, shared = ("id", "title", "description", "gate"), ("licence", "alphabet", "folds", "policy", "sources",
        "overrides", "shortest", "longest")  # fmt: skip
    extends = file.take("extends", str, "")
    file.only(
        required=own if extends else (*own, *shared),
        optional=("extends", "fallback", "markings", "spelled", "subject", "witness", *shared),
    )
    if file.take("id", str) != lexicon_id or not _ID.fullmatch(lexicon_id):
        raise file.fault("id", found=file.take("id", str), expected=f"{lexicon_id} (letters a-z, digits, - and .)")
    if extends in {*heirs, lexicon_id}:
        raise file.fault("extends", found=f"{extends!r}, which extends this one", expected="a recipe without a circle")
    parent = _load(data, extends, heirs=(*heirs, lexicon_id)) if extends else None
    _check_names(data, file)
    for table in _tables(file, "fallback"):
        _check_names(data, table)
    if "witness" in file.values:
        _check_witness(data, file)
    for table in _tables(file, "spelled"):
        _check_grammemes(data, table, "grammeme")
    recipe = _recipe(file, parent)
    if not 1 <= recipe.shortest <= recipe.longest <= LONGEST_WORD:
        found = f"{recipe.shortest} to {recipe.longest}"
        raise file.fault("shortest", found=found, expected=f"lengths from 1 to {LONGEST_WORD}")
    if not recipe.sources:
        raise file.fault("sources", found="none", expected="at least one source")
    _check_licence(data, file, recipe)
    return recipe


def _recipe(file: Table, parent: Recipe | None) -> Recipe:
    """Take the values of a file, and those that it leaves out from the recipe that it extends."""

    def text(key: str) -> str:
        default: str | None = getattr(parent, key) if parent else None
        return file.take(key, str, default)

    def number(key: str) -> int:
        default: int | None = getattr(parent, key) if parent else None
        return file.take(key, int, default)

    def joined(key: str) -> tuple[str, ...]:
        before: tuple[str, ...] = getattr(parent, key) if parent else ()
        for name in (names := file.texts(key, ())):
            if name in before or names.count(name) > 1:
                raise file.fault(key, found=f"{name!r} twice", expected="each once")
        return (*before, *names)

    return Recipe(
        id=file.take("id", str),
        title=file.take("title", str),
        description=file.take("description", str),
        licence=text("licence"),
        alphabet=text("alphabet"),
        folds=file.texts("folds", parent.folds if parent else None),
        policy=text("policy"),
        sources=joined("sources"),
        overrides=joined("overrides"),
        shortest=number("shortest"),
        longest=number("longest"),
        gate=_gate(file.table("gate")),
        markings=joined("markings"),
        subject=file.take("subject", str, parent.subject if parent else ""),
        inherited=parent.overrides if parent else (),
        lineage=(file.take("id", str), *(parent.lineage if parent else ())),
        fallbacks=_fallbacks(file, parent),
        witness=_witness(file, parent),
        spelled=(*(parent.spelled if parent else ()), *map(_spelled, _tables(file, "spelled"))),
    )


def _witness(file: Table, parent: Recipe | None) -> Witness | None:
    """Take what is said of witnesses, or what is inherited."""
    if "witness" not in file.values:
        return parent.witness if parent else None
    table = file.table("witness").only(required=("witnessed", "long_inflected", "letters", "unless", "lists"))
    return Witness(
        witnessed=table.take("witnessed", str),
        long_inflected=table.take("long_inflected", str),
        letters=table.take("letters", int),
        unless=frozenset(table.texts("unless")),
        lists={name: table.table("lists").texts(name) for name in table.table("lists").values},
    )


def _check_witness(data: Path, file: Table) -> None:
    """Refuse a list that is not there, and a mark that is none."""
    table = file.table("witness")
    lists = table.table("lists")
    known = ids_in(data / "sources")
    for name in lists.values:
        for source in (name, *lists.texts(name)):
            if source not in known:
                raise lists.fault(name, found=repr(source), expected=f"files of sources/: {', '.join(known)}")
    _check_grammemes(data, table, "witnessed", "long_inflected", "unless")


def _check_grammemes(data: Path, table: Table, *keys: str) -> None:
    known = Grammar.load(data).manners
    for key in keys:
        for mark in table.texts(key) if isinstance(table.values[key], list) else (table.take(key, str),):
            if mark not in known:
                raise table.fault(key, found=f"unknown grammeme {mark!r}", expected="ids of grammemes.toml")


def _tables(file: Table, key: str) -> tuple[Table, ...]:
    return tuple(file.tables(key)) if key in file.values else ()


def _spelled(table: Table) -> Spelled:
    table.only(required=("beginning", "endings", "grammeme"))
    beginning, endings = table.take("beginning", str), table.texts("endings")
    if not endings or not all(endings):
        raise table.fault("endings", found=str(list(endings)), expected="at least one, each with a letter")
    return Spelled(beginning=beginning, endings=endings, grammeme=table.take("grammeme", str))


def _fallbacks(file: Table, parent: Recipe | None) -> Mapping[str, Fallback]:
    """Take what is said of missing sources; what a recipe says of one counts more than what it inherits."""
    own: dict[str, Fallback] = {}
    witness = _witness(file, parent)
    sources = (*(parent.sources if parent else ()), *file.texts("sources", ()), *(witness.lists if witness else ()))
    for table in _tables(file, "fallback"):
        table.only(required=("without", "sources"), optional=("policy", "gate"))
        missing = table.take("without", str)
        known = {*sources, *(name for fallback in own.values() for name in fallback.sources)}
        if missing not in known - own.keys():
            expected = f"one of {', '.join(sources)}, or a source that stands in for one, once"
            raise table.fault("without", found=repr(missing), expected=expected)
        own[missing] = Fallback(
            sources=table.texts("sources"),
            policy=table.take("policy", str, ""),
            gate=_gate(table.table("gate")) if "gate" in table.values else None,
        )
    return {**(parent.fallbacks if parent else {}), **own}


def _check_names(data: Path, file: Table) -> None:
    """Refuse a recipe that names something the data folder does not have."""
    for key, folder, suffix in (
        ("alphabet", "alphabets", ".toml"),
        ("policy", "policies", ".toml"),
        ("sources", "sources", ".toml"),
        ("overrides", "overrides", ".tsv"),
        ("markings", "markings", ".toml"),
        ("subject", "markings", ".toml"),
    ):
        if key not in file.values:
            continue
        known = sorted(path.stem for path in (data / folder).glob(f"*{suffix}"))
        named = file.texts(key) if isinstance(file.values[key], list) else (file.take(key, str),)
        for name in named:
            if name not in known:
                raise file.fault(key, found=repr(name), expected=f"a file of {folder}/: {', '.join(known) or 'none'}")


def _check_licence(data: Path, file: Table, recipe: Recipe) -> None:
    """Refuse a licence of the result that one of the sources does not allow."""
    licence = recipe.licence
    standing_in = (source for fallback in recipe.fallbacks.values() for source in fallback.sources)
    for source in dict.fromkeys((*recipe.sources, *recipe.asked, *standing_in)):
        allowed = Table.load(data / "sources" / f"{source}.toml").texts("allows")
        if licence not in allowed:
            raise file.fault(
                "licence", found=f"{licence}, which {source} does not allow", expected=f"one of {', '.join(allowed)}"
            )


def _gate(table: Table) -> Gate:
    table.only(required=("fewest", "most", "in", "out"))
    fewest, most = table.take("fewest", int), table.take("most", int)
    if not 0 <= fewest <= most:
        raise table.fault("fewest", found=f"{fewest} to {most}", expected="a range of word counts")
    inside, outside = table.texts("in"), table.texts("out")
    for key, canaries in (("in", inside), ("out", (*inside, *outside))):
        twice = next((canary for canary in canaries if canaries.count(canary) > 1), None)
        if twice is not None:
            raise table.fault(key, found=f"the canary {twice!r} twice", expected="each once, in or out")
    return Gate(fewest=fewest, most=most, canaries_in=inside, canaries_out=outside, place=table.place)
