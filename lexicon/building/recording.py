"""What an edition says of itself: what explanations are told with, and the manifest.

In: the ingredients of a build, what came out of it. Out: the section of reasons, a manifest without a name.
Never: decisions; a clock, a host or a user.
"""

from __future__ import annotations

import hashlib
import json
from importlib.metadata import version
from pathlib import Path

from lexicon.building import sources
from lexicon.building.ingredients import Ingredients
from lexicon.building.settling import Compiled, Settlement
from lexicon.manifest import Manifest
from lexicon.shipped import shared_file


def reasons_of(ingredients: Ingredients) -> bytes:
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


def manifest_of(data: Path, ingredients: Ingredients, settlement: Settlement, compiled: Compiled) -> Manifest:
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


def _tags_of(ingredients: Ingredients) -> list[str]:
    """Return the ids of sources whose table of marks is used without them being read."""
    used = {source.description.tags_of for source in ingredients.installed} - {"", *ingredients.recipe.sources}
    return sorted(used)


def _data_digest(data: Path, ingredients: Ingredients) -> str:
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
