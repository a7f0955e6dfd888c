"""A recipe or a policy that extends another has what that one says, and what it says itself; subjects limit a list."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from lexicon.building.build import Edition, build
from lexicon.building.policy import load_policy
from lexicon.building.recipe import load_recipe
from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from lexicon.errors import DataFileError
from lexicon.explanation import WordStatus
from lexicon.grammar import Grammar
from tests.support import DATA, LANGUAGES, small_data

CHILD = """id = "wider"
title = "Sample with places"
description = "The sample, and places."
extends = "sample"
policy = "wider"
overrides = ["wider"]

[gate]
fewest = 1
most = 9
in = ["москва"]
out = []
"""

TEXT = "\n".join(f'{language} = "told"' for language in LANGUAGES)

POLICY = f"""id = "wider"
title = "Nouns and places"
source = "Made for the tests"
extends = "sample"

[[clause]]
id = "town"
before = "place"
admit = true
has = ["geographical-name"]
[clause.text]
{TEXT}

[[clause]]
id = "adverb"
before = "rest"
admit = true
has = ["adverb"]
[clause.text]
{TEXT}
"""

SUBJECT = """id = "wider.buildings"
title = "Buildings"
description = "Words of the sample about buildings."
extends = "wider"
policy = "buildings"
subject = "buildings"

[gate]
fewest = 1
most = 9
in = ["москва"]
out = ["стол"]
"""

FILES = {
    "lexicons/wider.toml": CHILD,
    "lexicons/wider.buildings.toml": SUBJECT,
    "policies/wider.toml": POLICY,
    "policies/buildings.toml": f"""id = "buildings"
title = "On the subject"
source = "Made for the tests"
extends = "wider"

[[clause]]
id = "elsewhere"
before = "town"
admit = false
lacks = ["on-subject"]
[clause.text]
{TEXT}
""",
    "overrides/wider.tsv": """word	decision	reason	source
дом	out	not here	the tests
мор	in	a word	the tests
""",
    "markings/buildings.toml": """id = "buildings"
title = "Buildings"
source = "Made for the tests"
grammeme = "on-subject"

