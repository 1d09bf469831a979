"""The tables of exact worst cases: every number found again by search, played again in a game."""

from itertools import product

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, RowLearner, Winnow
from littlestone.bounds import DisjunctionBound, MarginBound
from littlestone.concepts.worst_case import WorstCase, worst_case
from littlestone.errors import BadLabel, BadParameter, NotBoolean, Unbounded
from littlestone.features.arrays import as_batch

ZEROS = ("+1", "-1", "mistake")


def cube(n, low=0):
    """All of {low, 1}^n."""
    return np.array(list(product((low, 1), repeat=n)), dtype=float).reshape(-1, n)


def disjunction(X, k):
    """x_1 or ... or x_k."""
    return np.where((X[:, :k] > 0).any(axis=1), 1, -1)


def majority(X, k):
    """What most of the first k say."""
    return np.where(X[:, :k].sum(axis=1) > 0, 1, -1)


def replay(learner, X, target, path, bounds):
    """The ledger of a real game along the path."""
    game = Game(learner, bounds=bounds)
    for row in path:
        move = game.predict(X[row])
        game.label(move.number, int(target[row]))
    return game.ledger


# N, k: strict, its bound, non-strict, its bound, Winnow1 strict, Winnow1 non-strict
WINNOW = {
    (1, 0): (0, 1, 1, 1, 0, 1),
    (1, 1): (1, 4, 0, 1, 1, 0),
    (2, 0): (0, 1, 1, 1, 0, 1),
    (2, 1): (2, 7, 1, 4, 2, 1),
    (2, 2): (4, 13, 2, 7, 4, 2),
    (3, 0): (0, 1, 1, 1, 0, 1),
    (3, 1): (3, 7, 3, 7, 3, 3),
    (3, 2): (5, 13, 4, 13, 5, 4),
    (3, 3): (6, 19, 6, 19, 6, 6),
    (4, 0): (0, 1, 1, 1, 0, 1),
    (4, 1): (5, 10, 4, 7, 4, 3),
    (4, 2): (9, 19, 7, 13, 7, 5),
    (4, 3): (9, 28, 8, 19, 9, 7),
    (4, 4): (12, 37, 8, 25, 12, 8),
}


def lg(n):
    """floor(log2 n), and ceil(log2 n)."""
    return n.bit_length() - 1, (n - 1).bit_length()


WINNOW_CASES = [
    pytest.param(n, k, strict, demote, worst, bound, id=f"{n}-{k}-{'strict' if strict else 'weak'}-{demote}")
    for (n, k), (strict_worst, strict_bound, weak_worst, weak_bound, one_strict, one_weak) in WINNOW.items()
    for strict, demote, worst, bound in (
        (True, "divide", strict_worst, strict_bound),
        (False, "divide", weak_worst, weak_bound),
        (True, "eliminate", one_strict, 2 * k * (1 + lg(n)[0])),
        (False, "eliminate", one_weak, 1 + 2 * k * lg(n)[1]),
    )
]


@pytest.mark.parametrize(("n", "k", "strict", "demote", "worst", "bound"), WINNOW_CASES)
def test_winnow_has_the_worst_case_of_the_table_and_stays_within_its_bound(n, k, strict, demote, worst, bound):
    X = cube(n)
    target = disjunction(X, k)
    found = worst_case(Winnow(n=n, strict=strict, demote=demote), X, target)
    assert found.mistakes == len(found.path) == worst
    ledger = replay(Winnow(n=n, strict=strict, demote=demote), X, target, found.path, [DisjunctionBound(k=k)])
    certificate = ledger.certificates[0]
    assert ledger.mistakes == ledger.rounds == worst
    assert (certificate.verdict, certificate.allowed) == ("holds", bound)


def test_which_variables_matter_makes_no_difference_to_winnow():
    X = cube(4)
    for pair in ((0, 1), (0, 3), (2, 3)):
        target = np.where(X[:, pair].any(axis=1), 1, -1)
        assert worst_case(Winnow(n=4), X, target).mistakes == WINNOW[4, 2][0]


