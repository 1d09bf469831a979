"""The right side of every theorem about advice, worked out anew from its paper and held against the certificate.

A rule may be right and its theorem misstated: 5/3 for 4/3, or a term left out. Each paper's algorithm is played here
once more, in a few lines of its own, and what the theorem allows is added up from its formula.
"""

from __future__ import annotations

from math import e, exp, log, sqrt

import numpy as np
import pytest
from scipy.optimize import brentq

from littlestone import (
    BOA,
    EWA,
    EXPERTS,
    AdaHedge,
    AdaNormalHedge,
    AggregatingAlgorithm,
    FixedShare,
    Game,
    Hedge,
    MLPoly,
    NormalHedge,
    RandomisedWeightedMajority,
    Ridge,
    Squint,
    VovkAzouryWarmuth,
    WeightedMajority,
)
from littlestone.experts import as_advice
from littlestone.experts.fixed_share_theorems import FixedShareBound
from littlestone.experts.normal_hedge_theorems import NormalHedgeBound

T, N = 40, 4
rng = np.random.default_rng(8)
TRUTHS = rng.random(T)
ADVICE = np.clip(TRUTHS[:, None] + rng.normal(size=(T, N)) * [0.1, 0.3, 0.5, 0.5], 0, 1)
LOSSES = np.abs(ADVICE - TRUTHS[:, None])  # of the absolute loss, where nothing else is said
SPREADS = LOSSES.max(axis=1) - LOSSES.min(axis=1)
LEADER = int(LOSSES.sum(axis=0).argmin())
CLASSES = np.where(rng.random(T) < 0.5, 1.0, -1.0)
VOTES = np.where(rng.random((T, N)) < [0.1, 0.3, 0.4, 0.6], -1.0, 1.0) * CLASSES[:, None]
ERRED = (CLASSES[:, None] != VOTES).sum(axis=0)
PRIOR = np.array([0.4, 0.3, 0.2, 0.1])


def certified(learner, loss="absolute", bounds=None, advice=ADVICE, truths=TRUTHS):
    """What the theorems of a learner say of this game."""
    game = Game(learner, loss=loss, bounds=bounds)
    game.play_batch(as_advice(advice, truths))
    return game.ledger.certificates


def of_classes(learner):
    return certified(learner, loss="mistake", advice=VOTES, truths=CLASSES)


def allowed(learner, which=0, **how):
    certificate = certified(learner, **how)[which]
    assert certificate.verdict == "holds", certificate
    return certificate.allowed


def exactly(value):
    return pytest.approx(value, rel=1e-9)


def test_hedge_at_a_fixed_rate_pays_hoeffding_once_a_round():
    assert allowed(Hedge(eta=0.7)) == exactly(log(N) / 0.7 + 0.7 * (SPREADS**2).sum() / 8)


def test_hedge_anytime_pays_its_last_rate_and_hoeffding_at_every_rate():
    rates = np.sqrt(8 * log(N) / np.arange(1, T + 2))
    mixed = (rates[:T] * SPREADS**2).sum() / 8
    # by the rate of the last round, or of the one to come
    assert log(N) / rates[T - 1] + mixed <= allowed(Hedge()) * (1 + 1e-9)
    assert allowed(Hedge()) <= (log(N) / rates[T] + mixed) * (1 + 1e-9)


def test_hedge_of_small_losses_pays_a_root_of_the_best_loss():
    assert allowed(Hedge(small_loss=9.0)) == exactly(sqrt(2 * 9.0 * log(N)) + log(N))


def adahedge():
    """Delta, V and S: what mixing cost, the variances, and the widest round (de Rooij et al. 2014)."""
    lost, delta, variance = np.zeros(N), 0.0, 0.0
    for loss in LOSSES:
        eta = log(N) / delta if delta else np.inf
        behind = lost - lost.min()
        w = np.exp(-eta * behind) if delta else (behind == 0).astype(float)
        w = w / w.sum()
        mean = w @ loss
        mix = -log(w @ np.exp(-eta * loss)) / eta if delta else loss[w > 0].min()
        delta += mean - mix
        variance += w @ (loss - mean) ** 2
        lost = lost + loss
    return delta, variance, SPREADS.max()


def test_adahedge_pays_twice_what_mixing_cost():
    assert allowed(AdaHedge(), 0) == exactly(2 * adahedge()[0])


def test_adahedge_pays_the_variance_of_theorem_8():
    _, V, S = adahedge()
    assert allowed(AdaHedge(), 1) == exactly(2 * sqrt(V * log(N)) + S * (4 / 3 * log(N) + 2))


