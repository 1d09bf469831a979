"""Where lecture notes on online learning, taken literally, are wrong: each slip as evidence, and what holds instead.

Every slip has its number: E1, E4a, ... A test first shows that the literal rule or inequality fails on an example, then
that ours does not.
"""

from __future__ import annotations

from math import ceil, floor, log, log2, log10, sqrt

import numpy as np
import pytest

from littlestone import Game, Perceptron, RowLearner, Winnow
from littlestone.bounds import DisjunctionBound
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter, BrokenPremise
from littlestone.features import as_batch
from littlestone.reductions import (
    Conservative,
    FromQueries,
    learn_by_queries,
    replay,
    survival,
    survival_size,
    teacher,
    until_clean,
)


def played(learner, rounds, **settings):
    """A game over pairs of example and label."""
    game = Game(learner, **settings)
    for x, y in rounds:
        game.label(game.predict(x).number, y)
    return game


def verdicts(game):
    return {certificate.verdict for certificate in game.ledger.certificates}


class PrintedSigns(Perceptron):
    """E1: add x on a false positive, subtract it on a false negative, as printed."""

    def learn(self, x, y, guess):
        if self.act(guess) != y:
            self.add(x, -y)


def test_e1_the_printed_signs_move_the_perceptron_away_from_the_truth():
    printed = played(PrintedSigns(zero="-1"), 50 * [([1.0], +1)])
    assert printed.ledger.mistakes == 50
    assert printed.learner.weights.tolist() == [-50.0]
    assert "violated" in verdicts(printed)
    right = played(Perceptron(zero="-1"), 50 * [([1.0], +1)])
    assert right.ledger.mistakes == 1
    assert right.ledger.certificates[0].allowed == 1
    assert verdicts(right) == {"holds"}


def test_e4a_the_logarithm_is_natural_and_the_number_of_examples_whole():
    epsilon = delta = 0.1
    mistakes = 10

    def chance(m):
        """That one of M hypotheses worse than epsilon survives m examples."""
        return mistakes * (1 - epsilon) ** m

    assert chance(log10(mistakes / delta) / epsilon) == pytest.approx(1.22, abs=0.01)  # more than delta: wrong
    assert chance(log2(mistakes / delta) / epsilon) == pytest.approx(0.0091, abs=0.001)  # safe, and wasteful
    run, most = survival_size(epsilon=epsilon, delta=delta, mistakes=mistakes)
    assert run == ceil(log(mistakes / delta) / epsilon) == 47
    assert most == 470
    assert chance(run) <= delta < chance(ceil(log10(mistakes / delta) / epsilon))


def test_e4b_so_many_hypotheses_are_tested_and_so_many_examples_drawn():
    def claimed(mistakes, epsilon, delta):
        return mistakes / epsilon * log(mistakes / delta)

    assert claimed(1, 0.1, 0.1) == pytest.approx(23.03, abs=0.01)  # not a number of examples
    assert survival_size(epsilon=0.1, delta=0.1, mistakes=1) == (24, 24)
    assert survival_size(epsilon=0.1, delta=0.1, mistakes=1, certain=False) == (30, 60)
    assert claimed(1, 0.5, 0.5) == pytest.approx(1.39, abs=0.01)  # one test alone takes 2
    assert survival_size(epsilon=0.5, delta=0.5, mistakes=1).run == 2


def test_e4b_the_claimed_number_of_examples_is_exceeded_by_a_run():
    examples = iter([([0.0, 1.0], +1)] * 23 + [([1.0, 0.0], -1)] * 100)
    # Perceptron() is right 23 times and errs once, which a claim of 23.03 examples leaves no room for.
    found = survival(Perceptron(), lambda: next(examples), epsilon=0.1, delta=0.1, mistakes=1)
    assert (found.samples, found.mistakes) == (24, 1)
    assert found.hypothesis([1.0, 0.0]) == -1


def test_e4c_without_mistakes_the_logarithm_fails_and_the_first_hypothesis_is_returned():
    with pytest.raises(ValueError, match=r"math domain error|expected a positive input"):
        log(0 / 0.1)
    assert survival_size(epsilon=0.1, delta=0.1, mistakes=0) == (0, 0)
    found = survival(Perceptron(), lambda: ([1.0], +1), epsilon=0.1, delta=0.1, mistakes=0)
    assert (found.samples, found.hypothesis([1.0])) == (0, 1)
    assert survival(
        Perceptron(), lambda: ([1.0], +1), epsilon=0.1, delta=0.1, mistakes=0, certain=False
    ).samples == ceil(log(1 / 0.1) / 0.1)


def test_e6_the_inequality_behind_the_tuned_rate_holds_up_to_0_6838_only():
    def holds(x):
        return log(1 - x) >= -x - x * x

    root = 0.6838026
    assert not holds(0.9)
    assert log(0.1) == pytest.approx(-2.303, abs=1e-3)
    assert all(holds(x) for x in np.linspace(0.0, root, 1000))
    assert not any(holds(x) for x in np.linspace(root + 1e-6, 0.999999, 1000))


