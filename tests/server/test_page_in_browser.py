"""The comparison page in a real browser, used by keyboard alone. Needs Chromium and its driver; asks no network."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lexicon.comparison import Comparison
from server.reports import comparison_page as pages
from server.reports.wording import chosen, load_wordings
from tests.editions import small_lexicon, words_of
from tests.support import DATA

pytestmark = pytest.mark.skipif(
    not (shutil.which("chromium") and shutil.which("chromedriver")),
    reason="NOT TESTED, there is no browser; sudo apt-get install chromium chromium-driver",
)

#: Keys as WebDriver names them.
DOWN, UP, ESCAPE, ENTER = "\ue015", "\ue013", "\ue00c", "\ue007"


@dataclass(frozen=True, kw_only=True)
class Browser:
    """One page in one window; the address is that of a session of the driver."""

    address: str

    def call(self, method: str, path: str, body: object = None) -> Any:
        return _call(method, self.address + path, body)

    def press(self, keys: str) -> None:
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def ask(self, script: str) -> Any:
        return self.call("POST", "/execute/sync", {"script": f"return {script}", "args": []})

    @property
    def words(self) -> list[str]:
        found: list[str] = self.ask(
            "[...document.querySelectorAll('#changes td:nth-child(2)')].map(c => c.textContent)"
        )
        return found

    @property
    def focus(self) -> str:
        found: str = self.ask("document.activeElement.id || document.activeElement.cells?.[1].textContent || ''")
        return found


def _call(method: str, address: str, body: object = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    headers = {"Content-Type": "application/json"}
    asked = urllib.request.Request(address, data=data, headers=headers, method=method)  # noqa: S310 - our own driver
    with urllib.request.urlopen(asked, timeout=60) as answer:  # noqa: S310
        return json.load(answer)["value"]


@contextmanager
def opened(page: Path) -> Iterator[Browser]:
    """Open a page in a browser without a window."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    driver = subprocess.Popen(["chromedriver", f"--port={port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S607
    base = f"http://127.0.0.1:{port}"
    try:
        _wait_for(base)
        options = {"args": ["--headless=new", "--no-sandbox", "--disable-gpu", "--window-size=1000,800"]}
        wanted = {
            "capabilities": {"alwaysMatch": {"goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL"}}}
        }
        browser = Browser(address=f"{base}/session/{_call('POST', f'{base}/session', wanted)['sessionId']}")
        browser.call("POST", "/url", {"url": page.as_uri()})
        yield browser
        assert browser.call("POST", "/se/log", {"type": "browser"}) == [], "the page complains of nothing"
        browser.call("DELETE", "")
    finally:
        driver.terminate()
        driver.wait()


def _wait_for(base: str) -> None:
    for _ in range(100):
        try:
            _call("GET", f"{base}/status")
        except OSError:
            time.sleep(0.1)
        else:
            return
    pytest.fail("the driver does not answer")


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """A page of eleven changes."""
    words = ["ад", "ёж", "дед", "лёд", "стоп", "столб", "столп", "шест", "шесть", "шхуна"]
    comparison = Comparison(
        before=small_lexicon(tmp_path, "before", words_of(["стол", "щука"])),
        after=small_lexicon(tmp_path, "after", words_of(["стол", *words])),
    )
    wordings = load_wordings(DATA)
    text = pages.comparison_page(comparison, comparison.counts(), wordings=wordings, chosen=chosen(wordings, "en"))
    (tmp_path / "page.html").write_text(text, encoding="utf-8")
    return tmp_path / "page.html"


def test_a_page_is_used_by_keyboard_in_every_language(page: Path) -> None:
    with opened(page) as browser:
        assert browser.words == ["АД", "ЕЖ", "ДЕД", "ЛЕД", "СТОП", "ШЕСТ", "ЩУКА", "СТОЛБ", "СТОЛП", "ШЕСТЬ", "ШХУНА"]
        browser.press("/")
        assert browser.focus == "search"
        browser.press("ст")
        assert browser.words == ["СТОП", "ШЕСТ", "СТОЛБ", "СТОЛП", "ШЕСТЬ"]
        browser.press("о?")
        assert browser.words == ["СТОП"], "with ? the pattern is the whole word"
        browser.press(ESCAPE + "лёд")
        assert browser.words == ["ЛЕД"], "Ё is compared as the lists compare it"
        browser.press(ESCAPE + "*т*б")
        assert browser.words == ["СТОЛБ"]
        browser.press(ESCAPE + "(")
        assert browser.words == [], "what means something to patterns of programs means nothing here"
        assert browser.ask("document.getElementById('count').textContent") == "No change fits."
        browser.press(ESCAPE + DOWN + DOWN)
        assert (len(browser.words), browser.focus) == (11, "ЕЖ")
        browser.press(UP + UP)
        assert browser.focus == "search"
        browser.ask("document.getElementById('kind').focus()")
        browser.press(DOWN + DOWN)
        assert browser.words == ["ЩУКА"]
        browser.ask("document.getElementById('language').focus()")
        said = set()
        for _ in range(4):
            said.add(browser.ask("document.documentElement.lang + ': ' + document.title"))
            assert browser.words == ["ЩУКА"], "another language is no other search"
            browser.press(DOWN)
        assert {one[:3] for one in said} == {"en:", "ru:", "pl:", "bg:"}
        assert "ru: Что изменилось между двумя изданиями" in said
        assert browser.ask("performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("language", ["en", "ru", "pl", "bg"])
def test_on_a_narrow_screen_nothing_is_beside_the_window(page: Path, language: str) -> None:
    with opened(page) as browser:
        screen = {"width": 320, "height": 700, "deviceScaleFactor": 1, "mobile": False}
        browser.call("POST", "/goog/cdp/execute", {"cmd": "Emulation.setDeviceMetricsOverride", "params": screen})
        browser.ask(f"(document.getElementById('language').value = '{language}')")
        browser.ask("document.getElementById('language').dispatchEvent(new Event('change'))")
        assert browser.ask("document.documentElement.lang") == language
        wide = browser.ask("document.documentElement.clientWidth")
        assert 300 < wide <= 320
        assert browser.ask("document.documentElement.scrollWidth") <= wide
        rights = "[...document.querySelectorAll('#changes td')].map(cell => cell.getBoundingClientRect().right)"
        assert max(browser.ask(rights)) <= wide, "the reason of each change is to be seen without scrolling sideways"


def test_the_rest_of_many_changes_comes_by_a_button(page: Path) -> None:
    script = page.read_text(encoding="utf-8").replace("AT_ONCE = 200", "AT_ONCE = 4")
    page.write_text(script, encoding="utf-8")
    with opened(page) as browser:
        assert len(browser.words) == 4
        browser.press("/" + DOWN * 5)
        assert browser.focus == "more"
        browser.press(ENTER)
        assert (len(browser.words), browser.focus) == (8, "СТОП")
        browser.ask("document.getElementById('more').focus()")
        browser.press(ENTER)
        assert len(browser.words) == 11
        assert browser.ask("document.getElementById('more').hidden") is True
