"""The right side of every theorem about points and portfolios, worked out anew from its paper.

Where a theorem holds for every point u, the game is played on a line, where what was paid tells which u is meant.
"""

from __future__ import annotations

from math import comb, exp, lgamma, log, pi, sqrt

import numpy as np
import pytest
from scipy.optimize import minimize_scalar

from littlestone import (
    POINTS,
    PORTFOLIOS,
    AdaGrad,
    BuyAndHold,
    CoinBetting,
    ConvexGame,
    EGPlusMinus,
    EGPortfolio,
    ExponentiatedGradient,
    FollowTheLeader,
    FollowTheRegularisedLeader,
    InvestGame,
    MirrorDescent,
    NewtonPortfolio,
    OnlineGradientDescent,
    OnlineNewtonStep,
    UniversalPortfolio,
)
from littlestone.convex.coin_betting_theorems import CoinBound
from littlestone.convex.descent_theorems import AdaGradBound, DescentBound
from littlestone.convex.follow_leader_theorems import LeaderBound
from littlestone.convex.follow_regularised_leader_theorems import RegularisedLeaderBound
from littlestone.convex.mirror_descent_theorems import ExponentialBound, MirrorBound
from littlestone.portfolios.portfolio_theorems import EGPortfolioBound

T = 30
rng = np.random.default_rng(3)
Z = rng.uniform(-0.6, 1.0, (T, 2)) * [1.0, 0.5]  # no longer than 1.12
LINE = rng.uniform(-0.5, 1.0, (T, 1))
H = (1.0 / np.arange(1, T + 1)).sum()
MARKET = np.exp(0.08 * rng.normal(size=(T, 2)) + [0.02, 0.0])


def certified(learner, revealed, loss="linear", bounds=None, game=ConvexGame):
    """What the theorems say of a game in which nature reveals this."""
    how = {} if game is InvestGame else {"loss": loss}
    played = game(learner, bounds=bounds, **how)
    points = []
    for z in revealed:
        move = played.predict()
        points.append(np.array(move.guess))
        played.label(move.number, z)
    certificates = played.ledger.certificates
    assert all(certificate.verdict == "holds" for certificate in certificates), certificates
    return certificates, np.array(points)


def allowed(*game, **how):
    return certified(*game, **how)[0][0].allowed


def exactly(value, rel=1e-9):
    return pytest.approx(value, rel=rel)


# ---- leaders ----


def test_the_leader_of_squared_distances():
    (certificate,), w = certified(FollowTheLeader(2), Z, loss="square")
    assert w[1] == pytest.approx(Z[0])
    distances = ((Z - w) ** 2).sum(axis=1)
    assert certificate.allowed == exactly(distances[0] + distances[1:].max() * (H - 1))
    promised = allowed(FollowTheLeader(2, domain="ball:2"), Z, loss="square", bounds=[LeaderBound(radius=1.2)])
    assert promised == exactly(1.2**2 * (4 * H - 3))


def test_the_leader_of_linear_losses():
    totals = np.cumsum(Z, axis=0)
    w = np.vstack((np.zeros(2), -totals / np.linalg.norm(totals, axis=1)[:, None]))
    due = (w[:-1] * Z).sum() - (w[1:] * Z).sum()
    assert allowed(FollowTheLeader(2), Z) == exactly(due)