def normal_hedge():
    """Regrets and c after the game (Chaudhuri, Freund and Hsu 2009)."""
    R, c = np.zeros(N), 0.0
    for loss in LOSSES:
        up = np.maximum(R, 0)
        w = up / c * np.exp(up**2 / (2 * c)) if c else np.ones(N)
        R = R + w @ loss / w.sum() - loss
        up = np.maximum(R, 0)
        c = 0.0
        if up.max() > 0:
            # found as a logarithm, between c so small that one expert is too much, and so large that none is
            largest = up.max() ** 2 / 2
            c = exp(
                brentq(
                    lambda s, up=up: np.mean(np.exp(np.minimum(up**2 / (2 * exp(s)), 700))) - e,
                    log(largest / (1 + log(N))),
                    log(largest) + 1e-9,
                    xtol=1e-15,
                    rtol=1e-15,
                )
            )
    return R, c


def test_normal_hedge_pays_the_root_of_its_scale():
    _, c = normal_hedge()
    assert allowed(NormalHedge()) == exactly(sqrt(2 * c * (1 + log(N))))
    assert allowed(NormalHedge(), bounds=[NormalHedgeBound(epsilon=0.5)]) == exactly(sqrt(2 * c * (1 + log(2))))


def test_adanormalhedge_pays_the_root_of_what_its_regret_moved():
    q = PRIOR
    R, C = np.zeros(N), np.zeros(N)
    for loss in LOSSES:
        high = np.exp(np.maximum(R + 1, 0) ** 2 / (3 * (C + 1)))
        low = np.exp(np.maximum(R - 1, 0) ** 2 / (3 * (C + 1)))
        w = q * (high - low) / 2
        r = w @ loss / w.sum() - loss
        R, C = R + r, C + np.abs(r)
    K = 1 + 1.5 * q @ (1 + np.log1p(C))
    assert allowed(AdaNormalHedge(prior=q)) == exactly(sqrt(3 * C[LEADER] * (log(1 / q[LEADER]) + log(K))))


def test_squint_pays_the_best_of_its_rates():
    q, eta = PRIOR, 0.5 ** np.arange(1, 12)
    R, V = np.zeros(N), np.zeros(N)
    for loss in LOSSES:
        w = q * (eta[:, None] * np.exp(eta[:, None] * R - eta[:, None] ** 2 * V)).sum(axis=0)
        r = w @ loss / w.sum() - loss
        R, V = R + r, V + r * r
    limits = log(11 / q[LEADER]) / eta + eta * V[LEADER]
    assert allowed(Squint(prior=q)) == exactly(limits.min())


def test_boa_pays_its_prior_at_its_rate_and_the_squares_on_the_way():
    q, B = PRIOR, 0.0
    Q, V, price, slack, eta = np.zeros((5, N))
    for loss in LOSSES:
        w = q * (eta * np.exp(eta * Q) if B else np.ones(N))
        r = w @ loss / w.sum() - loss
        most = np.abs(r).max()
        if most > B:
            r = r * B / most
        V, Q, price = V + r * r, Q + r - eta * r * r, price + eta * r * r
        B = max(B, most)
        new = np.minimum(0.5 / B, np.sqrt(np.log(1 / q) / np.where(V > 0, V, 1e-300)))
        new = np.where(eta > 0, np.minimum(new, eta), new)
        slack = slack + np.where((eta > 0) & (Q < 0), 1 - new / np.where(eta > 0, eta, 1), 0)
        eta = new
    i = LEADER
    due = (log(1 / q[i]) + log(1 + q @ slack)) / eta[i] + price[i] + B
    assert allowed(BOA(prior=q)) == exactly(due)


def test_ml_poly_pays_the_root_of_what_its_potential_rose_by():
    R, V, B, D = np.zeros(N), np.zeros(N), 0.0, 0.0
    for loss in LOSSES:
        w = np.maximum(R, 0) / (B + V) if B else np.ones(N)
        w = w if w.sum() > 0 else np.ones(N)
        r = w @ loss / w.sum() - loss
        moved = np.count_nonzero(r)
        D += min((r * r / (B + V)).sum(), moved) if B else moved
        R, V, B = R + r, V + r * r, max(B, (r * r).max())
    assert allowed(MLPoly()) == exactly(sqrt(D * (B + V[LEADER])))


def test_ewa_pays_the_logarithm_of_the_experts_over_the_rate():
    assert allowed(EWA(eta=0.5), loss="square") == exactly(log(N) / 0.5)


@pytest.mark.parametrize(("low", "high"), [(0.0, 1.0), (-1.0, 2.0)])
def test_the_aggregating_algorithm_pays_the_prior_over_its_rate(low, high):
    eta = 2 / (high - low) ** 2
    assert allowed(AggregatingAlgorithm(low=low, high=high), loss="square") == exactly(log(N) / eta)
    with_prior = AggregatingAlgorithm(low=low, high=high, prior=PRIOR)
    leader = int(((ADVICE - TRUTHS[:, None]) ** 2).sum(axis=0).argmin())
    assert allowed(with_prior, loss="square") == exactly(log(1 / PRIOR[leader]) / eta)


