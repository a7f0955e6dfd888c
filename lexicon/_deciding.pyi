from collections.abc import Sequence

INTERFACE: int

class Decisions:
    def __init__(
        self,
        content: bytes,
        places: tuple[int, int, int, int, int, int],
        counts: tuple[int, int, int, int, int],
        characters: str,
        keys: str,
        affixes: tuple[str, ...],
        ranks: tuple[int, ...],
        listed_characters: str,
        listed: tuple[tuple[int, int, int], ...],
    ) -> None: ...
    def ranks(self, forms: Sequence[str], /) -> list[int]: ...
