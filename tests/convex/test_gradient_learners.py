"""What every learner from gradients does, whatever its rule, besides what `littlestone.checks` asks of all."""

from __future__ import annotations

import json
import re
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
    make_learner,
)
from littlestone.checks import alike, variants_of
from littlestone.convex.gradient_learner import GradientLearner
from littlestone.errors import BadLabel, BadParameter, StateError, UnknownName
from littlestone.losses.point_losses import Given

KINDS = [kind for kind in POINTS.values() if issubclass(kind, GradientLearner)]
VARIANTS = {name: make for kind in KINDS for name, make in variants_of(kind).items()}
each = pytest.mark.parametrize("make", VARIANTS.values(), ids=VARIANTS)


def play(learner, rounds=30, seed=0, **settings):
    """Random linear losses of which every third changes its sign."""
    game = ConvexGame(learner, **settings)
    rng = np.random.default_rng(seed)
    for t in range(rounds):
        z = rng.uniform(-1, 1, size=learner.d) if t % 3 else (-1.0) ** t * np.eye(learner.d)[0]
        game.label(game.predict().number, z / np.sqrt(learner.d))
    return game


@each
def test_a_state_of_release_0_1_0_which_counted_no_lessons_is_taken_up(make):
    learner, restored = play(make()).learner, make()
    restored.restore({name: value for name, value in learner.state().items() if name != "lessons"})
    assert alike(learner, restored)


@each
def test_certificates_are_never_violated_and_are_plain_values(make):
    for certificate in play(make()).ledger.certificates:
        assert certificate.verdict == ("open" if make().name == "ons" else "holds")
        json.dumps(certificate.as_dict(), allow_nan=False)


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


@pytest.mark.parametrize("kind", KINDS)
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
