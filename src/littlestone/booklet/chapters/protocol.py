"""The protocol: a round, a mistake, a certificate, and what a mistake bound is."""

from __future__ import annotations

from ...boolean.elimination import Elimination
from ...linear.perceptron import Perceptron
from ...natures import PlantedDisjunction
from ...natures.delayed import Delayed
from ..chapter import Chapter, Claim, Erratum, Figure, Measure, Section, Table, cite, erratum
from ..runs import course, level, over_time, played, zero_rule

ROUNDS = (("1000", -1), ("0101", +1), ("0001", -1), ("1001", -1), ("0010", +1), ("1100", +1))


def play(quick: bool, seed: int) -> Chapter:
    """One game by hand, the same game drawn, and the order of its moves."""
    return Chapter(
        "protocol",
        "The protocol",
        "Predict, be told the truth, learn. No distribution, no training set: the only thing counted is mistakes.",
        (
            Section(
                "One round",
                (
                    "In round $t$ the learner is shown an example $x_t$ and commits to a guess; then the true label "
                    "$y_t$ is revealed, the round is judged, and only then does the learner learn. Nothing is "
                    "assumed about where examples come from: they may be chosen by somebody who wants mistakes.",
                    by_hand(),
                ),
            ),
            Section("A mistake bound", (bounded(quick, seed), late(quick, seed))),
            Section("Which moment is meant", (indices(),)),
        ),
    )


def by_hand() -> Claim:
    """Six rounds of elimination, every one shown."""
    learner = Elimination(n=4)
    lines = []
    game = played(learner, ())
    for number, (bits, y) in enumerate(ROUNDS, start=1):
        before = learner.hypothesis()
        move = game.predict([int(bit) for bit in bits])
        untouched = learner.hypothesis() == before
        game.label(move.number, y)
        wrong = "mistake" if move.act != y else "right"
        lines.append((number, f"`{bits}`", f"`{before}`", f"{move.act:+.0f}", f"{y:+d}", wrong, untouched))
    return Claim(
        "by-hand",
        "The ledger counts a mistake exactly when the act differs from the label, and predicting changes nothing.",
        cite(
            "N0, Section 1, the protocol",
            "N0, Section 1, mistakes",
            "N1, Relaxing PAC",
            "N2, Online Learning Process",
            "N4, The Mistake Bound model",
        ),
        "Elimination on four variables, six rounds labelled by $x_2 \\or x_3$.",
        (
            Measure("mistakes in the ledger", game.ledger.mistakes, "=", sum(line[5] == "mistake" for line in lines)),
            Measure("rounds whose prediction left $h$ as it was", sum(line[6] for line in lines), "=", len(lines)),
        ),
        tables=(
            Table(
                "The game, move by move. The hypothesis is the one before the round.",
                ("round", "$x$", "$h$", "act", "label", ""),
                tuple(line[:6] for line in lines),
                tuple(k for k, line in enumerate(lines) if line[5] == "mistake"),
            ),
        ),
    )


def bounded(quick: bool, seed: int) -> Claim:
    """What it means that a class is learned with a mistake bound."""
    n, k, rounds = (20, 3, 400) if quick else (40, 3, 2000)
    game, mistakes = course(Elimination(n=n), PlantedDisjunction(n, k, rounds=rounds, seed=seed))
    (certificate,) = game.ledger.certificates
    return Claim(
        "mistake-bound",
        "An algorithm learns a class with mistake bound $M$ if it errs at most $M$ times on *every* sequence of "
        "examples that some concept of the class fits, however long.",
        cite(
            "N0, Definition 1",
            "N1, Mistake Bound Model",
            "N2, Online Learning Process, mistake bound",
            "N4, Definition 1",
        ),
        f"Elimination on {rounds:,} drawn examples of {n} variables, labelled by a disjunction of {k} of them.",
        (
            Measure.of(f"mistakes in {rounds:,} rounds, against the certificate", certificate),
            Measure("mistakes in the second half of the game", mistakes[-1] - mistakes[rounds // 2], "<=", n - k),
        ),
        text=(f"The certificate of this game reads backwards, too: {certificate.teaches}.",),
        figures=(
            Figure(
                "mistakes-against-a-bound",
                "Mistakes add up until there is nothing left to learn; the bound does not know how long the game is.",
                f"A staircase of mistakes that ends at {mistakes[-1]}, below the dashed bound at "
                f"{certificate.allowed:g}.",
                "round",
                "mistakes",
                (
                    over_time("mistakes", mistakes),
                    level("allowed", certificate.allowed or 0.0, 1, rounds),
                ),
            ),
        ),
    )


def late(quick: bool, seed: int) -> Claim:
    """The loop with labels that come late."""
    n, delay, rounds = 20, 10, 200 if quick else 1000
    learner = Elimination(n=n)
    game, _ = course(learner, Delayed(PlantedDisjunction(n, 3, rounds=rounds, seed=seed), delay=delay))
    return Claim(
        "late-labels",
        "A round is opened by its prediction and closed by its label, whenever that comes.",
        cite("ours"),
        f"The same game with every label {delay} rounds late: every round is judged all the same.",
        (
            Measure("rounds judged", game.ledger.rounds - game.ledger.open, "=", rounds),
            Measure("variables left of those in the target", learner.left, ">=", 3),
        ),
    )


def indices() -> Erratum:
    """E18c: before or after the update."""
    learner = Perceptron(zero="-1")
    played(learner, [([1.0], +1)])
    return erratum(
        "E18c",
        run="One round of the Perceptron: $w_1 = 0$ predicts, $w_2$ is what the mistake made of it.",
        evidence=(Measure("$w_2$ after the one example $x = 1$, $y = +1$", float(learner.weights[0]), "=", 1.0),),
        zero=zero_rule(learner),
    )
