"""Calibrated probabilities by their own past, for any learner of two classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from ..errors import BadLabel, BadParameter, StateError
from ..features.labels import TwoClass
from ..learner import State
from ..rows.guarantee import Guarantee
from ..rows.round import Round
from ..support import elementary
from ..support.settings import whole
from .calibration_ledger import CalibrationLedger
from .calibration_theorems import BinsLogBound, CalibeatingBound

BAR = 30  # how wide the bars of the diagram are


class CalibratedChance(NamedTuple):
    """What is said of a round: `given` is the chance of the positive class, `base` what the learner said itself."""

    base: float
    bin: int
    given: float
    kind: str = "chance"


class Calibrated(Guarantee):
    """Put what a learner says into bins, and answer what has happened in the bin so far (Foster and Hart 2023):

        p = (positives in the bin + 1/2)/(labels in the bin + 1)

    On every sequence the Brier score of these chances is that of the best number for every bin, and a logarithm a bin:
    they are calibrated, and as sharp as the learner was. The log loss has such a theorem too. A learner that has no
    chances, only margins, gets some: its margin m is taken for the chance 1/(1 + e^(-2m/s)), s the mean of the margins
    so far, which is known before the label and only chooses the bin.

    Labels may be late: theorems are about the chance that the bin would have given when each label came, and the
    receipt has the scores of both.

    It is for games of two classes; `chance` of a round is the calibrated one.

    bins    how many bins of equal width

    >>> from littlestone import Game, Perceptron
    >>> from littlestone.guarantees import Calibrated, Model
    >>> game = Game(Perceptron(bias=1.0), guarantees=[Calibrated(4)])
    >>> for t in range(400):
    ...     move = game.predict([t % 5 - 2.0, t % 3])
    ...     game.label(move.number, 1 if (t % 5 > 2) != (t % 11 == 0) else -1)
    >>> [certificate.verdict for certificate in game.guarantees[0].certificates]
    ['holds', 'holds']
    >>> calibrated = Calibrated()
    >>> boaster = Model(lambda x: 0.99 if x else 0.01, truths="signs", guarantees=[calibrated])
    >>> for t in range(1000):
    ...     boaster.label(boaster.predict(t % 2).number, t % 10 in (1, 3, 5, 6))
    >>> round(calibrated.account.base_brier / 1000, 3), round(calibrated.account.brier / 1000, 3)
    (0.294, 0.203)
    """

    name = "calibrated"
    gives_chances = True

    def __init__(self, bins: int = 20) -> None:
        super().__init__()
        self.bins = whole("bins", bins, "a number of bins", least=1)
        if bins > 10_000:
            raise BadParameter(f"bins is a number of bins that fill with labels, 10,000 at most, not {bins}")
        self.counted = CalibrationLedger(self.bins)
        self.bounds = [CalibeatingBound(), BinsLogBound()]
        self.margins = 0.0  # the sum of the sizes of margins, of learners without chances
        self.rounds_said = 0
        self.of_forecasts = False  # are truths numbers, of which only 0 and 1 can be judged?

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        if not isinstance(game.labels, TwoClass) and not (game._advised and game.learner.has_chances):
            raise BadParameter(
                f"chances are calibrated for two classes, and {game.learner.name} does not play for them here; those "
                f"of many by CalibratedClasses, mixed forecasts where the loss is log or brier"
            )
        self.of_forecasts = not isinstance(game.labels, TwoClass)

    @property
    def account(self) -> CalibrationLedger:
        return self.counted

    def opened(self, move: Round) -> CalibratedChance:
        base = self.base(move)
        bin = min(int(base * self.bins), self.bins - 1)
        return CalibratedChance(base, bin, self.counted.chance(bin))

    def base(self, move: Round) -> float:
        """What the learner said, as a chance."""
        chance = move.chances
        if chance is not None:
            return min(1.0, max(0.0, float(chance)))
        self.rounds_said += 1
        self.margins += abs(move.guess)
        mean = self.margins / self.rounds_said
        return 1.0 / (1.0 + elementary.exp(-max(-30.0, min(30.0, 2.0 * move.guess / mean)))) if mean else 0.5

    def check(self, move: Round, y: float) -> None:
        if self.of_forecasts and y not in (0.0, 1.0):
            raise BadLabel(f"what a calibrated chance is of has happened or not, 1 or 0, and {y!r} is neither")

    def judged(self, move: Round, said: Any, y: float) -> None:
        self.counted.record(said.bin, said.base, said.given, int(y > 0.0))

    def diagram(self) -> str:
        """The reliability diagram as text: what was said, how often it happened, a bar, and the number of labels."""
        lines = ["   said  happened" + " " * (BAR + 4) + "labels"]
        for said, share, n in self.counted.reliability:
            bar = "#" * round(BAR * share)
            place = min(BAR - 1, round(BAR * said))
            drawn = "".join("|" if k == place else c for k, c in enumerate(bar.ljust(BAR)))
            lines.append(f"  {said:5.3f}     {share:5.3f}  {drawn}{n:>10,}")
        return "\n".join(lines)

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        counted, judged = self.counted, max(1, self.counted.labelled)
        return {
            "bins": self.bins,
            "labelled": counted.labelled,
            "brier": {"before": counted.base_brier / judged, "after": counted.given_brier / judged},
            "log_loss": {"before": counted.base_surprise / judged, "after": counted.given_surprise / judged},
            "in_order": {"brier": counted.brier / judged, "log_loss": counted.surprise / judged},
            "refinement": counted.refinement / judged,
            "miscalibration": counted.miscalibration,
            "reliability": [list(each) for each in counted.reliability],
        }

    def settings(self) -> dict[str, Any]:
        return {"bins": self.bins}

    def state(self, moves: Sequence[Round] = (), said: Sequence[Any] = ()) -> State:
        return {
            **super().state(),
            "margins": np.array([self.margins, float(self.rounds_said)]),
            "open": np.array([move.number for move in moves], dtype=np.int64),
            "said": np.array([(each.base, each.bin, each.given) for each in said]).reshape(-1, 3),
        }

    def restore(self, state: State, moves: Sequence[Round] = ()) -> list[Any]:
        self.check_open(state["open"], moves)
        said = state["said"].tolist()
        if len(said) != len(moves) or not all(0 <= bin < self.bins for _, bin, _ in said):
            raise StateError("calibrated chances have a bin for each open round")
        super().restore(state)
        self.margins, self.rounds_said = float(state["margins"][0]), int(state["margins"][1])
        return [CalibratedChance(base, int(bin), given) for base, bin, given in said]

    def lines(self) -> list[str]:
        counted = self.counted
        if not counted.labelled:
            return ["no label has come yet"]
        before, after = counted.base_brier / counted.labelled, counted.given_brier / counted.labelled
        logs = f"{counted.base_surprise / counted.labelled:.4g} and {counted.given_surprise / counted.labelled:.4g}"
        first = f"{counted.labelled:,} labels, Brier score {before:.4g} before and {after:.4g} after, log loss {logs}"
        return [first, self.diagram()]
