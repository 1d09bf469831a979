"""The learners with kernels against dense sums, the Perceptron and their theorems; and wrong rules found out."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from linear_games import any_rounds, play

from littlestone import Forgetron, Game, KernelPerceptron, Perceptron, Projectron, RandomisedBudgetPerceptron
from littlestone.bounds import KernelMarginBound
from littlestone.errors import BadParameter, StateError
from littlestone.kernels import kernel_perceptron_theorems as kernel_bounds
from littlestone.kernels.forgetron_theorems import largest_factor

quick = settings(deadline=None, max_examples=30)
KINDS = [KernelPerceptron, RandomisedBudgetPerceptron, Forgetron, Projectron]
kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
kernels = st.sampled_from(
    [
        {"kernel": "linear"},
        {"kernel": "polynomial", "degree": 2, "gamma": 0.5, "offset": 1.0},
        {"kernel": "polynomial", "degree": 3, "offset": 0.0},
        {"kernel": "rbf", "gamma": 0.3},
    ]
)


def value(a, b, kernel="rbf", degree=3, gamma=1.0, offset=1.0):
    """K(a, b) by its formula."""
    if kernel == "linear":
        return a @ b
    if kernel == "polynomial":
        return (gamma * (a @ b) + offset) ** degree
    return math.exp(-gamma * ((a - b) @ (a - b)))


def circles(rows=300, seed=0, noise=0.0):
    """Points inside and outside a circle: no line separates them, a kernel does."""
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(rows, 2))
    y = np.where((x**2).sum(axis=1) < 1.4, 1, -1)
    y[chance.random(rows) < noise] *= -1
    return list(zip(x, y.tolist(), strict=True))


@quick
@given(any_rounds(), kernels)
def test_the_guess_is_the_sum_of_kernels_with_the_mistakes_and_both_theorems_are_kept(rounds, given):
    game = Game(KernelPerceptron(**given))
    mistakes = []
    for x, y in rounds:
        move = game.predict(x)
        expected = sum(sign * value(z, x, **given) for z, sign in mistakes)
        assert move.guess == pytest.approx(expected, rel=1e-9, abs=1e-9)
        if move.act != y:
            mistakes.append((x, y))
        game.label(move.number, y)
    margin, hinge = game.ledger.certificates
    assert margin.verdict != "violated", margin
    assert hinge.verdict == "holds", hinge
    assert hinge.paid == len(mistakes) == game.learner.count


@quick
@given(st.integers(0, 10_000), st.booleans())
def test_with_the_linear_kernel_it_is_the_perceptron_and_has_its_certificates(seed, separable):
    chance = np.random.default_rng(seed)
    x = chance.normal(size=(60, 3))
    y = np.sign(x @ [1, -2, 0.5] + (0 if separable else 0.8) * chance.normal(size=60)).astype(int)
    rounds = list(zip(x, y.tolist(), strict=True))
    kernel, primal = play(KernelPerceptron(kernel="linear"), rounds), play(Perceptron(), rounds)
    assert kernel.ledger.mistakes == primal.ledger.mistakes
    for one, other in zip(kernel.ledger.certificates, primal.ledger.certificates, strict=True):
        assert one.verdict == other.verdict
        if one.allowed is not None:
            assert one.allowed == pytest.approx(other.allowed, rel=1e-3)
    w = kernel.learner.coefficients @ np.array(
        [kernel.learner.support().row(i).dense(3) for i in range(kernel.learner.count)]
    )
    assert w == pytest.approx(primal.learner.weights, rel=1e-12, abs=1e-12)


def test_a_circle_is_learned_with_a_margin_that_the_gram_matrix_knows():
    game = play(KernelPerceptron(kernel="polynomial", degree=2), circles())
    margin, hinge = game.ledger.certificates
    assert margin.verdict == hinge.verdict == "holds"
    assert game.ledger.mistakes <= margin.allowed
    assert "no separator" in play(Perceptron(bias=1.0), circles()).ledger.certificates[0].broken
    broken = play(KernelPerceptron(), circles(), bounds=[KernelMarginBound(5.0)]).ledger.certificates[0].broken
    assert "promised margin" in broken


@pytest.mark.parametrize("kind", [KernelPerceptron, Projectron, Forgetron], ids=lambda kind: kind.name)
def test_past_the_first_thousand_mistakes_the_theorem_is_certified_for_them_and_its_lesson_is_about_them(
    kind, monkeypatch
):
    monkeypatch.setattr(kernel_bounds, "MOST", 7)
    game = play(kind(kernel="rbf"), circles(noise=0.2))
    batch = game.ledger.kept.batch()
    assert batch.rows > 50
    x = np.array([batch.row(t).dense(2) for t in range(7)])
    y = np.asarray(batch.labels)[:7]
    K = np.array([[value(a, b) for b in x] for a in x])
    for certificate in game.ledger.certificates:
        assert f"over the first 7 of {batch.rows} mistakes" in certificate.theorem
        assert (certificate.verdict, certificate.paid) == ("holds", 7)
        if "hinge loss at least" not in certificate.teaches:
            continue
        first, rest = certificate.teaches.split("at least ")[1].split(" - ")
        factor, square = rest.split(" |u|")[0], "|u|^2" in rest
        for a in np.random.default_rng(0).normal(size=(200, 7)):  # u = sum of a_i x_i, long and short
            for scale in (0.01, 0.1, 1.0):
                u, margins = scale * np.sqrt(a @ K @ a), scale * y * (K @ a)
                least = float(first) - float(factor) * (u * u if square else u)
                assert np.maximum(0, 1 - margins).sum() >= least - 1e-3


@kinds
@quick
@given(circle=st.integers(0, 1000), noise=st.sampled_from([0.0, 0.3]), budget=st.integers(1, 9), given=kernels)
def test_no_theorem_is_violated_and_no_budget_exceeded(kind, circle, noise, budget, given):
    if kind is not KernelPerceptron:
        given = {**given, "budget": budget}
    game = play(kind(**given), circles(rows=80, seed=circle, noise=noise))
    assert game.learner.count <= given.get("budget", 80)
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate


@pytest.mark.parametrize("kind", KINDS[1:3], ids=lambda kind: kind.name)
def test_with_a_budget_that_is_never_reached_it_is_the_kernel_perceptron(kind):
    rounds = circles(noise=0.1)
    assert play(kind(budget=1000), rounds).ledger.mistakes == play(KernelPerceptron(), rounds).ledger.mistakes


def test_the_projectron_with_eta_zero_is_the_perceptron_with_a_smaller_support():
    rounds = circles(noise=0.1)
    given = {"kernel": "polynomial", "degree": 2}
    game, whole = play(Projectron(eta=0.0, **given), rounds), play(KernelPerceptron(**given), rounds)
    assert game.ledger.mistakes == whole.ledger.mistakes
    assert game.learner.count <= 6 < whole.learner.count  # six monomials of degree two in two variables
    assert game.learner.cut < 1e-3
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"


@pytest.mark.parametrize("eta", [0.1, 0.5])
def test_the_projectron_remembers_less_for_a_larger_eta_and_stays_within_its_theorem(eta):
    rounds = circles(rows=600, noise=0.05)
    game = play(Projectron(eta=eta), rounds)
    assert game.learner.count < play(Projectron(eta=eta / 2), rounds).learner.count
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid <= certificate.allowed


def test_the_forgetron_forgets_within_its_damage_and_its_theorem():
    rounds = circles(rows=2000, noise=0.15, seed=3)
    game = play(Forgetron(budget=83), rounds)
    assert game.ledger.mistakes > 200
    assert game.learner.count == 83
    assert 0 < game.learner.damage <= 15 / 32 * game.ledger.mistakes * (1 + 1e-12)
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "holds"
    assert certificate.paid <= certificate.allowed


def test_an_adversary_that_always_contradicts_stays_within_the_theorem_of_the_forgetron():
    chance = np.random.default_rng(0)
    game = Game(Forgetron(budget=90, gamma=0.1))
    for _ in range(400):
        move = game.predict(chance.normal(size=3))
        game.label(move.number, -move.act)
    (certificate,) = game.ledger.certify("full")
    assert certificate.paid == 400
    assert certificate.verdict == "holds"


def test_the_premise_of_the_forgetron_is_named_with_the_round():
    game = play(Forgetron(kernel="linear"), [([1.0, 0.0], -1), ([0.0, 2.0], -1), ([0.0, 3.0], 1)])
    certificate = game.ledger.certificates[0]
    assert certificate.broken == "K(x, x) is 4 in round 2, and the theorem is for 1 at most"


@quick
@given(st.floats(0.01, 1.0), st.floats(-3, 3), st.floats(0, 5), st.integers(1, 30))
def test_the_forgetron_shrinks_no_more_than_it_must(s, m, slack, mistakes):
    learner = Forgetron()
    learner.updates = mistakes
    learner.damage = max(0.0, 15 / 32 * mistakes - slack)
    f = learner.shrinkage(s, m)

    def damage(f):
        return learner.damage + (f * s) ** 2 + 2 * f * s - 2 * f * s * f * m

    assert 0 <= f <= 1
    assert damage(f) <= 15 / 32 * mistakes + 1e-9
    assert f == 1 or damage(min(1.0, f * 1.001 + 1e-6)) > 15 / 32 * mistakes - 1e-9


def test_the_draws_of_the_randomised_budget_are_of_its_seed():
    rounds = circles(rows=400, noise=0.2)
    one, same, other = (
        play(RandomisedBudgetPerceptron(budget=10, seed=seed), rounds).learner.state()["values"] for seed in (1, 1, 2)
    )
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)


def test_what_is_dropped_from_the_support_leaves_the_others_as_they_were():
    game = play(KernelPerceptron(), circles(rows=200))
    learner = game.learner
    rows = [learner.support().row(i).dense(2) for i in range(learner.count)]
    a = learner.coefficients
    for i in (learner.count - 1, 3, 0):
        learner.drop(i)
        del rows[i]
        a = np.delete(a, i)
    assert learner.count == len(rows)
    assert all(np.array_equal(learner.support().row(i).dense(2), row) for i, row in enumerate(rows))
    assert np.array_equal(learner.coefficients, a)
    with pytest.raises(IndexError):
        learner.drop(learner.count)


class Stubborn(KernelPerceptron):
    """Remembers what it knew already."""

    def learn(self, x, y, guess):
        self.store(x, y)
        self.updates += 1


class HalfHearted(KernelPerceptron):
    """Takes half a step."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.store(x, y / 2)
            self.updates += 1


