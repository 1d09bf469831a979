"""Follow the Leader and its regularised form: what every learner of points must do, and exact oracles."""

from __future__ import annotations

import copy
import re
from functools import partial
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import POINTS, ConvexGame, FollowTheLeader, FollowTheRegularisedLeader, be_the_leader
from littlestone.checks import check_game, check_learner
from littlestone.errors import BadParameter, StateError
from littlestone.geometry import GivenRegulariser
from littlestone.geometry.domain import Simplex
from littlestone.natures.adversaries import FlipFlop

MAKERS = {
    "leader on a ball": partial(FollowTheLeader, 3),
    "leader on the simplex": partial(FollowTheLeader, 3, domain="simplex", w1=[0.2, 0.3, 0.5]),
    "leader in a box": partial(FollowTheLeader, 3, domain="box:-1,2"),
    "fixed": partial(FollowTheRegularisedLeader, 3, lam=0.5),
    "fixed, on a ball": partial(FollowTheRegularisedLeader, 3, domain="ball:2"),
    "refined": partial(FollowTheRegularisedLeader, 3, G=3.0, B=2.0),
    "refined, in a box": partial(FollowTheRegularisedLeader, 3, domain="box", G=3.0),
    "entropy": partial(FollowTheRegularisedLeader, 3, domain="simplex", psi="entropy", lam=0.3),
}
every_learner = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS.keys())


def revealed(seed, count=25, d=3):
    return np.random.default_rng(seed).normal(size=(count, d))


def taught(make, seed=0, loss="linear"):
    game = ConvexGame(make(), loss=loss)
    for z in revealed(seed):
        game.label(game.predict().number, z)
    return game.learner


@every_learner
def test_it_passes_every_check_and_so_do_its_games_of_either_loss(make):
    check_learner(make)
    for loss in ("linear", "square"):
        check_game(
            lambda learner=None, loss=loss, **settings: ConvexGame(learner or make(), loss=loss, **settings),
            [((), z) for z in revealed(5, 60)],
        )


def test_every_learner_of_points_has_formula_paper_certificate_and_a_line_in_the_changelog():
    changelog = (Path(__file__).parents[2] / "CHANGELOG.md").read_text()
    for kind in (FollowTheLeader, FollowTheRegularisedLeader):
        assert POINTS[kind.name] is kind
        assert f"`{kind.__name__}`" in changelog
        assert "<-" in kind.__doc__
        assert "certificate" in kind.__doc__
        assert re.search(r"\b(19|20)\d\d\b", kind.__doc__)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-1, 1), max_size=30), st.floats(0.01, 10))
def test_on_a_line_the_regularised_leader_is_the_quotient_of_the_lecture(zs, lam):
    # with Psi = w^2, alpha = 2: w_t = -S / (2 (t - 1) lambda); our Psi is half of that, and our lambda twice
    learner = FollowTheRegularisedLeader(1, lam=2 * lam)
    for t, z in enumerate(zs, start=1):
        if t > 1:
            assert learner.predict()[0] == pytest.approx(-sum(zs[: t - 1]) / (2 * (t - 1) * lam), rel=1e-9, abs=1e-12)
        learner.learn(np.array([z]), None)


@settings(deadline=None, max_examples=60)
@given(st.lists(st.floats(-2, 2), max_size=30), st.floats(0.1, 10), st.floats(0.1, 10))
def test_on_a_line_the_refined_leader_is_the_quotient_of_the_lecture(zs, G, B):
    # with Psi = w^2 and Psi(u) <= b^2: lambda_t = G/(b sqrt(t)); our Psi is half of that, so B^2 = b^2/2
    learner = FollowTheRegularisedLeader(1, G=G, B=B)
    for t, z in enumerate(zs, start=1):
        lam = G / (sqrt(2) * B * sqrt(t))
        assert learner.charge(t) == pytest.approx(2 * lam)
        if t > 1:
            assert learner.predict()[0] == pytest.approx(-sum(zs[: t - 1]) / (2 * (t - 1) * lam), rel=1e-9, abs=1e-12)
        learner.learn(np.array([z]), None)


def test_a_regulariser_of_ones_own_is_as_good_as_the_same_of_ours():
    whole = GivenRegulariser(lambda w: float(w @ w), lambda w: 2 * w, alpha=2.0)
    ours, own = FollowTheRegularisedLeader(2, lam=2.0), FollowTheRegularisedLeader(2, psi=whole, lam=1.0)
    games = [ConvexGame(ours), ConvexGame(own)]
    for z in revealed(2, count=12, d=2):
        points = []
        for game in games:
            move = game.predict()
            points.append(move.guess)
            game.label(move.number, z)
        assert points[0] == pytest.approx(points[1], abs=1e-6)
    here, there = (game.ledger.certificates[0] for game in games)
    assert here.verdict == there.verdict == "holds"
    assert there.allowed == pytest.approx(here.allowed, rel=1e-4)
    assert copy.deepcopy(games[1]).predict().guess == pytest.approx(games[1].predict().guess)


def test_the_entropic_leader_is_the_exponential_weighting_of_its_losses():
    learner = FollowTheRegularisedLeader(2, domain="simplex", psi="entropy", lam=0.5)
    learner.learn(np.array([1.0, 0.0]), None)
    learner.learn(np.array([1.0, 0.0]), None)
    powers = np.exp(-np.array([2.0, 0.0]) / (2 * 0.5))
    assert learner.predict() == pytest.approx(powers / powers.sum())


