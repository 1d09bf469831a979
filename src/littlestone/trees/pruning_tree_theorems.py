"""The theorem of a tree whose prunings are mixed: no worse than the best of them, and ln 2 for each of its splits."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..bound import SLACK, Bound, Case
from ..receipts.exact_text import exact
from ..support.effort import Effort
from ..support.elementary import log
from ..support.settings import counted

LN2 = log(2.0)


class PruningCase(Case):
    """A game of a tree, and its accounts: of every node the best pruning below it, and all of them mixed."""

    def __init__(self, bound: Any, ledger: Any, effort: Effort) -> None:
        super().__init__(bound, ledger, effort)
        self.best, self.all = (np.asarray(each) for each in self.learner.accounted())


class PruningBound(Bound):
    """loss <= loss(P) + h c(P) ln 2 for every pruning P of the tree, c(P) of its nodes split, at every moment.

    h is the largest weight of a round, and of numbers from low to high the last term is (high - low)^2/2 times as
    large. A pruning predicts with the first node on the path that is a leaf of it, or, while that node does not exist,
    with the deepest that does. Its loss is that of the nodes' own forecasts, from the labels that they have seen.

    Proof. Let A_v be the likelihood e^-loss of what node v says on its rounds up to its split, B_v that after it. By
    induction from the leaves, that of q(v) is A_v (B_v/2 + (product over the children c of that of q(c))/2), since
    r_v is the log-odds of the two terms. Unrolled, it is the sum over all prunings of 2^-c(P) e^-loss(P), which is at
    least each of its terms. Rounds of weight h_t: x^(h_t/h) is concave, so q(v)^(h_t/h) is at least the mean of the
    two terms. Numbers: the Aggregating Algorithm's guess costs no more than the mixture, node by node (Vovk 1990).

    Without a promised range, the loss of a round is counted in halves of the square of the range so far, and rounds
    that widened the range are left out, as are those whose class was new. A tree that begins anew is another tree:
    what its epochs paid is added up, and so is what each of them was allowed.
    """

    cheap = False
    weighted = True
    looks_at = PruningCase
    excess = "more regret than the theorem allows"

    def statement(self, case: PruningCase) -> str:
        tree = case.learner
        most = f"{tree.heaviest:g} " if tree.heaviest != 1.0 else ""
        if tree.truths != "numbers":
            return f"PruningTree: log loss <= that of the best pruning P + {most}c(P) ln 2"
        if tree.ranged:
            half = tree.heaviest * (tree.most - tree.least) ** 2 / 2
            return f"PruningTree: square loss <= that of the best pruning P + {half:g} c(P) ln 2"
        return (
            f"PruningTree: square loss, in halves of the squared range so far, <= that of the best pruning P "
            f"+ {most}c(P) ln 2"
        )

    def details(self, case: PruningCase) -> str:
        _, splits = best_prunings(case.learner, case.best)
        return f", c(P) = {splits:,}{in_epochs(case.learner)}"

    def scope(self, case: PruningCase) -> str:
        return super().scope(case) + left_out(case.learner)

    def premise(self, case: PruningCase) -> str | None:
        return outside(case.learner)

    def invariant(self, case: PruningCase) -> str | None:
        return tree_fault(case.learner, case.best, case.all, by_weight=case.by_weight) or unlike(case, case.learner)

    def paid(self, case: PruningCase) -> float:
        return spent(case.learner, case.learner)

    def allowed(self, case: PruningCase) -> float:
        return best_loss(case.learner, case.best) * unit(case.learner)

    def witness(self, case: PruningCase) -> dict[str, Any]:
        """The nodes of the best pruning with what they lost, in nats, and what the tree paid: the rows refute them."""
        tree = case.learner
        own, past = exact(float(tree.own)), exact(float(tree.past.best))
        return {"own": own, "past": past, "epochs": int(tree.past.over + 1), "nodes": told(tree, case.best)}

    def lesson(self, case: PruningCase, allowed: float | None) -> str:
        tree = case.learner
        if allowed is None or not tree.labelled:
            return ""
        leaves, splits = best_prunings(tree, case.best)
        alone = allowed - unit(tree) * splits * LN2
        words = counted(leaves, "leaf").replace("leafs", "leaves")
        if tree.past.over:
            return f"the best prunings of its epochs, of {words} in all, lose {alone:,.6g}"
        return f"the best pruning, of {words}, loses {alone:,.6g}"


def best_loss(tree: Any, best: Any) -> float:
    """What the best pruning of every epoch pays, in nats, with its ln 2s, added up."""
    return float(tree.past.best + best[0])


def in_epochs(tree: Any) -> str:
    """In how many epochs a tree was allowed what it was, if there may be several."""
    return f" in {counted(tree.past.over + 1, 'epoch')}" if tree.restarts else ""


def unit(tree: Any) -> float:
    """What a nat of the tree's accounts is: by weight, and of numbers in a promised range in squares."""
    squares = (tree.most - tree.least) ** 2 / 2 if tree.truths == "numbers" and tree.ranged else 1.0
    return float(tree.heaviest * squares)


