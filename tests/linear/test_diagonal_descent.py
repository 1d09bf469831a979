"""The theorem of AROW and NAROW with a diagonal covariance: an identity, an inequality, and wrong rules found out."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AROW, NAROW, Batch
from littlestone.linear.diagonal_descent import allowed, astray, best_comparator, both_sides, replay_diagonal
from littlestone.solvers.sums import products, some_rows

often = settings(deadline=None, max_examples=150)


def updates(learner, x, y):
    """Play; return the updates as the rule saw them, with guesses and who was mistaken. Label 0 contradicts."""
    width = x.shape[1]
    batch = Batch(np.arange(len(y) + 1) * width, np.tile(np.arange(width), len(y)), x.ravel(), width).check()
    rows, labels, guesses, mistaken = [], [], [], []
    for t, label in enumerate(y):
        row = batch.row(t)
        guess = learner.predict(row)
        label = label or -learner.act(guess)
        if label * guess < 1.0:
            rows.append(learner.embed(row))
            labels.append(label)
            guesses.append(guess)
            mistaken.append(learner.act(guess) != label)
        learner.learn(row, label, guess)
    starts = np.cumsum([0, *(len(row) for row in rows)])
    columns = np.concatenate([np.zeros(0, dtype=np.int32), *(row.columns for row in rows)])
    values = np.concatenate([np.zeros(0), *(row.values for row in rows)])
    seen = Batch(starts, columns, values, max((row.width for row in rows), default=0), labels).trust()
    return seen, np.array(guesses), np.array(mistaken, dtype=bool)


def replayed(learner, seen, guesses, mistaken):
    setting = {"r": learner.r} if isinstance(learner, AROW) else {"b": learner.b}
    return replay_diagonal(seen, guesses, mistaken, **setting)


def variances(learner, width):
    S = learner.matrix()
    return np.concatenate((S, np.ones(max(0, width - len(S)))))


@st.composite
def games(draw):
    random = np.random.default_rng(draw(st.integers(0, 2**32)))
    rows, width = draw(st.integers(1, 40)), draw(st.integers(1, 5))
    x = random.normal(size=(rows, width)) * 10.0 ** random.integers(-2, 3, size=width)
    if draw(st.booleans()):
        x = random.integers(-2, 3, size=(rows, width)).astype(float)
    y = np.where(x @ random.normal(size=width) > 0, 1.0, -1.0)
    y[random.random(rows) < draw(st.sampled_from([0.0, 0.2, 0.5]))] *= -1
    if draw(st.integers(0, 3)) == 0:
        y[:] = 0.0  # every label contradicts
    seen = {"bias": draw(st.sampled_from([None, 1.0, -0.3])), "normalise": draw(st.booleans())}
    size = 10 ** draw(st.floats(-2, 2))
    return draw(st.sampled_from([AROW(r=size, **seen), NAROW(b=size, **seen)])), x, y, random


@often
@given(games())
def test_the_identity_and_the_inequality_hold_for_every_vector(game):
    learner, x, y, random = game
    seen, guesses, mistaken = updates(learner, x, y)
    sums = replayed(learner, seen, guesses, mistaken)
    assert sums.measurable
    for u in (0 * sums.w, sums.w, 2 * sums.w, random.normal(size=len(sums.w)), 9 * random.normal(size=len(sums.w))):
        found = products(seen, u)
        gained = 2 * sums.step * (found - sums.margin)
        left = float(((u - sums.w) ** 2 / sums.S).sum() + (gained - sums.step**2 * sums.spread).sum())
        right = float((u * u + sums.growth * (u - sums.centre) ** 2 + sums.scatter).sum())
        size = float(
            ((u - sums.w) ** 2 / sums.S).sum() + np.abs(gained).sum() + (sums.growth * u * u + sums.scatter).sum()
        )
        assert left == pytest.approx(right, rel=1e-9, abs=1e-9 * size + 1e-12)
        sides = both_sides(sums, u, found)
        assert sides.earned <= sides.price + 1e-9 * (sides.size + np.abs(sums.weights).sum())
        most, exact = allowed(sums, u, found)
        assert mistaken.sum() <= most + 1e-9 * (exact + 1)


@often
@given(games())
def test_the_updates_made_again_are_the_learner_and_growth_is_what_the_proof_says(game):
    learner, x, y, _ = game
    seen, guesses, mistaken = updates(learner, x, y)
    sums = replayed(learner, seen, guesses, mistaken)
    w, S = learner.embedded_weights(seen.width), variances(learner, seen.width)
    assert astray(sums, w, S, guesses, np.asarray(seen.labels)) is None
    assert (sums.growth >= 0).all()
    assert 1 + sums.growth == pytest.approx(1 / sums.S, rel=1e-9)
    learned = sums.mistaken & (sums.step != 0)
    if isinstance(learner, AROW):
        squares = np.array([seen.row(t).squared_norm() for t in range(seen.rows)])
        longest, r = squares[learned].max(initial=0.0), learner.r
        assert (sums.weights[learned] >= (2 * r + longest) / (r + longest) ** 2 * (1 - 1e-9)).all()
        totals = np.zeros(seen.width)
        np.add.at(totals, np.asarray(seen.columns), np.asarray(seen.values) ** 2 / r)
        assert (sums.growth <= totals * (1 + 1e-9)).all()
    else:
        assert (sums.weights[learned] >= sums.level * sums.step[learned] * (1 - 1e-9)).all()
        assert (sums.step[learned] > 0).all()


@often
@given(games())
def test_the_vector_shown_allows_what_was_made_and_no_more_than_the_weights_do_or_there_were_updates(game):
    learner, x, y, _ = game
    seen, guesses, mistaken = updates(learner, x, y)
    if not seen.rows:
        return
    sums = replayed(learner, seen, guesses, mistaken)
    best = best_comparator(sums, seen)
    assert mistaken.sum() <= best.allowed + 1e-9 * (best.size + 1)
    assert best.allowed <= max(seen.rows, allowed(sums, sums.w, products(seen, sums.w))[0])
    assert best.allowed == pytest.approx(allowed(sums, best.u, products(seen, best.u))[0], abs=1e-9 * best.size)


def test_a_game_by_hand():
    learner = AROW(r=1.0)
    seen, guesses, mistaken = updates(learner, np.array([[-1.0], [-1.0]]), [-1.0, -1.0])
    sums = replayed(learner, seen, guesses, mistaken)
    # c = 1, step 1/2, w = 1/2, S = 1 - 1/2; then c = 1/2, m = 1/2, step (1/2)/(3/2) = 1/3, w = 1/2 + 1/6, S = 1/3
    assert sums.step == pytest.approx([1 / 2, 1 / 3])
    assert (sums.w[0], sums.S[0]) == (pytest.approx(2 / 3), pytest.approx(1 / 3))
    assert (sums.growth[0], sums.centre[0]) == (pytest.approx(2), pytest.approx((1 / 2 + 2 / 3) / 2))
    assert sums.weights == pytest.approx([3 / 4, (1 / 4) * (5 / 2) / (9 / 4)])
    most, _ = allowed(sums, np.ones(1), np.ones(2))
    assert most == pytest.approx((1 + 1 / 4 + 1 / 9 - 5 / 18) / (3 / 4))


def test_mistakes_without_features_are_allowed_and_teach_nothing():
    learner = AROW(r=1.0)
    seen, guesses, mistaken = updates(learner, np.array([[0.0], [2.0], [0.0]]), [-1.0, -1.0, -1.0])
    sums = replayed(learner, seen, guesses, mistaken)
    assert sums.step.tolist()[::2] == [0.0, 0.0]
    assert allowed(sums, 0 * sums.w, np.zeros(3))[0] >= mistaken.sum() == 3
    none = replayed(learner, *updates(AROW(r=1.0), np.array([[0.0]]), [0.0]))
    assert allowed(none, np.zeros(1), np.zeros(1)) == (1.0, 0.0)


@pytest.mark.parametrize("make", [AROW, NAROW])
def test_weights_variances_or_guesses_of_another_rule_are_found_out(make):
    random = np.random.default_rng(0)
    x = random.normal(size=(60, 4))
    learner = make(bias=1.0)
    seen, guesses, mistaken = updates(learner, x, np.sign(x @ [1.0, -2.0, 0.5, 0.1]))
    sums = replayed(learner, seen, guesses, mistaken)
    w, S, labels = learner.embedded_weights(0), variances(learner, seen.width), np.asarray(seen.labels)
    assert astray(sums, w, S, guesses, labels) is None
    assert astray(sums, 1.001 * w, S, guesses, labels) == "the weights are not those of these updates"
    assert astray(sums, w, 0.999 * S, guesses, labels) == "the variances are not those of these updates"
    assert astray(sums, np.append(w, 1.0), np.append(S, 1.0), guesses, labels).startswith("it has learned in columns")
    assert astray(sums, w, S, guesses + 0.01, labels).startswith("the guesses are not")


def test_numbers_that_are_none_are_said_to_be():
    seen = Batch([0, 1, 2], [0, 0], [1e100, 1e100], 1, [1.0, -1.0]).trust()
    assert not replay_diagonal(seen, [0.0, 0.0], [True, True], r=1e-200).measurable


@pytest.mark.parametrize("longer", [1.0, 1e4, 1e7, 5e7])
def test_weights_that_lie_apart_scatter_however_much_one_of_them_counts(longer):
    seen, guesses, mistaken = updates(AROW(), np.array([[0.125], [longer]]), np.array([-1.0, 1.0]))
    sums = replay_diagonal(seen, guesses, mistaken, r=1.0)
    first = replay_diagonal(some_rows(seen, np.array([0])), guesses[:1], mistaken[:1], r=1.0)
    before, after = first.growth[0], sums.growth[0] - first.growth[0]
    assert sums.scatter[0] == pytest.approx(before * after / (before + after) * (sums.w[0] - first.w[0]) ** 2)
    assert sums.centre[0] == pytest.approx((before * first.w[0] + after * sums.w[0]) / (before + after), rel=1e-9)
