"""The sections of a lexicon file by name, and how damage in one of them is told.

In: an open file. Out: its manifest; refusals that name file, section and place.
Never: what the other sections mean (see `compiled`).
"""

from __future__ import annotations

import json

from lexicon.automaton import AutomatonError
from lexicon.container import Container
from lexicon.errors import LexiconFormatError
from lexicon.manifest import Manifest

MANIFEST = "MANIFEST"
WORDS = "WORDS"
SETTLED = "SETTLED"
REASONS = "REASONS"
#: Evidence sections are numbered in the order of the manifest's sources.
EVIDENCE = "EVID{:04d}"


def refusal(container: Container, section: str, *, found: str, expected: str) -> LexiconFormatError:
    """Return the refusal of a section that is not as it should be."""
    offset = container.offset(section)
    return LexiconFormatError(container.path, field=f"section {section}", offset=offset, found=found, expected=expected)


def section_error(container: Container, section: str, error: Exception) -> LexiconFormatError:
    """Return the refusal of a section that could not be read."""
    return refusal(container, section, found=f"{type(error).__name__}: {error}", expected="a section of this format")


def edge_error(container: Container, section: str, error: AutomatonError) -> LexiconFormatError:
    """Return the refusal of one edge."""
    return LexiconFormatError(
        container.path,
        field=f"section {section}, edge {error.index}",
        offset=container.offset(section) + 4 * error.index,
        found=error.found,
        expected=error.expected,
    )


def read_manifest(container: Container) -> Manifest:
    """Read the manifest section. Raises `LexiconFormatError`."""
    try:
        return Manifest.from_dict(json.loads(container.section(MANIFEST).tobytes()))
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
        found = f"{type(error).__name__}: {error}"
        raise refusal(container, MANIFEST, found=found, expected="a manifest of this format") from error
