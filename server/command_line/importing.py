"""The verb `import`: anyone's dictionary into a recipe.

In: files and what their owner says of them. Out: counts, what was refused and why, the command to go on with.
Never: the importing itself (see `lexicon.building.importing`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import platformdirs
import typer

from lexicon.building.import_request import EVERY_FORM, FORMATS, LOWER_CASE_FORMS, ImportRequest
from lexicon.building.importing import ImportReport, import_dictionary
from lexicon.settled import LONGEST_WORD
from lexicon.shipped import DATA_VARIABLE
from server.command_line.app import JsonOption
from server.command_line.output import complain, put, put_json, safe

#: Marks without a meaning that are named; all are counted.
_MOST_MARKS = 20

_CODE = re.compile(r"[Uu]\+([0-9A-Fa-f]{4,6})")


def import_files(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="The dictionary; of Hunspell one file or both.")],
    *,
    identifier: Annotated[str, typer.Option("--as", metavar="ID", help="Id of the new lexicon and source.")],
    alphabet: Annotated[str, typer.Option("--alphabet", metavar="NAME", help="Letters its words are made of.")],
    licence: Annotated[str, typer.Option("--licence", metavar="SPDX", help="Licence of the dictionary and the list.")],
    form: Annotated[
        str, typer.Option("--format", metavar="|".join(FORMATS), help="Without it: by the file's name.")
    ] = "",
    title: Annotated[str, typer.Option("--title", help="What people call it. Without it: the id.")] = "",
    attribution: Annotated[str, typer.Option("--attribution", help="Whom to name as its makers.")] = "",
    homepage: Annotated[str, typer.Option("--homepage", help="Where it comes from.")] = "",
    version: Annotated[str, typer.Option("--dictionary-version", help="Which edition of the dictionary it is.")] = "",
    fold: Annotated[list[str] | None, typer.Option("--fold", metavar="LETTER", help="Compare it as another.")] = None,
    policy: Annotated[
        str, typer.Option("--policy", metavar="NAME", help="Which forms are admitted. Without it: all.")
    ] = EVERY_FORM,
    tags_of: Annotated[
        str, typer.Option("--tags-of", metavar="SOURCE", help="Its marks mean what they mean in that source.")
    ] = "",
    columns: Annotated[
        str, typer.Option("--columns", metavar="NAMES", help="Of a table, in order: form,lemma,tags; - for others.")
    ] = "",
    encoding: Annotated[str, typer.Option("--encoding", metavar="NAME", help="Of a text. Without it: UTF-8.")] = "",
    drop: Annotated[
        list[str] | None, typer.Option("--drop", metavar="U+0301", help="Leave this character out of forms.")
    ] = None,
    shortest: Annotated[int, typer.Option("--shortest", help="Letters of the shortest word.")] = 2,
    longest: Annotated[int, typer.Option("--longest", help="Letters of the longest word.")] = LONGEST_WORD,
    replace: Annotated[bool, typer.Option("--replace", help="Put it in place of an earlier import.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(
            "--data",
            metavar="DIR",
            envvar=DATA_VARIABLE,
            help="Your data folder, where the recipe goes. Without it: one in the user's data folder.",
            show_default=False,
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Make a recipe of anyone's dictionary, in a data folder of your own; then `build` it.

    Example: slovosud import words.txt --as club --alphabet polish --licence CC0-1.0 --data club-data
    """
    folder = data or platformdirs.user_data_path("slovosud", appauthor=False) / "data"
    request = ImportRequest(
        id=identifier,
        files=tuple(files),
        alphabet=alphabet,
        licence=licence,
        format=form,
        title=title,
        attribution=attribution,
        homepage=homepage,
        version=version,
        folds=tuple(fold or ()),
        policy=policy,
        tags_of=tags_of,
        columns=tuple(part.strip() for part in columns.split(",")) if columns else (),
        encoding=encoding,
        dropped="".join(map(_character, drop or ())),
        shortest=shortest,
        longest=longest,
        replaced=replace,
    )
    report = import_dictionary(request, folder)
    if as_json:
        _tell_json(report, folder)
    else:
        for line in _lines(report, folder):
            put(line)
    for line in _warnings(report):
        complain(f"warning: {line}")


def _character(text: str) -> str:
    """Return a character given as itself or as its code point."""
    code = _CODE.fullmatch(text)
    if code and int(code[1], 16) <= 0x10FFFF:
        return chr(int(code[1], 16))
    if len(text) == 1:
        return text
    raise typer.BadParameter(f"found {text!r}; expected one character or its code point: --drop U+0301")


def _lines(report: ImportReport, folder: Path) -> Iterable[str]:
    """Tell a report: counts, what was odd, what was refused with the first of each kind, what to do next."""
    survey = report.survey
    refused = survey.refused.total()
    yield f"{report.id}  {survey.unit} {survey.read:,}, taken {survey.taken:,}, refused {refused:,}"
    for oddity, count in sorted(survey.oddities.items()):
        yield f"  {oddity:<26} {count:,}"
    for reason, count in survey.refused.most_common():
        yield f"  refused, {reason:<17} {count:,}"
        for one in report.shown:
            if one.reason == reason:
                place = f"line {one.line}: " if one.line else ""
                yield f"    {place}{safe(one.text)}: {safe_detail(one.detail)}"
    if refused:
        yield f"refused {survey.unit}: {report.listed}"
    yield f"recipe {report.recipe}"
    yield f"source {report.description}"
    yield f"next: slovosud build {report.id} --data {folder}"


def safe_detail(detail: str) -> str:
    """Return a detail in one piece: it names characters by code point, and may be longer than `safe` shows."""
    return "".join(safe(detail[start : start + 80]) for start in range(0, len(detail), 80))


def _warnings(report: ImportReport) -> Iterable[str]:
    """Name the marks that say nothing yet, and the words that may be names."""
    capitals = report.survey.capitalised
    if 0 < capitals < report.survey.taken and report.policy == EVERY_FORM:
        found = f"{capitals:,} of {report.survey.taken:,} {report.survey.unit} taken have a capital letter"
        yield f"{found}; names are admitted, unless a policy leaves them out: --policy {LOWER_CASE_FORMS}"
    marks = sorted(report.unknown_marks.items(), key=lambda pair: (-pair[1], pair[0]))
    if marks:
        named = ", ".join(f"{safe(mark)} ({count:,})" for mark, count in marks[:_MOST_MARKS])
        more = f" and {len(marks) - _MOST_MARKS} more" if len(marks) > _MOST_MARKS else ""
        mend = f"move them from ignored to [grammemes] in {report.description}"
        yield f"marks without a meaning here: {named}{more}; {mend}"


def _tell_json(report: ImportReport, folder: Path) -> None:
    """Tell a report: one object, then one for each refused line that is shown."""
    survey = report.survey
    put_json(
        {
            "id": report.id,
            "data": str(folder),
            "recipe": str(report.recipe),
            "source": str(report.description),
            "unit": survey.unit,
            "read": survey.read,
            "taken": survey.taken,
            "capitalised": survey.capitalised,
            "refused": dict(survey.refused.most_common()),
            "oddities": {str(oddity): count for oddity, count in sorted(survey.oddities.items())},
            "unknown_marks": dict(report.unknown_marks),
            "refused_list": str(report.listed),
        }
    )
    for one in report.shown:
        put_json({"refused": one.reason, "line": one.line or None, "text": one.text, "detail": one.detail})