def spent(learner: Any, tree: Any) -> float:
    """What a tree, or a forest, has paid; 0 where it is no more than the rounding of chances that are 1."""
    dust = 1e-15 * tree.labelled if tree.truths == "classes" else 0.0
    return 0.0 if abs(learner.own) <= dust else float(learner.own * unit(tree))


def left_out(tree: Any) -> str:
    """Which rounds are not counted, in words."""
    if tree.truths == "classes":
        return ", the first round of every class left out"
    return ", rounds that widened the range left out" if tree.truths == "numbers" and not tree.ranged else ""


def outside(tree: Any) -> str | None:
    """The broken premise if a number was not in the promised range."""
    if not tree.first_outside:
        return None
    return f"the truth of label {tree.first_outside} did not lie from {tree.least:g} to {tree.most:g}"


def unlike(case: Case, learner: Any) -> str | None:
    """What is wrong if the account of a tree, or of a forest, is not of the guesses of this game."""
    ledger, tree = case.ledger, getattr(learner, "first", learner)
    if tree.labelled != ledger.labelled - tree.unforeseen:
        return f"the prunings were weighed in {tree.labelled:,} of {ledger.labelled - tree.unforeseen:,} rounds"
    paid, own = ledger.weights if case.by_weight else ledger, learner.own * unit(tree)
    same = {"signs": "log", "numbers": "square"}.get(tree.truths) == ledger.price.name
    if same and (tree.truths == "signs" or tree.ranged):
        if not abs(own - paid.loss) <= SLACK * (1.0 + abs(paid.loss)):
            return f"its losses are {own:.6g}, and those of its guesses {paid.loss:.6g}"
    elif tree.truths != "numbers" and own + SLACK < LN2 * (paid.mistakes - tree.heaviest * tree.unforeseen) * (
        1.0 - SLACK
    ):
        return f"its losses are {own:.6g}, and its mistakes cost {LN2 * paid.mistakes:.6g}"
    return untaught(case, tree)


def untaught(case: Case, tree: Any) -> str | None:
    """What is wrong if the root was not taught every label that came, as far as the account has counted them."""
    ledger, came = case.ledger, labels_that_came(case.ledger, tree)
    if came is None:
        return None
    total = ledger.weights.total if case.by_weight else ledger.labelled
    taught = np.array(tree.tallies)[: tree.stride]
    taught[: len(tree.past.taught)] += tree.past.taught
    if not abs(taught[0] - total) <= SLACK * (1.0 + total):
        return f"the root was taught labels of weight {taught[0]:.6g}, and {total:.6g} came"
    if tree.truths == "numbers" or case.by_weight:
        return None
    return None if (taught[1:] == came).all() else "the root has not counted the classes that came"


def labels_that_came(ledger: Any, tree: Any) -> Any:
    """How often every class came; None in a committee's account of a member, which knows only how many labels came."""
    if tree.truths == "signs":
        return None if ledger._positives < 0 else np.array([ledger.labelled - ledger._positives, ledger._positives])
    if tree.truths == "numbers":
        return None if ledger.weights is None and tree.heaviest > 1.0 else np.zeros(0)
    counts, came = np.asarray(ledger._counts), np.zeros(tree.classes)
    came[: len(counts)] = counts[: tree.classes]
    return came if counts.sum() == ledger.labelled else None


