"""What the theorems of learners from mistakes allow, computed again from the formulas of the papers.

A game is played on dense vectors that the test keeps for itself. The certificate names a vector u by its length and its
y <u, x>: there must be such a vector, it must not be zero, and the formula of the theorem must give what is allowed.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from littlestone import (
    ALMA,
    PA,
    PA1,
    PA2,
    ROMMA,
    AggressiveROMMA,
    Forgetron,
    Game,
    KernelPerceptron,
    MulticlassPA,
    MulticlassPA1,
    MulticlassPA2,
    MulticlassPerceptron,
    PARegression,
    PARegression1,
    PARegression2,
    Perceptron,
    PNormPerceptron,
    Projectron,
    SecondOrderPerceptron,
    SelectivePerceptron,
)
from littlestone.support.effort import Effort

SEEDS = range(5)


class Played:
    """A game and, of every round: the example, the truth, the guess, and whether it was mistaken."""

    def __init__(self, learner, rounds):
        self.learner = learner
        self.game = Game(learner)
        said = []
        for x, y in rounds:
            move = self.game.predict(x)
            self.game.label(move.number, y)
            said.append((move.guess, move.act != y))
        self.x = np.array([x for x, _ in rounds], dtype=float)
        self.y = np.array([y for _, y in rounds], dtype=float)
        self.guesses = np.array([guess for guess, _ in said])
        self.mistaken = np.array([mistaken for _, mistaken in said])
        self.certificate = self.game.ledger.certificates[-1]
        bound = self.game.ledger.bounds[-1]
        self.case = bound.looks_at(bound, self.game.ledger, Effort())
        assert self.certificate.verdict == "holds", self.certificate

    def vector(self, rows, length=np.linalg.norm):
        """The vector that the certificate is about: found from its products with these rows, y x of each."""
        best = self.case.best
        u, *_ = np.linalg.lstsq(rows, best.margins, rcond=None)
        assert rows @ u == pytest.approx(best.margins, abs=1e-9 * max(1.0, np.abs(best.margins).max()))
        assert length(u) == pytest.approx(best.length, rel=1e-7)
        assert np.any(u)
        return u

    def pair(self, count):
        """Hinge loss and length of the vector that the certificate is about."""
        loss, length = self.case.best
        assert length > 0
        assert loss < count * (1 + 1e-9)
        return loss, length


def drawn(seed, rounds=60, noise=0.15, width=3):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(rounds, width)) * chance.uniform(0.3, 1.5, size=(rounds, 1))
    y = np.sign(x @ [1.0, -2.0, 0.5]) * np.where(chance.random(rounds) < noise, -1, 1)
    return list(zip(x, y.astype(int).tolist(), strict=True))


def hinge(margins):
    return np.maximum(0.0, 1.0 - margins)


@pytest.mark.parametrize("noise", [0.0, 0.15, 0.5])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_perceptron_and_its_kernel(seed, noise):
    for learner in (Perceptron(), KernelPerceptron(kernel="linear")):
        played = Played(learner, drawn(seed, noise=noise))
        x = played.x[played.mistaken]
        L, u = played.pair(len(x))
        R = np.linalg.norm(x, axis=1).max()
        assert played.certificate.allowed == pytest.approx(L + R * u * sqrt(L) + R * R * u * u, rel=1e-9)
        w = played.y[played.mistaken] @ x
        assert len(x) - u * np.linalg.norm(w) - 1e-9 <= L  # as every vector has


@pytest.mark.parametrize("kind", [Perceptron, ROMMA, AggressiveROMMA])
@pytest.mark.parametrize("seed", SEEDS)
def test_a_margin_in_the_plane(seed, kind):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(200, 2)) * chance.uniform(0.5, 1.5, size=(200, 1))
    x = x[np.abs(x @ [0.6, 0.8]) > 0.2]
    y = np.sign(x @ [0.6, 0.8]).astype(int)
    game = Game(kind(), bounds=[kind.theorems[0]()])
    lost = []
    for row, label in zip(x, y.tolist(), strict=True):
        move = game.predict(row)
        lost.append(move.act != label or (kind is AggressiveROMMA and label * move.guess < 1))
        game.label(move.number, label)
    (certificate,) = game.ledger.certificates
    angles = np.linspace(0, 2 * np.pi, 200_001)
    signed = (x * y[:, None])[np.array(lost)]
    margin = (signed @ np.array([np.cos(angles), np.sin(angles)])).min(axis=0).max()
    acts = np.array(game.ledger.bounds[0].mistaken) if kind is AggressiveROMMA else None
    longest = np.linalg.norm(signed if acts is None else signed[acts], axis=1).max(initial=0.0)
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx((longest / margin) ** 2, rel=1e-3)


@pytest.mark.parametrize("p", [2.0, 4.0, 12.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_p_norm_perceptron(seed, p):
    played = Played(PNormPerceptron(p=p), drawn(seed))
    x, y = played.x[played.mistaken], played.y[played.mistaken]
    q = p / (p - 1)
    u = played.vector(y[:, None] * x, lambda u: np.linalg.norm(u, q))
    L = hinge(y * (x @ u)).sum()
    c = sqrt(p - 1) * np.linalg.norm(x, p, axis=1).max() * np.linalg.norm(u, q)
    assert played.certificate.allowed == pytest.approx(L + c * sqrt(L) + c * c, rel=1e-7)


@pytest.mark.parametrize("a", [0.1, 1.0, 10.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_second_order_perceptron(seed, a):
    played = Played(SecondOrderPerceptron(a=a), drawn(seed))
    x, y = played.x[played.mistaken], played.y[played.mistaken]
    u = played.vector(y[:, None] * x)
    D = log(np.linalg.det(np.eye(3) + x.T @ x / a))
    Q = ((x @ u) ** 2).sum()
    allowed = hinge(y * (x @ u)).sum() + sqrt((a * u @ u + Q) * D)
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-7)


@pytest.mark.parametrize("b", [0.2, 1.0])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_selective_perceptron(seed, b):
    played = Played(SelectivePerceptron(b=b, seed=seed), drawn(seed))
    tosses = np.array([played.learner.coin.toss(k + 1) for k in range(len(played.y))])
    asked = played.mistaken & (tosses < b / (b + np.abs(played.guesses)))
    x, y = played.x[asked], played.y[asked]
    u = played.vector(y[:, None] * x)
    a = b + (x**2).sum(axis=1).max() / 2
    allowed = a / b * hinge(y * (x @ u)).sum() + a * a * u @ u / (2 * b)
    assert played.certificate.paid == pytest.approx((1 + np.abs(played.guesses[asked]) / b).sum())
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-7)


@pytest.mark.parametrize("C", [0.05, 1.0, 20.0])
@pytest.mark.parametrize("kind", [PA, PA1, PA2])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_passive_aggressive_learners(seed, kind, C):
    played = Played(kind() if kind is PA else kind(C=C), drawn(seed))
    lost = 1 - played.y * played.guesses > 0
    x, y, losses = played.x[lost], played.y[lost], (1 - played.y * played.guesses)[lost]
    u = played.vector(y[:, None] * x)
    right_sides(played, kind, C, (x**2).sum(axis=1), hinge(y * (x @ u)), u @ u, losses, played.mistaken[lost])


def right_sides(played, kind, C, squares, of_u, length, losses, mistaken):
    """The theorems of Crammer et al. (2006), by |x|^2, the losses of u, |u|^2, and the losses of the learner."""
    R2 = squares.max()
    if kind.name.endswith("pa"):
        B = sqrt((of_u**2 / squares).sum())
        paid, allowed = (losses**2).sum(), R2 * (B + sqrt(B * B + length)) ** 2
    elif kind.name.endswith("pa1"):
        paid, allowed = mistaken.sum(), max(squares[mistaken].max(), 1 / C) * (length + 2 * C * of_u.sum())
    else:
        paid, allowed = (losses**2).sum(), (R2 + 1 / (2 * C)) * (length + 2 * C * (of_u**2).sum())
    assert played.certificate.paid == pytest.approx(paid, rel=1e-7)
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-7)


@pytest.mark.parametrize("C", [0.05, 1.0])
@pytest.mark.parametrize("kind", [PARegression, PARegression1, PARegression2])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_passive_aggressive_learners_of_numbers(seed, kind, C):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(60, 3))
    truths = x @ [1.0, -2.0, 0.5] + 0.3 * chance.normal(size=60)
    epsilon = 0.1
    given = {} if kind is PARegression else {"C": C}
    played = Played(kind(epsilon=epsilon, **given), list(zip(x, truths.tolist(), strict=True)))
    lost = np.abs(played.y - played.guesses) > epsilon
    x, y, losses = played.x[lost], played.y[lost], (np.abs(played.y - played.guesses) - epsilon)[lost]
    signs = np.sign(y - played.guesses[lost])
    u = played.vector(signs[:, None] * x)
    of_u = np.maximum(0.0, np.abs(y - x @ u) - epsilon)
    squares = (x**2).sum(axis=1)
    if kind is PARegression:
        B = sqrt((of_u**2 / squares).sum())
        paid, allowed = (losses**2).sum(), squares.max() * (B + sqrt(B * B + u @ u)) ** 2
    elif kind is PARegression1:
        paid, allowed = (np.minimum(C, losses / squares) * losses).sum(), u @ u + 2 * C * of_u.sum()
    else:
        paid = (losses**2).sum()
        allowed = (squares.max() + 1 / (2 * C)) * (u @ u + 2 * C * (of_u**2).sum())
    assert played.certificate.paid == pytest.approx(paid, rel=1e-7)
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-7)


@pytest.mark.parametrize("seed", SEEDS)
def test_alma(seed):
    played = Played(ALMA(alpha=0.8, normalise=False), drawn(seed, noise=0.05))
    learner = played.learner
    lost = played.y * played.guesses <= 1
    x, y = played.x[lost], played.y[lost]
    u = played.vector(y[:, None] * x)
    w, rho = np.zeros(3), np.zeros(len(y))
    for k in range(len(y)):
        rho[k] = learner.C / sqrt(k + 1)
        w = w + rho[k] * y[k] * x[k]
        long = max(1.0, np.linalg.norm(w))
        w, rho = w / long, rho / np.where(np.arange(len(y)) <= k, long, 1.0)
    assert w == pytest.approx(learner.weights, abs=1e-9)
    reach = np.linalg.norm(u) + rho @ hinge(y * (x @ u))
    A = 2 * (1 - learner.alpha) * learner.B * learner.C + learner.C**2 * (x**2).sum(axis=1).max()
    S, K = 0.0, 0
    while True:
        S = (S + learner.C / sqrt(K + 1)) / sqrt(1 + A / (K + 1))
        if reach * (1 + 1e-9) < S:
            break
        K += 1
    assert (played.certificate.paid, played.certificate.allowed) == (len(y), K)


@pytest.mark.parametrize("eta", [0.4, 0.6, 0.9])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_projectron(seed, eta):
    played = Played(Projectron(eta=eta, gamma=0.5), drawn(seed))
    M = int(played.mistaken.sum())
    L, u = played.pair(M)
    D, R = played.learner.cut, 1.0
    assert D > 0
    c = L + u * D
    allowed = c + R * R * u * u / 2 + R * u * sqrt(c + R * R * u * u / 4)
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-9)
    assert L + u * (D + R * sqrt(M)) >= M  # what it is solved from


class Noted(Forgetron):
    """Notes by how much it shrinks."""

    def shrinkage(self, s, m):
        self.factors = [*getattr(self, "factors", []), super().shrinkage(s, m)]
        return self.factors[-1]


@pytest.mark.parametrize("budget", [1, 5, 20])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_forgetron(seed, budget):
    played = Played(Noted(budget=budget, gamma=0.5), drawn(seed, noise=0.3))
    L, u = played.pair(played.mistaken.sum())
    factors = np.array(getattr(played.learner, "factors", []))
    S = ((1 - factors) / (1 + factors)).sum()
    allowed = (1 + S) * u * u + 2 * L + played.learner.damage
    assert played.certificate.allowed == pytest.approx(allowed, rel=1e-6)


def classes(seed, rounds=80, noise=0.15):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(rounds, 3)) * chance.uniform(0.3, 1.5, size=(rounds, 1))
    y = (x @ chance.normal(size=(3, 4))).argmax(axis=1)
    y = np.where(chance.random(rounds) < noise, chance.integers(0, 4, rounds), y)
    seen = {}
    return [(row, seen.setdefault(c, len(seen))) for row, c in zip(x, y.tolist(), strict=True)]


def paired(x, y, rivals):
    """The vectors that hold x at class y and -x at its rival."""
    z = np.zeros((len(x), 4, x.shape[1]))
    for t in range(len(x)):
        z[t, int(y[t])] += x[t]
        z[t, int(rivals[t])] -= x[t]
    return z.reshape(len(x), -1)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_perceptron_of_many_classes(seed):
    played = Played(MulticlassPerceptron(), classes(seed))
    counted = played.mistaken & (played.guesses >= 0)
    z = paired(played.x[counted], played.y[counted], played.guesses[counted])
    L, u = played.pair(len(z))
    r = sqrt(2) * np.linalg.norm(played.x[counted], axis=1).max()
    assert np.linalg.norm(z, axis=1).max() == pytest.approx(r)
    assert played.certificate.allowed == pytest.approx(L + r * u * sqrt(L) + r * r * u * u, rel=1e-9)


@pytest.mark.parametrize("C", [0.05, 1.0])
@pytest.mark.parametrize("kind", [MulticlassPA, MulticlassPA1, MulticlassPA2])
@pytest.mark.parametrize("seed", SEEDS)
def test_the_passive_aggressive_learners_of_many_classes(seed, kind, C):
    played = Played(kind() if kind is MulticlassPA else kind(C=C), classes(seed))
    W, known, rows, losses, mistaken = np.zeros((4, 3)), 0, [], [], []
    for x, y, wrong in zip(played.x, played.y.astype(int), played.mistaken, strict=True):
        known = max(known, y + 1)
        scores = np.where(np.arange(4) < known, W @ x, -np.inf)
        rivals = np.where(np.arange(4) == y, -np.inf, scores)
        rival = int(rivals.argmax())
        loss = 1 - scores[y] + rivals[rival]
        if known > 1 and loss > 0:
            square = 2 * x @ x
            step = {
                MulticlassPA: loss / square,
                MulticlassPA1: min(C, loss / square),
                MulticlassPA2: loss / (square + 1 / (2 * C)),
            }[kind]
            W[y] += step * x
            W[rival] -= step * x
            rows.append((x, y, rival))
            losses.append(loss)
            mistaken.append(wrong)
    x, y, rivals = (np.array(part) for part in zip(*rows, strict=True))
    z = paired(x, y, rivals)
    u = played.vector(z)
    right_sides(played, kind, C, (z**2).sum(axis=1), hinge(z @ u), u @ u, np.array(losses), np.array(mistaken))
    assert (z**2).sum(axis=1) == pytest.approx(2 * (x**2).sum(axis=1))