class Overshooting(Projectron):
    """Projects, and goes twice as far."""

    def learn(self, x, y, guess):
        before = self.coefficients
        super().learn(x, y, guess)
        if 0 < self.count == len(before):
            np.asarray(self.a)[: self.count] += self.coefficients - before


class ForgetsToShrink(Forgetron):
    """Forgets without shrinking."""

    def shrinkage(self, s, m):
        return 1.0


class ForgetsTheNewest(Forgetron):
    """Forgets the newest example."""

    def learn(self, x, y, guess):
        if self.act(guess) != y and self.count == self.budget:
            self.updates += 1
        else:
            super().learn(x, y, guess)


@pytest.mark.parametrize("wrong", [Stubborn, HalfHearted, Overshooting, ForgetsToShrink, ForgetsTheNewest])
def test_a_wrong_rule_is_found_out(wrong):
    given = {"budget": 83} if issubclass(wrong, Forgetron) else {"eta": 0.01} if wrong is Overshooting else {}
    verdicts = {each.verdict for each in play(wrong(**given), circles(rows=600, noise=0.2)).ledger.certificates}
    assert "violated" in verdicts


@pytest.mark.parametrize("budget", [1, 2, 3, 10])
@pytest.mark.parametrize("noise", [0.0, 0.5])
def test_the_forgetron_is_certified_at_any_budget_and_wrong_ones_are_found_out(budget, noise):
    rounds = circles(rows=150, noise=noise)
    (certificate,) = play(Forgetron(budget=budget), rounds).ledger.certificates
    assert certificate.verdict == "holds", certificate
    assert certificate.paid > budget
    for wrong in (ForgetsToShrink, ForgetsTheNewest):
        assert play(wrong(budget=budget), rounds).ledger.certificates[0].verdict == "violated"


