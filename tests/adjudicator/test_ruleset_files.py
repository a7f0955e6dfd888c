"""Ruleset files: all ship sound, and every flaw of a file or of a setting is named."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest

from adjudicator.board import Square
from adjudicator.errors import SettingError
from adjudicator.layout import Premium, layout_ids, load_layout, parse_layout
from adjudicator.ruleset import load_ruleset, parse_ruleset, ruleset_ids
from adjudicator.switches import SOURCES
from lexicon.errors import DataFileError, UnknownIdError
from tests.adjudicator.drawing import DATA, ruleset


@pytest.mark.parametrize("ruleset_id", ruleset_ids(DATA))
def test_every_shipped_ruleset_loads_and_says_where_each_value_comes_from(ruleset_id: str) -> None:
    rules = load_ruleset(DATA, ruleset_id)
    assert set(rules.tiles.points) == set(rules.alphabet.letters)
    for switch in rules.switches.values():
        assert switch.source in SOURCES
        assert len(switch.citation) > 10, switch.name
        assert switch.value == switch.default
        assert switch.takes(switch.value)


@pytest.mark.parametrize(
    ("ruleset_id", "total", "letters"),
    [
        ("crosslet", 128, 32),
        ("crosslet-en", 100, 26),
        ("krestoslovitsa", 130, 32),
        ("scrabble-pl", 100, 32),
        ("scrabble-bg", 102, 30),
    ],
)
def test_each_game_has_as_many_tiles_as_its_text_says(ruleset_id: str, total: int, letters: int) -> None:
    tiles = ruleset(ruleset_id).tiles
    assert tiles.total == total
    assert len(tiles.points) == letters
    assert tiles.blank_count == 2


@pytest.mark.parametrize(
    ("ruleset_id", "word", "points"),
    [
        ("crosslet", "Ы", 5),
        ("krestoslovitsa", "ПРОПОЛКА", 13),
        ("krestoslovitsa", "ФЕТР", 15),
        ("krestoslovitsa", "ЩУКА", 16),
        ("scrabble-pl", "ŻB", 8),
        ("crosslet-en", "CUT", 5),
        ("crosslet-en", "DIVES", 9),
    ],
)
def test_the_sums_that_the_texts_print(ruleset_id: str, word: str, points: int) -> None:
    table = ruleset(ruleset_id).tiles.points
    assert sum(table[letter] for letter in word) == points


def test_counts_that_nobody_knows_are_marked_as_an_example() -> None:
    assert ruleset("crosslet").examples_in_force == ("tiles.counts",)
    assert ruleset("krestoslovitsa").examples_in_force == ()
    assert ruleset("krestoslovitsa", {"tiles.table": "tutkrabov"}).examples_in_force == ("tiles.counts",)


@pytest.mark.parametrize(
    ("layout_id", "doubled_letters", "tripled_letters", "doubled_words", "tripled_words"),
    [
        ("scrabble_standard", 24, 12, 17, 8),
        ("scrabble_no_centre", 24, 12, 16, 8),
        ("erudit", 24, 8, 16, 8),
        ("plain", 0, 0, 0, 0),
    ],
)
def test_the_drawn_boards(
    layout_id: str, doubled_letters: int, tripled_letters: int, doubled_words: int, tripled_words: int
) -> None:
    layout = load_layout(DATA, layout_id)
    premiums = list(layout.premiums.values())
    assert (layout.row_count, layout.column_count, layout.start) == (15, 15, Square(7, 7))
    assert premiums.count(Premium(letter=2)) == doubled_letters
    assert premiums.count(Premium(letter=3)) == tripled_letters
    assert premiums.count(Premium(word=2)) == doubled_words
    assert premiums.count(Premium(word=3)) == tripled_words
    for (row, column), premium in layout.premiums.items():
        assert layout.premiums[Square(column, row)] == premium
        assert layout.premiums[Square(14 - row, column)] == premium


@pytest.mark.parametrize(
    ("value", "premium"),
    [("as_drawn", Premium(word=2)), ("none", None), ("word_2", Premium(word=2))],
)
def test_the_centre_may_be_played_otherwise_than_drawn(value: str, premium: Premium | None) -> None:
    layout = ruleset("scrabble-bg", {"layout.centre_premium": value}).layout
    assert layout.premiums.get(layout.start) == premium


# Settings


@pytest.mark.parametrize(
    ("settings", "switch", "found"),
    [
        ({"premum": "once"}, "premum", "no such switch"),
        ({"premium": "twice"}, "premium", "'twice'"),
        ({"premium": True}, "premium", "True"),
        ({"single_line": 1}, "single_line", "1"),
        ({"single_line": "true"}, "single_line", "'true'"),
        ({"bonus.min_tiles": -1}, "bonus.min_tiles", "-1"),
        ({"bonus.min_tiles": 6.5}, "bonus.min_tiles", "6.5"),
        ({"bonus.min_tiles": True}, "bonus.min_tiles", "True"),
        ({"bonus.min_tiles": 10**9}, "bonus.min_tiles", "1000000000"),
        ({"challenge.wrong": "points:"}, "challenge.wrong", "'points:'"),
        ({"challenge.wrong": "points:x"}, "challenge.wrong", "'points:x'"),
        ({"challenge.wrong": "points:٣"}, "challenge.wrong", "'points:٣'"),
        ({"layout": "octagon"}, "layout", "'octagon'"),
        ({"yo_policy": "fold"}, "yo_policy", "no such switch"),
        ({"tiles.table": "custom"}, "tiles.custom", "tiles.table = custom without tiles.custom"),
    ],
)
def test_a_setting_the_ruleset_does_not_take(settings: Mapping[str, object], switch: str, found: str) -> None:
    with pytest.raises(SettingError) as caught:
        load_ruleset(DATA, "scrabble-pl", settings)
    assert [(fault.switch, fault.found) for fault in caught.value.faults] == [(switch, found)]
    assert caught.value.faults[0].allowed
    assert "scrabble-pl" in str(caught.value)


def test_all_wrong_settings_are_named_at_once() -> None:
    with pytest.raises(SettingError) as caught:
        load_ruleset(DATA, "scrabble-pl", {"premium": "twice", "swap": 1, "nothing": 0})
    assert sorted(fault.switch for fault in caught.value.faults) == ["nothing", "premium", "swap"]


def test_a_number_may_come_as_the_wire_sends_it() -> None:
    assert load_ruleset(DATA, "scrabble-pl", {"bonus.min_tiles": 6.0}).rules.bonus_min_tiles == 6


def test_a_setting_does_not_leak_into_the_next_ruleset() -> None:
    changed = load_ruleset(DATA, "scrabble-pl", {"single_line": False})
    assert not changed.rules.single_line
    assert changed.switches["single_line"].default is True
    assert load_ruleset(DATA, "scrabble-pl").rules.single_line


def test_a_ruleset_that_is_kept_does_not_take_a_number_for_a_flag() -> None:
    load_ruleset(DATA, "scrabble-pl", {"single_line": False})
    with pytest.raises(SettingError):
        load_ruleset(DATA, "scrabble-pl", {"single_line": 0})


def test_an_unknown_ruleset_tells_which_there_are() -> None:
    with pytest.raises(UnknownIdError) as caught:
        load_ruleset(DATA, "../crosslet")
    assert caught.value.known == ruleset_ids(DATA)


def own_tiles(letters: tuple[str, ...]) -> dict[str, object]:
    return {"letters": {letter: {"count": 4, "points": 3} for letter in letters}, "blanks": 1}


def test_a_group_plays_with_its_own_tiles() -> None:
    letters = ruleset("crosslet").alphabet.letters
    own = ruleset("crosslet", {"tiles.table": "custom", "tiles.custom": own_tiles(letters)})
    assert own.tiles.total == 4 * 32 + 1
    assert own.tiles.points["Ы"] == 3
    assert own.examples_in_force == ()


def test_with_a_tile_for_it_yo_is_a_letter() -> None:
    letters = (*ruleset("crosslet").alphabet.letters, "Ё")
    settings = {"tiles.table": "custom", "tiles.custom": own_tiles(letters), "yo_policy": "letter"}
    assert "Ё" in ruleset("crosslet", settings).tiles.points
    with pytest.raises(SettingError):
        ruleset("crosslet", {"yo_policy": "letter"})


@pytest.mark.parametrize("count", [10**400, -1, 1.5, float("nan"), float("inf"), True, "4", None], ids=str)
def test_a_count_that_is_none_is_refused(count: object) -> None:
    own = own_tiles(ruleset("crosslet").alphabet.letters)
    own["letters"]["А"]["count"] = count  # type: ignore[index]
    with pytest.raises(SettingError):
        ruleset("crosslet", {"tiles.table": "custom", "tiles.custom": own})


def test_a_setting_of_any_size_is_refused_in_a_short_sentence() -> None:
    for value in (10**5000, "x" * 100_000, float("nan")):
        with pytest.raises(SettingError) as caught:
            ruleset("crosslet", {"rack.size": value})
        assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "own",
    [{}, "tiles", {"letters": {}, "blanks": 1}, {"letters": {"А": 1}, "blanks": 1}, {"letters": None, "blanks": -1}],
)
def test_own_tiles_of_another_form_are_refused(own: object) -> None:
    with pytest.raises(SettingError) as caught:
        ruleset("crosslet", {"tiles.table": "custom", "tiles.custom": own})
    assert caught.value.faults[0].switch == "tiles.custom"


# Files


def broken(text: str, replacement: str, *, file: str = "scrabble-pl") -> DataFileError:
    """What is said of a shipped file in which ``text`` was replaced."""
    path = DATA / "rulesets" / f"{file}.toml"
    whole = path.read_text(encoding="utf-8")
    assert text in whole
    with pytest.raises(DataFileError) as caught:
        parse_ruleset(DATA, path, file, whole.replace(text, replacement, 1))
    assert caught.value.path == path
    return caught.value


@pytest.mark.parametrize(
    ("text", "replacement", "where"),
    [
        pytest.param('id = "scrabble-pl"', 'id = "other"', "id", id="another id than the file's name"),
        pytest.param("title =", "titel =", "keys", id="an unknown key"),
        pytest.param("[folds]", "folds = true", "folds", id="a flag for a table"),
        pytest.param('title = "Scrabble (Polish)"', "title = 3", "title", id="a number for a text"),
        pytest.param("total = 100", "total = true", "tiles, total", id="a flag for a number"),
        pytest.param("[tiles.polish]", "[tiles.polish.x]", "tiles, polish, x", id="a table for a text"),
        pytest.param("default = 7, ", "default = [7], ", "switches, rack.size, default", id="a list for a value"),
        pytest.param('rack.size" = {', 'rack.size" = [] #', "switches, rack.size", id="a list for a switch"),
        pytest.param("allowed = [false, true]", "allowed = true", "switches, rack.open, allowed", id="no list"),
        pytest.param("title =", "title", "TOML", id="no TOML"),
        pytest.param("single_line =", "single_lines =", "switches", id="an unknown switch"),
        pytest.param('allowed = ["once", "always", "listed"]', "allowed = []", "switches, premium", id="none allowed"),
        pytest.param('"listed"]', '"never"]', "switches, premium", id="a value nobody can act on"),
        pytest.param('default = "once"', 'default = "twice"', "switches, premium", id="a default that is not allowed"),
        pytest.param('"plain"]', '"round"]', "switches, layout", id="a board that is not drawn"),
        pytest.param("blanks = 2", "blanks = 3", "tiles, polish", id="one tile too many"),
        pytest.param("letter A Ą", "letter A A", "tiles, polish", id="a letter twice"),
    ],
)
def test_a_flaw_of_a_ruleset_file_is_named_with_its_place(text: str, replacement: str, where: str) -> None:
    assert broken(text, replacement).where == where


def test_a_premium_without_source_is_refused() -> None:
    error = broken(
        'source = "other", citation = "the board of the game', 'source = "hearsay", citation = "the board of the game'
    )
    assert error.where == "switches, layout"
    assert "hearsay" in error.found


@pytest.mark.parametrize(
    ("text", "replacement", "where"),
    [
        ('id = "erudit"', 'id = "round"', "id"),
        ("T..d...T...d..T", "T..d...T...d..", "squares"),
        ("T..d...T...d..T", "T..d...X...d..T", "squares, (0, 7)"),
        ("{ start = true }", "{}", "squares"),
        ("{ letter = 2 }", "{ letter = 0 }", "legend, 'd'"),
        ("{ letter = 2 }", "{ letters = 2 }", "legend, 'd'"),
        ("[legend]", "[legends]", "keys"),
        ('squares = """', 'legend = 5\nsquares = """', "TOML"),
        ('id = "erudit"', "id = 5", "id"),
        ("{ letter = 2 }", "[2]", "legend, d"),
        ("{ letter = 2 }", "{ letter = true }", "legend, d, letter"),
    ],
)
def test_a_flaw_of_a_drawn_board_is_named_with_its_place(text: str, replacement: str, where: str) -> None:
    path = DATA / "layouts" / "erudit.toml"
    whole = path.read_text(encoding="utf-8")
    assert text in whole
    with pytest.raises(DataFileError) as caught:
        parse_layout(path, "erudit", whole.replace(text, replacement, 1))
    assert caught.value.where == where


def test_the_names_of_the_boards() -> None:
    assert {"erudit", "plain", "scrabble_no_centre", "scrabble_standard"} <= set(layout_ids(DATA))


@pytest.mark.parametrize("file", ["rulesets/crosslet.toml", "layouts/erudit.toml"])
def test_a_file_in_another_encoding_is_named_with_its_line(tmp_path: Path, file: str) -> None:
    for folder in ("alphabets", "layouts", "rulesets"):
        shutil.copytree(DATA / folder, tmp_path / folder)
    text = (DATA / file).read_text(encoding="utf-8")
    (tmp_path / file).write_bytes(b"# \xca\n" + text.encode())
    with pytest.raises(DataFileError) as caught:
        load_ruleset(tmp_path, "crosslet")
    assert (caught.value.path, caught.value.where) == (tmp_path / file, "line 1")
    # Some editors begin a file with a byte order mark.
    (tmp_path / file).write_bytes(b"\xef\xbb\xbf" + text.encode())
    assert load_ruleset(tmp_path, "crosslet").id == "crosslet"


def test_a_board_of_another_size_is_data(tmp_path: Path) -> None:
    for folder in ("alphabets", "layouts", "rulesets"):
        shutil.copytree(DATA / folder, tmp_path / folder)
    (tmp_path / "layouts" / "plain.toml").write_text(
        'id = "plain"\nsource = "configurable"\ncitation = "a test"\n'
        'squares = """\n.....\n..*..\n.....\n"""\n[legend]\n"." = {}\n"*" = { start = true }\n',
        encoding="utf-8",
    )
    small = load_ruleset(tmp_path, "crosslet", {"layout": "plain"})
    assert small.empty_board().rows() == (".....", ".....", ".....")
    assert small.layout.start == Square(1, 2)
