"""Where the data folder lies that came with this installation.

In: nothing. Out: a path.
Never: reading it.
"""

from __future__ import annotations

import os
from pathlib import Path

#: Overrides the folder, for list keepers who keep recipes of their own.
DATA_VARIABLE = "SLOVOSUD_DATA"


def data_folder() -> Path:
    """Return the data folder: the variable's, else the wheel's, else the checkout's."""
    named = os.environ.get(DATA_VARIABLE)
    return Path(named) if named else shipped_folder()


def shipped_folder() -> Path:
    """Return the data folder of this installation, whatever the variable says: the wheel's, else the checkout's."""
    here = Path(__file__).parent
    packaged = here / "shipped"
    return packaged if packaged.is_dir() else here.parent / "data"


def shared_file(data: Path, name: str) -> Path:
    """Return ``name`` of the data folder ``data`` or, where that has none, of the shipped one.

    For what belongs to the version of the program and not to a recipe: the vocabulary of marks and the phrasebooks. A
    list keeper's folder that held copies would be out of date after every upgrade.
    """
    own = data / name
    return own if own.exists() else shipped_folder() / name
