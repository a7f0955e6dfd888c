"""GCG line by line: what each form of line means, what is refused and where."""

from __future__ import annotations

import dataclasses
import time

import pytest

from adjudicator.board import Square
from adjudicator.errors import RequestError
from adjudicator.events import EndRack, Event, MoveMade, Penalty, PlayChallenged, PlayWithdrawn, RackShown
from adjudicator.gcg_reading import MOST_FAULTS, read_gcg
from adjudicator.gcg_text import ENCODINGS
from adjudicator.gcg_writing import write_gcg
from adjudicator.moves import Exchange, Pass, PlacedTile, Placement
from adjudicator.record import LONGEST_RECORD, GameRecord, RecordedEvent
from adjudicator.record_errors import NotExpressibleError, RecordError, RecordFault
from adjudicator.replay import replay
from adjudicator.ruleset import load_ruleset
from adjudicator.words import LexiconWords, Unchecked
from lexicon.alphabet import Word, load_alphabet
from tests.adjudicator.referee.playing import DATA

HEAD = "#character-encoding UTF-8\n#player1 Ala Ala Nowak\n#player2 Bob Bob\n"
FIRST = ">Ala: KOTAĄŻ? 8G KOT +10 10\n"


def read(text: str | bytes, ruleset_id: str = "scrabble-pl") -> GameRecord:
    content = text.encode() if isinstance(text, str) else text
    ruleset = load_ruleset(DATA, ruleset_id)
    return read_gcg(content, ruleset=ruleset, settings={}, word_source={"unchecked": True}, words=Unchecked())


def last(lines: str, *, after: str = HEAD + FIRST) -> RecordedEvent:
    return read(after + lines).events[-1]


def fault(text: str | bytes) -> RecordFault:
    with pytest.raises(RecordError) as caught:
        read(text)
    return caught.value.faults[0]


def laid(*tiles: tuple[int, int, str]) -> Placement:
    return Placement(
        tiles=tuple(
            PlacedTile(square=Square(row, column), letter=letter.upper(), blank=letter.islower())
            for row, column, letter in tiles
        )
    )


@pytest.mark.parametrize(
    ("line", "event"),
    [
        pytest.param(">Bob: CABĄ H8 .C +3 3", MoveMade(seat=2, move=laid((8, 7, "C")), rack=tuple("CABĄ")), id="dots"),
        pytest.param(
            ">Bob: CABĄ H8 OC +3 3", MoveMade(seat=2, move=laid((8, 7, "C")), rack=tuple("CABĄ")), id="letters"
        ),
        pytest.param(">Bob: C h8 (O)C +3 3", MoveMade(seat=2, move=laid((8, 7, "C")), rack=("C",)), id="brackets"),
        pytest.param(">Bob: H8 .c +1 1", MoveMade(seat=2, move=laid((8, 7, "c"))), id="a blank, no rack"),
        pytest.param(">Bob: AB? - +0 0", MoveMade(seat=2, move=Pass(), rack=tuple("AB?")), id="pass"),
        pytest.param(">Bob: AB -0 +0 0", MoveMade(seat=2, move=Pass(), rack=tuple("AB")), id="none exchanged"),
        pytest.param(">Bob: -5 +0 0", MoveMade(seat=2, move=Exchange(count=5)), id="an exchange by number"),
        pytest.param(
            ">Bob: Ą?B -Ą\u0328? +0 0".replace("Ą\u0328", "A\u0328"),
            MoveMade(seat=2, move=Exchange(count=2, letters=("Ą", "?")), rack=tuple("Ą?B")),
            id="an exchange counted in letters, not in bytes or code points",
        ),
        pytest.param(">Ala: KOTAĄŻ? -- -10 0", PlayWithdrawn(seat=1), id="a play that came off"),
        pytest.param(">Ala: (challenge) +5 15", PlayChallenged(seat=2, play_stands=True), id="points, no rack"),
        pytest.param(">Ala: AĄ (Challenge) +5 15", PlayChallenged(seat=2, play_stands=True), id="points and a rack"),
        pytest.param(">Bob: (time) -10 -10", Penalty(seat=2, points=10), id="time"),
        pytest.param(">Bob: ŻB (ŻB) -8 2", EndRack(seat=2, letters=("Ż", "B")), id="his own tiles at the end"),
        pytest.param(">Bob: (ŻB) -8 2", EndRack(seat=2, letters=("Ż", "B")), id="his own tiles, no rack"),
        pytest.param(">Ala: (ŻB) +8 18", EndRack(seat=2, letters=("Ż", "B"), credited_to=1), id="those of the other"),
        pytest.param("#rack2 ABC", RackShown(seat=2, letters=("A", "B", "C")), id="a rack at the moment"),
    ],
)
def test_a_line_is_an_event(line: str, event: Event) -> None:
    assert last(line).event == event


