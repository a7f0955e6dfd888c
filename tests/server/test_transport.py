"""TLS, client certificates and their rotation; several workers on one port. With a server in a process of its own."""

from __future__ import annotations

import datetime
import ipaddress
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from slovosud.lexicon.v1 import lexicon_service_pb2 as wire
from slovosud.lexicon.v1.lexicon_service_pb2_grpc import LexiconServiceStub

from tests.support import DATA, ROOT, small_edition

HERE = ipaddress.ip_address("127.0.0.1")
SLOVOSUD = [sys.executable, "-c", "from server.command_line import main; main()"]
REQUEST = wire.CheckWordsRequest(lexicon_id="sample", words=["дом", "дома"])


class Authority:
    """Signs certificates for this machine."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self._key = folder, ec.generate_private_key(ec.SECP256R1())
        self._name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        self.root = folder / f"{name}-root.pem"
        self.root.write_bytes(self._signed(self._name, self._key, authority=True))

    def _signed(self, subject: x509.Name, key: ec.EllipticCurvePrivateKey, *, authority: bool, days: int = 1) -> bytes:
        now = datetime.datetime.now(datetime.UTC)
        builder = (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(self._name)
            .public_key(key.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - datetime.timedelta(days=3))
            .not_valid_after(now + datetime.timedelta(days=days))
            .add_extension(x509.BasicConstraints(ca=authority, path_length=None), critical=True)
            .add_extension(
                x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
            )
        )
        return builder.sign(self._key, hashes.SHA256()).public_bytes(serialization.Encoding.PEM)

    def certify(self, name: str, *, days: int = 1) -> tuple[Path, Path]:
        key = ec.generate_private_key(ec.SECP256R1())
        subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, name)])
        certificate, private = self.folder / f"{name}.pem", self.folder / f"{name}-key.pem"
        private.write_bytes(
            key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
            )
        )
        certificate.write_bytes(self._signed(subject, key, authority=False, days=days))
        return certificate, private


@contextmanager
def serving(folder: Path, *options: str, ends: int = 0) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """`slovosud serve` with a small catalogue; yields the process and its address. ``ends``: its exit code."""
    small_edition(folder)
    command = [
        sys.executable,
        "-c",
        "from server.command_line import main; main()",
        "serve",
        "--address",
        "127.0.0.1:0",
    ]
    environment = os.environ | {
        "SLOVOSUD_CATALOGUE": str(folder / "catalogue"),
        "SLOVOSUD_STORE": str(folder / "games.sqlite"),
        "SLOVOSUD_DATA": str(DATA),
    }
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=log, text=True, env=environment, start_new_session=True
        ) as server,
    ):
        try:
            assert server.stdout is not None
            found = re.match(r"serving on (127\.0\.0\.1:\d+)", server.stdout.readline())
            assert found, (folder / "log").read_text()
            yield server, found[1]
        finally:
            server.send_signal(signal.SIGTERM)
            assert server.wait(timeout=30) == ends, (folder / "log").read_text()


def check(channel: grpc.Channel) -> list[int]:
    with channel:
        return [verdict.status for verdict in LexiconServiceStub(channel).CheckWords(REQUEST, timeout=10).verdicts]


def secure(address: str, root: Path, client: tuple[Path, Path] | None = None) -> grpc.Channel:
    certificate, key = (client[0].read_bytes(), client[1].read_bytes()) if client else (None, None)
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(root.read_bytes(), key, certificate))


def refused_handshake(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as caught:
        check(channel)
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


def test_a_client_trusts_the_certificate_and_nothing_else_is_let_in(tmp_path: Path) -> None:
    authority, stranger = Authority(tmp_path, "authority"), Authority(tmp_path, "stranger")
    certificate, key = authority.certify("server")
    with serving(tmp_path, "--tls-certificate", str(certificate), "--tls-key", str(key)) as (_, address):
        assert check(secure(address, authority.root)) == [1, 2]
        refused_handshake(secure(address, stranger.root))
        refused_handshake(grpc.insecure_channel(address))


def test_where_clients_must_be_certified_others_stay_outside(tmp_path: Path) -> None:
    authority, stranger = Authority(tmp_path, "authority"), Authority(tmp_path, "stranger")
    certificate, key = authority.certify("server")
    options = ("--tls-certificate", certificate, "--tls-key", key, "--tls-client-ca", authority.root)
    with serving(tmp_path, *map(str, options)) as (_, address):
        assert check(secure(address, authority.root, authority.certify("club"))) == [1, 2]
        refused_handshake(secure(address, authority.root))
        refused_handshake(secure(address, authority.root, stranger.certify("other-club")))
        refused_handshake(secure(address, authority.root, authority.certify("expired", days=-1)))


@pytest.mark.parametrize("asks_back", [False, True], ids=["a server with a certificate", "and clients with one"])
def test_the_calls_that_a_server_prints_work_as_they_stand(tmp_path: Path, *, asks_back: bool) -> None:
    authority = Authority(tmp_path, "authority")
    certificate, key = authority.certify("server")
    own, own_key = authority.certify("club")
    options = ["--tls-certificate", certificate, "--tls-key", key, "--web", "127.0.0.1:0"]
    with serving(tmp_path, *map(str, options + ["--tls-client-ca", authority.root] * asks_back)) as (server, _):
        assert server.stdout is not None
        lines = iter(server.stdout.readline, "")
        printed = [next(line for line in lines if " --" in line) for _ in range(2)]
        for call in printed:
            parts = shlex.split(call.replace("YOURS.pem", str(own)).replace("YOUR-KEY.pem", str(own_key)))
            if shutil.which(parts[0]):
                told = subprocess.run(parts, cwd=ROOT, capture_output=True, text=True, check=False, timeout=30)
                assert "WORD_STATUS_VALID" in told.stdout, (parts, told.stderr)


def test_a_new_certificate_serves_without_a_restart(tmp_path: Path) -> None:
    old, new = Authority(tmp_path, "old"), Authority(tmp_path, "new")
    certificate, key = old.certify("server")
    with serving(tmp_path, "--tls-certificate", str(certificate), "--tls-key", str(key)) as (_, address):
        assert check(secure(address, old.root)) == [1, 2]
        new.certify("server")
        assert check(secure(address, new.root)) == [1, 2]
        refused_handshake(secure(address, old.root))
        certificate.write_bytes(b"half a file")
        assert check(secure(address, new.root)) == [1, 2], "what served serves on"


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        pytest.param(("--tls-key", "key.pem"), "go together", id="a key without a certificate"),
        pytest.param(("--tls-certificate", "none.pem", "--tls-key", "none.pem"), "No such file", id="no such file"),
        pytest.param(("--workers", "0"), "--workers", id="no workers"),
    ],
)
def test_what_cannot_be_served_with_is_refused_with_the_mend(
    tmp_path: Path, options: tuple[str, ...], sentence: str
) -> None:
    done = subprocess.run(
        [*SLOVOSUD, "serve", *options],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"SLOVOSUD_STORE": str(tmp_path / "games.sqlite")},
    )
    assert (done.returncode, sentence in done.stderr) == (2, True), done.stderr


def children(server: subprocess.Popen[str]) -> set[int]:
    listed = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text()
    return {int(number) for number in listed.split()}


def runs(process: int) -> bool:
    """Whether a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_share_a_port_and_one_that_dies_is_made_anew(tmp_path: Path) -> None:
    with serving(tmp_path, "--workers", "2") as (server, address):
        assert check(grpc.insecure_channel(address)) == [1, 2]
        first = children(server)
        assert len(first) == 2
        time.sleep(2.5)  # longer than a worker that never came up
        victim = min(first)
        os.kill(victim, signal.SIGKILL)
        limit = time.monotonic() + 20
        while (len(children(server)) < 2 or victim in children(server)) and time.monotonic() < limit:
            time.sleep(0.05)
        assert len(children(server)) == 2
        deadline = time.monotonic() + 20
        answers: list[list[int]] = []
        while len(answers) < 10 and time.monotonic() < deadline:
            with grpc.insecure_channel(address) as channel:
                answer = LexiconServiceStub(channel).CheckWords(REQUEST, timeout=10, wait_for_ready=True)
                answers.append([verdict.status for verdict in answer.verdicts])
        assert answers == [[1, 2]] * 10


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_signal_that_all_processes_get_cuts_no_call_off(tmp_path: Path) -> None:
    """A terminal and a service manager tell every process; the parent tells the workers once more."""
    with serving(tmp_path, "--workers", "2") as (server, address), grpc.insecure_channel(address) as channel:
        stub = LexiconServiceStub(channel)
        stub.CheckWords(REQUEST, timeout=10)
        os.killpg(server.pid, signal.SIGTERM)
        asked = time.monotonic()
        while time.monotonic() < asked + 0.3:  # the time balancers are given to turn away
            assert stub.CheckWords(REQUEST, timeout=5).verdicts


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_workers_end_when_their_parent_is_killed(tmp_path: Path) -> None:
    """Or they would hold the port of the next server, and nobody would tell them."""
    with serving(tmp_path, "--workers", "2", ends=-signal.SIGKILL) as (server, address):
        workers = children(server)
        server.kill()
        limit = time.monotonic() + 20
        while any(map(runs, workers)) and time.monotonic() < limit:
            time.sleep(0.05)
        assert not [worker for worker in workers if runs(worker)], address


