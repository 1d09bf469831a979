"""What every learner must do, checked: run `check_learner(MyLearner)` on your own.

Each check is a claim about any learner at all, made on a fresh one; it raises AssertionError and says what it found.
"""

from __future__ import annotations

import copy
import json
import pickle  # only to see that a learner survives it; nothing here is stored that way
from collections.abc import Callable
from typing import Any

import numpy as np

from .game import Game
from .learner import RowLearner
from .row import Batch

Make = Callable[[], RowLearner]
WIDTH = 6


def check_learner(make: Make) -> None:
    """Run every check. `make` returns a fresh learner each time: a class, or a function without arguments."""
    for check in CHECKS:
        check(make)


def drawn(learner: RowLearner, rows: int = 60, seed: int = 0) -> Batch:
    """A batch this learner can play with: Boolean if it must be, one label in five wrong, a few rows empty."""
    rng = np.random.default_rng(seed)
    dense = (rng.random((rows, WIDTH)) < 0.4).astype(float)
    if not learner.boolean:
        dense *= rng.normal(size=(rows, WIDTH))
    labels = np.where(dense[:, 0] + dense[:, 1] > 0.3, 1.0, -1.0)
    labels[rng.random(rows) < 0.2] *= -1
    where, columns = np.nonzero(dense)
    starts = np.concatenate(([0], np.cumsum(np.bincount(where, minlength=rows))))
    return Batch(starts, columns, dense[where, columns], WIDTH, labels).check()


def ready(make: Make) -> RowLearner:
    """A fresh learner with room for the columns of `drawn`."""
    learner = make()
    learner.widen(WIDTH)
    return learner


def taught(make: Make, seed: int = 0) -> RowLearner:
    """A learner that has played `drawn`."""
    learner = ready(make)
    Game(learner, bounds=[]).play_batch(drawn(learner, seed=seed))
    return learner


def alike(one: RowLearner, other: RowLearner) -> bool:
    """Do two learners know the same, to the last bit?"""
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(
        np.asarray(here[name]).tobytes() == np.asarray(there[name]).tobytes() for name in here
    )


def check_prediction_changes_nothing(make: Make) -> None:
    """Predicting leaves no trace, and says the same every time."""
    learner, witness = taught(make), taught(make)
    batch = drawn(learner, seed=1)
    guesses = [[learner.predict(batch.row(t)) for t in range(batch.rows)] for _ in range(2)]
    assert guesses[0] == guesses[1], f"{learner!r} predicted differently the second time"
    assert alike(learner, witness), f"{learner!r} was changed by a prediction"


def check_guesses_and_acts_are_numbers_on_the_line(make: Make) -> None:
    """A guess is finite, an act lies from -1 to +1, and an empty row is an example like any other."""
    learner = taught(make)
    batch = drawn(learner, seed=2)
    rows = [batch.row(t) for t in range(batch.rows)] + [batch.view(0, 0, WIDTH)]
    for x in rows:
        guess = learner.predict(x)
        assert np.isfinite(guess), f"{learner!r} guessed {guess} for {x!r}"
        assert -1 <= learner.act(guess) <= 1, f"{learner!r} acts {learner.act(guess)} on a guess of {guess}"


def check_learning_is_deterministic(make: Make) -> None:
    """The same examples teach the same."""
    assert alike(taught(make), taught(make)), f"{make()!r} learned two different things from the same examples"


def check_learning_does_something(make: Make) -> None:
    """Sixty examples leave a trace."""
    learner = taught(make)
    assert learner.updates > 0, f"{learner!r} made no update in {drawn(learner).rows} examples"
    assert not alike(learner, ready(make)), f"{learner!r} counts updates but its state has not changed"


