"""The account of calibrated chances: bins, their outcomes, and what the chances lost, before and after."""

from __future__ import annotations

import numpy as np

from ..account import PlainAccount
from ..errors import StateError
from ..state import Held, Listed, Numbers, Table, fields
from ..support import elementary
from ..support.linear_algebra import squared

LEAST = 2.0**-52  # to which chances are clipped before a logarithm, as in `metrics`
SUMS = ("brier", "surprise", "weighted", "given_brier", "given_surprise", "base_brier", "base_surprise")


class CalibrationLedger(PlainAccount):
    """Counts of the outcomes in bins. The chance that a bin gives is that of its own past, with half an outcome each:

        p = (positives in the bin + 1/2)/(labels in the bin + 1)                   (Krichevsky and Trofimov 1981)

    `brier` and `surprise` sum the losses of the chances in the order of the labels, each as its bin would have given it
    when the label came, which theorems are about; those of the chances given are `given_brier`, `given_surprise`, and
    those of what the learner said itself `base_brier` and `base_surprise`.
    """

    _saved = fields(
        Table("bins", lambda own: np.array([own.labels, own.positives]), shape=(2, "bins"), dtype=np.int64, least=0),
        Listed("said", size="bins"),
        Numbers("sums", *SUMS),
    )

    def __init__(self, bins: int) -> None:
        self.bins = bins
        self.labels = [0] * bins
        self.positives = [0] * bins
        self.said = [0.0] * bins  # the sum of what the learner said, by bin
        self.labelled = 0
        self.brier = self.surprise = self.weighted = 0.0
        self.given_brier = self.given_surprise = 0.0
        self.base_brier = self.base_surprise = 0.0

    def chance(self, bin: int) -> float:
        """The rule."""
        return (self.positives[bin] + 0.5) / (self.labels[bin] + 1.0)

    def record(self, bin: int, base: float, given: float, y: int) -> None:
        """Enter a label, 0 or 1, of a round whose bin, base chance and calibrated chance these were."""
        now = self.chance(bin)
        n = self.labels[bin] + 1
        square = squared(now - y)
        self.brier += square
        self.weighted += square * n / (n + 1.0)
        self.surprise += surprise(now, y)
        self.given_brier += squared(given - y)
        self.given_surprise += surprise(given, y)
        self.base_brier += squared(base - y)
        self.base_surprise += surprise(base, y)
        self.labels[bin] = n
        self.positives[bin] += y
        self.said[bin] += base
        self.labelled += 1

    @property
    def refinement(self) -> float:
        """The sum of squares of the outcomes about the means of their bins: what the best number a bin would lose."""
        return sum(k * (n - k) / n for n, k in zip(self.labels, self.positives, strict=True) if n)

    @property
    def reliability(self) -> list[tuple[float, float, int]]:
        """Of every bin that has labels: the mean of what was said, the share of positives, and the number of labels."""
        each = zip(self.said, self.positives, self.labels, strict=True)
        return [(said / n, k / n, n) for said, k, n in each if n]

    @property
    def miscalibration(self) -> float:
        """The mean over labels of (what was said - share of positives)^2, both by bin: the calibration score."""
        return sum(n * squared(said - share) for said, share, n in self.reliability) / max(1, self.labelled)

    def _check_state(self, held: Held) -> None:
        labels, positives = held["bins"]
        if (positives > labels).any():
            raise StateError("an account of chances has its positives among the labels, in each of its bins")

    def _take_up(self, held: Held) -> None:
        self.labels, self.positives = held["bins"].tolist()
        self.labelled = sum(self.labels)


def surprise(p: float, y: int) -> float:
    """The log loss of the chance p of a positive."""
    return -elementary.log(min(max(p if y else 1.0 - p, LEAST), 1.0))
