"""AdaNormalHedge, Squint, BOA and ML-Poly against their formulas, written down once more with numpy."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_advice import LOSSES, games, guesses, losses_of
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import BOA, AdaNormalHedge, AggregatingAlgorithm, Game, Hedge, MLPoly, Squint
from littlestone.errors import BadAdvice, BadParameter, StateError
from littlestone.experts import as_advice

# With advice and truths at the ends of their range a guess may lie on a kink of the loss, or a regret on one of the
# rule, but for rounding: there two ways to write a formula may go two ways.
SMOOTH = {"kinds": ["noise", "one is good"], "rounds": 30}
SLOPED = [loss for loss in LOSSES if loss not in ("mistake", "log")]


def slope(drawn, y, guess):
    if drawn.loss in ("square", "brier"):
        return (2 if drawn.loss == "square" else 4) * (guess - y)
    if drawn.loss == "absolute":
        return np.sign(guess - y)
    return -0.2 if guess < y else 0.8


def reference(rule, drawn, gradient=False):
    """The guesses of a rule that is told the regrets of every round and says the weights of the next."""
    said = []
    weights = rule(np.zeros(drawn.advice.shape[1]))
    for advice, y in zip(drawn.advice, drawn.truths, strict=True):
        awake = ~np.isnan(advice)
        p = np.where(awake, weights, 0.0)
        p = p / p.sum() if p.sum() > 0 else awake / awake.sum()
        guess = float(p @ np.nan_to_num(advice))
        said.append(guess)
        losses = slope(drawn, y, guess) * advice if gradient else losses_of(drawn, y, advice)
        own = np.clip(p @ np.where(awake, losses, 0.0), np.nanmin(losses), np.nanmax(losses))
        weights = rule(np.where(awake, own - losses, 0.0))
    return np.array(said)


def adanormalhedge(prior, scale):
    R, C = np.zeros(len(prior)), np.zeros(len(prior))

    def potential(R, C):
        return np.exp(np.maximum(R, 0) ** 2 / (3 * C))

    def rule(r):
        nonlocal R, C
        R, C = R + r / scale, C + np.abs(r) / scale
        return prior * (potential(R + 1, C + 1) - potential(R - 1, C + 1)) / 2

    return rule


def squint(prior, scale):
    eta = 2.0 ** -np.arange(1, 12)
    R, V = np.zeros(len(prior)), np.zeros(len(prior))

    def rule(r):
        nonlocal R, V
        R, V = R + r / scale, V + (r / scale) ** 2
        return prior * (eta * np.exp(np.outer(R, eta) - np.outer(V, eta**2))).sum(axis=1)

    return rule


def boa(prior):
    n = len(prior)
    Q, V, eta, B = np.zeros(n), np.zeros(n), np.full(n, np.inf), 0.0

    def rule(r):
        nonlocal Q, V, eta, B
        largest = np.abs(r).max()
        if largest == 0 == B:
            return prior
        known = r * min(1.0, B / largest) if largest > 0 else r
        Q = Q + known - np.where(known != 0, eta, 0.0) * known**2
        V = V + known**2
        B = max(B, largest)
        rarity = np.maximum(np.log(1 / prior), np.log(2))
        eta = np.minimum(eta, np.minimum(1 / (2 * B), np.sqrt(rarity / np.where(V > 0, V, 1e-300))))
        return prior * eta * np.exp(eta * Q)

    return rule


def ml_poly(n):
    R, V, B = np.zeros(n), np.zeros(n), 0.0

    def rule(r):
        nonlocal R, V, B
        R, V, B = R + r, V + r**2, max(B, (r**2).max())
        return np.maximum(R, 0) / (V + B) if B > 0 else np.ones(n)

    return rule


def close(guesses, others, drawn):
    return np.allclose(guesses, others, rtol=0, atol=1e-7 * drawn.size)


@given(drawn=games(**SMOOTH), data=st.data())
@settings(deadline=None, max_examples=60)
def test_adanormalhedge_and_squint_are_their_formulas(drawn, data):
    n = drawn.advice.shape[1]
    gradient = drawn.loss in SLOPED and data.draw(st.booleans())
    prior = data.draw(st.one_of(st.none(), st.lists(st.floats(0.1, 10), min_size=n, max_size=n)))
    q = np.full(n, 1 / n) if prior is None else np.array(prior) / sum(prior)
    scale = drawn.spread(gradient)
    for kind, rule in ((AdaNormalHedge, adanormalhedge), (Squint, squint)):
        said = guesses(kind(prior=prior, scale=scale, gradient=gradient), drawn)
        assert close(said, reference(rule(q, scale), drawn, gradient), drawn)


@given(drawn=games(**SMOOTH), data=st.data())
@settings(deadline=None, max_examples=60)
def test_boa_is_its_formula(drawn, data):
    n = drawn.advice.shape[1]
    gradient = drawn.loss in SLOPED and data.draw(st.booleans())
    prior = data.draw(st.one_of(st.none(), st.lists(st.floats(0.1, 10), min_size=n, max_size=n)))
    q = np.full(n, 1 / n) if prior is None else np.array(prior) / sum(prior)
    assert close(guesses(BOA(prior=prior, gradient=gradient), drawn), reference(boa(q), drawn, gradient), drawn)


@given(drawn=games(losses=["square", "brier", "absolute"], **SMOOTH), gradient=st.booleans())
@settings(deadline=None, max_examples=60)
def test_ml_poly_is_its_formula(drawn, gradient):
    said = guesses(MLPoly(gradient=gradient), drawn)
    assert close(said, reference(ml_poly(drawn.advice.shape[1]), drawn, gradient), drawn)


def test_where_all_lose_the_same_rounding_makes_no_regret():
    game = Game(MLPoly(), loss="absolute")
    game.label(game.predict([0.1, 0.1, 0.1, np.nan]).number, 0.0)  # (0.1 + 0.1 + 0.1)/3 is more than 0.1, in a machine
    assert list(game.learner.R) == [0, 0, 0, 0]
    assert game.predict([0.0, 0.0, 0.0, 1.0]).guess == 0.25


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA, MLPoly, Hedge, AggregatingAlgorithm])
def test_where_all_say_the_same_the_guess_is_that_to_the_last_bit(kind):
    game = Game(kind(), loss="square")
    rng = np.random.default_rng(9)
    for y in rng.random(30):
        for advice in (rng.random(3), np.full(3, y)):
            move = game.predict(advice)
            assert move.guess == y or (advice != y).any()
            game.label(move.number, float(y))
    assert game.ledger.certificates[0].verdict == "holds"


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA, MLPoly])
def test_thirty_thousand_rounds_overflow_nothing_and_the_leader_has_all_weight(kind):
    rounds = 30_000
    y = np.arange(rounds) % 2.0
    advice = np.column_stack([y, 1 - y, np.full(rounds, 0.5)])
    game = Game(kind(), loss="absolute")
    game.play_batch(as_advice(advice, y))
    assert game.learner.weights == pytest.approx([1, 0, 0], abs=1e-6)
    assert game.ledger.certificates[0].verdict == "holds"
    # The leader goes to sleep: the others are weighed among themselves, though next to it their weights are nothing.
    guess = game.predict([np.nan, 1.0, 0.0]).guess
    assert guess == 0.5 if kind in (MLPoly, AdaNormalHedge) else 0.0 < guess < 0.4


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA, MLPoly])
def test_an_expert_that_comes_late_is_one_that_has_slept(kind):
    advice = np.array([[0.1, np.nan], [0.9, np.nan], [0.3, 0.5], [0.4, 0.6]])
    truths = [0.0, 1.0, 1.0, 1.0]
    late, asleep = Game(kind(), loss="square"), Game(kind(), loss="square", features=["a", "b"])
    for said, y in zip(advice, truths, strict=True):
        spoken = {name: value for name, value in zip("ab", said, strict=True) if value == value}
        moves = [game.predict(spoken) for game in (late, asleep)]
        assert moves[0].guess == moves[1].guess
        for game in (late, asleep):
            game.label(1 + game.ledger.labelled, y)
    assert late.learner.weights.tolist() == asleep.learner.weights.tolist()


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA])
def test_a_prior_is_for_so_many_experts_and_a_bad_one_is_refused(kind):
    game = Game(kind(prior=[2, 1]), loss="absolute")
    with pytest.raises(BadAdvice, match="for 2 experts, but there are 3"):
        game.predict([0.1, 0.2, 0.3])
    assert game.ledger.rounds == 0
    with pytest.raises(BadAdvice, match="for 2 experts"):
        game.play_batch(as_advice([[0.1, 0.2, 0.3]], [0.2]))
    for bad in ([], [1, 0], [1, -1], "12", 3, [0.5, float("nan")]):
        with pytest.raises(BadParameter, match="prior"):
            kind(prior=bad)
    with pytest.raises(StateError, match="the prior is for 3 experts, but the state knows 2"):
        kind(prior=[1, 1, 1]).restore(kind(prior=[1, 1]).state())


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint])
def test_a_scale_is_more_than_zero_and_only_a_matter_of_units(kind):
    with pytest.raises(BadParameter, match="more than 0"):
        kind(scale=0)
    rng = np.random.default_rng(3)
    y, advice = rng.random(40), rng.random((40, 3))
    small, large = (Game(kind(scale=scale), loss="absolute") for scale in (1.0, 1024.0))
    small.play_batch(as_advice(advice, y))
    large.play_batch(as_advice(1024 * advice, 1024 * y))
    assert small.learner.weights == pytest.approx(large.learner.weights)
    one, other = small.ledger.certificates[0], large.ledger.certificates[0]
    assert 1024 * one.allowed == pytest.approx(other.allowed)


@pytest.mark.parametrize("kind", [BOA, MLPoly])
def test_without_a_scale_units_make_no_difference(kind):
    rng = np.random.default_rng(3)
    y, advice = rng.random(40), rng.random((40, 3))
    plain, large = (Game(kind(), loss="absolute") for _ in range(2))
    plain.play_batch(as_advice(advice, y))
    large.play_batch(as_advice(2.0**40 * advice, 2.0**40 * y))
    assert plain.learner.weights.tolist() == large.learner.weights.tolist()


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA, MLPoly])
def test_the_state_of_another_learner_is_refused(kind):
    with pytest.raises(StateError, match="this is not the state of a"):
        kind().restore(Game(MLPoly() if kind is not MLPoly else Squint(), loss="square").learner.state())