@pytest.mark.parametrize("lam", [0.3, 2.0])
def test_the_regularised_leader_at_a_fixed_charge(lam):
    totals = np.vstack((np.zeros(2), np.cumsum(Z, axis=0)))
    t = np.arange(1, T + 1)
    # w_t = -(sum of z before)/((t - 1) lam); s_t = z_t less the mean of those before
    s = Z - np.vstack((np.zeros(2), totals[1:-1] / (t[1:, None] - 1)))
    limits = ((s**2).sum(axis=1) / (2 * t * lam)).sum()
    G = max(np.linalg.norm(Z, axis=1).max(), (np.linalg.norm(totals[1:-1], axis=1) / t[:-1]).max())
    stability, plain = certified(FollowTheRegularisedLeader(2, lam=lam), Z)[0]
    # on all of the plane u is the point for which the theorem is tightest: -total/(T lam)
    u = -totals[-1] / (T * lam)
    assert stability.allowed == exactly(T * lam * (u @ u) / 2 + limits)
    assert plain.allowed == exactly(T * lam * (u @ u) / 2 + 2 * G**2 / lam * H)
    bounds = [RegularisedLeaderBound(G=1.5)]
    assert allowed(FollowTheRegularisedLeader(2, lam=lam), Z, bounds=bounds) == exactly(
        T * lam * (u @ u) / 2 + 2 * 1.5**2 / lam * H
    )


def test_the_regularised_leader_tuned():
    _, tuned = certified(FollowTheRegularisedLeader(2, G=1.3, B=2.0), Z)[0]
    assert tuned.allowed == exactly(3 * sqrt(2 * 1.3**2 * 2.0**2 * T))
    _, entropy = certified(FollowTheRegularisedLeader(2, domain="simplex", psi="entropy", G=1.3), Z)[0]
    assert entropy.allowed == exactly(3 * sqrt(2 * 1.3**2 * log(2) * T))  # Psi is ln d at most


# ---- gradients ----


def test_descent_at_its_adaptive_rate():
    squares = (Z**2).sum()
    assert allowed(OnlineGradientDescent(2, domain="ball:1.5"), Z) == exactly(sqrt(2) * 3.0 * sqrt(squares))
    bounds = [DescentBound(G=1.2)]
    assert allowed(OnlineGradientDescent(2, domain="ball:1.5"), Z, bounds=bounds) == exactly(
        sqrt(2) * 3.0 * 1.2 * sqrt(T)
    )


def test_descent_at_the_rate_of_a_root():
    learner = OnlineGradientDescent(2, eta="root", G=1.4, domain="box:-1,1")
    D = 2 * sqrt(2)
    t = np.arange(1, T + 1)
    weighted = (D / (1.4 * np.sqrt(t)) * (Z**2).sum(axis=1)).sum()
    assert allowed(learner, Z) == exactly(D * 1.4 * sqrt(T) / 2 + weighted / 2)
    learner = OnlineGradientDescent(2, eta="root", G=1.4, domain="box:-1,1")
    assert allowed(learner, Z, bounds=[DescentBound(G=1.2)]) == exactly(D * (1.4 / 2 + 1.2**2 / 1.4) * sqrt(T))


def test_descent_on_strongly_convex_losses():
    certificates, w = certified(OnlineGradientDescent(2, eta="strong"), Z, loss="square")
    g = 2 * (w - Z)
    due = ((g**2).sum(axis=1) / (2 * 2 * np.arange(1, T + 1))).sum()
    assert certificates[0].allowed == exactly(due)
    bounds = [DescentBound(G=5.0)]
    found = allowed(OnlineGradientDescent(2, eta="strong"), Z, loss="square", bounds=bounds)
    assert found == exactly(5.0**2 * (1 + log(T)) / (2 * 2))


def on_a_line(certificate, w):
    """The u whose regret was paid, the losses being <w, z>."""
    return (LINE.ravel() @ w.ravel() - certificate.paid) / LINE.sum()


@pytest.mark.parametrize(("eta", "domain"), [(0.3, "space"), (0.05, "ball:2")])
def test_descent_at_a_fixed_rate(eta, domain):
    (certificate,), w = certified(OnlineGradientDescent(1, eta=eta, domain=domain), LINE)
    u = on_a_line(certificate, w)
    assert certificate.allowed == exactly(u * u / (2 * eta) + eta / 2 * (LINE**2).sum())
    learner = OnlineGradientDescent(1, eta=eta, domain="space")
    (certificate,), w = certified(learner, LINE, bounds=[DescentBound(G=1.1, radius=3.0)])
    assert certificate.allowed == exactly(3.0**2 / (2 * eta) + eta / 2 * 1.1**2 * T)


