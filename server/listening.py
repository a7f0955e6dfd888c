"""Where the server listens, and with what it proves who it is.

In: an address, paths of a certificate. Out: an open port; beyond this machine only with TLS, or when told.
Never: what is answered there.
"""

from __future__ import annotations

import ipaddress
import socket
from dataclasses import dataclass
from pathlib import Path

import grpc


class AddressError(Exception):
    """An address that cannot be listened on, or a certificate that cannot be used; the sentence ends with the mend."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tls:
    """The files of a certificate chain and its key, PEM. With ``client_ca`` every client must show a certificate."""

    certificate: Path
    key: Path
    client_ca: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """Return credentials that take up changed files at the next connection. Raises `AddressError`."""
        configuration = self._read()
        stamp = self.stamp()

        def fetch() -> grpc.ServerCertificateConfiguration | None:
            nonlocal stamp
            try:
                seen = self.stamp()
                if seen == stamp:
                    return None
                changed = self._read()
            except (AddressError, OSError):
                return None  # half-replaced: what served serves on
            stamp = seen
            return changed

        return grpc.dynamic_ssl_server_credentials(
            configuration,
            fetch,  # type: ignore[arg-type]  # None says that nothing has changed
            require_client_authentication=self.client_ca is not None,
        )

    def stamp(self) -> tuple[int, ...]:
        """Return what differs when a file has changed. Raises `OSError` when one is not there."""
        return tuple(path.stat().st_mtime_ns for path in (self.certificate, self.key, self.client_ca) if path)

    def _read(self) -> grpc.ServerCertificateConfiguration:
        try:
            pair = (self.key.read_bytes(), self.certificate.read_bytes())
            roots = self.client_ca.read_bytes() if self.client_ca else None
        except OSError as error:
            raise AddressError(f"{error.filename}: {error.strerror}; give readable PEM files") from error
        for path, content in ((self.key, pair[0]), (self.certificate, pair[1])):
            if b"-----BEGIN" not in content:
                raise AddressError(f"{path}: found no PEM; expected -----BEGIN …; convert it with openssl")
        return grpc.ssl_server_certificate_configuration([pair], root_certificates=roots)


@dataclass(frozen=True, slots=True, kw_only=True)
class Address:
    """Where to listen. Port 0 takes a free one. ``option`` is what gives another address, for refusals."""

    host: str
    port: int
    option: str = "--address"

    @classmethod
    def read(cls, text: str, *, protected: bool, option: str = "--address") -> Address:
        """Read HOST:PORT; beyond this machine only when ``protected``. Raises `AddressError`."""
        host, colon, port = text.rpartition(":")
        if not colon or not host or not port.isdecimal() or int(port) > 0xFFFF:
            raise AddressError(f"found address {text!r}; expected HOST:PORT, for instance 127.0.0.1:50051")
        if not protected and not _is_loopback(host.removeprefix("[").removesuffix("]")):
            raise AddressError(
                f"found address {text}, which others can reach, and no TLS; listen on 127.0.0.1, give "
                "--tls-certificate and --tls-key, or --insecure where a proxy in front does TLS"
            )
        return cls(host=host, port=int(port), option=option)

    def __str__(self) -> str:
        return f"{self.host}:{self.port}"

    def taken(self) -> AddressError:
        """Return the refusal of an address that cannot be had."""
        return AddressError(
            f"cannot listen on {self}: it is taken, or not an address of this machine; "
            f"stop what listens there or give another {self.option} (port 0 takes a free one)"
        )

    def open_port(self, server: grpc.Server, tls: Tls | None) -> int:
        """Open the port on a server and return its number. Raises `AddressError`."""
        try:
            if tls is None:
                return server.add_insecure_port(str(self))
            return server.add_secure_port(str(self), tls.credentials())
        except RuntimeError as error:
            raise self.taken() from error

    def held(self) -> socket.socket:
        """Return a socket that holds the port for several processes, and listens to nobody. Raises `AddressError`."""
        # Without sharing first: a port that another server shares must be noticed.
        self.bound(shared=False).close()
        return self.bound(shared=True)

    def bound(self, *, shared: bool) -> socket.socket:
        """Return a socket that has the port and does not listen yet; ``shared``: other processes may have it too.

        Raises `AddressError`.
        """
        bare = self.host.removeprefix("[").removesuffix("]")
        family = socket.AF_INET6 if ":" in bare else socket.AF_INET
        # Told that it is TCP, asyncio sends without waiting for more; otherwise an answer in two pieces takes 40 ms.
        bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            # Connections of a server that has just ended linger, and must not keep the next one waiting.
            bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if shared:
                bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
            bound.bind((bare, self.port))
        except OSError as error:
            bound.close()
            raise self.taken() from error
        return bound


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
