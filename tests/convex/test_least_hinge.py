"""The smallest sum of hinge losses: no point of the domain pays less than its gap says, and the leaders play it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from littlestone import ConvexGame, FollowTheLeader, FollowTheRegularisedLeader
from littlestone.bounds import RegularisedLeaderBound
from littlestone.convex.least_hinge import smallest_hinge
from littlestone.geometry.domain import Ball, Box, Simplex, Space
from littlestone.hindsight import best_point

DOMAINS = [Ball(3, 2.0), Box(3, -1.0, 0.5), Simplex(3), Space(3), Ball(1), Box(1), Space(1)]


def rows(seed, count, d, scale=1.0):
    rng = np.random.default_rng(seed)
    X = scale * rng.normal(size=(count, d))
    return X, np.where(X[:, 0] + scale * rng.normal(size=count) > 0, 1.0, -1.0)


def total(a, w, weight=0.0):
    return float(np.maximum(0.0, 1.0 - a @ w).sum()) + weight * float(w @ w) / 2


@pytest.mark.parametrize(
    ("loss", "domain"),
    [  # in all of R^d separable pairs have no best point for the log loss, and it is sought for long
        pytest.param(loss, domain, marks=[pytest.mark.long] if (loss, domain.name) == ("log", "space") else [])
        for loss in ("hinge", "log", "squared-error")
        for domain in DOMAINS
    ],
    ids=str,
)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(1, 30), scale=st.sampled_from([0.1, 1.0, 10.0]))
@settings(deadline=None, max_examples=15)
def test_no_point_of_the_domain_pays_less_than_loss_minus_gap(domain, loss, seed, count, scale):
    X, y = rows(seed, count, domain.d, scale)
    best = best_point([*zip(X, y, strict=True)], domain, loss=loss)
    formula = {
        "hinge": lambda w: float(np.maximum(0.0, 1.0 - y * (X @ w)).sum()),
        "log": lambda w: float(np.logaddexp(0.0, -y * (X @ w)).sum()),
        "squared-error": lambda w: float(((X @ w - y) ** 2).sum()),
    }[loss]
    assert domain.contains(best.weights)
    assert best.loss == pytest.approx(formula(best.weights), rel=1e-9, abs=1e-9)
    if np.isnan(best.gap):  # there is no end to all of R^d, and separable pairs have no best point there
        assert (domain.name, loss) == ("space", "log")
        return
    rng = np.random.default_rng(seed + 1)
    others = [domain.project(size * rng.normal(size=domain.d)) for size in (0.1, 1.0, 10.0) for _ in range(10)]
    near = [0.99 * best.weights + 0.01 * w for w in others]
    assert min(map(formula, others + near)) >= best.loss - best.gap - 1e-9 * (1 + best.loss)
    if loss == "hinge":
        assert best.gap <= 1e-7 * max(1.0, best.loss)


@pytest.mark.parametrize("domain", DOMAINS[:4], ids=repr)
@pytest.mark.parametrize("weight", [0.1, 3.0])
def test_with_a_weight_it_is_the_optimum_of_a_quadratic_program(domain, weight):
    a = np.multiply(*(part if part.ndim == 2 else part[:, None] for part in rows(5, 12, 3)))
    w = smallest_hinge(a, domain, weight)
    assert domain.contains(w)
    slack = np.maximum(0.0, 1.0 - a @ w)
    fences = [{"type": "ineq", "fun": lambda v: v[3:] - 1.0 + a @ v[:3]}]
    if isinstance(domain, Ball):
        fences.append({"type": "ineq", "fun": lambda v: domain.radius**2 - v[:3] @ v[:3]})
    if isinstance(domain, Simplex):
        fences.append({"type": "eq", "fun": lambda v: v[:3].sum() - 1.0})
    sides = {Box: (-1.0, 0.5), Simplex: (0.0, 1.0)}.get(type(domain), (None, None))
    found = minimize(
        lambda v: v[3:].sum() + weight * (v[:3] @ v[:3]) / 2,
        np.concatenate((w, slack)) + 0.05,
        method="SLSQP",
        bounds=[sides] * 3 + [(0.0, None)] * 12,
        constraints=fences,
        options={"maxiter": 1000, "ftol": 1e-14},
    )
    assert total(a, w, weight) == pytest.approx(found.fun, rel=1e-6)
    assert total(a, w, weight) <= found.fun * (1 + 1e-9) + 1e-9


def test_numbers_far_apart_are_no_reason_to_crash():
    pairs = [([1e100, 1.0], 1), ([1.0, 1e-100], -1), ([-1e100, 1.0], 1)]
    for domain in (Ball(2), Box(2), Simplex(2), Space(2)):
        best = best_point(pairs, domain, loss="hinge")
        assert np.isfinite(best.loss)
        assert domain.contains(best.weights)


@pytest.mark.parametrize("domain", ["ball", "ball:3", "box", "simplex", "space"])
@pytest.mark.parametrize("d", [1, 2])
def test_the_leader_of_hinge_losses_is_the_best_point_so_far_and_its_theorem_holds(domain, d):
    X, y = rows(7, 25, d)
    pairs = [*zip(X, y, strict=True)]
    game = ConvexGame(FollowTheLeader(d, domain=domain), loss="hinge")
    for t, pair in enumerate(pairs):
        move = game.predict()
        if t:
            best = best_point(pairs[:t], game.learner.domain, loss="hinge")
            paid = sum(game.price.value(move.guess, game.price.turned(each, d)) for each in pairs[:t])
            assert paid <= best.loss + 1e-7 * (1 + best.loss)
        game.label(move.number, pair)
    assert game.ledger.certificates[0].verdict == "holds"
    assert game.ledger.regret == pytest.approx(
        game.ledger.loss - best_point(pairs, game.learner.domain, loss="hinge").loss, abs=1e-6
    )


@pytest.mark.parametrize("domain", ["space", "ball", "box:-2,2"])
def test_the_hinge_knows_how_steep_it_is_and_needs_no_promise(domain):
    X, y = rows(9, 30, 2)
    steepest = float(np.linalg.norm(X, axis=1).max())
    game = ConvexGame(
        FollowTheRegularisedLeader(2, domain=domain, lam=0.7),
        loss="hinge",
        bounds=[RegularisedLeaderBound(), RegularisedLeaderBound(G=steepest), RegularisedLeaderBound(G=steepest / 2)],
    )
    for pair in zip(X, y, strict=True):
        game.label(game.predict().number, pair)
    seen, promised, short = game.ledger.certificates
    harmonic = (1 / np.arange(1, 31)).sum()
    u = game.ledger.best
    assert seen.verdict == promised.verdict == "holds"
    assert seen.allowed == pytest.approx(30 * 0.7 * (u @ u) / 2 + 2 * steepest**2 / 0.7 * harmonic, rel=1e-6)
    assert seen.allowed == pytest.approx(promised.allowed)
    assert seen.paid <= seen.allowed
    assert short.verdict == "broken premise"


def test_where_gradients_count_kinks_leave_the_theorem_open():
    game = ConvexGame(FollowTheRegularisedLeader(1), loss="hinge")
    game.label(game.predict().number, (1.0, 1))
    stability, stated = game.ledger.certificates
    assert (stability.verdict, stated.verdict) == ("open", "holds")
    assert "kinks" in stability.open
