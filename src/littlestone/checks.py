"""Conformance checks for learners: run `check_learner(MyLearner)` on your own class.

Each check tests one requirement for all learners on a new learner, and raises AssertionError with what it found.
"""

from __future__ import annotations

import copy
import json
import pickle  # only to see that a learner survives it; nothing here is stored that way
from collections.abc import Callable
from typing import Any

import numpy as np

from .bandits.action import ActionLearner
from .bandits.action_game import ActionGame
from .convex.convex_game import ConvexGame
from .convex.point import PointLearner
from .errors import LittlestoneError, StateError
from .experts.expert import ExpertLearner
from .learner import Learner, RowLearner
from .natures.drawn import WIDTH, drawn
from .row import Batch
from .rows.game import Game
from .truth import CLASSES, NUMBERS

Make = Callable[[], Any]


def check_learner(make: Make) -> None:
    """Run every check. `make` returns a new learner at every call: a class, or a function without arguments."""
    for check in CHECKS:
        check(make)


def game_of(learner: Any, **settings: Any) -> Any:
    """A game for this learner."""
    if isinstance(learner, PointLearner):
        return ConvexGame(learner, loss=learner.usual_loss, **settings)
    if isinstance(learner, ActionLearner):
        return ActionGame(learner, **settings)
    forecasts = isinstance(learner, ExpertLearner) and not learner.classes_only
    return Game(learner, loss="square" if forecasts else None, **settings)


def rounds_of(learner: Any, stream: Any) -> list[tuple[Any, Any]]:
    """The drawn data as a list of rounds (example, label)."""
    if isinstance(learner, PointLearner):
        return [((), z) for z in stream]
    if isinstance(learner, ActionLearner):
        return list(stream)
    numbers = isinstance(learner, ExpertLearner) or learner.truths == NUMBERS
    return [(stream.row(t), float(y) if numbers else int(y)) for t, y in enumerate(stream.labels)]


def play(game: Any, stream: Any, *, one_at_a_time: bool = False) -> None:
    """Play the drawn data, as a batch if it is one."""
    if isinstance(stream, Batch) and not one_at_a_time:
        game.play_batch(stream)
        return
    for x, y in rounds_of(game.learner, stream):
        game.label(game.predict(x).number, y)


def guess_of(learner: Any, x: Any) -> Any:
    """The guess for x; learners of points predict without an x."""
    return learner.predict() if isinstance(learner, PointLearner) else learner.predict(x)


def ready(make: Make) -> Any:
    """A new learner with room for the columns of `drawn`."""
    learner = make()
    if isinstance(learner, RowLearner):
        learner.widen(WIDTH)
    return learner


def taught(make: Make, seed: int = 0) -> Any:
    """A learner that has played `drawn`."""
    learner = ready(make)
    play(game_of(learner, bounds=[]), drawn(learner, seed=seed))
    return learner


def alike(one: Learner, other: Learner) -> bool:
    """Are the states of two learners equal, to the last bit?"""
    here, there = one.state(), other.state()
    return here.keys() == there.keys() and all(
        np.asarray(here[name]).tobytes() == np.asarray(there[name]).tobytes() for name in here
    )


def check_prediction_changes_nothing(make: Make) -> None:
    """Predicting does not change the learner, and returns the same every time."""
    learner, witness = taught(make), taught(make)
    asked = [x for x, _ in rounds_of(learner, drawn(learner, seed=1))]
    first, second = ([np.asarray(guess_of(learner, x)).tobytes() for x in asked] for _ in range(2))
    assert first == second, f"{learner!r} predicted differently the second time"
    assert alike(learner, witness), f"{learner!r} was changed by a prediction"


def check_guesses_and_acts_are_numbers_on_the_line(make: Make) -> None:
    """A guess is finite, an act is a label or in the domain, and an empty row is a valid example."""
    learner = taught(make)
    stream = drawn(learner, seed=2)
    asked = [x for x, _ in rounds_of(learner, stream)]
    if isinstance(learner, RowLearner) and not isinstance(learner, ExpertLearner):
        asked.append(stream.view(0, 0, WIDTH))
    for x in asked:
        guess = guess_of(learner, x)
        assert np.isfinite(guess).all(), f"{learner!r} guessed {guess} for {x!r}"
        if isinstance(learner, PointLearner):
            assert learner.domain.contains(guess), f"{learner!r} played {guess}, outside its domain"
        elif isinstance(learner, ActionLearner):
            assert min(guess.min(), 1e-9 - abs(guess.sum() - 1.0)) >= 0.0, f"{learner!r} gives chances {guess}"
        elif learner.truths == CLASSES:
            assert learner.act(guess) in (0, 1, 2), f"{learner!r} acts {learner.act(guess)}, of three classes"
        else:
            assert -1 <= learner.act(guess) <= 1, f"{learner!r} acts {learner.act(guess)} on a guess of {guess}"