def test_points_and_totals_are_kept_as_they_stand() -> None:
    recorded = last(">Bob: - +7 -3")
    assert (recorded.score, recorded.total) == (7, -3)


def test_a_square_is_free_again_once_the_play_on_it_came_off() -> None:
    text = HEAD + FIRST + ">Ala: KOTAĄŻ? -- -10 0\n>Bob: OT 8H OT +6 6\n"
    assert read(text).events[-1].event == MoveMade(seat=2, move=laid((7, 7, "O"), (7, 8, "T")), rack=("O", "T"))


def test_notes_belong_to_the_move_before_and_go_on_over_lines() -> None:
    record = read(HEAD + "#note before\n" + FIRST + "#note one\nmore\n#note two\n>Bob: - +0 0\n")
    assert [recorded.note for recorded in record.events] == ["one\nmore\ntwo", ""]
    assert record.remarks == (("note", "before"),)


def test_what_says_nothing_of_the_game_is_kept() -> None:
    record = read(HEAD + "#title Próba\n#description x y\n#lexicon OSPS49\n#incomplete\n" + FIRST)
    assert (record.title, record.incomplete) == ("Próba", True)
    assert record.remarks == (("description", "x y"), ("lexicon", "OSPS49"))


def test_who_moves_first_is_on_turn_first() -> None:
    assert read(HEAD + ">Bob: - +0 0\n>Ala: - +0 0\n").first_seat == 2


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_lines_end_in_any_way(ending: str) -> None:
    assert read((HEAD + FIRST).replace("\n", ending)).events == read(HEAD + FIRST).events


