"""Calibrated probabilities of many classes, by their own past."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadParameter, StateError
from ..learner import State
from ..rows.guarantee import Guarantee
from ..rows.round import Round
from ..support.settings import whole
from ..truth import CLASSES
from .calibration_theorems import CalibeatingBound
from .class_calibration_ledger import ClassCalibrationLedger


class CalibratedChances(NamedTuple):
    """What is said of a round: `given` are the chances of all classes, by number, `base` what the learner said."""

    base: list[float]
    bins: list[int]
    given: list[float]
    kind: str = "chance"


class CalibratedClasses(Guarantee):
    """Calibeating for every class against all others (Foster and Hart 2023), projected to chances that sum to one.

        p_c = (labels of class c in its bin + 1/2)/(labels in the bin + 1),   chances = the nearest p that sum to one

    For every class the theorem of `Calibrated` holds, and so it does for their sum, the Brier score of many classes: it
    is at most that of the best number for every bin of every class, and a logarithm a bin. The projection onto the
    chances that sum to one, a convex set in which every outcome lies, brings no outcome farther away: the chances that
    are given lose no more. A class counts from the round after its first; labels may be late, as in `Calibrated`.

    It is for games of many classes whose learner gives chances: one-vs-rest of learners of the log loss, a committee.

    bins    how many bins of equal width, for every class

    >>> from littlestone import Game, OneVsRest
    >>> from littlestone.guarantees import CalibratedClasses
    >>> game = Game(OneVsRest("ogd", loss="log", bias=1.0), guarantees=[CalibratedClasses(bins=5)])
    >>> for t in range(600):
    ...     move = game.predict([t % 3 == 0, t % 3 == 1])
    ...     game.label(move.number, "abc"[t % 3 if t % 7 else (t + 1) % 3])
    >>> round(sum(move.chance.values()), 9), game.guarantees[0].certificates[0].verdict
    (1.0, 'holds')
    """

    name = "calibrated-classes"
    gives_chances = True

    def __init__(self, bins: int = 10) -> None:
        super().__init__()
        self.bins = whole("bins", bins, "a number of bins", least=1)
        self.counted = ClassCalibrationLedger(self.bins)
        self.bounds = [CalibeatingBound()]

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        if game.learner.truths != CLASSES or not game._by_class:
            raise BadParameter(
                "chances of many classes are calibrated where a learner gives them: a Game of one-vs-rest made of "
                "learners of the log loss, or of a committee; of two classes by Calibrated"
            )

    @property
    def account(self) -> ClassCalibrationLedger:
        return self.counted

    def opened(self, move: Round) -> CalibratedChances:
        base = [min(1.0, max(0.0, p)) for p in move.chances or ()]
        self.counted.known(len(base))
        bins = [min(int(p * self.bins), self.bins - 1) for p in base]
        return CalibratedChances(base, bins, projected(self.counted.chances(bins)))

    def judged(self, move: Round, said: Any, y: float) -> None:
        self.counted.record(said.bins, said.base, said.given, int(y))

    def settings(self) -> dict[str, Any]:
        return {"bins": self.bins}

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        counted, judged, labels = self.counted, max(1, self.counted.labelled), self.game.labels
        return {
            "bins": self.bins,
            "labelled": counted.labelled,
            "brier": {"before": counted.base_brier / judged, "after": counted.given_brier / judged},
            "refinement": counted.refinement / judged,
            "miscalibration": counted.miscalibration,
            "reliability": [
                [labels.outside(float(c)), *each]
                for c, ledger in enumerate(counted.classes)
                for each in ledger.reliability
            ],
        }

    def state(self, moves: Sequence[Round] = (), said: Sequence[Any] = ()) -> State:
        return {
            **super().state(),
            "open": np.array([move.number for move in moves], dtype=np.int64),
            "sizes": np.array([len(each.base) for each in said], dtype=np.int64),
            "said": np.array(
                [row for each in said for row in zip(each.base, each.bins, each.given, strict=True)]
            ).reshape(-1, 3),
        }

    def restore(self, state: State, moves: Sequence[Round] = ()) -> list[Any]:
        self.check_open(state["open"], moves)
        said, sizes = state["said"].tolist(), [int(n) for n in state["sizes"]]
        if len(sizes) != len(moves) or sum(sizes) != len(said) or not all(0 <= b < self.bins for _, b, _ in said):
            raise StateError("calibrated chances of classes have a bin for each class of each open round")
        super().restore(state)
        found, at = [], 0
        for size in sizes:
            rows, at = said[at : at + size], at + size
            base, bins, given = ([row[k] for row in rows] for k in range(3))
            found.append(CalibratedChances(base, [int(b) for b in bins], given))
        return found

    def lines(self) -> list[str]:
        counted = self.counted
        if not counted.labelled:
            return ["no label has come yet"]
        before, after = counted.base_brier / counted.labelled, counted.given_brier / counted.labelled
        return [f"{counted.labelled:,} labels, Brier score of all classes {before:.4g} before and {after:.4g} after"]


def projected(p: list[float]) -> list[float]:
    """The nearest point whose entries are 0 or more and sum to one."""
    if not p:
        return []
    falling = sorted(p, reverse=True)
    total, shift = 0.0, 0.0
    for k, value in enumerate(falling, 1):
        total += value
        if value - (total - 1.0) / k > 0.0:
            shift = (total - 1.0) / k
    return [max(0.0, value - shift) for value in p]