def check_learning_is_deterministic(make: Make) -> None:
    """The same examples lead to the same state."""
    assert alike(taught(make), taught(make)), f"{make()!r} learned two different things from the same examples"


def check_learning_does_something(make: Make) -> None:
    """Sixty examples change the state and the count of updates."""
    learner = taught(make)
    assert learner.updates > 0, f"{learner!r} made no update in {len(drawn(learner))} examples"
    assert not alike(learner, ready(make)), f"{learner!r} counts updates but its state has not changed"


def check_conservative_learners_learn_from_mistakes_only(make: Make) -> None:
    """A learner with `conservative = True` does not change when it was right."""
    learner = taught(make)
    if not learner.conservative:
        return
    batch = drawn(learner, seed=3)
    for t in range(batch.rows):
        witness = copy.deepcopy(learner)
        guess = learner.predict(batch.row(t))
        act = learner.act(guess)
        if act >= 0.0 if learner.truths == CLASSES else act:  # class 0 is a prediction, the sign 0 is not
            learner.learn(batch.row(t), act, guess)
            assert alike(learner, witness), f"{learner!r} changed on {batch.row(t)!r} although it was right"


def check_state_round_trip(make: Make) -> None:
    """A learner restored from a state continues exactly as the original."""
    learner, restored = taught(make), make()
    restored.restore(learner.state())
    for each in (learner, restored):
        play(game_of(each, bounds=[]), drawn(each, seed=4))
    assert alike(learner, restored), f"{learner!r} restored from its state learned differently afterwards"


def check_state_is_a_copy(make: Make) -> None:
    """Writing into the arrays of a state does not change the learner."""
    learner, witness = taught(make), taught(make)
    for value in learner.state().values():
        if isinstance(value, np.ndarray) and value.flags.writeable:
            value.fill(1)
    assert alike(learner, witness), f"{learner!r} hands out its own arrays as its state"


def check_parameters_make_it_anew(make: Make) -> None:
    """`parameters` are enough to make an equal learner, survive JSON, and do not change by playing."""
    learner = make()
    parameters = json.loads(json.dumps(learner.parameters()))
    again = type(learner)(**parameters)
    assert again.parameters() == learner.parameters(), f"{learner!r} made from its parameters is {again!r}"
    played = taught(make)
    assert played.parameters() == learner.parameters(), f"{learner!r} became {played!r} by playing"
    assert alike(played, taught(learner.clone)), f"{learner!r} made from its parameters learns something else"


def check_copies_are_independent(make: Make) -> None:
    """A deep copy and a pickled copy have the same state, and learn independently."""
    learner = taught(make)
    for twin in (copy.deepcopy(learner), pickle.loads(pickle.dumps(learner))):  # noqa: S301
        assert alike(learner, twin), f"a copy of {learner!r} knows something else"
        play(game_of(twin, bounds=[]), drawn(twin, seed=5))
        assert alike(learner, taught(make)), f"{learner!r} learned what its copy was taught"


def check_one_at_a_time_equals_many(make: Make) -> None:
    """Round by round and as a batch give the same game, to the last bit."""
    one, many = game_of(ready(make)), game_of(ready(make))
    stream = drawn(one.learner, seed=6)
    play(one, stream, one_at_a_time=True)
    play(many, stream)
    assert alike(one.learner, many.learner), f"{one.learner!r} learns differently from a batch"
    assert one.ledger.as_dict() == many.ledger.as_dict(), f"{one.learner!r} has another ledger after a batch"


