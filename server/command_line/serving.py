"""The verb `serve`: start the gRPC server and print a call to try.

In: an address. Out: a running server until SIGTERM or Ctrl-C.
Never: serving itself (see `server.serving`); building.
"""

from __future__ import annotations

import os
from contextlib import closing
from typing import Annotated

import typer

from lexicon.errors import SourceMissingError
from server.command_line.app import CatalogueOption, DataOption, ExitCode, catalogue_at, data_at, safe_sentence
from server.command_line.output import complain
from server.store.errors import StoreError
from server.store.opening import default_store, open_store

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
    catalogue: CatalogueOption = None,
    data: DataOption = None,
) -> int:
    """Serve word checks, judging and games over gRPC until SIGTERM.

    Example: slovosud serve --address 127.0.0.1:50051
    """
    # gRPC's own lines on stderr say in its terms what we say in ours.
    os.environ.setdefault("GRPC_VERBOSITY", "NONE")
    try:
        from server import serving  # noqa: PLC0415  only this verb needs gRPC
    except ModuleNotFoundError as error:
        raise SourceMissingError(
            f"module {error.name}", mend="install the server: python -m pip install 'slovosud[server]'"
        ) from error
    try:
        with closing(open_store(store or default_store())) as opened:
            serving.serve(
                data=data_at(data),
                catalogue=catalogue_at(catalogue),
                store=opened,
                address=address,
                insecure=insecure,
            )
    except (serving.AddressError, StoreError) as error:
        complain(safe_sentence(str(error)))
        return ExitCode.USAGE
    return ExitCode.DONE
