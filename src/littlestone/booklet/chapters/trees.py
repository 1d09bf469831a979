"""Trees: all prunings of a growing tree as experts, mixed exactly, and forests of such trees."""

from __future__ import annotations

from math import log
from typing import Any

import numpy as np

from ...rows.game import Game
from ...trees.forest import Forest
from ...trees.pruning_tree import PruningTree
from ..chapter import Chapter, Claim, Drawing, Figure, Measure, Section, Series, cite
from .all_prunings import AllPrunings

NOTED = ("N1, Experts",)
PAPERS = "Willems, Shtarkov and Tjalkens 1995; Helmbold and Schapire 1997"


def play(quick: bool, seed: int) -> Chapter:
    """The mixture is the sum over all prunings; what follows from that, for weights, numbers and forests."""
    return Chapter(
        "trees",
        "Trees and forests",
        "A decision tree has more prunings than anyone can count, and they are experts: mixed exactly, at the cost of "
        "one path a round.",
        (
            Section("All prunings at once", (EXPERTS, enumerated(quick, seed), best_pruning(quick, seed))),
            Section("Weights and numbers", (BEYOND, inequality(quick, seed))),
            Section("A forest", (FOREST, forest(quick, seed))),
        ),
    )


EXPERTS = (
    "How deep should a tree be asked? Let every *pruning* be an expert: a tree with the same root that stops earlier. "
    "A pruning $P$ with $c(P)$ nodes that were split begins with the weight $2^{-c(P)}$, and these sum to 1, however "
    "the tree grows. At every split node it is enough to keep the log-odds $r$ of stopping there: with $s = 1/(1 + "
    "e^{-r})$ the node says $q = s p + (1 - s) q'$, where $p$ is its own forecast from the labels it has seen and $q'$ "
    "what the child on the path says, and when $y$ comes, $r$ grows by $ln p(y) - ln q'(y)$."
)
BEYOND = (
    "A round of weight $h_t <= h$ moves $r$ by the share $h_t/h$, and since $x^{h_t/h}$ is concave the sum over the "
    "prunings is now a bound, with $h c(P) ln 2$. Numbers between $l$ and $u$ are guessed at every node as the "
    "Aggregating Algorithm does, for the square loss: the last term is $(u - l)^2/2$ times as large."
)
FOREST = (
    "Trees that draw different questions err in different places. The geometric mean of their chances loses at most "
    "the mean of what they lose, in every round, and a mixture of four powers of it at most $ln 4$ more."
)


def corners(rng: Any, rounds: int, noise: float = 0.05) -> list[tuple[Any, int]]:
    """Points of a square, positive where both coordinates have the same sign, some labels turned over."""
    points = rng.uniform(-1, 1, (rounds, 2))
    truths = np.where((points[:, 0] * points[:, 1] > 0) != (rng.random(rounds) < noise), 1, -1)
    return list(zip(points, truths.tolist(), strict=True))


def small_tree(rng: Any, truth: str = "signs", **settings: Any) -> PruningTree:
    """A tree that splits early, and stays small enough to count its prunings."""
    drawn: dict[str, Any] = {
        "leaf": int(rng.integers(2, 5)),
        "gain": float(rng.choice([0.0, 0.5])),
        "seed": int(rng.integers(1000)),
    }
    return PruningTree(truth, max_nodes=int(rng.integers(3, 16)), max_kept=8, tries=6, **drawn, **settings)


def enumerated(quick: bool, seed: int) -> Claim:
    """The log loss of small games against the sum over all prunings."""
    rng = np.random.default_rng([seed, 1])
    games, count, off, wrong = 20 if quick else 200, 0, 0.0, 0.0
    for _ in range(games):
        watched = AllPrunings(small_tree(rng), loss="log")
        for x, y in corners(rng, int(rng.integers(10, 60))):
            watched.teach(x, y)
        costs = watched.costs()
        count += len(costs)
        off = max(off, abs(watched.game.ledger.loss - watched.mixed(costs)))
        wrong = max(wrong, abs((watched.game.ledger.certificates[0].allowed or 0.0) - min(costs)))
    return Claim(
        "sum-of-prunings",
        "$e^{-loss}$ of the tree is the sum over all prunings of $2^{-c(P)} e^{-loss(P)}$.",
        cite(*NOTED, PAPERS),
        f"{games} small games with two classes. A witness writes down what every node would have said, counts all "
        f"{count:,} prunings of the grown trees, and adds them up.",
        (
            Measure("largest difference from the sum, in nats", off, "=", 0.0, within=1e-9),
            Measure("largest error of the best pruning in the certificate", wrong, "=", 0.0, within=1e-9),
            Measure("prunings, more than one a game", count, ">", games),
        ),
    )


