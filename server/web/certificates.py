"""TLS of the web side, with the same files as gRPC.

In: paths of certificates. Out: a context that takes up changed files at the next connection.
Never: less than TLS 1.2.
"""

from __future__ import annotations

import ssl

from server.listening import AddressError, Tls


class Certificates:
    """The newest whole set of files. Raises `AddressError` when there is none at the start."""

    def __init__(self, tls: Tls) -> None:
        self._tls = tls
        self._stamp = tls.stamp()
        self._newest = self._context()

    def context(self) -> ssl.SSLContext:
        """Return the context to listen with."""
        return self._newest

    def _context(self) -> ssl.SSLContext:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.set_alpn_protocols(["http/1.1"])
        try:
            context.load_cert_chain(self._tls.certificate, self._tls.key)
            if self._tls.client_ca is not None:
                context.load_verify_locations(self._tls.client_ca)
                context.verify_mode = ssl.CERT_REQUIRED
        except (OSError, ssl.SSLError) as error:
            raise AddressError(
                f"{self._tls.certificate} with {self._tls.key}: {error.strerror or error}; "
                "give a certificate chain and its own key, PEM"
            ) from error
        context.sni_callback = self._greet
        return context

    def _greet(self, connection: ssl.SSLObject | ssl.SSLSocket, _name: str | None, _context: ssl.SSLContext) -> None:
        """Let a new connection have the newest certificate."""
        try:
            stamp = self._tls.stamp()
            if stamp != self._stamp:
                self._newest = self._context()
                self._stamp = stamp
        except (AddressError, OSError):
            pass  # half-replaced: what served serves on
        connection.context = self._newest
