"""SIGKILL at any moment: what a caller was told is stored, once, and the chain is whole.

The writers are processes which append to the same few games. With SQLite the writers themselves are killed, for they
are the database; with PostgreSQL the server is killed with all of its processes, and a writer along with it.
"""

from __future__ import annotations

import logging
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from server.store import Store, open_store
from tests.server.store.making import a_game
from tests.server.store.postgresql_server import PostgresqlServer, a_server
from tests.support import ROOT

#: Tells the figures: pytest --log-cli-level=INFO.
log = logging.getLogger(__name__)

WRITERS, GAMES = 4, 2
#: Names the run, so that a failure can be made again.
SEED = 7


@dataclass
class Writer:
    """Callers in one process; each goes on with the next key after an answer, and with the same when it was cut off."""

    names: tuple[str, ...]
    url: str
    told: list[str] = field(default_factory=list)
    process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.server.store.writer", self.url, *self.names]
        options = ["--games", str(GAMES)]
        for name in self.names:
            options += ["--from", str(sum(line.startswith(f"{name} ") for line in self.told))]
        self.process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, cwd=ROOT, text=True)
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def kill(self) -> None:
        if self.process:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self._reader.join()
            if self.process.stdout:
                self.process.stdout.close()
            self.process = None

    def _read(self) -> None:
        assert self.process
        assert self.process.stdout
        # A line that was cut was not told.
        self.told += [line.rstrip("\n") for line in self.process.stdout if line.endswith("\n")]


@dataclass
class Count:
    """What came of a run."""

    kills: int = 0
    told: int = 0
    stored: int = 0


@pytest.fixture
def writers() -> Iterator[list[Writer]]:
    made: list[Writer] = []
    yield made
    for writer in made:
        writer.kill()


def prepare(url: str, writers: list[Writer], *, threads: int = 1) -> random.Random:
    store = open_store(url)
    for game in range(GAMES):
        store.create(a_game(f"game {game}"))
    store.close()
    for number in range(WRITERS):
        writers.append(Writer(names=tuple(f"writer {number}.{thread}" for thread in range(threads)), url=url))
    for writer in writers:
        writer.start()
    return random.Random(SEED)  # noqa: S311  no secret


def count(url: str, writers: list[Writer], kills: int) -> Count:
    """Compare what was told with what is stored."""
    store: Store = open_store(url)
    try:
        assert [verified.fault for verified in store.verify()] == [None] * GAMES
        events = [event for game in store.games(before_number=None, limit=GAMES) for event in store.events(game.id)]
    finally:
        store.close()
    told = [answer for writer in writers for answer in writer.told]
    answers = Counter(event.answer.decode() for event in events)
    keys = Counter(event.key for event in events)
    lost = [answer for answer in told if not answers[answer]]
    assert not lost, f"{len(lost)} told and not stored, the first: {lost[0]}"
    assert max(keys.values()) == max(answers.values()) == 1, "stored twice"
    assert len(told) == len(set(told)), "told twice under different keys"
    # At most one event of each caller was stored and not told: the one it was cut off at.
    assert len(told) <= len(events) <= len(told) + sum(len(writer.names) for writer in writers)
    return Count(kills=kills, told=len(told), stored=len(events))


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kills", [10, pytest.param(200, marks=pytest.mark.soak)])
@pytest.mark.parametrize("threads", [1, 4], ids=["one caller each", "four callers each, written together"])
def test_killed_writers_of_a_file_lose_nothing(writers: list[Writer], kills: int, threads: int, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'games.sqlite'}"
    chance = prepare(url, writers, threads=threads)
    for _ in range(kills):
        time.sleep(chance.uniform(0.05, 0.6))
        # One alone leaves its transaction to the others; all at once leave it to who comes next.
        doomed = writers if chance.random() < 0.3 else [chance.choice(writers)]
        for writer in doomed:
            assert writer.process
            writer.process.send_signal(signal.SIGKILL)
        for writer in doomed:
            writer.kill()
            writer.start()
    time.sleep(0.5)
    for writer in writers:
        writer.kill()
    came = count(url, writers, kills)
    log.info("%s", came)
    assert came.told > kills


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kills", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_a_killed_database_server_loses_nothing(writers: list[Writer], kills: int) -> None:
    with a_server() as server:
        chance = prepare(server.url, writers)
        for _ in range(kills):
            time.sleep(chance.uniform(0.5, 2))
            server.kill()
            if chance.random() < 0.5:
                writer = chance.choice(writers)
                writer.kill()
                writer.start()
            server.start()
        time.sleep(1.5)
        for writer in writers:
            writer.kill()
        came = count(server.url, writers, kills)
    log.info("%s", came)
    assert came.told > 10 * kills


