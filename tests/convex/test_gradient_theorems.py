"""The theorems of the gradient learners on drawn and on adversarial games: never violated by honest play."""

from __future__ import annotations

from functools import partial
from math import log, sqrt

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import (
    AdaGrad,
    CoinBetting,
    ConvexGame,
    EGPlusMinus,
    ExponentiatedGradient,
    MirrorDescent,
    OnlineGradientDescent,
    OnlineNewtonStep,
)
from littlestone.bounds import AdaGradBound, CoinBound, DescentBound, ExponentialBound, MirrorBound
from littlestone.errors import BadParameter
from littlestone.geometry import MirrorMap
from littlestone.losses.point_losses import Given


class PNorm(MirrorMap):
    """Half the squared q-norm, (q - 1)-strongly convex in it: between the Perceptron and Winnow."""

    q = 1.5
    mu = 0.5

    def value(self, w):
        return np.linalg.norm(w, self.q) ** 2 / 2

    def gradient(self, w):
        return self.power(w, self.q)

    def inverse(self, theta, domain):
        return self.power(theta, self.q / (self.q - 1))

    def dual_norm(self, g):
        return float(np.linalg.norm(g, self.q / (self.q - 1)))

    @staticmethod
    def power(w, p):
        length = np.linalg.norm(w, p)
        return np.zeros(len(w)) if length == 0 else np.sign(w) * np.abs(w / length) ** (p - 1) * length


def natures(kind, d, rounds, seed):
    """A function from the round and the point played to a vector of length one at most."""
    rng = np.random.default_rng(seed)
    drawn = rng.uniform(-1, 1, size=(rounds, d)) / sqrt(d)

    def reveal(t, w):
        if kind == "drawn":
            return drawn[t]
        if kind == "flips":
            return (-1.0) ** t * np.ones(d) / sqrt(d)
        if kind == "one coordinate":
            return np.eye(d)[0]
        if kind == "rare":
            return 0.99 * np.eye(d)[-1] * (t % 7 == 0) + 1e-3 * drawn[t]
        if kind == "zero":
            return np.zeros(d)
        aim = np.where(w >= np.median(w), 1.0, -1.0)  # whatever the learner likes is dear
        return aim / sqrt(d)

    return reveal


KINDS = ["drawn", "flips", "one coordinate", "rare", "zero", "spite"]

MAKERS = {
    "ogd": lambda d, G: OnlineGradientDescent(d),
    "ogd-simplex": lambda d, G: OnlineGradientDescent(d, domain="simplex"),
    "ogd-far-box": lambda d, G: OnlineGradientDescent(d, domain="box:10000,10001"),
    "ogd-root": lambda d, G: OnlineGradientDescent(d, eta="root", G=G),
    "ogd-constant": lambda d, G: OnlineGradientDescent(d, eta=0.3 / G),
    "ogd-space": lambda d, G: OnlineGradientDescent(d, eta=0.3 / G, domain="space"),
    "mirror-entropy": lambda d, G: MirrorDescent(d, mirror="entropy", eta=0.3 / G),
    "mirror-unaware": lambda d, G: MirrorDescent(d, mirror="entropy", eta=0.3),
    "mirror-space": lambda d, G: MirrorDescent(d, eta=0.3),
    "mirror-p-norm": lambda d, G: MirrorDescent(d, mirror=PNorm(), eta=0.3 / G),
    "eg": lambda d, G: ExponentiatedGradient(d, G=G),
    "eg-fast": lambda d, G: ExponentiatedGradient(d, eta=50.0 / G),
    "eg-unaware": lambda d, G: ExponentiatedGradient(d),
    "eg+-": lambda d, G: EGPlusMinus(d, G=G, U=3.0),
    "eg+--constant": lambda d, G: EGPlusMinus(d, eta=0.3 / G),
    "adagrad": lambda d, G: AdaGrad(d, low=-1.0, high=0.5),
    "coin": lambda d, G: CoinBetting(d, G=G),
    "coin-rich": lambda d, G: CoinBetting(d, G=G, eps=100.0),
}


@settings(deadline=None, max_examples=150)
@given(
    st.sampled_from(sorted(MAKERS)),
    st.sampled_from(KINDS),
    st.integers(1, 4),
    st.integers(1, 40),
    st.integers(0, 999),
    st.sampled_from([1e-6, 1.0, 1e6]),
)
def test_the_theorem_holds_after_every_round_whatever_nature_reveals(name, kind, d, rounds, seed, scale):
    game, reveal = ConvexGame(MAKERS[name](d, scale)), natures(kind, d, rounds, seed)
    for t in range(rounds):
        move = game.predict()
        game.label(move.number, scale * reveal(t, move.guess))
        for certificate in game.ledger.certificates:
            assert certificate.verdict == "holds", certificate


