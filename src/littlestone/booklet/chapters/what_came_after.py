"""What came after: the question marks of the notes, each with its answer, played."""

from __future__ import annotations

from math import ceil, log, sqrt
from typing import Any

import numpy as np

from ...boolean.agnostic import Agnostic
from ...boolean.halving import Halving
from ...boolean.standard_optimal import StandardOptimal
from ...boolean.winnow import Winnow
from ...concepts.concept_class import ConceptClass
from ...concepts.worst_case import worst_case
from ...convex.convex_game import ConvexGame
from ...convex.follow_regularised_leader import FollowTheRegularisedLeader
from ...convex.online_gradient_descent import OnlineGradientDescent
from ...experts.advice import as_advice
from ...experts.hedge import Hedge
from ...features.arrays import as_batch
from ...linear.p_norm_perceptron import PNormPerceptron
from ...linear.perceptron import Perceptron
from ...natures import PlantedDisjunction, PlantedHalfspace
from ...natures.adversaries import FlipFlop, Opposite
from ...rows.game import Game
from ..chapter import Chapter, Claim, Figure, Measure, Section, Series, Table, cite
from ..runs import played, seeds, zero_rule
from .drift import DRIFT, fixed_share, separators
from .shards import SHARDS, one_shot

NINE = "table:00000,01000,00100,00010,00001,10000,11000,10100,11100"  # the smallest where Halving is not optimal


def play(quick: bool, seed: int) -> Chapter:
    """The chapter, played."""
    return Chapter(
        name="what-came-after",
        title="What came after",
        summary="Agnostic? Streaming? Better than Halving? Not separable? Drifting? Many machines? The question marks "
        "of the notes, answered.",
        sections=(
            Section("Agnostic???", (AGNOSTIC, agnostic(quick, seed), dimension(seed))),
            Section("Streaming? More like the Perceptron?", (STREAMING, streaming(quick), same_rule(seed))),
            Section("We can do better than Halving", (BETTER, better())),
            Section("Not separable? Hinge loss?", (HINGE, hinge(quick, seed))),
            Section("Between the Perceptron and Winnow", (BRIDGE, bridge(seed))),
            Section("A target that drifts", (DRIFT, fixed_share(quick, seed), separators(quick, seed))),
            Section("Many machines", (SHARDS, one_shot(quick))),
        ),
    )


AGNOSTIC = (
    "The table of the notes asks what becomes of Halving if no hypothesis fits. The answer is Hedge: keep all "
    "hypotheses, as experts, and weigh each by $e^{-\\eta L}$, where $L$ is what it has lost (Freund and Schapire "
    "1997). For infinite classes of finite Littlestone dimension the experts are runs of the optimal algorithm, each "
    "contradicted in a few rounds (Ben-David, Pal and Shalev-Shwartz 2009)."
)
STREAMING = (
    "Follow the Regularised Leader solves a problem anew in every round. Online gradient descent takes one step, $w <- "
    "w - \\eta g$, and goes back into the domain if that leads out of it (Zinkevich 2003). It has the same order of "
    "regret, and the Perceptron turns out to be this very rule."
)
BETTER = (
    "Halving goes by the number of hypotheses on either side; Littlestone's Standard Optimal Algorithm by how many "
    "mistakes can still be forced on either side. Usually they agree. The smallest class on which they do not, however "
    "ties are broken, has nine concepts on five points."
)
HINGE = (
    "The margin bound says nothing when no vector separates. But the same proof gives more: for *every* vector $u$, "
    "with $L$ its hinge losses on the mistaken examples, $M <= L + R |u| \\sqrt L + R^2 |u|^2$ (Freund and Schapire "
    "1999). The certificate looks for a good $u$ in hindsight."
)
BRIDGE = (
    "The notes put the Perceptron and Winnow side by side and leave it there. Between them lies a family: the $p$-norm "
    "Perceptron is the Perceptron at $p = 2$ and behaves like Winnow at $p = 2 ln N$ (Grove, Littlestone and "
    "Schuurmans)."
)


