"""Verbs that read editions: `list`, `info`, `check`, `explain`, `words`, `verify`.

In: a lexicon id and words. Out: verdicts, reasons, lists.
Never: writing to the catalogue.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import Annotated, Any

import typer
from rich.text import Text

from lexicon.compiled import Lexicon
from lexicon.errors import LexiconFormatError
from lexicon.explanation import Explanation, Layer, LayerKind, Outcome, Reading, WordStatus
from lexicon.shipped import data_folder
from server.command_line.app import CatalogueOption, EditionOption, ExitCode, JsonOption, catalogue_at
from server.command_line.editions import edition_named
from server.command_line.output import complain, put, put_json, safe, whole
from server.reports.wording import Wording, load_wordings

LexiconArgument = Annotated[
    str,
    typer.Argument(metavar="ID", help="A lexicon id or ID@EDITION, as `slovosud list` shows them; or a lexicon file."),
]
WordsArgument = Annotated[
    list[str], typer.Argument(metavar="WORD…", help="Words; a single - reads them from stdin, one a line.")
]

LanguageOption = Annotated[
    str,
    typer.Option(
        "--language", metavar="ID", envvar="SLOVOSUD_LANGUAGE", help="Language of the reasons.", show_default=False
    ),
]

_OUTCOME_STYLES = {Outcome.FOR: "green", Outcome.AGAINST: "red", Outcome.NEUTRAL: "default"}
_ANSWER_STYLES = {
    WordStatus.VALID: "bold green",
    WordStatus.NOT_IN_LEXICON: "bold red",
    WordStatus.MALFORMED: "bold yellow",
}


def list_editions(*, catalogue: CatalogueOption = None, as_json: JsonOption = False) -> int:
    """Editions in the catalogue, newest first. Exit code 5 when one is damaged.

    Example: slovosud list
    """
    shelf = catalogue_at(catalogue)
    code = ExitCode.DONE
    for lexicon_id in shelf.lexicon_ids():
        for edition in shelf.editions(lexicon_id):
            try:
                lexicon = shelf.open(lexicon_id, edition)
            except LexiconFormatError as error:  # one damaged edition hides no other
                complain(whole(str(error)))
                code = ExitCode.DAMAGED
                continue
            _tell_edition(lexicon, as_json=as_json)
    if not as_json and not shelf.lexicon_ids():
        put(f"no editions in {shelf.folder}; build one: slovosud build ru-crosslet")
    return code


def _tell_edition(lexicon: Lexicon, *, as_json: bool) -> None:
    manifest = lexicon.manifest
    if as_json:
        put_json(
            {
                "lexicon": lexicon.id,
                "edition": lexicon.edition,
                "digest": lexicon.digest,
                "word_count": len(lexicon),
                "title": manifest.title,
                "licence": manifest.licence,
                "missing_sources": list(manifest.missing_sources),
            }
        )
    else:
        without = f"  (without {', '.join(manifest.missing_sources)})" if manifest.missing_sources else ""
        put(f"{lexicon.id}@{lexicon.edition}  {len(lexicon):,} words  {manifest.licence}  {manifest.title}{without}")


def info(
    lexicon_id: LexiconArgument,
    *,
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> None:
    """One edition: counts per length, digest, sources, licences.

    Example: slovosud info ru-crosslet
    """
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    manifest = lexicon.manifest
    if as_json:
        put_json(manifest.as_dict())
        return
    put(f"{lexicon.id}@{lexicon.edition}  {manifest.title}")
    put(manifest.description)
    put(f"words      {manifest.word_count:,}")
    put(f"licence    {manifest.licence}")
    put(f"digest     {manifest.digest}")
    put(f"word list  sha256 {manifest.word_list_digest}")
    put(f"policy     {manifest.policy_id}")
    folds = ", ".join(f"{letter} as {target}" for letter, target in manifest.folds.items())
    put(f"alphabet   {manifest.alphabet_id}, {len(manifest.letters)} letters" + (f"; {folds}" if folds else ""))
    for source in manifest.sources:
        put(
            f"source     {source.name} {source.version}, {source.licence}, {source.attribution}, sha256 {source.digest}"
            + (" (stands in for one that was missing)" if source.fallback else "")
        )
    for witness in manifest.witnesses:
        put(f"witness    {witness.name} {witness.version}, {witness.licence}, sha256 {witness.digest}")
    for missing in manifest.missing_sources:
        put(f"without    {missing}, which the recipe names and which was not installed")
    most = max(manifest.counts_by_length.values(), default=1)
    for length, count in manifest.counts_by_length.items():
        put(f"{length:>3} letters {count:>9,}  {'█' * round(40 * count / most)}")


def check(
    lexicon_id: LexiconArgument,
    texts: WordsArgument,
    *,
    language: LanguageOption = "",
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> int:
    """Yes or no for each word, with the reason. Exit code 1 when a word is not valid.

    Example: slovosud check ru-crosslet ворота столы
    """
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    say = _wording(language).say
    all_valid = True
    for text in _texts(texts):
        explanation = lexicon.explain(text, language=language)
        all_valid &= explanation.verdict.status is WordStatus.VALID
        if as_json:
            put_json(_verdict_fields(lexicon, explanation))
        else:
            put(_answer(explanation, say))
    return ExitCode.DONE if all_valid else ExitCode.NO


def explain(
    lexicon_id: LexiconArgument,
    texts: WordsArgument,
    *,
    language: LanguageOption = "",
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> int:
    """Why a word is in or out, layer by layer, from the evidence the edition was built with.

    Example: slovosud explain ru-crosslet столами
    """
    shelf = catalogue_at(catalogue)
    lexicon = edition_named(shelf, lexicon_id, edition)
    say = _wording(language).say
    all_valid = True
    for text in _texts(texts):
        explanation = shelf.explain(lexicon, text, language=language)
        all_valid &= explanation.verdict.status is WordStatus.VALID
        if as_json:
            layers = [_layer_fields(layer) for layer in explanation.layers]
            put_json(_verdict_fields(lexicon, explanation) | {"layers": layers})
            continue
        put(_answer(explanation, say))
        for line in _layer_lines(explanation.layers, say):
            put(line)
    return ExitCode.DONE if all_valid else ExitCode.NO


def words(
    lexicon_id: LexiconArgument,
    *,
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
) -> None:
    """The whole list, one comparison form a line, in alphabet order.

    Example: slovosud words ru-crosslet | head
    """
    for word in edition_named(catalogue_at(catalogue), lexicon_id, edition).words():
        sys.stdout.write(f"{word}\n")


def verify(
    lexicon_id: LexiconArgument,
    *,
    edition: EditionOption = "",
    catalogue: CatalogueOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check digests, format, word list and canaries of an edition. Exit code 5 when it is damaged.

    Example: slovosud verify ru-crosslet
    """
    lexicon = edition_named(catalogue_at(catalogue), lexicon_id, edition)
    lexicon.verify()
    if as_json:
        put_json({"lexicon": lexicon.id, "edition": lexicon.edition, "digest": lexicon.digest, "sound": True})
    else:
        canaries = len(lexicon.manifest.canaries_in) + len(lexicon.manifest.canaries_out)
        put(f"{lexicon.id}@{lexicon.edition}  sound: digests, {len(lexicon):,} words, {canaries} canaries")


