"""The agnostic theorem: a regret bound against the best concept, when none fits."""

from __future__ import annotations

from functools import cached_property
from math import comb, sqrt
from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..errors import StateError
from ..row import Batch, Row
from ..rows.ledger import Ledger
from ..state import Held, Listed, Table, Vector, fields
from ..support import elementary
from ..support.elementary import exp, log
from ..support.settings import counted
from ..watcher import Watcher
from .version_space_theorems import points_of

ROUNDED = 1e-13  # rounding of a chance that is a sum over very many experts


class AgnosticCase(Case):
    """The best concept in hindsight, and the experts that the theorem is about."""

    @property
    def rounds(self) -> int:
        """t: the number of rounds learned from."""
        return int(self.ledger.labelled)

    @cached_property
    def best(self) -> int:
        """The fewest mistakes that a concept of the class would have made on all rounds."""
        concepts = self.learner.concepts
        mistakes = np.zeros(concepts.size, dtype=np.int64)
        for point, (negative, positive) in self.bound.counts.items():
            columns = np.frombuffer(point, dtype=np.int32)
            x = Batch([0, len(columns)], columns, np.ones(len(columns)), concepts.width).row(0)
            mistakes += np.where(concepts.table[:, concepts.point_of(x)], negative, positive)
        return int(mistakes.min())

    @cached_property
    def flips(self) -> int:
        """Ldim(C): the number of rounds in which an expert may contradict its optimal algorithm."""
        return int(self.learner.minimax.value(self.learner.concepts.full))

    def ways(self, flips: int, rounds: int) -> int:
        """The number of ways to spread at most so many flips over so many rounds."""
        return sum(comb(rounds, some) for some in range(flips + 1))

    @cached_property
    def experts(self) -> int:
        """N."""
        return self.ways(self.flips, self.learner.rounds)

    @cached_property
    def eta(self) -> float:
        """The rate: as given, or as the theorem sets it."""
        return float(self.learner.given_eta or sqrt(8 * log(self.experts) / self.learner.rounds))

    @cached_property
    def regret(self) -> float:
        """ln(N)/eta + eta t/8; one expert alone is the best concept."""
        if not self.rounds or self.experts == 1:
            return 0.0
        return log(self.experts) / self.eta + self.eta * self.rounds / 8


