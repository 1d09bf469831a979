"""`Clock`: the time of rows, which goes on by a count that nobody sets, and does not follow a clock that jumps."""

from __future__ import annotations

import sys
import time

FAR = 5_000_000  # microseconds: what a clock is off by more than this, it was set; by less, it was adjusted


class Clock:
    """Unix time in microseconds, looked at once a group.

    The clock of a machine can be set, by hand or by a time server, ahead or back, and rounds whose label has a time to
    come in would all expire at once. So between two looks the time is what it was plus what has passed (by a count that
    nobody sets, and that goes on while the machine sleeps). Where the clock of the machine says something else by more
    than five seconds, that is said once, and counted, and the machine's clock is believed at the next start.
    """

    def __init__(self) -> None:
        self.now = said_by_machine()
        self.counted = passed()
        self.off = 0  # how far the machine's clock is ahead of this one, if it has jumped
        self.jumps = 0

    def look(self) -> int:
        """The time now."""
        count = passed()
        expected = self.now + count - self.counted
        self.counted = count
        said = said_by_machine()
        off = said - expected
        if abs(off) <= FAR:
            self.off, self.now = 0, said
            return said
        if abs(off - self.off) > FAR:
            self.jumps += 1
            self.off = off
            print(
                f"littlestone: the clock of this machine has jumped by {off / 1e6:+,.0f} seconds; the service goes on "
                "by its own count, and takes the new time at its next start",
                file=sys.stderr,
                flush=True,
            )
        self.now = expected
        return expected


def said_by_machine() -> int:
    """Unix time in microseconds, as the clock of the machine says it."""
    return time.time_ns() // 1000


def passed() -> int:
    """Microseconds on a count that nobody can set; where there is one, that which counts a machine's sleep too."""
    which = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime_ns(which) // 1000