def agnostic(quick: bool, seed: int) -> Claim:
    """Hedge over a finite class, with labels that no concept fits."""
    points, rounds = 32, 1000 if quick else 4000
    concepts = ConceptClass.parse(f"thresholds:{points}")
    table = np.asarray(concepts.table, dtype=float)
    random = seeds(seed, "agnostic")
    asked = random.integers(points, size=rounds)
    truths = np.abs(table[11, asked] - (random.random(rounds) < 0.2))
    advice = table[:, asked].T
    game = Game(Hedge(eta=sqrt(8 * log(concepts.size) / rounds)), loss="absolute")
    account: Any = game.ledger
    times, regrets, step = [0], [0.0], rounds // 100
    for t in range(0, rounds, step):
        game.play_batch(as_advice(advice[t : t + step], truths[t : t + step]))
        times.append(account.labelled)
        regrets.append(float(account.best_regret))
    halving = played(Halving(concepts), zip(list(np.eye(points)[asked]), np.where(truths > 0, 1, -1), strict=True))
    broken = halving.ledger.certificates[0].verdict == "broken premise"
    most = sqrt(rounds * log(concepts.size) / 2)
    figure = Figure(
        name="hedge-regret",
        caption=f"Regret of Hedge against the best of {concepts.size} thresholds; a fifth of the labels is noise.",
        alt=f"Regret stays at {regrets[-1]:.0f} after {rounds:,} rounds, where {most:.0f} are allowed.",
        x_label="round",
        y_label="expected mistakes above the best",
        series=(Series("Hedge", times, regrets), Series("sqrt(T ln K/2)", [0, rounds], [most, most], "bound")),
    )
    return Claim(
        name="agnostic",
        statement="Whatever the labels, Hedge over $K$ hypotheses expects at most $\\sqrt(T ln K/2)$ mistakes more "
        "than the best of them.",
        source=cite("N2, Table, agnostic???", "N2, Question: non realizable?", "Freund and Schapire 1997"),
        run=f"{rounds:,} rounds, {concepts.size} thresholds, a label in five turned over.",
        measures=(
            Measure.of("regret, and what the theorem allows", game.ledger.certificates[0]),
            Measure("regret, and $\\sqrt(T ln K/2)$", regrets[-1], "<=", most),
            Measure("Halving is told that nothing fits", float(broken), "=", 1.0),
        ),
        text=(f"What Halving's certificate says of the same rounds: {halving.ledger.certificates[0].broken}.",),
        figures=(figure,),
    )


def dimension(seed: int) -> Claim:
    """The agnostic learner of a class of Littlestone dimension 2."""
    rounds = 40
    random = seeds(seed, "dimension")
    points = random.integers(4, size=rounds)
    labels = random.choice((-1, 1), rounds)
    concepts = ConceptClass.parse("thresholds:4")
    game = played(Agnostic(concepts, rounds), zip(list(np.eye(4)[points]), labels, strict=True), seed=seed)
    return Claim(
        name="agnostic-dimension",
        statement="A class of Littlestone dimension $d$ is learned from any labels with regret $\\sqrt(\\half d T ln(e "
        "T/d))$.",
        source=cite("N2, Table, agnostic???", "Ben-David, Pal and Shalev-Shwartz 2009"),
        run=f"Thresholds on four points, $d = 2$, and {rounds} rounds of labels by a fair coin.",
        measures=(Measure.of("expected mistakes, and what the theorem allows", game.ledger.certificates[0]),),
    )


