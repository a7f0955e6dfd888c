"""A first caller: check words over gRPC and print the answer.

In: an address, a lexicon id, words. Out: the answer as text.
Never: anything a caller in another language could not do from the protos alone.

``python -m server.first_call 127.0.0.1:50051 LEXICON WORD…``
"""

from __future__ import annotations

import argparse
import sys

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
    arguments = parser.parse_args()
    request = wire.CheckWordsRequest(lexicon_id=arguments.lexicon_id, words=arguments.words)
    with grpc.insecure_channel(arguments.address) as channel:
        try:
            answer = LexiconServiceStub(channel).CheckWords(request, timeout=DEADLINE_SECONDS)
        except grpc.RpcError as error:
            sys.stderr.write(f"{error.code().name}: {error.details()}\n")
            return 1
    sys.stdout.write(f"{answer.lexicon.id}@{answer.lexicon.edition}\n")
    for verdict in answer.verdicts:
        sys.stdout.write(f"{verdict.word}  {wire.WordStatus.Name(verdict.status)}  {verdict.reason}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