def check_certificates_are_never_violated(make: Make) -> None:
    """On any data a theorem holds or names a broken premise; at no moment is it violated."""
    learner = ready(make)
    game = game_of(learner)
    for t, (x, y) in enumerate(rounds_of(learner, drawn(learner, seed=7))):
        game.label(game.predict(x).number, y)
        for certificate in game.ledger.certificates if t % 10 == 9 else ():
            assert certificate.verdict != "violated", f"after round {t + 1}: {certificate}"
            json.dumps(certificate.as_dict())


def numbers_of(certificates: Any) -> list[tuple[Any, ...]]:
    """The parts of certificates that do not depend on round numbers: verdicts and counts."""
    return [(one.verdict, one.paid, one.allowed, bool(one.open), bool(one.broken)) for one in certificates]


def play_late(game: Any, rounds: list[Any], seed: int) -> list[Any]:
    """Play with random delays, some rounds forgotten, some never labelled; return the rounds in the order of labels."""
    rng = np.random.default_rng(seed)
    due: list[tuple[int, int, Any]] = []
    told = []
    for t, (x, y) in enumerate(rounds):
        due.append((t + int(rng.choice([0, 0, 1, 3, 10, 40])), game.predict(x).number, (x, y)))
        for one in sorted((one for one in due if one[0] <= t), key=lambda one: rng.random()):
            due.remove(one)
            if rng.random() < 0.1:
                game.forget(one[1])
            else:
                game.label(one[1], one[2][1])
                told.append(one[2])
    return told  # those still due never get their label


def check_late_labels_are_learned_in_order(make: Make) -> None:
    """A game with late labels equals, in the order of its labels, a game without delay."""
    late, prompt = game_of(ready(make)), game_of(ready(make))
    if not late.learner.asked_again:
        return
    told = play_late(late, rounds_of(late.learner, drawn(late.learner, seed=8)), 8)
    for x, y in told:
        prompt.label(prompt.predict(x).number, y)
    who = repr(late.learner)
    assert alike(late.learner, prompt.learner), f"{who} learned something else from late labels than in their order"
    paid, due = late.ledger.in_order.paid, prompt.ledger.paid
    if late.learner.randomised:  # the tosses belong to the rounds as predicted, not to the order
        paid, due = paid._replace(mistakes=0, loss=0.0), due._replace(mistakes=0, loss=0.0)
    assert paid == due, f"{who} paid {paid} in the order of the labels, and {due} without delay"
    same = zip(numbers_of(late.ledger.certificates), numbers_of(prompt.ledger.certificates), strict=True)
    # a selective learner chose its labels by its earlier guesses: its certificate may be open
    assert all(one == other or one[0] == "open" for one, other in same), (
        f"{who} is certified otherwise with late labels: {late.ledger.certificates} {prompt.ledger.certificates}"
    )


def check_who_learned_elsewhere_is_found_out(make: Make) -> None:
    """A learner that also played another game, before or meanwhile, breaks the premise of every theorem."""
    learner = ready(make)
    game = game_of(learner)
    play(game, drawn(learner, seed=9))
    play(game_of(learner, bounds=[]), drawn(learner, rows=5, seed=10))
    for certificate in game.ledger.certificates:
        assert "outside" in (certificate.broken or ""), f"taught outside its game: {certificate}"
    trained = game_of(taught(make))
    play(trained, drawn(trained.learner, seed=11))
    for certificate in trained.ledger.certificates:
        assert "afresh" in (certificate.broken or ""), f"started with a trained learner: {certificate}"


def check_who_was_taught_by_hand_is_found_out(make: Make) -> None:
    """Calling `learn` outside a game either changes nothing, or breaks the premise of every theorem."""
    learner = ready(make)
    game = game_of(learner)
    play(game, drawn(learner, seed=12))
    before = copy.deepcopy(learner)
    for x, y in rounds_of(learner, drawn(learner, rows=8, seed=13)):
        guess = guess_of(learner, x)
        if isinstance(learner, ActionLearner):
            learner.learn(x, 0, 0.5, 0.5)
            continue
        told = y if isinstance(learner, PointLearner) else float(game.labels.inside(y))
        learner.learn(told, guess) if isinstance(learner, PointLearner) else learner.learn(x, told, guess)
    if not alike(before, learner):
        for certificate in game.ledger.certificates:
            assert "outside" in (certificate.broken or ""), f"taught by hand: {certificate}"


