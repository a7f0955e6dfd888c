"""A first caller: check words over gRPC and print the answer.

In: an address, a lexicon id, words. Out: the answer as text.
Never: anything a caller in another language could not do from the protos alone.

``python -m server.first_call 127.0.0.1:50051 LEXICON WORD…``, and ``--trust PEM`` where the server has a certificate.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import grpc
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

DEADLINE_SECONDS = 5.0


def main() -> int:
    """Call, print, and return 0, or 1 when the call failed."""
    parser = argparse.ArgumentParser(prog="python -m server.first_call", description="Check words over gRPC.")
    parser.add_argument("address", help="HOST:PORT of a running server")
    parser.add_argument("lexicon_id", help="a lexicon it serves")
    parser.add_argument("words", nargs="+", help="words to check")
    parser.add_argument("--trust", metavar="PEM", type=Path, help="certificate of the server, or of who signed it")
    parser.add_argument("--certificate", metavar="PEM", type=Path, help="your own, where the server asks for one")
    parser.add_argument("--key", metavar="PEM", type=Path, help="its private key")
    arguments = parser.parse_args()
    if (arguments.certificate or arguments.key) and not (arguments.trust and arguments.certificate and arguments.key):
        parser.error("--certificate and --key go together, with --trust")
    request = wire.CheckWordsRequest(lexicon_id=arguments.lexicon_id, words=arguments.words)
    try:
        channel = _channel(arguments.address, arguments.trust, arguments.certificate, arguments.key)
    except OSError as error:
        parser.error(f"{error.filename}: {error.strerror}; give readable PEM files")
    with channel:
        try:
            answer = LexiconServiceStub(channel).CheckWords(request, timeout=DEADLINE_SECONDS)
        except grpc.RpcError as error:
            sys.stderr.write(f"{error.code().name}: {error.details()}\n")
            return 1
    sys.stdout.write(f"{answer.lexicon.id}@{answer.lexicon.edition}\n")
    for verdict in answer.verdicts:
        sys.stdout.write(f"{verdict.word}  {wire.WordStatus.Name(verdict.status)}  {verdict.reason}\n")
    return 0


def _channel(address: str, trust: Path | None, certificate: Path | None, key: Path | None) -> grpc.Channel:
    """Return a channel to a server, over TLS where there is something to trust it by. Raises `OSError`."""
    if trust is None:
        return grpc.insecure_channel(address)
    trusted, shown, secret = (path.read_bytes() if path else None for path in (trust, certificate, key))
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(trusted, secret, shown))


if __name__ == "__main__":
    sys.exit(main())
