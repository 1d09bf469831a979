from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from littlestone import LEARNERS, Bound, Game, Perceptron, RowLearner, Watcher, Winnow, load, save
from littlestone.checks import (
    CHECKS,
    check_learner,
    check_learning_does_not_predict_again,
    check_parameters_make_it_anew,
    drawn,
)
from littlestone.concepts.worst_case import worst_case
from littlestone.errors import BadParameter, BrokenPremise, StateError, UnknownName
from littlestone.features import as_batch
from littlestone.learner import State
from littlestone.reductions import Conservative, replay

CUBE = np.array(list(product((0, 1), repeat=3)), dtype=float)


class FullHalving(RowLearner):
    """Act as most of the concepts that fit every example so far, -1 in a tie; a concept is a column of labels."""

    concepts = np.zeros((0, 8))
    boolean = True

    def __init__(self) -> None:
        super().__init__()
        self.alive = np.ones(len(self.concepts), dtype=bool)

    def predict(self, x):
        said = self.concepts[self.alive, self.point(x)].sum()
        return 1.0 if said > 0 else -1.0

    def learn(self, x, y, guess):
        self.alive = self.alive & (self.concepts[:, self.point(x)] == y)
        self.updates += 1

    def point(self, x):
        return int(x.dense(3) @ [4, 2, 1])

    def state(self) -> State:
        return {**super().state(), "alive": np.array(self.alive)}

    def restore(self, state: State) -> None:
        super().restore(state)
        self.alive = np.array(state["alive"])


def decision_lists():
    """All functions on three bits that are decision lists of single literals, as rows of labels."""
    lists = {(1.0,) * 8, (-1.0,) * 8}
    while True:
        longer = {
            tuple(b if x[i] == v else rest for x, rest in zip(CUBE, f, strict=True))
            for f in lists
            for i in range(3)
            for v in (0, 1)
            for b in (-1.0, 1.0)
        }
        if longer <= lists:
            return np.array(sorted(lists))
        lists |= longer


class DecisionLists(FullHalving):
    """Halving over the 96 decision lists on three bits."""

    concepts = decision_lists()


class Eager(Perceptron):
    """A Perceptron that updates when it was right, too."""

    conservative = False

    def learn(self, x, y, guess):
        self.add(x, y)


class Hoarder(Perceptron):
    """An eager one that keeps all it was given."""

    name = ""
    conservative = False

    def __init__(self, **parameters):
        super().__init__(**parameters)
        self.rows = []

    def learn(self, x, y, guess):
        self.rows.append(x)
        self.add(x, y)


VARIANTS = {
    "perceptron": lambda: Conservative(Perceptron(bias=0.5, zero="mistake")),
    "winnow": lambda: Conservative(Winnow(negations=True)),
    "by-name": lambda: Conservative("winnow", {"n": 6, "beta": 0.5}),
    "twice": lambda: Conservative(Conservative("perceptron")),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_wrapped_learner_passes_every_check(name):
    check_learner(VARIANTS[name])


MADE_ANEW = (check_parameters_make_it_anew, check_learning_does_not_predict_again)  # from its parameters


@pytest.mark.parametrize("check", [check for check in CHECKS if check not in MADE_ANEW], ids=lambda c: c.__name__)
def test_a_wrapped_learner_of_ones_own_passes_every_check_but_that_it_has_a_name_in_the_table(check):
    check(lambda: Conservative(Hoarder(bias=1.0)))


@pytest.mark.parametrize("check", MADE_ANEW, ids=lambda c: c.__name__)
def test_a_wrapped_learner_of_ones_own_has_no_name_to_be_made_anew_from(check):
    with pytest.raises(UnknownName, match="no learner 'Hoarder'"):
        check(lambda: Conservative(Hoarder()))


def test_the_wrapper_changes_nothing_about_a_conservative_learner():
    rng = np.random.default_rng(0)
    batch = as_batch(rng.normal(size=(200, 5)), rng.choice([-1, 1], 200))
    plain, wrapped = Game(Perceptron(bias=1.0)), Game(Conservative(Perceptron(bias=1.0)))
    plain.play_batch(batch)
    wrapped.play_batch(batch)
    assert wrapped.ledger.mistakes == plain.ledger.mistakes > 50
    assert list(map(str, wrapped.ledger.certificates)) == list(map(str, plain.ledger.certificates))
    assert np.array_equal(wrapped.learner.weights, plain.learner.weights)


def test_the_wrapper_makes_a_perceptron_of_an_eager_one():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(200, 5))
    batch = as_batch(X, np.where(X[:, 0] > 0, 1, -1))
    plain, eager, wrapped = Game(Perceptron()), Game(Eager()), Game(Conservative(Eager()))
    for game in (plain, eager, wrapped):
        game.play_batch(batch)
    assert eager.ledger.updates == 200
    assert any(certificate.verdict == "violated" for certificate in eager.ledger.certificates)
    assert np.array_equal(wrapped.learner.weights, plain.learner.weights)
    assert [certificate.verdict for certificate in wrapped.ledger.certificates] == ["holds", "holds"]


