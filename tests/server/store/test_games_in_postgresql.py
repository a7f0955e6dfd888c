"""What the contract says of games holds on PostgreSQL too: the same tests, over a server that keeps games there."""

from __future__ import annotations

from collections.abc import Iterator

import grpc
import pytest

from lexicon.catalogue import Catalogue
from tests.server.conftest import started
from tests.server.store.postgresql_server import PostgresqlServer
from tests.server.test_game_rights import (
    test_a_game_made_before_tells_no_words_either,
    test_a_key_used_for_another_game_is_told_as_it_was_sent_and_gives_nothing_of_it,
    test_a_rack_is_not_counted_while_others_may_question_the_last_play,
    test_one_key_serves_two_games_and_two_seats,
    test_who_laid_a_play_does_not_write_its_score_while_others_may_question_it,
    test_who_plays_creates_no_game_in_a_lexicon_that_is_shut_to_him,
)
from tests.server.test_game_service import (
    table,
    test_a_challenge_on_a_settled_turn_is_an_answer,
    test_a_game_to_a_challenge_and_its_verdict,
    test_a_stale_version_is_a_conflict_that_names_both,
    test_an_event_after_the_end_is_an_answer,
    test_creating_a_game_again_gives_the_same_game_and_tokens,
    test_games_are_listed_for_the_tokens_of_the_call_newest_first,
    test_of_racing_challenges_the_first_stored_decides,
    test_the_exported_record_replays_to_the_same_scores,
    test_the_same_key_and_body_get_the_same_answer_for_ever,
    test_the_same_key_with_another_body_is_refused,
    test_watching_tells_what_was_and_what_comes,
)

pytestmark = pytest.mark.dictionary

__all__ = [
    "table",
    "test_a_challenge_on_a_settled_turn_is_an_answer",
    "test_a_game_made_before_tells_no_words_either",
    "test_a_game_to_a_challenge_and_its_verdict",
    "test_a_key_used_for_another_game_is_told_as_it_was_sent_and_gives_nothing_of_it",
    "test_a_rack_is_not_counted_while_others_may_question_the_last_play",
    "test_a_stale_version_is_a_conflict_that_names_both",
    "test_an_event_after_the_end_is_an_answer",
    "test_creating_a_game_again_gives_the_same_game_and_tokens",
    "test_games_are_listed_for_the_tokens_of_the_call_newest_first",
    "test_of_racing_challenges_the_first_stored_decides",
    "test_one_key_serves_two_games_and_two_seats",
    "test_the_exported_record_replays_to_the_same_scores",
    "test_the_same_key_and_body_get_the_same_answer_for_ever",
    "test_the_same_key_with_another_body_is_refused",
    "test_watching_tells_what_was_and_what_comes",
    "test_who_laid_a_play_does_not_write_its_score_while_others_may_question_it",
    "test_who_plays_creates_no_game_in_a_lexicon_that_is_shut_to_him",
]


@pytest.fixture(scope="module")
def channel(served_catalogue: Catalogue, postgresql: PostgresqlServer) -> Iterator[grpc.Channel]:
    """A channel to a server whose store is PostgreSQL; in the place of the one over SQLite."""
    postgresql.empty()
    with started(served_catalogue, postgresql.url) as server, grpc.insecure_channel(server.address) as opened:
        yield opened