@settings(deadline=None, max_examples=60)
@given(
    st.sampled_from(["ball", "box", "simplex"]),
    st.sampled_from(KINDS),
    st.sampled_from(["square", "wealth"]),
    st.integers(1, 4),
    st.integers(1, 40),
    st.integers(0, 999),
)
def test_the_newton_step_holds_on_curved_losses(domain, kind, loss, d, rounds, seed):
    loss = loss if domain == "simplex" else "square"
    learner = OnlineNewtonStep(d, G=3.0 + 2.0 * sqrt(d), domain=domain)
    game, reveal = ConvexGame(learner, loss=loss), natures(kind, d, rounds, seed)
    for t in range(rounds):
        move = game.predict()
        z = reveal(t, move.guess)
        game.label(move.number, np.exp(z) if loss == "wealth" else z)
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == "holds", certificate
        if t >= 4:
            closed = 5 * (1 / learner.kappa + learner.G * learner.diameter) * d * log(t + 1)
            assert certificate.allowed <= closed * (1 + 1e-9)


@settings(deadline=None, max_examples=40)
@given(
    st.sampled_from(["ball", "box", "simplex", "space"]),
    st.sampled_from(KINDS),
    st.integers(1, 4),
    st.integers(1, 40),
    st.integers(0, 999),
)
def test_strongly_convex_losses_cost_a_logarithm(domain, kind, d, rounds, seed):
    game = ConvexGame(OnlineGradientDescent(d, eta="strong", domain=domain), loss="square")
    reveal = natures(kind, d, rounds, seed)
    for t in range(rounds):
        move = game.predict()
        game.label(move.number, 100 * reveal(t, move.guess))
        (certificate,) = game.ledger.certificates
        assert certificate.verdict == "holds", certificate
    longest = game.learner.longest
    assert certificate.allowed <= longest**2 / 4 * (1 + log(rounds)) * (1 + 1e-9)


def played(learner, rounds=40, kind="spite", loss="linear", seed=1, scale=1.0, **settings):
    game, reveal = ConvexGame(learner, loss=loss, **settings), natures(kind, learner.d, rounds, seed)
    for t in range(rounds):
        move = game.predict()
        game.label(move.number, scale * reveal(t, move.guess))
    return game


@pytest.mark.parametrize("kind", ["drawn", "spite"])
@pytest.mark.parametrize("domain", ["ball", "box", "simplex"])
def test_what_is_paid_is_the_regret_of_linear_losses_against_the_best_fixed_point(domain, kind):
    game = played(OnlineGradientDescent(3, domain=domain), kind=kind)
    total = np.sum(game.ledger.revealed, axis=0)
    if domain == "ball":
        best = -np.linalg.norm(total)
    elif domain == "box":
        best = -np.abs(total).sum()
    else:
        best = total.min()
    assert game.ledger.certificates[0].paid == pytest.approx(game.ledger.loss - best)


@pytest.mark.parametrize("eta", ["adaptive", "root", "strong"])
def test_what_is_paid_is_at_least_the_true_regret_of_curved_losses(eta):
    game = played(OnlineGradientDescent(2, eta=eta), loss="square", kind="drawn")
    z = np.array(game.ledger.revealed)
    best = ((z - z.mean(axis=0)) ** 2).sum()  # the mean lies in the ball
    (certificate,) = game.ledger.certificates
    assert certificate.paid >= game.ledger.loss - best - 1e-9
    least = float(certificate.teaches.split()[-1])
    assert best >= least - 1e-3


PROMISED = [
    (OnlineGradientDescent(3), DescentBound, 2 * sqrt(2) * sqrt(40)),
    (OnlineGradientDescent(3, eta="root"), DescentBound, 3 * sqrt(40)),
    (OnlineGradientDescent(3, eta=0.1), DescentBound, 1 / 0.2 + 0.05 * 40),
    (MirrorDescent(3, mirror="entropy", eta=0.1), MirrorBound, log(3) / 0.1 + 0.05 * 40),
    (ExponentiatedGradient(3), ExponentialBound, 2 * sqrt(40 * log(3))),
    (ExponentiatedGradient(3, eta=sqrt(2 * log(3) / 40)), ExponentialBound, sqrt(2 * 40 * log(3))),
    (EGPlusMinus(3, U=5.0, eta=sqrt(2 * log(6) / 40)), ExponentialBound, 5 * sqrt(2 * 40 * log(6))),
    (AdaGrad(3), AdaGradBound, 2 * sqrt(2) * 3 * sqrt(40)),
]


@pytest.mark.parametrize(("learner", "bound", "allowed"), PROMISED)
def test_a_promised_length_gives_the_bound_that_is_known_before_the_game(learner, bound, allowed):
    game = played(learner.clone(), bounds=[bound(G=1.0), bound()])
    promise, seen = game.ledger.certificates
    assert promise.verdict == seen.verdict == "holds"
    assert promise.allowed == pytest.approx(allowed)
    assert seen.allowed <= promise.allowed * (1 + 1e-9)


