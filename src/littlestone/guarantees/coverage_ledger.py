"""The account of intervals and sets: how often the truth lay outside, and the number that follows it."""

from __future__ import annotations

from math import inf, isfinite
from typing import Any

from ..account import PlainAccount
from ..errors import StateError
from ..state import Counts, Held, Numbers, Vector, fields
from .doubles import Doubles

ENDLESS = inf  # the radius of an interval that takes in everything


class CoverageLedger(PlainAccount):
    """Follows the misses with one number, the position, from which every radius is read off:

        position <- position + step ([s > radius] - alpha)              after every label, s its score

    so that misses - alpha T = (position - start)/step at every round: no assumption, no error but rounding. At a
    position below 0 a radius takes in nothing, and above the top of the positions everything; so they cannot leave the
    two by more steps than labels are late. The score of a round is judged by the radius that was given for it: each
    label is used when it comes, and the theorem counts how late that is.

    alpha    the share of misses that is wanted
    step     eta of quantile tracking, gamma of adaptive conformal inference
    start    the first position
    window   how many of the last scores the radius is a quantile of, at level `position`; None if it is the position
    keep     how many rounds are kept for the theorems
    """

    _saved = fields(
        Counts("counts", "labelled", "misses", "latest", "behind", "largest_round", "everything", "nothing"),
        Numbers("sums", "moved", "position", "largest", "width"),
        Vector("kept", "kept.array()", size=lambda own, held: 3 * min(held["counts"][0], own.keep)),
    )

    def __init__(self, alpha: float, step: float, start: float, window: int | None, keep: int = 100_000) -> None:
        self.alpha = alpha
        self.step = step
        self.start = start
        self.window = window
        self.tracks = window is None
        self.keep = keep
        self.moved = 0.0  # by how many steps, which is kept apart so that no rounding of the position adds up
        self.position = start
        self.labelled = 0
        self.misses = 0
        self.latest = 0  # the most labels that came between a radius and its own label
        self.behind = 0  # the sum of these
        self.largest = 0.0  # the largest score
        self.largest_round = 0
        self.everything = 0  # rounds whose radius had no end
        self.nothing = 0  # rounds whose radius took in nothing
        self.width = 0.0  # the sum of the other radii
        self.kept = Doubles()  # score, radius, labels in between; round after round

    def record(self, number: int, score: float, radius: float, behind: int) -> bool:
        """Enter a label: its score, the radius that was given for it, and how many labels came since; was it missed?"""
        missed = score > radius
        self.move(missed)
        self.labelled += 1
        self.misses += missed
        if behind:
            self.behind += behind
            if behind > self.latest:
                self.latest = behind
        if score > self.largest or not self.largest_round:
            self.largest, self.largest_round = score, number
        if score - score != 0.0:  # neither infinite scores nor such that are no numbers can be compared
            self.largest, self.largest_round = ENDLESS, number
        if radius == ENDLESS:
            self.everything += 1
        elif radius == -ENDLESS or (radius < 0.0 and self.tracks):
            self.nothing += 1
        else:
            self.width += radius
        if self.labelled <= self.keep:
            self.kept.append(score)
            self.kept.append(radius)
            self.kept.append(behind)
        return missed

    def move(self, missed: bool) -> None:
        """The rule."""
        self.moved += missed - self.alpha
        self.position = self.start + self.step * self.moved

    @property
    def coverage(self) -> float | None:
        """The share of the truths that lay inside; None before the first."""
        return 1.0 - self.misses / self.labelled if self.labelled else None

    @property
    def mean_radius(self) -> float | None:
        """The mean of the radii that had an end and took in something; None if there were none."""
        ended = self.labelled - self.everything - self.nothing
        return self.width / ended if ended else None

    @property
    def identity(self) -> float:
        """misses - alpha T - (position - start)/step, which is zero but for rounding."""
        return self.misses - self.alpha * self.labelled - (self.position - self.start) / self.step

    @property
    def rounds_kept(self) -> Any:
        """The rounds kept, in the order of their labels: columns of scores, radii, and labels in between."""
        return self.kept.array().reshape(-1, 3)

    def _check_state(self, held: Held) -> None:
        labelled, misses, *_ = held["counts"]
        moved, position, *_ = held["sums"]
        if misses > labelled:
            raise StateError("an account of intervals counts misses among its labels")
        if not isfinite(position + moved):
            raise StateError(f"the position of intervals is a number, not {position}")

    def _take_up(self, held: Held) -> None:
        self.kept = Doubles(held["kept"])
