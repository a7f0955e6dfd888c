"""Ask Debian's package manager which version of a dictionary is installed.

In: a description, and the folder where its files lie. Out: the package's version, or nothing.
Never: files of the list keeper's own, whatever they are called; another way to ask than `dpkg-query`.
"""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from lexicon.building.sources.description import SourceDescription


def package_version(description: SourceDescription, folder: Path) -> str:
    """Return the version of the package, "" unless it is installed and the files lie where it puts them."""
    program = shutil.which("dpkg-query")
    if program is None or folder not in description.folders:
        return ""
    asked = subprocess.run(
        [program, "--show", "--showformat=${db:Status-Status} ${Version}", description.distribution],
        capture_output=True,
        text=True,
        check=False,
    )
    status, _, version = asked.stdout.partition(" ")
    return version if asked.returncode == 0 and status == "installed" else ""
