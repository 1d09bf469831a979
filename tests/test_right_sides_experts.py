"""What every theorem about advice allows, worked out once more from the paper: a wrong constant must be found out.

The rules are played again with plain numpy, on games without kinks, and the right side is taken from what that
leaves: nothing here is asked of the learner but its number.
"""

from __future__ import annotations

from math import e, log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq

from littlestone import (
    BOA,
    EWA,
    AdaHedge,
    AdaNormalHedge,
    AggregatingAlgorithm,
    FixedShare,
    FixedShareBound,
    Game,
    Hedge,
    LinearVAW,
    MLPoly,
    NormalHedge,
    NormalHedgeBound,
    RandomisedWeightedMajority,
    Ridge,
    Squint,
    VovkAzouryWarmuth,
    WeightedMajority,
    as_advice,
)

T, N = 70, 4
SEEDS = [1, 2, 3]


def drawn(seed, n=N, classes=False):
    """Truths and advice: the experts differ in how well they know, and the best one changes on the way."""
    rng = np.random.default_rng(seed)
    y = rng.random(T)
    noise = np.where(np.arange(T)[:, None] < T // 2, np.linspace(0.1, 0.6, n), np.linspace(0.6, 0.1, n))
    said = 1 / (1 + np.exp(-np.log(y / (1 - y))[:, None] - 4 * noise * rng.normal(size=(T, n))))  # no two the same
    if classes:
        y, said = 2.0 * np.round(y) - 1.0, 2.0 * np.round(said) - 1.0
    return y, said


def certified(learner, y, said, loss, bounds=None):
    game = Game(learner, loss=loss, bounds=bounds)
    game.play_batch(as_advice(said, y))
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "holds", certificate
    return game.ledger.certificates


def replay(losses, rule):
    """The regrets r of every round, T x n, by a rule that says weights of all regrets so far."""
    moved = np.zeros((0, losses.shape[1]))
    for loss in losses:
        p = rule(moved)
        moved = np.vstack([moved, p @ loss / p.sum() - loss])
    return moved


def spreads(losses):
    return losses.max(axis=1) - losses.min(axis=1)


@pytest.mark.parametrize("seed", SEEDS)
def test_hedge(seed):
    y, said = drawn(seed)
    losses = np.abs(said - y[:, None])
    squares = spreads(losses) ** 2
    (anytime,) = certified(Hedge(), y, said, "absolute")
    rates = np.sqrt(8 * log(N) / np.arange(1, T + 2))
    assert anytime.allowed == pytest.approx(log(N) / rates[-1] + (rates[:-1] * squares).sum() / 8, rel=1e-9)
    assert anytime.allowed <= 2 * sqrt((T + 1) * log(N) / 2) + sqrt(log(N) / 8), "theorem 2.3 of the book"
    (fixed,) = certified(Hedge(eta=0.7), y, said, "absolute")
    assert fixed.allowed == pytest.approx(log(N) / 0.7 + 0.7 * squares.sum() / 8, rel=1e-9)
    (small,) = certified(Hedge(small_loss=30.0), y, said, "absolute")
    assert small.allowed == pytest.approx(sqrt(2 * 30 * log(N)) + log(N), rel=1e-9)
    (other,) = certified(Hedge(small_loss=30.0, gradient=True), y, said, "square")
    eta = log(1 + sqrt(2 * log(N) / 30))
    assert other.allowed == pytest.approx(log(N) / eta + eta * sloped_squares(y, said, eta) / 8, rel=1e-9)


def sloped_squares(y, said, eta):
    """sum s^2 of exponential weights by slopes of the square loss."""
    lost, squares = np.zeros(N), 0.0
    for truth, advice in zip(y, said, strict=True):
        p = np.exp(-eta * lost)
        guess = p @ advice / p.sum()
        slopes = 2 * (guess - truth) * advice
        lost, squares = lost + slopes, squares + np.ptp(slopes) ** 2
    return squares


@pytest.mark.parametrize("seed", SEEDS)
def test_adahedge(seed):
    y, said = drawn(seed)
    losses = np.abs(said - y[:, None])
    L, delta, variance, n = np.zeros(N), 0.0, 0.0, N
    for loss in losses:
        eta = log(n) / delta if delta else np.inf
        p = (L.min() == L) * 1.0 if delta == 0 else np.exp(-eta * (L - L.min()))
        p /= p.sum()
        mixed = (L + loss).min() - L.min() if delta == 0 else -np.log(p @ np.exp(-eta * loss)) / eta
        delta, variance, L = delta + p @ loss - mixed, variance + p @ (loss - p @ loss) ** 2, L + loss
    first, second = certified(AdaHedge(), y, said, "absolute")
    S = spreads(losses).max()
    assert first.allowed == pytest.approx(2 * delta, rel=1e-9)
    assert second.allowed == pytest.approx(2 * sqrt(variance * log(n)) + S * (4 / 3 * log(n) + 2), rel=1e-9)


def test_adahedge_with_a_newcomer():
    y, said = drawn(5)
    said[:30, -1] = np.nan
    game = Game(AdaHedge(), loss="absolute")
    for truth, row in zip(y, said, strict=True):
        game.label(game.predict({f"e{i}": a for i, a in enumerate(row) if a == a}).number, truth)
    L, n, delta, eta, last, own = np.zeros(N), N - 1, 0.0, np.inf, np.inf, 0.0
    for t, (truth, row) in enumerate(zip(y, said, strict=True)):
        here = row == row
        if t == 30:
            n, L[-1] = N, own  # who comes late has lost what the learner has paid
        loss = np.abs(row - truth)[here]
        p = (L[here] == L[here].min()) * 1.0 if eta == np.inf else np.exp(-eta * (L[here] - L[here].min()))
        p /= p.sum()
        mean = p @ loss
        mixed = (L[here] + loss).min() - L[here].min() if eta == np.inf else -np.log(p @ np.exp(-eta * loss)) / eta
        delta, last, own = delta + mean - mixed, eta, own + mean
        L[here] += loss
        eta = min(eta, log(n) / delta if delta else np.inf)
    assert game.ledger.certificates[0].allowed == pytest.approx(delta + log(N) / last, rel=1e-9)


@pytest.mark.parametrize("prior", [None, [1.0, 2.0, 3.0, 4.0]])
@pytest.mark.parametrize("seed", SEEDS)
def test_adanormalhedge_and_squint(seed, prior):
    y, said = drawn(seed)
    losses, scale = 3.0 * np.abs(said - y[:, None]), 3.0
    q = np.full(N, 1 / N) if prior is None else np.array(prior) / sum(prior)

    def potential(R, C):
        return np.exp(np.maximum(R, 0) ** 2 / (3 * C))

    def adanormalhedge(r):
        R, C = r.sum(axis=0) / scale, np.abs(r).sum(axis=0) / scale
        return q * (potential(R + 1, C + 1) - potential(R - 1, C + 1))

    eta = 0.5 ** np.arange(1, 12)[:, None]

    def squint(r):
        R, V = r.sum(axis=0) / scale, (r**2).sum(axis=0) / scale**2
        return q * (eta * np.exp(eta * R - eta**2 * V)).sum(axis=0)

    r = replay(losses, adanormalhedge)
    C = np.abs(r).sum(axis=0) / scale
    K = 1 + 1.5 * (q * (1 + np.log(1 + C))).sum()
    limits = scale * np.sqrt(3 * C * (np.log(1 / q) + np.log(K)))
    (found,) = certified(AdaNormalHedge(prior=prior, scale=scale), 3 * y, 3 * said, "absolute")
    assert found.allowed == pytest.approx(limits[best(y, said)], rel=1e-9)
    r = replay(losses, squint)
    V = (r**2).sum(axis=0) / scale**2
    limits = scale * (np.log(11 / q) / eta + eta * V).min(axis=0)
    (found,) = certified(Squint(prior=prior, scale=scale), 3 * y, 3 * said, "absolute")
    assert found.allowed == pytest.approx(limits[best(y, said)], rel=1e-9)


def best(y, said):
    """The expert that is best in absolute loss."""
    return int(np.abs(said - y[:, None]).sum(axis=0).argmin())


@pytest.mark.parametrize("prior", [None, [1.0, 2.0, 3.0, 4.0]])
@pytest.mark.parametrize("seed", SEEDS)
def test_boa(seed, prior):
    y, said = drawn(seed)
    losses = np.abs(said - y[:, None])
    q = np.full(N, 1 / N) if prior is None else np.array(prior) / sum(prior)
    Q, V, paid, slack, B, rates = np.zeros(N), np.zeros(N), np.zeros(N), np.zeros(N), 0.0, None
    for loss in losses:
        p = q if rates is None else q * rates * np.exp(rates * Q)
        r = p @ loss / p.sum() - loss
        known, B = r * min(1.0, B / np.abs(r).max()), max(B, np.abs(r).max())
        price = 0.0 if rates is None else rates * known**2
        Q, V, paid = Q + known - price, V + known**2, paid + price
        with np.errstate(divide="ignore"):
            now = np.minimum(1 / (2 * B), np.sqrt(np.maximum(np.log(1 / q), log(2)) / V))
        if rates is not None:
            now = np.minimum(now, rates)
            slack += np.where(Q < 0, 1 - now / rates, 0.0)
        rates = now
    limits = (np.log(1 / q) + np.log(1 + q @ slack)) / rates + paid + B
    (found,) = certified(BOA(prior=prior), y, said, "absolute")
    assert found.allowed == pytest.approx(limits[best(y, said)], rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_ml_poly(seed):
    y, said = drawn(seed)
    R, V, B, D = np.zeros(N), np.zeros(N), 0.0, 0.0
    for loss in np.abs(said - y[:, None]):
        p = np.maximum(R, 0) / (B + V) if (R > 0).any() else np.ones(N)
        r = p @ loss / p.sum() - loss
        moved = np.count_nonzero(np.abs(r) > 1e-12)
        D += min((r**2 / (B + V)).sum(), moved) if B else moved
        R, V, B = R + r, V + r**2, max(B, (r**2).max())
    (found,) = certified(MLPoly(), y, said, "absolute")
    assert found.allowed == pytest.approx(np.sqrt(D * (B + V))[best(y, said)], rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_normal_hedge(seed):
    y, said = drawn(seed)

    def scale(R):
        plus = np.maximum(R, 0)
        ends = plus.max() ** 2 / (2 + 2 * log(N)), plus.max() ** 2 / 2
        return brentq(lambda c: np.exp(plus**2 / (2 * c)).mean() - e, *ends, xtol=1e-15, rtol=1e-14)

    def rule(r):
        R = r.sum(axis=0)
        if not (R > 0).any():
            return np.ones(N)
        return np.maximum(R, 0) * np.exp(np.maximum(R, 0) ** 2 / (2 * scale(R)))

    c = scale(replay(np.abs(said - y[:, None]), rule).sum(axis=0))
    bounds = [NormalHedgeBound(), NormalHedgeBound(0.5), NormalHedgeBound(1.0)]
    found = [one.allowed for one in certified(NormalHedge(), y, said, "absolute", bounds)]
    assert found == pytest.approx([sqrt(2 * c * (1 + log(1 / share))) for share in (1 / N, 0.5, 1.0)], rel=1e-7)


@pytest.mark.parametrize("switches", [0, 1, 3])
@pytest.mark.parametrize("seed", SEEDS)
def test_fixed_share(seed, switches):
    y, said = drawn(seed)
    a, eta, S = 0.05, 1.5, switches
    (found,) = certified(FixedShare(eta=eta, share=a), y, said, "absolute", [FixedShareBound(S)])
    path = (S + 1) * log(N) + S * log(1 / a) + (T - 1 - S) * log(1 / (1 - a))
    squares = (spreads(np.abs(said - y[:, None])) ** 2).sum()
    assert found.allowed == pytest.approx(path / eta + eta * squares / 8, rel=1e-9)


@pytest.mark.parametrize(("loss", "eta"), [("square", 0.5), ("brier", 0.25), ("log", 1.0)])
def test_ewa(loss, eta):
    y, said = drawn(1)
    (found,) = certified(EWA(), y, np.clip(said, 0.01, 0.99), loss)
    assert found.allowed == pytest.approx(log(N) / eta, rel=1e-12)
    (slower,) = certified(EWA(eta=eta / 3), y, np.clip(said, 0.01, 0.99), loss)
    assert slower.allowed == pytest.approx(3 * log(N) / eta, rel=1e-12)


@pytest.mark.parametrize(("loss", "eta"), [("square", 2 / 9), ("brier", 1.0), ("log", 1.0)])
@pytest.mark.parametrize("prior", [None, [1.0, 2.0, 3.0, 4.0]])
def test_the_aggregating_algorithm(loss, eta, prior):
    y, said = drawn(1)
    y, said = (3 * y - 1, 3 * said - 1) if loss == "square" else (np.round(y), np.clip(said, 0.01, 0.99))
    (found,) = certified(AggregatingAlgorithm(low=-1.0, high=2.0, prior=prior), y, said, loss)
    q = np.full(N, 1 / N) if prior is None else np.array(prior) / sum(prior)
    lost = -np.log(np.where(y[:, None] > 0.5, said, 1 - said)) if loss == "log" else (said - y[:, None]) ** 2
    assert found.allowed == pytest.approx(log(1 / q[lost.sum(axis=0).argmin()]) / eta, rel=1e-9)


@pytest.mark.parametrize("centre", ["even", "zero"])
@pytest.mark.parametrize("seed", SEEDS)
def test_ridge_and_vovk_azoury_warmuth(seed, centre):
    y, said = drawn(seed)
    c, ridge = np.full(N, 1 / N if centre == "even" else 0.0), 0.3
    A, b, worst, largest, cost = ridge * np.eye(N), np.zeros(N), 0.0, 0.0, {"ridge": 0.0, "vaw": 0.0}
    for truth, x in zip(y, said, strict=True):
        rest, now = truth - c @ x, A + np.outer(x, x)
        guess = c @ x + x @ np.linalg.solve(A, b)
        cost["ridge"] += (truth - guess) ** 2
        cost["vaw"] += (rest - x @ np.linalg.solve(now, b)) ** 2
        worst, largest = max(worst, abs(truth - guess)), max(largest, abs(rest))
        A, b = now, b + rest * x
    grown = np.linalg.slogdet(A / ridge)[1]
    u = c + np.linalg.solve(A, b)
    least = ridge * (u - c) @ (u - c) + ((y - said @ u) ** 2).sum()
    (plain,) = certified(Ridge(ridge=ridge, centre=centre), y, said, "square")
    assert plain.allowed == pytest.approx(worst**2 * grown, rel=1e-9)
    assert plain.paid == pytest.approx(cost["ridge"] - least, rel=1e-9)
    (ahead,) = certified(VovkAzouryWarmuth(ridge=ridge, centre=centre), y, said, "square")
    assert ahead.allowed == pytest.approx(largest**2 * grown, rel=1e-9)
    assert ahead.paid == pytest.approx(cost["vaw"] - least, rel=1e-9)
    if centre == "zero":
        game = Game(LinearVAW(ridge=ridge))
        for x, truth in zip(said, y, strict=True):
            game.label(game.predict(x).number, truth)
        (rows,) = game.ledger.certificates
        assert (rows.paid, rows.allowed) == pytest.approx((ahead.paid, ahead.allowed), rel=1e-9)


@pytest.mark.parametrize("seed", SEEDS)
def test_weighted_majority(seed):
    y, said = drawn(seed, classes=True)
    m = int((said != y[:, None]).sum(axis=0).min())
    for a in (0.5, 0.1):
        (plain,) = certified(WeightedMajority(alpha=a), y, said, "mistake")
        assert plain.allowed == pytest.approx((m * log(1 / a) + log(N)) / log(2 / (1 + a)), rel=1e-12)
        (coin,) = certified(RandomisedWeightedMajority(alpha=a), y, said, "mistake")
        assert coin.allowed == pytest.approx((m * log(1 / a) + log(N)) / (1 - a), rel=1e-12)
    for tuning, more in (("always-valid", sqrt(80 * log(6)) + log(6)), ("lecture", 2 * sqrt(40 * log(6)))):
        learner = RandomisedWeightedMajority(m_bar=40, n_experts=6, tuning=tuning)
        (tuned,) = certified(learner, y, said, "mistake")
        assert tuned.allowed == pytest.approx(m + more, rel=1e-12)
    said[:, 2] = y
    (halving,) = certified(WeightedMajority(realizable=True), y, said, "mistake")
    assert halving.allowed == pytest.approx(np.log2(N), rel=1e-12)
