"""Run a file of worked examples through the adjudicator: ``python -m tests.examples FILE [--only ID,ID]``.

In: a JSON array of examples. Out: a line for each, ``N passed, N failed``, exit 0 (none failed), 1 or 2 (bad file).
Never: a verdict of its own; it compares what is expected with what the adjudicator says.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from adjudicator.adjudicate import adjudicate
from adjudicator.errors import AdjudicatorError
from adjudicator.example import Example, read_example
from adjudicator.moves import WordMove
from adjudicator.record_errors import RecordError
from adjudicator.ruling import FormedWord, Ruling, ViolationCode
from adjudicator.strict_json import read_json
from lexicon.errors import LexiconError

DATA = Path(__file__).parents[1] / "data"

#: What may be expected of tiles laid, and of one word; an example that is not a single move is not compared.
PLAY_KEYS = {"legal", "reason", "reasons", "invalid_words", "total", "bonus", "words", "board_after"}
WORD_MOVE_KEYS = {"legal", "reason", "reasons", "invalid_words", "total", "board_after"} | {
    "letters",
    "border",
    "incidental",
    "tiles_from_rack",
}
WORD_KEYS = {"word", "start", "dir", "letters", "sum", "multiplier", "long_word", "score"}
DIRECTIONS = {"ACROSS": "H", "DOWN": "V"}


class BadExampleError(Exception):
    """An example breaks the format; the sentence names it."""


def run(path: Path, only: Sequence[str] = ()) -> Iterator[tuple[str, str]]:
    """Yield the id of each example with ``ok``, ``skipped (given)`` or ``FAIL expected … got …``."""
    try:
        examples = read_json(path.read_bytes())
    except (OSError, RecordError) as error:
        raise BadExampleError(f"{path}: {error}; give a JSON file in UTF-8") from error
    if not isinstance(examples, list):
        raise BadExampleError(f"{path}: expected an array of examples")
    names = [str(one.get("id")) if isinstance(one, dict) else "?" for one in examples]
    if missing := sorted(set(only) - set(names)):
        raise BadExampleError(f"{path}: no example {', '.join(missing)}")
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadExampleError(f"{path}: id {', '.join(twice)} stands twice; every example has its own")
    for name, one in zip(names, examples, strict=True):
        if not only or name in only:
            yield name, outcome(name, one)


def outcome(name: str, one: object) -> str:
    """Judge one example."""
    try:
        example = read_example(one, data=DATA)
    except (AdjudicatorError, LexiconError) as error:
        raise BadExampleError(f"example {name}: {error}") from error
    if example.move is None or example.position is None:
        return "skipped (given)"
    check_expectation(example)
    ruling = adjudicate(ruleset=example.ruleset, position=example.position, move=example.move, words=example.words)
    differences = list(compare(example.expect, ruling))
    return "ok" if not differences else "FAIL " + "; ".join(differences)


def check_expectation(example: Example) -> None:
    """Refuse an expectation with unknown keys, unknown reasons, or without what is required."""
    expect: Mapping[str, Any] = example.expect
    keys = WORD_MOVE_KEYS if isinstance(example.move, WordMove) else PLAY_KEYS
    for key in sorted(set(expect) - keys):
        raise BadExampleError(f"example {example.id}: expect.{key}: no such key")
    if not isinstance(expect.get("legal"), bool):
        raise BadExampleError(f"example {example.id}: expect.legal: expected true or false")
    if expect["legal"] == ("reason" in expect) or (expect["legal"] and "reasons" in expect):
        raise BadExampleError(f"example {example.id}: expect.reason: expected for an illegal move and no other")
    check_lists(example)
    for reason in [*expect.get("reasons", []), *([expect["reason"]] if "reason" in expect else [])]:
        if reason not in list(ViolationCode):
            raise BadExampleError(f"example {example.id}: expect.reason: no such reason {reason!r}")
    for word in expect.get("words", []):
        if not isinstance(word, Mapping) or not {"word"} <= set(word) <= WORD_KEYS:
            raise BadExampleError(f"example {example.id}: expect.words: expected word and some of {WORD_KEYS}")


def check_lists(example: Example) -> None:
    """Refuse an expectation whose lists are none, or hold what cannot be compared."""
    for key in ("reasons", "invalid_words", "words", "board_after", "incidental"):
        entries = example.expect.get(key, [])
        if not isinstance(entries, list):
            raise BadExampleError(f"example {example.id}: expect.{key}: expected a list")
        if key != "words" and not all(isinstance(one, str) for one in entries):
            raise BadExampleError(f"example {example.id}: expect.{key}: expected a list of texts")


def compare(expect: Mapping[str, Any], ruling: Ruling) -> Iterator[str]:
    """Yield what differs, as ``expected … got …``; a key that is absent is not compared."""
    codes = sorted({violation.code.value for violation in ruling.violations})
    if expect["legal"] != ruling.legal:
        yield f"expected legal {expect['legal']} got {ruling.legal} {codes}"
        return
    if "reason" in expect and expect["reason"] not in codes:
        yield f"expected reason {expect['reason']} got {codes}"
    invalid_words = {word for violation in ruling.violations for word in violation.words}
    for key, got in (("reasons", codes), ("invalid_words", sorted(invalid_words))):
        if key in expect and sorted(set(expect[key])) != got:
            yield f"expected {key} {expect[key]} got {got}"
    for key, figure in figures(ruling).items():
        expected = sorted(set(expect[key])) if key == "incidental" and key in expect else expect.get(key)
        if key in expect and expected != figure:
            yield f"expected {key} {expected} got {figure}"
    if "words" in expect:
        yield from compare_words(expect["words"], ruling.words)


def figures(ruling: Ruling) -> Mapping[str, object]:
    """What a ruling says under the keys of an expectation; of one word, what its name in the format is."""
    main, *beside = ruling.words or (None,)
    return {
        "total": ruling.total,
        "bonus": ruling.bonus,
        "board_after": list(ruling.board_after.rows()),
        "letters": len(main.letters) if main else 0,
        "border": ruling.bonus,
        "incidental": sorted({word.word for word in beside if word}),
        "tiles_from_rack": ruling.left_to_do.draw if ruling.left_to_do else 0,
    }


def compare_words(expected: Sequence[Mapping[str, Any]], formed: Sequence[FormedWord]) -> Iterator[str]:
    """Yield the words that are missing, extra or scored otherwise; their order does not matter.

    A place or a figure that is not given is not compared.
    """
    unmet = list(formed)
    for one in expected:
        place = {key: one[key] for key in ("word", "start", "dir") if key in one}
        alike = [word for word in unmet if {**place_of(word), **place} == place_of(word)]
        if not alike:
            yield f"expected word {place} got {[place_of(word) for word in unmet]}"
            continue
        word = min(alike, key=lambda word: len(list(differing(one, word))))
        unmet.remove(word)
        for key in differing(one, word):
            yield f"expected {word.word} {key} {one[key]} got {getattr(word, key)}"
    if unmet:
        yield f"expected no word {[place_of(word) for word in unmet]}"


def place_of(word: FormedWord) -> dict[str, object]:
    """What a word is and where it lies, as an expectation names it."""
    return {"word": word.word, "start": [*word.start], "dir": DIRECTIONS[word.axis.name]}


def differing(expected: Mapping[str, Any], word: FormedWord) -> Iterator[str]:
    """Yield the figures that are expected otherwise than they are."""
    for key in ("sum", "multiplier", "long_word", "score"):
        if key in expected and expected[key] != getattr(word, key):
            yield key


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.examples", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--only", default="", help="ids, separated by commas")
    options = parser.parse_args(arguments)
    passed = failed = 0
    try:
        for name, result in run(options.file, [name for name in options.only.split(",") if name]):
            sys.stdout.write(f"{name} {result}\n")
            passed += result == "ok"
            failed += result.startswith("FAIL")
    except BadExampleError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
