"""Names that a module exports from elsewhere: listed in the stub beside it, and imported when they are first used."""

from __future__ import annotations

import ast
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any


def exported(module: str, file: str) -> tuple[Callable[[str], Any], Callable[[], list[str]], list[str]]:
    """`__getattr__`, `__dir__` and `__all__` of a module, by the lines `from .x import Y as Y` of its stub.

    Type checkers read the same stub, so a name stands in one place.
    """
    path = Path(file)
    parts = module.split(".")
    package = parts if path.stem == "__init__" else parts[:-1]
    homes = {
        name.name: ".".join([*package[: len(package) - line.level + 1], line.module or ""])
        for line in ast.parse(path.with_suffix(".pyi").read_text(encoding="utf-8")).body
        if isinstance(line, ast.ImportFrom)
        for name in line.names
    }

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        return getattr(import_module(homes[name]), name)

    return find, lambda: sorted(homes), sorted(homes)
