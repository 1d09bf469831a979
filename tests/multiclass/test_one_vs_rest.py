"""Many classes by learners of two: one for each class, given by name or as it is."""

from __future__ import annotations

import copy

import numpy as np
import pytest

from littlestone import AROW, AveragedPerceptron, Batch, Game, OneVsRest, RowLearner
from littlestone.checks import check_learner
from littlestone.errors import BadParameter
from littlestone.features import as_batch


def blobs(rows=60, seed=0):
    rng = np.random.default_rng(seed)
    y = rng.integers(0, 3, rows)
    return rng.normal(size=(rows, 3)) + 2 * np.eye(3)[y], y


@pytest.mark.parametrize("base", ["perceptron", "winnow", "randomised-soa"])
def test_it_is_a_learner_like_any_other(base):
    settings = {"concepts": "monotone-disjunctions:6,k=1"} if base == "randomised-soa" else {}
    check_learner(lambda: OneVsRest(base, classes=3, **settings))


def test_each_learns_its_class_against_the_rest():
    X, y = blobs()
    batch = as_batch(X)
    game = Game(OneVsRest(AROW(r=2.0), classes=3), labels=range(3))
    game.play_batch(Batch(batch.starts, batch.columns, batch.values, batch.width, y))
    for k, learner in enumerate(game.learner.learners):
        alone = Game(AROW(r=2.0))
        alone.play_batch(as_batch(X, np.where(y == k, 1, -1)))
        assert learner.weights.tolist() == alone.learner.weights.tolist()


def test_learners_of_one_s_own_can_be_many_too():
    class Yes(RowLearner):
        """Always says yes."""

        def predict(self, x):
            return 1.0

        def learn(self, x, y, guess):
            self.updates += 1

    game = Game(OneVsRest(Yes(), classes=2).clone())
    game.label(game.predict([1.0]).number, "a")
    assert [learner.updates for learner in game.learner.learners] == [1, 1]


class Counting(AROW):
    """An AROW that counts how often anyone of its kind was asked."""

    asked = 0

    def predict(self, x):
        Counting.asked += 1
        return super().predict(x)


def counted(play):
    Counting.asked = 0
    play()
    return Counting.asked


def alike(one, other):
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(np.array_equal(here[name], there[name]) for name in here)


def test_every_learner_is_asked_once_a_round():
    X, y = blobs()
    batch = as_batch(X)
    labelled = Batch(batch.starts, batch.columns, batch.values, batch.width, y)
    game = Game(OneVsRest(Counting(), classes=3), labels=range(3))
    assert counted(lambda: game.play_batch(labelled)) == 3 * len(y)

    def one_at_a_time():
        for x, c in zip(X, y, strict=True):
            game.label(game.predict(x).number, c)

    assert counted(one_at_a_time) == 3 * len(y)


def test_a_class_that_is_new_is_asked_when_it_comes():
    game = Game(OneVsRest(Counting(), classes=2), labels=["a", "b", "c"])
    move = game.predict([1.0, 2.0])
    assert counted(lambda: game.label(move.number, "c")) == 1


def test_what_was_said_to_another_row_or_before_another_lesson_is_not_taken_for_it():
    X, y = blobs()
    batch, other = as_batch(X), as_batch(X[::-1])
    plain, disturbed = OneVsRest("arow", classes=3), OneVsRest(Counting(), classes=3)
    for t in range(batch.rows - 1):
        x, then, before = batch.row(t), batch.row(t + 1), plain.state()
        plain.learn(x, y[t], plain.predict(x))
        guess = disturbed.predict(x)
        asked = ("nobody", "another row", "the same place of another batch", "a wider row", "a lesson")[t % 5]
        if asked == "another row":
            disturbed.predict(then)
        elif asked == "the same place of another batch":
            disturbed.predict(other.row(t))
        elif asked == "a wider row":
            disturbed.predict(batch.view(x.start, x.stop, 9))
        elif asked == "a lesson":
            disturbed.learn(then, y[t + 1], disturbed.predict(then))
            disturbed.restore(before)  # the lesson is taken back, and with it whatever was said meanwhile
            disturbed.predict(then)
        anew = counted(lambda row=x, said=guess, t=t: disturbed.learn(row, y[t], said))
        assert anew == (0 if asked == "nobody" else 3), asked
        assert alike(plain, disturbed), asked


def test_labels_that_come_late_are_learned_from_what_would_be_said_now():
    X, y = blobs()
    rows = [as_batch(X).row(t) for t in range(len(y))]
    here, there = OneVsRest("arow", classes=3), OneVsRest(Counting(), classes=3)
    for t in range(0, len(y), 3):
        guesses = [there.predict(x) for x in rows[t : t + 3]]
        for x, c, guess in zip(rows[t : t + 3], y[t : t + 3], guesses, strict=True):
            here.learn(x, c, guess)  # was asked nothing, and has nothing to take up
            there.learn(x, c, guess)
        assert alike(here, there)


def test_what_is_kept_is_no_state_and_no_copy_has_it():
    X, y = blobs()
    batch = as_batch(X)
    learner = OneVsRest(Counting(), classes=3)
    before = learner.state()
    learner.predict(batch.row(0))
    assert before.keys() == learner.state().keys()
    twin = copy.deepcopy(learner)
    assert counted(lambda: twin.learn(batch.row(0), y[0], 0.0)) == 3
    learner.widen(3)  # wide enough already, but of some learners a width is a setting
    assert counted(lambda: learner.learn(batch.row(0), y[0], 0.0)) == 3
    assert all(alike(*both) for both in zip(twin.learners, learner.learners, strict=True))


def test_learners_that_change_without_an_update_are_asked_again():
    X, y = blobs()
    batch = as_batch(X)
    averaged = OneVsRest("averaged-perceptron", classes=3)
    plain = [AveragedPerceptron() for _ in range(3)]
    for t in range(batch.rows):
        x = batch.row(t)
        for _ in range(2):  # twice the same row: the second lesson finds another average
            averaged.learn(x, y[t], averaged.predict(x))
            for c, learner in enumerate(plain):
                learner.learn(x, 1.0 if c == y[t] else -1.0, learner.predict(x))
    for c, learner in enumerate(plain):
        assert alike(learner, averaged.learners[c])


def test_a_learner_that_was_taught_is_copied_without_what_it_learned():
    taught = AROW()
    Game(taught).play_batch(as_batch([[1.0], [2.0]], [1, -1]))
    assert OneVsRest(taught).first.updates == 0


@pytest.mark.parametrize("wrong", [lambda: OneVsRest("vaw"), lambda: OneVsRest(AROW(), r=2.0), lambda: OneVsRest(3)])
def test_what_cannot_tell_a_class_from_the_rest_is_refused(wrong):
    with pytest.raises(BadParameter):
        wrong()
