"""Each adversary forces what the theory says, and ends with a target that fits all it said."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Halving, Perceptron, RandomisedOptimal, RowLearner, StandardOptimal, Winnow
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.minimax import Minimax
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter
from littlestone.facades.outside import Outside
from littlestone.natures.adversaries import (
    AllTrue,
    BinarySearch,
    ConjunctionAdversary,
    DisjunctionAdversary,
    LineAdversary,
    MinimaxAdversary,
    RandomWalk,
    ShatteredSet,
    Strongest,
)


class Heard:
    """A nature around an adversary that remembers what was asked and said."""

    def __init__(self, adversary):
        self.adversary = adversary
        self.rounds = []

    def ask(self, last):
        self.x = self.adversary.ask(last)
        return self.x

    def answer(self, number, guess):
        for label in self.adversary.answer(number, guess):
            x = self.x.dense(self.x.width) if hasattr(self.x, "dense") else np.asarray(self.x)
            self.rounds.append((x, label.y))
            yield label

    def close(self):
        return self.adversary.close()


def play(learner, adversary):
    heard = Heard(adversary)
    ledger = Game(learner).play(heard)
    return ledger, heard.rounds


class Elimination(RowLearner):
    """Conjunction elimination: begin with all literals, drop those that a missed positive refutes."""

    boolean = True

    def __init__(self, n):
        super().__init__()
        self.n = n
        self.literals = {(i, bit) for i in range(n) for bit in (0, 1)}

    def predict(self, x):
        bits = x.dense(self.n)
        return 1.0 if all(bits[i] == bit for i, bit in self.literals) else -1.0

    def learn(self, x, y, guess):
        if guess != y and y > 0:
            bits = x.dense(self.n)
            self.literals = {(i, bit) for i, bit in self.literals if bits[i] == bit}


def memoriser():
    seen = {}
    return Outside((lambda x: seen.get(x.tobytes(), 1), lambda x, y: seen.update({x.tobytes(): y})))


def erratic():
    rng = np.random.default_rng(0)
    return Outside((lambda x: rng.choice([-1, 1]), lambda x, y: None))


DETERMINISTIC = {
    "perceptron": lambda n: Perceptron(bias=1),
    "winnow": lambda n: Winnow(n=n),
    "halving": lambda n: Halving(n=n),
    "soa": lambda n: StandardOptimal(n=n),
    "elimination": Elimination,
    "memoriser": lambda n: memoriser(),
    "erratic": lambda n: erratic(),
}


@pytest.mark.parametrize("name", DETERMINISTIC)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_disjunction_adversary_forces_n_mistakes_and_its_disjunction_fits(name, n):
    adversary = DisjunctionAdversary(n)
    ledger, rounds = play(DETERMINISTIC[name](n), adversary)
    assert ledger.mistakes == ledger.rounds == n
    for x, y in rounds:
        assert y == (1 if x[list(adversary.target)].any() else -1)


@pytest.mark.parametrize("name", DETERMINISTIC)
@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_conjunction_adversary_forces_n_mistakes_and_its_conjunction_fits(name, n):
    adversary = ConjunctionAdversary(n)
    ledger, rounds = play(DETERMINISTIC[name](n), adversary)
    assert ledger.mistakes == ledger.rounds == n
    for x, y in rounds:
        assert y == (1 if x[list(adversary.target)].all() else -1)


@pytest.mark.parametrize("n", range(1, 7))
def test_all_true_forces_n_plus_1_mistakes_on_conjunction_elimination(n):
    adversary = AllTrue(n)
    ledger, rounds = play(Elimination(n), adversary)
    assert ledger.mistakes == ledger.rounds == n + 1
    assert adversary.target == ()
    assert all(y == 1 for _, y in rounds)


def thresholds(n):
    """c_j(x) = 1 iff x < j for the points x = 1, ..., 2^n."""
    points = range(1, 2**n + 1)
    return ConceptClass([[x < j for x in points] for j in points])


def intervals(size):
    spans = [(a, b) for a in range(size) for b in range(a, size)]
    return ConceptClass([[a <= x <= b for x in range(size)] for a, b in spans] + [[0] * size])


@pytest.mark.parametrize("n", [0, 1, 3, 6])
def test_binary_search_forces_exactly_n_and_names_the_threshold(n):
    for learner in (Halving(thresholds(n)), StandardOptimal(thresholds(n)), memoriser(), Perceptron()):
        adversary = BinarySearch(n)
        ledger, rounds = play(learner, adversary)
        assert ledger.mistakes == ledger.rounds == n
        for x, y in rounds:
            assert y == (-1 if int(np.flatnonzero(x)[0]) + 1 >= adversary.target else 1)
    with pytest.raises(BadParameter, match="30 at most"):
        BinarySearch(31)


@pytest.mark.parametrize("zero", ["+1", "-1", "mistake"])
def test_the_line_adversary_forces_a_mistake_every_round_until_the_floats_die(zero):
    adversary = LineAdversary()
    ledger, rounds = play(Perceptron(zero=zero), adversary)
    assert ledger.mistakes == ledger.rounds == adversary.asked >= 50
    for x, y in rounds:
        assert y * (Fraction(x[0]) - adversary.target) > 0
    assert min(abs(Fraction(x[0]) - adversary.target) for x, _ in rounds) <= Fraction(1, 2**50)


def test_the_line_adversary_ends_after_53_rounds_above_one_half_and_later_near_zero():
    above, near = LineAdversary(), LineAdversary()
    play(Outside((lambda x: 1, lambda x, y: None), first=1), above)
    play(Outside((lambda x: -1, lambda x, y: None)), near)
    assert above.asked == 53
    assert near.asked == 1074
    assert play(Perceptron(), LineAdversary(rounds=7))[0].mistakes == 7


CLASSES = st.integers(1, 5).flatmap(
    lambda points: st.lists(st.integers(0, 2**points - 1), min_size=1, max_size=12, unique=True).map(
        lambda rows: ConceptClass([[row >> x & 1 for x in range(points)] for row in rows])
    )
)


def fits(concepts, adversary, rounds):
    labels = concepts.labels(adversary.target)
    return all(labels[int(np.flatnonzero(x)[0])] == y for x, y in rounds)


@given(CLASSES, st.sampled_from([Halving, StandardOptimal, lambda concepts: erratic(), lambda concepts: memoriser()]))
@settings(deadline=None, max_examples=80)
def test_on_any_class_the_adversaries_force_vc_and_ldim_and_their_targets_fit(concepts, make):
    ldim = Minimax(concepts).value(concepts.full)
    shattered, minimax = ShatteredSet(concepts), MinimaxAdversary(concepts)
    ledger, rounds = play(make(concepts), shattered)
    assert ledger.mistakes == ledger.rounds == len(shattered.shattered) <= ldim
    assert fits(concepts, shattered, rounds)
    ledger, rounds = play(make(concepts), minimax)
    assert ledger.mistakes == ledger.rounds >= ldim
    assert fits(concepts, minimax, rounds)


class Tosser(RowLearner):
    """Says +1 with a fixed chance."""

    randomised = True

    def __init__(self, stance):
        super().__init__()
        self.stance = stance

    def predict(self, x):
        return self.stance

    def act(self, guess):
        return guess

    def learn(self, x, y, guess):
        pass


@given(CLASSES, st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]))
@settings(deadline=None, max_examples=80)
def test_of_learners_with_a_coin_at_least_rldim_mistakes_are_expected(concepts, stance):
    expected = Minimax(concepts).randomised(concepts.full)
    adversary = MinimaxAdversary(concepts, randomised=True)
    ledger, rounds = play(Tosser(stance), adversary)
    assert ledger.expected >= expected
    assert fits(concepts, adversary, rounds)
    ledger, _ = play(RandomisedOptimal(concepts), MinimaxAdversary(concepts, randomised=True))
    assert ledger.expected == expected


@pytest.mark.parametrize(("make", "depth"), [(ShatteredSet, 2), (RandomWalk, 4)], ids=["set", "tree"])
def test_fair_coins_cost_anyone_half_the_depth_and_every_walk_ends_in_a_concept(make, depth):
    concepts = intervals(6)  # VC dimension 2, Littlestone dimension 4
    for learner in (Halving, StandardOptimal, lambda concepts: Tosser(0.5)):
        paid = 0.0
        for seed in range(400):
            adversary = make(concepts, seed=seed)
            ledger, rounds = play(learner(concepts), adversary)
            paid += ledger.expected
            assert ledger.rounds == depth
            assert fits(concepts, adversary, rounds)
        assert abs(paid / 400 - depth / 2) < 4 * (depth / 4 / 400) ** 0.5


def test_the_strongest_adversary_forces_the_worst_case_of_its_learner():
    concepts = intervals(5)
    learner = Halving(concepts)
    adversary = Strongest(concepts, learner)
    ledger, rounds = play(learner, adversary)
    assert ledger.mistakes == worst_case(Halving(concepts), concepts).mistakes == 4
    assert fits(concepts, adversary, rounds)


def test_adversaries_say_what_they_need():
    for make in (DisjunctionAdversary, ConjunctionAdversary, AllTrue):
        with pytest.raises(BadParameter, match="a number of variables, 1 or more"):
            make(0)
