"""`slovosud.adjudication.v1.AdjudicationService`: rulings, challenge verdicts, what rulesets there are.

In: requests. Out: what the adjudicator says.
Never: a rule of any game (see `adjudicator`), a status code (see `refusals`).
"""

from __future__ import annotations

from pathlib import Path

import grpc
from slovosud.adjudication.v1 import adjudication_service_pb2 as wire
from slovosud.adjudication.v1 import adjudication_service_pb2_grpc as wire_grpc

from adjudicator.adjudicate import adjudicate
from adjudicator.answer import ruling_as_dict, verdict_as_dict
from adjudicator.challenge import adjudicate_challenge
from adjudicator.description import ruleset_as_dict
from adjudicator.errors import FieldViolation, RequestError
from adjudicator.fields import Faults
from adjudicator.reading import read_ruleset
from adjudicator.request import read_challenge_request, read_move_request
from adjudicator.ruleset import load_ruleset, ruleset_ids
from adjudicator.words import LexiconWords, Words
from lexicon.compiled import Lexicon
from server.convert import judging_edition_of, message_of, values_of
from server.editions import Editions
from server.field_rules import enforces_rules
from server.games.door import Door
from server.paging import page


@enforces_rules(wire.DESCRIPTOR.services_by_name["AdjudicationService"])
class AdjudicationService(wire_grpc.AdjudicationServiceServicer):
    """Judges what the caller sends; keeps nothing."""

    def __init__(self, data: Path, editions: Editions, door: Door) -> None:
        self._data, self._editions, self._door = data, editions, door

    def ListRulesets(  # noqa: N802, D102  the method is described in the proto
        self, request: wire.ListRulesetsRequest, _: grpc.ServicerContext
    ) -> wire.ListRulesetsResponse:
        shown, token = page(
            ruleset_ids(self._data),
            list_name="rulesets",
            page_size=request.page_size,
            page_token=request.page_token,
        )
        listings = [
            wire.RulesetListing(id=ruleset_id, title=load_ruleset(self._data, ruleset_id).title) for ruleset_id in shown
        ]
        return wire.ListRulesetsResponse(rulesets=listings, next_page_token=token)

    def GetRuleset(  # noqa: N802, D102
        self, request: wire.GetRulesetRequest, _: grpc.ServicerContext
    ) -> wire.GetRulesetResponse:
        values = values_of(request)
        faults = Faults()
        ruleset_id = values.get("ruleset_id")
        if ruleset_id is None:
            expected = "a ruleset id, as ListRulesets shows them"
            violation = FieldViolation(field="ruleset_id", found="nothing", expected=expected, mend="name one")
            raise RequestError((violation,))
        ruleset = read_ruleset(ruleset_id, values.get("settings", {}), "settings", self._data, faults)
        return wire.GetRulesetResponse(ruleset=message_of(wire.Ruleset, ruleset_as_dict(faults.settled(ruleset))))

    def AdjudicateMove(  # noqa: N802, D102
        self, request: wire.AdjudicateMoveRequest, context: grpc.ServicerContext
    ) -> wire.AdjudicateMoveResponse:
        self._door.let_look_up(context.invocation_metadata(), request.words.lexicon.id)
        judge = _Judge(self._editions)
        asked = read_move_request(values_of(request), data=self._data, open_words=judge.open_words)
        ruling = adjudicate(ruleset=asked.ruleset, position=asked.position, move=asked.move, words=asked.words)
        answer = wire.AdjudicateMoveResponse(ruling=message_of(wire.Ruling, ruling_as_dict(ruling)))
        judge.sign(answer)
        return answer

    def AdjudicateChallenge(  # noqa: N802, D102
        self, request: wire.AdjudicateChallengeRequest, context: grpc.ServicerContext
    ) -> wire.AdjudicateChallengeResponse:
        self._door.let_look_up(context.invocation_metadata(), request.words.lexicon.id)
        judge = _Judge(self._editions)
        asked = read_challenge_request(values_of(request), data=self._data, open_words=judge.open_words)
        verdict = adjudicate_challenge(
            ruleset=asked.ruleset,
            position=asked.position,
            move=asked.move,
            words=asked.words,
            challenge=asked.challenge,
        )
        answer = wire.AdjudicateChallengeResponse(verdict=message_of(wire.ChallengeVerdict, verdict_as_dict(verdict)))
        judge.sign(answer)
        return answer


class _Judge:
    """Opens the edition a request names, and remembers which one it was."""

    def __init__(self, editions: Editions) -> None:
        self._editions = editions
        self._lexicon: Lexicon | None = None

    def open_words(self, lexicon_id: str, edition: str) -> Words:
        """Open an edition as a judge of words."""
        self._lexicon = self._editions.open(lexicon_id, edition)
        return LexiconWords(self._lexicon)

    def sign(self, answer: wire.AdjudicateMoveResponse | wire.AdjudicateChallengeResponse) -> None:
        """Put the edition that judged, if one did, into the answer."""
        if self._lexicon is not None:
            answer.lexicon.CopyFrom(judging_edition_of(self._lexicon))
