from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from advice_games import Script, certify, scripts
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Halving, RandomisedWeightedMajority, WeightedMajority
from littlestone.concepts.concept_class import ConceptClass
from littlestone.errors import BadParameter
from littlestone.experts import as_advice


def classes(seed, rounds=40, n=5):
    rng = np.random.default_rng(seed)
    y = rng.choice([-1.0, 1.0], rounds)
    return y, np.where(rng.random((rounds, n)) < rng.uniform(0.1, 0.6, n), -y[:, None], y[:, None])


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), n=st.integers(1, 7), alpha=st.sampled_from([0.5, 0.3, 0.9, 0.01]))
def test_the_vote_is_the_one_of_exact_fractions(seed, n, alpha):
    y, advice = classes(seed, n=n)
    game = Game(WeightedMajority(alpha=alpha))
    erred = np.zeros(n, dtype=int)
    for truth, said in zip(y, advice, strict=True):
        vote = sum(Fraction(alpha) ** int(m) * int(s) for m, s in zip(erred, said, strict=True))
        mass = sum(Fraction(alpha) ** int(m) for m in erred)
        move = game.predict(said)
        if vote == 0 or abs(vote) > mass * Fraction(1, 10**11):  # between the two, the vote counts as even
            assert move.act == (1 if vote > 0 else -1)
        game.label(move.number, int(truth))
        erred += said != truth
    assert np.asarray(game.learner.totals).tolist() == erred.tolist()


@settings(deadline=None, max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), alpha=st.floats(0.01, 0.99))
def test_the_chance_of_a_mistake_is_the_share_of_the_weight_that_is_wrong(seed, alpha):
    y, advice = classes(seed)
    weights, chances = np.ones(5), []
    for truth, said in zip(y, advice, strict=True):
        chances.append(weights[said != truth].sum() / weights.sum())
        weights[said != truth] *= alpha
    game = Game(RandomisedWeightedMajority(alpha=alpha))
    game.play_batch(as_advice(advice, y))
    assert game.ledger.expected == pytest.approx(sum(chances), rel=1e-10)
    assert game.learner.weights == pytest.approx(weights / weights.sum(), rel=1e-9, abs=1e-12)
    assert np.exp(game.learner.log_mass) * 5 == pytest.approx(weights.sum(), rel=1e-9)


@settings(deadline=None, max_examples=20)
@given(seed=st.integers(0, 2**32 - 1), alpha=st.floats(0.05, 0.95))
def test_a_sleeper_loses_what_the_weight_of_those_awake_loses(seed, alpha):
    y, advice = classes(seed)
    rng = np.random.default_rng(seed)
    awake = rng.random(advice.shape) < 0.6
    awake[:, 0] = True
    weights = np.ones(5)
    for truth, said, here in zip(y, advice, awake, strict=True):
        wrong = here & (said != truth)
        left = 1 - (1 - alpha) * weights[wrong].sum() / weights[here].sum()
        weights[~here] *= left
        weights[wrong] *= alpha
    game = Game(RandomisedWeightedMajority(alpha=alpha))
    game.play_batch(as_advice(np.where(awake, advice, np.nan), y))
    assert game.learner.weights == pytest.approx(weights / weights.sum(), rel=1e-8, abs=1e-12)
    assert game.ledger.certificates[0].verdict == "holds"


@settings(deadline=None, max_examples=40)
@given(script=scripts(["mistake"]), alpha=st.sampled_from([0.5, 0.001, 0.999, 0.3]), lazy=st.booleans())
def test_weighted_majority_is_never_violated(script, alpha, lazy):
    game = certify(WeightedMajority(alpha=alpha, lazy=lazy), script)
    assert game.ledger.certificates[0].verdict == "holds"


@settings(deadline=None, max_examples=40)
@given(script=scripts(["mistake"]), how=st.sampled_from([{"alpha": 0.5}, {"eta": 0.999}, {"m_bar": 6, "n_experts": 6}]))
def test_randomised_weighted_majority_is_never_violated(script, how):
    game = certify(RandomisedWeightedMajority(**how), script)
    if "m_bar" not in how:
        assert game.ledger.certificates[0].verdict == "holds"


@settings(deadline=None, max_examples=30)
@given(script=scripts(["mistake"]))
def test_the_realizable_mode_is_never_violated_whether_or_not_it_is_realizable(script):
    certify(WeightedMajority(realizable=True), script)


