"""Where lecture notes on convex games, taken literally, are wrong: each slip as evidence, and what holds instead.

They are numbered along with those of test_errata.py: E13, E14, ... A test first shows that the literal rule or
inequality fails on an example, then that ours does not.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
import pytest

from littlestone import ConvexGame, FollowTheLeader, FollowTheRegularisedLeader, be_the_leader
from littlestone.bounds import LeaderBound, RegularisedLeaderBound, StabilityBound
from littlestone.errors import BadParameter
from littlestone.geometry import GivenRegulariser
from littlestone.natures.adversaries import FlipFlop, Opposite


def played(learner, zs, **setup):
    game = ConvexGame(learner, **setup)
    for z in zs:
        game.label(game.predict().number, z)
    return game


def verdicts(game):
    return {certificate.verdict for certificate in game.ledger.certificates}


def test_e13_the_printed_sequence_gives_no_flip_flop():
    printed = played(FollowTheLeader(1, domain="box"), [0.5] + 99 * [-1.1])
    assert printed.ledger.regret == pytest.approx(1.7)
    for first, regret in ((-1, 99.0), (0, 99.5), (1, 100.0)):
        right = ConvexGame(FollowTheLeader(1, domain="box", w1=first))
        assert right.play(FlipFlop(100)).regret == regret
        assert regret / 100 != (99 - 1) / 99
        points = [float(point[0]) for point in right.ledger.points]
        assert points[1:] == [(-1.0) ** (t - 1) for t in range(2, 101)] != [(-1.0) ** t for t in range(2, 101)]


class OneRoundShort(FollowTheLeader):
    """E13: the leader of z_1, ..., z_t, with a sum up to t - 1, as printed."""

    def __init__(self, d=1, **settings):
        super().__init__(d, **settings)
        self.held = None

    def learn(self, z, point):
        if self.held is not None:
            super().learn(self.held, point)
        else:
            self.updates += 1
        self.held = z


def test_e13_a_leader_whose_sum_ends_one_round_early_is_no_leader():
    zs = np.random.default_rng(0).uniform(-1, 1, size=(30, 1))
    assert verdicts(played(OneRoundShort(1, domain="box"), zs)) == {"violated"}
    assert verdicts(played(FollowTheLeader(1, domain="box"), zs)) == {"holds"}


def test_e14_which_stability_the_regularised_leader_has():
    m, lam, alpha, G = 10, 1.0, 2.0, 1.0  # Psi = w^2
    zs = [-1.0] * (m - 1) + [1.0]
    w = [0.0] + [-sum(zs[:t]) / (2 * t * lam) for t in range(1, m + 1)]  # w[t] is the point of round t + 1
    before, after, z = w[m - 1], w[m], zs[-1]
    claim = G**2 / (lam * m)
    assert abs(before * z - after * z) == pytest.approx(claim)  # stable in l, and tight
    assert abs(before * z - after * z) > 2 * G**2 / (lam * alpha * (2 * m - 1))  # "even" is false

    def charged(h):
        return h * z + lam * h * h

    assert charged(before) - charged(after) == pytest.approx((2 / m - 1 / m**2) * G**2 / lam)
    assert charged(before) - charged(after) > claim  # not stable in l + lambda Psi, which the next step used

    def total(h):
        return sum(h * each for each in zs) + m * lam * h * h

    assert total(before) - total(after) == pytest.approx(claim)  # the bracket is what obeys it

    game = ConvexGame(
        FollowTheRegularisedLeader(1, lam=2 * lam), bounds=[StabilityBound(), RegularisedLeaderBound(G=1)]
    )
    sums = []
    for each in zs:
        game.label(game.predict().number, each)
        sums.append(game.ledger.bounds[0].closed(game.ledger).brackets)
    assert np.array(game.ledger.points).ravel() == pytest.approx(w[:m])
    assert sums[-1] - sums[-2] == pytest.approx(claim)
    assert verdicts(game) == {"holds"}


def test_e15_the_refined_leader_is_not_a_leader_of_charged_losses():
    learner = FollowTheRegularisedLeader(1, G=1.0, B=sqrt(2))  # lambda_t = 1/sqrt(t)
    assert learner.charge(100) == pytest.approx(0.1)
    assert learner.weight(100) == pytest.approx(9.90)
    assert sum(learner.charge(i) for i in range(1, 100)) == pytest.approx(18.49, abs=0.02)

    zs = np.random.default_rng(1).uniform(-1, 1, size=99)
    charged = -zs.sum() / sum(learner.charge(i) for i in range(1, 100))
    for z in zs:
        learner.learn(np.array([z]), None)
    assert learner.predict()[0] == pytest.approx(-zs.sum() / 9.9)
    assert learner.predict()[0] != pytest.approx(charged, rel=0.1)


def test_e15_its_bound_survives_all_the_same():
    ratios = []
    for seed in range(8):
        rng = np.random.default_rng(seed)
        T = int(rng.integers(1, 120))
        for domain, B in (("box", None), ("space", 0.3)):
            games = [ConvexGame(FollowTheRegularisedLeader(1, domain=domain, G=1, B=B)) for _ in range(4)]
            games[0].play(FlipFlop(T))
            games[1].play(Opposite(T))
            for z in rng.choice([-1.0, 1.0], size=T):
                games[2].label(games[2].predict().number, z)
            for z in np.repeat(rng.choice([-1.0, 1.0], size=2), T):
                games[3].label(games[3].predict().number, z)
            for game in games:
                seen, stated = game.ledger.certificates
                assert seen.verdict == stated.verdict == "holds"
                ratios.append(stated.paid / stated.allowed)
    assert max(ratios) <= 0.5


def test_e15b_the_printed_rate_is_off_by_a_power_of_alpha():
    alpha, G, B, T = 0.01, 1.0, 1.0, 100

    def value(lam):
        """The regret bound a round, for the charges lambda_t."""
        return sum(lam(t) * B**2 + 2 * G**2 / (alpha * t * lam(t)) for t in range(1, T + 1)) / T

    assert value(lambda t: sqrt(alpha * G**2 / (B**2 * t))) == pytest.approx(372, abs=0.5)
    assert value(lambda t: sqrt(2 * G**2 / (alpha * B**2 * t))) == pytest.approx(5.3, abs=0.05)

    flat = GivenRegulariser(lambda w: alpha * float(w @ w) / 2, lambda w: alpha * w, alpha=alpha)
    learner = FollowTheRegularisedLeader(1, domain="box", psi=flat, G=G, B=B)
    assert learner.charge(7) == sqrt(2 * G**2 / (alpha * B**2 * 7))
    game = played(learner, [1.0, -1.0, 1.0, 1.0, -1.0, 1.0, 1.0, -1.0])
    assert verdicts(game) == {"holds"}
    assert game.ledger.certificates[1].allowed == pytest.approx(3 * sqrt(2 * 8 / alpha))


def test_e15c_the_printed_fixed_rate_is_zero_for_one_round():
    assert sqrt(log(1) / 1) == 0.0
    with pytest.raises(BadParameter, match="more than 0"):
        FollowTheRegularisedLeader(1, lam=sqrt(log(1) / 1))
    for m in (1, 2, 10, 1000):
        G, b = 1.0, 1.0  # |u| <= b, Psi = |w|^2
        lam = sqrt(G**2 * (1 + log(m)) / (b**2 * m))
        harmonic = sum(1 / t for t in range(1, m + 1))
        assert m * lam * b**2 + G**2 / lam * harmonic <= 2 * G * b * sqrt(m * (1 + log(m))) + 1e-9
        game = played(
            FollowTheRegularisedLeader(1, domain="box", lam=2 * lam), [1.0, -1.0] * (min(m, 40) // 2) or [1.0]
        )
        assert verdicts(game) == {"holds"}


def test_e15c_it_is_the_regret_that_is_small_and_not_the_loss():
    zs = [1.0, -1.0] * 200
    game = played(FollowTheRegularisedLeader(1, domain="ball", G=4), zs, loss="square")
    root = sqrt(len(zs) * log(len(zs)))
    assert game.ledger.loss > 4 * root  # no O(sqrt(m log m)) bounds this
    assert game.ledger.regret < root
    assert verdicts(game) == {"holds"}


def test_e22_tracking_has_a_minus_and_its_constant_is_four():
    rng = np.random.default_rng(2)
    zs = rng.normal(size=(200, 3))
    zs /= np.maximum(1.0, np.linalg.norm(zs, axis=1))[:, None]
    game = played(FollowTheLeader(3), zs, loss="square", bounds=[LeaderBound(radius=1)])
    points = np.array([*game.ledger.points, game.learner.predict()])
    squares = ((points[:-1] - zs) ** 2).sum(axis=1)
    after = ((points[1:] - zs) ** 2).sum(axis=1)
    t = np.arange(1, 201)
    assert squares - after == pytest.approx((2 / t - 1 / t**2) * squares, abs=1e-13)
    assert not np.allclose(squares + after, (2 / t - 1 / t**2) * squares, rtol=0.5)  # as printed
    assert game.ledger.regret == pytest.approx((squares / t).sum(), abs=1e-12)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(4 * (1 / t).sum() - 3)
    assert certificate.allowed < 8 * (1 + log(200)) / 2


def test_e23_the_prophet_pays_no_more_than_any_fixed_point():
    rng = np.random.default_rng(3)
    zs = rng.normal(size=(50, 2))
    for loss in ("linear", "square"):
        prophecy = be_the_leader(zs, 2, domain="ball", loss=loss)
        game = played(FollowTheLeader(2), zs, loss=loss)
        for h in rng.normal(size=(100, 2)):
            h = game.learner.domain.project(h)
            paid = sum(game.price.value(h, z) for z in zs)
            assert prophecy.losses.sum() <= paid + 1e-9
            assert game.ledger.loss - paid <= game.ledger.regret + 1e-9  # regret is against the infimum
        assert game.ledger.regret != pytest.approx(game.ledger.loss)