@pytest.mark.parametrize(("learner", "bound", "allowed"), PROMISED)
def test_a_longer_gradient_breaks_the_promise_and_is_named(learner, bound, allowed):
    game = played(learner.clone(), kind="one coordinate", bounds=[bound(G=1.0)], rounds=4)
    game.label(game.predict().number, [0.0, -9.0, 0.0])
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "broken premise"
    if bound is AdaGradBound:
        assert "mean square" in certificate.broken
    else:
        assert certificate.broken.startswith("gradient 5 is longer than the promised 1; the longest is 9")
    assert certificate.allowed is None


def test_coins_and_newton_steps_name_the_gradient_that_was_too_long():
    coin = played(CoinBetting(2), rounds=3)
    coin.label(coin.predict().number, [2.0, 0.0])
    for certificate in coin.ledger.certificates:
        assert certificate.broken.startswith("gradient 4 is longer than the promised 1")
    newton = played(OnlineNewtonStep(2, G=1.0), loss="square", rounds=6, scale=2.0)
    assert newton.ledger.certificates[0].broken.startswith("gradient 1 is longer")
    straight = played(OnlineNewtonStep(2), rounds=3)
    (certificate,) = straight.ledger.certificates
    assert certificate.verdict == "open"
    assert certificate.open.endswith("the linear loss, which is not known to be exp-concave or strongly convex")


def test_a_one_sided_coin_makes_rich_until_more_is_not_bet():
    game = ConvexGame(CoinBetting(1))
    for _ in range(400):
        game.label(game.predict().number, -1.0)
    assert np.isfinite(game.learner.predict()).all()
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "open"
        assert "more than that is not bet" in certificate.open


def test_rounds_that_are_never_judged_break_nothing():
    game = ConvexGame(OnlineGradientDescent(2))
    for t in range(20):
        move = game.predict()
        if t % 3:
            game.label(move.number, [1.0, -1.0])
        else:
            game.forget(move.number)
    assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("name", sorted(MAKERS))
def test_without_evidence_the_sums_alone_certify(name):
    kept = played(MAKERS[name](2, 1.0), kind="drawn")
    part = played(MAKERS[name](2, 1.0), kind="drawn", keep=20)
    none = played(MAKERS[name](2, 1.0), kind="drawn", keep=0)
    for game in (part, none):
        assert not game.ledger._complete
        assert game.ledger.certificates == kept.ledger.certificates


def test_on_all_of_space_the_user_may_say_how_far_to_compare():
    learner = partial(OnlineGradientDescent, 2, eta=0.1, domain="space")
    mirror = partial(MirrorDescent, 2, eta=0.1)
    for make, bound in ((learner, DescentBound), (mirror, MirrorBound)):
        game = played(make(), kind="drawn", bounds=[bound(radius=3.0), bound()])
        near, any_point = game.ledger.certificates
        assert near.verdict == any_point.verdict == "holds"
        assert near.allowed == pytest.approx(9 / 0.2 + 0.05 * game.learner.squares)
        assert near.paid == pytest.approx(game.ledger.loss + 3.0 * np.linalg.norm(game.learner.total))
        assert "within 3 of the start" in near.teaches
        assert "every point u has lost at least" in any_point.teaches
    game = played(CoinBetting(2), bounds=[CoinBound(radius=3.0)])
    assert "within 3 of the origin" in game.ledger.certificates[0].teaches
    assert game.ledger.certificates[0].allowed == pytest.approx(3 * sqrt(40 * log(1 + 24 * (40 * 3.0) ** 2)) + 1)


@pytest.mark.parametrize("bound", [DescentBound, MirrorBound, ExponentialBound, AdaGradBound])
def test_a_promise_is_a_number_above_zero(bound):
    with pytest.raises(BadParameter, match="G is the longest gradient"):
        bound(G=0.0)


def test_whole_coins_make_the_wealth_theorem_an_equation():
    game = ConvexGame(CoinBetting(1, eps=2.0, G=5.0))
    for c in np.random.default_rng(0).choice([-1.0, 1.0], size=100, p=[0.3, 0.7]):
        game.label(game.predict().number, -5.0 * c)
        wealth = game.ledger.certificates[0]
        assert wealth.verdict == "holds"
        assert wealth.paid == pytest.approx(wealth.allowed, rel=1e-9, abs=1e-9)
    assert f"sum to no more than {abs(game.learner.total[0]):.4g}" in wealth.teaches


def test_a_certificate_of_a_restored_game_is_the_same():
    game = played(AdaGrad(3), kind="drawn")
    again = ConvexGame(AdaGrad(3))
    again.learner.restore(game.learner.state())
    again.ledger.restore(game.ledger.state())
    assert again.ledger.certificates == game.ledger.certificates


def test_a_loss_of_ones_own_is_certified_by_its_gradients():
    absolute = Given(lambda w, z: np.abs(w - z).sum(), lambda w, z: np.sign(w - z))
    game = ConvexGame(AdaGrad(2), loss=absolute)
    for z in np.random.default_rng(2).uniform(-1, 1, size=(50, 2)):
        game.label(game.predict().number, z)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    medians = np.abs(np.array(game.ledger.revealed) - np.median(game.ledger.revealed, axis=0)).sum()
    assert game.ledger.loss - medians <= certificate.paid <= certificate.allowed
