"""The words of one language of explanation: names of grammemes, and sentences with places to fill.

In: `data/telling/<id>.toml`. Out: `Phrasebook`.
Never: which sentence is said (see `telling`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from string import Formatter
from typing import Any, Self

from lexicon.datafile import Table, ids_in
from lexicon.errors import DataFileError
from lexicon.grammar import Grammar, Manner
from lexicon.shipped import shared_file

#: Every sentence, with the places it may fill.
SENTENCES: Mapping[str, frozenset[str]] = {
    "spelling": frozenset({"count"}),
    "fold": frozenset({"letter", "target"}),
    "length": frozenset({"count", "shortest", "longest"}),
    "not_attested": frozenset({"sources"}),
    "lemma": frozenset({"lemma", "description"}),
    "form": frozenset({"form", "lemma", "lexeme"}),
    "bare_form": frozenset({"lemma", "lexeme"}),
    "unmarked_form": frozenset({"lemma"}),
    "policy": frozenset({"reading", "clause", "id"}),
    "override_in": frozenset({"reason", "source"}),
    "override_out": frozenset({"reason", "source"}),
    "reviewed": frozenset({"source", "reviewer"}),
    "editions_in": frozenset({"editions"}),
    "editions_out": frozenset({"editions"}),
    "editions_disagree": frozenset(),
    "more": frozenset({"count"}),
    "empty": frozenset(),
    "too_long": frozenset({"longest"}),
    "foreign": frozenset({"characters"}),
    "character": frozenset({"place", "name"}),
    "hint": frozenset({"place", "name", "letter", "code"}),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrasebook:
    """One language. ``join_form`` and ``join_lexeme`` stand between grammemes of the form and of the lexeme."""

    id: str
    name: str
    default: bool
    join_form: str
    join_lexeme: str
    part_of_speech_first: bool
    sentences: Mapping[str, str]
    grammemes: Mapping[str, str]

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Take the form that a lexicon file stores."""
        return cls(**stored)

    def as_dict(self) -> dict[str, Any]:
        """Return the form that a lexicon file stores."""
        return asdict(self)

    def say(self, sentence: str, **places: object) -> str:
        """Return a sentence with its places filled."""
        return self.sentences[sentence].format(**places)

    def phrase(self, grammar: Grammar, grammemes: Iterable[str]) -> tuple[str, str]:
        """Tell grammemes in two phrases: of the form, and of the lexeme with its marks."""
        told: dict[Manner, list[str]] = {manner: [] for manner in Manner}
        for grammeme in grammar.ordered(grammemes):
            told[grammar.manners[grammeme]].append(self.grammemes[grammeme])
        lexeme = told[Manner.LEXEME]
        if self.part_of_speech_first:
            lexeme.reverse()
        joined = self.join_lexeme.join(lexeme)
        return self.join_form.join(told[Manner.FORM]), ", ".join(filter(None, [joined, *told[Manner.MARK]]))


def load_phrasebooks(data: Path, grammar: Grammar) -> tuple[Phrasebook, ...]:
    """Read every language of ``telling/``, the default first; each must name every grammeme and sentence.

    A data folder without this folder has the shipped one.
    """
    folder = shared_file(data, "telling")
    phrasebooks = tuple(_load(folder / f"{identifier}.toml", identifier, grammar) for identifier in ids_in(folder))
    if sum(phrasebook.default for phrasebook in phrasebooks) != 1:
        defaults = ", ".join(phrasebook.id for phrasebook in phrasebooks if phrasebook.default) or "none"
        raise DataFileError(folder, where="default", found=defaults, expected="one default language")
    return tuple(sorted(phrasebooks, key=lambda phrasebook: (not phrasebook.default, phrasebook.id)))


def _load(path: Path, identifier: str, grammar: Grammar) -> Phrasebook:
    file = Table.load(path).only(required=("id", "name", "default", "joining", "sentences", "grammemes"))
    if file.take("id", str) != identifier:
        raise file.fault("id", found=file.take("id", str), expected=identifier)
    joining = file.table("joining").only(required=("form", "lexeme", "part_of_speech_first"))
    sentences = file.table("sentences").only(required=tuple(SENTENCES))
    for sentence, places in SENTENCES.items():
        _check_places(sentences, sentence, places)
    grammemes = file.table("grammemes").only(required=tuple(grammar.manners))
    return Phrasebook(
        id=identifier,
        name=file.take("name", str),
        default=file.take("default", bool),
        join_form=joining.take("form", str),
        join_lexeme=joining.take("lexeme", str),
        part_of_speech_first=joining.take("part_of_speech_first", bool),
        sentences={sentence: sentences.take(sentence, str) for sentence in SENTENCES},
        grammemes={grammeme: grammemes.take(grammeme, str) for grammeme in grammar.manners},
    )


def _check_places(table: Table, sentence: str, places: frozenset[str]) -> None:
    """Refuse a sentence that fills a place it does not have."""
    text = table.take(sentence, str)
    try:
        used = {name for _, name, _, _ in Formatter().parse(text) if name is not None}
    except ValueError as error:
        raise table.fault(sentence, found=str(error), expected="a sentence with {places}") from error
    if not used <= places:
        raise table.fault(sentence, found=f"{{{min(used - places)}}}", expected=f"only {', '.join(sorted(places))}")