def test_without_the_pragma_a_file_is_latin_1() -> None:
    text = "#player1 Zoé Zoé\n#player2 Bob Bob\n>Zoé: KOÓ 8G KOÓ +18 18\n"
    record = read(text.encode("latin-1"))
    assert (record.game.seating.name(1), record.events) == ("Zoé", read("\ufeff" + text).events)
    # The line end of Unicode that Latin-1 has as a letter's neighbour breaks no line.
    assert read(text.replace("Bob Bob", "Bob B\x85b").encode("latin-1")).game.seating.name(2) == "B\x85b"


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_is_read(name: str) -> None:
    text = f"#character-encoding {name.upper()}\n#player1 A A\n#player2 B B\n>A: - +0 0\n"
    assert len(read(text.encode(ENCODINGS[name])).events) == 1


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        pytest.param(HEAD + ">Cyd: - +0 0\n", 4, 2, id="an unknown player"),
        pytest.param(HEAD + ">Ala - +0 0\n", 4, 2, id="no colon"),
        pytest.param(HEAD + ">Ala: +0 0\n", 4, 6, id="nothing done"),
        pytest.param(HEAD + ">Ala: KOT 8G KOT +x 10\n", 4, 18, id="points that are none"),
        pytest.param(HEAD + ">Ala: KOT 8G KOT +10 ten\n", 4, 22, id="a total that is none"),
        pytest.param(HEAD + ">Ala: KOT 8G KOЩ +10 10\n", 4, 16, id="a foreign letter in the word"),
        pytest.param(HEAD + ">Ala: KOЩ 8G KOT +10 10\n", 4, 9, id="a foreign letter on the rack"),
        pytest.param(HEAD + ">Ala: kOT 8G KOT +10 10\n", 4, 7, id="lower case on the rack"),
        pytest.param(HEAD + ">Ala: KOT 8G K.T +10 10\n", 4, 15, id="a dot where nothing lies"),
        pytest.param(HEAD + ">Ala: KOT 8G K(O)T +10 10\n", 4, 16, id="brackets where nothing lies"),
        pytest.param(HEAD + FIRST + ">Bob: C H8 (K)C +3 3\n", 5, 13, id="another letter in brackets than lies there"),
        pytest.param(HEAD + FIRST + ">Bob: C H8 (?)C +3 3\n", 5, 13, id="no letter in brackets"),
        pytest.param(HEAD + FIRST + ">Bob: C H8 (OC +3 3\n", 5, 12, id="a bracket left open"),
        pytest.param(HEAD + ">Ala: KOT 8 KOT +10 10\n", 4, 11, id="no place"),
        pytest.param(HEAD + ">Ala: KO T 8G KOT +10 10\n", 4, 10, id="two racks"),
        pytest.param(HEAD + ">Ala: KOT -kot +0 0\n", 4, 12, id="lower case exchanged"),
        pytest.param(HEAD + FIRST + ">Bob: ŻA (ŻB) -8 2\n", 5, 10, id="two racks that differ"),
        pytest.param(HEAD + ">Ala: KOT -1234 +0 0\n", 4, 12, id="a number that is none"),
        pytest.param(HEAD + ">Ala: (time) +10 10\n", 4, 7, id="points added for time"),
        pytest.param(HEAD + ">Ala: - +123456 0\n", 4, 9, id="too many points"),
        pytest.param(HEAD + "#player3 " + "C" * 65 + "\n", 4, 1, id="a long name"),
        pytest.param(HEAD + "hello\n", 4, 1, id="neither a pragma nor a move"),
        pytest.param(HEAD + "#rack3 A\n", 4, 6, id="the rack of nobody"),
        pytest.param(HEAD + "#player1 Bis Bis\n", 4, 1, id="a player twice"),
        pytest.param("#player1 Ala\n", 1, 1, id="one player"),
        pytest.param("", 1, 1, id="nothing"),
        pytest.param("#character-encoding EBCDIC\n", 1, 21, id="an unknown encoding"),
        pytest.param("\ufeff" + HEAD.replace("UTF-8", "Latin-1"), 1, 21, id="an encoding that the first bytes belie"),
        pytest.param("#title ż\n" + HEAD, 2, 1, id="an encoding named too late"),
        pytest.param(HEAD.encode("utf-16"), 1, 1, id="UTF-16"),
    ],
)
def test_a_fault_is_named_with_line_and_column(text: str | bytes, line: int, column: int) -> None:
    found = fault(text)
    assert (found.line, found.column) == (line, column)


def test_an_encoding_named_late_does_no_harm_where_every_letter_is_ascii() -> None:
    assert read("#title Final\n" + HEAD + FIRST.replace("ĄŻ", "")).title == "Final"


def test_a_file_in_utf_8_that_does_not_say_so_is_told_to() -> None:
    with pytest.raises(RecordError) as caught:
        read((HEAD + FIRST).removeprefix("#character-encoding UTF-8\n"))
    first, *others = caught.value.faults
    assert (first.line, first.mend) == (1, "begin the file with #character-encoding UTF-8")
    assert [one.line for one in others] == [3]


def test_bytes_of_another_encoding_are_named_with_line_and_column() -> None:
    found = fault(HEAD.encode() + ">Ala: KĄ".encode() + "Ż".encode("cp1250") + b" - +0 0\n")
    assert (found.line, found.column) == (4, 9)


def test_all_lines_at_fault_are_named_at_once() -> None:
    with pytest.raises(RecordError) as caught:
        read(HEAD + ">Cyd: - +0 0\n" + FIRST + ">Bob: x - +0 0\n")
    assert [one.line for one in caught.value.faults] == [4, 6]


def test_too_many_bytes_are_refused_unread() -> None:
    with pytest.raises(RecordError):
        read(b" " * (LONGEST_RECORD + 1))


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("#player1 a b\n" * 300_000, id="a player named again and again"),
        pytest.param(HEAD + "#player3 C" + " " * 3_000_000 + "x\n", id="a line of spaces behind a name"),
        pytest.param(HEAD + (">" + " " * 3900 + "\n") * 1000, id="lines of spaces without a colon"),
    ],
)
def test_a_long_file_of_faults_is_refused_in_bounded_time_with_a_bounded_list(text: str) -> None:
    began = time.process_time()
    with pytest.raises(RecordError) as caught:
        read(text)
    assert time.process_time() - began < 5
    assert len(caught.value.faults) <= MOST_FAULTS + 1


