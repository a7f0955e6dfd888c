"""Build hook: compile the native engine when there is a C compiler, and leave it out when there is none.

In: the C files of `lexicon`. Out: extension modules, in the wheel or, for an editable install, beside their sources.
Never: failing a build: without the extensions the same answers come from Python, more slowly.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from setuptools import Distribution, Extension
from setuptools.command.build_ext import build_ext

#: Set to 1 to build without the extensions.
PURE_VARIABLE = "SLOVOSUD_PURE"

#: Module name, sources.
EXTENSIONS = {
    "lexicon._walking": ("walking.c", "membership.c", "messages.c", "settled.c", "counting.c", "searching.c"),
    "lexicon.building._compiling": ("compiling.c",),
    "lexicon.building._settling": ("settling.c",),
}


class NativeBuildHook(BuildHookInterface[Any]):
    """Compiles the extensions for wheels and editable installs."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and put what was made into the wheel under a tag of this platform."""
        if self.target_name != "wheel":
            return
        if os.environ.get(PURE_VARIABLE, "0") not in {"", "0"}:
            self.app.display_info(f"{PURE_VARIABLE} is set: the native engine is left out")
            return
        root = Path(self.root)
        try:
            built = compile_extensions(root, root if version == "editable" else root / "build" / "native")
        except Exception as error:
            self.app.display_warning(f"the native engine could not be compiled ({error}); Python takes its place")
            return
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        if version != "editable":
            build_data["force_include"].update({str(file): relative for relative, file in built.items()})


def compile_extensions(root: Path, target: Path) -> dict[str, Path]:
    """Compile every extension below ``target``; return the files by their place in the package."""
    extensions = [_extension(root, name, sources) for name, sources in EXTENSIONS.items()]
    command = build_ext(Distribution({"name": "slovosud", "ext_modules": extensions}))
    command.build_lib = str(target)
    command.build_temp = str(root / "build" / "native-objects")
    command.ensure_finalized()
    here = Path.cwd()
    os.chdir(root)  # object files are named by the relative paths of their sources
    try:
        command.run()
    finally:
        os.chdir(here)
    names = [command.get_ext_filename(name) for name in EXTENSIONS]
    return {Path(name).as_posix(): target / name for name in names}


def _extension(root: Path, name: str, sources: tuple[str, ...]) -> Extension:
    folder = Path(*name.split(".")[:-1], "native")
    headers = sorted((root / "lexicon" / "native").glob("*.h"))
    flags = [] if sys.platform == "win32" else ["-O3", "-std=c11", "-fvisibility=hidden"]
    return Extension(
        name,
        sources=[(folder / source).as_posix() for source in sources],
        depends=[header.relative_to(root).as_posix() for header in headers],
        extra_compile_args=flags,
    )
