"""The Perceptron averaged over shards: its theorems on drawn and on adversarial games, against a plain reference."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from tempfile import TemporaryDirectory

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from littlestone import PA1, Game, Perceptron
from littlestone.bounds import HingeBound, MarginBound, MixedHingeBound, MixedMarginBound, NoMixingBound
from littlestone.cluster.engines import Engine
from littlestone.cluster.shards import bounds_of
from littlestone.cluster.shared_rows import SharedRows
from littlestone.cluster.training import MIXES, Training
from littlestone.errors import BadParameter
from littlestone.features import as_batch

quick = settings(deadline=None, max_examples=40)


def trained(X, y, shards, epochs=3, mix="uniform", learner=None, bounds=None, **more):
    """The game of a training in one thread, and its epochs."""
    learner = learner or Perceptron()
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        rows = SharedRows.write(as_batch(X, y), None, folder)
        game = Game(learner, bounds=bounds or bounds_of(learner, shards), **more)
        training = Training(rows, game, shards=shards, mix=mix)
        return game, list(training.run(Engine(thread, 1), epochs))


def plainly(X, y, shards, epochs, mix):
    """The same by the formula: weights, mistakes by share, and all mistakes."""
    cuts = [k * len(y) // shards for k in range(shards + 1)]
    w, by_share, total = np.zeros(X.shape[1]), 0.0, 0
    for _ in range(epochs):
        ends, made = [], []
        for i in range(shards):
            own, k = w.copy(), 0
            for x, label in zip(X[cuts[i] : cuts[i + 1]], y[cuts[i] : cuts[i + 1]], strict=True):
                if (1 if own @ x >= 0 else -1) != label:
                    own, k = own + label * x, k + 1
            ends.append(own)
            made.append(k)
        mu = np.full(shards, 1 / shards)
        if mix == "updates" and sum(made):
            mu = np.array(made) / sum(made)
        w, by_share, total = mu @ np.array(ends), by_share + mu @ made, total + sum(made)
        if not sum(made):
            break
    return w, by_share, total


@st.composite
def drawn(draw):
    shape = draw(st.tuples(st.integers(4, 40), st.integers(1, 4)))
    X = draw(arrays(np.int64, shape, elements=st.integers(-3, 3))).astype(float)
    if draw(st.booleans()):
        y = np.where(X @ draw(arrays(np.int64, shape[1], elements=st.integers(-3, 3))) >= 0, 1, -1)
    else:
        y = draw(arrays(np.int64, shape[0], elements=st.sampled_from([-1, 1])))
    return X, y, draw(st.integers(1, 4)), draw(st.integers(1, 5)), draw(st.sampled_from(MIXES))


@quick
@given(drawn())
def test_drawn_games_are_the_formulas_and_violate_nothing(case):
    X, y, shards, epochs, mix = case
    game, _ = trained(X, y, shards, epochs, mix)
    w, by_share, total = plainly(X, y, shards, epochs, mix)
    assert np.allclose(game.learner.weights[: len(w)], w, atol=1e-9)
    assert game.ledger.mistakes == total
    for certificate in game.ledger.certificates:
        assert certificate.violated is None, certificate
        assert certificate.paid == pytest.approx(by_share)
    assert game.ledger.certificates[1].verdict == "holds"


@pytest.mark.parametrize("mix", MIXES)
def test_the_margin_bound_is_met_exactly_where_all_shards_have_the_same_corners(mix):
    n, shards = 6, 4  # unit vectors, all positive: margin 1/sqrt(n), and each is a mistake of a learner that says -1
    X, y = np.tile(np.eye(n), (shards, 1)), np.ones(n * shards)
    game, _ = trained(X, y, shards, 5, mix, Perceptron(zero="-1"))
    margin, hinge = game.ledger.certificates
    assert margin.paid == pytest.approx(n)
    assert margin.allowed == pytest.approx(n)
    assert game.ledger.mistakes == shards * n  # S (R/gamma)^2 in all, met as well
    assert hinge.verdict == "holds"


def test_different_corners_are_few_mistakes_by_share():
    n, shards = 12, 4
    game, epochs = trained(np.eye(n), np.ones(n), shards, 5, learner=Perceptron(zero="-1"))
    assert game.ledger.certificates[0].paid == pytest.approx(n / shards)
    assert [epoch.updates for epoch in epochs] == [n, 0]


def test_one_shard_is_the_perceptron_itself():
    rng = np.random.default_rng(3)
    X = rng.normal(size=(60, 3))
    y = np.where(X @ [1, 1, -1] + 0.3 * rng.normal(size=60) > 0, 1, -1)
    game, _ = trained(X, y, 1, 1)
    alone = Game(Perceptron())
    alone.play_batch(as_batch(X, y))
    for mixed, plain in zip(game.ledger.certificates, alone.ledger.certificates, strict=True):
        assert (mixed.verdict, mixed.paid, mixed.broken) == (plain.verdict, plain.paid, plain.broken)
        assert mixed.allowed == pytest.approx(plain.allowed, rel=0.01) if plain.allowed else mixed.allowed is None


def test_a_game_that_goes_on_is_one_more_epoch_on_one_shard():
    rng = np.random.default_rng(4)
    X = rng.normal(size=(200, 4))
    y = np.where(rng.random(200) < 0.1, -1, 1) * np.sign(X @ [1, -1, 2, 0.5])
    game, _ = trained(X, y, 4, 2)
    before, mistakes = game.ledger.certificates[1].paid, game.ledger.mistakes
    game.play_batch(as_batch(X, y))
    certificate = game.ledger.certificates[1]
    assert certificate.verdict == "holds"
    assert certificate.paid == pytest.approx(before + game.ledger.mistakes - mistakes)


def test_weights_of_rounds_make_the_radius_longer():
    rng = np.random.default_rng(5)
    X = rng.normal(size=(120, 3))
    y = np.sign(X @ [1, -1, 2])
    batch = as_batch(X, y)
    weighed = type(batch)(batch.starts, batch.columns, batch.values, batch.width, y, None, rng.uniform(0.5, 3, 120))
    with TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        rows = SharedRows.write(weighed, None, folder)
        game = Game(Perceptron(), bounds=bounds_of(Perceptron(), 3))
        list(Training(rows, game, shards=3).run(Engine(thread, 1), 4))
    assert game.ledger.weights.heaviest == pytest.approx(max(weighed.weights))
    for certificate in game.ledger.certificates:
        assert certificate.verdict == "holds", certificate
        assert "R^2 times h" in certificate.theorem


def test_a_promised_margin_is_held_against_the_data():
    X, y = np.tile(np.eye(4), (2, 1)), np.ones(8)
    kept, _ = trained(X, y, 2, 2, learner=Perceptron(zero="-1"), bounds=[MixedMarginBound(0.5, 2)])
    assert kept.ledger.certificates[0].allowed == pytest.approx(4.0)
    broken, _ = trained(X, y, 2, 2, learner=Perceptron(zero="-1"), bounds=[MixedMarginBound(0.6, 2)])
    assert broken.ledger.certificates[0].verdict == "broken premise"


def test_evidence_that_is_cut_leaves_the_verdict_open():
    rng = np.random.default_rng(6)
    X = rng.normal(size=(200, 4))
    y = np.where(rng.random(200) < 0.3, -1, 1) * np.sign(X @ [1, -1, 2, 0.5])
    game, _ = trained(X, y, 4, 3, keep=40)
    assert game.ledger.certificates[1].verdict == "open"
    whole, _ = trained(X, y, 4, 3)
    kept, all_of_it = game.ledger.kept, whole.ledger.kept
    assert kept.total == all_of_it.total
    assert kept.weight == pytest.approx(all_of_it.weight)
    assert np.array_equal(np.asarray(kept.labels)[: kept.count], np.asarray(all_of_it.labels)[: kept.count])
    assert kept.entries <= 40


def test_others_are_open_and_bounds_are_for_the_learners_that_name_them():
    X, y = np.eye(4), np.ones(4)
    game, _ = trained(X, y, 2, learner=PA1())
    (certificate,) = game.ledger.certificates
    assert certificate.verdict == "open"
    assert "no theorem" in certificate.why
    with pytest.raises(BadParameter, match="no theorem about"):
        Game(PA1(), bounds=[MixedHingeBound()])
    with pytest.raises(BadParameter, match="shards"):
        MixedHingeBound(shards=0)


# Wrong versions of the theorems and of the rule, which games must find out.


class TooSmall(MixedMarginBound):
    """(R/gamma)^2 of one shard's part."""

    def suits(self, learner):
        return True

    def allowed(self, case):
        return super().allowed(case) / self.shards