def test_mirror_descent():
    eta = 0.2
    (certificate,), w = certified(MirrorDescent(1, eta=eta), LINE)
    u = on_a_line(certificate, w)
    assert certificate.allowed == exactly(u * u / (2 * eta) + eta / 2 * (LINE**2).sum())
    learner = MirrorDescent(2, mirror="entropy", eta=eta)
    largest = np.abs(Z).max(axis=1)
    # against a vertex of the simplex: D(u, w_1) = ln d
    assert allowed(learner, Z) == exactly(log(2) / eta + eta / 2 * (largest**2).sum())
    learner = MirrorDescent(2, mirror="entropy", eta=eta)
    assert allowed(learner, Z, bounds=[MirrorBound(G=1.1)]) == exactly(log(2) / eta + eta / 2 * 1.1**2 * T)


@pytest.mark.parametrize(("kind", "copies", "mass"), [(ExponentiatedGradient, 2, 1.0), (EGPlusMinus, 4, 1.0)])
def test_exponential_weights(kind, copies, mass):
    eta, largest = 0.4, np.abs(Z).max(axis=1)
    assert allowed(kind(2, eta=eta), Z) == exactly(mass * (log(copies) / eta + eta / 2 * (largest**2).sum()))
    bounds = [ExponentialBound(G=1.1)]
    assert allowed(kind(2, eta=eta), Z, bounds=bounds) == exactly(mass * (log(copies) / eta + eta / 2 * 1.1**2 * T))
    rates = np.sqrt(log(copies) / np.arange(1, T + 1)) / 1.3
    due = mass * (log(copies) / rates[-1] + (rates * largest**2).sum() / 2)
    assert allowed(kind(2, G=1.3), Z) == exactly(due)
    found = allowed(kind(2, G=1.3), Z, bounds=[ExponentialBound(G=1.3)])
    assert found == exactly(2 * mass * 1.3 * sqrt(T * log(copies)))


def test_adagrad():
    due = sqrt(2) * 3.0 * np.sqrt((Z**2).sum(axis=0)).sum()
    assert allowed(AdaGrad(2, low=-1.0, high=2.0), Z) == exactly(due)
    found = allowed(AdaGrad(2, low=-1.0, high=2.0), Z, bounds=[AdaGradBound(G=1.0)])
    assert found == exactly(sqrt(2) * 3.0 * 2 * 1.0 * sqrt(T))


def test_the_newton_step():
    G, D = 6.0, 2.0
    (certificate,), w = certified(OnlineNewtonStep(2, G=G), Z, loss="square")
    gamma = min(1 / (4 * G * D), 2.0 / G**2) / 2
    A, leverage = np.eye(2) / (gamma * D) ** 2, 0.0
    for point, z in zip(w, Z, strict=True):
        g = 2 * (point - z)
        A = A + np.outer(g, g)
        leverage += g @ np.linalg.solve(A, g)
    assert certificate.allowed == exactly((leverage + 1) / (2 * gamma), 1e-8)


@pytest.mark.parametrize(("eps", "G"), [(1.0, 1.2), (4.0, 2.0)])
def test_coin_betting(eps, G):
    (wealth, regret), w = certified(CoinBetting(2, eps=eps, G=G), Z)
    length = np.linalg.norm(Z.sum(axis=0))
    S = length / G
    least = exp(T * log(2) + lgamma((T + 1 + S) / 2) + lgamma((T + 1 - S) / 2) - log(pi) - lgamma(T + 1))
    assert wealth.allowed == exactly(G * eps * (1 - least), 1e-8)
    u = (regret.paid - (w * Z).sum()) / length
    assert regret.allowed == exactly(G * (u * sqrt(T * log(1 + 24 * T**2 * u**2 / eps**2)) + eps), 1e-7)
    found = allowed(CoinBetting(2, eps=eps, G=G), Z, bounds=[CoinBound(radius=3.0)])
    assert found == exactly(G * (3 * sqrt(T * log(1 + 24 * T**2 * 9 / eps**2)) + eps))


