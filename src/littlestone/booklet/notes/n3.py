"""N3: weighted majority again, the Perceptron, Winnow, and the two compared."""

from __future__ import annotations

from .items import Item, Note

N3 = Note(
    "N3",
    "OLC (Perceptron, Winnow)",
    "Kris Kitani; scribes Xuhua Huang and Xinjie Yao",
    (
        Item(
            "Section 1",
            "setting",
            "From experts to linear classifiers on the fly: the Perceptron adds, Winnow multiplies.",
        ),
        Item(
            "Section 1.1, equations 1 and 2",
            "algorithm",
            "Weighted majority with advice in $\\{-1, 1\\}$ and the rate $\\eta = 1 - \\alpha$.",
        ),
        Item("Section 1.1, equation 3", "theorem", "$M - m <= (1 + 2\\eta) m + 2 log N/\\eta$."),
        Item(
            "Section 1.1, not no-regret",
            "remark",
            "The regret of the vote grows with the rounds: it is no no-regret algorithm.",
        ),
        Item(
            "Section 1.2, equation 4",
            "algorithm",
            "Its randomised form follows an expert drawn by weight.",
        ),
        Item(
            "Section 1.2, equation 5",
            "theorem",
            "$E[R] <= \\eta m + log N/\\eta$; with $\\eta = 1/\\sqrt T$ it is a no-regret algorithm.",
        ),
        Item("Algorithm 1", "algorithm", "The Perceptron, with $sign \\langle w, x \\rangle$ and $w <- w + y x$."),
        Item(
            "Section 2.1, characteristics",
            "remark",
            "Fast; no large margin; not for data that is not separable.",
        ),
        Item(
            "Lemma 1",
            "lemma",
            "Of vectors of one length the inner product is largest when they are parallel.",
            line="""\
import numpy as np
w = np.array([3.0, 4.0])
turns = np.linspace(0, 2 * np.pi, 361)
along = np.cos(turns) * w[0] + np.sin(turns) * w[1]
print(round(along.max(), 3), "=", np.linalg.norm(w), "at", turns[along.argmax()], "where w is at", np.arctan2(4, 3))""",
        ),
        Item("Theorem 2", "theorem", "With $R$ the largest length and $\\gamma$ the margin: $M <= R^2/\\gamma^2$."),
        Item(
            "Theorem 2, upper bound",
            "proof idea",
            "The potential $|w|^2$ grows by $R^2$ at most with a mistake: $|w|^2 <= M R^2$ (equations 6 and 7).",
        ),
        Item(
            "Theorem 2, lower bound",
            "proof idea",
            "$\\langle w^*, w \\rangle$ grows by $\\gamma$ at least, and is $|w|$ at most (equations 8 to 18).",
        ),
        Item(
            "Algorithm 2",
            "algorithm",
            "Winnow: weights of 1, say 1 if $\\langle w, x \\rangle > N$; on a mistake multiply the weights that are "
            "on by $1 + \\beta$, or divide them by it.",
        ),
        Item(
            "Table 1",
            "figure",
            "False positive: divide by $1 + \\beta$. Missed positive: multiply by $1 + \\beta$.",
            line="""\
from littlestone import Game, Winnow
game = Game(Winnow(n=4, beta=1))
for x, y in [([1, 1, 0, 0], +1), ([1, 0, 1, 0], +1), ([1, 1, 1, 0], -1)]:
    move = game.predict(x)
    game.label(move.number, y)
    print(x, "said", move.sign, "is", y, game.learner.weights.tolist())""",
        ),
        Item("Lemma 3", "lemma", "After $m$ positive mistakes a relevant weight is said to be $(1 + \\beta)^m$."),
        Item("Lemma 4", "lemma", "At a positive mistake every weight is said to be below $N$."),
        Item(
            "Theorem 5",
            "theorem",
            "With $\\beta = 1$ and $k$ relevant features of $N$: $M < 2 + 3k(log_2 N + 1)$.",
        ),
        Item(
            "Theorem 5, potential",
            "proof idea",
            "The sum of the weights grows by $N$ at most with a missed positive, falls by more than $N/2$ with a false "
            "one, and stays above 0 (equations 22 to 33).",
        ),
        Item(
            "Theorem 5, relevant weights",
            "proof idea",
            "A relevant weight is doubled at most $log_2 N + 1$ times, so $m^+ < k(log_2 N + 1)$ (equations 34 to 38).",
        ),
        Item(
            "Section 2.3",
            "remark",
            "For data too large for one batch, and criteria that evolve; Winnow is said to predict with a logical or.",
        ),
        Item(
            "Section 3.1, history",
            "literature",
            "Rosenblatt's machine, the hope, and Minsky and Papert's book.",
            nothing="History; XOR, which ended it, is played below.",
        ),
        Item("Figure 1", "figure", "XOR: four points that no line separates."),
        Item(
            "Figure 2",
            "figure",
            "Mistakes of Perceptron and Winnow over the trials, $k = 20$, $N = 200$ and $400$: the Perceptron feels "
            "$N$, Winnow hardly.",
        ),
        Item(
            "References",
            "literature",
            "Kivinen, Warmuth and Auer 1997; Littlestone 1987; Littlestone and Warmuth; Minsky and Papert 1969; "
            "Rosenblatt 1958.",
            nothing="Learners cite their papers: see the reference of each.",
        ),
    ),
)
