"""The verb `judge`: rule on a move from a file.

In: the request of the wire contract as JSON, or one object of the example format. Out: the ruling.
Never: rules.
"""

from __future__ import annotations


def judge() -> None:
    """Rule on a move: legal or not, its words, its points, every reason."""
    raise NotImplementedError
