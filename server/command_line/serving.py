"""The verb `serve`: start the server and print calls to try.

In: addresses. Out: a running server until SIGTERM or Ctrl-C.
Never: serving itself (see `server.serving`); building.
"""

from __future__ import annotations

import gc
import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from lexicon.errors import SourceMissingError
from server.command_line.app import CatalogueOption, DataOption, ExitCode, catalogue_at, data_at, safe_sentence
from server.command_line.output import complain
from server.store.errors import StoreError
from server.store.opening import default_store

if TYPE_CHECKING:
    from server.listening import Tls

DEFAULT_ADDRESS = "127.0.0.1:50051"


def serve(
    *,
    address: Annotated[
        str, typer.Option("--address", metavar="HOST:PORT", help="Where to listen; port 0 takes a free one.")
    ] = DEFAULT_ADDRESS,
    insecure: Annotated[
        bool, typer.Option("--insecure", help="Listen without TLS beyond this machine. Only behind a proxy.")
    ] = False,
    store: Annotated[
        str | None,
        typer.Option(
            "--store",
            metavar="URL",
            envvar="SLOVOSUD_STORE",
            help="Where games are kept: a file, or postgresql://HOST/DATABASE. Without it: the user's data folder.",
            show_default=False,
        ),
    ] = None,
    tls_certificate: Annotated[
        Path | None, typer.Option("--tls-certificate", metavar="PEM", help="Certificate chain; with --tls-key.")
    ] = None,
    tls_key: Annotated[Path | None, typer.Option("--tls-key", metavar="PEM", help="Its private key.")] = None,
    tls_client_ca: Annotated[
        Path | None,
        typer.Option(
            "--tls-client-ca", metavar="PEM", help="Let in only clients with a certificate of this authority."
        ),
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=1, max=64, help="Processes that share the port and the lexicons' memory.")
    ] = 1,
    web: Annotated[
        str | None,
        typer.Option(
            "--web", metavar="HOST:PORT", help="Answer browsers here too: Connect (JSON or binary) and gRPC-Web."
        ),
    ] = None,
    allow_origin: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-origin",
            metavar="ORIGIN",
            help="Let pages of this origin read the answers, for instance https://games.example; may be repeated.",
        ),
    ] = None,
    look: Annotated[
        float, typer.Option("--look", min=0.1, max=3600, metavar="SECONDS", help="How often to look for new editions.")
    ] = 5.0,
    mirror: Annotated[
        str | None,
        typer.Option(
            "--mirror", metavar="URL", help="Copy editions from there into the catalogue: any URL that fsspec reads."
        ),
    ] = None,
    catalogue: CatalogueOption = None,
    data: DataOption = None,
) -> int:
    """Serve word checks, judging and games over gRPC, and to browsers where asked, until SIGTERM.

    Example: slovosud serve --web 127.0.0.1:8080 --allow-origin http://localhost:5173
    """
    # gRPC's own lines on stderr say in its terms what we say in ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    extra = "server"
    try:
        gc.disable()  # modules make a hundred thousand objects, and all stay: `processes` lets the collector in again
        from server import listening, mirroring, processes  # noqa: PLC0415  only this verb needs gRPC
        from server.web import settings  # noqa: PLC0415

        extra = "web"
        if web is not None:
            from server.web import running  # noqa: F401, PLC0415  so that its extra is missed here
    except ModuleNotFoundError as error:
        raise SourceMissingError(
            f"module {error.name}", mend=f"install the server: python -m pip install 'slovosud[{extra}]'"
        ) from error
    try:
        if allow_origin and web is None:
            raise typer.BadParameter("--allow-origin is about pages of browsers; give --web HOST:PORT as well")
        tls = _tls(tls_certificate, tls_key, tls_client_ca)
        protected = insecure or tls is not None
        well = processes.serve(
            processes.Service(
                data=data_at(data),
                catalogue=catalogue_at(catalogue),
                store=store or default_store(),
                address=listening.Address.read(address, protected=protected),
                tls=tls,
                workers=workers,
                web=None
                if web is None
                else settings.WebSettings(
                    address=listening.Address.read(web, protected=protected, option="--web"),
                    origins=tuple(allow_origin or ()),
                ),
                look_seconds=look,
                mirror=None if mirror is None else mirroring.Mirror(url=mirror, folder=catalogue_at(catalogue).folder),
            )
        )
    except (listening.AddressError, StoreError) as error:
        complain(safe_sentence(str(error)))
        return ExitCode.USAGE
    return ExitCode.DONE if well else ExitCode.NO


def _tls(certificate: Path | None, key: Path | None, client_ca: Path | None) -> Tls | None:
    """Put the files together. Raises `typer.BadParameter` when one is missing."""
    from server.listening import Tls  # noqa: PLC0415  only this verb needs gRPC

    if certificate is None and key is None and client_ca is None:
        return None
    if certificate is None or key is None:
        raise typer.BadParameter("--tls-certificate and --tls-key go together; give both")
    return Tls(certificate=certificate, key=key, client_ca=client_ca)
