"""The search of the whole game: against a plain recursion, and where the learner goes round in circles."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Agnostic, Game, Halving, Perceptron, RandomisedOptimal, RowLearner, StandardOptimal, Winnow
from littlestone.concepts.concept_class import ConceptClass
from littlestone.concepts.minimax import Minimax
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter, StateError, Unbounded
from littlestone.facades.outside import Outside

CLASSES = st.integers(1, 4).flatmap(
    lambda points: st.lists(st.integers(0, 2**points - 1), min_size=1, max_size=8, unique=True).map(
        lambda rows: ConceptClass([[row >> x & 1 for x in range(points)] for row in rows])
    )
)


def plainly(learner, concepts, space, depth):
    """The worst of all games of at most `depth` rounds, by trying them all."""
    if depth == 0:
        return 0.0
    worst = 0.0
    rows = concepts.examples()
    for point in range(concepts.points):
        for y, part in zip((-1.0, 1.0), concepts.split(space, point), strict=True):
            if part:
                copy = learner.clone()
                copy.restore(learner.state())
                guess = copy.predict(rows.row(point))
                act = copy.act(guess)
                chance = abs(act - y) / 2 if copy.randomised else float(act != y)
                copy.learn(rows.row(point), y, guess)
                worst = max(worst, chance + plainly(copy, concepts, part, depth - 1))
    return worst


@given(CLASSES, st.sampled_from([Halving, StandardOptimal, RandomisedOptimal]), st.booleans())
@settings(deadline=None, max_examples=40)
def test_the_search_finds_what_trying_all_games_finds(concepts, kind, full):
    learner = kind(concepts, conservative=False) if kind is Halving and full else kind(concepts)
    found = worst_case(learner, concepts)
    assert found.mistakes == plainly(learner, concepts, concepts.full, min(concepts.points, 3)) or concepts.points > 3
    assert found.mistakes >= plainly(learner, concepts, concepts.full, 2)


@given(CLASSES)
@settings(deadline=None, max_examples=60)
def test_the_game_found_costs_what_it_says_and_fits_its_target(concepts):
    for learner in (Halving(concepts), Halving(concepts, conservative=False), RandomisedOptimal(concepts)):
        found = worst_case(learner, concepts)
        game = Game(learner)
        for point, y in zip(found.path, found.labels, strict=True):
            game.label(game.predict(concepts.examples().row(point)).number, y)
        assert (game.ledger.expected if learner.randomised else game.ledger.mistakes) == found.mistakes
        assert concepts.labels(found.target)[list(found.path)].tolist() == list(found.labels)
        assert game.ledger.certificates[0].verdict == "holds"


@given(CLASSES)
@settings(deadline=None, max_examples=60)
def test_no_learner_does_better_than_the_optimal_ones(concepts):
    minimax = Minimax(concepts)
    ldim, expected = minimax.value(concepts.full), minimax.randomised(concepts.full)
    assert worst_case(StandardOptimal(concepts), concepts).mistakes == ldim
    assert worst_case(RandomisedOptimal(concepts), concepts).mistakes == expected
    assert worst_case(Halving(concepts, conservative=False), concepts).mistakes >= ldim
    assert worst_case(Winnow(n=concepts.points, negations=True), concepts).mistakes >= ldim


def test_one_target_is_the_longest_path_of_mistakes():
    disjunctions = ConceptClass([[0, 0, 0, 0], [0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 1]], variables=2)
    for concept in range(4):
        path = worst_case(Winnow(n=2), disjunctions.cube(), disjunctions.labels(concept))
        assert worst_case(Winnow(n=2), disjunctions, concept).mistakes == path.mistakes
    assert worst_case(Winnow(n=2), disjunctions).mistakes == 4


class Wavering(RowLearner):
    """Says +1 and -1 by turns as long as it is right; the first mistake makes it say -1 for good."""

    def __init__(self):
        super().__init__()
        self.mood = 0

    def predict(self, x):
        return (1.0, -1.0, -1.0)[self.mood]

    def learn(self, x, y, guess):
        self.mood = 1 - self.mood if self.act(guess) == y and self.mood < 2 else 2

    def state(self):
        return {**super().state(), "mood": np.int64(self.mood)}

    def restore(self, state):
        super().restore(state)
        self.mood = int(state["mood"])


def test_a_circle_without_mistakes_is_walked_to_where_a_mistake_waits():
    concepts = ConceptClass([[1, 0]])
    with pytest.raises(Unbounded, match="never end"):
        worst_case(Wavering(), concepts)  # -1 for good is wrong on the first point for ever
    found = worst_case(Wavering(), ConceptClass([[0]]))
    assert (found.mistakes, found.path) == (1, (0,))
    late = Wavering()
    late.mood = 1
    found = worst_case(late, ConceptClass([[0]]))  # right once, and then it says +1
    assert (found.mistakes, found.path, found.labels) == (1, (0, 0), (-1, -1))


class Coin(RowLearner):
    """Tosses a fair coin for ever and learns nothing."""

    randomised = True

    def predict(self, x):
        return 0.0

    def act(self, guess):
        return guess

    def learn(self, x, y, guess):
        pass


def test_a_fair_coin_has_no_worst_case():
    with pytest.raises(Unbounded, match="never end"):
        worst_case(Coin(), ConceptClass([[0]]))


def test_a_search_without_end_is_given_up():
    with pytest.raises(Unbounded, match="no end after 40 states"):
        worst_case(Agnostic("table:10,01", 3), ConceptClass([[1, 0], [0, 1]]), states=40)


def test_a_learner_is_searched_from_where_it_stands_and_left_there():
    concepts = ConceptClass.from_lines(["0000", "1000", "1100", "1110", "1111"])
    learner = Halving(concepts)
    game = Game(learner)
    game.label(game.predict([0, 1, 0, 0]).number, -1)
    before = learner.space
    assert worst_case(learner, concepts, target=1).mistakes == 1
    assert worst_case(learner, concepts, target=0).mistakes == 0
    assert learner.space == before


def test_what_is_no_target_is_turned_away():
    concepts = ConceptClass([[0], [1]])
    with pytest.raises(BadParameter, match="there is no concept 2"):
        worst_case(Perceptron(), concepts, target=2)
    with pytest.raises(BadParameter, match="the number of a concept"):
        worst_case(Perceptron(), concepts, target=-1)
    with pytest.raises(StateError, match="saved by what you name"):
        worst_case(Outside((lambda x: 1, lambda x, y: None)), concepts)
