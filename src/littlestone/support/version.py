"""Which littlestone this is, and which core it runs."""

from __future__ import annotations

from importlib.util import find_spec

VERSION = "0.2.0.dev0"


def core() -> str:
    """What the loops are loaded from: "compiled" or "interpreted"."""
    found = find_spec("littlestone.row")
    return "interpreted" if found is None or str(found.origin).endswith(".py") else "compiled"