#: Ends half of the sessions of writers, wherever they are: before, within or after a commit.
TERMINATE = """
    SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
    WHERE application_name = 'slovosud' AND random() < 0.5"""


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("kills", [30, pytest.param(300, marks=pytest.mark.soak)])
def test_sessions_ended_by_the_database_lose_nothing(
    writers: list[Writer], kills: int, postgresql: PostgresqlServer
) -> None:
    postgresql.empty()
    chance = prepare(postgresql.url, writers)
    time.sleep(1)
    ended = 0
    for _ in range(kills):
        time.sleep(chance.uniform(0.01, 0.1))
        ((some,),) = postgresql.ask(TERMINATE)
        assert isinstance(some, int)
        ended += some
    time.sleep(0.5)
    for writer in writers:
        writer.kill()
    came = count(postgresql.url, writers, ended)
    log.info("%s", came)
    assert ended > kills / 2
    assert came.told > kills


@pytest.mark.timeout(600)
@pytest.mark.parametrize("stops", [2, pytest.param(20, marks=pytest.mark.soak)])
def test_a_database_server_that_is_restarted_loses_nothing(writers: list[Writer], stops: int) -> None:
    with a_server() as server:
        chance = prepare(server.url, writers)
        for _ in range(stops):
            time.sleep(chance.uniform(0.5, 1.5))
            server.stop()
            server.start()
        time.sleep(1)
        for writer in writers:
            writer.kill()
        came = count(server.url, writers, stops)
    log.info("%s", came)
    assert came.told > 10 * stops


def test_a_store_whose_server_restarts_goes_on_by_itself(postgresql: PostgresqlServer) -> None:
    postgresql.empty()
    store = open_store(postgresql.url)
    try:
        store.create(a_game())
        restart = threading.Thread(target=postgresql.pause, args=(0.5,))
        restart.start()
        time.sleep(0.1)
        assert store.create(a_game("during")).answer == b"answer of during"
        restart.join()
        assert store.fault() is None
    finally:
        store.close()


def test_a_file_of_a_killed_process_is_read_whatever_became_of_its_log(tmp_path: Path) -> None:
    """The log is copied at the moment of the kill, cut at every few bytes: a prefix of the events is there, no more."""
    path, log_path = tmp_path / "games.sqlite", tmp_path / "games.sqlite-wal"
    store = open_store(str(path))
    for game in range(GAMES):
        store.create(a_game(f"game {game}"))
    store.close()
    writer = Writer(names=("writer",), url=str(path))
    writer.start()
    while not log_path.exists() or log_path.stat().st_size < 200_000:
        time.sleep(0.02)
    writer.kill()
    database, log = path.read_bytes(), log_path.read_bytes()
    cuts = random.Random(SEED).sample(range(len(log)), 25)  # noqa: S311  no secret
    before = -1
    for cut in sorted(cuts):
        with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
            copy = Path(folder) / "games.sqlite"
            copy.write_bytes(database)
            copy.with_name("games.sqlite-wal").write_bytes(log[:cut])
            opened = open_store(str(copy))
            assert all(verified.fault is None for verified in opened.verify())
            stored = sum(game.version for game in opened.games(before_number=None, limit=GAMES))
            opened.close()
        assert stored >= before
        before = stored
    assert before > 0
