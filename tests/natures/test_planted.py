import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, Winnow
from littlestone.bounds import DisjunctionBound, MarginBound
from littlestone.errors import BadParameter
from littlestone.natures import Analysts, PlantedDisjunction, PlantedHalfspace

SEEDS = st.integers(0, 2**64 - 1)


def drawn(nature):
    """All examples and labels of a nature."""
    X, y = [], []
    while (x := nature.ask(None)) is not None:
        X.append(np.asarray(x, dtype=float))
        ((number, label),) = nature.answer(len(X), 1.0)
        assert number == len(X)
        y.append(label)
    assert list(nature.close()) == []
    return np.array(X), np.array(y)


@given(st.integers(1, 12), st.data(), SEEDS)
@settings(deadline=None, max_examples=50)
def test_planted_disjunction_is_fitted_by_its_target(n, data, seed):
    k = data.draw(st.integers(0, n))
    nature = PlantedDisjunction(n, k, rounds=20, seed=seed)
    X, y = drawn(nature)
    assert X.shape == (20, n)
    assert len(set(nature.target)) == k
    assert np.array_equal(y > 0, X[:, list(nature.target)].any(axis=1))


@pytest.mark.parametrize("k", [1, 3, 10])
def test_half_of_the_labels_of_a_planted_disjunction_are_positive(k):
    _, y = drawn(PlantedDisjunction(20, k, rounds=4000))
    assert abs((y > 0).mean() - 0.5) < 4 * 0.5 / 4000**0.5


def test_the_chance_of_a_variable_can_be_chosen():
    assert drawn(PlantedDisjunction(5, 2, rounds=10, chance=0))[0].sum() == 0
    assert drawn(PlantedDisjunction(5, 2, rounds=10, chance=1))[0].sum() == 50
    assert abs(drawn(PlantedDisjunction(5, 2, rounds=4000, chance=0.25))[0].mean() - 0.25) < 0.015


def test_winnow_stays_within_its_bound_on_a_planted_disjunction():
    game = Game(Winnow(n=60), bounds=[DisjunctionBound(k=4)])
    ledger = game.play(PlantedDisjunction(60, 4, rounds=2000, seed=1))
    certificate = ledger.certificates[0]
    assert (certificate.verdict, certificate.allowed) == ("holds", 1 + 3 * 4 * (1 + 5))
    assert 4 <= ledger.mistakes <= certificate.allowed


@given(st.integers(1, 12), st.floats(1e-6, 1 - 1e-6), SEEDS)
@settings(deadline=None, max_examples=80)
def test_planted_halfspace_keeps_its_margin_and_its_ball_to_the_last_bit(n, margin, seed):
    nature = PlantedHalfspace(n, margin=margin, rounds=20, seed=seed)
    X, y = drawn(nature)
    assert np.linalg.norm(nature.target) == pytest.approx(1, abs=1e-14)
    assert (y * (X @ nature.target) >= margin).all()
    assert (np.linalg.norm(X, axis=1) <= 1).all()


class Unlucky:
    """Draws the least that can be drawn, then the most, in turn; vectors as they come."""

    def __init__(self, least, most):
        self.draws = [least, most]
        self.standard_normal = np.random.default_rng(0).standard_normal

    def random(self):
        self.draws.reverse()
        return self.draws[0]


@pytest.mark.parametrize("margin", [1e-12, 0.1, 1 - 1e-6])
@pytest.mark.parametrize("draws", [(0.0, 1 - 2**-53), (1 - 2**-53, 0.0)], ids=["at the margin", "at the rim"])
@pytest.mark.parametrize("n", [2, 3, 1000])
def test_the_farthest_points_that_can_be_drawn_keep_the_margin_and_the_ball(margin, draws, n):
    nature = PlantedHalfspace(n, margin=margin, rounds=300)
    nature.random = Unlucky(*draws)
    X, y = drawn(nature)
    assert (y * (X @ nature.target) >= margin).all()
    assert (np.linalg.norm(X, axis=1) <= 1).all()


def test_planted_halfspace_has_points_on_both_sides_and_near_its_margin():
    nature = PlantedHalfspace(5, margin=0.1, rounds=2000)
    X, y = drawn(nature)
    assert abs(y.mean()) < 0.1
    assert (y * (X @ nature.target)).min() < 0.11
    assert np.linalg.norm(X, axis=1).max() > 0.99


def test_perceptron_stays_within_its_bound_on_a_planted_halfspace():
    game = Game(Perceptron(), bounds=[MarginBound(margin=0.05)])
    ledger = game.play(PlantedHalfspace(20, margin=0.05, rounds=2000))
    assert ledger.certificates[0].verdict == "holds"
    assert 1 < ledger.mistakes <= 400


@given(st.integers(1, 9), st.data(), SEEDS)
@settings(deadline=None, max_examples=50)
def test_analysts_are_decided_by_the_majority_of_their_target(n, data, seed):
    k = data.draw(st.integers(0, (n - 1) // 2)) * 2 + 1
    nature = Analysts(n, k, rounds=20, seed=seed)
    X, y = drawn(nature)
    assert set(np.unique(X)) <= {-1.0, 1.0}
    assert len(set(nature.target)) == k
    assert np.array_equal(y, np.sign(X[:, list(nature.target)].sum(axis=1)))


def test_perceptron_makes_at_most_nk_mistakes_with_the_analysts():
    nature = Analysts(9, 5, rounds=500)
    ledger = Game(Perceptron(), bounds=[MarginBound(margin=nature.margin)]).play(nature)
    assert ledger.certificates[0].verdict == "holds"
    assert 1 < ledger.mistakes <= 9 * 5


@pytest.mark.parametrize(
    "make",
    [
        lambda seed: PlantedDisjunction(30, 3, rounds=50, seed=seed),
        lambda seed: PlantedHalfspace(30, margin=0.2, rounds=50, seed=seed),
        lambda seed: Analysts(30, 3, rounds=50, seed=seed),
    ],
    ids=["disjunction", "halfspace", "analysts"],
)
def test_the_seed_decides_everything(make):
    assert np.array_equal(make(7).target, make(7).target)
    assert np.array_equal(drawn(make(7))[0], drawn(make(7))[0])
    assert not np.array_equal(make(7).target, make(8).target)
    assert not np.array_equal(drawn(make(7))[0], drawn(make(8))[0])


@pytest.mark.parametrize(
    ("make", "complaint"),
    [
        (lambda: PlantedDisjunction(0, 0, rounds=1), "n is the number of variables"),
        (lambda: PlantedDisjunction(3, 4, rounds=1), "0 to 3, not 4"),
        (lambda: PlantedDisjunction(3, 1, rounds=-1), "0 or more, not -1"),
        (lambda: PlantedDisjunction(3, 1, rounds=1, chance=1.5), "from 0 to 1, not 1.5"),
        (lambda: PlantedDisjunction(3, 1, rounds=1, seed=-1), "a seed is"),
        (lambda: PlantedHalfspace(3, margin=0, rounds=1), "more than 0"),
        (lambda: PlantedHalfspace(3, margin=1, rounds=1), "less than 1"),
        (lambda: Analysts(4, 2, rounds=1), "an odd number up to 4, not 2"),
        (lambda: Analysts(4, 5, rounds=1), "an odd number up to 4, not 5"),
    ],
)
def test_what_cannot_be_planted_is_refused(make, complaint):
    with pytest.raises(BadParameter, match=complaint):
        make()