# N, k: with 0/1 inputs, with -1/+1 inputs; for each, zero = "+1", "-1", "mistake"
PERCEPTRON = {
    (1, 0): ((1, 0, 1), (2, 0, 2)),
    (1, 1): ((3, 2, 5), (1, 1, 2)),
    (2, 0): ((1, 0, 1), (2, 0, 2)),
    (2, 1): ((6, 5, 8), (2, 2, 2)),
    (2, 2): ((5, 4, 9), (3, 3, 3)),
    (3, 0): ((1, 0, 1), (4, 0, 4)),
    (3, 1): ((8, 7, 12), (2, 2, 4)),
    (3, 2): ((10, 9, 15), (4, 8, 9)),
    (3, 3): ((7, 6, 13), (5, 9, 14)),
}


def squared_radius_over_margin(n, k, low):
    """Novikoff's bound R^2/margin^2 with a constant feature, in closed form."""
    if k == 0:
        return n + 1
    return (n + 1) * ((4 * k + 1) if low == 0 else (k * k - k + 1))


@pytest.mark.parametrize(("n", "k"), PERCEPTRON, ids=str)
@pytest.mark.parametrize("low", [0, -1])
@pytest.mark.parametrize("zero", ZEROS)
def test_perceptron_has_the_worst_case_of_the_table_on_disjunctions(n, k, low, zero):
    X = cube(n, low)
    target = disjunction(X, k)
    found = worst_case(Perceptron(bias=1, zero=zero), X, target)
    assert found.mistakes == PERCEPTRON[n, k][0 if low == 0 else 1][ZEROS.index(zero)]
    assert found.mistakes <= squared_radius_over_margin(n, k, low)
    ledger = replay(Perceptron(bias=1, zero=zero), X, target, found.path, [])
    assert ledger.mistakes == ledger.rounds == found.mistakes == len(found.path)


@pytest.mark.parametrize(("n", "k"), [(n, k) for n in range(1, 5) for k in range(n + 1)], ids=str)
def test_perceptron_can_be_forced_to_what_kivinen_warmuth_and_auer_say(n, k):
    X = cube(n)
    found = worst_case(Perceptron(bias=1), X, disjunction(X, k)).mistakes
    assert found >= 2 * k * (n - k + 1) + 1
    assert found == 2 * n + 1 or k < n


def halfspaces(n):
    """The labels of {0, 1}^n by every linear threshold function."""
    X = cube(n)
    weights = product(range(-2, 3), repeat=n + 1)  # enough for every threshold function of two variables
    return {tuple(np.where(X @ w[:n] + w[n] + 0.5 > 0, 1, -1).tolist()) for w in map(np.array, weights)}


@pytest.mark.parametrize(("n", "targets", "worst"), [(1, 4, (3, 3, 5)), (2, 14, (15, 15, 22))], ids=["n=1", "n=2"])
def test_perceptron_has_the_worst_case_of_the_table_over_all_halfspaces(n, targets, worst):
    assert len(halfspaces(n)) == targets
    for zero, expected in zip(ZEROS, worst, strict=True):
        learner = Perceptron(bias=1, zero=zero)
        assert max(worst_case(learner, cube(n), target).mistakes for target in halfspaces(n)) == expected


ANALYSTS = {(1, 1): 1, (2, 1): 2, (3, 1): 2, (3, 3): 3, (4, 1): 4, (4, 3): 9, (5, 1): 4, (5, 3): 12}


@pytest.mark.parametrize(("n", "k"), ANALYSTS, ids=str)
@pytest.mark.parametrize("zero", ZEROS)
def test_analysts_force_the_perceptron_to_the_number_of_the_table_and_at_most_nk(n, k, zero):
    X = cube(n, -1)
    found = worst_case(Perceptron(zero=zero), X, majority(X, k))
    assert found.mistakes == ANALYSTS[n, k] <= n * k
    ledger = replay(Perceptron(zero=zero), X, majority(X, k), found.path, [MarginBound(margin=k**-0.5)])
    assert ledger.mistakes == found.mistakes
    certificate = ledger.certificates[0]
    assert certificate.verdict == "holds"
    assert certificate.allowed == pytest.approx(n * k)


