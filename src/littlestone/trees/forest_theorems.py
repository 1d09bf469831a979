"""The theorems of a forest: no worse than its trees on average, nor than their best prunings."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..support.effort import Effort
from .pruning_tree_theorems import LN2, best_pruning, left_out, outside, tree_fault, unit, unlike


class ForestBound(Bound):
    """The loss is at most the mean of the losses of the trees, at every moment.

    -ln is convex, and so is the square: the loss of the mean of the guesses is at most the mean of the losses (Jensen
    1906), in every round. What it is less by is what the trees differ: the more, the better for the forest.
    """

    cheap = True
    weighted = True
    excess = "a larger loss than that of its trees on average"

    def statement(self, case: Case) -> str:
        loss = "square" if case.learner.truths == "numbers" else "log"
        return f"Forest: {loss} loss <= the mean of those of its {case.learner.size} trees"

    def scope(self, case: Case) -> str:
        return super().scope(case) + left_out(case.learner.first)

    def premise(self, case: Case) -> str | None:
        return outside(case.learner.first)

    def invariant(self, case: Case) -> str | None:
        forest = case.learner
        strayed = [t for t, tree in enumerate(forest.trees) if tree.labelled != forest.first.labelled]
        if strayed:
            return f"tree {strayed[0]} has not learned from every label"
        return unlike(case, forest)

    def paid(self, case: Case) -> float:
        return float(case.learner.own * unit(case.learner.first))

    def allowed(self, case: Case) -> float:
        forest = case.learner
        return float(sum(tree.own for tree in forest.trees) / forest.size * unit(forest.first))

    def slack(self, case: Case, paid: float, allowed: float) -> float:
        return SLACK * (1.0 + abs(allowed))

    def lesson(self, case: Case, allowed: float | None) -> str:
        forest = case.learner
        if allowed is None or not forest.first.labelled:
            return ""
        losses = [tree.own * unit(forest.first) for tree in forest.trees]
        return f"the best tree alone loses {min(losses):,.6g}, the worst {max(losses):,.6g}"

    def live(self, ledger: Any) -> str:
        """The bound so far."""
        allowed = self.allowance(ledger)
        return "" if allowed is None else f"loss <= {allowed:,.6g}"


class GroveCase(Case):
    """A game of a forest, and the accounts of all its trees."""

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        super().__init__(bound, ledger, effort)
        self.accounts = [[np.asarray(each) for each in tree.accounted()] for tree in self.learner.trees]


class ForestPruningBound(Bound):
    """The loss is at most the mean over the trees of loss(P) + h c(P) ln 2, P the best pruning of each.

    It follows from `ForestBound` and, tree by tree, from `PruningBound`.
    """

    weighted = True
    looks_at = GroveCase
    excess = "a larger loss than the best prunings of its trees allow on average"

    def statement(self, case: GroveCase) -> str:
        loss = "square" if case.learner.truths == "numbers" else "log"
        half = unit(case.learner.first)
        most = f"{half:g} " if half != 1.0 else ""
        return f"Forest: {loss} loss <= the mean over its trees of that of the best pruning P + {most}c(P) ln 2"

    def details(self, case: GroveCase) -> str:
        splits = [self.splits(case, t) for t in range(case.learner.size)]
        return f", c(P) = {sum(splits) / len(splits):,.4g} on average"

    def splits(self, case: GroveCase, t: int) -> int:
        """How many nodes of the best pruning of tree t were split."""
        return best_pruning(case.learner.trees[t], case.accounts[t][0])[1]

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
        return float(case.learner.own * unit(case.learner.first))

    def allowed(self, case: GroveCase) -> float:
        forest = case.learner
        return float(sum(best[0] for best, _ in case.accounts) / forest.size * unit(forest.first))

    def slack(self, case: GroveCase, paid: float, allowed: float) -> float:
        return SLACK * (1.0 + abs(allowed))

    def lesson(self, case: GroveCase, allowed: float | None) -> str:
        forest = case.learner
        if allowed is None or not forest.first.labelled:
            return ""
        scale = unit(forest.first)
        alone = [(best[0] - LN2 * self.splits(case, t)) * scale for t, (best, _) in enumerate(case.accounts)]
        return f"the best pruning of any of its trees loses {min(alone):,.6g}"
