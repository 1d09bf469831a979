"""The theorems of a forest: no worse than its trees on average, nor than their best prunings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..support.effort import Effort
from ..support.elementary import exps, log
from .pruning_tree_theorems import LN2, best_loss, best_prunings, left_out, outside, spent, tree_fault, unit, unlike


class ForestBound(Bound):
    """The loss is at most the mean of the losses of the trees, and ln 4 for four powers of the mean, at every moment.

    Proof. The geometric mean of the chances is q_1(y) = e^m(y)/Z, with Z the sum over the classes of the product of
    the q_t(c)^(1/M), which is at most 1 (Hoelder 1889). So -ln q_1(y) <= -m(y), the mean of the losses of the trees, in
    every round. The mixture of the powers has at least a quarter of the likelihood of each of them, that of q_1
    among them; rounds that weigh less than the heaviest: x^(h_t/h) is concave. Numbers: the square is convex, and the
    loss of the mean is at most the mean of the losses.
    """

    cheap = True
    weighted = True
    excess = "a larger loss than its trees allow on average"

    def statement(self, case: Case) -> str:
        forest = case.learner
        if forest.truths == "numbers":
            return f"Forest: square loss <= the mean of those of its {forest.size} trees"
        most = f"{forest.heaviest:g} " if forest.heaviest != 1.0 else ""
        return f"Forest: log loss <= the mean of those of its {forest.size} trees + {most}ln {len(forest.lost)}"

    def scope(self, case: Case) -> str:
        return super().scope(case) + left_out(case.learner.first)

    def premise(self, case: Case) -> str | None:
        return outside(case.learner.first)

    def invariant(self, case: Case) -> str | None:
        forest = case.learner
        strayed = [t for t, tree in enumerate(forest.trees) if tree.labelled != forest.first.labelled]
        if strayed:
            return f"tree {strayed[0]} has not learned from every label"
        return unlike(case, forest) or powers_fault(case)

    def paid(self, case: Case) -> float:
        return spent(case.learner, case.learner.first)

    def allowed(self, case: Case) -> float:
        forest = case.learner
        return (mean_of(tree.own for tree in forest.trees) + of_powers(forest)) * unit(forest.first)

    def lesson(self, case: Case, allowed: float | None) -> str:
        forest = case.learner
        if allowed is None or not forest.first.labelled:
            return ""
        losses = [tree.own * unit(forest.first) for tree in forest.trees]
        words = f"the best tree alone loses {min(losses):,.6g}, the worst {max(losses):,.6g}"
        if forest.truths == "numbers":
            return words
        best = int(np.argmin(forest.lost))
        return f"{words}; the power {forest.powers[best]:g} of their mean {forest.lost[best] * unit(forest.first):,.6g}"

    def live(self, ledger: Any) -> str:
        """The bound so far."""
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"loss <= {allowed:,.6g}"


def mean_of(numbers: Any) -> float:
    """The mean of some numbers."""
    found = list(numbers)
    return float(sum(found) / len(found))


def of_powers(forest: Any) -> float:
    """What it costs to mix several powers of the mean of chances, in nats."""
    return 0.0 if forest.truths == "numbers" else log(float(len(forest.lost)))


def powers_fault(case: Case) -> str | None:
    """What is wrong if the mixture of the powers is not what each of them lost, mixed, or the first lost too much."""
    forest = case.learner
    if forest.truths == "numbers":
        return None
    lost = np.asarray(forest.lost)
    mixed = float(lost.min() - log(float(exps(lost.min() - lost).sum()) / len(lost)))
    slack = SLACK * (1.0 + abs(mixed))
    exact = not case.by_weight and forest.heaviest == 1.0
    if not forest.own <= mixed + slack or (exact and not forest.own >= mixed - slack):
        return f"the forest lost {forest.own:.6g} nats, and the powers of its mean, mixed, {mixed:.6g}"
    if not lost[0] <= mean_of(tree.own for tree in forest.trees) + slack:
        return "the geometric mean of the chances lost more than the trees on average"
    return None


class GroveCase(Case):
    """A game of a forest, and the accounts of all its trees."""

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        super().__init__(bound, ledger, effort)
        self.accounts = [[np.asarray(each) for each in tree.accounted()] for tree in self.learner.trees]


class ForestPruningBound(Bound):
    """The loss is at most the mean over the trees of loss(P) + h c(P) ln 2, P the best pruning of each, and h ln 4.

    It follows from `ForestBound` and, tree by tree, from `PruningBound`.
    """

    weighted = True
    looks_at = GroveCase
    excess = "a larger loss than the best prunings of its trees allow on average"

    def statement(self, case: GroveCase) -> str:
        forest = case.learner
        half = unit(forest.first)
        most = f"{half:g} " if half != 1.0 else ""
        mean = f"the mean over its trees of that of the best pruning P + {most}c(P) ln 2"
        if forest.truths == "numbers":
            return f"Forest: square loss <= {mean}"
        return f"Forest: log loss <= {mean} + {most}ln {len(forest.lost)}"

    def details(self, case: GroveCase) -> str:
        forest = case.learner
        splits = mean_of(self.splits(case, t) for t in range(forest.size))
        epochs = mean_of(tree.past.over + 1 for tree in forest.trees)
        words = f" in {epochs:,.4g} epochs" if forest.first.restarts else ""
        return f", c(P) = {splits:,.4g}{words} on average"

    def splits(self, case: GroveCase, t: int) -> int:
        """How many nodes of the best pruning of tree t were split."""
        return best_prunings(case.learner.trees[t], case.accounts[t][0])[1]

    def scope(self, case: GroveCase) -> str:
        return super().scope(case) + left_out(case.learner.first)

    def premise(self, case: GroveCase) -> str | None:
        return outside(case.learner.first)

    def invariant(self, case: GroveCase) -> str | None:
        for t, (tree, accounts) in enumerate(zip(case.learner.trees, case.accounts, strict=True)):
            if fault := tree_fault(tree, *accounts, by_weight=case.by_weight):
                return f"in tree {t}: {fault}"
        return None

    def paid(self, case: GroveCase) -> float:
        return spent(case.learner, case.learner.first)

    def allowed(self, case: GroveCase) -> float:
        forest = case.learner
        return (mean_of(self.bests(case)) + of_powers(forest)) * unit(forest.first)

    def bests(self, case: GroveCase) -> list[float]:
        """What the best prunings of each tree pay, in nats."""
        return [best_loss(tree, best) for tree, (best, _) in zip(case.learner.trees, case.accounts, strict=True)]

    def lesson(self, case: GroveCase, allowed: float | None) -> str:
        forest = case.learner
        if allowed is None or not forest.first.labelled:
            return ""
        scale = unit(forest.first)
        alone = [(best - LN2 * self.splits(case, t)) * scale for t, best in enumerate(self.bests(case))]
        return f"the best pruning of any of its trees loses {min(alone):,.6g}"