def test_e11_the_mistakes_of_halving_are_counted_in_binary_logarithms():
    def halving():
        concepts = [(1, 1), (1, -1)]
        while True:
            x, y = yield lambda x, c=concepts: 1 if sum(f[int(x.columns[0])] for f in c) > 0 else -1
            concepts = [f for f in concepts if f[int(x.columns[0])] == y]

    mistakes = worst_case(FromQueries(halving), np.eye(2), [1, 1]).mistakes
    assert log(2) < mistakes <= log2(2)


@pytest.mark.parametrize(("zero", "updates", "last"), [("+1", 1, 100), ("-1", 2, 99), ("mistake", 3, 100)])
def test_e12_the_bound_counts_updates_and_not_iterations(zero, updates, last):
    X, y = [[1, 0, 0]] * 98 + [[0, 1, 0], [0, 0, 1]], [1] * 99 + [-1]
    learner = Perceptron(zero=zero)
    done = until_clean(learner, X, y)
    assert done.last_update == last > 3  # after so many iterations the training error is not 0
    assert done.updates == updates <= done.certificate.allowed == 3
    assert done.iterations <= 100 * (3 + 1)
    mistaken = played(learner, zip(X, y, strict=True)).ledger.certificates[0]
    assert (mistaken.paid, round(mistaken.allowed)) == (updates, updates)


def test_e16a_a_relevant_weight_counts_the_positive_mistakes_it_was_on_in():
    game = played(Winnow(n=4), [([1, 0, 0, 0], +1), ([0, 1, 0, 0], +1)])
    assert game.ledger.false_negatives == 2
    weights = game.learner.weights
    assert (weights[:2] != 2.0**2).all()  # literally (1 + beta)^m
    assert weights[:2].tolist() == [2.0, 2.0]
    assert np.log2(weights[:2]).sum() >= game.ledger.false_negatives
    assert verdicts(game) == {"holds"}


def test_e16b_a_weight_may_reach_the_threshold_before_its_last_promotion():
    N = 4
    game = Game(Winnow(n=N), bounds=[DisjunctionBound(k=1)])
    before = []
    for _ in range(10):
        move = game.predict([1, 0, 0, 0])
        weight = game.learner.weights[0]
        game.label(move.number, +1)
        if move.act < 0:
            before.append(weight)
    assert before == [1.0, 2.0, 4.0]
    assert not max(before) < N  # literally w < N at every promotion
    assert not len(before) < log2(N) + 1  # literally m < log2 N + 1
    assert max(before) <= N
    assert len(before) <= 1 + floor(log2(N))
    assert verdicts(game) == {"holds"}


def test_e17a_a_mistake_may_come_from_a_guess_of_zero():
    game = Game(Perceptron(zero="-1"))
    move = game.predict([1.0])
    game.label(move.number, +1)
    assert game.ledger.mistakes == 1
    assert not +1 * move.guess < 0  # literally y <w, x> < 0
    assert +1 * move.guess <= 0
    assert verdicts(game) == {"holds"}


def test_e17b_the_squared_length_of_the_weights_is_at_most_the_number_of_mistakes():
    game = played(Perceptron(zero="-1"), [([1.0, 0.0], +1), ([-0.6, 0.8], +1)])
    square = float(game.learner.weights @ game.learner.weights)
    assert game.ledger.mistakes == 2
    assert square == pytest.approx(0.8)  # literally 2
    assert square <= game.ledger.mistakes
    assert verdicts(game) == {"holds"}


def test_e18_the_margin_is_gained_on_mistakes_only():
    game = Game(Perceptron(zero="-1"))
    along = []
    for _ in range(3):
        game.label(game.predict([1.0]).number, +1)
        along.append((float(game.learner.weights[0]), game.ledger.mistakes))
    gained = [w for w, _ in along]
    assert gained == [1.0, 1.0, 1.0]
    assert not all(w >= t for t, w in enumerate(gained, start=1))  # literally <w*, w> >= t gamma
    assert all(w >= mistakes for w, mistakes in along)


@pytest.mark.parametrize(("zero", "mistakes"), [("+1", (47, 20303)), ("-1", (42, 20202)), ("mistake", (47, 20303))])
def test_e20a_a_bias_is_not_free_for_the_bound_whatever_the_sign_of_zero(zero, mistakes):
    for b, made in zip((5, 101), mistakes, strict=True):
        gamma, D = 1.0, b + 1.0  # of the points b - 1 and b + 1 about the threshold b
        done = until_clean(Perceptron(bias=1.0, zero=zero), [[b - 1.0], [b + 1.0]], [-1, +1], most=100_000)
        assert done.clean
        assert done.updates == made > (D / gamma) ** 2
        R2, margin = D**2 + 1, gamma / sqrt(1 + b * b)
        assert done.updates <= done.certificate.allowed <= R2 / margin**2 * (1 + 1e-9)
        assert done.certificate.verdict == "holds"


