"""Intervals around guesses, and sets of classes, with a coverage that holds on every sequence."""

from __future__ import annotations

import math
from collections.abc import Sequence
from math import inf
from typing import Any

import numpy as np

from ..errors import BadParameter, StateError
from ..features.labels import Labels, Outcome
from ..learner import RowLearner, State
from ..rows.guarantee import Guarantee
from ..rows.round import Round
from ..support.settings import positive, real, whole
from ..truth import CLASSES
from .coverage_ledger import CoverageLedger
from .coverage_theorems import CoverageBound, PinballBound
from .past_scores import PastScores

SHOWN = 400  # rounds that a picture shows
MARKS = 1_000  # how many points of the running coverage are kept, at most


class Interval:
    """What is said of a round: `low` and `high` around the guess, or `labels`, the set of classes.

    `radius` is infinite where all is taken in, and negative where nothing is. `y in interval` says whether a truth is
    covered: a class that was not known has no chance, and is in a set whose radius is 1 or more, with all others.
    """

    kind = "interval"

    def __init__(self, point: float, radius: float, labelled: int, labels: list[Any] | None, chances: Any) -> None:
        self.point = point
        self.radius = radius
        self.labelled = labelled  # how many labels had come
        self.labels = labels
        self.chances = chances  # those of the classes, by which the set was made; None of margins and numbers

    @property
    def low(self) -> float:
        """The lower end; above `high` where nothing is taken in."""
        return self.point - self.radius if math.isfinite(self.radius) else -self.radius

    @property
    def high(self) -> float:
        """The upper end."""
        return self.point + self.radius if math.isfinite(self.radius) else self.radius

    def __contains__(self, y: Any) -> bool:
        if self.labels is None:
            return bool(abs(float(y) - self.point) <= self.radius)
        return y in self.labels or (self.radius >= 1.0 and self.chances is not None)

    def __repr__(self) -> str:
        what = f"{self.low:.6g} to {self.high:.6g}" if self.labels is None else f"{self.labels}"
        return f"Interval({what})"