@pytest.mark.parametrize("make", [Winnow, partial(Winnow, demote="eliminate"), partial(Perceptron, bias=1)])
@pytest.mark.parametrize("k", [0, 1, 2])
def test_the_worst_case_is_kept(make, k):
    target = np.where(CUBE[:, :k].any(axis=1), 1, -1)
    assert worst_case(Conservative(make()), CUBE, target) == worst_case(make(), CUBE, target)


def longest_game(known, solved):
    """The most mistakes full Halving can be forced to once these points are labelled (0: not yet), tie to -1."""
    if known not in solved:
        concepts = DecisionLists.concepts
        alive = concepts[((concepts == known) | (np.array(known) == 0)).all(axis=1)]
        best = 0
        for point in range(8):
            act = 1.0 if alive[:, point].sum() > 0 else -1.0
            for y in (-1.0, 1.0):
                if known[point] == 0 and (alive[:, point] == y).any():
                    then = (*known[:point], y, *known[point + 1 :])
                    best = max(best, (act != y) + longest_game(then, solved))
        solved[known] = best
    return solved[known]


def test_halving_over_decision_lists_can_be_forced_to_six_mistakes_and_its_conservative_version_to_five():
    concepts = DecisionLists.concepts
    assert len(concepts) == 96
    assert longest_game((0,) * 8, {}) == 6
    assert max(worst_case(Conservative(DecisionLists()), CUBE, target).mistakes for target in concepts) == 5


@given(st.lists(st.tuples(st.integers(0, 7), st.booleans()), max_size=40))
@settings(deadline=None, max_examples=60)
def test_the_mistakes_played_alone_are_all_mistakes_whatever_the_data(rounds):
    X = CUBE[[point for point, _ in rounds]].reshape(-1, 3)
    y = [1 if label else -1 for _, label in rounds]
    for make in (Perceptron, Eager, partial(Perceptron, zero="mistake"), Winnow, DecisionLists):
        mistaken = replay(make(), X, y)
        game = Game(Conservative(make()), bounds=[])
        assert len(mistaken) == game.play_batch(as_batch(X, y)).mistakes


def test_a_prediction_that_is_remembered_is_found_out_by_the_replay():
    class Fickle(Perceptron):
        """Says the opposite every third time it is asked."""

        asked = 0

        def predict(self, x):
            self.asked += 1
            return super().predict(x) * (-1 if self.asked % 3 == 0 else 1)

    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 3))
    with pytest.raises(BrokenPremise, match="played alone"):
        replay(Fickle(), X, np.where(X[:, 0] > 0, 1, -1))


def test_a_learner_with_a_coin_is_refused():
    class Coin(RowLearner):
        """Fair."""

        randomised = True

    with pytest.raises(BadParameter, match="coin"):
        Conservative(Coin())


def test_only_theorems_about_the_mistakes_alone_survive_the_wrapping():
    class Watching(Bound, Watcher):
        """Needs every round."""

    class Counting(Bound):
        """Needs the mistakes only."""

        keeps_mistakes = True

    class Adding(Bound):
        """Needs what all rounds cost."""

    class Knowing(Watching):
        """Watches all rounds, and yet knows that it is about the mistakes."""

        survives_conservative = True

    class Student(Eager):
        """Has all of them."""

        theorems = (Watching, Counting, Adding, Knowing)

    class Settled(Student):
        """And is conservative."""

        conservative = True

    assert Conservative(Student()).theorems == (Counting, Knowing)
    assert Conservative(Settled()).theorems == (Watching, Counting, Adding, Knowing)
    assert Conservative(Perceptron()).theorems == Perceptron.theorems


def games_for(learner):
    """Streams for a learner of the table: what its checks draw, and examples that a target fits."""
    for seed in range(3):
        yield drawn(learner, rows=80, seed=seed)
    rng = np.random.default_rng(5)
    X = rng.normal(size=(80, 6))
    if learner.boolean:
        X = (X > 0).astype(float)
    y = np.where(X[:, 1] > 0.3, 1.0, -1.0)
    yield as_batch(X, y)


WITH_A_COIN = {name for name, kind in LEARNERS.items() if kind().randomised}