@given(
    st.lists(st.lists(st.integers(-2, 2), min_size=2, max_size=2), min_size=1, max_size=5),
    st.lists(st.integers(-3, 3), min_size=2, max_size=2),
)
@settings(deadline=None, max_examples=60)
def test_no_random_game_has_more_mistakes_and_the_path_has_exactly_as_many(rows, u):
    X = np.array(rows, dtype=float)
    X = X[X @ u != 0]
    assume(len(X))
    target = np.sign(X @ u)
    found = worst_case(Perceptron(), X, target)
    assert replay(Perceptron(), X, target, found.path, []).mistakes == found.mistakes
    order = np.random.default_rng(0).integers(len(X), size=60)
    assert replay(Perceptron(), X, target, order, []).mistakes <= found.mistakes


def test_the_search_begins_where_the_learner_stands_and_leaves_it_there():
    learner = Perceptron(bias=1)
    X, target = [[0], [1]], [-1, 1]
    game = Game(learner)
    game.label(game.predict(X[0]).number, -1)
    before = learner.state()
    assert worst_case(learner, X, target) == WorstCase(2, (1, 0))
    assert {name: value.tolist() for name, value in learner.state().items()} == {
        name: value.tolist() for name, value in before.items()
    }


def test_a_batch_will_do_for_the_examples():
    assert worst_case(Perceptron(bias=1), as_batch([[0], [1]]), [-1, 1]).mistakes == 3


def test_a_long_game_does_not_run_into_the_depth_of_the_stack():
    found = worst_case(Perceptron(bias=1), [[49], [51]], [-1, 1])
    assert found.mistakes > 1500
    assert len(found.path) == found.mistakes


def test_exclusive_or_leads_the_perceptron_round_in_a_circle_for_ever():
    X, target = cube(2), [-1, 1, 1, -1]
    with pytest.raises(Unbounded, match=r"a turn of the rows \(([\d, ]+)\)") as error:
        worst_case(Perceptron(bias=1), X, target)
    way, circle = (
        [int(row) for row in part.split(", ")]
        for part in (
            str(error.value).split("after the rows ")[1].split(" a turn")[0],
            str(error.value).split("(")[1].split(")")[0],
        )
    )
    assert replay(Perceptron(bias=1), X, target, way + 5 * circle, []).mistakes == len(way) + 5 * len(circle)


def test_a_search_without_end_is_given_up():
    with pytest.raises(Unbounded, match="no end after 50 states"):
        worst_case(Perceptron(), [[1.0], [3**0.5]], [-1, 1], states=50)


class Restless(RowLearner):
    """Says +1 until it has seen two rounds, mistaken or not."""

    def __init__(self):
        super().__init__()
        self.seen = 0

    def predict(self, x):
        return 1.0 if self.seen < 2 else -1.0

    def learn(self, x, y, guess):
        self.seen += 1

    def state(self):
        return {**super().state(), "seen": np.int64(self.seen)}

    def restore(self, state):
        super().restore(state)
        self.seen = int(state["seen"])


def test_a_learner_that_changes_without_a_mistake_is_turned_away():
    with pytest.raises(BadParameter, match="changes without a mistake"):
        worst_case(Restless(), [[1.0]], [1])


class Tosser(Perceptron):
    randomised = True


def test_a_learner_with_a_coin_is_turned_away():
    with pytest.raises(BadParameter, match="without a coin"):
        worst_case(Tosser(), [[1.0]], [1])


def test_what_no_game_would_take_is_turned_away():
    with pytest.raises(NotBoolean):
        worst_case(Winnow(n=1), [[0.5]], [1])
    with pytest.raises(BadLabel, match="row 1"):
        worst_case(Winnow(n=1), [[0], [1]], [-1, 0])
