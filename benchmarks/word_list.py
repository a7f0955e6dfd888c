"""The long word list that the engine is measured with, as text and as a lexicon without dictionaries.

In: a file of words, one a line (Debian's wpolish by default), an alphabet of the data folder. Out: files in a folder.
Never: a list that anybody should play with: no policy has looked at it.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from lexicon.alphabet import Malformed, load_alphabet
from lexicon.building.compiling import compile_list
from lexicon.container import pack
from lexicon.manifest import Manifest
from lexicon.sections import MANIFEST, REASONS, SETTLED, WORDS
from lexicon.settled import Signs

DATA = Path(__file__).parents[1] / "data"
SOURCE = Path("/usr/share/dict/polish")
ALPHABET = "polish"
SHORTEST, LONGEST = 2, 15


@dataclass(frozen=True, slots=True, kw_only=True)
class WordList:
    """One list of ``count`` words: in alphabet order, in the order of its bytes (for peers), as a lexicon."""

    letters: str
    count: int
    text: Path
    by_bytes: Path
    lexicon: Path


def prepare(folder: Path, *, source: Path = SOURCE, alphabet_id: str = ALPHABET, every: int = 1) -> WordList:
    """Read ``source``, keep the words that fit on a board, each ``every``-th of them, and write the files.

    Raises `SystemExit` with the mend when there is no such file.
    """
    if not source.exists():
        raise SystemExit(f"{source} is not here; install it (apt-get install wpolish) or name another with --words")
    alphabet = load_alphabet(DATA, alphabet_id)
    lower = {letter.lower() for letter in alphabet.letters}
    words = set()
    with source.open(encoding="utf-8") as lines:
        for line in lines:
            spelled = line.rstrip("\n")
            if SHORTEST <= len(spelled) <= LONGEST and lower.issuperset(spelled):
                word = alphabet.read(spelled)
                if not isinstance(word, Malformed):
                    words.add(word)
    listed = alphabet.sorted(words)[::every]
    text = "".join(f"{word}\n" for word in listed).encode()
    paths = [folder / f"{name}-{len(listed)}" for name in ("alphabet.txt", "bytes.txt", "words.lexicon")]
    paths[0].write_bytes(text)
    paths[1].write_bytes(b"".join(sorted(text.splitlines(keepends=True))))
    letters = "".join(alphabet.letters)
    sections = {
        WORDS: compile_list(listed, letters=letters).words,
        SETTLED: compile_list((), letters=Signs.of((), letter_count=len(letters)).letters + letters).words,
        REASONS: json.dumps({"grammar": {}, "clauses": {}, "phrasebooks": [], "overrides": {}}).encode(),
    }
    manifest = Manifest(
        lexicon_id="benchmark",
        title="Benchmark",
        description="",
        licence="",
        alphabet_id=alphabet.id,
        letters=letters,
        folds={},
        look_alikes=dict(alphabet.look_alikes),
        shortest=SHORTEST,
        longest=LONGEST,
        policy_id="none",
        sources=(),
        data_digest="",
        word_count=len(listed),
        counts_by_length=dict(sorted(Counter(map(len, listed)).items())),
        word_list_digest=hashlib.sha256(text).hexdigest(),
        canaries_in=(),
        canaries_out=(),
        tool_version="0",
    ).named(edition="benchmark", parts=list(sections.values()))
    paths[2].write_bytes(pack(sections | {MANIFEST: manifest.canonical()}))
    return WordList(letters=letters, count=len(listed), text=paths[0], by_bytes=paths[1], lexicon=paths[2])
