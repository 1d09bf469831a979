"""Errata of the lecture notes: the one source of what booklet, docs and tests say about them."""

from __future__ import annotations

from dataclasses import dataclass

from .notes import Place, at

FALSE = "false as stated"
SLIP = "slip of the copy"
TIGHT = "true but not tight"
CAVEAT = "caveat"
GRADES = {
    FALSE: "taken literally, a wrong program, a theorem that does not hold, or a check that fails although all is well",
    SLIP: "a sign, an index or a word as our copy of the note has it; a reader sees what was meant",
    TIGHT: "what the note says is right, and more can be said",
    CAVEAT: "right under a premise or a convention that stands elsewhere in the note, or is not said",
}


@dataclass(frozen=True, slots=True)
class Slip:
    """A place of the notes that is not to be taken literally.

    id          such as "E4a"
    grade       one of GRADES
    subject     the heading that it stands under in the docs
    places      where it stands in the notes
    title       what it is about, in a few words
    said        what the notes say, paraphrased
    right       what is right
    example     the counterexample with its numbers, if there is one
    zero        what a guess of exactly 0 counts as where it was played, if somebody may guess 0: see `chapter.ZEROS`
    """

    id: str
    grade: str
    subject: str
    places: tuple[Place, ...]
    title: str
    said: str
    right: str
    example: str
    zero: tuple[str, ...] = ()


