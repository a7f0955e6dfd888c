"""How one lexicon is made: its sources, policy, alphabet, limits, overrides and gate.

In: `data/lexicons/<id>.toml`. Out: `Recipe`.
Never: the making (see `build`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import LONGEST_TEXT
from lexicon.datafile import Table, ids_in, named_file

_ID = re.compile(r"[a-z][a-z0-9.-]{1,62}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """What a built list must fulfil before it may be published.

    ``fewest`` and ``most`` bound the number of words; canaries are words that must be in, or out.
    """

    fewest: int
    most: int
    canaries_in: tuple[str, ...]
    canaries_out: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """Everything that makes one lexicon. ``sources`` stand in order of trust; lengths count letters, inclusive."""

    id: str
    title: str
    description: str
    licence: str
    alphabet: str
    folds: tuple[str, ...]
    policy: str
    sources: tuple[str, ...]
    overrides: tuple[str, ...]
    shortest: int
    longest: int
    gate: Gate


def recipe_ids(data: Path) -> tuple[str, ...]:
    """Return the ids of the recipes in the data folder."""
    return ids_in(data / "lexicons")


def load_recipe(data: Path, lexicon_id: str) -> Recipe:
    """Read ``lexicons/<lexicon_id>.toml``; unknown keys and impossible values name file and line.

    What it names (alphabet, policy, sources, overrides) must be in the data folder, and every source must allow the
    licence.
    """
    file = Table.load(named_file(data / "lexicons", "lexicon", lexicon_id))
    file.only(
        required=(
            "id", "title", "description", "licence", "alphabet", "folds", "policy", "sources", "overrides",
            "shortest", "longest", "gate",
        )
    )  # fmt: skip
    if file.take("id", str) != lexicon_id or not _ID.fullmatch(lexicon_id):
        raise file.fault("id", found=file.take("id", str), expected=f"{lexicon_id} (letters a-z, digits, - and .)")
    shortest, longest = file.take("shortest", int), file.take("longest", int)
    if not 1 <= shortest <= longest <= LONGEST_TEXT:
        raise file.fault("shortest", found=f"{shortest} to {longest}", expected=f"lengths from 1 to {LONGEST_TEXT}")
    if not file.texts("sources"):
        raise file.fault("sources", found="none", expected="at least one source")
    _check_names(data, file)
    _check_licence(data, file)
    return Recipe(
        id=lexicon_id,
        title=file.take("title", str),
        description=file.take("description", str),
        licence=file.take("licence", str),
        alphabet=file.take("alphabet", str),
        folds=file.texts("folds"),
        policy=file.take("policy", str),
        sources=file.texts("sources"),
        overrides=file.texts("overrides"),
        shortest=shortest,
        longest=longest,
        gate=_gate(file.table("gate")),
    )


def _check_names(data: Path, file: Table) -> None:
    """Refuse a recipe that names something the data folder does not have."""
    for key, folder, suffix in (
        ("alphabet", "alphabets", ".toml"),
        ("policy", "policies", ".toml"),
        ("sources", "sources", ".toml"),
        ("overrides", "overrides", ".tsv"),
    ):
        known = sorted(path.stem for path in (data / folder).glob(f"*{suffix}"))
        named = file.texts(key) if isinstance(file.values[key], list) else (file.take(key, str),)
        for name in named:
            if name not in known:
                raise file.fault(key, found=repr(name), expected=f"a file of {folder}/: {', '.join(known) or 'none'}")


def _check_licence(data: Path, file: Table) -> None:
    """Refuse a licence of the result that one of the sources does not allow."""
    licence = file.take("licence", str)
    for source in file.texts("sources"):
        allowed = Table.load(data / "sources" / f"{source}.toml").texts("allows")
        if licence not in allowed:
            raise file.fault(
                "licence", found=f"{licence}, which {source} does not allow", expected=f"one of {', '.join(allowed)}"
            )


def _gate(table: Table) -> Gate:
    table.only(required=("fewest", "most", "in", "out"))
    fewest, most = table.take("fewest", int), table.take("most", int)
    if not 0 <= fewest <= most:
        raise table.fault("fewest", found=f"{fewest} to {most}", expected="a range of word counts")
    return Gate(fewest=fewest, most=most, canaries_in=table.texts("in"), canaries_out=table.texts("out"))
