"""Which littlestone this is, and which core it runs."""

from __future__ import annotations

import sys

VERSION = "0.2.0.dev0"


def core() -> str:
    """What the game's loop was loaded from: "compiled" or "interpreted"."""
    source = str(getattr(sys.modules.get("littlestone.game"), "__file__", ""))
    return "interpreted" if source.endswith(".py") else "compiled"
