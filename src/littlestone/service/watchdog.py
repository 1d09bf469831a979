"""`Watchdog`: ends a process whose journal stands still, as one ends whose journal cannot be written."""

from __future__ import annotations

import os
import sys
import traceback
from threading import Thread
from time import monotonic, sleep

from .journal.journal import Journal

BROKEN = 70  # the exit code of a process whose journal cannot be trusted any more
LOOK = 1.0  # seconds between two looks
STALLED = 10.0  # seconds that the journal takes after which the service is not ready
PATIENCE = 120.0  # seconds that the journal may take, after which the process ends


class Watchdog(Thread):
    """Looks at how long the journal has not come back with what it was asked: a server that stands still never does.

    Nobody would get an answer, and nobody an error. When the process ends, all of them do, and whoever looks after the
    process starts it again; what was acknowledged is in the journal.
    """

    def __init__(self, journal: Journal, patience: float | None = None) -> None:
        super().__init__(name="littlestone watchdog", daemon=True)
        self.journal, self.patience = journal, PATIENCE if patience is None else patience

    def run(self) -> None:
        while True:
            sleep(min(LOOK, self.patience / 4))
            if (seconds := waited(self.journal)) > self.patience + self.journal.spare:
                end_process(f"the journal has not answered for {seconds:.0f} seconds")


def waited(journal: Journal) -> float:
    """Seconds since the journal was asked for what it has not yet answered."""
    since = journal.asked_at
    return monotonic() - since if since else 0.0


def end_process(why: str = "the journal cannot be written any more") -> None:
    """End the process at once, with the error: an answer from a service without its writer would be a lie."""
    if sys.exc_info()[0] is not None:
        traceback.print_exc()
    print(f"littlestone: {why}, and the service ends; what was acknowledged is safe. "
          "Look after the disk, then start it again", file=sys.stderr, flush=True)  # fmt: skip
    os._exit(BROKEN)