@pytest.mark.parametrize("name", sorted(set(LEARNERS) - WITH_A_COIN))
def test_no_theorem_of_a_wrapped_learner_is_violated(name):
    kind = LEARNERS[name]
    survivors = kind().theorems if kind().conservative or kind.kind == "scaling" else ()
    assert Conservative(kind()).theorems == survivors
    for batch in games_for(Conservative(kind())):
        game = Game(Conservative(kind()))
        game.learner.widen(batch.width)
        for t in range(batch.rows):
            game.label(game.predict(batch.row(t)).number, int(batch.labels[t]))
            if t % 20 == 19:
                for certificate in game.ledger.certificates:
                    assert certificate.verdict != "violated", certificate
        assert len(game.ledger.certificates) == len(survivors)


@pytest.mark.parametrize("name", sorted(WITH_A_COIN))
def test_learners_of_the_table_with_a_coin_are_refused(name):
    with pytest.raises(BadParameter, match="coin"):
        Conservative(name)


@pytest.mark.parametrize("name", ["ogd", "adagrad", "ftrl", "rda", "eg", "coin", "pa", "arow", "alma", "cw"])
def test_the_wrapped_run_is_a_run_of_the_learner_on_the_mistakes_alone(name):
    rng = np.random.default_rng(6)
    X = rng.normal(size=(120, 4))
    y = np.where(X @ [1, -2, 0, 1] > 0.4, 1, -1)
    mistaken = list(replay(LEARNERS[name](), X, y))
    alone = Game(LEARNERS[name]())
    alone.play_batch(as_batch(X[mistaken], y[mistaken]))
    wrapped = Game(Conservative(LEARNERS[name]()))
    wrapped.play_batch(as_batch(X, y))
    assert alone.ledger.mistakes == wrapped.ledger.mistakes == len(mistaken) > 5
    here, there = wrapped.learner.state(), alone.learner.state()
    # lessons are what games have taught: all rounds here, the mistakes alone there
    assert all(np.array_equal(here[key], there[key]) for key in here if key != "lessons")
    assert all(certificate.verdict != "violated" for certificate in alone.ledger.certificates)


def test_a_learner_of_many_classes_is_wrapped_as_one():
    rng = np.random.default_rng(7)
    X = rng.normal(size=(60, 3))
    y = [("red", "green", "blue")[k] for k in X.argmax(axis=1)]
    plain, wrapped = Game(LEARNERS["multiclass-perceptron"]()), Game(Conservative("multiclass-perceptron"))
    for game in (plain, wrapped):
        for x, label in zip(X, y, strict=True):
            game.label(game.predict(x).number, label)
    assert wrapped.ledger.mistakes == plain.ledger.mistakes
    assert list(map(str, wrapped.ledger.certificates)) == list(map(str, plain.ledger.certificates))


def test_a_learner_of_ones_own_may_keep_the_rows_it_is_given():
    game = Game(Conservative(Hoarder(zero="mistake")), bounds=[])
    game.play_batch(as_batch([[1, 0], [0, 2]], [1, 1]))
    assert [row.values.tolist() for row in game.learner.learner.rows] == [[1.0], [2.0]]


def test_a_taught_learner_inside_is_known_to_be_taught():
    learner = Perceptron(zero="mistake")
    game = Game(learner)
    game.label(game.predict([1]).number, 1)
    wrapped = Game(Conservative(learner))
    assert "did not start afresh" in str(wrapped.ledger.certificates[0].broken)
    assert wrapped.learner.clone().updates == 0


def test_a_game_of_a_wrapped_learner_is_saved_and_taken_up(tmp_path):
    game = Game(Conservative(Winnow(n=3)))
    game.play_batch(as_batch(CUBE, np.where(CUBE[:, 0] > 0, 1, -1)))
    save(game, tmp_path / "game.npz")
    again = load(tmp_path / "game.npz", learner=Conservative("winnow", {"n": 3}))
    assert again.ledger.as_dict() == game.ledger.as_dict()
    with pytest.raises(StateError, match="conservative"):
        load(tmp_path / "game.npz")


def test_what_cannot_be_wrapped_is_said():
    with pytest.raises(UnknownName, match="perceptron"):
        Conservative("perceptorn")
    with pytest.raises(BadParameter, match="parameters already"):
        Conservative(Perceptron(), {"bias": 1.0})
    with pytest.raises(BadParameter, match="not of 3"):
        Conservative(3)
    with pytest.raises(AttributeError):
        Conservative(Perceptron()).theta  # noqa: B018


def test_it_says_what_it_wraps():
    assert repr(Conservative("winnow", {"n": 2})).startswith("Conservative(Winnow(n=2, ")
