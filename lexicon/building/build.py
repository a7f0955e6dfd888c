"""The whole line from dictionaries to an edition, top to bottom.

In: a recipe. Out: an edition in a catalogue, and what happened on the way.
Never: a half-made edition: a shut gate publishes nothing.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from lexicon.alphabet import Alphabet, Malformed, Word, load_alphabet
from lexicon.building import sources
from lexicon.building.evidence import JudgedSource, judge_source
from lexicon.building.marked import marked_sources
from lexicon.building.marking import Marker, Marking, load_markings
from lexicon.building.overrides import Override, load_overrides
from lexicon.building.policy import Policy, load_policy
from lexicon.building.recipe import Recipe, load_recipe
from lexicon.building.settling import Compiled, Settlement
from lexicon.building.standing_in import Feasible, feasible
from lexicon.catalogue import Catalogue
from lexicon.container import pack
from lexicon.errors import GateError
from lexicon.grammar import Grammar
from lexicon.manifest import Manifest
from lexicon.phrasebook import Phrasebook, load_phrasebooks
from lexicon.sections import EVIDENCE, MANIFEST, REASONS, SETTLED, WORDS
from lexicon.shipped import shared_file

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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ingredients:
    """Everything that one recipe names, as it can be followed here."""

    made: Feasible
    alphabet: Alphabet
    grammar: Grammar
    phrasebooks: tuple[Phrasebook, ...]
    policy: Policy
    overrides: Mapping[Word, Override]
    markings: tuple[Marking, ...]

    @property
    def recipe(self) -> Recipe:
        return self.made.recipe

    @property
    def installed(self) -> tuple[sources.InstalledSource, ...]:
        return self.made.installed


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
    `EditionExistsError`.
    """
    ingredients = _gather(data, lexicon_id)
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
    sections = {WORDS: compiled.words, SETTLED: compiled.settled, REASONS: _reasons(ingredients)}
    for number, source in enumerate(judged):
        sections[EVIDENCE.format(number)] = source.evidence
    manifest = _manifest(data, ingredients, settlement, compiled).named(edition=edition, parts=list(sections.values()))
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


def _gather(data: Path, lexicon_id: str) -> _Ingredients:
    """Load the recipe and all that it names."""
    descriptions = {description.id: description for description in sources.describe_all(data)}
    made = feasible(load_recipe(data, lexicon_id), descriptions)
    recipe = made.recipe
    grammar = Grammar.load(data)
    alphabet = load_alphabet(data, recipe.alphabet, folds=recipe.folds)
    phrasebooks = load_phrasebooks(data, grammar)
    languages = tuple(phrasebook.id for phrasebook in phrasebooks)
    markings = load_markings(data, _marking_ids(recipe), alphabet, grammar)
    return _Ingredients(
        made=made,
        alphabet=alphabet,
        grammar=grammar,
        phrasebooks=phrasebooks,
        policy=load_policy(data, recipe.policy, grammar, languages),
        overrides=_overrides(data, recipe, alphabet, markings),
        markings=markings,
    )


def _marking_ids(recipe: Recipe) -> tuple[str, ...]:
    return (*recipe.markings, recipe.subject) if recipe.subject else recipe.markings


def _overrides(
    data: Path, recipe: Recipe, alphabet: Alphabet, markings: tuple[Marking, ...]
) -> Mapping[Word, Override]:
    """Load the overrides; into a list about one subject they put only words on that subject.

    They put any word out: a lemma on the subject may have spellings that nobody has listed.
    """
    overrides = load_overrides(data, recipe.overrides, alphabet, shortest=recipe.shortest, longest=recipe.longest)
    subject = next((marking for marking in markings if marking.id == recipe.subject), None)
    if subject is None:
        return overrides
    return {word: override for word, override in overrides.items() if word in subject.words or not override.admit}


def _judge(ingredients: _Ingredients, settlement: Settlement, progress: Progress) -> tuple[JudgedSource, ...]:
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


def _decide(ingredients: _Ingredients, settlement: Settlement, progress: Progress) -> tuple[str, ...]:
    """Apply the overrides; return the sentences on those that change nothing."""
    counts, decided = settlement.decide(ingredients.overrides)
    idle = () if ingredients.made.lacking else tuple(_idle_overrides(ingredients, decided))
    progress("collapse", {**counts, "words": len(settlement)})
    return idle


def _idle_clauses(ingredients: _Ingredients, judged: tuple[JudgedSource, ...]) -> Iterator[str]:
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


def _idle_overrides(ingredients: _Ingredients, admitted: Set[Word]) -> Iterator[str]:
    """Name the overrides of the recipe itself that say what the policy says already."""
    for word, override in ingredients.overrides.items():
        # What a reviewer has confirmed stays said: the next edition of a dictionary may say otherwise.
        if override.reviewer:
            continue
        needed = override.overrules or override.file in ingredients.recipe.inherited
        if (word in admitted) is override.admit and not needed:
            said = "in" if override.admit else "out"
            yield f"{override.place}: the policy has {word} {said} already; remove the line"


