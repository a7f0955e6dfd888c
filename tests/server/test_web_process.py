"""The web side of a server in a process of its own: TLS, workers, addresses, and pages in a real browser."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.server.test_page_in_browser import Browser, opened
from tests.server.test_transport import SLOVOSUD, Authority, children, serving
from tests.server.web_calls import JSON, LEXICONS, Web
from tests.support import DATA

CHECK = LEXICONS + "CheckWords"
ASKED: dict[str, Any] = {"lexiconId": "sample", "words": ["дом", "дома"]}
SAID = ["WORD_STATUS_VALID", "WORD_STATUS_NOT_IN_LEXICON"]


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def statuses(answer: Any) -> list[str]:
    return [verdict["status"] for verdict in answer["verdicts"]]


def check_securely(port: int, root: Path, client: tuple[Path, Path] | None = None) -> list[str]:
    context = ssl.create_default_context(cafile=str(root))
    if client:
        context.load_cert_chain(*client)
    asked = urllib.request.Request(f"https://127.0.0.1:{port}{CHECK}", json.dumps(ASKED).encode(), JSON)
    with urllib.request.urlopen(asked, timeout=10, context=context) as answer:  # noqa: S310
        return statuses(json.load(answer))


def test_browsers_are_answered_with_the_certificate_of_grpc_also_when_it_is_new(tmp_path: Path) -> None:
    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
    certificate, key = old.certify("server")
    port = free_port()
    options = ("--tls-certificate", certificate, "--tls-key", key, "--web", f"127.0.0.1:{port}")
    with serving(tmp_path, *map(str, options)):
        assert check_securely(port, old.root) == SAID
        with pytest.raises(OSError, match="CERTIFICATE_VERIFY_FAILED"):
            check_securely(port, new.root)
        new.certify("server")
        assert check_securely(port, new.root) == SAID
        certificate.write_bytes(b"half a file")
        assert check_securely(port, new.root) == SAID, "what served serves on"


def test_where_clients_must_be_certified_browsers_must_be_too(tmp_path: Path) -> None:
    authority, stranger = Authority(tmp_path, "authority"), Authority(tmp_path, "stranger")
    certificate, key = authority.certify("server")
    port = free_port()
    options = ("--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", authority.root)
    with serving(tmp_path, *map(str, options), "--web", f"127.0.0.1:{port}"):
        assert check_securely(port, authority.root, authority.certify("club")) == SAID
        for client in (None, stranger.certify("other-club")):
            with pytest.raises(OSError):  # noqa: PT011  told in one of several ways
                check_securely(port, authority.root, client)


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_share_the_port_of_browsers(tmp_path: Path) -> None:
    port = free_port()
    with serving(tmp_path, "--workers", "2", "--web", f"127.0.0.1:{port}") as (server, _):
        web = Web(address=f"http://127.0.0.1:{port}")
        workers = children(server)
        limit = time.monotonic() + 20
        while listeners(workers, port) != workers and time.monotonic() < limit:
            time.sleep(0.05)
        assert listeners(workers, port) == workers
        assert [statuses(web.post(CHECK, ASKED).json) for _ in range(10)] == [SAID] * 10


def listeners(workers: set[int], port: int) -> set[int]:
    """Return the processes that listen on a port."""
    inodes = {
        line.split()[9]
        for line in Path("/proc/net/tcp").read_text().splitlines()[1:]
        if line.split()[1].endswith(f":{port:04X}") and line.split()[3] == "0A"
    }
    return {worker for worker in workers if inodes & held_inodes(worker)}


def held_inodes(worker: int) -> set[str]:
    links = Path(f"/proc/{worker}/fd").iterdir()
    return {str(link.readlink()).removeprefix("socket:[").removesuffix("]") for link in links}


def test_a_server_comes_up_again_at_once_where_connections_linger(tmp_path: Path) -> None:
    port = free_port()
    web = Web(address=f"http://127.0.0.1:{port}")
    for options in ((), ("--workers", "2"), ("--workers", "2")):
        with serving(tmp_path, "--web", f"127.0.0.1:{port}", *options):
            answer = web.ask("POST", CHECK, json.dumps(ASKED).encode(), JSON | {"Connection": "close"})
            assert statuses(answer.json) == SAID


def test_calls_that_have_begun_are_answered_when_it_stops(tmp_path: Path) -> None:
    port = free_port()
    failed: list[Exception] = []
    with serving(tmp_path, "--web", f"127.0.0.1:{port}") as (server, _):
        web = Web(address=f"http://127.0.0.1:{port}")
        answered = 0

        def ask() -> None:
            nonlocal answered
            while web.ask("GET", "/readyz").code == 200:
                try:
                    assert statuses(web.post(CHECK, ASKED).json) == SAID
                    answered += 1
                except Exception as error:
                    failed.append(error)

        askers = [threading.Thread(target=ask) for _ in range(3)]
        for asker in askers:
            asker.start()
        time.sleep(0.5)
        server.send_signal(signal.SIGTERM)
        for asker in askers:
            asker.join(20)
    assert failed == []
    assert answered > 20


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(("--web", "0.0.0.0:0"), "--insecure", id="beyond this machine without TLS"),
        pytest.param(("--web", "nonsense"), "HOST:PORT", id="no address"),
        pytest.param(("--web", "TAKEN"), "another --web", id="an address that is taken"),
        pytest.param(("--web", "TAKEN", "--workers", "2"), "another --web", id="taken, with workers"),
        pytest.param(("--allow-origin", "https://games.example"), "--web", id="origins of nothing"),
        pytest.param(("--web", "127.0.0.1:0", "--allow-origin", "*"), "https://games.example", id="any origin"),
    ],
)
def test_what_cannot_be_served_is_refused_with_the_mend(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        done = subprocess.run(
            [*SLOVOSUD, "serve", "--address", "127.0.0.1:0", *(address if one == "TAKEN" else one for one in options)],
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
            env=os.environ | {"SLOVOSUD_STORE": str(tmp_path / "games.sqlite"), "SLOVOSUD_DATA": str(DATA)},
        )
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr
    assert "Traceback" not in done.stderr


def test_without_its_extra_the_web_side_names_it() -> None:
    without = "import sys; sys.modules['connectrpc'] = None; from server.command_line import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", without, "serve", "--web", "127.0.0.1:0"],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, "pip install 'slovosud[web]'" in done.stderr) == (3, True), done.stderr


#: A page that asks, and keeps what it was told for the test to read.
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>A game</title>
<link rel="icon" href="data:,"><script>
async function ask(address) {
  try {
    const answer = await fetch(address, {
      method: "POST",
      headers: {"Content-Type": "application/json", "Connect-Protocol-Version": "1"},
      body: JSON.stringify({lexiconId: "sample", words: ["дом", "дома"]}),
    });
    window.told = (await answer.json()).verdicts.map((verdict) => verdict.status).join();
  } catch (error) {
    window.told = error.name;
  }
}
</script></html>
"""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def page_served(folder: Path) -> Iterator[str]:
    """A site of its own with the page; its address."""
    folder.mkdir()
    (folder / "index.html").write_text(PAGE, encoding="utf-8")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(folder))) as site:
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{site.server_port}"
        site.shutdown()


