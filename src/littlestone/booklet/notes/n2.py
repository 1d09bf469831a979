"""N2: the Perceptron, regret, following the leader with and without a regulariser."""

from __future__ import annotations

from .items import Item, Note

N2 = Note(
    "N2",
    "Lecture 15: Back to Online Learning, the Perceptron Algorithm, Online Regret",
    "Nati Srebro",
    (
        Item(
            "Online Learning Process",
            "setting",
            "A learning rule $A$ maps the examples so far to a predictor $h_t$; the goal is few mistakes.",
            line="""\
from littlestone import Game, Perceptron
from littlestone.reductions import Hypothesis
game = Game(Perceptron())
for x, y in [([1, 0], -1), ([0, 1], +1)]:
    game.label(game.predict(x).number, y)
print(Hypothesis(game.learner)([1, 0]), Hypothesis(game.learner)([0, 1]))""",
        ),
        Item(
            "Online Learning Process, mistake bound",
            "definition",
            "A rule attains the mistake bound $M(m)$ on a class if it errs at most $M(m)$ times on any $m$ examples "
            "that some hypothesis of the class fits.",
        ),
        Item(
            "Why online?",
            "remark",
            "Data comes as a stream (spam, weather, investing); samples may depend on each other; small updates; and "
            "it is close to optimisation.",
        ),
        Item("Why online?, non-stationarity", "remark", "The distribution may change over time."),
        Item(
            "Halving",
            "algorithm",
            "The majority of the hypotheses without an error so far: at most $log |H|$ mistakes, as in PAC, where "
            "$O(log |H|/\\epsilon)$ examples do.",
        ),
        Item(
            "Linear Predictors, PAC",
            "theorem",
            "Separators in $d$ dimensions are PAC learned with $O(d/\\epsilon^2)$ examples.",
        ),
        Item(
            "Linear Predictors, not online",
            "theorem",
            "Not online: even in one dimension with a bias, every rule can be made to err on every point.",
        ),
        Item(
            "Linear Predictors, margin",
            "definition",
            "With a margin, $y \\langle w, x \\rangle >= \\gamma$ on all examples, $O(|w|^2 R^2/(\\gamma^2 "
            "\\epsilon^2))$ examples do in PAC.",
        ),
        Item(
            "Online Perceptron Rule",
            "algorithm",
            "$w_1 = 0$; predict $sign \\langle w, x \\rangle$; on a mistake $w <- w + y x$.",
        ),
        Item(
            "Online Perceptron Rule, theorem",
            "theorem",
            "If some $w$, of any length, has $y \\langle w, x \\rangle >= \\gamma$ on all examples: at most $|w|^2 "
            "R^2/\\gamma^2$ mistakes.",
            line="""\
from littlestone import Game, Perceptron
from littlestone.bounds import MarginBound
game = Game(Perceptron(), bounds=[MarginBound(margin=1, length=5**0.5)])  # w = (1, 2) has <w, x> >= 1 on all of these
for x, y in 10 * [([1.0, 0.0], +1), ([-1.0, 1.0], +1), ([1.0, -1.0], -1), ([0.0, -0.5], -1)]:
    game.label(game.predict(x).number, y)
print(game.ledger.certificates[0])""",
        ),
        Item(
            "Online Perceptron Rule, epochs",
            "theorem",
            "Run again and again over a separable sample, it comes to training error 0 within as many iterations.",
        ),
        Item("Perceptron Analysis, Claim 1", "lemma", "$\\langle w, w_{t+1} \\rangle >= M_t$ for the $w$ of margin 1."),
        Item("Perceptron Analysis, Claim 2", "lemma", "$|w_{t+1}|^2 <= M_t$ for examples of length 1 at most."),
        Item(
            "Perceptron Analysis, conclusion",
            "proof idea",
            "$M <= \\langle w, w_{m+1} \\rangle <= |w| \\sqrt M$, so $M <= |w|^2$.",
        ),
        Item(
            "Matches statistics",
            "remark",
            "$M <= |w|^2 |x|^2$ is the statistical guarantee $|w|^2 |x|^2/\\epsilon^2$ in another dress.",
        ),
        Item("Question: where from?", "open question", "Where does this come from?"),
        Item("Question: ramp and hinge?", "open question", "Can it be related to ramp or hinge loss?"),
        Item("Question: other losses?", "open question", "Does it apply to other losses?"),
        Item("Question: other classes?", "open question", "And to other hypothesis classes?"),
        Item("Question: non realizable?", "open question", "What if nothing fits?"),
        Item(
            "Online Regret",
            "definition",
            "The regret is the loss a round less that of the best fixed hypothesis, in the infimum; a rule attains "
            "$Reg(m)$ if that is never exceeded.",
        ),
        Item(
            "Online Regret, mistake bounds",
            "remark",
            "A mistake bound is a regret of $M(m)/m$ for the loss of mistakes on realisable sequences.",
            line="""\
from littlestone import Game, Halving
game = Game(Halving("thresholds:8"))
for x, y in [([0] * 3 + [1] + [0] * 4, +1), ([0] * 7 + [1], -1), ([0] * 5 + [1] + [0] * 2, -1), ([1] + [0] * 7, +1)]:
    game.label(game.predict(x).number, y)
m, M = game.ledger.rounds, game.ledger.mistakes
print(f"Reg({m}) = {M / m:g} = M/m: the best concept loses 0")""",
        ),
        Item(
            "Online Regret, investment",
            "example",
            "A portfolio $w$ and returns $z$: the loss is $-\\langle w, z \\rangle$.",
            line="""\
import numpy as np
from littlestone import ConvexGame, FollowTheRegularisedLeader
game = ConvexGame(FollowTheRegularisedLeader(3, domain="simplex", G=1), loss="linear")
for z in np.random.default_rng(1).normal(0, 0.1, (250, 3)).clip(-0.5, 0.5):  # what each of three stocks returned
    game.label(game.predict().number, (-z).tolist())
print(f"{game.ledger.loss / 250:.4f} a round, {game.ledger.regret / 250:.4f} more than the best stock")""",
        ),
        Item("Follow The Leader", "algorithm", "Play the point that would have lost least so far."),
        Item(
            "Follow The Leader, Be The Leader",
            "theorem",
            "A prophet who plays the leader of the rounds up to and with this one has no regret.",
        ),
        Item(
            "Follow The Leader, proof",
            "proof idea",
            "By induction: it loses no more than its last leader before the last round, and that one is best after it.",
        ),
        Item(
            "Stability, definition",
            "definition",
            "A rule is $\\beta(m)$-stable, leave-last-out, if the last example changes the loss on it by $\\beta(m)$ "
            "at most.",
        ),
        Item(
            "Stability, regret",
            "theorem",
            "If Follow the Leader is $\\beta(m)$-stable, its regret is at most $(1/m) \\sum \\beta(i)$.",
        ),
        Item(
            "When is FTL Stable?, centre of mass",
            "example",
            "Squared distance in the unit ball: the leader is the mean, it is $8/m$-stable, and its regret is at most "
            "$8(ln m + 1)/m$.",
        ),
        Item(
            "Convex Lipschitz Bounded",
            "open question",
            "Points with $|w| <= B$, losses that are convex and $G$-Lipschitz: is Follow the Leader always stable "
            "there? No; is its regret small all the same?",
        ),
        Item(
            "FTL for a Linear Problem",
            "example",
            "No: on $[-1, 1]$ with the losses $h z$ there is a sequence on which the leader changes sides for ever, "
            "and pays for it.",
        ),
        Item("FTL for a Linear Problem, hinge", "remark", "The hinge loss shows the same."),
        Item(
            "Follow the Regularized Leader",
            "algorithm",
            "Charge $\\lambda |w|^2$: play what would have lost least with the charge. Our lines charge "
            "$\\lambda |w|^2/2$, so that our $\\lambda$ is twice the note's.",
        ),
        Item(
            "Follow the Regularized Leader, stability",
            "lemma",
            "For convex $G$-Lipschitz losses it is $G^2/(\\lambda m)$-stable, leave-last-out and by replacement.",
        ),
        Item(
            "Follow the Regularized Leader, regret",
            "theorem",
            "It is Follow the Leader for the charged loss; with $\\lambda$ set for $m$ rounds the regret a round is "
            "$O(\\sqrt(G^2 B^2 log m/m))$.",
        ),
        Item(
            "Follow the Regularized Leader, any regulariser",
            "theorem",
            "The same with any $\\Psi >= 0$ that is $\\alpha$-strongly convex: $2 G^2/(\\lambda \\alpha m)$-stable, "
            "and a regret of $O(\\sqrt(G^2 B^2 log m/(\\alpha m)))$.",
        ),
        Item(
            "Refined FTRL",
            "theorem",
            "With $\\lambda_t$ in proportion to $1/\\sqrt t$ the logarithm goes: $\\sqrt(32 G^2 B^2/(\\alpha m))$, "
            "whatever $m$.",
        ),
        Item(
            "Refined FTRL, conclusion",
            "theorem",
            "So convex Lipschitz bounded problems are learned online with regret $O(\\sqrt(G^2 |w|^2/m))$ a round, "
            "which matches the statistical excess.",
        ),
        Item(
            "Table",
            "figure",
            "Online beside statistical: finite classes $log |H|$ in both; finite dimension none online, VC dimension "
            "statistically; with a scale $|w|^2$ in both.",
        ),
        Item("Table, agnostic???", "open question", "Finite classes without a fit, online?"),
        Item(
            "Table, more like Perceptron?",
            "open question",
            "The regularised leader is no simple update of the last point. Is there a rule that streams, with small "
            "updates, more like the Perceptron?",
        ),
    ),
)
