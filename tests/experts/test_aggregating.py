from __future__ import annotations

import numpy as np
import pytest
from drawn_advice import games, guesses, losses_of
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import AggregatingAlgorithm, Game
from littlestone.errors import BadParameter, BadWidth
from littlestone.experts import as_advice
from littlestone.row import Batch


def reference(drawn, low, high, eta):
    """The guess is the point whose losses at both ends stand to each other as those of the mixture do."""
    weights = np.full(drawn.advice.shape[1], 1 / drawn.advice.shape[1])
    factor = 2.0 if drawn.loss == "brier" else 1.0
    said = []
    for advice, y in zip(drawn.advice, drawn.truths, strict=True):
        awake = ~np.isnan(advice)
        p = weights[awake] / weights[awake].sum()

        def mixed(truth, p=p, said=advice[awake]):
            return -np.log(p @ np.exp(-eta * losses_of(drawn, truth, said))) / eta

        guess = (low + high) / 2 + (mixed(low) - mixed(high)) / (2 * factor * (high - low))
        if drawn.loss == "log":
            guess = np.exp(-mixed(1.0))
        said.append(guess)
        own = losses_of(drawn, y, np.array([guess]))[0]
        weights = weights * np.exp(-eta * np.where(awake, losses_of(drawn, y, np.where(awake, advice, 0.5)), own))
    return np.array(said)


@given(drawn=games(losses=["square", "brier", "log"], rounds=20, largest=6, kinds=["noise", "one is good"]))
@settings(deadline=None, max_examples=60)
def test_the_guess_is_vovks_substitution(drawn):
    size = drawn.size if drawn.loss == "square" else 1.0
    low, high = (-size, size) if drawn.loss == "square" else (0.0, 1.0)
    eta = 2 / (high - low) ** 2 if drawn.loss == "square" else 1.0
    learner = AggregatingAlgorithm(low=low, high=high)
    assert guesses(learner, drawn) == pytest.approx(reference(drawn, low, high, eta), abs=1e-9 * size)
    assert learner.eta == eta


@given(
    advice=st.lists(st.floats(0, 1), min_size=1, max_size=4),
    weights=st.lists(st.floats(0.01, 1), min_size=4, max_size=4),
    y=st.floats(0, 1),
    loss=st.sampled_from(["square", "brier", "log"]),
)
@settings(deadline=None, max_examples=200)
def test_no_truth_makes_the_guess_dearer_than_the_mixture(advice, weights, y, loss):
    game = Game(AggregatingAlgorithm(prior=weights[: len(advice)]), loss=loss)
    move = game.predict(advice)
    p = np.array(weights[: len(advice)]) / sum(weights[: len(advice)])
    eta, price = game.learner.eta, game.price
    mixed = -np.log(p @ np.exp(-eta * price.values(y, np.array(advice)))) / eta
    assert price.value(y, move.guess, move.guess) <= mixed + 1e-9


@pytest.mark.parametrize("loss", ["absolute", "mistake", "pinball:0.5", "percentage"])
def test_losses_that_cannot_be_mixed_are_refused(loss):
    with pytest.raises(BadParameter, match="losses that can be mixed"):
        Game(AggregatingAlgorithm(), loss=loss)


def test_the_range_has_a_low_end_below_its_high_end():
    with pytest.raises(BadParameter, match="low lies below high"):
        AggregatingAlgorithm(low=1.0, high=1.0)


def test_advice_far_outside_the_range_is_guessed_at_all_the_same():
    game = Game(AggregatingAlgorithm(), loss="square")
    for advice, y in (([1e9, -1e9], 5e8), ([1e50, 2.0], 0.5), ([1e50, -1e50], 0.5), ([0.1, 0.2], 0.1)):
        move = game.predict(advice)
        assert 0.0 <= move.guess <= 1.0
        game.label(move.number, y)
    assert game.ledger.certificates[0].verdict == "broken premise"
    batch = Batch([0, 2], [0, 1], [1e200, -1e300], 2)
    assert 0.0 <= AggregatingAlgorithm().predict(batch.row(0)) <= 1.0


@pytest.mark.parametrize(("low", "high"), [(0.0, 1e-160), (-1e160, 1e160)])
def test_the_length_of_the_range_can_be_squared(low, high):
    with pytest.raises(BadParameter, match="square of high - low"):
        AggregatingAlgorithm(low=low, high=high)


def test_a_row_without_advice_is_refused():
    with pytest.raises(BadWidth, match="no expert is awake"):
        AggregatingAlgorithm().predict(Batch([0, 0], [], [], 2).row(0))


def test_thirty_thousand_rounds_overflow_nothing():
    rounds = 30_000
    y = np.arange(rounds) % 2.0
    advice = np.column_stack([np.abs(y - 0.1), 1 - y, np.full(rounds, 0.5)])
    game = Game(AggregatingAlgorithm(), loss="brier")
    game.play_batch(as_advice(advice, y))
    assert game.learner.weights == pytest.approx([1, 0, 0])
    assert game.ledger.best_regret <= np.log(3)
    # The leader sleeps: of the others, the one that was less wrong is heard, though its weight is nothing.
    assert game.predict([np.nan, 1.0, 0.2]).guess == pytest.approx(0.2)


@pytest.mark.parametrize("low", [1e-12, 0.1, 0.3, 1.7])
def test_the_rate_is_that_of_the_theorem_to_the_last_bit(low):
    for high in (10.0, 3.3, 7.7, 9.1):  # the C library's square of high - low is not always the product with itself
        game = Game(AggregatingAlgorithm(low=low, high=high), loss="square")
        game.label(game.predict({"a": 2.0, "b": 3.0}).number, 2.5)
        assert game.ledger.certificates[0].verdict == "holds"