@kinds
@pytest.mark.parametrize("size", [1e-162, 1e-90, 1e90, 1e160, 1e200])
@pytest.mark.parametrize("kernel", ["linear", "polynomial", "rbf"])
def test_no_scale_of_the_features_ends_in_an_exception(kind, size, kernel):
    rounds = [([size, 0.0], -1), ([0.0, size], -1), ([size, size], 1), ([1.0, 0.0], -1), ([0.0, 0.0], -1)]
    game = play(kind(kernel=kernel), 2 * rounds)
    assert all(certificate.verdict != "violated" for certificate in game.ledger.certificates)


@pytest.mark.parametrize(
    "wrong",
    [{"kernel": "sigmoid"}, {"degree": 0}, {"degree": 101}, {"gamma": 0}, {"gamma": -1.0}, {"offset": -0.1}],
)
def test_what_is_no_kernel_is_refused(wrong):
    with pytest.raises(BadParameter):
        KernelPerceptron(**wrong)


def test_wrong_budgets_and_states_are_refused():
    for kind in KINDS[1:]:
        with pytest.raises(BadParameter, match="budget"):
            kind(budget=0)
    with pytest.raises(BadParameter, match="eta"):
        Projectron(eta=-1.0)
    for kind in KINDS:
        with pytest.raises(StateError):
            kind().restore({"updates": 1})


def test_a_forgetron_forgets_what_has_shrunk_to_nothing():
    assert largest_factor(0.0, 1.0, -1e-9) == 1.0
    chance = np.random.default_rng(0)
    game = Game(Forgetron(budget=1, kernel="linear"))
    for x in 100.0 * chance.normal(size=(300, 2)):
        move = game.predict(x)
        game.label(move.number, -move.act)
    assert np.isfinite(game.learner.coefficients).all()
    assert "K(x, x)" in game.ledger.certificates[0].broken


@pytest.mark.parametrize("kind", [KernelPerceptron, Projectron, Forgetron])
def test_examples_far_from_the_origin_have_kernels_with_fewer_digits_and_violate_nothing(kind):
    chance = np.random.default_rng(0)
    x = 1e4 + chance.normal(size=(200, 2)).round(2)
    rounds = list(zip(x, chance.choice([-1, 1], 200).tolist(), strict=True))
    for certificate in play(kind(gamma=20.0), rounds).ledger.certificates:
        assert certificate.verdict != "violated", certificate
