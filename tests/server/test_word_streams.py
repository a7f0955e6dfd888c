"""Long answers about words: searches, comparisons, exports, message by message."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import grpc
import pytest
from google.protobuf import json_format
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from lexicon.catalogue import Catalogue
from lexicon.compiled import Lexicon
from tests.server.conftest import started
from tests.server.refused import refused
from tests.support import small_edition

pytestmark = pytest.mark.dictionary


@pytest.fixture
def stub(channel: grpc.Channel) -> LexiconServiceStub:
    return LexiconServiceStub(channel)


def searched(stub: LexiconServiceStub, **search: Any) -> list[wire.SearchWordsResponse]:
    request = json_format.ParseDict({"lexicon_id": "ru-crosslet"} | search, wire.SearchWordsRequest())
    return list(stub.SearchWords(request))


def words(answers: list[wire.SearchWordsResponse]) -> list[str]:
    return [match.word for answer in answers for match in answer.matches]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        pytest.param({"prefix": "стол", "max_length": 5}, ["СТОЛ", "СТОЛБ", "СТОЛП"], id="a prefix: itself too"),
        pytest.param({"pattern": "?ж"}, ["ЕЖ", "УЖ"], id="a pattern"),
        pytest.param({"anagram": {"tiles": list("тоск")}}, ["СКОТ", "СТОК"], id="all tiles"),
        pytest.param({"pattern": "щъ*"}, [], id="nothing"),
    ],
)
def test_words_are_found_in_alphabet_order(stub: LexiconServiceStub, search: dict[str, Any], found: list[str]) -> None:
    answers = searched(stub, **search)
    assert words(answers) == found
    assert answers[0].lexicon.id == "ru-crosslet"
    assert not any(answer.truncated for answer in answers)


def test_hooks_are_words_with_one_letter_more(stub: LexiconServiceStub) -> None:
    assert {"УСТОЙ", "СТОЛБ"} & set(words(searched(stub, hooks="стол"))) == {"СТОЛБ"}


def test_blanks_are_told_by_their_places(stub: LexiconServiceStub) -> None:
    matches = {m.word: list(m.blanks) for a in searched(stub, anagram={"tiles": list("сто?")}) for m in a.matches}
    assert matches["СТОЛ"] == [3]
    assert matches["СОРТ"] == [2]


def test_a_search_that_was_cut_short_says_so(stub: LexiconServiceStub, russian: Lexicon) -> None:
    cut = searched(stub, pattern="*", limit=2_500)
    assert words(cut) == [word for word, _ in zip(russian.words(), range(2_500), strict=False)]
    assert [answer.truncated for answer in cut] == [False] * (len(cut) - 1) + [True]
    assert all(len(answer.matches) <= 1_000 for answer in cut)
    whole = searched(stub, prefix="абажур", limit=len(words(searched(stub, prefix="абажур"))))
    assert not whole[-1].truncated, "the limit was reached, and there is no more"


@pytest.mark.parametrize(
    ("search", "fields"),
    [
        pytest.param({}, ["search"], id="nothing to look for"),
        pytest.param({"pattern": "****"}, ["pattern"], id="too many stars"),
        pytest.param({"prefix": "стоl"}, ["prefix"], id="a letter of another alphabet"),
        pytest.param({"hooks": ""}, ["hooks"], id="no word"),
        pytest.param({"anagram": {"tiles": ["?"] * 3}}, ["anagram.tiles"], id="three blanks"),
        pytest.param({"anagram": {"tiles": ["аб", "q"]}}, ["anagram.tiles[0]", "anagram.tiles[1]"], id="no tiles"),
        pytest.param(
            {"pattern": "а*", "limit": -1, "min_length": -1}, ["min_length", "limit"], id="all faults at once"
        ),
    ],
)
def test_a_bad_search_is_refused_by_its_fields(
    stub: LexiconServiceStub, search: dict[str, Any], fields: list[str]
) -> None:
    request = json_format.ParseDict({"lexicon_id": "ru-crosslet"} | search, wire.SearchWordsRequest())
    refusal = refused(stub.SearchWords, request)
    assert (refusal.code, refusal.fields) == (grpc.StatusCode.INVALID_ARGUMENT, fields)


def test_an_export_is_the_list_byte_for_byte(stub: LexiconServiceStub, russian: Lexicon) -> None:
    request = wire.ExportWordsRequest(lexicon_id="ru-crosslet", format=wire.EXPORT_FORMAT_TEXT)
    answers = list(stub.ExportWords(request))
    content = b"".join(answer.data for answer in answers)
    assert hashlib.sha256(content).hexdigest() == russian.manifest.word_list_digest
    assert [answer.HasField("lexicon") for answer in answers] == [True] + [False] * (len(answers) - 1)
    assert all(len(answer.data) <= 256 << 10 for answer in answers)


def test_every_format_is_exported(stub: LexiconServiceStub) -> None:
    for form in (wire.EXPORT_FORMAT_KWG, wire.EXPORT_FORMAT_HUNSPELL):
        request = wire.ExportWordsRequest(lexicon_id="ru-crosslet", format=form)
        assert sum(len(answer.data) for answer in stub.ExportWords(request)) > 100_000
    stream = stub.ExportWords(
        wire.ExportWordsRequest(lexicon_id="ru-crosslet", format=wire.EXPORT_FORMAT_JSON_LINES), timeout=60
    )
    line = json.loads(next(stream).data.splitlines()[0])
    stream.cancel()
    assert line["readings"][0]["clause"]
    bad = wire.ExportWordsRequest(lexicon_id="ru-crosslet")
    assert refused(stub.ExportWords, bad).fields == ["format"]


def test_two_editions_are_compared_with_causes(tmp_path: Path) -> None:
    small_edition(tmp_path, edition="first")
    overrides = next((tmp_path / "data").rglob("overrides/*.tsv"))
    lines = overrides.read_text(encoding="utf-8").splitlines()
    overrides.write_text("\n".join(line for line in lines if not line.startswith("деньги")) + "\n", encoding="utf-8")
    small_edition(tmp_path, edition="second")
    catalogue = Catalogue(folder=tmp_path / "catalogue")
    with started(catalogue, tmp_path / "games.sqlite") as server, grpc.insecure_channel(server.address) as channel:
        stub = LexiconServiceStub(channel)
        first, second = (wire.EditionReference(lexicon_id="sample", edition=name) for name in ("first", "second"))
        head, *rest = stub.DiffLexicons(wire.DiffLexiconsRequest(before=first, after=second))
        assert (head.before.edition, head.after.edition) == ("first", "second")
        changes = [change for answer in rest for change in answer.changes]
        assert (head.added_count, head.removed_count) == (0, len(changes))
        assert [(one.word, one.kind, one.cause) for one in changes] == [
            ("ДЕНЬГИ", wire.CHANGE_KIND_REMOVED, wire.CHANGE_CAUSE_OVERRIDE)
        ]
        assert len(list(stub.DiffLexicons(wire.DiffLexiconsRequest(before=first, after=first)))) == 1
        nothing = wire.DiffLexiconsRequest(before=first)
        assert refused(stub.DiffLexicons, nothing).fields == ["after.lexicon_id"]
