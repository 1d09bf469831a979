"""How much memory the process has, and how much the machine has for it."""

from __future__ import annotations

import os
from pathlib import Path

CONTAINER = Path("/sys/fs/cgroup/memory.max")  # what a container may have; "max" is all there is


def resident() -> int | None:
    """Bytes of memory in use, where the system says it."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return None


def at_hand() -> int:
    """Bytes of memory that the machine has, or the container."""
    found = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    try:
        return min(found, int(CONTAINER.read_text()))
    except (OSError, ValueError):
        return found
