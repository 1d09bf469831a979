"""Running the core from its sources instead of its compiled form.

With `LITTLESTONE_CORE=interpreted` in the environment every module of this package is loaded from its .py file, so
that a debugger steps through the rules as they are written. Results are the same to the last bit.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import FileFinder, ModuleSpec, SourceFileLoader
from types import ModuleType

from .version import core

WANTED = os.environ.get("LITTLESTONE_CORE") == "interpreted"


class SourceFinder:
    """Finds the modules of this package by their .py files, before any compiled form of them is looked for."""

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The spec of a module of this package, from its .py file; None for modules of other packages."""
        if not name.startswith("littlestone."):
            return None
        for folder in path or ():
            spec = FileFinder(folder, (SourceFileLoader, [".py"])).find_spec(name)
            if spec is not None:
                return spec
        return None


def warn() -> None:
    """Warn once if the core runs interpreted although LITTLESTONE_CORE does not ask for it."""
    if core() == "interpreted" and not WANTED:
        warnings.warn(
            "littlestone runs its interpreted core: same results, many times slower. "
            "Install a C compiler and reinstall littlestone for the compiled one, "
            "or set LITTLESTONE_CORE=interpreted if this is what you want.",
            RuntimeWarning,
            stacklevel=3,
        )


if WANTED:
    sys.meta_path.insert(0, SourceFinder)
