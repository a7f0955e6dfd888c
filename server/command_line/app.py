"""The command itself: its options, and what becomes of an error.

In: arguments. Out: an exit code: 0 yes or done, 1 a "no", 2 usage, 3 not found or source missing, 4 gate failed,
5 damaged.
Never: a traceback for something a person can mend.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Callable
from enum import IntEnum
from pathlib import Path
from typing import Annotated, cast

import platformdirs
import typer

from adjudicator.errors import AdjudicatorError, RequestError
from adjudicator.record_errors import RecordError
from lexicon.catalogue import Catalogue
from lexicon.errors import GateError, LexiconError, LexiconFormatError, SourceMissingError, UnknownIdError
from lexicon.shipped import DATA_VARIABLE, data_folder
from server.command_line import verbs
from server.command_line.output import complain, put, safe
from server.store.errors import ChainBrokenError, NoStoreError, StoreDamagedError, StoreError, UnknownGameError

#: Base of the usage errors of Typer, which carries its own copy of click in newer versions and not in older ones.
UsageError = cast("type[Exception]", typer.BadParameter.__bases__[0])


class ExitCode(IntEnum):
    """Exit codes, the same for every verb."""

    DONE = 0
    NO = 1
    USAGE = 2
    NOT_FOUND = 3
    GATE = 4
    DAMAGED = 5
    INTERRUPTED = 130


CATALOGUE_VARIABLE = "SLOVOSUD_CATALOGUE"

app = typer.Typer(
    name="slovosud",
    help="Word lists with reasons, and a judge for Slavic word games.",
    epilog="Exit codes: 0 yes or done, 1 a no, 2 usage, 3 not found or source missing, 4 gate failed, 5 damaged.",
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _tell_version(asked: bool) -> None:  # noqa: FBT001  Typer calls it so
    if asked:
        from importlib.metadata import version  # noqa: PLC0415  slow to load, and hardly ever asked for

        put(f"slovosud {version('slovosud')}")
        raise typer.Exit


@app.callback()
def _command(
    *,
    told: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", is_eager=True, callback=_tell_version)
    ] = False,
) -> None:
    """Keep verbs apart from the command, also when only one is registered."""


CatalogueOption = Annotated[
    Path | None,
    typer.Option(
        "--catalogue",
        metavar="DIR",
        envvar=CATALOGUE_VARIABLE,
        help="Folder of editions. Without it: the user's data folder.",
        show_default=False,
    ),
]
DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data",
        metavar="DIR",
        envvar=DATA_VARIABLE,
        help="Folder of recipes, policies, rulesets. Without it: the one shipped.",
        show_default=False,
    ),
]
EditionOption = Annotated[
    str,
    typer.Option("--edition", metavar="NAME", help="An edition by name; none: the newest.", show_default=False),
]
JsonOption = Annotated[bool, typer.Option("--json", help="One JSON object a line on stdout.")]


def catalogue_at(folder: Path | None) -> Catalogue:
    """Return the catalogue of a folder, or the user's own."""
    return Catalogue(folder=folder or platformdirs.user_data_path("slovosud", appauthor=False) / "catalogue")


def data_at(folder: Path | None) -> Path:
    """Return a data folder that is there, or the shipped one. Raises `UnknownIdError` when there is none."""
    chosen = folder or data_folder()
    # A folder for one purpose has recipes or rulesets, not both.
    if not any((chosen / name).is_dir() for name in ("lexicons", "rulesets")):
        raise UnknownIdError("data folder", str(chosen), known=(), mend=f"give --data DIR or set {DATA_VARIABLE}")
    return chosen


def main() -> None:
    """Run the command and leave with its exit code."""
    _open_closed_streams()
    sys.exit(run(sys.argv[1:]))


