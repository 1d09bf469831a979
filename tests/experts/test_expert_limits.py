"""The theorems about every expert hold in every drawn game, and find out every wrong rule."""

from __future__ import annotations

import numpy as np
import pytest
from drawn_advice import games, play
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import BOA, AdaNormalHedge, AggregatingAlgorithm, Game, MLPoly, Squint

CONVEX = ["square", "absolute", "pinball:0.2", "brier"]


def holds(game):
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "holds", str(certificate)
    unit = abs(game.ledger.own) + certificate.allowed + game.price.chances
    assert certificate.paid <= certificate.allowed + 1e-9 * unit


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint])
@given(drawn=games())
@settings(deadline=None, max_examples=60)
def test_with_the_right_scale_the_theorem_holds_in_every_game(kind, drawn):
    for game in play(kind(scale=drawn.spread()), drawn):
        holds(game)


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint])
@given(drawn=games(losses=CONVEX))
@settings(deadline=None, max_examples=40)
def test_with_slopes_and_the_right_scale_the_theorem_holds_in_every_game(kind, drawn):
    for game in play(kind(scale=drawn.spread(gradient=True), gradient=True), drawn):
        holds(game)


@pytest.mark.parametrize("kind", [BOA, MLPoly])
@given(drawn=games(), data=st.data())
@settings(deadline=None, max_examples=80)
def test_without_any_premise_the_theorem_holds_in_every_game(kind, drawn, data):
    gradient = drawn.loss in CONVEX and data.draw(st.booleans())
    for game in play(kind(gradient=gradient), drawn):
        holds(game)


@given(drawn=games(losses=["square", "brier", "log"]))
@settings(deadline=None, max_examples=80)
def test_the_regret_of_the_aggregating_algorithm_is_never_above_ln_n_over_eta(drawn):
    size = drawn.size if drawn.loss == "square" else 1.0
    for game in play(AggregatingAlgorithm(low=-size, high=size), drawn, every=1):
        holds(game)
        most = np.log(game.ledger.n) * (2 * size * size if drawn.loss == "square" else 1.0)
        assert game.ledger.certificates[0].allowed == pytest.approx(most)


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint, BOA, AggregatingAlgorithm])
@given(drawn=games(losses=["brier"], sleepers=False), data=st.data())
@settings(deadline=None, max_examples=30)
def test_a_prior_makes_a_limit_for_each_expert(kind, drawn, data):
    n = drawn.advice.shape[1]
    prior = data.draw(st.lists(st.floats(0.001, 1000), min_size=n, max_size=n))
    scale = {"scale": 2.0} if kind in (AdaNormalHedge, Squint) else {}
    learner = kind(prior=prior, **scale)
    assert learner.weights == pytest.approx(np.array(prior) / sum(prior))
    for game in play(learner, drawn):
        holds(game)


@pytest.mark.parametrize("kind", [AdaNormalHedge, Squint])
def test_losses_too_far_apart_break_the_premise_and_the_scale_mends_it(kind):
    for scale, verdict in ((1.0, "broken premise"), (4.0, "holds")):
        game = Game(kind(scale=scale), loss="square")
        game.label(game.predict([0.0, 2.0]).number, 0.0)
        certificate = game.ledger.certificates[0]
        assert certificate.verdict == verdict
        if scale == 1.0:
            assert "the losses of round 1 lie 4 apart" in certificate.broken
            assert "give scale=4 or more" in certificate.broken


def test_what_lies_outside_the_range_breaks_the_premise_of_the_aggregating_algorithm():
    game = Game(AggregatingAlgorithm(), loss="square")
    for advice, y in (([0.2, 0.4], 0.3), ([0.2, 1.5], 0.3), ([0.2, 0.5], 3.0)):
        game.label(game.predict(advice).number, y)
    certificate = game.ledger.certificates[0]
    assert certificate.verdict == "broken premise"
    assert "round 2 did not lie from 0 to 1" in certificate.broken


def wrong(kind, change):
    """The rule of `kind`, whose state is changed after every round, given what it was before."""

    class Wrong(kind):
        """A rule with something wrong."""

        def learn(self, x, y, guess):
            before = self.state()
            super().learn(x, y, guess)
            state = self.state()
            change(state, before)
            self.restore(state)

    return Wrong


