"""What explanations are told with: the policy's sentences, overrides, words for grammemes, in every language.

In: the section of an open file, its manifest. Out: overrides, clauses, a `Teller` for each language.
Never: decisions.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from lexicon.alphabet import Word
from lexicon.container import Container
from lexicon.grammar import Grammar
from lexicon.manifest import Manifest
from lexicon.phrasebook import Phrasebook
from lexicon.sections import REASONS, section_error
from lexicon.telling import Teller


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredOverride:
    """A decision on one word, as the file keeps it. ``reviewer`` is empty when nobody has confirmed it."""

    spelled: str
    admit: bool
    reason: str
    source: str
    reviewer: str = ""


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """The section, read when it is first asked for. Raises `LexiconFormatError` when it is damaged."""

    container: Container
    manifest: Manifest

    @cached_property
    def _stored(self) -> dict[str, Any]:
        try:
            stored: dict[str, Any] = json.loads(self.container.section(REASONS).tobytes())
        except (ValueError, RecursionError) as error:
            raise section_error(self.container, REASONS, error) from error
        return stored

    @cached_property
    def overrides(self) -> Mapping[Word, StoredOverride]:
        """Decisions by word."""
        try:
            return {Word(word): StoredOverride(**stored) for word, stored in self._stored["overrides"].items()}
        except (KeyError, TypeError, AttributeError) as error:
            raise section_error(self.container, REASONS, error) from error

    @cached_property
    def clauses(self) -> Mapping[str, Mapping[str, str]]:
        """The policy's sentences by clause id, in policy order, by language."""
        try:
            return {str(clause): dict(texts) for clause, texts in self._stored["clauses"].items()}
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise section_error(self.container, REASONS, error) from error

    @cached_property
    def glosses(self) -> Mapping[str, Mapping[str, str]]:
        """What sources say of forms in words, by source id and form; of most sources, nothing."""
        try:
            # Editions of earlier versions have none.
            return {str(source): dict(told) for source, told in self._stored.get("glosses", {}).items()}
        except (TypeError, ValueError, AttributeError) as error:
            raise section_error(self.container, REASONS, error) from error

    @cached_property
    def tellers(self) -> Mapping[str, Teller]:
        """A teller for each language, the default first."""
        try:
            grammar = Grammar.from_dict(self._stored["grammar"])
            phrasebooks = [Phrasebook.from_dict(stored) for stored in self._stored["phrasebooks"]]
            return {
                phrasebook.id: Teller(
                    grammar=grammar,
                    phrasebook=phrasebook,
                    clauses={clause: texts[phrasebook.id] for clause, texts in self.clauses.items()},
                    glosses=self.glosses,
                    manifest=self.manifest,
                )
                for phrasebook in phrasebooks
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            raise section_error(self.container, REASONS, error) from error