[[table]]
file = "themes/buildings.tsv"
""",
    "themes/buildings.tsv": "дом\nдеревня\nмосква\n",
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = small_data(tmp_path / "data")
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")
    return folder


def change(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def built(data: Path, lexicon_id: str) -> tuple[Edition, Mapping[str, tuple[str, str]]]:
    """The edition, and what its lexicon says of every word that the sample knows: in or out, and why."""
    catalogue = Catalogue(folder=data.parent / "catalogue")
    edition = build(data, lexicon_id, catalogue=catalogue)
    lexicon = catalogue.open(lexicon_id)
    words = ("стол", "столы", "дом", "ёж", "москва", "быстро", "деньги", "мор")
    verdicts = [lexicon.check(word) for word in words]
    return edition, {one.query: ("in" if one.status is WordStatus.VALID else "out", one.reason) for one in verdicts}


def test_a_recipe_has_what_it_does_not_say_from_the_one_it_extends(data: Path) -> None:
    parent, child = load_recipe(data, "sample"), load_recipe(data, "wider")
    for key in ("licence", "alphabet", "folds", "sources", "shortest", "longest"):
        assert getattr(child, key) == getattr(parent, key)
    assert child.overrides == ("sample", "wider")
    assert child.inherited == ("sample",)
    assert child.lineage == ("wider", "sample")
    assert child.policy == "wider"


def test_clauses_stand_before_those_that_they_name(data: Path) -> None:
    policy = load_policy(data, "wider", Grammar.load(data), LANGUAGES)
    assert [(clause.id, clause.inherited) for clause in policy.clauses] == [
        ("town", False),
        ("place", True),
        ("inflected", True),
        ("noun", True),
        ("adverb", False),
        ("rest", True),
    ]
    assert policy.lineage == ("wider", "sample")


def test_of_two_files_of_overrides_the_later_decides(data: Path) -> None:
    _, words = built(data, "wider")
    # The sample's own overrides have дом and деньги in.
    assert words["дом"] == ("out", "override")
    assert words["деньги"] == ("in", "override")
    assert words["москва"] == ("in", "town")
    assert words["быстро"] == ("in", "adverb")


def test_nothing_is_warned_of_that_is_inherited(data: Path) -> None:
    change(data / "policies" / "wider.toml", 'before = "place"\nadmit = true', 'before = "place"\nadmit = false')
    change(data / "lexicons" / "wider.toml", '["москва"]', '["стол"]')
    edition, _ = built(data, "wider")
    # The clause on places decides nothing now, and the sample's override on дом says what its policy says.
    assert edition.warnings == ()


def test_a_list_on_a_subject_has_its_words_only(data: Path) -> None:
    change(data / "overrides" / "wider.tsv", "дом\tout\tnot here\tthe tests\n", "")
    _, words = built(data, "wider.buildings")
    assert words == {
        "стол": ("out", "elsewhere"),
        "столы": ("out", "elsewhere"),
        "дом": ("in", "override"),
        "ёж": ("out", "elsewhere"),
        "москва": ("in", "town"),
        "быстро": ("out", "elsewhere"),
        # Overrides that bear on other words are not among those of this list.
        "деньги": ("out", "not-attested"),
        "мор": ("out", "not-attested"),
    }


@pytest.mark.parametrize(
    "file",
    ["lexicons/wider.toml", "lexicons/sample.toml", "policies/wider.toml", "policies/sample.toml",
     "markings/buildings.toml", "themes/buildings.tsv", "overrides/wider.tsv"],
)  # fmt: skip
def test_an_edition_depends_on_every_file_it_is_read_from(data: Path, file: str) -> None:
    before, _ = built(data, "wider.buildings")
    path = data / file
    path.write_text(path.read_text(encoding="utf-8") + "# another line\n", encoding="utf-8")
    after, _ = built(data, "wider.buildings")
    assert before.manifest.data_digest != after.manifest.data_digest


@pytest.mark.parametrize(
    ("file", "old", "new", "where", "found"),
    [
        pytest.param(
            "lexicons/wider.toml", '"sample"', '"wider"', "line 4, extends", "'wider', which", id="recipe: itself"
        ),
        pytest.param(
            "lexicons/wider.toml",
            'overrides = ["wider"]',
            'overrides = ["sample"]',
            "line 6, overrides",
            "'sample' twice",
            id="recipe: overrides that it inherits",
        ),
        pytest.param(
            "lexicons/wider.buildings.toml",
            'subject = "buildings"',
            'subject = "trees"',
            "line 6, subject",
            "'trees'",
            id="recipe: no such subject",
        ),
        pytest.param(
            "policies/wider.toml", '"sample"', '"wider"', "line 4, extends", "'wider', which", id="policy: itself"
        ),
        pytest.param(
            "policies/wider.toml", '"place"', '"palace"', "line 8, clause[0].before", "'palace'", id="no such clause"
        ),
        pytest.param(
            "policies/wider.toml", 'id = "town"', 'id = "noun"', "line 7, clause[0].id", "'noun'", id="a clause twice"
        ),
        pytest.param(
            "policies/wider.toml",
            'before = "place"\n',
            "",
            "line 6, clause[0].before",
            "no such key",
            id="a clause without its place",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(data: Path, file: str, old: str, new: str, where: str, found: str) -> None:
    change(data / file, old, new)
    with pytest.raises(DataFileError) as caught:
        build(data, Path(file).stem, catalogue=Catalogue(folder=data.parent / "catalogue"))
    assert caught.value.where == where
    assert found in caught.value.found


def test_recipes_in_a_circle_are_refused(data: Path) -> None:
    sample = data / "lexicons" / "sample.toml"
    sample.write_text('extends = "wider"\n' + sample.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(DataFileError, match="'wider', which extends this one; expected a recipe without a circle"):
        load_recipe(data, "wider")


#: The subjects of the list of crosswords, by the id of the marking.
SUBJECTS = ("art", "botany", "chemistry", "mathematics", "medicine", "music", "sport", "zoology")
LEXICON = "ru-krestoslovitsa"


def theme(subject: str) -> list[str]:
    lines = (DATA / "themes" / f"{subject}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if not line.startswith("#")]


def test_every_subject_has_a_recipe_and_a_table() -> None:
    assert {path.stem for path in (DATA / "themes").glob("*.tsv")} == set(SUBJECTS)
    for subject in SUBJECTS:
        recipe = load_recipe(DATA, f"{LEXICON}.{subject}")
        assert (recipe.subject, recipe.lineage[1]) == (subject, LEXICON)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_subject_has_words_enough_and_all_are_in_the_list(
    real_lexicon: Callable[[str], Lexicon], subject: str
) -> None:
    lexicon, words = real_lexicon(LEXICON), theme(subject)
    assert len(words) >= 250
    assert [word for word in words if lexicon.check(word).status is not WordStatus.VALID] == []


@pytest.mark.slow
@pytest.mark.parametrize("subject", SUBJECTS)
def test_the_list_on_a_subject_is_a_part_of_the_list(real_lexicon: Callable[[str], Lexicon], subject: str) -> None:
    whole, part = real_lexicon(LEXICON), real_lexicon(f"{LEXICON}.{subject}")
    assert [word for word in part.words() if word not in whole] == []
    assert [word for word in theme(subject) if part.check(word).status is not WordStatus.VALID] == []
    stranger = part.check("москва")
    assert (stranger.status, stranger.reason) == (WordStatus.NOT_IN_LEXICON, "off-subject")
    assert json.loads(part.manifest.canonical())["lexicon_id"] == f"{LEXICON}.{subject}"
