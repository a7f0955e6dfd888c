"""What a list is made of here: its sources, or what stands in for those that are not installed.

In: a recipe, descriptions of dictionaries. Out: the recipe as it can be followed here, with its dictionaries found.
Never: in silence: an edition made without a source says so in its name and in its manifest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from lexicon.building import sources
from lexicon.building.recipe import Recipe
from lexicon.building.sources.description import InstalledSource, SourceDescription
from lexicon.errors import SourceMissingError
from lexicon.manifest import Manifest

#: How the names of editions end that were made without one of their sources.
FALLBACK_SUFFIX = "-fallback"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feasible:
    """A recipe as it can be followed here.

    ``lacking`` are the sources it is made without, each with the command that brings it; ``installed`` are its own, or
    stand in for those. ``asked`` are the witnesses from which no word comes.
    """

    recipe: Recipe
    installed: tuple[InstalledSource, ...]
    asked: tuple[InstalledSource, ...]
    lacking: Mapping[str, str]

    def name(self, manifest: Manifest) -> Manifest:
        """Return the manifest of an edition with the name that tells what it is."""
        return replace(manifest, edition=f"{manifest.edition}{FALLBACK_SUFFIX}") if self.lacking else manifest

    def sentences(self, edition: str) -> Iterator[str]:
        """Say what an edition was made without, and how to make it whole."""
        made_of = ", ".join(self.recipe.sources)
        for source, install in self.lacking.items():
            yield (
                f"{self.recipe.id} was made without {source}, which is not installed, from {made_of} alone, and is "
                f"called {edition}; for the whole list install it ({install}) and build again"
            )


def feasible(recipe: Recipe, descriptions: Mapping[str, SourceDescription]) -> Feasible:
    """Find the sources of a recipe, or what it names in their place.

    Raises `SourceMissingError` naming the command that brings a source for which nothing stands in.
    """
    found: dict[str, InstalledSource | None] = {}

    def is_here(source: str) -> bool:
        if source not in found:
            found[source] = sources.find(descriptions[source])
        return found[source] is not None

    followed, missing, standing_in = stand_in(recipe, is_here)
    for source in (*followed.sources, *followed.asked):
        if not is_here(source):
            raise _missing(source, missing[0] if source in standing_in else source, descriptions)
    return Feasible(
        recipe=followed,
        installed=tuple(
            replace(here, stands_in=source in standing_in)
            for source in followed.sources
            if (here := found[source]) is not None
        ),
        asked=tuple(here for source in followed.asked if (here := found[source]) is not None),
        lacking={source: descriptions[source].install for source in missing},
    )


def stand_in(recipe: Recipe, is_here: Callable[[str], bool]) -> tuple[Recipe, tuple[str, ...], frozenset[str]]:
    """Put what a recipe names in the place of every source that is missing, in order of trust.

    Return the recipe so changed, what is missing, and what stands in. A source that is neither here nor replaced stays.
    Where several are missing, policy and gate are those that the last one asks for.
    """
    chosen, missing, standing_in = list(recipe.sources), [], set[str]()
    policy, gate = recipe.policy, recipe.gate
    place = 0
    while place < len(chosen):
        source = chosen[place]
        fallback = recipe.fallbacks.get(source)
        needed = len(chosen) == 1 and not (fallback and fallback.sources)
        if fallback is None or needed or is_here(source):
            place += 1
            continue
        missing.append(source)
        standing_in.update(fallback.sources)
        before, behind = chosen[:place], chosen[place + 1 :]
        chosen = [*dict.fromkeys((*before, *fallback.sources, *behind))]
        policy, gate = fallback.policy or policy, fallback.gate or gate
    witness = recipe.witness
    for source in recipe.asked:
        fallback = recipe.fallbacks.get(source)
        if witness and fallback is not None and not is_here(source):
            missing.append(source)
            witness = replace(witness, lists={name: of for name, of in witness.lists.items() if name != source})
            policy, gate = fallback.policy or policy, fallback.gate or gate
    followed = replace(recipe, sources=tuple(chosen), policy=policy, gate=gate, witness=witness)
    return followed, tuple(missing), frozenset(standing_in)


def _missing(source: str, wanted: str, descriptions: Mapping[str, SourceDescription]) -> SourceMissingError:
    """Name the command that brings a source, and where it only stands in for another, that one's first."""
    mend = f"install it: {descriptions[wanted].install}"
    if source != wanted:
        mend = f"{mend}; or, for a list of less, {source}: {descriptions[source].install}"
    return SourceMissingError(wanted, mend=mend)
