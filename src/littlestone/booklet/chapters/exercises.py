"""The exercises and questions of the notes, with full answers, each of them checked."""

from __future__ import annotations

from math import log, sqrt
from typing import Any

from ...boolean.elimination import Elimination
from ...boolean.halving import Halving
from ...boolean.standard_optimal import StandardOptimal
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...convex.convex_game import ConvexGame
from ...convex.online_gradient_descent import OnlineGradientDescent
from ...experts.hedge import Hedge
from ...linear.perceptron import Perceptron
from ...natures.adversaries import FlipFlop, TwoConstants
from ...reductions.equivalence_queries import learn_by_queries, teacher
from ...reductions.from_queries import FromQueries
from ...rows.game import Game
from ..chapter import Chapter, Claim, Measure, Section, cite
from ..runs import dimension, zero_rule
from .reductions import elimination_by_queries
from .standard_optimal import NINE


def play(quick: bool, seed: int) -> Chapter:
    """N0's three exercises, N2's questions, N4's gap."""
    return Chapter(
        "exercises",
        "The notes' own exercises",
        "N0 sets three exercises, N2 ends with questions, N4 leaves a gap between two bounds: here are the answers, "
        "each with its check. `littlestone booklet --exercises` draws more of another kind.",
        (
            Section("N0: from mistakes to queries", (QUERIES, mistakes_to_queries())),
            Section("N0: from queries to mistakes", (BACK, queries_to_mistakes())),
            Section("N0: where Halving is beaten", (BEATEN, halving_beaten())),
            Section("N2: where does it come from?", (WHERE_FROM, gradient_steps())),
            Section("N2: other losses, other classes, nothing that fits", (OTHERS, any_loss(quick), any_labels(quick))),
            Section("N4: which is tight?", (GAP, gap(quick))),
        ),
    )


QUERIES = (
    "*Use a learner with mistake bound $M$ to learn exactly with at most $M + 1$ equivalence queries.* Ask whether "
    "the current hypothesis is the target. If not, the counterexample is an example on which the hypothesis errs: "
    "show it to the learner, tell it the label, and ask again. Every answer *no* is a mistake of the learner on a "
    "sequence that the target fits, so there are at most $M$ of them, and one *yes*."
)
BACK = (
    "*Turn a learner by $N$ equivalence queries into one with at most $N$ mistakes.* Predict with the hypothesis that "
    "would be asked about next. As long as it is right nothing happens. When it errs, the example is a "
    "counterexample: answer the query with it and go on with the next hypothesis. Every mistake answers a query with "
    "*no*, so there are at most $N$; and if the last query must be answered *yes*, at most $N - 1$."
)
BEATEN = (
    "*Find a class on which the Standard Optimal Algorithm has a smaller bound than Halving.* Halving counts "
    "concepts, and many concepts may cost little. Take a point $x_0$ at which five concepts say 0 and four say 1, "
    "such that the five are nothing or one of four points, which costs one mistake, and the four are all subsets of "
    "two points, which costs two. Halving says 0, loses one mistake, and two more may follow; the optimal algorithm "
    "says 1."
)
WHERE_FROM = (
    "*Where does the Perceptron's bound come from?* From the regret of gradient descent. On a mistake the Perceptron "
    "steps against the slope of the linear loss $-y \\langle w, x \\rangle$, elsewhere that loss is taken for zero. "
    "With step 1 from $w_1 = 0$, $\\sum (\\ell_t(w_t) - \\ell_t(u)) <= |u|^2/2 + \\half \\sum |g_t|^2$ for every $u$. "
    "On a mistake $\\ell_t(w_t) >= 0$ and $\\ell_t(u) <= -\\gamma |u|$, so $M \\gamma |u| <= |u|^2/2 + M R^2/2$; at "
    "$|u| = R \\sqrt M$ that is $M <= R^2/\\gamma^2$."
)
OTHERS = (
    "*Does it apply to other losses and other classes, and what if nothing fits?* Gradient descent asks of a loss "
    "only that it is convex, and its regret is of order $D G \\sqrt T$ on any such losses. For a finite class with no "
    "fit, weigh the hypotheses by what they lost (Hedge): whatever the labels, $\\sqrt(T ln K/2)$ mistakes more than "
    "the best of $K$ are expected at most. For infinite classes the Littlestone dimension takes the place of $log_2 "
    "K$: see *What came after*."
)
GAP = (
    "*N4 forces $n$ mistakes on conjunctions and allows $n + 1$: which is tight?* From two variables on the upper "
    "one. An adversary may begin with a point whose label decides, either way, a class that still costs $n$: by exact "
    "search the optimum is $n + 1$, so that elimination cannot be beaten. With one variable there are three "
    "conjunctions, $x$, $\\not x$ and the empty one, and one mistake tells enough."
)