def test_e20a_about_the_threshold_ten_the_sign_of_zero_decides():
    made = {
        zero: until_clean(Perceptron(bias=1.0, zero=zero), [[9.0], [11.0]], [-1, +1], most=1000).updates
        for zero in ("+1", "-1", "mistake")
    }
    assert made == {"+1": 111, "-1": 91, "mistake": 202}
    assert [zero for zero, mistakes in made.items() if mistakes > 11**2] == ["mistake"]


def test_e20b_normalising_changes_the_run_and_the_bound():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 3)) * 10.0 ** rng.uniform(-1, 1, size=(60, 1))
    y = np.where(X @ [1.0, -2.0, 0.5] > 0, 1, -1)
    raw, unit = (until_clean(Perceptron(normalise=normalise), X, y) for normalise in (False, True))
    assert raw.clean
    assert unit.clean
    assert raw.updates != unit.updates
    assert raw.certificate.allowed > 2 * unit.certificate.allowed
    assert {raw.certificate.verdict, unit.certificate.verdict} == {"holds"}


def test_e20b_the_bias_comes_first_and_the_length_is_divided_out_afterwards():
    x = as_batch([[3.0, 4.0]]).row(0)
    literal = np.append([3.0, 4.0] / np.linalg.norm([3.0, 4.0]), 1.0)
    assert np.linalg.norm(literal) == pytest.approx(sqrt(2))
    assert Perceptron(bias=1.0, normalise=True).embed(x).norm() == pytest.approx(1.0)


def test_e20b_a_zero_vector_cannot_be_normalised_and_breaks_the_premise():
    game = played(Perceptron(normalise=True), [([0.0, 0.0], -1), ([1.0, 0.0], -1)])
    margin, _ = game.ledger.certificates
    assert margin.verdict == "broken premise"
    assert np.isfinite(game.learner.weights).all()


def test_e26_a_last_query_that_is_answered_yes_is_a_query_and_no_mistake():
    first, second = (1, 1), (1, -1)

    def concept(labels):
        return lambda x: labels[int(x.columns[0])]

    def asking():
        yield concept(first)
        yield concept(second)

    def stopping():
        yield concept(first)
        return concept(second)

    oracle = teacher(np.eye(2), second)
    for make, queries in ((asking, 2), (stopping, 1)):
        exact = learn_by_queries(make(), oracle)
        mistakes = worst_case(FromQueries(make), np.eye(2), second).mistakes
        assert exact.queries == queries
        assert len(exact.counterexamples) == mistakes == 1
    # N queries make N mistakes only if the last hypothesis is returned unasked; else N - 1.
    winnow = worst_case(Winnow(n=2), [[0, 1], [1, 0]], [-1, 1]).mistakes
    asked = learn_by_queries(Winnow(n=2), teacher([[0, 1], [1, 0]], [-1, 1]), mistakes=winnow)
    saved = learn_by_queries(Winnow(n=2), teacher([[0, 1], [1, 0]], [-1, 1]), mistakes=winnow, certain=True)
    assert (asked.queries, saved.queries) == (winnow + 1, winnow)


class Remembering(Perceptron):
    """E29: its prediction changes it: it answers +1 to what it is asked for the second time."""

    def __init__(self):
        super().__init__()
        self.asked = set()

    def parameters(self):
        return {}

    def predict(self, x):
        key = (x.columns.tobytes(), x.values.tobytes())
        before = key in self.asked
        self.asked.add(key)
        return 1.0 if before else -1.0


def test_e29_the_conservative_version_needs_predictions_that_change_nothing():
    X, y = [[1.0], [1.0], [1.0], [1.0]], [-1, -1, +1, -1]
    with pytest.raises(BrokenPremise, match="played alone"):
        replay(Remembering(), X, y)
    assert len(replay(Perceptron(), X, y)) > 1


def test_e29_the_conservative_version_needs_a_learner_without_a_coin():
    class Coin(RowLearner):
        """Acts +1 by a fair coin."""

        randomised = True

    with pytest.raises(BadParameter, match="coin"):
        Conservative(Coin())


def test_e29_a_bound_that_holds_for_the_whole_game_only_is_not_kept():
    class Scout(RowLearner):
        """Says -1 until it was shown three examples, then +1: it learns from being right, too."""

        def __init__(self):
            super().__init__()
            self.says = -1.0
            self.seen = 0

        def predict(self, x):
            return self.says if len(x) else -1.0

        def learn(self, x, y, guess):
            self.seen += 1
            self.says = 1.0 if self.seen >= 3 else -1.0

        def state(self):
            return {**super().state(), "seen": np.int64(self.seen), "says": np.float64(self.says)}

        def restore(self, state):
            super().restore(state)
            self.seen, self.says = int(state["seen"]), float(state["says"])

    rounds = 3 * [([0.0], -1)] + 3 * [([1.0], +1)]  # no mistake on this game; three on its second half
    assert played(Scout(), rounds).ledger.mistakes == 0
    assert played(Conservative(Scout()), rounds).ledger.mistakes == 3
