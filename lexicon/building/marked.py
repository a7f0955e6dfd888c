"""Read the sources of a list, and put on every lexeme the marks that are not the dictionary's own.

In: a recipe as it can be followed here, its markings. Out: every source with its lexemes.
Never: decisions; where words need no witnesses, more of a dictionary in memory than its reader holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lexicon.building import sources
from lexicon.building.lexeme import Lexeme
from lexicon.building.marking import Marker
from lexicon.building.spelling_marks import mark_capitals, mark_spelled
from lexicon.building.standing_in import Feasible
from lexicon.building.witnessing import attested_forms, mark_witnessed


def marked_sources(made: Feasible, marker: Marker) -> Iterator[tuple[sources.InstalledSource, Iterable[Lexeme]]]:
    """Yield every source with its lexemes, marked. Where words need witnesses, all are read before the first."""
    marked = ((source, marker.marked(_spelled(made, source))) for source in made.installed)
    rule = made.recipe.witness
    if rule is None:
        yield from marked
        return
    read = {source.description.id: list(lexemes) for source, lexemes in marked}
    asked = {source.description.id: sources.forms(source) for source in made.asked}
    attested = attested_forms(read, asked, rule)
    for source in made.installed:
        identifier = source.description.id
        yield source, mark_witnessed(read.pop(identifier), attested.pop(identifier), rule)


def _spelled(made: Feasible, source: sources.InstalledSource) -> Iterator[Lexeme]:
    """Yield the lexemes of a source with what their spelling says."""
    lexemes = mark_capitals(sources.lexemes(source))
    for rule in made.recipe.spelled:
        lexemes = mark_spelled(lexemes, rule)
    return lexemes
