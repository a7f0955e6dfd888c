"""What many tests share: the shipped data, a small dictionary, and a data folder with a recipe around it."""

from __future__ import annotations

import shutil
from pathlib import Path

from lexicon.alphabet import Alphabet, load_alphabet
from lexicon.building.build import Edition, build
from lexicon.building.lexeme import Lexeme, Paradigm, Slot
from lexicon.building.policy import Policy, load_policy
from lexicon.catalogue import Catalogue
from lexicon.datafile import ids_in
from lexicon.grammar import Grammar

ROOT = Path(__file__).parents[1]
DATA = ROOT / "data"
GOLDEN = ROOT / "tests" / "golden"
#: The languages of explanations: every clause is told in each.
LANGUAGES = ids_in(DATA / "telling")
#: What tests keep between runs, for instance a built edition of the real dictionary; never committed.
CACHE = ROOT / ".cache" / "tests"

#: A dictionary of the traps, one lexeme a paragraph; the first form is the lemma. In each form the stem stands between
#: two bars, what is before and behind it is its prefix and suffix; its grammemes follow.
DICTIONARY = """
|стол|      noun masculine inanimate singular nominative
|стол|а     noun masculine inanimate singular genitive
|стол|ы     noun masculine inanimate plural nominative
|стол|ами   noun masculine inanimate plural instrumental

|ёж|        noun masculine animate singular nominative
|еж|ом      noun masculine animate singular instrumental

|еж|        noun masculine inanimate singular nominative

|роза|      noun feminine inanimate singular nominative

|Роз|а      noun feminine animate given-name singular nominative
|Роз|у      noun feminine animate given-name singular accusative

|ворот|а    noun inanimate plural-only plural nominative
|ворот|     noun inanimate plural-only plural genitive

|ворот|     noun masculine inanimate singular nominative
|ворот|а    noun masculine inanimate singular genitive

|кафе-бар|  noun masculine inanimate singular nominative

|хорош|ий   adjective qualitative singular masculine nominative
|лучш|ий    adjective superlative singular masculine nominative
наи|лучш|ий adjective superlative singular masculine nominative

|больш|ой   adjective qualitative singular masculine nominative
наи|больш|ий adjective superlative singular masculine nominative

|США|       noun plural-only indeclinable abbreviation geographical-name plural nominative
"""


def lexemes(text: str) -> list[Lexeme]:
    """Read lexemes drawn as `DICTIONARY` draws them; one whose forms have several stems has none in common."""
    return [_lexeme(paragraph.splitlines()) for paragraph in text.strip().split("\n\n")]


def _lexeme(lines: list[str]) -> Lexeme:
    drawn = [line.split() for line in lines]
    stems = {form.split("|")[1] for form, *_ in drawn}
    stem = stems.pop() if len(stems) == 1 else ""
    slots = []
    for form, *grammemes in drawn:
        before, own, behind = form.split("|")
        prefix, suffix = (before, behind) if stem else ("", before + own + behind)
        slots.append(Slot(prefix=prefix, suffix=suffix, grammemes=frozenset(grammemes)))
    return Lexeme(stem=stem, paradigm=Paradigm(slots=tuple(slots)))


def russian() -> Alphabet:
    """Return the Russian alphabet as the recipes fold it: Ё is compared as Е."""
    return load_alphabet(DATA, "russian", folds=["Ё"])


def common_nouns() -> Policy:
    """Return the policy of the common nouns."""
    return load_policy(DATA, "russian-common-nouns", Grammar.load(DATA), LANGUAGES)


#: A dictionary that a subprocess can read too, in the form of Hunspell: four nouns, two of them inflected.
AFFIXES = """SET UTF-8
SFX S Y 3
SFX S 0 а . is:genitive
SFX S 0 ы . is:plural
SFX S 0 ами . is:plural
"""
WORDS = """5
стол/S po:noun
дом po:noun
ёж po:noun
москва po:noun is:place
быстро po:adverb
"""

FILES = {
    "lexicons/sample.toml": """id = "sample"
title = "Sample"
description = "Four nouns."
licence = "CC0-1.0"
alphabet = "russian"
folds = ["Ё"]
policy = "sample"
sources = ["sample"]
overrides = ["sample"]
shortest = 2
longest = 15

[gate]
fewest = 2
most = 9
in = ["стол", "дом"]
out = ["столы", "москва"]
""",
    "policies/sample.toml": """id = "sample"
title = "Nouns in their first form"
source = "Made for the tests"

[[clause]]
id = "place"
admit = false
has = ["geographical-name"]
[clause.text]
{place}

[[clause]]
id = "inflected"
admit = false
any = ["genitive", "plural"]
[clause.text]
{inflected}

[[clause]]
id = "noun"
admit = true
has = ["noun"]
[clause.text]
{noun}

[[clause]]
id = "rest"
admit = false
[clause.text]
{rest}
""",
    "overrides/sample.tsv": "word\tdecision\treason\tsource\n# A plural with a life of its own.\n"
    "деньги\tin\theadword in the plural\tthe tests\nдом\tin\ta house\tthe tests\n",
    "sources/sample.toml": """id = "sample"
name = "Sample dictionary"
title = "Dictionary of the tests"
reader = "hunspell"
homepage = "example.org"
licence = "CC0-1.0"
attribution = "the tests"
allows = ["CC0-1.0"]
distribution = "sample"
install = "it is there"
ignored = []

[files]
affixes = "sample.aff"
words = "sample.dic"

[grammemes]
"po:noun" = "noun"
"po:adverb" = "adverb"
"is:genitive" = "genitive"
"is:plural" = "plural"
"is:place" = "geographical-name"
""",
    "dictionaries/sample/sample.aff": AFFIXES,
    "dictionaries/sample/sample.dic": WORDS,
}

#: What the recipe of the small data folder makes.
SMALL_LIST = ("ДЕНЬГИ", "ДОМ", "ЕЖ", "СТОЛ")


def small_data(folder: Path) -> Path:
    """Write a data folder with one recipe, ``sample``, and all that it names; return the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(DATA / "grammemes.toml", folder)
    for shared in ("alphabets", "telling"):
        shutil.copytree(DATA / shared, folder / shared)
    texts = {
        clause: "\n".join(f'{language} = "{clause} in {language}"' for language in LANGUAGES)
        for clause in ("place", "inflected", "noun", "rest")
    }
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content.format(**texts) if "policies" in name else content, encoding="utf-8")
    return folder


def small_edition(folder: Path, *, edition: str = "") -> Edition:
    """Build the small list into the catalogue ``folder / "catalogue"``."""
    data = folder / "data"
    return build(
        data if data.exists() else small_data(data),
        "sample",
        catalogue=Catalogue(folder=folder / "catalogue"),
        edition=edition,
    )
