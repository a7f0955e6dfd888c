"""SGJP out of the library of Morfeusz: every lemma, every form, and the same as its own generator says."""

from __future__ import annotations

import importlib.metadata
import random
import struct
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

import pytest

from lexicon.building import sources
from lexicon.building.lexeme import Lexeme
from lexicon.building.sources import InstalledSource, morfeusz
from lexicon.building.sources.morfeusz_dictionary import CompiledDictionary, NoDictionaryError, dictionaries_in
from lexicon.building.sources.morfeusz_forms import Interpretation, interpretations
from lexicon.errors import DataFileError, SourceMissingError
from tests.support import DATA

#: CPU seconds that reading the whole dictionary may take: four times what it takes.
PATIENCE = 20

DESCRIPTION = next(source for source in sources.describe_all(DATA) if source.id == "sgjp")


def text(value: str) -> bytes:
    return value.encode() + b"\0"


def table(values: Mapping[int, str]) -> bytes:
    return struct.pack(">H", len(values)) + b"".join(struct.pack(">H", key) + text(values[key]) for key in values)


def options(values: Mapping[str, str]) -> bytes:
    return bytes([len(values)]) + b"".join(text(key) + text(value) for key, value in values.items())


def form(interpretation: Interpretation) -> bytes:
    one = interpretation
    made = text(one.homonym) + text(one.before) + bytes([one.cut]) + text(one.behind)
    return made + struct.pack(">HBH", one.tag, one.name, one.labels)


def group(segment: int, *forms: Interpretation) -> bytes:
    content = b"".join(map(form, forms))
    return struct.pack(">BH", segment, len(content)) + content


def state(words: Mapping[bytes, bytes]) -> bytes:
    """A state of a trie, followed by the states that its edges lead to."""
    edges: dict[int, dict[bytes, bytes]] = {}
    for word, content in words.items():
        if word:
            edges.setdefault(word[0], {})[word[1:]] = content
    ends = words.get(b"")
    head = bytes([len(edges) | (0x80 if ends is not None else 0)])
    head += b"" if ends is None else struct.pack(">H", len(ends)) + ends
    states = {letter: state(rest) for letter, rest in edges.items()}
    behind, parts = b"", list[bytes]()
    for letter in reversed(edges):  # distances count from behind an edge, so the last edge is written first
        following = sum(len(part) for part in parts)
        parts.append(bytes([0x02, letter]) + struct.pack(">H", following + len(behind)))
        behind += states[letter]
    return head + b"".join(reversed(parts)) + behind


def compiled(words: Mapping[str, bytes], tags: Mapping[int, str], *, whole: Iterable[int] = (1,)) -> bytes:
    """Write a dictionary as the compiler of Morfeusz does, without frequent letters."""
    automaton = bytes(256) + b"^" + state({word.encode(): content for word, content in words.items()})
    tables = text("pl.test") + text("Nobody") + text("tags") + table(tags) + table({0: "", 1: "nazwisko"})
    tables += table({0: "", 1: "daw.,bot."})
    whole = list(whole)
    rules = bytes([0, len(whole)]) + b"".join(struct.pack(">BBH", one, 0, 2 + 4 * len(whole)) for one in whole)
    rules += bytes([1, 0])
    variant = options({"praet": "composite"}) + struct.pack(">I", len(rules)) + rules
    behind = struct.pack(">H", 0) + bytes([1]) + variant + options({"praet": "split"})
    head = struct.pack(">4sBBI", b"\x8f\xc2\xbc\x1b", 21, 1, len(automaton))
    return head + automaton + struct.pack(">I", len(tables)) + tables + behind


TAGS = {0: "subst:sg:nom.voc:f", 1: "subst:sg:gen:f", 2: "praet:sg:m1.m2.m3:ter:perf", 3: "adja"}
MATA = group(1, Interpretation("S", "", 0, "", 0, 0, 1), Interpretation("S", "", 1, "y", 1, 0, 1))
MATA += group(2, Interpretation("S", "", 1, "o", 3, 0, 0)) + group(1, Interpretation("V", "nie", 3, "ł", 2, 1, 0))
SMALL = compiled({"mata": MATA, "chata": MATA, "sam": group(1, Interpretation("", "", 1, "ść", 1, 0, 0))}, TAGS)


def carried(folder: Path, content: bytes) -> InstalledSource:
    """Put a dictionary into the middle of a library."""
    library = folder / "library.so"
    library.write_bytes(b"\x7fELF" + b"\x8f\xc2\xbc\x1b no dictionary" + content + bytes(64))
    (dictionary,) = dictionaries_in(library.read_bytes())
    return InstalledSource(description=DESCRIPTION, location=library, version="1", digest=dictionary.digest)