class Intervals(Guarantee):
    """Intervals that cover the truth as often as was asked, on any sequence: in a game, each round has its `interval`.

    With s = |y - guess| and the share of misses alpha = 1 - coverage, quantile tracking has the radius itself follow:

        q <- q + eta ([s > q] - alpha)                                 (Angelopoulos, Candes and Tibshirani 2023)

    and adaptive conformal inference, which needs no scale, the level of a quantile of the last scores:

        a <- a + gamma ([s > Q(a)] - alpha),  all for a >= 1, nothing for a <= 0               (Gibbs and Candes 2021)

    The second is played unless `eta` is given. Of classes the answer is a set, `labels`, of those whose score is within
    the radius: 1 less the chance that was given to the class, or, of a learner of two classes without chances, minus
    the margin. Labels may be late; the theorem counts by how many others. Rounds of any weight count once.

    coverage    the share of truths that are to lie inside
    eta         the step of the radius, in units of the truth: a twentieth of a usual error is a good one; None is
                adaptive conformal inference
    gamma       the step of the level, where there is no eta
    b           a largest score that you vouch for: with eta, for a bound that is known beforehand
    start       the first radius, or the first level, which is `coverage` unless you say so
    window      how many of the last scores the quantile is taken of
    keep        how many rounds are kept for the theorems

    >>> from littlestone import Game, LinearVAW
    >>> from littlestone.guarantees import Intervals
    >>> intervals = Intervals(0.8, eta=0.5)
    >>> game = Game(LinearVAW(), guarantees=[intervals])
    >>> for t in range(200):
    ...     move = game.predict([1.0, t % 7])
    ...     game.label(move.number, 2.0 * (t % 7) + (t * t) % 5)
    >>> round(intervals.account.coverage, 3), round(move.interval.low, 2), round(move.interval.high, 2)
    (0.78, 5.86, 10.06)
    >>> print(intervals.certificates[0])
    Coverage, quantile tracking: -q_1/eta - 0.2 (D + 1) <= misses - 0.2 T <= (b - q_1)/eta + 0.8 (D + 1), b = 7, D = 0
      holds: paid 4 of 14.8 allowed
      teaches: coverage 78.00%; from 72.60% to 80.10% was sure for scores up to b = 7, the largest that came
    """

    name = "intervals"

    def __init__(
        self,
        coverage: float = 0.9,
        *,
        eta: float | None = None,
        gamma: float = 0.01,
        b: float | None = None,
        start: float | None = None,
        window: int = 1000,
        keep: int = 100_000,
    ) -> None:
        if not 0.0 < real("coverage", coverage, "a share of truths") < 1.0:
            raise BadParameter(f"coverage is a share between 0 and 1, such as 0.9, not {coverage!r}")
        super().__init__()
        self.given = {"coverage": coverage, "eta": eta, "gamma": gamma, "b": b, "start": start}
        self.given |= {"window": window, "keep": keep}
        tracks = eta is not None
        if tracks:
            step = positive("eta", eta, "the step of the radius")
        elif not positive("gamma", gamma, "the step of the level") < 1.0:
            raise BadParameter(f"gamma is a step of a level, between 0 and 1, not {gamma!r}")
        else:
            step = float(gamma)
        if b is not None and not tracks:
            raise BadParameter("b, a largest score, goes with eta; adaptive conformal inference needs none")
        first = (0.0 if tracks else coverage) if start is None else real("start", start, "a first radius or level")
        top = (inf if b is None else positive("b", b, "a largest score")) if tracks else 1.0
        if not 0.0 <= first <= top:
            raise BadParameter(f"start is a first radius from 0 to b, or a first level from 0 to 1, not {start!r}")
        size = whole("window", window, "a number of scores", least=1)
        whole("keep", keep, "a number of rounds")
        self.past = None if tracks else PastScores(size)
        self.covered = CoverageLedger(1.0 - coverage, step, first, None if tracks else size, keep)
        self.bounds = [CoverageBound(b), *([PinballBound()] if tracks else [])]
        self.shown: Any = np.zeros(5 * SHOWN)  # the last rounds, for pictures: the oldest first once there are so many
        self.judged_shown = 0
        self.course: list[tuple[int, float]] = []  # labels and coverage, ever more sparsely
        self.every = 1
        self.sets = False  # are the answers sets of classes?
        self.by_guess = (
            False  # is the guess itself the point? Mixtures say it, learners of numbers answer by their loss
        )
        self.follows = False
        self.learner: RowLearner | None = None
        self.spelling: Labels | None = None

    def join(self, game: Any, before: Sequence[Guarantee]) -> None:
        learner, self.learner, self.spelling = game.learner, game.learner, game.labels
        self.by_guess, self.sets = not game._numbers, not isinstance(game.labels, Outcome)
        earlier = any(each.gives_chances for each in before)
        self.follows = not self.sets or not (game._by_class or game._advised or earlier)
        if not self.sets or learner.has_chances or earlier:
            return
        if game._by_class or learner.truths == CLASSES:
            raise BadParameter(
                f"sets of classes need the chance of each, and {learner.name} has none: learners that follow the "
                f"log loss have, such as one-vs-rest made of them"
            )
        if self.past is None:
            raise BadParameter(
                f"{learner.name} gives no chances, only margins, which have no scale that eta could be a step "
                f"of: leave eta out"
            )

    @property
    def account(self) -> CoverageLedger:
        return self.covered

    @property
    def radius(self) -> float:
        """The radius of the next answer."""
        return self.read_radius()

    def read_radius(self) -> float:
        """The rule: the position, or the quantile at that level."""
        if self.past is None:
            return self.covered.position
        return self.past.quantile(self.covered.position)

    def opened(self, move: Round) -> Interval:
        said = Interval.__new__(Interval)
        said.radius = self.read_radius()
        said.labelled = self.covered.labelled
        said.point, said.labels, said.chances = 0.0, None, None
        if self.sets:
            self.take_in(move, said)
        else:
            said.point = move.guess if self.by_guess else float(move.act)
        return said

    def take_in(self, move: Round, said: Interval) -> None:
        """Put the classes into a set whose score is within the radius, by the chances or the margin of a round."""
        labels: Any = self.spelling
        said.chances = move.chances
        signs = range(len(said.chances)) if isinstance(said.chances, list) else (1, -1)
        said.labels = [labels.outside(float(y)) for y in signs if score(said.chances, move.guess, y) <= said.radius]

    def judged(self, move: Round, said: Any, y: float) -> None:
        interval: Interval | None = said
        if interval is None:  # compiled, its numbers are read without a look
            return
        behind = self.covered.labelled - interval.labelled
        if interval.labels is None:
            self.enter(move.number, abs(y - interval.point), interval.radius, behind)
            self.show(move.number, interval.point, interval.radius, y)
        else:
            self.enter(move.number, score(interval.chances, move.guess, y), interval.radius, behind)

    def enter(self, number: int, score: float, radius: float, behind: int) -> None:
        """Count the score of a label."""
        covered = self.covered
        covered.record(number, score, radius, behind)
        if self.past is not None:
            self.past.add(score)
        if covered.labelled % self.every == 0:
            self.course.append((covered.labelled, 1.0 - covered.misses / covered.labelled))
            if len(self.course) >= MARKS:
                self.course, self.every = self.course[1::2], 2 * self.every

    def show(self, number: int, point: float, radius: float, y: float) -> None:
        """Keep an interval of numbers, for pictures."""
        at = 5 * (self.judged_shown % SHOWN)
        low, high = point - radius, point + radius
        if not math.isfinite(radius):
            low, high = -radius, radius
        self.shown[at] = number
        self.shown[at + 1] = point
        self.shown[at + 2] = low
        self.shown[at + 3] = high
        self.shown[at + 4] = y
        self.judged_shown += 1

    @property
    def last(self) -> list[tuple[float, ...]]:
        """The last intervals of numbers, in the order of their labels: number, point, low, high, truth."""
        rows = [tuple(row) for row in np.asarray(self.shown).reshape(-1, 5)[: self.judged_shown].tolist()]
        at = self.judged_shown % SHOWN if self.judged_shown > SHOWN else 0
        return rows[at:] + rows[:at]

    def can_follow(self) -> bool:
        return self.follows

    def follow(self, number: int, y: float, guess: float, mistaken: bool) -> None:
        radius = self.read_radius()
        if self.sets:
            learner: Any = self.learner
            self.enter(number, score(learner.chance_of(guess), guess, y), radius, 0)
            return
        point = guess
        if not self.by_guess and self.spelling is not None:
            point = float(self.spelling.outside(guess))
        self.enter(number, abs(y - point), radius, 0)
        self.show(number, point, radius, y)

    def as_dict(self) -> dict[str, Any]:
        """The account as a dict for JSON."""
        covered = self.covered
        return {
            **self.given,
            "labelled": covered.labelled,
            "misses": covered.misses,
            "observed_coverage": covered.coverage,
            "mean_radius": covered.mean_radius,
            "radius": self.radius,
            "position": covered.position,
            "everything": covered.everything,
            "nothing": covered.nothing,
            "identity": covered.identity,
        }

    def settings(self) -> dict[str, Any]:
        return dict(self.given)

    def state(self, moves: Sequence[Round] = (), said: Sequence[Any] = ()) -> State:
        return {
            **super().state(),
            "past": np.zeros(0) if self.past is None else self.past.times,
            "last": np.array(self.last).reshape(-1, 5),
            "course": np.array(self.course, dtype=np.float64).reshape(-1, 2),
            "every": np.int64(self.every),
            "open": np.array([move.number for move in moves], dtype=np.int64),
            "said": np.array([(each.point, each.radius, each.labelled) for each in said]).reshape(-1, 3),
        }

    def restore(self, state: State, moves: Sequence[Round] = ()) -> list[Any]:
        self.check_open(state["open"], moves)
        if len(state["said"]) != len(moves) or int(state["every"]) < 1:
            raise StateError("intervals have three numbers for each open round")
        super().restore(state)
        if self.past is not None:
            self.past = PastScores(self.past.most, state["past"].tolist())
        last = np.asarray(state["last"], dtype=np.float64).reshape(-1, 5)[-SHOWN:]
        self.judged_shown = len(last)
        np.asarray(self.shown)[: 5 * len(last)] = last.ravel()
        self.course = [(int(t), share) for t, share in state["course"].tolist()]
        self.every = int(state["every"])
        found = []
        for move, (point, radius, labelled) in zip(moves, state["said"].tolist(), strict=True):
            said = Interval(point, radius, int(labelled), None, None)
            if self.sets:
                self.take_in(move, said)
            found.append(said)
        return found

    def lines(self) -> list[str]:
        covered = self.covered
        if not covered.labelled:
            return ["no truth has come yet"]
        inside = f"{covered.labelled - covered.misses:,} of {covered.labelled:,} truths inside, {covered.coverage:.2%}"
        return [f"{inside}, where {self.given['coverage']:.4g} was asked"]


def score(chances: Any, guess: float, y: float) -> float:
    """How far a class is from what was said: 1 less its chance, and, where there is none, minus the margin."""
    if isinstance(chances, list):
        k = int(y)
        return 1.0 - chances[k] if k < len(chances) else 1.0  # a class that was not known had no chance
    if chances is None:
        return -y * guess
    return 1.0 - float(chances) if y > 0.0 else float(chances)