SLIPS = (
    Slip(
        "E3",
        CAVEAT,
        "Disjunctions, conjunctions, decision lists",
        at("N0, Example: Disjunctions"),
        "What to do on a false negative",
        "On a mistake remove the variables that are on; each mistake removes one, so there are at most $n$.",
        "So it is on labels of a disjunction, which the note presumes: a positive is never missed then. On other "
        "data a missed positive removes nothing, the count does not go down, and the mistake proves that no "
        "disjunction fits, which has to be said.",
        "(11, $-$), then (10, $+$) twenty times, which no disjunction fits: 21 mistakes with two variables.",
    ),
    Slip(
        "E19",
        TIGHT,
        "Disjunctions, conjunctions, decision lists",
        at("N4, Decision lists, observations", "N4, Decision lists, bound"),
        "How far a rule of a decision list falls",
        "Each rule falls at most $L + 1$ levels, so there are at most $(4n + 2)(L + 1)$ mistakes.",
        "True, and not tight: a mistake happens on level $L$ at the lowest, so a rule moves at most $L$ times, and "
        "target rule $i$ at most $i - 1$ times: $M <= (4n + 2) L - L (L + 1)/2$, $L$ with the default. Only rules "
        "fall that *fired*, erred, and stand on the level that predicted.",
        "For n = 2 and L = 3 the note allows 40, the sharper bound 24; the exact worst case is 5.",
    ),
    Slip(
        "E21",
        CAVEAT,
        "Disjunctions, conjunctions, decision lists",
        at("N0, Theorem 3, disjunctions"),
        "How many disjunctions there are",
        "There are $3^n$ disjunctions of literals over $n$ variables.",
        "$3^n$ functions if a variable and its negation do not stand together, $3^n + 1$ with the constant that "
        "they make. The $4^n$ sets of literals are not distinct functions. It matters for $n = 1$, where the whole "
        "part of $log_2 |C|$ is 1 or 2.",
        "At n = 1 it is log₂ 3, rounded down 1, or log₂ 4 = 2.",
    ),
    Slip(
        "E24",
        CAVEAT,
        "Disjunctions, conjunctions, decision lists",
        at("N0, Example: Disjunctions, lower bound"),
        "The lower bound for disjunctions",
        "No deterministic algorithm makes fewer than $n$ mistakes on disjunctions.",
        "True if the *empty* disjunction, the constant 0, is in the class. Without it the optimum is $n - 1$.",
        "The optimum without the empty disjunction is 0, 1, 2, 3, 4 for n = 1 to 5.",
    ),
    Slip(
        "E25",
        TIGHT,
        "Disjunctions, conjunctions, decision lists",
        at("N4, Conjunctions, lower bound", "N4, Conjunctions, which is tight?"),
        "The lower bound for conjunctions",
        "No deterministic learner can do better than $n$.",
        "The lower bound is true (it needs the empty conjunction in the class), and not tight: from $n = 2$ on the "
        "optimum is $n + 1$. Only for $n = 1$, without the constant False, is it 1, where elimination errs twice.",
        "The exact optimum is n + 1 for n = 2, 3, 4: elimination is optimal there.",
    ),
    Slip(
        "E2",
        FALSE,
        "Halving and exact optima",
        at("N0, Example: Projections"),
        "Halving on projections",
        "Halving on the $n$ projections of $\\{0,1\\}^n$ makes at most one mistake.",
        "The exact worst case, the optimum and the VC dimension are all $\\lfloor log_2 n \\rfloor$. One mistake is "
        "true only where the examples are $e_1, ..., e_n$, on which the projections are singletons.",
        "n = 4: 1100, then 1000.",
    ),
    Slip(
        "E11",
        CAVEAT,
        "Halving and exact optima",
        at("N2, Halving"),
        "Which logarithm",
        "$M <= log |H|$, beside rates with natural logarithms.",
        "The logarithm of Halving is $log_2$, which the note does not say. With ln the check fails on the smallest "
        "class there is.",
        "Two concepts can cost one mistake, and ln 2 is 0.693.",
    ),
    Slip(
        "E27",
        TIGHT,
        "Halving and exact optima",
        at("N0, Example: Binary Search"),
        "Binary search",
        "An adversary ensures at least about $n$ mistakes, in about $n$ turns.",
        "Exactly $n$, for thresholds $j = 1, ..., 2^n$, and also with $j = 2^n + 1$; the sequence of the notes "
        "works as it stands.",
        "Exactly n for n = 1 to 11.",
    ),
    Slip(
        "E29",
        CAVEAT,
        "Halving and exact optima",
        at("N0, Lemma 1"),
        "When a conservative copy keeps the bound",
        "Every learner with a mistake bound has a conservative copy with the same one.",
        "So it is by the note's Definition 1, which asks for the bound on *every* consistent sequence. It is not of "
        "bounds of another kind: for one game, for learners with a coin, or whose predicting changes them. The copy "
        "may even be better.",
        "Halving on decision lists over 3 bits makes 6 mistakes, its conservative copy 5.",
    ),
    Slip(
        "E1",
        FALSE,
        "Perceptron",
        at("N1, Rosenblatt's Perceptron", "N1, Rosenblatt's Perceptron, why"),
        "The signs of the update",
        "On a false positive add $x$ to the weights, on a false negative subtract it; this moves them in the right "
        "direction.",
        "The other way round: $w <- w + y x$, minus $x$ on a false positive and plus $x$ on a false negative.",
        "x = 1, y = +1, again and again: the printed rule errs in 50 of 50 rounds and ends at $w = -50$; the right "
        "one errs once.",
        ("-1",),
    ),
    Slip(
        "E12",
        FALSE,
        "Perceptron",
        at("N2, Online Perceptron Rule, epochs"),
        "Updates, not iterations",
        "After at most $R^2 |w|^2 / \\gamma^2$ *iterations* over the sample the training error is 0.",
        "That many *updates*. Over $S$ examples and with $B$ the whole part of that number, the last update comes "
        "within $S B$ iterations, and a clean pass is seen within $S (B + 1)$.",
        "98 times e₁ and once e₂, positive, then e₃, negative: the bound is 3, and the last update comes in "
        "iteration 100, 99 or 100, by the sign of 0.",
        ("+1", "-1", "mistake"),
    ),
    Slip(
        "E17a",
        FALSE,
        "Perceptron",
        at("N3, Theorem 2, upper bound"),
        "A mistake may come from a guess of zero",
        "On a mistake $y \\langle w, x \\rangle < 0$.",
        "$y \\langle w, x \\rangle <= 0$: the first mistake has $w = 0$. The proof needs no more.",
        "The first guess of any game is 0.",
        ("-1",),
    ),
    Slip(
        "E17b",
        FALSE,
        "Perceptron",
        at("N2, Perceptron Analysis, Claim 2"),
        "The squared length of the weights",
        "With $|x| = 1$, the squared length of the weights *equals* the number of mistakes.",
        "The squared length is at most the number of mistakes, and need not equal it.",
        "After $(1, 0)$ and $(-0.6, 0.8)$, both positive, there are 2 mistakes and the square is 0.8.",
        ("-1",),
    ),
    Slip(
        "E18",
        FALSE,
        "Perceptron",
        at("N3, Theorem 2, lower bound"),
        "The margin is gained on mistakes only",
        "$\\langle w^*, w \\rangle$ grows by $\\gamma$ in every time step.",
        "By $\\gamma$ in every *mistaken* round: the indicator of a mistake has been dropped.",
        "x = 1, y = +1 three times: ⟨w*, w⟩ is 1, 1, 1.",
        ("-1",),
    ),
    Slip(
        "E18b",
        CAVEAT,
        "Perceptron",
        at("N3, Theorem 2, lower bound"),
        "Dividing by a length",
        "The proof divides by $|w^{(T)}|$.",
        "Without a mistake $w = 0$. Use the inequality of Cauchy and Schwarz instead, which divides by nothing.",
        "",
    ),
    Slip(
        "E18c",
        SLIP,
        "Perceptron",
        at("N0, Lemma 2", "N1, Rosenblatt's Perceptron", "N3, Algorithm 1"),
        "Indices",
        "The indices of states and mistakes shift by one from line to line: $w^{(0)}$ or $w^{(1)}$ for the first "
        "hypothesis, $m_1 = 0$ at $t = 0$.",
        "The state *before* round $t$ has index $t$, the state after it $t + 1$; so $w_1 = 0$, and $M_t$ are the "
        "mistakes of rounds $1, ..., t$.",
        "",
        ("-1",),
    ),
    Slip(
        "E20a",
        CAVEAT,
        "Perceptron",
        at("N0, Section 3, linear thresholds"),
        "A bias is not free",
        "It suffices to consider separators through the origin: embed $x$ as $(x, 1)$.",
        "True for what can be represented. The bound is then that of the embedded examples: $R^2$ becomes $R^2 + 1$ "
        "and $\\gamma$ becomes $\\gamma / \\sqrt(1 + b^2)$.",
        "The points 4 and 6 about the threshold 5: 47, 42 or 47 mistakes, by the sign of 0, where the bound without "
        "the constant coordinate is 36 and the right one 962. (About the threshold 10 it takes the rule that 0 is a "
        "mistake: 202 mistakes of 121, where 0 is +1 makes 111.)",
        ("+1", "-1", "mistake"),
    ),
    Slip(
        "E20b",
        CAVEAT,
        "Perceptron",
        at("N1, Rosenblatt's Perceptron"),
        "Normalising is not free either",
        "Without loss of generality $|x| = 1$, because the side of the hyperplane stays the same.",
        "The side stays the same; the run and the bound do not: $R^2 / \\gamma^2$ becomes $1/\\delta^2$, $\\delta$ "
        "the smallest $|\\langle u, x \\rangle| / |x|$, which is never larger. A bias must be appended *before*, "
        "and zero vectors cannot take part.",
        "Sixty drawn examples: 39 updates and a bound of 16,885 raw, 23 and 57.4 normalised.",
        ("+1",),
    ),
    Slip(
        "E28",
        SLIP,
        "Perceptron",
        at("N0, Theorem 4", "N0, Section 3, linear thresholds"),
        "Diameter and radius",
        "$D$ is a diameter, and $f$ maps the real line to labels.",
        "$D$ is a radius, $|x_t| <= D$, and $f$ maps $\\R^n$ to $\\{-1,+1\\}$.",
        "",
    ),
    Slip(
        "E16a",
        FALSE,
        "Winnow",
        at("N3, Lemma 3"),
        "What a relevant weight is",
        "After $m$ positive mistakes every relevant weight is $(1 + \\beta)^m$, because relevant variables are on.",
        "A positive has *at least one* relevant variable on. $w_i = (1 + \\beta)^{c_i}$, where $c_i$ counts the "
        "mistakes it was on in, and the $c_i$ of all relevant variables sum to $m$ or more: that is where the $k$ "
        "of the bound comes from.",
        "Target x₁ or x₂, mistakes on e₁ and e₂: the weights are 2 and 2, not 4.",
    ),
    Slip(
        "E16b",
        FALSE,
        "Winnow",
        at("N3, Lemma 4", "N3, Theorem 5, relevant weights"),
        "How large it gets",
        "At a positive mistake every weight is below $N$, so there are fewer than $log_2 N + 1$ of them.",
        "Only the weights of variables that are on, and they are at most $N$, for the threshold is strict: a "
        "variable is doubled at most $1 + \\lfloor log_2 N\\rfloor$ times, and that often when $N$ is a power of "
        "two.",
        "N = 4 and nothing but e₁: three mistakes, and the weight is 4 at the last.",
    ),
    Slip(
        "E16c",
        SLIP,
        "Winnow",
        at("N3, Theorem 5, relevant weights"),
        "The same formula twice",
        "$w = (1 + \\beta)^m = 2^{m-1}$.",
        "The right side is the weight *before* the last promotion; the left side is the one after it.",
        "",
    ),
    Slip(
        "E16d",
        TIGHT,
        "Winnow",
        at("N3, Theorem 5"),
        "The theorem in whole numbers",
        "$M < 2 + 3k(log_2 N + 1)$.",
        "True, for $\\beta = 1$, $\\theta = N$ and a strict threshold; in whole numbers it is $M <= 1 + 3k(1 + "
        "\\lfloor log_2 N\\rfloor)$.",
        "N = 4, k = 1: below 11, in whole numbers at most 10.",
    ),
    Slip(
        "E30",
        FALSE,
        "Winnow",
        at("N3, Section 2.1, characteristics", "N3, Section 2.3", "N3, Algorithm 2", "N3, Figure 2"),
        "What Winnow predicts with",
        "Winnow predicts with a logical or, on relevant features only; Perceptron weights decay.",
        "Winnow predicts with a weighted sum over all variables and a threshold. That irrelevant ones cost so "
        "little is the doing of the multiplicative update. Nothing decays in the Perceptron.",
        "N = 3, target x₁: after the positive 111 was missed, 011 is taken for a positive, by irrelevant variables "
        "alone.",
    ),
    Slip(
        "E33",
        CAVEAT,
        "Winnow",
        at("N3, Figure 2"),
        "What the figure does not say",
        "The caption gives $k = 20$ and $N = 200$ and $400$, and nothing else.",
        "The distribution, the trials and the settings of both learners have to be assumed, and matter: with every "
        "variable on by chance one half, a negative has probability $2^{-20}$ and there is nothing to learn.",
        "With each variable on half of the time, all but one in 2²⁰ examples are positive. Ours are drawn so that "
        "half are.",
        ("mistake",),
    ),
    Slip(
        "E5",
        FALSE,
        "Weighted majority",
        at("N1, WMA: Analysis, proof", "N1, RWMA: Analysis, proof"),
        "Which weight is bounded",
        "$\\alpha^m <= W_T <= ((1 + \\alpha)/2)^M W_0$, with a product up to $T - 1$.",
        "$W_{T+1}$, the weight *after* the last update, and a product up to $T$. Else the mistake of the last round "
        "is counted but not paid for.",
        "One round, two wrong experts, $\\alpha = \\half$: $2 <= 1.5$ is false.",
        ("-1",),
    ),
    Slip(
        "E6",
        FALSE,
        "Weighted majority",
        at("N1, RWMA: Observations, the logarithm"),
        "An inequality of logarithms",
        "$ln(1 - x) > -x - x^2$ for every $x > -1$.",
        "Only up to $x = 0.6838$, and with equality at 0: steps that are too steep are not covered.",
        "$x = 0.9$: $-2.303$ is below $-1.71$.",
    ),
    Slip(
        "E7",
        FALSE,
        "Weighted majority",
        at("N1, RWMA: Observations, tuning"),
        "The tuned rate",
        "Without loss of generality the best expert may err as little as $ln n$ times; then $E[M] < m + 2\\sqrt(m "
        "ln n)$.",
        "With $1 - \\alpha = \\sqrt(ln n/m)$ it needs $m >= 2.1387 ln n$, and that is a loss. Tuned to $\\alpha = "
        "1/(1 + \\sqrt(2 ln n/m))$, $E[M] <= m + \\sqrt(2 m ln n) + ln n$ always.",
        "n = 1000 and 7 mistakes of the best expert: 39.70 expected by the time it would err an eighth time, 20.91 "
        "claimed.",
    ),
    Slip(
        "E8",
        FALSE,
        "Weighted majority",
        at("N3, Section 1.1, equation 3"),
        "The simple bound of weighted majority",
        "$M <= 2(1 + \\eta) m + (2/\\eta) ln N$ for every rate $\\eta = 1 - \\alpha$.",
        "True for $\\eta <= 0.6838$, and false in general. The bound of the vote itself has no such limit.",
        "N = 64, η = 0.999, m = 5: 35 mistakes are forced, 28.3 claimed.",
        ("-1",),
    ),
    Slip(
        "E9",
        FALSE,
        "Weighted majority",
        at("N3, Section 1.2, equation 5"),
        "The simple bound of its randomised form",
        "Expected regret at most $\\eta m + ln N/\\eta$ for every rate.",
        "True for $\\eta <= 0.6838$, and so, with $\\eta = 1/\\sqrt T$, from three rounds on; false in general.",
        "N = 1000, η = 0.99, m = 5: 27.5 expected by the time the best expert would err a sixth time, 16.9 claimed.",
    ),
    Slip(
        "E10",
        FALSE,
        "Weighted majority",
        at("N1, WMA, alpha = 0", "N1, WMA"),
        "The ends of the interval",
        "$\\alpha$ may be any number from 0 to 1, both included; 0 gives back Halving.",
        "$\\alpha = 1$ divides by $ln 1$ and never learns. $\\alpha = 0$ leaves no weight once everybody has erred. "
        "It is Halving only as long as some expert is always right, which our learner wants to be told.",
        "Two experts, each wrong once, $\\alpha = 0$: no weight is left.",
        ("-1",),
    ),
    Slip(
        "E31",
        SLIP,
        "Weighted majority",
        at("N1, WMA"),
        "An even vote",
        "Predict 0 if $W^0 >= W^1$, and vice versa.",
        "At an even vote this says both. An even vote is 0, and only that.",
        "",
    ),
    Slip(
        "E4a",
        CAVEAT,
        "PAC and equivalence queries",
        at("N0, Theorem 1"),
        "Which logarithm, and whole examples",
        "$m = (1/\\epsilon) log(M/\\delta)$.",
        "The natural logarithm, which the note does not say, rounded up. $log_2$ is safe and wasteful, $log_{10}$ "
        "is not safe.",
        "ε = δ = 0.1, M = 10: with log₁₀ the bound on the failure is 1.22.",
    ),
    Slip(
        "E4b",
        FALSE,
        "PAC and equivalence queries",
        at("N0, Theorem 1", "N0, Theorem 1, proof"),
        "How many hypotheses, how many examples",
        "The hypothesis changes at most $M$ times, so the union is over $M$, and $(M/\\epsilon) log(M/\\delta)$ "
        "samples suffice.",
        "$M + 1$ hypotheses arise. The last has error 0, so the union over $M$ is right if it is returned at once "
        "after mistake $M$; the samples are then at most $M \\lceil (1/\\epsilon) ln(M/\\delta) \\rceil$. If $M$ is "
        "only assumed: $ln((M + 1)/\\delta)$ and $M + 1$ runs.",
        "M = 1, ε = δ = 0.1: 23.03 examples are claimed, and a run can take 24.",
        ("+1",),
    ),
    Slip(
        "E4c",
        CAVEAT,
        "PAC and equivalence queries",
        at("N0, Theorem 1"),
        "No mistakes at all",
        "$m = (1/\\epsilon) log(M/\\delta)$ for any mistake bound $M$.",
        "For $M = 0$ the logarithm is not defined; the first hypothesis is right and is returned unseen.",
        "",
        ("+1",),
    ),
    Slip(
        "E4d",
        CAVEAT,
        "PAC and equivalence queries",
        at("N0, Theorem 1, proof"),
        "Given the history",
        "A bad hypothesis survives with chance $(1 - \\epsilon)^m$ for a given sequence of samples.",
        "Condition on the history: a hypothesis is fixed before its $m$ fresh samples are drawn. For a given "
        "sequence nothing is random.",
        "",
    ),
    Slip(
        "E26",
        TIGHT,
        "PAC and equivalence queries",
        at("N0, Remark, first exercise", "N0, Remark, second exercise"),
        "Counting queries",
        "A learner with mistake bound $M$ needs at most $M + 1$ queries; one by $N$ queries makes at most $N$ "
        "mistakes.",
        "Both are true, however one counts. If the last query must be answered yes, $N$ queries make at most $N - "
        "1$ mistakes; if the learner may stop without asking, $M$ mistakes need at most $M$ queries.",
        "Two concepts; the learner asks about the first, and then asks about the second or returns it unasked.",
    ),
    Slip(
        "E32",
        TIGHT,
        "PAC and equivalence queries",
        at("N2, Linear Predictors, PAC", "N2, Linear Predictors, margin"),
        "A side remark on sample size",
        "Separable data needs $O(d/\\epsilon^2)$ examples.",
        "$O((d log(1/\\epsilon) + log(1/\\delta))/\\epsilon)$ suffice: with a perfect fit the error falls with the "
        "number of examples, not with its root. What is printed is true, and weak.",
        "At 1,024 examples the error of what fits is below 2/1025, where the root would say 1/32.",
    ),
    Slip(
        "E13",
        SLIP,
        "Following the leader",
        at("N2, FTL for a Linear Problem"),
        "The sequence that breaks it",
        "As our copy has it: on $0.5, -1.1, -1.1, ...$ the leader plays $h_t = (-1)^t$ and the regret a round is "
        "$(m - 1)/m$. The leader of $z_1, ..., z_t$ has a sum up to $t - 1$.",
        "Probably $\\half, -1, 1, -1, 1, ...$ before commas became points: that fits the regret, while $-1.1$ lies "
        "outside of $[-1, 1]$ and makes nobody change sides twice. Then $h_t = (-1)^{t-1}$ from the second round "
        "on, and the sum goes up to $t$.",
        "The sequence as our copy has it gives regret 1.7 in 100 rounds, the flip-flop 99.5.",
    ),
    Slip(
        "E14",
        FALSE,
        "Following the leader",
        at("N2, Follow the Regularized Leader, stability", "N2, Follow the Regularized Leader, any regulariser"),
        "Which stability the regularised leader has",
        "It is $G^2/(\\lambda m)$-stable, even $2 G^2/(\\lambda \\alpha (2m - 1))$-stable; so Follow the Leader on "
        "the charged loss has regret $\\sum G^2/(\\lambda i)$.",
        "The first is true for the loss itself, and tight; the second is false from $m = 2$ on. For the *charged* "
        "loss, which the next step needs, the change can be $(2/m - 1/m^2) G^2/\\lambda$. The regret is right all "
        "the same, since the *bracket* is at most $2 G^2/(\\lambda \\alpha m)$.",
        "One dimension, nine times $-1$, then $+1$: 0.1 is claimed and attained, 0.0526 is exceeded, and the charged "
        "loss changes by 0.19.",
    ),
    Slip(
        "E15",
        FALSE,
        "Following the leader",
        at("N2, Refined FTRL"),
        "The refined leader",
        "With $\\lambda_t$ it is Follow the Leader on the losses $\\ell_i + \\lambda_i \\Psi$.",
        "It is not: it charges $(t - 1)\\lambda_t$ in round $t$, that leader would charge $\\lambda_1 + ... + "
        "\\lambda_{t-1}$. The bound survives by its brackets, with the constant $\\sqrt 18$.",
        "9.9 against 18.5 at t = 100.",
    ),
    Slip(
        "E15b",
        FALSE,
        "Following the leader",
        at("N2, Refined FTRL, conclusion"),
        "A power of alpha",
        "$\\lambda_i = \\sqrt(\\alpha G^2/(B^2 i))$, and $1/m$ in front of a sum up to $t - 1$.",
        "$\\lambda_t = \\sqrt(2 G^2/(\\alpha B^2 t))$: $\\alpha$ belongs below. It multiplies $(t - 1) \\Psi$.",
        "$\\alpha = 0.01$: a bound of 372 instead of 5.3.",
    ),
    Slip(
        "E15c",
        SLIP,
        "Following the leader",
        at("N2, Follow the Regularized Leader, regret"),
        "The fixed rate",
        "$\\lambda = \\sqrt(G^2 log m/m)$, and the loss is $O(\\sqrt ...)$ with no comparator beside it.",
        "$\\lambda = \\sqrt(G^2 (1 + ln m)/(B^2 m))$. For $m = 1$ the printed one is zero. And it is the *regret* "
        "that is small: the loss of the comparator belongs on the right side.",
        "For one round the printed λ is 0.",
    ),
    Slip(
        "E22",
        SLIP,
        "Following the leader",
        at("N2, When is FTL Stable?, centre of mass"),
        "The centre of mass",
        "As our copy has it, the change of the last loss is written with a plus between its two squares; and the "
        "constant is 8.",
        "With a minus, which may be a slip of the copy; and 8 is true, and not tight: $R_T = \\sum |z_t - w_t|^2/t "
        "<= 4 H_T - 3$.",
        "",
    ),
    Slip(
        "E23",
        SLIP,
        "Following the leader",
        at("N2, Follow The Leader, proof", "N2, Stability, regret"),
        "The prophet",
        "The last sum of the induction shows $h_t$ twice, the regret lacks its infimum, and a loss is written "
        "$h_t(z_t)$.",
        "The last sum is $\\sum \\ell(h, z_i)$ for an arbitrary $h$; regret is against the infimum; the loss is "
        "$\\ell(h_t, z_t)$.",
        "",
    ),
)
ERRATA: dict[str, Slip] = {slip.id: slip for slip in SLIPS}
