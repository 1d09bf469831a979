from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import Game, Perceptron, Winnow
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadBatch, BadLabel, BadParameter, BrokenPremise, StateError, Unbounded
from littlestone.reductions import Exact, FromQueries, Hypothesis, as_queries, learn_by_queries, teacher
from littlestone.reductions import equivalence_queries as module

CUBE = np.array(list(product((0, 1), repeat=3)), dtype=float)
POINTS = np.eye(4)


def label_of(concept, x):
    """The label a concept, a tuple of labels, gives the point x of the one-hot domain."""
    return concept[int(x.columns[0])]


def majority(concepts):
    """What most concepts say, -1 in a tie: in general no concept of the class."""
    return lambda x: 1 if sum(label_of(concept, x) for concept in concepts) > 0 else -1


def halving(concepts):
    """Halving as a learner by queries: ask about the majority of the concepts left."""
    while True:
        x, y = yield majority(concepts)
        concepts = [concept for concept in concepts if label_of(concept, x) == y]


def elimination():
    """Disjunctions of six variables by queries: strike out what is on in a negative counterexample."""
    alive = np.ones(6)
    while True:
        x, y = yield lambda x, alive=alive: 1 if abs(x.dense(6)) @ alive > 0 else -1
        if y < 0:
            alive = alive * (x.dense(6) == 0)


class Elimination(FromQueries):
    """Elimination by queries, under a name of its own: its parameters are plain."""

    def __init__(self):
        super().__init__(elimination)

    def parameters(self):
        return {}


def disjunction(k):
    return np.where(CUBE[:, :k].any(axis=1), 1, -1)


@pytest.mark.parametrize("k", [0, 1, 2, 3])
@pytest.mark.parametrize("make", [partial(Winnow, n=3), partial(Perceptron, bias=1.0)])
def test_there_is_one_query_more_than_counterexamples_and_no_more_of_these_than_mistakes(make, k):
    y = disjunction(k)
    exact = learn_by_queries(make(), teacher(CUBE, y))
    assert exact.queries == len(exact.counterexamples) + 1
    assert len(exact.counterexamples) <= worst_case(make(), CUBE, y).mistakes
    assert exact.hypothesis.labels(CUBE).tolist() == y.tolist()


def test_every_counterexample_is_a_mistake():
    exact = learn_by_queries(Winnow(n=3), teacher(CUBE, disjunction(2)))
    game = Game(Winnow(n=3))
    for x, y in exact.counterexamples:
        game.label(game.predict(x).number, y)
    assert game.ledger.mistakes == game.ledger.rounds == len(exact.counterexamples) > 0
    assert [certificate.verdict for certificate in game.ledger.certificates] == ["holds"]


@given(st.sets(st.tuples(*4 * [st.sampled_from([-1, 1])]), min_size=1).map(sorted), st.data())
@settings(deadline=None, max_examples=80)
def test_halving_by_queries_is_halving_in_the_game_and_back(concepts, data):
    target = data.draw(st.sampled_from(concepts))
    oracle = teacher(POINTS, target)
    asked = learn_by_queries(halving(concepts), oracle)
    learner = FromQueries(partial(halving, concepts))
    back = learn_by_queries(learner, oracle)
    assert len(back.counterexamples) == len(asked.counterexamples) <= np.log2(len(concepts))
    assert back.queries == asked.queries == len(asked.counterexamples) + 1
    order = data.draw(st.lists(st.integers(0, 3), max_size=30))
    game = Game(learner, bounds=[])
    for row in order:
        game.label(game.predict(POINTS[row]).number, target[row])
    assert game.ledger.mistakes == game.ledger.updates == len(learner.counterexamples) <= np.log2(len(concepts))
    assert worst_case(FromQueries(partial(halving, concepts)), POINTS, target).mistakes <= np.log2(len(concepts))


@pytest.mark.parametrize("make", [partial(Winnow, n=3), partial(Perceptron, bias=1.0, zero="mistake")])
def test_a_learner_turned_into_queries_and_back_makes_the_same_mistakes(make):
    twin = FromQueries(lambda: as_queries(make()))
    one, other = Game(make(), bounds=[]), Game(twin, bounds=[])
    rng = np.random.default_rng(3)
    for row in rng.integers(8, size=60):
        for game in (one, other):
            game.label(game.predict(CUBE[row]).number, int(disjunction(2)[row]))
        assert one.ledger.mistakes == other.ledger.mistakes
    assert one.ledger.mistakes > 2


def test_the_learner_is_not_changed():
    learner = Winnow(n=3)
    learn_by_queries(learner, teacher(CUBE, disjunction(1)))
    assert learner.updates == 0