def test_the_aggregating_algorithm_of_chances_has_the_rate_one():
    truths = (TRUTHS > 0.5).astype(float)
    advice = np.clip(ADVICE, 0.05, 0.95)
    for loss in ("brier", "log"):
        found = allowed(AggregatingAlgorithm(), loss=loss, advice=advice, truths=truths)
        assert found == exactly(log(N))


@pytest.mark.parametrize(("share", "eta", "switches"), [(0.1, 0.5, 0), (0.05, 2.0, 3), (0.3, 0.7, 1)])
def test_fixed_share_pays_for_every_switch_and_every_stay(share, eta, switches):
    path = (switches + 1) * log(N) + switches * log(1 / share) + (T - 1 - switches) * log(1 / (1 - share))
    due = path / eta + eta * (SPREADS**2).sum() / 8
    bounds = [FixedShareBound(switches=switches)]
    assert allowed(FixedShare(eta=eta, share=share), bounds=bounds) == exactly(due)


@pytest.mark.parametrize("alpha", [0.3, 0.5, 0.8])
def test_weighted_majority_pays_littlestone_and_warmuth(alpha):
    (certificate,) = of_classes(WeightedMajority(alpha=alpha))
    assert certificate.allowed == exactly((ERRED.min() * log(1 / alpha) + log(N)) / log(2 / (1 + alpha)))


@pytest.mark.parametrize("alpha", [0.3, 0.5, 0.8])
def test_randomised_weighted_majority_pays_a_share_of_the_weight(alpha):
    (certificate,) = of_classes(RandomisedWeightedMajority(alpha=alpha))
    assert certificate.allowed == exactly((ERRED.min() * log(1 / alpha) + log(N)) / (1 - alpha))


def test_randomised_weighted_majority_tuned_pays_a_root():
    m = float(ERRED.min())
    (certificate,) = of_classes(RandomisedWeightedMajority(m_bar=20, n_experts=N))
    assert certificate.allowed == exactly(m + sqrt(2 * 20 * log(N)) + log(N))
    (certificate,) = of_classes(RandomisedWeightedMajority(m_bar=20, n_experts=N, tuning="lecture"))
    assert certificate.allowed == exactly(m + 2 * sqrt(20 * log(N)))


def test_a_realizable_majority_pays_the_binary_logarithm():
    votes = VOTES.copy()
    votes[:, 0] = CLASSES
    (certificate,) = certified(WeightedMajority(realizable=True), loss="mistake", advice=votes, truths=CLASSES)
    assert certificate.allowed == exactly(np.log2(N))


@pytest.mark.parametrize("centre", ["zero", "even"])
@pytest.mark.parametrize("ridge", [1.0, 0.1])
def test_vovk_azoury_and_warmuth_pay_the_largest_truth_and_the_volume(centre, ridge):
    c = np.full(N, 1 / N if centre == "even" else 0.0)
    volume = np.linalg.slogdet(np.eye(N) + ADVICE.T @ ADVICE / ridge)[1]
    due = np.abs(TRUTHS - ADVICE @ c).max() ** 2 * volume
    assert allowed(VovkAzouryWarmuth(ridge=ridge, centre=centre), loss="square") == exactly(due)


@pytest.mark.parametrize("centre", ["zero", "even"])
def test_ridge_pays_its_largest_error_and_the_volume(centre):
    ridge, worst = 0.3, 0.0
    c = np.full(N, 1 / N if centre == "even" else 0.0)
    A, b = ridge * np.eye(N), np.zeros(N)
    for x, y in zip(ADVICE, TRUTHS, strict=True):
        u = c + np.linalg.solve(A, b)
        worst = max(worst, abs(y - u @ x))
        A, b = A + np.outer(x, x), b + (y - c @ x) * x
    volume = np.linalg.slogdet(A / ridge)[1]
    assert allowed(Ridge(ridge=ridge, centre=centre), loss="square") == exactly(worst**2 * volume)


def test_every_theorem_about_advice_is_among_these():
    held = {"HedgeBound", "AdaHedgeBound", "AdaHedgeVarianceBound", "NormalHedgeBound", "AdaNormalHedgeBound"}
    held |= {"SquintBound", "BOABound", "MLPolyBound", "EWABound", "AggregatingBound", "FixedShareBound"}
    held |= {"WeightedMajorityBound", "RandomisedMajorityBound", "VovkAzouryWarmuthBound", "RidgeBound"}
    assert {theorem.__name__ for kind in EXPERTS.values() for theorem in kind.theorems} == held