def mistakes_to_queries() -> Claim:
    """Elimination by queries, for every target."""
    cls = ConceptClass.find("monotone-disjunctions:4")
    cube = cls.cube()
    asked = [learn_by_queries(Elimination(n=4), teacher(cube, cls.labels(c))).queries for c in range(cls.size)]
    return Claim(
        "mistakes-to-queries",
        "Elimination learns every monotone disjunction of four variables exactly with at most five queries.",
        cite("N0, Remark, first exercise", "E26"),
        "All sixteen targets, counterexamples in the order of the points.",
        (Measure("most queries of any target", max(asked), "<=", 5),),
    )


def queries_to_mistakes() -> Claim:
    """And back: as many mistakes as queries that were answered no."""
    cls = ConceptClass.find("monotone-disjunctions:4")
    cube, by_queries = cls.cube(), elimination_by_queries(4)
    worst = max(worst_case(FromQueries(by_queries), cube, cls.labels(c)).mistakes for c in range(cls.size))
    return Claim(
        "queries-to-mistakes",
        "The learner made of a learner by five queries makes at most four mistakes.",
        cite("N0, Remark, second exercise", "E26"),
        "The same class, every target, the longest path of mistakes.",
        (Measure("most mistakes of any target", worst, "<=", 4),),
    )


def halving_beaten() -> Claim:
    """Nine concepts, two mistakes against three."""
    nine = ConceptClass([[int(label) for label in line] for line in NINE])
    return Claim(
        "halving-beaten",
        "On nine concepts on five points Halving can be made to err three times, the Standard Optimal Algorithm twice.",
        cite("N0, Standard Optimal Algorithm, exercise"),
        "Both worst cases, by search; the class is that of the chapter on the Standard Optimal Algorithm.",
        (
            Measure("worst case of Halving", worst_case(Halving(nine), nine).mistakes, "=", 3),
            Measure("worst case of the optimal algorithm", worst_case(StandardOptimal(nine), nine).mistakes, "=", 2),
        ),
    )


def gradient_steps() -> Claim:
    """The inequality of the answer on a game of the Perceptron."""
    rows = [([0.6, 0.8], 1), ([0.8, -0.6], -1), ([-0.6, 0.8], 1), ([1.0, 0.0], -1), ([0.0, 1.0], 1)]
    game = Game(Perceptron(zero="mistake"))
    for x, y in 20 * rows:
        game.label(game.predict(x).number, y)
    certificate = game.ledger.certificates[0]
    return Claim(
        "gradient-steps",
        "The Perceptron's bound is the regret of gradient descent with step 1 on the linear losses of its mistakes.",
        cite("N2, Question: where from?", "N2, Online Perceptron Rule, theorem"),
        "Five examples of length 1, shown twenty times over.",
        (Measure.of("mistakes, and what the largest margin allows", certificate),),
        zero=zero_rule(game.learner),
    )


def any_loss(quick: bool) -> Claim:
    """Gradient descent on linear losses that flip."""
    rounds = 400 if quick else 4_000
    game = ConvexGame(OnlineGradientDescent(1, domain="box", eta="root", G=1))
    nature = FlipFlop(rounds)
    for _ in range(rounds):
        nature.ask(None)
        move = game.predict()
        for number, z in nature.answer(move.number, move.guess):
            game.label(number, z)
    return Claim(
        "any-loss",
        "For convex losses of slope $G$ on a set of diameter $D$ the regret of gradient descent is at most $(3/2) D G "
        "\\sqrt T$.",
        cite("N2, Question: other losses?"),
        f"The sequence on which the leader flips, {rounds:,} rounds.",
        (Measure("regret", game.ledger.regret, "<=", 3 * sqrt(rounds)),),
    )


def any_labels(quick: bool) -> Claim:
    """Hedge where nothing fits."""
    rounds = 400 if quick else 4_000
    game: Any = Game(Hedge(eta=sqrt(8 * log(2) / rounds)), loss="mistake")
    game.play(TwoConstants(rounds))
    return Claim(
        "any-labels",
        "Whatever the labels, Hedge over $K$ hypotheses expects at most $\\sqrt(T ln K/2)$ mistakes more than the "
        "best.",
        cite("N2, Question: non realizable?", "N2, Table, agnostic???"),
        f"Two constant hypotheses and an adversary that denies the likelier label, {rounds:,} rounds.",
        (Measure("regret", game.ledger.best_regret, "<=", sqrt(rounds * log(2) / 2)),),
    )


def gap(quick: bool) -> Claim:
    """The optimum of conjunctions, exactly."""
    sizes = range(1, 4 if quick else 5)
    return Claim(
        "gap",
        "The optimum for conjunctions is $n + 1$ from two variables on, and 1 for one variable.",
        cite("N4, Conjunctions, which is tight?", "E25"),
        "The Littlestone dimension, by search.",
        tuple(
            Measure(f"optimum, $n = {n}$", dimension(f"conjunctions:{n}"), "=", 1 if n == 1 else n + 1) for n in sizes
        ),
    )