@pytest.mark.parametrize("text", ["intervals:4", "disjunctions:3", "table:100,010,001,000"])
def test_with_alpha_zero_it_is_halving_in_full(text):
    concepts = ConceptClass.find(text)
    says = np.where(np.asarray(concepts.table), 1, -1)
    rows = concepts.examples()
    rng = np.random.default_rng(3)
    for target in range(concepts.size):
        halving = Game(Halving(concepts, conservative=False))
        majority = Game(WeightedMajority(alpha=0, realizable=True))
        for point in rng.integers(0, concepts.points, 30):
            y = int(says[target, point])
            one, two = halving.predict(rows.row(int(point))), majority.predict(says[:, point])
            assert one.act == two.act
            halving.label(one.number, y)
            majority.label(two.number, y)
        assert majority.ledger.mistakes == halving.ledger.mistakes <= np.log2(concepts.size)
        assert majority.ledger.certificates[0].verdict == "holds"


def test_an_even_vote_is_negative_also_when_rounding_would_make_it_odd():
    game = Game(WeightedMajority(alpha=0.1))
    for said, y in [([1, -1, 1, 1], 1), ([1, 1, -1, 1], 1), ([1, 1, 1, -1], 1), ([-1, 1, 1, 1], 1)]:
        game.label(game.predict(said).number, y)
    assert game.predict([1, 1, -1, -1]).act == -1
    assert game.predict([-1, -1, 1, 1]).act == -1


def test_thousands_of_mistakes_leave_weights_that_can_be_told_apart():
    learner = WeightedMajority(alpha=0.5)
    wrong = as_advice(np.full((1000, 2), -1.0), np.ones(1000))
    once = as_advice([[1.0, -1.0]], [1.0])
    game = Game(learner, keep=0)
    game.play_batch(once)
    for _ in range(20):
        game.play_batch(wrong)
    assert learner.weights == pytest.approx([2 / 3, 1 / 3])


def test_the_lazy_one_learns_from_its_own_mistakes_only():
    game = Game(WeightedMajority(lazy=True))
    game.label(game.predict([1, 1, -1]).number, 1)
    assert game.learner.updates == 0
    game.label(game.predict([1, 1, -1]).number, -1)
    assert game.learner.updates == 1
    assert game.learner.weights == pytest.approx([0.25, 0.25, 0.5])


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"alpha": 1.0}, "forgives every mistake"),
        ({"alpha": 0.0}, "if one never will, set realizable to true"),
        ({"eta": 1.0}, "if one never will, set realizable to true"),
        ({"eta": 0.0}, "forgives every mistake"),
        ({"alpha": 1.5}, "between 0 and 1"),
        ({"alpha": 0.5, "eta": 0.5}, "give one of them"),
        ({"alpha": "half"}, "finite number"),
        ({"lazy": 1}, "True or False"),
    ],
)
def test_settings_that_make_no_learner_are_refused(settings, said):
    with pytest.raises(BadParameter, match=said):
        WeightedMajority(**settings)


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"m_bar": 5}, "together"),
        ({"m_bar": 5, "n_experts": 4, "alpha": 0.5}, "either sets the rate"),
        ({"m_bar": 0, "n_experts": 4}, "more than 0"),
        ({"m_bar": 5, "n_experts": 1}, "2 or more"),
        ({"m_bar": 1e40, "n_experts": 4}, "learns nothing"),
        ({"m_bar": 5, "n_experts": 1000, "tuning": "lecture"}, "too steep"),
        ({"tuning": "best"}, "always-valid"),
    ],
)
def test_tunings_that_make_no_rate_are_refused(settings, said):
    with pytest.raises(BadParameter, match=said):
        RandomisedWeightedMajority(**settings)


@pytest.mark.parametrize("kind", [WeightedMajority, RandomisedWeightedMajority])
def test_they_play_for_mistakes_only(kind):
    with pytest.raises(BadParameter, match="counts mistakes"):
        Game(kind(), loss="square")


def test_both_tunings_hold_where_their_premise_does():
    for tuning in ("always-valid", "lecture"):
        script = Script("mistake", 7, n=4, rounds=60)
        game = certify(RandomisedWeightedMajority(m_bar=40, n_experts=4, tuning=tuning), script)
        assert game.ledger.certificates[0].verdict == "holds"