def _idle_canaries(ingredients: _Ingredients) -> Iterator[str]:
    """Name the canaries that are out whatever the list holds: they guard nothing."""
    recipe = ingredients.recipe
    for canary in recipe.gate.canaries_out:
        word = ingredients.alphabet.read(canary)
        if isinstance(word, Malformed) or not recipe.shortest <= len(word) <= recipe.longest:
            yield f"{recipe.gate.place}: the canary {canary!r} can never be in; give a word that the list might hold"


def _gate(ingredients: _Ingredients, settlement: Settlement, progress: Progress) -> None:
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


def _reasons(ingredients: _Ingredients) -> bytes:
    """Pack what explanations are told with: grammar, the policy's sentences, overrides."""
    reasons = {
        "grammar": ingredients.grammar.as_dict(),
        "clauses": {clause.id: dict(clause.text) for clause in ingredients.policy.clauses},
        "phrasebooks": [phrasebook.as_dict() for phrasebook in ingredients.phrasebooks],
        "overrides": {
            word: {
                "spelled": override.spelled,
                "admit": override.admit,
                "reason": override.reason,
                "source": override.source,
                **({"reviewer": override.reviewer} if override.reviewer else {}),
            }
            for word, override in sorted(ingredients.overrides.items())
        },
        "glosses": {source.description.id: told for source in ingredients.installed if (told := _glosses(source))},
    }
    return json.dumps(reasons, ensure_ascii=False, separators=(",", ":")).encode()


def _glosses(source: sources.InstalledSource) -> dict[str, str]:
    """Return what a source says of forms in words, by form; what several rows say stands side by side."""
    told: dict[str, dict[str, None]] = {}
    for form, gloss in sources.glosses(source):
        told.setdefault(form, {})[gloss] = None
    return {form: "; ".join(told[form]) for form in sorted(told)}


def _manifest(data: Path, ingredients: _Ingredients, settlement: Settlement, compiled: Compiled) -> Manifest:
    """State what went in and what came out."""
    recipe, alphabet = ingredients.recipe, ingredients.alphabet
    return Manifest(
        lexicon_id=recipe.id,
        title=recipe.title,
        description=recipe.description,
        licence=recipe.licence,
        alphabet_id=alphabet.id,
        letters="".join(alphabet.letters),
        folds=dict(alphabet.folds),
        look_alikes=dict(alphabet.look_alikes),
        shortest=recipe.shortest,
        longest=recipe.longest,
        policy_id=recipe.policy,
        sources=tuple(source.record for source in ingredients.installed),
        witnesses=tuple(asked.record for asked in ingredients.made.asked),
        missing_sources=tuple(ingredients.made.lacking),
        data_digest=_data_digest(data, ingredients),
        word_count=compiled.word_count,
        counts_by_length=settlement.counts_by_length(),
        word_list_digest=compiled.word_list_digest,
        settled_count=compiled.settled_count,
        canaries_in=recipe.gate.canaries_in,
        canaries_out=recipe.gate.canaries_out,
        tool_version=version("slovosud"),
    )


def _tags_of(ingredients: _Ingredients) -> list[str]:
    """Return the ids of sources whose table of marks is used without them being read."""
    used = {source.description.tags_of for source in ingredients.installed} - {"", *ingredients.recipe.sources}
    return sorted(used)


def _data_digest(data: Path, ingredients: _Ingredients) -> str:
    """Return the SHA-256 of the project's own data that the list was made by."""
    recipe = ingredients.recipe
    paths = [
        Path("grammemes.toml"),
        Path("alphabets", f"{recipe.alphabet}.toml"),
        *(Path("lexicons", f"{identifier}.toml") for identifier in recipe.lineage),
        *(Path("policies", f"{identifier}.toml") for identifier in ingredients.policy.lineage),
        *(Path("telling", f"{phrasebook.id}.toml") for phrasebook in ingredients.phrasebooks),
        *(Path("overrides", f"{identifier}.tsv") for identifier in recipe.overrides),
        *(Path(name) for marking in ingredients.markings for name in marking.files),
        *(Path("sources", f"{source}.toml") for source in (*recipe.sources, *recipe.asked)),
        *(Path("sources", f"{tags_of}.toml") for tags_of in _tags_of(ingredients)),
        *(Path("sources", table) for source in ingredients.installed if (table := source.description.paradigms_file)),
    ]
    digest = hashlib.sha256()
    for path in paths:
        content = shared_file(data, path.as_posix()).read_bytes()
        digest.update(f"{path.as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
