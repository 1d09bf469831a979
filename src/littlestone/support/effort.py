"""Work budgets for searches."""

from __future__ import annotations

from math import inf

STEP = 3000.0  # the charge for one call of numpy, however little it has to do
BLINK = 2e8  # the least budget of a quick search: a fifth of a second
SHARE = 10.0  # the budget per round played: a tenth of the time that a round takes


class Effort:
    """A budget of work for a search that can stop at any time and return the best result so far.

    The unit is about a nanosecond of the compiled core on a usual machine. Work is counted in numbers touched, not
    measured by a clock, so that the same game gives the same certificates on every machine and in both cores.

    >>> effort = Effort(100)
    >>> effort.spend(60), effort.spend(60), effort.left
    (True, False, -20.0)
    """

    def __init__(self, work: float = inf) -> None:
        self.left = float(work)
        self.whole: Effort | None = None  # the budget this is a part of

    @classmethod
    def quick(cls, rounds_played: float) -> Effort:
        """A budget of a tenth of the time that so many rounds took to play, at least a fifth of a second."""
        return cls(max(BLINK, SHARE * rounds_played))

    @classmethod
    def full(cls) -> Effort:
        """An unlimited budget: the searches' own limits end them after some seconds."""
        return cls()

    def spend(self, work: float) -> bool:
        """Subtract `work`; return whether anything is left."""
        self.left -= work
        return (self.whole is None or self.whole.spend(work)) and self.left > 0

    def affords(self, work: float) -> bool:
        """Is at least `work` left?"""
        return self.left >= work and (self.whole is None or self.whole.affords(work))

    def part(self, share: float) -> Effort:
        """A sub-budget of this share of what is left; what it spends is subtracted here too."""
        part = Effort(share * max(0.0, self.left))
        part.whole = self
        return part

    def __repr__(self) -> str:
        return f"Effort({self.left:.4g})"
