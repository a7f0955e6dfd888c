"""Whole dictionaries: exact counts, and the program `hunspell` on thousands of forms and non-forms."""

from __future__ import annotations

import random
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.lexicon.sources.hunspell_program import all_forms, needs_program, refused

pytestmark = [pytest.mark.dictionary, pytest.mark.slow]

SAMPLE = 3000
SEED = 20260501


@dataclass(frozen=True, slots=True, kw_only=True)
class Dictionary:
    """A dictionary of Debian: its affix file by name, its package, what is known of it.

    ``forms`` counts those of ``version``; None where nobody has counted. A ``closed`` one makes no compounds.
    """

    name: str
    package: str
    version: str = ""
    forms: int | None = None
    closed: bool = True

    @property
    def affixes(self) -> Path:
        return Path("/usr/share/hunspell", f"{self.name}.aff")


DEBIAN = "1:7.5.0-1"
DICTIONARIES = (
    Dictionary(name="ru_RU", package="hunspell-ru", version=DEBIAN, forms=1_437_107),
    Dictionary(name="pl_PL", package="hunspell-pl", version=DEBIAN, forms=3_765_791),
    Dictionary(name="bg_BG", package="hunspell-bg", version=DEBIAN, forms=867_136),
    # Those use what the three do not: flags of two characters, circumfixes, whole words stripped …
    Dictionary(name="fr", package="hunspell-fr-classical"),
    # … aliases …
    Dictionary(name="hr_HR", package="hunspell-hr"),
    # … flags as numbers, words that need an affix.
    Dictionary(name="da_DK", package="hunspell-da", closed=False),
    Dictionary(name="de_DE", package="hunspell-de-de", closed=False),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Expanded:
    dictionary: Dictionary
    forms: Sequence[str]


@pytest.fixture(scope="module", params=DICTIONARIES, ids=lambda dictionary: dictionary.name)
def expanded(request: pytest.FixtureRequest) -> Expanded:
    """One dictionary with all its forms; the next one takes its place in memory."""
    dictionary: Dictionary = request.param
    if not dictionary.affixes.exists():
        pytest.skip(f"NOT TESTED: sudo apt-get install {dictionary.package}")
    return Expanded(dictionary=dictionary, forms=all_forms(dictionary.affixes, dictionary.affixes.with_suffix(".dic")))


def installed_version(package: str) -> str:
    program = shutil.which("dpkg-query")
    if program is None:
        return "of unknown version"
    return subprocess.run([program, "-W", "-f=${Version}", package], capture_output=True, text=True, check=False).stdout


def sample(forms: Sequence[str], chance: random.Random) -> list[str]:
    """Choose forms of letters only: the program parts others into several words."""
    return chance.sample([form for form in forms if form.isalpha()], SAMPLE)


def one_letter_away(forms: Sequence[str], chance: random.Random) -> list[str]:
    """Choose spellings one letter away from a form that are no form in any letter case."""
    near, letters = sample(forms, chance), sorted({letter for form in forms[:SAMPLE] for letter in form.lower()})
    known = {form.lower() for form in forms}
    others: list[str] = []
    while len(others) < SAMPLE:
        form = chance.choice(near).lower()
        at = chance.randrange(len(form))
        changed = form[:at] + chance.choice(letters) + form[at + 1 :]
        if changed not in known and changed.isalpha():
            others.append(changed)
    return others


def test_the_count_of_forms_is_exact(expanded: Expanded) -> None:
    dictionary = expanded.dictionary
    assert len(expanded.forms) == len(set(expanded.forms))
    if dictionary.forms is None:
        return
    here = installed_version(dictionary.package)
    if here != dictionary.version:
        pytest.skip(f"NOT COUNTED: {dictionary.package} is {here}; counts are known for {dictionary.version}")
    assert len(expanded.forms) == dictionary.forms


@needs_program
def test_the_program_accepts_the_forms(expanded: Expanded) -> None:
    chance = random.Random(SEED)  # noqa: S311 - a sample, not a secret
    forms = sample(expanded.forms, chance)
    assert len(forms) == SAMPLE
    assert refused(expanded.dictionary.affixes, forms) == set()


@needs_program
def test_the_program_refuses_what_is_no_form(expanded: Expanded) -> None:
    if not expanded.dictionary.closed:
        return  # Compounds are words there and no forms here.
    chance = random.Random(SEED)  # noqa: S311 - a sample, not a secret
    others = one_letter_away(expanded.forms, chance)
    assert refused(expanded.dictionary.affixes, others) == set(others)


#: Where no rule names letters of several bytes in brackets: there the expander of hunspell-tools loses forms.
UNMUNCHED = {"pl_PL": "iso8859-2", "bg_BG": "utf-8"}


def test_the_set_is_that_of_unmunch(expanded: Expanded) -> None:
    dictionary, program = expanded.dictionary, shutil.which("unmunch")
    if dictionary.name not in UNMUNCHED:
        return
    if program is None:
        pytest.skip("NOT COMPARED: sudo apt-get install hunspell-tools")
    paths = [str(dictionary.affixes.with_suffix(".dic")), str(dictionary.affixes)]
    listed = subprocess.run([program, *paths], capture_output=True, check=True).stdout
    assert set(expanded.forms) == set(listed.decode(UNMUNCHED[dictionary.name]).split("\n")) - {""}