class AgnosticBound(Bound, Watcher):
    """E[M] <= min_c M(c) + ln(N)/eta + eta t/8 after t of T rounds, N being the number of experts.

    With eta = sqrt(8 ln(N)/T) that is a regret of sqrt(T ln(N)/2) at the end. It holds whatever the labels, against the
    best concept in hindsight, which is sought among all; the premise is that there are no more than T rounds
    (Ben-David, Pal and Shalev-Shwartz 2009). Where the chances of a mistake were p_1, p_2, ..., the weights of all
    experts have fallen by exactly the product of 1 - p_s (1 - exp(-eta)), whatever the data.
    """

    mistakes = True
    looks_at = AgnosticCase
    saved = fields(
        Vector("columns", lambda own: np.frombuffer(b"".join(own.counts), dtype=np.int32).copy(), dtype=np.int32),
        Vector("sizes", lambda own: [len(point) // 4 for point in own.counts], dtype=np.int64, least=0),
        Table(
            "counts",
            lambda own: np.array([*own.counts.values()], dtype=np.int64).reshape(-1, 2),
            shape=(None, 2),
            dtype=np.int64,
        ),
        Listed("chances", missing=()),  # release 0.1.0 kept none
    )

    def __init__(self) -> None:
        self.counts: dict[bytes, list[int]] = {}  # per point, by the columns that are 1: counts of -1 and +1
        self.chances: list[float] = []  # the chance of a mistake in each round
        self.limit = 1_000_000

    def begin(self, learner: Any, keep: int) -> None:
        self.limit = keep

    def see(self, number: int, x: Row, y: float, guess: float, mistaken: bool) -> None:
        point = np.asarray(x.columns)[x.values != 0].tobytes()
        self.counts.setdefault(point, [0, 0])[int(y > 0)] += 1
        if len(self.chances) < self.limit:
            self.chances.append(abs(guess - y) / 2)

    def statement(self, case: AgnosticCase) -> str:
        return "Agnostic: E[M] <= best concept + ln(N)/eta + eta t/8"

    def unmeasurable(self, case: AgnosticCase) -> str | None:
        return "no example has come yet that says which class is learned" if case.learner.concepts is None else None

    def paid(self, case: AgnosticCase) -> float:
        return float(case.ledger.expected)

    def premise(self, case: AgnosticCase) -> str | None:
        if case.rounds <= case.learner.rounds:
            return None
        return f"{counted(case.rounds, 'round')} were played, but the experts were made for {case.learner.rounds:,}"

    def invariant(self, case: AgnosticCase) -> str | None:
        """What is wrong if the experts, the rate or the weights are not those of the theorem."""
        learner, to_come = case.learner, max(0, case.learner.rounds - case.rounds)
        many = sum(count * case.ways(case.flips - used, to_come) for (_, used, _), count in learner.groups.items())
        if not many == learner.experts == case.experts:
            return f"there are {many:,} experts, not {case.experts:,}"
        if learner.eta != case.eta:
            return f"the rate is {learner.eta:.6g}, not {case.eta:.6g}"
        if not case.broken and learner.fewest > case.best:
            return f"no expert does as well as the best concept: {learner.fewest} mistakes, not {case.best}"
        return self.misweighed(case, to_come)

    def misweighed(self, case: AgnosticCase, to_come: int) -> str | None:
        """What is wrong if the weights of the experts have not fallen by the product of 1 - p_s (1 - exp(-eta))."""
        if len(self.chances) != case.rounds:
            return None
        weight, fewest = 0.0, case.learner.fewest
        for (_, used, mistakes), count in case.learner.groups.items():
            weight += count * case.ways(case.flips - used, to_come) * exp(-case.eta * (mistakes - fewest))
        fallen = log(weight / case.experts) - case.eta * fewest
        p = np.array(self.chances)
        each = 1.0 - p + p * exp(-case.eta)
        with np.errstate(divide="ignore"):
            said, unsure = float(elementary.logs(each).sum()), float((ROUNDED / each).sum())
        if abs(said - fallen) <= SLACK * (1.0 + abs(fallen)) + unsure:
            return None
        return f"the experts' weights fell to e^{fallen:.6g} of what they were; the chances say e^{said:.6g}"

    def allowed(self, case: AgnosticCase) -> float:
        return case.best + case.regret

    def slack(self, case: AgnosticCase, paid: float, allowed: float) -> float:
        return SLACK * max(1.0, allowed)

    def exceeded(self, case: AgnosticCase, paid: float, allowed: float) -> str | None:
        if super().exceeded(case, paid, allowed) is None:
            return None
        return f"a regret of {paid - case.best:.6g} is more than {case.regret:.6g}"

    def lesson(self, case: AgnosticCase, allowed: float | None) -> str:
        if allowed is None:
            return ""
        paid = self.paid(case)  # whatever the labels, every concept makes at least E[M] - regret mistakes
        least = max(0, int(np.ceil(paid - case.regret - SLACK * max(1.0, paid))))
        return f"every concept errs at least {counted(least, 'time')}, the best of them {counted(case.best, 'time')}"

    def live(self, ledger: Ledger) -> str:
        """The number of experts among which the learner chooses."""
        learner: Any = ledger.learner
        return "" if learner.concepts is None else f"{learner.experts:,} experts"

    def check_state(self, held: Held) -> None:
        if len(held["counts"]) != len(held["sizes"]):
            raise StateError(f"'counts' are of {len(held['counts'])} points, but there are {len(held['sizes'])}")
        held["points"] = points_of(held)

    def take_up(self, held: Held) -> None:
        self.counts = dict(zip(held["points"], held["counts"].tolist(), strict=True))
