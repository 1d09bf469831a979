"""Descent, AdaGrad and FTRL-Proximal on rows: the papers' rules, their theorems, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from confidence_games import any_rounds, play, seen
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import FTRLProximal, Game, LinearAdaGrad, LinearDescent
from littlestone.errors import BadParameter, StateError
from littlestone.features import as_batch
from littlestone.linear.tangent_theorems import TangentCase
from littlestone.support.effort import Effort

quick = settings(deadline=None, max_examples=50)
seeing = st.builds(dict, bias=st.sampled_from([None, 1.0, -0.5]), normalise=st.booleans())
losses = st.sampled_from(["hinge", "log", "square"])

SLOPES = {
    "hinge": lambda y, guess: -y * (y * guess < 1),
    "log": lambda y, guess: -y / (1 + np.exp(y * guess)),
    "square": lambda y, guess: 2 * (guess - y),
}
VALUES = {
    "hinge": lambda m: np.maximum(0, 1 - m),
    "log": lambda m: np.logaddexp(0, -m),
    "square": lambda m: (1 - m) ** 2,
}


def reference(rounds, weights_of, *, loss, bias, normalise, heavy=(1.0,)):
    """Guesses and gradients of the learner whose weights are a function of the gradients, and weights, so far.

    `heavy` are what the rounds weigh, over and over: a gradient is that of the loss, times what its round weighs.
    """
    gradients, weights, guesses = [], [np.zeros(len(rounds[0][0]) + 1)], []
    for t, (raw, y) in enumerate(rounds):
        x = seen(raw, bias, normalise)
        guesses.append(weights[-1] @ x)
        slope = heavy[t % len(heavy)] * SLOPES[loss](y, guesses[-1])
        if slope:
            gradients.append(slope * x)
            weights.append(weights_of(gradients, weights))
    return guesses, weights


def descent(eta, rate):
    def after(gradients, weights):
        return weights[-1] - eta / (len(gradients) ** 0.5 if rate == "root" else 1) * gradients[-1]

    return after


def lengths(gradients):
    return np.sqrt(np.sum(np.square(gradients), axis=0))


def adagrad(eta):
    def after(gradients, weights):
        n = lengths(gradients)
        return weights[-1] - eta * gradients[-1] / np.where(n > 0, n, 1)

    return after


def proximal(alpha, beta, l1, l2):
    """argmin of <sum g, w> + sum sigma_s |w - w_s|^2/2 + beta w^2/(2 alpha) + l1 |w| + l2 w^2/2, from all the past."""

    def after(gradients, weights):
        roots = np.array([np.zeros_like(gradients[0]), *(lengths(gradients[: t + 1]) for t in range(len(gradients)))])
        sigmas = np.diff(roots, axis=0) / alpha
        z = np.sum(gradients, axis=0) - np.sum(sigmas * weights[: len(gradients)], axis=0)
        return -np.sign(z) * np.maximum(0, np.abs(z) - l1) / ((beta + roots[-1]) / alpha + l2 + (roots[-1] == 0))

    return after


RULES = [
    (lambda **s: LinearDescent(eta=0.2, **s), descent(0.2, "fixed")),
    (lambda **s: LinearDescent(eta=0.5, rate="root", **s), descent(0.5, "root")),
    (lambda **s: LinearAdaGrad(eta=0.4, **s), adagrad(0.4)),
    (lambda **s: FTRLProximal(alpha=0.3, beta=0.7, **s), proximal(0.3, 0.7, 0.0, 0.0)),
    (lambda **s: FTRLProximal(alpha=0.3, beta=0.7, l1=0.8, l2=0.5, **s), proximal(0.3, 0.7, 0.8, 0.5)),
]


@quick
@given(any_rounds(most=30), st.sampled_from(RULES), losses, seeing)
def test_the_rules_are_the_papers(rounds, rule, loss, how):
    make, weights_of = rule
    game, guesses = play(make(loss=loss, **how), rounds)
    expected, weights = reference(rounds, weights_of, loss=loss, **how)
    if loss != "log" and np.any(np.abs(np.abs(expected) - 1) < 1e-9):
        return  # on the kink, or where there is hardly a slope, rounding decides whether there is an update
    np.testing.assert_allclose(guesses, expected, atol=1e-7, rtol=1e-7)
    np.testing.assert_allclose(game.learner.embedded_weights(0), weights[-1][0 if how["bias"] else 1 :], atol=1e-7)


HEAVY = (0.5, 3.0, 1.0, 0.1, 2.0)


def weighed_as_by_formula(make, weights_of, loss):
    """Does a learner play rounds of weights as the rule does whose gradients are multiplied by them?"""
    rng = np.random.default_rng(1)
    rounds = [(x, int(y)) for x, y in zip(rng.normal(size=(40, 3)), rng.choice([-1, 1], 40), strict=True)]
    learner = make(loss=loss, bias=1.0, normalise=False)
    game, guesses, paid = Game(learner), [], 0.0
    for t, (x, y) in enumerate(rounds):
        move = game.predict(x)
        game.label(move.number, y, HEAVY[t % len(HEAVY)])
        guesses.append(move.guess)
        paid += HEAVY[t % len(HEAVY)] * VALUES[loss](y * move.guess)
    expected, weights = reference(rounds, weights_of, loss=loss, bias=1.0, normalise=False, heavy=HEAVY)
    same = np.allclose(guesses, expected, atol=1e-9) and np.allclose(learner.embedded_weights(0), weights[-1])
    return same and learner.paid == pytest.approx(paid)


@pytest.mark.parametrize("loss", ["hinge", "log", "square"])
@pytest.mark.parametrize("rule", RULES)
def test_a_weight_multiplies_the_gradient(rule, loss):
    assert weighed_as_by_formula(*rule, loss)


class Heavier(LinearDescent):
    """Multiplies the gradient by the square of the weight."""

    def step(self, x, slope, guess):
        super().step(x, self.importance * slope, guess)


class Weightless(LinearDescent):
    """Treats every label alike."""

    def step(self, x, slope, guess):
        super().step(x, slope / self.importance, guess)


@pytest.mark.parametrize("wrong", [Heavier, Weightless])
def test_a_gradient_of_another_weight_is_found_out(wrong):
    assert not weighed_as_by_formula(lambda **s: wrong(eta=0.2, **s), descent(0.2, "fixed"), "log")


@quick
@given(any_rounds(), st.sampled_from(RULES), losses, seeing, st.data())
def test_the_regret_to_every_vector_stays_within_the_theorem(rounds, rule, loss, how, data):
    learner = rule[0](loss=loss, **how)
    game, guesses = play(learner, rounds)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds", certificate
    both = TangentCase(game.ledger.bounds[0], game.ledger, Effort()).both
    total = learner.sums()[0]
    x = np.array([seen(raw, **how) for raw, _ in rounds])
    y = np.array([y for _, y in rounds])
    u = np.array(data.draw(st.lists(st.integers(-8, 8), min_size=x.shape[1], max_size=x.shape[1]))) / 4
    lost = VALUES[loss](y * guesses).sum()
    assert learner.paid == pytest.approx(lost)
    u = np.pad(u, (0, max(0, len(total) - len(u))))[: len(total)] if len(total) > 1 else np.zeros(len(total))
    paid, allowed, size = both.against(u)
    assert paid == pytest.approx(learner.inner - total @ u)
    assert paid <= allowed + 1e-9 * size
    if len(u) == x.shape[1]:
        assert lost - VALUES[loss](y * (x @ u)).sum() <= paid + 1e-9 * (size + lost)


@quick
@given(any_rounds(), st.sampled_from(RULES[:4]), seeing)
def test_without_prices_the_theorem_is_an_equation_for_the_last_weights(rounds, rule, how):
    game, _ = play(rule[0](loss="log", **how), rounds)
    case = TangentCase(game.ledger.bounds[0], game.ledger, Effort())
    paid, allowed, _ = case.both.against(case.end)
    assert paid == pytest.approx(allowed, abs=1e-9)
    np.testing.assert_allclose(case.end, game.learner.arrived(), atol=1e-9)


@quick
@given(any_rounds(), st.sampled_from(["log", "square"]), seeing)
def test_ftrl_without_prices_is_descent_with_a_rate_for_every_coordinate(rounds, loss, how):
    alpha, beta = 0.3, 0.7

    def after(gradients, weights):
        return weights[-1] - alpha / (beta + lengths(gradients)) * gradients[-1]

    expected, _ = reference(rounds, after, loss=loss, **how)
    np.testing.assert_allclose(
        play(FTRLProximal(alpha=alpha, beta=beta, loss=loss, **how), rounds)[1], expected, atol=1e-8
    )


def test_with_l1_most_weights_are_exactly_zero():
    rng = np.random.default_rng(0)
    x = rng.normal(size=(500, 50))
    learner = FTRLProximal(alpha=0.5, l1=25.0)
    ledger = Game(learner).play_batch(as_batch(x, np.where(x[:, 0] > 0, 1.0, -1.0)))
    assert learner.weights[0] > 0.5
    assert np.count_nonzero(learner.weights) < 10
    assert ledger.certificates[0].verdict == "holds"


@pytest.mark.filterwarnings("ignore:.*encountered:RuntimeWarning")  # the interpreted core computes with numpy's numbers
@pytest.mark.parametrize("scale", [1e-200, 1e-160, 1e140, 1e155, 1e200, 1e300])
@pytest.mark.parametrize("loss", ["hinge", "log", "square"])
@pytest.mark.parametrize("make", [LinearDescent, LinearAdaGrad, FTRLProximal])
def test_numbers_without_squares_violate_nothing(make, loss, scale):
    rng = np.random.default_rng(5)
    x = rng.normal(size=(25, 3)) * np.where(rng.random((25, 1)) < 0.5, scale, 1.0)
    for rows in (x, scale * rng.normal(size=(25, 3))):
        learner = make(loss=loss)
        ledger = Game(learner).play_batch(as_batch(rows, rng.choice([-1.0, 1.0], 25)))
        assert ledger.certificates[0].verdict in ("holds", "open")
        assert np.isfinite(learner.weights).all()


class Uphill(LinearDescent):
    """Climbs."""

    def step(self, x, slope, guess):
        super().step(x, slope, guess)
        self.add(x, 2 * self.eta * slope)
        self.updates -= 1


class Doubled(LinearDescent):
    """Takes two steps where one is due."""

    def step(self, x, slope, guess):
        super().step(x, slope, guess)
        self.add(x, -self.eta * slope)
        self.updates -= 1


class Climbing(LinearAdaGrad):
    """Climbs."""

    def step(self, x, slope, guess):
        before = self.weights
        super().step(x, slope, guess)
        state = self.state()
        self.restore(state | {"w": 2 * before - state["w"]})


class Constant(LinearAdaGrad):
    """Does not slow down."""

    def step(self, x, slope, guess):
        before = self.weights
        super().step(x, slope, guess)
        self.restore(self.state() | {"w": before - self.eta * slope * x.dense(len(before))})


class Forward(FTRLProximal):
    """Follows the gradient where it should go against it."""

    def step(self, x, slope, guess):
        super().step(x, slope, guess)
        state = self.state()
        self.restore(state | {"w": -state["w"]})


class Dense(FTRLProximal):
    """Does not ask how much reason there is."""

    def priced(self, z, stiffness):
        return -z / (stiffness + self.l2)


class Rooted(LinearDescent):
    """Slows down a hundredth faster than it says."""

    def step(self, x, slope, guess):
        super().step(x, slope, guess)
        self.add(x, 0.01 * self.eta * slope / self.updates**0.5)
        self.updates -= 1


class Flattering(LinearAdaGrad):
    """Reports a little less of what its gradients cost."""

    def step(self, x, slope, guess):
        super().step(x, slope, guess)
        self.inner -= 1e-3


class Hasty(FTRLProximal):
    """Takes its coordinates for stiffer than its theorem does."""

    def priced(self, z, stiffness):
        return super().priced(z, 1.01 * stiffness)


WRONG = [
    (Uphill, {}),
    (Doubled, {}),
    (Rooted, {"rate": "root"}),
    (Climbing, {}),
    (Constant, {}),
    (Flattering, {}),
    (Forward, {}),
    (Dense, {"l1": 0.5}),
    (Hasty, {"l2": 0.1}),
]


@pytest.mark.parametrize(("rule", "setting"), WRONG)
def test_a_wrong_rule_is_found_out_and_the_right_one_is_not(rule, setting):
    rng = np.random.default_rng(2)
    batch = as_batch(rng.normal(size=(300, 3)), rng.choice([-1.0, 1.0], 300))
    ledger = Game(rule(loss="hinge", **setting)).play_batch(batch)
    assert ledger.certificates[0].verdict == "violated", ledger
    right = Game(rule.__base__(loss="hinge", **setting)).play_batch(batch)
    assert right.certificates[0].verdict == "holds", right


@pytest.mark.parametrize(
    ("make", "setting"),
    [
        (LinearDescent, {"eta": 0}),
        (LinearDescent, {"rate": "slow"}),
        (LinearAdaGrad, {"eta": -1.0}),
        (FTRLProximal, {"l1": -1.0}),
        (FTRLProximal, {"alpha": float("nan")}),
    ],
)
def test_settings_out_of_range_are_refused(make, setting):
    with pytest.raises(BadParameter):
        make(**setting)


def test_states_that_do_not_fit_are_refused():
    state = play(FTRLProximal(), [([1.0, 2.0], 1)])[0].learner.state()
    for name in ("cells", "inner"):
        with pytest.raises(StateError):
            FTRLProximal().restore({key: value for key, value in state.items() if key != name})
