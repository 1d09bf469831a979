"""How much memory the process has."""

from __future__ import annotations

import os


def resident() -> int | None:
    """Bytes of memory in use, where the system says it."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None
