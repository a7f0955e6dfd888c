"""The list of verbs: where each is, so that a command reads the code of its own verb and no other.

In: the command, what was asked of it. Out: the command with that verb; with all verbs, in the order of the help text,
when none or another was named.
Never: what a verb does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib import import_module

import typer

#: Module and function of each verb. A module whose function is ``verbs`` has verbs of its own.
VERBS = {
    "sources": ("building", "sources"),
    "build": ("building", "build"),
    "import": ("importing", "import_files"),
    "list": ("reading", "list_editions"),
    "info": ("reading", "info"),
    "check": ("reading", "check"),
    "explain": ("reading", "explain"),
    "words": ("reading", "words"),
    "search": ("searching", "search"),
    "diff": ("comparing", "diff"),
    "stats": ("statistics", "stats"),
    "review": ("reviewing", "review"),
    "verify": ("reading", "verify"),
    "export": ("exporting", "export_edition"),
    "kwg": ("graphs", "kwg"),
    "judge": ("judging", "judge"),
    "rules": ("rules", "rules"),
    "serve": ("serving", "serve"),
    "store": ("storing", "verbs"),
    "bench": ("benching", "bench"),
    "doctor": ("doctoring", "doctor"),
}


def register(app: typer.Typer, arguments: Sequence[str]) -> None:
    """Register on ``app`` the verb that ``arguments`` begin with, or every verb."""
    app.registered_commands.clear()
    app.registered_groups.clear()
    named = arguments[:1] if arguments and arguments[0] in VERBS else VERBS
    for verb in named:
        module, name = VERBS[verb]
        function = getattr(import_module(f"server.command_line.{module}"), name)
        if name == "verbs":
            app.add_typer(function())
        else:
            app.command(verb, short_help=summary(function))(function)


def summary(function: Callable[..., object]) -> str:
    """Return the first sentence of a verb's help, whole: left to itself the list of verbs cuts it."""
    first = " ".join((function.__doc__ or "").strip().partition("\n\n")[0].split())
    return first.partition(". ")[0].removesuffix(".") + "."
