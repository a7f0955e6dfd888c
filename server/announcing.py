"""What a server that has come up prints: where it listens, and calls that work as they stand.

In: addresses, the certificate, the editions. Out: lines on the standard output.
Never: a word or a lexicon that is not here.
"""

from __future__ import annotations

import json
import shlex
import sys

from slovosud.lexicon.v1 import lexicon_service_pb2

from server.editions import Editions
from server.listening import Tls

_CHECK = f"{lexicon_service_pb2.DESCRIPTOR.services_by_name['LexiconService'].full_name}/CheckWords"


def print_calls(address: str, web: str | None, editions: Editions, *, tls: Tls | None = None) -> None:
    """Print a call of gRPC and, where browsers are answered at the address ``web``, one of theirs.

    Where clients must show a certificate of their own, its two files are left to fill in.
    """
    lexicon_ids = [lexicon_id for lexicon_id in editions.lexicon_ids() if editions.serves(lexicon_id)]
    places = f"serving on {address}" + (f", for browsers on {web}" if web else "")
    if not lexicon_ids:
        sys.stdout.write(f"{places}; no lexicon is ready in {editions.folder}: build one and call again\n")
    else:
        lexicon = editions.open(lexicon_ids[0])
        words = [*lexicon.manifest.canaries_in[:1], *lexicon.manifest.canaries_out[:1]]
        sys.stdout.write(
            f"{places}; stop with Ctrl-C. A call to try, in another terminal:\n\n"
            f"{sys.executable} -m server.first_call {_options(tls, '--trust', '--certificate')}"
            f"{address} {lexicon.id} {' '.join(words)}\n\n"
        )
        if web:
            body = json.dumps({"lexiconId": lexicon.id, "words": words}, ensure_ascii=False)
            sys.stdout.write(
                f"curl {_options(tls, '--cacert', '--cert')}-H 'Content-Type: application/json' "
                f"-d {shlex.quote(body)} {web}/{_CHECK}\n\n"
            )
    sys.stdout.flush()


def _options(tls: Tls | None, trust: str, certificate: str) -> str:
    """Return what a call needs so that it trusts the server and, where that is asked for, shows who it is."""
    if tls is None:
        return ""
    shown = f"{certificate} YOURS.pem --key YOUR-KEY.pem " if tls.client_ca else ""
    return f"{trust} {shlex.quote(str(tls.certificate.resolve()))} {shown}"
