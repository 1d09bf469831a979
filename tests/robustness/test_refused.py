"""A label that is refused, and a lesson that fails half way, leave everything as it was, to the last byte.

What learners of the package refuse is tested of every one of them by `checks.check_what_is_refused_changes_nothing`.
Here are learners made of others, and guarantees with them: with a weight that only the learner inside refuses, and
with a learner of the user's own inside that raises at any of its lessons.
"""

from __future__ import annotations

import numpy as np
import pytest

from littlestone import (
    EXP4,
    ActionGame,
    Batch,
    Committee,
    Game,
    MaxScaled,
    OneVsRest,
    Perceptron,
    RowLearner,
    ScaleFree,
    Standardised,
)
from littlestone.checks import as_saved
from littlestone.errors import BadWeight
from littlestone.guarantees import Alarm, AppleTasting, Calibrated, CalibratedClasses, Intervals
from littlestone.reductions import Conservative


class Trap(Perceptron):
    """A learner of the user's own that raises in the lesson after `fuse` others, having learned half of it."""

    fuse = -1

    def learn(self, x, y, guess):
        super().learn(x, -y, -guess)
        if Trap.fuse == 0:
            raise RuntimeError("the trap")
        Trap.fuse -= 1


class Sure(ScaleFree):
    """A learner of the user's own that refuses a weight, and gives chances."""

    name = "sure"


class Both(RowLearner):
    """A learner of the user's own that is made of two."""

    weighs = True

    def __init__(self):
        super().__init__()
        self.pupils = [Perceptron(), ScaleFree()]

    def predict(self, x):
        return sum(pupil.predict(x) for pupil in self.pupils)

    def learn(self, x, y, guess):
        for pupil in self.pupils:
            pupil.importance = self.importance
            pupil.learn(x, y, pupil.predict(x))
        self.updates += 1

    def state(self):
        parts = {f"{k}/{name}": value for k, one in enumerate(self.pupils) for name, value in one.state().items()}
        return {**super().state(), **parts}

    def restore(self, state):
        for k, one in enumerate(self.pupils):
            one.restore({name[2:]: value for name, value in state.items() if name.startswith(f"{k}/")})
        super().restore(state)


SIGNS, CLASSES = (-1, 1), ("red", "green", "blue", "grey")
HEAVY = {  # learners that take no weight above 1, as one inside them does not
    "standardised": (lambda: Standardised(ScaleFree()), SIGNS),
    "max-scaled": (lambda: MaxScaled(ScaleFree()), SIGNS),
    "a committee": (lambda: Committee([Perceptron(), ScaleFree()], heaviest=1.0), SIGNS),
    "a committee whose member takes less": (lambda: Committee([Perceptron(), ScaleFree(heaviest=0.5)]), SIGNS),
    "a fresh member": (lambda: Committee([ScaleFree(), Standardised(Sure())], fresh=True), SIGNS),
    "one-vs-rest": (lambda: OneVsRest(ScaleFree()), CLASSES),
    "standardised one-vs-rest": (lambda: Standardised(OneVsRest(ScaleFree())), CLASSES),
    "a committee of classes": (lambda: Committee([OneVsRest(ScaleFree()), OneVsRest(Sure())]), CLASSES),
    "one of the user's own": (Both, SIGNS),
}
FRAGILE = {  # learners with one inside that raises whenever it likes
    "standardised": (lambda: Standardised(Trap()), SIGNS),
    "max-scaled": (lambda: MaxScaled(Trap()), SIGNS),
    "conservative": (lambda: Conservative(Trap()), SIGNS),
    "a committee": (lambda: Committee([ScaleFree(), Trap(), Standardised(Trap()), Standardised(Perceptron())]), SIGNS),
    "a fresh member": (lambda: Committee([Trap(), Perceptron()], fresh=True), SIGNS),
    "one-vs-rest": (lambda: OneVsRest(Trap()), CLASSES),
    "max-scaled one-vs-rest": (lambda: MaxScaled(OneVsRest(Trap())), CLASSES),
    "a committee of classes": (lambda: Committee([OneVsRest("adagrad"), OneVsRest(Trap()), "multiclass-pa"]), CLASSES),
}
GUARANTEES = {
    "nothing": list,
    "an alarm": lambda: [Alarm(0.2, 50)],
    "calibrated": lambda: [Calibrated(4)],
    "apple tasting": lambda: [AppleTasting(misses=3, horizon=50)],
    "intervals": lambda: [Intervals()],
    "calibrated classes": lambda: [CalibratedClasses(4)],
    "an alarm about intervals": lambda: [Intervals(), Alarm(0.2, 50)],
}
OF_SIGNS = ("an alarm", "calibrated", "apple tasting", "intervals", "an alarm about intervals")
OF_CLASSES = ("an alarm", "calibrated classes", "intervals")


