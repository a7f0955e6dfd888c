"""What can go wrong with dictionaries, recipes and lexicon files.

In: the place, what was found, what was expected. Out: exceptions whose sentence ends with the mend.
Never: answers. "Not a word" is an answer and never stands here.
"""

from __future__ import annotations

from pathlib import Path


class LexiconError(Exception):
    """Base of everything this room refuses."""


class DataFileError(LexiconError):
    """A TOML or TSV file of the data folder breaks its form."""

    def __init__(self, path: Path, *, where: str, found: str, expected: str) -> None:
        self.path, self.where, self.found, self.expected = path, where, found, expected
        super().__init__(f"{path}: {where}: found {found}; expected {expected}")


class UnknownIdError(LexiconError):
    """An id names nothing that is here.

    ``kind`` is what was looked for ("lexicon", "edition", "ruleset" …); ``known`` lists what there is.
    """

    def __init__(self, kind: str, identifier: str, *, known: tuple[str, ...], mend: str) -> None:
        self.kind, self.identifier, self.known, self.mend = kind, identifier, known, mend
        there = ", ".join(known) if known else "none"
        super().__init__(f"no {kind} {identifier!r} here (known: {there}); {mend}")


class SourceMissingError(LexiconError):
    """A dictionary that a recipe needs is not installed."""

    def __init__(self, source: str, *, mend: str) -> None:
        self.source, self.mend = source, mend
        super().__init__(f"source {source!r} is not installed; {mend}")


class GateError(LexiconError):
    """A built list fails the gate of its recipe; nothing was published."""

    def __init__(self, lexicon_id: str, failures: tuple[str, ...]) -> None:
        self.lexicon_id, self.failures = lexicon_id, failures
        listed = "".join(f"\n  - {failure}" for failure in failures)
        super().__init__(f"{lexicon_id}: the gate is shut, nothing was published:{listed}")


class LexiconFormatError(LexiconError):
    """A lexicon file is damaged, cut, or of another format.

    ``field`` names the part of the file, ``offset`` its place in bytes from the start.
    """

    def __init__(self, path: Path | str, *, field: str, offset: int, found: str, expected: str) -> None:
        self.path, self.field, self.offset, self.found, self.expected = path, field, offset, found, expected
        super().__init__(
            f"{path}: {field} at byte {offset}: found {found}; expected {expected}. "
            "The file is not used; build the edition again or fetch it anew"
        )