def _texts(texts: list[str]) -> Iterable[str]:
    """Return the words given, or those on stdin when the only one is ``-``."""
    return _stdin_lines() if texts == ["-"] else texts


def _stdin_lines() -> Iterator[str]:
    for number, line in enumerate(sys.stdin.buffer, start=1):
        try:
            yield line.decode("utf-8-sig" if number == 1 else "utf-8").rstrip("\r\n")
        except UnicodeDecodeError as error:
            raise typer.BadParameter(
                f"stdin line {number}: found byte 0x{line[error.start]:02X}; expected UTF-8"
            ) from error


def _wording(language: str) -> Wording:
    """Return the words around the reasons: those of their language, the default ones where the interface lacks it."""
    wordings = load_wordings(data_folder())
    return next((wording for wording in wordings if wording.id == language), wordings[0])


def _answer(explanation: Explanation, say: Callable[[str], str]) -> Text:
    """Tell word, answer and the sentence that decides, on one line."""
    verdict = explanation.verdict
    return Text.assemble(
        (safe(verdict.word or verdict.query) or say("answer_empty"), "bold"),
        "  ",
        (say(f"answer_{verdict.status}"), _ANSWER_STYLES[verdict.status]),
        "  ",
        safe_line(explanation.deciding.text),
    )


def _layer_lines(layers: Iterable[Layer], say: Callable[[str], str]) -> Iterator[Text]:
    """Tell each layer in columns as wide as this language needs them."""
    kinds = {kind: say(f"layer_{kind}") for kind in LayerKind}
    wide = max(map(len, kinds.values())) + 1
    for layer in layers:
        mark = (f"{say(f'outcome_{layer.outcome}'):<4}", _OUTCOME_STYLES[layer.outcome])
        decides = (f" ← {say('decides')}", "bold") if layer.decides else ""
        yield Text.assemble(f"  {kinds[layer.kind]:<{wide}}", mark, safe_line(layer.text), decides)


def safe_line(sentence: str) -> str:
    """Return a sentence of ours that may hold foreign text, whole, without characters that drive the screen."""
    return "".join(safe(character) for character in sentence)


def _verdict_fields(lexicon: Lexicon, explanation: Explanation) -> dict[str, Any]:
    verdict = explanation.verdict
    return {
        "query": verdict.query,
        "word": verdict.word,
        "status": verdict.status,
        "reason": verdict.reason,
        "text": explanation.deciding.text,
        "lexicon": lexicon.id,
        "edition": lexicon.edition,
        "digest": lexicon.digest,
    }


def _layer_fields(layer: Layer) -> dict[str, Any]:
    return {
        "kind": layer.kind,
        "outcome": layer.outcome,
        "text": layer.text,
        "decides": layer.decides,
        "readings": [reading_fields(reading) for reading in layer.readings],
    }


def reading_fields(reading: Reading) -> dict[str, Any]:
    """Return a reading as JSON has it."""
    return {
        "form": reading.form,
        "lemma": reading.lemma,
        "grammemes": list(reading.grammemes),
        "source": reading.source,
        "clause": reading.clause,
        "admitted": reading.admitted,
    }