@pytest.mark.parametrize(
    ("ruleset_id", "reason"),
    [
        ("crosslet", "several"),
        ("krestoslovitsa", "several"),
        ("thirteen", "turned over"),
    ],
)
def test_games_whose_moves_it_has_no_lines_for(ruleset_id: str, reason: str) -> None:
    with pytest.raises(NotExpressibleError, match=reason):
        read(HEAD + FIRST, ruleset_id)


class Russian:
    alphabet = load_alphabet(DATA, "russian")

    def __contains__(self, word: Word) -> bool:
        return False

    def attested(self, word: Word) -> bool:  # noqa: ARG002 -- the protocol names it
        return False


def test_a_lexicon_in_other_letters_is_refused() -> None:
    ruleset, words = load_ruleset(DATA, "scrabble-pl"), LexiconWords(Russian())
    with pytest.raises(RequestError, match=r"words\.lexicon\.id"):
        read_gcg((HEAD + FIRST).encode(), ruleset=ruleset, settings={}, word_source={}, words=words)


GAME = f"""{HEAD}#title Próba
#lexicon OSPS49
{FIRST}#note pierwszy ruch
#note druga linia
>Bob: ?ABCDEE H8 .c +1 1
>Bob: ?ABCDEE -- -1 0
>Ala: AĄŻ? - +0 10
>Bob: ?ABCDEE -ABC +0 0
>Ala: AĄŻ? I7 A. +4 14
>Ala: (challenge) +0 14
>Bob: ?DEE -2 +0 0
>Ala: (time) -5 9
#rack2 DE
"""


def test_what_is_read_is_written_again() -> None:
    record = read(GAME)
    assert replay(record).as_the_rules_say
    assert write_gcg(record) == GAME
    assert read(write_gcg(record)) == record


def test_wrong_numbers_are_written_as_they_stand() -> None:
    wrong = GAME.replace("+4 14", "+6 16")
    assert not replay(read(wrong)).as_the_rules_say
    assert write_gcg(read(wrong)) == wrong


def test_a_game_that_passes_to_its_end_is_counted_in_both_lines_of_the_sheet() -> None:
    passes = "".join(f">{name}: - +0 0\n" for name in ("Ala", "Bob", "Ala", "Bob"))
    racks = ">Ala: AAAAAAA (AAAAAAA) -7 -7\n>Bob: EEEEEE? (EEEEEE?) -6 -6\n"
    judged = replay(read(HEAD + passes + racks))
    assert judged.as_the_rules_say
    assert judged.state.final is not None
    assert judged.state.final.scores == (-7, -6)


def test_points_doubled_for_who_went_out_differ_from_the_rules() -> None:
    # The other convention in use: nothing is taken off, twice the tiles are added.
    passes = "".join(f">{name}: - +0 0\n" for name in ("Ala", "Bob", "Ala", "Bob"))
    judged = replay(read(HEAD + passes + ">Ala: (ŻBAAAAA) +26 26\n"))
    assert [difference.kind.value for difference in judged.events[-1].differences] == ["SCORE", "TOTAL"]


@pytest.mark.parametrize("challenger", [2, 3])
def test_a_turn_lost_by_another_than_the_next_player_cannot_be_told(challenger: int) -> None:
    text = HEAD + "#player3 Cyd Cyd\n" + FIRST
    ruleset = load_ruleset(DATA, "scrabble-pl", {"challenge.wrong": "lose_turn"})
    record = read_gcg(text.encode(), ruleset=ruleset, settings={}, word_source={}, words=Unchecked())
    wrong = RecordedEvent(event=PlayChallenged(seat=challenger, play_stands=True))
    record = dataclasses.replace(record, events=(*record.events, wrong))
    if challenger == 2:
        assert ">Ala: (challenge) +0 10" in write_gcg(record)
    else:
        with pytest.raises(NotExpressibleError, match="event 2"):
            write_gcg(record)


def test_names_that_would_break_lines_are_written_in_one() -> None:
    record = read((HEAD + FIRST).replace("Ala Nowak", "Ala   Nowak"))
    assert write_gcg(record).splitlines()[1] == "#player1 Ala Ala Nowak"


def test_a_game_with_an_event_that_is_not_allowed_is_not_written() -> None:
    with pytest.raises(NotExpressibleError, match="event 2"):
        write_gcg(read(HEAD + FIRST + ">Ala: - +0 10\n"))