def entries(lexemes: Iterable[Lexeme]) -> list[tuple[str, str, str]]:
    return [(one.form, one.lemma, " ".join(sorted(one.grammemes))) for lexeme in lexemes for one in lexeme.entries()]


def test_homonyms_are_lexemes_apart_and_alternatives_are_readings(tmp_path: Path) -> None:
    read = list(morfeusz.lexemes(carried(tmp_path, SMALL)))
    assert entries(read)[:4] == [
        ("mata", "mata", "botany feminine nominative noun obsolete singular"),
        ("mata", "mata", "botany feminine noun obsolete singular vocative"),
        ("maty", "mata", "botany feminine genitive noun obsolete singular"),
        (
            "niemł",
            "niemł",
            "masculine-animate masculine-inanimate masculine-personal past perfective singular surname third-person",
        ),
    ]
    assert [lexeme.stem for lexeme in read] == ["mat", "m", "chat", "ch", "sa"]
    assert read[0].paradigm is read[2].paradigm
    assert "niechł" in {form for form, _, _ in entries(read)}


def test_where_no_form_is_the_lemma_the_first_stands_for_it(tmp_path: Path) -> None:
    sam = [entry for entry in entries(morfeusz.lexemes(carried(tmp_path, SMALL))) if entry[0] == "saść"]
    assert sam == [("saść", "saść", "feminine genitive noun singular")]


@pytest.mark.parametrize("size", [0, 3, 12, 200, 300, len(SMALL) - 60, len(SMALL) - 1])
def test_a_dictionary_that_is_cut_is_none(size: int) -> None:
    assert list(dictionaries_in(SMALL[:size])) == []
    with pytest.raises(NoDictionaryError):
        CompiledDictionary.read(SMALL[:size], 0)


def test_whatever_its_bytes_a_dictionary_is_read_or_refused() -> None:
    draw = random.Random(8)  # noqa: S311 - must be repeatable
    for _ in range(3000):
        content = bytearray(SMALL)
        for _ in range(draw.randint(1, 4)):
            content[draw.randrange(10, len(content))] = draw.randrange(256)
        for dictionary in dictionaries_in(bytes(content)):
            try:
                for number, (_, said) in enumerate(dictionary.lemmata()):
                    list(interpretations(said, frozenset({1, 2})))
                    if number == 1000:  # states that are shared make many lemmata of few bytes
                        break
            except NoDictionaryError:
                continue


def test_a_dictionary_that_changes_while_it_is_read_is_refused(tmp_path: Path) -> None:
    source = carried(tmp_path, SMALL)
    source.location.write_bytes(compiled({"mata": MATA}, TAGS))
    with pytest.raises(DataFileError, match="another dictionary than a moment ago"):
        list(morfeusz.lexemes(source))


def test_a_mark_that_nobody_has_described_stops_the_reading(tmp_path: Path) -> None:
    source = carried(tmp_path, compiled({"mata": MATA}, TAGS | {1: "subst:sg:nowy:f"}))
    with pytest.raises(DataFileError, match="unknown mark 'nowy'"):
        list(morfeusz.lexemes(source))


def test_without_the_package_the_command_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        raise importlib.metadata.PackageNotFoundError(name)

    monkeypatch.setattr(importlib.metadata, "distribution", nothing)
    assert sources.find(DESCRIPTION) is None
    with pytest.raises(SourceMissingError, match=r"'sgjp' is not installed; install it: python -m pip install 'slov"):
        sources.installed(DESCRIPTION)


def test_a_package_without_a_dictionary_that_can_be_read_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    class Other:
        version = "2.0"
        files = ()

    monkeypatch.setattr(importlib.metadata, "distribution", lambda _: Other())
    with pytest.raises(DataFileError, match=r"morfeusz2: version 2\.0: found no dictionary of forms"):
        sources.find(DESCRIPTION)


@cache
def whole() -> tuple[InstalledSource, Mapping[str, list[Lexeme]], float]:
    """The real dictionary by lemma, read once; and how many CPU seconds that took."""
    found = sources.find(DESCRIPTION)
    if found is None:
        pytest.skip(f"NOT TESTED, the dictionary is missing; {DESCRIPTION.install}")
    started = time.process_time()
    by_lemma: dict[str, list[Lexeme]] = {}
    for lexeme in sources.lexemes(found):
        by_lemma.setdefault(lexeme.lemma, []).append(lexeme)
    return found, by_lemma, time.process_time() - started


