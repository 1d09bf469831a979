"""The version of littlestone, and whether its core is compiled."""

from __future__ import annotations

from importlib.util import find_spec

VERSION = "0.2.0.dev0"


def core() -> str:
    """Whether the core is "compiled" or "interpreted"."""
    found = find_spec("littlestone.row")
    return "interpreted" if found is None or str(found.origin).endswith(".py") else "compiled"
