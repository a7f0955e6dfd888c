"""What a server must carry: here with few calls and bars of a third, in the soak as it is promised.

Rates are of the server's processor time, so that other work on the machine counts little. A start is not: on a busy
machine the test counts its processor time.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from benchmarks.grpc_go_server import has_go
from benchmarks.servers import Asked, some_words
from benchmarks.serving import Figure, beside_go, figures, start_to_first_answer
from lexicon.catalogue import Catalogue

FIVE = ("bg-scrabble", "bg-thirteen", "pl-scrabble", "ru-crosslet", "ru-krestoslovitsa")


def _missed(reached: list[Figure], *, slack: float = 1.0) -> list[str]:
    return [str(figure) for figure in reached if not figure.holds(slack=slack)]


@pytest.mark.dictionary
def test_a_server_carries_its_load(russian_catalogue: Catalogue) -> None:
    reached = [figure for figure in figures(russian_catalogue, seconds=0.3, rounds=2) if figure.unit != "s"]
    assert not _missed(reached, slack=3)
    assert len(reached) == 8


@pytest.mark.dictionary
def test_a_start_is_quick(russian_catalogue: Catalogue, tmp_path: Path) -> None:
    asked = Asked(lexicon_id="ru-crosslet", words=["столы"])
    assert min(start_to_first_answer(asked, russian_catalogue, tmp_path)[1] for _ in range(3)) < 1


@pytest.fixture(scope="module")
def five(tmp_path_factory: pytest.TempPathFactory, real_catalogue: Callable[[str], Catalogue]) -> Catalogue:
    folder = tmp_path_factory.mktemp("five")
    for lexicon_id in FIVE:
        shutil.copytree(real_catalogue(lexicon_id).folder / lexicon_id, folder / lexicon_id)
    return Catalogue(folder=folder)


@pytest.mark.soak
def test_a_server_with_five_lexicons_reaches_every_bar(five: Catalogue, capsys: pytest.CaptureFixture[str]) -> None:
    reached = list(figures(five, seconds=1, rounds=21))
    with capsys.disabled():
        sys.stdout.write("\n".join(["", *map(str, reached), ""]))  # the figures are what one runs it for
    assert not _missed(reached)


@pytest.mark.soak
@pytest.mark.skipif(not has_go(), reason="Go is not installed")
def test_a_server_stands_beside_one_in_go(five: Catalogue, capsys: pytest.CaptureFixture[str]) -> None:
    asked = Asked(lexicon_id="pl-scrabble", words=some_words(five, "pl-scrabble"))
    beside_go(asked, five.folder, seconds=1, rounds=5)
    told = capsys.readouterr().out
    with capsys.disabled():
        sys.stdout.write(f"\n{told}")
    assert told.count("grpc-go") == 5