def test_a_certain_bound_saves_the_last_query():
    y = [-1, 1]
    learner = Winnow(n=1)  # errs once at most: the domain is {0, 1}, the target x
    asked = learn_by_queries(learner, teacher([[0], [1]], y), mistakes=1)
    saved = learn_by_queries(learner, teacher([[0], [1]], y), mistakes=1, certain=True)
    assert (len(asked.counterexamples), asked.queries) == (1, 2)
    assert (len(saved.counterexamples), saved.queries) == (1, 1)
    assert saved.hypothesis([1]) == 1
    assert learn_by_queries(learner, teacher([[0]], [-1]), mistakes=0, certain=True).queries == 0


def test_a_learner_by_queries_may_return_what_it_need_not_ask_about():
    def two(first, second):
        yield lambda x: label_of(first, x)
        return lambda x: label_of(second, x)

    concepts = (1, 1, 1, 1), (1, 1, 1, -1)
    oracle = teacher(POINTS, concepts[1])
    exact = learn_by_queries(two(*concepts), oracle)
    assert (len(exact.counterexamples), exact.queries) == (1, 1)
    assert oracle(exact.hypothesis) is None
    learner = FromQueries(partial(two, *concepts))
    game = Game(learner)
    for _ in range(3):
        for x, y in zip(POINTS, concepts[1], strict=True):
            game.label(game.predict(x).number, y)
    assert game.ledger.mistakes == 1
    game.label(game.predict(POINTS[0]).number, -1)  # against both concepts: nothing is left to learn
    assert (game.ledger.mistakes, game.ledger.updates) == (2, 1)


def test_names_work_as_examples():
    names = ["a", "b", "c"]

    def oracle(h):
        for name in names:
            x = {name: 1.0}
            if h(x) != (1 if name == "b" else -1):
                return x, 1 if name == "b" else -1
        return None

    exact = learn_by_queries(Perceptron(), oracle)
    assert exact.hypothesis.names == ("a", "c")
    assert [exact.hypothesis({name: 1}) for name in names] == [-1, 1, -1]


def test_an_oracle_that_lies_is_found_out():
    def contrary(h):
        return [1.0], h([1.0])

    with pytest.raises(BrokenPremise, match="no counterexample"):
        learn_by_queries(Perceptron(), contrary)
    with pytest.raises(BrokenPremise, match="no counterexample"):
        learn_by_queries(Perceptron(zero="-1"), lambda h: ([1.0], False))
    with pytest.raises(BadLabel):
        learn_by_queries(Perceptron(), lambda h: ([1.0], 0))


def test_a_target_outside_the_class_does_not_go_on_for_ever(monkeypatch):
    xor = teacher([[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, -1])
    with pytest.raises(BrokenPremise, match="more than the 7 mistakes promised"):
        learn_by_queries(Perceptron(bias=1.0), xor, mistakes=7)
    monkeypatch.setattr(module, "MOST", 50)
    with pytest.raises(Unbounded, match="50 counterexamples"):
        learn_by_queries(Perceptron(bias=1.0), xor)


def test_what_makes_no_sense_is_said():
    with pytest.raises(BadParameter, match="mistakes=M"):
        learn_by_queries(Perceptron(), teacher([[1]], [1]), certain=True)
    with pytest.raises(BadBatch, match="rows 0 and 2"):
        teacher([[1, 0], [0, 1], [1, 0]], [1, 1, -1])
    with pytest.raises(BadBatch, match="labels"):
        teacher([[1]], None)
    with pytest.raises(BadParameter, match="no function"):
        FromQueries(7)
    with pytest.raises(StateError, match="lacks 'sizes'"):
        Elimination().restore(Perceptron().state())


def test_a_coroutine_passes_every_check_as_a_learner():
    from littlestone.checks import check_learner

    check_learner(Elimination)


def test_a_coroutine_that_fails_leaves_the_game_as_it_was():
    def fragile():
        _, y = yield lambda x: 1
        while y < 0:
            _, y = yield lambda x: -1
        raise ZeroDivisionError

    learner = FromQueries(fragile)
    game = Game(learner)
    game.label(game.predict([1]).number, -1)
    for _ in range(2):
        move = game.predict([1])
        with pytest.raises(ZeroDivisionError):
            game.label(move.number, +1)
    assert (game.ledger.labelled, learner.updates, game.predict([1]).act) == (1, 1, -1)


def test_the_words_are_short():
    exact = learn_by_queries(Perceptron(), teacher([[1]], [1]))
    assert isinstance(exact, Exact)
    assert isinstance(exact.hypothesis, Hypothesis)
    assert repr(Elimination()) == "Elimination(elimination)"