def test_the_leader_of_squared_distances_is_the_mean():
    learner = taught(partial(FollowTheLeader, 3, domain="space"), loss="square")
    assert learner.predict() == pytest.approx(revealed(0).mean(axis=0))


def test_at_a_sum_of_zero_the_leader_plays_its_first_point():
    learner = FollowTheLeader(1, domain="box", w1=0.25)
    assert learner.predict().tolist() == [0.25]
    for z in (1.0, -1.0):
        learner.learn(np.array([z]), None)
    assert learner.predict().tolist() == [0.25]


def test_the_leader_of_ones_own_losses_is_found_by_a_solver():
    game = ConvexGame(FollowTheLeader(2, domain="simplex"), loss="wealth")
    for z in ([2.0, 0.5], [0.5, 2.0], [2.0, 0.5], [0.5, 2.0]):
        game.label(game.predict().number, z)
    assert game.predict().guess == pytest.approx([0.5, 0.5], abs=1e-4)
    assert game.ledger.certificates[0].verdict == "holds"


def test_a_domain_of_ones_own_serves_where_no_solver_is_needed():
    game = ConvexGame(FollowTheLeader(2, domain=Halves(2)), loss="square")
    for z in ([3.0, 1.0], [5.0, -1.0]):
        game.label(game.predict().number, z)
    assert game.predict().guess.tolist() == [0.5, 0.5]
    twin = copy.deepcopy(game)
    assert twin.predict().guess.tolist() == [0.5, 0.5]


class Halves(Simplex):
    """A domain of one point."""

    name = "halves"

    def project(self, w):
        return np.full(2, 0.5)


def test_the_prophet_never_loses_more_than_a_fixed_point():
    for loss, domain in (("linear", "ball"), ("linear", "simplex"), ("square", "ball"), ("square", "space")):
        for seed in range(5):
            prophecy = be_the_leader(revealed(seed), 3, domain=domain, loss=loss)
            assert prophecy.regret <= 1e-9
            assert prophecy.certificate.verdict == "holds"
    assert (
        be_the_leader(np.exp(revealed(3, count=8)), 3, domain="simplex", loss="wealth").certificate.verdict == "holds"
    )


def test_a_false_prophet_is_found_out():
    prophecy = be_the_leader(revealed(0), 3)
    assert prophecy._replace(losses=prophecy.losses + 2.0).certificate.verdict == "violated"


def test_the_prophet_sees_one_round_further_than_the_leader():
    zs = revealed(4)
    game = ConvexGame(FollowTheLeader(3))
    for z in zs:
        game.label(game.predict().number, z)
    prophecy = be_the_leader(zs, 3)
    assert np.array(game.ledger.points)[1:].tolist() == prophecy.points[:-1].tolist()
    assert game.predict().guess.tolist() == prophecy.points[-1].tolist()


def test_regularised_the_flip_flop_costs_the_root_of_its_length():
    regrets = []
    for rounds in (100, 400, 1600):
        ledger = ConvexGame(FollowTheRegularisedLeader(1, domain="box", G=1)).play(FlipFlop(rounds))
        assert {certificate.verdict for certificate in ledger.certificates} == {"holds"}
        regrets.append(ledger.regret)
    assert regrets[1] / regrets[0] == pytest.approx(2, abs=0.1)
    assert regrets[2] / regrets[1] == pytest.approx(2, abs=0.1)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (partial(FollowTheRegularisedLeader, 1, lam=0), "more than 0"),
        (partial(FollowTheRegularisedLeader, 1, lam=1.0, G=1.0), "not both"),
        (partial(FollowTheRegularisedLeader, 1, B=1.0), "give G"),
        (partial(FollowTheRegularisedLeader, 1, G=1.0), "give B"),
        (partial(FollowTheRegularisedLeader, 1, psi="entropy"), "simplex"),
        (partial(FollowTheLeader, 2, w1=[2.0, 0.0]), "w1"),
        (partial(FollowTheLeader, 2, w1=[1.0]), "w1"),
    ],
)
def test_what_makes_no_learner_is_said(make, words):
    with pytest.raises(BadParameter, match=words):
        make()


def test_the_state_of_another_learner_is_refused():
    with pytest.raises(StateError, match="is a vector of 2 numbers"):
        FollowTheLeader(2).restore(FollowTheLeader(3).state())


@pytest.mark.parametrize("loss", ["linear", "gain"])
def test_a_linear_loss_on_all_of_space_is_refused_when_the_game_is_made(loss):
    with pytest.raises(BadParameter, match=f"no leader on all of R\\^d, and the {loss} loss is one"):
        ConvexGame(FollowTheLeader(2, domain="space"), loss=loss)
    ConvexGame(FollowTheLeader(2, domain="space"), loss="square")


@pytest.mark.parametrize("loss", ["linear", "gain"])
def test_when_every_point_is_a_leader_it_plays_its_first_point(loss):
    game = ConvexGame(FollowTheLeader(2, w1=[0.3, -0.4]), loss=loss)
    for z in ([1.0, 2.0], [-1.0, -2.0]):
        game.label(game.predict().number, z)
    assert game.predict().guess.tolist() == [0.3, -0.4]
