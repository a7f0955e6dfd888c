"""The list of verbs: each group registers its own on the command.

In: the command. Out: the command with its verbs, in the order of the help text.
Never: what a verb does.
"""

from __future__ import annotations

from collections.abc import Callable

import typer

from server.command_line import (
    benching,
    building,
    comparing,
    doctoring,
    exporting,
    graphs,
    importing,
    judging,
    reading,
    reviewing,
    rules,
    searching,
    serving,
    statistics,
    storing,
)


def register(app: typer.Typer) -> None:
    """Register every verb on ``app``, once."""
    if app.registered_commands:
        return
    verbs: dict[str, Callable[..., int | None]] = {
        "sources": building.sources,
        "build": building.build,
        "import": importing.import_files,
        "list": reading.list_editions,
        "info": reading.info,
        "check": reading.check,
        "explain": reading.explain,
        "words": reading.words,
        "search": searching.search,
        "diff": comparing.diff,
        "stats": statistics.stats,
        "review": reviewing.review,
        "verify": reading.verify,
        "export": exporting.export_edition,
        "kwg": graphs.kwg,
        "judge": judging.judge,
        "rules": rules.rules,
        "serve": serving.serve,
        "bench": benching.bench,
        "doctor": doctoring.doctor,
    }
    for verb, function in verbs.items():
        app.command(verb)(function)
    app.add_typer(storing.verbs())
