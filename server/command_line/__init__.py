"""The command `slovosud`: one module a group of verbs, and nothing decided here.

In: arguments. Out: data on stdout, chatter on stderr, an exit code.
Never: rules, formats, gRPC (but for the verb that serves).
"""

from server.command_line.app import main

__all__ = ["main"]