# ---- portfolios ----


@pytest.mark.parametrize("eta", [0.05, 2.0])
def test_the_eg_portfolio(eta):
    (certificate,), b = certified(EGPortfolio(2, eta=eta), MARKET, game=InvestGame)
    g = MARKET / (MARKET * b).sum(axis=1)[:, None]
    due = log(2) / eta + eta / 8 * ((g.max(axis=1) - g.min(axis=1)) ** 2).sum()
    assert certificate.allowed == exactly(due)
    bounds = [EGPortfolioBound(r=0.5)]
    found = allowed(EGPortfolio(2, eta=eta), MARKET, game=InvestGame, bounds=bounds)
    assert found == exactly(log(2) / eta + eta * T / (8 * 0.5**2))


@pytest.mark.parametrize("eta", [0.0, 0.2])
def test_the_newton_portfolio(eta):
    delta, beta = 1.0, 2.0
    learner = NewtonPortfolio(2, delta=delta, beta=beta, eta=eta)
    (certificate,), b = certified(learner, MARKET, game=InvestGame)
    best = minimize_scalar(
        lambda share: -np.log(MARKET @ [share, 1 - share]).sum(),
        bounds=(0, 1),
        method="bounded",
        options={"xatol": 1e-12},
    ).x
    u = np.array([best, 1 - best])
    c = delta * (1 + 1 / beta)
    k = 1 / (c - 1)
    g = MARKET / (MARKET * b).sum(axis=1)[:, None]
    w = (b - eta / 2) / (1 - eta)
    m, r = (g * w).sum(axis=1), g @ u
    A, turned = np.eye(2), 0.0
    for t, slope in enumerate(g):
        A = A + np.outer(slope, slope)
        turned += (c - m[t]) ** 2 * (slope @ np.linalg.solve(A, slope))
    missing = (np.log(r) - k * (c * (r - m) - (r**2 - m**2) / 2)).sum()
    assert certificate.allowed == exactly(k / 2 * (u @ u - 1 / 2) + k / 2 * turned + missing, 1e-5)


def test_the_universal_portfolio():
    for d in (2, 3):
        market = np.exp(0.08 * np.random.default_rng(d).normal(size=(T, d)))
        found = allowed(UniversalPortfolio(d), market, game=InvestGame)
        assert found == pytest.approx(log(comb(T + d - 1, d - 1)), abs=1e-6)
    assert allowed(UniversalPortfolio(2, grid=10), MARKET, game=InvestGame) == exactly(log(11))
    assert allowed(UniversalPortfolio(3, grid=4), market, game=InvestGame) == exactly(log(15))
    assert allowed(UniversalPortfolio(3, samples=200), market, game=InvestGame) == exactly(log(200))


def test_buy_and_hold():
    assert allowed(BuyAndHold(2), MARKET, game=InvestGame) == exactly(log(2))
    (certificate,), _ = certified(BuyAndHold(2, weights=[0.2, 0.8]), MARKET, game=InvestGame)
    first, second = np.log(MARKET).sum(axis=0)
    assert certificate.allowed == exactly(log(1 / 0.2) if first > second else log(1 / 0.8))


HELD = """
    LeaderBound StabilityBound RegularisedLeaderBound DescentBound MirrorBound ExponentialBound AdaGradBound NewtonBound
    WealthBound CoinBound EGPortfolioBound NewtonPortfolioBound UniversalBound BuyAndHoldBound
"""


def test_every_theorem_about_points_is_among_these():
    kinds = (*POINTS.values(), *PORTFOLIOS.values())
    assert {theorem.__name__ for kind in kinds for theorem in kind.theorems} == set(HELD.split())