def tree_fault(tree: Any, best: Any, mixed: Any, *, by_weight: bool) -> str | None:
    """What is wrong if the weights of the prunings do not follow from what their nodes lost, or nodes were not taught.

    r + B is the loss of the mixtures below a node since its split; they cannot lose more than all prunings below,
    mixed, and lose as much where rounds weigh the same and labels are classes.
    """
    nodes = np.asarray(tree.nodes)[: tree.count]
    split = np.flatnonzero(nodes["column"] >= 0)
    third = nodes["absent"][split]
    below = nodes["below"][split]
    due = mixed[below] + mixed[below + 1] + np.where(third > 0, mixed[third], 0.0)
    found = nodes["r"][split] + nodes["after"][split]
    slack = 1e-7 * (1.0 + np.abs(due) + np.abs(nodes["after"][split]))
    exact = tree.truths != "numbers" and not by_weight and tree.heaviest == 1.0
    wrong = ~(found <= due + slack) | (exact & ~(found >= due - slack))
    if wrong.any():
        v = int(split[np.flatnonzero(wrong)[0]])
        return f"node {v} does not weigh its prunings by what they lost"
    together = tree.past.mixed + mixed[0]
    root = 1e-9 * (1.0 + abs(together))
    if not tree.own <= together + root or (exact and not tree.own >= together - root):
        return f"the mixture lost {tree.own:.6g} nats, and all prunings together {together:.6g}"
    tallies = np.asarray(tree.tallies)[: tree.count * tree.stride].reshape(tree.count, -1)
    weight = tallies[:, 0]
    children = weight[below] + weight[below + 1] + np.where(third > 0, weight[third], 0.0)
    if not (children <= weight[split] * (1.0 + SLACK)).all():
        return "the children of a node were taught more than it has seen"
    if tree.truths != "numbers" and not np.allclose(tallies[:, 1:].sum(axis=1), weight, rtol=SLACK, atol=SLACK):
        return "the classes that a node has counted are not as many as its labels"
    return None


def best_prunings(tree: Any, best: Any) -> tuple[int, int]:
    """How many leaves the best prunings of all epochs have, and how many of their nodes were split."""
    leaves, splits = best_pruning(tree, best)
    return tree.past.leaves + leaves, tree.past.splits + splits


def best_pruning(tree: Any, best: Any) -> tuple[int, int]:
    """How many leaves the best pruning has, and how many of its nodes were split."""
    leaves = splits = 0
    for _, _, stops, split in walk(tree, best):
        leaves, splits = leaves + stops, splits + split
    return leaves, splits


def walk(tree: Any, best: Any) -> Any:
    """The nodes of the best pruning from the root down: number, depth, whether it stops there, and was split."""
    nodes = np.asarray(tree.nodes)[: tree.count]
    waiting = [(0, 0)]
    while waiting:
        v, depth = waiting.pop()
        node = nodes[v]
        children = children_of(node)
        stops = not children or node["after"] <= sum(best[c] for c in children)
        yield v, depth, stops, bool(children)
        if not stops:
            waiting += [(c, depth + 1) for c in reversed(children)]


def told(tree: Any, best: Any) -> list[str]:
    """The best pruning, a line a node: its number, its parent, what it is, and what it lost up to its split and after.

    It is a leaf, or it was split: then the pruning is cut there, or goes on with its children.
    """
    nodes, parents, lines = np.asarray(tree.nodes)[: tree.count], {0: -1}, []
    for v, _, stops, split in walk(tree, best):
        parents.update(dict.fromkeys([] if stops else children_of(nodes[v]), v))
        kind = "leaf" if not split else "cut" if stops else "split"
        lines.append(f"{v} {parents[v]} {kind} {exact(nodes[v]['before'])} {exact(nodes[v]['after'])}")
    return lines


def children_of(node: Any) -> list[int]:
    """The children of a node."""
    if node["column"] < 0:
        return []
    below, absent = int(node["below"]), int(node["absent"])
    return [below, below + 1, *([absent] if absent > 0 else [])]
