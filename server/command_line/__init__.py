"""The command `slovosud`: one module a group of verbs, and nothing decided here.

In: arguments. Out: data on stdout, chatter on stderr, an exit code.
Never: rules, formats, gRPC (but for the verb that serves).
"""

import gc

# Modules make a hundred thousand objects, and all stay: to look through them meanwhile takes a tenth of every start.
_collects = gc.isenabled()
gc.disable()

from server.command_line.app import main  # noqa: E402

if _collects:
    gc.enable()

__all__ = ["main"]