def _open_closed_streams() -> None:
    """Give an empty one for each standard stream that the caller has closed: Python has None for it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            empty = os.fdopen(os.open(os.devnull, os.O_RDWR), mode, encoding="utf-8", closefd=False)
            setattr(sys, name, empty)


def run(arguments: list[str]) -> int:
    """Run the command with ``arguments`` and return its exit code."""
    verbs.register(app, arguments)
    return _guarded(lambda: app(args=arguments, prog_name="slovosud", standalone_mode=False))


_UTF8 = "set PYTHONIOENCODING=utf-8, or a locale in UTF-8"

#: What becomes of an error that a person can mend. The first class that fits counts.
_EXIT_CODES: tuple[tuple[type[Exception], ExitCode], ...] = (
    (LexiconFormatError, ExitCode.DAMAGED),
    (GateError, ExitCode.GATE),
    (UnknownIdError, ExitCode.NOT_FOUND),
    (SourceMissingError, ExitCode.NOT_FOUND),
    (LexiconError, ExitCode.USAGE),
    (AdjudicatorError, ExitCode.USAGE),
    (StoreDamagedError, ExitCode.DAMAGED),
    (ChainBrokenError, ExitCode.DAMAGED),
    (NoStoreError, ExitCode.NOT_FOUND),
    (UnknownGameError, ExitCode.NOT_FOUND),
    (StoreError, ExitCode.USAGE),
)


def _guarded(call: Callable[[], object]) -> int:
    """Run ``call``; every error a person can mend becomes a sentence and an exit code."""
    try:
        code = call()
        sys.stdout.flush()
        if code == ExitCode.INTERRUPTED:  # newer versions of Typer return it, older ones raise
            raise KeyboardInterrupt
    except (typer.Abort, KeyboardInterrupt):
        complain("interrupted; nothing half-written was left behind")
        return ExitCode.INTERRUPTED
    except UsageError as error:
        _show(error)
        return ExitCode.USAGE
    except (LexiconError, AdjudicatorError, StoreError) as error:
        for sentence in _sentences(error):
            complain(safe_sentence(sentence))
        return next(code for kind, code in _EXIT_CODES if isinstance(error, kind))
    except (BrokenPipeError, SystemExit) as error:
        # Typer leaves by itself, with the code of a "no", when the reader of our output has gone.
        if isinstance(error, SystemExit) and not isinstance(error.__context__, BrokenPipeError):
            raise
        return _reader_gone()
    except (OSError, UnicodeEncodeError) as error:
        return _system_fault(error)
    return code if isinstance(code, int) else ExitCode.DONE


def _reader_gone() -> ExitCode:
    """Stop quietly when the reader of our output has gone (`… | head`), also when Python flushes at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.__stdout__.fileno() if sys.__stdout__ else 1)
    return ExitCode.DONE


def _system_fault(error: OSError | UnicodeEncodeError) -> ExitCode:
    """Tell what the system refused, or what the output cannot show."""
    if isinstance(error, UnicodeEncodeError):
        complain(f"this output takes {error.encoding}, which has no U+{ord(error.object[error.start]):04X}; {_UTF8}")
        return ExitCode.USAGE
    complain(safe_sentence(f"{error.filename or 'system'}: {error.strerror or error}; {_mend(error)}"))
    return ExitCode.NOT_FOUND if error.errno == errno.ENOENT else ExitCode.USAGE


def _sentences(error: LexiconError | AdjudicatorError | StoreError) -> list[str]:
    """Return an error's sentences: one for each field of a request, and each line of a record, that is at fault."""
    if isinstance(error, RequestError):
        return [str(violation) for violation in error.violations]
    if isinstance(error, RecordError):
        return [str(fault) for fault in error.faults]
    return [str(error)]


def _show(error: Exception) -> None:
    """Let Typer tell a usage error in its own way, with the usage line."""
    show = getattr(error, "show", None)
    if show is None:
        complain(str(error))
    else:
        show()


def safe_sentence(sentence: str) -> str:
    """Return a sentence without characters that drive the terminal."""
    return "\n".join(safe(part) if len(part) <= 80 else _safe_long(part) for part in sentence.splitlines())


def _safe_long(sentence: str) -> str:
    return "".join(safe(sentence[start : start + 80]) for start in range(0, len(sentence), 80))


def _mend(error: OSError) -> str:
    match error.errno:
        case errno.ENOSPC:
            return "the disk is full; free some space, nothing half-written was left behind"
        case errno.EACCES | errno.EROFS | errno.EPERM:
            return "give a folder you may write to, or change its rights"
        case _:
            return "check the path"
