"""What every learner from gradients does, whatever its rule."""

from __future__ import annotations

import copy
import json
import pickle
import re
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from littlestone import (
    POINTS,
    AdaGrad,
    CoinBetting,
    ConvexGame,
    EGPlusMinus,
    ExponentiatedGradient,
    MirrorDescent,
    OnlineGradientDescent,
    OnlineNewtonStep,
    load,
    make_learner,
    save,
)
from littlestone.convex.gradient_learner import GradientLearner
from littlestone.errors import BadLabel, BadParameter, StateError, UnknownName
from littlestone.losses.point_losses import Given

D = 3
VARIANTS = {
    **{name: partial(kind, D) for name, kind in POINTS.items() if issubclass(kind, GradientLearner)},
    "ogd-root-box": partial(OnlineGradientDescent, D, eta="root", G=2.0, domain="box:0,3"),
    "ogd-constant-space": partial(OnlineGradientDescent, D, eta=0.1, domain="space"),
    "ogd-constant-ball": partial(OnlineGradientDescent, D, eta=0.1, domain="ball:2"),
    "ogd-simplex": partial(OnlineGradientDescent, D, domain="simplex"),
    "mirror-entropy": partial(MirrorDescent, D, mirror="entropy", eta=0.3),
    "mirror-box": partial(MirrorDescent, D, eta=0.3, domain="box"),
    "eg-constant": partial(ExponentiatedGradient, D, eta=0.3),
    "eg+-constant": partial(EGPlusMinus, D, eta=0.3, U=2.0),
    "adagrad-low-high": partial(AdaGrad, D, low=1.0, high=4.0),
    "ons-box": partial(OnlineNewtonStep, D, G=3.0, domain="box"),
    "ons-simplex": partial(OnlineNewtonStep, D, G=3.0, domain="simplex"),
    "coin-poor": partial(CoinBetting, D, eps=0.1, G=4.0),
}
each = pytest.mark.parametrize("make", VARIANTS.values(), ids=VARIANTS)


def play(learner, rounds=30, seed=0, **settings):
    """Random linear losses of which every third changes its sign."""
    game = ConvexGame(learner, **settings)
    rng = np.random.default_rng(seed)
    for t in range(rounds):
        z = rng.uniform(-1, 1, size=learner.d) if t % 3 else (-1.0) ** t * np.eye(learner.d)[0]
        game.label(game.predict().number, z / np.sqrt(learner.d))
    return game


def alike(one, other):
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(
        np.asarray(here[name]).tobytes() == np.asarray(there[name]).tobytes() for name in here
    )


@each
def test_prediction_changes_nothing_and_lies_in_the_domain(make):
    learner = play(make()).learner
    before = learner.state()
    point = np.array(learner.predict())
    assert learner.domain.contains(point)
    assert np.array_equal(point, learner.predict())
    assert all(np.array_equal(before[name], value) for name, value in learner.state().items())


@each
def test_a_point_that_was_played_is_never_touched_again(make):
    learner = make()
    first = learner.predict()
    copied = np.array(first)
    play(learner, bounds=[])
    assert np.array_equal(first, copied)


@each
def test_learning_is_deterministic_and_does_something(make):
    learner = play(make()).learner
    assert alike(learner, play(make()).learner)
    assert learner.updates == 30
    assert not np.array_equal(learner.predict(), make().predict())


@each
def test_a_restored_learner_goes_on_as_the_one_it_was_taken_from(make):
    learner, restored = play(make()).learner, make()
    restored.restore(learner.state())
    for each_one in (learner, restored):
        play(each_one, seed=1, bounds=[])
    assert alike(learner, restored)


@each
def test_a_state_of_release_0_1_0_which_counted_no_lessons_is_taken_up(make):
    learner, restored = play(make()).learner, make()
    restored.restore({name: value for name, value in learner.state().items() if name != "lessons"})
    assert alike(learner, restored)


@each
def test_a_state_is_a_copy(make):
    learner, witness = play(make()).learner, play(make()).learner
    for value in learner.state().values():
        if isinstance(value, np.ndarray):
            value.fill(7)
    assert alike(learner, witness)


@each
def test_parameters_make_it_anew(make):
    learner = make()
    again = type(learner)(**json.loads(json.dumps(learner.parameters())))
    assert again.parameters() == learner.parameters()
    assert alike(play(again).learner, play(make()).learner)


@each
def test_copies_are_independent(make):
    learner, witness = play(make()).learner, play(make()).learner
    for twin in (copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))):
        assert alike(learner, twin)
        play(twin, seed=2, bounds=[])
        assert alike(learner, witness)


@each
def test_certificates_are_never_violated_and_are_plain_values(make):
    for certificate in play(make()).ledger.certificates:
        assert certificate.verdict == ("open" if make().name == "ons" else "holds")
        json.dumps(certificate.as_dict(), allow_nan=False)


