"""Write source descriptions and recipes: TOML made from values, such as `import` leaves for the list keeper.

In: values. Out: TOML text.
Never: reading it back (see `recipe`, `sources.description`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from lexicon.building.recipe import Recipe
from lexicon.building.sources.description import SourceDescription

Value = str | int | bool | Sequence[str]


def description_toml(description: SourceDescription) -> str:
    """Return the TOML of a source that is files in a folder of its own."""
    top: dict[str, Value] = {
        "id": description.id,
        "name": description.name,
        "title": description.title,
        "reader": description.reader,
        "homepage": description.homepage,
        "licence": description.licence,
        "attribution": description.attribution,
        "allows": description.allows,
        "distribution": description.distribution,
        "install": description.install,
        "ignored": sorted(description.ignored),
    }
    optional: dict[str, Value] = {
        "version": description.version,
        "encoding": description.encoding,
        "columns": description.columns,
        "dropped": description.dropped,
    }
    parts = [
        "# Made by `slovosud import`. The files lie in dictionaries/ beside this folder; a mark under `ignored` says",
        "# nothing until it stands under [grammemes] with a grammeme of grammemes.toml.",
        *_lines(top | {key: value for key, value in optional.items() if value}),
        "",
        "[files]",
        *_lines(description.files),
        "",
        "[grammemes]",
        *_lines(description.grammemes),
    ]
    return "\n".join(parts) + "\n"


def recipe_toml(recipe: Recipe) -> str:
    """Return the TOML of a recipe."""
    gate = recipe.gate
    parts = [
        "# Made by `slovosud import`. Narrow the bounds of the gate once the list is as it should be.",
        *_lines(
            {
                "id": recipe.id,
                "title": recipe.title,
                "description": recipe.description,
                "licence": recipe.licence,
                "alphabet": recipe.alphabet,
                "folds": recipe.folds,
                "policy": recipe.policy,
                "sources": recipe.sources,
                "overrides": recipe.overrides,
                "shortest": recipe.shortest,
                "longest": recipe.longest,
            }
        ),
        "",
        "[gate]",
        *_lines({"fewest": gate.fewest, "most": gate.most, "in": gate.canaries_in, "out": gate.canaries_out}),
    ]
    return "\n".join(parts) + "\n"


def _lines(values: Mapping[str, Value] | Mapping[str, str]) -> list[str]:
    return [f"{_key(key)} = {_value(value)}" for key, value in values.items()]


def _key(key: str) -> str:
    bare = key.isascii() and key.replace("-", "").replace("_", "").isalnum()
    return key if bare else _quoted(key)


def _value(value: Value) -> str:
    match value:
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case str():
            return _quoted(value)
        case _:
            return f"[{', '.join(map(_quoted, value))}]"


def _quoted(text: str) -> str:
    """Return a basic string of TOML."""
    return '"' + "".join(_escaped(character) for character in text) + '"'


def _escaped(character: str) -> str:
    if character in '"\\':
        return "\\" + character
    return f"\\u{ord(character):04x}" if character < " " or character == "\x7f" else character
