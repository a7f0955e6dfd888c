"""What one recipe names, loaded: dictionaries as they can be followed here, policy, overrides, markings.

In: the data folder, the id of a recipe. Out: `Ingredients`.
Never: reading dictionaries.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import Alphabet, Word, load_alphabet
from lexicon.building import sources
from lexicon.building.marking import Marking, load_markings
from lexicon.building.overrides import Override, load_overrides
from lexicon.building.policy import Policy, load_policy
from lexicon.building.recipe import Recipe, load_recipe
from lexicon.building.standing_in import Feasible, feasible
from lexicon.grammar import Grammar
from lexicon.phrasebook import Phrasebook, load_phrasebooks


@dataclass(frozen=True, slots=True, kw_only=True)
class Ingredients:
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
        """The recipe as it can be followed: with stand-ins in the place of what is missing."""
        return self.made.recipe

    @property
    def installed(self) -> tuple[sources.InstalledSource, ...]:
        """The dictionaries that words come from, in order of trust."""
        return self.made.installed


def gather(data: Path, lexicon_id: str) -> Ingredients:
    """Load the recipe and all that it names."""
    descriptions = {description.id: description for description in sources.describe_all(data)}
    made = feasible(load_recipe(data, lexicon_id), descriptions)
    recipe = made.recipe
    grammar = Grammar.load(data)
    alphabet = load_alphabet(data, recipe.alphabet, folds=recipe.folds)
    phrasebooks = load_phrasebooks(data, grammar)
    languages = tuple(phrasebook.id for phrasebook in phrasebooks)
    markings = load_markings(data, _marking_ids(recipe), alphabet, grammar)
    return Ingredients(
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