def flipped(state, before):
    """Those who lose are weighed up."""
    state["w"] = 1.0 / np.maximum(state["w"], 1e-9)
    state["logs"] = -state.get("logs", state["w"])


def even(state, before):
    """Nothing is learned."""
    state["w"] = np.ones_like(state["w"])
    state["logs"] = np.zeros_like(state["w"])


def doubled(state, before):
    """Twice the rate."""
    state["w"] = state["w"] ** 2
    state["logs"] = 2 * state.get("logs", state["w"])


def leader(state, before):
    """All weight on the best so far."""
    state["w"] = (state["R"] == state["R"].max()).astype(float)
    state["logs"] = np.where(state["w"] > 0, 0.0, -50.0)


def forgiving(state, before):
    """The learner counts less regret than it has."""
    state["R"] = before["R"] + (state["R"] - before["R"]) / 2 if len(before["R"]) == len(state["R"]) else state["R"]


WRONG = [flipped, even, leader, forgiving]


def spiteful(learner, rounds=120):
    """Three experts; the truth is what the guess is further from, so that whoever lags behind soon leads."""
    game = Game(learner, loss="brier")
    rng = np.random.default_rng(5)
    for t in range(rounds):
        move = game.predict([0.0, 1.0, float(rng.random())] if t else [0.1, 0.9, 0.4])
        game.label(move.number, float(move.guess < 0.5))
        if t % 3 == 2:
            yield game.ledger.certificates[0]


def steady(learner, rounds=200):
    """One expert is always right, one always wrong."""
    game = Game(learner, loss="brier")
    for t in range(rounds):
        y = float(t % 2)
        game.label(game.predict([y, 1.0 - y, 0.5]).number, y)
        if t % 3 == 2:
            yield game.ledger.certificates[0]


RULES = {
    "adanormalhedge": (AdaNormalHedge, {"scale": 2.0}),
    "squint": (Squint, {"scale": 2.0}),
    "boa": (BOA, {}),
    "ml-poly": (MLPoly, {}),
    "aa": (AggregatingAlgorithm, {}),
}


@pytest.mark.parametrize("change", WRONG, ids=lambda change: change.__name__)
@pytest.mark.parametrize("name", RULES)
def test_a_wrong_rule_is_found_out(name, change):
    kind, parameters = RULES[name]
    learner = wrong(kind, change)
    verdicts = {c.verdict for game in (spiteful, steady) for c in game(learner(**parameters))}
    assert "violated" in verdicts


@pytest.mark.parametrize("name", RULES)
def test_the_right_rules_pass_the_same_trials(name):
    kind, parameters = RULES[name]
    for learner in (kind(**parameters), wrong(kind, lambda state, before: None)(**parameters)):
        for game in (spiteful, steady):
            assert {c.verdict for c in game(learner.clone())} == {"holds"}


@pytest.mark.parametrize(
    ("kind", "opening"), [(Squint, [0.5, 0.5]), (BOA, [0.0, 1.0]), (AggregatingAlgorithm, [0.5, 0.5])]
)
def test_twice_the_rate_is_found_out(kind, opening):
    for rule, verdict in ((kind, "holds"), (wrong(kind, doubled), "violated")):
        game = Game(rule(prior=[0.9, 0.1]), loss="square")
        game.label(game.predict(opening).number, 1.0)
        # Little is at stake, and the one of little weight is right: what is lost by the wrong weights is more than
        # what the square of so little takes off.
        game.label(game.predict([0.5, 0.51]).number, 1.0)
        assert game.ledger.certificates[0].verdict == verdict


class Averaging(AggregatingAlgorithm):
    """Says the mean of the advice where the substitution is due."""

    def predict(self, x):
        return self.mean(x)


def test_the_mean_is_no_substitution_and_is_found_out():
    for kind, verdict in ((AggregatingAlgorithm, "holds"), (Averaging, "violated")):
        game = Game(kind(prior=[0.9, 0.1]), loss="brier")
        game.label(game.predict([1.0, 0.0]).number, 0.0)
        assert game.ledger.certificates[0].verdict == verdict


@pytest.mark.parametrize("name", RULES)
def test_the_certificate_teaches_what_no_expert_can_have_lost(name):
    kind, parameters = RULES[name]
    *_, certificate = spiteful(kind(**parameters), rounds=300)
    assert certificate.teaches.startswith("no expert has lost less than")
