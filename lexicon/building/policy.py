"""Which entries are admitted, as data: ordered clauses, the first that applies decides.

In: a policy file and the grammemes of an entry and of its lemma. Out: one `Clause`, which admits or rejects.
Never: words, lists of words (see `overrides`), tiles.

A word is valid when at least one of its entries is admitted: a rejected homonym (the given name) does not
expel the admitted one (the common noun).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.building.lexeme import Paradigm, Slot
from lexicon.datafile import Table, named_file
from lexicon.grammar import Grammar


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One line of a policy.

    It applies to an entry that has all of ``has``, at least one of ``any`` (when given) and none of
    ``lacks``, and whose lemma has all of ``lemma_has``. ``text`` tells it, by language;
    ``place`` is file and line.
    """

    id: str
    admit: bool
    text: Mapping[str, str]
    has: frozenset[str] = frozenset()
    any: frozenset[str] = frozenset()
    lacks: frozenset[str] = frozenset()
    lemma_has: frozenset[str] = frozenset()
    place: str = ""

    def applies(self, grammemes: frozenset[str], lemma_grammemes: frozenset[str]) -> bool:
        """Whether this clause speaks about an entry with these grammemes."""
        return (
            self.has <= grammemes
            and (not self.any or not self.any.isdisjoint(grammemes))
            and self.lacks.isdisjoint(grammemes)
            and self.lemma_has <= lemma_grammemes
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """Ordered clauses with an id. The last clause applies to everything, so every entry is decided."""

    id: str
    title: str
    clauses: tuple[Clause, ...]

    def decide(self, slot: Slot, paradigm: Paradigm) -> Clause:
        """Return the clause that decides the form made by ``slot``."""
        lemma_grammemes = paradigm.lemma_slot.grammemes
        return next(clause for clause in self.clauses if clause.applies(slot.grammemes, lemma_grammemes))


def load_policy(data: Path, policy_id: str, grammar: Grammar, languages: tuple[str, ...]) -> Policy:
    """Read ``policies/<policy_id>.toml``; unknown keys and grammemes are errors that name file and line.

    Every clause must be told in each of ``languages``.
    """
    file = Table.load(named_file(data / "policies", "policy", policy_id))
    file.only(required=("id", "title", "source", "clause"))
    if file.take("id", str) != policy_id:
        raise file.fault("id", found=file.take("id", str), expected=policy_id)
    tables = list(file.tables("clause"))
    clauses: list[Clause] = []
    for table in tables:
        clause = _clause(table, grammar, languages)
        if any(clause.id == before.id for before in clauses):
            raise table.fault("id", found=f"two clauses {clause.id!r}", expected="an id of its own for each")
        clauses.append(clause)
    if not clauses or not _applies_to_all(clauses[-1]):
        last, key = (tables[-1], "id") if tables else (file, "clause")
        raise last.fault(key, found="no clause for the rest", expected="a last clause without conditions")
    return Policy(id=policy_id, title=file.take("title", str), clauses=tuple(clauses))


def _applies_to_all(clause: Clause) -> bool:
    return not (clause.has or clause.any or clause.lacks or clause.lemma_has)


def _clause(table: Table, grammar: Grammar, languages: tuple[str, ...]) -> Clause:
    conditions = ("has", "any", "lacks", "lemma_has")
    table.only(required=("id", "admit", "text"), optional=conditions)
    sets = {key: frozenset(table.texts(key, ())) for key in conditions}
    for key, grammemes in sets.items():
        unknown = grammemes - set(grammar.manners)
        if unknown:
            raise table.fault(key, found=f"unknown grammeme {min(unknown)!r}", expected="ids of grammemes.toml")
    texts = table.table("text").only(required=languages)
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