def check_a_game_taken_up_says_the_same(make: Make) -> None:
    """A game restored from its state, twice over, has the same certificates and continues the same."""
    game = game_of(ready(make))
    stream = rounds_of(game.learner, drawn(game.learner, seed=14))
    try:
        state = game.state()
    except StateError:  # a wrapped model of another library has none
        return
    play_late(game, stream[:40], 14)
    state = game.state()
    twin = game_of(ready(make))
    for _ in range(2):
        twin.restore(state)
        assert numbers_of(twin.ledger.certificates) == numbers_of(game.ledger.certificates), f"{game!r} taken up"
    for each in (game, twin):
        for x, y in stream[40:]:
            each.label(each.predict(x).number, y)
        for number in list(each.open):
            each.forget(number)
    assert alike(game.learner, twin.learner), f"{game.learner!r} goes on otherwise after it was taken up"
    assert game.ledger.as_dict() == twin.ledger.as_dict(), f"{game.learner!r} has another ledger after it was taken up"


def check_little_evidence_claims_little(make: Make) -> None:
    """With a small `keep`, or 0, certificates are the same as with all the evidence, or "open"."""
    whole = game_of(ready(make))
    stream = drawn(whole.learner, seed=15)
    play(whole, stream)
    for keep in (0, 7, 60):
        game = game_of(ready(make), keep=keep)
        play(game, stream)
        for found, full in zip(game.ledger.certificates, whole.ledger.certificates, strict=True):
            if found.verdict != "open":
                assert numbers_of([found]) == numbers_of([full]), f"with keep={keep}: {found}; with all: {full}"


def check_weights(make: Make) -> None:
    """Weight 1 changes no bit and 0 nothing; weighed rounds are the same as a batch, and violate no theorem."""
    plain, ones, some, many = (game_of(ready(make)) for _ in range(4))
    if isinstance(plain.learner, PointLearner | ActionLearner):
        return  # whose losses can be multiplied
    stream = drawn(plain.learner, seed=16)
    weights = np.resize((1.0, 0.25, 0.0, 0.5), stream.rows)
    play(plain, stream)
    for (x, y), weight in zip(rounds_of(plain.learner, stream), weights, strict=True):
        ones.label(ones.predict(x).number, y, 1.0)
        some.label(some.predict(x).number, y, weight)
    many.play_batch(Batch(stream.starts, stream.columns, stream.values, stream.width, stream.labels, None, weights))
    for one, other, words in ((plain, ones, "weight 1"), (some, many, "weights in a batch")):
        assert alike(one.learner, other.learner), f"{one.learner!r} learns differently with {words}"
        assert one.ledger.as_dict() == other.ledger.as_dict(), f"{one.learner!r} has another ledger with {words}"
    assert some.ledger.forgotten == np.count_nonzero(weights == 0.0), f"{some.learner!r} counts rounds of weight 0"
    for certificate in some.ledger.certificates:
        assert certificate.verdict != "violated", f"with weights: {certificate}"


def check_what_is_refused_changes_nothing(make: Make) -> None:
    """A label or a weight that is refused leaves the game as it was, to the last byte."""
    game = game_of(ready(make))
    stream = rounds_of(game.learner, drawn(game.learner, rows=30, seed=17))
    try:
        game.state()
    except StateError:  # a wrapped model of another library has none
        return
    for x, y in stream[:20]:
        game.label(game.predict(x).number, y)
    for (x, y), weight in zip(stream[20:], (-1.0, float("nan"), "much", 3.0, 3.0, 1e6), strict=False):
        number = game.predict(x).number
        for label in (object(), "a new one", y):
            before = as_saved(game)
            try:
                game.label(number, label, weight)
                break
            except LittlestoneError:
                after = as_saved(game)
            assert after == before, f"{game.learner!r} was changed by a label {label!r} of weight {weight!r}, refused"


def as_saved(game: Any) -> dict[str, bytes]:
    """The state of a game as bytes."""
    return {name: np.asarray(value).tobytes() for name, value in game.state().items()}


def check_words(make: Make) -> None:
    """A learner has a docstring and a repr of one line."""
    learner = make()
    words = type(learner).__doc__ or ""
    assert len(words.split()) >= 5, f"{type(learner).__name__} needs a docstring that says what it does"
    assert "\n" not in repr(learner)


CHECKS: tuple[Callable[[Make], Any], ...] = tuple(
    check for name, check in list(globals().items()) if name.startswith("check_") and name != "check_learner"
)
