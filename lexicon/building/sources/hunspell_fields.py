"""The names of morphological fields in a Hunspell dictionary, so that none surprises its reader.

In: an installed dictionary. Out: names (``po:``, ``st:``) with the number of times each stands there.
Never: what a field says.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from lexicon.building.sources.description import InstalledSource
from lexicon.building.sources.hunspell_text import numbered_lines

_NAME = re.compile(rb"(?<=[ \t])[a-z]{2}:(?=[^ \t])")


def names_in_use(source: InstalledSource) -> Mapping[str, int]:
    """Return the names of fields in both files. Raises `DataFileError` for a file that cannot be read."""
    names: Counter[str] = Counter()
    for file in source.description.files.values():
        for _, line in numbered_lines(source.location / file):
            names.update(name.decode("ascii") for name in _NAME.findall(line))
    return names
