"""N0: mistake bounds, reductions, Halving, the Standard Optimal Algorithm, the Perceptron."""

from __future__ import annotations

from .items import Item, Note

N0 = Note(
    "N0",
    "Online Learning, Mistake Bounds, Perceptron Algorithm",
    "Francisco Marmolejo",
    (
        Item(
            "Section 1, the protocol",
            "setting",
            "A round: the learner holds a hypothesis $h_t$, is shown $x_t$, says $h_t(x_t)$, is told $y_t = c(x_t)$, "
            "and makes $h_{t+1}$ of it.",
        ),
        Item(
            "Section 1, no distribution",
            "setting",
            "Nothing is assumed about where examples come from: an adversary may choose them, one by one.",
        ),
        Item(
            "Section 1, game theory",
            "remark",
            "That the sequence may be an adversary's makes this a game, and ties it to game theory.",
        ),
        Item(
            "Section 1, mistakes",
            "definition",
            "A mistake is a round in which $h_t(x_t) != y_t$. Mistakes are what is counted, over any sequence.",
        ),
        Item(
            "Example: Disjunctions",
            "example",
            "Monotone disjunctions: begin with the disjunction of all $n$ variables and strike out, on a mistake, "
            "those that are on. Every mistake strikes out one at least, so there are at most $n$.",
        ),
        Item(
            "Example: Disjunctions, lower bound",
            "example",
            "No deterministic learner can promise fewer: on $e_1, ..., e_n$ the adversary denies every guess.",
        ),
        Item(
            "Definition 1",
            "definition",
            "A learner has mistake bound $M$ on a class if it errs at most $M$ times on every sequence that some "
            "concept of the class fits, $M$ polynomial in $n$ and the size of the concept.",
        ),
        Item(
            "Definition 1, efficiently",
            "definition",
            "It learns efficiently if its time is polynomial as well.",
            line="""\
from littlestone import Elimination, Game
from littlestone.natures import PlantedDisjunction
for n in (10, 100, 1000):  # a mistake bound of n - 3, and time in proportion to the entries of an example
    ledger = Game(Elimination(n=n)).play(PlantedDisjunction(n, 3, rounds=200, seed=1))
    print(n, ledger.mistakes, ledger.certificates[0].allowed)""",
        ),
        Item(
            "Remark, first exercise",
            "exercise",
            "Use a learner with mistake bound $M$ to learn exactly with at most $M + 1$ equivalence queries.",
        ),
        Item(
            "Remark, second exercise",
            "exercise",
            "Turn a learner by $N$ equivalence queries into one that makes at most $N$ mistakes.",
        ),
        Item(
            "Definition 2",
            "definition",
            "A learner is conservative if it changes its hypothesis on mistakes only.",
        ),
        Item(
            "Lemma 1",
            "lemma",
            "Every learner with mistake bound $M$ has a conservative copy with the same bound: it forgets the rounds "
            "it was right in, so that it plays as the learner would on its mistakes alone, a consistent sequence, too.",
        ),
        Item(
            "Theorem 1",
            "theorem",
            "A class with a mistake bound is PAC learnable: draw examples, and return the first hypothesis that is "
            "right $m = (1/\\epsilon) log(M/\\delta)$ times in a row. At most $(M/\\epsilon) log(M/\\delta)$ examples "
            "are drawn.",
        ),
        Item(
            "Theorem 1, proof",
            "proof idea",
            "A bad hypothesis survives $m$ examples with chance $(1 - \\epsilon)^m < \\delta/M$, and there are no more "
            "than $M$ of them.",
        ),
        Item(
            "Theorem 1, remark",
            "remark",
            "The same idea answers equivalence queries by examples: ask as many as would show a difference.",
            line="""\
import random
from littlestone import Winnow
from littlestone.reductions import SamplingTeacher, learn_by_queries
draw = lambda chance=random.Random(2): ((x := chance.choices((0, 1), k=4)), 1 if x[2] else -1)
teacher = SamplingTeacher(draw, epsilon=0.1, delta=0.05)
print(learn_by_queries(Winnow(n=4), teacher).queries, "queries by", teacher.samples, "examples")""",
        ),
        Item(
            "Theorem 2",
            "theorem",
            "If the VC dimension is $d$, every deterministic learner can be made to err $d$ times.",
        ),
        Item(
            "Theorem 2, proof",
            "proof idea",
            "Show the $d$ points of a shattered set and deny every guess: some concept fits whatever was said.",
        ),
        Item(
            "Theorem 2, randomised",
            "remark",
            "With a coin, $d/2$ mistakes are still expected: label the shattered points by fair coins.",
        ),
        Item(
            "Halving Algorithm",
            "algorithm",
            "Say what the majority of the concepts says that still fit; on a mistake drop those that erred.",
        ),
        Item("Theorem 3", "theorem", "Halving makes at most $log_2 |C|$ mistakes."),
        Item(
            "Theorem 3, disjunctions",
            "example",
            "For the $3^n$ disjunctions of literals that is $n log_2 3$; keeping a list of them is what it costs.",
        ),
        Item(
            "Theorem 3, the chain",
            "theorem",
            "$VC(C) <= OPT(C) <= log_2 |C|$, where $OPT$ is the best mistake bound of all; neither need be equal.",
        ),
        Item(
            "Example: Projections",
            "example",
            "The $n$ projections $\\pi_j(x) = x_j$ on $\\{0,1\\}^n$, where Halving is said to err at most once.",
        ),
        Item(
            "Example: Binary Search",
            "example",
            "Half-lines over $2^n$ points: VC dimension 1, and about $n$ mistakes can be forced by asking for the "
            "middle of what is left.",
        ),
        Item(
            "Standard Optimal Algorithm",
            "algorithm",
            "Predict so that, if it is wrong, the mistake bound of what remains is least: the minimax play of the "
            "game.",
        ),
        Item(
            "Standard Optimal Algorithm, exercise",
            "exercise",
            "Find a class on which it has a smaller mistake bound than Halving.",
        ),
        Item(
            "Section 3, linear thresholds",
            "definition",
            "$f(x) = +1$ if $\\langle w, x \\rangle >= b$, else $-1$; embedding $x$ as $(x, 1)$ makes the threshold 0. "
            "The class is infinite.",
        ),
        Item(
            "Algorithm 1",
            "algorithm",
            "The Perceptron: $w_1 = 0$; say $+1$ if $\\langle w_t, x_t \\rangle >= 0$; on a mistake $w <- w + y x$.",
        ),
        Item(
            "Section 3, intuition",
            "remark",
            "A missed positive draws the weights towards itself, a false positive pushes them away.",
        ),
        Item(
            "Section 3, margin",
            "definition",
            "The margin of a unit vector $u$ on an example is $y \\langle u, x \\rangle$: the distance from the "
            "separator, negative on the wrong side.",
        ),
        Item(
            "Theorem 4",
            "theorem",
            "If $|x_t| <= D$ and some unit vector has margin $\\gamma > 0$ on all examples, the Perceptron makes at "
            "most $(D/\\gamma)^2$ mistakes.",
        ),
        Item("Lemma 2", "lemma", "$\\langle w_t, u \\rangle >= m_t \\gamma$, $m_t$ the mistakes before round $t$."),
        Item("Lemma 3", "lemma", "$|w_t|^2 <= m_t D^2$, because $y \\langle w, x \\rangle <= 0$ on a mistake."),
        Item(
            "Theorem 4, proof",
            "proof idea",
            "A vector reaches no further than it is long: $m \\gamma <= \\langle w, u \\rangle <= |w| <= D \\sqrt m$.",
        ),
        Item(
            "Theorem 4, the analysts",
            "example",
            "$n$ analysts say up or down; the majority of some $k$ of them, odd, is always right. Margin $1/\\sqrt k$, "
            "radius $\\sqrt n$: at most $n k$ mistakes.",
        ),
        Item(
            "References",
            "literature",
            "Littlestone 1988.",
            nothing="Learners cite their papers: see the reference of each.",
        ),
    ),
)