#: The first worker fails when it is told to stop; the second writes down how often it is told.
ONE_FAILS = """
import os, signal, sys, time
from server.log import logger
from server.workers import Workers

def run(first):
    told = []
    signal.signal(signal.SIGTERM, lambda *_: told.append(time.monotonic()))
    open(sys.argv[1] + ("/first" if first else "/second"), "w").close()
    while not told:
        time.sleep(0.01)
    time.sleep(0.1)
    if first:
        raise OSError("failed at the end")
    time.sleep(0.5)
    open(sys.argv[1] + "/told", "w").write(str(len(told)))

sys.exit(not Workers(run, count=2, log=logger()).serve())
"""


def test_no_worker_is_told_twice_when_another_ends_badly(tmp_path: Path) -> None:
    """A second signal would cut its calls off."""
    with subprocess.Popen([sys.executable, "-c", ONE_FAILS, str(tmp_path)], stderr=subprocess.PIPE) as parent:
        limit = time.monotonic() + 20
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < limit:
            time.sleep(0.02)
        parent.send_signal(signal.SIGTERM)
        parent.communicate(timeout=20)
    assert parent.returncode == 1, "one failed"
    assert (tmp_path / "told").read_text() == "1"


def test_a_pipe_among_the_editions_is_none(tmp_path: Path) -> None:
    """Opening one waits for somebody who writes, for ever."""
    small_edition(tmp_path)
    os.mkfifo(tmp_path / "catalogue" / "sample" / "pipe.lexicon")
    (tmp_path / "catalogue" / "sample" / "folder.lexicon").mkdir()
    with serving(tmp_path, "--look", "0.1") as (_, address), grpc.insecure_channel(address) as channel:
        time.sleep(0.3)
        stub = LexiconServiceStub(channel)
        (listed,) = stub.ListLexicons(wire.ListLexiconsRequest(), timeout=10).lexicons
        assert len(listed.editions) == 1
        assert stub.ExplainWord(wire.ExplainWordRequest(lexicon_id="sample", word="дом"), timeout=10).layers


def test_a_port_that_is_taken_is_noticed_by_workers_too(tmp_path: Path) -> None:
    with serving(tmp_path) as (_, address):
        done = subprocess.run(
            [*SLOVOSUD, "serve", "--address", address, "--workers", "2"],
            capture_output=True,
            text=True,
            check=False,
            env=os.environ | {"SLOVOSUD_STORE": str(tmp_path / "other.sqlite")},
        )
        assert (done.returncode, "taken" in done.stderr) == (2, True), done.stderr