def streaming(quick: bool) -> Claim:
    """Gradient descent where the leader solved."""
    spans = [2**power for power in range(4, 10 if quick else 12)]
    learners: dict[str, Any] = {
        "gradient descent": lambda: OnlineGradientDescent(1, eta="root", domain="box"),
        "regularised leader": lambda: FollowTheRegularisedLeader(1, domain="box", G=1),
    }
    regrets = {
        name: [float(ConvexGame(make(), bounds=[]).play(FlipFlop(T)).regret or 0) for T in spans]
        for name, make in learners.items()
    }
    T = spans[-1]
    games = {
        nature: ConvexGame(OnlineGradientDescent(1, eta="root", domain="box")).play(kind(T))
        for nature, kind in (("flip-flop", FlipFlop), ("opposite", Opposite))
    }
    figure = Figure(
        name="streaming-regret",
        caption="Regret on the flip-flop: one gradient step a round has the same order as solving a problem a round.",
        alt=f"Gradient descent's regret is {regrets['gradient descent'][-1]:.1f} after {T} rounds, the regularised "
        f"leader's {regrets['regularised leader'][-1]:.1f}; 3 sqrt(T) is {3 * sqrt(T):.0f}.",
        x_label="rounds T",
        y_label="regret",
        series=(
            *(Series(name, spans, each) for name, each in regrets.items()),
            Series("3 sqrt(T)", spans, [3 * sqrt(span) for span in spans], "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    return Claim(
        name="streaming",
        statement="With $\\eta_t = D/(G \\sqrt t)$ online gradient descent has regret $(3/2) D G \\sqrt T$ at most; on "
        "$[-1, 1]$ that is $3 \\sqrt T$.",
        source=cite("N2, Table, more like Perceptron?", "N2, Question: other losses?", "Zinkevich 2003"),
        run=f"Linear losses, {T:,} rounds against the flip-flop and against a nature that says the sign of the point.",
        measures=tuple(
            Measure.of(f"{nature}: regret, and what the theorem allows", ledger.certificates[0])
            for nature, ledger in games.items()
        ),
        figures=(figure,),
    )


def same_rule(seed: int) -> Claim:
    """The Perceptron is gradient descent."""
    rounds, n = 400, 5
    nature = PlantedHalfspace(n, margin=0.05, rounds=rounds, seed=seed)
    perceptron, descent = Perceptron(zero="mistake"), OnlineGradientDescent(n, eta=1.0, domain="space")
    game, other = Game(perceptron), ConvexGame(descent, bounds=[])
    for _ in range(rounds):
        x, y = nature.draw()
        point = other.predict()
        wrong = y * float(point.guess @ x) <= 0.0
        other.label(point.number, -y * x if wrong else 0.0 * x)
        game.label(game.predict(x).number, y)
    apart = float(np.abs(perceptron.weights - descent.predict()).max())
    return Claim(
        name="same-rule",
        statement="The Perceptron is online gradient descent with $\\eta = 1$ on the losses $\\langle g, w\\rangle$, "
        "where $g = -y x$ on a mistake and 0 otherwise.",
        source=cite("N2, Table, more like Perceptron?", "N2, Question: where from?"),
        run=f"Both on the same {rounds} examples of a planted halfspace.",
        measures=(
            Measure("largest difference of their weights", apart, "<=", 1e-9),
            Measure.of("mistakes of the Perceptron, and the margin bound", game.ledger.certificates[0]),
        ),
        zero=zero_rule(perceptron),
    )


def better() -> Claim:
    """The smallest class where Halving is not optimal."""
    concepts = ConceptClass.parse(NINE)
    optimal = float(worst_case(StandardOptimal(concepts), concepts).mistakes)
    rows = [("Standard Optimal Algorithm", "", optimal)]
    for tie in ("0", "1"):
        for conservative in (True, False):
            learner = Halving(concepts, tie=tie, conservative=conservative)
            how = f"ties say {tie}, " + ("strikes out on mistakes" if conservative else "strikes out every round")
            rows.append(("Halving", how, float(worst_case(learner, concepts).mistakes)))
    return Claim(
        name="better",
        statement="There is a class of nine concepts on which Halving can be forced to three mistakes, however it "
        "breaks ties, and the optimum is two.",
        source=cite("N1, Mistake Bound Model, better", "Littlestone 1988"),
        run="Every game against either, searched to its end.",
        measures=(
            Measure("Standard Optimal Algorithm", optimal, "=", 2.0),
            Measure("Halving at its best", min(row[2] for row in rows[1:]), "=", 3.0),
        ),
        tables=(Table("Mistakes that can be forced", ("learner", "how", "mistakes"), tuple(rows)),),
    )


def hinge(quick: bool, seed: int) -> Claim:
    """Halfspaces with noise, and XOR."""
    rounds, marks = (400, 8) if quick else (1200, 12)
    random = seeds(seed, "hinge")
    nature = PlantedHalfspace(5, margin=0.1, rounds=rounds, seed=seed)
    game = Game(Perceptron())
    times, mistakes, bounds = [], [], []
    for t in range(1, rounds + 1):
        x, y = nature.draw()
        game.label(game.predict(x).number, -y if random.random() < 0.1 else y)
        if t % (rounds // marks) == 0:
            times.append(t)
            mistakes.append(game.ledger.mistakes)
            bounds.append(float(game.ledger.certificates[1].allowed or 0))
    margin, soft = game.ledger.certificates
    figure = Figure(
        name="hinge-bound",
        caption="The Perceptron on a halfspace with a tenth of the labels turned over, and its bound for the best $u$ "
        "found.",
        alt=f"Mistakes grow to {mistakes[-1]} after {rounds} rounds; the hinge bound grows along above them to "
        f"{bounds[-1]:.0f}.",
        x_label="round",
        y_label="mistakes",
        series=(Series("Perceptron", times, mistakes), Series("L + R|u|sqrt(L) + R^2|u|^2", times, bounds, "bound")),
    )
    return Claim(
        name="hinge",
        statement="For every vector $u$, $M <= L + R |u| \\sqrt L + R^2 |u|^2$ with $L$ its hinge losses on the "
        "mistaken examples, whether the data is separable or not.",
        source=cite(
            "N2, Question: ramp and hinge?", "N2, Question: non realizable?", "N3, Section 2.1, characteristics", "E30"
        ),
        run=f"{rounds} examples of a planted halfspace, a tenth of the labels turned over.",
        measures=(
            Measure("the margin bound is told that nothing separates", float(bool(margin.broken)), "=", 1.0),
            Measure.of("mistakes, and the hinge bound", soft),
        ),
        figures=(figure,),
        zero=zero_rule(game.learner),
    )


def bridge(seed: int) -> Claim:
    """The p-norm Perceptron on disjunctions of few among many variables."""
    N, K, T = 400, 5, 2000
    nature = PlantedDisjunction(N, K, rounds=T, seed=seed)
    pairs = [nature.draw() for _ in range(T)]
    batch = as_batch(np.array([x for x, _ in pairs], dtype=float), [y for _, y in pairs])
    p = float(ceil(2 * log(N)))
    rows: list[tuple[str, int]] = []
    certificate = None
    for name, learner in (
        ("p = 2, the Perceptron", PNormPerceptron(p=2.0, bias=1.0)),
        (f"p = {p:g}, about 2 ln N", PNormPerceptron(p=p, bias=1.0)),
        ("Winnow", Winnow(n=N)),
    ):
        ledger = Game(learner).play_batch(batch)
        rows.append((name, ledger.mistakes))
        if name.startswith(f"p = {p:g}"):
            certificate = ledger.certificates[0]
    assert certificate is not None
    return Claim(
        name="bridge",
        statement="$M <= L + \\sqrt(p - 1) X_p U_q \\sqrt M$ for the $p$-norm Perceptron; at $p = 2 ln N$ the number "
        "of variables enters by its logarithm only.",
        source=cite("N3, Section 1", "N2, Question: other classes?"),
        run=f"{T:,} examples of a disjunction of {K} among {N} variables, the same for all.",
        measures=(
            Measure.of("mistakes at $p = 2 ln N$, and what the theorem allows", certificate),
            Measure("mistakes at $p = 2 ln N$, and at $p = 2$", float(rows[1][1]), "<", float(rows[0][1])),
        ),
        tables=(Table("Mistakes", ("learner", "mistakes"), tuple(rows)),),
        zero=zero_rule(PNormPerceptron()),
    )