def best_pruning(quick: bool, seed: int) -> Claim:
    """A drawn game, its certificate at every moment, and the best pruning as a picture."""
    rounds = 600 if quick else 3000
    game = Game(PruningTree(seed=seed), loss="log")
    times, paid, allowed, constant, broken = [0], [0.0], [0.0], [0.0], 0
    for t, (x, y) in enumerate(corners(np.random.default_rng([seed, 2]), rounds), start=1):
        game.label(game.predict(x).number, y)
        if t % (rounds // 60) == 0:
            certificate = game.ledger.certificates[0]
            broken += certificate.verdict != "holds"
            times.append(t)
            paid.append(certificate.paid or 0.0)
            allowed.append(certificate.allowed or 0.0)
            constant.append(t * log(2.0))
    tree: Any = game.learner
    return Claim(
        "best-pruning",
        "At every moment and for every pruning $P$ of the tree as it is then, the log loss is at most $loss(P) + c(P) "
        "ln 2$.",
        cite(*NOTED, PAPERS),
        f"{rounds:,} points of a square whose label is the product of two signs, one in twenty turned over. The best "
        "pruning is found by dynamic programming from the leaves.",
        (
            Measure.of("log loss, and that of the best pruning with its $ln 2$s", game.ledger.certificates[0]),
            Measure("moments at which the certificate does not hold", broken, "=", 0),
            Measure("log loss, and that of tossing a coin", paid[-1], "<", constant[-1]),
        ),
        figures=(
            Figure(
                "tree-loss",
                "Log loss of the tree, what its best pruning allows, and a coin that is tossed.",
                f"The tree loses {paid[-1]:.0f} nats, just below the dashed line of its best pruning, and a coin "
                f"{constant[-1]:.0f}.",
                "round",
                "log loss",
                (
                    Series("tree", times, paid),
                    Series("best pruning + c(P) ln 2", times, allowed, "bound"),
                    Series("a coin", times, constant),
                ),
            ),
            Drawing(
                "pruning",
                "The best pruning after the last round: its questions, and how sure it is of what, after how many "
                "labels.",
                f"A tree of {tree.hypothesis().count('<=')} questions, each whether a coordinate is at most a number; "
                "in the leaves a class, its chance and how many labels ended there.",
                tree.svg(),
            ),
        ),
    )


def inequality(quick: bool, seed: int) -> Claim:
    """Rounds of any weight, and numbers: no pruning is beaten by less than the theorem says."""
    rng = np.random.default_rng([seed, 3])
    games, above, nearest = 20 if quick else 200, 0, float("inf")
    for k in range(games):
        heaviest = float(rng.choice([1.0, 2.0, 5.0]))
        numbers = k % 2 == 1
        ranged = {"low": -1.0, "high": 1.0} if numbers else {}
        tree = small_tree(rng, "numbers" if numbers else "signs", heaviest=heaviest, **ranged)
        watched = AllPrunings(tree, loss="square" if numbers else "log")
        for x, y in corners(rng, int(rng.integers(10, 60))):
            truth = float(np.clip(0.7 * y + 0.3 * x[0], -1, 1)) if numbers else y
            watched.teach(x, truth, heaviest * float(rng.choice([0.1, 0.5, 1.0])))
        nat = heaviest * (2.0 if numbers else 1.0)  # (u - l)^2/2 = 2
        paid: Any = watched.game.ledger.weights
        left = float(nat * min(watched.costs()) - paid.loss)
        above += int(left < -1e-9)
        nearest = min(nearest, left)
    return Claim(
        "weights-and-numbers",
        "With rounds of weight up to $h$ the log loss is at most $loss(P) + h c(P) ln 2$ for every pruning $P$, and "
        "the square loss of numbers from $l$ to $u$ at most $loss(P) + h (u - l)^2/2 c(P) ln 2$.",
        cite(*NOTED, f"{PAPERS}; Vovk 1990"),
        f"{games} small games, by turns with two classes and with numbers from -1 to 1, weights up to 1, 2 or 5; all "
        "prunings by enumeration.",
        (
            Measure("games in which a pruning is beaten by less", above, "=", 0),
            Measure("least that was left of what is allowed", nearest, ">=", 0.0),
        ),
    )


def forest(quick: bool, seed: int) -> Claim:
    """A forest against the mean of its trees, and each of them against its best pruning."""
    rounds, size = (500, 8) if quick else (3000, 20)
    trees: Any = Forest(trees=size, seed=seed)
    game = Game(trees, loss="log")
    for x, y in corners(np.random.default_rng([seed, 4]), rounds):
        game.label(game.predict(x).number, y)
    by_mean, by_pruning = game.ledger.certificates
    losses = sorted(tree.own for tree in trees.trees)
    return Claim(
        "forest",
        "The log loss of a forest is at most the mean of those of its trees and $ln 4$; so it is at most the mean over "
        "its trees of $loss(P) + c(P) ln 2$, each with its best pruning, and $ln 4$.",
        cite(*NOTED, "Breiman 2001; Heskes 1998; Mourtada, Gaiffas and Scornet 2021"),
        f"{size} trees, {rounds:,} points of the same square.",
        (
            Measure.of("log loss, and the mean of the trees", by_mean),
            Measure.of("log loss, and the mean of their best prunings", by_pruning),
            Measure("mean loss of the trees, by hand", sum(losses) / size + log(4.0), "=", by_mean.allowed),
        ),
        text=(
            f"The theorem allows {by_mean.allowed:.0f}; the forest loses {by_mean.paid:.0f}. The best of its trees "
            f"loses {losses[0]:.0f}, the worst {losses[-1]:.0f}.",
        ),
    )
