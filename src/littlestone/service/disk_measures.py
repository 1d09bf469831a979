"""What a service measures of its disk, for /metrics: files, snapshots, and how long commits take."""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from .journal.folder import Folder

EDGES = (0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 5.0)  # seconds


class CommitTimes:
    """How long commits took: counts between the edges, the last one of those above all of them, and all seconds."""

    def __init__(self) -> None:
        self.counts = [0] * (len(EDGES) + 1)
        self.seconds = 0.0

    def note(self, seconds: float) -> None:
        """Count a commit."""
        self.counts[bisect_left(EDGES, seconds)] += 1
        self.seconds += seconds


def on_disk(folder: Folder, numbers: Mapping[str, int]) -> dict[str, Any]:
    """Bytes of the journal, of what is written ahead of it, and free; of games, by number, their last snapshots."""
    journal = folder.journal
    files = os.statvfs(folder.path)
    snapshots = {name: last_snapshot(folder.snapshots / str(number)) for name, number in numbers.items()}
    return {
        "journal": size_of(journal),
        "wal": size_of(journal.with_name(journal.name + "-wal")),
        "free": files.f_bavail * files.f_frsize,
        "snapshots": {name: found for name, found in snapshots.items() if found is not None},
    }


def size_of(file: Path) -> int:
    """The bytes of a file, 0 if there is none: a journal may be elsewhere."""
    try:
        return file.stat().st_size
    except OSError:
        return 0


def last_snapshot(home: Path) -> tuple[int, float, int] | None:
    """The seq of the last snapshot of a game, when it was written, and its bytes; None if there is none."""
    with suppress(OSError, ValueError):
        seq = max(int(each.name) for each in home.iterdir() if each.name.isdecimal())
        files = [each.stat() for each in (home / str(seq)).iterdir()]
        return seq, (home / str(seq)).stat().st_mtime, sum(each.st_size for each in files)
    return None