def saved(game):
    """The game, and all its guarantees, as bytes."""
    return as_saved(game)


def rounds(labels, count=14, seed=3):
    """Examples, ever wider, and labels; the last class comes late."""
    rng = np.random.default_rng(seed)
    for t in range(count):
        yield rng.normal(size=2 + t // 4), labels[int(rng.integers(len(labels) - (t < 8)))]


def games(table):
    """Every game of a table, with every guarantee that goes with it."""
    for name, (make, labels) in table.items():
        chances = name not in ("standardised one-vs-rest", "one-vs-rest", "max-scaled one-vs-rest") or table is HEAVY
        guards = OF_SIGNS if labels is SIGNS else OF_CLASSES if chances else ("an alarm",)
        for guard in ("nothing", *guards):
            yield pytest.param(
                lambda make=make, guard=guard: Game(make(), guarantees=GUARANTEES[guard]()),
                labels,
                id=f"{name}, {guard}",
            )


@pytest.mark.parametrize(("make", "labels"), list(games(HEAVY)))
def test_a_weight_that_is_refused_changes_nothing(make, labels):
    game, witness = make(), make()
    for x, y in rounds(labels):
        number, twin = game.predict(x).number, witness.predict(x).number
        before = saved(game)
        if game.open[number].taste is None or game.open[number].taste.tasted:
            for label in (labels[-1], y):
                with pytest.raises(BadWeight):
                    game.label(number, label, 2.0)
                assert saved(game) == before
        heaviest = 0.5 if "0.5" in repr(game.learner) else 1.0
        game.label(number, y, heaviest)
        witness.label(twin, y, heaviest)
    assert saved(game) == saved(witness)
    for certificate in game.ledger.certificates:
        assert certificate.verdict != "violated", certificate


@pytest.mark.parametrize(("make", "labels"), list(games(FRAGILE)))
def test_a_lesson_that_fails_half_way_changes_nothing(make, labels):
    game, witness = make(), make()
    for x, y in rounds(labels):
        number, twin = game.predict(x).number, witness.predict(x).number
        failures = 0
        while True:  # let the first of its lessons fail, then the second, until all succeed
            before = saved(game)
            Trap.fuse = failures
            try:
                game.label(number, y)
                break
            except RuntimeError:
                failures += 1
                assert saved(game) == before
        Trap.fuse = -1
        witness.label(twin, y)
    assert saved(game) == saved(witness)


def test_policies_that_fail_half_way_change_nothing():
    game = ActionGame(EXP4(2, [Perceptron(), Trap(), Standardised(Trap())]))
    for x, y in rounds(SIGNS):
        number = game.predict(x).number
        for fuse in (0, 1, -1):
            before = saved(game)
            Trap.fuse = fuse
            if fuse < 0:
                game.reward(number, float(y > 0))
                continue
            with pytest.raises(RuntimeError):
                game.reward(number, float(y > 0))
            assert saved(game) == before


@pytest.mark.parametrize("weighed", ["given", "by class", "balanced"])
def test_a_batch_with_a_weight_that_is_refused_is_not_begun(weighed):
    y, weights = [0.0, 1.0, 1.0, 2.0], [1.0, 0.5, 0.25, 1.5] if weighed == "given" else None
    class_weight = {"given": None, "by class": {2: 3.0}, "balanced": "balanced"}[weighed]
    game = Game(OneVsRest(ScaleFree()), class_weight=class_weight)
    batch = Batch([0, 1, 2, 3, 4], [0, 1, 2, 3], np.ones(4), 4, y, None, weights)
    before = saved(game)
    with pytest.raises(BadWeight):
        game.play_batch(batch)
    assert saved(game) == before


def test_a_weight_that_is_no_number_reaches_no_guarantee():
    game = Game(Perceptron(), guarantees=[Intervals()])
    number = game.predict([1.0]).number
    before = saved(game)
    for weight in ("heavy", -1.0, float("nan")):
        with pytest.raises(BadWeight):
            game.label(number, 1, weight)
        assert saved(game) == before
    game.label(number, 1, "2.0")
    assert game.guarantees[0].account.labelled == 1


def test_standardised_learns_nothing_of_an_example_whose_outside_model_failed():
    from littlestone.facades.outside import Outside

    def fail(x, y):
        raise RuntimeError

    learner = Standardised(Outside((lambda x: 1, fail)))
    game = Game(learner)
    number = game.predict([5.0]).number
    with pytest.raises(RuntimeError):
        game.label(number, 1)
    assert len(learner.count) == 0
