"""Verify an edition: whether the file is what it says it is, down to the last edge.

In: an open lexicon. Out: nothing, or a refusal at the first thing that is not as it should be.
Never: mending.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

from lexicon.automaton import AutomatonError
from lexicon.explanation import NOT_ATTESTED
from lexicon.sections import MANIFEST, SETTLED, WORDS, edge_error, refusal

if TYPE_CHECKING:
    from lexicon.compiled import Lexicon


def verify(lexicon: Lexicon) -> None:
    """Check digests, automata, the word list against the manifest, canaries. Walks the whole list.

    Raises `LexiconFormatError`, as all here do.
    """
    verify_digests(lexicon)
    verify_words(lexicon)
    verify_settled(lexicon)
    verify_canaries(lexicon)


def verify_digests(lexicon: Lexicon) -> None:
    """Compare the digest of the file and the digest of the content with the bytes."""
    container = lexicon.container
    container.verify()
    parts = (container.sections[name] for name in container.sections if name != MANIFEST)
    renamed = lexicon.manifest.named(edition=lexicon.edition, parts=[part.tobytes() for part in parts])
    if renamed.digest != lexicon.digest:
        raise refusal(container, MANIFEST, found=f"content {renamed.digest}", expected=lexicon.digest)


def verify_canaries(lexicon: Lexicon) -> None:
    """Look up the words that must be in and those that must be out."""
    canaries = list(_canaries(lexicon))
    for (canary, expected), held in zip(canaries, lexicon.check_batch([word for word, _ in canaries]), strict=True):
        if held is not expected:
            verdict = lexicon.check(canary)
            found = f"{canary} {verdict.status} ({verdict.reason})"
            raise refusal(lexicon.container, WORDS, found=found, expected="in" if expected else "out")


def verify_answers(lexicon: Lexicon) -> None:
    """Ask why the canaries are in: opens what full answers are made of, which a list without reasons would not."""
    canaries = [canary for canary, expected in _canaries(lexicon) if expected]
    for verdict in lexicon.check_all(canaries):
        if verdict.reason == NOT_ATTESTED:
            raise refusal(lexicon.container, SETTLED, found=f"nothing on {verdict.word}", expected="what puts it in")


def _canaries(lexicon: Lexicon) -> Iterator[tuple[str, bool]]:
    yield from ((word, True) for word in lexicon.manifest.canaries_in)
    yield from ((word, False) for word in lexicon.manifest.canaries_out)


def verify_words(lexicon: Lexicon) -> None:
    """Walk the list and compare it with what the manifest says of it."""
    container, manifest = lexicon.container, lexicon.manifest
    listed = hashlib.sha256()
    lengths: dict[int, int] = {}
    for count, word in enumerate(lexicon.words(), start=1):
        if count > manifest.word_count:
            raise refusal(container, WORDS, found="more words", expected=f"{manifest.word_count} words")
        listed.update(f"{word}\n".encode())
        lengths[len(word)] = lengths.get(len(word), 0) + 1
    if lengths != dict(manifest.counts_by_length):
        raise refusal(container, WORDS, found=f"counts {lengths}", expected=f"{dict(manifest.counts_by_length)}")
    if listed.hexdigest() != manifest.word_list_digest:
        raise refusal(container, WORDS, found=listed.hexdigest(), expected=manifest.word_list_digest)


def verify_settled(lexicon: Lexicon) -> None:
    """Look at every edge of the settled forms, and for what settles each word of the list."""
    fault = lexicon.settled.engine.fault(lexicon.manifest.settled_count)
    if fault:
        raise edge_error(lexicon.container, SETTLED, AutomatonError.of(fault))
    for words in lexicon.batches():
        codes = lexicon.settled.codes_of(words)
        if None in codes:
            found = f"nothing on {words[codes.index(None)]}"
            raise refusal(lexicon.container, SETTLED, found=found, expected="what puts it in")
