"""What a server that has come up prints: where it listens, and calls that work as they stand.

In: addresses, the editions. Out: lines on the standard output.
Never: a word or a lexicon that is not here.
"""

from __future__ import annotations

import json
import shlex
import sys

from slovosud.lexicon.v1 import lexicon_service_pb2

from server.editions import Editions

_CHECK = f"{lexicon_service_pb2.DESCRIPTOR.services_by_name['LexiconService'].full_name}/CheckWords"


def print_calls(address: str, web: str | None, editions: Editions) -> None:
    """Print a call of gRPC and, where browsers are answered at the address ``web``, one of theirs."""
    lexicon_ids = [lexicon_id for lexicon_id in editions.lexicon_ids() if editions.serves(lexicon_id)]
    places = f"serving on {address}" + (f", for browsers on {web}" if web else "")
    if not lexicon_ids:
        sys.stdout.write(f"{places}; no lexicon is ready: build one and call again\n")
    else:
        lexicon = editions.open(lexicon_ids[0])
        words = [*lexicon.manifest.canaries_in[:1], *lexicon.manifest.canaries_out[:1]]
        sys.stdout.write(
            f"{places}; stop with Ctrl-C. A call to try, in another terminal:\n\n"
            f"{sys.executable} -m server.first_call {address} {lexicon.id} {' '.join(words)}\n\n"
        )
        if web:
            body = json.dumps({"lexiconId": lexicon.id, "words": words}, ensure_ascii=False)
            sys.stdout.write(f"curl -H 'Content-Type: application/json' -d {shlex.quote(body)} {web}/{_CHECK}\n\n")
    sys.stdout.flush()
