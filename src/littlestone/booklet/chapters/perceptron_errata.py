"""A part of the Perceptron's chapter: where the notes slip, about signs, strictness, bias, lengths and epochs."""

from __future__ import annotations

from math import sqrt

import numpy as np

from ...linear.perceptron import ZEROS, Perceptron
from ...reductions import until_clean
from ...row import Row
from ...rows.game import Game
from ..chapter import Erratum, Measure, erratum
from ..runs import played, zero_rule

AT_ZERO = {"+1": "0 is $+1$", "-1": "0 is $-1$", "mistake": "0 is a mistake"}  # in a few words, for measures


class PrintedSigns(Perceptron):
    """The update as N1 prints it: plus x on a false positive, minus x on a false negative."""

    def learn(self, x: Row, y: float, guess: float) -> None:
        if self.act(guess) != y:
            self.add(x, -y)


def printed_signs() -> Erratum:
    """E1."""
    literal, right = PrintedSigns(zero="-1"), Perceptron(zero="-1")
    wrong = played(literal, 50 * [([1.0], +1)])
    game = played(right, 50 * [([1.0], +1)])
    return erratum(
        "E1",
        run="One example, $x = 1$ with label $+1$, shown fifty times; the theorem allows one mistake.",
        evidence=(
            Measure("mistakes of the printed rule in 50 rounds", wrong.ledger.mistakes, "=", 50),
            Measure("its weight after them", float(literal.weights[0]), "=", -50),
            Measure("certificates that call the printed rule violated", violated(wrong), ">=", 1),
            Measure("mistakes of the right rule", game.ledger.mistakes, "=", 1),
            Measure("which the theorem allows", game.ledger.mistakes, "<=", game.ledger.certificates[0].allowed),
        ),
        zero=zero_rule(literal, right),
    )


def violated(game: Game) -> int:
    """How many certificates of a game call its learner no Perceptron."""
    return sum(certificate.verdict == "violated" for certificate in game.ledger.certificates)


def guess_of_zero() -> Erratum:
    """E17a."""
    game = Game(Perceptron(zero="-1"))
    move = game.predict([1.0])
    game.label(move.number, +1)
    return erratum(
        "E17a",
        run="The first round of any game.",
        evidence=(
            Measure("mistakes", game.ledger.mistakes, "=", 1),
            Measure("$y \\langle w, x \\rangle$ at it, against the printed $< 0$", move.guess, ">=", 0),
            Measure("and against $<= 0$", move.guess, "<=", 0),
        ),
        zero=zero_rule(game.learner),
    )


def squared_length() -> Erratum:
    """E17b."""
    learner = Perceptron(zero="-1")
    game = played(learner, [([1.0, 0.0], +1), ([-0.6, 0.8], +1)])
    square = float(learner.weights @ learner.weights)
    return erratum(
        "E17b",
        run="$(1, 0)$ and $(-0.6, 0.8)$, both positive.",
        evidence=(
            Measure("mistakes", game.ledger.mistakes, "=", 2),
            Measure("$|w|^2$", square, "=", 0.8),
            Measure("which is not $M$", square, "<", game.ledger.mistakes),
        ),
        zero=zero_rule(learner),
    )


def gained_on_mistakes() -> Erratum:
    """E18."""
    learner = Perceptron(zero="-1")
    game = played(learner, 3 * [([1.0], +1)])
    return erratum(
        "E18",
        run="$x = 1$, $y = +1$ three times, $\\gamma = 1$.",
        evidence=(
            Measure(
                "$\\langle w^*, w \\rangle$ after three rounds, against $3 \\gamma$", float(learner.weights[0]), "<", 3
            ),
            Measure("against $M \\gamma$", float(learner.weights[0]), ">=", game.ledger.mistakes),
        ),
        zero=zero_rule(learner),
    )


def dividing_by_nothing() -> Erratum:
    """E18b."""
    return erratum(
        "E18b",
    )


def radius() -> Erratum:
    """E28."""
    return erratum(
        "E28",
    )


def bias_is_not_free(quick: bool) -> Erratum:
    """E20a."""
    players = [Perceptron(bias=1.0, zero=zero) for zero in ZEROS]
    evidence: list[Measure] = []
    for b in (5, 101)[: 1 if quick else 2]:
        claimed, right = (b + 1.0) ** 2, ((b + 1.0) ** 2 + 1.0) * (1.0 + b * b)
        for learner in players:
            done = until_clean(learner, [[b - 1.0], [b + 1.0]], [-1, +1], most=100_000)
            case = f"$b = {b}$, {AT_ZERO[learner.zero]}"
            evidence += [
                Measure(f"mistakes, {case}, and $D^2 / \\gamma^2$ before the embedding", done.updates, ">", claimed),
                Measure(f"mistakes, {case}, and $(D^2 + 1)(1 + b^2) / \\gamma^2$", done.updates, "<=", right),
            ]
    return erratum(
        "E20a",
        run=(
            "Two points on a line, $b - 1$ negative and $b + 1$ positive: margin 1 about the threshold $b$, radius $b "
            "+ 1$. The Perceptron with a constant feature, until it is right."
        ),
        evidence=tuple(evidence),
        zero=zero_rule(*players),
    )


def normalising() -> Erratum:
    """E20b."""
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3)) * 10.0 ** rng.uniform(-1, 1, size=(60, 1))
    y = np.where(X @ [1.0, -2.0, 0.5] > 0, 1, -1)
    raw, unit = (until_clean(Perceptron(normalise=normalise), X, y) for normalise in (False, True))
    assert raw.certificate is not None
    assert unit.certificate is not None
    zero = played(Perceptron(normalise=True), [([0.0, 0.0], -1), ([1.0, 0.0], -1)]).ledger.certificates[0]
    literal = np.append(np.array([3.0, 4.0]) / 5.0, 1.0)
    return erratum(
        "E20b",
        run="Sixty drawn examples of very different lengths, cycled through until clean, raw and normalised.",
        evidence=(
            Measure("updates, raw", raw.updates, "<=", raw.certificate.allowed),
            Measure("updates, normalised", unit.updates, "<=", unit.certificate.allowed),
            Measure("difference between the two runs", abs(raw.updates - unit.updates), ">", 0),
            Measure(
                "bound, raw, against twice the normalised one",
                raw.certificate.allowed,
                ">",
                2 * (unit.certificate.allowed or 0),
            ),
            Measure("length if the bias is appended afterwards", float(np.linalg.norm(literal)), "=", sqrt(2)),
            Measure("certificates that a zero vector breaks", int(zero.verdict == "broken premise"), "=", 1),
        ),
        zero=zero_rule(raw.game.learner, unit.game.learner),
    )


def updates_not_iterations() -> Erratum:
    """E12."""
    X = [[1, 0, 0]] * 98 + [[0, 1, 0], [0, 0, 1]]
    players = [Perceptron(zero=zero) for zero in ZEROS]
    evidence: list[Measure] = []
    for learner in players:
        done = until_clean(learner, X, [1] * 99 + [-1])
        assert done.certificate is not None
        case = AT_ZERO[learner.zero]
        evidence += [
            Measure.of(f"updates, {case}, and the bound", done.certificate),
            Measure(f"iteration of the last update, {case}, and the bound", done.last_update, ">", 3),
            Measure(f"iterations, {case}, and $S (B + 1)$", done.iterations, "<=", 400),
        ]
    return erratum(
        "E12",
        run="98 times $e_1$, then $e_2$, all positive, and $e_3$, negative: the bound is 3.",
        evidence=tuple(evidence),
        zero=zero_rule(*players),
    )
