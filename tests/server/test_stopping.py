"""Signals: told twice at once they are one, told again later they are two."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator

import pytest

from server.stopping import SAME_SIGNAL_SECONDS, stop_signals


@pytest.fixture(autouse=True)
def _signals_as_before() -> Iterator[None]:
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def test_what_comes_at_once_is_one_signal_and_a_later_one_hurries() -> None:
    with stop_signals() as (asked, hurried):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        assert (asked.is_set(), hurried.is_set()) == (True, False)
        time.sleep(SAME_SIGNAL_SECONDS + 0.05)
        signal.raise_signal(signal.SIGINT)
        assert hurried.is_set()


def test_who_was_told_ends_well_though_told_again_at_the_very_end() -> None:
    end = """
import os, signal
from server.stopping import stop_signals
with stop_signals():
    os.kill(os.getpid(), signal.SIGTERM)
os.kill(os.getpid(), signal.SIGTERM)
os.kill(os.getpid(), signal.SIGINT)
"""
    assert subprocess.run([sys.executable, "-c", end], check=False).returncode == 0


def test_who_was_not_told_is_as_before() -> None:
    before = signal.getsignal(signal.SIGTERM)
    with stop_signals():
        assert signal.getsignal(signal.SIGTERM) != before
    assert signal.getsignal(signal.SIGTERM) == before
