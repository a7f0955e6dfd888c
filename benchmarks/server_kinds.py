"""The servers of gRPC side by side: ``python -m benchmarks.server_kinds --catalogue DIR [--seconds N]``.

In: a catalogue. Out: calls a second of one core for the same handler behind the synchronous server with two threads for
all calls, with a thread for each call, and behind the asyncio one; 1 and 1,000 words a call, full and compact; and the
ratios of the first to the others (above 1: the first is faster).
Never: anything but that choice; see `benchmarks.serving` for what our server reaches.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.servers import Asked, in_turns, serving, some_words, told
from lexicon.catalogue import Catalogue

#: Both kinds begin alike: an open catalogue, and the hot call for anybody.
_BEFORE = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import grpc
from lexicon.catalogue import Catalogue
from server.editions import Editions
from server.few_threads import FewThreads
from server.word_check import METHOD, WordCheck

class OpenDoor:
    def let_look_up(self, metadata, lexicon_id):
        for _ in metadata or ():
            pass

editions = Editions(Catalogue(folder=Path(os.environ["SLOVOSUD_CATALOGUE"])))
editions.look()
check = WordCheck(editions=editions, door=OpenDoor())
_, service, method = METHOD.split("/")

def serving_on(port):
    print(f"serving on 127.0.0.1:{port};", flush=True)
"""

_SYNCHRONOUS = """
server = grpc.server({threads})
handler = grpc.unary_unary_rpc_method_handler(check.answer)
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {{method: handler}}),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
serving_on(port)
server.wait_for_termination()
"""
FEW_THREADS = _BEFORE + _SYNCHRONOUS.format(threads='FewThreads(few=2, most=256, name="call")')
MANY_THREADS = _BEFORE + _SYNCHRONOUS.format(threads="ThreadPoolExecutor(256)")

ASYNCIO = f"""{_BEFORE}
import asyncio

async def answer(message, context):
    return check.answer(message, context)

async def main():
    server = grpc.aio.server()
    handler = grpc.unary_unary_rpc_method_handler(answer)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {{method: handler}}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    serving_on(port)
    await server.wait_for_termination()

asyncio.run(main())
"""


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--catalogue", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=2.0)
    parser.add_argument("--rounds", type=int, default=7)
    options = parser.parse_args()
    catalogue = Catalogue(folder=options.catalogue)
    lexicon_id = max(catalogue.lexicon_ids(), key=lambda one: len(catalogue.open(one)))
    asked = Asked(lexicon_id=lexicon_id, words=some_words(catalogue, lexicon_id))
    with (
        tempfile.TemporaryDirectory() as name,
        serving(FEW_THREADS, options.catalogue, Path(name)) as few,
        serving(MANY_THREADS, options.catalogue, Path(name)) as many,
        serving(ASYNCIO, options.catalogue, Path(name)) as asynchronous,
    ):
        rows = [
            [asked.measure(one, count=count, unit="calls/s", compact=compact) for one in (few, many, asynchronous)]
            for count, compact in ((1, False), (1, True), (1_000, False), (1_000, True))
        ]
        in_turns([measure for row in rows for measure in row], rounds=options.rounds, seconds=options.seconds)
    for ours, *others in rows:
        beside = (
            f"{name} {theirs.rate():>7,.0f} ({told(ours, theirs)})"
            for name, theirs in zip(("a thread each", "asyncio"), others, strict=True)
        )
        sys.stdout.write(f"{ours.name:<34}two threads {ours.rate():>7,.0f} calls/s  {'  '.join(beside)}\n")


if __name__ == "__main__":
    main()