def check_conservative_learners_learn_from_mistakes_only(make: Make) -> None:
    """A learner that calls itself conservative does not change when it was right."""
    learner = taught(make)
    if not learner.conservative:
        return
    batch = drawn(learner, seed=3)
    for t in range(batch.rows):
        witness = copy.deepcopy(learner)
        guess = learner.predict(batch.row(t))
        if learner.act(guess):
            learner.learn(batch.row(t), learner.act(guess), guess)
            assert alike(learner, witness), f"{learner!r} changed on {batch.row(t)!r} although it was right"


def check_state_round_trip(make: Make) -> None:
    """A learner restored from a state goes on exactly as the one it was taken from."""
    learner, restored = taught(make), make()
    restored.restore(learner.state())
    for each in (learner, restored):
        Game(each, bounds=[]).play_batch(drawn(each, seed=4))
    assert alike(learner, restored), f"{learner!r} restored from its state learned differently afterwards"


def check_state_is_a_copy(make: Make) -> None:
    """What happens to a state afterwards does not reach the learner."""
    learner, witness = taught(make), taught(make)
    for value in learner.state().values():
        if isinstance(value, np.ndarray) and value.flags.writeable:
            value.fill(1)
    assert alike(learner, witness), f"{learner!r} hands out its own arrays as its state"


def check_parameters_make_it_anew(make: Make) -> None:
    """`parameters` are all it takes to make the learner again, and survive being written as JSON."""
    learner = make()
    parameters = json.loads(json.dumps(learner.parameters()))
    again = type(learner)(**parameters)
    assert again.parameters() == learner.parameters(), f"{learner!r} made from its parameters is {again!r}"
    assert alike(taught(make), taught(learner.clone)), f"{learner!r} made from its parameters learns something else"


def check_copies_are_independent(make: Make) -> None:
    """A deep copy and a pickled copy know what the learner knew, and learn on their own."""
    learner = taught(make)
    for twin in (copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))):  # noqa: S301
        assert alike(learner, twin), f"a copy of {learner!r} knows something else"
        Game(twin, bounds=[]).play_batch(drawn(twin, seed=5))
        assert alike(learner, taught(make)), f"{learner!r} learned what its copy was taught"


def check_one_at_a_time_equals_many(make: Make) -> None:
    """Event by event and as a batch are the same game, to the last bit."""
    one, many = Game(ready(make)), Game(ready(make))
    batch = drawn(one.learner, seed=6)
    labels = np.asarray(batch.labels)
    for t in range(batch.rows):
        one.label(one.predict(batch.row(t)).number, int(labels[t]))
    many.play_batch(batch)
    assert alike(one.learner, many.learner), f"{one.learner!r} learns differently from a batch"
    assert one.ledger.as_dict() == many.ledger.as_dict(), f"{one.learner!r} has another ledger after a batch"


def check_certificates_are_never_violated(make: Make) -> None:
    """On any data the theorems hold or a premise is named; they are never violated, at no moment."""
    learner = ready(make)
    game = Game(learner)
    batch = drawn(learner, seed=7)
    labels = np.asarray(batch.labels)
    for t in range(batch.rows):
        game.label(game.predict(batch.row(t)).number, int(labels[t]))
        for certificate in game.ledger.certificates if t % 10 == 9 else ():
            assert certificate.verdict != "violated", f"after round {t + 1}: {certificate}"
            json.dumps(certificate.as_dict())


def check_words(make: Make) -> None:
    """A learner has a docstring with its rule and says what it is in one line."""
    learner = make()
    words = type(learner).__doc__ or ""
    assert len(words.split()) >= 5, f"{type(learner).__name__} needs a docstring that says what it does"
    assert "\n" not in repr(learner)


CHECKS: tuple[Callable[[Make], Any], ...] = (
    check_prediction_changes_nothing,
    check_guesses_and_acts_are_numbers_on_the_line,
    check_learning_is_deterministic,
    check_learning_does_something,
    check_conservative_learners_learn_from_mistakes_only,
    check_state_round_trip,
    check_state_is_a_copy,
    check_parameters_make_it_anew,
    check_copies_are_independent,
    check_one_at_a_time_equals_many,
    check_certificates_are_never_violated,
    check_words,
)