@each
def test_a_saved_game_goes_on_where_it_stopped_and_its_certificates_with_it(make, tmp_path):
    game = play(make())
    assert game.ledger.certificates
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz")
    for one in (game, again):
        one.label(one.predict().number, np.ones(D) / D)
    assert alike(again.learner, game.learner)
    assert again.ledger.certificates == game.ledger.certificates


@each
def test_the_live_words_name_what_the_certificate_says(make):
    game = ConvexGame(make())
    assert all(bound.live(game.ledger) == "" for bound in game.ledger.bounds)
    game = play(make())
    for bound, certificate in zip(game.ledger.bounds, game.ledger.certificates, strict=True):
        words = f"R {certificate.paid:,.4g} <= {certificate.allowed:,.4g}" if certificate.verdict == "holds" else ""
        assert bound.live(game.ledger) == words


@each
def test_a_theorem_is_made_anew_from_its_parameters(make):
    for theorem in make().theorems:
        bound = theorem(**theorem().parameters())
        assert bound.parameters() == theorem().parameters()


@pytest.mark.parametrize("kind", sorted({type(make()) for make in VARIANTS.values()}, key=lambda kind: kind.name))
def test_every_learner_from_gradients_has_formula_paper_doctest_and_changelog(kind):
    words = kind.__doc__
    assert "<-" in words
    assert re.search(r"\b(19|20)\d\d\b", words)
    assert "certificate" in words
    assert f"`{kind.__name__}`" in (Path(__file__).parents[2] / "CHANGELOG.md").read_text()


def test_a_state_of_something_else_is_refused_and_changes_nothing():
    learner = OnlineGradientDescent(3)
    with pytest.raises(StateError, match="lacks 'weighted'"):
        learner.restore({name: value for name, value in learner.state().items() if name != "weighted"} | {"updates": 4})
    with pytest.raises(StateError, match="'w' is a vector of 3 numbers"):
        learner.restore(play(OnlineGradientDescent(2)).learner.state())
    assert learner.updates == 0


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: OnlineGradientDescent(2, eta="fast"), "'adaptive', 'root', 'strong' or a number"),
        (lambda: OnlineGradientDescent(2, eta=0.0), "eta is a rate, more than 0"),
        (lambda: OnlineGradientDescent(2, domain="space"), "for all of R\\^d give a number"),
        (lambda: OnlineGradientDescent(2, G=-1.0), "G is the longest gradient, more than 0"),
        (lambda: MirrorDescent(2, mirror="entropy", domain="ball"), "the entropy is for the simplex, not for the ball"),
        (lambda: ExponentiatedGradient(2, eta="root"), "'anytime' or a number"),
        (lambda: EGPlusMinus(2, U=0.0), "U is the mass"),
        (lambda: OnlineNewtonStep(2, domain="space"), "bounded domain"),
        (lambda: CoinBetting(1, eps=1e200), "from 1e-100 to 1e100"),
        (lambda: AdaGrad(2, low=1.0, high=0.0), "low lies below high"),
    ],
)
def test_what_makes_no_sense_is_said_at_once(make, words):
    with pytest.raises(BadParameter, match=words):
        make()


def test_misspelt_names_are_answered_with_the_nearest():
    with pytest.raises(UnknownName, match="did you mean 'domain'"):
        make_learner("ogd", {"d": 2, "domian": "ball"}, "convex")
    with pytest.raises(UnknownName, match="did you mean 'entropy'"):
        MirrorDescent(2, mirror="entropie")


def test_a_strong_rate_asks_for_a_strongly_convex_loss_before_the_first_round():
    with pytest.raises(BadParameter, match="the linear loss is not"):
        ConvexGame(OnlineGradientDescent(2, eta="strong"))


@pytest.mark.parametrize(
    ("gradient", "words"), [([1.0, 2.0, 3.0], "2 coordinates"), ([np.nan, 0.0], "too long"), ([1e200, 0.0], "too long")]
)
def test_a_gradient_that_is_none_is_refused_before_anything_is_learned(gradient, words):
    game = ConvexGame(OnlineGradientDescent(2), loss=Given(lambda w, z: 0.0, lambda w, z: gradient))
    move = game.predict()
    with pytest.raises(BadLabel, match=words):
        game.label(move.number, None)
    assert game.learner.updates == 0


def play_on(game, rounds):
    for _ in range(rounds):
        game.label(game.predict().number, 1.0)


def test_a_rate_too_large_for_the_loss_ends_in_words_and_not_in_infinities():
    game = ConvexGame(OnlineGradientDescent(1, eta=5.0, domain="space"), loss="square")
    while game.learner.longest < 1e99:
        game.label(game.predict().number, 1.0)
    with pytest.raises(BadLabel, match="bounded domain"):
        play_on(game, 10)
    assert all(certificate.verdict == "holds" for certificate in game.ledger.certificates)


@pytest.mark.parametrize("G", [1e-200, 1e200])
def test_a_longest_gradient_whose_square_is_no_number_is_refused(G):
    with pytest.raises(BadParameter, match="G is the longest gradient, from 1e-100 to 1e"):
        OnlineNewtonStep(2, G=G)
