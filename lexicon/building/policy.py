"""Which entries are admitted, as data: ordered clauses, the first that applies decides.

In: a policy file and the grammemes of an entry and of its lemma. Out: one `Clause`, which admits or rejects.
Never: words, lists of words (see `overrides`), tiles.

A word is valid when at least one of its entries is admitted: a rejected homonym (the given name) does not
expel the admitted one (the common noun). A policy may extend another: it has that one's clauses, and its own before
those that they name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from lexicon.building.lexeme import Paradigm, Slot
from lexicon.datafile import Table, named_file
from lexicon.explanation import LENGTH, NOT_ATTESTED, REASON_OF_FAULT
from lexicon.grammar import Grammar
from lexicon.settled import OVERRIDE

#: Codes that stand in answers where the id of a clause may stand.
_TAKEN = frozenset({"", OVERRIDE, NOT_ATTESTED, LENGTH, *REASON_OF_FAULT.values()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One line of a policy.

    It applies to an entry that has all of ``has``, at least one of ``any`` (when given) and none of
    ``lacks``, and whose lemma has all of ``lemma_has``. ``text`` tells it, by language;
    ``place`` is file and line; ``inherited`` tells that it comes from a policy that this one extends.
    """

    id: str
    admit: bool
    text: Mapping[str, str]
    has: frozenset[str] = frozenset()
    any: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    lemma_has: frozenset[str] = frozenset()
    place: str = ""
    inherited: bool = False

    def applies(self, grammemes: frozenset[str], lemma_grammemes: frozenset[str]) -> bool:
        """Whether this clause speaks about an entry with these grammemes."""
        return (
            self.has <= grammemes
            and (not self.any or not self.any.isdisjoint(grammemes))
            and self.lacks.isdisjoint(grammemes)
            and self.lemma_has <= lemma_grammemes
        )

    @property
    def contradicts_itself(self) -> bool:
        """Whether no entry can fulfil all conditions."""
        return bool(self.has & self.lacks) or (bool(self.any) and self.any <= self.lacks)

    def covers(self, other: Clause) -> bool:
        """Whether this clause applies to every entry that ``other`` applies to, as far as conditions tell."""
        some = not self.any or not self.any.isdisjoint(other.has) or bool(other.any and other.any <= self.any)
        return self.has <= other.has and some and self.lacks <= other.lacks and self.lemma_has <= other.lemma_has


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Ordered clauses with an id. The last clause applies to everything, so every entry is decided.

    ``lineage`` are the ids of the policies whose files it is read from, its own first.
    """

    id: str
    title: str
    clauses: tuple[Clause, ...]
    lineage: tuple[str, ...] = ()

    def decide(self, slot: Slot, paradigm: Paradigm) -> Clause:
        """Return the clause that decides the form made by ``slot``."""
        lemma_grammemes = paradigm.lemma_slot.grammemes
        return next(clause for clause in self.clauses if clause.applies(slot.grammemes, lemma_grammemes))


def load_policy(data: Path, policy_id: str, grammar: Grammar, languages: tuple[str, ...]) -> Policy:
    """Read ``policies/<policy_id>.toml``; unknown keys and grammemes are errors that name file and line.

    Every clause must be told in each of ``languages``. Where the file ``extends`` another policy, each of its clauses
    names the one that it stands ``before``.
    """
    return _load(data, policy_id, grammar, languages, heirs=())


def _load(
    data: Path, policy_id: str, grammar: Grammar, languages: tuple[str, ...], *, heirs: tuple[str, ...]
) -> Policy:
    """Read a policy that the ``heirs`` extend, the nearest last."""
    file = Table.load(named_file(data / "policies", "policy", policy_id))
    file.only(required=("id", "title", "source", "clause"), optional=("extends",))
    if file.take("id", str) != policy_id:
        raise file.fault("id", found=file.take("id", str), expected=policy_id)
    extends = file.take("extends", str, "")
    if extends in {*heirs, policy_id}:
        raise file.fault("extends", found=f"{extends!r}, which extends this one", expected="a policy without a circle")
    parent = _load(data, extends, grammar, languages, heirs=(*heirs, policy_id)) if extends else None
    clauses = [replace(clause, inherited=True) for clause in parent.clauses] if parent else []
    tables = list(file.tables("clause"))
    for table in tables:
        clause = _clause(table, grammar, languages, extending=parent is not None)
        if any(clause.id == known.id for known in clauses):
            raise table.fault("id", found=f"two clauses {clause.id!r}", expected="an id of its own for each")
        clauses.insert(_place(table, clauses) if parent else len(clauses), clause)
    if not clauses or not _applies_to_all(clauses[-1]):
        last, key = (tables[-1], "id") if tables else (file, "clause")
        raise last.fault(key, found="no clause for the rest", expected="a last clause without conditions")
    for table in tables:
        _expect_applicable(table, clauses)
    return Policy(
        id=policy_id,
        title=file.take("title", str),
        clauses=tuple(clauses),
        lineage=(policy_id, *(parent.lineage if parent else ())),
    )


def _place(table: Table, clauses: list[Clause]) -> int:
    """Return where a clause of an extending policy belongs: before the one that it names."""
    before = table.take("before", str)
    ids = [clause.id for clause in clauses]
    if before not in ids:
        raise table.fault("before", found=f"no clause {before!r}", expected=f"one of {', '.join(ids)}")
    return ids.index(before)


def _expect_applicable(table: Table, clauses: list[Clause]) -> None:
    """Refuse a clause that can never apply; what a policy inherits may be taken over by its own clauses."""
    place = next(place for place, clause in enumerate(clauses) if clause.id == table.values["id"])
    clause = clauses[place]
    if clause.contradicts_itself:
        raise table.fault(
            "lacks", found="grammemes that it asks for as well: it can never apply", expected="conditions that can hold"
        )
    earlier = next((before for before in clauses[:place] if before.covers(clause)), None)
    if earlier is not None:
        raise table.fault(
            "id",
            found=f"{clause.id!r}, which can never apply: {earlier.id!r} before it takes all that it asks for",
            expected="another order, or other conditions",
        )


def _applies_to_all(clause: Clause) -> bool:
    return not (clause.has or clause.any or clause.lacks or clause.lemma_has)


def _clause(table: Table, grammar: Grammar, languages: tuple[str, ...], *, extending: bool) -> Clause:
    conditions = ("has", "any", "lacks", "lemma_has")
    table.only(required=("id", "admit", "text", *(("before",) if extending else ())), optional=conditions)
    sets = {key: frozenset(table.texts(key, ())) for key in conditions}
    for key, grammemes in sets.items():
        unknown = grammemes - set(grammar.manners)
        if unknown:
            raise table.fault(key, found=f"unknown grammeme {min(unknown)!r}", expected="ids of grammemes.toml")
    texts = table.table("text").only(required=languages)
    if table.take("id", str) in _TAKEN:
        raise table.fault("id", found=repr(table.values["id"]), expected="an id that answers use for nothing else")
    return Clause(
        id=table.take("id", str),
        admit=table.take("admit", bool),
        text={language: texts.take(language, str) for language in languages},
        has=sets["has"],
        any=sets["any"],
        lacks=sets["lacks"],
        lemma_has=sets["lemma_has"],
        place=table.place,
    )
