"""How much work may still be spent on looking for something."""

from __future__ import annotations

from math import inf

STEP = 3000.0  # the charge for one call of numpy, however little it has to do
BLINK = 2e8  # what a quick look may cost whatever was played: a fifth of a second
SHARE = 10.0  # what it may cost per round played: a tenth of the time that a round takes


class Effort:
    """An allowance of work for a search that can end at any time with what it has found so far.

    The unit is about a nanosecond of the compiled core on a usual machine. It is counted in numbers touched and not
    measured by a clock, so that the same game gives the same receipt on every machine and in both cores.

    >>> effort = Effort(100)
    >>> effort.spend(60), effort.spend(60), effort.left
    (True, False, -20.0)
    """

    def __init__(self, work: float = inf) -> None:
        self.left = float(work)
        self.whole: Effort | None = None  # what this is a part of

    @classmethod
    def quick(cls, rounds_played: float) -> Effort:
        """A tenth of the time that so many rounds took to play, and a blink at least."""
        return cls(max(BLINK, SHARE * rounds_played))

    @classmethod
    def full(cls) -> Effort:
        """As much as the limits of the searches themselves allow: some seconds."""
        return cls()

    def spend(self, work: float) -> bool:
        """Take off what was done; is anything left?"""
        self.left -= work
        return (self.whole is None or self.whole.spend(work)) and self.left > 0

    def affords(self, work: float) -> bool:
        """Could as much as this be done?"""
        return self.left >= work and (self.whole is None or self.whole.affords(work))

    def part(self, share: float) -> Effort:
        """A share of what is left, as an allowance of its own; what it spends is taken off here too."""
        part = Effort(share * max(0.0, self.left))
        part.whole = self
        return part

    def __repr__(self) -> str:
        return f"Effort({self.left:.4g})"
