"""A certificate that cannot fail certifies nothing: each wrong step here must be found out."""

from __future__ import annotations

import numpy as np
import pytest

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


class Ascent(OnlineGradientDescent):
    """Steps along the gradient."""

    def step(self, g):
        return super().step(-g)


class Hurried(OnlineGradientDescent):
    """Takes steps a hundredth longer than they should be."""

    def rate(self):
        return 1.01 * super().rate()


class Late(OnlineGradientDescent):
    """Leaves the newest gradient out of its rate."""

    def rate(self):
        self.updates += 1
        rate = super().rate()
        self.updates -= 1
        return rate


class Unbound(OnlineGradientDescent):
    """Does not project."""

    def step(self, g):
        return self.w - self.rate() * g


class Inward(OnlineGradientDescent):
    """Stays away from the border."""

    def step(self, g):
        return 0.99 * super().step(g)


class Flattering(OnlineGradientDescent):
    """Reports a little less than it paid."""

    def learn(self, z, point):
        super().learn(z, point)
        self.played -= 0.01


class Forgetful(OnlineGradientDescent):
    """Leaves a gradient out of its sum now and then."""

    def learn(self, z, point):
        total = self.total
        super().learn(z, point)
        if self.updates % 5 == 0:
            self.total = total


class Shy(MirrorDescent):
    """Takes half a step."""

    def step(self, g):
        return super().step(g / 2)


class Backwards(MirrorDescent):
    """Steps along the gradient."""

    def step(self, g):
        return super().step(-g)


class Lazy(MirrorDescent):
    """Never comes back to the mirror image of the point it projected to."""

    def step(self, g):
        self.theta = self.theta - self.eta * g
        return self.mirror.land(self.theta, self.domain)[0]


class Greedy(ExponentiatedGradient):
    """Multiplies where it should divide."""

    def weights(self, losses):
        return super().weights(-losses)


class OutOfStep(ExponentiatedGradient):
    """Uses the rate of the round before."""

    def rate(self, t):
        return super().rate(max(1, t - 1))


class Unshared(ExponentiatedGradient):
    """Does not divide by the sum."""

    def weights(self, losses):
        return np.exp(-losses) / self.d


class OneSided(EGPlusMinus):
    """Has no negative copies."""

    def weights(self, losses):
        return self.mass * np.exp(-losses) / np.exp(-losses).sum()


class Heavy(EGPlusMinus):
    """Has a tenth more weight than it was given, and stays on the diamond all the same."""

    def weights(self, losses):
        return np.clip(1.1 * super().weights(losses), -0.5, 0.5)


class Unclipped(AdaGrad):
    """Leaves the box."""

    def step(self, g):
        inside = super().step(g)
        return np.where(np.abs(inside) == 1, 1.5 * inside, inside)


class Squared(AdaGrad):
    """Forgets the root."""

    def step(self, g):
        super().step(g)
        return self.domain.project(self.w - g / np.maximum(self.coordinate_squares, 1e-300))


class Shared(AdaGrad):
    """One rate for all coordinates."""

    def step(self, g):
        super().step(g)
        return self.domain.project(self.w - np.sqrt(2.0) * g / np.sqrt(max(self.squares, 1e-300)))


class Plain(OnlineNewtonStep):
    """Projects in the plain norm."""

    def step(self, g):
        self.gram = self.gram + np.outer(g, g)
        way = np.linalg.solve(self.norm, g)
        self.leverage += float(g @ way)
        return self.domain.project(self.w - way / self.gamma)


class FirstOrder(OnlineNewtonStep):
    """Keeps the matrix it began with."""

    def step(self, g):
        w = super().step(g)
        self.gram = self.gram - np.outer(g, g)
        return w


class Uphill(OnlineNewtonStep):
    """Steps along the gradient."""

    def step(self, g):
        return super().step(-g)


class Rash(CoinBetting):
    """Divides by the number of coins, not by one more."""

    def step(self, g):
        return super().step(g) * (self.updates + 1) / self.updates


class Poor(CoinBetting):
    """Bets as if it had never won."""

    def step(self, g):
        return self.total / -self.G / (self.updates + 1) * self.eps


class Contrary(CoinBetting):
    """Bets on the other side."""

    def step(self, g):
        return -super().step(g)


WRONG = {
    Ascent: {},
    Hurried: {},
    Late: {"eta": "root"},
    Unbound: {},
    Inward: {},
    Flattering: {},
    Forgetful: {},
    Shy: {},
    Backwards: {"mirror": "entropy"},
    Lazy: {"domain": "ball:0.2"},
    Greedy: {},
    OutOfStep: {},
    Unshared: {},
    OneSided: {},
    Heavy: {},
    Unclipped: {},
    Squared: {},
    Shared: {},
    Plain: {"domain": "simplex"},
    FirstOrder: {},
    Uphill: {},
    Rash: {},
    Poor: {},
    Contrary: {},
}


def trial(learner, rounds=40, **settings):
    """The verdicts after every round of a game with a trend and sudden turns."""
    curved = "square" if learner.name == "ons" else "linear"
    game = ConvexGame(learner, loss=curved, **settings)
    rng = np.random.default_rng(0)
    for t in range(rounds):
        z = rng.uniform([-0.5, -1.0], [1.5, 1.0]) if t % 10 else np.array([-1.0, 1.0])
        game.label(game.predict().number, z / 2)
        yield from (certificate.verdict for certificate in game.ledger.certificates)


@pytest.mark.parametrize(("rule", "settings"), WRONG.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_a_wrong_step_is_found_out(rule, settings):
    if issubclass(rule, OnlineNewtonStep):
        settings = {"G": 6.0, **settings}
    assert "violated" in trial(rule(2, **settings))


@pytest.mark.parametrize(("rule", "settings"), WRONG.items(), ids=lambda value: getattr(value, "__name__", ""))
def test_the_right_rules_pass_the_same_trials(rule, settings):
    if issubclass(rule, OnlineNewtonStep):
        settings = {"G": 6.0, **settings}
    assert set(trial(rule.__base__(2, **settings))) == {"holds"}


@pytest.mark.parametrize(
    ("rule", "settings", "aim"),
    [
        (Ascent, {}, 1.0),
        (Ascent, {"eta": "root"}, 1.0),
        (Ascent, {"eta": 0.5, "domain": "space"}, 1.0),
        (Shy, {"eta": 0.5}, 1.0),
        (Backwards, {"mirror": "entropy", "eta": 0.5}, 1.0),
        (Greedy, {}, 1.0),
        (Contrary, {}, 1.0),
        (Poor, {}, 1.0),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_regret_alone_finds_out_the_worst(rule, settings, aim):
    """No points are kept here: the inequality of the theorem itself has to fail."""
    game = ConvexGame(rule(2, **settings), keep=0)
    verdicts = set()
    for _ in range(60):
        game.label(game.predict().number, [aim, 0.0])
        verdicts |= {certificate.verdict for certificate in game.ledger.certificates}
    assert "violated" in verdicts
