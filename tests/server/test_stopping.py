"""Signals: told twice at once they are one, told again later they are two."""

from __future__ import annotations

import signal
import time

from server.stopping import SAME_SIGNAL_SECONDS, stop_signals


def test_what_comes_at_once_is_one_signal_and_a_later_one_hurries() -> None:
    with stop_signals() as (asked, hurried):
        signal.raise_signal(signal.SIGTERM)
        signal.raise_signal(signal.SIGTERM)
        assert (asked.is_set(), hurried.is_set()) == (True, False)
        time.sleep(SAME_SIGNAL_SECONDS + 0.05)
        signal.raise_signal(signal.SIGINT)
        assert hurried.is_set()
