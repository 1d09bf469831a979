"""N1: expert advice, weighted majority with and without a coin, the Perceptron as a weighing of experts."""

from __future__ import annotations

from .items import Item, Note

N1 = Note(
    "N1",
    "Online Learning and Learning with Expert Advice",
    "slides, no author named in our copy",
    (
        Item(
            "Outline",
            "setting",
            "The course so far: consistency, PAC, Occam's razor, noise. Now online learning and expert advice.",
        ),
        Item(
            "Relaxing PAC",
            "setting",
            "Examples come one at a time and from no distribution: predict, then be told. How is a learner measured?",
        ),
        Item(
            "Mistake Bound Model",
            "definition",
            "By its mistakes in $T$ steps, on labels of some concept of the class.",
        ),
        Item("Mistake Bound Model, disjunctions", "example", "Disjunctions are learned with at most $n$ mistakes."),
        Item(
            "Mistake Bound Model, Halving",
            "algorithm",
            "Majority of the concepts that fit: at most $log_2 |C|$ mistakes, since a mistake removes half of them.",
        ),
        Item("Mistake Bound Model, better", "remark", "One can do better than Halving."),
        Item(
            "Experts",
            "setting",
            "If no concept fits, take concepts as experts, and come as close to the best of them as possible.",
        ),
        Item(
            "Experts, why not Halving",
            "remark",
            "Halving is no good then: the best expert may err at the beginning and be gone.",
            line="""\
from littlestone import Game, Halving
game = Game(Halving("table:10,01"))
for x, y in [([1, 0], +1), ([1, 0], -1), ([0, 1], +1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0])""",
        ),
        Item(
            "Experts, many algorithms",
            "remark",
            "There are many prediction algorithms, and nobody knows which is best: let them be the experts.",
        ),
        Item("Experts, game theory", "remark", "Experts against nature are a matrix game."),
        Item(
            "WMA",
            "algorithm",
            "Every expert has a weight, 1 at first; say what more than half of the weight says (0 at a tie), and "
            "multiply the weights of those that erred by $\\alpha$.",
        ),
        Item(
            "WMA, alpha = 0",
            "remark",
            "With $\\alpha = 0$ it is said to be Halving.",
            line="""\
from littlestone import Game, WeightedMajority
game = Game(WeightedMajority(alpha=0, realizable=True))
for x, y in [([1, 1, -1], -1), ([1, -1, -1], -1), ([1, -1, 1], +1)]:
    game.label(game.predict(x).number, y)
    print(game.learner.weights.tolist())""",
        ),
        Item(
            "WMA: Analysis",
            "theorem",
            "$M <= (m ln(1/\\alpha) + ln n)/ln(2/(1 + \\alpha))$, $m$ the mistakes of the best expert.",
        ),
        Item(
            "WMA: Analysis, proof",
            "proof idea",
            "A mistake of the vote costs half of the weight a factor $\\alpha$: $\\alpha^m <= W <= ((1 + "
            "\\alpha)/2)^M n$.",
        ),
        Item("WMA: Analysis, one half", "example", "$\\alpha = \\half$: $M <= 2.41 m + 3.48 ln n$."),
        Item(
            "Randomized WMA, why",
            "remark",
            "The factor of $m$ falls with $\\alpha$, and never below 2: an expert that errs in a quarter of the rounds "
            "leaves the bound no better than guessing.",
        ),
        Item(
            "Randomized WMA",
            "algorithm",
            "Say 0 or 1 with chances in proportion to the weight that says so; weights as before.",
        ),
        Item(
            "RWMA: Analysis",
            "theorem",
            "$E[M] <= (m ln(1/\\alpha) + ln n)/(1 - \\alpha)$.",
        ),
        Item(
            "RWMA: Analysis, proof",
            "proof idea",
            "With $p_t$ the share of the weight that is wrong, $W_{t+1} = W_t (1 - (1 - \\alpha) p_t)$ exactly, and "
            "$E[M] = \\sum p_t$.",
        ),
        Item("RWMA: Observations, one half", "example", "$\\alpha = \\half$: $E[M] <= 1.39 m + 2 ln n$."),
        Item(
            "RWMA: Observations, the logarithm",
            "lemma",
            "$ln(1 - x) > -x - x^2$, hence $E[M] < m + (1 - \\alpha) m + ln n/(1 - \\alpha)$.",
            line="""\
from math import log
for x in (0.1, 0.5, 0.6838, 0.9):
    print(x, log(1 - x), -x - x * x)""",
        ),
        Item(
            "RWMA: Observations, tuning",
            "theorem",
            "With $m <= m'$ known and $1 - \\alpha = \\sqrt(ln n/m')$: $E[M] < m + 2\\sqrt(m' ln n)$.",
        ),
        Item(
            "RWMA: Observations, the limit",
            "theorem",
            "If the best expert errs in a share $r$ of the rounds, so does the coin in the limit, at the rate "
            "$O(1/\\sqrt T)$.",
        ),
        Item(
            "A Slightly Different View",
            "setting",
            "Advice $x \\in \\{-1, 1\\}^n$, a weight for every expert, and $sign \\langle w, x \\rangle$ with "
            "$sign(0) = -1$: a hyperplane that separates points.",
        ),
        Item(
            "Rosenblatt's Perceptron",
            "algorithm",
            "Examples of length 1, $w_0 = 0$, $+1$ if $\\langle w, x \\rangle > 0$; on a mistake move by $x$, in the "
            "direction that is printed.",
        ),
        Item(
            "Rosenblatt's Perceptron, why",
            "remark",
            "On the mistaken example the inner product moves by 1, in the right direction.",
        ),
        Item(
            "Theorem",
            "theorem",
            "With a unit vector $w^*$ and $\\delta$ the smallest $|\\langle w^*, x \\rangle|$, at most $1/\\delta^2$ "
            "mistakes.",
        ),
        Item("Fact 1", "lemma", "A mistake adds $\\delta$ or more to $\\langle w, w^* \\rangle$."),
        Item("Fact 2", "lemma", "A mistake adds 1 at most to $|w|^2$."),
        Item(
            "Theorem, proof",
            "proof idea",
            "$\\delta M <= \\langle w, w^* \\rangle <= |w| <= \\sqrt M$.",
        ),
    ),
)
