"""An edition that nobody holds any more is let go at once: a server that takes new ones keeps none of the old."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire

from lexicon.compiled import Lexicon
from server.word_check import VERDICTS
from tests.support import small_edition

REQUEST = wire.CheckWordsRequest(words=["стол", "cтол", "о" * 70]).SerializeToString()


@pytest.fixture(scope="module")
def edition(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return small_edition(tmp_path_factory.mktemp("let-go"), edition="small").path


@pytest.fixture(autouse=True)
def _without_collector() -> Iterator[None]:
    """A server freezes what it began with: the collector never looks at that again."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize(
    "use",
    [
        pytest.param(lambda lexicon: lexicon.check("стол"), id="one word"),
        pytest.param(lambda lexicon: lexicon.answer_message(REQUEST, VERDICTS), id="full answers"),
        pytest.param(lambda lexicon: lexicon.check_message(REQUEST, 3, 3), id="a compact answer"),
        pytest.param(lambda lexicon: lexicon.explain("стол"), id="an explanation"),
        pytest.param(lambda lexicon: list(lexicon.words()), id="all words"),
        pytest.param(Lexicon.verify, id="verifying"),
    ],
)
def test_an_edition_is_let_go_when_nobody_holds_it(edition: Path, use: Callable[[Lexicon], object]) -> None:
    lexicon = Lexicon.open(edition)
    use(lexicon)
    left = weakref.ref(lexicon)
    file = weakref.ref(lexicon.container.file)
    del lexicon
    assert (left(), file()) == (None, None)