class AllMistakes(MixedMarginBound):
    """Counts every mistake with 1."""

    def suits(self, learner):
        return True

    def paid(self, case):
        return float(case.kept.total)


class NoSquare(MixedHingeBound):
    """L + R|u| sqrt(L), without R^2 |u|^2."""

    def suits(self, learner):
        return True

    def allowed(self, case):
        loss, length = case.best
        return loss + case.radius * length * loss**0.5


@pytest.mark.parametrize(
    "wrong", [TooSmall(None, 4), AllMistakes(None, 4), NoSquare(4)], ids=lambda one: str(type(one))
)
def test_wrong_theorems_are_found_out(wrong):
    X, y = np.tile(np.eye(6), (4, 1)), np.ones(24)
    game, _ = trained(X, y, 4, 3, learner=Perceptron(zero="-1"), bounds=[wrong])
    assert game.ledger.certificates[0].verdict == "violated"


@pytest.mark.parametrize("bound", [MarginBound(), HingeBound()])
def test_the_theorems_of_one_perceptron_are_not_those_of_the_mixed(bound):
    X, y = np.tile(np.eye(6), (4, 1)), np.ones(24)
    game, _ = trained(X, y, 4, 3, learner=Perceptron(zero="-1"), bounds=[bound])
    assert game.ledger.certificates[0].verdict == "violated"


@pytest.mark.parametrize("shares", [[1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [0.5, 0.5, 0.5]])
def test_wrong_means_are_found_out(monkeypatch, shares):
    rng = np.random.default_rng(7)
    X = rng.normal(size=(90, 3))
    y = np.sign(X @ [1, -1, 2])
    from littlestone.cluster import training

    right = training.mixed_state
    monkeypatch.setattr(training, "mixed_state", lambda learner, states, _: right(learner, states, shares))
    game, _ = trained(X, y, 3, 2)
    assert {one.verdict for one in game.ledger.certificates} == {"violated"}


def test_no_theorem_says_so_of_any_learner_with_a_mean():
    assert NoMixingBound().suits(PA1())
    assert not NoMixingBound().suits(__import__("littlestone").ROMMA())
