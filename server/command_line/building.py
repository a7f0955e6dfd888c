"""Verbs of the list keeper: `sources`, `build`.

In: ids. Out: what was found or built, with counts per stage.
Never: the building itself (see `lexicon.building`).
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from lexicon.building import sources as dictionaries
from lexicon.building.build import Edition
from lexicon.building.build import Progress as StageReport
from lexicon.building.build import build as build_lexicon
from lexicon.building.recipe import load_recipe, recipe_ids
from lexicon.building.sources import InstalledSource, SourceDescription
from lexicon.errors import LexiconError
from server.command_line.app import CatalogueOption, DataOption, JsonOption, catalogue_at, data_at
from server.command_line.output import complain, put, put_json, stderr

#: Stages that are told besides two for each source: collapse, gate, compile, settle, publish.
COMMON_STAGES = 5


def sources(*, data: DataOption = None, as_json: JsonOption = False) -> None:
    """Dictionaries known: installed or not, version, licence, and the command that brings them.

    One that is here and cannot be read is told as such; the others are told all the same.

    Example: slovosud sources
    """
    for description in dictionaries.describe_all(data_at(data)):
        found, fault = _looked_at(description)
        if as_json:
            put_json(
                {
                    "id": description.id,
                    "title": description.title,
                    "installed": found is not None,
                    "version": found.version if found else None,
                    "digest": found.digest if found else None,
                    "fault": fault or None,
                    "licence": description.licence,
                    "attribution": description.attribution,
                    "homepage": description.homepage,
                    "install": description.install,
                }
            )
            continue
        put(f"{description.id}  {description.title}")
        put(f"  licence   {description.licence} ({description.attribution}; {description.homepage})")
        put(f"  installed {found.version}, sha256 {found.digest[:12]}" if found else "  installed no")
        if fault:
            put(f"  fault     {fault}")
        if not found:
            put(f"  get it    {description.install}")


def _looked_at(description: SourceDescription) -> tuple[InstalledSource | None, str]:
    """Return the dictionary where it is installed, and why it cannot be used where it is here and cannot."""
    try:
        return dictionaries.find(description), ""
    except LexiconError as error:
        return None, str(error)


def build(
    lexicon_ids: Annotated[
        list[str] | None,
        typer.Argument(metavar="ID…", help="Lexicons to build, by the names of their recipes.", show_default=False),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Every recipe of the data folder.")] = False,
    edition: Annotated[
        str,
        typer.Option(
            "--edition",
            metavar="NAME",
            help="Name of the new edition. Without it: digits of its digest.",
            show_default=False,
        ),
    ] = "",
    catalogue: CatalogueOption = None,
    data: DataOption = None,
    as_json: JsonOption = False,
) -> None:
    """Build word list and lexicon by a recipe and publish the edition, with counts per stage.

    Example: slovosud build ru-crosslet
    """
    folder = data_at(data)
    chosen = recipe_ids(folder) if every else tuple(lexicon_ids or ())
    if not chosen:
        raise typer.BadParameter(f"name a lexicon ({', '.join(recipe_ids(folder))}) or give --all")
    if edition and len(chosen) > 1:
        raise typer.BadParameter("an edition name fits one lexicon; build them one by one")
    for lexicon_id in chosen:
        started = time.perf_counter()
        stage_count = COMMON_STAGES + 2 * len(load_recipe(folder, lexicon_id).sources)
        with _progress(lexicon_id, stage_count, as_json=as_json) as report:
            built = build_lexicon(
                folder, lexicon_id, catalogue=catalogue_at(catalogue), edition=edition, progress=report
            )
        for warning in built.warnings:
            complain(f"warning: {warning}")
        _tell_edition(built, seconds=time.perf_counter() - started, as_json=as_json)


@contextmanager
def _progress(lexicon_id: str, stage_count: int, *, as_json: bool) -> Iterator[StageReport]:
    """Tell each stage as it ends; on a terminal a bar on stderr stands below."""
    columns = (TextColumn(lexicon_id), BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=stderr(), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("reading", total=stage_count)

        def report(stage: str, counts: Mapping[str, int]) -> None:
            bar.update(task, advance=1, description=stage)
            if as_json:
                put_json({"lexicon": lexicon_id, "stage": stage, "counts": dict(counts)})
            else:
                put(_stage_line(stage, counts))

        yield report


def _stage_line(stage: str, counts: Mapping[str, int]) -> str:
    told = ", ".join(f"{what} {count:,}" for what, count in counts.items() if count)
    return f"{stage:<24} {told}"


def _tell_edition(built: Edition, *, seconds: float, as_json: bool) -> None:
    manifest = built.manifest
    if as_json:
        put_json(
            {
                "lexicon": manifest.lexicon_id,
                "edition": manifest.edition,
                "digest": manifest.digest,
                "word_count": manifest.word_count,
                "bytes": built.size,
                "file": str(built.path),
                "licence": manifest.licence,
                "missing_sources": list(manifest.missing_sources),
            }
        )
        return
    size = f"{manifest.word_count:,} words, {built.size:,} bytes, {seconds:.1f} s"
    put(f"{manifest.lexicon_id}@{manifest.edition}  {size}")
    put(f"digest {manifest.digest}, licence {manifest.licence}")
    put(str(built.path))
