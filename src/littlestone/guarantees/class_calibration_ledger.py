"""The account of calibrated chances of many classes: one of two classes for each, against all others."""

from __future__ import annotations

from typing import Any

from ..account import PlainAccount
from ..state import Count, Held, Numbers, Parts, State, fields, under
from ..support.linear_algebra import squared
from .calibration_ledger import CalibrationLedger


class ByClass(Parts):
    """The accounts of the classes, as many as there were."""

    def check(self, thing: Any, state: State, held: Held) -> None:
        found: list[CalibrationLedger] = []
        for c in range(held["classes"]):
            found.append(CalibrationLedger(thing.bins))
            found[c].restore(under(state, f"{self.name}{c}/"))
        held[self.name] = found

    def put(self, thing: Any, held: Held) -> None:
        thing.classes = held[self.name]


class ClassCalibrationLedger(PlainAccount):
    """An account of bins for every class, begun when the class was first seen; sums are over all of them.

    In every account a label is 1 for its own class and 0 for the others, so that its theorems are those of two classes,
    added up. The chances that were given are these projected onto those that sum to one, which brings them no farther
    from any outcome: `given_brier` is theirs.
    """

    _saved = fields(
        Count("classes", lambda own: len(own.classes)),
        Count("labelled"),
        Numbers("sums", "given_brier", "base_brier"),
        ByClass("class", "classes"),
    )

    def __init__(self, bins: int) -> None:
        self.bins = bins
        self.classes: list[CalibrationLedger] = []
        self.labelled = 0
        self.given_brier = self.base_brier = 0.0

    def known(self, count: int) -> None:
        """Have accounts for so many classes."""
        while len(self.classes) < count:
            self.classes.append(CalibrationLedger(self.bins))

    def chances(self, bins: list[int]) -> list[float]:
        """What the bins give, a chance for every class, as they are."""
        return [ledger.chance(bin) for ledger, bin in zip(self.classes, bins, strict=False)]

    def record(self, bins: list[int], base: list[float], given: list[float], y: int) -> None:
        """Enter a label, the number of a class, of a round with these bins and chances for the classes known then."""
        for c, (bin, said, told) in enumerate(zip(bins, base, given, strict=True)):
            self.classes[c].record(bin, said, told, int(c == y))
            self.given_brier += squared(told - (c == y))
            self.base_brier += squared(said - (c == y))
        self.labelled += 1

    def all_of(self, name: str) -> Any:
        """The sum of an amount over the classes."""
        return sum(getattr(ledger, name) for ledger in self.classes)

    @property
    def labels(self) -> list[int]:
        """How many labels there were in each bin, class after class."""
        return [n for ledger in self.classes for n in ledger.labels]

    @property
    def positives(self) -> list[int]:
        """How many of them were of the class."""
        return [k for ledger in self.classes for k in ledger.positives]

    @property
    def brier(self) -> float:
        """What the chances of the bins lost, in the order of the labels, before they were projected."""
        return float(self.all_of("brier"))

    @property
    def weighted(self) -> float:
        """The same with the weights of the proof."""
        return float(self.all_of("weighted"))

    @property
    def refinement(self) -> float:
        """What the best number for every bin of every class would lose."""
        return float(self.all_of("refinement"))

    @property
    def miscalibration(self) -> float:
        """The calibration score, over all classes."""
        total = sum(ledger.miscalibration * ledger.labelled for ledger in self.classes)
        return total / max(1, self.labelled)
