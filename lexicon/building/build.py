"""The whole line from dictionaries to an edition, top to bottom.

In: a recipe. Out: an edition in a catalogue, and what happened on the way.
Never: a half-made edition: a shut gate publishes nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Mapping, Set
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import Malformed, Word
from lexicon.building.evidence import JudgedSource, judge_source
from lexicon.building.ingredients import Ingredients, gather
from lexicon.building.marked import marked_sources
from lexicon.building.marking import Marker
from lexicon.building.recording import manifest_of, reasons_of
from lexicon.building.settling import Compiled, Settlement
from lexicon.catalogue import Catalogue
from lexicon.container import pack
from lexicon.errors import GateError
from lexicon.manifest import Manifest
from lexicon.sections import EVIDENCE, MANIFEST, REASONS, SETTLED, WORDS

#: What is told of each stage: its name, and counts by what was counted.
Progress = Callable[[str, Mapping[str, int]], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A finished build: where it was published, its manifest, its size in bytes.

    ``warnings`` are sentences about sources that it was made without, and about data that has no effect, each of these
    with file and line.
    """

    path: Path
    manifest: Manifest
    size: int
    warnings: tuple[str, ...] = ()


def build(
    data: Path,
    lexicon_id: str,
    *,
    catalogue: Catalogue,
    edition: str = "",
    progress: Progress = lambda *_: None,
) -> Edition:
    """Build one lexicon and publish it.

    Raises `UnknownIdError` (no such recipe), `DataFileError`, `SourceMissingError`, `GateError`,
    `EditionExistsError`; before the work begins `LexiconError` for a name and `OSError` for a folder that will not do.
    """
    with _without_collector():
        return _build(data, lexicon_id, catalogue, edition, progress)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Keep the collector of cycles away: a build makes millions of objects and no cycles to speak of.

    To look for some would take a quarter of the time.
    """
    wanted = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if wanted:
            gc.enable()


def _build(data: Path, lexicon_id: str, catalogue: Catalogue, edition: str, progress: Progress) -> Edition:
    ingredients = gather(data, lexicon_id)
    catalogue.expect(lexicon_id, edition or "digits")
    if ingredients.made.lacking:
        progress(f"without {', '.join(ingredients.made.lacking)}", {})
    recipe = ingredients.recipe
    settlement = Settlement(
        alphabet=ingredients.alphabet,
        shortest=recipe.shortest,
        longest=recipe.longest,
        clauses=tuple(clause.id for clause in ingredients.policy.clauses),
    )
    judged = _judge(ingredients, settlement, progress)
    idle_overrides = _decide(ingredients, settlement, progress)
    _gate(ingredients, settlement, progress)
    compiled = _compile(settlement, progress)
    sections = {WORDS: compiled.words, SETTLED: compiled.settled, REASONS: reasons_of(ingredients)}
    for number, source in enumerate(judged):
        sections[EVIDENCE.format(number)] = source.evidence
    manifest = manifest_of(data, ingredients, settlement, compiled).named(
        edition=edition, parts=list(sections.values())
    )
    manifest = ingredients.made.name(manifest)
    content = pack(sections | {MANIFEST: manifest.canonical()})
    path = catalogue.publish(content, manifest)
    progress("publish", {"bytes": len(content)})
    return Edition(
        path=path,
        manifest=manifest,
        size=len(content),
        warnings=(
            *ingredients.made.sentences(manifest.edition),
            *_idle_clauses(ingredients, judged),
            *idle_overrides,
            *_idle_canaries(ingredients),
        ),
    )


def _judge(ingredients: Ingredients, settlement: Settlement, progress: Progress) -> tuple[JudgedSource, ...]:
    """Read every source, let the policy decide its entries, and settle its forms."""
    judged = []
    marker = Marker(markings=ingredients.markings, alphabet=ingredients.alphabet)
    for source, lexemes in marked_sources(ingredients.made, marker):
        result = judge_source(
            source.description.id,
            lexemes,
            policy=ingredients.policy,
            alphabet=ingredients.alphabet,
            grammar=ingredients.grammar,
            settlement=settlement,
        )
        progress(f"read {source.description.id}", {"lexemes": result.lexeme_count, "entries": result.entry_count})
        progress(f"policy on {source.description.id}", dict(result.readings_by_clause))
        judged.append(result)
    return tuple(judged)


def _decide(ingredients: Ingredients, settlement: Settlement, progress: Progress) -> tuple[str, ...]:
    """Apply the overrides; return the sentences on those that change nothing."""
    counts, decided = settlement.decide(ingredients.overrides)
    idle = () if ingredients.made.lacking else tuple(_idle_overrides(ingredients, decided))
    progress("collapse", {**counts, "words": len(settlement)})
    return idle


def _idle_clauses(ingredients: Ingredients, judged: tuple[JudgedSource, ...]) -> Iterator[str]:
    """Name the clauses that decided no entry of any source; what a policy inherits serves others too.

    Where a source is missing, they may be for the words of that one.
    """
    if ingredients.made.lacking:
        return
    for clause in ingredients.policy.clauses:
        if not clause.inherited and not any(source.readings_by_clause[clause.id] for source in judged):
            yield (
                f"{clause.place}: clause {clause.id!r} decided no entry; an earlier clause takes what it is for, "
                "or no source has it: reorder or remove it"
            )


def _idle_overrides(ingredients: Ingredients, admitted: Set[Word]) -> Iterator[str]:
    """Name the overrides of the recipe itself that say what the policy says already."""
    for word, override in ingredients.overrides.items():
        # What a reviewer has confirmed stays said: the next edition of a dictionary may say otherwise.
        if override.reviewer:
            continue
        needed = override.overrules or override.file in ingredients.recipe.inherited
        if (word in admitted) is override.admit and not needed:
            said = "in" if override.admit else "out"
            yield f"{override.place}: the policy has {word} {said} already; remove the line"


def _idle_canaries(ingredients: Ingredients) -> Iterator[str]:
    """Name the canaries that are out whatever the list holds: they guard nothing."""
    recipe = ingredients.recipe
    for canary in recipe.gate.canaries_out:
        word = ingredients.alphabet.read(canary)
        if isinstance(word, Malformed) or not recipe.shortest <= len(word) <= recipe.longest:
            yield f"{recipe.gate.place}: the canary {canary!r} can never be in; give a word that the list might hold"


def _gate(ingredients: Ingredients, settlement: Settlement, progress: Progress) -> None:
    """Raise `GateError` with every failure when the list is not fit to be published."""
    gate = ingredients.recipe.gate
    failures = []
    if not gate.fewest <= len(settlement) <= gate.most:
        failures.append(f"{len(settlement)} words; expected {gate.fewest} to {gate.most}")
    for canaries, expected in ((gate.canaries_in, True), (gate.canaries_out, False)):
        for canary in canaries:
            word = ingredients.alphabet.read(canary)
            if (not isinstance(word, Malformed) and settlement.holds(word)) is not expected:
                failures.append(
                    f"canary {canary} is {'out' if expected else 'in'}; it must be {'in' if expected else 'out'}"
                )
    if failures:
        failures += ingredients.made.sentences("no edition")
    if failures:
        raise GateError(ingredients.recipe.id, tuple(failures))
    progress("gate", {"canaries": len(gate.canaries_in) + len(gate.canaries_out)})


def _compile(settlement: Settlement, progress: Progress) -> Compiled:
    """Compile the list, and what settles every form."""
    compiled = settlement.compile()
    progress("compile", {"words": compiled.word_count, "edges": len(compiled.words) // 4 - 1})
    progress("settle", {"forms": compiled.settled_count, "edges": len(compiled.settled) // 4 - 1})
    return compiled