def told(browser: Browser, site: str, address: str) -> str:
    browser.call("POST", "/url", {"url": site})
    browser.ask(f"void ask({json.dumps(address)})")
    limit = time.monotonic() + 20
    while not (answer := browser.ask("window.told")) and time.monotonic() < limit:
        time.sleep(0.05)
    return str(answer)


@pytest.mark.skipif(
    not (shutil.which("chromium") and shutil.which("chromedriver")),
    reason="NOT TESTED, there is no browser; sudo apt-get install chromium chromium-driver",
)
def test_a_page_of_an_allowed_origin_is_told_and_a_page_of_another_is_not(tmp_path: Path) -> None:
    port = free_port()
    with page_served(tmp_path / "allowed") as allowed, page_served(tmp_path / "other") as other:
        options = ("--web", f"127.0.0.1:{port}", "--allow-origin", allowed)
        with serving(tmp_path, *options), opened(tmp_path / "allowed" / "index.html") as browser:
            address = f"http://127.0.0.1:{port}{CHECK}"
            assert told(browser, allowed, address) == ",".join(SAID)
            assert told(browser, other, address) == "TypeError"
            complaints = browser.call("POST", "/se/log", {"type": "browser"})
            assert any("CORS policy" in complaint["message"] for complaint in complaints)