def readings(lemma: str, form: str) -> set[str]:
    _, by_lemma, _ = whole()
    told = (entry for lexeme in by_lemma.get(lemma, ()) for entry in lexeme.entries())
    return {" ".join(sorted(entry.grammemes)) for entry in told if entry.form == form}


MASCULINE = "masculine-animate masculine-inanimate masculine-personal"


@pytest.mark.dictionary
@pytest.mark.parametrize(
    ("lemma", "form", "told"),
    [
        pytest.param("robić", "robiłem", {f"first-person imperfective {MASCULINE} past singular"}, id="one form"),
        pytest.param("robić", "robiłom", {"first-person imperfective neuter past singular"}, id="neuter person"),
        pytest.param("robić", "robiłobyś", {"conditional imperfective neuter second-person singular"}, id="cond"),
        pytest.param("robić", "róbże", {"imperative imperfective second-person singular with-particle"}, id="-że"),
        pytest.param("robić", "róbmyż", {"first-person imperative imperfective plural with-particle"}, id="-ż"),
        pytest.param("robić", "robiono", {"imperfective impersonal-past"}, id="-no"),
        pytest.param("grać", "niegranie", {
            "imperfective negated neuter nominative singular verbal-noun",
            "accusative imperfective negated neuter singular verbal-noun",
        }, id="negated gerund"),
        pytest.param("kot", "kotem", {
            "instrumental masculine-animate noun singular",
            "colloquial instrumental masculine-personal noun singular slang",
        }, id="homonyms"),
        pytest.param("czerwony", "czerwono", {"compound-part"}, id="compound part"),
        pytest.param("polski", "polsku", {"adjective-after-preposition dative"}, id="-sku"),
        pytest.param("niwecz", "niwecz", {"fragment"}, id="fragment"),
        pytest.param("profesor", "profesory", {
            "depreciative-noun masculine-animate plural vocative",
            "depreciative-noun masculine-animate nominative plural",
            "accusative depreciative-noun masculine-animate plural",
        }, id="depreciative"),
        pytest.param("Kraków", "Krakowa", {
            "genitive geographical-name masculine-inanimate noun singular"}, id="name"),
        pytest.param("kotołak", "kotołaków", set(), id="what it does not have it does not make up"),
        pytest.param("niemająca", "niemająca", set(), id="no lemma"),
    ],
)  # fmt: skip
def test_what_the_dictionary_says_of_a_form(lemma: str, form: str, told: set[str]) -> None:
    assert readings(lemma, form) == told


@pytest.mark.dictionary
def test_it_says_the_same_as_the_generator_of_morfeusz() -> None:
    """Of 1,500 lemmata drawn: each form is one that the library itself makes, with the same tag, class and labels."""
    import morfeusz2  # noqa: PLC0415 - may be missing

    found, _, _ = whole()
    dictionary = morfeusz._dictionary_of_forms(found.location)
    assert dictionary is not None
    segments = dictionary.whole_segments(praet="composite")
    generator = morfeusz2.Morfeusz(analyse=False, praet="composite")
    lemmata = [(lemma, said) for lemma, said in dictionary.lemmata() if not set(lemma) & set(": ")]
    draw = random.Random(21)  # noqa: S311 - must be repeatable
    put_together = 0
    for lemma, said in draw.sample(lemmata, 1500):
        ours = {
            (
                one.before + lemma[: len(lemma) - one.cut] + one.behind,
                f"{lemma}:{one.homonym}" if one.homonym else lemma,
                dictionary.tags[one.tag],
                dictionary.names[one.name],
                dictionary.labels[one.labels],
            )
            for one in interpretations(said, segments)
        }
        theirs = {
            (orth, of, tag, "|".join(names), "|".join(labels))
            for orth, of, tag, names, labels in generator.generate(lemma)
            if tag != "ign"
        }
        assert ours <= theirs, lemma
        put_together += ours != theirs
    # "niewszystkowiedzący" is a lemma, and the generator puts it together from "nie" and another lemma besides.
    assert put_together < 60


@pytest.mark.dictionary
@pytest.mark.slow
def test_the_whole_dictionary_is_read_in_seconds() -> None:
    found, by_lemma, seconds = whole()
    lexemes = [lexeme for group in by_lemma.values() for lexeme in group]
    assert found.version == "1.99.15, pl.sgjp.sgjp-2026.06.01"
    assert len(lexemes) == 387_383
    assert len({id(lexeme.paradigm) for lexeme in lexemes}) == 9_335
    assert sum(len(lexeme.paradigm.slots) for lexeme in lexemes) == 10_187_737
    assert seconds < PATIENCE
