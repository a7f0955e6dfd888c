"""The two servers of gRPC side by side: ``python -m benchmarks.server_kinds --catalogue DIR [--seconds N]``.

In: a catalogue. Out: calls a second of one core for the same handler behind the synchronous server and behind the
asyncio one, 1 and 1,000 words a call, full and compact, and the ratio (above 1: the synchronous server is faster).
Never: anything but that choice; see `benchmarks.serving` for what our server reaches.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
from pathlib import Path

from benchmarks.serving import Asked, serving, some_words
from lexicon.catalogue import Catalogue

#: Both kinds begin alike: an open catalogue, and the hot call for anybody.
_BEFORE = """
import os, sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
import grpc
from lexicon.catalogue import Catalogue
from server.editions import Editions
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

SYNCHRONOUS = f"""{_BEFORE}
server = grpc.server(ThreadPoolExecutor(72))
handler = grpc.unary_unary_rpc_method_handler(check.answer)
server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(service, {{method: handler}}),))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
serving_on(port)
server.wait_for_termination()
"""

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
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    catalogue = Catalogue(folder=options.catalogue)
    lexicon_id = max(catalogue.lexicon_ids(), key=lambda one: len(catalogue.open(one)))
    asked = Asked(lexicon_id=lexicon_id, words=some_words(catalogue, lexicon_id))
    with (
        tempfile.TemporaryDirectory() as name,
        serving(SYNCHRONOUS, options.catalogue, Path(name)) as synchronous,
        serving(ASYNCIO, options.catalogue, Path(name)) as asynchronous,
    ):
        pairs = [
            [asked.measure(one, count=count, unit="calls/s", compact=compact) for one in (synchronous, asynchronous)]
            for count, compact in ((1, False), (1, True), (1_000, False), (1_000, True))
        ]
        for _ in range(options.rounds):
            for pair in pairs:
                for measure in pair:
                    measure.run(options.seconds)
    for ours, theirs in pairs:
        ratio = statistics.median(a / b for a, b in zip(ours.rates, theirs.rates, strict=True))
        sys.stdout.write(
            f"{ours.name:<44}synchronous {ours.rate():>8,.0f}  asyncio {theirs.rate():>8,.0f} calls/s  {ratio:.2f}\n"
        )


if __name__ == "__main__":
    main()
